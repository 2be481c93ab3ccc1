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
		"\"members\":{\"secret\":\"string\",\"rows\":{\"type\":\"array\",\"length\":1,\"first_element\":{\"type\":\"number\"}}}}"},
	    {"l.json", "[{\"a\":1.5,\"b\":null}]",
		"{\"name\":\"l.json\",\"bytes\":20,\"kind\":\"json\",\"type\":\"array\",\"length\":"
		"1,"
		"\"first_element\":{\"type\":\"object\",\"members\":{\"a\":\"number\",\"b\":"
		"\"null\"}}}"},
	    {"s.ndjson", "{\"a\":1}\n{\"a\":2}\n",
		"{\"name\":\"s.ndjson\",\"bytes\":16,\"kind\":\"ndjson\",\"lines\":2,"
		"\"first_line\":{\"type\":\"object\",\"members\":{\"a\":\"number\"}}}"},
	    {"n.json", "{\"data\":{\"rows\":[{\"a\":1},{\"a\":2,\"b\":3}]}}",
		"{\"name\":\"n.json\",\"bytes\":41,\"kind\":\"json\",\"type\":\"object\","
		"\"members\":{\"data\":{\"type\":\"object\",\"members\":{\"rows\":{\"type\":"
		"\"array\",\"length\":2,\"first_element\":{\"type\":\"object\",\"members\":{"
		"\"a\":\"number\"},\"others_have_also\":[\"b\"]}}}}}}"},
	    {"z.csv",
		"zip;price;day;us\n01067;1,5;31.12.2026;12/31/2026\n80331;2;01.01.2027;01/02/2027\n",
		"{\"name\":\"z.csv\",\"bytes\":79,\"kind\":\"csv\",\"separator\":\"semicolon\",\"rows\":2,"
		"\"columns\":[{\"name\":\"zip\",\"type\":\"text: digits, some with leading zeros\"},"
		"{\"name\":\"price\",\"type\":\"number, with a decimal comma\"},"
		"{\"name\":\"day\",\"type\":\"date, DD.MM.YYYY\"},"
		"{\"name\":\"us\",\"type\":\"date, with slashes\"}]}"},
	    {"p.parquet", "PAR1\xff", "{\"name\":\"p.parquet\",\"bytes\":5,\"kind\":\"parquet\"}"},
	    {"t.txt", "one\ntwo", "{\"name\":\"t.txt\",\"bytes\":7,\"kind\":\"text\",\"lines\":2}"},
	    {"b.csv", "a,b\n\xff,1\n", "{\"name\":\"b.csv\",\"bytes\":8,\"kind\":\"binary\"}"},
	    {"e.txt", "", "{\"name\":\"e.txt\",\"bytes\":0,\"kind\":\"text\",\"lines\":0}"},
	};
	struct arena *a = arena_new(1 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const struct planner_input in = {
		    .name = str_from(cases[i].name), .bytes = str_from(cases[i].bytes)};
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
		"\"masked_rows\":[[\"9999-99-99\",\"Aaa "
		"A'Aaaa\",\"-9.9\"],[\"a,a\",\"aa\",\"\"]]}"},
	    {"a,b\n1\n", 5, "\"masked_rows\":[[\"9\",\"\"]]}"},
	    {"a,b\n1,2,3\n", 5, "\"masked_rows\":[[\"9\",\"9\"]]}"},
	    {"a,b\n", 5, "\"masked_rows\":[]}"},
	};
	struct arena *a = arena_new(1 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const struct planner_input in = {
		    .name = STR("t.csv"), .bytes = str_from(cases[i].bytes)};
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
input_never_shows_a_sensitive_column_masked_or_not(void **state)
{
	static const struct {
		const char *bytes, *sensitive, *description;
	} cases[] = {
	    {"name,iban,n\nAnn,CH93,1\n", "iban",
		"\"rows\":1,\"columns\":[{\"name\":\"name\",\"type\":\"text\"},"
		"{\"name\":\"iban\",\"type\":\"text\",\"sensitive\":true},"
		"{\"name\":\"n\",\"type\":\"integer\"}],\"masked_rows\":[[\"Aaa\",null,\"9\"]]}"},
	    {"name, iban \nAnn,CH93\n", " iban",
		"\"rows\":1,\"columns\":[{\"name\":\"name\",\"type\":\"text\"},"
		"{\"name\":\"iban\",\"type\":\"text\",\"sensitive\":true}],"
		"\"masked_rows\":[[\"Aaa\",null]]}"},
	    {"Ann,17\nBob,18\n", "iban",
		"\"rows\":2,\"header\":\"none: the first row looks like "
		"data\",\"columns\":[{\"type\":\"text\"},{\"type\":\"integer\"}]}"},
	};
	struct arena *a = arena_new(1 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const struct str sensitive[] = {str_from(cases[i].sensitive)};
		const struct planner_input in = {.name = STR("t.csv"),
		    .bytes = str_from(cases[i].bytes),
		    .sensitive = sensitive,
		    .sensitive_count = 1};
		struct json_writer w;
		struct buf b;
		buf_init(&b, 1 << 16);
		json_writer_init(&w, &b, false);
		assert_true(input_describe(a, &in, 5, &w));
		assert_string_equal(strstr(b.p, "\"rows\""), cases[i].description);
		buf_release(&b);
	}
	arena_free(a);
}

/* Every cell over these alphabets, shown: nothing of it but digits' and letters' places. */
static void
input_masks_are_made_of_nothing_but_shape(void **state)
{
	struct arena *a = arena_new(1 << 20);

	(void)state;
	for (unsigned c = 1; c < 256; c++) {
		const char bytes[] = {'h', '\n', (char)c, (char)c, '\n', 0};
		const struct planner_input in = {.name = STR("t.csv"), .bytes = {bytes, 5}};
		struct json_writer w;
		struct buf b;
		buf_init(&b, 1 << 16);
		json_writer_init(&w, &b, false);
		assert_true(input_describe(a, &in, 5, &w));
		const char *rows = b.p ? strstr(b.p, "\"masked_rows\":") : NULL;
		const char *from = rows ? strstr(rows, "[[\"") : NULL;
		for (const char *p = from ? from + 3 : ""; *p && *p != '\"'; p++) {
			bool letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z');
			bool digit = *p >= '0' && *p <= '9';
			assert_true(!letter || *p == 'a' || *p == 'A');
			assert_true(!digit || *p == '9');
			assert_true((unsigned char)*p >= ' ' && (unsigned char)*p < 0x7f);
		}
		buf_release(&b);
	}
	arena_free(a);
}

static void
input_that_is_no_json_is_said_to_be_none(void **state)
{
	const struct planner_input in = {.name = STR("x.json"), .bytes = STR("{\"a\":")};
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
	const struct planner_input in = {.name = STR("x.json"), .bytes = buf_view(&text)};
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
	    cmocka_unit_test(input_never_shows_a_sensitive_column_masked_or_not),
	    cmocka_unit_test(input_masks_are_made_of_nothing_but_shape),
	    cmocka_unit_test(input_that_is_no_json_is_said_to_be_none),
	    cmocka_unit_test(input_names_too_many_members_by_their_number),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
