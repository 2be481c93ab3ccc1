/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reply.h"

static struct schema *
compile(struct arena *a, enum stage stage)
{
	const struct schema_options options = {.strict = true};
	struct json_doc *doc = arena_alloc(a, sizeof(*doc));
	struct err_list errs = {.count = 0};
	struct schema *schema = NULL;
	struct err err = {0};

	assert_true(json_parse(
	    a, embedded_text(stage_kind(stage)->schema), "schema", &JSON_LIMITS, doc, NULL, &err));
	assert_true(schema_compile(a, doc, &options, &schema, &errs));
	return schema;
}

static struct reply
read_reply(struct arena *a, enum stage stage, bool free_form, const char *text)
{
	struct reply out;
	struct err err = {0};

	assert_true(reply_read(
	    a, stage_kind(stage), compile(a, stage), free_form, str_from(text), &out, &err));
	return out;
}

#define GOOD_CODE "{\"rationale\":\"r\",\"code\":\"print(1)\\n\"}"
#define PLAN_REST "\"output_shape\":\"o\",\"risks\":[],\"inputs_used\":[],\"understanding\":\"u\""

static void
reply_that_fits_is_good(void **state)
{
	static const struct {
		enum stage stage;
		bool free_form;
		const char *text, *code;
	} cases[] = {
	    {STAGE_GENERATE, false, GOOD_CODE, "print(1)\n"},
	    {STAGE_GENERATE, false, "\n " GOOD_CODE " \n", "print(1)\n"},
	    {STAGE_GENERATE, true, "Here it is.\n```json\n" GOOD_CODE "\n```\nDone.", "print(1)\n"},
	    {STAGE_GENERATE, true, "```\n" GOOD_CODE "\n```", "print(1)\n"},
	    {STAGE_GENERATE, true, "Here.\n```python\nprint(2)\n```", "print(2)\n"},
	    {STAGE_GENERATE, true, "  ```py\nprint('```')\n  ```", "print('```')\n"},
	    {STAGE_REPAIR, true, "It was wrong.\n```python\nprint(3)\n```\n", "print(3)\n"},
	    {STAGE_GENERATE, true,
		"```sh\npip install x\n```\nThen:\n```python\nprint(4)\n```\nIt prints:\n```json\n4\n```\n```\n4\n```",
		"print(4)\n"},
	    {STAGE_GENERATE, true,
		"<thinking>```python\nprint(0)\n```</thinking>\n```python\nprint(5)\n```",
		"print(5)\n"},
	    {STAGE_GENERATE, true, "<thought>\nhm</thought>" GOOD_CODE, "print(1)\n"},
	    {STAGE_GENERATE, true, "<reasoning>hm</reasoning>\n" GOOD_CODE, "print(1)\n"},
	    {STAGE_GENERATE, true, "[THINK]hm {[/THINK]" GOOD_CODE "</s>", "print(1)\n"},
	    {STAGE_GENERATE, true, "<|begin_of_thought|>\nhm\n<|end_of_thought|>\n" GOOD_CODE,
		"print(1)\n"},
	    {STAGE_GENERATE, true,
		"\xe2\x97\x81think\xe2\x96\xb7hm\xe2\x97\x81/think\xe2\x96\xb7" GOOD_CODE,
		"print(1)\n"},
	    {STAGE_GENERATE, true,
		"<|channel|>analysis<|message|>hm " GOOD_CODE
		"<|end|><|start|>assistant<|channel|>final<|message|>" GOOD_CODE "<|return|>",
		"print(1)\n"},
	    {STAGE_GENERATE, true, "Sure, here is the program:\n" GOOD_CODE "<|im_end|>",
		"print(1)\n"},
	    {STAGE_REPAIR, false,
		"{\"diagnosis\":\"d\",\"change\":\"\",\"code\":\"\",\"give_up\":true}", ""},
	    {STAGE_GENERATE, false, "{\"rationale\":\"\",\"code\":\"'''\\n```\\n```\\n'''\"}",
		"'''\n```\n```\n'''"},
	};
	struct arena *a = arena_new((size_t)64 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct reply r = read_reply(a, cases[i].stage, cases[i].free_form, cases[i].text);
		assert_int_equal(r.verdict, REPLY_GOOD);
		struct str code = json_get_text(&r.doc, json_root(&r.doc), "code", STR("?"));
		assert_true(str_is(code, cases[i].code));
	}
	arena_free(a);
}

static void
reply_words_around_a_block_become_its_reasons(void **state)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct reply r =
	    read_reply(a, STAGE_GENERATE, true, "Because.\n\n```python\nprint(2)\n```");

	(void)state;
	assert_true(
	    str_is(json_get_text(&r.doc, json_root(&r.doc), "rationale", STR("")), "Because."));
	arena_free(a);
}

