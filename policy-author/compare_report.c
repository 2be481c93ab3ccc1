/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include "record.h"
#include "words.h"

#include <inttypes.h>

#define REASON_SHOWN 200
#define RUNS_SHOWN 5

static void
put_name(const struct policy *p, struct buf *out)
{
	buf_printf(out, "%.*s revision %" PRId64, STR_ARG(policy_id(p)), policy_revision(p));
}

static const char *
plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void
put_reasons(const struct verdict_flip *f, struct buf *out)
{
	size_t shown = f->reason_count < FLIP_REASONS_MAX ? f->reason_count : FLIP_REASONS_MAX;

	for (size_t i = 0; i < shown; i++) {
		const struct flip_reason *r = &f->reasons[i];

		buf_printf(out, "      %.*s", STR_ARG(r->rule));
		if (r->line > 0)
			buf_printf(out, " at %u:%u", r->line, r->column);
		buf_line(out, ": ", r->message, REASON_SHOWN);
	}
	if (f->reason_count > shown)
		buf_printf(out, "      and %zu more findings\n", f->reason_count - shown);
}

static void
put_runs(const struct verdict_flip *f, struct buf *out)
{
	size_t shown = f->run_count < RUNS_SHOWN ? f->run_count : RUNS_SHOWN;

	if (f->run_count == 0)
		return;
	for (size_t i = 0; i < shown; i++)
		buf_printf(out, "%s%.*s", i == 0 ? "      " : ", ", STR_ARG(f->runs[i]));
	if (f->run_count > shown)
		buf_printf(out, " and %zu more", f->run_count - shown);
	buf_char(out, '\n');
}

static void
put_flip(const struct verdict_flip *f, struct buf *out)
{
	buf_printf(out, "  %s -> %s  ", decision_name(f->before), decision_name(f->after));
	if (f->path.n > 0)
		buf_str(out, f->path);
	else
		buf_printf(out, "code %.12s of %zu run%s", f->code_sha256, f->run_count,
		    plural(f->run_count));
	buf_text(out, f->acknowledged ? ", acknowledged\n" : "\n");
	put_reasons(f, out);
	put_runs(f, out);
}

static void
put_over(const struct compare_runs *over, struct buf *out)
{
	if (!over->asked)
		return;
	buf_printf(out, "%zu run%s", over->runs, plural(over->runs));
	if (over->unjudged > 0)
		buf_printf(out, ", %zu without a verdict", over->unjudged);
	if (over->erased > 0)
		buf_printf(out, ", %zu whose code was erased", over->erased);
	buf_text(out, over->cut ? ", and there are more: raise --limit\n" : "\n");
}

/* One line for all that flip the same way; they stand together. */
static void
put_counts(const struct comparison *c, struct buf *out)
{
	for (size_t i = 0, next; i < c->flip_count; i = next) {
		const struct verdict_flip *f = &c->flips[i];
		size_t runs = 0;

		for (next = i; next < c->flip_count && c->flips[next].before == f->before &&
			       c->flips[next].after == f->after;
		     next++)
			runs += c->flips[next].run_count;
		buf_printf(out, "  %s -> %s: %zu program%s of %zu run%s\n",
		    decision_name(f->before), decision_name(f->after), next - i, plural(next - i),
		    runs, plural(runs));
	}
}

static void
put_flips(const struct comparison *c, struct buf *out)
{
	put_over(&c->over, out);
	buf_printf(out, "%zu program%s, %zu with another verdict\n", c->programs,
	    plural(c->programs), c->flip_count);
	if (c->over.asked)
		put_counts(c, out);
	for (size_t i = 0; i < c->flip_count; i++)
		put_flip(&c->flips[i], out);
}

