/* SPDX-License-Identifier: MIT */
/* sluice policy lint: what a policy says that its author can hardly mean. */
#include "author.h"

#include "clock.h"
#include "file.h"
#include "lint.h"

#include <stdio.h>
#include <unistd.h>

struct linter {
	struct call *w;
	struct words disabled, guarantees;
	struct str before;
	struct check_result *results;
	size_t count;
};

static int
unknown_check(struct call *w, const char *id)
{
	size_t count;
	const struct lint_check *checks = lint_checks(&count);
	struct str *names = arena_array(w->a, count, sizeof(*names)), meant = {"", 0};

	for (size_t i = 0; names && i < count; i++)
		names[i] = str_from(checks[i].id);
	if (names)
		meant = text_closest(str_from(id), names, count);
	if (meant.n > 0)
		return call_error(
		    w, "there is no check '%s'; did you mean '%.*s'?", id, STR_ARG(meant));
	return call_error(w, "there is no check '%s': `policy lint --list` shows them", id);
}

static int
tell_checks(struct call *w, const char *format)
{
	call_begin(w);
	if (w->o->json || strcmp(format, "json") == 0)
		lint_list_json(&w->out);
	else if (strcmp(format, "page") == 0)
		lint_page(&w->out);
	else
		lint_list(&w->out);
	return print_buf(&w->out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

static int
explain_check(struct call *w)
{
	const struct lint_check *c = lint_check_find(str_from(w->o->explain));

	if (!c)
		return unknown_check(w, w->o->explain);
	call_begin(w);
	lint_explain(c, &w->out);
	return print_buf(&w->out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

/* The names that `executor: {require}` may hold, of whatever machine. */
static bool
name_guarantees(struct linter *l, struct err *err)
{
	static const char every[] =
	    "{\"attributes\": {}}"; /* the rules that a wall is listed for */
	struct json_doc rules;
	const struct box_spec any = {.limits = {.processes = 1}, .interpreter = &rules};
	struct guarantee *all;
	size_t count;

	if (!json_parse(l->w->a, str_from(every), "rules", &JSON_LIMITS, &rules, NULL, err) ||
	    !box_guarantees(l->w->a, &any, &all, &count, err))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!words_add(l->w->a, &l->guarantees, str_from(all[i].name)))
			return err_memory(err);
	return true;
}

static bool
lint_target(struct linter *l, const char *path, struct err_list *errs)
{
	const struct policy_texts texts = policies_texts();
	struct lint_subject subject = {.path = path,
	    .folder = policies_folder(l->w->a),
	    .texts = &texts,
	    .guarantees = &l->guarantees,
	    .disabled = &l->disabled,
	    .now_us = clock_utc_us(),
	    .before = l->before};
	struct policy *p;

	if (!policies_load(l->w->a, path, NULL, &p, errs))
		return false;
	subject.policy = p;
	if (lint_run(l->w->a, &subject, &l->results[l->count], errs, &l->w->err)) {
		l->count++;
		return true;
	}
	return l->w->err.code != ERR_NONE ? err_list_add(errs, &l->w->err) : false;
}

/* A report exists only where every policy was looked at. */
static int
lint_all(struct linter *l, const struct author_targets *targets, enum check_format format,
    struct err_list *errs)
{
	int code = EXIT_ANSWERED;

	l->results = arena_array(l->w->a, targets->count, sizeof(*l->results));
	if (!l->results)
		return print_no_memory();
	for (size_t i = 0; i < targets->count; i++)
		(void)lint_target(l, targets->items[i].path, errs);
	if (errs->count > 0) {
		err_list_sort(errs);
		(void)print_errors(errs);
		return EXIT_USAGE;
	}
	for (size_t i = 0; i < l->count; i++)
		if (l->results[i].verdict.decision != DECISION_ALLOW)
			code = EXIT_FINDINGS;
	call_begin(l->w);
	lint_report(l->results, l->count, format, l->w->colour, &l->w->out);
	return print_buf(&l->w->out) ? code : EXIT_INTERNAL;
}

static int
prepare(struct linter *l, const struct author_targets *targets)
{
	struct call *w = l->w;

	for (size_t i = 0; i < w->o->disable.count; i++) {
		struct str id = str_from(w->o->disable.values[i]);
		if (!lint_check_find(id))
			return unknown_check(w, w->o->disable.values[i]);
		if (!words_add(w->a, &l->disabled, id))
			return print_no_memory();
	}
	if (w->o->earlier && targets->count != 1)
		return call_error(w, "--since is for one policy, not for %zu", targets->count);
	if (w->o->earlier &&
	    !file_read(w->a, w->o->earlier, POLICY_BYTES_MAX, &l->before, &l->w->err))
		return call_fail(l->w);
	return name_guarantees(l, &l->w->err) ? -1 : call_fail(l->w);
}

int
policy_lint(struct call *w)
{
	const char *name = w->o->json ? "json" : w->o->format ? w->o->format : "human";
	struct author_targets targets = {.count = 0};
	struct linter l = {.w = w};
	enum check_format format;

	if (w->o->list)
		return tell_checks(w, name);
	if (w->o->explain)
		return explain_check(w);
	if (!check_format_find(name, &format))
		return call_error(w, "unknown format '%s'", name);
	if (!author_targets(w, w->words.values, w->words.count, &targets)) {
		(void)call_fail(w);
		return EXIT_USAGE;
	}
	int code = prepare(&l, &targets);
	return code >= 0 ? code : lint_all(&l, &targets, format, &w->errs);
}
