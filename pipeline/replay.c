/* SPDX-License-Identifier: MIT */
/*
 * replay.c: the same bytes once more. The task comes from its capsule and the code from the store;
 * the check is made again; and just before the code starts, what would run now is held against the
 * subject that the first run was decided on. So a difference in the output is the program's own.
 */
#include "keep.h"

#include "clock.h"
#include "receipt.h"
#include "retention.h"

#define LINE_MAX 200

struct again {
	struct keep keep;
	struct arena *a;
	struct str subject, output; /* as they are stored */
};

/* The first run's subject names its output where people released that. */
static bool
subject_now(struct again *g, struct run *run, struct str *out, struct err *err)
{
	struct json_doc d;
	struct box_spec spec;

	if (!json_parse(g->a, g->subject, "the subject", &JSON_LIMITS, &d, NULL, err))
		return false;
	*out = run->subject;
	if (!json_get(&d, json_root(&d), "output"))
		return true;
	return run_fill_box(run, &spec, err) && subject_write(run, &spec, g->output, out, err);
}

static bool
starting(void *context, struct run *run, struct err *err)
{
	struct again *g = context;
	struct str now;

	return subject_now(g, run, &now, err) && subject_same(g->a, g->subject, now, err);
}

static bool
left(void *context, struct run *run, enum verdict verdict, struct err *err)
{
	(void)context;
	(void)run;
	(void)verdict;
	(void)err;
	return true;
}

/* -- comparing ------------------------------------------------------------------------------- */

static struct str
line_at(struct str text, size_t from)
{
	size_t end = str_find(text, STR("\n"), from);
	size_t until = end == SIZE_MAX ? text.n : end;

	return str_slice(text, from, until - from > LINE_MAX ? from + LINE_MAX : until);
}

static void
explain(struct str before, struct str now, struct replay *out)
{
	size_t at = 0, begin = 0;

	out->line = 1;
	while (at < before.n && at < now.n && before.p[at] == now.p[at])
		if (before.p[at++] == '\n') {
			out->line++;
			begin = at;
		}
	out->before_line = line_at(before, begin < before.n ? begin : before.n);
	out->now_line = line_at(now, begin < now.n ? begin : now.n);
}

static void
compare(struct str before, struct run *run, struct replay *out)
{
	struct str now = run_output(run)->bytes;
	struct digest d;

	digest_of(before, &d);
	digest_hex(&d, out->before_sha256);
	digest_of(now, &d);
	digest_hex(&d, out->now_sha256);
	out->before_bytes = (int64_t)before.n;
	out->now_bytes = (int64_t)now.n;
	out->outcome = str_from(box_outcome_name(run->execution.outcome));
	out->reason = run->reason;
	out->same = str_eq(before, now);
	if (!out->same)
		explain(before, now, out);
}

/* -- running --------------------------------------------------------------------------------- */

/* Also where somebody has brought the same bytes again since. */
static bool
not_redacted(struct store *s, const char *run, struct err *err)
{
	struct redacted redacted;
	char stamp[CLOCK_STAMP_BYTES];

	if (!redactions_of(s, run, &redacted, err))
		return false;
	if (!redacted.approval[0])
		return true;
	clock_stamp_of(redacted.at_us, stamp);
	return err_set(err, ERR_REFUSED, "run '%s' was redacted on %.10s by approval %s", run,
	    stamp, redacted.approval);
}

static bool
read_before(struct again *g, const struct stored_run *stored, struct err *err)
{
	struct store *s = g->keep.w->store;

	if (run_state_is_open(stored->state) || !stored->output_sha256[0] ||
	    !stored->subject_sha256[0])
		return err_set(err, ERR_REFUSED, "run '%s' is '%s': there is no output to compare",
		    stored->id, run_state_name(stored->state));
	return not_redacted(s, stored->id, err) &&
	       content_get(s, g->a, stored->subject_sha256, &g->subject, err) &&
	       content_get(s, g->a, stored->output_sha256, &g->output, err);
}

static bool
run_again(struct again *g, const struct stored_run *stored, const struct task *task,
    struct replay *out, struct err *err)
{
	const struct run_keeper keeper = {starting, left, g};
	struct stored_run begun = *stored;
	struct run *run = run_new(g->a, task, &g->keep.w->observer);

	if (!run)
		return err_memory(err);
	begun.state = STATE_RUNNING;
	if (!keep_restore(&g->keep, run, &begun))
		return false;
	run->keeper = &keeper;
	run_execute(run);
	if (!run->executed) {
		err_set(err, ERR_REFUSED, "it does not run again: %.*s", STR_ARG(run->reason));
		return false;
	}
	compare(g->output, run, out);
	/* What was never released is not shown by the way. */
	if (stored->state != STATE_ANSWERED)
		out->before_line = out->now_line = STR("");
	return true;
}

bool
work_replay(struct arena *a, const struct work *w, const char *run, const char *actor,
    struct replay *out, struct err *err)
{
	struct again g = {.keep = {.a = a, .w = w, .err = err}, .a = a};
	struct stored_run stored;
	struct task *loaded, task;

	*out = (struct replay){.same = false};
	if (!runs_get(w->store, a, run, &stored, err) || !read_before(&g, &stored, err) ||
	    !keep_load(a, w, &stored, &loaded, err))
		return false;
	task = *loaded;
	task.budgets.attempts = 1; /* no model mends what is to be compared */
	task.explain = false;
	return run_again(&g, &stored, &task, out, err) &&
	       ledger_replayed(w->store, run, actor, out->now_sha256, out->same, err);
}
