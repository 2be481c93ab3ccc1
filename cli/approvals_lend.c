/* SPDX-License-Identifier: MIT */
/* Delegations: a role in another's hands, signed by whoever holds it. */
#include "approver.h"

#include "clock.h"

#include <stdio.h>

static bool
read_time(const char *text, int64_t otherwise, int64_t *out, struct err *err)
{
	*out = otherwise;
	if (!text)
		return otherwise > 0 || err_set(err, ERR_USAGE, "say until when: --until TIME");
	return clock_read(text, strlen(text), out) ||
	       err_set(err, ERR_USAGE, "'%.40s' is no date and no RFC 3339 time", text);
}

static bool
add(struct approver *w, struct delegation *d, struct err *err)
{
	const struct approvals_options *o = w->o;
	struct str statement, envelope;

	d->from = w->person->id;
	d->to = str_from(o->to);
	d->role = str_from(o->role);
	d->scope = str_from(o->scope ? o->scope : "*");
	d->reason = str_from(o->reason);
	return read_time(o->from, store_now_us(w->place.store), &d->from_us, err) &&
	       read_time(o->until, 0, &d->until_us, err) &&
	       delegation_statement(w->a, d, &statement, err) &&
	       approver_sign(w, statement, &envelope, err) &&
	       delegations_add(w->place.store, w->place.trust, w->a, envelope, err);
}

static int
lend(struct approver *w)
{
	char id[STORE_ID_BYTES];
	struct delegation d = {.from_us = 0};
	struct err err;

	if (!w->o->to || !w->o->role)
		return usage_error(w->verb, "say to whom and what: --to ID --role NAME");
	store_id("del", id);
	d.id = str_from(id);
	if (!approver_name(w, &err) || !add(w, &d, &err))
		return print_error(&err);
	printf("%s\n", id);
	return EXIT_ANSWERED;
}

static void
draw_delegation(const struct delegation *d, struct buf *out)
{
	char until[CLOCK_STAMP_BYTES];

	clock_stamp_of(d->until_us, until);
	buf_printf(out, "%.*s  %.*s to %.*s, '%.*s' for '%.*s' until %.16sZ\n", STR_ARG(d->id),
	    STR_ARG(d->from), STR_ARG(d->to), STR_ARG(d->role), STR_ARG(d->scope), until);
}

static void
put_delegation(const struct delegation *d, struct json_writer *j)
{
	json_object(j);
	json_put_str(j, "delegation", d->id);
	json_put_str(j, "from", d->from);
	json_put_str(j, "to", d->to);
	json_put_str(j, "role", d->role);
	json_put_str(j, "scope", d->scope);
	json_put_str(j, "reason", d->reason);
	json_put_number(j, "from_us", d->from_us);
	json_put_number(j, "until_us", d->until_us);
	json_end_object(j);
}

static int
list(struct approver *w)
{
	struct json_writer j;
	struct str *envelopes;
	size_t count;
	struct buf out;
	struct err err;

	if (!delegations_list(
		w->place.store, w->a, w->me[0] ? w->me : NULL, &envelopes, &count, &err))
		return print_error(&err);
	buf_init(&out, APPROVER_BYTES_MAX);
	json_writer_init(&j, &out, true);
	if (w->o->json)
		json_array(&j);
	for (size_t i = 0; i < count; i++) {
		struct delegation d;
		struct envelope e;
		if (!envelope_read(w->a, envelopes[i], &e, &err) ||
		    !delegation_read(w->a, e.payload, &d, &err))
			continue;
		if (w->o->json)
			put_delegation(&d, &j);
		else
			draw_delegation(&d, &out);
	}
	if (w->o->json) {
		json_end_array(&j);
		buf_char(&out, '\n');
	} else if (count == 0) {
		buf_text(&out, "no delegations\n");
	}
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

int
approvals_lend(struct approver *w)
{
	const char *what = w->o->words.values[1];

	if (strcmp(what, "add") == 0 && w->o->words.count == 2)
		return lend(w);
	if (strcmp(what, "list") == 0 && w->o->words.count == 2)
		return list(w);
	if (strcmp(what, "revoke") == 0 && w->o->words.count == 3)
		return approver_revoke(w, ACT_END_DELEGATION, delegations_revoke);
	return usage_error(w->verb, "say `delegate add`, `delegate list` or `delegate revoke ID`");
}
