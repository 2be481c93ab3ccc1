/* SPDX-License-Identifier: MIT */
/*
 * receipt_witnessed.c: what witnesses add to a receipt when it is frozen already.
 *
 * Witnesses sign a checkpoint seconds after the log did, and a receipt is not made anew. So a later
 * checkpoint stands beside it, with the proof that it grows out of the receipt's own, and with the
 * event that has the receipt's digest: the witnesses have seen a log in which these very bytes are.
 */
#include "receipt_parts.h"

#include "ledger_parts.h"

#include <stdio.h>

#define LINE_BYTES_MAX ((size_t)1 << 20)

/* -- made -------------------------------------------------------------------------------------- */

struct looking {
	struct arena *a;
	struct str hex, body;
	int64_t seq;
	struct err *err;
};

/* The event that has the receipt's digest: the run's end, or what was noted behind it. */
static bool
look(void *context, const struct ledger_event *event)
{
	struct looking *l = context;

	if (l->seq >= 0 || str_find(event->body, l->hex, 0) == SIZE_MAX)
		return true;
	l->seq = event->seq;
	return arena_copy(l->a, event->body, &l->body) || err_memory(l->err);
}

static bool
write_line(struct store *s, const struct looking *l, struct str note, int64_t old_size,
    int64_t size, struct str *line, struct err *err)
{
	struct receipt_line out = {.checkpoint = note, .event = {.body = l->body, .seq = l->seq}};
	struct tree_proof grown, included;

	return ledger_consistency(s, old_size, size, &grown, err) &&
	       ledger_inclusion(s, l->seq, size, &included, err) &&
	       receipt_path(l->a, &grown, &out.consistency, &out.consistency_count, err) &&
	       receipt_path(l->a, &included, &out.event.path, &out.event.path_count, err) &&
	       record_text(l->a, receipt_line_form, &out, LINE_BYTES_MAX, line, err);
}

bool
receipt_witnessed(struct store *s, struct arena *a, struct str receipt, int64_t witnesses,
    struct str *line, struct err *err)
{
	struct receipt_judge j = {.a = a};
	char hex[DIGEST_HEX_BYTES];
	struct digest digest;
	struct str note;
	int64_t size;

	*line = STR("");
	if (witnesses <= 0)
		return true;
	digest_of(receipt, &digest);
	digest_hex(&digest, hex);
	struct looking l = {.a = a, .hex = str_from(hex), .seq = -1, .err = err};
	if (!receipt_open(a, receipt, &j.r, err))
		return false;
	const char *run = arena_text(a, j.r.said.run.id);
	const struct ledger_filter filter = {.run = run};
	if (!run)
		return err_memory(err);
	if (!ledger_read(s, a, &filter, look, &l, err))
		return false;
	if (l.seq < 0)
		return true;
	if (!db_number(s->db,
		"SELECT size FROM ledger_cosignature WHERE size > $1 AND size >= $2 GROUP BY size "
		"HAVING count(*) >= $3 ORDER BY size LIMIT 1",
		VALUES(db_int(l.seq), db_int(j.r.checkpoint.size), db_int(witnesses)), 0, &size,
		err))
		return false;
	return size == 0 || (ledger_note_at(s, a, size, &note, err) &&
				write_line(s, &l, note, j.r.checkpoint.size, size, line, err));
}

/* -- judged ------------------------------------------------------------------------------------ */

static bool
has_the_receipt(struct receipt_judge *j, const struct receipt_leaf *event, struct err *err)
{
	struct event_row e;

	if (!event_read(j->a, event->body, &e, err))
		return err_wrap(err, "what witnesses added");
	if (!receipt_leaf_is_in(event, &j->later))
		return err_set(err, ERR_REFUSED, "the witnessed log does not have its event");
	return receipt_digest_is(j->receipt, event_said(&e, "receipt")) ||
	       err_set(err, ERR_REFUSED, "the witnessed event belongs to another receipt");
}

bool
judge_later(struct receipt_judge *j, struct err *err)
{
	const struct json_limits limits = {LINE_BYTES_MAX, 8, 4096, 20};
	const struct checkpoint *own = &j->r.checkpoint;
	struct receipt_line line = {.consistency_count = 0};
	struct cosigned seen;
	struct tree_proof grown;
	struct json_doc d;

	if (!json_parse_canonical(j->a, j->line, NULL, &limits, &d, err) ||
	    !record_read(j->a, &d, json_root(&d), receipt_line_form, &line, err) ||
	    !checkpoint_read(j->a, line.checkpoint, &j->later, err))
		return err_wrap(err, "what witnesses added");
	log_cosigned(j->trust, &j->later, &seen);
	if (!log_signer(
		j->trust, &j->later, seen.enough_us ? seen.enough_us : j->r.said.made_us, err))
		return err_wrap(err, "the witnessed checkpoint");
	if (!str_eq(j->later.origin, own->origin) || j->later.size < own->size ||
	    !receipt_proof(line.consistency, line.consistency_count, &grown) ||
	    !tree_verify_consistency(own->size, &own->root, j->later.size, &j->later.root, &grown))
		return err_set(
		    err, ERR_REFUSED, "the witnessed checkpoint does not extend the receipt's");
	if (!has_the_receipt(j, &line.event, err))
		return false;
	j->witnessed = seen;
	return true;
}
