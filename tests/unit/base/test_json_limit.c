/* SPDX-License-Identifier: MIT */
#include "json_text.h"

/* An object of `count` members; the one numbered `twice` gets the name of the first. */
static void
many_members(struct buf *b, unsigned count, unsigned twice)
{
	buf_init(b, (size_t)8 << 20);
	buf_char(b, '{');
	for (unsigned i = 0; i < count; i++)
		buf_printf(b, "%s\"name %u\":%u", i ? "," : "", i == twice ? 0 : i, i);
	buf_char(b, '}');
	assert_false(b->failed);
}

static void
large_objects_are_searched_for_duplicates(void **state)
{
	static const unsigned sizes[] = {2, 15, 16, 17, 18, 33, 64, 65, 1000, 64000};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(sizes); i++) {
		struct buf b;
		struct text t;
		many_members(&b, sizes[i], 0);
		assert_true(parse_with(&t, buf_view(&b), &JSON_LIMITS));
		assert_int_equal(json_root(&t.doc)->count, sizes[i]);
		release(&t);
		buf_release(&b);
		many_members(&b, sizes[i], sizes[i] - 1);
		assert_false(parse_with(&t, buf_view(&b), &JSON_LIMITS));
		assert_int_equal(t.problem.fault, JSON_FAULT_DUPLICATE);
		assert_int_equal(t.problem.other_at, 1);
		assert_string_equal(t.err.message, "duplicate name 'name 0'");
		release(&t);
		buf_release(&b);
	}
}

static void
objects_of_any_size_may_follow_each_other(void **state)
{
	static const unsigned sizes[] = {100, 20, 1000, 17, 3, 40};
	struct buf all;
	struct text t;

	(void)state;
	buf_init(&all, 1 << 20);
	buf_char(&all, '[');
	for (size_t i = 0; i < ARRAY_LENGTH(sizes); i++) {
		struct buf b;
		many_members(&b, sizes[i], 0);
		if (i > 0)
			buf_char(&all, ',');
		buf_str(&all, buf_view(&b));
		buf_release(&b);
	}
	buf_char(&all, ']');
	assert_true(parse_with(&t, buf_view(&all), &JSON_LIMITS));
	release(&t);
	buf_release(&all);
}

static void
limited(const char *source, const struct json_limits *limits, const char *message, size_t at)
{
	struct text t;

	assert_false(parse_with(&t, str_from(source), limits));
	assert_int_equal(t.problem.fault, JSON_FAULT_LIMIT);
	assert_int_equal(t.err.code, ERR_LIMIT);
	assert_int_equal(t.problem.at, at);
	assert_string_equal(t.err.message, message);
	assert_true(t.err.help[0]);
	release(&t);
}

static void
limits_admit_their_value_and_nothing_past_it(void **state)
{
	static const struct json_limits deep = {100, 3, 100, 100}, full = {100, 9, 4, 100},
					long_number = {100, 9, 100, 4}, bytes = {5, 9, 100, 100},
					none = {100, 0, 100, 100}, zero = {0, 0, 0, 0};
	struct text t;

	(void)state;
	assert_true(parse_with(&t, STR("[[[1]]]"), &deep));
	release(&t);
	limited("[[[[1]]]]", &deep, "more than 3 levels of arrays and objects", 3);
	limited("[[{\"a\":{}}]]", &deep, "more than 3 levels of arrays and objects", 7);
	limited("[]", &none, "more than 0 levels of arrays and objects", 0);
	assert_true(parse_with(&t, STR("[1,2,3]"), &full));
	release(&t);
	assert_true(parse_with(&t, STR("[{\"a\":3}]"), &full));
	release(&t);
	limited("[1,2,3,4]", &full, "more than 4 values and names", 7);
	limited("[{\"a\":{}, \"b\":1}]", &full, "more than 4 values and names", 10);
	assert_true(parse_with(&t, STR("-1.5"), &long_number));
	release(&t);
	limited("[-1.55]", &long_number, "'-1.55' has too many digits", 1);
	assert_true(parse_with(&t, STR("[1,2]"), &bytes));
	release(&t);
	limited("[1, 2]", &bytes, "the text has 6 bytes, more than 5", 5);
	limited("1", &zero, "the text has 1 bytes, more than 0", 0);
}

