/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "file.h"
#include "hash.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/sluice-test-XXXXXX";

static struct arena *
fresh(void)
{
	struct arena *a = arena_new(1 << 20);

	assert_non_null(a);
	return a;
}

static void
what_is_written_is_read(void **state)
{
	struct arena *a = fresh();
	char *path = path_join(a, folder, "x");
	struct str back;
	struct err err;

	(void)state;
	assert_true(file_write(path, STR("one\0two"), &err));
	assert_true(file_write(path, STR("three"), &err));
	assert_true(file_read(a, path, 100, &back, &err));
	assert_str_equal(back, "three");
	assert_false(file_read(a, path, 4, &back, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	arena_free(a);
}

static void
only_regular_files_are_read(void **state)
{
	struct arena *a = fresh();
	char *fifo = path_join(a, folder, "fifo");
	struct str back;
	struct err err;

	(void)state;
	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_false(file_read(a, fifo, 100, &back, &err));
	assert_false(file_read(a, folder, 100, &back, &err));
	assert_int_equal(err.code, ERR_INPUT);
	assert_false(file_read(a, "/dev/zero", 100, &back, &err));
	assert_string_equal(err.message, "'/dev/zero' is not a regular file");
	assert_false(file_read(a, path_join(a, folder, "none"), 100, &back, &err));
	assert_int_equal(err.sys, ENOENT);
	arena_free(a);
}

static void
a_failed_write_leaves_the_old_file(void **state)
{
	struct arena *a = fresh();
	char *path = path_join(a, folder, "no/such/folder");
	struct err err;

	(void)state;
	assert_false(file_write(path, STR("x"), &err));
	assert_int_equal(err.code, ERR_SYSTEM);
	assert_false(file_write("/dev/full/x", STR("x"), &err));
	arena_free(a);
}

static void
sealed_files_can_not_be_changed(void **state)
{
	char back[8] = {0};
	struct err err;
	int fd;

	(void)state;
	assert_true(file_sealed("x", STR("sealed"), &fd, &err));
	assert_int_equal(read(fd, back, sizeof(back)), 6);
	assert_string_equal(back, "sealed");
	assert_int_equal(pwrite(fd, "X", 1, 0), -1);
	assert_int_equal(ftruncate(fd, 0), -1);
	assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	close(fd);
}

static void
paths_are_seen_from_the_file_that_names_them(void **state)
{
	static const struct {
		const char *beside, *path, *seen;
	} cases[] = {
	    {"a/task.yaml", "x.csv", "a/x.csv"},
	    {"task.yaml", "x.csv", "x.csv"},
	    {"/a/b/task.yaml", "../x.csv", "/a/b/../x.csv"},
	    {"a/task.yaml", "/x.csv", "/x.csv"},
	};
	struct arena *a = fresh();

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		assert_string_equal(path_beside(a, cases[i].beside, cases[i].path), cases[i].seen);
	assert_string_equal(path_base("a/b/c"), "c");
	assert_string_equal(path_base("c"), "c");
	arena_free(a);
}

/* The first write of a file larger than RLIMIT_FSIZE kills. */
static void
killed_in_a_write(bool (*writes)(const char *, struct str, struct err *), const char *path)
{
	struct rlimit none = {0, 0};
	struct err err = {0};
	int status;
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0) {
		signal(SIGXFSZ, SIG_DFL);
		setrlimit(RLIMIT_CORE, &none);
		setrlimit(RLIMIT_FSIZE, &none);
		writes(path, STR("new"), &err);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
}

/* Removes a folder of files, what the killed began to write among them. */
static void
remove_files(struct arena *a, const char *of)
{
	DIR *d = opendir(of);
	struct dirent *entry;

	assert_non_null(d);
	while ((entry = readdir(d)) != NULL)
		if (entry->d_name[0] != '.')
			assert_int_equal(unlink(path_join(a, of, entry->d_name)), 0);
	closedir(d);
	assert_int_equal(rmdir(of), 0);
}

static void
a_killed_writer_leaves_the_old_file_or_none(void **state)
{
	struct arena *a = arena_new(1 << 20);
	const char *of = path_join(a, folder, "killed");
	const char *private = path_join(a, of, "private");
	const char *public = path_join(a, of, "public");
	struct str text;
	struct err err = {0};

	(void)state;
	assert_int_equal(mkdir(of, 0700), 0);
	killed_in_a_write(file_write_private, private);
	assert_false(file_exists(private));
	assert_true(file_write_private(private, STR("whole"), &err));

	assert_true(file_write(public, STR("old"), &err));
	killed_in_a_write(file_write, public);
	assert_true(file_read(a, public, 100, &text, &err));
	assert_str_equal(text, "old");
	assert_true(file_write(public, STR("new"), &err));
	remove_files(a, of);
	arena_free(a);
}

static void
a_private_file_is_its_owners_alone(void **state)
{
	struct arena *a = arena_new(1 << 20);
	char path[128], link[128];
	struct stat st;
	struct str text;
	struct err err = {0};

	(void)state;
	snprintf(path, sizeof(path), "%s/private", folder);
	snprintf(link, sizeof(link), "%s/link", folder);
	assert_true(file_write_private(path, STR("secret"), &err));
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_true(file_read_private(a, path, 100, &text, &err));
	assert_str_equal(text, "secret");
	assert_false(file_read_private(a, path, 5, &text, &err));
	assert_int_equal(err.code, ERR_LIMIT);

	assert_false(file_write_private(path, STR("other"), &err));
	assert_non_null(strstr(err.message, "already exists"));
	assert_true(file_read_private(a, path, 100, &text, &err));
	assert_str_equal(text, "secret");

	assert_int_equal(symlink(path, link), 0);
	assert_false(file_read_private(a, link, 100, &text, &err));
	assert_false(file_write_private(link, STR("x"), &err));
	unlink(link);
	assert_int_equal(symlink("nowhere", link), 0);
	assert_false(file_write_private(link, STR("x"), &err));
	assert_non_null(strstr(err.message, "already exists"));
	assert_false(file_read_private(a, folder, 100, &text, &err));
	for (mode_t bit = 1; bit <= 040; bit <<= 1) {
		assert_int_equal(chmod(path, 0600 | bit), 0);
		assert_false(file_read_private(a, path, 100, &text, &err));
		assert_non_null(strstr(err.message, "others may read or write"));
	}
	unlink(link);
	unlink(path);
	arena_free(a);
}

/* FIPS 180-4's own examples, by way of their well-known digests. */
static void
digests_are_sha256(void **state)
{
	static const struct {
		const char *text, *hex;
	} cases[] = {
	    {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
	    {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct digest whole, pieces;
		char hex[DIGEST_HEX_BYTES];
		struct hasher *h = hasher_new();
		digest_of(str_from(cases[i].text), &whole);
		for (const char *p = cases[i].text; *p; p++)
			hasher_add(h, p, 1);
		hasher_finish(h, &pieces);
		assert_true(digest_eq(&whole, &pieces));
		digest_hex(&whole, hex);
		assert_string_equal(hex, cases[i].hex);
	}
}

static int
make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int
remove_folder(void **state)
{
	char path[128];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, i == 0 ? "x" : "fifo");
		unlink(path);
	}
	return rmdir(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_written_is_read),
	    cmocka_unit_test(only_regular_files_are_read),
	    cmocka_unit_test(a_failed_write_leaves_the_old_file),
	    cmocka_unit_test(sealed_files_can_not_be_changed),
	    cmocka_unit_test(paths_are_seen_from_the_file_that_names_them),
	    cmocka_unit_test(a_killed_writer_leaves_the_old_file_or_none),
	    cmocka_unit_test(a_private_file_is_its_owners_alone),
	    cmocka_unit_test(digests_are_sha256),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
