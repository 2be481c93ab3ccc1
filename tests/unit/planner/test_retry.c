/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ceilings.h"
#include "retry.h"

static void
retry_is_for_what_may_pass(void **state)
{
	static const struct {
		enum transport_failure failure;
		int64_t status;
		bool said, wanted, worth_it;
	} cases[] = {
	    {TRANSPORT_NONE, 200, false, false, false},
	    {TRANSPORT_NONE, 200, true, true, false},
	    {TRANSPORT_NONE, 302, false, false, false},
	    {TRANSPORT_NONE, 400, false, false, false},
	    {TRANSPORT_NONE, 401, false, false, false},
	    {TRANSPORT_NONE, 403, false, false, false},
	    {TRANSPORT_NONE, 404, false, false, false},
	    {TRANSPORT_NONE, 408, false, false, true},
	    {TRANSPORT_NONE, 409, false, false, true},
	    {TRANSPORT_NONE, 413, false, false, false},
	    {TRANSPORT_NONE, 422, false, false, false},
	    {TRANSPORT_NONE, 429, false, false, true},
	    {TRANSPORT_NONE, 429, true, false, false},
	    {TRANSPORT_NONE, 400, true, true, true},
	    {TRANSPORT_NONE, 500, false, false, true},
	    {TRANSPORT_NONE, 503, true, false, false},
	    {TRANSPORT_NONE, 529, false, false, true},
	    {TRANSPORT_CONNECT, 0, false, false, true},
	    {TRANSPORT_RESOLVE, 0, false, false, true},
	    {TRANSPORT_TIMEOUT, 0, false, false, true},
	    {TRANSPORT_CUT, 0, false, false, true},
	    {TRANSPORT_TLS, 0, false, false, false},
	    {TRANSPORT_SETTING, 0, true, true, false},
	    {TRANSPORT_TOO_LARGE, 0, false, false, false},
	    {TRANSPORT_NOT_UTF8, 0, false, false, false},
	    {TRANSPORT_OTHER, 0, false, false, false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const struct transport_reply r = {.failure = cases[i].failure,
		    .status = cases[i].status,
		    .retry_said = cases[i].said,
		    .retry_wanted = cases[i].wanted};
		assert_int_equal(retry_is_worth_it(&r), cases[i].worth_it);
	}
}

static void
retry_waits_within_its_bounds(void **state)
{
	static const struct {
		unsigned tried;
		int64_t asked;
		uint32_t random;
		int64_t wait;
	} cases[] = {
	    {1, -1, 0, 500},
	    {2, -1, 0, 1000},
	    {3, -1, 0, 2000},
	    {5, -1, 0, 8000},
	    {6, -1, 0, 8000},
	    {60, -1, 0, 8000},
	    {1, -1, 125, 375},
	    {1, -1, 126, 500},
	    {1, 0, 0, 500},
	    {1, 1, 77, 1},
	    {1, 1500, 77, 1500},
	    {1, 60001, 77, 60000},
	    {1, INT64_MAX, 77, 60000},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		assert_int_equal(
		    retry_wait_ms(cases[i].tried, cases[i].asked, cases[i].random), cases[i].wait);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(retry_is_for_what_may_pass),
	    cmocka_unit_test(retry_waits_within_its_bounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
