/* SPDX-License-Identifier: MIT */
/* ledger_read.c: reads events, checkpoints and committed texts. */
#include "ledger_parts.h"
#include "note.h"
#include "vault.h"

#include <stdio.h>

#define FILTER_SQL_BYTES 2048
#define FILTER_VALUES 8
#define PAGE 1000
#define HEADS_MAX 20 /* so much junk may stand before a checkpoint */
#define HEAD_ARENA_BYTES ((size_t)4 << 20)

struct reading {
	size_t taken;
	int64_t last;
	bool (*hear)(void *context, const struct ledger_event *event);
	void *context;
};

static bool
take_event(void *context, const struct db_row *row)
{
	struct reading *r = context;
	struct ledger_event e = {.seq = db_column_int(row, 0),
	    .time_us = db_column_int(row, 1),
	    .type = db_column_text(row, 2),
	    .actor = db_column_text(row, 3),
	    .run = db_column_text(row, 4),
	    .approval = db_column_text(row, 5),
	    .body = db_column_text(row, 8)};

	db_column_copy(row, 6, e.leaf_sha256, sizeof(e.leaf_sha256));
	db_column_copy(row, 7, e.prev_sha256, sizeof(e.prev_sha256));
	r->taken++;
	r->last = e.seq;
	return r->hear(r->context, &e);
}

struct narrowing {
	struct buf sql;
	struct db_value values[FILTER_VALUES];
	size_t count;
};

static void
narrow(struct narrowing *n, const char *condition, struct db_value value)
{
	n->values[n->count++] = value;
	buf_printf(&n->sql, " AND %s $%zu", condition, n->count);
}

static void
write_query(struct narrowing *n, const struct ledger_filter *f)
{
	buf_init(&n->sql, FILTER_SQL_BYTES);
	buf_text(&n->sql,
	    "SELECT seq, time_us, type, actor, run_id, approval_id, leaf_sha256, prev_sha256, body "
	    "FROM ledger_event WHERE TRUE");
	if (f->run)
		narrow(n, "run_id =", db_zero(f->run));
	if (f->actor)
		narrow(n, "actor =", db_zero(f->actor));
	if (f->type)
		narrow(n, "type =", db_zero(f->type));
	if (f->from_seq > 0)
		narrow(n, "seq >=", db_int(f->from_seq));
	if (f->from_us != 0)
		narrow(n, "time_us >=", db_int(f->from_us));
	if (f->until_us != 0)
		narrow(n, "time_us <", db_int(f->until_us));
	buf_text(&n->sql, " ORDER BY seq");
	if (f->limit > 0) {
		n->values[n->count++] = db_int((int64_t)f->limit);
		buf_printf(&n->sql, " LIMIT $%zu", n->count);
	}
}

bool
ledger_read(struct store *s, struct arena *a, const struct ledger_filter *filter,
    bool (*hear)(void *context, const struct ledger_event *event), void *context, struct err *err)
{
	struct reading r = {.hear = hear, .context = context};
	struct ledger_filter page = *filter;
	size_t left = filter->limit > 0 ? filter->limit : SIZE_MAX;
	bool good = true;

	(void)a;
	do {
		struct narrowing n = {.count = 0};
		page.limit = left < PAGE ? left : PAGE;
		r.taken = 0;
		write_query(&n, &page);
		good = !n.sql.failed || err_memory(err);
		good = good && db_query(s->db, n.sql.p, n.values, n.count, take_event, &r, err);
		buf_release(&n.sql);
		left -= r.taken;
		page.from_seq = r.last + 1;
	} while (good && left > 0 && r.taken == page.limit);
	return good;
}

bool
ledger_size(struct store *s, int64_t *size, struct err *err)
{
	struct log_head head;

	if (!ledger_head_read(s->db, &head, err))
		return false;
	*size = head.size;
	return true;
}

void
ledger_events(struct buf *out)
{
	events_page(out);
}

/* The note, then the witnesses' lines: as one statement, so of one moment. */
bool
ledger_note_text(struct db *db, struct arena *a, int64_t size, struct str *out, struct err *err)
{
	struct str *lines;
	size_t count;
	struct buf text;

	if (!db_list(db, a,
		DB_AHEAD(
		    "SELECT line FROM (SELECT note AS line, '' AS witness FROM ledger_checkpoint WHERE "
		    "size = $1 UNION ALL SELECT line, witness FROM ledger_cosignature WHERE size = $1) "
		    "AS lines ORDER BY witness"),
		VALUES(db_int(size)), &db_texts, &lines, &count, err))
		return false;
	buf_init(&text, NOTE_BYTES_MAX);
	for (size_t i = 0; i < count; i++)
		buf_str(&text, lines[i]);
	bool good = (!text.failed || err_set(err, ERR_LIMIT, "the checkpoint is too long")) &&
		    (arena_copy(a, buf_view(&text), out) || err_memory(err));
	buf_release(&text);
	return good;
}

