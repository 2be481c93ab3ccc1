/* SPDX-License-Identifier: MIT */
/* The run: its beginning, its ends, its budgets. */
#include "pipeline.h"
#include "tool.h"

#include "clock.h"

#include <stdio.h>
#include <time.h>

const char *
stage_name(size_t stage)
{
	return stage < STAGE_COUNT ? PIPELINE[stage].name : "answer";
}

const char *
run_status_name(enum run_status s)
{
	static const char *const NAMES[] = {
	    [RUN_FAILED] = "failed",
	    [RUN_REFUSED] = "refused",
	    [RUN_ESCALATED] = "escalated",
	    [RUN_CANCELLED] = "cancelled",
	    [RUN_ANSWERED] = "answered",
	};

	return NAMES[s];
}

const char *
run_duties_joined(bool solo, bool request_signed)
{
	if (solo)
		return "one person asks and decides";
	return request_signed ? NULL : "the request is not signed, so nothing proves who asked";
}

enum sluice_exit
sluice_exit_of(const struct err *err)
{
	switch (err->code) {
	case ERR_SANDBOX:
		return EXIT_SANDBOX;
	case ERR_PROVIDER:
		return EXIT_PROVIDER;
	case ERR_REFUSED:
		return EXIT_REFUSED;
	case ERR_USAGE:
	case ERR_INPUT:
	case ERR_LIMIT:
	case ERR_SYSTEM:
		return EXIT_USAGE;
	case ERR_NONE:
	case ERR_MEMORY:
	case ERR_FENCED:
	case ERR_INTERNAL:
	default:
		return EXIT_INTERNAL;
	}
}

