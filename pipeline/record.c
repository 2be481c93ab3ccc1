/* SPDX-License-Identifier: MIT */
/* The run as JSON: one object with everything that a caller may rely on, and one line an event. */
#include "pipeline.h"
#include "tool.h"

#include "clock.h"
#include "diff.h"
#include "record.h"

#define ERROR struct box_error
FORM(error_form, ERROR, MEMBER(ERROR, name), MEMBER(ERROR, value), MEMBER(ERROR, traceback),
    MEMBER_OR_MISSING("line", ERROR, line));
#define ARTIFACT struct box_artifact
FORM(artifact_form, ARTIFACT, MEMBER(ARTIFACT, name), MEMBER(ARTIFACT, mime),
    MEMBER_AS("bytes", ARTIFACT, bytes.n), MEMBER(ARTIFACT, sha256));
#define LEAK struct leak
FORM(leak_form, LEAK, MEMBER(LEAK, rule), MEMBER(LEAK, what), MEMBER(LEAK, masked),
    MEMBER(LEAK, where), MEMBER(LEAK, line), MEMBER(LEAK, column));
#define ISSUE struct schema_issue
FORM(issue_form, ISSUE, MEMBER(ISSUE, instance), MEMBER(ISSUE, keyword), MEMBER(ISSUE, message),
    MEMBER(ISSUE, line), MEMBER(ISSUE, column));
#define INPUT struct task_input
FORM(input_form, INPUT, MEMBER(INPUT, name), MEMBER_AS("bytes", INPUT, bytes.n),
    MEMBER(INPUT, sha256));
#define PROMPT struct planner_prompt
FORM(prompt_form, PROMPT, MEMBER(PROMPT, stage), MEMBER(PROMPT, version), MEMBER(PROMPT, sha256));
#define ACCOUNT struct model_account
FORM(account_form, ACCOUNT, MEMBER_AS("model_requests", ACCOUNT, usage.requests),
    MEMBER_AS("model_retries", ACCOUNT, retries), MEMBER(ACCOUNT, model_ms),
    MEMBER_AS("prompt_tokens", ACCOUNT, usage.prompt_tokens),
    MEMBER_AS("completion_tokens", ACCOUNT, usage.completion_tokens),
    MEMBER(ACCOUNT, cached_tokens), MEMBER(ACCOUNT, reasoning_tokens),
    MEMBER(ACCOUNT, estimated_tokens), MEMBER(ACCOUNT, cost_micros));
#define MODEL struct planner_model
FORM(model_form, MODEL, MEMBER(MODEL, role), MEMBER(MODEL, provider),
    MEMBER_AS("model", MODEL, name), MEMBER(MODEL, answered), MEMBER(MODEL, failed));
#define WORDS struct explanation
FORM(words_form, WORDS, MEMBER(WORDS, text), MEMBER_AS("unfounded_numbers", WORDS, unfounded),
    MEMBER_TEXTS("caveats", FIELD_STRINGS, WORDS, caveats, caveat_count));

static void
put_findings(struct json_writer *w, const struct run *run)
{
	json_open_array(w, "findings");
	for (size_t i = 0; run->checked && i < run->check.count; i++)
		finding_json(&run->check.findings[i], w);
	for (size_t i = 0; run->executed && i < run->breach_count; i++)
		finding_json(&run->breaches[i], w);
	json_end_array(w);
	if (run->checked)
		obligations_json(&run->check, w);
	if (run->checked)
		trials_json(&run->check, w);
	if (run->checked)
		waivers_json(run, w);
}

static void
put_artifacts(struct json_writer *w, const struct box_result *r)
{
	record_put_list(w, "artifacts", &artifact_form, r->artifacts, r->artifact_count);
}

