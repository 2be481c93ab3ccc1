/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "schema_text.h"

struct keyword_case {
	const char *schema;
	const char *valid[5], *invalid[5];
};

static void
check(const struct keyword_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t k = 0; k < 5 && cases[i].valid[k]; k++)
			assert_string_equal(said(cases[i].schema, cases[i].valid[k]), "valid");
		for (size_t k = 0; k < 5 && cases[i].invalid[k]; k++) {
			const char *text = said(cases[i].schema, cases[i].invalid[k]);
			assert_string_not_equal(text, "valid");
			assert_null(strstr(text, "schema:"));
			assert_null(strstr(text, "indeterminate"));
		}
	}
}

static void
keywords_of_any_value_assert(void **state)
{
	static const struct keyword_case CASES[] = {
	    {"true", {"1", "{}"}, {NULL}},
	    {"false", {NULL}, {"1", "{}"}},
	    {"{\"type\":\"integer\"}", {"1", "1.0", "1e2", "-0"}, {"1.5", "\"1\"", "true"}},
	    {"{\"type\":[\"string\",\"null\"]}", {"\"\"", "null"}, {"0", "[]"}},
	    {"{\"const\":{\"a\":[1,2],\"b\":null}}", {"{\"b\":null,\"a\":[1.0,2]}"},
		{"{\"a\":[2,1],\"b\":null}"}},
	    {"{\"enum\":[1,\"a\",[false],null]}", {"1.0", "\"a\"", "[false]", "null"},
		{"[0]", "0", "\"b\"", "[]"}},
	};
	(void)state;
	check(CASES, ARRAY_LENGTH(CASES));
}

static void
keywords_of_numbers_and_strings_assert(void **state)
{
	static const struct keyword_case CASES[] = {
	    {"{\"minimum\":1.1}", {"1.1", "2", "\"x\""}, {"1.0999", "-5"}},
	    {"{\"maximum\":3}", {"3.0", "-1"}, {"3.0000000000000000001"}},
	    {"{\"exclusiveMinimum\":1}", {"1.1"}, {"1", "1.0"}},
	    {"{\"exclusiveMaximum\":1}", {"0.99999999999999999999"}, {"1", "2"}},
	    {"{\"multipleOf\":2}", {"4", "-2", "0", "{}"}, {"3", "2.5"}},
	    {"{\"minLength\":2}", {"\"ab\"", "\"\\ud83d\\ude00a\"", "1"},
		{"\"a\"", "\"\\ud83d\\ude00\""}},
	    {"{\"maxLength\":2}", {"\"ab\"", "\"\""}, {"\"abc\""}},
	    {"{\"pattern\":\"^a+$\"}", {"\"aa\"", "7"}, {"\"ab\"", "\"\"", "\"a\\n\""}},
	    {"{\"format\":\"date\"}", {"\"2024-02-29\"", "3"}, {"\"2023-02-29\"", "\"2024-2-9\""}},
	};
	(void)state;
	check(CASES, ARRAY_LENGTH(CASES));
}

static void
keywords_of_arrays_assert(void **state)
{
	static const struct keyword_case CASES[] = {
	    {"{\"minItems\":1}", {"[1]", "{}"}, {"[]"}},
	    {"{\"maxItems\":1}", {"[1]", "[]"}, {"[1,2]"}},
	    {"{\"uniqueItems\":true}", {"[1,2]", "[1,true]", "[{\"a\":1},{\"a\":2}]"},
		{"[1,1.0]", "[[1],[1]]", "[{\"a\":1,\"b\":2},{\"b\":2,\"a\":1}]"}},
	    {"{\"items\":{\"type\":\"number\"}}", {"[]", "[1,2]"}, {"[1,\"2\"]"}},
	    {"{\"prefixItems\":[{\"const\":1},{\"const\":2}],\"items\":false}",
		{"[]", "[1]", "[1,2]"}, {"[2]", "[1,2,3]"}},
	    {"{\"contains\":{\"const\":1},\"minContains\":2,\"maxContains\":3}",
		{"[1,1]", "[1,2,1,1]"}, {"[1]", "[1,1,1,1]", "[]"}},
	    {"{\"contains\":{\"const\":1},\"minContains\":0}", {"[]", "[2]"}, {NULL}},
	    {"{\"prefixItems\":[true],\"contains\":{\"const\":5},\"unevaluatedItems\":false}",
		{"[5]", "[1,5,5]"}, {"[1,5,6]"}},
	};
	(void)state;
	check(CASES, ARRAY_LENGTH(CASES));
}

