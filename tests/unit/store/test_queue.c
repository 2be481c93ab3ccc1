/* SPDX-License-Identifier: MIT */
/* Claims, leases, fences, and what becomes of a run whose worker is lost. */
#include "run_steps.h"

#include "parts.h"

static bool
claim(struct fixture *f, const char *worker, struct job *job)
{
	struct err err = {0};

	if (queue_claim(f->s, worker, job, &err))
		return true;
	if (err.code != ERR_NONE)
		fail_msg("%s", err.message);
	return false;
}

static void
lose_leases(struct fixture *f)
{
	fixture_sql(f, "UPDATE job SET lease_until_us = now_us() - 1 WHERE state = 'leased'");
}

static struct stored_run
get(struct fixture *f, const char *id)
{
	struct stored_run run;
	struct err err = {0};

	if (!runs_get(f->s, f->a, id, &run, &err))
		fail_msg("%s", err.message);
	return run;
}

static struct str
last_note(struct fixture *f, const char *id)
{
	struct run_step *steps;
	struct err err = {0};
	size_t count;

	assert_true(runs_history(f->s, f->a, id, &steps, &count, &err));
	return steps[count - 1].note;
}

static void
a_claim_leases_the_job_under_a_new_token(void **state)
{
	struct fixture *f = *state;
	struct job job, none;
	struct stored_run run = steps_fresh(f, NULL, NULL, &none);

	assert_true(claim(f, "w1", &job));
	assert_string_equal(job.run, run.id);
	assert_string_equal(job.worker, "w1");
	assert_int_equal(job.token, 1);
	assert_int_equal(job.attempt, 1);
	assert_false(job.cancel_requested);
	int64_t left = job.lease_until_us - store_now_us(f->s);
	assert_true(left > LEASE_US / 2 && left <= LEASE_US);
	assert_false(claim(f, "w2", &none));
	assert_string_equal(none.id, "");
}

static void
jobs_are_claimed_by_priority_then_age(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct stored_run first = steps_fresh(f, NULL, NULL, &job),
			  second = steps_fresh(f, NULL, NULL, &job),
			  urgent = steps_fresh(f, NULL, NULL, &job);

	fixture_sql(f, "UPDATE job SET priority = 1 WHERE run_id = '%s'", urgent.id);
	const char *const order[] = {urgent.id, first.id, second.id};
	for (size_t i = 0; i < ARRAY_LENGTH(order); i++) {
		assert_true(claim(f, "w", &job));
		assert_string_equal(job.run, order[i]);
	}
}

static void
a_worker_needs_a_name(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct err err = {0};

	assert_false(queue_claim(f->s, "", &job, &err));
	assert_int_equal(err.code, ERR_USAGE);
	assert_string_equal(err.message, "'' is not a worker's name");
}

static void
a_stopped_store_gives_no_work(void **state)
{
	static const char *const modes[] = {"drain", "halt"};
	struct fixture *f = *state;
	struct job job;

	steps_fresh(f, NULL, NULL, &job);
	for (size_t i = 0; i < ARRAY_LENGTH(modes); i++) {
		fixture_mode(f, modes[i]);
		assert_false(claim(f, "w", &job));
	}
	fixture_mode(f, "run");
	assert_true(claim(f, "w", &job));
}

static void
a_worker_hears_of_a_halt_as_it_renews(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct run_change end = {.to = STATE_HALTED};
	struct err err = {0};

	steps_fresh(f, NULL, "w", &job);
	assert_true(steps_to(f->s, &job, STATE_RUNNING, &err));
	assert_true(queue_renew(f->s, &job, &err));
	assert_false(job.halted);
	fixture_mode(f, "halt");
	assert_true(queue_renew(f->s, &job, &err));
	assert_true(job.halted);
	assert_true(runs_advance(f->s, &job, &end, &err));
	assert_int_equal(get(f, job.run).state, STATE_HALTED);
}

