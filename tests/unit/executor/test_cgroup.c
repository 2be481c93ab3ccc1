/* SPDX-License-Identifier: MIT */
/*
 * What is written to a version 2 group, into a folder that stands at its place in a mount namespace of this test's own: few
 * machines that build Sluice have both. That the kernel then does so is for a machine with that version (docs/sandbox.md).
 */
#include "test.h"

#include "cgroup.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOT "/sys/fs/cgroup"

static const struct limits DIVIDED = {.wall_ms = 1000,
    .cpu_ms = 1000,
    .memory_bytes = (int64_t)64 << 20,
    .processes = 4,
    .cores = 2,
    .cpu_weight = 50};

static bool fake;

static bool
put(const char *folder, const char *name, const char *text)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
	if (fd >= 0)
		close(fd);
	return good;
}

int __real_mkdir(const char *path, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode);

/* As the kernel does, it brings the group's files. */
int
__wrap_mkdir(const char *path, mode_t mode)
{
	static const char *const files[][2] = {{"cgroup.procs", ""}, {"cgroup.kill", ""},
	    {"cpu.weight", ""}, {"cpu.max", ""}, {"pids.max", ""}, {"memory.max", ""},
	    {"memory.swap.max", ""}, {"memory.peak", "4096\n"},
	    {"memory.events", "low 0\nhigh 0\nmax 7\noom 3\noom_kill 2\n"},
	    {"cpu.stat", "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n"}};
	int made = __real_mkdir(path, mode);

	for (size_t i = 0; fake && made == 0 && i < ARRAY_LENGTH(files); i++)
		if (!put(path, files[i][0], files[i][1]))
			return -1;
	return made;
}

static void
read_back(const char *folder, const char *name, char text[64])
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, text, 63) : -1;
	assert_true(n >= 0);
	text[n] = '\0';
	close(fd);
}

static void
expect(const char *folder, const char *name, const char *text)
{
	char is[64];

	read_back(folder, name, is);
	assert_string_equal(is, text);
}

/* The service manager's group, with ours in it. `handed`: controllers that it hands down. */
static void
stand_at(const char *handed)
{
	assert_int_equal(mount("none", ROOT, "tmpfs", 0, "size=1m"), 0);
	assert_true(put(ROOT, "cgroup.controllers", "cpu memory pids\n"));
	assert_true(put(ROOT, "cgroup.subtree_control", handed));
	assert_int_equal(mkdir(ROOT "/own", 0755), 0);
	assert_true(put(ROOT "/own", "membership", "0::/own\n"));
	assert_int_equal(
	    mount(ROOT "/own/membership", "/proc/self/cgroup", NULL, MS_BIND, NULL), 0);
}

static void
leave(void)
{
	umount2("/proc/self/cgroup", MNT_DETACH);
	umount2(ROOT, MNT_DETACH);
}

static void
limits_are_written_as_version_2_wants_them(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct cgroup_usage used;
	struct err err = {0};
	struct cgroup g;

	(void)state;
	stand_at("cpu memory pids\n");
	assert_true(cgroup_open(a, &DIVIDED, &g, &err));
	assert_int_equal(g.kind, CGROUP_V2);
	assert_int_equal(g.count, 1);
	assert_int_equal(g.divides, 0);
	expect(g.paths[0], "cpu.max", "200000 100000");
	expect(g.paths[0], "cpu.weight", "50");
	expect(g.paths[0], "memory.max", "67108864");
	expect(g.paths[0], "memory.swap.max", "0");
	expect(g.paths[0], "pids.max", "24"); /* with its threads, bubblewrap and init */
	expect(ROOT, "cgroup.subtree_control", "cpu memory pids\n");
	cgroup_read(&g, &used);
	assert_int_equal(used.oom_kills, 2);
	assert_int_equal(used.peak_bytes, 4096);
	assert_int_equal(used.cpu_us, 1500);
	assert_int_equal(write(g.joins[0], "0", 1), 1);
	expect(g.paths[0], "cgroup.procs", "0");
	char *path = g.paths[0];
	cgroup_close(&g);
	expect(path, "cgroup.kill", "1");
	leave();
	arena_free(a);
}