static void
keywords_of_objects_assert(void **state)
{
	static const struct keyword_case CASES[] = {
	    {"{\"required\":[\"a\",\"b\"]}", {"{\"a\":1,\"b\":2}", "[]"}, {"{\"a\":1}", "{}"}},
	    {"{\"properties\":{\"a\":{\"type\":\"null\"}}}", {"{}", "{\"a\":null,\"b\":1}"},
		{"{\"a\":0}"}},
	    {"{\"patternProperties\":{\"^x\":{\"type\":\"null\"}},\"additionalProperties\":{"
	     "\"type\":\"number\"}}",
		{"{\"xa\":null,\"b\":1}"}, {"{\"xa\":1}", "{\"b\":null}"}},
	    {"{\"propertyNames\":{\"maxLength\":2}}", {"{\"ab\":1}", "{}"}, {"{\"abc\":1}"}},
	    {"{\"minProperties\":1,\"maxProperties\":2}", {"{\"a\":1}"},
		{"{}", "{\"a\":1,\"b\":2,\"c\":3}"}},
	    {"{\"dependentRequired\":{\"a\":[\"b\"]}}", {"{\"a\":1,\"b\":1}", "{\"b\":1}"},
		{"{\"a\":1}"}},
	    {"{\"dependentSchemas\":{\"a\":{\"minProperties\":2}}}",
		{"{\"b\":1}", "{\"a\":1,\"b\":1}"}, {"{\"a\":1}"}},
	    {"{\"allOf\":[{\"properties\":{\"a\":true}}],\"unevaluatedProperties\":false}",
		{"{\"a\":1}"}, {"{\"b\":1}"}},
	};
	(void)state;
	check(CASES, ARRAY_LENGTH(CASES));
}

static void
keywords_that_combine_assert(void **state)
{
	static const struct keyword_case CASES[] = {
	    {"{\"allOf\":[{\"minimum\":1},{\"maximum\":3}]}", {"2"}, {"0", "4"}},
	    {"{\"anyOf\":[{\"minimum\":5},{\"type\":\"string\"}]}", {"6", "\"\""}, {"1"}},
	    {"{\"oneOf\":[{\"minimum\":5},{\"maximum\":7}]}", {"1", "9"}, {"6"}},
	    {"{\"not\":{\"type\":\"null\"}}", {"1"}, {"null"}},
	    {"{\"if\":{\"minimum\":10},\"then\":{\"multipleOf\":10},\"else\":{\"multipleOf\":2}}",
		{"20", "4"}, {"15", "3"}},
	    {"{\"$defs\":{\"n\":{\"type\":\"number\"}},\"$ref\":\"#/$defs/n\",\"minimum\":1}",
		{"1"}, {"\"1\"", "0"}},
	    {"{\"$defs\":{\"n\":{\"$anchor\":\"here\",\"type\":\"number\"}},\"$ref\":\"#here\"}",
		{"1"}, {"\"1\""}},
	    {"{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#\"}},\"required\":[\"v\"]"
	     "}",
		{"{\"v\":1,\"next\":{\"v\":2}}"}, {"{\"v\":1,\"next\":{}}"}},
	};
	(void)state;
	check(CASES, ARRAY_LENGTH(CASES));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(keywords_of_any_value_assert),
	    cmocka_unit_test(keywords_of_numbers_and_strings_assert),
	    cmocka_unit_test(keywords_of_arrays_assert),
	    cmocka_unit_test(keywords_of_objects_assert),
	    cmocka_unit_test(keywords_that_combine_assert),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
