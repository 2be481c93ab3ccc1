/* SPDX-License-Identifier: MIT */
/* sluice model: does the model that a task names work? And the version. */
#include "actions.h"

#include "clock.h"

#define MODEL_DEADLINE_US 120000000

static struct model_check checks[MODEL_CHECKS_MAX];

static void
put_check(struct call *c, size_t i)
{
	json_object(&c->j);
	json_put_text(&c->j, "check", checks[i].what);
	json_put_bool(&c->j, "good", checks[i].good);
	json_put_str(&c->j, "detail", checks[i].detail);
	json_end_object(&c->j);
}

static void
draw_check(struct call *c, size_t i)
{
	buf_printf(&c->out, "%s %-9s ", checks[i].good ? "✓" : "✗", checks[i].what);
	buf_visible(&c->out, checks[i].detail, 400);
	buf_char(&c->out, '\n');
}

int
model_ask(struct call *c)
{
	const struct task_request request = {.path = word(c, 0)};
	struct err_list errs;
	struct task *task;
	struct err err;
	size_t count = 0, bad = 0;

	if (!task_load(c->a, &request, &task, &errs))
		return print_errors(&errs);
	if (!model_check(c->a, &task->model, clock_us() + MODEL_DEADLINE_US, checks, &count, &err))
		return print_error(&err);
	for (size_t i = 0; i < count; i++)
		bad += !checks[i].good;
	int code = call_list(c, count, put_check, draw_check, NULL, "");
	return code == EXIT_ANSWERED && bad > 0 ? EXIT_PROVIDER : code;
}

#define BYTES_PER_TOKEN 4

static struct planner_part parts[PLANNER_PARTS_MAX];
static struct str messages[2];

static void
put_part(struct call *c, size_t i)
{
	json_object(&c->j);
	json_put_text(&c->j, "part", parts[i].name);
	json_put_number(&c->j, "bytes", (int64_t)parts[i].bytes);
	json_put_number(&c->j, "tokens", (int64_t)(parts[i].bytes / BYTES_PER_TOKEN));
	json_put_bool(&c->j, "constant", parts[i].constant);
	json_end_object(&c->j);
}

/* The messages as they are, each line made harmless to a terminal. */
static void
draw_message(struct call *c, struct str text)
{
	struct str line;

	while (str_cut(&text, '\n', &line)) {
		buf_visible(&c->out, line, SIZE_MAX);
		buf_char(&c->out, '\n');
	}
	buf_char(&c->out, '\n');
}

static void
draw_part(struct call *c, size_t i)
{
	for (size_t k = 0; i == 0 && k < ARRAY_LENGTH(messages); k++)
		draw_message(c, messages[k]);
	buf_printf(&c->out, "%-16s %7zu bytes %6zu tokens%s\n", parts[i].name, parts[i].bytes,
	    parts[i].bytes / BYTES_PER_TOKEN, parts[i].constant ? "  constant" : "");
}

int
model_prompt(struct call *c)
{
	const struct task_request request = {.path = word(c, 0)};
	struct planner *planner;
	struct err_list errs;
	struct task *task;
	struct err err;

	if (!task_load(c->a, &request, &task, &errs))
		return print_errors(&errs);
	if (!task_planner(c->a, task, &planner, &err) ||
	    !planner_messages(planner, c->a, &messages[0], &messages[1], &err))
		return print_error(&err);
	size_t count = planner_parts(planner, parts);
	return call_list(c, count, put_part, draw_part, NULL, "");
}

int
version(struct call *c)
{
	call_begin(c);
	json_writer_init(&c->j, &c->out, false);
	if (c->o->json) {
		json_object(&c->j);
		json_put_text(&c->j, "version", SLUICE_VERSION);
		json_end_object(&c->j);
	} else {
		buf_printf(&c->out, "sluice %s\n", SLUICE_VERSION);
	}
	return call_print(c);
}
