/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "yaml.h"

#define ARENA_BYTES ((size_t)64 << 20)

static struct err_list errs;

/* Parses and frees; the errors stay. */
static bool
parse_buf(struct buf *b)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct json_doc doc;

	assert_false(b->failed);
	errs = (struct err_list){0};
	bool good = yaml_parse(a, buf_view(b), "x.yaml", &doc, &errs);
	arena_free(a);
	buf_release(b);
	return good;
}

static void
limited(unsigned line, unsigned column, const char *message)
{
	assert_int_equal(errs.count, 1);
	assert_string_equal(errs.items[0].message, message);
	assert_int_equal(errs.items[0].code, ERR_LIMIT);
	assert_int_equal(errs.items[0].line, line);
	assert_int_equal(errs.items[0].column, column);
	assert_true(errs.items[0].help[0]);
}

static void
put_levels(struct buf *b, size_t levels)
{
	buf_init(b, 1 << 20);
	buf_repeat(b, '[', levels);
	buf_repeat(b, ']', levels);
}

static void
depth_has_a_ceiling(void **state)
{
	struct buf b;

	(void)state;
	put_levels(&b, YAML_DEPTH_MAX);
	assert_true(parse_buf(&b));
	put_levels(&b, YAML_DEPTH_MAX + 1);
	assert_false(parse_buf(&b));
	limited(1, 33, "too many levels, more than 32");
	put_levels(&b, 100000);
	assert_false(parse_buf(&b));
	limited(1, 33, "too many levels, more than 32");
	buf_init(&b, 1 << 20);
	for (size_t i = 0; i <= YAML_DEPTH_MAX; i++) {
		buf_repeat(&b, ' ', i);
		buf_text(&b, "a:\n");
	}
	assert_false(parse_buf(&b));
	limited(33, 33, "too many levels, more than 32");
}

static void
depth_is_bounded_inside_refused_names_too(void **state)
{
	struct buf b;

	(void)state;
	buf_init(&b, 1 << 20);
	buf_text(&b, "? ");
	buf_repeat(&b, '[', 10000);
	assert_false(parse_buf(&b));
	assert_int_equal(errs.count, 2);
	assert_string_equal(errs.items[0].message, "a list as a name");
	assert_string_equal(errs.items[1].message, "too many levels, more than 32");
}

static void
nodes_have_a_ceiling(void **state)
{
	struct buf b;

	(void)state;
	buf_init(&b, 1 << 20);
	for (size_t i = 1; i < YAML_NODES_MAX; i++)
		buf_text(&b, "- 1\n");
	assert_true(parse_buf(&b));
	buf_init(&b, 1 << 20);
	for (size_t i = 0; i < YAML_NODES_MAX; i++)
		buf_text(&b, "- 1\n");
	assert_false(parse_buf(&b));
	limited(50000, 3, "too many values and names, more than 50000");
}

static void
texts_have_a_ceiling(void **state)
{
	struct buf b;

	(void)state;
	buf_init(&b, 1 << 20);
	buf_text(&b, "a: ");
	buf_repeat(&b, 'x', YAML_SCALAR_BYTES_MAX);
	assert_true(parse_buf(&b));
	buf_init(&b, 1 << 20);
	buf_text(&b, "a: ");
	buf_repeat(&b, 'x', YAML_SCALAR_BYTES_MAX + 1);
	assert_false(parse_buf(&b));
	limited(1, 4, "too long a text, more than 65536");
}

static void
bytes_have_a_ceiling(void **state)
{
	struct buf b;

	(void)state;
	buf_init(&b, 2 * YAML_BYTES_MAX);
	buf_text(&b, "a: 1 #");
	buf_repeat(&b, '#', YAML_BYTES_MAX - b.n);
	assert_true(parse_buf(&b));
	buf_init(&b, 2 * YAML_BYTES_MAX);
	buf_text(&b, "a: 1 #");
	buf_repeat(&b, '#', YAML_BYTES_MAX + 1 - b.n);
	assert_false(parse_buf(&b));
	limited(1, 1, "too many bytes, more than 1048576");
}

static void
a_full_list_of_errors_ends_the_reading(void **state)
{
	struct buf b;

	(void)state;
	buf_init(&b, 1 << 20);
	for (unsigned i = 0; i < 60000; i++)
		buf_printf(&b, "- &a%u x\n", i);
	assert_false(parse_buf(&b));
	assert_int_equal(errs.count, ERR_LIST_MAX);
	assert_int_equal(errs.more, 1);
	assert_string_equal(errs.items[ERR_LIST_MAX - 1].message, "anchor '&a19'");
	buf_init(&b, 1 << 20);
	buf_repeat(&b, '\x01', 1 << 20);
	assert_false(parse_buf(&b));
	assert_int_equal(errs.count, ERR_LIST_MAX);
	assert_int_equal(errs.items[ERR_LIST_MAX - 1].column, ERR_LIST_MAX);
}

static void
errors_of_another_file_are_kept(void **state)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct json_doc doc;
	struct err first;

	(void)state;
	errs = (struct err_list){0};
	err_set(&first, ERR_INPUT, "before");
	err_place(&first, "a.yaml", 7, 1, 1);
	err_list_add(&errs, &first);
	assert_true(yaml_parse(a, STR("a: 1\n"), "b.yaml", &doc, &errs));
	assert_false(yaml_parse(a, STR("a: 1\na: 2\n"), "b.yaml", &doc, &errs));
	assert_int_equal(errs.count, 2);
	assert_string_equal(errs.items[0].message, "before");
	assert_string_equal(errs.items[1].message, "duplicate name 'a'");
	arena_free(a);
}

static void
running_out_of_memory_is_an_error(void **state)
{
	struct str source = STR("a: 'it''s'\nb: [1, 2]\n");
	size_t failures = 0;

	(void)state;
	for (size_t nth = 1;; nth++) {
		struct arena *a = arena_new(ARENA_BYTES);
		struct json_doc doc;
		errs = (struct err_list){0};
		arena_fail_at(a, nth);
		bool good = yaml_parse(a, source, "x.yaml", &doc, &errs);
		arena_free(a);
		if (good)
			break;
		assert_int_equal(errs.count, 1);
		assert_int_equal(errs.items[0].code, ERR_MEMORY);
		failures++;
	}
	/* Nodes, frames, a text. */
	assert_int_equal(failures, 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(depth_has_a_ceiling),
	    cmocka_unit_test(depth_is_bounded_inside_refused_names_too),
	    cmocka_unit_test(nodes_have_a_ceiling),
	    cmocka_unit_test(texts_have_a_ceiling),
	    cmocka_unit_test(bytes_have_a_ceiling),
	    cmocka_unit_test(a_full_list_of_errors_ends_the_reading),
	    cmocka_unit_test(errors_of_another_file_are_kept),
	    cmocka_unit_test(running_out_of_memory_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
