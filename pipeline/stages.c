/* SPDX-License-Identifier: MIT */
/* What happens at each stage: the folder that does the work is asked, and its answer becomes a
 * verdict. */
#include "pipeline.h"

#include "clock.h"
#include "waiver.h"
#include "words.h"

#include <inttypes.h>
#include <stdio.h>

#define DETAILS_BYTES_MAX 16384

/* Ends `text` as a string of the run's; empty when out of memory, for these are words for a model.
 */
struct str
run_keep(struct run *run, struct buf *text)
{
	struct str kept = STR("");

	(void)arena_copy(run->arena, buf_view(text), &kept);
	buf_release(text);
	return kept;
}

static void
hear_model(void *context, const struct planner_progress *progress)
{
	struct run *run = context;
	struct run_event event = {.type = EVENT_MODEL, .stage = run->stage, .progress = progress};

	run_tell(run, &event);
}

#define NOT_ONE_DOCUMENT "This takes the place of every rule about one JSON document.\n"
#define NOT_PRINTED                                                                                \
	"This takes the place of every rule about what the program prints: standard output is a "  \
	"log, "                                                                                    \
	"which nobody reads as the output. The last line of the program is an expression, at the " \
	"left margin, whose value is a str: that text is the output. "

/* Likewise, where the output is not printed. */
static struct str
result_words(enum output_framing framing)
{
	switch (framing) {
	case OUTPUT_NDJSON:
		return STR(NOT_PRINTED "It is one JSON document a line, as in "
				       "'\\n'.join(json.dumps(r) for r in records), at least one, "
				       "and the "
				       "output schema is that of each record.");
	case OUTPUT_CSV:
		return STR(NOT_PRINTED
		    "It is a table, as csv.writer writes it to an io.StringIO (getvalue()): a "
		    "header row, then rows of as many cells. It is read as an array with an object "
		    "for each row, and the output schema is that of this array: a cell becomes a "
		    "number, true or false where the schema's type wants one and it is written as "
		    "in JSON, null where that is allowed and it is empty, and else a string.");
	case OUTPUT_TEXT:
		return STR(NOT_PRINTED "It is one string of plain text, and the output schema is "
				       "that of this string.");
	case OUTPUT_JSON:
	default:
		return STR(NOT_PRINTED "It is exactly one JSON document: json.dumps(result).");
	}
}

/* What a model is told; the rules of the prompts are those of json on standard output. */
static struct str
framing_words(enum output_framing framing)
{
	switch (framing) {
	case OUTPUT_NDJSON:
		return STR(NOT_ONE_DOCUMENT
		    "The program prints one JSON document a line, each with "
		    "print(json.dumps(record)) "
		    "and no indent, at least one, and no blank lines. The output schema is that of "
		    "each record.");
	case OUTPUT_CSV:
		return STR(
		    NOT_ONE_DOCUMENT "The program prints a table with csv.writer(sys.stdout): a "
				     "header row, then rows of "
				     "as many cells, and nothing else. The table is read as an "
				     "array with an object for "
				     "each row, and the output schema is that of this array: a "
				     "cell becomes a number, "
				     "true or false where the schema's type wants one and it is "
				     "written as in JSON, null "
				     "where that is allowed and it is empty, and else a string.");
	case OUTPUT_TEXT:
		return STR(
		    NOT_ONE_DOCUMENT "The program prints plain text in UTF-8. All of it, a last "
				     "newline included, is one "
				     "string, and the output schema is that of this string.");
	case OUTPUT_JSON:
	default:
		return STR("");
	}
}

