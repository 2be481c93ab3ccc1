/* SPDX-License-Identifier: MIT */
/* sluice hold: what may not be erased, by nobody. */
#include "approver.h"
#include "retention.h"

#include "record.h"

#include <stdio.h>

int
hold_place(struct call *c)
{
	const struct options *o = c->o;
	struct legal_hold hold = {.matter = str_from(o->matter),
	    .run = str_from(o->run),
	    .actor = str_from(o->actor),
	    .from_us = o->since,
	    .until_us = o->until};
	struct str terms, envelope;
	char id[STORE_ID_BYTES];

	store_id("hld", id);
	if ((hold.from_us != 0) != (hold.until_us != 0))
		return call_error(c, "a period needs --since and --until");
	if (!hold_terms(c->a, &hold, &terms, &c->err) ||
	    !approver_say(c, ACT_HOLD, id, terms, &envelope) ||
	    !holds_place(c->place.store, c->a, envelope, &hold, &c->err))
		return call_fail(c);
	if (o->json)
		printf("{\"hold\": \"%s\"}\n", hold.id);
	else
		printf(
		    "%s is placed: the contents that it covers are not erased until another custodian lifts "
		    "it\n",
		    hold.id);
	return EXIT_ANSWERED;
}

int
hold_lift(struct call *c)
{
	const char *id = word(c, 0);
	struct str envelope;

	if (!approver_say(c, ACT_LIFT, id, STR("{}"), &envelope) ||
	    !holds_lift(c->place.store, c->a, envelope, &c->err))
		return call_fail(c);
	if (c->o->json)
		printf("{\"hold\": \"%s\", \"lifted\": true}\n", id);
	else
		printf("%s is lifted\n", id);
	return EXIT_ANSWERED;
}

#define HOLD struct legal_hold
FORM(hold_form, HOLD, MEMBER_AS("hold", HOLD, id), MEMBER(HOLD, matter),
    MEMBER_OR_MISSING("run", HOLD, run), MEMBER_OR_MISSING("actor", HOLD, actor),
    MEMBER_TIME("since", HOLD, from_us), MEMBER_TIME("until", HOLD, until_us), MEMBER(HOLD, reason),
    MEMBER(HOLD, placed_by), MEMBER_TIME("placed", HOLD, placed_us),
    MEMBER_OR_MISSING("lifted_by", HOLD, lifted_by),
    MEMBER_OR_MISSING("lift_reason", HOLD, lift_reason), MEMBER_TIME("lifted", HOLD, lifted_us));

static void
draw_hold(struct call *c, const void *item)
{
	const struct legal_hold *h = item;

	buf_printf(&c->out, "%s  ", h->id);
	buf_visible(&c->out, h->matter, 100);
	buf_printf(
	    &c->out, "  placed %s by %.*s\n", day_of(h->placed_us).text, STR_ARG(h->placed_by));
	if (h->run.n > 0)
		draw_field(&c->out, "run", h->run);
	if (h->actor.n > 0)
		draw_field(&c->out, "person", h->actor);
	if (h->until_us != 0)
		buf_printf(&c->out, "  %-10s %s to %s\n", "time", day_of(h->from_us).text,
		    day_of(h->until_us).text);
	draw_field(&c->out, "why", h->reason);
	if (h->lifted_us != 0) {
		buf_printf(&c->out, "  %-10s %s by %.*s: ", "lifted", day_of(h->lifted_us).text,
		    STR_ARG(h->lifted_by));
		buf_line(&c->out, "", h->lift_reason, 400);
	}
}

int
hold_list(struct call *c)
{
	const struct call_list list = {&hold_form, NULL, draw_hold, NULL, "no holds"};
	struct legal_hold *holds;
	size_t count;

	if (!holds_list(c->place.store, c->a, c->o->all, &holds, &count, &c->err))
		return call_fail(c);
	return call_list(c, &list, holds, count, sizeof(*holds));
}
