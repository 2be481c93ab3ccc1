/* SPDX-License-Identifier: MIT */
/* sluice submit: puts a task into the queue, for a worker. */
#include "request_sign.h"

int
call_task(struct call *c, struct task **out)
{
	const struct options *o = c->o;
	const struct task_request request = {.path = word(c, 0),
	    .goal = o->goal,
	    .policy = o->policy,
	    .profile = o->profile,
	    .schema = o->schema,
	    .code = o->code,
	    .model_file = o->model_file,
	    .model = o->model_words,
	    .url = o->url,
	    .key_file = o->key_file,
	    .record = o->record,
	    .trust = o->trust,
	    .inputs = o->input.values,
	    .input_count = o->input.count,
	    .session = strcmp(c->action->path, "session") == 0};

	if (!request.path && !request.goal && !request.code && !request.session)
		return call_error(c, "no task file was named");
	return task_load(c->a, &request, out, &c->errs) ? -1 : call_fail(c);
}

int
call_store(struct call *c)
{
	return call_open(c) ? -1 : call_fail(c);
}

int
call_task_and_store(struct call *c, struct task **out)
{
	int code = call_task(c, out);

	return code < 0 ? call_store(c) : code;
}

int
call_submitted(struct call *c, const struct stored_run *run, bool fresh, const char *note)
{
	call_begin(c);
	if (c->o->json) {
		json_object(&c->j);
		json_put_text(&c->j, "run_id", run->id);
		json_put_text(&c->j, "state", run_state_name(run->state));
		json_put_bool(&c->j, "fresh", fresh);
		json_end_object(&c->j);
	} else {
		buf_printf(&c->out, "%s %s%s\n", run->id, run_state_name(run->state), note);
	}
	return call_print(c);
}

int
submit_task(struct call *c)
{
	struct work_request request = {.idempotency_key = c->o->idempotency_key, .priority = 100};
	struct requester who = {.call = c};
	struct stored_run stored;
	struct task *task;
	struct job job;
	bool fresh;

	int code = call_task_and_store(c, &task);

	if (code >= 0)
		return code;
	const struct work w = {.store = c->place.store, .trust = c->place.trust_path};
	return requester_find(&who, &request, &c->err) && work_tools(c->a, &w, task, &c->err) &&
		       work_submit(c->a, &w, task, &request, &stored, &job, &fresh, &c->err)
		   ? call_submitted(c, &stored, fresh, fresh ? "" : " (this key was used before)")
		   : call_fail(c);
}
