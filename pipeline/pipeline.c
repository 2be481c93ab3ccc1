/* SPDX-License-Identifier: MIT */
/*
 * The sentence: plan, generate, check, run, validate, then answer. A stage passes, stops or
 * escalates; anything else it may return stops. What is asked of every stage (is the run cancelled,
 * is there time, tell the observer) is asked here, once.
 */
#include "pipeline.h"

#include "clock.h"

const struct stage PIPELINE[STAGE_COUNT] = {
    [STAGE_PLAN] = {"plan", stage_plan},
    [STAGE_GENERATE] = {"generate", stage_generate},
    [STAGE_CHECK] = {"check", stage_check},
    [STAGE_RUN] = {"run", stage_run},
    [STAGE_VALIDATE] = {"validate", stage_validate},
};

enum verdict
run_attend(struct run *run)
{
	if (run->observer.cancelled && run->observer.cancelled(run->observer.context))
		return run_stop(run, RUN_CANCELLED, EXIT_CANCELLED, "cancelled");
	if (clock_us() >= run->deadline_us)
		return run_stop(run, RUN_FAILED, EXIT_SANDBOX, "the run's time is over");
	return VERDICT_PASS;
}

/* A step that can't be written down ends the run. */
static enum verdict
note_left(struct run *run, enum verdict verdict)
{
	struct err err;

	if (!run->keeper || run->keeper->left(run->keeper->context, run, verdict, &err))
		return verdict;
	run->feedback.cause = FEEDBACK_NONE;
	return run_fail(run, &err, sluice_exit_of(&err));
}

static enum verdict
enter(const struct stage *stage, struct run *run)
{
	int64_t began = clock_us();

	run->feedback = (struct feedback){.cause = FEEDBACK_NONE};
	run_emit(run, EVENT_STAGE_STARTED, VERDICT_STOP, 0);
	enum verdict verdict = run_attend(run);
	if (verdict == VERDICT_PASS)
		verdict = note_left(run, stage->enter(run));
	run_emit(run, EVENT_STAGE_FINISHED, verdict, clock_us() - began);
	return verdict;
}

static bool
all_passed(const struct run *run)
{
	for (size_t i = 0; i < STAGE_COUNT; i++)
		if (!run->passed[i])
			return false;
	return true;
}

enum verdict
pipeline_drive(const struct stage stages[STAGE_COUNT], struct run *run, size_t from)
{
	for (run->stage = from; run->stage < STAGE_COUNT;) {
		switch (enter(&stages[run->stage], run)) {
		case VERDICT_PASS:
			run->passed[run->stage++] = true;
			break;
		case VERDICT_ESCALATE:
			return VERDICT_ESCALATE;
		case VERDICT_STOP:
		default:
			if (!run_take_repair(run))
				return VERDICT_STOP;
			run->stage = run->planner ? STAGE_GENERATE : STAGE_PLAN;
		}
	}
	return all_passed(run) ? VERDICT_PASS : VERDICT_STOP;
}
