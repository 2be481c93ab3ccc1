/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "runtime.h"

static bool
has(const char *const *words, const char *word)
{
	for (; *words; words++)
		if (strcmp(*words, word) == 0)
			return true;
	return false;
}

static void
every_namespace_is_named(void **state)
{
	static const char *const wanted[] = {"--unshare-user", "--unshare-ipc", "--unshare-pid",
	    "--unshare-net", "--unshare-uts", "--unshare-cgroup", "--as-pid-1", "--new-session",
	    "--remount-ro"};
	struct arena *a = arena_new(1 << 16);

	(void)state;
	for (int packages = 0; packages < 2; packages++) {
		const char *const *words = runtime_command(a, "/usr/bin/bwrap", packages, packages);
		assert_non_null(words);
		for (size_t i = 0; i < ARRAY_LENGTH(wanted); i++)
			assert_true(has(words, wanted[i]));
	}
	arena_free(a);
}

static void
nothing_of_the_host_is_writable_or_beyond_need(void **state)
{
	static const char *const never[] = {"--bind", "--bind-try", "--share-net", "--unshare-all",
	    "--dev", "--overlay", "/", "/usr", "/etc", "/home", "/root", "/var", "/sys",
	    "/usr/bin"};
	struct arena *a = arena_new(1 << 16);
	const char *const *words = runtime_command(a, "/usr/bin/bwrap", true, true);

	(void)state;
	assert_non_null(words);
	for (; *words; words++)
		for (size_t i = 0; i < ARRAY_LENGTH(never); i++)
			if (strcmp(*words, never[i]) ==
			    0) /* "/" is what is remounted read-only, and entered */
				assert_true(strcmp(never[i], "/") == 0 &&
					    (strcmp(words[-1], "--remount-ro") == 0 ||
						strcmp(words[-1], "--chdir") == 0));
	arena_free(a);
}

static void
packages_are_seen_only_where_they_are_allowed(void **state)
{
	struct arena *a = arena_new(1 << 16);

	(void)state;
	assert_true(
	    has(runtime_command(a, "bwrap", true, false), "/usr/lib/python3/dist-packages"));
	assert_false(
	    has(runtime_command(a, "bwrap", false, false), "/usr/lib/python3/dist-packages"));
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_namespace_is_named),
	    cmocka_unit_test(nothing_of_the_host_is_writable_or_beyond_need),
	    cmocka_unit_test(packages_are_seen_only_where_they_are_allowed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
