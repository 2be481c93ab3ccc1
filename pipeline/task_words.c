/* SPDX-License-Identifier: MIT */
/* What people write who know other tools, and the two lines that a first task lacks. */
#include "task_loader.h"

static const struct {
	const char *message, *help;
} WORDS[] = {
    {"unknown key 'api_key'",
	"write 'key_file': the path of a file of mode 0600 that holds the key"},
    {"unknown key 'apikey'",
	"write 'key_file': the path of a file of mode 0600 that holds the key"},
    {"unknown key 'key'", "write 'key_file': the path of a file of mode 0600 that holds the key"},
    {"unknown key 'base_url'", "write 'url'"},
    {"unknown key 'endpoint'", "write 'url'"},
    {"unknown key 'name'", "write 'model'"},
    {"unknown key 'prompt'", "write 'goal'"},
    {"unknown key 'temperature'", "leave it out: Sluice sends none, because many models refuse it"},
    {"missing 'policy'", "write 'policy: data-analysis', or another name of `sluice policy list`"},
    {"missing 'output'",
	"write 'output: {schema: out.json}', the JSON Schema that the output must fit"},
};

void
task_explain(struct err_list *errs)
{
	for (size_t i = 0; i < errs->count; i++)
		for (size_t w = 0; w < ARRAY_LENGTH(WORDS); w++)
			if (!errs->items[i].help[0] &&
			    strcmp(errs->items[i].message, WORDS[w].message) == 0)
				err_help(&errs->items[i], "%s", WORDS[w].help);
}
