/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. A planner holds what all its requests share (the task's sections of the
 * prompt, the compiled reply schemas, the provider) and what a repair needs (the last code and one
 * line for each attempt). Each request has an arena of its own, because a stranger decides how
 * large a reply is; only what was found good is copied out of it.
 */
#include "planner.h"

#include "ask.h"
#include "ceilings.h"
#include "diff.h"
#include "explain.h"
#include "hash.h"
#include "judge.h"
#include "plan.h"
#include "prompt.h"
#include "turn.h"

#include <pthread.h>

struct planner {
	struct arena *a;
	struct provider *provider;
	struct schema *schemas[STAGE_COUNT];
	struct str steps[STAGE_COUNT];
	struct str system;
	struct str task, goal;
	struct parts parts;
	struct str last_code;
	struct turn turn;
	struct attempt attempts[ATTEMPTS_MAX];
	size_t attempt_count;
	struct spending spending;
	struct watch watch;
	int64_t max_tokens;
};

static bool
check_task(const struct planner_task *task, struct err *err)
{
	if (str_trim(task->goal).n == 0) {
		err_set(err, ERR_INPUT, "the goal is empty");
		return err_help(err, "say in a sentence what the program is to find out");
	}
	if (task->goal.n > GOAL_BYTES_MAX)
		return err_set(err, ERR_LIMIT, "the goal is longer than %zu bytes", GOAL_BYTES_MAX);
	if (task->input_count > INPUTS_MAX)
		return err_set(err, ERR_LIMIT, "the task has more than %d inputs", INPUTS_MAX);
	return true;
}

/* Inputs may be large, and what is learned of them is short: they are read in memory that goes
 * again. */
static bool
write_task(struct planner *p, const struct planner_task *task, struct err *err)
{
	struct arena *scratch = arena_new(TASK_MEMORY_BYTES);
	struct str text;

	if (!scratch)
		return err_memory(err);
	p->parts.count = 0;
	bool good = prompt_system(p->a, task, &p->parts, &p->system, err) &&
		    prompt_task(scratch, task, &p->parts, &text, err) &&
		    (arena_copy(p->a, text, &p->task) || err_memory(err));
	arena_free(scratch);
	return good;
}

bool
planner_new(struct arena *a, const struct model_spec *model, const struct planner_task *task,
    struct planner **out, struct err *err)
{
	struct planner *p = arena_alloc(a, sizeof(*p));

	if (!p)
		return err_memory(err);
	p->a = a;
	spending_init(&p->spending, model);
	p->max_tokens = model->max_tokens > 0 ? model->max_tokens : TOKENS_DEFAULT;
	if (!check_task(task, err) || !provider_open(a, model, &p->provider, err) ||
	    !write_task(p, task, err))
		return false;
	if (!arena_copy(a, task->goal, &p->goal))
		return err_memory(err);
	for (enum stage s = 0; s < STAGE_COUNT; s++)
		if (!judge_compile(
			a, stage_kind(s)->schema, stage_kind(s)->name, &p->schemas[s], err) ||
		    !prompt_step(a, s, p->provider, &p->steps[s], err))
			return false;
	*out = p;
	return true;
}

/* Byte for byte: a goal may hold a NUL, and nothing behind it is lost. */
static bool
join(struct arena *a, const struct str *parts, size_t count, struct str *out, struct err *err)
{
	struct buf text;

	buf_init(&text, PROMPT_BYTES_MAX * 4);
	for (size_t i = 0; i < count; i++) {
		if (i > 0 && parts[i].n > 0)
			buf_text(&text, "\n\n");
		buf_str(&text, parts[i]);
	}
	return buf_keep(&text, a, out) || err_memory(err);
}

/* Whoever writes a program is told the task first, and what to do with it last. */
static bool
add_step(const struct planner *p, struct arena *a, enum stage stage, struct str user,
    struct str *out, struct err *err)
{
	const struct str parts[] = {user, STR("# Your step"), p->steps[stage]};

	return join(a, parts, ARRAY_LENGTH(parts), out, err);
}

/* An explanation sees nothing of the task but what `user` says. */
static bool
put_question(struct planner *p, struct arena *scratch, enum stage stage, struct str user,
    int64_t deadline_us, struct json_doc *reply, struct err *err)
{
	bool whole = stage != STAGE_EXPLAIN;

	if (whole && !add_step(p, scratch, stage, user, &user, err))
		return false;
	const struct question q = {
	    .stage = stage,
	    .schema = p->schemas[stage],
	    .system = whole ? p->system : p->steps[stage],
	    .user = user,
	    .max_tokens = p->max_tokens,
	    .deadline_us = deadline_us,
	    .watch = &p->watch,
	};

	p->watch.stage = stage_kind(stage)->name;
	return ask(p->provider, scratch, &q, &p->spending, reply, err);
}

