/* SPDX-License-Identifier: MIT */
/* Where other validators guess, hang or crash. */
#include "test.h"

#include "schema_text.h"

#include <stdio.h>
#include <stdlib.h>

static char *
repeat(const char *front, const char *piece, size_t count, const char *back)
{
	size_t n = strlen(piece);
	char *out = malloc(strlen(front) + n * count + strlen(back) + 1), *p = out;
	assert_non_null(out);
	p = stpcpy(p, front);
	for (size_t i = 0; i < count; i++)
		p = stpcpy(p, piece);
	stpcpy(p, back);
	return out;
}

static void
limits_of_patterns_are_never_a_verdict(void **state)
{
	static const struct {
		const char *schema, *said;
	} CASES[] = {
	    {"{\"pattern\":\"^(a+)+$|^a+!$\"}", "valid"},
	    {"{\"not\":{\"pattern\":\"^(a+)+$|^a+!$\"}}", " 1:1: fits what 'not' excludes"},
	    {"{\"pattern\":\"^(a+)+\\\\1$\"}",
		"indeterminate: a regular expression would take too many steps"},
	    {"{\"not\":{\"pattern\":\"^(a+)+\\\\1$\"}}",
		"indeterminate: a regular expression would take too many steps"},
	    {"{\"if\":{\"pattern\":\"^(a+)+\\\\1$\"},\"then\":{\"minLength\":1},\"else\":{"
	     "\"maxLength\":1}}",
		"indeterminate: a regular expression would take too many steps"},
	    {"{\"if\":{\"pattern\":\"^(a+)+\\\\1$\"},\"then\":{\"minLength\":1},\"else\":{"
	     "\"minLength\":2}}",
		"valid"},
	    {"{\"oneOf\":[{\"pattern\":\"^(a+)+\\\\1$\"},{\"minLength\":1}]}",
		"indeterminate: a regular expression would take too many steps"},
	    {"{\"anyOf\":[{\"pattern\":\"^(a+)+\\\\1$\"},{\"minLength\":1}]}", "valid"},
	    {"{\"allOf\":[{\"pattern\":\"^(a+)+\\\\1$\"},{\"type\":\"null\"}]}",
		" 1:1: expected null, found the string "
		"'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'"},
	};
	char *text = repeat("\"", "a", 40, "!\"");
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
		assert_string_equal(said(CASES[i].schema, text), CASES[i].said);
	free(text);
	text = repeat("{\"", "a", 40, "!\":1}");
	assert_string_equal(said("{\"patternProperties\":{\"^(a+)+\\\\1$\":{\"type\":\"number\"}},"
				 "\"additionalProperties\":false}",
				text),
	    "indeterminate: a regular expression would take too many steps");
	free(text);
}

static void
long_texts_take_linear_time(void **state)
{
	static const size_t LENGTHS[] = {10000, 1 << 20};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(LENGTHS); i++) {
		char *text = repeat("\"", "a", LENGTHS[i], "\"");
		assert_string_equal(said("{\"pattern\":\"^(?:x|a|b)*$\"}", text), "valid");
		assert_string_equal(said("{\"pattern\":\"^(a|a)*$\"}", text), "valid");
		assert_string_equal(said("{\"not\":{\"pattern\":\"^(?:x|a|b)*$\"}}", text),
		    " 1:1: fits what 'not' excludes");
		free(text);
	}
	char *bad = repeat("\"", "a", 100000, "!\"");
	assert_string_not_equal(said("{\"pattern\":\"^(a|a)*$\"}", bad), "valid");
	free(bad);
}

static char *
bomb(const char *keyword, int levels, const char *last)
{
	struct buf b;
	buf_init(&b, 1 << 20);
	buf_text(&b, "{\"$ref\":\"#/$defs/d0\",\"$defs\":{");
	for (int i = 0; i < levels; i++)
		buf_printf(&b,
		    "\"d%d\":{\"%s\":[{\"$ref\":\"#/$defs/d%d\"},{\"$ref\":\"#/$defs/d%d\"}]},", i,
		    keyword, i + 1, i + 1);
	buf_printf(&b, "\"d%d\":%s}}", levels, last);
	return b.p;
}

static void
schemas_that_double_stay_cheap(void **state)
{
	static const int LEVELS[] = {16, 64};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(LEVELS); i++) {
		char *all = bomb("allOf", LEVELS[i], "{\"type\":\"number\"}"),
		     *any = bomb("anyOf", LEVELS[i], "{\"type\":\"number\"}");
		assert_string_equal(said(all, "1"), "valid");
		assert_string_equal(
		    said(all, "\"1\""), " 1:1: expected a number, found the string '1'");
		assert_string_equal(said(any, "1"), "valid");
		assert_null(strstr(said(any, "null"), "valid"));
		assert_null(strstr(said(any, "null"), "indeterminate"));
		free(all);
		free(any);
	}
}

