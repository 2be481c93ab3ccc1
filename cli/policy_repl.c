/* SPDX-License-Identifier: MIT */
/*
 * sluice policy repl: a program and a policy in the making, and the verdict after each line.
 *
 * What is typed is appended to the program, which is judged again. `:rule` lays YAML over the
 * policy, as a policy that extends it and may override all of it: to try a rule before it is
 * written into a file. Nothing that is typed is ever run.
 */
#include "author.h"

#include "clock.h"
#include "file.h"
#include "suite.h"
#include "why.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define LINE_BYTES_MAX 65536
#define PROGRAM_BYTES_MAX ((size_t)256 << 10)
#define RULE_BYTES_MAX ((size_t)64 << 10)
#define TURN_BYTES_MAX ((size_t)1 << 30)
#define STEPS_MAX 4096
#define PROGRAM_NAME "program"
#define TRIED_NAME "tried.yaml"

struct repl {
	struct call *w;
	const char *policy; /* its name or file */
	struct buf program;
	size_t steps[STEPS_MAX], step_count; /* the program's length before each step */
	struct buf rule;                     /* YAML over the policy; empty: none */
	char line[LINE_BYTES_MAX];
	bool live; /* at a terminal: with prompts */
	bool over;
};

/* -- lines ----------------------------------------------------------------------------------- */

/* The next line without its end; false at the end of the input. */
static bool
next_line(struct repl *r, const char *prompt, struct str *out)
{
	if (r->live) {
		fputs(prompt, stdout);
		(void)fflush(stdout);
	}
	if (!fgets(r->line, sizeof(r->line), stdin))
		return false;
	size_t n = strlen(r->line);
	if (n > 0 && r->line[n - 1] == '\n')
		n--;
	*out = (struct str){r->line, n};
	return true;
}

/* More lines up to an empty one. */
static void
take_block(struct repl *r, struct buf *out)
{
	struct str line;

	while (next_line(r, "... ", &line) && line.n > 0) {
		buf_str(out, line);
		buf_char(out, '\n');
	}
}

/* As at Python's own prompt: a line that opens a block or a bracket wants more. */
static bool
wants_more(struct str line)
{
	int open = 0;
	char last = ' ';

	for (size_t i = 0; i < line.n && line.p[i] != '#'; i++) {
		open += strchr("([{", line.p[i]) != NULL;
		open -= strchr(")]}", line.p[i]) != NULL;
		last = line.p[i] == ' ' ? last : line.p[i];
	}
	return open > 0 || last == ':' || last == '\\' || last == '@' ||
	       (line.n > 0 && line.p[0] == '@');
}

/* -- the policy ------------------------------------------------------------------------------ */

/* Beside the policy's file, so that `extends` finds it. */
static bool
load_tried(
    struct repl *r, struct arena *a, const char *path, struct policy **out, struct err_list *errs)
{
	struct str base = str_from(path_base(path));
	char *tried = path_beside(a, path, TRIED_NAME);
	struct buf text;
	struct str copy;
	struct err err;

	if (str_ends(base, STR(".yaml")))
		base.n -= strlen(".yaml");
	buf_init(&text, RULE_BYTES_MAX * 2);
	buf_printf(&text,
	    "apiVersion: sluice/v1\nid: tried\nrevision: 1\nextends: [%.*s]\noverride:\n",
	    STR_ARG(base));
	for (size_t i = 0; i < policy_section_count(); i++)
		buf_printf(
		    &text, "  - {what: %s, reason: tried at the prompt}\n", policy_section_name(i));
	buf_str(&text, buf_view(&r->rule));
	bool good = tried && !text.failed && arena_copy(a, buf_view(&text), &copy);
	buf_release(&text);
	if (!good)
		return err_memory(&err) || err_list_add(errs, &err);
	const struct policy_source one = {.name = str_from(tried), .text = copy};
	return policy_load_open(a, tried, policies_folder(a),
	    &(struct policy_texts){.items = &one, .count = 1}, out, errs);
}

