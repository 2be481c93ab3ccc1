/* SPDX-License-Identifier: MIT */
/* Whether the tests of a policy are there, pass, and reach all of it. */
#include "coverage.h"
#include "lint_parts.h"

void
look_suite(struct lint *l)
{
	if (l->subject->suite_count == 0)
		lint_say(l, NULL, "no suite is beside the policy");
}

static size_t
file_of(const struct lint *l, const char *path)
{
	for (size_t i = 1; i < l->file_count; i++)
		if (strcmp(l->files[i].path, path) == 0)
			return i;
	return 0;
}

static struct str
text_of(struct lint *l, const char *text)
{
	if (text == NULL)
		l->failed = true;
	return str_from(text);
}

void
look_failing(struct lint *l)
{
	const struct suite *s = l->subject->suite;
	struct suite_result r;
	struct err err = {0};

	if (s == NULL)
		return;
	if (!suite_run(l->arena, s, &r, l->errs, &err)) {
		l->failed = true;
		return;
	}
	l->broken = r.broken > 0;
	for (size_t i = 0; i < r.count; i++) {
		bool limit = i >= s->count;
		const char *path = limit ? s->limits[i - s->count].file : s->samples[i].file;
		struct str name = limit ? s->limits[i - s->count].name : s->samples[i].name;

		if (r.items[i].outcome == SAMPLE_FAILED)
			lint_say_at(l, file_of(l, path),
			    limit ? s->limits[i - s->count].line : s->samples[i].line,
			    limit ? 0 : s->samples[i].column,
			    text_of(
				l, arena_printf(l->arena,
				       "'%.*s' fails: it wants %.*s, and got %.*s", STR_ARG(name),
				       STR_ARG(r.items[i].want), STR_ARG(r.items[i].got))));
	}
}

void
look_coverage(struct lint *l)
{
	struct coverage c = {.goal_count = 0};
	struct err err = {0};

	if (l->subject->suite == NULL)
		return;
	if (!coverage_measure(l->arena, l->subject->suite, &c, l->errs, &err)) {
		l->broken = err.code == ERR_NONE;
		l->failed = !l->broken;
		return;
	}
	for (size_t i = 0; i < c.goal_count; i++)
		if (!c.goals[i].met)
			lint_say_at(l, 0, c.goals[i].entry->line, 0,
			    text_of(l, arena_printf(l->arena, "%.*s %s", STR_ARG(c.goals[i].title),
					   c.goals[i].what)));
}