static void
only_what_the_policy_sets_is_written(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct limits limits = DIVIDED;
	struct err err = {0};
	struct cgroup g;

	(void)state;
	stand_at("cpu memory pids\n");
	limits.cpu_weight = 0;
	assert_true(cgroup_open(a, &limits, &g, &err));
	expect(g.paths[0], "cpu.max", "200000 100000");
	expect(g.paths[0], "cpu.weight", "");
	cgroup_close(&g);
	limits = DIVIDED;
	limits.cores = 0;
	assert_true(cgroup_open(a, &limits, &g, &err));
	expect(g.paths[0], "cpu.max", "");
	expect(g.paths[0], "cpu.weight", "50");
	cgroup_close(&g);
	limits.cpu_weight = 0;
	assert_true(cgroup_open(a, &limits, &g, &err));
	assert_int_equal(g.divides, -1);
	expect(g.paths[0], "cpu.max", "");
	expect(g.paths[0], "cpu.weight", "");
	cgroup_close(&g);
	leave();
	arena_free(a);
}

/* The other controllers are asked for only where they are wanted and not handed down yet. */
static void
a_controller_that_is_missing_is_asked_for(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct err err = {0};
	struct cgroup g;
	char text[64];

	(void)state;
	stand_at("memory pids\n");
	assert_true(cgroup_open(a, &DIVIDED, &g, &err));
	assert_int_equal(g.divides, 0);
	read_back(ROOT, "cgroup.subtree_control", text);
	assert_true(str_starts(str_from(text), STR("+cpu")));
	cgroup_close(&g);
	leave();
	arena_free(a);
}

/* Not handed down: the guarantee is absent, and the rest holds. */
static void
without_the_cpu_controller_nothing_is_divided(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct err err = {0};
	struct cgroup g;

	(void)state;
	stand_at("memory pids\n");
	assert_int_equal(mount(ROOT "/cgroup.subtree_control", ROOT "/cgroup.subtree_control", NULL,
			     MS_BIND, NULL),
	    0);
	assert_int_equal(mount(NULL, ROOT "/cgroup.subtree_control", NULL,
			     MS_REMOUNT | MS_BIND | MS_RDONLY, NULL),
	    0);
	assert_true(cgroup_open(a, &DIVIDED, &g, &err));
	assert_int_equal(g.kind, CGROUP_V2);
	assert_int_equal(g.divides, -1);
	expect(g.paths[0], "cpu.max", "");
	expect(g.paths[0], "memory.max", "67108864");
	cgroup_close(&g);
	leave();
	arena_free(a);
}

/* As root it needs no user namespace; with neither, the test is skipped in sight. */
static bool
own_mounts(void)
{
	char user[32], group[32];

	snprintf(user, sizeof(user), "%d %d 1", (int)geteuid(), (int)geteuid());
	snprintf(group, sizeof(group), "%d %d 1", (int)getegid(), (int)getegid());
	if (geteuid() != 0 &&
	    (unshare(CLONE_NEWUSER) != 0 || !put("/proc/self", "uid_map", user) ||
		!put("/proc/self", "setgroups", "deny") || !put("/proc/self", "gid_map", group)))
		return false;
	return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(limits_are_written_as_version_2_wants_them),
	    cmocka_unit_test(only_what_the_policy_sets_is_written),
	    cmocka_unit_test(a_controller_that_is_missing_is_asked_for),
	    cmocka_unit_test(without_the_cpu_controller_nothing_is_divided),
	};

	if (!own_mounts()) {
		printf("SKIPPED: no mount namespace can be had here\n");
		return 77;
	}
	fake = true;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
