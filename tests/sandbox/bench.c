/* SPDX-License-Identifier: MIT */
/*
 * What a box costs, side by side: every round runs each variant once, so that load falls on all
 * alike. Prints the least, the median, the 95th percentile, and the ratio of medians to bare
 * `python3 -I -S -B`. It judges nothing.
 *
 * A box is ready when the program's first line runs: the program says itself when that was, by the
 * clock that all processes of a machine share.
 *
 *	sandbox_bench [ROUNDS [PANDAS_ROUNDS]]
 */
#include "clock.h"
#include "executor.h"
#include "file.h"
#include "proc.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ROUNDS_MAX 1000
#define BARE "/usr/bin/python3.11", "-I", "-S", "-B"
#define PLAIN_BWRAP                                                                                \
	"/usr/bin/bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind",      \
	    "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",    \
	    "--ro-bind", "/etc/alternatives", "/etc/alternatives", "--proc", "/proc", "--dev",     \
	    "/dev", "--tmpfs", "/tmp"
#define FIREJAIL                                                                                   \
	"/usr/bin/firejail", "--quiet", "--noprofile", "--net=none", "--seccomp", "--private-tmp"

static const char ready_job[] = "import time\nprint(time.monotonic_ns())\n";
static const char print_job[] = "print(1)\n";
static const char pandas_job[] = "import sys\nsys.path.append('/usr/lib/python3/dist-packages')\n"
				 "import pandas as pd\n"
				 "print(pd.DataFrame({'a': range(1000)}).a.sum())\n";

struct variant {
	const char *name;
	const char *const *argv; /* NULL: a box */
	bool packages;
	size_t count;
	double ms[ROUNDS_MAX];
};

static const char *code;

/* Milliseconds from `began` to what the output tells, or to now. */
static double
milliseconds(int64_t began_us, struct str said)
{
	int64_t ended_us = code == ready_job ? strtoll(said.p, NULL, 10) / 1000 : clock_us();

	return (double)(ended_us - began_us) / 1000;
}

/* Below 0: it failed. */
static double
run_box(bool packages)
{
	struct arena *a = arena_new((size_t)8 << 20);
	struct box_spec spec = {.code = str_from(code),
	    .packages = packages,
	    .limits = {.wall_ms = 20000,
		.cpu_ms = 20000,
		.memory_bytes = (int64_t)512 << 20,
		.processes = 1,
		.open_files = 128,
		.file_bytes = 1 << 20,
		.disk_bytes = 4 << 20,
		.disk_inodes = 64,
		.output_bytes = 4096}};
	struct box_result result;
	struct err err = {0};
	int64_t began = clock_us();
	bool good = a && box_run_own(a, &spec, &result, &err) && result.outcome == BOX_OK;
	double ms = good ? milliseconds(began, result.out.bytes) : -1;

	if (!good)
		fprintf(stderr, "a box failed: %s\n", err.message);
	arena_free(a);
	return ms;
}

static double
run_program(const char *const *argv)
{
	struct arena *a = arena_new(1 << 20);
	static const char *const env[] = {
	    "PATH=/usr/bin", "HOME=/tmp", "OPENBLAS_NUM_THREADS=1", NULL};
	struct proc_spec spec = {.argv = argv, .env = env};
	struct proc_output output;
	struct err err = {0};
	int64_t began = clock_us();
	bool good = a && proc_run(a, &spec, STR(""), 4096, began + 30000000, &output, &err) &&
		    output.wait_status == 0;
	double ms = good ? milliseconds(began, output.out) : -1;

	if (!good)
		fprintf(stderr, "'%s' failed: %s\n", argv[0], err.message);
	arena_free(a);
	return ms;
}

static int
by_size(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return left < right ? -1 : left > right;
}

static void
show(struct variant *v, double yardstick)
{
	if (v->count == 0) {
		printf("  %-34s not here\n", v->name);
		return;
	}
	qsort(v->ms, v->count, sizeof(*v->ms), by_size);
	double median = v->ms[v->count / 2];
	printf("  %-34s %8.2f %8.2f %8.2f %8.2f\n", v->name, v->ms[0], median,
	    v->ms[v->count * 95 / 100], median / yardstick);
}

static void
compare(const char *title, struct variant *variants, size_t count, size_t rounds)
{
	for (size_t round = 0; round < rounds; round++)
		for (size_t i = 0; i < count; i++) {
			struct variant *v = &variants[i];
			if (v->argv && access(v->argv[0], X_OK) != 0)
				continue;
			double ms = v->argv ? run_program(v->argv) : run_box(v->packages);
			if (ms >= 0)
				v->ms[v->count++] = ms;
		}
	printf("%s (%zu rounds, ms)\n  %-34s %8s %8s %8s %8s\n", title, rounds, "", "least",
	    "median", "p95", "ratio");
	qsort(variants[0].ms, variants[0].count, sizeof(double), by_size);
	double yardstick = variants[0].count > 0 ? variants[0].ms[variants[0].count / 2] : 1;
	for (size_t i = 0; i < count; i++)
		show(&variants[i], yardstick);
}

int
main(int argc, char **argv)
{
	static const char *const bare_ready[] = {BARE, "-c", ready_job, NULL};
	static const char *const plain_ready[] = {PLAIN_BWRAP, BARE, "-c", ready_job, NULL};
	static const char *const jail_ready[] = {FIREJAIL, BARE, "-c", ready_job, NULL};
	static const char *const bare[] = {BARE, "-c", print_job, NULL};
	static const char *const plain[] = {PLAIN_BWRAP, BARE, "-c", print_job, NULL};
	static const char *const jail[] = {FIREJAIL, BARE, "-c", print_job, NULL};
	static const char *const bare_pandas[] = {BARE, "-c", pandas_job, NULL};
	static const char *const plain_pandas[] = {PLAIN_BWRAP, BARE, "-c", pandas_job, NULL};
	static const char *const jail_pandas[] = {FIREJAIL, BARE, "-c", pandas_job, NULL};
	static struct variant first[] = {{.name = "python3 -I -S -B", .argv = bare_ready},
	    {.name = "plain bwrap", .argv = plain_ready}, {.name = "firejail", .argv = jail_ready},
	    {.name = "sluice box", .argv = NULL}};
	static struct variant small[] = {{.name = "python3 -I -S -B", .argv = bare},
	    {.name = "plain bwrap", .argv = plain}, {.name = "firejail", .argv = jail},
	    {.name = "sluice box", .argv = NULL}};
	static struct variant large[] = {{.name = "python3 -I -S -B", .argv = bare_pandas},
	    {.name = "plain bwrap", .argv = plain_pandas},
	    {.name = "firejail", .argv = jail_pandas},
	    {.name = "sluice box", .argv = NULL, .packages = true}};
	size_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
	size_t pandas_rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 10;

	if (rounds > ROUNDS_MAX || pandas_rounds > ROUNDS_MAX)
		return 2;
	code = ready_job;
	compare("box ready", first, ARRAY_LENGTH(first), rounds);
	code = print_job;
	compare("print(1)", small, ARRAY_LENGTH(small), rounds);
	code = pandas_job;
	compare("a pandas sum", large, ARRAY_LENGTH(large), pandas_rounds);
	return 0;
}
