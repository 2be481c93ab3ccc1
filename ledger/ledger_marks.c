/* SPDX-License-Identifier: MIT */
/* ledger_marks.c: what was promised about the log: checkpoints, witnesses, numbers of writers. */
#include "ledger_verify.h"

#include "json.h"

#include <inttypes.h>
#include <stdio.h>

#define UNWITNESSED_US (INT64_C(24) * 3600 * 1000000)

bool
ledger_mark_after(struct db *db, int64_t behind, int64_t *size, struct err *err)
{
	return db_number(db,
	    "SELECT size FROM ledger_checkpoint WHERE size > $1 ORDER BY size LIMIT 1",
	    VALUES(db_int(behind)), 0, size, err);
}

/* -- the log's names ------------------------------------------------------------------------- */

static void
write_name(struct str name, char out[WORD_BYTES_MAX + 1])
{
	struct buf word;

	buf_init(&word, WORD_BYTES_MAX + 1);
	event_word(name, &word);
	snprintf(out, WORD_BYTES_MAX + 1, "%.*s", STR_ARG(buf_view(&word)));
	buf_release(&word);
}

/* Is this the log's name at this place? */
static bool
is_named(const struct ledger_walk *w, struct str name)
{
	char word[WORD_BYTES_MAX + 1];

	if (!w->era[0])
		return str_eq(name, w->origin);
	write_name(name, word);
	return strcmp(word, w->era) == 0;
}

/* Its statement about the earlier log must match this log. */
static void
check_opening(struct ledger_walk *w, int64_t seq, const struct ledger_opening *o)
{
	struct digest root;

	if (seq == 0 || o->seq < 0)
		return;
	tree_range_root(&w->range, &root);
	if ((w->era[0] && !str_is(o->follows, w->era)) || o->size != seq ||
	    !digest_eq(&o->root, &root))
		ledger_problem_tell(w, seq, "name",
		    "the log is reopened, but the log that it claims to follow differs from the events before");
}

void
marks_opened(struct ledger_walk *w, const struct event_row *e)
{
	struct ledger_opening o = {.seq = e->seq};

	ledger_opening_read(e, &o);
	check_opening(w, e->seq, &o);
	snprintf(w->era, sizeof(w->era), "%.*s", STR_ARG(o.origin));
	w->seen_is_named = w->seen_is_named || strcmp(w->seen_name, w->era) == 0;
}

void
marks_name_end(struct ledger_walk *w)
{
	if (!is_named(w, w->origin))
		ledger_problem_tell(w, -1, "name",
		    "the store names its log '%.*s', but its events name it '%s'",
		    STR_ARG(w->origin), w->era);
}

/* -- what was seen --------------------------------------------------------------------------- */

void
marks_seen_read(struct ledger_walk *w, struct arena *a)
{
	struct err why = {0};

	if (w->check->seen.n == 0)
		return;
	if (checkpoint_read(a, w->check->seen, &w->seen, &why))
		w->seen_is_read = true;
	else
		ledger_problem_tell(w, -1, "seen", "%s", why.message);
	write_name(w->seen.origin, w->seen_name);
	w->seen_is_named = is_named(w, w->seen.origin);
}

bool
marks_begin(struct ledger_walk *w, struct err *err)
{
	struct arena *a = arena_new(MARK_BYTES_MAX);

	if (!a)
		return err_memory(err);
	bool good = db_one_copy(w->db, "SELECT value FROM meta WHERE name = 'origin'", NULL, 0,
			w->origin_bytes, sizeof(w->origin_bytes), err) &&
		    ledger_mark_after(w->db, 0, &w->next_size, err);
	w->origin = str_from(w->origin_bytes);
	if (good)
		marks_seen_read(w, a);
	arena_free(a);
	return good;
}

/* -- a checkpoint ---------------------------------------------------------------------------- */

