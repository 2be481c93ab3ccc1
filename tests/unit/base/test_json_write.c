/* SPDX-License-Identifier: MIT */
#include "json_text.h"

#include <stdio.h>

struct page {
	struct buf out;
	struct json_writer w;
};

static void
begin(struct page *p, bool indent)
{
	buf_init(&p->out, 1 << 20);
	json_writer_init(&p->w, &p->out, indent);
}

static void
ends_as(struct page *p, const char *z)
{
	assert_int_equal(p->w.depth, 0);
	assert_str_equal(buf_view(&p->out), z);
	buf_release(&p->out);
}

static void
write_sample(struct json_writer *w)
{
	json_object(w);
	json_put_text(w, "id", "x");
	json_put_number(w, "n", -3);
	json_name(w, "list");
	json_array(w);
	json_number(w, INT64_MIN);
	json_null(w);
	json_array(w);
	json_end_array(w);
	json_object(w);
	json_end_object(w);
	json_object(w);
	json_put_bool(w, "t", true);
	json_end_object(w);
	json_end_array(w);
	json_put_bool(w, "no", false);
	json_put_text(w, "none", NULL);
	json_name_str(w, STR("a\"b"));
	json_raw(w, STR("1.50"));
	json_put_str(w, "s", STR("y"));
	json_end_object(w);
}

static void
commas_stand_between_items_only(void **state)
{
	struct page p;

	(void)state;
	begin(&p, false);
	write_sample(&p.w);
	ends_as(&p,
	    "{\"id\":\"x\",\"n\":-3,\"list\":[-9223372036854775808,null,[],{},{\"t\":true}],"
	    "\"no\":false,\"none\":null,\"a\\\"b\":1.50,\"s\":\"y\"}");
}

static void
indented_text_breaks_lines_but_not_in_what_is_empty(void **state)
{
	struct page p;

	(void)state;
	begin(&p, true);
	write_sample(&p.w);
	ends_as(&p, "{\n"
		    "  \"id\": \"x\",\n"
		    "  \"n\": -3,\n"
		    "  \"list\": [\n"
		    "    -9223372036854775808,\n"
		    "    null,\n"
		    "    [],\n"
		    "    {},\n"
		    "    {\n"
		    "      \"t\": true\n"
		    "    }\n"
		    "  ],\n"
		    "  \"no\": false,\n"
		    "  \"none\": null,\n"
		    "  \"a\\\"b\": 1.50,\n"
		    "  \"s\": \"y\"\n"
		    "}");
}

static void
strings_are_escaped_as_needed_and_no_further(void **state)
{
	static const struct {
		struct str in;
		const char *out;
	} rows[] = {
	    {{"", 0}, "\"\""},
	    {{"a/b", 3}, "\"a/b\""},
	    {{"\"\\", 2}, "\"\\\"\\\\\""},
	    {{"\b\t\n\f\r", 5}, "\"\\b\\t\\n\\f\\r\""},
	    {{"\0\x01\x1f\x7f", 4}, "\"\\u0000\\u0001\\u001f\x7f\""},
	    {{"é€😀", 9}, "\"é€😀\""},
	    {{"a\xff"
	      "b\xc3",
		 4},
		"\"a\xef\xbf\xbd"
		"b\xef\xbf\xbd\""},
	    {{"\xed\xa0\x80", 3}, "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct page p;
		begin(&p, false);
		json_str(&p.w, rows[i].in);
		ends_as(&p, rows[i].out);
	}
}

/* Every byte and some neighbours come back as they went, where they are UTF-8. */
static void
what_is_written_reads_back(void **state)
{
	(void)state;
	for (uint32_t c = 0; c < 0x3000; c++) {
		struct page p;
		struct buf in;
		struct text t;
		buf_init(&in, 100);
		buf_char(&in, 'x');
		buf_codepoint(&in, c);
		buf_text(&in, "y\\");
		begin(&p, false);
		json_str(&p.w, buf_view(&in));
		assert_true(parse_with(&t, buf_view(&p.out), &JSON_LIMITS));
		assert_true(str_eq(json_root(&t.doc)->text, buf_view(&in)));
		release(&t);
		buf_release(&in);
		buf_release(&p.out);
	}
}

static void
a_template_shows_what_is_written(void **state)
{
	const char *volatile none = NULL;
	struct page p;

	(void)state;
	begin(&p, false);
	json_format(&p.w,
	    "{id: %.*s, place: {line: %u, at: %zu}, roles: [reader, %s], sha-256: %s, yes: true",
	    STR_ARG(STR("a\"{b: %s}")), 7u, (size_t)9, "x, y", none);
	json_put_bool(&p.w, "evasion", false);
	json_format(&p.w, "revision: %ld, none: [], empty: {}, no: false, on: %d, off: %d", -3L,
	    2 > 1, false);
	json_format(&p.w, "raw: =%.*s, a: ?%s, b: ?%.*s, c: ?%u, d: ?%d, e: ?%s, f: ?%ld, g:",
	    STR_ARG(STR("[1, {}]")), "", STR_ARG(STR("")), 0u, false, "e", 6L);
	json_format(&p.w, "%s}", none);
	ends_as(&p,
	    "{\"id\":\"a\\\"{b: %s}\",\"place\":{\"line\":7,\"at\":9},\"roles\":[\"reader\",\"x, y\"],"
	    "\"sha-256\":null,\"yes\":true,\"evasion\":false,\"revision\":-3,\"none\":[],\"empty\":{},"
	    "\"no\":false,\"on\":true,\"off\":false,\"raw\":[1, {}],\"e\":\"e\",\"f\":6,\"g\":null}");
	begin(&p, true);
	json_format(&p.w, "[%u, {a: b}]", 1u);
	ends_as(&p, "[\n  1,\n  {\n    \"a\": \"b\"\n  }\n]");
}

static void
a_full_buffer_is_seen_at_the_end(void **state)
{
	struct json_writer w;
	struct buf out;

	(void)state;
	buf_init(&out, 40);
	json_writer_init(&w, &out, false);
	json_array(&w);
	for (int i = 0; i < 100; i++)
		json_number(&w, i);
	json_end_array(&w);
	assert_true(out.failed);
	assert_true(out.n <= 40);
	buf_release(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(commas_stand_between_items_only),
	    cmocka_unit_test(indented_text_breaks_lines_but_not_in_what_is_empty),
	    cmocka_unit_test(strings_are_escaped_as_needed_and_no_further),
	    cmocka_unit_test(what_is_written_reads_back),
	    cmocka_unit_test(a_template_shows_what_is_written),
	    cmocka_unit_test(a_full_buffer_is_seen_at_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