static void
put_changes(const struct comparison *c, struct buf *out)
{
	for (size_t i = 0; i < c->count; i++) {
		const struct decision_change *d = &c->items[i];

		if (i == 0 || d->direction != c->items[i - 1].direction)
			buf_text(
			    out, d->direction == CHANGE_LOOSENED ? "loosened:\n" : "tightened:\n");
		buf_printf(out, "  %.*s: %.*s -> %.*s\n", STR_ARG(d->what), STR_ARG(d->before),
		    STR_ARG(d->after));
	}
	if (c->count == 0)
		buf_text(out, "they decide the same\n");
}

void
compare_render(const struct comparison *c, struct buf *out)
{
	if (c->a)
		put_name(c->a, out);
	else
		buf_text(out, "what was recorded");
	buf_text(out, " -> ");
	put_name(c->b, out);
	buf_char(out, '\n');
	if (c->a)
		put_changes(c, out);
	if (c->programs > 0 || c->over.asked)
		put_flips(c, out);
}

FORM(reason_form, struct flip_reason, MEMBER(struct flip_reason, rule),
    MEMBER(struct flip_reason, message), MEMBER(struct flip_reason, line),
    MEMBER(struct flip_reason, column));

FORM(flip_form, struct verdict_flip, MEMBER_OR_MISSING("path", struct verdict_flip, path),
    MEMBER_AS("sha256", struct verdict_flip, code_sha256),
    MEMBER_WORD("before", struct verdict_flip, before, decision_name, NULL),
    MEMBER_WORD("after", struct verdict_flip, after, decision_name, NULL),
    MEMBER_AS("finding_count", struct verdict_flip, reason_count));

static void
json_flip(const struct verdict_flip *f, struct json_writer *w)
{
	json_object(w);
	record_put(w, &flip_form, f);
	record_put_list(w, "findings", &reason_form, f->reasons,
	    f->reason_count < FLIP_REASONS_MAX ? f->reason_count : FLIP_REASONS_MAX);
	if (f->path.n == 0) {
		json_put_number(w, "run_count", (int64_t)f->run_count);
		json_put_strs(w, "runs", f->runs,
		    f->run_count < FLIP_RUNS_MAX ? f->run_count : FLIP_RUNS_MAX);
		json_put_bool(w, "acknowledged", f->acknowledged);
	}
	json_end_object(w);
}

#define RUNS struct compare_runs
FORM(over_form, RUNS, MEMBER(RUNS, runs), MEMBER_AS("without_verdict", RUNS, unjudged),
    MEMBER(RUNS, erased), MEMBER_AS("more", RUNS, cut));

static void
json_flips(const struct comparison *c, struct json_writer *w)
{
	if (c->over.asked) {
		json_open_object(w, "over_runs");
		record_put(w, &over_form, &c->over);
		json_put_number(w, "unacknowledged", (int64_t)compare_loosened(c));
		json_end_object(w);
	}
	json_put_number(w, "programs", (int64_t)c->programs);
	json_open_array(w, "flips");
	for (size_t i = 0; i < c->flip_count; i++)
		json_flip(&c->flips[i], w);
	json_end_array(w);
}

static const char *
direction_name(unsigned d)
{
	return d == CHANGE_LOOSENED ? "loosened" : "tightened";
}

#define CHANGE struct decision_change
FORM(change_form, CHANGE, MEMBER_WORD("direction", CHANGE, direction, direction_name, NULL),
    MEMBER(CHANGE, what), MEMBER(CHANGE, before), MEMBER(CHANGE, after));

void
compare_json(const struct comparison *c, struct json_writer *w)
{
	json_object(w);
	if (c->a) {
		json_open_object(w, "before");
		policy_put_name(c->a, w);
		json_end_object(w);
	} else {
		json_put_text(w, "before", NULL);
	}
	json_open_object(w, "after");
	policy_put_name(c->b, w);
	json_end_object(w);
	json_put_bool(w, "loosened", c->loosened + compare_loosened(c) > 0);
	record_put_list(w, "changes", &change_form, c->items, c->count);
	json_flips(c, w);
	json_end_object(w);
}
