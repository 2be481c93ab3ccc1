/* SPDX-License-Identifier: MIT */
/* sluice trust adopt: another trust file takes force in a store. */
#include "trust_init.h"

#include "approver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
sign(struct arena *a, const struct verb *verb, const struct trust_init *o, const struct trust *next)
{
	static struct approvals_options options;
	struct approver w = {.a = a, .verb = verb, .o = &options};
	struct act_words words = {
	    .kind = ACT_PEOPLE, .target = next->sha256, .reason = STR("it takes force")};
	struct err_list errs;
	struct str envelope;
	struct err err;
	bool done = false;

	options.place = o->place;
	if (!place_open(a, &o->place, &w.place, &errs))
		return print_errors(&errs);
	bool good = approver_act(&w, &words, &envelope, &err) &&
		    trust_adopt(w.place.store, a, next, envelope, &done, &err);
	key_free(w.key);
	place_close(&w.place);
	if (!good)
		return print_error(&err);
	if (done)
		printf("in force: revision %" PRId64 ", sha256 %.12s\n", next->revision, next->sha256);
	else
		printf("signed; the file in force asks for more custodians\n");
	return done ? EXIT_ANSWERED : EXIT_ESCALATED;
}

static int
own(struct arena *a, const struct trust_init *o, const struct trust *next)
{
	struct store *s;
	struct err err;

	if (!store_open(a, o->place.store, &s, &err))
		return print_error(&err);
	bool good = trust_adopt_owned(s, next, &err);
	store_close(s);
	if (!good)
		return print_error(&err);
	printf("in force: revision %" PRId64 ", sha256 %.12s; nobody signed it\n", next->revision,
	    next->sha256);
	return EXIT_ANSWERED;
}

int
trust_take_force(struct arena *a, const struct verb *verb, const struct trust_init *o)
{
	const char *key = getenv("SLUICE_KEY");
	struct err_list errs = {.count = 0};
	struct trust *next;

	if (!o->path)
		return usage_error(verb, "say which file: `trust adopt FILE`");
	if (!trust_load(a, o->path, &next, &errs))
		return print_errors(&errs);
	return o->place.key || (key && *key) ? sign(a, verb, o, next) : own(a, o, next);
}
