/* SPDX-License-Identifier: MIT */
/* sluice halt, drain, resume: the switch of a store; and the operator's word about its clock. */
#include "approver.h"

#include <stdio.h>

static const struct {
	const char *verb, *says;
	enum store_mode mode;
} SWITCHES[] = {
    {"halt", "halted: nothing runs, and no new run is accepted", STORE_HALT},
    {"drain", "draining: running programs finish, nothing new starts", STORE_DRAIN},
    {"resume", "running", STORE_RUN},
};

int
store_switch(struct call *w)
{
	size_t at = 0;
	struct str envelope;
	bool done;

	while (strcmp(SWITCHES[at].verb, w->action->path) != 0)
		at++;
	enum store_mode mode = SWITCHES[at].mode;
	if (!approver_say(w, store_mode_act(mode), "store", STR(""), &envelope) ||
	    !store_mode_set(w->place.store, w->a, mode, envelope, &done, &w->err))
		return call_fail(w);
	puts(done ? SWITCHES[at].says
		  : "recorded: after a halt, a second operator must also resume, within a day");
	return done ? EXIT_ANSWERED : EXIT_ESCALATED;
}

int
ledger_clock_accept(struct call *w)
{
	struct str envelope;

	if (!approver_say(w, ACT_CLOCK, "store", STR(""), &envelope) ||
	    !store_clock_accept(w->place.store, envelope, &w->err))
		return call_fail(w);
	puts("the clock counts from now on");
	return EXIT_ANSWERED;
}
