/* SPDX-License-Identifier: MIT */
/* sluice policy diff: what another policy would decide otherwise. */
#include "author.h"

#include "clock.h"
#include "compare.h"
#include "file.h"
#include "folder.h"

#include <stdlib.h>

#define RUNS_USUAL 10000 /* the usual --limit */
#define CODE_BYTES_MAX ((size_t)16 << 20)

static bool
judge_program(struct arena *a, struct comparison *c, const char *path, struct err *err)
{
	struct arena *own = arena_new(CODE_BYTES_MAX * 2);
	struct compare_case program = {.path = str_from(path)};
	size_t flip;

	if (!own)
		return err_memory(err);
	bool good = file_read(own, path, CODE_BYTES_MAX, &program.code, err) &&
		    compare_program(a, c, &program, &flip, err);
	arena_free(own);
	return good;
}

static bool
judge_programs(
    struct arena *a, const struct option_values *over, struct comparison *c, struct err *err)
{
	struct option_values programs = {.count = 0};

	for (size_t i = 0; i < over->count; i++) {
		const char *word = over->values[i];
		if (!(folder_is(word) ? folder_walk(a, word, ".py", &programs, err)
				      : folder_add(a, &programs, word, err)))
			return false;
	}
	if (programs.count > 1)
		qsort(programs.values, programs.count, sizeof(*programs.values), path_order);
	for (size_t i = 0; i < programs.count; i++)
		if (!judge_program(a, c, programs.values[i], err))
			return false;
	return over->count == 0 || programs.count > 0 ||
	       err_set(err, ERR_INPUT, "there is no program in '%s'", over->values[0]);
}

static bool
open_both(struct call *w, struct comparison *c)
{
	struct policy *before = NULL, *after;

	if (w->words.count == 2 && !policy_open(w->a, word(w, 0), NULL, &before, &w->errs))
		return false;
	if (!policy_open(w->a, word(w, w->words.count - 1), NULL, &after, &w->errs))
		return false;
	if (before)
		return compare_policies(w->a, before, after, c, &w->err) ||
		       err_list_add(&w->errs, &w->err);
	compare_recorded(after, c);
	return true;
}

/* Over runs it is they that decide: what no run has ever needed stops nobody. */
static bool
is_loosened(const struct options *o, const struct comparison *c)
{
	return compare_loosened(c) > 0 || (!o->over_runs && c->loosened > 0);
}

int
policy_compare(struct call *w)
{
	const struct options *o = w->o;
	struct comparison c;

	if (w->words.count == 1 && (!o->over_runs || o->over.count > 0))
		return call_error(w, "'diff' needs two policies, or one and --over-runs");
	if (!o->over_runs && (o->store || o->policy || o->since || o->until ||
				 o->limit != RUNS_USUAL || o->acknowledge.count > 0))
		return call_error(w, "--store, --policy, --since, --until, --limit and "
				     "--acknowledge need --over-runs: add it");
	if (!open_both(w, &c))
		return call_fail(w);
	c.now_us = w->now_us;
	if (!judge_programs(w->a, &o->over, &c, &w->err) ||
	    (o->over_runs && !diff_over_runs(w, &c)))
		return call_fail(w);
	compare_finish(&c);
	call_begin(w);
	if (o->json)
		compare_json(&c, &w->j);
	else
		compare_render(&c, &w->out);
	return call_end(w, is_loosened(o, &c) ? EXIT_FINDINGS : EXIT_ANSWERED);
}
