/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "parts.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void
refuses(struct parts_places places, const char *message, const char *help)
{
	struct arena *a = arena_new(1 << 16);
	struct parts parts;
	struct err err = {0};

	assert_false(parts_open(a, &places, &parts, &err));
	assert_int_equal(err.code, ERR_SANDBOX);
	assert_string_equal(err.message, message);
	assert_string_equal(err.help, help);
	parts_close(&parts);
	arena_free(a);
}

static void
missing_bubblewrap_is_named_with_its_remedy(void **state)
{
	(void)state;
	refuses((struct parts_places){"/nonexistent/bwrap", PARTS_STDLIB, NULL, NULL},
	    "bubblewrap is not installed: there is no '/nonexistent/bwrap'",
	    "on Debian and Ubuntu: apt-get install bubblewrap");
}

static void
a_setuid_bubblewrap_is_refused(void **state)
{
	char path[] = "/tmp/sluice-setuid-XXXXXX", message[128], help[128];
	int fd = mkostemp(path, O_CLOEXEC);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(fchmod(fd, 04755), 0);
	snprintf(message, sizeof(message), "'%s' is setuid, which Sluice does not run", path);
	snprintf(help, sizeof(help), "chmod u-s,g-s %s; user namespaces do without", path);
	refuses((struct parts_places){path, PARTS_STDLIB, NULL, NULL}, message, help);
	close(fd);
	unlink(path);
}

static void
missing_python_is_named_with_its_remedy(void **state)
{
	(void)state;
	refuses((struct parts_places){"/bin/sh", "/nonexistent", NULL, NULL},
	    "Python's library is not installed: there is no '/nonexistent/os.py'",
	    "on Debian 12: apt-get install libpython3.11");
}

static void
missing_guests_are_named_with_their_remedy(void **state)
{
	const char *help =
	    "install Sluice whole, or run it from its build folder after building all targets";

	(void)state;
	refuses((struct parts_places){"/bin/sh", PARTS_STDLIB, "/nonexistent", NULL},
	    "'sluice-init', a part of Sluice, is not beside the program", help);
	refuses((struct parts_places){"/bin/sh", PARTS_STDLIB, "/bin/sh", "/nonexistent"},
	    "'sluice-python', a part of Sluice, is not beside the program", help);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(missing_bubblewrap_is_named_with_its_remedy),
	    cmocka_unit_test(a_setuid_bubblewrap_is_refused),
	    cmocka_unit_test(missing_python_is_named_with_its_remedy),
	    cmocka_unit_test(missing_guests_are_named_with_their_remedy),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
