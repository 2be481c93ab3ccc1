/* SPDX-License-Identifier: MIT */
/* The help pages, from the tables of actions and options. */
#include "actions.h"

#include <stdio.h>

#define COLUMNS 80
#define OPTION_COLUMN 24
#define HELP_BYTES_MAX ((size_t)1 << 20)

void
help_choices(const struct option_use *u, struct buf *out)
{
	struct str rest = str_from(u->choices), one;

	for (bool first = true; str_cut(&rest, '|', &one); first = false)
		buf_printf(out, "%s%.*s", first ? "" : rest.n > 0 ? ", " : " or ", STR_ARG(one));
}

/* A piece of a usage line, which never breaks inside. */
static void
put_piece(struct buf *out, size_t *column, size_t indent, struct str piece)
{
	if (*column + 1 + piece.n > COLUMNS) {
		buf_char(out, '\n');
		buf_repeat(out, ' ', indent);
		*column = indent;
	} else {
		buf_char(out, ' ');
		*column += 1;
	}
	buf_str(out, piece);
	*column += piece.n;
}

static void
put_use(struct buf *out, size_t *column, size_t indent, const struct option_use *u)
{
	const struct option_rule *rule = &OPTION_RULES[u->id];
	const char *value = option_value_name(u);
	char text[80];

	snprintf(text, sizeof(text), "%s%s%s%s%s%s", u->must ? "" : "[", rule->name,
	    value ? " " : "", value ? value : "", u->must ? "" : "]",
	    rule->kind == KIND_TEXTS || rule->kind == KIND_FILES ? "..." : "");
	put_piece(out, column, indent, str_from(text));
}

/* "approvals approve RUN [--ticket ID] ...", broken at 80 columns behind `indent`. */
static void
help_usage(const struct action *a, size_t indent, struct buf *out)
{
	struct option_use uses[ACTION_USES_MAX];
	size_t count = action_options(a, uses), column = indent + strlen(a->path);
	struct str rest = str_from(a->words), one;

	buf_text(out, a->path);
	while (a->words && str_cut(&rest, ' ', &one))
		put_piece(out, &column, indent, one);
	for (size_t i = 0; i < count; i++)
		put_use(out, &column, indent, &uses[i]);
}

void
help_of_option(const struct option_use *u, struct buf *out)
{
	const struct option_rule *rule = &OPTION_RULES[u->id];

	buf_text(out, u->help ? u->help : rule->help);
	if (u->choices) {
		buf_text(out, ": ");
		help_choices(u, out);
	}
	if (u->usual > 0)
		buf_printf(out, "; default: %lld", (long long)u->usual);
}

static void
put_option(const struct option_use *u, struct buf *out)
{
	const char *value = option_value_name(u);
	struct buf text;
	size_t begin = out->n;

	buf_printf(out, "  %s%s%s", OPTION_RULES[u->id].name, value ? " " : "", value ? value : "");
	if (out->n - begin < OPTION_COLUMN)
		buf_repeat(out, ' ', OPTION_COLUMN - (out->n - begin));
	else
		buf_text(out, "  ");
	buf_init(&text, HELP_BYTES_MAX);
	help_of_option(u, &text);
	text_wrap(out, buf_view(&text), 1000, out->n - begin, OPTION_COLUMN);
	buf_release(&text);
	buf_char(out, '\n');
}

static void
put_example(const struct action *a, struct buf *out)
{
	buf_printf(out, "example: sluice %s\n", a->example ? a->example : a->path);
}

static bool
has_below(const char *path)
{
	for (size_t i = 0; i < ACTION_COUNT; i++)
		if (action_is_below(&ACTIONS[i], path))
			return true;
	return false;
}

/* The nodes right below a path, each with its summary. */
static void
put_below(const char *path, struct buf *out)
{
	size_t width = 0, begin = strlen(path) + (*path ? 1 : 0);

	for (size_t i = 0; i < ACTION_COUNT; i++)
		if (action_is_below(&ACTIONS[i], path) && strlen(ACTIONS[i].path + begin) > width)
			width = strlen(ACTIONS[i].path + begin);
	for (size_t i = 0; i < ACTION_COUNT; i++) {
		if (!action_is_below(&ACTIONS[i], path))
			continue;
		buf_printf(out, "  %-*s  ", (int)width, ACTIONS[i].path + begin);
		text_wrap(out, str_from(ACTIONS[i].summary), 1000, width + 4, width + 4);
		buf_char(out, '\n');
	}
}

static void
put_action(const struct action *a, struct buf *out)
{
	struct option_use uses[ACTION_USES_MAX];
	size_t count = action_options(a, uses);

	text_wrap(out, str_from(a->summary), 1000, 0, 0);
	buf_text(out, "\n\nusage: sluice ");
	help_usage(a, strlen("usage: sluice "), out);
	buf_text(out, count > 0 ? "\n\noptions:\n" : "\n");
	for (size_t i = 0; i < count; i++)
		put_option(&uses[i], out);
	if (has_below(a->path)) {
		buf_text(out, "\nactions:\n");
		put_below(a->path, out);
	}
	if (a->more) {
		buf_char(out, '\n');
		text_wrap(out, str_from(a->more), 1000, 0, 0);
		buf_char(out, '\n');
	}
	buf_char(out, '\n');
	put_example(a, out);
}

static void
put_branch(const struct action *a, struct buf *out)
{
	text_wrap(out, str_from(a->summary), 1000, 0, 0);
	buf_printf(out, "\n\nusage: sluice %s ACTION [options]\n\n", a->path);
	put_below(a->path, out);
	if (a->usual)
		buf_printf(out, "\n`sluice %s` alone is `sluice %s`.", a->path, a->usual);
	buf_printf(out, "\n`sluice help %s ACTION` explains one action.\n", a->path);
	for (size_t i = 0; i < ACTION_COUNT; i++)
		if (action_is_below(&ACTIONS[i], a->path) && ACTIONS[i].run) {
			put_example(&ACTIONS[i], out);
			return;
		}
}

static void
put_program(struct buf *out)
{
	struct buf codes;

	buf_text(out,
	    "sluice: runs Python that a language model wrote, where it must be reviewed,\n"
	    "contained and checked\n\nusage: sluice VERB [ACTION] [options]\n\n");
	put_below("", out);
	buf_text(out, "\n`sluice help VERB` explains a verb.\n");
	buf_init(&codes, HELP_BYTES_MAX);
	for (const struct named *f = EXIT_CODES; f->name; f++)
		buf_printf(
		    &codes, "%s%s %s", f == EXIT_CODES ? "exit codes: " : "; ", f->name, f->says);
	text_wrap(out, buf_view(&codes), 1000, 0, 0);
	buf_char(out, '\n');
	buf_release(&codes);
}

void
help_print(const struct action *a, struct buf *out)
{
	if (!a)
		put_program(out);
	else if (a->run)
		put_action(a, out);
	else
		put_branch(a, out);
}

int
help(struct call *c)
{
	const struct action *about = NULL;
	struct buf path;

	buf_init(&path, 1 << 16);
	for (size_t i = 0; i < c->words.count; i++)
		buf_printf(&path, "%s%s", i > 0 ? " " : "", word(c, i));
	if (c->words.count > 0 && !(about = action_find(buf_view(&path))))
		call_error(c, "there is no `sluice %.*s`", STR_ARG(buf_view(&path)));
	buf_release(&path);
	if (c->words.count > 0 && !about)
		return EXIT_USAGE;
	call_begin(c);
	if (c->o->man)
		manual_print(&c->out);
	else
		help_print(about, &c->out);
	return call_print(c);
}
