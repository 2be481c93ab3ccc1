/* SPDX-License-Identifier: MIT */
#include "tally.h"
#include "test.h"

#include <stdlib.h>

static void
put(struct tally *t, const char *line)
{
	tally_text(t, line);
	tally_end(t);
}

static void
assert_finished(struct tally *t, const char *expected)
{
	char *text;
	size_t n;

	assert_true(tally_finish(t, &text, &n));
	assert_int_equal(n, strlen(expected));
	assert_memory_equal(text, expected, n);
	free(text);
	tally_release(t);
}

static void
tally_sorts_and_counts(void **state)
{
	static const char *const lines[] = {"b", "long line two", "a", "long line one", "b",
	    "long line", "", "b", "\xc3\xa9", "long line one"};
	struct tally t;

	(void)state;
	tally_init(&t, 1000);
	for (size_t i = 0; i < ARRAY_LENGTH(lines); i++)
		put(&t, lines[i]);
	assert_finished(
	    &t, " 1\na 1\nb 3\nlong line 1\nlong line one 2\nlong line two 1\n\xc3\xa9 1\n");
}

static void
tally_of_nothing_is_empty(void **state)
{
	struct tally t;

	(void)state;
	tally_init(&t, 10);
	assert_finished(&t, "");
}

static void
tally_joins_the_parts_of_a_line(void **state)
{
	struct tally t;

	(void)state;
	tally_init(&t, 100);
	tally_text(&t, "call ");
	tally_number(&t, 0);
	tally_put(&t, " x!", 2);
	tally_number(&t, SIZE_MAX);
	tally_end(&t);
	assert_finished(&t, "call 0 x18446744073709551615 1\n");
}

static void
tally_respects_its_ceiling(void **state)
{
	struct tally t;
	char *text;
	size_t n = 1;

	(void)state;
	tally_init(&t, 5);
	put(&t, "abc");
	put(&t, "de");
	assert_false(t.failed);
	put(&t, "f");
	assert_true(t.failed);
	assert_false(tally_finish(&t, &text, &n));
	assert_null(text);
	assert_int_equal(n, 0);
	tally_release(&t);
}

static void
tally_grows(void **state)
{
	struct tally t;
	struct tally_entry entry;
	struct str rest;
	size_t n, seen = 0;
	char *text;

	(void)state;
	tally_init(&t, 1 << 20);
	for (size_t i = 0; i < 10000; i++) {
		tally_text(&t, "the same beginning ");
		tally_number(&t, i % 5000);
		tally_end(&t);
	}
	assert_true(tally_finish(&t, &text, &n));
	for (rest = (struct str){text, n}; tally_next(&rest, &entry); seen++)
		assert_int_equal(entry.count, 2);
	assert_int_equal(seen, 5000);
	assert_int_equal(rest.n, 0);
	free(text);
	tally_release(&t);
}

static void
tally_reads_only_what_it_wrote(void **state)
{
	static const char *const broken[] = {"", "a 1", "a\n", "a x\n", "12\n", "a \n"};
	struct tally_entry entry;
	struct str text = STR("two words 12\n 3\n");

	(void)state;
	assert_true(tally_next(&text, &entry));
	assert_int_equal(entry.count, 12);
	assert_true(str_is(entry.what, "two words"));
	assert_true(tally_next(&text, &entry));
	assert_int_equal(entry.count, 3);
	assert_int_equal(entry.what.n, 0);
	for (size_t i = 0; i < ARRAY_LENGTH(broken); i++) {
		text = str_from(broken[i]);
		assert_false(tally_next(&text, &entry));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(tally_sorts_and_counts),
	    cmocka_unit_test(tally_of_nothing_is_empty),
	    cmocka_unit_test(tally_joins_the_parts_of_a_line),
	    cmocka_unit_test(tally_respects_its_ceiling),
	    cmocka_unit_test(tally_grows),
	    cmocka_unit_test(tally_reads_only_what_it_wrote),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
