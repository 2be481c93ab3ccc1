/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "schema_text.h"

#include <stdio.h>

static void
errors_of_schemas_are_named_at_their_place(void **state)
{
	static const char *const CASES[][2] = {
	    {"{\"requried\":[\"a\"]}",
		"schema: 1:2: unknown keyword 'requried' (did you mean 'required'?)"},
	    {"{\"$recursiveRef\":\"#\"}",
		"schema: 1:2: unknown keyword '$recursiveRef' ('$recursiveRef' belongs to another "
		"dialect of JSON Schema)"},
	    {"{\"type\":\"strng\"}", "schema: 1:9: unknown type 'strng' (did you mean 'string'?)"},
	    {"{\"type\":\"list\"}", "schema: 1:9: unknown type 'list' (the types are null, "
				    "boolean, number, integer, string, array and object)"},
	    {"{\"type\":[\"null\",\"null\"]}", "schema: 1:17: the type 'null' is there twice"},
	    {"{\"minLength\":-1}",
		"schema: 1:14: 'minLength' must be a whole number from 0 up, found -1"},
	    {"{\"minLength\":\"1\"}",
		"schema: 1:14: 'minLength' must be a whole number from 0 up, found a string"},
	    {"{\"multipleOf\":0}", "schema: 1:15: 'multipleOf' must be more than 0"},
	    {"{\"required\":[\"a\",\"a\"]}", "schema: 1:18: 'a' is required twice"},
	    {"{\"required\":\"a\"}",
		"schema: 1:13: 'required' must be an array of names, found a string"},
	    {"{\"anyOf\":[]}", "schema: 1:10: 'anyOf' must not be empty"},
	    {"{\"properties\":{\"a\":1}}",
		"schema: 1:20: a schema must be an object, true or false, found a number"},
	    {"{\"$ref\":\"#/$defs/x\"}",
		"schema: 1:9: '#/$defs/x' leads nowhere: there is nothing at this place"},
	    {"{\"$ref\":\"#x\"}", "schema: 1:9: '#x' leads nowhere: there is no such anchor"},
	    {"{\"$ref\":\"http://example.org/s\"}",
		"schema: 1:9: 'http://example.org/s' leads nowhere: there is no such document (no "
		"schema is ever fetched; "
		"add the document to the registry, or use '#/$defs/...')"},
	    {"{\"$schema\":\"http://example.org/s\"}",
		"schema: 1:12: the dialect 'http://example.org/s' is not known (use "
		"https://json-schema.org/draft/2020-12/schema)"},
	    {"{\"$ref\":\"#\"}", "schema: 1:1: this schema leads back to itself at the same value "
				 "(checking it would never end; refer to it "
				 "from 'properties' or 'items' instead)"},
	    {"{\"allOf\":[{\"not\":{\"$ref\":\"#\"}}]}",
		"schema: 1:1: this schema leads back to itself at the same value (checking it "
		"would never end; refer to it "
		"from 'properties' or 'items' instead)"},
	    {"{\"pattern\":\"a(b\"}",
		"schema: 1:12: the pattern 'a(b' can't be used: a ')' is missing at character 4"},
	    {"{\"pattern\":\"(?i)a\"}", "schema: 1:12: the pattern '(?i)a' can't be used: this "
					"kind of group is not known at character 3"},
	    {"{\"format\":\"datetime\"}",
		"schema: 1:11: unknown format 'datetime' (did you mean 'date-time'?)"},
	    {"{\"then\":{}}", "schema: 1:2: 'then' does nothing without 'if'"},
	    {"{\"$defs\":{\"a\":{\"typ\":\"null\"}}}",
		"schema: 1:16: unknown keyword 'typ' (did you mean 'type'?)"},
	    {"3", "schema: 1:1: a schema must be an object, true or false, found a number"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
		assert_string_equal(said(CASES[i][0], "null"), CASES[i][1]);
}

static void
all_errors_are_reported_at_once(void **state)
{
	(void)state;
	assert_string_equal(said("{\"type\":\"strng\",\n "
				 "\"properties\":{\"a\":{\"minimum\":\"1\"}},\n \"maxItem\":1}",
				"1"),
	    "schema: 1:9: unknown type 'strng' (did you mean 'string'?)\n"
	    "schema: 2:31: 'minimum' must be a number, found a string\n"
	    "schema: 3:2: unknown keyword 'maxItem' (did you mean 'maxItems'?)");
}

static void
unknown_keywords_pass_only_outside_strict_mode(void **state)
{
	static const struct schema_options lax = {0};
	(void)state;
	assert_string_equal(said_with(&lax, "{\"requried\":[\"a\"]}", "{}"), "valid");
	assert_string_equal(said("{\"x-note\":1}", "{}"), "valid");
}

static void
metaschemas_judge_schemas(void **state)
{
	static const char *const URIS[] = {"https://json-schema.org/draft/2020-12/schema",
	    "https://json-schema.org/draft/2019-09/schema",
	    "http://json-schema.org/draft-07/schema#"};
	char schema[128];
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(URIS); i++) {
		snprintf(schema, sizeof(schema), "{\"$ref\":\"%s\"}", URIS[i]);
		assert_string_equal(
		    said(schema, "{\"properties\":{\"a\":{\"type\":\"object\"}}}"), "valid");
		assert_string_equal(said(schema, "{\"items\":{\"minLength\":-1}}"),
		    "/items/minLength 1:23: expected at least 0, found -1");
	}
}

static void
the_registry_is_the_only_source(void **state)
{
	static const char TEXT[] = "{\"$defs\":{\"n\":{\"type\":\"number\"}}}";
	struct arena *a = arena_new(1 << 20);
	struct json_doc doc;
	struct err err = {0};
	(void)state;
	assert_true(json_parse(a, str_from(TEXT), "n.json", &JSON_LIMITS, &doc, NULL, &err));
	struct schema_source item = {STR("http://example.org/n"), &doc};
	struct schema_registry registry = {&item, 1};
	struct schema_options options = {
	    .strict = true, .registry = &registry, .uri = STR("http://example.org/root")};
	assert_string_equal(said_with(&options, "{\"$ref\":\"n#/$defs/n\"}", "1"), "valid");
	assert_string_equal(said_with(&options, "{\"$ref\":\"n#/$defs/n\"}", "\"1\""),
	    " 1:1: expected a number, found the string '1'");
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(errors_of_schemas_are_named_at_their_place),
	    cmocka_unit_test(all_errors_are_reported_at_once),
	    cmocka_unit_test(unknown_keywords_pass_only_outside_strict_mode),
	    cmocka_unit_test(metaschemas_judge_schemas),
	    cmocka_unit_test(the_registry_is_the_only_source),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
