/* SPDX-License-Identifier: MIT */
/* ledger_marks.c: what was promised about the log: checkpoints, witnesses, numbers of writers. */
#include "ledger_verify.h"

#include <inttypes.h>
#include <stdio.h>

#define NOTE_ARENA_BYTES ((size_t)4 << 20)
#define UNWITNESSED_US (INT64_C(24) * 3600 * 1000000)

/* -- the log's name and key ------------------------------------------------------------------ */

static bool
take_origin(void *context, const struct db_row *row)
{
	struct ledger_walk *w = context;

	db_column_copy(row, 0, w->origin_bytes, sizeof(w->origin_bytes));
	w->origin = str_from(w->origin_bytes);
	return true;
}

static bool
next_checkpoint(struct ledger_walk *w, int64_t behind, struct err *err)
{
	return db_number(w->db,
	    "SELECT size FROM ledger_checkpoint WHERE size > $1 ORDER BY size LIMIT 1",
	    VALUES(db_int(behind)), 0, &w->next_size, err);
}

/* What was seen is borrowed from the caller, and read into the walk's own arena's lifetime. */
static void
read_seen(struct ledger_walk *w, struct arena *a)
{
	struct err why = {0};

	if (w->check->seen.n == 0)
		return;
	if (checkpoint_read(a, w->check->seen, &w->seen, &why))
		w->seen_is_read = true;
	else
		ledger_problem_tell(w, -1, "seen", "%s", why.message);
	if (w->seen_is_read && !str_eq(w->seen.origin, w->origin))
		ledger_problem_tell(w, -1, "seen",
		    "the checkpoint that was seen is of another log, '%.*s'",
		    STR_ARG(w->seen.origin));
}

bool
marks_begin(struct ledger_walk *w, struct err *err)
{
	struct arena *a = arena_new(NOTE_ARENA_BYTES);

	if (!a)
		return err_memory(err);
	bool good = db_query(w->db, "SELECT value FROM meta WHERE name = 'origin'", NULL, 0,
			take_origin, w, err) &&
		    next_checkpoint(w, 0, err);
	if (good)
		read_seen(w, a);
	arena_free(a);
	return good;
}

/* -- a checkpoint ---------------------------------------------------------------------------- */

static bool
log_key_counts(
    const struct ledger_walk *w, const struct checkpoint *c, int64_t at_us, struct err *why)
{
	const struct trust *t = w->check->trust;
	int64_t ignored;

	for (size_t i = 0; i < t->service_count; i++) {
		const struct trust_service *log = &t->services[i];
		if (log->purpose == SERVICE_LOG && str_eq(log->name, c->origin) &&
		    checkpoint_verify(c, c->origin, &log->key, &ignored, why) &&
		    service_counts(log, at_us, why))
			return true;
	}
	return err_set(
	    why, ERR_REFUSED, "no trusted key of the log '%.*s' signed it", STR_ARG(c->origin));
}

struct mark { /* a checkpoint as it is stored */
	struct arena *a;
	struct str note, lines;
	char root[DIGEST_HEX_BYTES];
	int64_t made_us;
	struct buf cosigned;
	struct err *err;
};

static bool
take_mark(void *context, const struct db_row *row)
{
	struct mark *m = context;

	db_column_copy(row, 0, m->root, sizeof(m->root));
	m->made_us = db_column_int(row, 2);
	return db_column_keep(m->a, row, 1, &m->note, m->err);
}

static bool
take_line(void *context, const struct db_row *row)
{
	struct mark *m = context;

	buf_str(&m->cosigned, db_column_text(row, 0));
	return true;
}

static bool
read_mark(struct ledger_walk *w, struct mark *m, struct err *err)
{
	m->err = err;
	if (!db_query(w->db,
		"SELECT root_sha256, note, made_us FROM ledger_checkpoint WHERE size = $1",
		VALUES(db_int(w->next_size)), take_mark, m, err))
		return false;
	buf_str(&m->cosigned, m->note);
	return db_query(w->db,
	    "SELECT line FROM ledger_cosignature WHERE size = $1 ORDER BY witness",
	    VALUES(db_int(w->next_size)), take_line, m, err);
}

static void
check_witnesses(struct ledger_walk *w, const struct checkpoint *c, int64_t made_us)
{
	const struct trust *t = w->check->trust;
	struct err why = {0};
	int64_t count = 0, at_us;

	for (size_t i = 0; i < t->service_count; i++) {
		const struct trust_service *one = &t->services[i];
		if (one->purpose != SERVICE_WITNESS)
			continue;
		if (checkpoint_verify(c, one->name, &one->key, &at_us, &why))
			count += service_counts(one, at_us, &why);
		else if (str_ends(str_from(why.message), STR("does not hold")))
			ledger_problem_tell(w, c->size - 1, "witness", "%s", why.message);
	}
	if (count >= t->witnesses)
		w->witnessed_us = made_us;
}