static void
reply_that_does_not_fit_says_why(void **state)
{
	static const struct {
		enum stage stage;
		bool free_form;
		const char *text, *why;
	} cases[] = {
	    {STAGE_GENERATE, false, "", "the reply is not a JSON object"},
	    {STAGE_GENERATE, false, "Sure! " GOOD_CODE, "the reply is not a JSON object"},
	    {STAGE_GENERATE, false, "```json\n" GOOD_CODE "\n```",
		"the reply is not a JSON object"},
	    {STAGE_GENERATE, true, "[THINK]" GOOD_CODE,
		"the reply is not a JSON object and holds no fenced block"},
	    {STAGE_GENERATE, true, "<|channel|>analysis<|message|>" GOOD_CODE "<|end|>",
		"the reply is not a JSON object and holds no fenced block"},
	    {STAGE_GENERATE, true, "Sure!",
		"the reply is not a JSON object and holds no fenced block"},
	    {STAGE_GENERATE, true, "```python\nprint(1)\n```\n```python\nprint(2)\n```",
		"the reply holds more than one fenced block, and nobody chooses between them"},
	    {STAGE_GENERATE, true, "```\nprint(1)\n```\n```text\noutput\n```",
		"the reply holds more than one fenced block, and nobody chooses between them"},
	    {STAGE_GENERATE, true, "```sh\npip install x\n```\n```json\n{}\n```",
		"the reply holds more than one fenced block, and nobody chooses between them"},
	    {STAGE_PLAN, true, "```json\n{}\n```\n```json\n{}\n```",
		"the reply holds more than one fenced block, and nobody chooses between them"},
	    {STAGE_GENERATE, true, "```python\nprint(1)\n```\n```python\nprint(2)",
		"the reply's last fenced block never ends"},
	    {STAGE_GENERATE, true, "```python\nprint(1)", "the reply's fenced block never ends"},
	    {STAGE_GENERATE, true, "```", "the reply's fenced block never ends"},
	    {STAGE_GENERATE, true, "```bash\nrm -rf /\n```",
		"the reply's fenced block is of the wrong language"},
	    {STAGE_PLAN, true, "```python\nprint(1)\n```",
		"the reply's fenced block is of the wrong language"},
	    {STAGE_GENERATE, true, "```python\n```", "`code` is empty"},
	    {STAGE_GENERATE, false, "{\"rationale\":\"r\",\"code\":\" \\n\"}", "`code` is empty"},
	    {STAGE_REPAIR, false,
		"{\"diagnosis\":\"d\",\"change\":\"\",\"code\":\"\",\"give_up\":false}",
		"`code` is empty"},
	    {STAGE_PLAN, false,
		"{\"steps\":[],\"imports\":[],\"feasible\":true,\"why_not\":null," PLAN_REST "}",
		"a feasible plan has at least one entry in `steps`"},
	    {STAGE_PLAN, false,
		"{\"steps\":[],\"imports\":[],\"feasible\":false,\"why_not\":null," PLAN_REST "}",
		"where `feasible` is false, `why_not` says why"},
	    {STAGE_PLAN, false,
		"{\"steps\":[\"s\"],\"imports\":[\"os; "
		"rm\"],\"feasible\":true,\"why_not\":null," PLAN_REST "}",
		"`imports` holds 'os; rm', which is not a module name"},
	    {STAGE_PLAN, false,
		"{\"steps\":[\"s\"],\"imports\":[\"a.\"],\"feasible\":true,\"why_not\":"
		"null," PLAN_REST "}",
		"`imports` holds 'a.', which is not a module name"},
	};
	struct arena *a = arena_new((size_t)64 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct reply r = read_reply(a, cases[i].stage, cases[i].free_form, cases[i].text);
		assert_int_equal(r.verdict, REPLY_UNUSABLE);
		assert_string_equal(arena_text(a, r.why), cases[i].why);
	}
	arena_free(a);
}

static void
reply_that_is_hostile_is_unusable(void **state)
{
	struct buf deep;
	struct arena *a = arena_new((size_t)64 << 20);

	(void)state;
	buf_init(&deep, 1 << 20);
	buf_text(&deep, "{\"rationale\":");
	buf_repeat(&deep, '[', 100000);
	const char *const texts[] = {
	    deep.p,
	    "{\"rationale\":\"r\",\"code\":\"a\",\"code\":\"b\"}",
	    "{\"rationale\":\"r\",\"code\":\"print(1)\\u0000\"}",
	    "{\"rationale\":\"r\",\"code\":\"\\ud800\"}",
	    "{\"rationale\":\"r\",\"code\":\"x\"} {\"rationale\":\"r\",\"code\":\"y\"}",
	    "{\"rationale\":\"r\",\"code\":\"x\"",
	    "{\"rationale\":\"r\",\"code\":[\"x\"]}",
	    "{\"rationale\":\"r\",\"code\":\"x\",\"also\":1}",
	    "{\"code\":\"x\"}",
	    "[]",
	    "\"print(1)\"",
	};
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		struct reply r = read_reply(a, STAGE_GENERATE, true, texts[i]);
		assert_int_equal(r.verdict, REPLY_UNUSABLE);
		assert_true(r.why.n > 0);
	}
	buf_release(&deep);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reply_that_fits_is_good),
	    cmocka_unit_test(reply_words_around_a_block_become_its_reasons),
	    cmocka_unit_test(reply_that_does_not_fit_says_why),
	    cmocka_unit_test(reply_that_is_hostile_is_unusable),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