static bool
plan_question(const struct planner *p, struct arena *scratch, struct str *out, struct err *err)
{
	struct str session = STR("");

	if (p->turn.begun && !turn_section(scratch, &p->turn, &session, err))
		return false;
	const struct str parts[] = {p->task, session};
	return join(scratch, parts, ARRAY_LENGTH(parts), out, err);
}

bool
planner_plan(struct planner *p, int64_t deadline_us, struct plan *out, struct err *err)
{
	struct arena *scratch = arena_new(ASK_MEMORY_BYTES);
	struct json_doc reply;
	struct str user;
	bool good = false;

	*out = p->turn.plan;
	if (!scratch)
		return err_memory(err);
	if (p->turn.planned)
		good = true;
	else if (plan_question(p, scratch, &user, err) &&
		 put_question(p, scratch, STAGE_PLAN, user, deadline_us, &reply, err))
		good = plan_read(p->a, &reply, out) || err_memory(err);
	arena_free(scratch);
	if (good && p->turn.begun)
		p->turn.plan = *out;
	p->turn.planned = good && p->turn.begun;
	return good;
}

static void
note_failure(struct planner *p, const struct feedback *f)
{
	if (p->attempt_count == 0)
		return;
	struct attempt *last = &p->attempts[p->attempt_count - 1];
	last->cause = f->cause;
	if (!arena_copy(p->a, f->summary, &last->summary))
		last->summary = STR("");
}

static bool
note_attempt(struct planner *p, struct str code, struct err *err)
{
	struct attempt *now = &p->attempts[p->attempt_count];
	struct buf change;
	bool good = true;

	if (p->attempt_count == ATTEMPTS_MAX)
		return err_set(err, ERR_LIMIT, "a run has at most %d attempts", ATTEMPTS_MAX);
	*now = (struct attempt){.cause = FEEDBACK_NONE};
	digest_hex_of(code, now->code_sha256);
	if (p->attempt_count++ > 0) {
		buf_init(&change, CODE_BYTES_MAX * 4);
		good = (diff_lines(p->a, p->last_code, code, &change) &&
			   buf_keep(&change, p->a, &now->change)) ||
		       err_memory(err);
	}
	p->last_code = code;
	return good;
}

static bool
code_question(struct planner *p, struct arena *scratch, const struct plan *plan,
    const struct feedback *feedback, struct str *out, struct err *err)
{
	const struct repair_prompt repair = {p->last_code, feedback, p->attempts, p->attempt_count};
	struct str planned = STR(""), failed = STR(""), task;

	if (!plan_question(p, scratch, &task, err))
		return false;
	if (plan && !prompt_plan_section(scratch, plan, &planned, err))
		return false;
	if (feedback && !prompt_repair_section(scratch, &repair, &failed, err))
		return false;
	const struct str parts[] = {task, planned, failed};
	return join(scratch, parts, ARRAY_LENGTH(parts), out, err);
}

/* A generation has its reasons in `rationale`; a repair in `diagnosis` and `change`. */
static bool
read_words(struct planner *p, const struct json_doc *reply, struct str *out, struct err *err)
{
	const struct json_node *root = json_root(reply);
	struct str first = json_get_text(reply, root, "rationale", STR(""));
	struct str change = json_get_text(reply, root, "change", STR(""));

	if (first.n == 0)
		first = json_get_text(reply, root, "diagnosis", STR(""));
	char *text = arena_printf(p->a, "%.*s%s%.*s", STR_ARG(first),
	    first.n > 0 && change.n > 0 ? "\n" : "", STR_ARG(change));
	if (!text)
		return err_memory(err);
	*out = str_from(text);
	return true;
}

static bool
take_code(struct planner *p, const struct json_doc *reply, struct str *code, bool *give_up,
    struct err *err)
{
	const struct json_node *root = json_root(reply), *over = json_get(reply, root, "give_up");

	const struct json_node *more = json_get(reply, root, "more");

	if (p->attempt_count == 0)
		p->turn.more = more && more->kind == JSON_TRUE;
	*give_up = over && over->kind == JSON_TRUE;
	if (*give_up)
		return true;
	if (!arena_copy(p->a, json_get_text(reply, root, "code", STR("")), code))
		return err_memory(err);
	return note_attempt(p, *code, err);
}

