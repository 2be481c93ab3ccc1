/* SPDX-License-Identifier: MIT */
/* Packages that the operator names; skipped (77) without a box. */
#include "test.h"

#include "can_box.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct limits limits = {.wall_ms = 10000,
    .cpu_ms = 10000,
    .memory_bytes = (int64_t)128 << 20,
    .processes = 1,
    .open_files = 64,
    .file_bytes = 1 << 20,
    .disk_bytes = 4 << 20,
    .disk_inodes = 64,
    .output_bytes = 4096,
    .artifacts = 4,
    .artifact_bytes = 1 << 20};

struct place {
	char root[64], module[160];
};

/* A folder that holds a module `ours`; with `inner`, below the folders of an environment. */
static struct place
make(bool inner)
{
	static const char *const steps[] = {
	    "lib", "lib/python" SLUICE_PYTHON, "lib/python" SLUICE_PYTHON "/site-packages"};
	struct place p = {.root = "/var/tmp/venv-XXXXXX"};
	char path[128];

	assert_non_null(mkdtemp(p.root));
	assert_int_equal(chmod(p.root, 0755), 0);
	for (size_t i = 0; inner && i < ARRAY_LENGTH(steps); i++) {
		snprintf(path, sizeof(path), "%s/%s", p.root, steps[i]);
		assert_int_equal(mkdir(path, 0755), 0);
	}
	snprintf(p.module, sizeof(p.module), "%s/%s/ours.py", p.root, inner ? steps[2] : ".");
	FILE *f = fopen(p.module, "w");
	assert_non_null(f);
	fputs("value = 7\n", f);
	fclose(f);
	assert_int_equal(chmod(p.module, 0644), 0);
	return p;
}

static void
unmake(const struct place *p)
{
	static const char *const steps[] = {"lib/python" SLUICE_PYTHON "/site-packages",
	    ("lib/python" SLUICE_PYTHON), "lib", "pyvenv.cfg"};
	char path[128];

	unlink(p->module);
	for (size_t i = 0; i < ARRAY_LENGTH(steps); i++) {
		snprintf(path, sizeof(path), "%s/%s", p->root, steps[i]);
		remove(path);
	}
	assert_int_equal(rmdir(p->root), 0);
}

static bool
run(struct arena *a, const char *venv, const char *code, struct box_result *r, struct err *err)
{
	struct box_spec spec = {.code = str_from(code), .limits = limits, .venv = str_from(venv)};

	*err = (struct err){0};
	return box_run_own(a, &spec, r, err);
}

static void
its_packages_are_there_and_can_not_be_written(void **state)
{
	const char *code = "import ours, sys\n"
			   "try:\n    open(ours.__file__, 'w')\nexcept OSError:\n    print('no')\n"
			   "print(ours.value, ours.__file__)\n";

	(void)state;
	for (int inner = 0; inner < 2; inner++) {
		struct arena *a = arena_new((size_t)16 << 20);
		struct place p = make(inner);
		struct box_result r;
		struct err err;
		assert_true(run(a, p.root, code, &r, &err));
		assert_int_equal(r.outcome, BOX_OK);
		assert_str_equal(r.out.bytes, "no\n7 /usr/lib/python3/venv/ours.py\n");
		assert_int_equal(strlen(r.venv_sha256), 64);
		unmake(&p);
		arena_free(a);
	}
}

static void
a_change_in_it_changes_its_digest(void **state)
{
	struct arena *a = arena_new((size_t)16 << 20);
	struct place p = make(true);
	struct box_result first, again, changed;
	struct err err;

	(void)state;
	assert_true(run(a, p.root, "1", &first, &err));
	assert_true(run(a, p.root, "1", &again, &err));
	assert_string_equal(first.venv_sha256, again.venv_sha256);
	assert_int_equal(chmod(p.module, 0444), 0);
	assert_true(run(a, p.root, "1", &changed, &err));
	assert_string_not_equal(first.venv_sha256, changed.venv_sha256);
	unmake(&p);
	arena_free(a);
}

static void
assert_refused(const char *venv, const char *message)
{
	struct arena *a = arena_new((size_t)16 << 20);
	struct box_result r;
	struct err err;

	assert_false(run(a, venv, "1", &r, &err));
	assert_int_equal(r.outcome, BOX_NEVER_STARTED);
	assert_non_null(strstr(err.message, message));
	arena_free(a);
}

static void
what_others_could_change_is_refused(void **state)
{
	struct place p = make(true);
	char link[80], config[80];

	(void)state;
	snprintf(link, sizeof(link), "%s-link", p.root);
	snprintf(config, sizeof(config), "%s/pyvenv.cfg", p.root);
	assert_int_equal(symlink(p.root, link), 0);
	assert_refused(link, "can't open the virtual environment");
	assert_refused("relative/path", "the path of the virtual environment is not absolute");
	assert_refused("/nowhere/at/all", "can't open the virtual environment '/nowhere/at/all'");
	assert_refused(p.module, "can't open the virtual environment");
	assert_int_equal(chmod(p.module, 0646), 0);
	assert_refused(p.root, "other users can write to './ours.py' in the virtual environment");
	assert_int_equal(chmod(p.root, 0777), 0);
	assert_refused(p.root, "other users can write to the virtual environment");
	unlink(link);
	unmake(&p);
}

static void
one_for_another_python_is_refused(void **state)
{
	struct place p = make(false);
	char config[80];

	(void)state;
	snprintf(config, sizeof(config), "%s/pyvenv.cfg", p.root);
	FILE *f = fopen(config, "w");
	assert_non_null(f);
	fclose(f);
	assert_refused(p.root, "has no 'lib/python" SLUICE_PYTHON "/site-packages'");
	unmake(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(its_packages_are_there_and_can_not_be_written),
	    cmocka_unit_test(a_change_in_it_changes_its_digest),
	    cmocka_unit_test(what_others_could_change_is_refused),
	    cmocka_unit_test(one_for_another_python_is_refused),
	};

	if (!can_box())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
