/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "diff.h"

static void
changes_are_told_with_their_surroundings(void **state)
{
	static const struct {
		const char *before, *after, *told;
	} cases[] = {
	    {"a\nb\n", "a\nb\n", ""},
	    {"", "a\n", "+a\n"},
	    {"a\n", "", "-a\n"},
	    {"a\nb\nc\n", "a\nx\nc\n", " a\n-b\n+x\n c\n"},
	    {"1\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\n4\n5\n6\n8\n", "…\n 5\n 6\n-7\n+8\n"},
	    {"x\n1\n2\n3\n4\n5\n6\ny\n", "1\n2\n3\n4\n5\n6\nz\n",
		"-x\n 1\n 2\n…\n 5\n 6\n-y\n+z\n"},
	    {"a\nb\na\nb\n", "b\na\n", "-a\n b\n a\n-b\n"},
	    {"a", "a\n", ""},
	    {"a\n\nb\n", "a\nb\n", " a\n-\n b\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new(1 << 20);
		struct buf out;
		buf_init(&out, 4096);
		assert_true(
		    diff_lines(a, str_from(cases[i].before), str_from(cases[i].after), &out));
		assert_str_equal(buf_view(&out), cases[i].told);
		buf_release(&out);
		arena_free(a);
	}
}

static void
long_texts_are_told_whole_and_memory_is_bounded(void **state)
{
	struct arena *a = arena_new(4 << 20);
	struct buf text, out;

	(void)state;
	buf_init(&text, 1 << 20);
	buf_init(&out, 1 << 20);
	for (size_t i = 0; i <= DIFF_LINES_MAX; i++)
		buf_text(&text, "x\n");
	assert_true(diff_lines(a, buf_view(&text), STR("x\n"), &out));
	assert_int_equal(out.n, (DIFF_LINES_MAX + 2) * 3);
	arena_fail_at(a, 1);
	assert_false(diff_lines(a, STR("a\n"), STR("b\n"), &out));
	buf_release(&text);
	buf_release(&out);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(changes_are_told_with_their_surroundings),
	    cmocka_unit_test(long_texts_are_told_whole_and_memory_is_bounded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
