/* SPDX-License-Identifier: MIT */
/* sluice session: a program that comes cell by cell, from a person or (a line that begins with '?') from a model. Each cell is
 * a run of its own in the store. */
#include "request_sign.h"

#include "actions.h"
#include "parked.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define CELL_ARENA_BYTES ((size_t)1 << 30)
#define LOOK_MS 250
#define CELL_BYTES_MAX ((size_t)1 << 20)
#define SHOWN_CODEPOINTS_MAX ((size_t)4000) /* of a line */

struct talk {
	struct call *c;
	const struct task *task;
	struct box_session *session;
	struct work work; /* its planner: NULL until something is asked for in words */
	struct requester who;
	struct parked_cells parked;
	char id[STORE_ID_BYTES]; /* of the session, for its cells' keys */
	bool asks;               /* somebody sits there */
	size_t number;
	int code; /* of the last cell */
};

static void
prompt(const struct talk *t, bool begins)
{
	if (t->asks && begins)
		fprintf(stderr, "[%zu] ", t->number + 1);
	else if (t->asks)
		fputs(" .. ", stderr);
}

static void look_at_parked(struct talk *t);

/* Between two cells of somebody who sits there, what people decide meanwhile is looked at. */
static void
wait_for_line(struct talk *t, const struct buf *cell)
{
	struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};

	while (t->asks && cell->n == 0 && poll(&in, 1, t->parked.count > 0 ? LOOK_MS : -1) == 0)
		look_at_parked(t);
}

/* A part of a cell never runs. Returns the exit code. */
static int
refuse(const struct talk *t, const struct buf *cell)
{
	struct err err;

	if (cell->failed)
		return call_error(t->c, "a cell is longer than 1 MiB");
	err_sys(&err, "can't read standard input");
	return print_error(&err);
}

/* False at the end of all cells, and where the rest can't be read. */
static bool
read_cell(struct talk *t, struct buf *cell)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n = 0;

	for (prompt(t, true); wait_for_line(t, cell), (n = getline(&line, &room, stdin)) > 0;
	     prompt(t, cell->n == 0)) {
		struct str s = {line, (size_t)n};
		bool ends = t->asks ? str_trim(s).n == 0 : str_starts(s, STR("# %%"));
		bool first = str_trim(buf_view(cell)).n == 0;
		if (ends && !first)
			break;
		if (!ends)
			buf_str(cell, s);
		if (first && str_starts(s, STR("?")))
			break;
	}
	bool whole = !cell->failed && !ferror(stdin);
	if (!whole)
		t->code = refuse(t, cell);
	free(line);
	return whole && str_trim(buf_view(cell)).n > 0;
}

static void
draw_findings(const struct run *run, int64_t before, struct buf *out)
{
	for (size_t i = 0; i < run->check.count; i++) {
		const struct finding *f = &run->check.findings[i];
		if (!finding_decides(f))
			continue;
		if (f->line > before)
			buf_printf(out, "  line %lld: ", (long long)(f->line - before));
		else
			buf_printf(out, "  an earlier cell, line %u of the session: ", f->line);
		buf_visible(out, f->message, SHOWN_CODEPOINTS_MAX);
		buf_printf(out, " [%.*s]\n", STR_ARG(f->rule));
		buf_lines(out, "    ", f->remedy, SHOWN_CODEPOINTS_MAX);
	}
}

/* Draws the program that a model wrote: as hostile as its output. */
static void
draw_written(const struct run *run, struct buf *out)
{
	const struct run_attempt *last = &run->attempts[run->attempt_count - 1];

	const struct task_budgets *b = &run->task->budgets;

	for (size_t i = 0; b->cells_left == b->cells && i < run->plan.step_count; i++) {
		buf_printf(out, "%zu. ", i + 1);
		buf_lines(out, "", run->plan.steps[i], SHOWN_CODEPOINTS_MAX);
	}
	if (run->attempt_count > 1)
		buf_printf(out, "the model's program %zu:\n", run->attempt_count);
	buf_lines(out, "  | ", last->own, SHOWN_CODEPOINTS_MAX);
}

static void
draw(const struct run *run, int64_t before, struct buf *out)
{
	const struct box_result *r = &run->execution;

	if (run->planned && run->attempt_count > 0)
		draw_written(run, out);
	if (run->status != RUN_ANSWERED && run->checked && run->check.decision != DECISION_ALLOW &&
	    !run->executed) {
		buf_text(
		    out, run->exit_code == EXIT_ESCALATED ? "waits for people:\n" : "refused:\n");
		draw_findings(run, before, out);
	} else if (run->status != RUN_ANSWERED) {
		buf_line(out, "failed: ", run->reason, SHOWN_CODEPOINTS_MAX);
	}
	if (!run->executed || run->withheld)
		return;
	buf_lines(out, "", r->out.bytes, SHOWN_CODEPOINTS_MAX);
	buf_lines(out, "", r->err.bytes, SHOWN_CODEPOINTS_MAX);
	if (r->error.line > before)
		buf_printf(
		    out, "  at line %lld of this cell\n", (long long)(r->error.line - before));
	buf_lines(out, "= ", r->value, SHOWN_CODEPOINTS_MAX);
	for (size_t i = 0; i < r->artifact_count; i++)
		artifact_draw(&r->artifacts[i], out);
}

