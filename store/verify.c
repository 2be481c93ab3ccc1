/* SPDX-License-Identifier: MIT */
/*
 * verify.c: whatever the guards would have refused is looked for in what is there. Each check is a
 * query for rows that should not be; a row is a problem, its first column the name.
 */
#include "parts.h"

#define PROBLEMS_PER_CHECK 20
#define CONTENT_ARENA_BYTES ((size_t)1 << 30)

struct check {
	const char *sql, *words;
};

static const struct check checks[] = {
    {"SELECT r.id FROM run r WHERE r.state = 'running' AND NOT (r.verdict = 'allow' OR EXISTS "
     "(SELECT 1 FROM approval a WHERE a.run_id = r.id AND a.kind IN ('execute', 'break_glass') AND "
     "a.state = 'consumed' AND a.subject_sha256 = r.subject_sha256)) IS TRUE",
	"runs without authority"},
    {"SELECT r.id FROM run r WHERE r.state = 'answered' AND (r.output_sha256 IS NULL OR "
     "r.record_sha256 IS NULL)",
	"is answered without an output and a record"},
    {"SELECT r.id FROM run r WHERE r.state = 'answered' AND EXISTS (SELECT 1 FROM approval a WHERE "
     "a.run_id = r.id AND a.kind = 'release_output' AND a.subject_sha256 = r.subject_sha256 AND "
     "a.state <> 'consumed')",
	"is answered without its release"},
    {"SELECT r.id FROM run r WHERE r.state IN ('received', 'planned', 'generated', 'checked', "
     "'approved', 'running', 'ran', 'validated') AND NOT EXISTS (SELECT 1 FROM job j WHERE "
     "j.run_id = r.id)",
	"is open and has no job"},
    {"SELECT j.run_id FROM job j JOIN run r ON r.id = j.run_id WHERE r.state IN "
     "('awaiting_approval', 'answered', 'refused', 'rejected', 'failed', 'expired', 'cancelled', "
     "'halted')",
	"waits or is over and has a job"},
    {"SELECT r.id FROM run r WHERE r.state = 'awaiting_approval' AND NOT EXISTS (SELECT 1 FROM "
     "approval a WHERE a.run_id = r.id AND a.subject_sha256 = r.subject_sha256 AND a.state IN "
     "('pending', 'changes_requested'))",
	"waits for no approval"},
    {"SELECT a.id FROM approval a WHERE a.state IN ('approved', 'consumed') AND "
     "EXISTS (SELECT 1 FROM approval_need n WHERE n.approval_id = a.id AND n.n > "
     "(SELECT count(*) FROM approval_vote v WHERE v.approval_id = a.id AND v.need = n.name AND "
     "v.decision = 'approve' AND v.withdrawn_us IS NULL))",
	"is approved without its needs"},
    {"SELECT a.id FROM approval a WHERE a.state IN ('approved', 'consumed') AND EXISTS (SELECT 1 "
     "FROM approval_vote v WHERE v.approval_id = a.id AND v.withdrawn_us IS NULL AND v.decision IN "
     "('reject', 'request_changes'))",
	"is approved against a veto"},
    {"SELECT a.id FROM approval a WHERE a.rule_sha256 <> sha256_hex(a.rule)",
	"has a rule with another digest"},
    {"SELECT v.id FROM approval_vote v JOIN approval a ON a.id = v.approval_id WHERE a.solo = 0 "
     "AND "
     "(v.voter_id = a.requester_id OR v.on_behalf_id = a.requester_id)",
	"is a vote by the person who asked for it"},
    {"SELECT s.run_id FROM run_step s GROUP BY s.run_id HAVING count(*) <> max(s.seq)",
	"has a gap in its history"},
    {"SELECT r.id FROM run r WHERE r.state <> (SELECT s.dst FROM run_step s WHERE s.run_id = r.id "
     "ORDER BY s.seq DESC LIMIT 1)",
	"has a state that differs from its history"},
    {"SELECT r.id FROM run r WHERE r.state IN ('answered', 'refused', 'rejected', 'failed', "
     "'expired', 'cancelled', 'halted') AND NOT EXISTS (SELECT 1 FROM ledger_event e WHERE "
     "e.run_id = r.id AND e.type = 'run.' || r.state) AND NOT EXISTS (SELECT 1 FROM "
     "ledger_pending p WHERE p.run_id = r.id AND p.type = 'run.' || r.state)",
	"is over without an event that records it"},
    {"SELECT e.id FROM exception e WHERE e.uses <> (SELECT count(*) FROM exception_use u WHERE "
     "u.exception_id = e.id)",
	"has a count of uses that differs from its recorded uses"},
    {"SELECT b.approval_id FROM break_glass b WHERE b.reviewed_us IS NULL AND b.review_due_us < "
     "now_us()",
	"is an emergency whose review is overdue"},
};

