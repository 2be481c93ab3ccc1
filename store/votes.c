/* SPDX-License-Identifier: MIT */
/*
 * votes.c: a vote comes in, and what follows from it.
 *
 * A vote is judged, stored and counted under the lock of its approval, in one transaction with what
 * it decides: there is no moment in which a quorum is reached and nothing has happened, nor one in
 * which two votes don't see each other.
 */
#include "acts.h"
#include "approval.h"
#include "asked.h"
#include "ledger_parts.h"

/* Every delegation under which a standing vote was cast; one that was taken back since is missing,
 * and its vote counts no longer. */
static bool
delegations_used(
    struct db *db, struct arena *a, const char *approval, struct quorum_request *q, struct err *err)
{
	return db_list(db, a,
	    "SELECT c.bytes FROM delegation d JOIN content c ON c.sha256 = d.envelope_sha256"
	    " WHERE d.revoked_us IS NULL AND c.bytes IS NOT NULL AND d.id IN (SELECT"
	    " v.delegation_id FROM approval_vote v WHERE v.approval_id = $1"
	    " AND v.withdrawn_us IS NULL) ORDER BY d.id",
	    VALUES(db_zero(approval)), &db_texts, &q->delegations, &q->delegation_count, err);
}

static bool
standing_votes(
    struct db *db, struct arena *a, const char *approval, struct quorum_request *q, struct err *err)
{
	return db_list(db, a,
	    "SELECT c.bytes FROM approval_vote v JOIN content c"
	    " ON c.sha256 = v.envelope_sha256 WHERE v.approval_id = $1"
	    " AND v.withdrawn_us IS NULL ORDER BY v.voted_us, v.id",
	    VALUES(db_zero(approval)), &db_texts, &q->envelopes, &q->count, err);
}

bool
approval_quorum(struct db *db, struct arena *a, const struct trust *t, const struct approval_row *r,
    bool *met, struct err *err)
{
	struct quorum_request q = {
	    .trust = t, .rule = r->rule, .subject_sha256 = r->subject_sha256};
	struct err missing = {.code = ERR_NONE};
	int64_t unresolved;

	*met = false;
	if (!approval_obstacles(db, a, t, r->id, &unresolved, err) ||
	    !database_now(db, &q.now_us, err) || !delegations_used(db, a, r->id, &q, err) ||
	    !standing_votes(db, a, r->id, &q, err))
		return false;
	q.decided_us = q.now_us;
	*met = unresolved == 0 && quorum_holds(a, &q, &missing);
	if (missing.code == ERR_NONE || missing.code == ERR_REFUSED)
		return true;
	*err = missing;
	return false;
}

static bool
supersede_others(struct db *db, const struct approval_row *r, struct err *err)
{
	return approval_replace(db, r->run_id, STR(""), r->id, err);
}

/* An exception is granted by its decision: nothing is left to be used later. */
static bool
consume_exception(struct db *db, const struct approval_row *r, const char *actor, struct err *err)
{
	return db_change_one(db,
		   "UPDATE approval SET state = 'consumed', consumed_us = now_us(), consumed_token "
		   "= 0"
		   " WHERE id = $1 AND state = 'approved'",
		   VALUES(db_zero(r->id)), ERR_REFUSED, "the approval's state has changed", err) &&
	       approval_moved(db, r->id, actor, APPROVAL_APPROVED, err);
}

bool
approval_grant(
    struct db *db, struct approval_row *r, const char *actor, struct str note, struct err *err)
{
	const struct run_change change = {.to = STATE_APPROVED, .note = note};

	if (!db_change_one(db,
		"UPDATE approval SET state = 'approved', decided_us = now_us(),"
		" use_until_us = now_us() + use_for_us WHERE id = $1 AND state = 'pending'",
		VALUES(db_zero(r->id)), ERR_REFUSED, "the approval's state has changed", err) ||
	    !approval_moved(db, r->id, actor, APPROVAL_PENDING, err) ||
	    !outbox_add(db, "decided", r->id, err))
		return false;
	if (!approval_moves_run(r))
		return consume_exception(db, r, actor, err);
	return supersede_others(db, r, err) && run_apply(db, &r->run, actor, 0, &change, err) &&
	       job_make(db, r->run_id, JOB_PRIORITY, err);
}

