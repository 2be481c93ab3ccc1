/* SPDX-License-Identifier: MIT */
/* The stages: each asks the folder that does the work, and turns its answer into a
 * verdict. */
#include "pipeline.h"
#include "tool.h"

#include "clock.h"
#include "verdict_cache.h"
#include "waive.h"

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

static bool
make_planner(struct run *run, struct err *err)
{
	if (!cell_session_lives(run, err) || (run->planner && !cell_place(run, err)))
		return false;
	if (!run->planner && !task_planner(run->arena, run->task, &run->planner, err))
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

static bool
ask_for_plan(struct run *run, struct err *err)
{
	run_waits(run, true);
	bool good = planner_plan(run->planner, run->deadline_us, &run->plan, err);
	run_waits(run, false);
	return good;
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
	if (!make_planner(run, &err) || !ask_for_plan(run, &err) ||
	    !task_tell_imports(run->arena, run->task, &run->plan, &err))
		return model_failed(run, &err);
	run->planned = true;
	return judge_plan(run);
}

static enum verdict
take_program(struct run *run, struct str code)
{
	struct run_attempt *now = &run->attempts[run->attempt_count++];

	struct err err;

	run->code = now->own = code;
	if (!cell_before(run, &err) || !tools_before(run, &err))
		return run_fail(run, &err, EXIT_INTERNAL);
	now->code = run->code;
	digest_hex_of(now->code, now->code_sha256);
	now->model = planner_answered(run->planner);
	memcpy(run->code_sha256, now->code_sha256, DIGEST_HEX_BYTES);
	for (size_t i = 0; i + 1 < run->attempt_count; i++)
		if (str_eq(run->attempts[i].own, code))
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
	if (!cell_place(run, &err))
		return run_fail(run, &err, EXIT_REFUSED);
	run_waits(run, true);
	bool good = planner_generate(run->planner, &run->plan, last ? &run->mend : NULL,
	    run->deadline_us, &code, &give_up, &words, &err);
	run_waits(run, false);
	if (!good) {
		if (last)
			err_wrap(
			    &err, "the model did not repair '%.*s'", STR_ARG(run->mend.summary));
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

/* Writes the findings for the model, and the fingerprint by which two refusals are the same. */
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

/* An evasion attempt never gets feedback. A reviewer that the policy may call in only examines the
 * incident: the verdict stays a denial, which no approval can change. */
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
	    .policy = policy_id(run->task->policy),
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
			    "the policy requires '%.*s', which is not a guarantee's name",
			    STR_ARG(name));
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
		    "the policy requires '%.*s', which this machine can't give",
		    STR_ARG(run->without[0]));
	return run_escalate(run, "the task asks for a review");
}

/* Stops the program, or escalates it to a person. */
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

	if (runs && !run->restored && !run->session && run->ahead && !*run->ahead)
		*run->ahead =
		    task_box_ahead(run->arena, run->task, run->requester, run->pool, NULL);
}

enum verdict
stage_check(struct run *run)
{
	const struct check_setting at = {.now_us = time_of(run),
	    .requester = str_from(run->requester),
	    .people = run->people,
	    .trials = (const struct policy *const *)run->task->trials,
	    .trial_count = run->task->trial_count};
	struct err err;

	struct str refused = tools_refused(run->arena, run->task);
	if (refused.n > 0)
		return run_stop(run, RUN_REFUSED, EXIT_REFUSED, "%.*s", STR_ARG(refused));
	run->described = false;
	if (!verdict_check(
		run->verdicts, run->task->policy, run->arena, run->code, &at, &run->check, &err))
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
