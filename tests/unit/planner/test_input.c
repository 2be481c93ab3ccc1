/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "input.h"

static void
input_is_described_by_shape_and_never_by_value(void **state)
{
	static const struct {
		const char *name, *bytes, *description;
	} cases[] = {
	    {"leads.csv", "day,paid\n2026-01-01,3\n2026-01-02,\n",
		"{\"name\":\"leads.csv\",\"bytes\":34,\"kind\":\"csv\",\"separator\":\"comma\","
		"\"rows\":2,"
		"\"columns\":[{\"name\":\"day\",\"type\":\"date\"},"
		"{\"name\":\"paid\",\"type\":\"integer\",\"empty_cells\":1}]}"},
	    {"a.tsv", "x\ty\n1\tb\n",
		"{\"name\":\"a.tsv\",\"bytes\":8,\"kind\":\"csv\",\"separator\":\"tab\",\"rows\":1,"
		"\"columns\":[{\"name\":\"x\",\"type\":\"integer\"},{\"name\":\"y\",\"type\":"
		"\"text\"}]}"},
	    {"o.json", "{\"secret\":\"s3cret\",\"rows\":[1]}",
		"{\"name\":\"o.json\",\"bytes\":30,\"kind\":\"json\",\"type\":\"object\","
		"\"members\":{\"secret\":\"string\",\"rows\":\"array\"}}"},
	    {"l.json", "[{\"a\":1.5,\"b\":null}]",
		"{\"name\":\"l.json\",\"bytes\":20,\"kind\":\"json\",\"type\":\"array\",\"length\":"
		"1,"
		"\"first_element\":{\"type\":\"object\",\"members\":{\"a\":\"number\",\"b\":"
		"\"null\"}}}"},
	    {"s.ndjson", "{\"a\":1}\n{\"a\":2}\n",
		"{\"name\":\"s.ndjson\",\"bytes\":16,\"kind\":\"ndjson\",\"lines\":2,"
		"\"first_line\":{\"type\":\"object\",\"members\":{\"a\":\"number\"}}}"},
	    {"t.txt", "one\ntwo", "{\"name\":\"t.txt\",\"bytes\":7,\"kind\":\"text\",\"lines\":2}"},
	    {"b.csv", "a,b\n\xff,1\n", "{\"name\":\"b.csv\",\"bytes\":8,\"kind\":\"binary\"}"},
	    {"e.txt", "", "{\"name\":\"e.txt\",\"bytes\":0,\"kind\":\"text\",\"lines\":0}"},
	};
	struct arena *a = arena_new(1 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const struct planner_input in = {str_from(cases[i].name), str_from(cases[i].bytes)};
		struct json_writer w;
		struct buf b;
		buf_init(&b, 1 << 16);
		json_writer_init(&w, &b, false);
		assert_true(input_describe(a, &in, 0, &w));
		assert_string_equal(b.p, cases[i].description);
		buf_release(&b);
	}
	arena_free(a);
}

static void
input_shows_rows_only_masked(void **state)
{
	static const struct {
		const char *bytes;
		size_t rows;
		const char *masked;
	} cases[] = {
	    {"d,name,n\n2026-01-02,Ann O'Hara,-1.5\n\"a,b\",\xc3\xa4\x01,\n3,x,y\n", 2,
		"\"masked_rows\":[[\"9999-99-99\",\"Xxx "
		"X'Xxxx\",\"-9.9\"],[\"x,x\",\"xx\",\"\"]]}"},
	    {"a,b\n1\n", 5, "\"masked_rows\":[[\"9\",\"\"]]}"},
	    {"a,b\n1,2,3\n", 5, "\"masked_rows\":[[\"9\",\"9\"]]}"},
	    {"a,b\n", 5, "\"masked_rows\":[]}"},
	};
	struct arena *a = arena_new(1 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const struct planner_input in = {STR("t.csv"), str_from(cases[i].bytes)};
		struct json_writer w;
		struct buf b;
		buf_init(&b, 1 << 16);
		json_writer_init(&w, &b, false);
		assert_true(input_describe(a, &in, cases[i].rows, &w));
		assert_string_equal(strstr(b.p, "\"masked_rows\""), cases[i].masked);
		buf_release(&b);
	}
	arena_free(a);
}

static void
input_that_is_no_json_is_said_to_be_none(void **state)
{
	const struct planner_input in = {STR("x.json"), STR("{\"a\":")};
	struct arena *a = arena_new(1 << 20);
	struct json_writer w;
	struct buf b;

	(void)state;
	buf_init(&b, 1 << 16);
	json_writer_init(&w, &b, false);
	assert_true(input_describe(a, &in, 0, &w));
	assert_non_null(strstr(b.p, "\"kind\":\"json\",\"problem\":\""));
	assert_null(strstr(b.p, "\"type\""));
	buf_release(&b);
	arena_free(a);
}

static void
input_names_too_many_members_by_their_number(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct json_writer w;
	struct buf text, b;

	(void)state;
	buf_init(&text, 1 << 16);
	buf_char(&text, '{');
	for (int i = 0; i < 50; i++)
		buf_printf(&text, "%s\"m%d\":%d", i > 0 ? "," : "", i, i);
	buf_char(&text, '}');
	const struct planner_input in = {STR("x.json"), buf_view(&text)};
	buf_init(&b, 1 << 16);
	json_writer_init(&w, &b, false);
	assert_true(input_describe(a, &in, 0, &w));
	assert_non_null(strstr(b.p, "\"m39\":\"number\"},\"more_members\":10}"));
	assert_null(strstr(b.p, "\"m40\""));
	buf_release(&text);
	buf_release(&b);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(input_is_described_by_shape_and_never_by_value),
	    cmocka_unit_test(input_shows_rows_only_masked),
	    cmocka_unit_test(input_that_is_no_json_is_said_to_be_none),
	    cmocka_unit_test(input_names_too_many_members_by_their_number),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
