/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "validator.h"

static void
documents_that_both_parsers_agree_on_are_read(void **state)
{
	static const char *const CASES[] = {"{}", "[]", "null",
	    " {\"a\":[1,-2.5e3,\"\\u00e9\\ud83d\\ude00\",true,false,null,{\"b\":{}}]} \n", "\"\"",
	    "{\"a\":\"x\\n\\\"\\\\\",\"A\":1}", "[[[[]]],{\"\":0}]"};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		struct arena *a = arena_new(1 << 20);
		struct json_doc doc;
		struct err err = {0};
		assert_true(document_read(a, str_from(CASES[i]), "x.json", &doc, &err));
		arena_free(a);
	}
}

static void
documents_that_mean_two_things_are_refused(void **state)
{
	static const char *const CASES[][2] = {
	    {"\"safe\\u0000; rm\"", "a string holds a NUL character"},
	    {"{\"a\\u0000b\":1}", "a string holds a NUL character"},
	    {"[1e400]", "two JSON parsers read this differently"},
	    {"{\"a\":1,\"a\":2}", NULL},
	    {"{} {}", NULL},
	    {"[01]", NULL},
	    {"\"\xc0\xaf\"", NULL},
	    {"\xef\xbb\xbf{}", NULL},
	    {"[1,]", NULL},
	    {"", NULL},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		struct arena *a = arena_new(1 << 20);
		struct json_doc doc;
		struct err err = {0};
		assert_false(document_read(a, str_from(CASES[i][0]), "x.json", &doc, &err));
		assert_string_equal(err.file, "x.json");
		if (CASES[i][1])
			assert_string_equal(err.message, CASES[i][1]);
		arena_free(a);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(documents_that_both_parsers_agree_on_are_read),
	    cmocka_unit_test(documents_that_mean_two_things_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
