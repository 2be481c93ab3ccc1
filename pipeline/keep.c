/* SPDX-License-Identifier: MIT */
#include "keep.h"
#include "terms.h"

#include "clock.h"
#include "receipt.h"

#define RECORD_BYTES_MAX ((size_t)256 << 20)
#define PLAN_BYTES_MAX ((size_t)16 << 20) /* a reply's, with room for escapes */

/* A halt or a cancellation ends a box within a second (docs/runs.md); what else that second holds is
 * CANCEL_MS of the executor. */
#define LOOK_US 150000

bool
keep_look(struct keep *k)
{
	bool renews = clock_us() - k->renewed_us > LEASE_US / 3;
	struct err err;

	if (renews ? queue_renew(k->w->store, k->job, &err) : queue_look(k->w->store, k->job, &err))
		k->renewed_us = renews ? clock_us() : k->renewed_us;
	else if (err.code == ERR_FENCED || clock_us() - k->renewed_us > LEASE_US / 3 * 2)
		k->lost = true;
	k->looked_us = clock_us();
	return k->lost || k->job->cancel_requested || k->job->halted;
}

bool
keep_is_crowded(const struct keep *k)
{
	return k->w->slots && slots_are_crowded(k->w->slots);
}

static bool
ends(struct keep *k)
{
	bool over = k->lost || k->job->cancel_requested || k->job->halted;

	if (!over && clock_us() - k->looked_us > LOOK_US)
		over = keep_look(k);
	return over || (k->watched.cancelled && k->watched.cancelled(k->watched.context));
}

/* While the run waits for a model, others have the turn. */
bool
keep_alive(void *context)
{
	struct keep *k = context;

	if (!k->waits)
		return ends(k);
	store_turn_take(k->w->store);
	bool over = ends(k);
	store_turn_give(k->w->store);
	return over;
}

void
keep_waits(void *context, bool begins)
{
	struct keep *k = context;

	if (!k->w->slots)
		return;
	k->waits = begins;
	if (begins)
		slots_wait_begins(k->w->slots, &k->program);
	else
		slots_wait_over(k->w->slots, &k->program);
}

void
keep_meanwhile(void *context)
{
	const struct keep *k = context;

	store_meanwhile(k->w->store);
	if (keep_is_crowded(k))
		task_box_keep(k->a, k->run->task, k->run->requester, k->w->pool);
}

void
keep_event(void *context, const struct run *run, const struct run_event *event)
{
	const struct keep *k = context;

	if (k->watched.event)
		k->watched.event(k->watched.context, run, event);
}

static bool
put(struct keep *k, struct str bytes, const char *media_type, char sha256[DIGEST_HEX_BYTES],
    struct err *err)
{
	return content_put(k->w->store, bytes, media_type, sha256, err);
}

/* Stores the subject that people, or the policy, decide about. */
static bool
put_subject(struct keep *k, const struct run *run, char sha256[DIGEST_HEX_BYTES], struct err *err)
{
	return content_put_open(k->w->store, run->subject, "application/json", sha256, err);
}

bool
keep_advance(struct keep *k, const struct run_change *change, struct err *err)
{
	if (!runs_advance(k->w->store, k->job, change, err)) {
		k->lost = k->lost || err->code == ERR_FENCED;
		return false;
	}
	k->state = change->to;
	return true;
}

static bool
keep_plan(struct keep *k, const struct run *run, struct err *err)
{
	char sha256[DIGEST_HEX_BYTES];
	struct json_writer w;
	struct buf text;

	json_begin(&w, &text, PLAN_BYTES_MAX);
	plan_json(&run->plan, &w);
	const struct run_change change = {.to = STATE_PLANNED, .plan_sha256 = sha256};
	bool good = (!text.failed || err_memory(err)) &&
		    put(k, buf_view(&text), "application/json", sha256, err) &&
		    (k->state != STATE_RECEIVED || keep_advance(k, &change, err));
	buf_release(&text);
	return good;
}

