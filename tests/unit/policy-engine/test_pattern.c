/* SPDX-License-Identifier: MIT */
/* Rules about the form of a program: what a pattern matches, and what one may not say. */
#include "policy_fixture.h"
#include "test.h"

#define HEAD                                                                                       \
	"apiVersion: sluice/v1\nid: p\nrevision: 1\nimports: {default: allow}\n"                   \
	"capabilities: {default: allow}\nbuiltins: {default: allow}\n"                             \
	"attributes: {default: allow}\nrules:\n  - id: r\n    otherwise: deny\n"

static void
verdicts_are(const char *rule, const char *const (*rows)[2], size_t count)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct policy *p = load_text(a, arena_printf(a, "%s%s", HEAD, rule), &errs);

	if (p == NULL)
		fail_msg("%s: %s", rule, errs.items[0].message);
	for (size_t i = 0; i < count; i++) {
		const char *got = verdict_line(a, p, str_from(rows[i][0]));

		if (strcmp(got, rows[i][1]) != 0)
			fail_msg("%s\n%s\nis %s, not %s", rule, rows[i][0], got, rows[i][1]);
	}
	arena_free(a);
}

#define VERDICTS(rule, ...)                                                                        \
	do {                                                                                       \
		static const char *const rows[][2] = {__VA_ARGS__};                                \
		verdicts_are(rule, rows, sizeof(rows) / sizeof(rows[0]));                          \
	} while (0)

static void
layout_makes_no_difference(void **state)
{
	(void)state;
	VERDICTS("    pattern: 'while True: $$$BODY'\n", {"while True:\n    pass", "deny 1:1 r"},
	    {"while (True): pass", "deny 1:1 r"},
	    {"while True: # no end\n\n    # here\n    x = 1\n    y = 2", "deny 1:1 r"},
	    {"while True:\n    break\nelse:\n    pass", "deny 1:1 r"},
	    {"x = True\nwhile x: break", "allow"}, {"while 1: break", "allow"});
	VERDICTS("    pattern: \"f('x', 10)\"\n", {"f(\"x\", 1_0)", "deny 1:1 r"},
	    {"f(# one\n  '\\x78', 0xa,)", "deny 1:1 r"}, {"f(r'x', (10))", "deny 1:1 r"},
	    {"(f)('x', 10)", "deny 1:1 r"}, {"f(b'x', 10)", "allow"}, {"f('y', 10)", "allow"},
	    {"f('x', 10, 1)", "allow"}, {"f('x')", "allow"}, {"f('x', n=10)", "allow"});
	VERDICTS("    pattern: 'f(0.001)'\n", {"f(1e-3)", "deny 1:1 r"}, {"f(.00_1)", "deny 1:1 r"},
	    {"f(0.01)", "allow"}, {"f(0.001j)", "allow"});
}

static void
a_metavariable_twice_is_the_same_text(void **state)
{
	(void)state;
	VERDICTS("    pattern: '$X == $X'\n", {"a == a", "deny 1:1 r"},
	    {"a [ 0 ] == (a[0])", "deny 1:1 r"}, {"a['k'] == a[\"k\"]", "deny 1:1 r"},
	    {"f(a, [b, c], d) == f(a, [b, c], d)", "deny 1:1 r"},
	    {"f(a, [b, c], d) == f(a, [b], c, d)", "allow"}, {"a != a", "allow"},
	    {"(a < b) == (a < b)", "deny 1:1 r"}, {"(a < b) == (a > b)", "allow"},
	    {"a == b", "allow"}, {"x = [a == a, b == b]", "deny 1:6 r; deny 1:14 r"});
	VERDICTS("    pattern: 'f($$$A, $X, $$$B, $X, $$$C)'\n", {"f(1, 2, 3, 2)", "deny 1:1 r"},
	    {"f(1, 2, 3)", "allow"}, {"f(a, b(c), d, b( c ), e)", "deny 1:1 r"});
	VERDICTS("    pattern: '[$$$A] + [$$$A]'\n", {"[] + []", "deny 1:1 r"},
	    {"[1, 2] + [1, 2]", "deny 1:1 r"}, {"[1] + [1, 2]", "allow"},
	    {"[1, 2] + [1]", "allow"});
	VERDICTS("    pattern: '$X is not $X'\n", {"a is  not a", "deny 1:1 r"},
	    {"a is a", "allow"}, {"a is \\\n not a", "deny 1:1 r"});
	VERDICTS("    pattern: '$X -= $X'\n", {"a -= a", "deny 1:1 r"}, {"a += a", "allow"},
	    {"a *= a", "allow"});
}

