/* SPDX-License-Identifier: MIT */
/* sluice worker: takes runs from the queue and drives them, until it is told to stop. */
#include "actions.h"

#include "clock.h"
#include "notify.h"
#include "push.h"
#include "receipt.h"
#include "slots.h"
#include "load_cache.h"
#include "verdict_cache.h"

#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define RUN_BYTES_MAX ((size_t)1 << 30)
#define POLL_MS 500
#define FIRST_MS 1 /* that the first run has for its start before another one is looked for */
#define SWEEP_US 2000000
#define HOLD_US 1000000
#define HOLD_MAX_US 60000000
#define LIVE_FD 3
#define NOTICES_AT_ONCE 4 /* each may take its five seconds */

struct worker_options {
	const struct options *asked;
	struct notify webhook;
	struct verdict_cache *verdicts;
	struct load_cache *loaded;
};

static volatile sig_atomic_t stopping;

static void
stop(int signal_number)
{
	(void)signal_number;
	stopping++;
}

/* Somebody put work into the queue: a rest ends. */
static void
wake(int signal_number)
{
	(void)signal_number;
}

/* A second signal ends the run in hand too. */
static bool
is_stopping(void *context)
{
	(void)context;
	return stopping > 1;
}

static void
tell_live(void *context, const struct run *run, const struct run_event *event)
{
	struct buf line;

	(void)context;
	if (event->type != EVENT_OUTPUT)
		return;
	buf_init(&line, PIPE_BUF);
	run_event_json(run, event, &line);
	ssize_t n = line.failed ? 0 : write(LIVE_FD, line.p, line.n);
	(void)n;
	buf_release(&line);
}

int
worker_live(const struct call *c, struct run_observer *observer)
{
	struct stat st;
	struct err err;

	if (!c->o->live)
		return -1;
	if (fstat(LIVE_FD, &st) != 0 || !S_ISFIFO(st.st_mode)) {
		err_set(&err, ERR_USAGE, "'--live' needs a pipe as descriptor 3");
		err_help(&err, "`sluice serve` starts its workers so");
		return print_error(&err);
	}
	observer->event = tell_live;
	return -1;
}

static void
tell(const struct run *run, const struct job *job, const struct worker_options *o)
{
	struct buf out;

	buf_init(&out, RUN_BYTES_MAX);
	if (o->asked->json) {
		run_json(run, false, &out);
	} else {
		buf_printf(&out, "%s %s at %s: ", job->run, run_status_name(run->status),
		    stage_name(run->stage));
		buf_line(&out, "", run->reason, 200);
	}
	(void)print_buf(&out);
}

/* Who waits for the run looks at once. */
static void
tell_left(const struct job *job)
{
	char line[STORE_ID_BYTES + 1];
	int length = snprintf(line, sizeof(line), "%s\n", job->run);
	ssize_t n = write(LIVE_FD, line, (size_t)length);

	(void)n;
}

/* One run, in an arena of its own. A failure of the world is told and is not the worker's end:
 * somebody goes on with the run. `away` is whether this machine or the store failed. */
static int
drive(const struct work *w, struct job *job, const struct worker_options *o, bool *away)
{
	struct arena *a = arena_new(RUN_BYTES_MAX);
	struct loads loads = {.cache = o->loaded};
	struct work work = *w;
	int code = EXIT_INTERNAL;
	struct run *run;
	struct err err;

	*away = false;
	work.loads = &loads;
	if (a && work_drive(a, &work, job, NULL, &run, &err)) {
		tell(run, job, o);
		code = (int)run->exit_code;
	} else {
		if (!a)
			err_memory(&err);
		*away = job->returned || err.code == ERR_SYSTEM;
		err_wrap(&err, "run '%s'", job->run);
		code = print_error(&err);
	}
	arena_free(a);
	loads_end(&loads);
	return code;
}

/* Does what is due by time alone, and sends the notices about it. */
static bool
tend(const struct place *p, const struct worker_options *o, struct err *err)
{
	struct sweep_report swept;
	struct notify_report told;
	struct push_report pushed;

	return store_sweep(p->store, &swept, err) &&
	       (!p->trust || push_deliver(p->store, p->trust, false, &pushed, err)) &&
	       (!o->webhook.url ||
		   notify_deliver(p->store, &o->webhook, NOTICES_AT_ONCE, &told, err));
}

/* A server that is away for a while is waited for, and said once. */
static bool
may_come_back(const struct err *err, const struct worker_options *o, bool *told)
{
	if (o->asked->once || err->code != ERR_SYSTEM)
		return false;
	if (!*told)
		(void)print_error(err);
	*told = true;
	return true;
}

struct service {
	const struct place *place;
	const struct worker_options *o;
	struct work work;
	struct slots *slots;
	char worker[STORE_ID_BYTES], self[STORE_ID_BYTES];
	int64_t swept_us;
	int64_t held_until_us, hold_us; /* no run is taken for as long */
	int first;                      /* exit code of the first run that was not answered */
	bool told, over;
};

