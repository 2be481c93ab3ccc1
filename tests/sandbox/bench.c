/* SPDX-License-Identifier: MIT */
/*
 * What a box of each tier costs, side by side: every round runs each variant once, so that load falls on
 * all alike. Prints the least, the median, the 95th and 99th percentile, and the ratio of medians to bare
 * `python3 -I -S -B`; then what a box that waits holds in memory. It judges nothing.
 *
 * A box is ready when the program's first line runs: the program says itself when that was, by the
 * clock that all processes of a machine share. Boxes that wait are begun before the clock starts.
 *
 *	sandbox_bench [ROUNDS [PANDAS_ROUNDS]]
 */
#include "clock.h"
#include "executor.h"
#include "file.h"
#include "proc.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS_MAX 1000
/* A box waits after so much, and so many times what the job took bare in this round: the machine may be busy. */
#define WARM_MS 50
#define WARM_TIMES 4
#define BARE "/usr/bin/python" SLUICE_PYTHON, "-I", "-S", "-B"
#define PLAIN_BWRAP                                                                                \
	"/usr/bin/bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind",      \
	    "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",    \
	    "--ro-bind", "/etc/alternatives", "/etc/alternatives", "--proc", "/proc", "--dev",     \
	    "/dev", "--tmpfs", "/tmp"
#define FIREJAIL                                                                                   \
	"/usr/bin/firejail", "--quiet", "--noprofile", "--net=none", "--seccomp", "--private-tmp"

static const char ready_job[] = "import time\nprint(time.monotonic_ns())\n";
static const char print_job[] = "print(1)\n";
static const char csv_job[] =
    "import csv, io, json, statistics\n"
    "text = 'day,shop,amount\\n' + ''.join(f'{i % 28},{i % 7},{i * 37 % 1000}\\n' for i in range(2000))\n"
    "shops = {}\n"
    "for row in csv.DictReader(io.StringIO(text)):\n"
    "    shops.setdefault(row['shop'], []).append(int(row['amount']))\n"
    "print(json.dumps({s: [sum(a), statistics.median(a)] for s, a in shops.items()}))\n";
static const char pandas_job[] = "import sys\nsys.path.append('/usr/lib/python3/dist-packages')\n"
				 "import pandas as pd\n"
				 "print(pd.DataFrame({'a': range(1000)}).a.sum())\n";

struct job {
	const char *title, *code;
	bool packages;
	struct str warm[4];
	size_t warm_count;
};

static const struct job jobs[] = {{.title = "to the program's first line", .code = ready_job},
    {.title = "print(1)", .code = print_job},
    {.title = "a CSV job with the standard library",
	.code = csv_job,
	.warm = {{"csv", 3}, {"json", 4}, {"statistics", 10}},
	.warm_count = 3},
    {.title = "a pandas sum",
	.code = pandas_job,
	.packages = true,
	.warm = {{"pandas", 6}},
	.warm_count = 1}};

struct variant {
	const char *name;
	const char *const *before; /* what stands before python3; NULL: a box */
	enum box_start start;
	size_t count;
	double ms[ROUNDS_MAX];
};

static const char *const nothing[] = {NULL}, *const plain[] = {PLAIN_BWRAP, NULL},
			 *const jail[] = {FIREJAIL, NULL};
static struct variant variants[] = {{.name = "python3 -I -S -B", .before = nothing},
    {.name = "bwrap python3", .before = plain}, {.name = "firejail python3", .before = jail},
    {.name = "box, fresh", .start = START_FRESH}, {.name = "box, pooled", .start = START_POOLED},
    {.name = "box, forked", .start = START_FORKED}};
static struct box_pool *pool;
static double bare_ms;

static void
wait_ms(int64_t ms)
{
	const struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};

	nanosleep(&time, NULL);
}

/* Milliseconds from `began` to what the output tells, or to now. */
static double
milliseconds(const struct job *job, int64_t began_us, struct str said)
{
	int64_t ended_us = job->code == ready_job ? strtoll(said.p, NULL, 10) / 1000 : clock_us();

	return (double)(ended_us - began_us) / 1000;
}

static struct box_spec
spec_of(const struct job *job, enum box_start start)
{
	return (struct box_spec){.code = str_from(job->code),
	    .packages = job->packages,
	    .start = start,
	    .warm = job->warm,
	    .warm_count = start != START_FRESH ? job->warm_count : 0,
	    .limits = {.wall_ms = 20000,
		.cpu_ms = 20000,
		.memory_bytes = (int64_t)512 << 20,
		.processes = 1,
		.open_files = 128,
		.file_bytes = 1 << 20,
		.disk_bytes = 4 << 20,
		.disk_inodes = 64,
		.output_bytes = 4096}};
}

/* Below 0: it failed, or was none of its tier. */
static double
run_box(const struct job *job, enum box_start start)
{
	struct arena *a = arena_new((size_t)8 << 20);
	struct box_spec spec = spec_of(job, start);
	struct box_result result;
	struct err err = {0};

	if (start != START_FRESH) {
		box_pool_keep(pool, &spec);
		wait_ms(WARM_MS + (int64_t)(WARM_TIMES * bare_ms));
	}
	spec.after = pool;
	int64_t began = clock_us();
	spec.prepared = box_pool_take(pool, &spec);
	bool good = a && box_run_own(a, &spec, &result, &err) && result.outcome == BOX_OK &&
		    result.start == start;
	double ms = good ? milliseconds(job, began, result.out.bytes) : -1;

	if (!good)
		fprintf(stderr, "a box failed: %s\n", err.message);
	arena_free(a);
	return ms;
}