static void
a_lost_lease_goes_to_the_next_worker(void **state)
{
	struct fixture *f = *state;
	struct job job, next;
	struct run_change change = {.to = STATE_GENERATED};
	struct err err = {0};

	steps_fresh(f, NULL, "w1", &job);
	lose_leases(f);
	assert_true(claim(f, "w2", &next));
	assert_string_equal(next.run, job.run);
	assert_int_equal(next.token, job.token + 1);
	assert_int_equal(next.attempt, 2);
	assert_str_equal(last_note(f, job.run), "the lease was lost; the run returns to the queue");
	assert_false(queue_renew(f->s, &job, &err));
	assert_int_equal(err.code, ERR_FENCED);
	assert_false(runs_advance(f->s, &job, &change, &err));
	assert_int_equal(err.code, ERR_FENCED);
	assert_true(steps_to(f->s, &next, STATE_ANSWERED, &err));
}

static void
a_late_worker_that_nobody_replaced_goes_on(void **state)
{
	struct fixture *f = *state;
	struct job job, none;
	struct err err = {0};

	steps_fresh(f, NULL, "w1", &job);
	lose_leases(f);
	assert_true(queue_renew(f->s, &job, &err));
	assert_true(job.lease_until_us > store_now_us(f->s));
	assert_false(claim(f, "w2", &none));
}

static void
a_run_lost_while_it_ran_runs_again_under_the_new_token(void **state)
{
	struct fixture *f = *state;
	struct job job, next;
	struct run_change again = {.to = STATE_RUNNING}, ran = {.to = STATE_RAN};
	struct steps_digests d;
	struct err err = {0};

	steps_fresh(f, NULL, "w1", &job);
	assert_true(steps_to(f->s, &job, STATE_RUNNING, &err));
	lose_leases(f);
	assert_true(claim(f, "w2", &next));
	assert_int_equal(get(f, job.run).state, STATE_RUNNING);
	assert_true(steps_contents(f->s, job.run, &d, &err));
	ran = steps_change(&d, STATE_RAN, NULL);
	assert_false(runs_advance(f->s, &next, &ran, &err)); /* what another began */
	assert_int_equal(err.code, ERR_FENCED);
	assert_true(runs_advance(f->s, &next, &again, &err));
	assert_int_equal(fixture_number(f, "SELECT token FROM effect"), next.token);
	assert_false(runs_advance(f->s, &next, &again, &err)); /* twice under one token */
	assert_string_equal(err.message, "this revision has already run");
	assert_true(runs_advance(f->s, &next, &ran, &err));
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM effect WHERE state = 'done'"), 1);
}

static void
a_run_lost_while_it_ran_may_end_where_it_may_not_run_again(void **state)
{
	const struct run_change failed = {.to = STATE_FAILED,
	    .reason = STR("the time to use the decision is over"),
	    .exit_code = 10};
	struct fixture *f = *state;
	struct job job, next;
	struct err err = {0};

	steps_fresh(f, NULL, "w1", &job);
	assert_true(steps_to(f->s, &job, STATE_RUNNING, &err));
	lose_leases(f);
	assert_true(claim(f, "w2", &next));
	assert_true(runs_advance(f->s, &next, &failed, &err));
	struct stored_run run = get(f, job.run);
	assert_int_equal(run.state, STATE_FAILED);
	assert_str_equal(run.reason, "the time to use the decision is over");
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM effect WHERE state = 'done'"), 1);
}

static void
a_run_that_is_lost_at_each_attempt_is_quarantined(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct sweep_report report;
	struct err err = {0};
	char id[STORE_ID_BYTES];

	steps_fresh(f, NULL, "w1", &job);
	memcpy(id, job.run, sizeof(id));
	assert_true(steps_to(f->s, &job, STATE_RUNNING, &err));
	for (int attempt = 2; attempt <= 5; attempt++) {
		lose_leases(f);
		assert_true(claim(f, "w2", &job));
		assert_int_equal(job.attempt, attempt);
	}
	lose_leases(f);
	assert_true(store_sweep(f->s, &report, &err));
	assert_int_equal(report.quarantined, 1);
	assert_int_equal(report.reclaimed, 0);
	struct stored_run run = get(f, id);
	assert_int_equal(run.state, STATE_QUARANTINED);
	assert_str_equal(run.reason, "its worker was lost at every attempt");
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM job"), 0);
	enum run_state now;
	assert_true(runs_cancel(f->s, id, "ann", STR("looked at it"), &now, &err));
	assert_int_equal(now, STATE_CANCELLED);
}