static void
clauses_that_are_not_named_may_be_there(void **state)
{
	(void)state;
	VERDICTS("    pattern: \"try: $$$A\\nexcept: $$$B\"\n",
	    {"try:\n    a\nexcept:\n    pass", "deny 1:1 r"},
	    {"try:\n    a\nexcept OSError:\n    b\nexcept:\n    pass\nfinally:\n    c",
		"deny 1:1 r"},
	    {"try:\n    a\nexcept OSError:\n    b", "allow"});
	VERDICTS("    pattern: 'def $F($$$P): return $X'\n",
	    {"def f(a, b=1) -> int:\n    return a", "deny 1:1 r"},
	    {"async def f(): return 1", "deny 1:1 r"},
	    {"class C:\n    @property\n    def f(self): return 1", "deny 3:5 r"},
	    {"def f():\n    x = 1\n    return x", "allow"}, {"def f(): return", "allow"});
	VERDICTS("    pattern: '$X = open($$$A)'\n", {"x: int = open(1)", "deny 1:1 r"},
	    {"a = b = open(x)", "deny 1:5 r"}, {"a = f(open(x))", "allow"});
	VERDICTS("    pattern: 'return $A, $B'\n", {"def f():\n    return (1, 2)", "deny 2:5 r"},
	    {"def f():\n    return 1, 2", "deny 2:5 r"}, {"def f():\n    return 1", "allow"});
	VERDICTS("    pattern: 'print($$$A)'\n", {"print(x for x in y)", "deny 1:1 r"},
	    {"print()", "deny 1:1 r"}, {"print(*a, **b)", "deny 1:1 r"}, {"p = print", "allow"});
}

static void
statements_in_a_row_are_a_pattern(void **state)
{
	(void)state;
	VERDICTS("    pattern: |\n      $F = open($$$A)\n      $$$\n      $F.close()\n",
	    {"f = open('x')\nf.close()", "deny 1:1 r"},
	    {"def g():\n    f = open('x')\n    a = 1\n    f.close()\n    return a", "deny 2:5 r"},
	    {"f = open('x')\ng.close()", "allow"},
	    {"f = open('x')\nif f:\n    f.close()", "allow"});
}

static void
constraints_are_on_values_and_on_names(void **state)
{
	(void)state;
	VERDICTS("    pattern: 'range($N)'\n    where: {N: {not: {below: 100}}}\n",
	    {"range(99)", "allow"}, {"range(10 * 10)", "deny 1:1 r"}, {"n = 50\nrange(n)", "allow"},
	    {"range(len([]))", "escalate 1:1 r"}, {"range('x')", "deny 1:1 r"});
	VERDICTS("    pattern: 'f($$$A)'\n    where: {A: {is: [constant]}}\n",
	    {"f(1, 'a')", "deny 1:1 r"}, {"f(1, [])", "allow"}, {"f(k='a')", "deny 1:1 r"},
	    {"f(1, g())", "escalate 1:1 r"}, {"f()", "deny 1:1 r"});
	VERDICTS("    pattern: 'def $F($$$P): $$$B'\n    where: {F: {text: 'test_*'}, P: {not: "
		 "{text: 'self'}}}\n",
	    {"def test_a(x): pass", "deny 1:1 r"}, {"def a(): pass", "allow"},
	    {"def test_a(self): pass", "allow"});
	VERDICTS(
	    "    pattern: '$O.$M($X)'\n    where: {M: {text: 'get*'}, X: {matches: 'secret*'}, "
	    "O: {text: a.b}}\n",
	    {"a . b.get('secret' + '1')", "deny 1:1 r"}, {"a.b.put('secret')", "allow"},
	    {"a.c.get('secret')", "allow"},
	    {"import string\na.b.get(string.digits)", "escalate 2:1 r"});
}

