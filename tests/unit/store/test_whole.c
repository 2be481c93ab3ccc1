/* SPDX-License-Identifier: MIT */
/* A store stays whole: copied, checked, opened by many at once, killed as it is made, out of room.
 */
#include "store_fixture.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* -- copies and checks ----------------------------------------------------------------------- */

static void
a_backup_is_a_whole_store(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct store_restoring how = {.from = arena_printf(f->a, "%s/copy", f->folder),
	    .where = arena_printf(f->a, "sqlite:%s/other.db", f->folder)};
	struct store *copy;
	struct str out;
	char sha256[DIGEST_HEX_BYTES];
	int64_t lost;

	fixture_content(f, "kept", sha256);
	assert_true(store_backup(f->s, how.from, NULL, &err));
	assert_false(store_backup(f->s, how.from, NULL, &err));
	assert_string_equal(err.message, arena_printf(f->a, "'%s' already exists", how.from));
	/* The keys are no part of the copy. */
	assert_false(store_restore(&how, &lost, &err));
	assert_string_equal(err.message, "the keys of this backup's contents are missing");
	how.without_keys = true;
	if (!store_restore(&how, &lost, &err))
		fail_msg("%s", err.message);
	assert_int_equal(lost, 1);
	assert_false(store_restore(&how, &lost, &err));
	assert_string_equal(err.message, "there is a store already: nothing was restored");
	assert_true(store_open(f->a, how.where, &copy, &err));
	assert_false(content_get(copy, f->a, sha256, &out, &err));
	assert_true(content_put(copy, STR("kept"), "t", sha256, &err));
	assert_true(content_get(copy, f->a, sha256, &out, &err));
	assert_str_equal(out, "kept");
	store_close(copy);
}

static void
a_check_names_what_is_wrong(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct buf problems;
	char sha256[DIGEST_HEX_BYTES];

	buf_init(&problems, 1 << 16);
	assert_true(store_verify(f->s, &problems, &err));
	assert_int_equal(problems.n, 0);
	fixture_person(f, "ann", (const char *const[]){NULL});
	fixture_run(f, "run", "ann");
	fixture_content(f, "whole", sha256);
	fixture_forced(f, "UPDATE run SET state = 'running'");
	fixture_forced(f,
	    "UPDATE content SET bytes = (SELECT c.bytes FROM content c WHERE c.sha256 <> '%s') "
	    "WHERE sha256 = '%s'",
	    sha256, sha256);
	assert_true(store_verify(f->s, &problems, &err));
	assert_string_equal(problems.p,
	    arena_printf(f->a,
		"'run' runs without authority\n'run' is open and has no job\nthe content '%s' is "
		"damaged\n",
		sha256));
	buf_release(&problems);
}

/* -- many processes, kills, a full disk ------------------------------------------------------ */

static void
opens(struct fixture *f)
{
	struct err err = {0};
	struct store *s;
	bool opened = store_open(f->a, f->where, &s, &err);

	if (!opened)
		fprintf(stderr, "%s\n", err.message);
	_exit(opened ? 0 : 1);
}

static void
one_of_many_makes_the_schema(void **state)
{
	struct fixture *f = *state;
	pid_t children[6];
	int status;

	for (size_t i = 0; i < ARRAY_LENGTH(children); i++) {
		children[i] = fork();
		assert_true(children[i] >= 0);
		if (children[i] == 0)
			opens(f);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(children); i++) {
		assert_int_equal(waitpid(children[i], &status, 0), children[i]);
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	}
}

/* Killed ever later, until one lives to the end: before, in and behind the migration. */
static void
a_killed_migration_leaves_the_old_or_the_new(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct buf problems;
	int status = 0;
	size_t killed = 0;

	for (long us = 500; us < 2000000; us += 500 + us / 8) {
		pid_t child = fork();
		assert_true(child >= 0);
		if (child == 0)
			opens(f);
		nanosleep(&(struct timespec){us / 1000000, us % 1000000 * 1000}, NULL);
		kill(child, SIGKILL);
		assert_int_equal(waitpid(child, &status, 0), child);
		if (!WIFSIGNALED(status))
			break;
		killed++;
	}
	assert_true(killed > 0);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	if (!store_open(f->a, f->where, &f->s, &err))
		fail_msg("%s", err.message);
	buf_init(&problems, 1 << 16);
	assert_true(store_verify(f->s, &problems, &err));
	assert_int_equal(problems.n, 0);
	buf_release(&problems);
}

static void
holds_what_it_held(struct fixture *f, const char *sha256)
{
	struct err err = {0};
	struct buf problems;
	struct str out;

	buf_init(&problems, 1 << 16);
	assert_true(content_get(f->s, f->a, sha256, &out, &err));
	assert_str_equal(out, "kept");
	assert_true(store_verify(f->s, &problems, &err));
	assert_int_equal(problems.n, 0);
	buf_release(&problems);
}

#define CLOCK_NOTED "SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'clock_us'"

