/* SPDX-License-Identifier: MIT */
/*
 * planner_driver: asks a model for one plan, for tests. The setting is a JSON object on standard
 * input (url, model, key_file, ca_file, timeout_ms, max_tokens, deadline_ms, goal); the outcome is
 * a JSON object on standard output.
 */
#include "clock.h"
#include "file.h"
#include "planner.h"

#include <stdio.h>
#include <unistd.h>

static int64_t
number_of(const struct json_doc *d, const char *name, int64_t otherwise)
{
	const struct json_node *n = json_get(d, json_root(d), name);
	int64_t number;
	return n && json_int(n, &number) ? number : otherwise;
}

static struct str
text_of(const struct json_doc *d, const char *name)
{
	return json_get_text(d, json_root(d), name, STR(""));
}

static bool
drive(struct arena *a, const struct json_doc *d, struct plan *plan, struct model_usage *usage,
    struct err *err)
{
	int64_t deadline_ms = number_of(d, "deadline_ms", 30000);
	const struct model_spec model = {
	    .provider = STR("openai"),
	    .url = text_of(d, "url"),
	    .model = STR("test-model"),
	    .key_file = text_of(d, "key_file"),
	    .ca_file = text_of(d, "ca_file"),
	    .timeout_ms = number_of(d, "timeout_ms", 10000),
	    .max_tokens = number_of(d, "max_tokens", 1000),
	};
	const struct planner_task task = {
	    .goal = STR("count the rows"),
	    .policy_text = STR("modules: json"),
	    .schema_text = STR("{\"type\": \"object\"}"),
	    .limits_text = STR("wall time: 5 s"),
	};
	struct planner *p;

	if (!planner_new(a, &model, &task, &p, err))
		return false;
	bool good = planner_plan(p, clock_us() + deadline_ms * 1000, plan, err);
	*usage = planner_usage(p);
	return good;
}

int
main(void)
{
	struct arena *a = arena_new((size_t)256 << 20);
	struct model_usage usage = {0};
	struct plan plan;
	struct json_doc d;
	struct json_writer w;
	struct err err = {0};
	struct str text;
	struct buf out;

	buf_init(&out, 1 << 20);
	if (!a || !file_read_fd(a, STDIN_FILENO, "stdin", 1 << 16, &text, &err) ||
	    !json_parse(a, text, "stdin", &JSON_LIMITS, &d, NULL, &err))
		return 2;
	bool good = drive(a, &d, &plan, &usage, &err);
	json_writer_init(&w, &out, false);
	json_object(&w);
	json_put_bool(&w, "good", good);
	json_put_number(&w, "code", err.code);
	json_put_text(&w, "message", err.message);
	json_put_text(&w, "help", err.help);
	json_put_number(&w, "requests", usage.requests);
	json_put_number(&w, "prompt_tokens", usage.prompt_tokens);
	json_put_number(&w, "completion_tokens", usage.completion_tokens);
	if (good) {
		json_name(&w, "plan");
		plan_json(&plan, &w);
	}
	json_end_object(&w);
	printf("%s\n", out.p);
	buf_release(&out);
	arena_free(a);
	return 0;
}
