/* SPDX-License-Identifier: MIT */
/* What changed between two texts is never told as less than it is. */
#include "../policy-engine/policy_fixture.h"

#include "change.h"

static const struct {
	const char *before, *after;
	enum policy_change kind;
} cases[] = {
    {"a = 1\n", "a = 1\n", CHANGE_NONE},
    {"", "", CHANGE_NONE},
    {"a = 1\n", "a  =  1  # one\n", CHANGE_LAYOUT},
    {"a = 1\n", "# first\n\n\na = 1\n", CHANGE_LAYOUT},
    {"f(a, b)\n", "f(a,\n  b)\n", CHANGE_LAYOUT},
    {"a = 1 + \\\n 2\n", "a = 1 + 2\n", CHANGE_LAYOUT},
    {"a = 1\n", "a = 2\n", CHANGE_CONSTANTS},
    {"a = 'x'\n", "a = ''\n", CHANGE_CONSTANTS},
    {"a = 'x'\n", "a = \"x\"\n", CHANGE_CONSTANTS},
    {"a = f'x{b}'\n", "a = f'y{b}'\n", CHANGE_CONSTANTS},
    {"f('a', 1.5)\n", "f('b', 2.5)  # more\n", CHANGE_CONSTANTS},
    {"a = 1\n", "b = 1\n", CHANGE_STRUCTURAL},
    {"a = 1\n", "a = '1'\n", CHANGE_STRUCTURAL},
    {"a < b\n", "a > b\n", CHANGE_STRUCTURAL},
    {"a == b\n", "a != b\n", CHANGE_STRUCTURAL},
    {"a -= b\n", "a *= b\n", CHANGE_STRUCTURAL},
    {"a = 1\n", "a = 1\nb = 2\n", CHANGE_STRUCTURAL},
    {"a = 1\nb = 2\n", "a = 1\n", CHANGE_STRUCTURAL},
    {"if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n", CHANGE_STRUCTURAL},
    {"a = f'x{b}'\n", "a = f'x{c}'\n", CHANGE_STRUCTURAL},
    {"a = 'x'\n", "a = f'x{c}'\n", CHANGE_STRUCTURAL},
    {"a = (1)\n", "a = (1,)\n", CHANGE_STRUCTURAL},
    {"f(a)\n", "f(*a)\n", CHANGE_STRUCTURAL},
    {"f(a)\n", "f(#\n*a)\n", CHANGE_STRUCTURAL},
    {"a = 1\n", "a = 1 #\nb()\n", CHANGE_STRUCTURAL},
    {"x = a is b\n", "x = a in b\n", CHANGE_STRUCTURAL},
    {"x = a in b\n", "x = a not in b\n", CHANGE_STRUCTURAL},
    {"a = 1\n", "a = = 1\n", CHANGE_STRUCTURAL},
    {"a = True\n", "a = False\n", CHANGE_STRUCTURAL},
};

static void
a_change_is_never_told_as_less_than_it_is(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new((size_t)64 << 20);
		enum policy_change kind =
		    policy_change_kind(a, str_from(cases[i].before), str_from(cases[i].after));
		enum policy_change back =
		    policy_change_kind(a, str_from(cases[i].after), str_from(cases[i].before));
		if (kind != cases[i].kind || back != cases[i].kind)
			fail_msg("'%s' and '%s': %s, back %s", cases[i].before, cases[i].after,
			    policy_change_name(kind), policy_change_name(back));
		arena_free(a);
	}
}

static void
a_change_that_no_memory_is_left_for_is_structural(void **state)
{
	struct arena *a = arena_new(64);

	(void)state;
	assert_int_equal(policy_change_kind(a, STR("a = 1\n"), STR("a = 2\n")), CHANGE_STRUCTURAL);
	arena_free(a);
}

static void
every_kind_has_a_name(void **state)
{
	(void)state;
	assert_string_equal(policy_change_name(CHANGE_STRUCTURAL), "structural");
	assert_string_equal(policy_change_name(CHANGE_CONSTANTS), "constants only");
	assert_string_equal(policy_change_name(CHANGE_LAYOUT), "comments and white space only");
	assert_string_equal(policy_change_name(CHANGE_NONE), "no change");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_change_is_never_told_as_less_than_it_is),
	    cmocka_unit_test(a_change_that_no_memory_is_left_for_is_structural),
	    cmocka_unit_test(every_kind_has_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