static bool
make_planner(struct run *run, struct err *err)
{
	const struct task *task = run->task;
	struct buf policy, limits;
	struct planner_task words = {.goal = task->goal, .schema_text = task->schema_text};
	struct planner_input *inputs =
	    arena_array(run->arena, task->input_count + 1, sizeof(*inputs));

	if (!inputs)
		return err_memory(err);
	for (size_t i = 0; i < task->input_count; i++)
		inputs[i] = (struct planner_input){task->inputs[i].name, task->inputs[i].bytes,
		    task->inputs[i].sensitive, task->inputs[i].sensitive_count};
	words.sample_rows = (size_t)policy_settings_of(task->policy)->sample_rows;
	words.framing_text = task->channel == CHANNEL_RESULT ? result_words(task->framing)
							     : framing_words(task->framing);
	words.inputs = inputs;
	words.input_count = task->input_count;
	buf_init(&policy, 256 << 10);
	policy_prompt(task->policy, &policy);
	words.policy_text = run_keep(run, &policy);
	buf_init(&limits, 4096);
	buf_printf(&limits,
	    "wall clock: %" PRId64 " ms\nprocessor: %" PRId64 " ms\nmemory: %" PRId64
	    " bytes\noutput: %" PRId64 " bytes\n",
	    task->limits.wall_ms, task->limits.cpu_ms, task->limits.memory_bytes,
	    task->limits.output_bytes);
	words.limits_text = run_keep(run, &limits);
	if (!planner_new(run->arena, &task->model, &words, &run->planner, err))
		return false;
	planner_watch(run->planner, hear_model, run);
	planner_cancel(run->planner, run->observer.cancelled, run->observer.context);
	return true;
}

/* A plan that needs what the policy refuses is refused before any code is asked for. */
static enum verdict
judge_plan(struct run *run)
{
	const struct plan *plan = &run->plan;

	if (!plan->feasible)
		return run_stop(run, RUN_REFUSED, EXIT_REFUSED,
		    "the plan says that it can't be done: %.*s", STR_ARG(plan->why_not));
	for (size_t i = 0; i < plan->import_count; i++) {
		struct str message = STR("");
		if (policy_import(run->task->policy, plan->imports[i], &message) != DECISION_DENY)
			continue;
		return run_stop(run, RUN_REFUSED, EXIT_REFUSED,
		    "the plan imports '%.*s', which the policy refuses", STR_ARG(plan->imports[i]));
	}
	return VERDICT_PASS;
}

/* A model that was cut short by the caller has not failed, and a used-up budget is the model's. */
static enum verdict
model_failed(struct run *run, const struct err *err)
{
	if (run->observer.cancelled && run->observer.cancelled(run->observer.context))
		return run_stop(
		    run, RUN_CANCELLED, EXIT_CANCELLED, "cancelled while the model was asked");
	return run_fail(run, err, err->code == ERR_LIMIT ? EXIT_PROVIDER : sluice_exit_of(err));
}

enum verdict
stage_plan(struct run *run)
{
	struct err err;

	if (run->model_withheld)
		return run_stop(run, RUN_REFUSED, EXIT_REFUSED,
		    "this worker takes no model settings from '%s'; start it with "
		    "--trust-submitters, or bring the program with --code",
		    run->requester);
	if (!make_planner(run, &err) ||
	    !planner_plan(run->planner, run->deadline_us, &run->plan, &err))
		return model_failed(run, &err);
	run->planned = true;
	return judge_plan(run);
}

static enum verdict
take_program(struct run *run, struct str code)
{
	struct run_attempt *now = &run->attempts[run->attempt_count++];

	digest_hex_of(code, now->code_sha256);
	now->code = code;
	run->code = code;
	memcpy(run->code_sha256, now->code_sha256, DIGEST_HEX_BYTES);
	for (size_t i = 0; i + 1 < run->attempt_count; i++)
		if (strcmp(run->attempts[i].code_sha256, now->code_sha256) == 0)
			return run_stop(run, run->status, run->exit_code,
			    "the model gave the same program again");
	return VERDICT_PASS;
}

enum verdict
stage_generate(struct run *run)
{
	const struct run_attempt *last =
	    run->attempt_count > 0 ? &run->attempts[run->attempt_count - 1] : NULL;
	struct str code, words;
	bool give_up = false;
	struct err err;

	if (run->attempt_count >= RUN_ATTEMPTS_MAX)
		return run_stop(run, RUN_FAILED, EXIT_INTERNAL, "no attempt is left");
	if (!planner_generate(run->planner, &run->plan, last ? &run->mend : NULL, run->deadline_us,
		&code, &give_up, &words, &err)) {
		if (last)
			err_wrap(&err, "no repair came of '%.*s'", STR_ARG(run->mend.summary));
		return model_failed(run, &err);
	}
	if (give_up)
		return run_stop(run, run->status, last ? run->exit_code : EXIT_PROVIDER,
		    "the model gave up: %.*s", STR_ARG(words));
	return take_program(run, code);
}