static bool
reject(struct db *db, struct arena *a, struct approval_row *r, const struct vote_entry *entry,
    struct err *err)
{
	const char *reason =
	    arena_printf(a, "rejected by '%s': %.*s", entry->voter, STR_ARG(entry->vote.reason));
	const struct run_change change = {.to = STATE_REJECTED,
	    .reason = str_from(reason),
	    .note = STR("rejected by a vote"),
	    .exit_code = RUN_EXIT_REJECTED};

	if (!reason)
		return err_memory(err);
	if (!approval_move(db, r, entry->voter, APPROVAL_REJECTED, err) ||
	    !outbox_add(db, "decided", r->id, err))
		return false;
	return !approval_moves_run(r) ||
	       (supersede_others(db, r, err) &&
		   run_apply(db, &r->run, entry->voter, 0, &change, err) &&
		   job_drop(db, r->run_id, err));
}

/* The requested changes are a comment that must be resolved; if the voter wrote none, his
 * reason is it. */
static bool
request_changes(struct db *db, struct arena *a, const struct trust *t, const struct approval_row *r,
    const struct vote_entry *entry, struct err *err)
{
	const struct comment comment = {
	    .author = entry->vote.voter, .body = entry->vote.reason, .must_resolve = true};
	int64_t unresolved;

	if (!comments_unresolved(db, a, t, r->id, &unresolved, err) ||
	    (unresolved == 0 && !comment_insert(db, r, &comment, err)))
		return false;
	return r->state == APPROVAL_CHANGES_REQUESTED ||
	       (approval_move(db, r, entry->voter, APPROVAL_CHANGES_REQUESTED, err) &&
		   outbox_add(db, "decided", r->id, err));
}

static bool
decide(struct db *db, struct arena *a, const struct trust *t, struct approval_row *r,
    const char *actor, struct err *err)
{
	bool met = false;

	if (r->state != APPROVAL_PENDING || str_is(r->kind, "break_glass"))
		return true;
	if (!approval_quorum(db, a, t, r, &met, err))
		return false;
	return !met || approval_grant(db, r, actor, STR("all needs are met"), err);
}

struct voting {
	struct arena *a;
	const struct trust *t;
	struct vote_entry entry;
	const char *approval, *actor;
	enum approval_state now;
};

static bool
follow(struct db *db, struct voting *w, struct approval_row *r, struct err *err)
{
	switch (w->entry.vote.decision) {
	case VOTE_REJECT:
		return reject(db, w->a, r, &w->entry, err);
	case VOTE_REQUEST_CHANGES:
		return request_changes(db, w->a, w->t, r, &w->entry, err);
	case VOTE_APPROVE:
	case VOTE_ABSTAIN:
		return decide(db, w->a, w->t, r, w->entry.voter, err);
	case VOTE_NONE:
	default:
		return err_set(err, ERR_REFUSED, "a vote must decide something");
	}
}

/* Saying no is possible as long as anything can be said. */
static bool
takes_votes(const struct approval_row *r, const struct vote *v, struct err *err)
{
	bool no = v->decision == VOTE_REJECT || v->decision == VOTE_REQUEST_CHANGES;

	if (str_is(r->kind, "break_glass"))
		return err_set(err, ERR_REFUSED, "nobody votes on an emergency");
	if (!approval_must_be_open(r, err))
		return false;
	return no || r->state == APPROVAL_PENDING ||
	       err_set(err, ERR_REFUSED, "changes were requested and are not resolved");
}

/* A person takes part in at most one vote, as the voter or as the delegator. */
static bool
is_first(struct db *db, const struct approval_row *r, const struct vote *v, struct err *err)
{
	return db_none(db,
	    "SELECT 1 FROM approval_vote WHERE approval_id = $1"
	    " AND withdrawn_us IS NULL AND (voter_id IN ($2, $3) OR on_behalf_id IN ($2, $3))",
	    VALUES(db_zero(r->id), db_text(v->voter), db_text(v->on_behalf)), err, ERR_REFUSED,
	    "this person has already voted");
}

/*
 * The requester can't vote on the run. The signed request decides this, not only the rule, which is
 * an unsigned row until the first vote. For an exception or a redaction the run is over: there a
 * request that still counts only has to agree with the rule.
 */
static bool
asked_by_whom_it_says(
    struct db *db, const struct voting *w, const struct approval_row *r, struct err *err)
{
	struct approval_rule rule;
	struct run_asked asked;
	struct str policy;

