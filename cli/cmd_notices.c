/* SPDX-License-Identifier: MIT */
/* sluice notices: what the webhook's server did not take, and sending it again. */
#include "actions.h"

#include "clock.h"

#include <inttypes.h>

#define LIST_MAX 200

static struct undelivered *list;

static void
put_notice(struct call *c, size_t i)
{
	const struct undelivered *u = &list[i];

	json_object(&c->j);
	json_put_text(&c->j, "id", u->id);
	json_put_str(&c->j, "kind", u->kind);
	json_put_number(&c->j, "attempts", u->attempt);
	call_put_time(c, "made", u->made_us);
	call_put_time(c, u->given_up_us ? "given_up" : "next", u->given_up_us ? u->given_up_us : u->next_us);
	json_put_str(&c->j, "why", u->why);
	json_name(&c->j, "notice");
	json_raw(&c->j, u->body);
	json_end_object(&c->j);
}

static void
draw_notice(struct call *c, size_t i)
{
	const struct undelivered *u = &list[i];
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(u->made_us, stamp);
	buf_printf(&c->out, "%s  %.16s  %-11.*s %s after %" PRId64 " attempts: ", u->id, stamp,
	    STR_ARG(u->kind), u->given_up_us ? "given up" : "waits", u->attempt);
	buf_visible(&c->out, u->why, 200);
	buf_char(&c->out, '\n');
}

int
notices_list(struct call *c)
{
	struct err err;
	size_t count;

	return outbox_undelivered(c->place.store, c->a, LIST_MAX, &list, &count, &err)
		   ? call_list(c, count, put_notice, draw_notice, "every notice that was sent was taken")
		   : print_error(&err);
}

int
notices_again(struct call *c)
{
	struct err err;

	return outbox_again(c->place.store, word(c, 0), &err) ? EXIT_ANSWERED : print_error(&err);
}