static void
describe(const struct finding *f, struct buf *out)
{
	if (f->line > 0)
		buf_printf(out, "line %u, column %u: ", f->line, f->column);
	buf_printf(out, "[%.*s] ", STR_ARG(f->rule));
	buf_str(out, f->message);
	if (f->remedy.n > 0) {
		buf_text(out, "; instead: ");
		buf_str(out, f->remedy);
	}
	buf_text(out, "\n    ");
	buf_visible(out, f->snippet, 120);
	buf_char(out, '\n');
}

/* What a model is told about the findings, and what makes two refusals the same. */
static void
gather(const struct finding *list, size_t count, struct buf *details, struct buf *fingerprint,
    bool *evasion)
{
	for (size_t i = 0; i < count; i++) {
		if (!finding_decides(&list[i]))
			continue;
		if (list[i].decision == DECISION_DENY)
			*evasion = *evasion || list[i].evasion;
		describe(&list[i], details);
		buf_printf(
		    fingerprint, "%.*s %.*s\n", STR_ARG(list[i].rule), STR_ARG(list[i].snippet));
	}
}

/* A probe is never answered with feedback. The reviewer whom the policy may call looks at an
 * incident: the verdict stays a denial, and no approval fits it. */
static enum verdict
end_evasion(struct run *run)
{
	run->evasion = true;
	run_emit(run, EVENT_EVASION, VERDICT_STOP, 0);
	if (!policy_settings_of(run->task->policy)->escalates_evasion)
		return VERDICT_STOP;
	struct str reason = run->reason;
	return run_escalate(run, "an attempt to evade the policy: %.*s", STR_ARG(reason));
}

/* The first that makes the verdict what it is; NULL where only a ceiling does. */
static const struct finding *
deciding(const struct policy_verdict *v)
{
	for (size_t i = 0; i < v->count; i++)
		if (finding_decides(&v->findings[i]) && v->findings[i].decision == v->decision)
			return &v->findings[i];
	return NULL;
}

enum verdict
run_refuse(struct run *run, const struct finding *first, const struct finding *list, size_t count)
{
	struct buf details, fingerprint;
	bool evasion = false;

	if (!first)
		return run_stop(run, RUN_REFUSED, EXIT_REFUSED, "the policy refuses it");
	char line[24] = "";
	if (first->line > 0)
		snprintf(line, sizeof(line), "line %u: ", first->line);
	run_stop(run, RUN_REFUSED, EXIT_REFUSED, "%s%.*s [%.*s]", line, STR_ARG(first->message),
	    STR_ARG(first->rule));
	buf_init(&details, DETAILS_BYTES_MAX);
	buf_init(&fingerprint, DETAILS_BYTES_MAX);
	gather(list, count, &details, &fingerprint, &evasion);
	struct str words = run_keep(run, &details), print = run_keep(run, &fingerprint);
	return evasion ? end_evasion(run) : run_offer_repair(run, FEEDBACK_POLICY, words, print);
}

/* The store's time at the run's begin, and what has passed since by a clock that nobody sets. */
static int64_t
time_of(const struct run *run)
{
	return run->now_us + (clock_us() - run->started_us);
}

static struct waiver_case
case_of(const struct run *run)
{
	return (struct waiver_case){.now_us = time_of(run),
	    .code_sha256 = run->code_sha256,
	    .requester = str_from(run->requester),
	    .people = run->people};
}

/* Which of the exceptions the findings stand on, each once. */
static void
list_exceptions(struct run *run)
{
	const struct policy_verdict *v = &run->check;

	for (size_t i = 0; i < v->count; i++) {
		const struct waiver *w = v->findings[i].waiver;
		const struct waiver *all = run->granted->items;
		bool known = !v->findings[i].waived || w < all || w >= all + run->granted->count;

		for (size_t k = 0; !known && k < run->exception_count; k++)
			known = str_eq(run->exceptions[k], w->id);
		if (!known)
			run->exceptions[run->exception_count++] = w->id;
	}
}

/* True where each escalation has its exception; then these are what the run stands on. Of a program
 * that people have to look at anyway none is used up. */