/* The last line of what stands before the cell, in which a failed attempt may have come meanwhile. */
static int64_t
line_before(const struct run *run, int64_t before)
{
	struct str own =
	    run->attempt_count > 0 ? run->attempts[run->attempt_count - 1].own : STR("");
	int64_t lines = 0;

	for (size_t i = 0; own.n > 0 && i < run->code.n - own.n; i++)
		lines += run->code.p[i] == '\n';
	return own.n > 0 ? lines : before;
}

static bool
show(struct talk *t, const struct run *run, int64_t before)
{
	struct call *c = t->c;

	before = line_before(run, before);
	t->code = (int)run->exit_code;
	call_begin(c);
	if (c->o->json)
		run_json(run, false, &c->out);
	else
		draw(run, before, &c->out);
	if (run->exit_code == EXIT_ESCALATED)
		fprintf(stderr,
		    "note: run '%s' waits for people; once approved, it runs here, unless another cell has run before\n",
		    run->id);
	parked_note(&t->parked, run, t->session);
	if (print_buf(&c->out))
		return true;
	t->code = EXIT_INTERNAL;
	return false;
}

static bool
drive(struct talk *t, struct arena *a, struct task *cell, struct run **run, struct err *err)
{
	struct work_request request = {.priority = 100, .claim = true, .session = t->id};
	struct stored_run stored;
	struct job job;
	bool fresh;

	cell->cell_from = (int64_t)session_text(t->session).n;
	return requester_find(&t->who, &request, err) &&
	       work_submit(a, &t->work, cell, &request, &stored, &job, &fresh, err) &&
	       work_drive(a, &t->work, &job, cell, run, err);
}

static bool
run_parked(struct talk *t, struct arena *a, struct job *job, struct err *err)
{
	int64_t before = session_line(t->session);
	struct run *run;

	call_forget_signals();
	fprintf(stderr, "note: run '%s' was approved and runs now\n", job->run);
	return work_drive(a, &t->work, job, NULL, &run, err) && show(t, run, before);
}

static void
look_at_parked(struct talk *t)
{
	struct arena *a = arena_new(CELL_ARENA_BYTES);
	struct stored_run run;
	struct job job;
	struct err err = {.code = ERR_NONE};
	enum parked_now now = PARKED_WAITS;

	if (a)
		now = parked_look(&t->parked, a, &t->work, &job, &run);
	if (now == PARKED_CLAIMED && !run_parked(t, a, &job, &err) && err.code != ERR_NONE)
		(void)print_error(&err);
	else if (now == PARKED_APART)
		fprintf(stderr,
		    "note: run '%s' was approved, but %s: a worker continues it in a separate box\n",
		    run.id,
		    *session_over(t->session) ? "this session is over"
					      : "other cells have run since");
	else if (now == PARKED_ENDED)
		fprintf(stderr, "note: run '%s' is %s\n", run.id, run_state_name(run.state));
	if (now != PARKED_WAITS)
		prompt(t, true);
	arena_free(a);
}

/* The session is over, and people have not decided. */
static void
leave_parked(const struct talk *t)
{
	for (size_t i = 0; i < t->parked.count; i++)
		fprintf(stderr,
		    "note: run '%s' still waits, and this session is over: once approved, a worker runs it in a separate box, after the cells before it\n",
		    t->parked.list[i].run);
}

/* Frees the arena, which is NULL where memory ran out. */
static bool
run_one(struct talk *t, struct arena *a, struct task *cell)
{
	int64_t before = session_line(t->session);
	struct err err;
	struct run *run;

	call_forget_signals();
	t->number++;
	bool good = (a || err_memory(&err)) && drive(t, a, cell, &run, &err);
	if (good)
		good = show(t, run, before);
	else
		t->code = print_error(&err);
	arena_free(a);
	return good;
}

static bool
run_cell(struct talk *t, struct str text)
{
	struct arena *a = arena_new(CELL_ARENA_BYTES);
	struct str earlier = session_text(t->session);
	struct task cell = *t->task;
	struct buf whole; /* each byte, NUL too, which the gate refuses */

	buf_init(&whole, earlier.n + text.n + 1);
	buf_str(&whole, earlier);
	buf_str(&whole, text);
	if (!a || !buf_keep(&whole, a, &cell.code)) {
		buf_release(&whole);
		arena_free(a);
		a = NULL;
	}
	return run_one(t, a, &cell);
}

