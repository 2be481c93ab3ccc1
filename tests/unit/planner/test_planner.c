/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "planner.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/sluice-planner-XXXXXX";
static char path[64];

static int
set_up(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/replies.json", folder);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(folder);
}

#define TEXT(literal)                                                                              \
	{                                                                                          \
		literal, sizeof(literal) - 1                                                       \
	}

static const struct planner_task TASK = {
    .goal = TEXT("say one"),
    .policy_text = TEXT("modules: json"),
    .schema_text = TEXT("{}"),
    .limits_text = TEXT("wall time: 5 s"),
};

static struct model_spec
script(const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
	assert_int_equal(fclose(f), 0);
	return (struct model_spec){.provider = STR("script"), .file = str_from(path)};
}

static struct planner *
open_planner(struct arena *a, const char *replies)
{
	const struct model_spec model = script(replies);
	struct planner *p = NULL;
	struct err err = {0};

	assert_true(planner_new(a, &model, &TASK, &p, &err));
	return p;
}

#define PLAN                                                                                       \
	"{\"understanding\":\"u\",\"steps\":[\"a\",\"b\"],\"imports\":[\"json\"],\"inputs_used\":" \
	"[],"                                                                                      \
	"\"output_shape\":\"o\",\"risks\":[\"r\"],\"feasible\":true,\"why_not\":null}"
#define NO_PLAN                                                                                    \
	"{\"understanding\":\"u\",\"steps\":[],\"imports\":[],\"inputs_used\":[],"                 \
	"\"output_shape\":\"o\",\"risks\":[],\"feasible\":false,\"why_not\":\"no such data\"}"
#define CODE "{\"rationale\":\"simple\",\"code\":\"print(1)\\n\"}"
#define REPAIR "{\"diagnosis\":\"d\",\"change\":\"c\",\"code\":\"print(2)\\n\",\"give_up\":false}"
#define GIVE_UP                                                                                    \
	"{\"diagnosis\":\"not with this data\",\"change\":\"\",\"code\":\"\",\"give_up\":true}"

static void
planner_plans_generates_and_repairs(void **state)
{
	const struct feedback feedback = {
	    FEEDBACK_RUNTIME, STR("it failed"), STR("line 1"), STR("boom"), STR("runtime:boom")};
	struct arena *a = arena_new((size_t)64 << 20);
	struct planner *p =
	    open_planner(a, "{\"replies\":[" PLAN "," CODE "," REPAIR "," GIVE_UP "]}");
	struct plan plan;
	struct str code, words;
	bool give_up;
	struct err err = {0};
	struct json_writer w;
	struct buf json;

	(void)state;
	assert_true(planner_plan(p, INT64_MAX, &plan, &err));
	buf_init(&json, 4096);
	json_writer_init(&w, &json, false);
	plan_json(&plan, &w);
	assert_string_equal(json.p, PLAN);
	buf_release(&json);
	assert_true(planner_generate(p, &plan, NULL, INT64_MAX, &code, &give_up, &words, &err));
	assert_false(give_up);
	assert_true(str_is(code, "print(1)\n"));
	assert_true(str_is(words, "simple"));
	assert_true(
	    planner_generate(p, &plan, &feedback, INT64_MAX, &code, &give_up, &words, &err));
	assert_true(str_is(code, "print(2)\n"));
	assert_true(str_is(words, "d\nc"));
	assert_true(
	    planner_generate(p, &plan, &feedback, INT64_MAX, &code, &give_up, &words, &err));
	assert_true(give_up);
	assert_int_equal(code.n, 0);
	assert_true(str_is(words, "not with this data"));
	assert_int_equal(planner_account(p).usage.requests, 4);
	arena_free(a);
}

static void
planner_marks_what_an_explanation_makes_up(void **state)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct planner *p = open_planner(a, "{\"replies\":[{\"answer_text\":\"Of 1,200 leads 36 "
					    "paid, 3 %, on 2026-11-21.\\u001b[2J\","
					    "\"caveats\":[\"all 7 days count\"]}]}");
	struct explanation e;
	struct err err = {0};

	(void)state;
	assert_true(
	    planner_explain(p, STR("{\"leads\": 1200, \"paid\": 36.0, \"day\": \"2026-11-21\"}"),
		INT64_MAX, &e, &err));
	assert_string_equal(
	    arena_text(a, e.text), "Of 1,200 leads 36 paid, 3 [?] %, on 2026-11-21.\\x1b[2 [?]J");
	assert_int_equal(e.caveat_count, 1);
	assert_string_equal(arena_text(a, e.caveats[0]), "all 7 [?] days count");
	assert_int_equal(e.unfounded, 3);
	arena_free(a);
}

