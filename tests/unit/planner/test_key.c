/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "key.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/sluice-key-XXXXXX";
static char path[64];

static int
set_up(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/key", folder);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(folder);
}

static void
write_key(const char *bytes, size_t n, mode_t mode)
{
	unlink(path);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(chmod(path, mode), 0);
}

static void
key_is_one_line_of_a_private_file(void **state)
{
	char key[KEY_BYTES_MAX];
	struct err err = {0};

	(void)state;
	write_key("sk-test-1\n", 10, 0600);
	assert_true(key_read(&(struct key_place){path, -1, false}, key, &err));
	assert_string_equal(key, "sk-test-1");
	write_key("sk-test-1 \r\n", 12, 0400);
	assert_true(key_read(&(struct key_place){path, -1, false}, key, &err));
	assert_string_equal(key, "sk-test-1");
	write_key("sk-test-1", 9, 0440);
	assert_true(key_read(&(struct key_place){path, -1, true}, key, &err));
}

static void
refuse(bool credential, const char *ending)
{
	char key[KEY_BYTES_MAX], expected[256];
	struct err err = {0};

	snprintf(expected, sizeof(expected), "the key file '%s' %s", path, ending);
	assert_false(key_read(&(struct key_place){path, -1, credential}, key, &err));
	assert_int_equal(err.code, ERR_INPUT);
	assert_string_equal(err.message, expected);
}

static void
key_file_that_others_may_read_is_refused(void **state)
{
	(void)state;
	write_key("k", 1, 0640);
	refuse(false, "is open to others (mode 0640): chmod 600 it");
	write_key("k", 1, 0602);
	refuse(false, "is open to others (mode 0602): chmod 600 it");
	write_key("k", 1, 0444);
	refuse(true, "is open to others (mode 0444): chmod 600 it");
	write_key("k", 1, 0460);
	refuse(true, "is open to others (mode 0460): chmod 600 it");
}

static void
key_that_could_not_stand_in_a_header_is_refused(void **state)
{
	char large[KEY_BYTES_MAX + 10];

	(void)state;
	write_key("", 0, 0600);
	refuse(false, "is empty");
	write_key("\n\n", 2, 0600);
	refuse(false, "is empty");
	write_key("a\nx-evil: 1", 11, 0600);
	refuse(false, "does not hold one line of plain text");
	write_key("a\0b", 3, 0600);
	refuse(false, "does not hold one line of plain text");
	memset(large, 'a', sizeof(large));
	write_key(large, sizeof(large), 0600);
	refuse(false, "is too long for a key");
	write_key("seven77\n", 8, 0600);
	refuse(false, "has fewer than 8 characters: a reply would lose them wherever they stand");
	write_key("k\xc3\xa4", 3, 0600);
	refuse(false, "does not hold one line of plain text");
}

static void
key_file_is_no_link_and_no_folder(void **state)
{
	(void)state;
	unlink(path);
	assert_int_equal(symlink("/etc/hostname", path), 0);
	refuse(false, "is a link");
	unlink(path);
	assert_int_equal(mkdir(path, 0700), 0);
	refuse(false, "is not a regular file");
	assert_int_equal(rmdir(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	refuse(false, "is not a regular file");
	unlink(path);
}

static void
key_file_that_is_missing_is_named(void **state)
{
	char key[KEY_BYTES_MAX], expected[256];
	struct err err = {0};

	(void)state;
	unlink(path);
	assert_false(key_read(&(struct key_place){path, -1, false}, key, &err));
	snprintf(expected, sizeof(expected),
	    "can't open the key file '%s': No such file or directory", path);
	assert_string_equal(err.message, expected);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(key_is_one_line_of_a_private_file),
	    cmocka_unit_test(key_file_that_others_may_read_is_refused),
	    cmocka_unit_test(key_that_could_not_stand_in_a_header_is_refused),
	    cmocka_unit_test(key_file_is_no_link_and_no_folder),
	    cmocka_unit_test(key_file_that_is_missing_is_named),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