struct found {
	struct buf *problems;
	const char *words;
	size_t count;
};

static bool
note(void *context, const struct db_row *row)
{
	struct found *f = context;

	if (f->count++ < PROBLEMS_PER_CHECK) {
		buf_printf(f->problems, "'%.*s' %s\n", STR_ARG(db_column_text(row, 0)), f->words);
	} else if (f->count == PROBLEMS_PER_CHECK + 1) {
		buf_printf(f->problems, "and more of this kind\n");
	}
	return true;
}

static bool
look(struct db *db, void *context, struct err *err)
{
	for (size_t i = 0; i < ARRAY_LENGTH(checks); i++) {
		struct found f = {context, checks[i].words, 0};
		if (!db_query(db, checks[i].sql, NULL, 0, note, &f, err))
			return false;
	}
	return true;
}

static bool
note_engine(void *context, const struct db_row *row)
{
	struct str text = db_column_text(row, 0);

	if (!str_is(text, "ok"))
		buf_printf(context, "%.*s\n", STR_ARG(text));
	return true;
}

/* The file itself, and that whatever is referred to is there: SQLite's own checks. PostgreSQL has
 * none that a client could ask for; its foreign keys can't be switched off by one either. */
static bool
look_at_engine(struct db *db, struct buf *problems, struct err *err)
{
	if (strcmp(db->engine->name, "sqlite") != 0)
		return true;
	return db_query(db, "PRAGMA integrity_check", NULL, 0, note_engine, problems, err) &&
	       db_query(db, "PRAGMA foreign_key_check", NULL, 0, note_engine, problems, err);
}

struct stored_digest {
	char sha256[DIGEST_HEX_BYTES];
	bool erased;
};
FORM(digest_form, struct stored_digest, MEMBER(struct stored_digest, sha256),
    MEMBER(struct stored_digest, erased));

static bool
check_content(struct store *s, const char *sha256, struct buf *problems, struct err *err)
{
	struct arena *a = arena_new(CONTENT_ARENA_BYTES);
	struct str ignored;
	struct err why;

	if (!a)
		return err_memory(err);
	bool good = content_get(s, a, sha256, &ignored, &why);
	arena_free(a);
	if (good)
		return true;
	if (why.code == ERR_INTERNAL)
		buf_printf(problems, "the content '%s' is damaged\n", sha256);
	else if (why.code == ERR_INPUT)
		buf_printf(problems, "%s\n", why.message);
	else
		*err = why;
	return why.code == ERR_INTERNAL || why.code == ERR_INPUT;
}

/* One at a time, so that the largest decides how much memory that takes. What was erased is as it
 * should be; what has lost its key without that is not. */
static bool
hash_contents(struct store *s, struct buf *problems, struct err *err)
{
	struct stored_digest d = {.sha256 = ""};

	for (bool found = true; found;)
		if (!db_item(s->db, NULL,
			"SELECT sha256, erased_us FROM content WHERE sha256 > $1 ORDER BY sha256 "
			"LIMIT 1",
			VALUES(db_text(str_from(d.sha256))), &digest_form, &d, &found, err) ||
		    (found && !d.erased && !check_content(s, d.sha256, problems, err)))
			return false;
	return true;
}

/* -- what people signed ---------------------------------------------------------------------- */

#define COLUMNS_MAX 12
#define SKEW_US (INT64_C(60) * 1000000) /* how far two machines' clocks may be apart */

struct signed_row {
	struct str
	    columns[COLUMNS_MAX];  /* its id, its envelope's digest, its key, and what it repeats */
	int64_t from_us, until_us; /* its time, of what was signed: between these */
};

/* How the rows of one kind are read, and what was signed in their words. Their time is behind
 * their columns. */