static double
run_program(const struct job *job, const char *const *before)
{
	static const char *const python[] = {BARE, "-c"};
	static const char *const env[] = {
	    "PATH=/usr/bin", "HOME=/tmp", "OPENBLAS_NUM_THREADS=1", NULL};
	struct arena *a = arena_new(1 << 20);
	const char *argv[64] = {NULL};
	struct proc_spec spec = {.argv = argv, .env = env};
	struct proc_output output;
	struct err err = {0};
	size_t n = 0;

	while (before[n]) {
		argv[n] = before[n];
		n++;
	}
	for (size_t i = 0; i < ARRAY_LENGTH(python); i++)
		argv[n++] = python[i];
	argv[n] = job->code;
	int64_t began = clock_us();
	bool good = a && proc_run(a, &spec, STR(""), 4096, began + 30000000, &output, &err) &&
		    output.wait_status == 0;
	double ms = good ? milliseconds(job, began, output.out) : -1;

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
show(const struct variant *v, double yardstick)
{
	if (v->count == 0) {
		printf("| %s | not here | | | | |\n", v->name);
		return;
	}
	double median = v->ms[v->count / 2];
	printf("| %s | %.2f | %.2f | %.2f | %.2f | %.2f |\n", v->name, v->ms[0], median,
	    v->ms[v->count * 95 / 100], v->ms[v->count * 99 / 100], median / yardstick);
}

static void
compare(const struct job *job, size_t rounds)
{
	for (size_t i = 0; i < ARRAY_LENGTH(variants); i++)
		variants[i].count = 0;
	for (size_t round = 0; round < rounds; round++)
		for (size_t i = 0; i < ARRAY_LENGTH(variants); i++) {
			struct variant *v = &variants[i];
			if (v->before && v->before[0] && access(v->before[0], X_OK) != 0)
				continue;
			double ms =
			    v->before ? run_program(job, v->before) : run_box(job, v->start);
			if (ms >= 0)
				v->ms[v->count++] = ms;
			if (i == 0)
				bare_ms = job->code == ready_job ? 2 * ms : ms;
		}
	printf("\n%s, %zu rounds\n\n| | least ms | median | p95 | p99 | ratio |\n"
	       "|---|---:|---:|---:|---:|---:|\n",
	    job->title, rounds);
	for (size_t i = 0; i < ARRAY_LENGTH(variants); i++)
		qsort(variants[i].ms, variants[i].count, sizeof(double), by_size);
	double yardstick = variants[0].count > 0 ? variants[0].ms[variants[0].count / 2] : 1;
	for (size_t i = 0; i < ARRAY_LENGTH(variants); i++)
		show(&variants[i], yardstick);
	fflush(stdout);
}

/* Of /proc/PID/FILE: the number, or the count of words, on the line that begins so. */
static long
tell(long pid, const char *file, const char *head, bool words)
{
	char path[64], line[512];
	long found = 0;

	snprintf(path, sizeof(path), "/proc/%ld/%s", pid, file);
	FILE *f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		if (strncmp(line, head, strlen(head)) != 0)
			continue;
		char *at = line + strlen(head), *end;
		long value = strtol(at, &end, 10);
		for (found = words ? 0 : value; words && end != at; found++) {
			at = end;
			(void)strtol(at, &end, 10);
		}
	}
	if (f)
		fclose(f);
	return found;
}

/* KiB of all processes of boxes whose PID namespaces are so deep. */
static void
weigh(long deepest, long *pss, long *own, size_t *count)
{
	DIR *proc = opendir("/proc");

	*pss = *own = 0;
	*count = 0;
	for (struct dirent *e; proc && (e = readdir(proc));) {
		long pid = strtol(e->d_name, NULL, 10), depth;
		if (pid <= 0 || (depth = tell(pid, "status", "NSpid:", true)) < deepest ||
		    tell(pid, "status", "Seccomp:", false) + depth < 2)
			continue;
		*pss += tell(pid, "smaps_rollup", "Pss:", false);
		*own += tell(pid, "smaps_rollup", "Private_Dirty:", false);
		*count += tell(pid, "status", "Seccomp:", false) == 2;
	}
	if (proc)
		closedir(proc);
}

static void
weigh_waiting(const struct job *job, enum box_start start)
{
	struct box_spec spec = spec_of(job, start);
	long pss, own;
	size_t boxes;

	pool = box_pool_new();
	box_pool_keep(pool, &spec);
	wait_ms(WARM_MS + (int64_t)(2 * WARM_TIMES * bare_ms));
	weigh(start == START_FORKED ? 3 : 2, &pss, &own, &boxes);
	if (boxes > 0)
		printf("| %s, %s | %.1f | %.1f |\n", box_start_name(start),
		    job->packages ? "pandas" : "standard library",
		    (double)pss / 1024 / (double)boxes, (double)own / 1024 / (double)boxes);
	box_pool_free(pool);
}

int
main(int argc, char **argv)
{
	size_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
	size_t pandas_rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 10;

	if (rounds > ROUNDS_MAX || pandas_rounds > ROUNDS_MAX)
		return 2;
	pool = box_pool_new();
	for (size_t i = 0; i < ARRAY_LENGTH(jobs); i++)
		compare(&jobs[i], jobs[i].packages ? pandas_rounds : rounds);
	box_pool_free(pool);
	printf("\nA box that waits\n\n| | PSS MiB | private MiB |\n|---|---:|---:|\n");
	for (size_t i = 2; i < ARRAY_LENGTH(jobs); i++)
		for (enum box_start s = START_POOLED; s <= START_FORKED; s++)
			weigh_waiting(&jobs[i], s);
	return 0;
}
