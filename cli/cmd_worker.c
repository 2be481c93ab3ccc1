/* SPDX-License-Identifier: MIT */
/* sluice worker: takes runs from the queue and drives them, until it is told to stop. */
#include "place.h"

#include "clock.h"
#include "notify.h"
#include "push.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define RUN_BYTES_MAX ((size_t)1 << 30)
#define POLL_MS 500
#define SWEEP_US 2000000
#define NOTICES_AT_ONCE 4 /* each may take its five seconds */

struct worker_options {
	struct place_options place;
	struct option_values words;
	bool once, json, trust_submitters;
	struct notify webhook;
	struct verdict_cache *verdicts;
};

static volatile sig_atomic_t stopping;

static void
stop(int signal_number)
{
	(void)signal_number;
	stopping++;
}

/* A second signal ends the run in hand too. */
static bool
is_stopping(void *context)
{
	(void)context;
	return stopping > 1;
}

static void
tell(const struct run *run, const struct job *job, const struct worker_options *o)
{
	struct json_writer w;
	struct buf out;

	buf_init(&out, 1 << 16);
	if (o->json) {
		json_writer_init(&w, &out, false);
		json_object(&w);
		json_put_text(&w, "run_id", job->run);
		json_put_text(&w, "status", run_status_name(run->status));
		json_put_number(&w, "exit_code", run->exit_code);
		json_put_text(&w, "stage", stage_name(run->stage));
		json_put_str(&w, "reason", run->reason);
		json_end_object(&w);
	} else {
		buf_printf(&out, "%s %s at %s: ", job->run, run_status_name(run->status),
		    stage_name(run->stage));
		buf_visible(&out, run->reason, 200);
	}
	buf_char(&out, '\n');
	(void)print_buf(&out);
}

/* One run, in an arena of its own. A failure of the world is told and is not the worker's end: the
 * lease runs out, and somebody goes on. */
static int
drive(const struct work *w, struct job *job, const struct worker_options *o)
{
	struct arena *a = arena_new(RUN_BYTES_MAX);
	int code = EXIT_INTERNAL;
	struct run *run;
	struct err err;

	if (a && work_drive(a, w, job, NULL, &run, &err)) {
		tell(run, job, o);
		code = (int)run->exit_code;
	} else {
		if (!a)
			err_memory(&err);
		err_wrap(&err, "run '%s'", job->run);
		code = print_error(&err);
	}
	arena_free(a);
	return code;
}

static void
rest(void)
{
	const struct timespec time = {.tv_nsec = (long)POLL_MS * 1000000};

	(void)nanosleep(&time, NULL);
}

/* What time alone decides, and what people are told of it. */
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
	if (o->once || err->code != ERR_SYSTEM)
		return false;
	if (!*told)
		(void)print_error(err);
	*told = true;
	return true;
}

static int
serve(struct arena *a, const struct place *p, const struct worker_options *o)
{
	int64_t swept_us = -SWEEP_US;
	char worker[STORE_ID_BYTES], self[STORE_ID_BYTES];
	const struct work w = {.store = p->store,
	    .worker = worker,
	    .trust = p->trust_path,
	    .self = self,
	    .trust_submitters = o->trust_submitters,
	    .verdicts = o->verdicts,
	    .observer = {.cancelled = is_stopping}};
	bool told = false;
	int first = EXIT_ANSWERED; /* of the runs, the first that was not answered */
	struct job job;
	struct err err;

	store_id("wrk", worker);
	if (!place_requester(a, p, self, &err) ||
	    (o->webhook.url && !notify_check(&o->webhook, &err)))
		return print_error(&err);
	while (!stopping) {
		bool good = true, found = false;
		if (clock_us() - swept_us >= SWEEP_US) {
			good = tend(p, o, &err);
			swept_us = clock_us();
		}
		if (good) {
			found = queue_claim(p->store, worker, &job, &err);
			good = found || err.code == ERR_NONE;
		}
		if (!good && !may_come_back(&err, o, &told))
			return print_error(&err);
		told = told && !good;
		if (found) {
			int code = drive(&w, &job, o);
			first = first == EXIT_ANSWERED ? code : first;
		} else if (good && o->once) {
			return tend(p, o, &err) ? first : print_error(&err);
		} else {
			rest();
		}
	}
	return o->once ? first : EXIT_ANSWERED;
}

static int
cmd_worker(const struct verb *verb, int argc, char **argv)
{
	struct worker_options o = {.json = false};
	const struct option options[] = {
	    {"--once", NULL, "drive what is due, then end", OPTION_FLAG, &o.once},
	    {"--trust-submitters", NULL,
		"let whoever submits name models, files and programs of this machine", OPTION_FLAG,
		&o.trust_submitters},
	    {"--webhook", "URL", "where notices about approvals go", OPTION_TEXT, &o.webhook.url},
	    {"--webhook-secret", "FILE", "the secret that signs them", OPTION_TEXT,
		&o.webhook.secret_file},
	    {"--webhook-link", "TEMPLATE", "a link in them, with {run} and {approval} put in",
		OPTION_TEXT, &o.webhook.link},
	    {"--webhook-ca", "FILE", "certificates that the server's is checked by", OPTION_TEXT,
		&o.webhook.ca_file},
	    PLACE_OPTIONS(o.place),
	    {"--json", NULL, "print a line of JSON for each run", OPTION_FLAG, &o.json},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.words);
	struct err_list errs;
	struct place place;

	if (code >= 0)
		return code;
	if (o.words.count > 0)
		return usage_error(verb, "'%s' is not expected", o.words.values[0]);
	struct arena *a = arena_new(RUN_BYTES_MAX);
	if (!a)
		return EXIT_INTERNAL;
	signal(SIGINT, stop);
	signal(SIGTERM, stop);
	if (place_open(a, &o.place, &place, &errs)) {
		o.verdicts = verdict_cache_new();
		code = serve(a, &place, &o);
		verdict_cache_free(o.verdicts);
		place_close(&place);
	} else {
		code = print_errors(&errs);
	}
	arena_free(a);
	return code;
}

const struct verb VERB_WORKER = {
    .name = "worker",
    .summary = "takes runs from the queue and drives them",
    .usage = "worker [--once] [options]",
    .example = "sluice worker --once",
    .run = cmd_worker,
};