/* Writes the changes of a repair. Empty for the first program. */
static void
put_diff(struct json_writer *w, const struct run *run, size_t i)
{
	struct buf diff;

	buf_init(&diff, 1 << 20);
	if (i > 0)
		(void)diff_lines(
		    run->arena, run->attempts[i - 1].code, run->attempts[i].code, &diff);
	json_put_str(w, "diff", buf_view(&diff));
	buf_release(&diff);
}

static void
put_history(struct json_writer *w, const struct run *run)
{
	json_open_array(w, "history");
	for (size_t i = 0; i < run->attempt_count; i++) {
		const struct run_attempt *t = &run->attempts[i];
		json_format(w,
		    "{code_sha256: %s, cause: %s, summary: %.*s, model: %.*s, outcome: %s",
		    t->code_sha256,
		    t->cause == FEEDBACK_NONE ? NULL : feedback_cause_name(t->cause),
		    STR_ARG(t->summary), STR_ARG(t->model),
		    t->executed ? box_outcome_name(t->outcome) : NULL);
		json_name(w, "violations");
		box_violations_json(t->violations, t->violation_count, w);
		json_format(
		    w, "violations_more: %zu, code: %.*s", t->violations_more, STR_ARG(t->code));
		put_diff(w, run, i);
		json_end_object(w);
	}
	json_end_array(w);
}

static void
put_invariants(struct json_writer *w, const struct run *run)
{
	json_open_array(w, "invariants");
	for (size_t i = 0; run->invariants && i < run->task->invariant_count; i++) {
		json_format(w, "{expect: %.*s, verdict: %s", STR_ARG(run->task->invariants[i].text),
		    schema_verdict_name(run->invariants[i].verdict));
		json_put_str(w, "message", run->withheld ? STR("") : run->invariants[i].message);
		json_end_object(w);
	}
	json_end_array(w);
}

static void
put_leaks(struct json_writer *w, const struct run *run)
{
	json_open_array(w, "leaks");
	for (size_t i = 0; i < run->leaks.count; i++) {
		const struct leak *leak = &run->leaks.items[i];
		json_format(w, "{class: %s", LEAK_CLASS_NAMES[leak->class]);
		record_put(w, &leak_form, leak);
		json_end_object(w);
	}
	json_format(w, "], leaks_more: %zu, withheld: %d", run->leaks.more, run->withheld);
}

static void
put_validation(struct json_writer *w, const struct run *run)
{
	const struct output_report *o = &run->output;

	json_name(w, "validation");
	if (!run->validated) {
		json_null(w);
		return;
	}
	json_format(
	    w, "{verdict: %s, code: %.*s", output_verdict_name(o->verdict), STR_ARG(o->code));
	json_put_str(w, "message", run->withheld ? STR("") : o->message);
	record_put_list(
	    w, "issues", &issue_form, o->schema.issues, run->withheld ? 0 : o->schema.count);
	put_invariants(w, run);
	json_end_object(w);
}

static void
put_task(struct json_writer *w, const struct run *run)
{
	const struct task *task = run->task;

	policy_identity_json(task->policy, w);
	json_format(w, "goal: %.*s, output: {framing: %s, channel: %s}", STR_ARG(task->goal),
	    output_framing_name(task->framing), output_channel_name(task->channel));
	record_put_list(w, "inputs", &input_form, task->inputs, task->input_count);
	tools_list_json(task, w);
}

static void
put_usage(struct json_writer *w, const struct run *run)
{
	int64_t until = run->finished_us ? run->finished_us : clock_us();
	struct model_account m = {.retries = 0};

	if (run->planner)
		m = planner_account(run->planner);
	json_format(w, "usage: {wall_ms: %ld", (until - run->started_us) / 1000);
	record_put(w, &account_form, &m);
	json_end_object(w);
}

/* Which of the task's models were asked, and what became of it. */
static void
put_models(struct json_writer *w, const struct run *run)
{
	struct planner_model models[PLANNER_MODELS_MAX];
	size_t count = run->planner ? planner_models(run->planner, models) : 0;

	json_open_array(w, "models");
	for (size_t i = 0; i < count; i++) {
		json_object(w);
		record_put(w, &model_form, &models[i]);
		json_put_text(w, "trouble",
		    models[i].failed > 0 ? model_trouble_name(models[i].trouble) : NULL);
		json_end_object(w);
	}
	json_end_array(w);
}