/* 48 bits of time and 80 of chance in Crockford's base 32, so that identifiers sort by age. */
static void
make_id(char out[RUN_ID_BYTES])
{
	static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	struct timespec now;
	uint8_t chance[16];
	char text[27] = {0};

	clock_gettime(CLOCK_REALTIME, &now);
	uint64_t ms = (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
	random_bytes(chance, sizeof(chance));
	for (size_t i = 0; i < 10; i++, ms >>= 5)
		text[9 - i] = digits[ms & 31];
	for (size_t i = 0; i < sizeof(chance); i++)
		text[10 + i] = digits[chance[i] & 31];
	snprintf(out, RUN_ID_BYTES, "run_%s", text);
}

struct run *
run_new(struct arena *a, const struct task *task, const struct run_observer *observer)
{
	struct run *run = arena_alloc(a, sizeof(*run));

	if (!run)
		return NULL;
	run->arena = a;
	run->task = task;
	if (observer)
		run->observer = *observer;
	make_id(run->id);
	random_bytes(run->leak_key, sizeof(run->leak_key));
	run->shown = &run->execution;
	run->reason = STR("not started");
	run->exit_code = EXIT_INTERNAL;
	run->cell_from = -1;
	return run;
}

void
run_tell(struct run *run, const struct run_event *event)
{
	run->event_count++;
	if (run->observer.event)
		run->observer.event(run->observer.context, run, event);
}

void
run_waits(const struct run *run, bool begins)
{
	if (run->observer.waits)
		run->observer.waits(run->observer.context, begins);
}

void
run_emit(struct run *run, enum run_event_type type, enum verdict verdict, int64_t elapsed_us)
{
	const struct run_event event = {
	    .type = type, .stage = run->stage, .verdict = verdict, .elapsed_us = elapsed_us};

	run_tell(run, &event);
}

__attribute__((format(printf, 4, 0))) static void
set_end(struct run *run, enum run_status status, enum sluice_exit exit_code, const char *format,
    va_list ap)
{
	struct buf text;

	buf_init(&text, 2048);
	buf_vprintf(&text, format, ap);
	run->status = status;
	run->exit_code = exit_code;
	if (!arena_copy(run->arena, buf_view(&text), &run->reason))
		run->reason = STR("out of memory");
	buf_release(&text);
}

enum verdict
run_stop(
    struct run *run, enum run_status status, enum sluice_exit exit_code, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	set_end(run, status, exit_code, format, ap);
	va_end(ap);
	return VERDICT_STOP;
}

enum verdict
run_escalate(struct run *run, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	set_end(run, RUN_ESCALATED, EXIT_ESCALATED, format, ap);
	va_end(ap);
	return VERDICT_ESCALATE;
}

enum verdict
run_fail(struct run *run, const struct err *err, enum sluice_exit exit_code)
{
	const char *between = err->help[0] ? "; " : "";

	return run_stop(run, RUN_FAILED, exit_code, "%s%s%s", err->message, between, err->help);
}

enum verdict
run_offer_repair(
    struct run *run, enum feedback_cause cause, struct str details, struct str fingerprint)
{
	run->feedback = (struct feedback){
	    .cause = cause, .summary = run->reason, .details = details, .fingerprint = fingerprint};
	if (run->executed)
		run->feedback.program_output =
		    (cause == FEEDBACK_SCHEMA || cause == FEEDBACK_INVARIANT) &&
			    run->task->channel == CHANNEL_RESULT
			? run->execution.result.bytes
			: run->execution.out.bytes;
	return VERDICT_STOP;
}

/* The same mistake twice is a probe or a dead end; either way it ends here. */
static bool
seen_before(const struct run *run)
{
	const struct run_attempt *now = &run->attempts[run->attempt_count - 1];

	for (size_t i = 0; i + 1 < run->attempt_count; i++)
		if (run->attempts[i].cause == now->cause &&
		    str_eq(run->attempts[i].summary, now->summary))
			return true;
	return false;
}

static bool
note_attempt(struct run *run)
{
	struct run_attempt *now =
	    run->attempt_count > 0 ? &run->attempts[run->attempt_count - 1] : NULL;

	if (!now)
		return false;
	now->cause = run->feedback.cause;
	now->summary = run->feedback.fingerprint;
	return true;
}

bool
run_take_repair(struct run *run)
{
	enum feedback_cause cause = run->feedback.cause;

	if (cause == FEEDBACK_NONE || !note_attempt(run) || run->task->has_code || run->approval)
		return false;
	if ((int64_t)run->attempt_count >= run->task->budgets.attempts ||
	    run->attempt_count >= RUN_ATTEMPTS_MAX ||
	    run->repairs[cause] >= run->task->budgets.by_cause[cause])
		return false;
	if (seen_before(run)) {
		run_stop(run, run->status, run->exit_code, "%.*s (the same mistake twice)",
		    STR_ARG(run->reason));
		return false;
	}
	run->repairs[cause]++;
	run->mend = run->feedback;
	if (run_withholds(run))
		run_withhold(run, &run->mend);
	run_emit(run, EVENT_REPAIR, VERDICT_STOP, 0);
	for (size_t i = STAGE_GENERATE; i < STAGE_COUNT; i++)
		run->passed[i] = false;
	run->checked = run->executed = run->validated = false;
	run->breach_count = 0;
	return true;
}

/* Words about an answer decide nothing: where they fail, the answer stands without them. */
static void
put_into_words(struct run *run)
{
	struct err err;

	if (!run->task->explain || !run->planner || run->release)
		return; /* what people let out was not for a model */
	run_waits(run, true);
	bool said = planner_explain(run->planner, run->answer, run->deadline_us, &run->words, &err);
	run_waits(run, false);
	if (!said)
		run->words = (struct explanation){.text = STR("")};
	bool leaks = leaks_in_words(run, run->words.text);
	for (size_t i = 0; !leaks && i < run->words.caveat_count; i++)
		leaks = leaks_in_words(run, run->words.caveats[i]);
	if (leaks)
		run->words = (struct explanation){.text = STR("")};
}

static void
finish(struct run *run, enum verdict verdict)
{
	if (verdict == VERDICT_PASS) {
		run->status = RUN_ANSWERED;
		run->exit_code = EXIT_ANSWERED;
		run->reason = STR("the output is valid");
		run->answer = run->output.answer;
		put_into_words(run);
	} else if (verdict == VERDICT_ESCALATE && run->status != RUN_ESCALATED) {
		run_escalate(run, "a stage escalated without a reason");
	} else if (verdict == VERDICT_STOP &&
		   (run->status == RUN_ANSWERED || run->status == RUN_ESCALATED)) {
		run_stop(run, RUN_FAILED, EXIT_INTERNAL, "a stage stopped without a reason");
	}
	run->finished_us = clock_us();
	run_emit(run, EVENT_RUN_FINISHED, verdict, run->finished_us - run->started_us);
}

/* The caller's own program, or the one that an earlier process stored, takes the place of the first
 * two stages. */
static size_t
take_code(struct run *run)
{
	struct err err;

	if (run->code.n == 0 && !run->task->has_code)
		return STAGE_PLAN;
	if (run->code.n == 0)
		run->code = run->task->code;
	if (!tools_before(run, &err)) {
		run_fail(run, &err, EXIT_INTERNAL);
		return STAGE_COUNT; /* no stage has passed: it stops */
	}
	run->passed[STAGE_PLAN] = run->passed[STAGE_GENERATE] = true;
	digest_hex_of(run->code, run->code_sha256);
	run->attempts[0].code = run->code;
	memcpy(run->attempts[0].code_sha256, run->code_sha256, DIGEST_HEX_BYTES);
	run->attempt_count = 1;
	return STAGE_CHECK;
}

enum run_status
run_execute(struct run *run)
{
	if (run->now_us == 0)
		run->now_us = clock_utc_us();
	run->started_us = clock_us();
	run->deadline_us = run->started_us + run->task->budgets.wall_ms * 1000;
	run->reason = STR("");
	run->stage = take_code(run);
	run_emit(run, EVENT_RUN_STARTED, VERDICT_STOP, 0);
	finish(run, pipeline_drive(PIPELINE, run, run->stage));
	return run->status;
}
