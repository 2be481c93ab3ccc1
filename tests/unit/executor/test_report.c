/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "report.h"

#define ROOM 10

static void
add(struct buf *b, uint32_t kind, struct str payload)
{
	struct wire_frame head = {kind, (uint32_t)payload.n};

	buf_add(b, &head, sizeof(head));
	buf_str(b, payload);
}

static void
frames_become_a_report(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct buf b;
	struct report r;
	struct err err;

	(void)state;
	buf_init(&b, 4096);
	add(&b, FRAME_VALUE, STR("42"));
	add(&b, FRAME_ERROR_NAME, STR("ValueError"));
	add(&b, FRAME_ERROR_LINE, STR("17"));
	add(&b, FRAME_VIOLATION,
	    STR("import\0socket\0import.denied\0"
		"7"));
	add(&b, FRAME_VIOLATION, STR("open\0x\0no rule\0-3"));
	add(&b, FRAME_VIOLATION,
	    STR("socket.getaddrinfo\0x\0capability.network\0"
		"2\0host:1"));
	add(&b, FRAME_ADDRESS, STR("socket.connect\0host:2"));
	add(&b, FRAME_ADDRESS, STR("none"));
	add(&b, FRAME_CLAIM, STR("1"));
	add(&b, FRAME_END, STR(""));
	assert_true(report_read(a, buf_view(&b), ROOM, &r, &err));
	assert_true(str_is(r.value, "42"));
	assert_true(str_is(r.error.name, "ValueError"));
	assert_int_equal(r.error.line, 17);
	assert_int_equal(r.violation_count, 4);
	assert_int_equal(r.address_count, 1);
	assert_str_equal(r.violations[3].address, "host:2");
	assert_int_equal(r.violations[3].rule.n, 0);
	assert_str_equal(r.violations[2].address, "host:1");
	assert_int_equal(r.violations[2].line, 2);
	assert_int_equal(r.violations[0].address.n, 0);
	assert_true(str_is(r.violations[0].what, "import"));
	assert_true(str_is(r.violations[0].detail, "socket"));
	assert_true(str_is(r.violations[1].what, "open"));
	assert_true(str_is(r.violations[0].rule, "import.denied"));
	assert_int_equal(r.violations[0].line, 7);
	assert_true(str_is(r.violations[1].detail, "x"));
	assert_int_equal(r.violations[1].rule.n, 0);
	assert_int_equal(r.violations[1].line, 0);
	assert_int_equal(r.claim, CLAIM_MEMORY);
	assert_true(r.ended);
	buf_release(&b);
	arena_free(a);
}

static void
nonsense_ends_the_reading_and_nothing_else(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct err err;

	(void)state;
	for (size_t cut = 0; cut < 20; cut++) {
		struct buf b;
		struct report r;
		buf_init(&b, 4096);
		add(&b, FRAME_VALUE, STR("whole"));
		add(&b, FRAME_ERROR_NAME, STR("never complete"));
		struct str bytes = str_slice(buf_view(&b), 0, b.n - 1 - cut);
		assert_true(report_read(a, bytes, ROOM, &r, &err));
		assert_true(str_is(r.value, "whole"));
		assert_int_equal(r.error.name.n, 0);
		assert_false(r.ended);
		buf_release(&b);
	}
	arena_free(a);
}

static void
a_length_beyond_the_end_is_not_believed(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct wire_frame head = {FRAME_VALUE, UINT32_MAX};
	struct report r;
	struct err err;

	(void)state;
	assert_true(
	    report_read(a, (struct str){(const char *)&head, sizeof(head)}, ROOM, &r, &err));
	assert_int_equal(r.value.n, 0);
	arena_free(a);
}

