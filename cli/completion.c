/* SPDX-License-Identifier: MIT */
/*
 * Completion for a shell: which action the words so far name, then its actions and options. Names
 * and choices are plain words; only help texts are quoted.
 */
#include "actions.h"

#include <stdio.h>

static bool
takes_value(const struct option_use *u)
{
	return OPTION_RULES[u->id].kind != KIND_FLAG;
}

static bool
is_path(const struct option_use *u)
{
	return OPTION_RULES[u->id].kind == KIND_FILE || OPTION_RULES[u->id].kind == KIND_FILES;
}

static const char *
last_word(const struct action *a)
{
	const char *blank = strrchr(a->path, ' ');

	return blank ? blank + 1 : a->path;
}

static void
put_choices(const char *choices, struct buf *out)
{
	for (const char *p = choices; *p; p++)
		buf_char(out, *p == '|' ? ' ' : *p);
}

/* Every path as a pattern of `case`: 'run'|'runs'|... */
static void
put_paths(struct buf *out)
{
	for (size_t i = 0; i < ACTION_COUNT; i++)
		buf_printf(out, "%s' %s'", i > 0 ? "|" : "", ACTIONS[i].path);
}

/* -- bash ------------------------------------------------------------------------------------ */

static void
bash_values(const struct action *a, const struct option_use *uses, size_t count, struct buf *out)
{
	for (size_t i = 0; i < count; i++) {
		if (!takes_value(&uses[i]))
			continue;
		buf_printf(out, "\t' %s:%s') ", a->path, OPTION_RULES[uses[i].id].name);
		if (uses[i].choices) {
			buf_text(out, "COMPREPLY=($(compgen -W '");
			put_choices(uses[i].choices, out);
			buf_text(out, "' -- \"$cur\")); ");
		} else if (is_path(&uses[i])) {
			buf_text(out, "COMPREPLY=($(compgen -f -- \"$cur\")); ");
		}
		buf_text(out, "return ;;\n");
	}
}

static void
bash_words(const struct action *a, struct buf *out)
{
	struct option_use uses[ACTION_USES_MAX];
	size_t count = a ? action_options(a, uses) : 0;

	buf_printf(out, "\t'%s%s') words='", a ? " " : "", a ? a->path : "");
	for (size_t i = 0; i < ACTION_COUNT; i++)
		if (action_is_below(&ACTIONS[i], a ? a->path : ""))
			buf_printf(out, "%s ", last_word(&ACTIONS[i]));
	for (size_t i = 0; i < count; i++)
		buf_printf(out, "%s ", OPTION_RULES[uses[i].id].name);
	buf_text(out, "--help' ;;\n");
}

static void
bash(struct buf *out)
{
	struct option_use uses[ACTION_USES_MAX];

	buf_text(out, "# bash completion of sluice: `sluice completion bash` prints it\n"
		      "_sluice() {\n\tlocal cur=${COMP_WORDS[COMP_CWORD]} at= i words=\n"
		      "\tlocal prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
		      "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n\t\tcase \"$at ${COMP_WORDS[i]}\" "
		      "in\n\t\t");
	put_paths(out);
	buf_text(out, ") at=\"$at ${COMP_WORDS[i]}\" ;;\n\t\tesac\n\tdone\n"
		      "\tcase \"$at:$prev\" in\n");
	for (size_t i = 0; i < ACTION_COUNT; i++)
		bash_values(&ACTIONS[i], uses, action_options(&ACTIONS[i], uses), out);
	buf_text(out, "\tesac\n\tcase \"$at\" in\n");
	bash_words(NULL, out);
	for (size_t i = 0; i < ACTION_COUNT; i++)
		bash_words(&ACTIONS[i], out);
	buf_text(out, "\tesac\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
		      "\t[[ $cur == -* ]] || COMPREPLY+=($(compgen -f -- \"$cur\"))\n}\n"
		      "complete -o filenames -F _sluice sluice\n");
}

/* -- zsh ------------------------------------------------------------------------------------- */

/* Inside single quotes and brackets: neither quotes nor what _arguments reads itself. */
static void
put_help(const char *text, struct buf *out)
{
	for (const char *p = text; *p; p++) {
		if (*p == '\'')
			buf_text(out, "'\\''");
		else if (strchr("[]:\\", *p))
			buf_printf(out, "\\%c", *p);
		else
			buf_char(out, *p);
	}
}

static void
zsh_option(const struct option_use *u, struct buf *out)
{
	const struct option_rule *rule = &OPTION_RULES[u->id];
	bool many = rule->kind == KIND_TEXTS || rule->kind == KIND_FILES;

	buf_printf(out, " \\\n\t\t'%s%s[", many ? "*" : "", rule->name);
	put_help(u->help ? u->help : rule->help, out);
	buf_char(out, ']');
	if (takes_value(u)) {
		buf_char(out, ':');
		put_help(option_value_name(u), out);
		buf_char(out, ':');
	}
	if (u->choices) {
		buf_char(out, '(');
		put_choices(u->choices, out);
		buf_char(out, ')');
	} else if (is_path(u)) {
		buf_text(out, "_files");
	}
	buf_char(out, '\'');
}