static void
inside_and_not_inside_share_metavariables(void **state)
{
	(void)state;
	VERDICTS("    pattern: '$F($$$A)'\n    inside: 'def $F($$$P): $$$B'\n",
	    {"def f(n):\n    return f(n - 1)", "deny 2:12 r"},
	    {"def f(n):\n    return g(n)", "allow"}, {"def f(n): pass\nf(1)", "allow"},
	    {"def f():\n    def g():\n        return f()", "deny 3:16 r"});
	VERDICTS("    pattern: 'open($$$A)'\n    not_inside: |\n      with $X: $$$B\n",
	    {"with open('a') as f: pass", "allow"}, {"f = open('a')", "deny 1:5 r"},
	    {"if x:\n    with a:\n        open('b')", "allow"});
	VERDICTS("    pattern: 'risky()'\n    not_inside: |\n      def $F($$$P): $$$B\n    where: "
		 "{F: {text: 'safe_*'}}\n",
	    {"def safe_a():\n    risky()", "allow"}, {"def a():\n    risky()", "deny 2:5 r"});
}

static void
one_error_is(const char *rule, const char *want)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	const struct err *e = &errs.items[0];
	const char *got;

	assert_null(load_text(a, arena_printf(a, "%s%s", HEAD, rule), &errs));
	got = arena_printf(a, "%u:%u %s%s%s", e->line, e->column, e->message,
	    e->help[0] != '\0' ? "; " : "", e->help);
	if (strcmp(got, want) != 0 || errs.count != 1)
		fail_msg("%s\nhas %zu: %s\nnot %s", rule, errs.count, got, want);
	arena_free(a);
}