/* The time that is due, then the next run. False: the store failed. */
static bool
look_for_work(struct service *s, struct job *job, bool *found, struct err *err)
{
	*found = false;
	if (clock_us() - s->swept_us >= SWEEP_US) {
		box_pool_tend(s->work.pool);
		bool good = tend(s->place, s->o, err);
		s->swept_us = clock_us();
		if (!good)
			return false;
	}
	if (clock_us() < s->held_until_us || !slots_have_room(s->slots))
		return true;
	if (!slots_log_is_ready(s->slots) && !receipt_ready(s->place->store, err))
		return false;
	*found = queue_claim(s->place->store, s->worker, job, err);
	return *found || err->code == ERR_NONE;
}

/* A machine that failed a run would fail the next one, too: it takes none for a while, longer each
 * time. */
static void
work_on(void *context, struct job *job)
{
	struct service *s = context;
	bool away;
	int code = drive(&s->work, job, s->o, &away);

	s->first = s->first == EXIT_ANSWERED ? code : s->first;
	if (!away || clock_us() >= s->held_until_us) /* several in hand fail at once */
		s->hold_us = !away ? 0 : s->hold_us == 0 ? HOLD_US : s->hold_us * 2;
	if (s->hold_us > HOLD_MAX_US)
		s->hold_us = HOLD_MAX_US;
	s->held_until_us = clock_us() + s->hold_us;
	s->over = s->over || (away && s->o->asked->once);
}

/* Until it is told to stop, or there is nothing more to do. False: the store failed. */
static bool
take_runs(struct service *s, struct err *err)
{
	const bool once = s->o->asked->once;
	struct job job;

	while (!stopping && !s->over) {
		bool found, good = look_for_work(s, &job, &found, err);
		if (!good && !may_come_back(err, s->o, &s->told))
			return false;
		s->told = s->told && !good;
		if (found && !slots_take(s->slots, &job, err))
			return false;
		if (!found && good && once && slots_in_hand(s->slots) == 0)
			return tend(s->place, s->o, err);
		if (!found || slots_in_hand(s->slots) == 1)
			slots_rest(s->slots, found ? FIRST_MS : POLL_MS);
	}
	return true;
}

/* Programs at once: what the machine has processors for, and one beside a long one. */
static size_t
programs_at_once(const struct worker_options *o)
{
	long processors =
	    o->asked->programs > 0 ? (long)o->asked->programs : sysconf(_SC_NPROCESSORS_ONLN);

	return o->asked->programs == 0 && processors < 2 ? 2 : (size_t)processors;
}

static int
drive_runs(struct service *s)
{
	struct err err;

	s->slots = slots_new(s->place->store, programs_at_once(s->o), work_on, s, &err);
	if (!s->slots)
		return print_error(&err);
	s->work.slots = s->slots;
	s->work.pool = box_pool_new();
	bool good = take_runs(s, &err);
	while (slots_in_hand(s->slots) > 0)
		slots_rest(s->slots, POLL_MS);
	box_pool_free(s->work.pool);
	slots_free(s->slots);
	if (!good)
		return print_error(&err);
	return s->o->asked->once ? s->first : EXIT_ANSWERED;
}

static int
serve(struct call *c, const struct worker_options *o)
{
	const struct place *p = &c->place;
	struct service s = {.place = p, .o = o, .swept_us = -SWEEP_US, .first = EXIT_ANSWERED};
	int code;

	s.work = (struct work){.store = p->store,
	    .worker = s.worker,
	    .trust = p->trust_path,
	    .self = s.self,
	    .trust_submitters = o->asked->trust_submitters,
	    .verdicts = o->verdicts,
	    .left = o->asked->live ? tell_left : NULL,
	    .observer = {.cancelled = is_stopping}};
	if ((code = worker_live(c, &s.work.observer)) >= 0)
		return code;
	store_id("wrk", s.worker);
	if (!call_requester(c, s.self) || (o->webhook.url && !notify_check(&o->webhook, &c->err)))
		return call_fail(c);
	return drive_runs(&s);
}

int
run_worker(struct call *c)
{
	const struct worker_options o = {.asked = c->o,
	    .webhook = {.url = c->o->webhook,
		.secret_file = c->o->webhook_secret,
		.link = c->o->webhook_link,
		.ca_file = c->o->webhook_ca},
	    .verdicts = verdict_cache_new(),
	    .loaded = load_cache_new()};

	call_lasts();
	/* Its threads take turns: what one gives back, the next gets. */
	(void)mallopt(M_ARENA_MAX, 1);
	if (c->o->session)
		return worker_session(c);
	signal(SIGUSR1, wake);
	signal(SIGINT, stop);
	signal(SIGTERM, stop);
	int code = serve(c, &o);
	verdict_cache_free(o.verdicts);
	load_cache_free(o.loaded);
	return code;
}
