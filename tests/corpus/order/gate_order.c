/* SPDX-License-Identifier: MIT */
/*
 * gate_order: whether a verdict depends on the order in which the analysis takes the nodes.
 *
 *	gate_order POLICY SEEDS EVERY FOLDER ...    (of the .py files below the folders, every EVERYth)
 *
 * The analysis promises a least fixpoint, which has no order. This program has a solve.c of its own that gives nodes their
 * turns at random, and compares the JSON of each program's verdict with that of the product's order. Seeds 1 to SEEDS are
 * random, the last one is the reverse. Exit status 0 all the same, 1 a difference, 2 usage, 70 no answer.
 *
 * Widening has an order: what is made of a set's texts before the set outgrows VALUE_ATOMS stays where it went. Such texts are
 * possible ones, so that a verdict can only be stricter by them. The programs that show it are counted apart.
 */
#include "facts.h"
#include "file.h"
#include "policy.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#define ARENA_BYTES_MAX ((size_t)1 << 30)
#define FILES_MAX 8192
#define AROUND 500

void shuffle_turns(struct facts *f);

static const char *const widened[] = {"listed_functions_too_many.py", "thirteen_with_dots.py",
    "thirteen_with_none.py", "thirteen_words_cut.py", "thirteen_words_cut_below.py",
    "thirteen_words_emptied.py"};

static struct {
	char *files[FILES_MAX];
	size_t files_count;
	uint64_t state; /* of the random numbers; 0: the product's order */
	bool reverse;
} all;

static void
die(const char *what)
{
	fprintf(stderr, "gate_order: %s\n", what);
	exit(70);
}

/* Marsaglia's xorshift64. */
static uint64_t
next_random(void)
{
	all.state ^= all.state << 13;
	all.state ^= all.state >> 7;
	return all.state ^= all.state << 17;
}

void
shuffle_turns(struct facts *f)
{
	for (uint32_t i = f->lively_count; all.state != 0 && i > 1; i--) {
		uint32_t k = (uint32_t)(next_random() % i), last = f->lively[i - 1];

		f->lively[i - 1] = f->lively[k];
		f->lively[k] = last;
	}
	for (uint32_t i = 0; all.reverse && i < f->lively_count / 2; i++) {
		uint32_t *other = &f->lively[f->lively_count - 1 - i], first = f->lively[i];

		f->lively[i] = *other;
		*other = first;
	}
}

static void
say(const struct policy *p, const char *path, struct buf *out)
{
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct check_result result = {.path = path};
	struct err err = {0};

	buf_init(out, ARENA_BYTES_MAX);
	if (a == NULL || !file_read(a, path, (size_t)1 << 24, &result.source, &err) ||
	    !policy_check(p, a, result.source, &result.verdict, &err))
		die(path);
	check_report(p, &result, 1, CHECK_JSON, false, out);
	if (out->failed)
		die(path);
	arena_free(a);
}

/* Around a place, without the blanks of lines. */
static void
show_around(const struct buf *b, size_t at)
{
	printf("  ...");
	for (size_t i = at < AROUND ? 0 : at - AROUND; i < b->n && i < at + AROUND; i++)
		if (b->p[i] != '\n' && (b->p[i] != ' ' || i == 0 || b->p[i - 1] != ' '))
			putchar(b->p[i]);
	printf("\n");
}

static void
show(const char *path, unsigned seed, const struct buf *one, const struct buf *other)
{
	size_t at = 0;

	while (at < one->n && at < other->n && one->p[at] == other->p[at])
		at++;
	printf("%s: order %u\n", path, seed);
	show_around(one, at);
	show_around(other, at);
}

/* Whether all orders say the same. */
static bool
is_same(const struct policy *p, const char *path, unsigned seeds)
{
	struct buf plain, other;
	bool same = true;

	all.state = 0;
	all.reverse = false;
	say(p, path, &plain);
	for (unsigned seed = 1; same && seed <= seeds; seed++) {
		all.reverse = seed == seeds;
		all.state = all.reverse ? 0 : UINT64_C(0x9e3779b97f4a7c15) * seed;
		say(p, path, &other);
		same = str_eq(buf_view(&plain), buf_view(&other));
		if (!same)
			show(path, seed, &plain, &other);
		buf_release(&other);
	}
	buf_release(&plain);
	return same;
}

static bool
is_widened(const char *path)
{
	for (size_t i = 0; i < ARRAY_LENGTH(widened); i++)
		if (strcmp(path_base(path), widened[i]) == 0)
			return true;
	return false;
}

static int
see(const char *path, const struct stat *s, int type, struct FTW *at)
{
	size_t n = strlen(path);

	(void)s;
	(void)at;
	if (type == FTW_F && n > 3 && strcmp(path + n - 3, ".py") == 0 &&
	    all.files_count < FILES_MAX)
		all.files[all.files_count++] = strdup(path);
	return 0;
}

static int
compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int
main(int argc, char **argv)
{
	unsigned seeds = argc > 4 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	size_t every = argc > 4 ? strtoul(argv[3], NULL, 10) : 0, differ = 0, asked = 0, apart = 0;
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct policy *policy;
	struct err_list errs = {0};

	if (seeds == 0 || every == 0)
		return 2;
	if (a == NULL || !policy_load(a, argv[1], NULL, NULL, &policy, &errs))
		die(argv[1]);
	for (int i = 4; i < argc; i++)
		(void)nftw(argv[i], see, 16, FTW_PHYS);
	qsort(all.files, all.files_count, sizeof(*all.files), compare);
	for (size_t i = 0; i < all.files_count; i += every, asked++)
		if (is_widened(all.files[i]))
			apart++;
		else
			differ += is_same(policy, all.files[i], seeds) ? 0 : 1;
	printf("%zu of %zu programs are judged by the order of work; %u orders; %zu left out\n",
	    differ, asked, seeds, apart);
	arena_free(a);
	return asked == 0 || differ > 0;
}
