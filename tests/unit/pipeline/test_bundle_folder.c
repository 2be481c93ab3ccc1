/* SPDX-License-Identifier: MIT */
/* A bundle's folder: exactly the files that its list names, as plain files with those bytes. */
#include "bundle_scene.h"

#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct place {
	char above[64], folder[80];
};

static void
place_begin(struct scene *s, struct place *p)
{
	scene_begin(s);
	snprintf(p->above, sizeof(p->above), "/tmp/sluice-test-XXXXXX");
	assert_non_null(mkdtemp(p->above));
	snprintf(p->folder, sizeof(p->folder), "%s/x.bundle", p->above);
	(void)scene_signed(s);
	assert_true(bundle_put(s->a, &s->b, p->folder, false, &s->err));
}

static void
place_end(struct scene *s, struct place *p)
{
	bundle_remove(p->above);
	scene_end(s);
}

static void
what_was_put_is_read_and_proved(void **state)
{
	struct place at;
	struct policy *p;
	struct scene s;
	struct bundle b;
	size_t tests;

	(void)state;
	place_begin(&s, &at);
	assert_true(bundle_read(s.a, at.folder, NULL, &b, &s.err));
	assert_true(bundle_trusted(&b, &s.trust, NOW_US, &s.err));
	assert_true(bundle_prove(s.a, &b, NOW_US, &tests, &s.errs));
	assert_int_equal(tests, 3);
	assert_true(bundle_open_policy(s.a, &b, STR("team"), &p, &s.errs));
	assert_int_equal(policy_revision(p), 3);
	assert_string_equal(policy_bundle_of(p)->sha256, b.name.sha256);
	assert_int_equal(policy_bundle_of(p)->revision, 7);
	assert_false(policy_is_shipped(p));
	place_end(&s, &at);
}

/* -- spoiled --------------------------------------------------------------------------------- */

static char *
path_in(struct scene *s, const struct place *p, const char *name)
{
	char *path = arena_printf(s->a, "%s/%s", p->folder, name);

	assert_non_null(path);
	return path;
}

static void
put_file(struct scene *s, const struct place *p, const char *name, const char *text)
{
	assert_true(file_write(path_in(s, p, name), str_from(text), &s->err));
}

static void
change(struct scene *s, const struct place *p)
{
	put_file(s, p, "team.yaml", TEAM_YAML "# as before\n");
}

static void
swap_two(struct scene *s, const struct place *p)
{
	put_file(s, p, "team.yaml", BASE_YAML);
	put_file(s, p, "base.yaml", TEAM_YAML);
}

static void
add(struct scene *s, const struct place *p)
{
	put_file(s, p, "extra.yaml", BASE_YAML);
}

static void
add_hidden_below(struct scene *s, const struct place *p)
{
	put_file(s, p, "programs/.math.py", "import math\n");
}

static void
add_under_another_case(struct scene *s, const struct place *p)
{
	put_file(s, p, "Team.yaml", TEAM_YAML);
}

static void
add_folder(struct scene *s, const struct place *p)
{
	assert_int_equal(mkdir(path_in(s, p, "program"), 0755), 0);
}

static void
add_list_below(struct scene *s, const struct place *p)
{
	put_file(s, p, "programs/" BUNDLE_LIST, "{}");
}

static void
take_away(struct scene *s, const struct place *p)
{
	assert_int_equal(unlink(path_in(s, p, "base.yaml")), 0);
}

static void
take_folder_away(struct scene *s, const struct place *p)
{
	bundle_remove(path_in(s, p, "programs"));
}

static void
move(struct scene *s, const struct place *p)
{
	assert_int_equal(
	    rename(path_in(s, p, "base.yaml"), path_in(s, p, "programs/base.yaml")), 0);
}

static void
link_to_the_same(struct scene *s, const struct place *p)
{
	char *path = path_in(s, p, "base.yaml"), *there = arena_printf(s->a, "%s/b", p->above);

	assert_int_equal(rename(path, there), 0);
	assert_int_equal(symlink(there, path), 0);
}

