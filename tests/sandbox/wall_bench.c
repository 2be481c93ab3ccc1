/* SPDX-License-Identifier: MIT */
/*
 * What the interpreter's wall costs: each job runs in a box with rules and in one without, in turn,
 * so that load falls on both alike. A job tells how long its own loop took; the run is timed
 * around it. Prints medians and their ratios, and judges nothing.
 *
 *	sandbox_wall_bench [ROUNDS]
 */
#include "clock.h"
#include "executor.h"

#include <stdio.h>
#include <stdlib.h>

#define ROUNDS_MAX 200

static const char rules_text[] =
    "{\"modules\": [\"time\", \"os\", \"pandas\", \"json\", \"collections\"], \"read\": [\".\"], "
    "\"write\": [\".\"], \"results\": [\"*.csv\", \"out/*\"], \"attributes\": {\"private\": "
    "[\"__name__\", \"__len__\", \"__doc__\", \"__class__\"], \"deny\": [\"gi_frame\", \"f_back\", "
    "\"f_globals\", \"mro\"]}}";

#define TIMED(before, loop)                                                                        \
	"import time\n" before "began = time.perf_counter_ns()\n" loop                             \
	"print(time.perf_counter_ns() - began)\n"

static const struct job {
	const char *name, *code;
	bool packages;
} jobs[] = {
    {"a numeric loop", TIMED("", "total = 0\nfor i in range(2_000_000):\n    total += i * i % 7\n"),
	false},
    {"a pandas job",
	TIMED("import pandas as pd\n",
	    "for n in range(20):\n"
	    "    df = pd.DataFrame({'k': [i % 7 for i in range(5000)], 'x': range(5000)})\n"
	    "    df.groupby('k').x.agg(['sum', 'mean']).to_csv(f'{n}.csv')\n"),
	true},
    {"ten thousand opens",
	TIMED("open('a.csv', 'w').close()\n",
	    "for i in range(10_000):\n    with open('a.csv') as f:\n        pass\n"),
	false},
    {"a million times getattr",
	TIMED("class A:\n    def __init__(self):\n        self.name = 1\na = A()\n",
	    "for i in range(1_000_000):\n    getattr(a, 'name')\n"),
	false},
    {"100,000 templates",
	TIMED("", "for i in range(100_000):\n    '{0.real:.2f} {n}'.format(i, n=1)\n"), false},
    {"ten thousand classes",
	TIMED(
	    "", "for i in range(10_000):\n    class A:\n        def f(self):\n            pass\n"),
	false},
};

struct times {
	double job[ROUNDS_MAX], run[ROUNDS_MAX];
	size_t count;
};

static bool
run(const struct job *job, const struct json_doc *rules, struct times *t)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct box_spec spec = {.code = str_from(job->code),
	    .packages = job->packages,
	    .interpreter = rules,
	    .limits = {.wall_ms = 60000,
		.cpu_ms = 60000,
		.memory_bytes = (int64_t)512 << 20,
		.processes = 1,
		.open_files = 128,
		.file_bytes = 1 << 20,
		.disk_bytes = 8 << 20,
		.disk_inodes = 64,
		.output_bytes = 4096,
		.artifacts = 32,
		.artifact_bytes = 1 << 20}};
	struct box_result result;
	struct err err = {0};
	int64_t began = clock_us();
	bool good = a && box_run_own(a, &spec, &result, &err) && result.outcome == BOX_OK;

	if (good) {
		t->run[t->count] = (double)(clock_us() - began) / 1000;
		t->job[t->count++] = (double)strtoll(result.out.bytes.p, NULL, 10) / 1e6;
	} else {
		fprintf(stderr, "'%s' failed: %s\n", job->name, err.message);
	}
	arena_free(a);
	return good;
}

static int
by_size(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return left < right ? -1 : left > right;
}

static double
median(double *values, size_t count)
{
	qsort(values, count, sizeof(*values), by_size);
	return values[count / 2];
}

static bool
compare(const struct job *job, const struct json_doc *rules, size_t rounds)
{
	static struct times with, without;

	with.count = without.count = 0;
	for (size_t i = 0; i < rounds; i++)
		if (!run(job, NULL, &without) || !run(job, rules, &with))
			return false;
	double job_without = median(without.job, rounds), job_with = median(with.job, rounds);
	double run_without = median(without.run, rounds), run_with = median(with.run, rounds);
	printf("  %-26s %9.2f %9.2f %7.2f %9.2f %9.2f %7.2f\n", job->name, job_without, job_with,
	    job_with / job_without, run_without, run_with, run_with / run_without);
	return true;
}

int
main(int argc, char **argv)
{
	struct arena *a = arena_new(1 << 20);
	size_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 20;
	struct json_doc rules;
	struct err err = {0};
	bool good = a && rounds > 0 && rounds <= ROUNDS_MAX &&
		    json_parse(a, str_from(rules_text), "rules", &JSON_LIMITS, &rules, NULL, &err);

	printf("medians of %zu rounds, ms\n  %-26s %9s %9s %7s %9s %9s %7s\n", rounds, "",
	    "job open", "guarded", "ratio", "run open", "guarded", "ratio");
	for (size_t i = 0; good && i < ARRAY_LENGTH(jobs); i++)
		good = compare(&jobs[i], &rules, rounds);
	arena_free(a);
	return good ? 0 : 2;
}