static void
check_note(struct ledger_walk *w, const struct mark *m, const struct digest *root)
{
	int64_t seq = w->next_size - 1;
	char hex[DIGEST_HEX_BYTES];
	struct checkpoint c;
	struct err why = {0};

	digest_hex(root, hex);
	if (!checkpoint_read(m->a, buf_view(&m->cosigned), &c, &why)) {
		ledger_problem_tell(w, seq, "checkpoint", "%s", why.message);
		return;
	}
	if (strcmp(m->root, hex) != 0 || !digest_eq(&c.root, root))
		ledger_problem_tell(w, seq, "checkpoint",
		    "the checkpoint of %" PRId64 " events has another root than they have",
		    w->next_size);
	if (c.size != w->next_size || !str_eq(c.origin, w->origin))
		ledger_problem_tell(
		    w, seq, "checkpoint", "the checkpoint is of another log or size");
	w->checkpoint_us = m->made_us;
	if (!w->check->trust)
		return;
	if (!log_key_counts(w, &c, m->made_us, &why))
		ledger_problem_tell(w, seq, "checkpoint", "%s", why.message);
	check_witnesses(w, &c, m->made_us);
}

static bool
pass_checkpoint(struct ledger_walk *w, const struct digest *root, struct err *err)
{
	struct mark m = {.a = arena_new(NOTE_ARENA_BYTES)};

	if (!m.a)
		return err_memory(err);
	buf_init(&m.cosigned, NOTE_BYTES_MAX);
	bool good = read_mark(w, &m, err);
	if (good)
		check_note(w, &m, root);
	buf_release(&m.cosigned);
	arena_free(m.a);
	return good && next_checkpoint(w, w->next_size, err);
}

bool
marks_pass(struct ledger_walk *w, struct err *err)
{
	bool seen = w->seen_is_read && w->seen.size == w->size;
	struct digest root;

	if (!seen && w->next_size != w->size)
		return true;
	tree_range_root(&w->range, &root);
	if (seen && !digest_eq(&root, &w->seen.root))
		ledger_problem_tell(w, w->size - 1, "fork",
		    "the first %" PRId64 " events are not those that were seen", w->size);
	return w->next_size != w->size || pass_checkpoint(w, &root, err);
}

/* -- at the end ------------------------------------------------------------------------------ */

struct missing {
	struct ledger_walk *w;
	const char *words;
};

static bool
take_missing(void *context, const struct db_row *row)
{
	const struct missing *m = context;

	ledger_problem_tell(m->w, db_column_int(row, 2), "gap",
	    "%s: writer '%.*s', number %" PRId64, m->words, STR_ARG(db_column_text(row, 0)),
	    db_column_int(row, 1));
	return true;
}

/* What is missing between two of a writer's events, before those that wait, and at the end. */
static bool
check_writers(struct ledger_walk *w, struct err *err)
{
	static const char *const queries[][2] = {
	    {"SELECT writer, writer_seq, seq FROM (SELECT writer, writer_seq, seq, "
	     "COALESCE(lag(writer_seq) OVER (PARTITION BY writer ORDER BY seq), 0) AS before FROM "
	     "ledger_event) AS steps WHERE writer_seq <> before + 1 ORDER BY seq LIMIT 20",
		"an event is missing before it, or stands elsewhere"},
	    {"SELECT writer, min(writer_seq), -1 FROM ledger_pending p GROUP BY writer HAVING "
	     "min(writer_seq) <> COALESCE((SELECT max(e.writer_seq) FROM ledger_event e WHERE "
	     "e.writer = p.writer), 0) + 1 OR max(writer_seq) - min(writer_seq) + 1 <> count(*)",
		"an event that waited is missing"},
	    {"SELECT id, seq, -1 FROM ledger_writer w WHERE seq <> COALESCE((SELECT "
	     "max(p.writer_seq) FROM ledger_pending p WHERE p.writer = w.id), (SELECT "
	     "max(e.writer_seq) FROM ledger_event e WHERE e.writer = w.id), 0)",
		"the last event is missing"},
	};

	for (size_t i = 0; i < ARRAY_LENGTH(queries); i++) {
		struct missing m = {w, queries[i][1]};
		if (!db_query(w->db, queries[i][0], NULL, 0, take_missing, &m, err))
			return false;
	}
	return true;
}

static void
check_age(struct ledger_walk *w)
{
	const struct trust *t = w->check->trust;

	if (t && t->witnesses > 0 && w->checkpoint_us - w->witnessed_us > UNWITNESSED_US)
		ledger_problem_tell(w, -1, "unwitnessed",
		    "no checkpoint of the last day has the %" PRId64 " witnesses that it needs",
		    t->witnesses);
}

bool
marks_end(struct ledger_walk *w, struct err *err)
{
	int64_t unknown;

	if (w->seen_is_read && w->seen.size > w->size)
		ledger_problem_tell(w, -1, "rollback",
		    "the log has %" PRId64 " events, and a checkpoint of %" PRId64 " was seen",
		    w->size, w->seen.size);
	if (!db_number(w->db, "SELECT count(*) FROM ledger_checkpoint WHERE size > $1",
		VALUES(db_int(w->size)), 0, &unknown, err))
		return false;
	if (unknown > 0)
		ledger_problem_tell(w, -1, "truncated",
		    "%" PRId64 " checkpoints are of more events than the %" PRId64
		    " that are there",
		    unknown, w->size);
	check_age(w);
	return check_writers(w, err);
}