static void
a_run_that_never_ran_fails_instead(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct sweep_report report;
	struct err err = {0};

	steps_fresh(f, NULL, "w1", &job);
	fixture_sql(f, "UPDATE job SET attempt = 5");
	lose_leases(f);
	assert_true(store_sweep(f->s, &report, &err));
	assert_int_equal(report.expired, 1);
	assert_int_equal(get(f, job.run).state, STATE_FAILED);
}

static void
a_failure_of_the_world_comes_back_later(void **state)
{
	struct fixture *f = *state;
	struct job job, none;
	struct run_change retry = {.to = STATE_RECEIVED,
	    .reason = STR("the provider is away"),
	    .retry_after_us = 3600000000};
	struct err err = {0};

	steps_fresh(f, NULL, "w1", &job);
	assert_true(runs_advance(f->s, &job, &retry, &err));
	assert_int_equal(get(f, job.run).state, STATE_RECEIVED);
	assert_str_equal(last_note(f, job.run), "the provider is away");
	assert_false(queue_renew(f->s, &job, &err));
	assert_false(claim(f, "w1", &none));
	fixture_sql(f, "UPDATE job SET due_us = now_us()");
	assert_true(claim(f, "w1", &job));
	assert_int_equal(job.attempt, 2);
	retry.to = STATE_CHECKED;
	assert_false(runs_advance(f->s, &job, &retry, &err));
	assert_string_equal(
	    err.message, "a run that waits for its next attempt remains 'received'");
	retry.to = STATE_NONE;
	fixture_sql(f, "UPDATE job SET attempt = 5");
	assert_true(runs_advance(f->s, &job, &retry, &err));
	struct stored_run run = get(f, job.run);
	assert_int_equal(run.state, STATE_FAILED);
	assert_str_equal(run.reason, "the provider is away");
	assert_str_equal(last_note(f, job.run), "it has no attempts left");
}

static void
who_asked_for_the_end_of_a_lost_run_gets_it(void **state)
{
	struct fixture *f = *state;
	struct job job, none;
	enum run_state now;
	struct err err = {0};

	steps_fresh(f, NULL, "w1", &job);
	assert_true(steps_to(f->s, &job, STATE_RUNNING, &err));
	assert_true(runs_cancel(f->s, job.run, "ann", STR("stop"), &now, &err));
	assert_int_equal(now, STATE_RUNNING);
	lose_leases(f);
	assert_false(claim(f, "w2", &none));
	assert_int_equal(get(f, job.run).state, STATE_CANCELLED);
}

static void
a_run_past_its_deadline_ends_where_nobody_works_on_it(void **state)
{
	struct fixture *f = *state;
	struct job waiting, held, none;
	struct sweep_report report;
	struct err err = {0};

	steps_fresh(f, NULL, "w1", &held);
	struct stored_run run = steps_fresh(f, NULL, NULL, &waiting);
	fixture_sql(f, "UPDATE job SET deadline_us = now_us() - 1");
	assert_false(claim(f, "w2", &none));
	assert_true(store_sweep(f->s, &report, &err));
	assert_int_equal(report.expired, 1);
	assert_int_equal(get(f, run.id).state, STATE_FAILED);
	assert_str_equal(get(f, run.id).reason, "its time ran out before it was done");
	assert_int_equal(get(f, held.run).state, STATE_RECEIVED);
	lose_leases(f);
	assert_false(claim(f, "w2", &none));
	assert_int_equal(get(f, held.run).state, STATE_FAILED);
}

