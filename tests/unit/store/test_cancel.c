/* SPDX-License-Identifier: MIT */
/* Cancelling: at once where nobody works, by request where somebody does, never afterwards. */
#include "run_steps.h"
#include "queue.h"

#include <stdio.h>

static void
an_open_run_is_cancelled_at_once(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct stored_run run = steps_fresh(f, NULL, "w1", &job);
	enum run_state now;
	struct err err = {0};

	steps_must_reach(f, &job, STATE_CHECKED);
	assert_true(runs_cancel(f->s, run.id, "ann", STR("no longer wanted"), &now, &err));
	assert_int_equal(now, STATE_CANCELLED);
	assert_true(runs_cancel(f->s, run.id, "ann", STR("again"), &now, &err));
	assert_false(queue_renew(f->s, &job, &err));
	assert_int_equal(err.code, ERR_FENCED);
	assert_true(runs_get(f->s, f->a, run.id, &run, &err));
	assert_int_equal(run.state, STATE_CANCELLED);
	assert_int_equal(run.exit_code, 17);
	assert_str_equal(run.reason, "no longer wanted");
}

static void
a_running_run_is_asked_to_end(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct stored_run run = steps_fresh(f, NULL, "w1", &job);
	struct run_change end = {.to = STATE_CANCELLED};
	enum run_state now;
	struct err err = {0};

	steps_must_reach(f, &job, STATE_RUNNING);
	assert_true(runs_cancel(f->s, run.id, "ann", STR("stop"), &now, &err));
	assert_int_equal(now, STATE_RUNNING);
	assert_true(runs_cancel(f->s, run.id, "ann", STR("stop"), &now, &err));
	assert_true(queue_renew(f->s, &job, &err));
	assert_true(job.cancel_requested);
	assert_true(runs_advance(f->s, &job, &end, &err));
	assert_int_equal(steps_state(f, run.id), STATE_CANCELLED);
	assert_int_equal(steps_count(f, run.id), 6);
}

static void
a_finished_run_is_not_cancelled(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct stored_run run = steps_fresh(f, NULL, "w1", &job);
	char words[128];
	enum run_state now;
	struct err err = {0};

	steps_must_reach(f, &job, STATE_ANSWERED);
	assert_false(runs_cancel(f->s, run.id, "ann", STR("too late"), &now, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	snprintf(words, sizeof(words), "run '%s' is over: answered", run.id);
	assert_string_equal(err.message, words);
	assert_false(runs_cancel(f->s, "run_x", "ann", STR("none"), &now, &err));
	assert_string_equal(err.message, "there is no run 'run_x'");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    STEPS_CASE(an_open_run_is_cancelled_at_once),
	    STEPS_CASE(a_running_run_is_asked_to_end),
	    STEPS_CASE(a_finished_run_is_not_cancelled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
