/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "err.h"

#include <errno.h>

static const char SOURCE[] = "id: x\nimports:\n  alow: [math]\n\tb: \033[2J é\xe2\x80\xae!\n";

static void
rendered(const struct err *err, struct buf *out)
{
	buf_init(out, 65536);
	err_render(err, str_from(SOURCE), false, out);
}

static void
an_error_shows_its_place_line_carets_and_help(void **state)
{
	struct err err;
	struct buf out;

	(void)state;
	assert_false(err_set(&err, ERR_INPUT, "unknown key '%s'", "alow"));
	assert_false(err_place(&err, "policies/x.yaml", 3, 3, 4));
	assert_false(err_help(&err, "did you mean '%s'?", "allow"));
	rendered(&err, &out);
	assert_str_equal(buf_view(&out), "policies/x.yaml:3:3: error: unknown key 'alow'\n"
					 "    3 |   alow: [math]\n"
					 "      |   ^^^^\n"
					 "help: did you mean 'allow'?\n");
	buf_release(&out);
}

static void
hostile_source_is_drawn_visibly_and_carets_still_fit(void **state)
{
	struct err err;
	struct buf out;

	(void)state;
	err_set(&err, ERR_INPUT, "bidirectional control");
	err_place(&err, "x", 4, 11, 1);
	rendered(&err, &out);
	assert_str_equal(buf_view(&out), "x:4:11: error: bidirectional control\n"
					 "    4 |  b: \\x1b[2J é\\u{202e}!\n"
					 "      |              ^^^^^^^^\n");
	buf_release(&out);
}

static void
messages_are_cut_between_code_points(void **state)
{
	char long_text[2000];
	struct err err;

	(void)state;
	for (size_t i = 0; i + 2 < sizeof(long_text); i += 2)
		memcpy(long_text + i, "\xc3\xa9", 2);
	long_text[sizeof(long_text) - 2] = '\0';
	err_set(&err, ERR_INPUT, "x%s", long_text);
	assert_int_equal(utf8_invalid_at(str_from(err.message)), strlen(err.message));
	assert_true(strlen(err.message) < ERR_MESSAGE_BYTES);
}

static void
system_errors_carry_errno(void **state)
{
	struct err err;

	(void)state;
	errno = ENOSPC;
	assert_false(err_sys(&err, "can't write '%s'", "x"));
	assert_int_equal(err.sys, ENOSPC);
	assert_int_equal(err.code, ERR_SYSTEM);
	assert_string_equal(err.message, "can't write 'x': No space left on device");
	err_wrap(&err, "the ledger");
	assert_string_equal(err.message, "the ledger: can't write 'x': No space left on device");
}

static void
a_list_sorts_by_place_and_counts_what_it_drops(void **state)
{
	static struct err_list list;
	struct err err;

	(void)state;
	for (unsigned i = 0; i < ERR_LIST_MAX + 5; i++) {
		err_set(&err, ERR_INPUT, "e");
		err_place(&err, "f", 100 - i, 1, 0);
		assert_false(err_list_add(&list, &err));
	}
	assert_int_equal(list.count, ERR_LIST_MAX);
	assert_int_equal(list.more, 5);
	err_list_sort(&list);
	for (size_t i = 1; i < list.count; i++)
		assert_true(list.items[i - 1].line < list.items[i].line);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_error_shows_its_place_line_carets_and_help),
	    cmocka_unit_test(hostile_source_is_drawn_visibly_and_carets_still_fit),
	    cmocka_unit_test(messages_are_cut_between_code_points),
	    cmocka_unit_test(system_errors_carry_errno),
	    cmocka_unit_test(a_list_sorts_by_place_and_counts_what_it_drops),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
