/* SPDX-License-Identifier: MIT */
/* approval_close.c: an approval ends before its use: withdrawn, revoked, or made void by an edit.
 */
#include "approval.h"

struct closing {
	struct arena *a;
	const char *approval, *actor, *code_sha256;
	struct str reason;
};

static bool
withdraw_work(struct db *db, void *context, struct err *err)
{
	const struct closing *c = context;
	const struct run_change change = {.to = STATE_CANCELLED,
	    .reason = c->reason,
	    .note = STR("the requester withdrew it"),
	    .exit_code = RUN_EXIT_CANCELLED};
	struct approval_row r;

	if (!approval_lock(db, c->a, c->approval, &r, err) || !approval_must_be_open(&r, err))
		return false;
	if (!str_is(r.requester, c->actor))
		return err_set(err, ERR_REFUSED, "only the requester, '%.*s', withdraws it",
		    STR_ARG(r.requester));
	if (!approval_move(db, &r, c->actor, APPROVAL_WITHDRAWN, err) ||
	    !outbox_add(db, "decided", r.id, err))
		return false;
	return !approval_moves_run(&r) ||
	       (approval_supersede(db, r.run_id, err) &&
		   run_apply(db, &r.run, c->actor, 0, &change, err) && job_drop(db, r.run_id, err));
}

/* Who said yes may take it back; who runs the place may stop it. */
static bool
may_revoke(struct db *db, const struct closing *c, const struct approval_row *r, struct err *err)
{
	int64_t votes;
	bool runs_it = false;

	if (!db_number(db,
		"SELECT count(*) FROM approval_vote WHERE approval_id = $1 AND withdrawn_us IS NULL"
		" AND decision = 'approve' AND (voter_id = $2 OR on_behalf_id = $2)",
		VALUES(db_zero(r->id), db_zero(c->actor)), 0, &votes, err) ||
	    (votes == 0 && !operator_is(db, c->actor, &runs_it, err)))
		return false;
	return votes > 0 || runs_it ||
	       err_set(err, ERR_REFUSED,
		   "'%.60s' neither voted for it nor holds the role 'operator'", c->actor);
}

static bool
revoke_work(struct db *db, void *context, struct err *err)
{
	const struct closing *c = context;
	const struct run_change change = {.to = STATE_REJECTED,
	    .reason = c->reason,
	    .note = STR("the approval was revoked"),
	    .exit_code = RUN_EXIT_REJECTED};
	struct approval_row r;

	if (!approval_lock(db, c->a, c->approval, &r, err))
		return false;
	if (r.state != APPROVAL_APPROVED)
		return err_set(err, ERR_REFUSED,
		    "only what is approved and not used is revoked: it "
		    "is %s",
		    approval_state_name(r.state));
	return may_revoke(db, c, &r, err) &&
	       approval_move(db, &r, c->actor, APPROVAL_REVOKED, err) &&
	       outbox_add(db, "decided", r.id, err) &&
	       run_apply(db, &r.run, c->actor, 0, &change, err) && job_drop(db, r.run_id, err);
}

static bool
edit_work(struct db *db, void *context, struct err *err)
{
	const struct closing *c = context;
	const char *const authors[] = {c->actor};
	const struct run_change change = {.to = STATE_GENERATED,
	    .code_sha256 = c->code_sha256,
	    .note = STR("the code was edited while it waited"),
	    .authors = authors,
	    .author_count = 1};
	struct approval_row r;

	if (!approval_lock(db, c->a, c->approval, &r, err))
		return false;
	if (!str_is(r.kind, "execute"))
		return err_set(err, ERR_REFUSED, "only code that waits to run can be edited");
	if (r.state != APPROVAL_APPROVED && !approval_must_be_open(&r, err))
		return false;
	if (strcmp(r.run.code_sha256, c->code_sha256) == 0)
		return err_set(err, ERR_INPUT, "this is the code that waits already");
	return approval_supersede(db, r.run_id, err) && outbox_add(db, "decided", r.id, err) &&
	       run_apply(db, &r.run, c->actor, 0, &change, err) &&
	       job_make(db, r.run_id, JOB_PRIORITY, err);
}

static bool
close_by(struct store *s, db_work *work, struct closing *c, struct err *err)
{
	c->a = arena_new(APPROVAL_ARENA_BYTES);
	if (!c->a)
		return err_memory(err);
	bool good = db_do(s->db, work, c, err);
	arena_free(c->a);
	return good;
}

bool
approvals_withdraw(
    struct store *s, const char *approval, const char *actor, struct str reason, struct err *err)
{
	struct closing c = {.approval = approval, .actor = actor, .reason = reason};

	return close_by(s, withdraw_work, &c, err);
}

bool
approvals_revoke(
    struct store *s, const char *approval, const char *actor, struct str reason, struct err *err)
{
	struct closing c = {.approval = approval, .actor = actor, .reason = reason};

	return close_by(s, revoke_work, &c, err);
}

bool
approvals_edit(struct store *s, const char *approval, const char *editor, const char *code_sha256,
    struct err *err)
{
	struct closing c = {.approval = approval, .actor = editor, .code_sha256 = code_sha256};

	return close_by(s, edit_work, &c, err);
}
