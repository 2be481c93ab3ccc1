/* SPDX-License-Identifier: MIT */
/* sluice run: the main job. */
#include "artifacts_save.h"
#include "place.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define RUN_BYTES_MAX ((size_t)1 << 30)

struct run_options {
	struct request_options ask;
	const char *out;
	bool json, events;
};

static volatile sig_atomic_t interrupted;

static void
interrupt(int signal_number)
{
	(void)signal_number;
	interrupted = 1;
}

static bool
is_interrupted(void *context)
{
	(void)context;
	return interrupted;
}

static void
print_event(void *context, const struct run *run, const struct run_event *event)
{
	struct buf line;

	(void)context;
	buf_init(&line, 1 << 20);
	run_event_json(run, event, &line);
	(void)print_buf(&line);
}

static int
print_run(const struct run *run, const struct run_options *o, const struct run_view *view)
{
	struct buf out;
	int code = (int)run->exit_code;

	buf_init(&out, RUN_BYTES_MAX);
	if (o->json)
		run_json(run, true, &out);
	else if (!o->events)
		run_view_end(view, run, &out);
	if (!print_buf(&out))
		return EXIT_INTERNAL;
	if (o->out && run->status == RUN_ANSWERED &&
	    !artifacts_save(
		run->arena, o->out, run->execution.artifacts, run->execution.artifact_count))
		code = EXIT_USAGE;
	return code;
}

/* The run of a key that was used before: what it came to is told, and nothing runs twice. */
static int
tell_earlier(const struct stored_run *stored)
{
	fprintf(stderr, "sluice: this key was used for run '%s', which is %s\n", stored->id,
	    run_state_name(stored->state));
	fprintf(stderr, "help: `sluice runs show %s` tells what came of it\n", stored->id);
	return stored->exit_code;
}

static int
drive(struct arena *a, const struct place *p, const struct run_options *o, const struct task *task,
    const struct run_view *view, const struct run_observer *observer)
{
	char worker[STORE_ID_BYTES], requester[STORE_ID_BYTES];
	const struct work w = {.store = p->store,
	    .worker = worker,
	    .trust = p->trust_path,
	    .self = requester,
	    .observer = *observer};
	const struct work_request request = {.requester = requester,
	    .idempotency_key = o->ask.idempotency_key,
	    .priority = 100,
	    .claim = true};
	struct stored_run stored;
	struct job job;
	struct run *run;
	bool fresh;
	struct err err;

	store_id("wrk", worker);
	if (!place_requester(a, p, requester, &err) ||
	    !work_submit(a, &w, task, &request, &stored, &job, &fresh, &err))
		return print_error(&err);
	if (!fresh)
		return tell_earlier(&stored);
	if (!work_drive(a, &w, &job, task, &run, &err))
		return print_error(&err);
	return print_run(run, o, view);
}

static int
run_task(struct arena *a, const struct run_options *o)
{
	struct run_view view = {
	    .colour = colour_wanted(STDOUT_FILENO), .live = isatty(STDOUT_FILENO)};
	struct run_observer observer = {.cancelled = is_interrupted};
	struct err_list errs;
	struct place place;
	struct task *task;

	if (!task_load(a, &o->ask.request, &task, &errs) ||
	    !place_open(a, &o->ask.place, &place, &errs))
		return print_errors(&errs);
	if (o->events)
		observer.event = print_event;
	else if (!o->json)
		observer = (struct run_observer){run_view_event, is_interrupted, &view};
	signal(SIGINT, interrupt);
	signal(SIGTERM, interrupt);
	int code = drive(a, &place, o, task, &view, &observer);
	place_close(&place);
	return code;
}

static int
cmd_run(const struct verb *verb, int argc, char **argv)
{
	struct run_options o = {.json = false};
	const struct option options[] = {
	    REQUEST_OPTIONS(o.ask),
	    {"--record", "FILE",
		"write the exchanges with the model to a file; --model-file replays it",
		OPTION_TEXT, &o.ask.request.record},
	    {"--out", "DIR", "save the files that the program made, once answered", OPTION_TEXT,
		&o.out},
	    {"--json", NULL, "print the run's record as JSON", OPTION_FLAG, &o.json},
	    {"--events", NULL, "print what happens, as it happens, as NDJSON", OPTION_FLAG,
		&o.events},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.ask.words);

	if (code >= 0)
		return code;
	if (o.json && o.events)
		return usage_error(verb, "choose one of --json and --events");
	code = request_complete(verb, &o.ask);
	if (code >= 0)
		return code;
	struct arena *a = arena_new(RUN_BYTES_MAX);
	if (!a)
		return EXIT_INTERNAL;
	code = run_task(a, &o);
	arena_free(a);
	return code;
}

const struct verb VERB_RUN = {
    .name = "run",
    .summary = "runs a task: plan, generate, check, run, validate",
    .usage = "run TASK.yaml [options]\n       sluice run --goal WORDS --input FILE --schema FILE "
	     "--policy NAME --model-file FILE",
    .example = "sluice run examples/conversion/task.yaml",
    .run = cmd_run,
};
