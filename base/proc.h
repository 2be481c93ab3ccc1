/* SPDX-License-Identifier: MIT */
/*
 * proc.h: other programs, started with exactly what they are given.
 *
 * The child gets an empty environment but for `env`, a new session, default signals, the
 * descriptors named in `fds` (the nth becomes descriptor n) and no other, and a fresh session
 * keyring. It is known by a pidfd, so a signal can't reach a process that took its number.
 */
#ifndef BASE_PROC_H
#define BASE_PROC_H

#include "err.h"

#include <sys/types.h>

#define PROC_FDS_MAX 80

struct proc_spec {
	const char *const *argv; /* NULL-terminated; argv[0] is a path */
	const char *const *env;  /* NULL-terminated, or NULL for none */
	int fds[PROC_FDS_MAX];   /* descriptors of this process; -1 becomes /dev/null */
	size_t fd_count;         /* at least 3 */
	uid_t uid; /* where it is not 0 and we are root: the identity to take on, groups dropped */
	gid_t gid;
	/* Called in the child before anything else, where not NULL; false ends it.
	 * Async-signal-safe code only. */
	bool (*before_exec)(void *context);
	void *context;
	/* The same, once the identity and the session are its own. */
	bool (*as_user)(void *context);
	void *as_user_context;
	const char
	    *as_user_help; /* the remedy where as_user fails, which is ERR_SANDBOX then; or NULL */
	/* proc_run: told each time that the child has written, with all of its output so far. */
	void (*hear)(void *context, struct str output);
	void *hear_context;
	/* proc_run: asked a few times a second; true ends the child. */
	bool (*cancelled)(void *context);
	void *cancelled_context;
};

struct proc {
	pid_t pid;
	int pidfd;
};

bool proc_start(const struct proc_spec *spec, struct proc *out, struct err *err);
/* SIGKILL is also for what it has started and has left in its process group. */
bool proc_signal(const struct proc *p, int signal);
/* Waits at most until `deadline_us` (of clock_us; INT64_MAX for ever). False where it still runs.
 * Reaps it. */
bool proc_wait(struct proc *p, int64_t deadline_us, int *wait_status);

struct proc_output {
	struct str out, err; /* NUL-terminated, owned by the arena */
	int wait_status;
	bool timed_out, too_long, cancelled; /* the process was killed for it */
};
struct arena;
/* Feeds `input`, collects both streams to `max` bytes each, ends the process at the deadline. */
bool proc_run(struct arena *a, struct proc_spec *spec, struct str input, size_t max,
    int64_t deadline_us, struct proc_output *out, struct err *err);

#endif
