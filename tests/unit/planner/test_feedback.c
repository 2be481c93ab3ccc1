/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ceilings.h"
#include "feedback.h"

static const char MARK[] = "0123456789abcdef";

static void
write_envelope(const struct feedback *f, const struct attempt *tried, size_t count, struct buf *out)
{
	struct json_writer w;

	buf_init(out, 1 << 20);
	json_writer_init(&w, out, false);
	feedback_json(f, tried, count, MARK, &w);
	assert_false(out->failed);
}

static void
feedback_names_each_cause(void **state)
{
	static const char *const names[] = {"none", "unparseable", "policy", "syntax", "runtime",
	    "timeout", "memory", "output_limit", "schema", "invariant"};

	(void)state;
	for (enum feedback_cause c = FEEDBACK_NONE; c < FEEDBACK_CAUSES; c++)
		assert_string_equal(feedback_cause_name(c), names[c]);
}

static void
feedback_is_one_json_object(void **state)
{
	const struct attempt tried[] = {
	    {"ab12ab12ab12ab12", FEEDBACK_SYNTAX, STR("line 2: '(' was never closed"), STR("")},
	    {"cd34cd34cd34cd34", FEEDBACK_POLICY, STR(""), STR("-print(1\n+import os\n")},
	};
	const struct feedback f = {FEEDBACK_POLICY, STR("import of 'os' is not allowed"),
	    STR("line 1: import os\nuse open() with the input's name"), STR(""),
	    STR("import-denied")};
	struct buf b;

	(void)state;
	write_envelope(&f, tried, 2, &b);
	assert_string_equal(b.p,
	    "{\"attempt\":2,\"cause\":\"policy\",\"summary\":\"import of 'os' is not allowed\","
	    "\"details\":\"line 1: import os\\nuse open() with the input's name\","
	    "\"already_tried\":[{\"attempt\":1,\"cause\":\"syntax\","
	    "\"summary\":\"line 2: '(' was never closed\"},"
	    "{\"attempt\":2,\"change\":\"-print(1\\n+import os\\n\"}]}");
	buf_release(&b);
	write_envelope(&f, tried, 1, &b); /* nothing is told twice */
	assert_null(strstr(b.p, "already_tried"));
	buf_release(&b);
}

static void
feedback_bounds_what_it_tells_of_earlier_attempts(void **state)
{
	struct attempt tried[10];
	const struct feedback f = {.cause = FEEDBACK_INVARIANT};
	struct buf text, b;

	(void)state;
	buf_init(&text, 1 << 20);
	buf_char(&text, '+');
	for (int i = 0; i < 5000; i++)
		buf_text(&text, "\xc3\xa4");
	for (size_t i = 0; i < ARRAY_LENGTH(tried); i++)
		tried[i] = (struct attempt){.cause = FEEDBACK_SCHEMA,
		    .summary = buf_view(&text),
		    .change = buf_view(&text)};
	write_envelope(&f, tried, ARRAY_LENGTH(tried), &b);
	assert_true(b.n < ARRAY_LENGTH(tried) * (CHANGE_BYTES_MAX + SUMMARY_BYTES_MAX + 200));
	assert_null(strstr(b.p, "\\\\xc3"));
	assert_non_null(strstr(b.p, "\\n(cut)"));
	buf_release(&text);
	buf_release(&b);
}

static void
feedback_fences_and_escapes_program_output(void **state)
{
	const struct feedback f = {FEEDBACK_RUNTIME, STR("it failed"), STR(""),
	    STR("one\ntwo\x1b[2J\xe2\x80\xae\xff\r"), STR("")};
	struct buf b;

	(void)state;
	write_envelope(&f, NULL, 0, &b);
	assert_non_null(
	    strstr(b.p, "\"program_output\":\"=== output 0123456789abcdef ===\\none\\n"
			"two\\\\x1b[2J\\\\u{202e}\\\\xff\\\\r\\n=== end 0123456789abcdef ===\","
			"\"program_output_is_untrusted\":true"));
	buf_release(&b);
}

static void
feedback_keeps_head_and_tail_of_long_output(void **state)
{
	struct buf text, b;

	(void)state;
	buf_init(&text, 1 << 20);
	buf_text(&text, "HEAD");
	buf_repeat(&text, 'x', 100000);
	buf_text(&text, "TAIL");
	const struct feedback f = {FEEDBACK_RUNTIME, STR("s"), STR(""), buf_view(&text), STR("")};
	write_envelope(&f, NULL, 0, &b);
	assert_non_null(strstr(b.p, "=== output 0123456789abcdef ===\\nHEADxxx"));
	assert_non_null(strstr(b.p, "=== 95912 bytes left out 0123456789abcdef ==="));
	assert_non_null(strstr(b.p, "xxxTAIL\\n=== end 0123456789abcdef ==="));
	assert_true(b.n < OUTPUT_HEAD_BYTES + OUTPUT_TAIL_BYTES + 1024);
	buf_release(&text);
	buf_release(&b);
}

static void
feedback_cuts_between_characters(void **state)
{
	struct buf text, b;

	(void)state;
	buf_init(&text, 1 << 20);
	buf_char(&text, 'x');
	for (int i = 0; i < 5000; i++)
		buf_text(&text, "\xc3\xa4");
	const struct feedback f = {FEEDBACK_RUNTIME, STR("s"), STR(""), buf_view(&text), STR("")};
	write_envelope(&f, NULL, 0, &b);
	assert_null(strstr(b.p, "\\\\xc3"));
	assert_null(strstr(b.p, "\\\\xa4"));
	buf_release(&text);
	buf_release(&b);
}

static void
feedback_marks_differ(void **state)
{
	char first[MARK_BYTES], second[MARK_BYTES];

	(void)state;
	feedback_mark(first);
	feedback_mark(second);
	assert_int_equal(strlen(first), MARK_BYTES - 1);
	assert_string_not_equal(first, second);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(feedback_names_each_cause),
	    cmocka_unit_test(feedback_is_one_json_object),
	    cmocka_unit_test(feedback_bounds_what_it_tells_of_earlier_attempts),
	    cmocka_unit_test(feedback_fences_and_escapes_program_output),
	    cmocka_unit_test(feedback_keeps_head_and_tail_of_long_output),
	    cmocka_unit_test(feedback_cuts_between_characters),
	    cmocka_unit_test(feedback_marks_differ),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
