/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "breaker.h"

#include <stdio.h>

#define REST_US ((int64_t)BREAKER_REST_MS * 1000)

static void
fail_often(struct str url, int times, int64_t now)
{
	for (int i = 0; i < times; i++)
		breaker_note(url, false, now);
}

static void
breaker_rests_a_server_that_keeps_failing(void **state)
{
	struct str url = STR("https://a.example:1/v1/chat");
	struct err err = {0};

	(void)state;
	fail_often(url, BREAKER_FAILURES - 1, 1000);
	assert_true(breaker_allows(url, 1000, &err));
	fail_often(url, 1, 1000);
	assert_false(breaker_allows(STR("https://a.example:1/other"), 1001, &err));
	assert_int_equal(err.code, ERR_PROVIDER);
	assert_string_equal(err.message, "the model provider at 'https://a.example:1' failed 6 "
					 "times in a row and is left alone");
	assert_string_equal(err.help, "it is tried again in 30 seconds");
	assert_true(breaker_allows(STR("https://b.example:1/v1/chat"), 1001, &err));
}

static void
breaker_lets_one_try_after_the_rest(void **state)
{
	struct str url = STR("https://c.example/v1");
	struct err err = {0};

	(void)state;
	fail_often(url, BREAKER_FAILURES, 0);
	assert_false(breaker_allows(url, REST_US - 1, &err));
	assert_true(breaker_allows(url, REST_US, &err));
	assert_false(breaker_allows(url, REST_US + 1, &err));
	breaker_note(url, false, REST_US + 2);
	assert_false(breaker_allows(url, 2 * REST_US, &err));
	assert_true(breaker_allows(url, 3 * REST_US, &err));
	breaker_note(url, true, 3 * REST_US);
	assert_true(breaker_allows(url, 3 * REST_US + 1, &err));
	assert_true(breaker_allows(url, 3 * REST_US + 1, &err));
}

static void
breaker_forgets_the_oldest_server_first(void **state)
{
	char name[64];
	struct err err = {0};

	(void)state;
	for (int i = 0; i < BREAKER_SERVERS_MAX + 1; i++) {
		snprintf(name, sizeof(name), "https://n%d.example", i);
		fail_often(str_from(name), BREAKER_FAILURES, 10 * REST_US + i);
	}
	assert_true(breaker_allows(STR("https://n0.example"), 10 * REST_US + 100, &err));
	assert_false(breaker_allows(STR("https://n1.example"), 10 * REST_US + 100, &err));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(breaker_rests_a_server_that_keeps_failing),
	    cmocka_unit_test(breaker_lets_one_try_after_the_rest),
	    cmocka_unit_test(breaker_forgets_the_oldest_server_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
