/* SPDX-License-Identifier: MIT */
/* approval_close.c: an approval ends before its use: withdrawn, revoked, or made void by an edit.
 */
#include "acts.h"
#include "approval.h"
#include "asked.h"

static bool
withdraw_work(struct db *db, void *context, struct err *err)
{
	struct act_change *c = context;
	const struct run_change change = {.to = STATE_CANCELLED,
	    .reason = c->act.act.reason,
	    .note = STR("the requester withdrew it"),
	    .exit_code = RUN_EXIT_CANCELLED};
	struct approval_row r;

	if (!approval_lock(db, c->a, c->act.target, &r, err) || !approval_must_be_open(&r, err))
		return false;
	if (!str_is(r.requester, c->act.by))
		return err_set(err, ERR_REFUSED, "only its requester, '%.*s', can withdraw it",
		    STR_ARG(r.requester));
	if (!act_store(db, &c->act, r.run_id, r.id, err) ||
	    !approval_move(db, &r, c->act.by, APPROVAL_WITHDRAWN, err) ||
	    !outbox_add(db, "decided", r.id, err))
		return false;
	return !approval_moves_run(&r) ||
	       (approval_supersede(db, r.run_id, err) && run_end_asked(db, &r.run, err) &&
		   run_apply(db, &r.run, c->act.by, 0, &change, err) &&
		   job_drop(db, r.run_id, err));
}

/* Whether they may revoke: an approver may take back his vote, an operator may stop the run. */
static bool
may_revoke(struct db *db, const struct act_change *c, const struct approval_row *r, struct err *err)
{
	int64_t votes;

	if (!db_number(db,
		"SELECT count(*) FROM approval_vote WHERE approval_id = $1 AND withdrawn_us IS NULL"
		" AND decision = 'approve' AND (voter_id = $2 OR on_behalf_id = $2)",
		VALUES(db_zero(r->id), db_zero(c->act.by)), 0, &votes, err))
		return false;
	return votes > 0 || act_by_role(c->trust, &c->act.act, "operator") ||
	       err_set(err, ERR_REFUSED,
		   "'%.60s' neither voted for it nor holds the role 'operator'", c->act.by);
}

static bool
revoke_work(struct db *db, void *context, struct err *err)
{
	struct act_change *c = context;
	const struct run_change change = {.to = STATE_REJECTED,
	    .reason = c->act.act.reason,
	    .note = STR("the approval was revoked"),
	    .exit_code = RUN_EXIT_REJECTED};
	struct approval_row r;

	if (!approval_lock(db, c->a, c->act.target, &r, err))
		return false;
	if (r.state != APPROVAL_APPROVED)
		return err_set(err, ERR_REFUSED,
		    "only an unused approval can be revoked: this one is %s",
		    approval_state_name(r.state));
	return may_revoke(db, c, &r, err) && act_store(db, &c->act, r.run_id, r.id, err) &&
	       approval_move(db, &r, c->act.by, APPROVAL_REVOKED, err) &&
	       outbox_add(db, "decided", r.id, err) &&
	       run_apply(db, &r.run, c->act.by, 0, &change, err) && job_drop(db, r.run_id, err);
}

static bool
edit_work(struct db *db, void *context, struct err *err)
{
	struct act_change *c = context;
	const char *const authors[] = {c->act.by};
	struct run_change change = {.to = STATE_GENERATED,
	    .note = STR("the code was edited while it waited"),
	    .authors = authors,
	    .author_count = 1};
	struct approval_row r;
	struct str code;

	if (!edit_terms_read(c->a, &c->act.act, &code, err))
		return false;
	if (!(change.code_sha256 = arena_text(c->a, code)))
		return err_memory(err);
	if (!approval_lock(db, c->a, c->act.target, &r, err))
		return false;
	if (!str_is(r.kind, "execute"))
		return err_set(err, ERR_REFUSED, "only code that waits to run can be edited");
	if (r.state != APPROVAL_APPROVED && !approval_must_be_open(&r, err))
		return false;
	if (str_is(code, r.run.code_sha256))
		return err_set(err, ERR_INPUT, "this code is already waiting");
	return act_store(db, &c->act, r.run_id, r.id, err) &&
	       approval_supersede(db, r.run_id, err) && outbox_add(db, "decided", r.id, err) &&
	       run_apply(db, &r.run, c->act.by, 0, &change, err) &&
	       job_make(db, r.run_id, JOB_PRIORITY, err);
}

bool
approvals_withdraw(struct store *s, struct str envelope, struct err *err)
{
	return act_do(s, ACT_WITHDRAW, envelope, withdraw_work, NULL, err);
}

bool
approvals_revoke(struct store *s, struct str envelope, struct err *err)
{
	return act_do(s, ACT_REVOKE, envelope, revoke_work, NULL, err);
}

bool
approvals_edit(struct store *s, struct str envelope, struct err *err)
{
	return act_do(s, ACT_EDIT, envelope, edit_work, NULL, err);
}
