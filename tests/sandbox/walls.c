/* SPDX-License-Identifier: MIT */
/*
 * What still holds with one wall of the box off: runs every hostile program of a folder with all
 * walls up, then with each of three walls off alone, and prints a table. A program is contained
 * where it did not bring about what it claims, and named where it ended as its first line states.
 *
 *	sandbox_walls WAY FOLDER [NAME ...]
 *
 * The switches are in this program alone, where its linker puts these functions in the place of
 * the executor's (--wrap): the guest gets no rules, a filter that allows everything, or an init of
 * the tests' own whose confine_landlock does nothing. The product has no such place.
 *
 * Exit status 0: with all walls up each program was contained and named, and without a wall fewer
 * were; 1: not so; 77: this machine can't run them.
 */
#include "file.h"
#include "filter.h"
#include "parts.h"
#include "rules.h"
#include "suite.h"
#include "surroundings.h"

#include <linux/filter.h>
#include <stdio.h>

#define ARENA_BYTES ((size_t)64 << 20)
#define SAID_BYTES 120

enum wall { WALL_NONE, WALL_GUARD, WALL_LANDLOCK, WALL_CALLS, WALLS };
static const char *const names[WALLS] = {"none", "guard", "Landlock", "system calls"};

enum fate { FATE_BROKEN = 0, FATE_ESCAPED, FATE_CONTAINED, FATE_NAMED };

static enum wall off;                              /* changes between suites only */
static _Thread_local const struct json_doc *rules; /* what the guest does not get to see */
static enum fate fates[WALLS][PROGRAMS_MAX];
static char said[WALLS][PROGRAMS_MAX][SAID_BYTES]; /* what a program wrote, made visible */

/* -- the switches ------------------------------------------------------------------------------ */

bool __real_rules_read(
    struct arena *a, const struct box_spec *spec, struct rules *out, struct err *err);
bool __wrap_rules_read(
    struct arena *a, const struct box_spec *spec, struct rules *out, struct err *err);
struct str __real_filter_of(enum filter_stage stage);
struct str __wrap_filter_of(enum filter_stage stage);
bool __real_parts_open(
    struct arena *a, const struct parts_places *places, struct parts *out, struct err *err);
bool __wrap_parts_open(
    struct arena *a, const struct parts_places *places, struct parts *out, struct err *err);

/* The supervisor keeps what it judges by itself: results, and what Landlock and mounts hold. */
bool
__wrap_rules_read(struct arena *a, const struct box_spec *spec, struct rules *out, struct err *err)
{
	struct box_spec given = *spec;

	if (off == WALL_GUARD)
		given.interpreter = rules;
	if (!__real_rules_read(a, &given, out, err))
		return false;
	if (off == WALL_GUARD)
		out->lines = STR("open\n");
	return true;
}

struct str
__wrap_filter_of(enum filter_stage stage)
{
	static const struct sock_filter all = BPF_STMT(BPF_RET | BPF_K, 0x7fff0000U);

	return off == WALL_CALLS ? (struct str){(const char *)&all, sizeof(all)}
				 : __real_filter_of(stage);
}

bool
__wrap_parts_open(
    struct arena *a, const struct parts_places *places, struct parts *out, struct err *err)
{
	struct parts_places changed = *places;

	if (off == WALL_LANDLOCK && !(changed.init = path_of_part(a, "sandbox_init")))
		return err_set(err, ERR_SANDBOX, "'sandbox_init' is not beside the program");
	return __real_parts_open(a, &changed, out, err);
}

/* ---------------------------------------------------------------------------------------------- */

static void
keep_said(const struct box_result *r, char out[SAID_BYTES])
{
	struct buf shown;

	buf_init(&shown, 4096);
	buf_visible(&shown, r->out.bytes, SAID_BYTES / 2);
	snprintf(out, SAID_BYTES, "%.*s", STR_ARG(buf_view(&shown)));
	buf_release(&shown);
}