static void
what_says_nothing_is_refused_at_its_place(void **state)
{
	static const char *const rows[][2] = {
	    {"    pattern: 'while $x: $$$B'\n",
		"11:14 '$x' is no metavariable; they are written '$NAME', '$$$NAME', '$_' and "
		"'$$$'"},
	    {"    pattern: 'if $X'\n",
		"11:14 the pattern is no Python, at line 1, column 1 of it; but for '$NAME' (one "
		"thing), '$$$NAME' (a run) and '$_' it is written as a program is"},
	    {"    pattern: '$X'\n",
		"11:14 '$X' has nothing but metavariables, and so any form; say what stands around "
		"it"},
	    {"    pattern: '$$$X + 1'\n",
		"11:14 '$$$X' stands where there is one thing; a run stands among arguments, "
		"elements, parameters or statements"},
	    {"    pattern: 'f($X, $$$X)'\n",
		"11:14 'X' stands for one thing and for a run; call one of them otherwise"},
	    {"    pattern: '#'\n",
		"11:14 the pattern is empty; write an expression or a statement"},
	    {"    pattern: 'f($X)'\n    where: {Y: {below: 1}}\n",
		"12:13 the pattern binds no 'Y'; write it '$NAME' in the pattern, or leave this "
		"out"},
	    {"    pattern: 'f(\"$X\")'\n    where: {X: {below: 1}}\n",
		"12:13 the pattern binds no 'X'; write it '$NAME' in the pattern, or leave this "
		"out"},
	    {"    pattern: 'f($X)'\n    where: {X: {is: [any]}}\n",
		"12:16 this holds for any 'X'; leave it out"},
	    {"    pattern: 'f($X)'\n    where: {X: {text: '*'}}\n",
		"12:16 this holds for any 'X'; leave it out"},
	    {"    pattern: 'f($X)'\n    where: {X: {below: 3, matches: 'a*'}}\n",
		"12:16 this can't hold for any 'X'; its parts exclude each other"},
	    {"    pattern: 'f($X)'\n    where: {X: {one_of: [a, b], matches: 'c*'}}\n",
		"12:16 this can't hold for any 'X'; its parts exclude each other"},
	    {"    pattern: 'f($X)'\n    where: {X: {below: 3, not: {below: 3}}}\n",
		"12:32 this can't hold for any 'X'; the same is asked for and refused"},
	    {"    pattern: 'def $F(): $$$B'\n    where: {F: {matches: 'a*'}}\n",
		"12:16 'F' has no value here; of what is no expression, only the 'text' can be "
		"asked"},
	    {"    pattern: 'f($X)'\n    inside: \"a\\nb\"\n",
		"12:13 more than one statement can't stand around another; name the one"},
	    {"    pattern: 'f($X)'\n    inside: 'if a: $$$B'\n    not_inside: 'if a: $$$B'\n",
		"13:17 'if a: $$$B' is asked for and refused; nothing is inside it and not"},
	    {"    pattern: 'f($X)'\n    unknown: allow\n",
		"12:14 'unknown: allow' never decides; leave it out: the form of a program is "
		"always known"},
	    {"    pattern: 'f($X)'\n    call: len\n", "9:5 the rule is about more than one thing; "
						      "give it 'call', 'pattern', 'flow', or "
						      "'all_of', 'any_of', 'none_of'"},
	    {"    call: len\n    where: {X: {below: 1}}\n",
		"12:5 'where' is for rules with 'pattern'"},
	    {"    pattern: 'f($X)'\n    as: [value]\n", "12:5 'as' is for rules with 'call'"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		one_error_is(rows[i][0], rows[i][1]);
}

static void
a_limit_that_is_met_is_a_refusal(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct policy *p = load_text(
	    a, HEAD "    pattern: 'f($$$A, $X, $$$B, $Y, $$$C, $Z, $$$D, $X, $Y, $Z)'\n", &errs);
	struct policy_verdict v;
	struct err err = {0};
	struct buf b;

	(void)state;
	assert_non_null(p);
	buf_init(&b, 1 << 20);
	buf_text(&b, "f(");
	for (int i = 0; i < 3000; i++)
		buf_printf(&b, "a%d, ", i);
	buf_text(&b, "1)");
	assert_true(policy_check(p, a, buf_view(&b), &v, &err));
	assert_int_equal(v.decision, DECISION_DENY);
	assert_true(v.count > 0);
	assert_true(str_is(v.findings[0].rule, "pattern.limit"));
	buf_release(&b);
	arena_free(a);
}

static void
depth_and_breadth_cost_no_stack(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct policy *p =
	    load_text(a, HEAD "    pattern: 'if $A: $$$B\n\n      else: $$$C'\n", &errs);
	struct policy_verdict v;
	struct err err = {0};
	struct buf b;

	(void)state;
	assert_non_null(p);
	buf_init(&b, 1 << 20);
	buf_text(&b, "if a: b\n");
	for (int i = 0; i < 12000; i++)
		buf_text(&b, "elif a: b\n");
	buf_text(&b, "else: c\n");
	assert_true(policy_check(p, a, buf_view(&b), &v, &err));
	assert_int_equal(v.count, 1);
	assert_true(str_is(v.findings[0].rule, "r"));
	buf_release(&b);
	arena_free(a);
}

static void
a_child_adds_patterns_freely_and_replaces_none(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	const char *head = "apiVersion: sluice/v1\nid: p\nrevision: 1\nextends: [pure-compute]\n"
			   "rules:\n";
	struct policy *p = load_text(a,
	    arena_printf(a, "%s  - {id: mine, pattern: '$X == $X', otherwise: escalate}\n", head),
	    &errs);

	(void)state;
	assert_non_null(p);
	assert_string_equal(verdict_line(a, p, STR("a = 1\nprint(a == a)")), "escalate 2:7 mine");
	assert_null(load_text(a,
	    arena_printf(a, "%s  - {id: idle, pattern: 'f($X)', otherwise: allow}\n", head),
	    &errs));
	assert_string_equal(errs.items[0].message, "rule 'idle' decides nothing");
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(layout_makes_no_difference),
	    cmocka_unit_test(a_metavariable_twice_is_the_same_text),
	    cmocka_unit_test(clauses_that_are_not_named_may_be_there),
	    cmocka_unit_test(statements_in_a_row_are_a_pattern),
	    cmocka_unit_test(constraints_are_on_values_and_on_names),
	    cmocka_unit_test(inside_and_not_inside_share_metavariables),
	    cmocka_unit_test(what_says_nothing_is_refused_at_its_place),
	    cmocka_unit_test(a_limit_that_is_met_is_a_refusal),
	    cmocka_unit_test(depth_and_breadth_cost_no_stack),
	    cmocka_unit_test(a_child_adds_patterns_freely_and_replaces_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