static void
claims_and_numbers_out_of_range_are_nothing(void **state)
{
	static const char *const numbers[] = {"-1", "5", "99999999999999999999", "x", "", "0"};
	struct arena *a = arena_new(1 << 20);
	struct err err;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++) {
		struct buf b;
		struct report r;
		buf_init(&b, 4096);
		add(&b, FRAME_CLAIM, str_from(numbers[i]));
		assert_true(report_read(a, buf_view(&b), ROOM, &r, &err));
		assert_int_equal(r.claim, CLAIM_NONE);
		buf_release(&b);
	}
	arena_free(a);
}

static void
violations_are_counted_past_their_ceiling(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct buf b;
	struct report r;
	struct err err;

	(void)state;
	buf_init(&b, 1 << 16);
	for (int i = 0; i < 40; i++)
		add(&b, FRAME_VIOLATION, STR("open"));
	assert_true(report_read(a, buf_view(&b), ROOM, &r, &err));
	assert_int_equal(r.violation_count, WIRE_REFUSALS_MAX);
	assert_int_equal(r.violations_more, 40 - WIRE_REFUSALS_MAX);
	buf_release(&b);
	arena_free(a);
}

static void
displays_have_a_known_kind_and_fit_or_are_counted(void **state)
{
	const struct str frames[] = {STR("\1<b>"), STR("\4\x89PNG"), STR("\7kind"), STR("\0"),
	    STR("\1"), STR(""), STR("\3<svg"), STR("\6[]"), STR("\xff?")};
	struct arena *a = arena_new(1 << 20);
	struct buf b;
	struct report r;
	struct err err;

	(void)state;
	buf_init(&b, 4096);
	for (size_t i = 0; i < ARRAY_LENGTH(frames); i++)
		add(&b, FRAME_DISPLAY, frames[i]);
	assert_true(report_read(a, buf_view(&b), ROOM, &r, &err));
	assert_int_equal(r.display_count, 3);
	assert_int_equal(r.displays_more, 6);
	assert_true(str_is(r.displays[0].mime, "text/html"));
	assert_true(str_is(r.displays[0].bytes, "<b>"));
	assert_true(str_is(r.displays[1].mime, "image/png"));
	assert_true(str_is(r.displays[2].mime, "application/json"));
	assert_string_equal(r.displays[2].sha256,
	    "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945");
	buf_release(&b);
	arena_free(a);
}

static void
displays_are_counted_past_their_ceiling(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct buf b;
	struct report r;
	struct err err;

	(void)state;
	buf_init(&b, 1 << 16);
	for (int i = 0; i < 25; i++)
		add(&b, FRAME_DISPLAY, STR("\1x"));
	assert_true(report_read(a, buf_view(&b), 1000, &r, &err));
	assert_int_equal(r.display_count, WIRE_DISPLAYS_MAX);
	assert_int_equal(r.displays_more, 25 - WIRE_DISPLAYS_MAX);
	buf_release(&b);
	arena_free(a);
}

static void
the_set_up_can_not_fail_behind_the_programs_begin(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct buf b;
	struct report r;
	struct err err;

	(void)state;
	buf_init(&b, 4096);
	add(&b, FRAME_SETUP_FAILED, STR("really"));
	add(&b, FRAME_BEGIN, STR(""));
	add(&b, FRAME_SETUP_FAILED, STR("run this as root"));
	add(&b, FRAME_CLAIM, STR("4"));
	assert_true(report_read(a, buf_view(&b), ROOM, &r, &err));
	assert_true(str_is(r.setup_failed, "really"));
	assert_int_equal(r.claim, CLAIM_NONE);
	buf_release(&b);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(frames_become_a_report),
	    cmocka_unit_test(nonsense_ends_the_reading_and_nothing_else),
	    cmocka_unit_test(a_length_beyond_the_end_is_not_believed),
	    cmocka_unit_test(claims_and_numbers_out_of_range_are_nothing),
	    cmocka_unit_test(violations_are_counted_past_their_ceiling),
	    cmocka_unit_test(the_set_up_can_not_fail_behind_the_programs_begin),
	    cmocka_unit_test(displays_have_a_known_kind_and_fit_or_are_counted),
	    cmocka_unit_test(displays_are_counted_past_their_ceiling),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
