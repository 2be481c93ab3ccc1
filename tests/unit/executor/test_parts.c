/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "parts.h"
#include "runtime.h"

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
missing_python_is_named_with_its_remedy(void **state)
{
	(void)state;
	refuses((struct parts_places){"/nonexistent", NULL, NULL},
	    "Python's library is not installed: there is no '/nonexistent/os.py'",
	    "on Debian: apt-get install libpython" SLUICE_PYTHON);
}

static void
missing_guests_are_named_with_their_remedy(void **state)
{
	const char *help =
	    "install Sluice completely, or run it from its build folder after building all targets";

	(void)state;
	refuses((struct parts_places){RUNTIME_STDLIB, "/nonexistent", NULL},
	    "'sluice-init', a part of Sluice, is not next to the program", help);
	refuses((struct parts_places){RUNTIME_STDLIB, "/bin/sh", "/nonexistent"},
	    "'sluice-python', a part of Sluice, is not next to the program", help);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(missing_python_is_named_with_its_remedy),
	    cmocka_unit_test(missing_guests_are_named_with_their_remedy),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
