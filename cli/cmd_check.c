/* SPDX-License-Identifier: MIT */
/* sluice check: the gate alone, for reviewers and CI. */
#include "actions.h"

#include "clock.h"
#include "file.h"
#include "waive.h"

#include <unistd.h>

#define CODE_BYTES_MAX ((size_t)16 << 20)

#define TRIALS_MAX 16

/* Waivers in addition to the policy's own. A run uses only the policy's: its requester can't add
 * any. */
static bool
open_waivers(struct arena *a, const struct options *o, const struct policy *p,
    struct check_setting *at, struct err_list *errs)
{
	struct waivers *given = arena_alloc(a, sizeof(*given));
	bool are_signed;
	struct err err;

	at->now_us = clock_utc_us();
	if (!given)
		return err_list_memory(errs);
	if (!o->waivers)
		return true;
	if (!policies_are_signed(a, o->trust, &are_signed, errs))
		return false;
	at->waivers = given;
	if (!waivers_open(a, p, o->waivers, given, errs) ||
	    !waivers_grant(a, o->trust, p, at->now_us, given, errs))
		return false;
	for (size_t i = 0; are_signed && i < given->count; i++) {
		const struct waiver *w = &given->items[i];

		if (w->evidence.n > 0)
			continue;
		err_set(&err, ERR_REFUSED,
		    "waiver '%.*s' is not signed, but this machine requires signed policies",
		    STR_ARG(w->id));
		err_place(&err, w->file, w->line, w->column, 1);
		err_help(&err, "name the file in the policy, so that its bundle contains it");
		(void)err_list_add(errs, &err);
	}
	return errs->count == 0;
}

static bool
open_trials(struct arena *a, const struct option_values *names, struct check_setting *at,
    struct err_list *errs)
{
	struct policy **trials = arena_array(a, names->count + 1, sizeof(*trials));

	if (!trials)
		return err_list_memory(errs);
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

int
run_check(struct call *c)
{
	const struct options *o = c->o;
	struct check_result *results = arena_array(c->a, c->words.count, sizeof(*results));
	struct check_setting at = {.without_box = o->without_box};
	enum check_format format;
	struct policy *p;
	int code = EXIT_ANSWERED;

	if (!results || !check_format_find(o->json     ? "json"
					   : o->format ? o->format
						       : "human",
			    &format))
		return print_no_memory(); /* the option has no other words */
	if (o->shadow.count > TRIALS_MAX)
		return call_error(c, "more than %d policies in shadow", TRIALS_MAX);
	if (!policy_take(c->a, o->trust, o->policy, NULL, NULL, &p, &c->errs) ||
	    !open_trials(c->a, &o->shadow, &at, &c->errs) ||
	    !open_waivers(c->a, o, p, &at, &c->errs) ||
	    !check_files(c->a, p, &c->words, &at, results, &c->errs))
		return call_fail(c);
	call_begin(c);
	check_report(p, results, c->words.count, format, c->colour, &c->out);
	for (size_t i = 0; i < c->words.count; i++)
		if (results[i].verdict.decision != DECISION_ALLOW)
			code = EXIT_FINDINGS;
	return print_buf(&c->out) ? code : EXIT_INTERNAL;
}
