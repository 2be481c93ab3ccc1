/* SPDX-License-Identifier: MIT */
/*
 * sluice policy new: a policy to begin with, and its tests, from a template. At a terminal it asks
 * for what the command line does not say.
 */
#include "author.h"
#include "starter.h"

#include <stdio.h>
#include <unistd.h>

#define TITLE_USUAL "say in one line what programs may do"

extern const char template_compute[], template_compute_test[], template_tables[],
    template_tables_test[], template_review[], template_review_test[], template_scratch[],
    template_scratch_test[];

static const struct starter {
	const char *name, *says;
	const char *policy, *suite;
} TEMPLATES[] = {
    {"compute", "calculations only, without files or packages", template_compute,
	template_compute_test},
    {"tables", "the task's tables, with pandas and numpy", template_tables, template_tables_test},
    {"review", "data work; two people review every program that reads a file", template_review,
	template_review_test},
    {"scratch", "only what it lists: it extends no other policy", template_scratch,
	template_scratch_test},
};

/* -- asking ---------------------------------------------------------------------------------- */

static const struct starter *
template_named(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(TEMPLATES); i++)
		if (strcmp(TEMPLATES[i].name, name) == 0)
			return &TEMPLATES[i];
	return NULL;
}

static const struct starter *
choose(const struct call *w)
{
	char answer[STARTER_ANSWER_BYTES];

	if (w->o->template)
		return template_named(w->o->template);
	if (!isatty(STDIN_FILENO))
		return &TEMPLATES[0];
	for (size_t i = 0; i < ARRAY_LENGTH(TEMPLATES); i++)
		fprintf(stderr, "  %-8s  %s\n", TEMPLATES[i].name, TEMPLATES[i].says);
	return starter_ask("what is it for", TEMPLATES[0].name, answer) ? template_named(answer)
									: NULL;
}

/* A title is put between quotes, so that it may hold what YAML takes for its own. */
static bool
title_of(struct call *w, struct buf *out)
{
	char answer[STARTER_ANSWER_BYTES] = TITLE_USUAL;
	struct json_writer json;
	struct str title;

	if (!w->o->title && isatty(STDIN_FILENO) &&
	    !starter_ask("in one line, what may programs do", TITLE_USUAL, answer))
		return err_set(&w->err, ERR_USAGE, "no answer was given");
	title = str_from(w->o->title ? w->o->title : answer);
	if (title.n == 0 || title.n >= STARTER_ANSWER_BYTES || utf8_invalid_at(title) < title.n)
		return err_set(&w->err, ERR_USAGE, "a title must have 1 to %d bytes of UTF-8",
		    STARTER_ANSWER_BYTES - 1);
	json_writer_init(&json, out, false);
	json_str(&json, title);
	return !out->failed || err_memory(&w->err);
}

/* -- writing --------------------------------------------------------------------------------- */

static bool
write_both(
    struct call *w, const struct starter *t, struct str name, struct str title, struct buf *told)
{
	const char *policy = arena_printf(w->a, "%.*s.yaml", STR_ARG(name));
	const char *suite = arena_printf(w->a, "%.*s.test.yaml", STR_ARG(name));

	buf_printf(told, "%s\n%s\nnext: sluice policy test %s\n", policy, suite, policy);
	const struct starter_mark marks[] = {{"@NAME@", name}, {"@TITLE@", title},
	    {"@INTERPRETER@", str_from(policy_interpreter_name())}, {NULL, STR("")}};
	return starter_write(policy, starter_fill(w->a, t->policy, marks), &w->err) &&
	       starter_write(suite, starter_fill(w->a, t->suite, marks), &w->err);
}

static bool
is_shipped(struct arena *a, struct str name)
{
	struct str *names;
	size_t count;
	struct err err;
	bool found = false;

	if (policies_shipped(a, &names, &count, &err))
		for (size_t i = 0; i < count && !found; i++)
			found = str_eq(names[i], name);
	return found;
}

int
policy_new(struct call *w)
{
	struct str name = str_from(word(w, 0));
	const struct starter *t;
	struct buf told, title;

	if (!starter_is_name(name))
		return call_error(w,
		    "'%s' is not a name for a policy: small letters, digits and dashes",
		    word(w, 0));
	if (is_shipped(w->a, name))
		return call_error(w, "'%s' is a shipped policy: choose another name", word(w, 0));
	if (!(t = choose(w)))
		return call_error(w, "the templates are compute, tables, review and scratch");
	buf_init(&told, AUTHOR_REPORT_BYTES_MAX);
	buf_init(&title, STARTER_ANSWER_BYTES * 6);
	bool good = title_of(w, &title) && write_both(w, t, name, buf_view(&title), &told);
	buf_release(&title);
	if (good)
		return print_buf(&told) ? EXIT_ANSWERED : EXIT_INTERNAL;
	buf_release(&told);
	return call_fail(w);
}
