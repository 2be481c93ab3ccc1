/* SPDX-License-Identifier: MIT */
/* sluice run: the main job. */
#include "place.h"

#include "file.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
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

/* The file's name in the caller's folder: its folders become part of it. */
static char *
flat_path(struct arena *a, const char *folder, struct str name)
{
	char *path = arena_printf(a, "%s/%.*s", folder, STR_ARG(name));

	for (char *p = path ? path + strlen(folder) + 1 : NULL; p && *p; p++)
		if (*p == '/')
			*p = '_';
	return path;
}

/* Only a name that the caller did not have, and none that a shell or a tool reads unasked. Two
 * names of the program's that become one: the second finds the first, and is told. */
static bool
save_artifact(struct arena *a, const char *folder, const struct box_artifact *f, struct err *err)
{
	char *path = flat_path(a, folder, f->name);

	if (!path)
		return err_memory(err);
	if (path[strlen(folder) + 1] == '.')
		return err_set(err, ERR_INPUT, "'%.*s' is not saved: its name begins with a dot",
		    STR_ARG(f->name));
	return file_write_private(path, f->bytes, err) ||
	       err_wrap(err, "'%.*s' is not saved", STR_ARG(f->name));
}

/* What can't be saved is told, and keeps none of the others from it. */
static bool
save_artifacts(const struct run *run, const char *folder)
{
	bool good = true;
	struct err err;

	if (run->execution.artifact_count == 0)
		return true;
	if (mkdir(folder, 0755) != 0 && errno != EEXIST) {
		err_sys(&err, "can't make the folder '%s'", folder);
		return print_error(&err), false;
	}
	for (size_t i = 0; i < run->execution.artifact_count; i++)
		if (!save_artifact(run->arena, folder, &run->execution.artifacts[i], &err)) {
			print_error(&err);
			good = false;
		}
	return good;
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
	if (o->out && run->status == RUN_ANSWERED && !save_artifacts(run, o->out))
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
