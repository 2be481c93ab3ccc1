/* SPDX-License-Identifier: MIT */
/* The fourth stage: the box is described, what allows it is laid beside it, and it runs. */
#include "packs.h"
#include "pipeline.h"

#include "box.h"
#include "trust.h"

#include <inttypes.h>

/* How each outcome of the box ends the run, and whether a model may mend it. */
static const struct {
	enum run_status status;
	enum sluice_exit exit_code;
	enum feedback_cause cause;
	const char *words;
} ENDS[] = {
    [BOX_UNKNOWN] = {RUN_FAILED, EXIT_SANDBOX, FEEDBACK_NONE,
	"the sandbox was lost; the program may have run"},
    [BOX_OK] = {RUN_FAILED, EXIT_INTERNAL, FEEDBACK_NONE, ""},
    [BOX_ERROR] = {RUN_FAILED, EXIT_PROGRAM, FEEDBACK_RUNTIME, "the program failed"},
    [BOX_SIGNAL] = {RUN_FAILED, EXIT_PROGRAM, FEEDBACK_RUNTIME,
	"the program was killed by a signal"},
    [BOX_WALL_TIMEOUT] = {RUN_FAILED, EXIT_SANDBOX, FEEDBACK_TIMEOUT,
	"the program ran out of time"},
    [BOX_CPU_LIMIT] = {RUN_FAILED, EXIT_SANDBOX, FEEDBACK_TIMEOUT,
	"the program used up its processor time"},
    [BOX_OUT_OF_MEMORY] = {RUN_FAILED, EXIT_SANDBOX, FEEDBACK_MEMORY,
	"the program ran out of memory"},
    [BOX_OUTPUT_LIMIT] = {RUN_FAILED, EXIT_SANDBOX, FEEDBACK_OUTPUT_LIMIT,
	"the program printed too much"},
    [BOX_FILE_LIMIT] = {RUN_FAILED, EXIT_SANDBOX, FEEDBACK_RUNTIME,
	"the program wrote too large a file"},
    [BOX_VIOLATION] = {RUN_REFUSED, EXIT_REFUSED, FEEDBACK_NONE,
	"the program tried what the policy refuses"},
    [BOX_CANCELLED] = {RUN_CANCELLED, EXIT_CANCELLED, FEEDBACK_NONE, "stopped"},
    [BOX_SETUP_FAILED] = {RUN_FAILED, EXIT_SANDBOX, FEEDBACK_NONE,
	"the sandbox could not be set up"},
    [BOX_NEVER_STARTED] = {RUN_FAILED, EXIT_SANDBOX, FEEDBACK_NONE, "the program never started"},
};

/* The rules that the box saw broken, each place once. */
static bool
find_breaches(struct run *run)
{
	const struct box_result *r = &run->execution;

	run->breach_count = 0;
	run->breaches = arena_array(run->arena, r->violation_count + 1, sizeof(*run->breaches));
	for (size_t i = 0; run->breaches && i < r->violation_count; i++) {
		const struct broken_rule b = {
		    run->code, r->violations[i].rule, r->violations[i].line};
		struct finding *one = &run->breaches[run->breach_count];
		bool known = !policy_breach(&run->check, &b, one);

		one->evasion = one->evasion || r->violations[i].attack;
		for (size_t k = 0; !known && k < run->breach_count; k++) {
			known = run->breaches[k].at == one->at &&
				run->breaches[k].line == one->line &&
				str_eq(run->breaches[k].rule, one->rule);
			run->breaches[k].evasion |= known && one->evasion;
		}
		run->breach_count += !known;
	}
	return run->breaches != NULL;
}

size_t
attempt_violations(const struct run_attempt *attempt)
{
	size_t count = attempt->violations_more;

	for (size_t i = 0; i < attempt->violation_count; i++)
		count += attempt->violations[i].rule.n > 0 || attempt->violations[i].attack;
	return count;
}

/* A repair takes the place of what is known of the run; this stays. */
static void
note_execution(struct run *run)
{
	const struct box_result *r = run->shown;
	struct run_attempt *now = &run->attempts[run->attempt_count - 1];

	now->executed = true;
	now->outcome = r->outcome;
	now->violations = r->violations;
	now->violation_count = r->violation_count;
	now->violations_more = r->violations_more;
	if (attempt_violations(now) > 0)
		run_emit(run, EVENT_VIOLATION, VERDICT_STOP, 0);
}

