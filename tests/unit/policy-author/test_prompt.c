/* SPDX-License-Identifier: MIT */
/* What a model is told of a policy. */
#include "../policy-engine/policy_fixture.h"

#include "words.h"

static void
the_prompt_names_what_is_allowed(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct policy *p = load_shipped(a, "policies/data-analysis.yaml");
	struct buf out;

	(void)state;
	buf_init(&out, 1 << 20);
	policy_prompt(p, &out);
	assert_non_null(strstr(out.p, ", pandas, "));
	assert_non_null(strstr(out.p, "\nVersions: numpy "));
	assert_non_null(strstr(out.p, "\n- os.path: join, "));
	assert_non_null(strstr(out.p, "- eval, exec, compile: write the calculation itself\n"));
	assert_null(strstr(out.p, ", open, ")); /* a call entry allows what the list has not */
	assert_non_null(strstr(out.p, "- sqlite3: databases need a reviewer\n"));
	buf_release(&out);
	arena_free(a);
}

static struct buf
told(const struct policy *p, const struct str *imports, size_t count)
{
	struct buf out;

	buf_init(&out, 1 << 20);
	policy_prompt_imports(p, imports, count, &out);
	return out;
}

static void
each_request_holds_what_every_program_needs_and_the_plan_the_rest(void **state)
{
	const struct str pandas[] = {STR("json"), STR("pandas")}, os[] = {STR("os")},
			 plot[] = {STR("matplotlib.pyplot")};
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct policy *p = load_shipped(a, "policies/data-analysis.yaml");
	struct buf always, some;

	(void)state;
	buf_init(&always, 1 << 20);
	policy_prompt_always(p, &always);
	assert_true(always.n < 3300);
	assert_non_null(strstr(always.p, ", json, "));
	assert_non_null(strstr(always.p, "- setattr, delattr: "));
	assert_null(strstr(always.p, "- os.path: "));
	assert_null(strstr(always.p, "pandas.Categorical"));
	buf_release(&always);
	some = told(p, pandas, 2);
	assert_non_null(strstr(some.p, "- .copy of pandas: table.copy() as it is"));
	assert_null(strstr(some.p, "numpy.load"));
	assert_null(strstr(some.p, "- os: "));
	assert_true(some.n < 1700);
	buf_release(&some);
	some = told(p, os, 1);
	assert_non_null(strstr(some.p, "- os.path: join, "));
	buf_release(&some);
	some = told(p, plot, 1);
	assert_non_null(strstr(some.p, "- .savefig, .print_figure"));
	assert_null(strstr(some.p, "- matplotlib.legend: "));
	buf_release(&some);
	some = told(p, NULL, 0);
	assert_int_equal(some.n, 0);
	buf_release(&some);
	arena_free(a);
}

/* What is told of one module names no method of another's objects as if it were anybody's. */
static void
a_method_is_told_with_whose_it_is(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct policy *p = load_shipped(a, "policies/data-analysis.yaml");
	struct buf out;

	(void)state;
	buf_init(&out, 1 << 20);
	policy_prompt(p, &out);
	for (const char *at = out.p; (at = strstr(at, "\n- .")) != NULL; at++) {
		const char *colon = strstr(at, ": "), *of = strstr(at, " of ");
		assert_true(of && colon && of < colon);
	}
	buf_release(&out);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_prompt_names_what_is_allowed),
	    cmocka_unit_test(each_request_holds_what_every_program_needs_and_the_plan_the_rest),
	    cmocka_unit_test(a_method_is_told_with_whose_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