int64_t
keep_violations(const struct run *run, size_t before)
{
	return run->attempt_count > before
		   ? (int64_t)attempt_violations(&run->attempts[run->attempt_count - before - 1])
		   : 0;
}

/* A repair: what the program before it did is in that one's record. */
static bool
keep_code(struct keep *k, const struct run *run, struct err *err)
{
	const char *author = run->requester;
	char sha256[DIGEST_HEX_BYTES];
	const struct run_change change = {.to = STATE_GENERATED,
	    .code_sha256 = sha256,
	    .record_sha256 = k->attempt[0] ? k->attempt : NULL,
	    .violations = keep_violations(run, 1),
	    .authors = &author,
	    .author_count = 1};

	return put(k, run->code, "text/x-python", sha256, err) && keep_advance(k, &change, err);
}

/* One person alone, by the trust file's own word, decides about what he asked for himself. */
static bool
asks_himself(struct keep *k, const struct run *run)
{
	struct err_list errs = {.count = 0};
	struct trust *t;

	return k->w->trust && trust_load(k->a, k->w->trust, &t, &errs) && t->solo &&
	       t->count == 1 && str_is(t->people[0].id, run->requester);
}

/* The terms under which people decide, from the policy; the store adds name, round, nonce and
 * times. */
static bool
fill_rule(struct keep *k, const struct run *run, const char *kind, struct approval_rule *rule,
    struct err *err)
{
	struct str *authors = arena_array(k->a, 1, sizeof(*authors));

	if (!authors)
		return err_memory(err);
	authors[0] = str_from(run->requester);
	*rule = (struct approval_rule){.run = str_from(run->id),
	    .kind = str_from(kind),
	    .requester = str_from(run->requester),
	    .solo = asks_himself(k, run),
	    .authors = authors,
	    .author_count = 1};
	return terms_write(k->a, run->task->policy, rule, err);
}

/* The one use of the approval, if its rule still asks for what the policy does. */
static bool
use_approval(struct keep *k, const struct run *run, const char *subject, struct err *err)
{
	struct approval_rule rule;

	return approval_rule_read(k->a, run->approval->approval->rule, &rule, err) &&
	       terms_hold(run->task->policy, &rule, err) &&
	       approvals_consume(k->w->store, k->job, k->approval, subject, err);
}

/* Writes the subject of the decision. A folder that the policy names and this machine lacks is the policy's
 * fault, not the store's. */
static bool
describe(struct run *run, struct str output, struct err *err)
{
	struct box_spec spec;

	if (run_fill_box(run, &spec, err) && subject_write(run, &spec, output, &run->subject, err))
		return true;
	err->code = err->code == ERR_SYSTEM ? ERR_INPUT : err->code;
	return false;
}

static bool
ask_people(struct keep *k, struct run *run, const char *kind, struct str output, struct err *err)
{
	char sha256[DIGEST_HEX_BYTES];
	struct approval_rule rule;

	if (!fill_rule(k, run, kind, &rule, err) || !describe(run, output, err) ||
	    !put_subject(k, run, sha256, err))
		return false;
	const struct run_change change = {.to = STATE_AWAITING_APPROVAL,
	    .subject_sha256 = sha256,
	    .reason = run->reason,
	    .exit_code = EXIT_ESCALATED,
	    .approval = &rule};
	return keep_advance(k, &change, err);
}

/* A run that went past its check before (an approval, a crash) keeps what was written then. */
static bool
is_past_check(const struct keep *k)
{
	return k->state != STATE_RECEIVED && k->state != STATE_PLANNED &&
	       k->state != STATE_GENERATED;
}

