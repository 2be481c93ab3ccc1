/* SPDX-License-Identifier: MIT */
/* sluice check: the gate alone, for reviewers and CI. */
#include "cli.h"

#include "clock.h"
#include "file.h"
#include "waiver.h"

#include <unistd.h>

#define CHECK_BYTES_MAX ((size_t)2 << 30)
#define CODE_BYTES_MAX ((size_t)16 << 20)
#define REPORT_BYTES_MAX ((size_t)512 << 20)

#define TRIALS_MAX 16

struct check_options {
	struct option_values files, shadow;
	const char *policy, *trust, *waivers;
	bool without_box;
	enum check_format format;
};

/* Beside those that the policy names. A run knows only the policy's: whoever asks for one brings
 * none of his own. */
static bool
open_waivers(struct arena *a, const struct check_options *o, const struct policy *p,
    struct check_setting *at, struct err_list *errs)
{
	struct waivers *given = arena_alloc(a, sizeof(*given));
	bool are_signed;
	struct err err;

	at->now_us = clock_utc_us();
	if (!given)
		return err_memory(&err), err_list_add(errs, &err);
	if (!o->waivers)
		return true;
	if (!policies_are_signed(a, o->trust, &are_signed, errs))
		return false;
	if (are_signed) {
		err_set(&err, ERR_REFUSED, "the waivers '%s' are not signed, and here policies are",
		    o->waivers);
		err_help(&err, "name the file in the policy, so that its bundle holds it");
		return err_list_add(errs, &err);
	}
	at->waivers = given;
	return waivers_open(a, p, o->waivers, given, errs);
}

static bool
open_trials(struct arena *a, const struct option_values *names, struct check_setting *at,
    struct err_list *errs)
{
	struct policy **trials = arena_array(a, names->count + 1, sizeof(*trials));
	struct err err;

	if (!trials)
		return err_memory(&err), err_list_add(errs, &err);
	for (size_t i = 0; i < names->count; i++)
		if (!policy_open(a, names->values[i], NULL, &trials[i], errs))
			return false;
	at->trials = (const struct policy *const *)trials;
	at->trial_count = names->count;
	return true;
}

/* Every file is read before anything is printed, so that a report is whole or not there. */
static bool
check_files(struct arena *a, const struct policy *p, const struct option_values *files,
    const struct check_setting *at, struct check_result *results, struct err_list *errs)
{
	for (size_t i = 0; i < files->count; i++) {
		struct check_setting here = *at;
		struct err err;
		results[i].path = files->values[i];
		here.path =
		    strcmp(files->values[i], "-") == 0 ? STR("") : str_from(files->values[i]);
		if (!file_read(a, files->values[i], CODE_BYTES_MAX, &results[i].source, &err) ||
		    !policy_check_at(p, a, results[i].source, &here, &results[i].verdict, &err))
			(void)err_list_add(errs, &err);
	}
	return errs->count == 0;
}

static int
check(struct arena *a, const struct check_options *o)
{
	const struct option_values *files = &o->files;
	struct check_result *results = arena_array(a, files->count, sizeof(*results));
	struct check_setting at = {.without_box = o->without_box};
	struct err_list errs = {.count = 0};
	struct policy *p;
	struct buf out;
	int code = EXIT_ANSWERED;

	if (!results)
		return EXIT_INTERNAL;
	if (!policy_take(a, o->trust, o->policy, NULL, &p, &errs) ||
	    !open_trials(a, &o->shadow, &at, &errs) || !open_waivers(a, o, p, &at, &errs) ||
	    !check_files(a, p, files, &at, results, &errs))
		return print_errors(&errs);
	buf_init(&out, REPORT_BYTES_MAX);
	check_report(p, results, files->count, o->format, colour_wanted(STDOUT_FILENO), &out);
	for (size_t i = 0; i < files->count; i++)
		if (results[i].verdict.decision != DECISION_ALLOW)
			code = EXIT_FINDINGS;
	return print_buf(&out) ? code : EXIT_INTERNAL;
}

static int
cmd_check(const struct verb *verb, int argc, char **argv)
{
	static struct check_options o;
	const char *format_name = "human";
	bool json = false;
	const struct option options[] = {
	    {"--policy", "NAME", "a shipped policy, or a policy file's path", OPTION_TEXT,
		&o.policy},
	    {"--shadow", "NAME",
		"a policy that is tried beside it and decides nothing; may be repeated",
		OPTION_MANY, &o.shadow},
	    {"--trust", "FILE",
		"says where policies may come from; default: SLUICE_TRUST, else "
		"the system's",
		OPTION_TEXT, &o.trust},
	    {"--waivers", "FILE", "findings that somebody answers for, beside the policy's own",
		OPTION_TEXT, &o.waivers},
	    {"--without-box", NULL,
		"nothing of Sluice's runs the program: what its sandbox would hold is left to a "
		"person",
		OPTION_FLAG, &o.without_box},
	    {"--format", "FORMAT", CHECK_FORMATS, OPTION_TEXT, &format_name},
	    {"--json", NULL, "the same as --format json", OPTION_FLAG, &json},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.files);

	if (code >= 0)
		return code;
	if (!o.policy)
		return usage_error(verb, "no policy was given: add --policy NAME");
	if (o.files.count == 0)
		return usage_error(verb, "no file was named ('-' is standard input)");
	if (!check_format_find(json ? "json" : format_name, &o.format))
		return usage_error(verb, "unknown format '%s'", format_name);
	if (o.shadow.count > TRIALS_MAX)
		return usage_error(verb, "more than %d policies in shadow", TRIALS_MAX);
	struct arena *a = arena_new(CHECK_BYTES_MAX);
	if (!a)
		return EXIT_INTERNAL;
	code = check(a, &o);
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
