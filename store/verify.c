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
	"is a vote for what one asked for himself"},
    {"SELECT s.run_id FROM run_step s GROUP BY s.run_id HAVING count(*) <> max(s.seq)",
	"has a gap in its history"},
    {"SELECT e.id FROM exception e WHERE e.uses <> (SELECT count(*) FROM exception_use u WHERE "
     "u.exception_id = e.id)",
	"was used another number of times than it says"},
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

/* -- votes ----------------------------------------------------------------------------------- */

#define VOTE_COLUMNS 10

struct vote_words {
	struct str columns[VOTE_COLUMNS]; /* as the query has them */
};

#define M(i) MEMBER(struct vote_words, columns[i])
FORM(vote_form, struct vote_words, M(0), M(1), M(2), M(3), M(4), M(5), M(6), M(7), M(8), M(9));

/* The row repeats what was signed, and nothing else. */
static bool
repeats_envelope(struct store *s, struct arena *a, const struct vote_words *v, struct err *why)
{
	struct envelope e;
	struct str text;
	struct vote vote;

	if (!content_get(s, a, v->columns[1].p, &text, why) || !envelope_read(a, text, &e, why) ||
	    !vote_read(a, e.payload, &vote, why))
		return false;
	const struct str signed_words[VOTE_COLUMNS] = {v->columns[0], v->columns[1],
	    str_from(e.signatures[0].keyid), vote.approval, str_from(vote.subject_sha256), vote.voter,
	    vote.on_behalf, vote.need, str_from(vote_decision_name(vote.decision)), vote.reason};
	for (size_t i = 0; i < VOTE_COLUMNS; i++)
		if (!str_eq(v->columns[i], signed_words[i]))
			return err_set(why, ERR_INPUT, "its row says something else than was signed");
	return true;
}

static bool
compare_votes(struct store *s, struct buf *problems, struct err *err)
{
	struct arena *a = arena_new(CONTENT_ARENA_BYTES);
	struct vote_words *votes;
	struct err why;
	size_t count;

	if (!a)
		return err_memory(err);
	bool good = db_list(s->db, a,
	    "SELECT id, envelope_sha256, keyid, approval_id, subject_sha256, voter_id, "
	    "on_behalf_id, need, decision, reason FROM approval_vote ORDER BY id",
	    NULL, 0, &vote_form, &votes, &count, err);
	for (size_t i = 0; good && i < count; i++)
		if (!repeats_envelope(s, a, &votes[i], &why))
			buf_printf(problems, "the vote '%.*s': %s\n",
			    STR_ARG(votes[i].columns[0]), why.message);
	arena_free(a);
	return good;
}

bool
store_verify(struct store *s, struct buf *problems, struct err *err)
{
	return look_at_engine(s->db, problems, err) && db_read(s->db, look, problems, err) &&
	       hash_contents(s, problems, err) && compare_votes(s, problems, err);
}