static void
put_value(struct json_writer *w, struct str value)
{
	json_name(w, "value");
	if (value.n > 0)
		json_str(w, value);
	else
		json_null(w);
}

/* Output is not believed until it is validated; it is written all the same, and marked.
 */
static void
put_execution(struct json_writer *w, const struct run *run)
{
	const struct box_result *r = run->shown;

	json_format(w, "stdout: %.*s, stderr: %.*s", STR_ARG(r->out.bytes), STR_ARG(r->err.bytes));
	if (run->task->channel == CHANNEL_RESULT)
		json_put_str(w, "result", r->result.bytes);
	put_value(w, r->value);
	record_put_object(w, "error", &error_form, r->error.name.n > 0 ? &r->error : NULL);
	json_name(w, "execution");
	if (run->executed)
		box_result_json(r, w);
	else
		json_null(w);
	put_artifacts(w, r);
}

/* Writes the outcome for a caller: what the record has, and nothing that the program only
 * printed. */
static void
put_outcome(struct json_writer *w, const struct run *run)
{
	json_name(w, "answer");
	if (run->status == RUN_ANSWERED) {
		json_raw(w, run->answer);
		put_value(w, run->shown->value);
		put_artifacts(w, run->shown);
	} else {
		json_null(w);
	}
	put_findings(w, run);
}

static void
put_prompts(struct json_writer *w, const struct run *run)
{
	struct planner_prompt prompts[PLANNER_STAGES_MAX];
	size_t count = run->planner ? planner_prompts(prompts) : 0;

	record_put_list(w, "prompts", &prompt_form, prompts, count);
}

static void
put_plan(struct json_writer *w, const struct run *run)
{
	json_name(w, "plan");
	if (run->planned)
		plan_json(&run->plan, w);
	else
		json_null(w);
}

/* Writes who asked, whether the request is signed, and whether those who decided were others for certain. */
static void
put_duties(struct json_writer *w, const struct run *run)
{
	const char *why = run_duties_joined(run->solo, run->request_signed);

	if (run->requester) {
		json_format(w, "requested_by: {id: %s, authenticated: %d", run->requester,
		    run->request_signed);
		if (run->request_signed)
			json_format(w, "keyid: %s, request_sha256: %s", run->request_keyid,
			    run->request_sha256);
		json_end_object(w);
	}
	if (!run->approval)
		return;
	json_format(w, "separation_of_duties: %d, separation_reason: ?%s", !why, why);
}

void
run_json(const struct run *run, bool indent, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, indent);
	json_format(&w, "{run_id: %s, status: %s, exit_code: %u, stage: %s, reason: %.*s", run->id,
	    run_status_name(run->status), run->exit_code, stage_name(run->stage),
	    STR_ARG(run->reason));
	json_name(&w, "answer");
	if (run->status == RUN_ANSWERED)
		json_raw(&w, run->answer);
	else
		json_null(&w);
	put_duties(&w, run);
	record_put_object(
	    &w, "explanation", &words_form, run->words.text.n > 0 ? &run->words : NULL);
	put_execution(&w, run);
	put_findings(&w, run);
	json_put_bool(&w, "evasion", run->evasion);
	put_validation(&w, run);
	put_leaks(&w, run);
	json_put_number(&w, "attempts", (int64_t)run->attempt_count);
	put_history(&w, run);
	json_put_text(&w, "code_sha256", run->code_sha256[0] ? run->code_sha256 : NULL);
	if (run->cell_from >= 0)
		json_format(&w, "cell: {from: %ld}", run->cell_from);
	put_plan(&w, run);
	put_prompts(&w, run);
	put_task(&w, run);
	put_usage(&w, run);
	put_models(&w, run);
	json_end_object(&w);
	buf_char(out, '\n');
}

