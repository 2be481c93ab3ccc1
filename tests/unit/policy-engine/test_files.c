/* SPDX-License-Identifier: MIT */
/* `files`: which paths are inside. */
#include "model.h"
#include "policy_fixture.h"

#define HEAD "apiVersion: sluice/v1\nid: p\nrevision: 1\n"

static struct policy *
load(struct arena *a, const char *yaml)
{
	struct err_list errs = {0};
	struct policy *p = load_text(a, yaml, &errs);

	assert_non_null(p);
	return p;
}

static void
a_path_is_inside_or_not(void **state)
{
	static const struct {
		const char *path;
		enum file_place read, write;
	} cases[] = {
	    {"a.csv", FILE_INSIDE, FILE_INSIDE},
	    {"./a.csv", FILE_INSIDE, FILE_INSIDE},
	    {"in/deep/a.csv", FILE_INSIDE, FILE_INSIDE},
	    {"a.sh", FILE_INSIDE, FILE_OUTSIDE},
	    {"out/a.sh", FILE_INSIDE, FILE_INSIDE},
	    {"out/deep/a.sh", FILE_INSIDE, FILE_OUTSIDE},
	    {"in/out/a.sh", FILE_INSIDE, FILE_OUTSIDE},
	    {"out/../a.csv", FILE_INSIDE, FILE_UNKNOWN},
	    {"../a.csv", FILE_OUTSIDE, FILE_OUTSIDE},
	    {"out/../../a.csv", FILE_OUTSIDE, FILE_OUTSIDE},
	    {"", FILE_OUTSIDE, FILE_OUTSIDE},
	    {"/data", FILE_INSIDE, FILE_OUTSIDE},
	    {"/data/a.csv", FILE_INSIDE, FILE_OUTSIDE},
	    {"/database/a.csv", FILE_OUTSIDE, FILE_OUTSIDE},
	    {"/data/../etc/passwd", FILE_OUTSIDE, FILE_OUTSIDE},
	    {"/data//a.csv", FILE_OUTSIDE, FILE_OUTSIDE},
	    {"/etc/passwd", FILE_OUTSIDE, FILE_OUTSIDE},
	    {"/tmp/a", FILE_INSIDE, FILE_INSIDE},
	    {"/tmp/../etc/a", FILE_OUTSIDE, FILE_OUTSIDE},
	    {"/tmpa", FILE_OUTSIDE, FILE_OUTSIDE},
	};
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct policy *p =
	    load(a, HEAD "files: {read: [inputs, /data], write: [\"*.csv\", \"out/*\"]}\n");
	struct file_scope f = policy_files(p);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct str path = str_from(cases[i].path);

		if (files_place(&f, false, path) != cases[i].read ||
		    files_place(&f, true, path) != cases[i].write)
			fail_msg("%s", cases[i].path);
	}
	assert_int_equal(files_place(&f, false, (struct str){"a\0/etc", 6}), FILE_OUTSIDE);
	arena_free(a);
}

static void
nothing_is_inside_where_nothing_is_named(void **state)
{
	static const char *const paths[] = {"a.csv", "/tmp/a", "/data/a", "."};
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct file_scope f = policy_files(load(a, HEAD "files: {}\n")),
			  none = policy_files(load(a, HEAD));

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(paths); i++)
		for (int writes = 0; writes < 2; writes++) {
			assert_int_equal(
			    files_place(&f, writes != 0, str_from(paths[i])), FILE_OUTSIDE);
			assert_int_equal(
			    files_place(&none, writes != 0, str_from(paths[i])), FILE_OUTSIDE);
		}
	arena_free(a);
}

static void
long_lists_are_refused(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct buf text;

	(void)state;
	buf_init(&text, 1 << 20);
	buf_text(&text, HEAD "files: {write: [a");
	for (unsigned i = 0; i < FILES_ENTRIES_MAX; i++)
		buf_printf(&text, ", a%u", i);
	buf_text(&text, "]}\n");
	assert_null(load_text(a, arena_text(a, buf_view(&text)), &errs));
	assert_string_equal(errs.items[0].message, "more than 256 entries");
	buf_release(&text);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_path_is_inside_or_not),
	    cmocka_unit_test(nothing_is_inside_where_nothing_is_named),
	    cmocka_unit_test(long_lists_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
