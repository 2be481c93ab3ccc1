/* SPDX-License-Identifier: MIT */
/*
 * The gate without memory: every allocation of a check fails in turn, in the arena, within the
 * parser and of the heap. A check that lacks memory is an error and a denial; one that ends says what it always
 * says. The same of a policy whose rules are about forms, flows and whole programs, and of loading
 * it.
 */
#include "policy.h"
#include "region.h"

#include <stdio.h>
#include <stdlib.h>

#define ARENA_BYTES_MAX ((size_t)256 << 20)
#define STEPS_MAX 20000
#define LOAD_STRIDE 7

static const char *const programs[] = {
    "",
    "import math\nprint(math.sqrt(2))\n",
    ("import os\nclass A:\n    def f(self, *a, k=1, **b):\n        self.x = [y for y in a if (z := "
     "y)]\n"
     "        return os.system('a' + 'b' * 3)\nA().f(1, k=eval)\n"),
    ("def f(x): return f'{x!r:>{x}} {x.__globals__}'\nmatch f(1):\n    case [str(a), *b]: pass\n"
     "    case {'k': c, **d}: pass\nglobals()['x'] = getattr(f, '__co' + 'de__')\n"),
    "x = (\n",
    "\xff\n",
    "import pandas as pd\ndf = pd.read_csv('/etc/passwd')\nprint(df.groupby('a').agg('sum'))\n",
};

static const char *const for_rules[] = {
    "print(1)\n",
    "a = b = 1\nprint(a == b, a == a)\n",
    ("class C:\n    def f(self, p):\n        self.t = [x for x in open(p)]\n        return "
     "self.t\nwhile True:\n    print(C().f('a'))\n    break\n"),
};

struct answer {
	bool whole;
	enum decision decision;
	size_t findings;
	char rule[64]; /* of the first */
};

static bool
is_same(const struct answer *a, const struct answer *b)
{
	return a->whole == b->whole && a->decision == b->decision && a->findings == b->findings &&
	       strcmp(a->rule, b->rule) == 0;
}

enum where { IN_ARENA, IN_PARSER, IN_HEAP };

static size_t heap_nth; /* the one that fails; 0: none */
void *__real_realloc(void *p, size_t n);
void *__wrap_realloc(void *p, size_t n);

void *
__wrap_realloc(void *p, size_t n)
{
	return heap_nth > 0 && --heap_nth == 0 ? NULL : __real_realloc(p, n);
}

/* Nothing fails where `nth` is 0. */
static struct answer
check(const struct policy *p, struct str code, enum where where, size_t nth)
{
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct policy_verdict v;
	struct err err = {0};
	struct answer out;

	if (a == NULL)
		abort();
	arena_fail_at(a, where == IN_ARENA ? nth : 0);
	region_fail_at(where == IN_PARSER ? nth : 0);
	heap_nth = where == IN_HEAP ? nth : 0;
	out.whole = policy_check(p, a, code, &v, &err);
	out.decision = v.decision;
	out.findings = v.count;
	snprintf(out.rule, sizeof(out.rule), "%.*s", v.count > 0 ? (int)v.findings[0].rule.n : 0,
	    v.count > 0 ? v.findings[0].rule.p : "");
	arena_free(a);
	region_fail_at(0);
	heap_nth = 0;
	return out;
}

/* How many allocations fail before one is past the last; 0 where an answer was wrong. */
static size_t
fail_each(const struct policy *p, struct str code, enum where where, const struct answer *right)
{
	for (size_t nth = 1; nth < STEPS_MAX; nth++) {
		struct answer now = check(p, code, where, nth);

		if (is_same(&now, right))
			return nth;
		/* A text that the parser has no memory for can't be read: that is a verdict. */
		if (now.decision != DECISION_DENY || (now.whole && where != IN_PARSER)) {
			printf("allocation %zu: %s without memory: %s\n", nth,
			    decision_name(now.decision), now.rule);
			return 0;
		}
	}
	printf("it never ends\n");
	return 0;
}

static bool
try_program(const struct policy *p, struct str code)
{
	struct answer right = check(p, code, IN_ARENA, 0);
	size_t arena, region, heap;

	if (!right.whole)
		return false;
	arena = fail_each(p, code, IN_ARENA, &right);
	region = fail_each(p, code, IN_PARSER, &right);
	heap = fail_each(p, code, IN_HEAP, &right);
	printf("%-6s %3zu findings, %zu allocations of the arena, %zu of the parser and %zu of the "
	       "heap failed\n",
	    decision_name(right.decision), right.findings, arena, region, heap);
	return arena > 1 && region > 0 && heap > 0;
}

/* Without memory there is no policy, and an error that says so. */
static bool
try_load(const char *path)
{
	static struct err_list errs;

	for (size_t nth = 1; nth < STEPS_MAX; nth += LOAD_STRIDE) {
		struct arena *a = arena_new(ARENA_BYTES_MAX);
		struct policy *p = NULL;
		bool whole;

		if (a == NULL)
			abort();
		memset(&errs, 0, sizeof(errs));
		arena_fail_at(a, nth);
		whole = policy_load(a, path, NULL, NULL, &p, &errs);
		arena_free(a);
		if (whole) {
			printf("loading: past %zu allocations it is whole\n", nth);
			return nth > 100;
		}
		if (p != NULL || errs.count == 0) {
			printf("loading: allocation %zu makes no error\n", nth);
			return false;
		}
	}
	return false;
}

static bool
try_rules(struct arena *a, const char *path)
{
	static struct err_list errs;
	struct policy *p;
	bool good = true;

	if (!policy_load(a, path, NULL, NULL, &p, &errs))
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(for_rules); i++)
		good = try_program(p, str_from(for_rules[i])) && good;
	return try_load(path) && good;
}

int
main(void)
{
	static struct err_list errs;
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct policy *p;
	bool good = true;

	if (a == NULL ||
	    !policy_load(a, FAULT_POLICIES "/data-analysis.yaml", FAULT_POLICIES, NULL, &p, &errs))
		return EXIT_FAILURE;
	for (size_t i = 0; i < ARRAY_LENGTH(programs); i++)
		good = try_program(p, str_from(programs[i])) && good;
	good = try_rules(a, FAULT_RULES) && good;
	arena_free(a);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
