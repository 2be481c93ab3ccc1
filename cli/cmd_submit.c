/* SPDX-License-Identifier: MIT */
/* sluice submit: puts a task into the queue, for a worker. */
#include "place.h"

#include <stdio.h>

#define SUBMIT_BYTES_MAX ((size_t)1 << 30)

struct submit_options {
	struct request_options ask;
	bool json;
};

static int
print_submitted(const struct stored_run *run, bool fresh, bool json)
{
	struct json_writer w;
	struct buf out;

	buf_init(&out, 4096);
	if (json) {
		json_writer_init(&w, &out, true);
		json_object(&w);
		json_put_text(&w, "run_id", run->id);
		json_put_text(&w, "state", run_state_name(run->state));
		json_put_bool(&w, "fresh", fresh);
		json_end_object(&w);
		buf_char(&out, '\n');
	} else {
		buf_printf(&out, "%s %s%s\n", run->id, run_state_name(run->state),
		    fresh ? "" : " (this key was used before)");
	}
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

static int
submit(struct arena *a, const struct submit_options *o)
{
	char requester[STORE_ID_BYTES];
	const struct work_request request = {
	    .requester = requester, .idempotency_key = o->ask.idempotency_key, .priority = 100};
	struct stored_run stored;
	struct err_list errs;
	struct place place;
	struct task *task;
	struct job job;
	bool fresh;
	struct err err;

	if (!task_load(a, &o->ask.request, &task, &errs) ||
	    !place_open(a, &o->ask.place, &place, &errs))
		return print_errors(&errs);
	const struct work w = {.store = place.store};
	bool good = place_requester(a, &place, requester, &err) &&
		    work_submit(a, &w, task, &request, &stored, &job, &fresh, &err);
	int code = good ? print_submitted(&stored, fresh, o->json) : print_error(&err);
	place_close(&place);
	return code;
}

static int
cmd_submit(const struct verb *verb, int argc, char **argv)
{
	struct submit_options o = {.json = false};
	const struct option options[] = {
	    REQUEST_OPTIONS(o.ask),
	    {"--json", NULL, "print the run's id and state as JSON", OPTION_FLAG, &o.json},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.ask.words);

	if (code >= 0)
		return code;
	code = request_complete(verb, &o.ask);
	if (code >= 0)
		return code;
	struct arena *a = arena_new(SUBMIT_BYTES_MAX);
	if (!a)
		return EXIT_INTERNAL;
	code = submit(a, &o);
	arena_free(a);
	return code;
}

const struct verb VERB_SUBMIT = {
    .name = "submit",
    .summary = "puts a task into the queue, for a worker",
    .usage = "submit TASK.yaml [options]",
    .example = "sluice submit examples/conversion/task.yaml",
    .run = cmd_submit,
};
