/* SPDX-License-Identifier: MIT */
/*
 * Kills the supervisor at 200 random moments, from before the box is spawned to the middle of the
 * program; with the argument `pooled` or `forked`, of a box that waits for its program at first. Each time every process that it started must be gone soon, and the next box
 * takes away the control groups that killed supervisors left.
 */
#include "executor.h"
#include "hash.h"
#include "surroundings.h"

#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define KILLS 200
#define LATEST_US 60000

static pid_t killed[KILLS];
static size_t left_behind;
static time_t began;

static struct box_spec
restless(void)
{
	return (struct box_spec){.code = STR("import os, time\n"
					     "for _ in range(3):\n"
					     "    os.fork()\n"
					     "open('f%d' % os.getpid(), 'w').write('x')\n"
					     "while True:\n"
					     "    time.sleep(0.01)\n"),
	    .limits = {.wall_ms = 20000,
		.cpu_ms = 20000,
		.memory_bytes = (int64_t)64 << 20,
		.processes = 10,
		.open_files = 64,
		.file_bytes = 1 << 20,
		.disk_bytes = 4 << 20,
		.disk_inodes = 64,
		.output_bytes = 65536}};
}

_Noreturn static void
supervise(const struct box_spec *asked)
{
	const struct timespec pause = {0, 30000000};
	struct arena *a = arena_new((size_t)16 << 20);
	struct box_pool *pool = box_pool_new();
	struct box_spec spec = *asked;
	struct box_result result;
	struct err err;

	if (spec.start != START_FRESH) {
		box_pool_keep(pool, &spec);
		nanosleep(&pause, NULL);
		spec.prepared = box_pool_take(pool, &spec);
	}
	_exit(a && box_run_own(a, &spec, &result, &err) ? 0 : 3);
}

static bool
kill_one(const struct box_spec *spec, size_t i)
{
	uint32_t random;
	struct timespec pause = {0, 0};
	int status;

	random_bytes(&random, sizeof(random));
	pause.tv_nsec = (long)(random % LATEST_US) * 1000;
	killed[i] = fork();
	if (killed[i] == 0)
		supervise(spec);
	nanosleep(&pause, NULL);
	kill(killed[i], SIGKILL);
	waitpid(killed[i], &status, 0);
	if (WIFSIGNALED(status) && surroundings_empty(0))
		return true;
	printf("FAILED kill %zu after %ld us: %s\n", i, pause.tv_nsec / 1000,
	    WIFSIGNALED(status) ? "a process is left" : "the supervisor ended by itself");
	return false;
}

static int
look(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	char prefix[64];

	if (st->st_ctime < began) /* another's, whose number was the same */
		return 0;
	for (size_t i = 0; i < KILLS && kind == FTW_D; i++) {
		snprintf(prefix, sizeof(prefix), "sluice-box-%ld-", (long)killed[i]);
		if (strncmp(path + at->base, prefix, strlen(prefix)) == 0) {
			printf("FAILED '%s' is left\n", path);
			left_behind++;
		}
	}
	return 0;
}

int
main(int argc, char **argv)
{
	struct arena *a = arena_new((size_t)16 << 20);
	struct box_spec spec = restless();
	struct guarantee *list;
	struct err err = {0};
	size_t count, failed = 0;

	if (!a || !box_probe(a, NULL, &list, &count, &err)) {
		printf("SKIPPED: no box here: %s\n", err.message);
		return 77;
	}
	if (argc > 1)
		spec.start = strcmp(argv[1], "forked") == 0 ? START_FORKED : START_POOLED;
	if (!surroundings_adopt())
		return 2;
	began = time(NULL);
	for (size_t i = 0; i < KILLS; i++)
		failed += !kill_one(&spec, i);
	failed +=
	    !box_probe(a, NULL, &list, &count, &err); /* the next box takes away what is left */
	nftw("/sys/fs/cgroup", look, 16, FTW_PHYS | FTW_MOUNT);
	nftw("/sys/fs/cgroup/memory", look, 16, FTW_PHYS);
	nftw("/sys/fs/cgroup/pids", look, 16, FTW_PHYS);
	nftw("/sys/fs/cgroup/cpuacct", look, 16, FTW_PHYS);
	printf("%d kills, %zu failed, %zu groups left\n", KILLS, failed, left_behind);
	arena_free(a);
	return failed > 0 || left_behind > 0;
}