static bool
load_policy(struct repl *r, struct arena *a, struct policy **out)
{
	struct err_list errs = {.count = 0};
	const char *path = policy_find(a, r->policy, NULL, &errs);

	if (path && r->rule.n == 0 && policy_open(a, r->policy, NULL, out, &errs))
		return true;
	if (path && r->rule.n > 0 && load_tried(r, a, path, out, &errs))
		return true;
	(void)print_errors(&errs);
	return false;
}

/* -- the verdict ----------------------------------------------------------------------------- */

static void
judge(struct repl *r)
{
	struct arena *a = arena_new(TURN_BYTES_MAX);
	struct check_result one = {.path = PROGRAM_NAME, .source = buf_view(&r->program)};
	struct policy *p;
	struct buf out;
	struct err err;

	if (!a || !load_policy(r, a, &p)) {
		arena_free(a);
		return;
	}
	if (!policy_check(p, a, one.source, &one.verdict, &err)) {
		(void)print_error(&err);
	} else {
		buf_init(&out, AUTHOR_REPORT_BYTES_MAX);
		check_report(p, &one, 1, CHECK_HUMAN, r->w->colour, &out);
		(void)print_buf(&out);
	}
	arena_free(a);
}

static void
explain(struct repl *r, unsigned line)
{
	struct arena *a = arena_new(TURN_BYTES_MAX);
	struct err_list errs = {.count = 0};
	struct policy *p;
	struct buf out;
	struct why e = {.now_us = clock_utc_us()};
	struct err err;

	if (!a || !load_policy(r, a, &p)) {
		arena_free(a);
		return;
	}
	if (!why_find(a, p, PROGRAM_NAME, buf_view(&r->program), line, STR(""), &e, &errs, &err)) {
		(void)(err.code != ERR_NONE ? print_error(&err) : print_errors(&errs));
	} else {
		buf_init(&out, AUTHOR_REPORT_BYTES_MAX);
		why_render(&e, r->w->colour, &out);
		(void)print_buf(&out);
	}
	arena_free(a);
}

/* -- commands -------------------------------------------------------------------------------- */

static void
do_help(struct repl *r, const char *rest)
{
	(void)r;
	(void)rest;
	puts("type Python; after each line, or block, the whole program is judged\n"
	     "  :list            the program, numbered\n"
	     "  :undo            without the last step\n"
	     "  :clear           without a program\n"
	     "  :load FILE       this program\n"
	     "  :save FILE       the program, into a new file\n"
	     "  :rule            YAML over the policy, up to an empty line; nothing: take it off\n"
	     "  :policy [NAME]   another policy; without a name, the one in force\n"
	     "  :explain [LINE]  why the verdict is what it is\n"
	     "  :quit");
}

static void
do_list(struct repl *r, const char *rest)
{
	struct str text = buf_view(&r->program), line;

	(void)rest;
	for (unsigned n = 1; str_cut(&text, '\n', &line); n++)
		if (line.n > 0 || text.n > 0)
			printf("%4u | %.*s\n", n, STR_ARG(line));
}

static void
do_undo(struct repl *r, const char *rest)
{
	(void)rest;
	if (r->step_count > 0)
		r->program.n = r->steps[--r->step_count];
	judge(r);
}

static void
do_clear(struct repl *r, const char *rest)
{
	(void)rest;
	buf_clear(&r->program);
	r->step_count = 0;
}

static void
do_load(struct repl *r, const char *rest)
{
	struct arena *a = arena_new(2 * PROGRAM_BYTES_MAX);
	struct str text;
	struct err err;

	if (a && file_read(a, rest, PROGRAM_BYTES_MAX, &text, &err)) {
		do_clear(r, rest);
		buf_str(&r->program, text);
		judge(r);
	} else if (a) {
		(void)print_error(&err);
	}
	arena_free(a);
}

static void
do_save(struct repl *r, const char *rest)
{
	struct err err;

	if (file_exists(rest))
		err_set(&err, ERR_INPUT, "'%s' is there already", rest);
	else if (file_write(rest, buf_view(&r->program), &err))
		return;
	(void)print_error(&err);
}

