/* SPDX-License-Identifier: MIT */
/* sluice model: does the model that a task names work? */
#include "cli.h"

#include "clock.h"

#include <unistd.h>

#define MODEL_ARENA_BYTES ((size_t)256 << 20)
#define MODEL_DEADLINE_US 120000000

static void
write_json(const struct model_check *checks, size_t count, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, true);
	json_array(&w);
	for (size_t i = 0; i < count; i++) {
		json_object(&w);
		json_put_text(&w, "check", checks[i].what);
		json_put_bool(&w, "good", checks[i].good);
		json_put_str(&w, "detail", checks[i].detail);
		json_end_object(&w);
	}
	json_end_array(&w);
	buf_char(out, '\n');
}

static int
ask(struct arena *a, const char *task_file, bool json)
{
	const struct task_request request = {.path = task_file};
	struct model_check checks[MODEL_CHECKS_MAX];
	struct err_list errs;
	struct task *task;
	struct buf out;
	struct err err;
	size_t count = 0, bad = 0;

	if (!task_load(a, &request, &task, &errs))
		return print_errors(&errs);
	if (!model_check(a, &task->model, clock_us() + MODEL_DEADLINE_US, checks, &count, &err))
		return print_error(&err);
	buf_init(&out, 1 << 20);
	for (size_t i = 0; i < count; i++)
		bad += !checks[i].good;
	if (json)
		write_json(checks, count, &out);
	for (size_t i = 0; !json && i < count; i++) {
		buf_printf(&out, "%s %-9s ", checks[i].good ? "✓" : "✗", checks[i].what);
		buf_visible(&out, checks[i].detail, 400);
		buf_char(&out, '\n');
	}
	if (!print_buf(&out))
		return EXIT_INTERNAL;
	return bad > 0 ? EXIT_PROVIDER : EXIT_ANSWERED;
}

static int
cmd_model(const struct verb *verb, int argc, char **argv)
{
	struct option_values words = {.count = 0};
	bool json = false;
	const struct option options[] = {{"--json", NULL, "print JSON", OPTION_FLAG, &json}};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &words);

	if (code >= 0)
		return code;
	if (words.count != 2 || strcmp(words.values[0], "check") != 0)
		return usage_error(verb, "say `model check TASK.yaml`");
	struct arena *a = arena_new(MODEL_ARENA_BYTES);
	if (!a)
		return EXIT_INTERNAL;
	code = ask(a, words.values[1], json);
	arena_free(a);
	return code;
}

const struct verb VERB_MODEL = {
    .name = "model",
    .summary = "asks the model that a task names a tiny question, and says what works",
    .usage = "model check TASK.yaml [--json]",
    .example = "sluice model check task.yaml",
    .run = cmd_model,
};