/* With the session's first goal comes its planner, which is told what has run till then as one cell. */
static bool
begin_turn(struct talk *t, struct str goal, struct err *err)
{
	const struct planner_cell earlier = {.code = session_text(t->session), .ended = "ran"};

	if (t->task->model.provider.n == 0) {
		err_set(err, ERR_USAGE, "there is no model to ask for a cell");
		return err_help(err, "name one by --model, or in the task file's 'model:' block");
	}
	if (!t->work.planner &&
	    (!task_planner(t->c->a, t->task, &t->work.planner, err) ||
		(earlier.code.n > 0 && !planner_note_cell(t->work.planner, &earlier, err))))
		return false;
	return planner_turn(t->work.planner, goal, err);
}

/* False where the turn is over; *good: false where the session is too. */
static bool
run_asked_cell(struct talk *t, struct str goal, int64_t cells_left, bool *good)
{
	struct task cell = *t->task;

	cell.goal = goal;
	cell.has_code = false;
	cell.budgets.cells_left = cells_left;
	*good = run_one(t, arena_new(CELL_ARENA_BYTES), &cell);
	return *good && t->code == 0 && planner_wants_more(t->work.planner) &&
	       !*session_over(t->session);
}

static bool
run_turn(struct talk *t, struct str goal)
{
	int64_t left = t->task->budgets.cells;
	bool good = true, more = true;
	struct err err;

	if (!begin_turn(t, goal, &err)) {
		t->code = print_error(&err);
		return t->asks;
	}
	for (; more && left > 0; left--)
		more = run_asked_cell(t, goal, left, &good);
	if (more)
		fprintf(stderr,
		    "note: the model wanted to continue, but the task allows %lld cells for a goal (budgets.cells)\n",
		    (long long)t->task->budgets.cells);
	return good;
}

static bool
run_text(struct talk *t, struct str text)
{
	struct str rest = str_trim(text), goal;
	struct err err;

	if (!str_starts(rest, STR("?")))
		return run_cell(t, text);
	if (arena_copy(t->c->a, str_trim(str_slice(rest, 1, rest.n)), &goal))
		return run_turn(t, goal);
	err_memory(&err);
	t->code = print_error(&err);
	return false;
}

static void
say_used(struct session_use used)
{
	if (used.cells > 0 && used.read_bytes >= 0 && used.written_bytes >= 0)
		fprintf(stderr, "note: %lld cells read %lld bytes and wrote %lld\n",
		    (long long)used.cells, (long long)used.read_bytes,
		    (long long)used.written_bytes);
}

static int
talk(struct talk *t)
{
	struct buf cell;
	bool good = true;

	if (t->asks)
		fputs(
		    "An empty line ends a cell; a line '? TEXT' asks the model for one; Ctrl-D ends the session.\n",
		    stderr);
	if (t->c->o->goal)
		good = run_turn(t, t->task->goal) && (t->asks || t->code == 0);
	while (good && !*session_over(t->session)) {
		buf_init(&cell, CELL_BYTES_MAX);
		good = read_cell(t, &cell) && run_text(t, buf_view(&cell)) &&
		       (t->asks || t->code == 0);
		buf_release(&cell);
	}
	if (*session_over(t->session))
		fprintf(stderr, "sluice: the session ended: %s\n", session_over(t->session));
	leave_parked(t);
	if (t->asks)
		say_used(session_used(t->session));
	return t->code;
}

int
run_session(struct call *c)
{
	char worker[STORE_ID_BYTES];
	struct talk t = {.c = c, .who = {.call = c}, .asks = isatty(STDIN_FILENO)};
	struct work_request request = {.priority = 100};
	struct task *task;

	int code = call_task_and_store(c, &task);
	if (code >= 0)
		return code;
	if (!requester_find(&t.who, &request, &c->err) ||
	    !(t.session = task_session(c->a, task, request.requester, &c->err)))
		return call_fail(c);
	store_id("wrk", worker);
	store_id("ses", t.id);
	if (t.asks)
		setvbuf(stdin, NULL, _IONBF, 0); /* what is read ahead, nobody can wait for */
	t.task = task;
	t.work = (struct work){.store = c->place.store,
	    .worker = worker,
	    .trust = c->place.trust_path,
	    .self = t.who.id,
	    .observer = {.cancelled = call_is_interrupted},
	    .session = t.session};
	call_note_signal(SIGINT);
	code = work_tools(c->a, &t.work, task, &c->err) ? talk(&t) : call_fail(c);
	session_close(t.session);
	return code;
}
