/* SPDX-License-Identifier: MIT */
#include "rounds.h"

#include "diff.h"

#include <inttypes.h>

#define ROUNDS_MAX 500
#define DIFF_BYTES_MAX ((size_t)128 << 20)

/* The approvals of code, oldest first. */
static bool
find_rounds(struct store *s, struct arena *a, const char *run, struct stored_approval **out,
    size_t *count, struct err *err)
{
	const struct approval_filter filter = {.run = run, .limit = ROUNDS_MAX};
	struct stored_approval *all;
	size_t found, kept = 0;

	if (!approvals_list(s, a, &filter, &all, &found, err))
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
choose_rounds(const int64_t *wanted, const struct stored_approval *rounds, size_t count,
    size_t at[2], struct err *err)
{
	if (count < 2)
		return err_set(err, ERR_INPUT, "this run's code has only one round");
	at[0] = count - 2;
	at[1] = count - 1;
	if (!wanted)
		return true;
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

bool
rounds_compare(struct store *s, struct arena *a, const char *id, const int64_t *wanted,
    struct rounds *out, struct err *err)
{
	struct stored_approval *rounds;
	struct question newest;
	size_t count, at[2];
	struct buf text;

	if (!question_read(s, a, id, &newest, err) ||
	    !find_rounds(s, a, newest.run.id, &rounds, &count, err) ||
	    !choose_rounds(wanted, rounds, count, at, err) ||
	    !question_read(s, a, rounds[at[0]].id, &out->before, err) ||
	    !question_read(s, a, rounds[at[1]].id, &out->after, err))
		return false;
	out->kind = policy_change_kind(a, out->before.code, out->after.code);
	buf_init(&text, DIFF_BYTES_MAX);
	bool good = diff_lines(a, out->before.code, out->after.code, &text) && !text.failed &&
		    arena_copy(a, buf_view(&text), &out->lines);
	buf_release(&text);
	return good || err_memory(err);
}
