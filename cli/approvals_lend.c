/* SPDX-License-Identifier: MIT */
/* Delegations: another person exercises a role, by a statement that its holder signed. */
#include "approver.h"

#include "record.h"

#include <stdio.h>

static bool
add(struct call *w, struct delegation *d)
{
	const struct options *o = w->o;
	struct str statement, envelope;

	d->from = w->person->id;
	d->to = str_from(o->to);
	d->role = str_from(o->role);
	d->scope = str_from(o->scope ? o->scope : "*");
	d->reason = str_from(o->reason);
	d->from_us = o->from > 0 ? o->from : w->now_us;
	d->until_us = o->until;
	return delegation_statement(w->a, d, &statement, &w->err) &&
	       approver_sign(w, statement, &envelope) &&
	       delegations_add(w->place.store, w->place.trust, w->a, envelope, &w->err);
}

int
delegate_add(struct call *w)
{
	char id[STORE_ID_BYTES];
	struct delegation d = {.from_us = 0};

	store_id("del", id);
	d.id = str_from(id);
	if (!approver_name(w) || !add(w, &d))
		return call_fail(w);
	printf("%s\n", id);
	return EXIT_ANSWERED;
}

static void
draw_delegation(struct call *w, const void *item)
{
	const struct delegation *d = item;

	buf_printf(&w->out, "%.*s  %.*s to %.*s, '%.*s' for '%.*s' until %sZ\n", STR_ARG(d->id),
	    STR_ARG(d->from), STR_ARG(d->to), STR_ARG(d->role), STR_ARG(d->scope),
	    minute_of(d->until_us).text);
}

#define M(member) MEMBER(struct delegation, member)
FORM(delegation_form, struct delegation, MEMBER_AS("delegation", struct delegation, id), M(from),
    M(to), M(role), M(scope), M(reason), M(from_us), M(until_us));

int
delegate_list(struct call *w)
{
	const struct call_list list = {
	    &delegation_form, NULL, draw_delegation, NULL, "no delegations"};
	struct delegation *delegations;
	struct str *envelopes;
	size_t count, read = 0;
	struct envelope e;

	if (!delegations_list(
		w->place.store, w->a, w->me[0] ? w->me : NULL, &envelopes, &count, &w->err))
		return call_fail(w);
	delegations = arena_array(w->a, count + 1, sizeof(*delegations));
	for (size_t i = 0; delegations && i < count; i++)
		read += envelope_read(w->a, envelopes[i], &e, &w->err) &&
			delegation_read(w->a, e.payload, &delegations[read], &w->err);
	return delegations ? call_list(w, &list, delegations, read, sizeof(*delegations))
			   : EXIT_INTERNAL;
}

int
delegate_revoke(struct call *w)
{
	return approver_revoke(w, ACT_END_DELEGATION, delegations_revoke);
}