static void
zsh_below(const char *path, struct buf *out)
{
	bool any = false;

	for (size_t i = 0; i < ACTION_COUNT; i++) {
		if (!action_is_below(&ACTIONS[i], path))
			continue;
		if (!any)
			buf_text(out, "\t\tbelow=(");
		buf_printf(out, "%s'%s:", any ? " " : "", last_word(&ACTIONS[i]));
		put_help(ACTIONS[i].summary, out);
		buf_char(out, '\'');
		any = true;
	}
	if (any)
		buf_text(out, ")\n\t\t_describe action below\n");
}

static void
zsh(struct buf *out)
{
	buf_text(out, "#compdef sluice\n# `sluice completion zsh` prints it\n_sluice() {\n"
		      "\tlocal at= one\n\tlocal -a below\n"
		      "\tfor one in ${words[2,CURRENT-1]}; do\n\t\tcase \"$at $one\" in\n\t\t");
	put_paths(out);
	buf_text(out, ") at=\"$at $one\" ;;\n\t\tesac\n\tdone\n\tcase $at in\n\t'')\n");
	zsh_below("", out);
	buf_text(out, "\t\t;;\n");
	for (size_t i = 0; i < ACTION_COUNT; i++) {
		struct option_use uses[ACTION_USES_MAX];
		size_t count = action_options(&ACTIONS[i], uses);
		buf_printf(out, "\t' %s')\n", ACTIONS[i].path);
		zsh_below(ACTIONS[i].path, out);
		if (ACTIONS[i].run) {
			buf_text(out, "\t\t_arguments");
			for (size_t k = 0; k < count; k++)
				zsh_option(&uses[k], out);
			buf_text(out, " \\\n\t\t'--help[show help]' \\\n\t\t'*:file:_files'\n");
		}
		buf_text(out, "\t\t;;\n");
	}
	buf_text(out, "\tesac\n}\n_sluice \"$@\"\n");
}

/* -- fish ------------------------------------------------------------------------------------ */

static void
fish_quote(const char *text, struct buf *out)
{
	buf_char(out, '\'');
	for (const char *p = text; *p; p++) {
		if (*p == '\'' || *p == '\\')
			buf_char(out, '\\');
		buf_char(out, *p);
	}
	buf_char(out, '\'');
}

static void
fish_option(const struct action *a, const struct option_use *u, struct buf *out)
{
	buf_printf(out, "complete -c sluice -n \"__sluice_at ' %s'\" -l %s", a->path,
	    OPTION_RULES[u->id].name + 2);
	if (takes_value(u))
		buf_text(out, is_path(u) ? " -r -F" : " -x");
	if (u->choices) {
		buf_text(out, " -a '");
		put_choices(u->choices, out);
		buf_char(out, '\'');
	}
	buf_text(out, " -d ");
	fish_quote(u->help ? u->help : OPTION_RULES[u->id].help, out);
	buf_char(out, '\n');
}

static void
fish(struct buf *out)
{
	buf_text(out, "# fish completion of sluice: `sluice completion fish` prints it\n"
		      "function __sluice_at\n\tset -l at ''\n"
		      "\tfor one in (commandline -opc)[2..-1]\n\t\tswitch \"$at $one\"\n\t\tcase");
	for (size_t i = 0; i < ACTION_COUNT; i++)
		buf_printf(out, " ' %s'", ACTIONS[i].path);
	buf_text(out, "\n\t\t\tset at \"$at $one\"\n\t\tend\n\tend\n"
		      "\ttest \"$at\" = \"$argv[1]\"\nend\n");
	for (size_t i = 0; i < ACTION_COUNT; i++) {
		struct option_use uses[ACTION_USES_MAX];
		size_t count = action_options(&ACTIONS[i], uses);
		const char *last = last_word(&ACTIONS[i]);
		size_t above = last == ACTIONS[i].path ? 0 : (size_t)(last - ACTIONS[i].path) - 1;
		buf_printf(out, "complete -c sluice -f -n \"__sluice_at '%s%.*s'\" -a %s -d ",
		    above > 0 ? " " : "", (int)above, ACTIONS[i].path, last);
		fish_quote(ACTIONS[i].summary, out);
		buf_char(out, '\n');
		for (size_t k = 0; k < count; k++)
			fish_option(&ACTIONS[i], &uses[k], out);
	}
	buf_text(out, "complete -c sluice -l help -d 'show help'\n");
}

int
completion(struct call *c)
{
	static const struct {
		const char *name;
		void (*print)(struct buf *out);
	} shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

	for (size_t i = 0; i < ARRAY_LENGTH(shells); i++)
		if (strcmp(word(c, 0), shells[i].name) == 0) {
			call_begin(c);
			shells[i].print(&c->out);
			return call_print(c);
		}
	return call_error(c, "'%s' is not a known shell: use bash, zsh or fish", word(c, 0));
}
