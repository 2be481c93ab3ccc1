/* SPDX-License-Identifier: MIT */
/*
 * work.h: durable runs. The store holds a task with all files that it names. The worker that holds
 * the run's lease drives it through the same five stages, and records each step before the next one
 * begins. A run that waits for people has no lease; after their decision, or after a crash, any
 * worker can continue it.
 */
#ifndef WORK_H
#define WORK_H

#include "run.h"
#include "queue.h"

struct work { /* a worker's place; one thread's */
	struct store *store;
	const char *worker; /* an id: who holds the leases */
	const char *trust;  /* the trust file's path, or NULL: no approval counts here */
	/*
	 * A task's `model` names files, addresses and programs of the machine that runs it. For
	 * other principals than this one, a task may bring only recorded replies and programs,
	 * unless `trust_submitters` lets all submitters name these.
	 */
	const char *self;
	bool trust_submitters;
	struct verdict_cache *verdicts; /* or NULL */
	struct loads *loads;            /* of what is driven (load_cache.h); or NULL */
	struct run_observer observer;
	/* The store has the end of the job's run, or that it waits for people; or NULL. */
	void (*left)(const struct job *job);
	struct box *ahead; /* work_box, or NULL; work_drive uses it up */
	/* The pool of boxes that wait for runs, for policies that allow it (box_pool_new), or NULL. */
	struct box_pool *pool;
	struct box_pool
	    *after; /* where boxes are left behind their runs (executor.h); NULL: in the pool */
	struct slots *slots;         /* where several runs are in hand (slots.h), or NULL */
	struct box_session *session; /* work_drive runs the program as its next cell; or NULL */
	/* Of the session, by task_planner, or NULL: it writes the cells that are asked for in words, and is told
	 * of each that ran. */
	struct planner *planner;
};

/* Begins the box of a task's run, while the store is opened and the program checked; NULL where it
 * can't be begun, and the run says why. What is not driven is dropped (box_drop). `begun`: by
 * work_begin, before the task was read, and used up; or NULL. */
struct box *work_box(struct arena *a, const struct task *task, struct box *begun);
struct box *work_begin(struct arena *a);

struct work_request {
	const char *requester;       /* a principal's id */
	const char *tenant;          /* NULL: "default" */
	const char *idempotency_key; /* NULL: a fresh one */
	const char *session;         /* the id of the session whose next cell it is, or NULL */
	int64_t priority;
	struct str request; /* an envelope that was signed elsewhere; empty: `sign`, or nobody */
	bool claim;         /* the caller drives it at once */
	/* Signs the request for the run that is going to have this id, with terms by request_terms
	 * (store.h); NULL: nobody signs it. The envelope is the arena's. */
	bool (*sign)(void *context, struct arena *a, const char *run, const char *task_sha256,
	    struct str *envelope, struct err *err);
	void *context;
};

/* Stores the task; the run waits in the queue, or is the caller's. */
bool work_submit(struct arena *a, const struct work *w, const struct task *task,
    const struct work_request *request, struct stored_run *out, struct job *job, bool *fresh,
    struct err *err);

/*
 * Tools (tool.h). work_tools finds those that a task names, each as its publication's receipt proves it to this process's
 * trust file; before work_submit and work_task. ERR_REFUSED where one can't be used. work_tool tells of one publication: *why
 * is ERR_NONE where it holds, whoever the name's owner is.
 */
struct tool;
#define TOOL_KEY_BYTES 96
bool tool_key(const struct tool *t, const char *more, char key[TOOL_KEY_BYTES]);
/* Of the request to retire it with this number, from 1: somebody who may not can have taken the first. */
bool tool_retired_key(const struct tool *t, int64_t number, char key[TOOL_KEY_BYTES]);
bool work_tools(struct arena *a, const struct work *w, struct task *task, struct err *err);
bool work_tool(struct arena *a, const struct work *w, const struct stored_run *run,
    struct tool *out, struct err *why, struct err *err);
/* Whose versions of this name count; empty: nobody's yet. */
bool work_tool_owner(
    struct arena *a, const struct work *w, struct str name, struct str *owner, struct err *err);

/* The subject of a request for this task: the list of its files by digest (canonical JSON), and the
 * digest of that. */
bool work_task(struct arena *a, const struct task *task, struct str *list,
    char sha256[DIGEST_HEX_BYTES], struct err *err);

/*
 * Drives a claimed run as far as it gets: to its end, or until it waits for people. False where the
 * world failed (the lease was lost, the store is gone): nothing was released then, and another
 * worker goes on. `task` is what was submitted, where the caller has it still; NULL: read from the
 * store.
 */
bool work_drive(struct arena *a, const struct work *w, struct job *job, const struct task *task,
    struct run **out, struct err *err);

/*
 * Runs the sealed bytes of a run that is over once more, with the same inputs and limits, in the
 * same tier or in one that its policy admits, and compares what comes out byte for byte. Where that
 * differs, it runs a third time to tell why. A check, which releases nothing: it goes into the
 * run's history and the ledger. Refused where what allowed the run does not hold any more: another
 * environment, or an approval whose time is over.
 */
enum replay_cause {
	REPLAY_SAME = 0,
	REPLAY_VARIES,      /* the program does not give the same output twice */
	REPLAY_TIER,        /* in the first run's tier it gives the first output */
	REPLAY_ENVIRONMENT, /* it gives the new output each time: the date has changed, or the machine */
};
const char *replay_cause_name(
    enum replay_cause cause); /* "none", "program", "tier", "environment" */

struct replay_request {
	const char *actor; /* who asks, for the ledger */
	const char *start; /* a tier's name; NULL: the first run's */
};

struct replay {
	bool same;
	char before_sha256[DIGEST_HEX_BYTES], now_sha256[DIGEST_HEX_BYTES];
	int64_t before_bytes, now_bytes;
	int64_t line; /* the first that differs, from 1 */
	struct str before_line, now_line;
	enum box_start before_start, now_start;
	enum replay_cause cause;
	struct str outcome, reason; /* of the box, and how the run ended this time */
	/* work_compare: what the second run was given that the first was not, as paths in the subject:
	 * "goal", "code", "box.inputs.leads.csv". */
	struct str *changed;
	size_t changed_count;
};
bool work_replay(struct arena *a, const struct work *w, const char *run,
    const struct replay_request *q, struct replay *out, struct err *err);
/* Two runs as they are stored, each with an output. Nothing runs. */
bool work_compare(struct arena *a, const struct work *w, const char *before, const char *now,
    struct replay *out, struct err *err);

/* A session (executor.h) for the cells that begin with this run, of its task and its requester. */
bool work_session(struct arena *a, const struct work *w, const char *run, struct box_session **out,
    struct err *err);

/* A run's record as it was stored. */
bool work_record(struct arena *a, struct store *store, const char *sha256, struct json_doc *out,
    struct err *err);
/* The files that a run left, by the digests in its record; their bytes are the store's. */
bool work_artifacts(struct arena *a, struct store *store, const struct json_doc *record,
    struct box_artifact **out, size_t *count, struct err *err);

/* The name of an account of this machine, for requests. */
bool work_login(struct arena *a, char **out, struct err *err);

#endif