struct signed_rows {
	const char *sql, *what;
	size_t columns;
	bool (*read)(struct arena *a, struct str payload, struct signed_row *out, struct err *why);
};

/* A vote's row has the time at which it came in. */
static bool
read_vote(struct arena *a, struct str payload, struct signed_row *out, struct err *why)
{
	struct vote *v = arena_alloc(a, sizeof(*v));

	if (!v)
		return err_memory(why);
	if (!vote_read(a, payload, v, why))
		return false;
	*out = (struct signed_row){.columns = {[3] = v->approval,
				       str_from(v->subject_sha256),
				       v->voter,
				       v->on_behalf,
				       v->need,
				       str_from(vote_decision_name(v->decision)),
				       v->reason,
				       v->ticket},
	    .from_us = v->voted_us - SKEW_US,
	    .until_us = v->expires_us + SKEW_US};
	return true;
}

static bool
read_act(struct arena *a, struct str payload, struct signed_row *out, struct err *why)
{
	struct act t;

	if (!act_read(a, payload, &t, why))
		return false;
	*out =
	    (struct signed_row){.columns = {[3] = str_from(act_rule(t.kind)->name), t.target, t.by},
		.from_us = t.made_us,
		.until_us = t.made_us};
	return true;
}

static const struct signed_rows SIGNED[] = {
    {"SELECT v.id, envelope_sha256, keyid, approval_id, subject_sha256, voter_id, on_behalf_id, "
     "need, decision, reason, ticket, voted_us FROM approval_vote v JOIN content c ON c.sha256 = "
     "envelope_sha256 WHERE c.erased_us IS NULL ORDER BY v.id",
	"vote", 11, read_vote},
    {"SELECT t.id, envelope_sha256, keyid, kind, target, by_id, t.made_us FROM act t JOIN content "
     "c ON c.sha256 = envelope_sha256 WHERE c.erased_us IS NULL ORDER BY t.id",
	"act", 6, read_act},
};

struct comparing {
	struct store *s;
	const struct signed_rows *rows;
	struct buf *problems;
	struct err *err;
};

/* The row repeats what was signed, and nothing else. */
static bool
repeats_envelope(
    const struct comparing *c, struct arena *a, const struct db_row *row, struct err *why)
{
	struct signed_row is = {.from_us = 0};
	struct envelope e;
	char sha256[DIGEST_HEX_BYTES];
	struct str text;

	db_column_copy(row, 1, sha256, sizeof(sha256));
	if (!content_get(c->s, a, sha256, &text, why) || !envelope_read(a, text, &e, why) ||
	    !c->rows->read(a, e.payload, &is, why))
		return false;
	is.columns[0] = db_column_text(row, 0);
	is.columns[1] = db_column_text(row, 1);
	is.columns[2] = str_from(e.signatures[0].keyid);
	bool same = e.count == 1;
	for (size_t i = 0; i < c->rows->columns; i++)
		same = same && str_eq(db_column_text(row, i), is.columns[i]);
	int64_t at_us = db_column_int(row, c->rows->columns);
	return (same && at_us >= is.from_us && at_us <= is.until_us) ||
	       err_set(why, ERR_INPUT, "its row differs from what was signed");
}

static bool
compare_row(void *context, const struct db_row *row)
{
	const struct comparing *c = context;
	struct arena *a = arena_new(CONTENT_ARENA_BYTES);
	struct err why;

	if (!a)
		return err_memory(c->err);
	if (!repeats_envelope(c, a, row, &why))
		buf_printf(c->problems, "the %s '%.*s': %s\n", c->rows->what,
		    STR_ARG(db_column_text(row, 0)), why.message);
	arena_free(a);
	return true;
}

static bool
compare_signed(struct store *s, struct buf *problems, struct err *err)
{
	for (size_t i = 0; i < ARRAY_LENGTH(SIGNED); i++) {
		struct comparing c = {s, &SIGNED[i], problems, err};
		if (!db_query(s->db, SIGNED[i].sql, NULL, 0, compare_row, &c, err))
			return false;
	}
	return true;
}

bool
store_verify(struct store *s, struct buf *problems, struct err *err)
{
	return look_at_engine(s->db, problems, err) && db_read(s->db, look, problems, err) &&
	       hash_contents(s, problems, err) && compare_signed(s, problems, err);
}
