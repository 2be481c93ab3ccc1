/* SPDX-License-Identifier: MIT */
/* Whole jobs in one call, for programs that link libsluice. */
#include "sluice.h"

#include "clock.h"

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
