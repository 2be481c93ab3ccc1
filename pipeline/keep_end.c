/* SPDX-License-Identifier: MIT */
/* keep_end.c: how a run ends, or goes to another worker: record, receipt, answer. */
#include "keep.h"

#include "receipt.h"

#define RECEIPT_ARENA_BYTES ((size_t)1 << 30)
#define AWAY_US INT64_C(5000000) /* until a run is claimed again whose store was away */

static enum run_state
end_state(const struct keep *k, const struct run *run)
{
	switch (run->status) {
	case RUN_ANSWERED:
		return STATE_ANSWERED;
	case RUN_REFUSED:
		return STATE_REFUSED;
	case RUN_CANCELLED:
		return k->job->halted && !k->job->cancel_requested ? STATE_HALTED : STATE_CANCELLED;
	case RUN_ESCALATED:
		return run->evasion ? STATE_REFUSED : STATE_AWAITING_APPROVAL;
	case RUN_FAILED:
	default:
		return STATE_FAILED;
	}
}

static bool
end(struct store *s, void *context, struct err *err)
{
	const struct keep_leaving *l = context;
	struct run_change change = {.to = end_state(l->k, l->run),
	    .record_sha256 = l->k->record,
	    .receipt_sha256 = l->k->receipt[0] ? l->k->receipt : NULL,
	    .reason = l->run->reason,
	    .violations = l->run->executed ? keep_violations(l->run, 0) : 0,
	    .exit_code = (int)l->run->exit_code};

	(void)s;
	if (!l->k->receipt[0] && !keep_catch_up(l, err))
		return false;
	return (change.receipt_sha256 || keep_put_record(l->k, l->run, l->k->record, err)) &&
	       keep_advance(l->k, &change, err);
}

/* What a receipt tells stands before it. */
static bool
keep_told(struct store *s, void *context, struct err *err)
{
	const struct keep_leaving *l = context;

	(void)s;
	return keep_catch_up(l, err) && keep_put_record(l->k, l->run, l->k->record, err);
}

/* An answer's receipt is there before the answer. */
static bool
keep_receipt(struct store *s, void *context, struct err *err)
{
	const struct keep_leaving *l = context;
	const struct run *run = l->run;
	struct keep *k = l->k;
	struct receipt_end end = {
	    .state = STATE_ANSWERED, .exit_code = (int)run->exit_code, .record_sha256 = k->record};
	struct arena *a = arena_new(RECEIPT_ARENA_BYTES);
	struct err_list errs = {.count = 0};
	struct trust *trust = NULL;

	if (!a)
		return err_memory(err);
	if (k->w->trust && !trust_load(a, k->w->trust, &trust, &errs)) {
		*err = errs.items[0];
		arena_free(a);
		return false;
	}
	end.trust = trust;
	bool good = receipt_make(s, a, run->id, &end, k->receipt, err);
	arena_free(a);
	return good;
}

/* Any other end gets its receipt afterwards; if that fails now, the first request for the receipt
 * makes it. */
static void
keep_late_receipt(struct keep *k, const struct run *run)
{
	struct arena *a = arena_new(RECEIPT_ARENA_BYTES);
	struct err err;

	if (a)
		(void)receipt_need(k->w->store, a, run->id, k->receipt, &err);
	arena_free(a);
}

/* A person's word comes before the answer, and before whatever else this run came to meanwhile. */
static void
heed(struct keep *k, struct run *run)
{
	if (!keep_look(k) || k->lost || run->status == RUN_REFUSED || run->evasion)
		return;
	run->answer = STR("");
	(void)run_stop(run, RUN_CANCELLED, EXIT_CANCELLED,
	    k->job->cancel_requested ? "cancelled" : "the store was halted");
}

/* The answer is given where neither a halt nor a cancellation came before it; the guard of the
 * database asks once more, in the answer's own transaction. */
static bool
write_end(struct keep *k, struct run *run)
{
	struct keep_leaving l = {.k = k, .run = run, .before = k->state};

	if (run->status == RUN_ANSWERED && !receipt_signs(k->w->store)) {
		k->lost = true;
		err_set(&k->why, ERR_SYSTEM, "the answer waits for a worker with the log's key");
		return false;
	}
	if (run->status == RUN_ANSWERED) {
		bool done = store_do_behind(k->w->store, keep_told, keep_receipt, end, &l, k->err);
		if (keep_written(&l, done, k->err))
			return true;
		heed(k, run);
		if (k->lost || run->status == RUN_ANSWERED)
			return false;
		k->receipt[0] = '\0';
	}
	if (!keep_written(&l, store_do(k->w->store, end, &l, k->err), k->err))
		return false;
	keep_late_receipt(k, run);
	return true;
}

/* Another goes on with it, and at once where this one may still say so. */
static bool
give_back(struct keep *k)
{
	const struct run_change change = {.reason = str_from(k->why.message),
	    .exit_code = EXIT_INTERNAL,
	    .retry_after_us = AWAY_US,
	    .blameless = true};
	struct err err;

	if (k->why.code != ERR_NONE && k->why.code != ERR_FENCED) {
		(void)runs_advance(k->w->store, k->job, &change, &err);
		*k->err = k->why;
		k->job->returned = true;
		return err_wrap(k->err, "the run goes on later");
	}
	err_set(k->err, ERR_FENCED, "the lease of run '%s' is gone", k->job->run);
	return err_help(k->err, "`sluice runs show %s` shows its state", k->job->run);
}

/* The process that drives the run was told to stop, and nobody cancelled the run. */
static bool
is_interrupted(const struct keep *k, const struct run *run)
{
	return run->status == RUN_CANCELLED && !k->job->cancel_requested && !k->job->halted;
}

/* A run that only stopped because its lease is gone has not ended: somebody else goes on, or it was
 * cancelled. */
bool
keep_end(struct keep *k, struct run *run)
{
	bool waits = run->status == RUN_ESCALATED && !run->evasion;

	if (!k->lost && !waits)
		heed(k, run);
	if (!k->lost && is_interrupted(k, run)) {
		k->lost = true;
		err_set(&k->why, ERR_SYSTEM, "it was interrupted");
	}
	if (!k->lost && waits)
		return k->state == STATE_AWAITING_APPROVAL ||
		       err_set(k->err, ERR_INTERNAL, "an escalation was not recorded");
	if (!k->lost && write_end(k, run))
		return true;
	return k->lost ? give_back(k) : false;
}
