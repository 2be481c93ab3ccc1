/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. The task comes from its capsule and the code from the store; the check is made
 * again; and just before the code starts, what would run now is compared with the subject that the first
 * run was decided on. So a difference in the output comes from the program, the tier or the machine. To
 * tell which, the program then runs once more, in the first run's tier:
 *
 *	the third output equals the first   the tier, where there were two; else the program varies
 *	the third output equals the second  the date or the machine: the program gives this output now, each time
 *	the third output is another         the program varies
 *
 * A cell of a session runs in a session again, behind the cells before it, which run as one. Their text is a part of what
 * the run's verdict or its approval is about, so nothing runs that was not allowed then.
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
	enum box_start start;       /* the tier to run in */
	struct box_pool *pool;
	struct box *box;   /* made in that tier; NULL: fresh */
	int64_t cell_from; /* of a cell of a session; 0: nothing ran before it, or it is none */
	struct box_session *session;
};

const char *
replay_cause_name(enum replay_cause cause)
{
	static const char *const NAMES[] = {[REPLAY_SAME] = "none",
	    [REPLAY_VARIES] = "program",
	    [REPLAY_TIER] = "tier",
	    [REPLAY_ENVIRONMENT] = "environment"};

	return cause < ARRAY_LENGTH(NAMES) ? NAMES[cause] : "none";
}

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

/* A box of another tier than the policy's warmest is begun under its own name; the subject names the
 * policy's. */
static bool
make_box(struct again *g, struct run *run, struct err *err)
{
	struct box_spec spec;

	if (!run_fill_box(run, &spec, err))
		return false;
	if (g->start > spec.start)
		return err_set(err, ERR_REFUSED, "the policy lets a box be '%s' and no warmer",
		    box_start_name(spec.start));
	spec.start = g->start;
	box_pool_keep(g->pool, &spec);
	g->box = box_pool_take(g->pool, &spec);
	if (!g->box && g->start != START_FRESH)
		return err_set(err, ERR_SYSTEM, "this machine can't make a '%s' box",
		    box_start_name(g->start));
	run->ahead = &g->box;
	return true;
}

/* The executor puts a statement behind each cell (executor/session.c), and so again behind these. */
static bool
run_earlier(struct again *g, struct run *run, struct err *err)
{
	struct box_result result;
	struct box_spec spec;

	if (g->cell_from == 0)
		return true;
	if (!run_fill_box(run, &spec, err))
		return false;
	struct str between = session_between(),
		   whole = str_slice(run->code, 0, (size_t)g->cell_from);
	if ((size_t)g->cell_from > run->code.n || !str_ends(whole, between))
		return err_set(err, ERR_REFUSED, "the record does not say where the cell begins");
	spec.code = str_slice(whole, 0, whole.n - between.n);
	spec.prepared = g->box;
	g->box = NULL;
	if (!policy_facts(g->a, spec.code, &spec.facts, err) ||
	    !(g->session = session_open(&spec, NULL, err)))
		return false;
	spec.prepared = NULL;
	if (!box_own(g->a, &spec, err) || !session_cell(g->a, g->session, &spec, &result, err))
		return err_wrap(err, "the cells before it");
	if (result.outcome != BOX_OK || !str_eq(session_text(g->session), whole)) {
		err_set(err, ERR_REFUSED, "the cells before it do not run again together: %s%s%.*s",
		    box_outcome_name(result.outcome), result.detail.n > 0 ? ", " : "",
		    STR_ARG(result.detail));
		return err_help(err, "they run as one, under the limits of one cell");
	}
	run->session = g->session;
	return true;
}

