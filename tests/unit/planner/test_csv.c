/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "csv.h"

static struct csv_table
survey(struct arena *a, const char *text)
{
	static struct csv_table table;

	assert_true(csv_survey(a, str_from(text), &table));
	return table;
}

static void
csv_infers_a_type_from_every_cell(void **state)
{
	static const struct {
		const char *text, *type;
		size_t empty;
	} cases[] = {
	    {"a\n1\n-2\n+3\n", "integer", 0},
	    {"a\n1\n2.5\n", "number", 0},
	    {"a\n1e3\n.5\n5.\n", "number", 0},
	    {"a\n1\n\n", "integer", 1},
	    {"a\n1\nx\n", "text", 0},
	    {"a\ntrue\nFalse\n", "boolean", 0},
	    {"a\n2026-01-02\n", "date", 0},
	    {"a\n2026-01-02\n2026-01-02T03:04:05Z\n", "datetime", 0},
	    {"a\n2026-01-02 03:04\n", "datetime", 0},
	    {"a\n2026-1-2\n", "text", 0},
	    {"a\n1e\n", "text", 0},
	    {"a\n-\n", "text", 0},
	    {"a\n", "empty", 0},
	    {"a\n\"1\"\n", "integer", 0},
	    {"a\ntrue\n1\n", "text", 0},
	};
	struct arena *a = arena_new(1 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct csv_table t = survey(a, cases[i].text);
		assert_int_equal(t.column_count, 1);
		assert_string_equal(csv_type_name(t.columns[0].seen), cases[i].type);
		assert_int_equal(t.columns[0].empty, cases[i].empty);
	}
	arena_free(a);
}

static void
csv_first_row_of_data_is_no_header(void **state)
{
	static const struct {
		const char *text;
		bool headless;
		size_t rows;
	} cases[] = {
	    {"name,age\nAnn,17\n", false, 1},
	    {"Ann,17\nBob,18\n", true, 2},
	    {"Ann,2026-01-02\n", true, 1},
	    {"Ann,true\n", true, 1},
	    {",name\n1,Ann\n", false, 1},
	    {"Ann,-1.5\n", true, 1},
	    {"q1 2026,n\n1,2\n", false, 1},
	};
	struct arena *a = arena_new(1 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct csv_table t = survey(a, cases[i].text);
		assert_int_equal(t.headless, cases[i].headless);
		assert_int_equal(t.row_count, cases[i].rows);
	}
	arena_free(a);
}

static void
csv_counts_rows_and_guesses_the_separator(void **state)
{
	static const struct {
		const char *text;
		char separator;
		size_t columns, rows, ragged;
	} cases[] = {
	    {"a,b\n1,2\n3,4\n", ',', 2, 2, 0},
	    {"a,b\r\n1,2\r\n3,4", ',', 2, 2, 0},
	    {"a;b\n1,5;2\n", ';', 2, 1, 0},
	    {"a\tb\n1\t2\n", '\t', 2, 1, 0},
	    {"a|b|c\n1|2|3\n", '|', 3, 1, 0},
	    {"\"a,b\";c\n1;2\n", ';', 2, 1, 0},
	    {"a,b\n\"x\ny\",2\n", ',', 2, 1, 0},
	    {"a,b\n1\n1,2,3\n1,2\n", ',', 2, 3, 2},
	    {"a,b\n1,2\n\n\n", ',', 2, 1, 0},
	    {"\xef\xbb\xbf"
	     "a,b\n1,2\n",
		',', 2, 1, 0},
	    {"", ',', 0, 0, 0},
	};
	struct arena *a = arena_new(1 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct csv_table t = survey(a, cases[i].text);
		assert_int_equal(t.separator, cases[i].separator);
		assert_int_equal(t.column_count, cases[i].columns);
		assert_int_equal(t.row_count, cases[i].rows);
		assert_int_equal(t.ragged, cases[i].ragged);
	}
	arena_free(a);
}

static void
csv_keeps_names_as_written(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct csv_table t = survey(a, "\"say \"\"hi\"\"\", b ,\xc3\xa4\n1,2,3\n");

	(void)state;
	assert_true(str_is(t.columns[0].name, "say \"hi\""));
	assert_true(str_is(t.columns[1].name, "b"));
	assert_true(str_is(t.columns[2].name, "\xc3\xa4"));
	arena_free(a);
}

static void
csv_stops_at_its_column_ceiling(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct buf text;

	(void)state;
	buf_init(&text, 1 << 16);
	for (int i = 0; i < CSV_COLUMNS_MAX + 10; i++)
		buf_printf(&text, "%sc%d", i > 0 ? "," : "", i);
	buf_char(&text, '\n');
	for (int i = 0; i < CSV_COLUMNS_MAX + 10; i++)
		buf_printf(&text, "%s%d", i > 0 ? "," : "", i);
	struct csv_table t = survey(a, text.p);
	assert_int_equal(t.column_count, CSV_COLUMNS_MAX);
	assert_int_equal(t.columns_more, 10);
	assert_int_equal(t.ragged, 0);
	buf_release(&text);
	arena_free(a);
}

static void
csv_takes_a_cell_of_any_length_for_text(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct buf text;

	(void)state;
	buf_init(&text, 1 << 20);
	buf_text(&text, "a,b\n");
	buf_repeat(&text, '1', 100000);
	buf_text(&text, ",2\n\"");
	buf_repeat(&text, 'x', 100000);
	struct csv_table t = survey(a, text.p);
	assert_string_equal(csv_type_name(t.columns[0].seen), "text");
	assert_string_equal(csv_type_name(t.columns[1].seen), "integer");
	assert_int_equal(t.row_count, 2);
	buf_release(&text);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(csv_infers_a_type_from_every_cell),
	    cmocka_unit_test(csv_first_row_of_data_is_no_header),
	    cmocka_unit_test(csv_counts_rows_and_guesses_the_separator),
	    cmocka_unit_test(csv_keeps_names_as_written),
	    cmocka_unit_test(csv_stops_at_its_column_ceiling),
	    cmocka_unit_test(csv_takes_a_cell_of_any_length_for_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
