/* SPDX-License-Identifier: MIT */
/* The folder of installed bundles: it goes forward, whole, and believes its own files no more than
 * others. */
#include "bundle_scene.h"

#include "file.h"

#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct folder {
	char path[64], trust[80];
};

static int
remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st;
	(void)kind;
	(void)at;
	return remove(path);
}

static void
folder_begin(struct folder *f)
{
	snprintf(f->path, sizeof(f->path), "/tmp/sluice-test-XXXXXX");
	assert_non_null(mkdtemp(f->path));
	snprintf(f->trust, sizeof(f->trust), "%s/trust.yaml", f->path);
}

static void
folder_end(struct folder *f)
{
	(void)nftw(f->path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* Signs and installs the scene's bundle as it is, in a revision; it can be changed again. */
static bool
install(struct scene *s, struct folder *f, int64_t revision, int64_t now_us)
{
	bool fresh;

	s->b.name.revision = revision;
	s->b.envelope = (struct envelope){.count = 0};
	(void)scene_signed(s);
	return installed_put(s->a, &s->trust, f->trust, &s->b, now_us, &fresh, &s->err);
}

static bool
open_team(struct scene *s, struct folder *f, int64_t now_us, struct bundle *out)
{
	struct installed_place p;

	if (!installed_read(s->a, &s->trust, f->trust, &p, &s->err))
		return false;
	const struct installed *which = installed_offers(&p, STR("team"));
	assert_non_null(which);
	return installed_open(s->a, &p, which, now_us, out, &s->err);
}

static char *
place_path(struct scene *s, struct folder *f, const char *name)
{
	char *path = arena_printf(s->a, "%s/bundles/%s", f->path, name);

	assert_non_null(path);
	return path;
}

static void
edit_program(struct scene *s, struct folder *f)
{
	assert_true(file_write(
	    place_path(s, f, "team-7.bundle/programs/math.py"), STR("import os\n"), &s->err));
}

static void
what_is_installed_is_found_by_its_policy(void **state)
{
	struct installed_place p;
	struct folder f;
	struct scene s;
	struct bundle b;

	(void)state;
	scene_begin(&s);
	folder_begin(&f);
	assert_true(installed_read(s.a, &s.trust, f.trust, &p, &s.err));
	assert_int_equal(p.count, 0);
	assert_true(install(&s, &f, 7, NOW_US));
	assert_true(open_team(&s, &f, NOW_US, &b));
	assert_int_equal(b.name.revision, 7);
	assert_true(installed_read(s.a, &s.trust, f.trust, &p, &s.err));
	assert_null(installed_offers(&p, STR("base")));
	assert_null(installed_find(&p, STR("tea")));
	folder_end(&f);
	scene_end(&s);
}

static void
the_revision_never_goes_back(void **state)
{
	glob_t left;
	struct folder f;
	struct scene s;
	struct bundle b;

	(void)state;
	scene_begin(&s);
	folder_begin(&f);
	assert_true(install(&s, &f, 7, NOW_US));
	assert_false(install(&s, &f, 6, NOW_US));
	assert_int_equal(s.err.code, ERR_REFUSED);
	assert_string_equal(
	    s.err.message, "the bundle 'team' was at revision 7 here, and never goes back to 6");
	assert_true(install(&s, &f, 7, NOW_US)); /* the very same */
	edit_program(&s, &f);
	assert_false(open_team(&s, &f, NOW_US, &b));
	assert_true(install(&s, &f, 7, NOW_US)); /* in place of one that was spoiled */
	assert_true(open_team(&s, &f, NOW_US, &b));
	assert_int_equal(glob(place_path(&s, &f, "*.new"), 0, NULL, &left), GLOB_NOMATCH);
	s.b.not_after_us++;
	assert_false(install(&s, &f, 7, NOW_US));
	assert_string_equal(
	    s.err.message, "the bundle 'team' revision 7 was installed with other content");
	assert_string_equal(s.err.help, "give what you want to install a revision above 7");
	assert_true(open_team(&s, &f, NOW_US, &b));
	assert_int_equal(b.name.revision, 7);
	assert_true(install(&s, &f, 8, NOW_US));
	assert_true(open_team(&s, &f, NOW_US, &b));
	assert_int_equal(b.name.revision, 8);
	assert_true(install(&s, &f, 9, NOW_US));
	assert_false(file_exists(place_path(&s, &f, "team-7.bundle")));
	assert_true(file_exists(place_path(&s, &f, "team-8.bundle")));
	folder_end(&f);
	scene_end(&s);
}

static void
a_policy_is_offered_by_one_bundle(void **state)
{
	struct folder f;
	struct scene s;

	(void)state;
	scene_begin(&s);
	folder_begin(&f);
	assert_true(install(&s, &f, 7, NOW_US));
	s.b.name.id = STR("other");
	assert_false(install(&s, &f, 1, NOW_US));
	assert_string_equal(
	    s.err.message, "the policy 'team' is offered by the bundle 'team' already");
	folder_end(&f);
	scene_end(&s);
}

/* -- the folder's owner ---------------------------------------------------------------------- */

static void
edit_file(struct scene *s, struct folder *f)
{
	char *path = place_path(s, f, "team-7.bundle/" BUNDLE_LIST);
	struct str text;
	char *bytes;

	assert_true(file_read(s->a, path, BUNDLE_LIST_BYTES_MAX, &text, &s->err));
	bytes = arena_text(s->a, text);
	assert_non_null(bytes);
	bytes[text.n / 2] = bytes[text.n / 2] == 'A' ? 'B' : 'A';
	assert_true(file_write(path, (struct str){bytes, text.n}, &s->err));
}

static void
remove_file(struct scene *s, struct folder *f)
{
	assert_int_equal(unlink(place_path(s, f, "team-7.bundle/" BUNDLE_LIST)), 0);
}

static void
put_older(struct scene *s, struct folder *f)
{
	s->b.name.revision = 6;
	s->b.envelope = (struct envelope){.count = 0};
	assert_true(
	    file_write(place_path(s, f, "team-7.bundle/" BUNDLE_LIST), scene_signed(s), &s->err));
}

static void
put_bundle_of_another_id(struct scene *s, struct folder *f)
{
	s->b.name = (struct policy_bundle){.id = STR("other"), .revision = 7};
	s->b.envelope = (struct envelope){.count = 0};
	assert_true(
	    file_write(place_path(s, f, "team-7.bundle/" BUNDLE_LIST), scene_signed(s), &s->err));
}

static void
put_link(struct scene *s, struct folder *f)
{
	char *path = place_path(s, f, "team-7.bundle/" BUNDLE_LIST);

	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink("/etc/passwd", path), 0);
}

static void
open_to_all(struct scene *s, struct folder *f)
{
	assert_int_equal(chmod(place_path(s, f, "team-7.bundle/" BUNDLE_LIST), 0666), 0);
}

static void
open_folder(struct scene *s, struct folder *f)
{
	assert_int_equal(chmod(place_path(s, f, "."), 0777), 0);
}

static void
spoil_state(struct scene *s, struct folder *f)
{
	assert_true(file_write(place_path(s, f, "installed.json"),
	    STR("{\"bundles\":[{\"id\":\"team\",\"revision\":7}],\"v\":1}"), &s->err));
}

static void
revoke_key(struct scene *s, struct folder *f)
{
	(void)f;
	s->services[DESK].revoked_us = NOW_US;
}

static void
want_more_signers(struct scene *s, struct folder *f)
{
	(void)f;
	s->trust.policies.signatures = 3;
}

/* PLACE stands for the folder. */
static void
what_was_changed_since_is_refused_when_it_is_opened(void **state)
{
	static const struct {
		void (*spoil)(struct scene *s, struct folder *f);
		const char *message;
	} cases[] = {{edit_file, "the bundle 'team' revision 7"},
	    {edit_program, "'programs/math.py' differs from the file that the list names"},
	    {remove_file, "the bundle 'team' revision 7 is in force, but: can't open '"},
	    {put_older, "team-7.bundle' is not the bundle 'team' revision 7 that was installed"},
	    {put_bundle_of_another_id,
		"team-7.bundle' is not the bundle 'team' revision 7 that was installed"},
	    {put_link, "team-7.bundle' is not a bundle: "},
	    {open_to_all, "but: other users may write to '"},
	    {open_folder, "other users may write to '"},
	    {spoil_state, "installed.json' was changed"},
	    {revoke_key, "of 'desk' was revoked at 2024-10-04T00:00:00.000000Z"},
	    {want_more_signers, "it is signed by 2 of the 3 signers that are needed"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct folder f;
		struct scene s;
		struct bundle b;

		scene_begin(&s);
		folder_begin(&f);
		assert_true(install(&s, &f, 7, NOW_US));
		assert_true(open_team(&s, &f, NOW_US, &b));
		cases[i].spoil(&s, &f);
		assert_false(open_team(&s, &f, NOW_US, &b));
		if (!strstr(s.err.message, cases[i].message))
			fail_msg("case %zu: %s", i, s.err.message);
		folder_end(&f);
		scene_end(&s);
	}
}

/* Each allocation fails in turn: what is installed is never missing for that. */
static void
without_memory_nothing_is_opened_or_overlooked(void **state)
{
	bool good = false;
	struct folder f;
	struct scene s;
	struct bundle b;

	(void)state;
	scene_begin(&s);
	folder_begin(&f);
	assert_true(install(&s, &f, 7, NOW_US));
	for (size_t nth = 1; !good; nth++) {
		struct arena *own = arena_new((size_t)64 << 20);
		const struct installed *which;
		struct installed_place p;

		assert_non_null(own);
		assert_true(nth < 10000);
		arena_fail_at(own, nth);
		s.err.code = ERR_NONE;
		good = installed_read(own, &s.trust, f.trust, &p, &s.err);
		which = good ? installed_offers(&p, STR("team")) : NULL;
		assert_true(!good || which);
		good = good && installed_open(own, &p, which, NOW_US, &b, &s.err);
		assert_true(good || s.err.code != ERR_NONE);
		arena_free(own);
	}
	folder_end(&f);
	scene_end(&s);
}

/* -- time ------------------------------------------------------------------------------------ */

static void
a_clock_that_was_set_back_opens_nothing(void **state)
{
	struct installed_place p;
	struct folder f;
	struct scene s;
	struct bundle b;

	(void)state;
	scene_begin(&s);
	s.b.not_before_us = NOW_US - DAY_US / 2;
	s.b.made_us = s.b.not_before_us;
	folder_begin(&f);
	assert_true(install(&s, &f, 7, NOW_US));
	assert_true(open_team(&s, &f, NOW_US - 4000000, &b));
	assert_false(open_team(&s, &f, NOW_US - 6000000, &b));
	assert_string_equal(s.err.message,
	    "this machine's clock shows a time before 2024-10-04T00:00:00.000000Z, which it had already reached");
	assert_true(installed_read(s.a, &s.trust, f.trust, &p, &s.err));
	installed_seen(&p, NOW_US + DAY_US / 4);
	assert_false(open_team(&s, &f, NOW_US, &b));
	assert_true(open_team(&s, &f, NOW_US + DAY_US / 4, &b));
	assert_false(install(&s, &f, 8, NOW_US));
	assert_int_equal(s.err.code, ERR_REFUSED);
	folder_end(&f);
	scene_end(&s);
}

static void
an_installed_bundle_expires(void **state)
{
	struct folder f;
	struct scene s;
	struct bundle b;

	(void)state;
	scene_begin(&s);
	s.services[DESK].until_us = s.services[SECOND].until_us = NOW_US + 9 * DAY_US;
	folder_begin(&f);
	assert_true(install(&s, &f, 7, NOW_US));
	assert_true(open_team(&s, &f, NOW_US + DAY_US - 1, &b));
	assert_false(open_team(&s, &f, NOW_US + DAY_US, &b));
	assert_string_equal(s.err.message,
	    "the bundle 'team' revision 7 is refused: it expired at 2024-10-05T00:00:00.000000Z");
	folder_end(&f);
	scene_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_installed_is_found_by_its_policy),
	    cmocka_unit_test(the_revision_never_goes_back),
	    cmocka_unit_test(a_policy_is_offered_by_one_bundle),
	    cmocka_unit_test(what_was_changed_since_is_refused_when_it_is_opened),
	    cmocka_unit_test(without_memory_nothing_is_opened_or_overlooked),
	    cmocka_unit_test(a_clock_that_was_set_back_opens_nothing),
	    cmocka_unit_test(an_installed_bundle_expires),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
