/* SPDX-License-Identifier: MIT */
/* sluice model: does the model that a task names work? And the version. */
#include "actions.h"

#include "clock.h"
#include "record.h"

#define MODEL_DEADLINE_US 120000000

#define CHECK struct model_check
FORM(
    check_form, CHECK, MEMBER_AS("check", CHECK, what), MEMBER(CHECK, good), MEMBER(CHECK, detail));

static void
draw_check(struct call *c, const void *item)
{
	const struct model_check *check = item;

	buf_printf(&c->out, "%s %-9s ", check->good ? "✓" : "✗", check->what);
	buf_line(&c->out, "", check->detail, 400);
}

int
model_ask(struct call *c)
{
	const struct call_list list = {&check_form, NULL, draw_check, NULL, ""};
	const struct task_request request = {.path = word(c, 0)};
	struct model_check checks[MODEL_CHECKS_MAX];
	struct task *task;
	size_t count = 0, bad = 0;

	if (!task_load(c->a, &request, &task, &c->errs) ||
	    !model_check(
		c->a, &task->model, clock_us() + MODEL_DEADLINE_US, checks, &count, &c->err))
		return call_fail(c);
	for (size_t i = 0; i < count; i++)
		bad += !checks[i].good;
	int code = call_list(c, &list, checks, count, sizeof(*checks));
	return code == EXIT_ANSWERED && bad > 0 ? EXIT_PROVIDER : code;
}

#define BYTES_PER_TOKEN 4
#define MESSAGES_BYTES_MAX ((size_t)16 << 20)

static void
put_part(struct call *c, const void *item)
{
	const struct planner_part *part = item;

	json_object(&c->j);
	json_put_text(&c->j, "part", part->name);
	json_put_number(&c->j, "bytes", (int64_t)part->bytes);
	json_put_number(&c->j, "tokens", (int64_t)(part->bytes / BYTES_PER_TOKEN));
	json_put_bool(&c->j, "constant", part->constant);
	json_end_object(&c->j);
}

static void
draw_part(struct call *c, const void *item)
{
	const struct planner_part *part = item;

	buf_printf(&c->out, "%-16s %7zu bytes %6zu tokens%s\n", part->name, part->bytes,
	    part->bytes / BYTES_PER_TOKEN, part->constant ? "  constant" : "");
}

/* The messages as they are, each line made harmless to a terminal; NULL where memory ran out. */
static const char *
draw_messages(struct call *c, const struct str messages[2])
{
	struct str line, whole;
	struct buf out;

	buf_init(&out, MESSAGES_BYTES_MAX);
	for (size_t i = 0; i < 2; i++) {
		struct str text = messages[i];
		for (; str_cut(&text, '\n', &line); buf_char(&out, '\n'))
			buf_visible(&out, line, SIZE_MAX);
		buf_text(&out, i == 0 ? "\n" : "");
	}
	return buf_keep(&out, c->a, &whole) ? arena_text(c->a, whole) : NULL;
}

int
model_prompt(struct call *c)
{
	struct call_list list = {.put = put_part, .draw = draw_part};
	const struct task_request request = {.path = word(c, 0)};
	struct planner_part parts[PLANNER_PARTS_MAX];
	struct str messages[2];
	struct planner *planner;
	struct task *task;

	if (!task_load(c->a, &request, &task, &c->errs) ||
	    !task_planner(c->a, task, &planner, &c->err) ||
	    !planner_messages(planner, c->a, &messages[0], &messages[1], &c->err))
		return call_fail(c);
	if (!(list.heading = draw_messages(c, messages)))
		return print_no_memory();
	return call_list(c, &list, parts, planner_parts(planner, parts), sizeof(*parts));
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
