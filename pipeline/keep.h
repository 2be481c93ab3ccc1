/* SPDX-License-Identifier: MIT */
/* keep.h: a run under a lease, written down step by step. Private to this folder. */
#ifndef PIPELINE_KEEP_H
#define PIPELINE_KEEP_H

#include "pipeline.h"
#include "slots.h"
#include "work.h"

struct keep_step { /* a stage's end */
	size_t stage;
	enum verdict verdict;
};

struct keep {
	struct arena *a;
	const struct work *w;
	struct job *job;
	struct err *err;
	struct run_keeper keeper;
	struct run_observer watched; /* the caller's own observer */
	enum run_state state;        /* as the store has it */
	char approval[STORE_ID_BYTES];
	/* Of an answer that is about to be released. */
	char record[DIGEST_HEX_BYTES], receipt[DIGEST_HEX_BYTES];
	char attempt[DIGEST_HEX_BYTES]; /* the record of the program that is being repaired */
	int64_t renewed_us, looked_us;  /* by clock_us() */
	bool lost;                      /* the lease: nothing may be written any more */
	struct err why;                 /* the store failed; ERR_NONE: another has the lease */
	/* Of a worker with several runs in hand. */
	struct run *run;
	struct box **ahead;
	struct slot_program program;
	bool waits;         /* another thread has the turn */
	struct str retired; /* why a tool of the task can't be used any more, or empty */
	struct keep_step deferred[STAGE_COUNT]; /* not in the store yet, in their order */
	size_t deferred_count;
};

/* A stage's results are one change of the store: contents and state, or nothing. */
struct keep_leaving {
	struct keep *k;
	struct run *run;
	struct keep_step step;
	enum run_state before;
};
/* In a transaction, before anything else of the run: what was deferred. */
bool keep_catch_up(const struct keep_leaving *l, struct err *err);

void keep_init(struct keep *k);
/* Is the run to end? The lease is renewed in passing; a store that is away for less than that is
 * waited for. */
bool keep_look(struct keep *k);
bool keep_advance(struct keep *k, const struct run_change *change, struct err *err);
bool keep_put_record(
    struct keep *k, const struct run *run, char sha256[DIGEST_HEX_BYTES], struct err *err);
/* The violations of the newest program that ran: the current one (0) or the one before it (1). */
int64_t keep_violations(const struct run *run, size_t before);
/* A store that is away, or that takes writes of somebody else alone by now, is no failure of the
 * run: it stands where its last whole step left it, and this worker writes no more of it. */
bool keep_written(const struct keep_leaving *l, bool done, const struct err *err);
/* The run's `cancelled`: renews the lease in passing; true where the run was cancelled, the store
 * was halted, or the lease is lost. */
bool keep_alive(void *context);
void keep_meanwhile(void *context);
void keep_waits(void *context, bool begins);
void keep_program_over(struct keep *k);
/* Does this worker have other runs that would keep a box waiting too long? */
bool keep_is_crowded(const struct keep *k);
void keep_event(void *context, const struct run *run, const struct run_event *event);
/* Writes the run's end down (keep_end.c). False where it could not be: nothing may be released then. */
bool keep_end(struct keep *k, struct run *run);

/* The task as it was submitted, for who needs nothing more of the files that it came with. */
bool keep_load(struct arena *a, const struct work *w, const struct stored_run *stored,
    struct task **out, struct err *err);
/* Signs what came of the run, and stores that (result.c). */
bool keep_result(struct keep *k, const struct run *run, const char *output_sha256,
    const char *record_sha256, char sha256[DIGEST_HEX_BYTES], struct err *err);
/* ERR_REFUSED where no worker that counts has signed the output that is stored. */
bool keep_result_holds(struct keep *k, const struct run *run, const struct stored_run *stored);
/* The exceptions that this run may stand on, each verified (exceptions.c). */
bool keep_exceptions(struct keep *k, struct run *run, const struct stored_run *stored);
/* The task's tools are what was published (work_tools.c). One that was retired since is told in *retired (the
 * arena's): that is final, and no error. */
bool work_tools_hold(struct arena *a, const struct work *w, const struct task *task,
    struct str *retired, struct err *err);
/* One use of each that it needs. */
bool keep_use_exceptions(struct keep *k, const struct run *run, struct err *err);
/* Reads the results of earlier stages, by the state that `stored` names (work.c). */
bool keep_restore(struct keep *k, struct run *run, const struct stored_run *stored);

#endif
