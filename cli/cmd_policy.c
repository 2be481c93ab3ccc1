/* SPDX-License-Identifier: MIT */
/* sluice policy: what policies there are, and what one says. */
#include "cli.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#define POLICY_BYTES_MAX ((size_t)256 << 20)
#define POLICIES_MAX 256

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of the shipped policies, sorted. */
static bool
list_names(struct arena *a, const char *folder, const char **names, size_t *count, struct err *err)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;

	if (!dir)
		return err_sys(err, "can't open the folder '%s'", folder);
	while ((entry = readdir(dir)) && *count < POLICIES_MAX) {
		struct str name = str_from(entry->d_name);
		if (!str_ends(name, STR(".yaml")) || str_ends(name, STR(".test.yaml")))
			continue;
		name.n -= strlen(".yaml");
		names[*count] = arena_text(a, name);
		*count += names[*count] != NULL;
	}
	closedir(dir);
	qsort(names, *count, sizeof(*names), by_name);
	return true;
}

static void
list_entry(const struct policy *p, struct json_writer *w, struct buf *out)
{
	if (!w) {
		buf_printf(out, "%-22.*s revision %-4" PRId64 " %.*s\n", STR_ARG(policy_id(p)),
		    policy_revision(p), STR_ARG(policy_title(p)));
		return;
	}
	json_object(w);
	json_put_str(w, "name", policy_id(p));
	json_put_number(w, "revision", policy_revision(p));
	json_put_text(w, "sha256", policy_digest(p));
	json_put_str(w, "title", policy_title(p));
	json_end_object(w);
}

static int
list(struct arena *a, bool json)
{
	const char *names[POLICIES_MAX], *folder = policies_folder(a);
	struct err_list errs = {.count = 0};
	struct json_writer w;
	size_t count = 0;
	struct buf out;
	struct err err;

	if (!folder) {
		err_set(
		    &err, ERR_INPUT, "the folder of shipped policies is not beside this program");
		return print_error(&err);
	}
	if (!list_names(a, folder, names, &count, &err))
		return print_error(&err);
	buf_init(&out, POLICY_BYTES_MAX);
	json_writer_init(&w, &out, true);
	if (json)
		json_array(&w);
	for (size_t i = 0; i < count; i++) {
		struct policy *p;
		if (policy_open(a, names[i], NULL, &p, &errs))
			list_entry(p, json ? &w : NULL, &out);
	}
	if (json) {
		json_end_array(&w);
		buf_char(&out, '\n');
	}
	if (!print_buf(&out))
		return EXIT_INTERNAL;
	return errs.count > 0 ? print_errors(&errs) : EXIT_ANSWERED;
}

static int
show(struct arena *a, const char *name, bool json)
{
	struct err_list errs = {.count = 0};
	struct json_writer w;
	struct policy *p;
	struct buf out;

	if (!policy_open(a, name, NULL, &p, &errs))
		return print_errors(&errs);
	buf_init(&out, POLICY_BYTES_MAX);
	if (json) {
		json_writer_init(&w, &out, true);
		policy_json(p, &w);
		buf_char(&out, '\n');
	} else {
		buf_printf(&out, "%.*s, revision %" PRId64 "\n%.*s\nsha256 %s\n\n",
		    STR_ARG(policy_id(p)), policy_revision(p), STR_ARG(policy_title(p)),
		    policy_digest(p));
		policy_prompt(p, &out);
	}
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

static int
cmd_policy(const struct verb *verb, int argc, char **argv)
{
	struct option_values words = {.count = 0};
	bool json = false;
	const struct option options[] = {{"--json", NULL, "print JSON", OPTION_FLAG, &json}};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &words);

	if (code >= 0)
		return code;
	bool lists = words.count == 1 && strcmp(words.values[0], "list") == 0;
	bool shows = words.count == 2 && strcmp(words.values[0], "show") == 0;
	if (!lists && !shows)
		return usage_error(verb, "say `policy list` or `policy show NAME`");
	struct arena *a = arena_new(POLICY_BYTES_MAX);
	if (!a)
		return EXIT_INTERNAL;
	code = lists ? list(a, json) : show(a, words.values[1], json);
	arena_free(a);
	return code;
}

const struct verb VERB_POLICY = {
    .name = "policy",
    .summary = "lists the shipped policies, or shows what one allows",
    .usage = "policy list [--json]\n       sluice policy show NAME|FILE [--json]",
    .example = "sluice policy show data-analysis",
    .run = cmd_policy,
};
