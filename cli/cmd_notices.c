/* SPDX-License-Identifier: MIT */
/* sluice notices: what the webhook's server did not take, and sending it again. */
#include "actions.h"
#include "outbox.h"

#include "record.h"

#include <inttypes.h>

#define LIST_MAX 200

#define NOTICE struct undelivered
FORM(notice_form, NOTICE, MEMBER(NOTICE, id), MEMBER(NOTICE, kind),
    MEMBER_AS("attempts", NOTICE, attempt), MEMBER_TIME("made", NOTICE, made_us),
    MEMBER_TIME("given_up", NOTICE, given_up_us), MEMBER_TIME("next", NOTICE, next_us),
    MEMBER_AS("why", NOTICE, why), MEMBER_OF("notice", FIELD_JSON, NOTICE, body));

static void
put_notice(struct call *c, const void *item)
{
	struct undelivered told = *(const struct undelivered *)item;

	if (told.given_up_us != 0)
		told.next_us = 0; /* it is not tried again */
	record_put_item(&c->j, &notice_form, &told);
}

static void
draw_notice(struct call *c, const void *item)
{
	const struct undelivered *u = item;

	buf_printf(&c->out, "%s  %s  %-11.*s %s after %" PRId64 " attempts: ", u->id,
	    minute_of(u->made_us).text, STR_ARG(u->kind), u->given_up_us ? "given up" : "waits",
	    u->attempt);
	buf_line(&c->out, "", u->why, 200);
}

int
notices_list(struct call *c)
{
	const struct call_list list = {NULL, put_notice, draw_notice,
	    "NOTICE                          MADE              KIND        STANDING",
	    "every notice was accepted"};
	struct undelivered *notices;
	size_t count;

	return outbox_undelivered(c->place.store, c->a, LIST_MAX, &notices, &count, &c->err)
		   ? call_list(c, &list, notices, count, sizeof(*notices))
		   : call_fail(c);
}

int
notices_again(struct call *c)
{
	return outbox_again(c->place.store, word(c, 0), &c->err) ? EXIT_ANSWERED : call_fail(c);
}
