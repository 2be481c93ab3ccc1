/* SPDX-License-Identifier: MIT */
/*
 * sluice policy new: a policy to begin with, and its tests, from a template. At a terminal it asks
 * for what the command line does not say.
 */
#include "author.h"

#include "file.h"

#include <stdio.h>
#include <unistd.h>

#define ANSWER_BYTES_MAX 400
#define TITLE_USUAL "say in one line what programs may do"

extern const char template_compute[], template_compute_test[], template_tables[],
    template_tables_test[], template_review[], template_review_test[], template_scratch[],
    template_scratch_test[];

static const struct starter {
	const char *name, *says;
	const char *policy, *suite;
} TEMPLATES[] = {
    {"compute", "calculations alone, without files or packages", template_compute,
	template_compute_test},
    {"tables", "the task's tables, with pandas and numpy", template_tables, template_tables_test},
    {"review", "data work, and two people see whatever reads a file", template_review,
	template_review_test},
    {"scratch", "nothing but what it names: it extends no other policy", template_scratch,
	template_scratch_test},
};

static bool
is_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
		if (!plain && (c != '-' || i == 0))
			return false;
	}
	return s.n > 0 && s.n <= 80;
}

/* -- asking ---------------------------------------------------------------------------------- */

/* One line from the terminal; what is said by just Return is `usual`. */
static bool
ask(const char *question, const char *usual, char out[ANSWER_BYTES_MAX])
{
	fprintf(stderr, "%s [%s]: ", question, usual);
	if (!fgets(out, ANSWER_BYTES_MAX, stdin))
		return false;
	out[strcspn(out, "\r\n")] = '\0';
	if (!*out)
		snprintf(out, ANSWER_BYTES_MAX, "%s", usual);
	return true;
}

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
	char answer[ANSWER_BYTES_MAX];

	if (w->o->template)
		return template_named(w->o->template);
	if (!isatty(STDIN_FILENO))
		return &TEMPLATES[0];
	for (size_t i = 0; i < ARRAY_LENGTH(TEMPLATES); i++)
		fprintf(stderr, "  %-8s  %s\n", TEMPLATES[i].name, TEMPLATES[i].says);
	return ask("what is it for", TEMPLATES[0].name, answer) ? template_named(answer) : NULL;
}

/* A title is put between quotes, so that it may hold what YAML takes for its own. */
static bool
title_of(const struct call *w, struct buf *out, struct err *err)
{
	char answer[ANSWER_BYTES_MAX] = TITLE_USUAL;
	struct json_writer json;
	struct str title;

	if (!w->o->title && isatty(STDIN_FILENO) &&
	    !ask("in one line, what may programs do", TITLE_USUAL, answer))
		return err_set(err, ERR_USAGE, "there was no answer");
	title = str_from(w->o->title ? w->o->title : answer);
	if (title.n == 0 || title.n >= ANSWER_BYTES_MAX || utf8_invalid_at(title) < title.n)
		return err_set(
		    err, ERR_USAGE, "a title has 1 to %d bytes of UTF-8", ANSWER_BYTES_MAX - 1);
	json_writer_init(&json, out, false);
	json_str(&json, title);
	return true;
}

/* -- writing --------------------------------------------------------------------------------- */

static const char *
fill(struct arena *a, const char *text, struct str name, struct str title)
{
	static const struct str marks[] = {{"@NAME@", 6}, {"@TITLE@", 7}};
	const struct str values[] = {name, title};
	struct str rest = str_from(text);
	struct buf out;

	buf_init(&out, AUTHOR_REPORT_BYTES_MAX);
	while (rest.n > 0) {
		size_t at = rest.n, which = 0;
		for (size_t i = 0; i < ARRAY_LENGTH(marks); i++) {
			size_t found = str_find(rest, marks[i], 0);
			if (found < at) {
				at = found;
				which = i;
			}
		}
		buf_str(&out, str_slice(rest, 0, at));
		if (at < rest.n) {
			buf_str(&out, values[which]);
			at += marks[which].n;
		}
		rest = str_slice(rest, at, rest.n);
	}
	const char *filled = out.failed ? NULL : arena_text(a, buf_view(&out));
	buf_release(&out);
	return filled;
}

static bool
write_new(const char *path, const char *text, struct err *err)
{
	if (!path || !text)
		return err_memory(err);
	if (!file_exists(path))
		return file_write(path, str_from(text), err);
	err_set(err, ERR_INPUT, "'%s' is there already", path);
	return err_help(err, "give the new policy another name");
}

static bool
write_both(struct call *w, const struct starter *t, struct str name, struct str title,
    struct buf *told, struct err *err)
{
	const char *policy = arena_printf(w->a, "%.*s.yaml", STR_ARG(name));
	const char *suite = arena_printf(w->a, "%.*s.test.yaml", STR_ARG(name));

	buf_printf(told, "%s\n%s\nnext: sluice policy test %s\n", policy, suite, policy);
	return write_new(policy, fill(w->a, t->policy, name, title), err) &&
	       write_new(suite, fill(w->a, t->suite, name, title), err);
}

int
policy_new(struct call *w)
{
	struct str name = str_from(word(w, 0));
	const struct starter *t;
	struct buf told, title;
	struct err err;

	if (!is_name(name))
		return call_error(w, "'%s' is no name for a policy: small letters, digits and dashes",
		    word(w, 0));
	if (!(t = choose(w)))
		return call_error(w, "there are the templates compute, tables, review and scratch");
	buf_init(&told, AUTHOR_REPORT_BYTES_MAX);
	buf_init(&title, ANSWER_BYTES_MAX * 6);
	bool good =
	    title_of(w, &title, &err) && write_both(w, t, name, buf_view(&title), &told, &err);
	buf_release(&title);
	if (good)
		return print_buf(&told) ? EXIT_ANSWERED : EXIT_INTERNAL;
	buf_release(&told);
	return print_error(&err);
}