FORM(mark_form, struct ledger_mark, MEMBER(struct ledger_mark, root_sha256),
    MEMBER(struct ledger_mark, made_us));

bool
ledger_mark_read(
    struct db *db, struct arena *a, int64_t size, struct ledger_mark *out, struct err *err)
{
	*out = (struct ledger_mark){.size = size};
	return db_item(db, NULL,
		   "SELECT root_sha256, made_us FROM ledger_checkpoint WHERE size = $1",
		   VALUES(db_int(size)), &mark_form, out, NULL, err) &&
	       ledger_note_text(db, a, size, &out->note, err);
}

static void
check_witnesses(struct ledger_walk *w, const struct checkpoint *c, int64_t made_us)
{
	struct cosigned seen;

	log_cosigned(w->check->trust, c, &seen);
	if (seen.forged.code != ERR_NONE)
		ledger_problem_tell(w, c->size - 1, "witness", "%s", seen.forged.message);
	if (seen.count >= w->check->trust->witnesses)
		w->witnessed_us = made_us;
}

void
marks_judge(
    struct ledger_walk *w, struct arena *a, const struct ledger_mark *m, const struct digest *root)
{
	int64_t seq = m->size - 1;
	char hex[DIGEST_HEX_BYTES];
	struct checkpoint c;
	struct err why = {0};

	digest_hex(root, hex);
	if (!checkpoint_read(a, m->note, &c, &why)) {
		ledger_problem_tell(w, seq, "checkpoint", "%s", why.message);
		return;
	}
	if ((m->root_sha256[0] && strcmp(m->root_sha256, hex) != 0) || !digest_eq(&c.root, root))
		ledger_problem_tell(w, seq, "checkpoint",
		    "the checkpoint of %" PRId64 " events has a root that differs from theirs",
		    m->size);
	if (c.size != m->size || !is_named(w, c.origin))
		ledger_problem_tell(
		    w, seq, "checkpoint", "the checkpoint is for a different log or size");
	w->checkpoint_us = m->made_us;
	keys_judge(w, &c);
	if (!w->check->trust)
		return;
	if (!log_signer(w->check->trust, &c, m->made_us, &why))
		ledger_problem_tell(w, seq, "checkpoint", "%s", why.message);
	check_witnesses(w, &c, m->made_us);
}

static bool
pass_checkpoint(struct ledger_walk *w, const struct digest *root, struct err *err)
{
	struct arena *a = arena_new(MARK_BYTES_MAX);
	struct ledger_mark m;

	if (!a)
		return err_memory(err);
	bool good = ledger_mark_read(w->db, a, w->next_size, &m, err);
	if (good)
		marks_judge(w, a, &m, root);
	arena_free(a);
	return good && ledger_mark_after(w->db, w->next_size, &w->next_size, err);
}

void
marks_seen_pass(struct ledger_walk *w)
{
	struct digest root;

	if (!w->seen_is_read || w->seen.size != w->size)
		return;
	tree_range_root(&w->range, &root);
	if (!digest_eq(&root, &w->seen.root))
		ledger_problem_tell(w, w->size - 1, "fork",
		    "the first %" PRId64 " events differ from those of the saved checkpoint",
		    w->size);
}

void
marks_seen_end(struct ledger_walk *w)
{
	if (w->seen_is_read && !w->seen_is_named)
		ledger_problem_tell(w, -1, "seen",
		    "the saved checkpoint belongs to another log, '%s'", w->seen_name);
	if (w->seen_is_read && w->seen.size > w->size)
		ledger_problem_tell(w, -1, "rollback",
		    "the log has %" PRId64 " events, but a saved checkpoint has %" PRId64, w->size,
		    w->seen.size);
}

