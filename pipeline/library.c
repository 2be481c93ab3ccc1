/* SPDX-License-Identifier: MIT */
/* Whole jobs in one call, for programs that link libsluice. */
#include "sluice.h"

#include "clock.h"

#include <stdlib.h>

#define CALL_BYTES_MAX ((size_t)1 << 30)

static bool
check(struct arena *a, const char *policy, struct check_result *result, struct buf *report,
    struct err_list *errs)
{
	const struct check_setting at = {.now_us = clock_utc_us(),
	    .path = str_from(result->path),
	    .without_box = true}; /* what the caller does with the program is his affair */
	struct policy *p;
	struct err err;

	if (!policy_take(a, NULL, policy, NULL, &p, errs))
		return false;
	if (!policy_check_at(p, a, result->source, &at, &result->verdict, &err))
		return err_list_add(errs, &err);
	check_report(p, result, 1, CHECK_JSON, false, report);
	if (!report->failed)
		return true;
	err_memory(&err);
	return err_list_add(errs, &err);
}

enum decision
sluice_check(const char *policy, const char *name, struct str code, struct buf *report,
    struct err_list *errs)
{
	struct check_result result = {.path = name, .source = code};
	struct arena *a = arena_new(CALL_BYTES_MAX);
	enum decision decision = DECISION_DENY;
	struct err err;

	*errs = (struct err_list){.count = 0};
	if (!a) {
		err_memory(&err);
		(void)err_list_add(errs, &err);
		return DECISION_DENY;
	}
	if (check(a, policy, &result, report, errs))
		decision = result.verdict.decision;
	arena_free(a);
	return decision;
}

enum sluice_exit
sluice_run(const struct task_request *request, struct buf *record, struct err_list *errs)
{
	struct arena *a = arena_new(CALL_BYTES_MAX);
	enum sluice_exit code = EXIT_INTERNAL;
	struct task *task;
	struct err err;

	*errs = (struct err_list){.count = 0};
	if (a && task_load(a, request, &task, errs)) {
		struct run *run = run_new(a, task, NULL);
		if (run) {
			run_execute(run);
			run_json(run, false, record);
			code = record->failed ? EXIT_INTERNAL : run->exit_code;
		}
	} else if (errs->count > 0) {
		code = sluice_exit_of(&errs->items[0]);
	}
	if (code == EXIT_INTERNAL && errs->count == 0) {
		err_memory(&err);
		(void)err_list_add(errs, &err);
	}
	arena_free(a);
	return code;
}

static void
put_errors(const struct err_list *errs, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, false);
	json_object(&w);
	json_open_array(&w, "errors");
	for (size_t i = 0; i < errs->count; i++) {
		const struct err *e = &errs->items[i];

		json_object(&w);
		json_put_text(&w, "message", e->message);
		json_put_text(&w, "help", e->help[0] ? e->help : NULL);
		json_put_text(&w, "file", e->file[0] ? e->file : NULL);
		json_put_number(&w, "line", e->line);
		json_put_number(&w, "column", e->column);
		json_end_object(&w);
	}
	json_end_array(&w);
	json_end_object(&w);
}

/* What was written, or what kept it from being written: the caller's. */
static char *
text_of(struct buf *out, const struct err_list *errs)
{
	if (errs->count > 0) {
		buf_release(out);
		buf_init(out, CALL_BYTES_MAX);
		put_errors(errs, out);
	}
	if (!out->failed)
		return out->p;
	buf_release(out);
	return NULL;
}

char *
sluice_check_text(const char *policy, const char *name, const char *code, size_t code_bytes)
{
	struct err_list errs;
	struct buf report;

	buf_init(&report, CALL_BYTES_MAX);
	(void)sluice_check(policy, name, (struct str){code, code_bytes}, &report, &errs);
	return text_of(&report, &errs);
}

char *
sluice_run_text(const struct task_request *request)
{
	struct err_list errs;
	struct buf record;

	buf_init(&record, CALL_BYTES_MAX);
	(void)sluice_run(request, &record, &errs);
	return text_of(&record, &errs);
}

void
sluice_free(char *text)
{
	free(text);
}
