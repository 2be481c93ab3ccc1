/* SPDX-License-Identifier: MIT */
/*
 * approval_use.c: the single use of an approval.
 *
 * The worker that holds the run's job consumes the approval and starts the run in one transaction.
 * If it dies afterwards, the approval stays consumed and the run stays in the state running. The
 * worker that claims the job next finds both, and may continue with the same subject until the
 * decision expires. The approval does not apply to another run, another subject or a later time.
 */
#include "approval.h"
#include "ledger_parts.h"

struct use {
	struct arena *a;
	const struct trust *trust;
	struct job *job;
	const char *approval, *subject_sha256;
};

static bool
covers(const struct approval_row *r, const struct use *use, struct err *err)
{
	if (strcmp(r->run_id, use->job->run) != 0)
		return err_set(err, ERR_REFUSED, "the approval is for another run");
	if (strcmp(r->subject_sha256, use->subject_sha256) != 0)
		return err_set(err, ERR_REFUSED, "the approval is for another subject");
	if (strcmp(r->run.subject_sha256, use->subject_sha256) != 0)
		return err_set(err, ERR_REFUSED, "the run's subject has changed");
	return approval_moves_run(r) ||
	       err_set(err, ERR_REFUSED, "an exception can't let a run start");
}

static bool
in_time(struct db *db, const struct approval_row *r, struct err *err)
{
	int64_t now;

	if (!database_now(db, &now, err))
		return false;
	return now <= r->use_until_us ||
	       err_set(err, ERR_REFUSED, "the approval expired before it was used");
}

static bool
not_halted(struct db *db, struct err *err)
{
	enum store_mode mode;

	if (!mode_read(db, &mode, err))
		return false;
	return mode != STORE_HALT || err_set(err, ERR_REFUSED, "the store is halted");
}

/* A row's `resolved` or `withdrawn` counts only by an act. */
static bool
nothing_stands_against_it(
    struct db *db, const struct use *use, const struct approval_row *r, struct err *err)
{
	int64_t obstacles;

	if (!approval_obstacles(db, use->a, use->trust, r->id, &obstacles, err))
		return false;
	if (obstacles == 0)
		return true;
	err_set(err, ERR_REFUSED,
	    "%lld comments or vetoes against the approval are not settled by a valid act",
	    (long long)obstacles);
	return err_help(err,
	    "their authors can settle them: `sluice approvals resolve`, `sluice approvals withdraw --vote`");
}

/* An emergency lets code run; an answer is let out as always. */
static enum run_state
goes_to(const struct approval_row *r)
{
	return str_is(r->kind, "release_output") ? STATE_VALIDATED : STATE_RUNNING;
}

static bool
spend(struct db *db, const struct use *use, struct approval_row *r, struct err *err)
{
	const struct run_change change = {.to = goes_to(r), .note = STR("the approval is used")};

	return db_change_one(db,
		   "UPDATE approval SET state = 'consumed', consumed_us = now_us(),"
		   " consumed_token = $1 WHERE id = $2 AND state = 'approved'"
		   " AND use_until_us >= now_us()",
		   VALUES(db_int(use->job->token), db_zero(r->id)), ERR_REFUSED,
		   "the approval expired before it was used", err) &&
	       approval_moved(db, r->id, use->job->worker, APPROVAL_APPROVED, err) &&
	       run_apply(db, &r->run, use->job->worker, use->job->token, &change, err);
}

/* The same job again, behind a crash or an answer that got lost: the run stands where the use put
 * it. */
static bool
spend_again(struct db *db, const struct use *use, struct approval_row *r, struct err *err)
{
	const struct run_change change = {
	    .to = STATE_RUNNING, .note = STR("the approval's use goes on")};

	bool its_own = r->consumed_token == use->job->token && r->run.state == STATE_RUNNING;

	if (its_own || (r->run.state == STATE_VALIDATED && goes_to(r) == STATE_VALIDATED))
		return true;
	if (r->run.state != STATE_RUNNING || goes_to(r) != STATE_RUNNING)
		return err_set(err, ERR_REFUSED, "the approval was already used");
	return run_apply(db, &r->run, use->job->worker, use->job->token, &change, err);
}

static bool
consume_work(struct db *db, void *context, struct err *err)
{
	struct use *use = context;
	struct approval_row r;

	if (!run_lock(db, use->job->run, &r.run, err) || !job_holds(db, use->job, err) ||
	    !approval_lock(db, use->a, use->approval, &r, err) || !covers(&r, use, err) ||
	    !not_halted(db, err) || !in_time(db, &r, err) ||
	    !nothing_stands_against_it(db, use, &r, err))
		return false;
	switch (r.state) {
	case APPROVAL_APPROVED:
		return spend(db, use, &r, err);
	case APPROVAL_CONSUMED:
		return spend_again(db, use, &r, err);
	case APPROVAL_NONE:
	case APPROVAL_PENDING:
	case APPROVAL_CHANGES_REQUESTED:
	case APPROVAL_REJECTED:
	case APPROVAL_EXPIRED:
	case APPROVAL_SUPERSEDED:
	case APPROVAL_WITHDRAWN:
	case APPROVAL_REVOKED:
	default:
		return err_set(err, ERR_REFUSED, "the approval is %s, not approved",
		    approval_state_name(r.state));
	}
}

bool
approvals_consume(struct store *s, struct job *job, const char *approval,
    const char *subject_sha256, struct err *err)
{
	struct use use = {arena_new(APPROVAL_ARENA_BYTES), s->trust, job, approval, subject_sha256};

	if (!use.a)
		return err_memory(err);
	bool good = mode_is_signed(s, err) && ledger_start(s, job->run, err) &&
		    db_do(s->db, consume_work, &use, err);
	if (!good && err->code == ERR_REFUSED)
		refusal_note(s, job->run, job->worker, "use of an approval", err);
	good = good && ledger_settle(s, err);
	arena_free(use.a);
	return good;
}
