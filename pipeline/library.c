/* SPDX-License-Identifier: MIT */
/* The functions of libsluice: whole jobs in one call. */
#include "clock.h"
#include "run.h"

#include <stdlib.h>

#define CALL_BYTES_MAX ((size_t)1 << 30)
#define TASK_BYTES_MAX ((size_t)64 << 20)
#define INPUTS_MAX 64

struct sluice_task {
	struct arena *a;
	struct task_request request;
	const char *inputs[INPUTS_MAX];
	void (*event)(void *context, const char *line);
	bool (*cancelled)(void *context);
	void *context;
};

struct sluice_result {
	enum sluice_exit code;
	struct buf text;
};

const char *
sluice_version(void)
{
	return SLUICE_VERSION;
}

/* -- results --------------------------------------------------------------------------------- */

static sluice_result *
new_result(void)
{
	sluice_result *r = calloc(1, sizeof(*r));

	if (r) {
		r->code = EXIT_INTERNAL;
		buf_init(&r->text, CALL_BYTES_MAX);
	}
	return r;
}

static void
put_errors(const struct err_list *errs, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, false);
	json_format(&w, "{errors: [");
	for (size_t i = 0; i < errs->count; i++) {
		const struct err *e = &errs->items[i];

		json_format(&w, "{message: %s", e->message);
		json_put_text(&w, "help", e->help[0] ? e->help : NULL);
		json_put_text(&w, "file", e->file[0] ? e->file : NULL);
		json_format(&w, "line: %u, column: %u}", e->line, e->column);
	}
	json_format(&w, "]}");
}

/* If there are errors, they are the result. */
static sluice_result *
finish(sluice_result *r, struct arena *a, const struct err_list *errs)
{
	if (errs->count > 0) {
		r->code = sluice_exit_of(&errs->items[0]);
		buf_clear(&r->text);
		put_errors(errs, &r->text);
	}
	arena_free(a);
	if (!r->text.failed && r->text.n > 0)
		return r;
	sluice_result_free(r);
	return NULL;
}

enum sluice_exit
sluice_result_exit(const sluice_result *result)
{
	return result ? result->code : EXIT_INTERNAL;
}

const char *
sluice_result_json(const sluice_result *result)
{
	return result ? result->text.p : NULL;
}

void
sluice_result_free(sluice_result *result)
{
	if (result)
		buf_release(&result->text);
	free(result);
}

/* -- a check --------------------------------------------------------------------------------- */

static enum sluice_exit
exit_of(enum decision d)
{
	switch (d) {
	case DECISION_ALLOW:
		return EXIT_ANSWERED;
	case DECISION_ESCALATE:
		return EXIT_ESCALATED;
	case DECISION_DENY:
	default:
		return EXIT_REFUSED;
	}
}

static bool
check(struct arena *a, const char *policy, struct check_result *result, sluice_result *out,
    struct err_list *errs)
{
	const struct check_setting at = {.now_us = clock_utc_us(),
	    .path = str_from(result->path),
	    .without_box = true}; /* what the caller does with the program is his affair */
	struct policy *p;
	struct err err;

	if (!policy_take(a, NULL, policy, NULL, NULL, &p, errs))
		return false;
	if (!policy_check_at(p, a, result->source, &at, &result->verdict, &err))
		return err_list_add(errs, &err);
	check_report(p, result, 1, CHECK_JSON, false, &out->text);
	out->code = exit_of(result->verdict.decision);
	return true;
}

sluice_result *
sluice_check(const char *policy, const char *name, const char *code, size_t code_bytes)
{
	struct check_result result = {.path = name, .source = {code, code_bytes}};
	struct arena *a = arena_new(CALL_BYTES_MAX);
	sluice_result *out = a ? new_result() : NULL;
	struct err_list errs = {.count = 0};

	if (!out) {
		arena_free(a);
		return NULL;
	}
	(void)check(a, policy, &result, out, &errs);
	return finish(out, a, &errs);
}

/* -- a task and its run ---------------------------------------------------------------------- */

sluice_task *
sluice_task_new(void)
{
	struct arena *a = arena_new(TASK_BYTES_MAX);
	sluice_task *t = a ? arena_alloc(a, sizeof(*t)) : NULL;

	if (!t) {
		arena_free(a);
		return NULL;
	}
	*t = (sluice_task){.a = a};
	t->request.inputs = t->inputs;
	return t;
}

void
sluice_task_free(sluice_task *task)
{
	if (task)
		arena_free(task->a);
}

#define MEMBER_AT(member) offsetof(struct task_request, member)
static const struct {
	const char *name;
	size_t at;
} MEMBERS[] = {{"file", MEMBER_AT(path)}, {"goal", MEMBER_AT(goal)}, {"policy", MEMBER_AT(policy)},
    {"profile", MEMBER_AT(profile)}, {"schema", MEMBER_AT(schema)}, {"code", MEMBER_AT(code)},
    {"model", MEMBER_AT(model)}, {"url", MEMBER_AT(url)}, {"key-file", MEMBER_AT(key_file)},
    {"model-file", MEMBER_AT(model_file)}, {"record", MEMBER_AT(record)},
    {"trust", MEMBER_AT(trust)}};

bool
sluice_task_set(sluice_task *task, const char *name, const char *value)
{
	const char *kept = arena_text(task->a, str_from(value));

	if (!kept)
		return false;
	if (strcmp(name, "input") == 0) {
		if (task->request.input_count == INPUTS_MAX)
			return false;
		task->inputs[task->request.input_count++] = kept;
		return true;
	}
	for (size_t i = 0; i < ARRAY_LENGTH(MEMBERS); i++)
		if (strcmp(name, MEMBERS[i].name) == 0) {
			memcpy((char *)&task->request + MEMBERS[i].at, &kept, sizeof(kept));
			return true;
		}
	return false;
}

void
sluice_task_watch(sluice_task *task, void (*event)(void *context, const char *line),
    bool (*cancelled)(void *context), void *context)
{
	task->event = event;
	task->cancelled = cancelled;
	task->context = context;
}

static void
tell_event(void *context, const struct run *run, const struct run_event *event)
{
	const sluice_task *task = context;
	struct buf line;

	buf_init(&line, TASK_BYTES_MAX);
	run_event_json(run, event, &line);
	if (task->event && !line.failed && line.n > 0)
		task->event(task->context, line.p);
	buf_release(&line);
}

static bool
ask_end(void *context)
{
	const sluice_task *task = context;

	return task->cancelled && task->cancelled(task->context);
}

sluice_result *
sluice_run(const sluice_task *task)
{
	union { /* the observer's context is not const */
		const sluice_task *seen;
		void *context;
	} of = {.seen = task};
	const struct run_observer observer = {
	    .event = tell_event, .cancelled = ask_end, .context = of.context};
	struct arena *a = arena_new(CALL_BYTES_MAX);
	sluice_result *out = a ? new_result() : NULL;
	struct err_list errs = {.count = 0};
	struct task *loaded;

	if (!out) {
		arena_free(a);
		return NULL;
	}
	if (task_load(a, &task->request, &loaded, &errs)) {
		struct run *run = run_new(a, loaded, &observer);
		if (run) {
			run_execute(run);
			run_json(run, false, &out->text);
			out->code = run->exit_code;
		}
	}
	return finish(out, a, &errs);
}
