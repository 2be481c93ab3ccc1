/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "validator.h"

static void
what_is_no_json_is_named(void **state)
{
	static const struct {
		const char *text, *code;
	} CASES[] = {
	    {"", "empty"},
	    {" \n\t", "empty"},
	    {"{'a': 1}", "py-repr"},
	    {"{\"a\": None}", "py-repr"},
	    {"[True, False]", "py-repr"},
	    {"(1, 2)", "py-repr"},
	    {"{\"a\": NaN}", "nan"},
	    {"[Infinity]", "nan"},
	    {"[-Infinity]", "nan"},
	    {"NaN", "nan"},
	    {"```json\n{}\n```", "fence"},
	    {"Here is the result:\n{\"a\":1}", "leading-text"},
	    {"Total: [1]", "leading-text"},
	    {"{\"a\":1}\ndone", "trailing-text"},
	    {"{\"a\":1}\n{\"a\":2}", "multiple-documents"},
	    {"1 2", "multiple-documents"},
	    {"{\"a\":[1,2", "truncated"},
	    {"\"abc", "truncated"},
	    {"{\"a\":1,\"\\u0061\":2}", "duplicate-key"},
	    {"\"\\ud800\"", "lone-surrogate"},
	    {"\xef\xbb\xbf{}", "bom"},
	    {"\"\xff\"", "bad-utf8"},
	    {"\"a\tb\"", "control-character"},
	    {"\"\\x41\"", "bad-escape"},
	    {"[01]", "bad-number"},
	    {"Traceback (most recent call last):\n  File", "traceback"},
	    {"hello", "not-json"},
	    {"<html></html>", "not-json"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		struct arena *a = arena_new(1 << 20);
		struct output_report r;
		struct err err = {0};
		assert_true(output_check(NULL, a, OUTPUT_JSON, str_from(CASES[i].text), &r, &err));
		assert_str_equal(r.code, CASES[i].code);
		assert_int_equal(r.verdict, OUTPUT_INVALID);
		assert_int_equal(r.answer.n, 0);
		assert_true(r.hint.n > 0 && r.message.n > 0);
		arena_free(a);
	}
}

static void
nul_is_named(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct output_report r;
	struct err err = {0};
	(void)state;
	assert_true(output_check(NULL, a, OUTPUT_JSON, STR("{}\0"), &r, &err));
	assert_int_equal(r.verdict, OUTPUT_INVALID);
	assert_true(output_check(NULL, a, OUTPUT_JSON, STR("\"a\0b\""), &r, &err));
	assert_str_equal(r.code, "nul");
	arena_free(a);
}

static struct schema *
compile(struct arena *a, const char *text)
{
	static struct err_list errs;
	struct schema *s = NULL;
	struct json_doc *doc = arena_alloc(a, sizeof(*doc));
	struct err err = {0};
	assert_true(json_parse(a, str_from(text), NULL, &JSON_LIMITS, doc, NULL, &err));
	assert_true(schema_compile(a, doc, NULL, &s, &errs));
	return s;
}

static void
a_valid_output_is_given_back_verbatim(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct output_report r;
	struct err err = {0};
	(void)state;
	struct schema *s = compile(a, "{\"type\":\"object\"}");
	assert_true(output_check(s, a, OUTPUT_JSON, STR("\n {\"a\" : 1.10e1 }\r\n"), &r, &err));
	assert_int_equal(r.verdict, OUTPUT_VALID);
	assert_str_equal(r.answer, "{\"a\" : 1.10e1 }");
	assert_int_equal(r.code.n, 0);
	arena_free(a);
}

static void
feedback_is_short_and_complete(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct output_report r;
	struct err err = {0};
	struct buf b;
	(void)state;
	buf_init(&b, 1 << 16);
	struct schema *s = compile(a, "{\"properties\":{\"status\":{\"enum\":[\"ok\"]},\"total\":{"
				      "\"type\":\"number\"}},\"additionalProperties\":false,"
				      "\"required\":[\"status\"]}");
	assert_true(
	    output_check(s, a, OUTPUT_JSON, STR("{\"staus\":\"ok\",\n\"total\":\"5\"}"), &r, &err));
	assert_int_equal(r.verdict, OUTPUT_INVALID);
	assert_int_equal(r.answer.n, 0);
	output_feedback(&r, &b);
	assert_str_equal(buf_view(&b),
	    "the output does not fit the schema\n"
	    "hint: keep the program's purpose and change what it prints, so that each line below "
	    "is met\n"
	    "- line 1, column 2, at /staus: unknown key 'staus'; did you mean 'status'?\n"
	    "- line 2, column 9, at /total: expected a number, found the string '5'\n");
	buf_clear(&b);
	assert_true(output_check(s, a, OUTPUT_JSON, STR("{'status': 'ok'}"), &r, &err));
	output_feedback(&r, &b);
	assert_true(str_starts(buf_view(&b),
	    STR("the output is Python's notation of a value, not JSON (line 1, column 2")));
	buf_release(&b);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_no_json_is_named),
	    cmocka_unit_test(nul_is_named),
	    cmocka_unit_test(a_valid_output_is_given_back_verbatim),
	    cmocka_unit_test(feedback_is_short_and_complete),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