static void
planner_puts_no_huge_output_into_words(void **state)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct planner *p = open_planner(a, "{\"replies\":[]}");
	struct explanation e;
	struct buf huge;
	struct err err = {0};

	(void)state;
	buf_init(&huge, 1 << 20);
	buf_repeat(&huge, ' ', 300000);
	assert_false(planner_explain(p, buf_view(&huge), INT64_MAX, &e, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	assert_string_equal(
	    err.message, "the output is larger than 262144 bytes, and is not put into words");
	buf_release(&huge);
	arena_free(a);
}

static void
planner_takes_an_infeasible_plan_for_an_answer(void **state)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct planner *p = open_planner(a, "{\"replies\":[" NO_PLAN "]}");
	struct plan plan;
	struct err err = {0};

	(void)state;
	assert_true(planner_plan(p, INT64_MAX, &plan, &err));
	assert_false(plan.feasible);
	assert_true(str_is(plan.why_not, "no such data"));
	arena_free(a);
}

static void
planner_asks_once_more_for_what_it_cannot_use(void **state)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct planner *p = open_planner(a, "{\"replies\":[\"Sure, I can do that!\"," CODE "]}");
	struct str code, words;
	bool give_up;
	struct err err = {0};

	(void)state;
	assert_true(planner_generate(p, NULL, NULL, INT64_MAX, &code, &give_up, &words, &err));
	assert_true(str_is(code, "print(1)\n"));
	assert_int_equal(planner_account(p).usage.requests, 2);
	arena_free(a);
}

static void
planner_gives_up_on_the_second_unusable_reply(void **state)
{
	static const struct {
		const char *replies, *message;
	} cases[] = {
	    {"{\"replies\":[\"no\",\"no\"," CODE "]}",
		"the model's reply (generate) can't be used, twice: the reply is not a JSON object "
		"and holds no "
		"fenced block"},
	    {"{\"replies\":[\"```python\\na\\n```\\n```python\\nb\\n```\",\"{\",\"x\"]}", NULL},
	    {"{\"replies\":[\"\",\"\"]}", "the model's reply (generate) is empty"},
	    {"{\"replies\":[{},{}]}", NULL},
	};
	struct arena *a = arena_new((size_t)64 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct planner *p = open_planner(a, cases[i].replies);
		struct str code = STR("untouched"), words;
		bool give_up;
		struct err err = {0};
		assert_false(
		    planner_generate(p, NULL, NULL, INT64_MAX, &code, &give_up, &words, &err));
		assert_int_equal(err.code, ERR_PROVIDER);
		assert_int_equal(code.n, 0);
		if (cases[i].message)
			assert_string_equal(err.message, cases[i].message);
	}
	arena_free(a);
}

static void
planner_names_the_script_that_is_used_up(void **state)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct planner *p = open_planner(a, "{\"replies\":[" PLAN "]}");
	struct plan plan;
	struct str code, words;
	bool give_up;
	char expected[160];
	struct err err = {0};

	(void)state;
	assert_true(planner_plan(p, INT64_MAX, &plan, &err));
	assert_false(planner_generate(p, &plan, NULL, INT64_MAX, &code, &give_up, &words, &err));
	snprintf(
	    expected, sizeof(expected), "the script of replies '%s' is used up: it has 1", path);
	assert_int_equal(err.code, ERR_PROVIDER);
	assert_string_equal(err.message, expected);
	arena_free(a);
}

static void
planner_asks_nobody_after_the_deadline(void **state)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct planner *p = open_planner(a, "{\"replies\":[" PLAN "]}");
	struct plan plan;
	struct err err = {0};

	(void)state;
	assert_false(planner_plan(p, 0, &plan, &err));
	assert_string_equal(err.message, "the run's time was up before the model was asked");
	assert_int_equal(planner_account(p).usage.requests, 0);
	arena_free(a);
}

