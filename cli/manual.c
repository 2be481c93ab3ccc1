/* SPDX-License-Identifier: MIT */
/* The manual page, in roff (man macros). */
#include "call.h"

#define TEXT_BYTES_MAX ((size_t)1 << 16)

/* Text as roff shows it: no control line, no escape, hyphens that can be copied. */
static void
put_text(struct buf *out, struct str text)
{
	if (text.n > 0 && (text.p[0] == '.' || text.p[0] == '\''))
		buf_text(out, "\\&");
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '\\')
			buf_text(out, "\\e");
		else if (text.p[i] == '-')
			buf_text(out, "\\-");
		else if (text.p[i] == '~')
			buf_text(out, "\\(ti");
		else if (text.p[i] == '\'')
			buf_text(out, "\\(aq");
		else if (text.p[i] == '`')
			buf_text(out, "\\(ga");
		else
			buf_char(out, text.p[i] == '\n' ? ' ' : text.p[i]);
	}
	buf_char(out, '\n');
}

static void
put_words(struct buf *out, const char *text)
{
	put_text(out, str_from(text));
}

static void
put_option(const struct option_use *u, struct buf *out)
{
	const char *value = option_value_name(u);
	struct buf text;

	buf_text(out, ".TP\n.B ");
	buf_init(&text, TEXT_BYTES_MAX);
	buf_printf(&text, "%s%s%s", OPTION_RULES[u->id].name, value ? " " : "", value ? value : "");
	put_text(out, buf_view(&text));
	text.n = 0;
	help_of_option(u, &text);
	put_text(out, buf_view(&text));
	buf_release(&text);
}

static void
put_action(const struct action *a, struct buf *out)
{
	struct option_use uses[ACTION_USES_MAX];
	size_t count = action_options(a, uses);

	buf_text(out, ".SS ");
	put_words(out, a->path);
	put_words(out, a->summary);
	if (!a->run)
		return;
	buf_text(out, ".PP\n.B sluice ");
	put_words(out, a->path);
	if (a->words) {
		buf_text(out, ".I ");
		put_words(out, a->words);
	}
	for (size_t i = 0; i < count; i++)
		put_option(&uses[i], out);
	if (a->more) {
		buf_text(out, ".PP\n");
		put_words(out, a->more);
	}
	buf_text(out, ".PP\nExample: ");
	buf_text(out, "sluice ");
	put_words(out, a->example ? a->example : a->path);
}

const struct named EXIT_CODES[] = {
    {"0", "answered, allowed, clean"},
    {"1", "findings"},
    {"2", "usage or configuration"},
    {"10", "refused by policy"},
    {"11", "escalated"},
    {"12", "rejected"},
    {"13", "sandbox limit or failure"},
    {"14", "the program failed"},
    {"15", "output not valid"},
    {"16", "model failed"},
    {"17", "cancelled"},
    {"70", "internal error"},
    {NULL, NULL},
};

const struct named VARIABLES[] = {
#define VARIABLE(name, help) {name, help},
#include "environment.def"
#undef VARIABLE
    {NULL, NULL},
};

static void
put_facts(const char *heading, const struct named *list, struct buf *out)
{
	buf_printf(out, ".SH %s\n", heading);
	for (; list->name; list++) {
		buf_printf(out, ".TP\n.B %s\n", list->name);
		put_words(out, list->says);
	}
}

void
manual_print(struct buf *out)
{
	buf_text(out,
	    ".\\\" SPDX\\-License\\-Identifier: MIT\n.TH SLUICE 1 \"\" \"sluice " SLUICE_VERSION
	    "\" \"User Commands\"\n.SH NAME\nsluice \\- runs Python that a "
	    "language model wrote, reviewed, contained and checked\n"
	    ".SH SYNOPSIS\n.B sluice\n.I VERB\n.RI [ ACTION ]\n.RI [ options ]\n"
	    ".SH DESCRIPTION\nEvery action takes the options listed below it, and "
	    "no others.\nWrite an option as \\-\\-name value or as "
	    "\\-\\-name=value. Everything after \\-\\- is an argument.\n.SH ACTIONS\n");
	for (size_t i = 0; i < ACTION_COUNT; i++)
		put_action(&ACTIONS[i], out);
	put_facts("EXIT STATUS", EXIT_CODES, out);
	put_facts("ENVIRONMENT", VARIABLES, out);
}
