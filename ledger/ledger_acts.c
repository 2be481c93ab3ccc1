/* SPDX-License-Identifier: MIT */
/*
 * ledger_acts.c: rows that say that a person did something, and no act that the person signed.
 *
 * The walk has judged each act that an event tells of (ledger_ballots.c). What is left is asked of
 * the database: are there acts that no event tells of, and effects that no act is about?
 */
#include "ledger_verify.h"

#include <inttypes.h>

#define ROWS_TOLD 20
#define ROWS_BYTES_MAX ((size_t)16 << 20)
#define NO_ACT(kind, target)                                                                       \
	"NOT EXISTS (SELECT 1 FROM act t WHERE t.kind = '" kind "' AND t.target = " target ")"
#define MODE_ACTS "t.kind IN ('halt', 'drain', 'resume')"

static const struct {
	const char *sql; /* the ids of what nobody signed */
	const char *what, *is;
} EFFECTS[] = {
    {"SELECT id FROM run r WHERE r.requester_id NOT IN (SELECT t.by_id FROM act t WHERE t.kind = "
     "'request' AND t.target = r.id) AND NOT (" NO_ACT("request", "r.id") ")",
	"the run", "was requested in another person's name"},
    {"SELECT id FROM run r WHERE (r.cancel_requested = 1 OR r.state = 'cancelled') AND NOT (" NO_ACT(
	 "request", "r.id") ") AND " NO_ACT("cancel",
	 "r.id") " AND NOT EXISTS (SELECT 1 FROM act t "
		 "JOIN approval a ON a.id = t.target "
		 "WHERE t.kind = 'withdraw' AND a.run_id "
		 "= r.id)",
	"the run", "was cancelled"},
    {"SELECT id FROM legal_hold h WHERE " NO_ACT("hold", "h.id"), "the hold", "was placed"},
    {"SELECT id FROM legal_hold h WHERE h.lifted_us IS NOT NULL AND " NO_ACT("lift", "h.id"),
	"the hold", "was lifted"},
    {"SELECT name FROM retention_class c WHERE c.name <> 'evidence' AND (c.floor_us <> "
     "221356800000000 OR c.keep_us <> 221356800000000 OR c.redact_us <> 0) AND " NO_ACT(
	 "retention", "c.name"),
	"the class", "has a new retention period"},
    {"SELECT id FROM redaction r WHERE " NO_ACT("redaction", "r.id"), "the redaction",
	"was proposed"},
    {"SELECT id FROM approval a WHERE (SELECT count(*) FROM approval_comment c WHERE "
     "c.approval_id = a.id) > (SELECT count(*) FROM act t WHERE t.kind = 'comment' AND t.target "
     "= a.id) + (SELECT count(*) FROM approval_vote v WHERE v.approval_id = a.id AND v.decision "
     "= 'request_changes')",
	"a comment on the approval", "was made"},
    {"SELECT id FROM approval_comment c WHERE c.resolved_us IS NOT NULL AND " NO_ACT(
	 "resolve", "c.id"),
	"the comment", "was resolved"},
    {"SELECT v.approval_id FROM approval_vote v WHERE v.withdrawn_us IS NOT NULL AND NOT EXISTS "
     "(SELECT 1 FROM act t WHERE t.kind = 'withdraw_vote' AND t.target = v.approval_id AND "
     "t.by_id = v.voter_id)",
	"a vote on the approval", "was withdrawn"},
    {"SELECT id FROM approval a WHERE a.state = 'withdrawn' AND " NO_ACT("withdraw", "a.id"),
	"the approval", "was withdrawn"},
    {"SELECT id FROM approval a WHERE a.state = 'revoked' AND " NO_ACT("revoke", "a.id"),
	"the approval", "was revoked"},
    {"SELECT DISTINCT s.run_id FROM run_step s WHERE s.src = 'awaiting_approval' AND s.dst = "
     "'generated' AND NOT EXISTS (SELECT 1 FROM act t JOIN approval a ON a.id = t.target WHERE "
     "t.kind = 'edit' AND a.run_id = s.run_id)",
	"the code of the run", "was edited"},
    {"SELECT id FROM delegation d WHERE d.revoked_us IS NOT NULL AND " NO_ACT(
	 "end_delegation", "d.id"),
	"the delegation", "was revoked"},
    {"SELECT id FROM exception e WHERE " NO_ACT("exception", "e.id"), "the exception",
	"was proposed"},
    {"SELECT id FROM exception e WHERE e.revoked_us IS NOT NULL AND " NO_ACT(
	 "end_exception", "e.id"),
	"the exception", "was revoked"},
    {"SELECT approval_id FROM break_glass b WHERE b.reviewed_us IS NOT NULL AND " NO_ACT(
	 "review", "b.approval_id"),
	"the emergency", "was reviewed"},
    {"SELECT value FROM meta m WHERE m.name = 'mode' AND (m.value = 'halt' AND NOT EXISTS "
     "(SELECT 1 FROM act t WHERE t.kind = 'halt') OR m.value <> 'halt' AND (SELECT t.kind FROM "
     "act t WHERE " MODE_ACTS " ORDER BY t.made_us DESC, t.id DESC LIMIT 1) = 'halt')",
	"the store's mode", "was changed"},
};

static void
tell_rows(struct ledger_walk *w, size_t effect, const struct str *ids, size_t count)
{
	for (size_t i = 0; i < count && i < ROWS_TOLD; i++)
		ledger_problem_tell(w, -1, "unsigned", "%s '%.*s' %s without a signature",
		    EFFECTS[effect].what, STR_ARG(ids[i]), EFFECTS[effect].is);
	if (count > ROWS_TOLD)
		ledger_problem_tell(
		    w, -1, "unsigned", "%zu more have no signature", count - (size_t)ROWS_TOLD);
}

static bool
count_acts(struct ledger_walk *w, struct err *err)
{
	int64_t rows, told;

	if (!db_number(w->db, "SELECT count(*) FROM act", NULL, 0, 0, &rows, err) ||
	    !db_number(w->db,
		"SELECT (SELECT count(*) FROM ledger_event WHERE type = 'act.made') + (SELECT "
		"count(*) FROM ledger_pending WHERE type = 'act.made')",
		NULL, 0, 0, &told, err))
		return false;
	if (rows != told)
		ledger_problem_tell(w, -1, "act",
		    "there are %" PRId64 " acts, but %" PRId64 " events of type act.made", rows,
		    told);
	return true;
}

bool
acts_end(struct ledger_walk *w, struct err *err)
{
	struct arena *a = arena_new(ROWS_BYTES_MAX);
	bool good = a ? count_acts(w, err) : err_memory(err);

	for (size_t i = 0; good && i < ARRAY_LENGTH(EFFECTS); i++) {
		struct str *ids;
		size_t count;

		good = db_list(w->db, a, EFFECTS[i].sql, NULL, 0, &db_texts, &ids, &count, err);
		if (good)
			tell_rows(w, i, ids, count);
	}
	arena_free(a);
	return good;
}
