/* SPDX-License-Identifier: MIT */
/* The loop alone, with stages that say what the test tells them to. */
#include "test.h"

#include "pipeline.h"

#include "clock.h"

static enum verdict script[STAGE_COUNT];
static enum feedback_cause offers[STAGE_COUNT]; /* a repair that the stage offers when it stops */
static int entered[STAGE_COUNT];

static enum verdict
play(struct run *run)
{
	size_t stage = run->stage;

	entered[stage]++;
	if (script[stage] == VERDICT_STOP) {
		run_stop(run, RUN_FAILED, EXIT_PROGRAM, "stage %zu", stage);
		if (offers[stage] != FEEDBACK_NONE)
			return run_offer_repair(run, offers[stage], STR(""), run->reason);
	}
	if (script[stage] == VERDICT_ESCALATE)
		return run_escalate(run, "stage %zu", stage);
	return script[stage];
}

static const struct stage STAGES[STAGE_COUNT] = {
    {"plan", play}, {"generate", play}, {"check", play}, {"run", play}, {"validate", play}};

static struct task task = {.budgets = {.attempts = 3, .wall_ms = 60000}};

static struct run *
fresh(struct arena *a)
{
	struct run *run = run_new(a, &task, NULL);

	assert_non_null(run);
	run->deadline_us = INT64_MAX;
	memset(entered, 0, sizeof(entered));
	memset(offers, 0, sizeof(offers));
	for (size_t i = 0; i < STAGE_COUNT; i++)
		script[i] = VERDICT_PASS;
	return run;
}

/* Sets the nth of the 3^5 vectors; returns the first stage that does not pass. */
static size_t
set_vector(unsigned n)
{
	size_t first = STAGE_COUNT;

	for (size_t i = 0; i < STAGE_COUNT; i++, n /= 3) {
		script[i] = (enum verdict)(n % 3);
		if (script[i] != VERDICT_PASS && first == STAGE_COUNT)
			first = i;
	}
	return first;
}

static void
an_answer_needs_five_passes_in_every_vector(void **state)
{
	unsigned answers = 0;

	(void)state;
	for (unsigned n = 0; n < 243; n++) {
		struct arena *a = arena_new(1 << 20);
		struct run *run = fresh(a);
		size_t first = set_vector(n);
		enum verdict verdict = pipeline_drive(STAGES, run, STAGE_PLAN);
		answers += verdict == VERDICT_PASS;
		assert_int_equal(verdict, first == STAGE_COUNT ? VERDICT_PASS : script[first]);
		assert_int_equal(run->stage, first);
		for (size_t i = 0; i < STAGE_COUNT; i++) {
			assert_int_equal(entered[i], i <= first);
			assert_int_equal(run->passed[i], i < first);
		}
		if (verdict == VERDICT_ESCALATE)
			assert_int_equal(run->status, RUN_ESCALATED);
		arena_free(a);
	}
	assert_int_equal(answers, 1);
}

static void
a_value_that_is_no_verdict_stops(void **state)
{
	(void)state;
	for (size_t stage = 0; stage < STAGE_COUNT; stage++) {
		struct arena *a = arena_new(1 << 20);
		struct run *run = fresh(a);
		script[stage] = (enum verdict)77;
		assert_int_equal(pipeline_drive(STAGES, run, STAGE_PLAN), VERDICT_STOP);
		assert_int_equal(run->stage, stage);
		arena_free(a);
	}
}

static void
a_resume_runs_only_what_is_left_and_believes_no_gap(void **state)
{
	(void)state;
	for (size_t from = 0; from < STAGE_COUNT; from++)
		for (size_t known = 0; known <= from; known++) {
			struct arena *a = arena_new(1 << 20);
			struct run *run = fresh(a);
			for (size_t i = 0; i < known; i++)
				run->passed[i] = true;
			enum verdict verdict = pipeline_drive(STAGES, run, from);
			assert_int_equal(verdict, known == from ? VERDICT_PASS : VERDICT_STOP);
			for (size_t i = 0; i < STAGE_COUNT; i++)
				assert_int_equal(entered[i], i >= from);
			arena_free(a);
		}
}

/* Each program that the stages see differs, and so does each mistake, so that only the budgets end
 * the loop. */
static enum verdict
generate_another(struct run *run)
{
	entered[STAGE_GENERATE]++;
	run->attempts[run->attempt_count].code_sha256[0] = (char)('a' + run->attempt_count);
	run->attempt_count++;
	return VERDICT_PASS;
}

static enum verdict
check_badly(struct run *run)
{
	entered[STAGE_CHECK]++;
	run_stop(run, RUN_REFUSED, EXIT_REFUSED, "mistake %d", entered[STAGE_CHECK]);
	return run_offer_repair(run, FEEDBACK_POLICY, STR(""), run->reason);
}

