/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "outcome.h"

#include <signal.h>

#define EXIT(code) ((code) << 8)

static struct evidence
ended(int32_t why, int32_t status)
{
	return (struct evidence){.spawned = true,
	    .ready = true,
	    .gone = true,
	    .done = true,
	    .report = {.why = why, .wait_status = status},
	    .oom_kills = -1};
}

static enum box_outcome
name(struct evidence e)
{
	struct arena *a = arena_new(1 << 16);
	struct limits limits = {.wall_ms = 1};
	struct box_result r = {0};
	struct err err;

	assert_true(outcome_name(a, &e, &limits, &r, &err));
	assert_true(r.detail.n > 0);
	arena_free(a);
	return r.outcome;
}

static void
the_kernel_names_the_outcome(void **state)
{
	static const struct {
		int32_t why, status;
		enum box_outcome outcome;
	} cases[] = {
	    {WIRE_WHY_EXIT, EXIT(0), BOX_OK},
	    {WIRE_WHY_EXIT, EXIT(1), BOX_ERROR},
	    {WIRE_WHY_EXIT, EXIT(137), BOX_ERROR}, /* not a signal, whatever shells think */
	    {WIRE_WHY_EXIT, SIGKILL, BOX_SIGNAL},
	    {WIRE_WHY_EXIT, SIGSEGV, BOX_SIGNAL},
	    {WIRE_WHY_EXIT, SIGXCPU, BOX_CPU_LIMIT},
	    {WIRE_WHY_EXIT, SIGXFSZ, BOX_FILE_LIMIT},
	    {WIRE_WHY_EXIT, SIGSYS, BOX_VIOLATION},
	    {WIRE_WHY_WALL, SIGKILL, BOX_WALL_TIMEOUT},
	    {WIRE_WHY_CPU, SIGKILL, BOX_CPU_LIMIT},
	    {WIRE_WHY_TOLD, SIGKILL, BOX_UNKNOWN},
	    {0, EXIT(0), BOX_UNKNOWN},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		assert_int_equal(name(ended(cases[i].why, cases[i].status)), cases[i].outcome);
}

static void
no_claim_makes_an_outcome_better(void **state)
{
	(void)state;
	for (int claim = CLAIM_NONE; claim <= CLAIM_SETUP; claim++) {
		struct evidence failed = ended(WIRE_WHY_EXIT, EXIT(1));
		struct evidence late = ended(WIRE_WHY_WALL, SIGKILL);
		struct evidence refused = ended(WIRE_WHY_EXIT, EXIT(0));
		failed.claim = late.claim = refused.claim = (enum guest_claim)claim;
		refused.violated = true;
		assert_int_not_equal(name(failed), BOX_OK);
		assert_int_equal(name(late), BOX_WALL_TIMEOUT);
		assert_int_equal(name(refused), BOX_VIOLATION);
		late.violated = true;
		assert_int_equal(name(late), BOX_VIOLATION);
	}
}

static void
a_violation_wins_over_whatever_ended_the_program(void **state)
{
	(void)state;
	for (int by = BY_ITSELF; by <= BY_DEADLINE; by++)
		for (int why = 0; why <= WIRE_WHY_TOLD; why++)
			for (int killed = 0; killed <= 1; killed++) {
				struct evidence e = ended(why, SIGKILL);
				e.done = why > 0;
				e.by = (enum ended_by)by;
				e.oom_kills = killed;
				e.violated = true;
				e.failed = killed;
				assert_int_equal(name(e), BOX_VIOLATION);
				e.gone = false; /* then nothing of the program has run */
				assert_int_not_equal(name(e), BOX_VIOLATION);
			}
}

static void
a_claim_names_a_failure(void **state)
{
	static const enum box_outcome named[] = {
	    BOX_ERROR, BOX_OUT_OF_MEMORY, BOX_FILE_LIMIT, BOX_VIOLATION, BOX_SETUP_FAILED};

	(void)state;
	for (int claim = CLAIM_NONE; claim <= CLAIM_SETUP; claim++) {
		struct evidence e = ended(WIRE_WHY_EXIT, EXIT(1));
		e.claim = (enum guest_claim)claim;
		assert_int_equal(name(e), named[claim]);
	}
}

static void
what_never_ran_is_told_from_what_was_lost(void **state)
{
	struct evidence e = {.oom_kills = -1};

	(void)state;
	assert_int_equal(name(e), BOX_NEVER_STARTED);
	e.spawned = true;
	assert_int_equal(name(e), BOX_SETUP_FAILED);
	e.ready = true;
	assert_int_equal(name(e), BOX_SETUP_FAILED);
	e.gone = true;
	assert_int_equal(name(e), BOX_UNKNOWN);
	e.by = BY_DEADLINE;
	assert_int_equal(name(e), BOX_WALL_TIMEOUT);
	e.by = BY_CANCEL;
	assert_int_equal(name(e), BOX_CANCELLED);
	e.by = BY_CPU;
	assert_int_equal(name(e), BOX_CPU_LIMIT);
	e.by = BY_OUTPUT;
	assert_int_equal(name(e), BOX_OUTPUT_LIMIT);
}

static void
memory_is_named_by_the_control_group(void **state)
{
	struct evidence e = ended(WIRE_WHY_EXIT, SIGKILL);

	(void)state;
	e.oom_kills = 1;
	assert_int_equal(name(e), BOX_OUT_OF_MEMORY);
	e.report.wait_status = EXIT(0); /* a child was killed, and the program went on */
	assert_int_equal(name(e), BOX_OK);
	e.done = false; /* init itself was killed */
	assert_int_equal(name(e), BOX_OUT_OF_MEMORY);
}

static void
every_outcome_has_a_name_of_its_own(void **state)
{
	(void)state;
	for (int i = BOX_UNKNOWN; i <= BOX_NEVER_STARTED; i++)
		for (int k = BOX_UNKNOWN; k < i; k++)
			assert_string_not_equal(box_outcome_name((enum box_outcome)i),
			    box_outcome_name((enum box_outcome)k));
	assert_string_equal(box_outcome_name(BOX_WALL_TIMEOUT), "wall_timeout");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_kernel_names_the_outcome),
	    cmocka_unit_test(no_claim_makes_an_outcome_better),
	    cmocka_unit_test(a_violation_wins_over_whatever_ended_the_program),
	    cmocka_unit_test(a_claim_names_a_failure),
	    cmocka_unit_test(what_never_ran_is_told_from_what_was_lost),
	    cmocka_unit_test(memory_is_named_by_the_control_group),
	    cmocka_unit_test(every_outcome_has_a_name_of_its_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
