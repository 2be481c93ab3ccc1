/* SPDX-License-Identifier: MIT */
/* sluice policy mutate: which changes of a policy its tests would not see. */
#include "author.h"

#include "mutate.h"

#include <stdio.h>

struct suite *
author_suite(struct call *w, const struct author_target *t)
{
	struct suite *s = arena_alloc(w->a, sizeof(*s));
	struct policy *p;
	bool whole = true;

	if (!s || !policies_load(w->a, t->path, NULL, &p, &w->errs))
		return NULL;
	*s = (struct suite){.policy = p, .path = t->path};
	if (t->rules)
		whole = suite_load_rules(w->a, s, &w->errs);
	for (size_t i = 0; i < t->count; i++)
		whole = suite_load_file(w->a, s, t->suites[i], &w->errs) && whole;
	return whole && suite_finish(s, &w->errs) ? s : NULL;
}

/* Mutants are only worth something where the tests pass. */
static bool
tests_pass(struct call *w, const struct suite *s)
{
	struct suite_result r;

	if (!suite_run(w->a, s, &r, &w->errs, &w->err))
		return err_list_add(&w->errs, &w->err);
	if (r.failed == 0)
		return r.broken == 0;
	err_set(&w->err, ERR_INPUT, "%zu test%s of policy '%.*s' %s already", r.failed,
	    r.failed == 1 ? "" : "s", STR_ARG(policy_id(s->policy)),
	    r.failed == 1 ? "fails" : "fail");
	err_help(&w->err, "`sluice policy test %s` shows them", s->path);
	return err_list_add(&w->errs, &w->err);
}

static bool
mutate(struct call *w, const struct author_target *t, unsigned percent)
{
	struct suite *s = author_suite(w, t);
	struct coverage c;
	struct mutate_result r;

	if (!s || !tests_pass(w, s))
		return false;
	if (!coverage_measure(w->a, s, &c, &w->errs, &w->err) ||
	    !mutate_run(w->a, s, &c, &r, &w->err)) {
		if (w->err.code != ERR_NONE)
			(void)err_list_add(&w->errs, &w->err);
		return false;
	}
	if (w->o->json)
		mutate_json(w->a, s, &r, &w->j);
	else
		mutate_render(w->a, s, &r, &w->out);
	return mutate_reaches(&r, percent);
}

int
policy_mutate(struct call *w)
{
	struct author_targets targets = {.count = 0};
	bool reached = true;

	bool found = author_targets(w, w->words.values, w->words.count, &targets);
	call_begin(w);
	if (w->o->json)
		json_array(&w->j);
	for (size_t i = 0; found && i < targets.count; i++)
		reached = mutate(w, &targets.items[i], (unsigned)w->o->threshold) && reached;
	if (w->o->json)
		json_end_array(&w->j);
	if (call_print(w) != EXIT_ANSWERED)
		return EXIT_INTERNAL;
	if (w->errs.count > 0) {
		(void)call_fail(w);
		return EXIT_USAGE;
	}
	return reached ? EXIT_ANSWERED : EXIT_FINDINGS;
}
