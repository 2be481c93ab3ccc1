/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "spending.h"

static void
spending_without_budgets_allows_everything(void **state)
{
	const struct model_spec spec = {.provider = STR("script")};
	struct spending s;
	struct err err = {0};

	(void)state;
	spending_init(&s, &spec);
	s.account.usage.requests = 1000000;
	spending_add_tokens(&s, TOKENS_TOLD_MAX, 0, TOKENS_TOLD_MAX);
	assert_true(spending_allows(&s, &err));
	assert_int_equal(s.account.cost_micros, 0);
}

static void
spending_stops_at_each_budget(void **state)
{
	static const struct {
		int64_t requests, tokens, micros; /* budgets */
		bool allowed;
	} cases[] = {
	    {3, 0, 0, true},
	    {2, 0, 0, false},
	    {1, 0, 0, false},
	    {0, 151, 0, true},
	    {0, 150, 0, false},
	    {0, 0, 701, true},
	    {0, 0, 700, false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const struct model_spec spec = {.budget_requests = cases[i].requests,
		    .budget_tokens = cases[i].tokens,
		    .budget_micros = cases[i].micros,
		    .price_in_micros = 2000000,
		    .price_out_micros = 10000000};
		struct spending s;
		struct err err = {0};
		spending_init(&s, &spec);
		s.account.usage.requests = 2;
		spending_add_tokens(&s, 50, 0, 50);
		spending_add_estimate(&s, 200); /* 50 tokens of prompt */
		assert_int_equal(s.account.cost_micros, 700);
		assert_int_equal(spending_allows(&s, &err), cases[i].allowed);
		assert_int_equal(err.code, cases[i].allowed ? ERR_NONE : ERR_LIMIT);
	}
}

static void
spending_never_overflows_into_a_small_cost(void **state)
{
	const struct model_spec spec = {
	    .budget_micros = 1000, .price_in_micros = INT64_MAX, .price_out_micros = INT64_MAX};
	struct spending s;
	struct err err = {0};

	(void)state;
	spending_init(&s, &spec);
	spending_add_tokens(&s, TOKENS_TOLD_MAX, 0, TOKENS_TOLD_MAX);
	assert_true(s.account.cost_micros > 1000);
	assert_false(spending_allows(&s, &err));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(spending_without_budgets_allows_everything),
	    cmocka_unit_test(spending_stops_at_each_budget),
	    cmocka_unit_test(spending_never_overflows_into_a_small_cost),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