	if (!approval_rule_read(w->a, r->rule, &rule, err) ||
	    !db_one(db, w->a, "SELECT policy FROM run WHERE id = $1", VALUES(db_zero(r->run_id)),
		&policy, err))
		return false;
	if (!asked_in(db, w->t, w->a, r->run_id, policy, &asked, err) &&
	    (approval_moves_run(r) || err->code != ERR_REFUSED))
		return false;
	return str_is(rule.requester, asked.requester) ||
	       err_set(err, ERR_REFUSED, "'%s' asked for this run, but the approval says '%.*s'",
		   asked.requester, STR_ARG(rule.requester));
}

static bool
state_after(struct db *db, struct voting *w, const struct approval_row *r, struct err *err)
{
	struct str state;

	if (!db_one(db, w->a, "SELECT state FROM approval WHERE id = $1", VALUES(db_zero(r->id)),
		&state, err))
		return false;
	w->now = approval_state_of(state);
	return true;
}

/* A caller that did not hear of its success comes again with the same bytes: that is no new vote.
 */
static bool
vote_work(struct db *db, void *context, struct err *err)
{
	struct voting *w = context;
	struct approval_row r;
	bool there;

	if (!approval_lock(db, w->a, w->entry.approval, &r, err) ||
	    !vote_is_stored(db, &w->entry, &there, err))
		return false;
	if (there)
		return state_after(db, w, &r, err);
	return takes_votes(&r, &w->entry.vote, err) && asked_by_whom_it_says(db, w, &r, err) &&
	       vote_judge(db, w->a, w->t, &r, &w->entry, err) &&
	       is_first(db, &r, &w->entry.vote, err) && vote_insert(db, &r, &w->entry, err) &&
	       approval_note(
		   db, &r, w->entry.voter, STR("a vote was cast"), w->entry.envelope_sha256, err) &&
	       follow(db, w, &r, err) && state_after(db, w, &r, err);
}

bool
approvals_vote(struct store *s, struct arena *a, const struct trust *t, struct str envelope,
    enum approval_state *now, struct err *err)
{
	struct voting w = {.a = a, .t = t};

	*now = APPROVAL_NONE;
	if (!mode_is_signed(s, err) || !vote_open(s, a, envelope, &w.entry, err))
		return false;
	if (!db_do(s->db, vote_work, &w, err)) {
		approval_note_refusal(s, w.entry.approval, "a vote", err);
		return false;
	}
	*now = w.now;
	return true;
}

static bool
decide_work(struct db *db, void *context, struct err *err)
{
	struct voting *w = context;
	struct approval_row r;

	return approval_lock(db, w->a, w->approval, &r, err) &&
	       decide(db, w->a, w->t, &r, w->actor, err) && state_after(db, w, &r, err);
}

bool
approvals_decide(struct store *s, struct arena *a, const struct trust *t, const char *approval,
    const char *actor, enum approval_state *now, struct err *err)
{
	struct voting w = {.a = a, .t = t, .approval = approval, .actor = actor};

	*now = APPROVAL_NONE;
	if (!db_do(s->db, decide_work, &w, err))
		return false;
	*now = w.now;
	return true;
}

static bool
withdraw_work(struct db *db, void *context, struct err *err)
{
	struct act_change *c = context;
	struct str reason = str_trim(c->act.act.reason);
	struct approval_row r;

	return approval_lock(db, c->a, c->act.target, &r, err) && approval_must_be_open(&r, err) &&
	       db_change_one(db,
		   "UPDATE approval_vote SET withdrawn_us = now_us() WHERE approval_id = $1"
		   " AND voter_id = $2 AND withdrawn_us IS NULL",
		   VALUES(db_zero(r.id), db_zero(c->act.by)), ERR_INPUT,
		   "this person has no vote to withdraw", err) &&
	       act_store(db, &c->act, r.run_id, r.id, err) &&
	       approval_note(db, &r, c->act.by, reason, NULL, err) &&
	       ledger_note(db,
		   &(struct event_note){.kind = EVENT_APPROVAL_VOTE_WITHDRAWN,
		       .actor = c->act.by,
		       .run = r.run_id,
		       .approval = r.id,
		       EVENT_VALUES({.name = "reason", .text = reason})},
		   err) &&
	       comments_settle(db, c->a, c->trust, &r, c->act.by, err);
}

bool
approvals_withdraw_vote(struct store *s, struct str envelope, struct err *err)
{
	return act_do(s, ACT_WITHDRAW_VOTE, envelope, withdraw_work, NULL, err);
}
