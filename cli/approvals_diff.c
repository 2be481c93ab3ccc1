/* SPDX-License-Identifier: MIT */
/* Shows the changes between two rounds of a run's code: how much, and line by line. */
#include "approver.h"
#include "rounds.h"

#include <inttypes.h>
#include <stdio.h>

#define GREEN "\033[32m"
#define RED "\033[31m"
#define RESET "\033[0m"

static bool
read_rounds(struct call *w, int64_t out[2])
{
	return !w->o->rounds || str_numbers(str_from(w->o->rounds), ',', out) ||
	       err_set(&w->err, ERR_USAGE, "--rounds takes two numbers: 1,2");
}

static void
draw(const struct call *w, const struct rounds *c, struct buf *out)
{
	struct str rest = c->lines, line;

	buf_printf(out, "%s  round %" PRId64 " to %" PRId64 ": %s\n", c->after.run.id,
	    c->before.approval.asked.round, c->after.approval.asked.round,
	    policy_change_name(c->kind));
	buf_printf(out, "  votes for round %" PRId64 " do not count for round %" PRId64 "\n\n",
	    c->before.approval.asked.round, c->after.approval.asked.round);
	while (str_cut(&rest, '\n', &line)) {
		char mark = line.n > 0 ? line.p[0] : ' ';
		const char *colour = mark == '+' ? GREEN : mark == '-' ? RED : "";
		buf_text(out, w->colour ? colour : "");
		text_wrap(out, line, 4000, 0, 2);
		buf_printf(out, "%s\n", w->colour && *colour ? RESET : "");
	}
}

static void
put_round(struct json_writer *j, const char *name, const struct question *q)
{
	json_open_object(j, name);
	json_put_text(j, "approval", q->approval.id);
	json_put_number(j, "round", q->approval.asked.round);
	json_put_text(j, "subject_sha256", q->approval.subject_sha256);
	json_put_str(j, "code", q->code);
	json_end_object(j);
}

int
approvals_compare(struct call *w)
{
	int64_t wanted[2];
	struct rounds c;

	if (!read_rounds(w, wanted) || !rounds_compare(w->place.store, w->a, word(w, 0),
					   w->o->rounds ? wanted : NULL, &c, &w->err))
		return call_fail(w);
	call_begin(w);
	if (!w->o->json) {
		draw(w, &c, &w->out);
		return call_print(w);
	}
	json_object(&w->j);
	json_put_text(&w->j, "change", policy_change_name(c.kind));
	put_round(&w->j, "before", &c.before);
	put_round(&w->j, "after", &c.after);
	json_put_str(&w->j, "diff", c.lines);
	json_end_object(&w->j);
	return call_print(w);
}
