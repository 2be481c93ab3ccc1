/* SPDX-License-Identifier: MIT */
/* A bundle's content: its policies do what its tests and its manifest say, by the bundle's files
 * alone. */
#include "bundle_scene.h"

static void
no_tests(struct scene *s)
{
	s->b.count = 2;
}

static void
failing_test(struct scene *s)
{
	s->files[0].text = STR("apiVersion: sluice/v1\nid: team\nrevision: 3\nextends: [base]\n");
}

static void
wrong_limit(struct scene *s)
{
	s->files[1].text = STR("apiVersion: sluice/v1\nid: base\nrevision: 1\n"
			       "builtins: {allow: [print]}\nlimits: {wall_s: 6}\n");
}

static void
missing_parent(struct scene *s)
{
	s->files[1] = s->files[3];
	s->b.count = 3;
}

static void
missing_program(struct scene *s)
{
	s->b.count = 3;
}

static void
wrong_revision(struct scene *s)
{
	s->policies[0].revision = 4;
}

static void
another_id(struct scene *s)
{
	s->policies[0].id = STR("data-analysis");
}

static void
stray_suite(struct scene *s)
{
	s->files[4] = (struct bundle_file){.name = STR("base.test.yaml"), .text = STR(SUITE_YAML)};
	s->b.count = 5;
}

static void
a_bundle_that_does_not_do_what_it_says_is_refused(void **state)
{
	static const struct {
		void (*spoil)(struct scene *s);
		const char *message;
	} cases[] = {{no_tests, "policy 'team' has no tests"},
	    {failing_test, "the test 'math' of policy 'team' fails: want deny: import.denied at "
			   "line 1, got allow"},
	    {wrong_limit, "a limit of policy 'team' is not what its tests say"},
	    {missing_parent, "policy 'base' is unknown"},
	    {missing_program, "there is no file 'x.bundle/programs/math.py'"},
	    {wrong_revision, "the list says 'team' revision 4 of 'team.yaml', which is 'team' "
			     "revision 3"},
	    {another_id, "the list says 'data-analysis' revision 3 of 'team.yaml', which is "
			 "'team' revision 3"},
	    {stray_suite, "the suite 'base.test.yaml' belongs to none of the bundle's policies"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct scene s;
		size_t tests;

		scene_begin(&s);
		cases[i].spoil(&s);
		scene_write(&s);
		assert_false(bundle_prove(s.a, &s.b, NOW_US, &tests, &s.errs));
		assert_int_equal(s.errs.count, 1);
		assert_string_equal(s.errs.items[0].message, cases[i].message);
		scene_end(&s);
	}
}

/* A policy sees the bundle's files alone: a shipped one of that name is not taken. */
static void
nothing_outside_the_bundle_is_extended(void **state)
{
	struct scene s;
	struct policy *p;

	(void)state;
	scene_begin(&s);
	s.files[0].text =
	    STR("apiVersion: sluice/v1\nid: team\nrevision: 3\nextends: [pure-compute]\n");
	scene_write(&s);
	assert_false(bundle_open_policy(s.a, &s.b, STR("team"), &p, &s.errs));
	assert_string_equal(s.errs.items[0].message, "policy 'pure-compute' is unknown");
	assert_string_equal(s.errs.items[0].help,
	    "a bundle must contain everything that its policies extend and name");
	assert_string_equal(s.errs.items[0].file, "x.bundle/team.yaml");
	scene_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_bundle_that_does_not_do_what_it_says_is_refused),
	    cmocka_unit_test(nothing_outside_the_bundle_is_extended),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
