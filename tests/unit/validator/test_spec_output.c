/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "validator.h"

static const char SCHEMA[] =
    "{\"$id\":\"http://example.org/s\",\"title\":\"T\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/"
    "n\"},\"b\":{\"minLength\":2}},"
    "\"$defs\":{\"n\":{\"type\":\"number\",\"minimum\":1,\"x-note\":[1]}}}";

static void
check(enum schema_output format, const char *document, const char *expected)
{
	struct arena *a = arena_new(16 << 20);
	struct json_doc schema_doc, doc;
	struct schema *s = NULL;
	struct err_list errs = {0};
	struct err err = {0};
	struct buf b;
	buf_init(&b, 1 << 16);
	assert_true(json_parse(a, str_from(SCHEMA), NULL, &JSON_LIMITS, &schema_doc, NULL, &err));
	assert_true(json_parse(a, str_from(document), NULL, &JSON_LIMITS, &doc, NULL, &err));
	assert_true(schema_compile(a, &schema_doc, NULL, &s, &errs));
	assert_true(schema_output(s, a, &doc, format, &b, &err));
	assert_string_equal(b.p, expected);
	buf_release(&b);
	arena_free(a);
}

#define ERROR(path, at, instance, text)                                                            \
	"{\"valid\":false,\"keywordLocation\":\"" path                                             \
	"\",\"absoluteKeywordLocation\":\"http://example.org/s#" at                                \
	"\",\"instanceLocation\":\"" instance "\",\"error\":\"" text "\"}"

static void
flag_is_the_verdict_alone(void **state)
{
	(void)state;
	check(SCHEMA_OUTPUT_FLAG, "{\"a\":1}", "{\"valid\":true}");
	check(SCHEMA_OUTPUT_FLAG, "{\"a\":0}", "{\"valid\":false}");
}

static void
basic_lists_causes_with_their_way_through_references(void **state)
{
	(void)state;
	check(SCHEMA_OUTPUT_BASIC, "{\"a\":0,\"b\":\"x\"}",
	    "{\"valid\":false,\"errors\":[" ERROR("/properties/a/$ref/minimum", "/$defs/n/minimum",
		"/a", "expected at least 1, found 0") "," ERROR("/properties/b/minLength",
		"/properties/b/minLength", "/b", "expected at least 2 characters, found 1") "]}");
}

static void
basic_lists_annotations_of_what_is_valid(void **state)
{
	(void)state;
	check(SCHEMA_OUTPUT_BASIC, "{\"a\":1}",
	    "{\"valid\":true,\"annotations\":[{\"valid\":true,\"keywordLocation\":\"/properties/a/"
	    "$ref/x-note\","
	    "\"absoluteKeywordLocation\":\"http://example.org/s#/$defs/n/"
	    "x-note\",\"instanceLocation\":\"/a\",\"annotation\":[1]},"
	    "{\"valid\":true,\"keywordLocation\":\"/title\",\"absoluteKeywordLocation\":\"http://"
	    "example.org/s#/title\","
	    "\"instanceLocation\":\"\",\"annotation\":\"T\"}]}");
}

static void
detailed_nests_by_unit(void **state)
{
	(void)state;
	check(SCHEMA_OUTPUT_DETAILED, "{\"a\":\"x\"}",
	    ERROR("/properties/a/$ref/type", "/$defs/n/type", "/a",
		"expected a number, found the string 'x'"));
	check(SCHEMA_OUTPUT_DETAILED, "{\"a\":0,\"b\":\"x\"}",
	    "{\"valid\":false,\"keywordLocation\":\"\",\"instanceLocation\":\"\",\"errors\":"
	    "[" ERROR("/properties/a/$ref/minimum", "/$defs/n/minimum", "/a",
		"expected at least 1, found 0") "," ERROR("/properties/b/minLength",
		"/properties/b/minLength", "/b", "expected at least 2 characters, found 1") "]}");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(flag_is_the_verdict_alone),
	    cmocka_unit_test(basic_lists_causes_with_their_way_through_references),
	    cmocka_unit_test(basic_lists_annotations_of_what_is_valid),
	    cmocka_unit_test(detailed_nests_by_unit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
