/* SPDX-License-Identifier: MIT */
#include "json_text.h"

static void
every_value_keeps_its_kind_text_and_place(void **state)
{
	static const struct {
		const char *source;
		enum json_kind kind;
		const char *text;
	} rows[] = {
	    {" null ", JSON_NULL, ""},
	    {"true", JSON_TRUE, ""},
	    {"false\n", JSON_FALSE, ""},
	    {"0", JSON_NUMBER, "0"},
	    {"-0.10e+07", JSON_NUMBER, "-0.10e+07"},
	    {"9007199254740993", JSON_NUMBER, "9007199254740993"},
	    {"\"\"", JSON_STRING, ""},
	    {"\"a b\"", JSON_STRING, "a b"},
	    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", JSON_STRING, "\"\\/\b\f\n\r\t"},
	    {"\"x\\u00e9\\u20AC\\ud83d\\ude00y\"", JSON_STRING, "xé€😀y"},
	    {"\"é€😀\x7f\"", JSON_STRING, "é€😀\x7f"},
	    {"[]", JSON_ARRAY, ""},
	    {"{ }", JSON_OBJECT, ""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct text t;
		assert_true(parse(&t, rows[i].source));
		const struct json_node *n = json_root(&t.doc);
		assert_int_equal(t.doc.count, 1);
		assert_int_equal(n->kind, rows[i].kind);
		assert_str_equal(n->text, rows[i].text);
		struct str written = str_trim(str_from(rows[i].source));
		assert_true(str_eq(json_source(&t.doc, n), written));
		release(&t);
	}
}

static void
the_tape_links_its_nodes(void **state)
{
	static const struct {
		uint32_t at, end, next, parent, count;
		enum json_kind kind;
		unsigned flags;
	} rows[] = {
	    {0, 31, 0, 0, 2, JSON_OBJECT, 0},
	    {1, 4, 7, 0, 0, JSON_STRING, JSON_NAME},
	    {6, 18, 0, 0, 3, JSON_ARRAY, 0},
	    {7, 8, 4, 2, 0, JSON_NUMBER, 0},
	    {10, 12, 5, 2, 0, JSON_OBJECT, 0},
	    {14, 17, 0, 2, 1, JSON_ARRAY, 0},
	    {15, 16, 0, 5, 0, JSON_NUMBER, 0},
	    {20, 28, 0, 0, 0, JSON_STRING, JSON_NAME | JSON_ESCAPED},
	    {29, 30, 0, 0, 0, JSON_NUMBER, 0},
	};
	struct text t;

	(void)state;
	assert_true(parse(&t, "{\"a\": [1, {}, [2]], \"\\u0062\":3}"));
	assert_int_equal(t.doc.count, ARRAY_LENGTH(rows));
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		const struct json_node *n = &t.doc.nodes[i];
		assert_int_equal(n->at, rows[i].at);
		assert_int_equal(n->end, rows[i].end);
		assert_int_equal(n->next, rows[i].next);
		assert_int_equal(n->parent, rows[i].parent);
		assert_int_equal(n->count, rows[i].count);
		assert_int_equal(n->kind, rows[i].kind);
		assert_int_equal(n->flags, rows[i].flags);
		assert_int_equal(json_index(&t.doc, n), i);
	}
	release(&t);
}

static void
strings_without_escapes_are_borrowed(void **state)
{
	static const char source[] = "[\"plain\", \"esc\\n\"]";
	struct text t;

	(void)state;
	assert_true(parse(&t, source));
	assert_ptr_equal(t.doc.nodes[1].text.p, source + 2);
	assert_str_equal(t.doc.nodes[2].text, "esc\n");
	release(&t);
}

static void
a_string_may_hold_nul_by_escape(void **state)
{
	struct text t;

	(void)state;
	assert_true(parse(&t, "{\"a\\u0000b\": \"safe\\u0000; rm\", \"a\": 1}"));
	assert_int_equal(t.doc.nodes[2].text.n, 9);
	assert_memory_equal(t.doc.nodes[2].text.p, "safe\0; rm", 9);
	int64_t one = 0;
	assert_true(json_int(json_get(&t.doc, json_root(&t.doc), "a"), &one));
	assert_int_equal(one, 1);
	release(&t);
}

static void
places_count_lines_and_code_points(void **state)
{
	static const struct {
		size_t at;
		unsigned line, column;
	} rows[] = {{0, 1, 1}, {2, 1, 2}, {3, 1, 3}, {4, 2, 1}, {5, 2, 2}, {9, 2, 3}, {11, 3, 1},
	    {12, 3, 2}, {99, 3, 2}};
	/* é x LF [ 😀 CR LF, a byte that is no UTF-8 */
	struct str source = STR("\xc3\xa9x\n[\xf0\x9f\x98\x80\r\n\xff");

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		unsigned line = 0, column = 0;
		text_place(source, rows[i].at, &line, &column);
		assert_int_equal(line, rows[i].line);
		assert_int_equal(column, rows[i].column);
	}
}

