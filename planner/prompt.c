/* SPDX-License-Identifier: MIT */
#include "prompt.h"

#include "ceilings.h"
#include "input.h"

static void
section(struct buf *b, const char *title, struct str text)
{
	buf_printf(b, "%s# %s\n\n", b->n > 0 ? "\n\n" : "", title);
	buf_str(b, str_trim(text));
}

static void
part(struct buf *b, struct parts *parts, const char *title, struct str text, bool constant)
{
	size_t before = b->n;

	section(b, title, text);
	parts->items[parts->count++] = (struct planner_part){title, b->n - before, constant};
}

/* Hands the finished text to the arena and lets the buffer go. */
static bool
settle(struct arena *a, struct buf *b, struct str *out, struct err *err)
{
	bool good = !b->failed;

	if (!good) {
		err_set(err, ERR_LIMIT, "the prompt is larger than %zu bytes", b->max);
		err_help(err, "shorten the goal, the policy's messages or the output schema, or "
			      "give fewer inputs");
	} else {
		good = arena_copy(a, buf_view(b), out) || err_memory(err);
	}
	buf_release(b);
	return good;
}

/* A word about a column that the table has not would mislead whoever reads it. */
static bool
meanings_fit(const struct planner_input *input, struct err *err)
{
	for (size_t i = 0; input_is_table(input) && i < input->meaning_count; i++) {
		if (input->meanings[i].used)
			continue;
		err_set(err, ERR_INPUT, "the task explains '%.*s', and '%.*s' has no such column",
		    STR_ARG(input->meanings[i].name), STR_ARG(input->name));
		return err_help(
		    err, "write it in inputs[].columns as it stands in the file's header");
	}
	return true;
}

static bool
describe_inputs(struct arena *a, const struct planner_task *task, struct str *out, struct err *err)
{
	struct json_writer w;
	struct buf b;

	buf_init(&b, PROMPT_BYTES_MAX);
	for (size_t i = 0; i < task->input_count; i++) {
		if (i > 0)
			buf_char(&b, '\n');
		json_writer_init(&w, &b, false);
		if (!input_describe(a, &task->inputs[i], task->sample_rows, &w)) {
			buf_release(&b);
			return err_memory(err);
		}
		if (!meanings_fit(&task->inputs[i], err)) {
			buf_release(&b);
			return false;
		}
	}
	if (task->input_count == 0)
		buf_text(&b, "There are none.");
	return settle(a, &b, out, err);
}

bool
prompt_task(struct arena *a, const struct planner_task *task, struct parts *parts, struct str *out,
    struct err *err)
{
	struct str inputs = STR("");
	struct buf b;

	if (!describe_inputs(a, task, &inputs, err))
		return false;
	buf_init(&b, PROMPT_BYTES_MAX);
	part(&b, parts, "Inputs", inputs, false);
	part(&b, parts, "Goal", task->goal, false);
	return settle(a, &b, out, err);
}

bool
prompt_system(struct arena *a, const struct planner_task *task, struct parts *parts,
    struct str *out, struct err *err)
{
	const struct embedded rules = EMBEDDED(rules_prompt);
	struct buf b;

	buf_init(&b, PROMPT_BYTES_MAX);
	part(&b, parts, "Rules", embedded_text(rules), true);
	part(&b, parts, "Policy", task->policy_text, true);
	part(&b, parts, "Limits", task->limits_text, true);
	part(&b, parts, "Output schema", task->schema_text, true);
	if (task->framing_text.n > 0)
		part(&b, parts, "Output framing", task->framing_text, true);
	if (task->checks_text.n > 0)
		part(&b, parts, "Further checks", task->checks_text, true);
	return settle(a, &b, out, err);
}

bool
prompt_step(
    struct arena *a, enum stage stage, const struct provider *p, struct str *out, struct err *err)
{
	const struct stage_kind *kind = stage_kind(stage);
	struct buf b;

	buf_init(&b, PROMPT_BYTES_MAX);
	buf_str(&b, str_trim(embedded_text(kind->prompt)));
	if (!provider_sends_schema(p)) {
		buf_text(&b, "\n\nThe reply fits this JSON Schema:\n\n");
		buf_str(&b, str_trim(embedded_text(kind->schema)));
	}
	if (provider_is_free_form(p) && kind->code_member) {
		buf_text(&b, "\n\n");
		buf_str(&b, str_trim(embedded_text(kind->way_out)));
	}
	return settle(a, &b, out, err);
}

static void
put_plan_list(struct buf *b, const char *title, const struct str *items, size_t count)
{
	for (size_t i = 0; i < count; i++)
		buf_printf(b, "%s%.*s", i == 0 ? title : ", ", STR_ARG(items[i]));
	buf_text(b, count > 0 ? "\n" : "");
}

bool
prompt_plan_section(struct arena *a, const struct plan *plan, struct str *out, struct err *err)
{
	struct buf text, b;

	buf_init(&text, PROMPT_BYTES_MAX);
	buf_printf(&text, "%.*s\n", STR_ARG(plan->understanding));
	for (size_t i = 0; i < plan->step_count; i++)
		buf_printf(&text, "%zu. %.*s\n", i + 1, STR_ARG(plan->steps[i]));
	put_plan_list(&text, "Imports: ", plan->imports, plan->import_count);
	buf_printf(&text, "Output: %.*s\n", STR_ARG(plan->output_shape));
	put_plan_list(&text, "Risks: ", plan->risks, plan->risk_count);
	buf_init(&b, PROMPT_BYTES_MAX);
	b.failed = text.failed;
	section(&b, "Plan", buf_view(&text));
	if (plan->told.n > 0)
		section(&b, "Policy of these imports", plan->told);
	buf_release(&text);
	return settle(a, &b, out, err);
}

bool
prompt_repair_section(
    struct arena *a, const struct repair_prompt *repair, struct str *out, struct err *err)
{
	char mark[MARK_BYTES];
	struct json_writer w;
	struct buf json, b;

	feedback_mark(mark);
	buf_init(&json, PROMPT_BYTES_MAX);
	json_writer_init(&w, &json, false);
	feedback_json(repair->feedback, repair->tried, repair->tried_count, mark, &w);
	buf_init(&b, PROMPT_BYTES_MAX);
	b.failed = json.failed;
	section(&b, "Last program", repair->last_code);
	section(&b, "Feedback", buf_view(&json));
	buf_release(&json);
	return settle(a, &b, out, err);
}