static void
planner_refuses_a_wrong_setting_by_name(void **state)
{
	const struct {
		struct model_spec model;
		const char *message, *help;
	} cases[] = {
	    {{.provider = STR("")}, "no model provider is named",
		"there are: openai, azure, vllm, ollama, llama.cpp, json-mode, free-form, "
		"anthropic, openai-responses, gemini, ollama-chat, bedrock, bedrock-sigv4, command, script"},
	    {{.provider = STR("openia")}, "unknown model provider 'openia'",
		"did you mean 'openai'?"},
	    {{.provider = STR("script")}, "the provider 'script' needs a file of replies",
		"name it in model.file"},
	    {{.provider = STR("script"), .file = STR("/nonexistent/r.json")},
		"the model's script: can't open '/nonexistent/r.json': No such file or directory",
		NULL},
	    {{.provider = STR("azure"), .model = STR("m")},
		"the provider 'azure' needs the address of its API",
		"write it in model.url, without "
		"'/openai/deployments/{model}/chat/completions?api-version={api_version}'"},
	    {{.provider = STR("openai"), .url = STR("http://127.0.0.1:1/v1")},
		"the provider 'openai' needs the name of a model", "write it in model.model"},
	};
	struct arena *a = arena_new((size_t)64 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct planner *p;
		struct err err = {0};
		assert_false(planner_new(a, &cases[i].model, &TASK, &p, &err));
		assert_int_equal(err.code, i == 3 ? ERR_SYSTEM : ERR_INPUT);
		assert_string_equal(err.message, cases[i].message);
		if (cases[i].help)
			assert_string_equal(err.help, cases[i].help);
	}
	arena_free(a);
}

static void
planner_reads_no_script_of_another_shape(void **state)
{
	static const char *const texts[] = {"", "[]", "{}", "{\"replies\":{}}", "{\"replies\":[1]}",
	    "{\"replies\":[null]}", "{\"replies\":[],\"extra\":1}", "{\"replies\":[}"};
	struct arena *a = arena_new((size_t)64 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		const struct model_spec model = script(texts[i]);
		struct planner *p;
		struct err err = {0};
		assert_false(planner_new(a, &model, &TASK, &p, &err));
		assert_int_equal(err.code, ERR_INPUT);
		assert_string_equal(err.file, path);
	}
	arena_free(a);
}

/* Every allocation in turn, and all after it: an error by its name, never a plan. */
static void
planner_without_memory_says_so(void **state)
{
	const struct model_spec model = script("{\"replies\":[" PLAN "," CODE "]}");
	bool done = false;

	(void)state;
	for (size_t n = 1; !done; n++) {
		struct arena *a = arena_new((size_t)64 << 20);
		struct planner *p;
		struct plan plan;
		struct str code, words;
		bool give_up;
		struct err err = {0};
		arena_fail_at(a, n);
		done = planner_new(a, &model, &TASK, &p, &err) &&
		       planner_plan(p, INT64_MAX, &plan, &err) &&
		       planner_generate(p, &plan, NULL, INT64_MAX, &code, &give_up, &words, &err);
		if (!done)
			assert_int_equal(err.code, ERR_MEMORY);
		arena_free(a);
		assert_true(n < 100000);
	}
}

static void
planner_needs_a_goal(void **state)
{
	const struct model_spec model = script("{\"replies\":[]}");
	struct planner_task task = TASK;
	struct arena *a = arena_new((size_t)64 << 20);
	struct planner *p;
	struct err err = {0};

	(void)state;
	task.goal = STR(" \n");
	assert_false(planner_new(a, &model, &task, &p, &err));
	assert_string_equal(err.message, "the goal is empty");
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(planner_plans_generates_and_repairs),
	    cmocka_unit_test(planner_marks_what_an_explanation_makes_up),
	    cmocka_unit_test(planner_puts_no_huge_output_into_words),
	    cmocka_unit_test(planner_takes_an_infeasible_plan_for_an_answer),
	    cmocka_unit_test(planner_asks_once_more_for_what_it_cannot_use),
	    cmocka_unit_test(planner_gives_up_on_the_second_unusable_reply),
	    cmocka_unit_test(planner_names_the_script_that_is_used_up),
	    cmocka_unit_test(planner_asks_nobody_after_the_deadline),
	    cmocka_unit_test(planner_refuses_a_wrong_setting_by_name),
	    cmocka_unit_test(planner_reads_no_script_of_another_shape),
	    cmocka_unit_test(planner_without_memory_says_so),
	    cmocka_unit_test(planner_needs_a_goal),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
