/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "backend.h"
#include "bubblewrap.h"
#include "oci.h"
#include "runtime.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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
	    "--unshare-net", "--unshare-uts", "--unshare-cgroup", "--as-pid-1", "--new-session"};
	struct arena *a = arena_new(1 << 16);

	(void)state;
	for (int venv = 0; venv < 2; venv++) {
		const char *const *words = bubblewrap_words(a, "/usr/bin/bwrap", venv);
		assert_non_null(words);
		for (size_t i = 0; i < ARRAY_LENGTH(wanted); i++)
			assert_true(has(words, wanted[i]));
	}
	arena_free(a);
}

/* sandbox/pooled looks at what stays of it. */
static bool
is_left_to_init(const char *const *words)
{
	return strcmp(words[-1], "--ro-bind") == 0 &&
	       strncmp(words[1], RUNTIME_HOST, strlen(RUNTIME_HOST)) == 0 &&
	       strcmp(words[1] + strlen(RUNTIME_HOST), words[0]) == 0;
}

static void
nothing_of_the_host_is_writable_or_beyond_need(void **state)
{
	static const char *const never[] = {"--bind", "--bind-try", "--share-net", "--unshare-all",
	    "--dev", "--overlay", "/", "/usr", "/etc", "/home", "/root", "/var", "/sys",
	    "/usr/bin"};
	struct arena *a = arena_new(1 << 16);
	const char *const *words = bubblewrap_words(a, "/usr/bin/bwrap", true);

	(void)state;
	assert_non_null(words);
	for (; *words; words++)
		for (size_t i = 0; i < ARRAY_LENGTH(never); i++)
			if (strcmp(*words, never[i]) == 0)
				assert_true(is_left_to_init(words) ||
					    (strcmp(never[i], "/") == 0 &&
						strcmp(words[-1], "--chdir") == 0));
	arena_free(a);
}

static bool
has_place(bool packages, const char *beginning)
{
	const struct runtime_place *place;

	for (size_t i = 0; (place = runtime_place(i, packages)); i++)
		if (strncmp(place->path, beginning, strlen(beginning)) == 0)
			return true;
	return false;
}

static void
packages_are_seen_only_where_they_are_allowed(void **state)
{
	(void)state;
	assert_true(has_place(true, "/usr/lib/python3/dist-packages"));
	assert_false(has_place(false, "/usr/lib/python3/dist-packages"));
	assert_true(has_place(true, "/etc/"));
	assert_false(has_place(false, "/etc/"));
}

/* numpy finds its linear algebra by Debian's alternatives: the reference libraries, or OpenBLAS. */
static void
linear_algebra_is_found_whichever_library_provides_it(void **state)
{
	static const char *const names[] = {"libblas.so.3", "liblapack.so.3", "libopenblas.so.0"};
	char path[64];

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		snprintf(path, sizeof(path), "/etc/alternatives/%s-", names[i]);
		assert_true(has_place(true, path));
		assert_false(has_place(false, path));
	}
}

static const struct backend *const backends[] = {&BACKEND_BUBBLEWRAP, &BACKEND_OCI};

static void
a_missing_program_is_named_with_its_remedy(void **state)
{
	static const char *const packages[] = {"bubblewrap", "crun"};
	char message[128], help[128];
	struct err err;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(backends); i++) {
		struct backend b = *backends[i];
		b.program = "/nonexistent/program";
		snprintf(message, sizeof(message),
		    "%s is not installed: there is no '/nonexistent/program'", packages[i]);
		snprintf(
		    help, sizeof(help), "on Debian and Ubuntu: apt-get install %s", packages[i]);
		assert_false(backend_check(&b, &err));
		assert_int_equal(err.code, ERR_SANDBOX);
		assert_string_equal(err.message, message);
		assert_string_equal(err.help, help);
	}
}

