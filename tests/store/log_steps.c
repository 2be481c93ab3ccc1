/* SPDX-License-Identifier: MIT */
#include "log_steps.h"

#include "ledger_parts.h"

#include <stdio.h>

static bool
note_once(struct store *s, int i, struct err *err)
{
	char text[32];

	snprintf(text, sizeof(text), "exc_%d", i);
	return ledger_note(s->db,
	    &(struct event_note){.kind = EVENT_EXCEPTION_USED,
		.actor = "ann",
		EVENT_VALUES({.name = "exception", .text = str_from(text)})},
	    err);
}

struct many {
	int count;
};

static bool
note_many(struct store *s, void *context, struct err *err)
{
	const struct many *m = context;

	for (int i = 0; i < m->count; i++)
		if (!note_once(s, i, err))
			return false;
	return true;
}

void
log_write(struct fixture *f, int count)
{
	struct many m = {count};
	struct err err = {0};

	if (!store_do(f->s, note_many, &m, &err) || !ledger_tend(f->s, true, &err))
		fail_msg("%s", err.message);
}

static void
fail_problem(void *context, const struct ledger_problem *p)
{
	(void)context;
	fail_msg("%lld %s: %.*s", (long long)p->seq, p->kind, STR_ARG(p->message));
}

int64_t
log_must_verify(struct fixture *f)
{
	struct ledger_check check = {.problem = fail_problem};
	struct err err = {0};
	int64_t events;
	size_t problems;

	if (!ledger_verify(f->s, f->a, &check, &events, &problems, &err))
		fail_msg("%s", err.message);
	assert_int_equal(problems, 0);
	return events;
}
