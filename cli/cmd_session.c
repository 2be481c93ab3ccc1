/* SPDX-License-Identifier: MIT */
/* sluice session: a program that comes cell by cell. Each is a run of its own in the store. */
#include "request.h"
#include "request_sign.h"

#include "actions.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define CELL_ARENA_BYTES ((size_t)1 << 30)
#define CELL_BYTES_MAX ((size_t)1 << 20)
#define SHOWN_CODEPOINTS_MAX ((size_t)4000) /* of a line */

struct talk {
	struct call *c;
	const struct task *task;
	struct box_session *session;
	struct work work;
	struct requester who;
	bool asks; /* somebody sits there */
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

/* False at the end of all cells. */
static bool
read_cell(const struct talk *t, struct buf *cell)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n = 0;

	for (prompt(t, true); (n = getline(&line, &room, stdin)) > 0; prompt(t, cell->n == 0)) {
		struct str s = {line, (size_t)n};
		bool ends = t->asks ? str_trim(s).n == 0 : str_starts(s, STR("# %%"));
		if (ends && str_trim(buf_view(cell)).n > 0)
			break;
		if (!ends)
			buf_str(cell, s);
	}
	free(line);
	return str_trim(buf_view(cell)).n > 0;
}

/* Hostile text, line by line. */
static void
draw_lines(struct buf *out, const char *before, struct str text)
{
	struct str line;

	while (text.n > 0 && str_cut(&text, '\n', &line)) {
		buf_text(out, before);
		buf_visible(out, line, SHOWN_CODEPOINTS_MAX);
		buf_char(out, '\n');
	}
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
		draw_lines(out, "    ", f->remedy);
	}
}

static void
draw(const struct run *run, int64_t before, struct buf *out)
{
	const struct box_result *r = &run->execution;

	if (run->status != RUN_ANSWERED && run->checked && run->check.decision != DECISION_ALLOW &&
	    !run->executed) {
		buf_text(
		    out, run->exit_code == EXIT_ESCALATED ? "waits for people:\n" : "refused:\n");
		draw_findings(run, before, out);
	} else if (run->status != RUN_ANSWERED) {
		buf_text(out, "failed: ");
		buf_visible(out, run->reason, SHOWN_CODEPOINTS_MAX);
		buf_char(out, '\n');
	}
	if (!run->executed || run->withheld)
		return;
	draw_lines(out, "", r->out.bytes);
	draw_lines(out, "", r->err.bytes);
	if (r->error.line > before)
		buf_printf(
		    out, "  at line %lld of this cell\n", (long long)(r->error.line - before));
	draw_lines(out, "= ", r->value);
	for (size_t i = 0; i < r->artifact_count; i++)
		artifact_draw(&r->artifacts[i], out);
}

static bool
show(struct talk *t, const struct run *run, int64_t before)
{
	struct call *c = t->c;

	t->code = (int)run->exit_code;
	call_begin(c);
	if (c->o->json)
		run_json(run, false, &c->out);
	else
		draw(run, before, &c->out);
	if (run->exit_code == EXIT_ESCALATED)
		fprintf(stderr,
		    "note: run '%s' waits for people; the session continues without it\n", run->id);
	return print_buf(&c->out);
}

static bool
drive(struct talk *t, struct arena *a, struct str code, struct run **run, struct err *err)
{
	struct work_request request = {.priority = 100, .claim = true};
	struct task *cell = arena_alloc(a, sizeof(*cell));
	struct stored_run stored;
	struct job job;
	bool fresh;

	if (!cell)
		return err_memory(err);
	*cell = *t->task;
	cell->code = code;
	return requester_find(&t->who, &request, err) &&
	       work_submit(a, &t->work, cell, &request, &stored, &job, &fresh, err) &&
	       work_drive(a, &t->work, &job, cell, run, err);
}

static bool
run_cell(struct talk *t, struct str text)
{
	struct arena *a = arena_new(CELL_ARENA_BYTES);
	int64_t before = session_line(t->session);
	struct str earlier = session_text(t->session), code;
	struct buf whole; /* each byte, NUL too, which the gate refuses */
	struct err err;
	struct run *run;

	buf_init(&whole, earlier.n + text.n + 1);
	buf_str(&whole, earlier);
	buf_str(&whole, text);
	bool good = (a && buf_keep(&whole, a, &code)) || err_memory(&err);
	if (!a)
		buf_release(&whole);

	call_forget_signals();
	t->number++;
	good = good && drive(t, a, code, &run, &err);
	if (good)
		good = show(t, run, before);
	else
		t->code = print_error(&err);
	arena_free(a);
	return good;
}

static int
talk(struct talk *t)
{
	struct buf cell;
	bool good = true;

	if (t->asks)
		fputs("An empty line ends a cell; Ctrl-D ends the session.\n", stderr);
	while (good && !*session_over(t->session)) {
		buf_init(&cell, CELL_BYTES_MAX);
		good = read_cell(t, &cell);
		if (good && cell.failed)
			good = call_error(t->c, "a cell is longer than 1 MiB") < 0;
		else if (good)
			good = run_cell(t, buf_view(&cell)) && (t->asks || t->code == 0);
		buf_release(&cell);
	}
	if (*session_over(t->session))
		fprintf(stderr, "sluice: the session ended: %s\n", session_over(t->session));
	return t->code;
}

int
run_session(struct call *c)
{
	char worker[STORE_ID_BYTES];
	struct talk t = {.c = c, .who = {.call = c}, .asks = isatty(STDIN_FILENO)};
	struct work_request request = {.priority = 100};
	struct task *task;
	struct err err;

	int code = call_task_and_store(c, &task);
	if (code >= 0)
		return code;
	if (!requester_find(&t.who, &request, &err) ||
	    !(t.session = task_session(c->a, task, request.requester, &err)))
		return print_error(&err);
	store_id("wrk", worker);
	t.task = task;
	t.work = (struct work){.store = c->place.store,
	    .worker = worker,
	    .trust = c->place.trust_path,
	    .self = t.who.id,
	    .observer = {.cancelled = call_is_interrupted},
	    .session = t.session};
	call_note_signal(SIGINT);
	code = work_tools(c->a, &t.work, task, &err) ? talk(&t) : print_error(&err);
	session_close(t.session);
	return code;
}
