/* SPDX-License-Identifier: MIT */
/* sluice runs replay: the same bytes once more, and whether the same comes out. */
#include "actions.h"

#include "record.h"

#include <inttypes.h>
#include <stdio.h>

#define M(member) MEMBER(struct replay, member)
FORM(replay_form, struct replay, M(same), M(before_sha256), M(now_sha256), M(before_bytes),
    M(now_bytes), M(outcome), M(reason));
FORM(difference_form, struct replay, M(line), MEMBER_AS("before", struct replay, before_line),
    MEMBER_AS("now", struct replay, now_line));

static void
put_replay(const struct replay *r, struct json_writer *w)
{
	json_object(w);
	record_put(w, &replay_form, r);
	record_put_object(w, "difference", &difference_form, r->same ? NULL : r);
	json_end_object(w);
}

static void
draw_replay(const char *run, const struct replay *r, struct buf *out)
{
	if (r->same) {
		buf_printf(out, "%s: the same %" PRId64 " bytes came out\n  sha256  %s\n", run,
		    r->now_bytes, r->now_sha256);
		return;
	}
	buf_printf(
	    out, "%s: something else came out; line %" PRId64 " is the first\n", run, r->line);
	buf_text(out, "  before  ");
	text_wrap(out, r->before_line, 400, 10, 10);
	buf_text(out, "\n  now     ");
	text_wrap(out, r->now_line, 400, 10, 10);
	buf_printf(out, "\n  bytes   %" PRId64 " before, %" PRId64 " now\n  ended   ",
	    r->before_bytes, r->now_bytes);
	text_wrap(out, r->reason, 400, 10, 10);
	buf_char(out, '\n');
}

int
runs_repeat(struct call *c)
{
	const char *run = word(c, 0);
	char who[STORE_ID_BYTES];
	struct replay replay;
	struct err err;

	if (!call_requester(c, who, &err))
		return print_error(&err);
	const struct work w = {
	    .store = c->place.store, .worker = who, .trust = c->place.trust_path, .self = who};
	if (!work_replay(c->a, &w, run, who, &replay, &err))
		return print_error(&err);
	call_begin(c);
	if (c->o->json)
		put_replay(&replay, &c->j);
	else
		draw_replay(run, &replay, &c->out);
	int code = call_print(c);
	return code != EXIT_ANSWERED || replay.same ? code : EXIT_FINDINGS;
}