static enum verdict
check_badly_in_the_same_way(struct run *run)
{
	entered[STAGE_CHECK]++;
	run_stop(run, RUN_REFUSED, EXIT_REFUSED, "the mistake");
	return run_offer_repair(run, FEEDBACK_POLICY, STR(""), run->reason);
}

static int
programs_tried(
    enum verdict (*check)(struct run *), int64_t attempts, int64_t of_cause, const char *reason)
{
	const struct stage stages[STAGE_COUNT] = {{"plan", play}, {"generate", generate_another},
	    {"check", check}, {"run", play}, {"validate", play}};
	struct task budgeted = {.budgets = {.attempts = attempts, .wall_ms = 60000}};
	struct arena *a = arena_new(1 << 20);
	struct run *run = fresh(a);
	static int planner; /* any address: a run without a model can't repair */

	budgeted.budgets.by_cause[FEEDBACK_POLICY] = of_cause;
	run->task = &budgeted;
	run->planner = (struct planner *)(void *)&planner;
	assert_int_equal(pipeline_drive(stages, run, STAGE_PLAN), VERDICT_STOP);
	assert_str_equal(run->reason, reason);
	assert_int_equal(run->status, RUN_REFUSED);
	assert_int_equal(entered[STAGE_PLAN], 1);
	assert_int_equal(entered[STAGE_RUN], 0);
	arena_free(a);
	return entered[STAGE_GENERATE];
}

static void
repairs_end_with_their_budgets(void **state)
{
	(void)state;
	assert_int_equal(programs_tried(check_badly, 3, 9, "mistake 3"), 3);
	assert_int_equal(programs_tried(check_badly, 1, 9, "mistake 1"), 1);
	assert_int_equal(programs_tried(check_badly, 9, 2, "mistake 3"), 3);
	assert_int_equal(programs_tried(check_badly, 9, 0, "mistake 1"), 1);
	assert_int_equal(programs_tried(check_badly, 99, 99, "mistake 10"), RUN_ATTEMPTS_MAX);
}

static void
the_same_mistake_twice_ends_the_loop(void **state)
{
	(void)state;
	assert_int_equal(programs_tried(check_badly_in_the_same_way, 9, 9,
			     "the mistake (the same mistake twice)"),
	    2);
}

static void
a_run_without_a_model_is_never_repaired(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct run *run = fresh(a);

	(void)state;
	script[STAGE_CHECK] = VERDICT_STOP;
	offers[STAGE_CHECK] = FEEDBACK_POLICY;
	run->attempt_count = 1;
	assert_int_equal(pipeline_drive(STAGES, run, STAGE_PLAN), VERDICT_STOP);
	assert_int_equal(entered[STAGE_GENERATE], 1);
	arena_free(a);
}

static bool
always(void *context)
{
	(void)context;
	return true;
}

static void
a_cancelled_or_late_run_enters_no_stage(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct run *run = fresh(a);

	(void)state;
	run->observer.cancelled = always;
	assert_int_equal(pipeline_drive(STAGES, run, STAGE_PLAN), VERDICT_STOP);
	assert_int_equal(run->status, RUN_CANCELLED);
	assert_int_equal(run->exit_code, EXIT_CANCELLED);
	assert_int_equal(entered[STAGE_PLAN], 0);
	run = fresh(a);
	run->deadline_us = clock_us() - 1;
	assert_int_equal(pipeline_drive(STAGES, run, STAGE_PLAN), VERDICT_STOP);
	assert_int_equal(run->status, RUN_FAILED);
	assert_int_equal(entered[STAGE_PLAN], 0);
	arena_free(a);
}

static void
the_table_is_the_sentence(void **state)
{
	static const char *const names[] = {"plan", "generate", "check", "run", "validate"};

	(void)state;
	for (size_t i = 0; i < STAGE_COUNT; i++) {
		assert_string_equal(PIPELINE[i].name, names[i]);
		assert_non_null(PIPELINE[i].enter);
	}
	assert_int_equal(VERDICT_STOP, 0);
	assert_int_equal(RUN_FAILED, 0);
	assert_int_equal(DECISION_DENY, 0);
	assert_int_equal(SCHEMA_INDETERMINATE, 0);
	assert_int_equal(OUTPUT_INVALID, 0);
	assert_int_equal(BOX_UNKNOWN, 0);
	assert_int_equal(GUARANTEE_ABSENT, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_answer_needs_five_passes_in_every_vector),
	    cmocka_unit_test(a_value_that_is_no_verdict_stops),
	    cmocka_unit_test(a_resume_runs_only_what_is_left_and_believes_no_gap),
	    cmocka_unit_test(repairs_end_with_their_budgets),
	    cmocka_unit_test(the_same_mistake_twice_ends_the_loop),
	    cmocka_unit_test(a_run_without_a_model_is_never_repaired),
	    cmocka_unit_test(a_cancelled_or_late_run_enters_no_stage),
	    cmocka_unit_test(the_table_is_the_sentence),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
