/* SPDX-License-Identifier: MIT */
/* Several processes at one store, at the same moment: each thing happens once. */
#include "crowd.h"
#include "queue.h"
#include "run_steps.h"

#include <stdio.h>
#include <unistd.h>

#define RUNS 60
#define CLAIMERS 6
#define ROUNDS 12

/* -- claimers -------------------------------------------------------------------------------- */

static void
claim_and_finish(struct crowd_member *m)
{
	atomic_size_t *finished = m->shared;
	struct err err = {0};
	char name[16];
	struct job job;

	snprintf(name, sizeof(name), "w%zu", m->who);
	while (queue_claim(m->s, name, &job, &err)) {
		crowd_must(steps_to(m->s, &job, STATE_ANSWERED, &err), "finish", &err);
		atomic_fetch_add(finished, 1);
	}
	crowd_must(err.code == ERR_NONE, "claim", &err);
}

static void
a_job_goes_to_one_of_many_claimers(void **state)
{
	struct fixture *f = *state;
	atomic_size_t *finished = crowd_share(sizeof(*finished));
	struct job none;

	for (int i = 0; i < RUNS; i++)
		steps_fresh(f, NULL, NULL, &none);
	assert_int_equal(crowd_run(f, CLAIMERS, claim_and_finish, finished), 0);
	assert_int_equal(atomic_load(finished), RUNS);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM run WHERE state = 'answered'"), RUNS);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM run_step"), RUNS * 7);
	steps_assert_sane(f);
}

/* -- the same key ---------------------------------------------------------------------------- */

struct keyed {
	atomic_size_t fresh[ROUNDS];
	char ids[ROUNDS][CLAIMERS][STORE_ID_BYTES];
};

static void
submit_the_same(struct crowd_member *m)
{
	struct keyed *k = m->shared;
	struct err err = {0};

	for (int round = 0; round < ROUNDS; round++) {
		struct stored_run run;
		struct job job;
		char key[16];
		bool fresh;

		snprintf(key, sizeof(key), "key-%d", round);
		crowd_must(steps_submit(
			       m->s, m->a, key, m->who % 2 ? "w" : NULL, &run, &job, &fresh, &err),
		    "submit", &err);
		atomic_fetch_add(&k->fresh[round], fresh);
		memcpy(k->ids[round][m->who], run.id, sizeof(run.id));
	}
}

static void
a_key_submitted_by_many_makes_one_run(void **state)
{
	struct fixture *f = *state;
	struct keyed *k = crowd_share(sizeof(*k));

	crowd_run(f, CLAIMERS, submit_the_same, k);
	for (int round = 0; round < ROUNDS; round++) {
		assert_int_equal(atomic_load(&k->fresh[round]), 1);
		for (int i = 1; i < CLAIMERS; i++)
			assert_string_equal(k->ids[round][0], k->ids[round][i]);
	}
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM run"), ROUNDS);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM job"), ROUNDS);
	steps_assert_sane(f);
}

/* -- finishers and zombies ------------------------------------------------------------------- */

struct finishing {
	struct job jobs[2]; /* an old lease and the one that replaced it */
	atomic_size_t won[2], fenced;
};

static void
finish_under_a_lease(struct crowd_member *m)
{
	struct finishing *w = m->shared;
	struct job job = w->jobs[m->who % 2];
	struct run_change end = {.to = STATE_FAILED, .reason = STR("the end")};
	struct err err = {0};

	if (runs_advance(m->s, &job, &end, &err))
		atomic_fetch_add(&w->won[m->who % 2], 1);
	else if (err.code == ERR_FENCED)
		atomic_fetch_add(&w->fenced, 1);
	else
		crowd_must(false, "finish", &err);
}

static void
of_many_finishers_one_with_the_newest_lease_wins(void **state)
{
	struct fixture *f = *state;
	struct finishing *w = crowd_share(sizeof(*w));
	struct err err = {0};

	for (int round = 0; round < ROUNDS; round++) {
		memset(w, 0, sizeof(*w));
		steps_fresh(f, NULL, "zombie", &w->jobs[0]);
		assert_true(steps_to(f->s, &w->jobs[0], STATE_RUNNING, &err));
		fixture_sql(f, "UPDATE job SET lease_until_us = now_us() - 1");
		assert_true(queue_claim(f->s, "heir", &w->jobs[1], &err));
		struct run_change again = {.to = STATE_RUNNING};
		assert_true(runs_advance(f->s, &w->jobs[1], &again, &err));
		crowd_run(f, CLAIMERS, finish_under_a_lease, w);
		assert_int_equal(atomic_load(&w->won[0]), 0);
		assert_int_equal(atomic_load(&w->won[1]), 1);
		assert_int_equal(atomic_load(&w->fenced), CLAIMERS - 1);
	}
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM run_step WHERE dst = 'failed'"), ROUNDS);
	steps_assert_sane(f);
}

/* -- cancelling against claiming and against answering --------------------------------------- */