static void
deep_documents_meet_recursive_schemas(void **state)
{
	static const size_t DEPTHS[] = {60, 500, 5000};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(DEPTHS); i++) {
		char *open = repeat("", "[", DEPTHS[i], ""),
		     *document = repeat(open, "]", DEPTHS[i], "");
		assert_string_equal(
		    said("{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}", document), "valid");
		free(open);
		free(document);
	}
}

static void
many_items_are_compared_quickly(void **state)
{
	struct buf b;
	(void)state;
	buf_init(&b, 16 << 20);
	buf_char(&b, '[');
	for (int i = 0; i < 20000; i++)
		buf_printf(&b, "{\"id\":%d,\"name\":\"n%d\",\"deep\":{\"list\":[1,{\"k\":%d}]}},",
		    i / 2, i / 2, i);
	buf_text(&b, "0]");
	assert_string_equal(said("{\"uniqueItems\":true}", b.p), "valid");
	b.n -= 2;
	buf_text(&b, "{\"name\":\"n0\",\"deep\":{\"list\":[1.0,{\"k\":0e1}]},\"id\":0}]");
	assert_string_equal(
	    said("{\"uniqueItems\":true}", b.p), " 1:1: items 0 and 20000 are equal");
	buf_release(&b);
}

static void
wide_objects_and_lists_stay_linear(void **state)
{
	struct buf document, schema;
	(void)state;
	buf_init(&document, 32 << 20);
	buf_init(&schema, 32 << 20);
	buf_text(&schema, "{\"enum\":[");
	buf_char(&document, '{');
	for (int i = 0; i < 60000; i++) {
		buf_printf(&document, "\"k%d\":%d,", i, i);
		if (i < 20000)
			buf_printf(&schema, "\"v%d\",", i);
	}
	buf_text(&document, "\"z\":1}");
	buf_text(&schema, "0]}");
	assert_string_equal(
	    said("{\"additionalProperties\":{\"type\":\"number\"},\"required\":[\"z\",\"k59999\"]}",
		document.p),
	    "valid");
	assert_string_equal(said(schema.p, "\"v19999\""), "valid");
	assert_string_equal(
	    said("{\"properties\":{\"a\":true},\"additionalProperties\":false}", "{\"b\":1}"),
	    "/b 1:2: unknown key 'b' (the only other key is 'a')");
	buf_release(&document);
	buf_release(&schema);
}

static void
duplicate_names_are_no_documents(void **state)
{
	(void)state;
	assert_non_null(strstr(said("{\"properties\":{\"a\":{\"const\":1}}}", "{\"a\":2,\"a\":1}"),
	    "unreadable: 1:8: "));
	assert_non_null(strstr(said("true", "{\"a\":2,\"\\u0061\":1}"), "unreadable: 1:8: "));
}

/* Other validators tell one of these, or nine without a word of what was meant. */
static void
every_cause_is_told_once_with_what_was_meant(void **state)
{
	static const char SCHEMA[] =
	    "{\"type\":\"object\",\"required\":[\"status\",\"total\"],\"additionalProperties\":"
	    "false,"
	    "\"properties\":{\"status\":{\"type\":\"string\"},\"total\":{\"type\":\"number\"},"
	    "\"pay\":{"
	    "\"oneOf\":["
	    "{\"type\":\"object\",\"required\":[\"kind\",\"amount\"],\"additionalProperties\":"
	    "false,"
	    "\"properties\":{\"kind\":{\"const\":\"cash\"},\"amount\":{\"type\":\"number\"}}},"
	    "{\"type\":\"object\",\"required\":[\"kind\",\"last4\"],\"additionalProperties\":false,"
	    "\"properties\":{\"kind\":{\"const\":\"card\"},\"last4\":{\"type\":\"string\"}}}]}}}";
	(void)state;
	assert_string_equal(
	    said(SCHEMA,
		"{\"staus\":\"ok\",\"total\":\"5\",\"pay\":{\"kind\":\"cash\",\"amont\":5}}"),
	    "/staus 1:2: unknown key 'staus' (did you mean 'status'?)\n"
	    "/total 1:23: expected a number, found the string '5'\n"
	    "/pay/amont 1:48: unknown key 'amont' (did you mean 'amount'?)");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(limits_of_patterns_are_never_a_verdict),
	    cmocka_unit_test(long_texts_take_linear_time),
	    cmocka_unit_test(schemas_that_double_stay_cheap),
	    cmocka_unit_test(deep_documents_meet_recursive_schemas),
	    cmocka_unit_test(many_items_are_compared_quickly),
	    cmocka_unit_test(wide_objects_and_lists_stay_linear),
	    cmocka_unit_test(duplicate_names_are_no_documents),
	    cmocka_unit_test(every_cause_is_told_once_with_what_was_meant),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