bool
planner_generate(struct planner *p, const struct plan *plan, const struct feedback *feedback,
    int64_t deadline_us, struct str *code, bool *give_up, struct str *words, struct err *err)
{
	const enum stage first = p->turn.begun ? STAGE_CELL : STAGE_GENERATE;
	struct arena *scratch = arena_new(ASK_MEMORY_BYTES);
	struct json_doc reply;
	struct str user;

	*code = *words = STR("");
	*give_up = false;
	if (!scratch)
		return err_memory(err);
	if (feedback)
		note_failure(p, feedback);
	else
		p->attempt_count = 0;
	bool good = code_question(p, scratch, plan, feedback, &user, err) &&
		    put_question(p, scratch, feedback ? STAGE_REPAIR : first, user, deadline_us,
			&reply, err) &&
		    read_words(p, &reply, words, err) && take_code(p, &reply, code, give_up, err);
	arena_free(scratch);
	if (!good)
		*code = STR("");
	return good;
}

bool
planner_explain(struct planner *p, struct str answer, int64_t deadline_us, struct explanation *out,
    struct err *err)
{
	struct arena *scratch = arena_new(ASK_MEMORY_BYTES);
	struct json_doc reply;
	struct str user;

	*out = (struct explanation){.unfounded = 0};
	if (!scratch)
		return err_memory(err);
	bool good = explain_question(scratch, p->goal, answer, &user, err) &&
		    put_question(p, scratch, STAGE_EXPLAIN, user, deadline_us, &reply, err) &&
		    explain_read(p->a, scratch, answer, &reply, out, err);
	arena_free(scratch);
	return good;
}

bool
planner_turn(struct planner *p, struct str goal, struct err *err)
{
	struct planner_task task = {.goal = goal};
	size_t count = p->parts.count;
	struct buf text;

	if (!check_task(&task, err))
		return false;
	/* The inputs are the session's and stand first; the goal is the last part. */
	size_t inputs = p->parts.items[count - 2].bytes;
	buf_init(&text, PROMPT_BYTES_MAX);
	buf_str(&text, str_slice(p->task, 0, inputs));
	buf_text(&text, "\n\n# Goal\n\n");
	buf_str(&text, str_trim(goal));
	p->turn.begun = true;
	p->turn.planned = p->turn.more = false;
	return (buf_keep(&text, p->a, &p->task) && arena_copy(p->a, goal, &p->goal)) ||
	       err_memory(err);
}

bool
planner_note_cell(struct planner *p, const struct planner_cell *cell, struct err *err)
{
	return turn_note(&p->turn, p->a, cell, err);
}

void
planner_place(struct planner *p, struct planner_place place)
{
	p->turn.place = place;
}

bool
planner_wants_more(const struct planner *p)
{
	return p->turn.more;
}

size_t
planner_parts(const struct planner *p, struct planner_part out[PLANNER_PARTS_MAX])
{
	memcpy(out, p->parts.items, p->parts.count * sizeof(*out));
	out[p->parts.count] = (struct planner_part){
	    "Your step", p->steps[STAGE_PLAN].n + sizeof("\n\n# Your step\n"), false};
	return p->parts.count + 1;
}

bool
planner_messages(
    const struct planner *p, struct arena *a, struct str *system, struct str *user, struct err *err)
{
	*system = p->system;
	return add_step(p, a, STAGE_PLAN, p->task, user, err);
}

size_t
planner_models(const struct planner *p, struct planner_model out[PLANNER_MODELS_MAX])
{
	return provider_models(p->provider, out);
}

struct str
planner_answered(const struct planner *p)
{
	return provider_answered(p->provider);
}

struct model_account
planner_account(const struct planner *p)
{
	return p->spending.account;
}

void
planner_watch(struct planner *p,
    void (*hear)(void *context, const struct planner_progress *progress), void *context)
{
	p->watch.hear = hear;
	p->watch.context = context;
}

void
planner_cancel(struct planner *p, bool (*cancelled)(void *context), void *context)
{
	p->watch.cancelled = cancelled;
	p->watch.cancelled_context = context;
}

static struct planner_prompt prompts[STAGE_COUNT];

static void
list_prompts(void)
{
	for (enum stage s = 0; s < STAGE_COUNT; s++) {
		prompts[s] =
		    (struct planner_prompt){stage_kind(s)->name, stage_kind(s)->version, ""};
		stage_digest(s, prompts[s].sha256);
	}
}

/* They are built into the program. */
size_t
planner_prompts(struct planner_prompt out[PLANNER_STAGES_MAX])
{
	static pthread_once_t listed = PTHREAD_ONCE_INIT;

	(void)pthread_once(&listed, list_prompts);
	memcpy(out, prompts, sizeof(prompts));
	return STAGE_COUNT;
}
