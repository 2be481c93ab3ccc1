/* SPDX-License-Identifier: MIT */
#include "turn.h"

#include "feedback.h"

bool
turn_note(struct turn *t, struct arena *a, const struct planner_cell *cell, struct err *err)
{
	struct planner_cell kept = *cell;

	if (!arena_copy(a, cell->code, &kept.code) || !arena_copy(a, cell->output, &kept.output))
		return err_memory(err);
	if (t->count == CELLS_TOLD_MAX)
		memmove(t->cells, t->cells + 1, --t->count * sizeof(*t->cells));
	t->cells[t->count++] = kept;
	t->ran++;
	return true;
}

static void
put_cell(struct json_writer *w, const struct planner_cell *cell, int64_t number, const char *mark)
{
	json_object(w);
	json_put_number(w, "cell", number);
	feedback_put_text(w, "code", cell->code, CELL_TOLD_BYTES_MAX);
	json_put_text(w, "ended", cell->ended);
	if (cell->output.n > 0)
		feedback_put_output(w, cell->output, mark);
	json_end_object(w);
}

bool
turn_section(struct arena *a, const struct turn *t, struct str *out, struct err *err)
{
	char mark[MARK_BYTES];
	struct json_writer w;
	struct buf text;

	buf_init(&text, PROMPT_BYTES_MAX);
	buf_printf(&text,
	    "# Session\n\nMessages count lines through all cells: the first line of the next cell is line %lld. "
	    "Cells left for this goal: %lld.\n",
	    (long long)t->place.first_line, (long long)t->place.cells_left);
	if (t->count < (size_t)t->ran)
		buf_printf(&text, "Of %lld cells that ran, these are the last %zu.\n",
		    (long long)t->ran, t->count);
	feedback_mark(mark);
	json_writer_init(&w, &text, false);
	json_array(&w);
	for (size_t i = 0; i < t->count; i++)
		put_cell(&w, &t->cells[i], t->ran - (int64_t)(t->count - i) + 1, mark);
	json_end_array(&w);
	return buf_keep(&text, a, out) ||
	       err_set(err, ERR_LIMIT, "what the session printed makes too large a prompt");
}
