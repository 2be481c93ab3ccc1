/* SPDX-License-Identifier: MIT */
/* submit.c: turns a task into a run in the store. */
#include "capsule.h"
#include "work.h"

#include <pwd.h>
#include <unistd.h>

bool
work_login(struct arena *a, char **out, struct err *err)
{
	const struct passwd *who = getpwuid(getuid());

	if (!who)
		return err_set(err, ERR_INPUT, "user %u has no name on this machine", getuid());
	*out = arena_text(a, str_from(who->pw_name));
	return *out || err_memory(err);
}

struct submitting {
	const struct capsule *capsule;
	struct run_submission submission;
	struct arena *a;
	struct stored_run *out;
	struct job *job;
	bool *fresh;
};

static bool
use_parts(struct store *s, const struct submitting *q, struct err *err)
{
	for (size_t i = 0; i < q->capsule->count; i++)
		if (!content_use(s, q->out->id, CLASS_INPUT, q->capsule->parts[i].sha256, err))
			return false;
	return true;
}

static bool
submit(struct store *s, void *context, struct err *err)
{
	const struct submitting *q = context;

	for (size_t i = 0; i < q->capsule->count; i++)
		if (!content_put_known(s, q->capsule->parts[i].bytes, "application/octet-stream",
			q->capsule->parts[i].sha256, err))
			return false;
	return content_put_known(
		   s, q->capsule->text, "application/json", q->capsule->sha256, err) &&
	       runs_submit(s, q->a, &q->submission, q->out, q->job, q->fresh, err) &&
	       use_parts(s, q, err);
}

/* The run's id is chosen here, so that the signature is about it. */
static bool
sign_request(struct arena *a, const struct work_request *request, const char *task_sha256,
    struct str *envelope, struct err *err)
{
	char run[STORE_ID_BYTES];

	store_id("run", run);
	*envelope = request->request;
	return envelope->n > 0 || !request->sign ||
	       request->sign(request->context, a, run, task_sha256, envelope, err);
}

bool
work_task(struct arena *a, const struct task *task, struct str *list, char sha256[DIGEST_HEX_BYTES],
    struct err *err)
{
	struct capsule capsule;

	if (!capsule_pack(a, task, &capsule, err))
		return false;
	*list = capsule.text;
	memcpy(sha256, capsule.sha256, DIGEST_HEX_BYTES);
	return true;
}

bool
work_submit(struct arena *a, const struct work *w, const struct task *task,
    const struct work_request *request, struct stored_run *out, struct job *job, bool *fresh,
    struct err *err)
{
	struct capsule capsule;
	struct submitting q = {.capsule = &capsule,
	    .submission = {.tenant = request->tenant,
		.requester = request->requester,
		.idempotency_key = request->idempotency_key,
		.title = task->goal,
		.policy = policy_id(task->policy),
		.task_sha256 = capsule.sha256,
		.time_us = task->budgets.wall_ms * 1000,
		.priority = request->priority,
		.claim_for = request->claim ? w->worker : NULL},
	    .a = a,
	    .out = out,
	    .job = job,
	    .fresh = fresh};

	if (request->session && !request->idempotency_key) {
		char cell[STORE_ID_BYTES];
		store_id("cel", cell);
		q.submission.idempotency_key =
		    arena_printf(a, SESSION_KEY "%s/%s", request->session, cell);
		if (!q.submission.idempotency_key)
			return err_memory(err);
	}
	if (task->tool_count < task->tool_word_count)
		return err_set(err, ERR_INTERNAL, "nobody has looked for the task's tools");
	return capsule_pack(a, task, &capsule, err) &&
	       sign_request(a, request, capsule.sha256, &q.submission.request, err) &&
	       (request->claim && task->has_code ? store_do_soon(w->store, submit, &q, err)
						 : store_do(w->store, submit, &q, err));
}
