/* SPDX-License-Identifier: MIT */
/*
 * A supervisor that lacks descriptors, memory files or arena space at each point of a run: it must
 * say so, never call it an answer, and leave nothing open or alive.
 */
#include "executor.h"
#include "surroundings.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#define DESCRIPTORS_MAX 130
#define ALLOCATIONS_MAX 80

static const struct box_spec spec = {.code = {"print(42)\n", 10},
    .limits = {.wall_ms = 10000,
	.cpu_ms = 10000,
	.memory_bytes = (int64_t)64 << 20,
	.processes = 1,
	.open_files = 64,
	.file_bytes = 1 << 20,
	.disk_bytes = 1 << 20,
	.disk_inodes = 32,
	.output_bytes = 4096}};

static size_t
open_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	size_t n = 0;

	while (folder && readdir(folder))
		n++;
	if (folder)
		closedir(folder);
	return n;
}

static bool
is_answer(bool good, const struct box_result *r)
{
	return good && r->outcome == BOX_OK && r->exit_code == 0 && str_is(r->out.bytes, "42\n");
}

/* True when the run answered. */
static bool
run(struct arena *a, const char *what, size_t n, size_t *failed)
{
	struct box_result r;
	struct err err = {0};
	bool good = box_run_own(a, &spec, &r, &err), answered = is_answer(good, &r);

	if (good ? r.outcome == BOX_OK && !answered : err.code == ERR_NONE) {
		printf("FAILED with %zu %s: outcome '%s', %s\n", n, what,
		    box_outcome_name(r.outcome), good ? "a wrong answer" : "and no reason");
		++*failed;
	}
	return answered;
}

static bool
starve_descriptors(size_t *failed)
{
	size_t before = open_descriptors();
	struct rlimit all;
	bool answered = false;

	if (getrlimit(RLIMIT_NOFILE, &all) != 0)
		return false;
	for (rlim_t n = before; n < before + DESCRIPTORS_MAX; n++) {
		struct rlimit few = {n, all.rlim_max};
		struct arena *a = arena_new((size_t)8 << 20);
		setrlimit(RLIMIT_NOFILE, &few);
		answered = run(a, "descriptors", (size_t)n, failed);
		setrlimit(RLIMIT_NOFILE, &all);
		arena_free(a);
	}
	if (open_descriptors() != before) {
		printf("FAILED %zu descriptors are open, %zu were\n", open_descriptors(), before);
		++*failed;
	}
	return answered;
}

static bool
starve_memory(size_t *failed)
{
	size_t before = open_descriptors();
	bool answered = false;

	for (size_t n = 1; n < ALLOCATIONS_MAX; n++) {
		struct arena *a = arena_new((size_t)8 << 20);
		arena_fail_at(a, n);
		answered = run(a, "allocations", n, failed);
		arena_free(a);
	}
	if (open_descriptors() != before) {
		printf("FAILED %zu descriptors are open, %zu were\n", open_descriptors(), before);
		++*failed;
	}
	return answered;
}

int
main(void)
{
	struct arena *a = arena_new((size_t)16 << 20);
	struct guarantee *list;
	struct err err = {0};
	size_t count, failed = 0;

	if (!a || !box_probe(a, NULL, &list, &count, &err)) {
		printf("SKIPPED: no box here: %s\n", err.message);
		return 77;
	}
	arena_free(a);
	if (!surroundings_adopt())
		return 2;
	/* With the most of each it must answer, or the loops proved nothing. */
	if (!starve_descriptors(&failed) || !starve_memory(&failed)) {
		printf("FAILED even the last run did not answer\n");
		failed++;
	}
	if (!surroundings_empty(0)) {
		printf("FAILED processes are left\n");
		failed++;
	}
	printf("%zu failed\n", failed);
	return failed > 0;
}
