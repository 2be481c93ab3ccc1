/* SPDX-License-Identifier: MIT */
/* sluice runs replay: the same bytes once more, and whether the same comes out. */
#include "actions.h"

#include "record.h"

#include <inttypes.h>
#include <stdio.h>

#define M(member) MEMBER(struct replay, member)
FORM(output_form, struct replay, M(same), M(before_sha256), M(now_sha256), M(before_bytes),
    M(now_bytes));
FORM(replay_form, struct replay, M(outcome), M(reason),
    MEMBER_WORD("before_start", struct replay, before_start, box_start_name, NULL),
    MEMBER_WORD("now_start", struct replay, now_start, box_start_name, NULL),
    MEMBER_WORD("cause", struct replay, cause, replay_cause_name, NULL));
FORM(compare_form, struct replay,
    MEMBER_TEXTS("changed", FIELD_STRINGS, struct replay, changed, changed_count));
FORM(difference_form, struct replay, M(line), MEMBER_AS("before", struct replay, before_line),
    MEMBER_AS("now", struct replay, now_line));

static void
put_replay(const struct replay *r, const struct form *form, struct json_writer *w)
{
	json_object(w);
	record_put(w, &output_form, r);
	record_put(w, form, r);
	record_put_object(w, "difference", &difference_form, r->same ? NULL : r);
	json_end_object(w);
}

static void
draw_line(const char *name, struct str text, struct buf *out)
{
	buf_printf(out, "  %-8s", name);
	text_wrap(out, text, 400, 10, 10);
	buf_char(out, '\n');
}

static void
draw_difference(const struct replay *r, struct buf *out)
{
	buf_printf(out, "  line    %" PRId64 " is the first that differs\n", r->line);
	draw_line("before", r->before_line, out);
	draw_line("now", r->now_line, out);
	buf_printf(
	    out, "  bytes   %" PRId64 " before, %" PRId64 " now\n", r->before_bytes, r->now_bytes);
}

static const char *
why(enum replay_cause cause)
{
	switch (cause) {
	case REPLAY_VARIES:
		return "the program does not give the same output twice: it uses the clock, random "
		       "numbers or addresses";
	case REPLAY_TIER:
		return "the tier: with the first run's tier, the program still gives the first output";
	case REPLAY_ENVIRONMENT:
		return "the date or the machine: the program gives the new output each time";
	case REPLAY_SAME:
	default:
		return "";
	}
}

static void
draw_replay(const char *run, const struct replay *r, struct buf *out)
{
	if (r->same)
		buf_printf(out, "%s: the same %" PRId64 " bytes of output\n  sha256  %s\n", run,
		    r->now_bytes, r->now_sha256);
	else
		buf_printf(out, "%s: the output differs\n", run);
	buf_printf(out, "  tier    %s before, %s now\n", box_start_name(r->before_start),
	    box_start_name(r->now_start));
	if (r->same)
		return;
	draw_difference(r, out);
	draw_line("ended", r->reason, out);
	draw_line("why", str_from(why(r->cause)), out);
}

static int
print_replay(struct call *c, const struct replay *r)
{
	int code = call_print(c);

	return code != EXIT_ANSWERED || r->same ? code : EXIT_FINDINGS;
}

int
runs_repeat(struct call *c)
{
	struct replay_request q = {.start = c->o->start};
	const char *run = word(c, 0);
	char who[STORE_ID_BYTES];
	struct replay replay;

	if (!call_requester(c, who))
		return call_fail(c);
	const struct work w = {
	    .store = c->place.store, .worker = who, .trust = c->place.trust_path, .self = who};
	q.actor = who;
	if (!work_replay(c->a, &w, run, &q, &replay, &c->err))
		return call_fail(c);
	call_begin(c);
	if (c->o->json)
		put_replay(&replay, &replay_form, &c->j);
	else
		draw_replay(run, &replay, &c->out);
	return print_replay(c, &replay);
}

static void
draw_compare(const struct replay *r, struct buf *out)
{
	buf_text(out, r->same ? "the outputs are the same\n" : "the outputs differ\n");
	if (!r->same)
		draw_difference(r, out);
	for (size_t i = 0; i < r->changed_count; i++)
		draw_line(i == 0 ? "changed" : "", r->changed[i], out);
	if (r->changed_count == 0)
		draw_line("changed", STR("none of the program's inputs"), out);
}

int
runs_compare(struct call *c)
{
	const struct work w = {.store = c->place.store};
	struct replay r;

	if (!work_compare(c->a, &w, word(c, 0), word(c, 1), &r, &c->err))
		return call_fail(c);
	call_begin(c);
	if (c->o->json)
		put_replay(&r, &compare_form, &c->j);
	else
		draw_compare(&r, &c->out);
	return print_replay(c, &r);
}
