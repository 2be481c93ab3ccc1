/* SPDX-License-Identifier: MIT */
/* witness_log.c: what a log asks of a witness, and keeps of its answer. */
#include "witness.h"

#include "ledger_parts.h"
#include "log_rules.h"
#include "note.h"

#include <inttypes.h>

bool
witness_request(
    struct store *s, struct arena *a, int64_t old_size, struct str *out, struct err *err)
{
	struct checkpoint head;
	struct tree_proof proof;
	struct str note;
	struct buf text;

	if (!ledger_head_note(s, a, &note, err) || !checkpoint_read(a, note, &head, err) ||
	    !ledger_consistency(s, old_size, head.size, &proof, err))
		return false;
	buf_init(&text, 2 * NOTE_BYTES_MAX);
	buf_printf(&text, "old %" PRId64 "\n", old_size);
	for (size_t i = 0; i < proof.count; i++) {
		base64_write(proof.path[i].bytes, DIGEST_BYTES, &text);
		buf_char(&text, '\n');
	}
	buf_char(&text, '\n');
	buf_str(&text, note);
	return buf_keep(&text, a, out) || err_memory(err);
}

#define LOOK_BACK 64 /* checkpoints that may have been made while the witness was asked */

struct accepting {
	struct arena *a;
	const struct trust *trust;
	struct str lines;
	const struct trust_service *witness; /* who has signed, and what */
	int64_t size;
	struct err *err;
};

/* The stored checkpoint with the witness's line in place of its own. */
static bool
take_checkpoint(void *context, const struct db_row *row)
{
	struct accepting *w = context;
	struct checkpoint c;
	struct err junk;
	struct str note;
	int64_t at_us;

	if (!db_column_keep(w->a, row, 0, &note, w->err))
		return false;
	if (!checkpoint_read(w->a, note, &c, &junk))
		return true;
	if (!note_signatures_read(w->a, w->lines, c.signatures, 1, &c.count, w->err))
		return false;
	for (size_t i = 0; i < w->trust->service_count; i++)
		if (!w->witness && log_witness(&c, &w->trust->services[i], &at_us, &junk)) {
			w->witness = &w->trust->services[i];
			w->size = c.size;
		}
	return true;
}

static bool
accept_work(struct db *db, void *context, struct err *err)
{
	struct accepting *w = context;
	int64_t fresh;

	w->witness = NULL;
	w->err = err;
	if (!db_query(db, "SELECT note FROM ledger_checkpoint ORDER BY size DESC LIMIT $1",
		VALUES(db_int(LOOK_BACK)), take_checkpoint, w, err))
		return false;
	if (!w->witness)
		return err_set(err, ERR_REFUSED,
		    "no witness in the trust file made this signature on one of the last checkpoints");
	if (!db_change(db,
		"INSERT INTO ledger_cosignature (size, witness, line, made_us) VALUES ($1, $2, $3, "
		"now_us()) ON CONFLICT DO NOTHING",
		VALUES(db_int(w->size), db_text(w->witness->name), db_text(w->lines)), &fresh, err))
		return false;
	return fresh == 0 || ledger_note(db,
				 &(struct event_note){.kind = EVENT_CHECKPOINT_WITNESSED,
				     .actor = "sluice",
				     EVENT_VALUES({.name = "size", .number = w->size},
					 {.name = "witness", .text = w->witness->name})},
				 err);
}

bool
witness_accept(
    struct store *s, struct arena *a, const struct trust *t, struct str lines, struct err *err)
{
	struct accepting w = {.a = a, .trust = t, .lines = lines};

	return db_do(s->db, accept_work, &w, err);
}
