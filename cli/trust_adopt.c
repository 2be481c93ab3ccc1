/* SPDX-License-Identifier: MIT */
/* sluice trust adopt: another trust file takes force in a store. */
#include "approver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int
sign(struct call *c, const struct trust *next)
{
	const struct act_words words = {
	    .kind = ACT_PEOPLE, .target = next->sha256, .reason = STR("it is in force")};
	struct str envelope;
	bool done = false;

	if (!call_open(c) || !approver_act(c, &words, &envelope) ||
	    !trust_adopt(c->place.store, c->a, next, envelope, &done, &c->err))
		return call_fail(c);
	if (done)
		printf(
		    "in force: revision %" PRId64 ", sha256 %.12s\n", next->revision, next->sha256);
	else
		printf("signed; the file in force requires more custodians\n");
	return done ? EXIT_ANSWERED : EXIT_ESCALATED;
}

static int
own(struct call *c, const struct trust *next)
{
	if (!store_open(c->a, c->o->store, &c->place.store, &c->err) ||
	    !trust_adopt_owned(c->place.store, next, &c->err))
		return call_fail(c);
	printf("in force: revision %" PRId64 ", sha256 %.12s; nobody signed it\n", next->revision,
	    next->sha256);
	return EXIT_ANSWERED;
}

int
trust_take_force(struct call *c)
{
	const char *key = getenv("SLUICE_KEY");
	struct trust *next;

	if (!trust_load(c->a, word(c, 0), &next, &c->errs))
		return call_fail(c);
	return c->o->key || (key && *key) ? sign(c, next) : own(c, next);
}
