/* SPDX-License-Identifier: MIT */
/* workers.c: `sluice worker`, as children: what a run does to its worker does nothing to the
 * service. */
#include "lives.h"
#include "serving.h"

#include "clock.h"
#include "proc.h"

#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

#define PATIENCE_US 60000000 /* for the runs in hand, when the service ends */
#define HOLD_US 1000000
#define HOLD_MAX_US 30000000

struct workers {
	const char *argv[22];
	int live;
	struct one {
		struct proc proc;
		bool runs;
		int64_t hold_us, not_before_us, began_us;
	} list[WORKERS_MAX];
	size_t count;
};

extern char **environ;

/* A worker ends with the service, even if that is killed: the kernel sends it the same signal as
 * the service would. A wake-up signal that arrives early must not end it. */
static bool
end_with_parent(void *context)
{
	const pid_t *parent = context;

	return signal(SIGUSR1, SIG_IGN) != SIG_ERR && prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 &&
	       getppid() == *parent;
}

static void
start(struct workers *w, struct one *one)
{
	pid_t me = getpid();
	struct proc_spec spec = {.argv = w->argv,
	    .env = (const char *const *)(void *)environ,
	    .fds = {-1, STDERR_FILENO, STDERR_FILENO, w->live},
	    .fd_count = LIVE_FD + 1,
	    .before_exec = end_with_parent,
	    .context = &me};
	struct err err;

	one->began_us = clock_us();
	one->runs = proc_start(&spec, &one->proc, &err);
	if (!one->runs)
		log_line(NULL, "can't start a worker: %s", err.message);
}

bool
workers_start(struct arena *a, const struct service_options *o, int live, struct workers **out,
    struct err *err)
{
	struct workers *w = arena_alloc(a, sizeof(*w));
	size_t n = 0;

	if (!w)
		return err_memory(err);
	w->argv[n++] = o->program;
	w->argv[n++] = "worker";
	w->argv[n++] = "--live";
	w->live = live;
	if (o->store) {
		w->argv[n++] = "--store";
		w->argv[n++] = o->store;
	}
	if (o->trust) {
		w->argv[n++] = "--trust";
		w->argv[n++] = o->trust;
	}
	if (o->model)
		w->argv[n++] = "--trust-submitters";
	for (size_t i = 0; i < ARRAY_LENGTH(o->webhook); i++)
		if (o->webhook[i].value) {
			w->argv[n++] = o->webhook[i].option;
			w->argv[n++] = o->webhook[i].value;
		}
	w->count = o->program ? (size_t)o->workers : 0;
	for (size_t i = 0; i < w->count; i++)
		start(w, &w->list[i]);
	*out = w;
	return true;
}

/* One that ends at once is started less and less often. */
static void
tend(struct workers *w, struct one *one)
{
	int status;

	if (one->runs && proc_wait(&one->proc, 0, &status)) {
		bool soon = clock_us() - one->began_us < HOLD_US;
		one->runs = false;
		one->hold_us = !soon ? 0 : one->hold_us == 0 ? HOLD_US : one->hold_us * 2;
		if (one->hold_us > HOLD_MAX_US)
			one->hold_us = HOLD_MAX_US;
		one->not_before_us = clock_us() + one->hold_us;
		log_line(NULL, "a worker ended; starting another");
	}
	if (!one->runs && clock_us() >= one->not_before_us)
		start(w, one);
}

void
workers_tend(struct workers *w)
{
	for (size_t i = 0; i < w->count; i++)
		tend(w, &w->list[i]);
}

static void
signal_all(struct workers *w, int number)
{
	for (size_t i = 0; i < w->count; i++)
		if (w->list[i].runs)
			(void)proc_signal(&w->list[i].proc, number);
}

static bool
wait_all(struct workers *w, int64_t until_us)
{
	bool all = true;
	int status;

	for (size_t i = 0; i < w->count; i++)
		if (w->list[i].runs) {
			w->list[i].runs = !proc_wait(&w->list[i].proc, until_us, &status);
			all = all && !w->list[i].runs;
		}
	return all;
}

void
workers_renew(struct workers *w)
{
	signal_all(w, SIGTERM);
}

void
workers_wake(struct workers *w)
{
	signal_all(w, SIGUSR1);
}

void
workers_stop(struct workers *w)
{
	signal_all(w, SIGTERM);
	if (wait_all(w, clock_us() + PATIENCE_US))
		return;
	signal_all(w, SIGTERM); /* the second ends the run in hand */
	if (wait_all(w, clock_us() + PATIENCE_US / 6))
		return;
	signal_all(w, SIGKILL);
	(void)wait_all(w, INT64_MAX);
}
