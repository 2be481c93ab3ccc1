/* SPDX-License-Identifier: MIT */
/*
 * mcp_runs.c: a call that waits for a run: its progress, and its answer, or a task in place of an
 * answer that is not there yet. A task is the run itself: its id, its row in the store, its end.
 */
#include "mcp.h"
#include "run_object.h"

#include "clock.h"

#define TASK_POLL_MS 1000
#define TASK_POLL_PERSON_MS 5000

/* -- answers --------------------------------------------------------------------------------- */

/* A message is one line: the answer without the breaks that a report has. */
static void
flatten(struct arena *a, struct answer *answer, struct buf *out)
{
	struct json_writer w;
	struct json_doc d;
	struct err err;

	json_writer_init(&w, out, false);
	if (!answer->body.failed &&
	    json_parse(a, buf_view(&answer->body), "answer", &JSON_LIMITS, &d, NULL, &err))
		json_tree(&w, &d, json_root(&d));
	else
		buf_text(out,
		    "{\"title\":\"the answer is too large\",\"status\":413,\"detail\":\"the answer is too large, or memory ran out\"}");
}

/* Writes the answer as data and as text, and what to do `next`, if anything. */
static void
put_content(
    struct arena *a, struct json_writer *w, struct answer *answer, bool is_error, const char *next)
{
	struct buf flat;

	buf_init(&flat, MCP_ANSWER_BYTES_MAX);
	flatten(a, answer, &flat);
	struct str told = buf_view(&flat);

	json_format(w, "content: [{type: text, text: %.*s}", STR_ARG(told));
	if (next)
		json_format(w, "{type: text, text: %s}", next);
	json_format(w, "], structuredContent: =%.*s, isError: %d", STR_ARG(told), is_error);
	buf_release(&flat);
}

void
mcp_answer_put(struct arena *a, const struct mcp_call *call, struct answer *answer, bool is_error,
    const char *next, struct buf *out)
{
	struct json_writer w;

	mcp_result_begin(&w, out, str_from(call->id), call->modern ? MCP_COMPLETE : NULL);
	put_content(a, &w, answer, is_error, next);
	mcp_result_end(&w, call->modern);
}

static bool
put_run(struct request *r, const struct stored_run *run, const struct run_cell *cell,
    struct answer *answer, struct err *err)
{
	struct json_writer w;

	json_writer_init(&w, &answer->body, false);
	return run_cell_object(r->a, request_store(r, err), run, cell, &w, err);
}

static bool
is_bad(const struct stored_run *run)
{
	return !run_state_is_open(run->state) && run->state != STATE_ANSWERED;
}

/* The run as a cell of its session, where it is one. */
static const struct run_cell *
cell_of(struct request *r, const struct stored_run *run, struct interpreter_told *told,
    struct run_cell *cell)
{
	if (!interpreter_look(r, run, told))
		return NULL;
	*cell = (struct run_cell){told->id, told->over, told->first_line};
	return cell;
}

/* -- as a task ------------------------------------------------------------------------------- */

/* A service that failed has no result of its tool; every other end is one, a refusal too. */
static bool
has_broken(const struct stored_run *run)
{
	return !run_state_is_open(run->state) && run->exit_code == EXIT_INTERNAL;
}

static const char *
task_status(const struct stored_run *run)
{
	if (run_state_is_open(run->state))
		return "working";
	if (run->state == STATE_CANCELLED)
		return "cancelled";
	return has_broken(run) ? "failed" : "completed";
}

static void
put_moment(struct json_writer *w, const char *name, int64_t utc_us)
{
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(utc_us, stamp);
	json_put_text(w, name, stamp);
}

/* A person is asked elsewhere, so the state is never `input_required`, which asks the client. */
static void
put_task(struct json_writer *w, const struct stored_run *run)
{
	bool asks = run->state == STATE_AWAITING_APPROVAL;

	json_format(w, "taskId: %s, status: %s, statusMessage: %s", run->id, task_status(run),
	    asks ? "waits for a person to decide, outside this conversation"
		 : run_state_name(run->state));
	put_moment(w, "createdAt", run->created_us);
	put_moment(w, "lastUpdatedAt", run->updated_us);
	json_format(
	    w, "ttlMs: null, pollIntervalMs: %u", asks ? TASK_POLL_PERSON_MS : TASK_POLL_MS);
}

static bool
put_task_result(
    struct request *r, const struct stored_run *run, struct json_writer *w, struct err *err)
{
	struct answer answer = {.status = 0};
	struct interpreter_told told;
	struct run_cell room;

