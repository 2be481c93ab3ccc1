/* SPDX-License-Identifier: MIT */
/*
 * Completion for a shell. Its script asks this program: `completion words -- WORD...` prints a line for
 * each word that may stand in place of the last one, with its purpose behind a tab, and a line FILES
 * where the name of a file may.
 */
#include "actions.h"

static const struct {
	const char *name, *script;
} SHELLS[] = {
    {"bash",
	"# bash completion of sluice: `sluice completion bash` prints it\n"
	"_sluice() {\n"
	"\tlocal one\n"
	"\tCOMPREPLY=()\n"
	"\twhile IFS=$'\\t' read -r one _; do\n"
	"\t\tif [[ $one == FILES ]]; then\n"
	"\t\t\tCOMPREPLY+=($(compgen -f -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
	"\t\telse\n"
	"\t\t\tCOMPREPLY+=(\"$one\")\n"
	"\t\tfi\n"
	"\tdone < <(sluice completion words -- \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
	"}\n"
	"complete -o filenames -F _sluice sluice\n"},
    {"zsh", "#compdef sluice\n"
	    "# `sluice completion zsh` prints it\n"
	    "_sluice() {\n"
	    "\tlocal one\n"
	    "\tlocal -a found\n"
	    "\tfor one in \"${(@f)$(sluice completion words -- \"${(@)words[2,CURRENT]}\" "
	    "2>/dev/null)}\"; do\n"
	    "\t\tif [[ $one == FILES ]]; then\n"
	    "\t\t\t_files\n"
	    "\t\telif [[ -n $one ]]; then\n"
	    "\t\t\tfound+=(\"${${one%%$'\\t'*}//:/\\\\:}:${one#*$'\\t'}\")\n"
	    "\t\tfi\n"
	    "\tdone\n"
	    "\t(( $#found )) && _describe word found\n"
	    "}\n"
	    "_sluice \"$@\"\n"},
    {"fish", "# fish completion of sluice: `sluice completion fish` prints it\n"
	     "function __sluice_words\n"
	     "\tset -l before (commandline -opc)\n"
	     "\tset -e before[1]\n"
	     "\tfor one in (sluice completion words -- $before (commandline -ct) 2>/dev/null)\n"
	     "\t\tif test \"$one\" = FILES\n"
	     "\t\t\t__fish_complete_path (commandline -ct)\n"
	     "\t\telse\n"
	     "\t\t\techo $one\n"
	     "\t\tend\n"
	     "\tend\n"
	     "end\n"
	     "complete -c sluice -f -a '(__sluice_words)'\n"},
};

static void
offer(struct call *c, struct str name, const char *purpose)
{
	if (str_starts(name, str_from(word(c, c->words.count - 1))))
		buf_printf(&c->out, "%.*s\t%s\n", STR_ARG(name), purpose);
}

/* The action or branch that the words before the last one name, or NULL. */
static const struct action *
find_action(const struct call *c)
{
	const struct action *at = NULL;

	for (size_t i = 1; i + 1 < c->words.count; i++) {
		const char *path =
		    arena_printf(c->a, "%s%s%s", at ? at->path : "", at ? " " : "", word(c, i));
		const struct action *next = path ? action_find(str_from(path)) : NULL;

		at = next ? next : at;
	}
	return at;
}

static void
offer_values(struct call *c, const struct option_use *u)
{
	struct str rest = str_from(u->choices), one;
	enum option_kind kind = OPTION_RULES[u->id].kind;

	while (u->choices && str_cut(&rest, '|', &one))
		offer(c, one, "");
	if (kind == KIND_FILE || kind == KIND_FILES)
		buf_text(&c->out, "FILES\n");
}

static void
offer_words(struct call *c)
{
	const struct action *at = find_action(c);
	const char *path = at ? at->path : "", *last = word(c, c->words.count - 1),
		   *before = word(c, c->words.count - 2);
	struct option_use uses[ACTION_USES_MAX];
	size_t count = at ? action_options(at, uses) : 0, above = strlen(path) + (*path ? 1 : 0);

	for (size_t i = 0; i < count; i++)
		if (OPTION_RULES[uses[i].id].kind != KIND_FLAG &&
		    strcmp(OPTION_RULES[uses[i].id].name, before) == 0) {
			offer_values(c, &uses[i]);
			return;
		}
	for (size_t i = 0; i < ACTION_COUNT; i++)
		if (action_is_below(&ACTIONS[i], path))
			offer(c, str_from(ACTIONS[i].path + above), ACTIONS[i].summary);
	for (size_t i = 0; i < count && (at->run || *last == '-'); i++)
		offer(c, str_from(OPTION_RULES[uses[i].id].name),
		    uses[i].help ? uses[i].help : OPTION_RULES[uses[i].id].help);
	if (*last == '-')
		offer(c, STR("--help"), "show help");
	else if (at && at->run && at->words)
		buf_text(&c->out, "FILES\n");
}

int
completion(struct call *c)
{
	call_begin(c);
	if (strcmp(word(c, 0), "words") == 0 && c->words.count > 1) {
		offer_words(c);
		return call_print(c);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(SHELLS) && c->words.count == 1; i++)
		if (strcmp(word(c, 0), SHELLS[i].name) == 0) {
			buf_text(&c->out, SHELLS[i].script);
			return call_print(c);
		}
	return call_error(c, "'%s' is not a known shell: use bash, zsh or fish", word(c, 0));
}
