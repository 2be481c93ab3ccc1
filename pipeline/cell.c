/* SPDX-License-Identifier: MIT */
/* cell.c: a program that a model writes as the next cell of a session: what stands before it, and what the model is
 * told of the cells that ran. */
#include "pipeline.h"

#define OUTPUT_BYTES_MAX ((size_t)1 << 20)

/* Of a session that is gone, nobody can write the next cell. */
bool
cell_session_lives(const struct run *run, struct err *err)
{
	const char *over = run->session ? session_over(run->session) : "it ended with its process";

	if (run->session ? !*over : run->task->cell_from == 0)
		return true;
	err_set(err, ERR_REFUSED, "the session of this cell is over: %s", over);
	return err_help(err, "open another session and ask again");
}

bool
cell_place(struct run *run, struct err *err)
{
	if (!cell_session_lives(run, err))
		return false;
	if (run->session)
		planner_place(run->planner, (struct planner_place){session_line(run->session) + 1,
						run->task->budgets.cells_left});
	return true;
}

bool
cell_before(struct run *run, struct err *err)
{
	struct buf whole;

	if (!run->session)
		return true;
	struct str earlier = session_text(run->session);
	buf_init(&whole, earlier.n + run->code.n + 1);
	buf_str(&whole, earlier);
	buf_str(&whole, run->code);
	return buf_keep(&whole, run->arena, &run->code) || err_memory(err);
}

static void
put_output(const struct run *run, struct buf *out)
{
	const struct box_result *r = run->shown;

	buf_str(out, r->out.bytes);
	if (r->value.n > 0)
		buf_printf(out, "\nvalue: %.*s", STR_ARG(r->value));
	if (r->error.name.n > 0)
		buf_printf(out, "\n%.*s", STR_ARG(r->error.traceback));
	for (size_t i = 0; i < r->artifact_count; i++)
		buf_printf(out, "\nfile left: %.*s", STR_ARG(r->artifacts[i].name));
}

bool
cell_note(const struct run *run, size_t from, struct planner *p, struct err *err)
{
	struct planner_cell cell = {.ended = run_status_name(run->status)};
	struct buf output;

	if (!run->executed || run->execution.outcome == BOX_NEVER_STARTED)
		return true;
	cell.code = str_slice(run->code, from, run->code.n);
	buf_init(&output, OUTPUT_BYTES_MAX);
	if (!run_withholds(run) && !run->release)
		put_output(run, &output);
	cell.output = buf_view(&output);
	bool good = planner_note_cell(p, &cell, err);
	buf_release(&output);
	return good;
}