	buf_init(&answer.body, MCP_ANSWER_BYTES_MAX);
	bool good = put_run(r, run, cell_of(r, run, &told, &room), &answer, err);
	if (good) {
		json_format(w, "result: {resultType: %s", MCP_COMPLETE);
		put_content(r->a, w, &answer, is_bad(run), NULL);
		json_end_object(w);
	}
	buf_release(&answer.body);
	return good;
}

bool
mcp_task_put(
    struct request *r, const struct stored_run *run, struct json_writer *w, struct err *err)
{
	put_task(w, run);
	if (has_broken(run)) {
		json_format(w, "error: {code: %ld, message: %s}", (long)MCP_INTERNAL,
		    "the service failed, and its log says why");
		return true;
	}
	return run_state_is_open(run->state) || run->state == STATE_CANCELLED ||
	       put_task_result(r, run, w, err);
}

/* -- waiting --------------------------------------------------------------------------------- */

/* On every change of state, and never glued to the result: clients lose it there. */
static void
put_progress(struct mcp_call *call, const struct stored_run *run, struct buf *out)
{
	struct json_writer w;

	if (call->told == run->state)
		return;
	call->told = run->state;
	if (!call->token[0])
		return;
	json_writer_init(&w, out, false);
	json_format(&w, "{jsonrpc: 2.0, method: notifications/progress");
	json_format(&w, "params: {progressToken: =%s, progress: %ld, message: %s}}", call->token,
	    ++call->steps, run_state_name(run->state));
	buf_char(out, '\n');
}

static const char *
next_step(const struct stored_run *run, const struct run_cell *cell)
{
	if (run->state == STATE_AWAITING_APPROVAL && cell)
		return "a person decides about it, elsewhere; the session goes on as if this cell had not been sent. Once "
		       "approved it runs here if no other cell has run since, else by itself behind all cells that had run; "
		       "get_run tells what was printed";
	if (run->state == STATE_AWAITING_APPROVAL)
		return "a person decides about it, outside this conversation; call get_run later";
	if (run_state_is_open(run->state))
		return "the run is still going; call get_run with wait_s";
	if (cell && *cell->over)
		return "the session is over and its state is gone: open another one";
	if (cell && is_bad(run))
		return "the session continues; line numbers count from its first cell, and this cell begins at first_line";
	return NULL;
}

/* Writes the call's answer, and whether it failed. */
static bool
put_outcome(struct request *r, const struct mcp_call *call, const struct stored_run *run,
    struct buf *out, struct err *err)
{
	struct answer answer = {.status = 0};
	struct interpreter_told told;
	struct run_cell room;
	struct json_writer w;

	if (call->owner && call->takes_task && run_state_is_open(run->state)) {
		mcp_result_begin(&w, out, str_from(call->id), "task");
		put_task(&w, run);
		mcp_result_end(&w, true);
		return true;
	}
	buf_init(&answer.body, MCP_ANSWER_BYTES_MAX);
	const struct run_cell *cell = cell_of(r, run, &told, &room);
	bool good = put_run(r, run, cell, &answer, err);
	if (good)
		mcp_answer_put(r->a, call, &answer, is_bad(run), next_step(run, cell), out);
	buf_release(&answer.body);
	return good;
}

static void
put_problem(struct request *r, const struct mcp_call *call, const struct err *err, struct buf *out)
{
	struct answer answer = {.status = 0};

	buf_init(&answer.body, MCP_ANSWER_BYTES_MAX);
	answer_problem(&answer, err, &r->trace);
	mcp_answer_put(r->a, call, &answer, true, NULL, out);
	buf_release(&answer.body);
}

static bool
is_told_now(const struct mcp_call *call, enum run_state state)
{
	return (run_has_settled(state) &&
		   !(call->knows_wait && state == STATE_AWAITING_APPROVAL)) ||
	       clock_us() >= call->until_us;
}

bool
mcp_look(struct request *r, struct mcp_call *call, struct buf *out)
{
	struct err err = {.code = ERR_NONE};
	struct store *s = request_store(r, &err);
	struct interpreter_told told;
	struct stored_run run;
	bool over = true;

	bool good = s && runs_get(s, r->a, call->run, &run, &err);
	if (good) {
		over = is_told_now(call, run.state);
		if (over)
			good = put_outcome(r, call, &run, out, &err);
		else
			put_progress(call, &run, out);
		if (!over)
			(void)interpreter_look(r, &run, &told);
	}
	if (!good)
		put_problem(r, call, &err, out);
	return over;
}

void
mcp_drop(struct request *r, const struct mcp_call *call)
{
	struct stored_run run;
	struct err err;
	struct store *s = request_store(r, &err);

	if (call->owner && s && runs_get(s, r->a, call->run, &run, &err))
		(void)request_cancel_own(
		    r, &run, STR("the caller disconnected or cancelled the request"), &err);
}
