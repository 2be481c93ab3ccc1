/* SPDX-License-Identifier: MIT */
/* queue.h: the queue of runs, as workers see it: leases, steps under a lease, and the clock's work. */
#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H

#include "store.h"

#define LEASE_US 30000000 /* renew every third of it; past two thirds without, the worker stops */

struct job {
	char id[STORE_ID_BYTES], run[STORE_ID_BYTES];
	char worker[STORE_ID_BYTES];
	int64_t token; /* the fence: every write names it, and an old one writes nothing */
	int64_t attempt;
	int64_t lease_until_us;
	bool cancel_requested;
	bool halted;   /* the store was halted: end what runs, and advance to HALTED */
	bool returned; /* set by who drove it: this machine or the store failed, not the run */
};

/*
 * The next job that is due, leased to `worker`; false with ERR_NONE where there is none. Where none
 * is ready, lost leases are given back first. A run that was lost while it ran starts again
 * (RUNNING to RUNNING, with the new token: its sandbox reached nothing outside), until its attempts
 * are used up: then it is quarantined. A run past its deadline is not given out (the sweep ends
 * it); a halted or draining store gives none. Where the log's key is not, neither is a run that only
 * waits for its receipt.
 */
bool queue_claim(struct store *s, const char *worker, struct job *out, struct err *err);
/* The same for this run alone, also where its moment has not passed. */
bool queue_claim_run(
    struct store *s, const char *worker, const char *run, struct job *out, struct err *err);
/* The prefix of the idempotency keys of a session's cells. After people have decided about one, its job is due a moment
 * later, so that its session can have it. */
#define SESSION_KEY "session/"
#define SESSION_MOMENT_US 5000000
/* ERR_FENCED if the lease is gone: stop at once, write nothing. Fills cancel_requested and
 * halted. A lease is not renewed for longer than a minute past the run's deadline. */
bool queue_renew(struct store *s, struct job *job, struct err *err);
/* Asks the same and renews nothing: one read, for who looks several times a second. */
bool queue_look(struct store *s, struct job *job, struct err *err);

/*
 * One step of a run under a lease, in one transaction: the state changes along an allowed edge, the
 * digests that are set are noted, a history row is written; then, by the new state, the job goes on
 * (leased as it was), ends, or an approval is opened. ERR_FENCED where the token is old,
 * ERR_REFUSED where a guard says no.
 */
struct run_change {
	enum run_state to;
	const char *plan_sha256, *code_sha256, *findings_sha256, *policy_sha256, *subject_sha256,
	    *output_sha256, *record_sha256, *result_sha256, *receipt_sha256; /* NULL: as it was */
	const char *verdict;
	struct str reason, note;
	int64_t violations;         /* that the sandbox saw since the last step */
	int exit_code;              /* of a run that ends; 0: its state's */
	const char *const *authors; /* principals who shaped this revision's code */
	size_t author_count;
	struct approval_rule *approval; /* for STATE_AWAITING_APPROVAL: id, round, nonce and times
					   are filled in; remind_us, decide_by_us come as spans */
	/* For a failure of the world: the state stays (`to` is it, or NONE), the lease ends, and
	 * the job comes back then; after its last attempt the run fails. */
	int64_t retry_after_us;
	bool
	    blameless; /* with it: this machine's fault, or the store's; the attempt does not count */
};
bool runs_advance(
    struct store *s, struct job *job, const struct run_change *change, struct err *err);

/* Expires what is due, reminds, gives lost leases back. Workers call it every few seconds. */
struct sweep_report {
	size_t expired, reminded, reclaimed, quarantined;
};
bool store_sweep(struct store *s, struct sweep_report *out, struct err *err);

#endif