static bool
starting(void *context, struct run *run, struct err *err)
{
	struct again *g = context;
	struct str now;

	return subject_now(g, run, &now, err) && subject_same(g->a, g->subject, now, err) &&
	       make_box(g, run, err) && run_earlier(g, run, err);
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

/* By the digest that only this store's key makes, where the run would withhold it and the first did not
 * give it: people guess what is short. */
static void
digest_output(const struct again *g, struct run *run, char sha256[DIGEST_HEX_BYTES])
{
	const struct box_stream *shown =
	    run->task->channel == CHANNEL_RESULT ? &run->shown->result : &run->shown->out;

	if (run->withheld && shown->sha256[0] && !str_eq(run_output(run)->bytes, g->output))
		memcpy(sha256, shown->sha256, DIGEST_HEX_BYTES);
	else
		digest_hex_of(run_output(run)->bytes, sha256);
}

static void
compare(const struct again *g, struct str now, struct replay *out)
{
	digest_hex_of(g->output, out->before_sha256);
	digest_hex_of(now, out->now_sha256);
	out->before_bytes = (int64_t)g->output.n;
	out->now_bytes = (int64_t)now.n;
	out->same = str_eq(g->output, now);
	if (!out->same)
		explain(g->output, now, out);
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

/* The tier that the run's box was of, and where its cell began, by its record. */
static bool
read_start(struct again *g, const struct stored_run *stored, struct replay *out, struct err *err)
{
	struct json_doc record;

	if (!work_record(g->a, g->keep.w->store, stored->record_sha256, &record, err))
		return false;
	g->cell_from =
	    json_get_number(&record, json_get(&record, json_root(&record), "cell"), "from", 0);
	if (g->cell_from < 0)
		g->cell_from = 0;
	out->before_start = box_start_find(json_get_text(
	    &record, json_get(&record, json_root(&record), "execution"), "start", STR("")));
	return true;
}

static bool
drive(struct again *g, const struct stored_run *stored, const struct task *task, struct run **out,
    struct err *err)
{
	const struct run_keeper keeper = {starting, left, g};
	struct stored_run begun = *stored;
	struct run *run = *out = run_new(g->a, task, &g->keep.w->observer);

	if (!run || !(g->pool = box_pool_new()))
		return err_memory(err);
	begun.state = STATE_RUNNING;
	bool good = keep_restore(&g->keep, run, &begun);
	if (good) {
		run->keeper = &keeper;
		run_execute(run);
		run->ahead = NULL;
	}
	box_drop(g->box);
	g->box = NULL;
	session_close(g->session);
	g->session = run->session = NULL;
	box_pool_free(g->pool);
	if (good && !run->executed)
		return err_set(
		    err, ERR_REFUSED, "it does not run again: %.*s", STR_ARG(run->reason));
	return good;
}

static bool
run_once(struct again *g, const struct stored_run *stored, const struct task *task,
    const char *actor, struct run **run, struct err *err)
{
	char sha256[DIGEST_HEX_BYTES];

	if (!drive(g, stored, task, run, err))
		return false;
	if ((*run)->execution.start != g->start)
		return err_set(err, ERR_SYSTEM, "the box was '%s' and not '%s'",
		    box_start_name((*run)->execution.start), box_start_name(g->start));
	digest_output(g, *run, sha256);
	return ledger_replayed(g->keep.w->store, stored->id, actor, sha256,
	    str_eq(run_output(*run)->bytes, g->output), err);
}

static bool
find_cause(struct again *g, const struct stored_run *stored, const struct task *task,
    const char *actor, struct str now, struct replay *out, struct err *err)
{
	struct run *third;

	g->start = out->before_start;
	if (!run_once(g, stored, task, actor, &third, err))
		return false;
	out->cause = str_eq(run_output(third)->bytes, now) ? REPLAY_ENVIRONMENT : REPLAY_VARIES;
	if (str_eq(run_output(third)->bytes, g->output) && out->before_start != out->now_start)
		out->cause = REPLAY_TIER;
	return true;
}

static bool
run_again(struct again *g, const struct stored_run *stored, const struct task *task,
    const char *actor, struct replay *out, struct err *err)
{
	struct run *run;

	if (!run_once(g, stored, task, actor, &run, err))
		return false;
	out->now_start = g->start;
	out->outcome = str_from(box_outcome_name(run->execution.outcome));
	out->reason = run->reason;
	compare(g, run_output(run)->bytes, out);
	digest_output(g, run, out->now_sha256);
	if (!out->same && !find_cause(g, stored, task, actor, run_output(run)->bytes, out, err))
		return false;
	/* Output that was never released, or that this run may not tell, is not shown here either. */
	if (stored->state != STATE_ANSWERED)
		out->before_line = STR("");
	if (stored->state != STATE_ANSWERED || run->status != RUN_ANSWERED)
		out->now_line = STR("");
	return true;
}

bool
work_replay(struct arena *a, const struct work *w, const char *run, const struct replay_request *q,
    struct replay *out, struct err *err)
{
	struct again g = {.keep = {.a = a, .w = w, .err = err}, .a = a};
	struct stored_run stored;
	struct task *loaded, task;

	*out = (struct replay){.same = false};
	if (!runs_get(w->store, a, run, &stored, err) || !read_before(&g, &stored, err) ||
	    !read_start(&g, &stored, out, err) || !keep_load(a, w, &stored, &loaded, err))
		return false;
	task = *loaded;
	task.budgets.attempts = 1; /* no model mends what is to be compared */
	task.explain = false;
	g.start = q->start ? box_start_find(str_from(q->start)) : out->before_start;
	return run_again(&g, &stored, &task, q->actor, out, err);
}

/* -- two runs -------------------------------------------------------------------------------- */

/* It says once more what another member says, or differs between any two runs. */
static bool
is_derived(struct str path)
{
	static const char *const PATHS[] = {"run", "requester", "request", "task", "v",
	    "code_bytes", "findings", "output", "box.code", "box.code_bytes", "box.facts",
	    "box.interpreter"};

	for (size_t i = 0; i < ARRAY_LENGTH(PATHS); i++)
		if (str_is(path, PATHS[i]))
			return true;
	return false;
}

static bool
read_other(struct again *g, const char *run, struct str *subject, struct str *output,
    bool *answered, struct err *err)
{
	struct stored_run stored;

	if (!runs_get(g->keep.w->store, g->a, run, &stored, err) || !read_before(g, &stored, err))
		return false;
	*answered = stored.state == STATE_ANSWERED;
	*subject = g->subject;
	*output = g->output;
	return true;
}

bool
work_compare(struct arena *a, const struct work *w, const char *before, const char *now,
    struct replay *out, struct err *err)
{
	struct again g = {.keep = {.a = a, .w = w, .err = err}, .a = a};
	struct str now_subject, now_output, before_subject, before_output;
	struct str *paths;
	size_t count;
	bool answered, was_answered;

	*out = (struct replay){.same = false};
	if (!read_other(&g, now, &now_subject, &now_output, &answered, err) ||
	    !read_other(&g, before, &before_subject, &before_output, &was_answered, err) ||
	    !subject_changes(a, before_subject, now_subject, &paths, &count, err))
		return false;
	out->changed = paths;
	for (size_t i = 0; i < count; i++)
		if (!is_derived(paths[i]))
			paths[out->changed_count++] = paths[i];
	compare(&g, now_output, out);
	if (!answered || !was_answered)
		out->before_line = out->now_line = STR("");
	return true;
}