/*
 * A row may be junk that somebody with the database has put there: the head is the newest that the
 * log's key has signed, or (behind a change of the key) the newest at all that can be read.
 * ledger_verify tells of the others.
 */
struct heads {
	struct public_key key;
	bool has_key;
	int64_t signed_size, read_size;
};

static bool
take_head(void *context, const struct db_row *row)
{
	struct heads *h = context;
	struct arena *a = arena_new(HEAD_ARENA_BYTES);
	struct checkpoint c;
	struct err ignored;
	int64_t at_us;

	if (a && h->signed_size == 0 && checkpoint_read(a, db_column_text(row, 0), &c, &ignored) &&
	    c.size == db_column_int(row, 1)) {
		h->read_size = h->read_size ? h->read_size : c.size;
		if (h->has_key && checkpoint_verify(&c, c.origin, &h->key, &at_us, &ignored))
			h->signed_size = c.size;
	}
	arena_free(a);
	return true;
}

static bool
find_head(struct db *db, int64_t *size, struct err *err)
{
	char key[STORE_KEY_BYTES];
	struct heads h = {.signed_size = 0};
	struct err ignored;

	if (!db_one_copy(db, "SELECT value FROM meta WHERE name = 'log_key'", NULL, 0, key,
		sizeof(key), err))
		return false;
	h.has_key = public_key_read(str_from(key), &h.key, &ignored);
	if (!db_query(db, "SELECT note, size FROM ledger_checkpoint ORDER BY size DESC LIMIT $1",
		VALUES(db_int(HEADS_MAX)), take_head, &h, err))
		return false;
	*size = h.signed_size ? h.signed_size : h.read_size;
	return true;
}

/* A checkpoint that this transaction has signed is the head, and need not be verified. */
static bool
signed_here(struct store *s, struct arena *a, int64_t *size)
{
	struct checkpoint c;
	struct err ignored;

	if (!s->signed_note || !s->db->in_transaction ||
	    !checkpoint_read(a, str_from(s->signed_note), &c, &ignored))
		return false;
	*size = c.size;
	return true;
}

bool
ledger_note_at(struct store *s, struct arena *a, int64_t size, struct str *out, struct err *err)
{
	*out = STR("");
	if (size == 0 && !signed_here(s, a, &size) && !find_head(s->db, &size, err))
		return false;
	return ledger_note_text(s->db, a, size, out, err) &&
	       (out->n > 0 || err_set(err, ERR_INPUT, "the ledger has no checkpoint yet"));
}

bool
ledger_head_note(struct store *s, struct arena *a, struct str *out, struct err *err)
{
	return ledger_note_at(s, a, 0, out, err);
}

bool
ledger_head(struct store *s, struct arena *a, struct checkpoint *out, struct err *err)
{
	struct str note;

	return ledger_head_note(s, a, &note, err) && checkpoint_read(a, note, out, err);
}

struct opened {
	struct str salt, words, key_id;
};
FORM(opened_form, struct opened, MEMBER(struct opened, salt), MEMBER(struct opened, words),
    MEMBER(struct opened, key_id));

static bool
open_words(
    struct store *s, struct arena *a, struct opened *o, const char *commitment, struct err *err)
{
	struct vault_key key;
	struct str plain;

	if (!vault_key_get(s->db, o->key_id, &key, err))
		return false;
	bool good = seal_open(key.bytes, str_from(commitment), o->salt, a, &plain, err);
	seal_key_wipe(key.bytes);
	if (!good)
		return err_wrap(err, "the text behind the commitment '%s'", commitment);
	if (plain.n < COMMIT_SALT_BYTES)
		return err_set(err, ERR_INTERNAL,
		    "the text behind the commitment '%s' is truncated", commitment);
	o->salt = str_slice(plain, 0, COMMIT_SALT_BYTES);
	o->words = str_slice(plain, COMMIT_SALT_BYTES, plain.n);
	return true;
}

bool
ledger_words(struct store *s, struct arena *a, const char *commitment, struct str *salt,
    struct str *words, struct err *err)
{
	struct opened o;
	bool found;

	*salt = *words = STR("");
	if (!db_item(s->db, a, "SELECT salt, words, key_id FROM ledger_words WHERE sha256 = $1",
		VALUES(db_zero(commitment)), &opened_form, &o, &found, err))
		return false;
	if (!found)
		return err_set(err, ERR_INPUT, "there is no commitment '%s'", commitment);
	if (o.key_id.n > 0 && o.salt.n > 0 && !open_words(s, a, &o, commitment, err))
		return false;
	*salt = o.salt;
	*words = o.words;
	return true;
}
