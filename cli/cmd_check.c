/* SPDX-License-Identifier: MIT */
/* sluice check: the gate alone, for reviewers and CI. */
#include "cli.h"

#include "file.h"

#include <unistd.h>

#define CHECK_BYTES_MAX ((size_t)2 << 30)
#define CODE_BYTES_MAX ((size_t)16 << 20)
#define REPORT_BYTES_MAX ((size_t)512 << 20)

/* Every file is read before anything is printed, so that a report is whole or not there. */
static bool
check_files(struct arena *a, const struct policy *p, const struct option_values *files,
    struct check_result *results, struct err_list *errs)
{
	for (size_t i = 0; i < files->count; i++) {
		struct err err;
		results[i].path = files->values[i];
		if (!file_read(a, files->values[i], CODE_BYTES_MAX, &results[i].source, &err) ||
		    !policy_check(p, a, results[i].source, &results[i].verdict, &err))
			(void)err_list_add(errs, &err);
	}
	return errs->count == 0;
}

static int
check(struct arena *a, const char *policy_name, const struct option_values *files,
    enum check_format format)
{
	struct check_result *results = arena_array(a, files->count, sizeof(*results));
	struct err_list errs = {.count = 0};
	struct policy *p;
	struct buf out;
	int code = EXIT_ANSWERED;

	if (!results)
		return EXIT_INTERNAL;
	if (!policy_open(a, policy_name, NULL, &p, &errs) ||
	    !check_files(a, p, files, results, &errs))
		return print_errors(&errs);
	buf_init(&out, REPORT_BYTES_MAX);
	check_report(p, results, files->count, format, colour_wanted(STDOUT_FILENO), &out);
	for (size_t i = 0; i < files->count; i++)
		if (results[i].verdict.decision != DECISION_ALLOW)
			code = EXIT_FINDINGS;
	return print_buf(&out) ? code : EXIT_INTERNAL;
}

static int
cmd_check(const struct verb *verb, int argc, char **argv)
{
	struct option_values files = {.count = 0};
	const char *policy = NULL, *format_name = "human";
	enum check_format format;
	bool json = false;
	const struct option options[] = {
	    {"--policy", "NAME", "a shipped policy, or a policy file's path", OPTION_TEXT, &policy},
	    {"--format", "FORMAT", CHECK_FORMATS, OPTION_TEXT, &format_name},
	    {"--json", NULL, "the same as --format json", OPTION_FLAG, &json},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &files);

	if (code >= 0)
		return code;
	if (!policy)
		return usage_error(verb, "no policy was given: add --policy NAME");
	if (files.count == 0)
		return usage_error(verb, "no file was named ('-' is standard input)");
	if (!check_format_find(json ? "json" : format_name, &format))
		return usage_error(verb, "unknown format '%s'", format_name);
	struct arena *a = arena_new(CHECK_BYTES_MAX);
	if (!a)
		return EXIT_INTERNAL;
	code = check(a, policy, &files, format);
	arena_free(a);
	return code;
}

const struct verb VERB_CHECK = {
    .name = "check",
    .summary = "checks Python files against a policy, without running anything",
    .usage = "check --policy NAME [options] FILE...",
    .example = "sluice check --policy data-analysis report.py",
    .run = cmd_check,
};