bool
marks_pass(struct ledger_walk *w, struct err *err)
{
	struct digest root;

	marks_seen_pass(w);
	if (w->next_size != w->size)
		return true;
	tree_range_root(&w->range, &root);
	return pass_checkpoint(w, &root, err);
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

/* The last number of a writer that has its place, or waits as `aside` says. */
#define LAST_OF(writer_id, aside)                                                                  \
	"COALESCE((SELECT max(x.n) FROM (SELECT e.writer_seq AS n FROM ledger_event e WHERE "      \
	"e.writer = " writer_id " UNION ALL SELECT a.writer_seq FROM ledger_pending a WHERE "      \
	"a.writer = " writer_id aside ") x), 0)"

/* Finds events that are missing between two of a writer's, before those that wait, and at the end. */
static bool
check_writers(struct ledger_walk *w, struct err *err)
{
	static const char *const queries[][2] = {
	    {"SELECT writer, writer_seq, seq FROM (SELECT writer, writer_seq, seq, "
	     "COALESCE(lag(writer_seq) OVER (PARTITION BY writer ORDER BY seq), 0) AS before FROM "
	     "ledger_event) AS steps WHERE writer_seq <> before + 1 AND writer_seq <> before + 1 + "
	     "(SELECT count(*) FROM ledger_pending p WHERE p.writer = steps.writer AND p.aside IS "
	     "NOT NULL AND p.writer_seq > steps.before AND p.writer_seq < steps.writer_seq) ORDER "
	     "BY seq LIMIT 20",
		"an event before it is missing or misplaced"},
	    {"SELECT writer, min(writer_seq), -1 FROM ledger_pending p WHERE aside IS NULL GROUP "
	     "BY writer HAVING min(writer_seq) <> " LAST_OF("p.writer",
		 " AND a.aside IS NOT NULL") " + 1 OR max(writer_seq) - min(writer_seq) + 1 <> count(*)",
		"a pending event is missing"},
	    {"SELECT id, seq, -1 FROM ledger_writer w WHERE seq <> " LAST_OF("w.id", ""),
		"the last event is missing"},
	};

	for (size_t i = 0; i < ARRAY_LENGTH(queries); i++) {
		struct missing m = {w, queries[i][1]};
		if (!db_query(w->db, queries[i][0], NULL, 0, take_missing, &m, err))
			return false;
	}
	return true;
}

static bool
take_aside(void *context, const struct db_row *row)
{
	ledger_note_tell(context, -1, "aside",
	    "entry %" PRId64 " of writer '%.*s' is not an event and was left out: %.*s",
	    db_column_int(row, 1), STR_ARG(db_column_text(row, 0)),
	    STR_ARG(db_column_text(row, 2)));
	return true;
}

static bool
tell_asides(struct ledger_walk *w, struct err *err)
{
	return db_query(w->db,
	    "SELECT writer, writer_seq, aside FROM ledger_pending WHERE aside IS NOT NULL ORDER BY "
	    "writer, writer_seq LIMIT 20",
	    NULL, 0, take_aside, w, err);
}

void
marks_age(struct ledger_walk *w)
{
	const struct trust *t = w->check->trust;

	if (t && t->witnesses > 0 && w->checkpoint_us - w->witnessed_us > UNWITNESSED_US)
		ledger_problem_tell(w, -1, "unwitnessed",
		    "no checkpoint of the last day has the %" PRId64 " required witness signatures",
		    t->witnesses);
}

bool
marks_end(struct ledger_walk *w, struct err *err)
{
	int64_t unknown;

	marks_seen_end(w);
	marks_name_end(w);
	if (!db_number(w->db, "SELECT count(*) FROM ledger_checkpoint WHERE size > $1",
		VALUES(db_int(w->size)), 0, &unknown, err))
		return false;
	if (unknown > 0)
		ledger_problem_tell(w, -1, "truncated",
		    "%" PRId64 " checkpoints cover more events than the %" PRId64 " in the log",
		    unknown, w->size);
	marks_age(w);
	return tell_asides(w, err) && check_writers(w, err) && ballots_end(w, err);
}
