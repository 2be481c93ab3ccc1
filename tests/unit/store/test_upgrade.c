/* SPDX-License-Identifier: MIT */
/*
 * A store is upgraded by a program whose schema has one step more, which this test makes: what was
 * there is there, what waits goes on, and a program of before takes nothing more.
 */
#include "run_steps.h"
#include "queue.h"

#include "embedded.h"
#include "migrate.h"
#include "voters.h"

#include <stdio.h>

static bool newer; /* which program this is */

int
store_version(void)
{
	return STORE_FIRST + newer;
}

const char *
store_step(int64_t from)
{
	return from == 0 ? schema
			 : "ALTER TABLE run ADD COLUMN colour TEXT NOT NULL DEFAULT 'none';\n";
}

static int
setup(void **state)
{
	newer = false;
	return steps_begin(state);
}

static struct store *
upgraded(struct fixture *f)
{
	struct err err = {0};
	struct store *s;

	newer = true;
	if (!store_open(f->a, f->where, &s, &err))
		fail_msg("%s", err.message);
	return s;
}

static void
the_step_is_made_and_the_guards_stand(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct job job;

	(void)steps_fresh(f, "waits", NULL, &job);
	struct store *s = upgraded(f);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM run WHERE colour = 'none'"), 1);
	assert_int_equal(
	    fixture_number(f, "SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'version'"),
	    STORE_FIRST + 1);
	assert_false(db_change(s->db, "DELETE FROM run", NULL, 0, NULL, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	store_close(s);
}

static void
what_waits_goes_on(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct job job;
	struct stored_run run = steps_fresh(f, "waits", NULL, &job);
	struct store *s = upgraded(f);

	assert_true(queue_claim(s, "new", &job, &err));
	assert_string_equal(job.run, run.id);
	if (!steps_to(s, &job, STATE_ANSWERED, &err))
		fail_msg("%s", err.message);
	assert_int_equal(steps_state(f, run.id), STATE_ANSWERED);
	store_close(s);
}

static void
what_people_decide_goes_on(void **state)
{
	static struct voters v;
	static struct waiting approved, waits;
	static struct fixture own;
	struct fixture *f = &own;
	struct job job;

	(void)state;
	newer = false;
	voters_new(&v, f);
	waiting_new(&v, &approved, 1);
	waiting_new(&v, &waits, 1);
	assert_int_equal(must_cast(&v, &approved, ANN, VOTE_APPROVE), APPROVAL_APPROVED);
	struct store *s = upgraded(f), *before = f->s;
	store_believe(s, &v.trust);
	f->s = s;
	assert_int_equal(run_state_now(&v, approved.run), STATE_APPROVED);
	claim(&v, &approved, &job);
	assert_int_equal(must_cast(&v, &waits, BOB, VOTE_APPROVE), APPROVAL_APPROVED);
	claim(&v, &waits, &job);
	f->s = before;
	store_close(s);
	voters_free(&v);
}

/* A rolling upgrade: the worker of before ends what it has, and the one of now takes the rest. */
static void
a_worker_of_before_takes_nothing_more(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct job held, job;
	struct stored_run begun = steps_fresh(f, "begun", "old", &held);
	struct stored_run waits = steps_fresh(f, "waits", NULL, &job);
	struct store *s = upgraded(f);
	char words[80];

	newer = false;
	assert_false(queue_claim(f->s, "old", &job, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	snprintf(words, sizeof(words), "the store has version %d, and this program knows %d",
	    STORE_FIRST + 1, STORE_FIRST);
	assert_string_equal(err.message, words);
	if (!steps_to(f->s, &held, STATE_ANSWERED, &err))
		fail_msg("%s", err.message);
	assert_int_equal(steps_state(f, begun.id), STATE_ANSWERED);
	newer = true;
	assert_true(queue_claim(s, "new", &job, &err));
	assert_string_equal(job.run, waits.id);
	store_close(s);
}

static void
what_was_never_released_is_refused(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct store *s;

	fixture_forced(f, "UPDATE meta SET value = '5' WHERE name = 'version'");
	assert_false(store_open(f->a, f->where, &s, &err));
	assert_string_equal(err.message, "the store has version 5, which was never released");
}

int
main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, steps_end)
	const struct CMUnitTest tests[] = {
	    CASE(the_step_is_made_and_the_guards_stand),
	    CASE(what_waits_goes_on),
	    cmocka_unit_test(what_people_decide_goes_on),
	    CASE(a_worker_of_before_takes_nothing_more),
	    CASE(what_was_never_released_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
