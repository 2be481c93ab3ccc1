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
	assert_non_null(strstr(out.p, "\n- os.path: join, "));
	assert_non_null(strstr(out.p, "- eval, exec, compile: write the calculation itself\n"));
	assert_true(out.n < 11800); /* it is a part of each request */
	assert_non_null(strstr(out.p, "- sqlite3: databases need a reviewer\n"));
	buf_release(&out);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_prompt_names_what_is_allowed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
