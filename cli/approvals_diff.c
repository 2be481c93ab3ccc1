/* SPDX-License-Identifier: MIT */
/* What changed between two rounds of a run's code: how much of it, and line by line. */
#include "approver.h"
#include "change.h"

#include <inttypes.h>
#include <stdio.h>
#include "diff.h"

#define ROUNDS_MAX 500
#define GREEN "\033[32m"
#define RED "\033[31m"
#define RESET "\033[0m"

struct comparison {
	struct question before, after;
	struct str text;
	enum policy_change kind;
};

/* The approvals of code, oldest first. */
static bool
find_rounds(
    struct call *w, const char *run, struct stored_approval **out, size_t *count, struct err *err)
{
	const struct approval_filter filter = {.run = run, .limit = ROUNDS_MAX};
	struct stored_approval *all;
	size_t found, kept = 0;

	if (!approvals_list(w->place.store, w->a, &filter, &all, &found, err))
		return false;
	for (size_t i = 0; i < found; i++)
		if (str_is(all[i].asked.kind, "execute"))
			all[kept++] = all[i];
	for (size_t i = 0; i < kept / 2; i++) {
		struct stored_approval other = all[i];
		all[i] = all[kept - 1 - i];
		all[kept - 1 - i] = other;
	}
	*out = all;
	*count = kept;
	return true;
}

static bool
choose_rounds(const struct call *w, const struct stored_approval *rounds, size_t count,
    size_t at[2], struct err *err)
{
	int64_t wanted[2] = {0, 0};

	if (count < 2)
		return err_set(err, ERR_INPUT, "there is only one round of this run's code");
	at[0] = count - 2;
	at[1] = count - 1;
	if (!w->o->rounds)
		return true;
	if (sscanf(w->o->rounds, "%" SCNd64 ",%" SCNd64, &wanted[0], &wanted[1]) != 2)
		return err_set(err, ERR_USAGE, "--rounds takes two numbers: 1,2");
	for (size_t k = 0; k < 2; k++) {
		at[k] = count;
		for (size_t i = 0; i < count; i++)
			if (rounds[i].asked.round == wanted[k])
				at[k] = i;
		if (at[k] == count)
			return err_set(err, ERR_INPUT, "there is no round %" PRId64, wanted[k]);
	}
	return true;
}

static bool
compare(struct call *w, struct comparison *c, struct err *err)
{
	struct stored_approval *rounds;
	struct question newest;
	size_t count, at[2];
	struct buf text;

	if (!question_load(w, word(w, 0), &newest, err) ||
	    !find_rounds(w, newest.run.id, &rounds, &count, err) ||
	    !choose_rounds(w, rounds, count, at, err) ||
	    !question_load(w, rounds[at[0]].id, &c->before, err) ||
	    !question_load(w, rounds[at[1]].id, &c->after, err))
		return false;
	c->kind = policy_change_kind(w->a, c->before.code, c->after.code);
	buf_init(&text, APPROVER_BYTES_MAX / 8);
	bool good = diff_lines(w->a, c->before.code, c->after.code, &text) && !text.failed &&
		    arena_copy(w->a, buf_view(&text), &c->text);
	buf_release(&text);
	return good || err_memory(err);
}

static void
draw(const struct call *w, const struct comparison *c, struct buf *out)
{
	struct str rest = c->text, line;

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
	struct comparison c;
	struct err err;

	if (!compare(w, &c, &err))
		return print_error(&err);
	call_begin(w);
	if (!w->o->json) {
		draw(w, &c, &w->out);
		return call_print(w);
	}
	json_object(&w->j);
	json_put_text(&w->j, "change", policy_change_name(c.kind));
	put_round(&w->j, "before", &c.before);
	put_round(&w->j, "after", &c.after);
	json_put_str(&w->j, "diff", c.text);
	json_end_object(&w->j);
	return call_print(w);
}
