/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "clock.h"

#include <stdio.h>
#include <time.h>

static void
moments_are_written_in_utc(void **state)
{
	static const struct {
		int64_t us;
		const char *stamp;
	} cases[] = {
	    {0, "1970-01-01T00:00:00.000000Z"},
	    {1, "1970-01-01T00:00:00.000001Z"},
	    {-1, "1969-12-31T23:59:59.999999Z"},
	    {1795225949000001, "2026-11-21T01:52:29.000001Z"},
	    {951782400000000, "2000-02-29T00:00:00.000000Z"},
	    {253402300799999999, "9999-12-31T23:59:59.999999Z"},
	    {INT64_MAX, "294247-01-10T04:00:54.775807Z"},
	    {INT64_MIN, "-290308-12-21T19:59:05.224192Z"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		char stamp[CLOCK_STAMP_BYTES];
		clock_stamp_of(cases[i].us, stamp);
		assert_string_equal(stamp, cases[i].stamp);
	}
}

static void
moments_are_read(void **state)
{
	static const struct {
		const char *text;
		int64_t us;
	} cases[] = {
	    {"1970-01-01", 0},
	    {"2026-11-21T01:52:29.000001Z", 1795225949000001},
	    {"2026-11-21T01:52:29Z", 1795225949000000},
	    {"2026-11-21t01:52:29z", 1795225949000000},
	    {"2026-11-21T02:52:29+01:00", 1795225949000000},
	    {"2026-11-20T20:22:29-05:30", 1795225949000000},
	    {"2026-11-21T01:52:29.5Z", 1795225949500000},
	    {"2026-11-21T01:52:29.123456789Z", 1795225949123456},
	    {"2000-02-29", 951782400000000},
	    {"2024-02-29T23:59:59.999999Z", 1709251199999999},
	    {"9999-12-31T23:59:59.999999Z", 253402300799999999},
	    {"0001-01-01", -62135596800000000},
	    {"1969-12-31T23:59:59.999999Z", -1},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		int64_t us;
		assert_true(clock_read(cases[i].text, strlen(cases[i].text), &us));
		assert_int_equal(us, cases[i].us);
	}
}

static void
what_is_no_moment_is_refused(void **state)
{
	static const char *const cases[] = {"", "2026", "2026-11", "2026-11-31", "2026-02-29",
	    "1900-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-1-01", " 2026-01-01",
	    "2026-01-01 ", "2026-01-01T", "2026-01-01T00:00Z", "2026-01-01T00:00:00",
	    "2026-01-01 00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
	    "2026-12-31T23:59:60Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.1234567890Z",
	    "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+00:60", "2026-01-01T00:00:00+0100",
	    "2026-01-01T00:00:00ZZ", "+026-01-01", "-026-01-01", "2026-01-0a", "2026/01/01",
	    "20260101"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		int64_t us = 7;
		assert_false(clock_read(cases[i], strlen(cases[i]), &us));
		assert_int_equal(us, 0);
	}
}

static void
every_day_is_read_as_it_is_written(void **state)
{
	(void)state;
	for (int64_t day = -700000; day < 2900000; day += 97) {
		char stamp[CLOCK_STAMP_BYTES];
		int64_t us, moment = day * INT64_C(86400000000) + 43200123456;
		clock_stamp_of(moment, stamp);
		assert_true(clock_read(stamp, strlen(stamp), &us));
		assert_int_equal(us, moment);
	}
}

static void
the_clock_stamps_what_it_counts(void **state)
{
	char stamp[CLOCK_STAMP_BYTES];
	int64_t before = clock_utc_us(), us;

	(void)state;
	clock_stamp(stamp);
	assert_true(clock_read(stamp, strlen(stamp), &us));
	/* The system's clock may be set back between the two, but not by a year. */
	assert_true(us - before < INT64_C(31536000000000) && before - us < INT64_C(31536000000000));
}

/* Against the C library's calendar: a day in each 17 of ten thousand years. */
static void
every_date_is_the_calendars(void **state)
{
	char stamp[CLOCK_STAMP_BYTES], wanted[64];

	(void)state;
	for (int64_t day = -719528; day < 2932897; day += 17) {
		const time_t t = (time_t)(day * 86400 + (day & 0xffff));
		struct tm utc;
		gmtime_r(&t, &utc);
		clock_stamp_of((int64_t)t * 1000000 + 7, stamp);
		snprintf(wanted, sizeof(wanted), "%04d-%02d-%02dT%02d:%02d:%02d.000007Z",
		    utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min,
		    utc.tm_sec);
		assert_string_equal(stamp, wanted);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_date_is_the_calendars),
	    cmocka_unit_test(moments_are_written_in_utc),
	    cmocka_unit_test(moments_are_read),
	    cmocka_unit_test(what_is_no_moment_is_refused),
	    cmocka_unit_test(every_day_is_read_as_it_is_written),
	    cmocka_unit_test(the_clock_stamps_what_it_counts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
