/* SPDX-License-Identifier: MIT */
/* Findings are the same where the construct is, wherever it stands and whatever constants it has.
 */
#include "policy_fixture.h"

#define POLICY                                                                                     \
	"apiVersion: sluice/v1\nid: p\nrevision: 1\nimports: {default: deny, escalate: "           \
	"[sqlite3]}\n"                                                                             \
	"builtins: {allow: [print]}\ncalls:\n  escalate: [{name: sqlite3.connect}]\n"

/* The fingerprint of the last finding of a text that escalates. */
static struct str
fingerprint(struct arena *a, const char *code)
{
	struct err_list errs = {0};
	struct policy *p = load_text(a, POLICY, &errs);
	struct policy_verdict v;
	struct str out;
	struct err err;

	assert_non_null(p);
	assert_true(policy_check(p, a, str_from(code), &v, &err));
	if (v.decision != DECISION_ESCALATE)
		fail_msg("this does not escalate: %s", code);
	assert_true(v.count > 0);
	assert_true(arena_copy(a, str_from(v.findings[v.count - 1].fingerprint), &out));
	assert_int_equal(out.n, 64);
	return out;
}

struct pair {
	const char *one, *other;
	bool same;
};

#define IMPORT "import sqlite3\n"

static const struct pair pairs[] = {
    {IMPORT, "x = 1\n\n" IMPORT, true},
    {IMPORT "c = sqlite3.connect('a.db')\n", IMPORT "\n\nc = sqlite3.connect(\"b.db\")\n", true},
    {IMPORT "c = sqlite3.connect('a', 5)\n", IMPORT "c = sqlite3.connect('a', 60)\n", true},
    {IMPORT "c = sqlite3.connect('a')\n", IMPORT "d = sqlite3.connect('a')\n", false},
    {IMPORT "c = sqlite3.connect('a')\n", IMPORT "c = sqlite3.connect(5)\n", false},
    {IMPORT "c = sqlite3.connect('a')\n", IMPORT "c = sqlite3.connect(name)\n", false},
    {IMPORT "c = sqlite3.connect('a')\n", IMPORT "c = sqlite3.connect(f'{name}')\n", false},
    {IMPORT "c = sqlite3.connect(f'{a}')\n", IMPORT "c = sqlite3.connect(f'{b}')\n", false},
    {IMPORT "c = sqlite3.connect('a', x=True)\n", IMPORT "c = sqlite3.connect('a', x=False)\n",
	false},
    {IMPORT "c = sqlite3.connect('a', x=1)\n", IMPORT "c = sqlite3.connect('a', y=1)\n", false},
    {IMPORT "c = sqlite3.connect('a')\n", IMPORT "c = [sqlite3.connect('a')]\n", false},
    {IMPORT "c = sqlite3.connect('a') + 1\n", IMPORT "c = sqlite3.connect('a') - 1\n", false},
    {IMPORT "c = sqlite3.connect(a < 5)\n", IMPORT "c = sqlite3.connect(a > 5)\n", false},
    {IMPORT "c = sqlite3.connect(a < 5)\n", IMPORT "c = sqlite3.connect(a  <  6)\n", true},
    {IMPORT "c = sqlite3.connect(a in b)\n", IMPORT "c = sqlite3.connect(a not in b)\n", false},
    {IMPORT "c = sqlite3.connect(a not in b)\n", IMPORT "c = sqlite3.connect(a not  in b)\n", true},
    {IMPORT "c = sqlite3.connect(a is b)\n", IMPORT "c = sqlite3.connect(a is not b)\n", false},
    {IMPORT "c = sqlite3.connect(a < b < d)\n", IMPORT "c = sqlite3.connect(a < b > d)\n", false},
    {IMPORT "c = sqlite3.connect(a and b)\n", IMPORT "c = sqlite3.connect(a or b)\n", false},
    {IMPORT "c = sqlite3.connect(-a)\n", IMPORT "c = sqlite3.connect(~a)\n", false},
    {IMPORT "c = sqlite3.connect(a + b)\n", IMPORT "c = sqlite3.connect(a - b)\n", false},
    {IMPORT "c += sqlite3.connect(a)\n", IMPORT "c -= sqlite3.connect(a)\n", false},
    {IMPORT "c = sqlite3.connect(a[b:])\n", IMPORT "c = sqlite3.connect(a[:b])\n", false},
    {IMPORT "c = sqlite3.connect(*a)\n", IMPORT "c = sqlite3.connect(**a)\n", false},
    {IMPORT "c = sqlite3.connect(a[b])\n", IMPORT "c = sqlite3.connect(a[b,])\n", false},
    {IMPORT "c = sqlite3.connect((a))\n", IMPORT "c = sqlite3.connect((a,))\n", false},
    {IMPORT "c = sqlite3.connect('a', b)\n", IMPORT "c = sqlite3.connect(\"a\",\n  b)  # why\n",
	true},
    {IMPORT "c = [sqlite3.connect(a) for a in b]\n",
	IMPORT "c = [sqlite3.connect(a) async for a in b]\n", false},
    {IMPORT "c = sqlite3.connect(f'#\\n{a} b')\n", IMPORT "c = sqlite3.connect(f'#\\n{a} d')\n",
	false},
    {IMPORT "c = sqlite3.connect(f'#\\nb{a}')\n", IMPORT "c = sqlite3.connect(f'#\\nd{a}')\n",
	false},
    {IMPORT "c = sqlite3.connect(f'{a:>5}')\n", IMPORT "c = sqlite3.connect(f'{a:<5}')\n", false},
    {IMPORT "c = sqlite3.connect(f'{a=}')\n", IMPORT "c = sqlite3.connect(f'{a}')\n", false},
    {IMPORT "c = sqlite3.connect('a', # >\n  b)\n", IMPORT "c = sqlite3.connect('a', \\\n  b)\n",
	true},
    {IMPORT, "import sqlite3 as s\n", false},
    {IMPORT, "from sqlite3 import connect\n", false},
};

static void
constants_are_holes_and_names_are_not(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(pairs); i++) {
		struct arena *a = arena_new(FIXTURE_ARENA);
		struct str one = fingerprint(a, pairs[i].one),
			   other = fingerprint(a, pairs[i].other);

		if (str_eq(one, other) != pairs[i].same)
			fail_msg("%s against %s", pairs[i].one, pairs[i].other);
		arena_free(a);
	}
}

static void
what_is_denied_has_none(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct policy *p = load_text(a, POLICY, &errs);
	struct policy_verdict v;
	struct err err;

	(void)state;
	assert_true(policy_check(p, a, STR("import sqlite3, socket\n"), &v, &err));
	assert_int_equal(v.decision, DECISION_DENY);
	for (size_t i = 0; i < v.count; i++)
		assert_string_equal(v.findings[i].fingerprint, "");
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(constants_are_holes_and_names_are_not),
	    cmocka_unit_test(what_is_denied_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
