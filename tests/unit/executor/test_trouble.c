/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "trouble.h"

#include <errno.h>

static void
known_signs_are_translated(void **state)
{
	static const struct {
		const char *said, *message, *help;
	} cases[] = {
	    {"bwrap: setting up uid map: Permission denied\n",
		"user namespaces are restricted here (AppArmor)", "give bubblewrap a profile"},
	    {"bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted\n",
		"user namespaces are restricted here (AppArmor)", "give bubblewrap a profile"},
	    {"bwrap: No permissions to creating new namespace, likely because\n",
		"user namespaces are disabled here", "kernel.unprivileged_userns_clone=1"},
	    {"bwrap: Creating new namespace failed: Operation not permitted\n",
		"this process may not create namespaces", "in a container"},
	    {"bwrap: Can't set hostname to box: Operation not permitted\n",
		"this container's seccomp profile forbids system calls that a box needs",
		"scripts/image"},
	    {"bwrap: Can't mount proc on /newroot/proc: Operation not permitted\n",
		"this container masks /proc, so a new one can't be mounted", "unmask=ALL"},
	    {"bwrap: Can't find source path /proc/self/fd/6: Permission denied\n",
		"the box's user can't reach a part of Sluice or the virtual environment",
		"chmod o+x"},
	    {"bwrap: Unknown option --disable-userns\n", "this bubblewrap is too old",
		"0.8 or later"},
	    {"bwrap: something else\nmore\n", "the box could not be set up: bwrap: something else",
		"the message comes from bubblewrap"},
	    {"", "bubblewrap ended without a message; something may have killed or replaced it",
		"bwrap --ro-bind / / true"},
	};
	const struct evidence e = {.spawned = true};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct err err = {0};
		assert_false(trouble_explain(
		    &e, &BACKEND_BUBBLEWRAP, str_from(cases[i].said), STR(""), &err));
		assert_int_equal(err.code, ERR_SANDBOX);
		assert_string_equal(err.message, cases[i].message);
		assert_non_null(strstr(err.help, cases[i].help));
	}
}

static void
a_box_that_is_late_is_told_as_such(void **state)
{
	const struct evidence e = {.spawned = true, .by = BY_DEADLINE};
	struct err err = {0};

	(void)state;
	assert_false(trouble_explain(&e, &BACKEND_BUBBLEWRAP, STR(""), STR(""), &err));
	assert_string_equal(err.message, "the box was not ready within 30 s");
	assert_non_null(strstr(err.help, "overloaded"));
}

static void
init_names_the_stage_that_failed(void **state)
{
	struct evidence e = {.spawned = true, .failed = true};
	struct err err = {0};

	(void)state;
	e.failure.sys = EPERM;
	strcpy(e.failure.stage, "mounting a sized tmpfs"); /* NOLINT: a constant of 23 bytes */
	assert_false(trouble_explain(&e, &BACKEND_BUBBLEWRAP, STR("noise"), STR(""), &err));
	assert_string_equal(err.message,
	    "the box could not be set up (mounting a sized tmpfs): Operation not permitted");
	assert_non_null(strstr(err.help, "seccomp profile allow mount"));
	strcpy(e.failure.stage, "proving that user namespaces are off"); /* NOLINT: 37 bytes */
	assert_false(trouble_explain(&e, &BACKEND_BUBBLEWRAP, STR(""), STR(""), &err));
	assert_non_null(strstr(err.help, "allow unshare"));
	strcpy(e.failure.stage, "reaping"); /* NOLINT: 8 bytes */
	assert_false(trouble_explain(&e, &BACKEND_BUBBLEWRAP, STR(""), STR(""), &err));
	assert_true(err.help[0]);
}

static void
the_guest_names_what_it_could_not_do(void **state)
{
	struct evidence e = {.spawned = true, .ready = true, .gone = true};
	struct err err = {0};

	(void)state;
	assert_false(
	    trouble_explain(&e, &BACKEND_BUBBLEWRAP, STR(""), STR("the code is not UTF-8"), &err));
	assert_string_equal(err.message,
	    "the box could not be set up; sluice-python in the box reports: the code is not UTF-8");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(known_signs_are_translated),
	    cmocka_unit_test(a_box_that_is_late_is_told_as_such),
	    cmocka_unit_test(init_names_the_stage_that_failed),
	    cmocka_unit_test(the_guest_names_what_it_could_not_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