static enum verdict
judge_violation(struct run *run)
{
	struct err err;

	if (!find_breaches(run))
		return err_memory(&err), run_fail(run, &err, EXIT_INTERNAL);
	if (run->breach_count == 0)
		return run_stop(run, RUN_REFUSED, EXIT_REFUSED,
		    "the program tried what the policy refuses%s%.*s",
		    run->shown->detail.n > 0 ? ": " : "", STR_ARG(run->shown->detail));
	return run_refuse(run, run->breaches, run->breaches, run->breach_count);
}

/* The package whose code raised, by the last place of the traceback; empty: the program's own. */
static struct str
raised_in(struct str traceback)
{
	struct str line, found = {"", 0}, folder = STR("-packages/");

	while (str_cut(&traceback, '\n', &line)) {
		size_t at = str_find(line, folder, 0);

		if (!str_starts(line, STR("  File \"")))
			continue;
		found = at == SIZE_MAX ? STR("") : str_slice(line, at + folder.n, line.n);
		for (size_t i = 0; i < found.n; i++)
			if (found.p[i] == '/' || found.p[i] == '.' || found.p[i] == '"')
				found.n = i;
	}
	return found;
}

/* The first line that says something: some libraries frame what they raise. */
static struct str
first_words(struct str text)
{
	struct str line = {"", 0};

	while (str_cut(&text, '\n', &line))
		for (size_t i = 0; i < line.n; i++)
			if (((unsigned char)line.p[i] | 32) >= 'a')
				return str_trim(line);
	return str_trim(line);
}

/* What helps where a program or a library failed so. */
static const struct {
	const char *error, *words,
	    *remedy; /* words: of its text; of a named error also of its traceback */
} REMEDIES[] = {
    {"", "ownload",
	"the sandbox has no network: install what the library lacks on this machine, or make it an input of the task"},
    {"FileNotFoundError", "",
	"the program finds the task's inputs, by their names, and what it wrote"},
    {"OSError", "non-existent directory",
	"make the folder first, with os.makedirs(), or write to a plain name"},
    {"ImportError", "", "this machine lacks the module: install it, or do without"},
    {"ModuleNotFoundError", "", "this machine lacks the module: install it, or do without"},
    {"IndexError", "sys.argv", "a program gets no arguments: name the task's inputs in it"},
};

static const char *
remedy_for(const struct box_error *e)
{
	for (size_t i = 0; i < ARRAY_LENGTH(REMEDIES); i++) {
		struct str words = str_from(REMEDIES[i].words);

		bool any = REMEDIES[i].error[0] == '\0';

		if ((any || str_is(e->name, REMEDIES[i].error)) &&
		    (words.n == 0 || str_find(e->value, words, 0) != SIZE_MAX ||
			(!any && str_find(e->traceback, words, 0) != SIZE_MAX)))
			return REMEDIES[i].remedy;
	}
	return "";
}

static void
stop_in_library(struct run *run, struct str library, const struct box_error *e)
{
	const char *remedy = remedy_for(e);
	struct str words = first_words(e->value);

	words.n -= str_ends(words, STR("."));
	run_stop(run, RUN_FAILED, EXIT_PROGRAM,
	    "the program failed at line %" PRId64 " in '%.*s': %.*s: %.*s%s%s", e->line,
	    STR_ARG(library), STR_ARG(e->name), STR_ARG(words), remedy[0] ? "; " : "", remedy);
}