static void
a_lease_does_not_outlive_its_run_for_long(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct err err = {0};

	steps_fresh(f, NULL, "w1", &job);
	fixture_sql(f, "UPDATE job SET deadline_us = now_us() - 50000000");
	assert_true(queue_renew(f->s, &job, &err));
	assert_true(job.lease_until_us - store_now_us(f->s) <= 10000000);
	fixture_sql(f, "UPDATE job SET deadline_us = now_us() - 60000001");
	assert_false(queue_renew(f->s, &job, &err));
	assert_int_equal(err.code, ERR_FENCED);
}

static void
sweeping_twice_changes_nothing_more(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct sweep_report report;
	struct err err = {0};

	steps_fresh(f, NULL, "w1", &job);
	lose_leases(f);
	assert_true(store_sweep(f->s, &report, &err));
	assert_int_equal(report.reclaimed, 1);
	assert_true(store_sweep(f->s, &report, &err));
	assert_int_equal(
	    report.reclaimed + report.expired + report.reminded + report.quarantined, 0);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM run_step"), 2);
}

static void
many_lost_leases_are_given_back_in_one_sweep(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct sweep_report report;
	struct err err = {0};

	for (int i = 0; i < 40; i++)
		steps_fresh(f, NULL, "w1", &job);
	lose_leases(f);
	assert_true(store_sweep(f->s, &report, &err));
	assert_int_equal(report.reclaimed, 40);
}

/* What people decided about a session's cell is the session's for a moment, and anybody's afterwards. */
static void
a_cells_session_comes_before_other_workers(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct job job;
	struct stored_run cell = steps_fresh(f, SESSION_KEY "ses_one/cel_one", NULL, &job),
			  other = steps_fresh(f, "k", NULL, &job);

	assert_true(job_make(f->s->db, cell.id, 50, &err));
	assert_true(job_make(f->s->db, other.id, 50, &err));
	assert_true(claim(f, "w", &job));
	assert_string_equal(job.run, other.id);
	assert_false(claim(f, "w", &job));
	fixture_mode(f, "halt");
	assert_false(queue_claim_run(f->s, "ses_one", cell.id, &job, &err));
	fixture_mode(f, "run");
	assert_true(queue_claim_run(f->s, "ses_one", cell.id, &job, &err));
	assert_string_equal(job.run, cell.id);
	assert_false(queue_claim_run(f->s, "ses_two", cell.id, &job, &err));
	assert_int_equal(err.code, ERR_NONE);
	fixture_sql(f,
	    "UPDATE job SET state = 'ready', worker = NULL, lease_until_us = NULL, due_us = due_us "
	    "- %d",
	    SESSION_MOMENT_US);
	assert_true(claim(f, "w", &job));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    STEPS_CASE(a_claim_leases_the_job_under_a_new_token),
	    STEPS_CASE(jobs_are_claimed_by_priority_then_age),
	    STEPS_CASE(a_cells_session_comes_before_other_workers),
	    STEPS_CASE(a_worker_needs_a_name),
	    STEPS_CASE(a_stopped_store_gives_no_work),
	    STEPS_CASE(a_worker_hears_of_a_halt_as_it_renews),
	    STEPS_CASE(a_lost_lease_goes_to_the_next_worker),
	    STEPS_CASE(a_late_worker_that_nobody_replaced_goes_on),
	    STEPS_CASE(a_run_lost_while_it_ran_runs_again_under_the_new_token),
	    STEPS_CASE(a_run_lost_while_it_ran_may_end_where_it_may_not_run_again),
	    STEPS_CASE(a_run_that_is_lost_at_each_attempt_is_quarantined),
	    STEPS_CASE(a_run_that_never_ran_fails_instead),
	    STEPS_CASE(a_failure_of_the_world_comes_back_later),
	    STEPS_CASE(who_asked_for_the_end_of_a_lost_run_gets_it),
	    STEPS_CASE(a_run_past_its_deadline_ends_where_nobody_works_on_it),
	    STEPS_CASE(a_lease_does_not_outlive_its_run_for_long),
	    STEPS_CASE(sweeping_twice_changes_nothing_more),
	    STEPS_CASE(many_lost_leases_are_given_back_in_one_sweep),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