static bool
keep_check(struct keep *k, struct run *run, enum verdict verdict, struct err *err)
{
	char code[DIGEST_HEX_BYTES], found[DIGEST_HEX_BYTES], subject[DIGEST_HEX_BYTES];
	const char *author = run->requester;
	struct str findings;

	if (run->checked && is_past_check(k) && verdict == VERDICT_ESCALATE)
		return err_set(err, ERR_REFUSED,
		    "the exception that let this run pass its check is no longer in force");
	if (!run->checked || is_past_check(k))
		return true;
	if (!findings_write(run, &findings, err) ||
	    !put(k, findings, "application/json", found, err) ||
	    !put(k, run->code, "text/x-python", code, err))
		return false;
	struct run_change change = {.to = STATE_CHECKED,
	    .code_sha256 = code,
	    .findings_sha256 = found,
	    .policy_sha256 = policy_digest(run->task->policy),
	    .verdict = decision_name(run_decision(run)),
	    .authors = &author,
	    .author_count = 1};
	if (verdict == VERDICT_PASS) {
		if (!describe(run, STR(""), err) || !put_subject(k, run, subject, err))
			return false;
		change.subject_sha256 = subject;
	}
	return keep_advance(k, &change, err) && (verdict != VERDICT_ESCALATE || run->evasion ||
						    ask_people(k, run, "execute", STR(""), err));
}

bool
keep_put_record(
    struct keep *k, const struct run *run, char sha256[DIGEST_HEX_BYTES], struct err *err)
{
	struct buf text;

	buf_init(&text, RECORD_BYTES_MAX);
	run_json(run, false, &text);
	bool good = text.failed ? err_set(err, ERR_LIMIT, "the run's record is too large")
				: put(k, buf_view(&text), "application/json", sha256, err);
	buf_release(&text);
	return good;
}

/* A program that ran and may be repaired: the next one takes its place in the run's record. */
static bool
keep_attempt(struct keep *k, const struct run *run, struct err *err)
{
	return run->feedback.cause == FEEDBACK_NONE || run->task->has_code ||
	       keep_put_record(k, run, k->attempt, err);
}

static bool
keep_output(struct keep *k, struct run *run, struct err *err)
{
	char output[DIGEST_HEX_BYTES], record[DIGEST_HEX_BYTES], result[DIGEST_HEX_BYTES],
	    sha256[DIGEST_HEX_BYTES];
	const struct box_result *r = &run->execution;
	const struct run_change change = {.to = STATE_RAN,
	    .output_sha256 = output,
	    .record_sha256 = record,
	    .result_sha256 = result,
	    .violations = keep_violations(run, 0)};

	if (run->restored)
		return true;
	for (size_t i = 0; i < r->artifact_count; i++)
		if (!put(k, r->artifacts[i].bytes, "application/octet-stream", sha256, err) ||
		    !content_use(k->w->store, run->id, CLASS_OUTPUT, sha256, err))
			return false;
	return put(k, run_output(run)->bytes, "application/octet-stream", output, err) &&
	       keep_put_record(k, run, record, err) &&
	       keep_result(k, run, output, record, result, err) && keep_advance(k, &change, err);
}

static bool
keep_verdict(struct keep *k, struct run *run, enum verdict verdict, struct err *err)
{
	char subject[DIGEST_HEX_BYTES];
	const struct run_change change = {.to = STATE_VALIDATED};

	if (verdict == VERDICT_ESCALATE)
		return ask_people(k, run, "release_output", run_output(run)->bytes, err);
	if (verdict != VERDICT_PASS || k->state == STATE_VALIDATED)
		return true;
	if (!run->release)
		return keep_advance(k, &change, err);
	if (!put_subject(k, run, subject, err) || !use_approval(k, run, subject, err))
		return false;
	k->state = STATE_VALIDATED;
	return true;
}

static bool
keep_step(struct keep *k, struct run *run, struct keep_step step, struct err *err)
{
	bool passed = step.verdict == VERDICT_PASS;

	switch (step.stage) {
	case STAGE_PLAN:
		return !passed || keep_plan(k, run, err);
	case STAGE_GENERATE:
		return !passed || keep_code(k, run, err);
	case STAGE_CHECK:
		return keep_check(k, run, step.verdict, err);
	case STAGE_RUN:
		return passed ? keep_output(k, run, err) : keep_attempt(k, run, err);
	case STAGE_VALIDATE:
		return keep_verdict(k, run, step.verdict, err);
	default:
		return err_set(err, ERR_INTERNAL, "stage %zu is not known", step.stage);
	}
}

