/* SPDX-License-Identifier: MIT */
/* Sixteen writers at once, and writers that are killed: what comes out is one chain, without a
 * hole. */
#include "crowd.h"

#include "ledger_parts.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define EACH 60
#define KILLED_EACH 400

static bool
note_two(struct store *s, void *context, struct err *err)
{
	const struct event_note note = {.kind = EVENT_EXCEPTION_USED,
	    .actor = "ann",
	    EVENT_VALUES({.name = "exception", .text = str_from(context)})};

	return ledger_note(s->db, &note, err) && ledger_note(s->db, &note, err);
}

static void
write_some(struct crowd_member *m)
{
	char name[32];
	struct err err = {0};

	for (int i = 0; i < EACH; i++) {
		snprintf(name, sizeof(name), "m%zu-%d", m->who, i);
		crowd_must(store_do(m->s, note_two, name, &err), "note", &err);
		crowd_must(i % 7 != 0 || ledger_tend(m->s, i % 21 == 0, &err), "tend", &err);
	}
}

static void
fail_problem(void *context, const struct ledger_problem *p)
{
	(void)context;
	fail_msg("%lld %s: %.*s", (long long)p->seq, p->kind, STR_ARG(p->message));
}

static int64_t
must_verify(struct fixture *f)
{
	const struct ledger_check check = {.problem = fail_problem};
	struct err err = {0};
	int64_t events = 0;
	size_t problems = 1;

	if (!ledger_tend(f->s, true, &err) ||
	    !ledger_verify(f->s, f->a, &check, &events, &problems, &err))
		fail_msg("%s", err.message);
	assert_int_equal(problems, 0);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM ledger_pending"), 0);
	return events;
}

static void
sixteen_writers_make_one_chain(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(crowd_run(f, CROWD_MAX, write_some, NULL), 0);
	assert_int_equal(must_verify(f), 1 + 2 * EACH * CROWD_MAX);
}

static void
die_while_writing(struct crowd_member *m)
{
	char name[32];
	struct err err = {0};

	for (int i = 0; i < KILLED_EACH; i++) {
		snprintf(name, sizeof(name), "m%zu-%d", m->who, i);
		crowd_must(store_do(m->s, note_two, name, &err), "note", &err);
		crowd_must(i % 5 != 0 || ledger_tend(m->s, true, &err), "tend", &err);
		atomic_fetch_add((_Atomic long *)m->shared, 1);
		if (m->who > 0 && i == (int)m->who * 9)
			raise(SIGKILL);
		if (m->who == 0 && i == 150)
			return;
	}
}

/* Every change that was said to be done is in the log, whoever died. */
static void
killed_writers_leave_no_hole(void **state)
{
	struct fixture *f = *state;
	_Atomic long *done = crowd_share(sizeof(*done));

	assert_int_equal(crowd_run(f, 8, die_while_writing, done), 7);
	assert_int_equal(must_verify(f), 1 + 2 * atomic_load(done));
}

int
main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, fixture_begin, fixture_end)
	const struct CMUnitTest tests[] = {
	    CASE(sixteen_writers_make_one_chain),
	    CASE(killed_writers_leave_no_hole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
