/* SPDX-License-Identifier: MIT */
/*
 * A worker that is killed (SIGKILL) between any two steps of a run's life, and at any moment within
 * one: whoever comes next goes on, and nothing is lost or done twice.
 */
#include "crowd.h"
#include "queue.h"
#include "run_steps.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define STEPS 7 /* submitted, generated, checked, running, ran, validated, answered */
#define RUNS 12
#define KILLS 60
#define WITHIN_US 25000

/* What an hour without the worker does: its leases are over. */
static void
lose_leases(struct fixture *f)
{
	fixture_sql(f, "UPDATE job SET lease_until_us = now_us() - 1, attempts_max = 1000000 "
		       "WHERE state = 'leased'");
}

/* -- between two steps ----------------------------------------------------------------------- */

static int steps_left; /* of this process, before it is killed; negative: never */

static void
count_down(enum run_state now)
{
	(void)now;
	if (steps_left >= 0 && steps_left-- == 0)
		raise(SIGKILL);
}

/* Submits (or finds) the run of this key, and takes it on from where it stands. */
static void
live(struct crowd_member *m, const char *key, const char *worker)
{
	struct stored_run run;
	struct err err = {0};
	struct job job;
	bool fresh;

	crowd_must(steps_submit(m->s, m->a, key, worker, &run, &job, &fresh, &err), "submit", &err);
	count_down(STATE_RECEIVED);
	if (!fresh) {
		if (!run_state_is_open(run.state))
			return;
		crowd_must(queue_claim(m->s, worker, &job, &err), "claim", &err);
		crowd_must(runs_get(m->s, m->a, job.run, &run, &err), "get", &err);
	}
	crowd_must(steps_resume(m->s, &job, run.state, STATE_ANSWERED, count_down, &err),
	    run_state_name(run.state), &err);
}

struct mortal {
	char key[32];
	int stop;
};

static void
live_until_killed(struct crowd_member *m)
{
	const struct mortal *mortal = m->shared;

	steps_left = mortal->stop;
	live(m, mortal->key, "mortal");
}

static void
kill_at(struct fixture *f, struct mortal *mortal, int step, size_t killed)
{
	mortal->stop = step;
	assert_int_equal(crowd_run(f, 1, live_until_killed, mortal), killed);
	lose_leases(f);
}

static void
a_run_survives_a_kill_between_any_two_steps(void **state)
{
	struct fixture *f = *state;
	struct mortal *mortal = crowd_share(sizeof(*mortal));
	int64_t runs = 0;

	for (int first = 0; first < STEPS; first++)
		for (int second = 0; second < STEPS - first; second++) {
			snprintf(mortal->key, sizeof(mortal->key), "%d, then %d", first, second);
			kill_at(f, mortal, first, 1);
			mortal->stop = second;
			crowd_run(f, 1, live_until_killed, mortal);
			lose_leases(f);
			kill_at(f, mortal, -1, 0);
			runs++;
			assert_int_equal(fixture_number(f, "SELECT count(*) FROM run"), runs);
			assert_int_equal(
			    fixture_number(f, "SELECT count(*) FROM run WHERE state = 'answered'"),
			    runs);
			steps_assert_sane(f);
		}
}

/* -- at any moment --------------------------------------------------------------------------- */

static void
live_all(struct crowd_member *m)
{
	struct err err = {0};
	struct stored_run run;
	struct job job;
	char key[16];
	bool fresh;

	for (int i = 0; i < RUNS; i++) {
		snprintf(key, sizeof(key), "run-%d", i);
		crowd_must(
		    steps_submit(m->s, m->a, key, NULL, &run, &job, &fresh, &err), "submit", &err);
	}
	while (queue_claim(m->s, "mortal", &job, &err)) {
		crowd_must(runs_get(m->s, m->a, job.run, &run, &err), "get", &err);
		crowd_must(steps_resume(m->s, &job, run.state, STATE_ANSWERED, NULL, &err),
		    run_state_name(run.state), &err);
	}
	crowd_must(err.code == ERR_NONE, "claim", &err);
}

/* A second process that kills the first at a moment that nobody chose. */
static void
live_under_a_sword(struct crowd_member *m)
{
	unsigned *seed = m->shared;
	pid_t me = getpid();

	if (fork() == 0) {
		usleep((useconds_t)((unsigned)rand_r(seed) % WITHIN_US));
		kill(me, SIGKILL);
		_exit(EXIT_SUCCESS);
	}
	live_all(m);
	pause();
}

static void
runs_survive_kills_at_any_moment(void **state)
{
	struct fixture *f = *state;
	unsigned *seed = crowd_share(sizeof(*seed));

	*seed = 7;
	for (int i = 0; i < KILLS; i++) {
		assert_int_equal(crowd_run(f, 1, live_under_a_sword, seed), 1);
		lose_leases(f);
		steps_assert_sane(f);
	}
	assert_int_equal(crowd_run(f, 1, live_all, seed), 0);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM run WHERE state = 'answered'"), RUNS);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM run"), RUNS);
	steps_assert_sane(f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		a_run_survives_a_kill_between_any_two_steps, steps_begin, steps_end),
	    cmocka_unit_test_setup_teardown(
		runs_survive_kills_at_any_moment, steps_begin, steps_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
