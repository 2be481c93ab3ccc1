/* SPDX-License-Identifier: MIT */
#include "policy_fixture.h"

#include "shape.h"

#define NUMBER "\xc0"
#define WORD "\xf8"
#define EMPTY "\xf9" /* or nothing */
#define DOTS "\xfb"  /* or nothing, or dots */
#define ANY "\xff"

static void
a_path_is_under_only_where_each_text_is(void **state)
{
	static const struct {
		const char *path;
		bool under;
	} cases[] = {
	    {"sales.csv", true},
	    {"./sales.csv", true},
	    {"a/b.csv", true},
	    {"...csv", true},
	    {"", false},
	    {"/x", false},
	    {"~/x", false},
	    {"./~/x", false},
	    {"a/../b", false},
	    {"file:x", false},
	    {" file:x", false},
	    {"./file:x", false},
	    {"fi\nle:x", false},
	    {"a\\b", false},
	    {"_file:x", true},
	    {NUMBER ".csv", true},
	    {WORD ".csv", true},
	    {EMPTY ".csv", true},
	    {"a" ANY ".csv", false}, /* "a:x.csv" */
	    {"a_" ANY ".csv", true},
	    {"a/" ANY ".csv", true},
	    {ANY ".csv", false},
	    {EMPTY "/x", false},
	    {EMPTY EMPTY "~x", false},
	    {WORD "/x", true},
	    {"a/" EMPTY "/x", true},
	    {"a/" DOTS "/x", false},
	    {"a/" EMPTY "./x", true},
	    {"a/" EMPTY "../x", false},
	    {"a/" DOTS "./x", false},
	    {"a/" DOTS ".../x", true},
	    {"a/" NUMBER "./x", true},
	    {"a/" DOTS, false},
	    {EMPTY, true},
	    {WORD ":x", false},
	    {"a_" WORD ":x", true},
	    {"a" EMPTY "://x", false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		if (shape_is_under(str_from(cases[i].path), STR(".")) != cases[i].under)
			fail_msg("%zu: '%s'", i, cases[i].path);
	assert_true(shape_is_under(STR("out/" EMPTY ".csv"), STR("out")));
	assert_false(shape_is_under(STR("out" EMPTY ".csv"), STR("out")));
}

static void
a_part_that_may_be_empty_may_leave_what_follows_absolute(void **state)
{
	(void)state;
	assert_true(shape_may_be_absolute(STR("/x")));
	assert_true(shape_may_be_absolute(STR(EMPTY "/x")));
	assert_false(shape_may_be_absolute(STR(WORD "/x")));
	assert_false(shape_may_be_absolute(STR(EMPTY "x/y")));
}

static void
an_extension_is_known_without_holes(void **state)
{
	struct str extension;

	(void)state;
	assert_true(shape_extension(STR(ANY ".csv"), &extension));
	assert_true(str_is(extension, "csv"));
	assert_false(shape_extension(STR("a." WORD), &extension));
	assert_false(shape_extension(STR("a.cs" EMPTY), &extension));
	assert_false(shape_extension(STR("a.b/c"), &extension));
	assert_false(shape_extension(STR("a"), &extension));
}

static void
parts_of_a_text_hold_more_than_the_whole(void **state)
{
	(void)state;
	assert_int_equal(shape_flags(STR("ab")), 0);
	assert_int_equal(shape_part_flags(STR("ab")), HOLE_EMPTY);
	assert_int_equal(shape_flags(STR("a.b")), HOLE_DOTS);
	assert_int_equal(shape_flags(STR(NUMBER)), HOLE_DOTS | HOLE_OTHER);
	assert_int_equal(shape_part_flags(STR("a:b")), HOLE_EMPTY | HOLE_OTHER);
	assert_int_equal(shape_part_flags(STR("a/b")), HOLE_EMPTY | SHAPE_SLASH);
	assert_int_equal(shape_flags(STR(EMPTY)), HOLE_EMPTY);
	assert_int_equal(shape_flags(STR("")), HOLE_EMPTY);
	assert_true(shape_has_only_numbers(STR("a" NUMBER)));
	assert_false(shape_has_only_numbers(STR(NUMBER WORD)));
	assert_true(shape_has_holes(STR("a" WORD)));
	assert_false(shape_has_holes(STR("\xc3\xb8")));
	assert_true(str_is(shape_name(STR("a/b.csv")), "b.csv"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_path_is_under_only_where_each_text_is),
	    cmocka_unit_test(a_part_that_may_be_empty_may_leave_what_follows_absolute),
	    cmocka_unit_test(an_extension_is_known_without_holes),
	    cmocka_unit_test(parts_of_a_text_hold_more_than_the_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