static void
members_and_elements_are_found_and_walked(void **state)
{
	struct text t;

	(void)state;
	assert_true(parse(&t, "{\"a\": \"x\", \"b\": [1, [2, 3], {\"c\": 4}, 5], \"d\": {}}"));
	const struct json_doc *d = &t.doc;
	const struct json_node *root = json_root(d), *b = json_get(d, root, "b");
	assert_str_equal(json_get_text(d, root, "a", STR("no")), "x");
	assert_str_equal(json_get_text(d, root, "b", STR("no")), "no");
	assert_str_equal(json_get_text(d, root, "z", STR("no")), "no");
	assert_null(json_get(d, root, "c"));
	assert_null(json_get(d, NULL, "a"));
	assert_null(json_get(d, b, "a"));
	assert_null(json_get(d, json_get(d, root, "a"), "a"));
	assert_null(json_first(d, json_get(d, root, "d")));
	static const char *const written[] = {"1", "[2, 3]", "{\"c\": 4}", "5"};
	size_t i = 0;
	for (const struct json_node *n = json_first(d, b); n; n = json_next(d, n), i++)
		assert_str_equal(json_source(d, n), written[i]);
	assert_int_equal(i, 4);
	i = 0;
	for (const struct json_node *n = json_first(d, root); n; n = json_next(d, n), i++)
		assert_true(n->text.p[0] == "abd"[i] && (n->flags & JSON_NAME));
	assert_int_equal(i, 3);
	release(&t);
}

static void
integers_are_read_in_their_whole_range(void **state)
{
	static const struct {
		const char *source;
		bool good;
		int64_t value;
	} rows[] = {
	    {"0", true, 0},
	    {"-0", true, 0},
	    {"-17", true, -17},
	    {"9223372036854775807", true, INT64_MAX},
	    {"-9223372036854775808", true, INT64_MIN},
	    {"9223372036854775808", false, 0},
	    {"-9223372036854775809", false, 0},
	    {"99999999999999999999999", false, 0},
	    {"1.0", false, 0},
	    {"1e3", false, 0},
	    {"\"1\"", false, 0},
	    {"null", false, 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct text t;
		int64_t value = 42;
		assert_true(parse(&t, rows[i].source));
		assert_int_equal(json_int(json_root(&t.doc), &value), rows[i].good);
		assert_true(value == (rows[i].good ? rows[i].value : 42));
		release(&t);
	}
}

static void
a_pointer_names_every_node(void **state)
{
	static const char *const pointers[] = {"", "/a~1b", "/a~1b", "/a~1b/0", "/a~1b/1",
	    "/a~1b/1/~0", "/a~1b/1/~0", "/a~1b/2", "/", "/"};
	struct text t;

	(void)state;
	assert_true(parse(&t, "{\"a/b\": [1, {\"~\": 2}, 3], \"\": 4}"));
	assert_int_equal(t.doc.count, ARRAY_LENGTH(pointers));
	for (size_t i = 0; i < ARRAY_LENGTH(pointers); i++) {
		struct buf b;
		buf_init(&b, 1000);
		json_pointer(&t.doc, &t.doc.nodes[i], &b);
		assert_str_equal(buf_view(&b), pointers[i]);
		buf_release(&b);
	}
	release(&t);
}

static void
an_error_stands_at_its_node(void **state)
{
	struct text t;
	struct err err;

	(void)state;
	assert_true(parse(&t, "{\n  \"é\": [\"é\", 12,\n 3]}"));
	assert_false(json_err(&t.doc, &t.doc.nodes[4], &err, "'%s' is too %s", "12", "small"));
	assert_string_equal(err.message, "'12' is too small");
	assert_string_equal(err.file, "x.json");
	assert_int_equal(err.code, ERR_INPUT);
	assert_int_equal(err.line, 2);
	assert_int_equal(err.column, 14);
	assert_int_equal(err.width, 2);
	/* What goes over several lines is marked on its first. */
	json_err(&t.doc, &t.doc.nodes[2], &err, "x");
	assert_int_equal(err.width, 9);
	release(&t);
}

static void
kinds_have_names(void **state)
{
	(void)state;
	assert_string_equal(json_kind_name(JSON_OBJECT), "an object");
	assert_string_equal(json_kind_name(JSON_ARRAY), "an array");
	assert_string_equal(json_kind_name(JSON_STRING), "a string");
	assert_string_equal(json_kind_name(JSON_NUMBER), "a number");
	assert_string_equal(json_kind_name(JSON_NULL), "null");
	assert_string_equal(json_kind_name(JSON_TRUE), "true");
	assert_string_equal(json_kind_name(JSON_FALSE), "false");
	assert_string_equal(json_kind_name(JSON_NONE), "nothing");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_value_keeps_its_kind_text_and_place),
	    cmocka_unit_test(the_tape_links_its_nodes),
	    cmocka_unit_test(strings_without_escapes_are_borrowed),
	    cmocka_unit_test(a_string_may_hold_nul_by_escape),
	    cmocka_unit_test(places_count_lines_and_code_points),
	    cmocka_unit_test(members_and_elements_are_found_and_walked),
	    cmocka_unit_test(integers_are_read_in_their_whole_range),
	    cmocka_unit_test(a_pointer_names_every_node),
	    cmocka_unit_test(an_error_stands_at_its_node),
	    cmocka_unit_test(kinds_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
