/* SPDX-License-Identifier: MIT */
/* sluice run: the main job. */
#include "request_sign.h"

#include "actions.h"
#include "file.h"
#include "receipt.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

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
print_run(struct call *c, const struct run *run, const struct run_view *view)
{
	const struct options *o = c->o;
	int code = (int)run->exit_code;

	call_begin(c);
	if (o->json)
		run_json(run, true, &c->out);
	else if (!o->events)
		run_view_end(view, run, &c->out);
	if (!print_buf(&c->out))
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
	fprintf(stderr, "help: `sluice runs show %s` shows how it ended\n", stored->id);
	return stored->exit_code;
}

/* Ends the run that its requester interrupted: else a worker would go on with it. */
static int
end_interrupted(struct call *c, const char *id)
{
	enum run_state now;

	if (!request_cancel(c, id, STR("interrupted by its requester"), &now)) {
		err_wrap(&c->err, "run '%s' was interrupted; a worker will continue it", id);
		return call_fail(c);
	}
	fprintf(stderr, "sluice: run '%s' was interrupted and cancelled\n", id);
	return EXIT_CANCELLED;
}

/* A run that waits for people has none yet. */
static bool
write_receipt(struct call *c, const char *id, const struct run *run)
{
	char sha256[DIGEST_HEX_BYTES];
	struct str receipt;

	if (run->exit_code == EXIT_ESCALATED)
		return true;
	return receipt_need(c->place.store, c->a, id, sha256, &c->err) &&
	       content_get(c->place.store, c->a, sha256, &receipt, &c->err) &&
	       file_write(c->o->receipt, receipt, &c->err);
}

static int
drive(struct call *c, struct task *task, struct box *ahead, struct box_pool *after,
    const struct run_view *view, const struct run_observer *observer)
{
	char worker[STORE_ID_BYTES];
	struct requester who = {.call = c};
	const struct work w = {.store = c->place.store,
	    .worker = worker,
	    .trust = c->place.trust_path,
	    .self = who.id,
	    .observer = *observer,
	    .ahead = ahead,
	    .after = after};
	struct work_request request = {
	    .idempotency_key = c->o->idempotency_key, .priority = 100, .claim = true};
	struct stored_run stored;
	struct job job;
	struct run *run;
	bool fresh;

	store_id("wrk", worker);
	if (!work_tools(c->a, &w, task, &c->err) || !requester_find(&who, &request, &c->err) ||
	    !work_submit(c->a, &w, task, &request, &stored, &job, &fresh, &c->err)) {
		box_drop(ahead);
		return call_fail(c);
	}
	if (!fresh) {
		box_drop(ahead);
		return tell_earlier(&stored);
	}
	if (!work_drive(c->a, &w, &job, task, &run, &c->err))
		return call_is_interrupted(NULL) ? end_interrupted(c, stored.id) : call_fail(c);
	int code = print_run(c, run, view);
	if (c->o->receipt && !write_receipt(c, stored.id, run))
		return call_fail(c);
	return code;
}

int
run_task(struct call *c)
{
	if (run_service_named(c))
		return run_at_service(c);
	return c->o->no_store ? run_apart(c) : run_stored(c);
}

int
run_stored(struct call *c)
{
	struct run_view view = {.colour = c->colour, .live = isatty(STDOUT_FILENO)};
	struct run_observer observer = {.cancelled = call_is_interrupted};
	struct box *ahead = NULL;
	struct task *task;

	if (c->o->json && c->o->events)
		return call_error(c, "choose one of --json and --events");
	if (c->o->code)
		ahead = work_begin(c->a);
	int code = call_task(c, &task);
	if (code >= 0)
		return code; /* what was begun ends with this process */
	if (task->has_code || ahead)
		ahead = work_box(c->a, task, ahead);
	code = call_store(c);
	if (code >= 0) {
		box_drop(ahead);
		return code;
	}
	if (c->o->events)
		observer.event = print_event;
	else if (!c->o->json)
		observer = (struct run_observer){
		    .event = run_view_event, .cancelled = call_is_interrupted, .context = &view};
	call_note_signal(SIGINT);
	call_note_signal(SIGTERM);
	struct box_pool *after = box_pool_new();
	code = drive(c, task, ahead, after, &view, &observer);
	box_pool_free(after);
	return code;
}