static void
run(struct suite *s, size_t at)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_result result = {0};
	struct program program = {0};
	struct err err = {0};
	enum fate fate = FATE_BROKEN;

	bool loaded = a && program_load(a, s->paths[at], &program, &err);
	rules = program.spec.interpreter;
	if (off == WALL_GUARD)
		program.spec.interpreter = NULL;
	if (loaded && box_run_own(a, &program.spec, &result, &err))
		fate = program_escaped(&result)                    ? FATE_ESCAPED
		       : program_judge(a, &program, &result).n > 0 ? FATE_CONTAINED
								   : FATE_NAMED;
	else
		fprintf(stderr, "%s: %s\n", path_base(s->paths[at]), err.message);
	fates[off][at] = fate;
	keep_said(&result, said[off][at]);
	arena_free(a);
}

static size_t
count(const struct suite *s, enum wall wall, enum fate least)
{
	size_t n = 0;

	for (size_t i = 0; i < s->count; i++)
		n += fates[wall][i] >= least;
	return n;
}

/* What stands before the first underscore of its name. */
static struct str
kind_of(const char *path)
{
	const char *base = path_base(path);
	return (struct str){base, strcspn(base, "_")};
}

/* `guard 3, files 1`: the paths are sorted, so each kind is one run of them. */
static void
print_kinds(const struct suite *s, enum wall wall)
{
	struct str kind = {0};
	size_t n = 0;
	bool any = false;

	for (size_t i = 0; i <= s->count; i++) {
		if (i == s->count || !str_eq(kind, kind_of(s->paths[i]))) {
			if (n > 0)
				printf("%s%.*s %zu", any ? ", " : "", STR_ARG(kind), n);
			any = any || n > 0;
			n = 0;
			if (i < s->count)
				kind = kind_of(s->paths[i]);
		}
		n += i < s->count && fates[wall][i] < FATE_CONTAINED;
	}
}

static void
print_all(const struct suite *s)
{
	printf("| wall off | contained | named | not contained, by kind |\n|---|---|---|---|\n");
	for (int w = 0; w < WALLS; w++) {
		printf("| %s | %zu of %zu | %zu | ", names[w],
		    count(s, (enum wall)w, FATE_CONTAINED), s->count,
		    count(s, (enum wall)w, FATE_NAMED));
		print_kinds(s, (enum wall)w);
		printf(" |\n");
	}
	for (int w = 0; w < WALLS; w++)
		for (size_t i = 0; i < s->count; i++)
			if (fates[w][i] != FATE_NAMED)
				printf("%s off: %s %s: %s\n", names[w], path_base(s->paths[i]),
				    fates[w][i] == FATE_BROKEN    ? "could not be run"
				    : fates[w][i] == FATE_ESCAPED ? "is not contained"
								  : "is contained, not named",
				    said[w][i]);
}

static int
judge(const struct suite *s)
{
	int failures = 0;

	if (count(s, WALL_NONE, FATE_NAMED) < s->count) {
		printf("FAILED with all walls up\n");
		failures = 1;
	}
	for (int w = WALL_NONE + 1; w < WALLS; w++)
		if (count(s, (enum wall)w, FATE_NAMED) == s->count) {
			printf("FAILED without %s nothing is different\n", names[w]);
			failures = 1;
		}
	return failures;
}

int
main(int argc, char **argv)
{
	static struct suite suite = {.lock = PTHREAD_MUTEX_INITIALIZER, .run = run};
	const char *why = "no such way";

	if (argc < 3 || !suite_list(&suite, argv[2], argv + 3, argc - 3)) {
		fprintf(stderr, "usage: sandbox_walls WAY FOLDER [NAME ...]\n");
		return 2;
	}
	if (surroundings_take(argv[1], &why) != TAKEN) {
		printf("SKIPPED: %s\n", why);
		return 77;
	}
	if (!surroundings_adopt())
		return 2;
	for (int w = 0; w < WALLS; w++) {
		off = (enum wall)w;
		suite_run(&suite);
	}
	print_all(&suite);
	return judge(&suite);
}