static const char *
event_name(enum run_event_type type)
{
	static const char *const NAMES[] = {
	    [EVENT_RUN_STARTED] = "run.started",
	    [EVENT_STAGE_STARTED] = "stage.started",
	    [EVENT_STAGE_FINISHED] = "stage.finished",
	    [EVENT_REPAIR] = "run.repair",
	    [EVENT_VIOLATION] = "run.violation",
	    [EVENT_EVASION] = "run.evasion",
	    [EVENT_MODEL] = "model.progress",
	    [EVENT_OUTPUT] = "run.output",
	    [EVENT_RUN_FINISHED] = "run.finished",
	};

	return NAMES[type];
}

static const char *
verdict_name(enum verdict v)
{
	return v == VERDICT_PASS ? "pass" : v == VERDICT_ESCALATE ? "escalate" : "stop";
}

void
run_event_json(const struct run *run, const struct run_event *event, struct buf *out)
{
	char stamp[CLOCK_STAMP_BYTES];
	struct json_writer w;

	clock_stamp(stamp);
	json_writer_init(&w, out, false);
	json_format(&w, "{v: %u, seq: %ld, ts: %s, run_id: %s, type: %s", 1u, run->event_count,
	    stamp, run->id, event_name(event->type));
	if (event->type == EVENT_STAGE_STARTED || event->type == EVENT_STAGE_FINISHED)
		json_put_text(&w, "stage", stage_name(event->stage));
	if (event->type == EVENT_STAGE_FINISHED) {
		json_format(&w, "verdict: %s, elapsed_us: %ld", verdict_name(event->verdict),
		    event->elapsed_us);
		if (event->verdict != VERDICT_PASS)
			json_put_str(&w, "reason", run->reason);
	}
	if (event->type == EVENT_MODEL) {
		static const char *const kinds[] = {[PLANNER_ASKING] = "asking",
		    [PLANNER_RECEIVING] = "receiving",
		    [PLANNER_WAITING] = "waiting",
		    [PLANNER_FALLBACK] = "fallback"};
		json_format(&w, "stage: %s, progress: %s, amount: %ld", event->progress->stage,
		    kinds[event->progress->kind], event->progress->amount);
	}
	if (event->type == EVENT_VIOLATION) {
		const struct box_result *r = run->shown;
		json_format(&w, "attempt: %zu, code_sha256: %s, outcome: %s", run->attempt_count,
		    run->code_sha256, box_outcome_name(r->outcome));
		json_name(&w, "violations");
		box_violations_json(r->violations, r->violation_count, &w);
		json_put_number(&w, "violations_more", (int64_t)r->violations_more);
	}
	if (event->type == EVENT_EVASION)
		json_format(&w, "attempt: %zu, code_sha256: %s, reason: %.*s", run->attempt_count,
		    run->code_sha256, STR_ARG(run->reason));
	if (event->type == EVENT_OUTPUT)
		json_format(&w,
		    "attempt: %zu, stream: %s, believed: false, text: %.*s, withheld: %d, cut: %d",
		    run->attempt_count, event->output->stream, STR_ARG(event->output->text),
		    event->output->end == LIVE_WITHHELD, event->output->end == LIVE_CUT);
	if (event->type == EVENT_REPAIR)
		json_format(&w, "attempt: %ld, cause: %s", (int64_t)run->attempt_count + 1,
		    feedback_cause_name(run->mend.cause));
	if (event->type == EVENT_RUN_FINISHED) {
		json_format(&w, "status: %s, exit_code: %u, reason: %.*s, elapsed_us: %ld",
		    run_status_name(run->status), run->exit_code, STR_ARG(run->reason),
		    event->elapsed_us);
		put_outcome(&w, run);
	}
	json_end_object(&w);
	buf_char(out, '\n');
}
