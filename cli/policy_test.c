/* SPDX-License-Identifier: MIT */
/* sluice policy test: the tests of policies, strictly. */
#include "author.h"

#include "clock.h"
#include "coverage.h"
#include "waive.h"

#include <stdio.h>
#include <unistd.h>

static enum suite_format
format_of(const char *name)
{
	static const char *const names[] = {
	    [SUITE_HUMAN] = "human", [SUITE_JUNIT] = "junit", [SUITE_JSON] = "json"};
	size_t i = 0;

	while (strcmp(names[i], name) != 0)
		i++;
	return (enum suite_format)i;
}

/* Below the threshold is a failure like that of a test. */
static bool
measure(struct call *w, struct suite_report *r)
{
	unsigned percent = w->o->threshold > 0 ? (unsigned)w->o->threshold : 0;
	struct coverage *c = arena_alloc(w->a, sizeof(*c));

	if (!c || !coverage_measure(w->a, r->suite, c, &w->errs, &w->err)) {
		if (!c)
			err_memory(&w->err);
		return w->err.code != ERR_NONE ? err_list_add(&w->errs, &w->err) : false;
	}
	r->coverage = c;
	if (coverage_reaches(c, percent))
		return true;
	fprintf(stderr, "sluice: the coverage of '%.*s' is below %u %%\n",
	    STR_ARG(policy_id(r->suite->policy)), percent);
	return false;
}

/* Loads and runs one target; counts what failed. False where the world failed. */
static bool
run_target(struct call *w, const struct author_target *t, struct suite_report *out, size_t *failed)
{
	struct suite *s = author_suite(w, t);
	struct suite_result *r = arena_alloc(w->a, sizeof(*r));

	if (!s)
		return false;
	if (!r)
		return err_list_memory(&w->errs);
	if (!suite_run(w->a, s, r, &w->errs, &w->err))
		return err_list_add(&w->errs, &w->err);
	(void)waivers_not_expired(policy_waivers(s->policy), clock_utc_us(), &w->errs);
	*out = (struct suite_report){.suite = s, .result = r};
	*failed += r->failed;
	if (w->o->coverage && !measure(w, out))
		++*failed;
	return true;
}

/* Whatever can be run is run; what is broken is told at the end, and decides the exit code. */
static int
run_all(struct call *w, const struct author_targets *targets, enum suite_format format)
{
	struct suite_report *reports = arena_array(w->a, targets->count, sizeof(*reports));
	size_t count = 0, failed = 0;
	struct buf out;

	if (!reports)
		return print_no_memory();
	for (size_t i = 0; i < targets->count; i++)
		count += run_target(w, &targets->items[i], &reports[count], &failed);
	buf_init(&out, AUTHOR_REPORT_BYTES_MAX);
	suite_report(reports, count, format, w->colour && format == SUITE_HUMAN, &out);
	if (!print_buf(&out))
		return EXIT_INTERNAL;
	err_list_sort(&w->errs);
	if (w->errs.count > 0) {
		(void)print_errors(&w->errs);
		return EXIT_USAGE;
	}
	return failed > 0 ? EXIT_FINDINGS : EXIT_ANSWERED;
}

/* The watch begins before anything is read, so that nothing that is saved meanwhile is missed. */
static int
run_once(struct call *w, enum suite_format format, int *watch)
{
	struct author_targets targets = {.count = 0};

	bool found = author_targets(w, w->words.values, w->words.count, &targets);
	if (w->o->watch && *watch < 0 && targets.count > 0) {
		*watch = author_watch(w, &targets);
		if (*watch < 0)
			return call_fail(w);
	}
	if (found)
		return run_all(w, &targets, format);
	(void)call_fail(w);
	return EXIT_USAGE;
}

static int
run_again(struct call *w, enum suite_format format, int *watch)
{
	fputs("waiting for changes\n", stderr);
	if (!author_wait(*watch, &w->err))
		return call_fail(w);
	struct call again = *w; /* the words are in the arena of the call */
	again.a = arena_new(AUTHOR_BYTES_MAX);
	again.errs = (struct err_list){.count = 0};
	if (!again.a)
		return print_no_memory();
	(void)run_once(&again, format, watch);
	arena_free(again.a);
	return -1;
}

int
policy_test(struct call *w)
{
	const char *name = w->o->json ? "json" : w->o->format ? w->o->format : "human";
	enum suite_format format = format_of(name);
	int watch = -1;

	if (w->o->coverage && format == SUITE_JUNIT)
		return call_error(w, "the format '%s' cannot contain coverage", name);
	if (w->o->threshold >= 0 && !w->o->coverage)
		return call_error(w, "--threshold needs --coverage: add it");
	int code = run_once(w, format, &watch);
	if (watch < 0)
		return code;
	do
		code = run_again(w, format, &watch);
	while (code < 0);
	close(watch);
	return code;
}