static enum verdict
judge_outcome(struct run *run)
{
	const struct box_result *r = run->shown;
	size_t outcome = r->outcome < ARRAY_LENGTH(ENDS) ? r->outcome : BOX_UNKNOWN;
	enum feedback_cause cause = ENDS[outcome].cause;
	bool raised = r->error.name.n > 0;

	if (outcome == BOX_OK)
		return leaks_judge(run, DECISION_DENY);
	if (outcome == BOX_VIOLATION)
		return judge_violation(run);
	if (raised && str_is(r->error.name, "SyntaxError"))
		cause = FEEDBACK_SYNTAX;
	struct str why = raised ? r->error.name : r->detail,
		   library = raised ? raised_in(r->error.traceback) : (struct str){"", 0};
	const char *remedy = raised ? remedy_for(&r->error) : "";
	if (outcome == BOX_ERROR && library.n > 0)
		stop_in_library(run, library, &r->error);
	else
		run_stop(run, ENDS[outcome].status, ENDS[outcome].exit_code, "%s%s%.*s%s%.*s%s%s",
		    ENDS[outcome].words, why.n > 0 ? ": " : "", STR_ARG(why),
		    raised && r->error.value.n > 0 ? ": " : "", STR_ARG(r->error.value),
		    remedy[0] ? "; " : "", remedy);
	if (cause == FEEDBACK_NONE)
		return VERDICT_STOP;
	return run_offer_repair(run, cause, raised ? r->error.traceback : r->detail, run->reason);
}

/* The policy's rules for the interpreter, as a document; none where the policy leaves it open. */
static bool
fill_interpreter(struct arena *a, const struct policy *p, const struct policy_verdict *check,
    struct box_spec *spec, struct err *err)
{
	struct json_doc *rules = arena_alloc(a, sizeof(*rules));
	struct json_writer w;
	struct buf out;
	struct str text;
	bool good = true;

	if (!rules)
		return err_memory(err);
	json_begin(&w, &out, 1 << 20);
	if (policy_interpreter(a, p, check, &w)) {
		good =
		    !out.failed && arena_copy(a, buf_view(&out), &text)
			? json_parse(a, text, "the policy's rules", &JSON_LIMITS, rules, NULL, err)
			: err_memory(err);
		spec->interpreter = rules;
	}
	buf_release(&out);
	return good;
}

bool
policy_box(struct arena *a, const struct policy *p, const struct policy_verdict *check,
    struct box_spec *out, struct err *err)
{
	static const enum box_start starts[] = {[POLICY_FRESH] = START_FRESH,
	    [POLICY_POOLED] = START_POOLED,
	    [POLICY_FORKED] = START_FORKED};
	static const struct policy_verdict none;
	const struct policy_settings *settings = policy_settings_of(p);

	*out = (struct box_spec){.limits = settings->limits,
	    .packages = policy_admits_packages(p),
	    .venv = settings->venv,
	    .backend = settings->backend,
	    .start = starts[settings->start],
	    .warm = settings->warm.items,
	    .warm_count = settings->warm.count,
	    .live = settings->live,
	    .require = settings->requires.items,
	    .require_count = settings->requires.count};
	return packs_hold(a, p, err) && fill_interpreter(a, p, check ? check : &none, out, err);
}

/* Fills in the task's part of the box, which is known before any program. */
static bool
fill_of_task(struct arena *a, const struct task *task, const char *requester, struct box_spec *spec,
    struct err *err)
{
	struct box_input *inputs = arena_array(a, task->input_count + 1, sizeof(*inputs));

	if (!inputs)
		return err_memory(err);
	for (size_t i = 0; i < task->input_count; i++)
		inputs[i] = (struct box_input){task->inputs[i].name, task->inputs[i].bytes};
	spec->inputs = inputs;
	spec->input_count = task->input_count;
	spec->limits = task->limits;
	spec->domain = str_from(requester ? requester : "");
	spec->result_apart = task->channel == CHANNEL_RESULT;
	return true;
}

static bool
fill_ahead(struct arena *a, const struct task *task, const char *requester, struct box_spec *spec)
{
	struct err err;

	return policy_box(a, task->policy, NULL, spec, &err) &&
	       fill_of_task(a, task, requester, spec, &err);
}

struct box *
task_box_ahead(struct arena *a, const struct task *task, const char *requester,
    struct box_pool *pool, struct box *begun)
{
	struct box_spec spec;
	struct box *b = NULL;

	if (fill_ahead(a, task, requester, &spec)) {
		b = box_pool_take(pool, &spec);
		if (!b)
			return box_prepare(a, &spec, begun);
	}
	box_drop(begun);
	return b;
}

void
task_box_keep(
    struct arena *a, const struct task *task, const char *requester, struct box_pool *pool)
{
	struct box_spec spec;

