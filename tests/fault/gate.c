/* SPDX-License-Identifier: MIT */
/*
 * The gate without memory: every allocation of a check fails in turn, in the arena and within the
 * parser. A check that lacks memory is an error and a denial; one that ends says what it always
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

static struct answer
check(const struct policy *p, struct str code, size_t arena_nth, size_t region_nth)
{
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct policy_verdict v;
	struct err err = {0};
	struct answer out;

	if (a == NULL)
		abort();
	arena_fail_at(a, arena_nth);
	region_fail_at(region_nth);
	out.whole = policy_check(p, a, code, &v, &err);
	out.decision = v.decision;
	out.findings = v.count;
	snprintf(out.rule, sizeof(out.rule), "%.*s", v.count > 0 ? (int)v.findings[0].rule.n : 0,
	    v.count > 0 ? v.findings[0].rule.p : "");
	arena_free(a);
	region_fail_at(0);
	return out;
}

/* How many allocations fail before one is past the last; 0 where an answer was wrong. */
static size_t
fail_each(const struct policy *p, struct str code, bool in_arena, const struct answer *right)
{
	for (size_t nth = 1; nth < STEPS_MAX; nth++) {
		struct answer now = check(p, code, in_arena ? nth : 0, in_arena ? 0 : nth);

		if (is_same(&now, right))
			return nth;
		if (now.decision != DECISION_DENY) {
			printf("allocation %zu: %s without memory\n", nth,
			    decision_name(now.decision));
			return 0;
		}
	}
	printf("it never ends\n");
	return 0;
}

static bool
try_program(const struct policy *p, struct str code)
{
	struct answer right = check(p, code, 0, 0);
	size_t arena, region;

	if (!right.whole)
		return false;
	arena = fail_each(p, code, true, &right);
	region = fail_each(p, code, false, &right);
	printf("%-6s %3zu findings, %zu allocations of the arena and %zu of the parser failed\n",
	    decision_name(right.decision), right.findings, arena, region);
	return arena > 1 && region > 0;
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
		whole = policy_load(a, path, NULL, &p, &errs);
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

	if (!policy_load(a, path, NULL, &p, &errs))
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
	    !policy_load(a, FAULT_POLICIES "/data-analysis.yaml", FAULT_POLICIES, &p, &errs))
		return EXIT_FAILURE;
	for (size_t i = 0; i < ARRAY_LENGTH(programs); i++)
		good = try_program(p, str_from(programs[i])) && good;
	good = try_rules(a, FAULT_RULES) && good;
	arena_free(a);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
