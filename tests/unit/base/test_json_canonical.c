/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "json.h"

#define ARENA_BYTES ((size_t)64 << 20)

static void
one_value_has_one_text(void **state)
{
	/* The second and third are RFC 8785's examples (3.2.2 and 3.2.3) without their fractions
	 * and their names beyond ASCII. */
	static const struct {
		const char *text, *canonical;
	} cases[] = {
	    {" { \"b\" : 1 , \"a\" : [ ] } ", "{\"a\":[],\"b\":1}"},
	    {"{\"numbers\": [333333333, 4, 2, 0],\n"
	     "\"string\": \"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\",\n"
	     "\"literals\": [null, true, false]}",
		"{\"literals\":[null,true,false],\"numbers\":[333333333,4,2,0],"
		"\"string\":\"\xe2\x82\xac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"},
	    {"{\"\\r\": \"Carriage Return\", \"1\": \"One\", \"\\u0080\": 0}", NULL},
	    {"{\"</script>\": 1, \"\\r\": 2, \"1\": 3, \"\": 4}",
		"{\"\":4,\"\\r\":2,\"1\":3,\"</script>\":1}"},
	    {"{\"ab\":1,\"a\":2,\"B\":3,\"a b\":4,\"a\\u0000\":5}",
		"{\"B\":3,\"a\":2,\"a\\u0000\":5,\"a b\":4,\"ab\":1}"},
	    {"\"\\b\\t\\n\\f\\r\\u001f\\u007f\\u0020\"", "\"\\b\\t\\n\\f\\r\\u001f\x7f \""},
	    {"\"\\ud83d\\ude00\\u00e9\"", "\"\xf0\x9f\x98\x80\xc3\xa9\""},
	    {"[9007199254740991,-9007199254740991,0]", "[9007199254740991,-9007199254740991,0]"},
	    {"{\"b\":{\"d\":{\"z\":1,\"y\":2},\"c\":0},\"a\":[{\"f\":1,\"e\":2}]}",
		"{\"a\":[{\"e\":2,\"f\":1}],\"b\":{\"c\":0,\"d\":{\"y\":2,\"z\":1}}}"},
	    {"null", "null"},
	    {"9007199254740992", NULL},
	    {"-9007199254740992", NULL},
	    {"99999999999999999999", NULL},
	    {"-0", NULL},
	    {"1.0", NULL},
	    {"1e2", NULL},
	    {"{\"a\":1,\"a\":2}", NULL},
	    {"{\"a\":1,\"\\u0061\":2}", NULL},
	    {"\"\\ud800\"", NULL},
	    {"{\"\\u00e9\":1}", NULL},
	    {"", NULL},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new(ARENA_BYTES);
		struct err err;
		struct str out;
		bool good = json_canonical_text(a, str_from(cases[i].text), &out, &err);
		assert_int_equal(good, cases[i].canonical != NULL);
		if (good)
			assert_str_equal(out, cases[i].canonical);
		arena_free(a);
	}
}

static void
what_is_not_canonical_is_shown(void **state)
{
	static const struct {
		const char *text, *message;
		unsigned column;
	} cases[] = {
	    {"{\"b\":1,\"a\":2}", "this is not canonical JSON", 3},
	    {"{\"a\": 1}", "this is not canonical JSON", 6},
	    {"{\"a\":1}\n", "this is not canonical JSON", 8},
	    {"[\"\\u0041\"]", "this is not canonical JSON", 3},
	    {"[\"\\/\"]", "this is not canonical JSON", 3},
	    {"[\"\\u001F\"]", "this is not canonical JSON", 8},
	    {"[1.5]",
		"a number of canonical JSON must be an integer within 2^53 - 1, without fraction "
		"and exponent",
		2},
	    {"{\"\xc3\xa9\":1}", "a name of canonical JSON must be of ASCII alone", 2},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new(ARENA_BYTES);
		struct err err = {0};
		struct json_doc d;
		assert_false(json_parse_canonical(
		    a, str_from(cases[i].text), "vote.json", &JSON_LIMITS, &d, &err));
		assert_string_equal(err.message, cases[i].message);
		assert_int_equal(err.column, cases[i].column);
		assert_string_equal(err.file, "vote.json");
		assert_int_equal(d.count, 0);
		arena_free(a);
	}
}

static void
a_canonical_text_is_taken_as_it_is(void **state)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct json_doc d;
	struct err err;

	(void)state;
	assert_true(json_parse_canonical(
	    a, STR("{\"a\":[1,\"\\n\"],\"b\":null}"), NULL, &JSON_LIMITS, &d, &err));
	assert_str_equal(json_get(&d, json_root(&d), "a")[2].text, "\n");
	arena_free(a);
}

static void
an_object_of_many_names_is_sorted(void **state)
{
	enum { COUNT = 100000 };
	struct arena *a = arena_new(ARENA_BYTES);
	struct buf text;
	struct str out;
	struct err err;

	(void)state;
	buf_init(&text, (size_t)4 << 20);
	for (int i = COUNT; i-- > 0;)
		buf_printf(
		    &text, "%c\"%06d\":{\"b\":1,\"a\":%d}", i == COUNT - 1 ? '{' : ',', i, i);
	buf_char(&text, '}');
	assert_true(json_canonical_text(a, buf_view(&text), &out, &err));
	assert_true(str_starts(out, STR("{\"000000\":{\"a\":0,\"b\":1},\"000001\":{\"a\":1,")));
	assert_int_equal(out.n, text.n);
	buf_release(&text);
	arena_free(a);
}

static void
a_ceiling_is_told(void **state)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct json_doc d;
	struct err err;
	struct buf small;

	(void)state;
	assert_true(json_parse(a, STR("[1,2,3,4]"), NULL, &JSON_LIMITS, &d, NULL, &err));
	buf_init(&small, 4);
	assert_false(json_canonical(&d, json_root(&d), &small, &err));
	assert_string_equal(err.message, "canonical JSON is larger than 4 bytes");
	assert_false(json_canonical(&d, NULL, &small, &err));
	buf_release(&small);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(one_value_has_one_text),
	    cmocka_unit_test(what_is_not_canonical_is_shown),
	    cmocka_unit_test(a_canonical_text_is_taken_as_it_is),
	    cmocka_unit_test(an_object_of_many_names_is_sorted),
	    cmocka_unit_test(a_ceiling_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