/* The disk's last pages, and then those of the log that a failed change has left. */
static void
take_what_is_left(struct fixture *f)
{
	static const char page[4096] = {1};
	const char *filler = arena_printf(f->a, "%s/filler", f->folder);
	int fd = open(filler, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	char sha256[DIGEST_HEX_BYTES];
	int64_t chance;
	struct err err;

	assert_true(fd >= 0);
	while (write(fd, page, sizeof(page)) > 0)
		;
	close(fd);
	do
		random_bytes(&chance, sizeof(chance));
	while (content_put_open(
	    f->s, (struct str){(char *)&chance, sizeof(chance)}, "t", sha256, &err));
	assert_string_equal(err.message, "no room for the store: nothing was changed");
}

/* Whoever opens it reads; the first that writes, once there is room, notes the clock. */
static void
reads_and_notes_the_clock_later(struct fixture *f, const char *kept)
{
	const struct timespec noted_again = {1, 100000000}; /* the clock is noted once a second */
	char sha256[DIGEST_HEX_BYTES];
	struct err err = {0};

	take_what_is_left(f);
	int64_t noted_us = fixture_number(f, CLOCK_NOTED);
	store_close(f->s);
	(void)nanosleep(&noted_again, NULL);
	if (!store_open(f->a, f->where, &f->s, &err))
		fail_msg("%s", err.message);
	holds_what_it_held(f, kept);
	assert_int_equal(fixture_number(f, CLOCK_NOTED), noted_us);
	assert_false(content_put_open(f->s, STR("a few words"), "t", sha256, &err));
	assert_string_equal(err.message, "no room for the store: nothing was changed");
	assert_int_equal(mount(NULL, f->folder, NULL, MS_REMOUNT, "size=4m,mode=0700"), 0);
	assert_true(content_put_open(f->s, STR("a few words"), "t", sha256, &err));
	assert_true(fixture_number(f, CLOCK_NOTED) > noted_us);
	holds_what_it_held(f, kept);
}

/* A disk of a megabyte, in a mount namespace of the child alone. */
static int
fill_a_small_disk(struct fixture *f)
{
	struct err err = {0};
	struct str bytes = {arena_alloc(f->a, 100000), 100000};
	char kept[DIGEST_HEX_BYTES], sha256[DIGEST_HEX_BYTES];
	size_t stored = 0;

	if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
	    mount("small", f->folder, "tmpfs", 0, "size=1m,mode=0700") != 0)
		return 77;
	if (!store_open(f->a, f->where, &f->s, &err))
		fail_msg("%s", err.message);
	fixture_content(f, "kept", kept);
	while (content_put(f->s, bytes, "t", sha256, &err) && stored < 100) {
		((char *)(uintptr_t)bytes.p)[0]++;
		stored++;
	}
	assert_in_range(stored, 1, 20);
	assert_int_equal(err.code, ERR_SYSTEM);
	assert_string_equal(err.message, "no room for the store: nothing was changed");
	assert_string_equal(err.file, fixture_path(f));
	holds_what_it_held(f, kept);
	reads_and_notes_the_clock_later(f, kept);
	return 0;
}

static void
a_disk_without_room_is_named(void **state)
{
	struct fixture *f = *state;
	int status;

	fixture_only_sqlite();
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		_exit(fill_a_small_disk(f));
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77) {
		print_message("no small disk can be mounted here\n");
		skip();
	}
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void
a_full_disk_loses_nothing(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct rlimit before, less;
	struct str big = {NULL, 4 << 20}, out;
	char small[DIGEST_HEX_BYTES], sha256[DIGEST_HEX_BYTES];

	fixture_only_sqlite();
	big.p = arena_alloc(f->a, big.n);
	assert_non_null(big.p);
	fixture_content(f, "kept", small);
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	less = (struct rlimit){2 << 20, before.rlim_max};
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &less), 0);
	assert_false(content_put(f->s, big, "t", sha256, &err));
	assert_int_equal(err.code, ERR_SYSTEM);
	assert_string_equal(err.message, "no room for the store: nothing was changed");
	assert_string_equal(err.help, "make room on its disk, then try again");
	assert_string_equal(err.file, fixture_path(f));
	holds_what_it_held(f, small);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_true(content_put(f->s, big, "t", sha256, &err));
	assert_true(content_get(f->s, f->a, sha256, &out, &err));
	assert_int_equal(out.n, big.n);
}

#define ON(claim, before) cmocka_unit_test_setup_teardown(claim, before, fixture_end)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    ON(a_backup_is_a_whole_store, fixture_begin),
	    ON(a_check_names_what_is_wrong, fixture_begin),
	    ON(one_of_many_makes_the_schema, fixture_begin_place),
	    ON(a_killed_migration_leaves_the_old_or_the_new, fixture_begin_place),
	    ON(a_disk_without_room_is_named, fixture_begin_place),
	    ON(a_full_disk_loses_nothing, fixture_begin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