bool
keep_catch_up(const struct keep_leaving *l, struct err *err)
{
	struct keep *k = l->k;
	bool good = true;

	k->state = l->before;
	for (size_t i = 0; good && i < k->deferred_count; i++)
		good = keep_step(k, l->run, k->deferred[i], err);
	return good;
}

static bool
leave(struct store *s, void *context, struct err *err)
{
	const struct keep_leaving *l = context;

	(void)s;
	return keep_catch_up(l, err) && keep_step(l->k, l->run, l->step, err);
}

bool
keep_written(const struct keep_leaving *l, bool done, const struct err *err)
{
	struct keep *k = l->k;

	if (done)
		k->deferred_count = 0;
	else
		k->state = l->before;
	if (!done && (err->code == ERR_SYSTEM || err->code == ERR_FENCED)) {
		k->lost = true;
		k->why = *err;
	}
	return done;
}

/* A stage of given code that passes is followed by the start or the end, which are durable before
 * code runs or anybody is answered: where the store defers, it is written with these. A model's
 * program is paid for, and an approval is used once: these are durable at once. */
static bool
is_followed(const struct run *run, enum verdict verdict)
{
	return verdict == VERDICT_PASS && run->task->has_code && !run->release;
}

static bool
left(void *context, struct run *run, enum verdict verdict, struct err *err)
{
	struct keep *k = context;
	struct keep_leaving l = {k, run, {run->stage, verdict}, k->state};

	keep_program_over(k);
	if (is_followed(run, verdict) && store_defers(k->w->store)) {
		/* A box that can't be described ends the run here, where that can be written. */
		if (run->stage == STAGE_CHECK && !describe(run, STR(""), err))
			return false;
		k->deferred[k->deferred_count++] = l.step;
		return true;
	}
	return keep_written(&l, store_do(k->w->store, leave, &l, err), err);
}

static bool
start(struct store *s, void *context, struct err *err)
{
	const struct keep_leaving *l = context;
	const struct run_change change = {.to = STATE_RUNNING};
	char subject[DIGEST_HEX_BYTES];
	struct keep *k = l->k;

	(void)s;
	if (!keep_catch_up(l, err))
		return false;
	if (!l->run->approval)
		return keep_use_exceptions(k, l->run, err) && keep_advance(k, &change, err);
	if (!put_subject(k, l->run, subject, err) || !use_approval(k, l->run, subject, err))
		return false;
	k->state = STATE_RUNNING;
	return true;
}

/* Signs the events that an earlier run left unsigned, however old, before this one starts. A log that
 * can't go on, or a machine that can't sign, is no failure of the run. */
static bool
log_is_ready(struct keep *k, struct err *err)
{
	if (k->w->slots && slots_log_is_ready(k->w->slots))
		return true;
	if (ledger_may_go_on(k->w->store, err) && receipt_ready(k->w->store, err)) {
		if (k->w->slots)
			slots_log_was_ready(k->w->slots);
		return true;
	}
	k->lost = true;
	k->why = *err;
	return false;
}

/* The box of a run that waits for its turn would wait beside it. */
static void
program_begins(struct keep *k, struct run *run)
{
	slots_program_begins(k->w->slots, &k->program, keep_alive, k);
	if (run->session || run->ahead)
		return;
	run->ahead = k->ahead;
	*run->ahead = task_box_ahead(k->a, run->task, run->requester, run->pool, NULL);
}

void
keep_program_over(struct keep *k)
{
	if (k->w->slots)
		slots_program_over(k->w->slots, &k->program);
}

static bool
starting(void *context, struct run *run, struct err *err)
{
	struct keep *k = context;
	struct keep_leaving l = {.k = k, .run = run, .before = k->state};

	if (!log_is_ready(k, err) || !keep_written(&l, store_do(k->w->store, start, &l, err), err))
		return false;
	if (k->w->slots)
		program_begins(k, run);
	return true;
}

void
keep_init(struct keep *k)
{
	k->keeper = (struct run_keeper){starting, left, k};
	k->renewed_us = clock_us();
}
