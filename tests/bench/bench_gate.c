/* SPDX-License-Identifier: MIT */
/*
 * bench_gate POLICY FILE ...: how long a check takes in a process that is warm.
 *
 * Prints a line a file: path, bytes, checks done, median and best time in nanoseconds, findings.
 */
#include "file.h"
#include "policy.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TIMES_MAX 20000
#define BUDGET_NS 400000000
#define LEAST_TIMES 11
#define ARENA_BYTES_MAX ((size_t)512 << 20)

static int64_t
now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int
compare_times(const void *left, const void *right)
{
	const int64_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

/* One check from nothing to nothing: its own arena, freed again. */
static bool
check_once(const struct policy *p, struct str code, int64_t *ns, size_t *findings)
{
	struct err err = {0};
	struct policy_verdict verdict;
	int64_t start = now_ns();
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	bool whole = a != NULL && policy_check(p, a, code, &verdict, &err);

	*findings = whole ? verdict.count : 0;
	arena_free(a);
	*ns = now_ns() - start;
	return whole;
}

static bool
measure(const struct policy *p, const char *path, struct str code)
{
	static int64_t times[TIMES_MAX];
	size_t n = 0, findings = 0;
	int64_t end = now_ns() + BUDGET_NS;

	while (n < TIMES_MAX && (n < LEAST_TIMES || now_ns() < end))
		if (!check_once(p, code, &times[n++], &findings))
			return false;
	qsort(times, n, sizeof(*times), compare_times);
	printf("%s\t%zu\t%zu\t%lld\t%lld\t%zu\n", path, code.n, n, (long long)times[n / 2],
	    (long long)times[0], findings);
	return true;
}

int
main(int argc, char **argv)
{
	static struct err_list errs;
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct policy *p;
	struct err err = {0};

	if (argc < 3 || a == NULL || !policy_load(a, argv[1], NULL, NULL, &p, &errs)) {
		fprintf(stderr, "usage: bench_gate POLICY FILE ...\n");
		return EXIT_FAILURE;
	}
	for (int i = 2; i < argc; i++) {
		struct str code;

		if (!file_read(a, argv[i], ARENA_BYTES_MAX / 4, &code, &err) ||
		    !measure(p, argv[i], code)) {
			fprintf(stderr, "bench_gate: %s: %s\n", argv[i], err.message);
			return EXIT_FAILURE;
		}
	}
	arena_free(a);
	return EXIT_SUCCESS;
}
