/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "cgroup.h"
#include "identity.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void
only_root_can_hold_a_user_of_a_box(void **state)
{
	struct identity first, second;
	struct err err = {0};
	struct stat st;

	(void)state;
	if (geteuid() != 0)
		skip();
	assert_true(identity_take(&first, &err));
	assert_true(identity_take(&second, &err));
	assert_int_not_equal(first.uid, second.uid);
	assert_int_equal(fstat(first.hold, &st), 0);
	assert_int_equal(st.st_mode, S_IFREG | 0600);
	assert_int_equal(st.st_uid, 0);
	identity_release(&first);
	identity_release(&second);
}

/* Whoever can open a group's folder can lock it, and then its maker can't. */
static void
nobody_else_can_open_a_box_s_group(void **state)
{
	const struct limits limits = {
	    .memory_bytes = (int64_t)64 << 20, .processes = 4, .wall_ms = 1000, .cpu_ms = 1000};
	struct arena *a = arena_new(1 << 20);
	struct err err = {0};
	struct cgroup g;
	struct stat st;

	(void)state;
	assert_true(cgroup_open(a, &limits, &g, &err));
	if (g.kind == CGROUP_NONE) {
		arena_free(a);
		skip();
	}
	for (size_t i = 0; i < g.count; i++) {
		assert_int_equal(stat(g.paths[i], &st), 0);
		assert_int_equal(st.st_mode & 077, 0);
	}
	cgroup_close(&g);
	arena_free(a);
}

static int64_t
number_in(const char *folder, const char *name)
{
	char path[512], text[64] = "";

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	FILE *f = fopen(path, "r");
	assert_non_null(f);
	assert_non_null(fgets(text, sizeof(text), f));
	fclose(f);
	return strtoll(text, NULL, 10);
}

static void
the_kernel_has_the_share_of_a_box(void **state)
{
	const struct limits limits = {.memory_bytes = (int64_t)64 << 20,
	    .processes = 1,
	    .wall_ms = 1000,
	    .cpu_ms = 1000,
	    .cores = 2,
	    .cpu_weight = 50};
	struct arena *a = arena_new(1 << 20);
	struct err err = {0};
	struct cgroup g;

	(void)state;
	assert_true(cgroup_open(a, &limits, &g, &err));
	if (g.divides < 0) {
		cgroup_close(&g);
		arena_free(a);
		skip();
	}
	const char *cpu = g.paths[g.divides];
	bool second = g.kind == CGROUP_V2;
	assert_int_equal(number_in(cpu, second ? "cpu.weight" : "cpu.shares"), second ? 50 : 512);
	assert_int_equal(number_in(cpu, second ? "cpu.max" : "cpu.cfs_quota_us"), 200000);
	cgroup_close(&g);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(only_root_can_hold_a_user_of_a_box),
	    cmocka_unit_test(nobody_else_can_open_a_box_s_group),
	    cmocka_unit_test(the_kernel_has_the_share_of_a_box),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
