/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "schema_text.h"

#include <stdio.h>

static void
messages_say_what_was_expected_and_found(void **state)
{
	static const char *const CASES[][3] = {
	    {"{\"type\":\"number\"}", "\"x\"", " 1:1: expected a number, found the string 'x'"},
	    {"{\"type\":[\"string\",\"null\",\"array\"]}", "{}",
		" 1:1: expected a string, an array or null, found an empty object"},
	    {"{\"type\":\"boolean\"}", "1", " 1:1: expected true or false, found the number 1"},
	    {"{\"const\":\"a\"}", "null", " 1:1: expected 'a', found null"},
	    {"{\"enum\":[\"ok\",\"failed\",3]}", "\"fialed\"",
		" 1:1: expected one of 'ok', 'failed', 3, found the string 'fialed' (did you mean "
		"'failed'?)"},
	    {"{\"minimum\":0}", "-3", " 1:1: expected at least 0, found -3"},
	    {"{\"maximum\":1e2}", "100.5", " 1:1: expected at most 1e2, found 100.5"},
	    {"{\"exclusiveMinimum\":0}", "0", " 1:1: expected more than 0, found 0"},
	    {"{\"exclusiveMaximum\":5}", "5", " 1:1: expected less than 5, found 5"},
	    {"{\"multipleOf\":0.01}", "0.301", " 1:1: expected a multiple of 0.01, found 0.301"},
	    {"{\"minLength\":1}", "\"\"", " 1:1: expected at least 1 character, found 0"},
	    {"{\"maxLength\":3}", "\"abcd\"", " 1:1: expected at most 3 characters, found 4"},
	    {"{\"minItems\":2}", "[1]", " 1:1: expected at least 2 items, found 1"},
	    {"{\"maxProperties\":0}", "{\"a\":1}", " 1:1: expected at most 0 keys, found 1"},
	    {"{\"pattern\":\"^a\"}", "\"b\"",
		" 1:1: expected text that matches the pattern '^a', found the string 'b'"},
	    {"{\"format\":\"date\"}", "\"1.2.2026\"",
		" 1:1: expected a date like '2026-11-21', found the string '1.2.2026'"},
	    {"{\"uniqueItems\":true}", "[1,2,1.0]", " 1:1: items 0 and 2 are equal"},
	    {"{\"required\":[\"rate\"]}", "{}", " 1:1: missing 'rate'"},
	    {"{\"dependentRequired\":{\"a\":[\"b\"]}}", "{\"a\":1}",
		" 1:1: missing 'b', which 'a' needs"},
	    {"{\"prefixItems\":[true],\"items\":false}", "[1,2,3]",
		"/1 1:4: expected at most 1 item, found 3"},
	    {"{\"contains\":{\"const\":1}}", "[2]",
		" 1:1: expected at least 1 item of the kind that 'contains' describes, found 0"},
	    {"{\"propertyNames\":{\"maxLength\":1}}", "{\"ab\":1}",
		"/ab 1:2: key 'ab': expected at most 1 character, found 2"},
	    {"{\"properties\":{\"a\":false}}", "{\"a\":1}", "/a 1:6: nothing is allowed here"},
	    {"{\"not\":{\"type\":\"null\"}}", "null", " 1:1: fits what 'not' excludes"},
	    {"{\"oneOf\":[{\"minimum\":1},{\"type\":\"string\"},{\"maximum\":9}]}", "5",
		" 1:1: fits more than one alternative of 'oneOf': 1 and 3"},
	    {"{\"type\":\"string\"}", "12\n", " 1:1: expected a string, found the number 12"},
	    {"{\"const\":1}", "\"a\\u001b[31m\\u202e\"",
		" 1:1: expected 1, found the string 'a\\x1b[31m\\u{202e}'"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
		assert_string_equal(said(CASES[i][0], CASES[i][1]), CASES[i][2]);
}

static void
all_leaf_causes_are_reported_by_place(void **state)
{
	(void)state;
	assert_string_equal(
	    said("{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/"
		 "n\"},\"b\":{\"items\":{\"$ref\":"
		 "\"#/$defs/n\"}}},\"$defs\":{\"n\":{\"type\":\"number\",\"minimum\":1}}}",
		"{\n \"b\": [0, \"x\"],\n \"a\": -1\n}"),
	    "/b/0 2:8: expected at least 1, found 0\n"
	    "/b/1 2:11: expected a number, found the string 'x'\n"
	    "/a 3:7: expected at least 1, found -1");
}

static void
typos_become_one_error_with_a_suggestion(void **state)
{
	static const char SCHEMA[] =
	    "{\"properties\":{\"status\":true,\"total\":true},\"required\":[\"status\"],"
	    "\"additionalProperties\":false}";
	static const char UNEVALUATED[] =
	    "{\"allOf\":[{\"properties\":{\"allow\":true,\"deny\":true}}],"
	    "\"unevaluatedProperties\":false}";
	(void)state;
	assert_string_equal(said(SCHEMA, "{\"staus\":1}"),
	    "/staus 1:2: unknown key 'staus' (did you mean 'status'?)");
	assert_string_equal(said(SCHEMA, "{\"status\":1,\"totl\":2}"),
	    "/totl 1:13: unknown key 'totl' (did you mean 'total'?)");
	assert_string_equal(said(SCHEMA, "{\"status\":1,\"x\":2}"),
	    "/x 1:13: unknown key 'x' (the only other key is 'total')");
	assert_string_equal(said(UNEVALUATED, "{\"alow\":1}"),
	    "/alow 1:2: unknown key 'alow' (did you mean 'allow'?)");
}

static void
alternatives_report_the_likeliest(void **state)
{
	static const char PAY[] = "{\"oneOf\":[{\"properties\":{\"kind\":{\"const\":\"cash\"},"
				  "\"amount\":{\"type\":\"number\"}},\"required\":[\"kind\","
				  "\"amount\"]},{\"properties\":{\"kind\":{\"const\":\"card\"},"
				  "\"number\":{\"type\":\"string\"}},\"required\":[\"kind\"]}]}";
	(void)state;
	assert_string_equal(said(PAY, "{\"kind\":\"cash\",\"amount\":\"3\"}"),
	    "/amount 1:25: expected a number, found the string '3'");
	assert_string_equal(said(PAY, "{\"kind\":\"card\",\"number\":3}"),
	    "/number 1:25: expected a string, found the number 3");
	assert_string_equal(said("{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}", "1"),
	    " 1:1: expected a string or null, found the number 1");
	assert_string_equal(
	    said("{\"anyOf\":[{\"const\":\"a\"},{\"const\":\"b\"},{\"type\":\"number\"}]}", "null"),
	    " 1:1: expected 'a' or 'b' or a number, found null");
	assert_string_equal(said("{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"array\",\"items\":{"
				 "\"type\":\"string\"}}]}",
				"[1]"),
	    "/0 1:2: expected a string, found the number 1");
}

static void
yaml_gets_the_same_errors(void **state)
{
	static const char SCHEMA[] = "{\"type\":\"object\",\"required\":[\"allow\"],\"properties\":"
				     "{\"allow\":{\"type\":\"array\"},\"strict\":{\"type\":"
				     "\"boolean\"},\"id\":{\"type\":\"string\",\"minLength\":2},"
				     "\"mode\":{\"enum\":[\"1\",\"true\"]}},"
				     "\"additionalProperties\":false}";
	(void)state;
	assert_string_equal(
	    said(SCHEMA, "#\nallow: []\nid: 12\nmode: true\nstrict: false\n"), "valid");
	assert_string_equal(said(SCHEMA, "#\nallow: []\nmode: 1\n"), "valid");
	assert_string_equal(said(SCHEMA, "#\nalow: []\nstrict: yes\nid: 7\n"),
	    "/alow 2:1: unknown key 'alow' (did you mean 'allow'?)\n"
	    "/strict 3:9: expected true or false, found the string 'yes'\n"
	    "/id 4:5: expected at least 2 characters, found 1");
}

static void
reports_are_capped_with_a_count(void **state)
{
	char document[2048] = "[";
	size_t n = 1;
	(void)state;
	for (int i = 0; i < 150; i++)
		n += (size_t)snprintf(
		    document + n, sizeof(document) - n, i > 0 ? ",\"x\"" : "\"x\"");
	snprintf(document + n, sizeof(document) - n, "]");
	const char *text = said("{\"items\":{\"type\":\"number\"}}", document);
	assert_non_null(strstr(text, "/99 "));
	assert_null(strstr(text, "/100 "));
	assert_non_null(strstr(text, "\nand 50 more"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(messages_say_what_was_expected_and_found),
	    cmocka_unit_test(all_leaf_causes_are_reported_by_place),
	    cmocka_unit_test(typos_become_one_error_with_a_suggestion),
	    cmocka_unit_test(alternatives_report_the_likeliest),
	    cmocka_unit_test(yaml_gets_the_same_errors),
	    cmocka_unit_test(reports_are_capped_with_a_count),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
