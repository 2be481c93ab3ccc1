/* SPDX-License-Identifier: MIT */
#include "surroundings.h"

#include "cgroup.h"

#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PLAIN_USER 1879113727 /* the last of the range that boxes take, so no person's */

static bool
write_pid(const char *folder)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/cgroup.procs", folder);
	FILE *file = fopen(path, "we");
	bool good = file && fprintf(file, "%ld", (long)getpid()) > 0;
	return file && fclose(file) == 0 && good;
}

static bool
is_v2(void)
{
	return access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0;
}

/* The rest of the program goes on in a child, so that somebody outside is left to take the groups
 * away: the last first. */
static bool
go_on_inside(char groups[2][96])
{
	int status = 0;
	pid_t pid = fork();

	if (pid < 0)
		return false;
	if (pid == 0)
		return write_pid(groups[1]) && (is_v2() || write_pid(groups[0]));
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	rmdir(groups[1]);
	rmdir(groups[0]);
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

static bool
write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "we");
	bool good = file && fputs(text, file) >= 0;

	return file && fclose(file) == 0 && good;
}

/* As a service manager does it: the user has a group, and this process is in a leaf of it. */
static bool
delegate_v2(void)
{
	static const char *const theirs[] = {
	    "", "/cgroup.procs", "/cgroup.subtree_control", "/leaf", "/leaf/cgroup.procs"};
	char groups[2][96], path[160];

	snprintf(groups[0], sizeof(groups[0]), "/sys/fs/cgroup/sluice-test-%ld", (long)getpid());
	snprintf(
	    groups[1], sizeof(groups[1]), "/sys/fs/cgroup/sluice-test-%ld/leaf", (long)getpid());
	if (!write_text("/sys/fs/cgroup/cgroup.subtree_control", "+memory +pids") ||
	    mkdir(groups[0], 0755) != 0 || mkdir(groups[1], 0755) != 0)
		return false;
	for (size_t i = 0; i < sizeof(theirs) / sizeof(*theirs); i++) {
		snprintf(path, sizeof(path), "%s%s", groups[0], theirs[i]);
		if (chown(path, PLAIN_USER, PLAIN_USER) != 0)
			return false;
	}
	return go_on_inside(groups);
}

/* A group that the plain user may divide further, in the first version's hierarchies. */
static bool
delegate_v1(void)
{
	char groups[2][96];
	static const char *const controllers[] = {"memory", "pids"};

	for (size_t i = 0; i < 2; i++) {
		snprintf(groups[i], sizeof(groups[i]), "/sys/fs/cgroup/%s/sluice-test-%ld",
		    controllers[i], (long)getpid());
		if (mkdir(groups[i], 0755) != 0 || chown(groups[i], PLAIN_USER, PLAIN_USER) != 0)
			return false;
	}
	return go_on_inside(groups);
}

static bool
become_plain(void)
{
	return geteuid() != 0 ||
	       (setgroups(0, NULL) == 0 && setresgid(PLAIN_USER, PLAIN_USER, PLAIN_USER) == 0 &&
		   setresuid(PLAIN_USER, PLAIN_USER, PLAIN_USER) == 0);
}

static bool
has_group(void)
{
	const struct limits any = {.processes = 1, .memory_bytes = 64 << 20};
	struct arena *a = arena_new(1 << 16);
	struct cgroup group;
	struct err err;
	bool yes = a && cgroup_open(a, &any, &group, &err) && group.kind != CGROUP_NONE;

	if (yes)
		cgroup_close(&group);
	arena_free(a);
	return yes;
}

enum taken
surroundings_take(const char *way, const char **why)
{
	bool root = strncmp(way, "root-", 5) == 0, group = strcmp(way + 5, "cgroup") == 0;

	if ((!root && strncmp(way, "user-", 5) != 0) || (!group && strcmp(way + 5, "rlimit") != 0))
		return TAKEN_WRONG;
	*why = "this test needs root";
	if (root && geteuid() != 0)
		return TAKEN_NOT;
	*why = "no control group can be made for a plain user here";
	if (!root && group && geteuid() == 0 && !(is_v2() ? delegate_v2() : delegate_v1()))
		return TAKEN_NOT;
	*why = "can't become a plain user";
	if (!root && !become_plain())
		return TAKEN_NOT;
	*why = "no control group can be made here";
	if (group && !has_group())
		return TAKEN_NOT;
	cgroup_use(group);
	return TAKEN;
}

bool
surroundings_adopt(void)
{
	return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
}

bool
surroundings_empty(int keep)
{
	const struct timespec pause = {0, 5000000};

	for (int i = 0; i < 400; i++) {
		siginfo_t who = {0};
		int left = 0;
		/* Looks without reaping the one that is to stay. */
		while (waitid(P_ALL, 0, &who, WEXITED | WNOHANG | WNOWAIT) == 0 &&
		       who.si_pid != 0 && who.si_pid != keep) {
			waitpid(who.si_pid, NULL, WNOHANG);
			who = (siginfo_t){0};
		}
		FILE *children = fopen("/proc/thread-self/children", "re");
		char line[4096], *rest = line;
		if (children && fgets(line, sizeof(line), children))
			for (long pid = strtol(rest, &rest, 10); pid > 0;
			     pid = strtol(rest, &rest, 10))
				left += pid != keep;
		if (children)
			fclose(children);
		if (left == 0)
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

bool
surroundings_have_int80(void)
{
#ifdef __x86_64__
	static int known = -1;
	int status = 0;

	if (known >= 0)
		return known != 0;
	pid_t pid = fork();
	if (pid == 0) {
		long number = 20; /* getpid */
		__asm__ volatile("int $0x80"
				 : "+a"(number)
				 :
				 : "memory", "cc", "r8", "r9", "r10", "r11");
		_exit(0);
	}
	waitpid(pid, &status, 0);
	known = WIFEXITED(status);
	return known != 0;
#else
	return false;
#endif
}
