/* SPDX-License-Identifier: MIT */
/* sluice policy lint: what a policy says that its author can hardly mean. */
#include "author.h"

#include "clock.h"
#include "file.h"
#include "lint.h"

#include <stdio.h>
#include <unistd.h>

#define LINT_REPORT_BYTES_MAX ((size_t)256 << 20)

struct linter {
	struct call *w;
	struct words disabled, guarantees;
	struct str before;
	struct check_result *results;
	size_t count, capacity;
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
		return call_error(w, "there is no check '%s'; did you mean '%.*s'?", id, STR_ARG(meant));
	return call_error(w, "there is no check '%s': `policy lint --list` shows them", id);
}

static int
tell_checks(struct call *w, const char *format)
{
	struct buf out;

	buf_init(&out, LINT_REPORT_BYTES_MAX);
	if (w->o->json || strcmp(format, "json") == 0)
		lint_list_json(&out);
	else if (strcmp(format, "page") == 0)
		lint_page(&out);
	else
		lint_list(&out);
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

static int
explain_check(struct call *w)
{
	const struct lint_check *c = lint_check_find(str_from(w->o->explain));
	struct buf out;

	if (!c)
		return unknown_check(w, w->o->explain);
	buf_init(&out, LINT_REPORT_BYTES_MAX);
	lint_explain(c, &out);
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
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

/* The tests of a target, and the texts of its suites; `out` is NULL where it has none. */
static bool
load_suite(struct call *w, const struct author_target *t, const struct policy *p,
    struct lint_text *texts, struct suite **out, struct err_list *errs)
{
	struct suite *s = arena_alloc(w->a, sizeof(*s));
	struct err err;
	bool whole;

	*out = NULL;
	if (!s || !texts)
		return err_memory(&err) || err_list_add(errs, &err);
	*s = (struct suite){.policy = p, .path = t->path};
	whole = suite_load_rules(w->a, s, errs);
	for (size_t i = 0; i < t->count; i++) {
		texts[i].path = t->suites[i];
		if (!file_read(w->a, t->suites[i], SUITE_BYTES_MAX, &texts[i].text, &err))
			return err_list_add(errs, &err);
		whole = suite_load_text(w->a, s, t->suites[i], texts[i].text, errs) && whole;
	}
	if (!whole || (s->count == 0 && s->limit_count == 0))
		return whole;
	*out = s;
	return suite_finish(s, errs);
}

static bool
keep(struct linter *l, const struct check_result *results, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct check_result *one =
		    arena_push(l->w->a, &l->results, &l->count, &l->capacity, sizeof(*one));
		if (!one)
			return false;
		*one = results[i];
	}
	return true;
}

static bool
lint_target(struct linter *l, const struct author_target *t, struct err_list *errs)
{
	struct arena *a = l->w->a;
	const char *folder = policies_folder(a);
	const struct policy_texts none = {.count = 0};
	struct lint_text *texts = arena_array(a, t->count + 1, sizeof(*texts));
	struct policy *p, *base;
	struct suite *suite;
	struct check_result *results;
	size_t count;
	struct err err;

	if (!policy_load(a, t->path, folder, &p, errs) ||
	    !policy_load_base(a, t->path, folder, &none, &base, errs) ||
	    !load_suite(l->w, t, p, texts, &suite, errs))
		return false;
	struct lint_subject subject = {.policy = p,
	    .base = base,
	    .path = t->path,
	    .suite = suite,
	    .suites = texts,
	    .suite_count = t->count,
	    .guarantees = &l->guarantees,
	    .disabled = &l->disabled,
	    .now_us = clock_utc_us(),
	    .before = l->before};
	if (!lint_run(a, &subject, &results, &count, errs, &err))
		return err.code != ERR_NONE ? err_list_add(errs, &err) : false;
	if (!keep(l, results, count))
		return err_memory(&err) || err_list_add(errs, &err);
	return true;
}

/* A report exists only where every policy was looked at. */
static int
lint_all(struct linter *l, const struct author_targets *targets, enum check_format format,
    struct err_list *errs)
{
	int code = EXIT_ANSWERED;
	struct buf out;

	for (size_t i = 0; i < targets->count; i++)
		(void)lint_target(l, &targets->items[i], errs);
	if (errs->count > 0) {
		err_list_sort(errs);
		(void)print_errors(errs);
		return EXIT_USAGE;
	}
	for (size_t i = 0; i < l->count; i++)
		if (l->results[i].verdict.decision != DECISION_ALLOW)
			code = EXIT_FINDINGS;
	buf_init(&out, LINT_REPORT_BYTES_MAX);
	lint_report(l->results, l->count, format, l->w->colour, &out);
	return print_buf(&out) ? code : EXIT_INTERNAL;
}

static int
prepare(struct linter *l, const struct author_targets *targets)
{
	struct call *w = l->w;
	struct err err;

	for (size_t i = 0; i < w->o->disable.count; i++) {
		struct str id = str_from(w->o->disable.values[i]);
		if (!lint_check_find(id))
			return unknown_check(w, w->o->disable.values[i]);
		if (!words_add(w->a, &l->disabled, id))
			return EXIT_INTERNAL;
	}
	if (w->o->earlier && targets->count != 1)
		return call_error(w, "--since is for one policy, not for %zu", targets->count);
	if (w->o->earlier && !file_read(w->a, w->o->earlier, POLICY_BYTES_MAX, &l->before, &err))
		return print_error(&err);
	return name_guarantees(l, &err) ? -1 : print_error(&err);
}

/* Of a word that names one suite, the policy with all its suites: else it would seem untested. */
static bool
find_targets(struct call *w, struct author_targets *out, struct err_list *errs)
{
	struct author_targets named = {.count = 0};
	const char **paths;
	struct err err;

	if (!author_targets(w, w->words.values, w->words.count, &named, errs))
		return false;
	paths = arena_array(w->a, named.count + 1, sizeof(*paths));
	if (!paths)
		return err_memory(&err) || err_list_add(errs, &err);
	for (size_t i = 0; i < named.count; i++)
		paths[i] = named.items[i].path;
	return named.count == 0 || author_targets(w, paths, named.count, out, errs);
}

int
policy_lint(struct call *w)
{
	const char *name = w->o->json ? "json" : w->o->format ? w->o->format : "human";
	struct author_targets targets = {.count = 0};
	struct err_list errs = {.count = 0};
	struct linter l = {.w = w};
	enum check_format format;

	if (w->o->list)
		return tell_checks(w, name);
	if (w->o->explain)
		return explain_check(w);
	if (!check_format_find(name, &format))
		return call_error(w, "unknown format '%s'", name);
	if (!find_targets(w, &targets, &errs)) {
		(void)print_errors(&errs);
		return EXIT_USAGE;
	}
	int code = prepare(&l, &targets);
	return code >= 0 ? code : lint_all(&l, &targets, format, &errs);
}
