/* SPDX-License-Identifier: MIT */
/* The last stage: the schema, then what must hold beyond it, then what must not come out. */
#include "pipeline.h"

#define DETAILS_BYTES_MAX 16384

struct box_stream *
run_output(struct run *run)
{
	return run->task->channel == CHANNEL_RESULT ? &run->execution.result : &run->execution.out;
}

/* Told by its own name, since an empty document is what the program never meant. */
static void
say_no_result(struct run *run)
{
	run->output = (struct output_report){.code = STR("no-result"),
	    .message = STR("the program ended without a result"),
	    .hint = STR("let the last line be an expression whose value is a str, the output "
			"itself: json.dumps(result)")};
}

/* An output that was cut is never judged; the executor ends a program that writes more. */
static void
say_cut(struct run *run)
{
	run->output = (struct output_report){.code = STR("cut"),
	    .message = STR("the output was not kept whole"),
	    .hint = STR("write less")};
}

static bool
judge_output(struct run *run, struct err *err)
{
	bool apart = run->task->channel == CHANNEL_RESULT;
	const struct box_stream *stream = run_output(run);

	if (stream->cut)
		say_cut(run);
	else if (apart && stream->bytes.n == 0)
		say_no_result(run);
	else
		return output_check(run->task->schema, run->arena, run->task->framing,
		    stream->bytes, &run->output, err);
	return true;
}

#define UNQUOTED STR("it holds values that must not leave, so nothing is quoted")

/* Messages quote what they are about. */
static struct str
told(const struct run *run, struct str message)
{
	return run->withheld ? UNQUOTED : message;
}

static enum verdict
judge_schema(struct run *run)
{
	struct buf details;
	struct err err;

	if (!judge_output(run, &err))
		return run_fail(run, &err, EXIT_INTERNAL);
	run->validated = true;
	switch (run->output.verdict) {
	case OUTPUT_VALID:
		return VERDICT_PASS;
	case OUTPUT_INDETERMINATE:
		return run_escalate(run, "the output could not be checked: %.*s",
		    STR_ARG(told(run, run->output.message)));
	case OUTPUT_INVALID:
	default:
		break;
	}
	run_stop(run, RUN_FAILED, EXIT_OUTPUT, "the output is not valid: %.*s",
	    STR_ARG(told(run, run->output.message)));
	buf_init(&details, DETAILS_BYTES_MAX);
	output_feedback(&run->output, &details);
	struct str words = run_keep(run, &details), print = words;
	if (run->withheld && !leak_mask(run->arena, run_leak_key(run), words, &print))
		print = run->reason;
	return run_offer_repair(run, FEEDBACK_SCHEMA, words, print);
}

/* All that are to be mended, with what is wrong; and their texts alone, which quote nothing. */
static enum verdict
offer_repair(struct run *run)
{
	struct buf details, print;

	buf_init(&details, DETAILS_BYTES_MAX);
	buf_init(&print, DETAILS_BYTES_MAX);
	for (size_t i = 0; i < run->task->invariant_count; i++) {
		const struct task_invariant *t = &run->task->invariants[i];
		const struct invariant_result *r = &run->invariants[i];
		if (r->verdict != SCHEMA_INVALID || t->severity != INVARIANT_STOP)
			continue;
		buf_printf(&print, "- %.*s\n", STR_ARG(t->text));
		buf_printf(&details, "- %.*s", STR_ARG(t->text));
		if (t->message.n > 0)
			buf_printf(&details, " (%.*s)", STR_ARG(t->message));
		buf_printf(&details, ": %.*s\n", STR_ARG(r->message));
	}
	struct str words = run_keep(run, &details), texts = run_keep(run, &print);
	return run_offer_repair(run, FEEDBACK_INVARIANT, words, texts);
}

static enum verdict
judge_invariant(struct run *run, const struct task_invariant *t, const struct invariant_result *r)
{
	struct str what = t->message.n > 0 ? t->message : t->text;

	if (r->verdict == SCHEMA_VALID || t->severity == INVARIANT_WARN)
		return VERDICT_PASS;
	if (r->verdict == SCHEMA_INDETERMINATE)
		return run_escalate(run, "it is unknown whether '%.*s' holds: %.*s", STR_ARG(what),
		    STR_ARG(r->message));
	if (t->severity == INVARIANT_ESCALATE)
		return run_escalate(
		    run, "'%.*s' does not hold: %.*s", STR_ARG(what), STR_ARG(r->message));
	run_stop(run, RUN_FAILED, EXIT_OUTPUT, "'%.*s' does not hold: %.*s", STR_ARG(what),
	    STR_ARG(r->message));
	return offer_repair(run);
}

/* Its message quotes the output, and the inputs, which may hold more than may leave. */
static bool
check_invariant(struct run *run, const struct json_doc *inputs, size_t i, struct err *err)
{
	struct invariant_result *r = &run->invariants[i];

	if (!invariant_check(
		run->task->invariants[i].invariant, run->arena, &run->output.doc, inputs, r, err))
		return false;
	if (r->message.n > 0 && (run->withheld || leaks_in_words(run, r->message)))
		r->message = UNQUOTED;
	return true;
}

/* All are computed, so that the record shows them all; then the first that does not hold decides.
 */
static enum verdict
judge_invariants(struct run *run, const struct json_doc *inputs)
{
	const struct task *task = run->task;
	struct err err;

	run->invariants =
	    arena_array(run->arena, task->invariant_count + 1, sizeof(*run->invariants));
	if (!run->invariants) {
		err_memory(&err);
		return run_fail(run, &err, EXIT_INTERNAL);
	}
	for (size_t i = 0; i < task->invariant_count; i++)
		if (!check_invariant(run, inputs, i, &err))
			return run_fail(run, &err, EXIT_INTERNAL);
	for (size_t i = 0; i < task->invariant_count; i++) {
		enum verdict verdict =
		    judge_invariant(run, &task->invariants[i], &run->invariants[i]);
		if (verdict != VERDICT_PASS)
			return verdict;
	}
	return VERDICT_PASS;
}

/* People looked at this very output and let it out: their votes are verified here, as the box
 * verifies those about the code. */
static enum verdict
judge_release(struct run *run)
{
	struct box_spec spec;
	struct err err;

	if (!run_fill_box(run, &spec, &err) ||
	    !subject_write(run, &spec, run_output(run)->bytes, &run->subject, &err))
		return run_fail(run, &err, EXIT_INTERNAL);
	if (!subject_same(run->arena, run->approval->subject, run->subject, &err) ||
	    !approval_holds(run->arena, run->approval, &err))
		return run_fail(run, &err, EXIT_REFUSED);
	return VERDICT_PASS;
}

static enum verdict
judge(struct run *run)
{
	struct json_doc inputs = {.count = 0};
	struct err err;

	enum verdict verdict = judge_schema(run);
	if (verdict != VERDICT_PASS)
		return verdict;
	if (run->task->invariant_count > 0 &&
	    !inputs_document(run->arena, run->task, &inputs, &err))
		return run_fail(run, &err, EXIT_OUTPUT);
	verdict = judge_invariants(run, &inputs);
	if (verdict == VERDICT_PASS)
		verdict = artifacts_judge(run);
	return verdict == VERDICT_PASS ? leaks_judge(run, DECISION_ESCALATE) : verdict;
}

enum verdict
stage_validate(struct run *run)
{
	enum verdict verdict = judge(run);

	if (verdict == VERDICT_STOP || !run->release)
		return verdict;
	verdict = judge_release(run);
	if (verdict == VERDICT_PASS)
		leaks_release(run);
	return verdict;
}