static bool
all_excepted(struct run *run)
{
	struct policy_verdict *v = &run->check;
	const struct waiver_case c = case_of(run);
	struct finding *tried = arena_array(run->arena, v->count + 1, sizeof(*tried));

	run->exceptions = arena_array(run->arena, v->count + 1, sizeof(*run->exceptions));
	run->exception_count = 0;
	if (!run->exceptions || !tried || !run->granted)
		return false;
	memcpy(tried, v->findings, v->count * sizeof(*tried));
	waivers_apply(run->granted, &c, tried, v->count);
	for (size_t i = 0; i < v->count; i++)
		if (finding_decides(&tried[i]))
			return false;
	v->findings = tried;
	list_exceptions(run);
	return true;
}

/* Which of the guarantees that the policy wants this machine does not give. */
static bool
find_missing(struct run *run, struct err *err)
{
	const struct policy_settings *settings = policy_settings_of(run->task->policy);
	const struct words *wanted = &settings->wants;
	const struct box_spec box = {.limits = run->task->limits, .backend = settings->backend};
	struct guarantee *list;
	size_t count;

	run->without_count = 0;
	if (wanted->count == 0)
		return true;
	run->without = arena_array(run->arena, wanted->count, sizeof(*run->without));
	if (!run->without)
		return err_memory(err);
	if (!box_guarantees(run->arena, &box, &list, &count, err))
		return false;
	for (size_t i = 0; i < wanted->count; i++) {
		struct str name = wanted->items[i];
		const struct guarantee *g = guarantee_find(list, count, name);

		if (!g)
			return err_set(err, ERR_INPUT,
			    "the policy wants '%.*s', which is no guarantee's name", STR_ARG(name));
		if (g->state != GUARANTEE_ENFORCED)
			run->without[run->without_count++] = name;
	}
	return true;
}

/* The policy has no objection; the task or the machine may still want a person. */
static enum verdict
allowed(struct run *run)
{
	if (run_decision(run) == DECISION_ALLOW || run->approval || run->restored)
		return VERDICT_PASS;
	if (run->without_count > 0)
		return run_escalate(run,
		    "this machine does not give '%.*s', which the policy wants",
		    STR_ARG(run->without[0]));
	return run_escalate(run, "the task asks for a review");
}

/* What stands in the way of the program: a person, or nobody may pass it. */
static enum verdict
escalated(struct run *run)
{
	const struct finding *first = deciding(&run->check);

	if (!first)
		return run_stop(run, RUN_REFUSED, EXIT_REFUSED, "the policy refuses it");
	if (run->approval || run->restored)
		return VERDICT_PASS;
	if (!run->task->review && run->without_count == 0 && all_excepted(run))
		return VERDICT_PASS;
	return run_escalate(run, "line %u: %.*s [%.*s]%s%.*s", first->line, STR_ARG(first->message),
	    STR_ARG(first->rule), run->ungranted.n > 0 ? "; " : "", STR_ARG(run->ungranted));
}

/* While the check is written down. */
static void
begin_box(struct run *run)
{
	bool runs = run->check.decision == DECISION_ALLOW || run->approval;

	if (runs && !run->restored && run->ahead && !*run->ahead)
		*run->ahead = task_box_ahead(run->arena, run->task);
}

enum verdict
stage_check(struct run *run)
{
	const struct check_setting at = {.now_us = time_of(run),
	    .requester = str_from(run->requester),
	    .people = run->people,
	    .trials = (const struct policy *const *)run->task->trials,
	    .trial_count = run->task->trial_count,
	    .cache = run->verdicts};
	struct err err;

	if (!policy_check_at(run->task->policy, run->arena, run->code, &at, &run->check, &err))
		return run_fail(run, &err, EXIT_INTERNAL);
	run->checked = true;
	if (!find_missing(run, &err))
		return run_fail(run, &err, EXIT_SANDBOX);
	begin_box(run);
	switch (run->check.decision) {
	case DECISION_ALLOW:
		return allowed(run);
	case DECISION_ESCALATE:
		return escalated(run);
	case DECISION_DENY:
	default:
		return run_refuse(
		    run, deciding(&run->check), run->check.findings, run->check.count);
	}
}
