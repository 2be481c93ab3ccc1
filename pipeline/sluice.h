/* SPDX-License-Identifier: MIT */
/*
 * sluice.h: the public API of libsluice: the check, and whole runs, in one call each. What comes back is JSON, as
 * `sluice check --json` and `sluice run --json` print it, and an exit code.
 *
 * Types are opaque: nothing but these functions looks into them, so that a program that was built with one version runs with
 * the next. Texts are UTF-8 and end with NUL. What a function called _new or returning a result gives is the caller's, for the
 * function called _free; everything that is passed in stays the caller's, and is copied where it is kept.
 *
 * Caveats. A task and a result belong to one thread at a time; different ones may be used at once. A run is in no store: nobody
 * can approve it, and it leaves no receipt. It runs in the calling thread until it is over, and starts processes.
 */
#ifndef SLUICE_H
#define SLUICE_H

#include <stdbool.h>
#include <stddef.h>

/* Exit codes of the program, and the cause of every stop. */
enum sluice_exit {
	EXIT_ANSWERED = 0, /* also: allowed, clean */
	EXIT_FINDINGS = 1,
	EXIT_USAGE = 2, /* usage or configuration */
	EXIT_REFUSED = 10,
	EXIT_ESCALATED = 11,
	EXIT_REJECTED = 12,
	EXIT_SANDBOX = 13,
	EXIT_PROGRAM = 14,
	EXIT_OUTPUT = 15,
	EXIT_PROVIDER = 16,
	EXIT_CANCELLED = 17,
	EXIT_INTERNAL = 70,
};

typedef struct sluice_task sluice_task;
typedef struct sluice_result sluice_result;

const char *sluice_version(void);

/*
 * Judges a program and runs nothing. `policy` is the name of a shipped policy or of an installed bundle's, or a path; `name` is what
 * the code is called in the report. The result's exit code is EXIT_ANSWERED where the policy allows the program, EXIT_ESCALATED
 * where it leaves it to a person (also what only Sluice's sandbox can hold), EXIT_REFUSED where it denies it; any other where
 * the check could not be made. NULL: out of memory, which is no permission.
 */
sluice_result *sluice_check(
    const char *policy, const char *name, const char *code, size_t code_bytes);

sluice_task *sluice_task_new(void); /* an empty one; NULL: out of memory */
/*
 * Says one thing of a task; each has the meaning of the option of `sluice run` of that name, and "file" is the task file:
 *
 *     file goal policy profile schema code input model url key-file model-file record trust
 *
 * "input" is a path too, and may be said up to 64 times; of the others the last counts. False: there is no such name, there
 * are too many inputs, or memory is out; the task is as it was.
 */
bool sluice_task_set(sluice_task *task, const char *name, const char *value);
/*
 * Has the run tell each of its events as one line of JSON, as `sluice run --events` prints them, and ask several times a second
 * whether to end. Both are called in the thread of sluice_run, with `context`; each may be NULL. The line is gone afterwards.
 */
void sluice_task_watch(sluice_task *task, void (*event)(void *context, const char *line),
    bool (*cancelled)(void *context), void *context);
void sluice_task_free(sluice_task *task); /* may be NULL */

/* Plans, generates, checks, runs and validates. NULL: out of memory. The task may be run again. */
sluice_result *sluice_run(const sluice_task *task);

/* EXIT_INTERNAL of NULL. */
enum sluice_exit sluice_result_exit(const sluice_result *result);
/* The report or record; where there is none, {"errors": [{"message", "help", "file", "line", "column"}]}. The result's. */
const char *sluice_result_json(const sluice_result *result);
void sluice_result_free(sluice_result *result); /* may be NULL */

#endif