	if (pool && policy_settings_of(task->policy)->start != POLICY_FRESH &&
	    fill_ahead(a, task, requester, &spec))
		box_pool_keep(pool, &spec);
	else
		box_pool_tend(pool);
}

struct box_session *
task_session(struct arena *a, const struct task *task, const char *requester, struct err *err)
{
	struct box_spec spec;

	if (!policy_box(a, task->policy, NULL, &spec, err) ||
	    !fill_of_task(a, task, requester, &spec, err))
		return NULL;
	return session_open(&spec, NULL, err);
}

bool
run_fill_box(struct run *run, struct box_spec *spec, struct err *err)
{
	if (!run->described &&
	    (!policy_box(run->arena, run->task->policy, &run->check, &run->box, err) ||
		!fill_of_task(run->arena, run->task, run->requester, &run->box, err)))
		return false;
	run->described = true;
	*spec = run->box;
	spec->code = run->code;
	spec->facts = run->check.facts;
	spec->deadline_us = run->deadline_us;
	spec->cancelled = run->observer.cancelled;
	spec->meanwhile = run->observer.meanwhile;
	spec->after = run->after;
	spec->waits = run->observer.waits;
	spec->context = run->observer.context;
	return true;
}

/* By which exceptions: each with what proves it. */
static bool
add_exceptions(struct run *run, struct box_authority *by, struct err *err)
{
	struct evidence *list = arena_array(run->arena, run->granted->count + 1, sizeof(*list));

	if (!list)
		return err_memory(err);
	for (size_t i = 0; i < run->exception_count; i++)
		for (size_t j = 0; j < run->granted->count; j++)
			if (str_eq(run->granted->items[j].id, run->exceptions[i]))
				list[by->exception_count++] = run->grants[j];
	by->exceptions = list;
	by->trust = run->trust;
	return findings_write(run, &by->findings, err);
}

/* Fills in what authorises this box: the policy's decision, or people's, about its subject. */
static bool
fill_authority(struct run *run, struct box_spec *spec, struct err *err)
{
	if (!subject_write(run, spec, STR(""), &run->subject, err))
		return false;
	if (run->approval) {
		spec->authority = *run->approval;
		return subject_same(run->arena, spec->authority.subject, run->subject, err);
	}
	spec->authority = (struct box_authority){.kind = AUTHORITY_POLICY, .subject = run->subject};
	return run->exception_count == 0 || add_exceptions(run, &spec->authority, err);
}

/* Written down before it begins, and only when nothing can refuse it any more: so no approval is
 * used up by a run that never was. */
static bool
start(struct run *run, const struct box_spec *spec, struct err *err)
{
	return box_may_run(run->arena, spec, err) &&
	       (!run->keeper || run->keeper->starting(run->keeper->context, run, err));
}

static enum sluice_exit
exit_of(const struct err *err)
{
	return err->code == ERR_REFUSED ? EXIT_REFUSED : EXIT_SANDBOX;
}

enum verdict
stage_run(struct run *run)
{
	struct box_spec spec;
	struct err err, look;

	if (run->restored)
		return leaks_look(run, &err) ? leaks_judge(run, DECISION_DENY)
					     : run_fail(run, &err, EXIT_OUTPUT);
	if (!run_fill_box(run, &spec, &err))
		return run_fail(run, &err, EXIT_INTERNAL);
	if (!fill_authority(run, &spec, &err) || !start(run, &spec, &err))
		return run_fail(run, &err, exit_of(&err));
	if (run_attend(run) != VERDICT_PASS) /* it may have waited long for its place */
		return VERDICT_STOP;
	run->executed = true;
	if (run->session)
		run->cell_from = (int64_t)session_text(run->session).n;
	if (run->ahead) {
		spec.prepared = *run->ahead;
		*run->ahead = NULL;
	}
	bool good = live_begin(run, &spec) || err_memory(&err);
	good = good &&
	       (run->session ? session_cell(run->arena, run->session, &spec, &run->execution, &err)
			     : box_run(run->arena, &spec, &run->execution, &err));
	live_end(run);
	bool looked = leaks_look(run, good ? &err : &look);
	note_execution(run);
	if (!good)
		return run_fail(run, &err, exit_of(&err));
	return looked ? judge_outcome(run) : run_fail(run, &err, EXIT_OUTPUT);
}