static void
a_setuid_program_is_refused(void **state)
{
	char path[] = "/tmp/sluice-setuid-XXXXXX", message[128], help[128];
	int fd = mkostemp(path, O_CLOEXEC);
	struct err err;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(fchmod(fd, 04755), 0);
	snprintf(message, sizeof(message), "'%s' is setuid, which Sluice does not run", path);
	snprintf(help, sizeof(help), "chmod u-s,g-s %s; user namespaces do not need setuid", path);
	for (size_t i = 0; i < ARRAY_LENGTH(backends); i++) {
		struct backend b = *backends[i];
		b.program = path;
		assert_false(backend_check(&b, &err));
		assert_string_equal(err.message, message);
		assert_string_equal(err.help, help);
	}
	close(fd);
	unlink(path);
}

static void
backends_are_found_by_name_and_no_other_is_taken_instead(void **state)
{
	struct err err;

	(void)state;
	assert_ptr_equal(backend_find(STR(""), &err), &BACKEND_BUBBLEWRAP);
	assert_ptr_equal(backend_find(STR("bubblewrap"), &err), &BACKEND_BUBBLEWRAP);
	assert_ptr_equal(backend_find(STR("oci"), &err), &BACKEND_OCI);
	assert_null(backend_find(STR("bubblewrapp"), &err));
	assert_int_equal(err.code, ERR_SANDBOX);
	assert_string_equal(err.message, "there is no sandbox backend 'bubblewrapp'");
	assert_string_equal(err.help, "did you mean 'bubblewrap'?");
}

static void
a_bundle_shares_no_namespace_and_binds_read_only(void **state)
{
	static const char *const namespaces[] = {
	    "user", "pid", "mount", "network", "ipc", "uts", "cgroup"};
	const struct parts parts = {STDIN_FILENO, STDIN_FILENO};
	const struct venv none = {.fd = -1};
	const struct backend_box box = {&parts, &none, true};
	struct arena *a = arena_new(1 << 20);
	struct json_doc d;
	struct str text;
	struct err err;
	size_t binds = 0;

	(void)state;
	assert_true(oci_config(a, &box, &text, &err));
	assert_true(json_parse(a, text, "config", &JSON_LIMITS, &d, NULL, &err));
	const struct json_node *root = json_root(&d), *kernel = json_get(&d, root, "linux"), *n;
	const struct json_node *process = json_get(&d, root, "process");
	assert_int_equal(json_get(&d, process, "noNewPrivileges")->kind, JSON_TRUE);
	assert_int_equal(json_get(&d, json_get(&d, root, "root"), "readonly")->kind, JSON_TRUE);
	assert_int_equal(json_get(&d, kernel, "namespaces")->count, ARRAY_LENGTH(namespaces));
	for (size_t i = 0; i < ARRAY_LENGTH(namespaces); i++) {
		n = json_first(&d, json_get(&d, kernel, "namespaces"));
		while (n && !str_is(json_get_text(&d, n, "type", STR("")), namespaces[i]))
			n = json_next(&d, n);
		assert_non_null(n);
		assert_null(json_get(&d, n, "path")); /* of its own, and not one that is there */
	}
	for (n = json_first(&d, json_get(&d, root, "mounts")); n; n = json_next(&d, n)) {
		if (!str_is(json_get_text(&d, n, "type", STR("")), "bind"))
			continue;
		const struct json_node *o = json_first(&d, json_get(&d, n, "options"));
		while (o && !str_is(o->text, "ro"))
			o = json_next(&d, o);
		assert_non_null(o);
		binds++;
	}
	assert_true(binds > 4);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_namespace_is_named),
	    cmocka_unit_test(nothing_of_the_host_is_writable_or_beyond_need),
	    cmocka_unit_test(a_missing_program_is_named_with_its_remedy),
	    cmocka_unit_test(a_setuid_program_is_refused),
	    cmocka_unit_test(backends_are_found_by_name_and_no_other_is_taken_instead),
	    cmocka_unit_test(a_bundle_shares_no_namespace_and_binds_read_only),
	    cmocka_unit_test(packages_are_seen_only_where_they_are_allowed),
	    cmocka_unit_test(linear_algebra_is_found_whichever_library_provides_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