static void
do_rule(struct repl *r, const char *rest)
{
	if (r->live && r->rule.n > 0)
		printf("in force:\n%s", r->rule.p);
	buf_clear(&r->rule);
	if (*rest)
		buf_printf(&r->rule, "%s\n", rest);
	take_block(r, &r->rule);
	judge(r);
}

static void
do_policy(struct repl *r, const char *rest)
{
	struct err_list errs = {.count = 0};
	struct policy *p;

	if (!*rest) {
		puts(r->policy);
	} else if (policy_open(r->w->a, rest, NULL, &p, &errs)) {
		r->policy = arena_text(r->w->a, str_from(rest));
		judge(r);
	} else {
		(void)print_errors(&errs);
	}
}

static void
do_explain(struct repl *r, const char *rest)
{
	explain(r, (unsigned)strtoul(rest, NULL, 10));
}

static void
do_quit(struct repl *r, const char *rest)
{
	(void)rest;
	r->over = true;
}

static const struct {
	const char *name;
	void (*act)(struct repl *r, const char *rest);
	bool needs_word;
} COMMANDS[] = {
    {"help", do_help, false},
    {"list", do_list, false},
    {"undo", do_undo, false},
    {"clear", do_clear, false},
    {"load", do_load, true},
    {"save", do_save, true},
    {"rule", do_rule, false},
    {"policy", do_policy, false},
    {"explain", do_explain, false},
    {"quit", do_quit, false},
};

static void
command(struct repl *r, struct str line)
{
	struct str rest = str_slice(line, 1, line.n), name;
	char *word;

	(void)str_cut(&rest, ' ', &name);
	word = arena_text(r->w->a, str_trim(rest));
	for (size_t i = 0; word && i < ARRAY_LENGTH(COMMANDS); i++) {
		if (!str_is(name, COMMANDS[i].name))
			continue;
		if (COMMANDS[i].needs_word && !*word)
			fprintf(stderr, "sluice: ':%s' needs a file's name\n", COMMANDS[i].name);
		else
			COMMANDS[i].act(r, word);
		return;
	}
	fprintf(stderr, "sluice: ':%.*s' is no command; ':help' tells them\n", STR_ARG(name));
}

static void
statement(struct repl *r, struct str line)
{
	size_t before = r->program.n;
	bool more = wants_more(line);

	buf_str(&r->program, line);
	buf_char(&r->program, '\n');
	if (more)
		take_block(r, &r->program);
	if (r->program.failed || r->step_count == STEPS_MAX) {
		r->program.failed = false;
		r->program.n = before;
		fprintf(stderr, "sluice: the program is larger than %zu bytes, or %d steps\n",
		    PROGRAM_BYTES_MAX, STEPS_MAX);
		return;
	}
	r->steps[r->step_count++] = before;
	judge(r);
}

int
policy_repl(struct call *w)
{
	struct repl *r = calloc(1, sizeof(*r));
	struct err_list errs = {.count = 0};
	struct policy *p;
	struct str line;

	if (!r)
		return EXIT_INTERNAL;
	r->w = w;
	r->policy = w->o->policy ? w->o->policy : "data-analysis";
	r->live = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
	buf_init(&r->program, PROGRAM_BYTES_MAX);
	buf_init(&r->rule, RULE_BYTES_MAX);
	bool good = policy_open(w->a, r->policy, NULL, &p, &errs);
	if (good && r->live)
		printf("%s, revision %lld; ':help' tells what there is\n", r->policy,
		    (long long)policy_revision(p));
	while (good && !r->over && next_line(r, ">>> ", &line))
		if (line.n > 0 && line.p[0] == ':')
			command(r, line);
		else if (str_trim(line).n > 0)
			statement(r, line);
	buf_release(&r->program);
	buf_release(&r->rule);
	free(r);
	return good ? EXIT_ANSWERED : print_errors(&errs);
}
