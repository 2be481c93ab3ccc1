/* SPDX-License-Identifier: MIT */
/*
 * bench_validator SCHEMA DOCUMENT: how long the validator takes, each figure the median of many.
 *
 * Prints a JSON object, times in nanoseconds: compile, parse, flag (the verdict alone), full (every
 * instruction, as where causes are wanted), check (what callers use, with the causes of what is not
 * valid), both (parse and flag); the verdict; and the peak memory of the process in KiB after one
 * parse and one flag run, before anything else was measured.
 */
#include "file.h"
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#define TIMES_MAX 20000
#define BUDGET_NS 500000000
#define LEAST_TIMES 9
#define ARENA_BYTES_MAX ((size_t)1 << 30)
#define DOCUMENT_BYTES_MAX ((size_t)256 << 20)

struct bench {
	struct arena *a; /* of what all measurements share */
	struct str schema_text, text;
	struct json_doc schema_doc, doc;
	struct schema *schema;
	enum schema_verdict verdict;
};

static const struct schema_options OPTIONS = {.assert_formats = true};

static int64_t
now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool
parse(struct arena *a, struct str text, struct json_doc *out)
{
	struct json_limits limits = JSON_LIMITS;
	struct err err = {0};

	limits.bytes = DOCUMENT_BYTES_MAX;
	limits.nodes = DOCUMENT_BYTES_MAX / 8;
	return json_parse(a, text, "document", &limits, out, NULL, &err);
}

static bool
do_compile(struct bench *b, struct arena *a)
{
	static struct err_list errs;
	struct json_doc doc;
	struct schema *s;

	return parse(a, b->schema_text, &doc) && schema_compile(a, &doc, &OPTIONS, &s, &errs);
}

static bool
do_parse(struct bench *b, struct arena *a)
{
	struct json_doc doc;

	return parse(a, b->text, &doc);
}

static bool
do_flag(struct bench *b, struct arena *a)
{
	struct err err = {0};

	return schema_accepts(b->schema, a, &b->doc, &b->verdict, &err);
}

static bool
do_full(struct bench *b, struct arena *a)
{
	return schema_truth(b->schema, a, &b->doc, true) != UNKNOWN;
}

static bool
do_check(struct bench *b, struct arena *a)
{
	struct schema_report report;
	struct err err = {0};

	return schema_check(b->schema, a, &b->doc, &report, &err);
}

static bool
do_both(struct bench *b, struct arena *a)
{
	struct json_doc doc;
	struct err err = {0};

	return parse(a, b->text, &doc) && schema_accepts(b->schema, a, &doc, &b->verdict, &err);
}

static int
compare_times(const void *left, const void *right)
{
	const int64_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

/* From nothing to nothing: an arena of its own, freed again. */
static bool
once(struct bench *b, bool (*work)(struct bench *b, struct arena *a))
{
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	bool good = a && work(b, a);

	arena_free(a);
	return good;
}

/* Short ones are repeated within one measurement, since a clock takes its time too. */
static bool
measure(struct bench *b, const char *name, bool (*work)(struct bench *b, struct arena *a))
{
	static int64_t times[TIMES_MAX];
	size_t n = 0, repeat = b->text.n < 65536 ? 32 : 1;
	int64_t end = now_ns() + BUDGET_NS;
	bool good = true;

	while (good && n < TIMES_MAX && (n < LEAST_TIMES || now_ns() < end)) {
		int64_t start = now_ns();
		for (size_t i = 0; i < repeat && good; i++)
			good = once(b, work);
		times[n++] = (now_ns() - start) / (int64_t)repeat;
	}
	qsort(times, n, sizeof(*times), compare_times);
	printf("\"%s\": %lld, ", name, (long long)times[n / 2]);
	return good;
}

static long
peak_kib(void)
{
	struct rusage usage;

	return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0;
}

static bool
prepare(struct bench *b, const char *schema, const char *document)
{
	static struct err_list errs;
	struct err err = {0};

	return file_read(b->a, schema, DOCUMENT_BYTES_MAX, &b->schema_text, &err) &&
	       file_read(b->a, document, DOCUMENT_BYTES_MAX, &b->text, &err) &&
	       parse(b->a, b->schema_text, &b->schema_doc) &&
	       schema_compile(b->a, &b->schema_doc, &OPTIONS, &b->schema, &errs) &&
	       parse(b->a, b->text, &b->doc) && do_flag(b, b->a);
}

int
main(int argc, char **argv)
{
	struct bench b = {.a = arena_new(ARENA_BYTES_MAX)};
	bool good = argc == 3 && b.a && prepare(&b, argv[1], argv[2]);
	long peak = peak_kib();

	printf("{");
	good = good && measure(&b, "compile", do_compile) && measure(&b, "parse", do_parse) &&
	       measure(&b, "flag", do_flag) && measure(&b, "full", do_full) &&
	       measure(&b, "check", do_check) && measure(&b, "both", do_both);
	printf("\"bytes\": %zu, \"peak_kib\": %ld, \"verdict\": \"%s\"}\n", b.text.n, peak,
	    schema_verdict_name(b.verdict));
	arena_free(b.a);
	return good ? 0 : 2;
}
