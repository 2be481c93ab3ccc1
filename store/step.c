/* SPDX-License-Identifier: MIT */
/*
 * Theory: a run goes on by one transaction a step. It holds the run's row first, then asks the job
 * whether the lease is still this worker's, then writes: state and digests, authors, what happens
 * at most once (effect), a line of history, and what becomes of the job. A step that a guard
 * refuses leaves nothing behind but its line of history, which is a transaction of its own.
 */
#include "ledger_parts.h"
#include "parts.h"

static bool
await_approval(struct db *db, const struct trust *t, const struct run_head *head,
    const struct run_change *change, struct err *err)
{
	char id[STORE_ID_BYTES];

	if (!change->approval)
		return err_set(err, ERR_USAGE, "an approval can't be opened without its rule");
	return job_drop(db, head->id, err) &&
	       approval_open(db, t, head->id, change->approval, head->subject_sha256, id, err) &&
	       outbox_add(db, "opened", id, err);
}

static bool
has_job(enum run_state s)
{
	return run_state_is_open(s) && s != STATE_AWAITING_APPROVAL && s != STATE_QUARANTINED;
}

struct advance {
	const struct trust *trust;
	struct job *job;
	const struct run_change *change;
};

static bool
advance(struct db *db, void *context, struct err *err)
{
	const struct advance *w = context;
	const struct run_change *change = w->change;
	struct job *job = w->job;
	struct run_head head;

	if (!run_lock_leased(db, job, &head, err))
		return false;
	if (change->retry_after_us > 0)
		return job_retry(db, job, &head, change, err);
	if (!run_apply(db, &head, job->worker, job->token, change, err))
		return false;
	if (head.state == STATE_AWAITING_APPROVAL)
		return await_approval(db, w->trust, &head, change, err);
	return has_job(head.state) || job_drop(db, head.id, err);
}

bool
runs_advance(struct store *s, struct job *job, const struct run_change *change, struct err *err)
{
	struct advance w = {s->trust, job, change};
	bool goes_on = change->to == STATE_RUNNING || change->to == STATE_ANSWERED;

	if ((!goes_on || mode_is_signed(s, err)) &&
	    (change->to != STATE_RUNNING || ledger_start(s, job->run, err)) &&
	    db_do(s->db, advance, &w, err))
		return ledger_settle(s, err);
	if (err->code == ERR_REFUSED)
		refusal_note(s, job->run, job->worker, run_state_name(change->to), err);
	return false;
}