static void
an_exponent_has_a_ceiling(void **state)
{
	struct text t;

	(void)state;
	assert_true(parse(&t, "[1e9999, 1e-9999, 1E+0000000000000000009999]"));
	release(&t);
	limited("1e10000", &JSON_LIMITS, "'1e10000' has too large an exponent", 0);
	limited("1e-999999999999999999999", &JSON_LIMITS,
	    "'1e-999999999999999999999' has too large an exponent", 0);
}

static void
the_default_depth_is_64(void **state)
{
	struct text t;
	struct buf b;

	(void)state;
	for (size_t depth = 63; depth <= 65; depth++) {
		buf_init(&b, 1000);
		buf_repeat(&b, '[', depth);
		buf_repeat(&b, ']', depth);
		assert_int_equal(parse_with(&t, buf_view(&b), &JSON_LIMITS), depth <= 64);
		release(&t);
		buf_release(&b);
	}
	buf_init(&b, 1 << 20);
	buf_repeat(&b, '[', 1 << 20);
	assert_false(parse_with(&t, buf_view(&b), &JSON_LIMITS));
	assert_int_equal(t.problem.at, 64);
	release(&t);
	buf_release(&b);
}

static void
a_million_nodes_are_read_and_one_more_is_not(void **state)
{
	struct text t;
	struct buf b;

	(void)state;
	buf_init(&b, 4000000);
	buf_text(&b, "[0");
	for (size_t i = 2; i < JSON_LIMITS.nodes; i++)
		buf_text(&b, ",1");
	buf_char(&b, ']');
	assert_true(parse_with(&t, buf_view(&b), &JSON_LIMITS));
	assert_int_equal(t.doc.count, JSON_LIMITS.nodes);
	assert_int_equal(json_root(&t.doc)->count, JSON_LIMITS.nodes - 1);
	assert_true(arena_used(t.arena) <= 2 * JSON_LIMITS.nodes * sizeof(struct json_node));
	release(&t);
	b.p[b.n - 1] = ',';
	buf_text(&b, "1]");
	assert_false(parse_with(&t, buf_view(&b), &JSON_LIMITS));
	assert_string_equal(t.err.message, "more than 1000000 values and names");
	release(&t);
	buf_release(&b);
}

static void
a_long_string_takes_no_room_for_nodes(void **state)
{
	struct text t;
	struct buf b;

	(void)state;
	buf_init(&b, 2000000);
	buf_text(&b, "[1,2,3,\"");
	for (size_t i = 0; i < 500000; i++)
		buf_text(&b, ",[");
	buf_text(&b, "\"]");
	assert_true(parse_with(&t, buf_view(&b), &JSON_LIMITS));
	assert_true(arena_used(t.arena) < 8192);
	release(&t);
	buf_release(&b);
}

static void
running_out_of_memory_is_an_error(void **state)
{
	struct buf b;
	size_t failures = 0;

	(void)state;
	many_members(&b, 300, 0);
	buf_text(&b, "\n");
	for (size_t nth = 1;; nth++) {
		struct text t = {.arena = arena_new(ARENA_BYTES)};
		arena_fail_at(t.arena, nth);
		bool good = json_parse(
		    t.arena, buf_view(&b), NULL, &JSON_LIMITS, &t.doc, &t.problem, &t.err);
		release(&t);
		if (good)
			break;
		assert_int_equal(t.problem.fault, JSON_FAULT_MEMORY);
		assert_int_equal(t.err.code, ERR_MEMORY);
		failures++;
	}
	/* Nodes three times, frames, slots. */
	assert_true(failures >= 4);
	buf_release(&b);
}

static void
memory_may_end_in_an_escaped_string(void **state)
{
	struct text t = {.arena = arena_new(ARENA_BYTES)};

	(void)state;
	arena_fail_at(t.arena, 3);
	assert_false(
	    json_parse(t.arena, STR("[\"\\n\"]"), NULL, &JSON_LIMITS, &t.doc, NULL, &t.err));
	assert_int_equal(t.err.code, ERR_MEMORY);
	release(&t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(large_objects_are_searched_for_duplicates),
	    cmocka_unit_test(objects_of_any_size_may_follow_each_other),
	    cmocka_unit_test(limits_admit_their_value_and_nothing_past_it),
	    cmocka_unit_test(an_exponent_has_a_ceiling),
	    cmocka_unit_test(the_default_depth_is_64),
	    cmocka_unit_test(a_million_nodes_are_read_and_one_more_is_not),
	    cmocka_unit_test(a_long_string_takes_no_room_for_nodes),
	    cmocka_unit_test(running_out_of_memory_is_an_error),
	    cmocka_unit_test(memory_may_end_in_an_escaped_string),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