struct contest {
	char run[STORE_ID_BYTES];
	atomic_size_t answered, cancelled, asked;
};

static void
work_or_cancel(struct crowd_member *m)
{
	struct contest *c = m->shared;
	struct err err = {0};
	struct job job;
	const struct run_change cancelled = {.to = STATE_CANCELLED};
	enum run_state now;

	if (m->who == 0) {
		if (!queue_claim(m->s, "w", &job, &err))
			crowd_must(err.code == ERR_NONE, "claim", &err);
		else if (steps_to(m->s, &job, STATE_ANSWERED, &err))
			atomic_fetch_add(&c->answered, 1);
		else if (err.code == ERR_REFUSED && runs_advance(m->s, &job, &cancelled, &err))
			atomic_fetch_add(&c->cancelled, 1); /* who asked for an end gets one */
		else
			crowd_must(err.code == ERR_FENCED, "work", &err);
		return;
	}
	usleep((useconds_t)(m->who * 700));
	if (!runs_cancel(m->s, c->run, "ann", STR("stop"), &now, &err))
		crowd_must(err.code == ERR_REFUSED, "cancel", &err);
	else if (now == STATE_CANCELLED)
		atomic_fetch_add(&c->cancelled, 1);
	else
		atomic_fetch_add(&c->asked, 1);
}

static void
a_run_is_answered_or_cancelled_never_both(void **state)
{
	struct fixture *f = *state;
	struct contest *c = crowd_share(sizeof(*c));
	struct job none;

	for (int round = 0; round < ROUNDS; round++) {
		memset(c, 0, sizeof(*c));
		struct stored_run run = steps_fresh(f, NULL, NULL, &none);
		memcpy(c->run, run.id, sizeof(c->run));
		crowd_run(f, 4, work_or_cancel, c);
		bool answered = atomic_load(&c->answered) == 1;
		assert_int_equal(
		    steps_state(f, run.id), answered ? STATE_ANSWERED : STATE_CANCELLED);
		assert_true(
		    answered ? atomic_load(&c->cancelled) == 0 : atomic_load(&c->cancelled) >= 1);
	}
	steps_assert_sane(f);
}

/* -- sweepers -------------------------------------------------------------------------------- */

static void
sweep_and_count(struct crowd_member *m)
{
	struct sweep_report report;
	struct err err = {0};

	crowd_must(store_sweep(m->s, &report, &err), "sweep", &err);
	atomic_fetch_add((atomic_size_t *)m->shared, report.reclaimed);
}

static void
many_sweepers_give_each_lease_back_once(void **state)
{
	struct fixture *f = *state;
	atomic_size_t *reclaimed = crowd_share(sizeof(*reclaimed));
	struct job job;

	for (int i = 0; i < RUNS; i++)
		steps_fresh(f, NULL, "lost", &job);
	fixture_sql(f, "UPDATE job SET lease_until_us = now_us() - 1");
	crowd_run(f, 4, sweep_and_count, reclaimed);
	assert_int_equal(atomic_load(reclaimed), RUNS);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM run_step"), RUNS * 2);
	steps_assert_sane(f);
}

static void
renew_or_sweep(struct crowd_member *m)
{
	struct finishing *w = m->shared;
	struct sweep_report report;
	struct err err = {0};

	if (m->who == 0) {
		if (queue_renew(m->s, &w->jobs[0], &err))
			atomic_fetch_add(&w->won[0], 1);
		else
			crowd_must(err.code == ERR_FENCED, "renew", &err);
	} else {
		crowd_must(store_sweep(m->s, &report, &err), "sweep", &err);
		atomic_fetch_add(&w->won[1], report.reclaimed);
	}
}

static void
a_late_lease_is_renewed_or_given_back(void **state)
{
	struct fixture *f = *state;
	struct finishing *w = crowd_share(sizeof(*w));

	for (int round = 0; round < ROUNDS; round++) {
		memset(w, 0, sizeof(*w));
		steps_fresh(f, NULL, "late", &w->jobs[0]);
		fixture_sql(f,
		    "UPDATE job SET lease_until_us = now_us() - 1 WHERE state = 'leased' AND "
		    "worker = 'late'");
		fixture_sql(f,
		    "UPDATE job SET lease_until_us = now_us() + 1000000 WHERE state = "
		    "'leased' AND run_id <> '%s'",
		    w->jobs[0].run);
		crowd_run(f, 3, renew_or_sweep, w);
		assert_int_equal(atomic_load(&w->won[0]) + atomic_load(&w->won[1]), 1);
	}
	steps_assert_sane(f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    STEPS_CASE(a_job_goes_to_one_of_many_claimers),
	    STEPS_CASE(a_key_submitted_by_many_makes_one_run),
	    STEPS_CASE(of_many_finishers_one_with_the_newest_lease_wins),
	    STEPS_CASE(a_run_is_answered_or_cancelled_never_both),
	    STEPS_CASE(many_sweepers_give_each_lease_back_once),
	    STEPS_CASE(a_late_lease_is_renewed_or_given_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
