/* SPDX-License-Identifier: MIT */
/* Suggestions: words that people know from other tools, and the two lines that a first task lacks. */
#include "task_loader.h"

#include <stdio.h>

#define KEY_HELP "write 'key_file': the path of a file of mode 0600 that holds the key"

static const struct {
	const char *message, *help;
} WORDS[] = {
    {"unknown key 'api_key'", KEY_HELP},
    {"unknown key 'apikey'", KEY_HELP},
    {"unknown key 'key'", KEY_HELP},
    {"unknown key 'token'", KEY_HELP},
    {"unknown key 'base_url'", "write 'url'"},
    {"unknown key 'endpoint'", "write 'url'"},
    {"unknown key 'name'", "write 'model'"},
    {"unknown key 'prompt'", "write 'goal'"},
    {"unknown key 'reasoning_effort'", "write 'effort'"},
    {"unknown key 'max_completion_tokens'", "write 'max_tokens'"},
    {"missing 'policy'", "write 'policy: data-analysis', or another name of `sluice policy list`"},
    {"missing 'output'",
	"write 'output: {schema: out.json}', the JSON Schema that the output must fit"},
};

void
task_hide(struct err *err)
{
	size_t n = strlen(err->file);

	if (err->line == 0)
		return;
	snprintf(err->file + n, sizeof(err->file) - n, ":%u", err->line);
	err->line = err->column = err->width = 0;
}

/* Of a line that may hold a key nothing is shown, whatever else is wrong with it. */
static void
hide_line(struct err_list *errs, unsigned line)
{
	for (size_t i = 0; i < errs->count; i++)
		if (errs->items[i].line == line)
			task_hide(&errs->items[i]);
}

void
task_explain(struct err_list *errs)
{
	for (size_t i = 0; i < errs->count; i++)
		for (size_t w = 0; w < ARRAY_LENGTH(WORDS); w++)
			if (!errs->items[i].help[0] &&
			    strcmp(errs->items[i].message, WORDS[w].message) == 0)
				err_help(&errs->items[i], "%s", WORDS[w].help);
	for (size_t i = 0; i < errs->count; i++)
		if (errs->items[i].line > 0 && strcmp(errs->items[i].help, KEY_HELP) == 0)
			hide_line(errs, errs->items[i].line);
}
