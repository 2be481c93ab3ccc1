/* SPDX-License-Identifier: MIT */
/* sluice runs replay: the same bytes once more, and whether the same comes out. */
#include "runs_replay.h"

#include <inttypes.h>
#include <stdio.h>

#define REPLAY_BYTES_MAX ((size_t)1 << 20)

static void
put_replay(const struct replay *r, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, true);
	json_object(&w);
	json_put_bool(&w, "same", r->same);
	json_put_text(&w, "before_sha256", r->before_sha256);
	json_put_text(&w, "now_sha256", r->now_sha256);
	json_put_number(&w, "before_bytes", r->before_bytes);
	json_put_number(&w, "now_bytes", r->now_bytes);
	json_put_str(&w, "outcome", r->outcome);
	json_put_str(&w, "reason", r->reason);
	json_name(&w, "difference");
	if (r->same) {
		json_null(&w);
	} else {
		json_object(&w);
		json_put_number(&w, "line", r->line);
		json_put_str(&w, "before", r->before_line);
		json_put_str(&w, "now", r->now_line);
		json_end_object(&w);
	}
	json_end_object(&w);
	buf_char(out, '\n');
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
runs_replay(struct arena *a, const struct place *p, const char *run, bool json)
{
	char who[STORE_ID_BYTES];
	struct replay replay;
	struct buf out;
	struct err err;

	if (!place_requester(a, p, who, &err))
		return print_error(&err);
	const struct work w = {
	    .store = p->store, .worker = who, .trust = p->trust_path, .self = who};
	if (!work_replay(a, &w, run, who, &replay, &err))
		return print_error(&err);
	buf_init(&out, REPLAY_BYTES_MAX);
	if (json)
		put_replay(&replay, &out);
	else
		draw_replay(run, &replay, &out);
	if (!print_buf(&out))
		return EXIT_INTERNAL;
	return replay.same ? EXIT_ANSWERED : EXIT_FINDINGS;
}
