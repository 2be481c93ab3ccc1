/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sse.h"

static void
events_are_read_as_the_standard_says(void **state)
{
	static const struct {
		const char *body, *events; /* name=data, then | */
	} cases[] = {
	    {"", ""},
	    {"\n\n", ""},
	    {"data: a\n\n", "=a|"},
	    {"data:a\n\ndata:  b\n\n", "=a|= b|"},
	    {"data: a\r\n\r\ndata: b\r\n\r\n", "=a|=b|"},
	    {"event: x\ndata: a\n\ndata: b\n\n", "x=a|=b|"},
	    {"event: x\n\ndata: b\n\n", "=b|"},
	    {"data: a\ndata: b\ndata: c\n\n", "=a\nb\nc|"},
	    {"data:\ndata: b\n\n", "=\nb|"},
	    {": comment\nid: 1\nretry: 2\ndata: a\n\n", "=a|"},
	    {"data: last", "=last|"},
	    {"dat: no\ndata\n\n", ""},
	    {"database: no\n\n", ""},
	};
	struct arena *a = arena_new(1 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct str rest = str_from(cases[i].body);
		struct sse_event event;
		struct buf got;
		buf_init(&got, 4096);
		buf_text(&got, "");
		while (sse_next(a, &rest, &event)) {
			buf_str(&got, event.name);
			buf_char(&got, '=');
			buf_str(&got, event.data);
			buf_char(&got, '|');
		}
		assert_null(rest.p);
		assert_string_equal(got.p, cases[i].events);
		buf_release(&got);
	}
	arena_free(a);
}

static void
events_without_memory_end_with_text_left(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct str rest = STR("data: a\ndata: b\n\n");
	struct sse_event event;

	(void)state;
	arena_fail_at(a, 1);
	assert_false(sse_next(a, &rest, &event));
	assert_non_null(rest.p);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(events_are_read_as_the_standard_says),
	    cmocka_unit_test(events_without_memory_end_with_text_left),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