static void
link_the_folder(struct scene *s, const struct place *p)
{
	char *path = path_in(s, p, "programs"), *there = arena_printf(s->a, "%s/p", p->above);

	assert_int_equal(rename(path, there), 0);
	assert_int_equal(symlink(there, path), 0);
}

static void
put_pipe(struct scene *s, const struct place *p)
{
	assert_int_equal(unlink(path_in(s, p, "base.yaml")), 0);
	assert_int_equal(mkfifo(path_in(s, p, "base.yaml"), 0644), 0);
}

static void
make_huge(struct scene *s, const struct place *p)
{
	assert_int_equal(truncate(path_in(s, p, "base.yaml"), (off_t)1 << 40), 0);
}

static void
a_folder_that_is_not_as_its_list_says_is_refused(void **state)
{
	static const struct {
		void (*spoil)(struct scene *s, const struct place *p);
		const char *message;
	} cases[] = {{change, "'team.yaml' differs from the file that the list names"},
	    {swap_two, "differs from the file that the list names"},
	    {add, "'extra.yaml' is in the folder, but the bundle's list does not name it"},
	    {add_hidden_below, "'programs/.math.py' is in the folder"},
	    {add_under_another_case, "'Team.yaml' is in the folder"},
	    {add_folder, "'program' is in the folder"},
	    {add_list_below, "'programs/bundle.json' is in the folder"},
	    {take_away, "'base.yaml' is missing from its folder"},
	    {take_folder_away, "'programs/math.py' is missing from its folder"},
	    {move, "'programs/base.yaml' is in the folder"},
	    {link_to_the_same, "'base.yaml' is not a plain file"},
	    {link_the_folder, "'programs' is not a plain file"},
	    {put_pipe, "'base.yaml' is not a plain file"},
	    {make_huge, "'base.yaml' is larger than "}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct place at;
		struct scene s;
		struct bundle b;

		place_begin(&s, &at);
		cases[i].spoil(&s, &at);
		assert_false(bundle_read(s.a, at.folder, NULL, &b, &s.err));
		if (!strstr(s.err.message, cases[i].message) ||
		    !strstr(s.err.message, "x.bundle' is not a bundle: "))
			fail_msg("case %zu: %s", i, s.err.message);
		assert_int_equal(b.count, 0);
		place_end(&s, &at);
	}
}

static void
two_names_that_differ_in_case_make_no_bundle(void **state)
{
	struct scene s;

	(void)state;
	scene_begin(&s);
	s.files[1].name = STR("TEAM.yaml");
	assert_false(bundle_write(s.a, &s.b, &s.err));
	assert_string_equal(
	    s.err.message, "'team.yaml' differs from another file's name in case alone");
	scene_end(&s);
}

/* What stands there stays whole where the new one can't be written. */
static void
a_folder_is_replaced_whole_or_not_at_all(void **state)
{
	struct place at;
	struct scene s;
	struct bundle b;

	(void)state;
	place_begin(&s, &at);
	s.files[3].name = STR("base.yaml/below.py");
	assert_false(bundle_put(s.a, &s.b, at.folder, true, &s.err));
	assert_true(bundle_read(s.a, at.folder, NULL, &b, &s.err));
	assert_int_equal(b.count, 4);
	s.files[3].name = STR("team.yaml");
	s.b.list = STR("{}");
	assert_false(bundle_put(s.a, &s.b, at.folder, false, &s.err));
	assert_non_null(strstr(s.err.message, "x.bundle' in its place: File exists"));
	assert_true(bundle_read(s.a, at.folder, NULL, &b, &s.err));
	assert_true(bundle_put(s.a, &s.b, at.folder, true, &s.err));
	assert_false(bundle_read(s.a, at.folder, NULL, &b, &s.err));
	bundle_remove(at.folder);
	assert_int_equal(rmdir(at.above), 0); /* nothing else was left */
	place_end(&s, &at);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_was_put_is_read_and_proved),
	    cmocka_unit_test(a_folder_that_is_not_as_its_list_says_is_refused),
	    cmocka_unit_test(two_names_that_differ_in_case_make_no_bundle),
	    cmocka_unit_test(a_folder_is_replaced_whole_or_not_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
