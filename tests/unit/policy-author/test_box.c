/* SPDX-License-Identifier: MIT */
/* What the executor is given of a policy, and what a breach that it saw is called. */
#include "../policy-engine/policy_fixture.h"

#include "box.h"
#include "model.h"

#define HEAD "apiVersion: sluice/v1\nid: p\nrevision: 1\n"

static struct policy *
load(struct arena *a, const char *yaml)
{
	struct err_list errs = {0};
	struct policy *p = load_text(a, yaml, &errs);

	assert_non_null(p);
	return p;
}

static char *
rules_of(struct arena *a, const struct policy *p, const char *code)
{
	struct policy_verdict v;
	struct json_writer w;
	struct err err = {0};
	struct buf out;
	char *text;

	assert_true(policy_check(p, a, str_from(code), &v, &err));
	buf_init(&out, 1 << 20);
	json_writer_init(&w, &out, false);
	text = policy_interpreter(a, p, &v, &w) ? arena_text(a, buf_view(&out)) : NULL;
	buf_release(&out);
	return text;
}

static void
the_executor_gets_folders_patterns_and_walls(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct policy *p =
	    load(a, HEAD "imports: {default: allow}\nbuiltins: {allow: [open]}\nfiles: {read: "
			 "[inputs, /data], write: [\"*.csv\"]}\n");

	(void)state;
	assert_string_equal(rules_of(a, p, "x = 1\n"),
	    "{\"read\":[\".\",\"/data\"],\"write\":[\".\"],\"results\":[\"*.csv\"]}");
	assert_string_equal(rules_of(a, p, "def f(n):\n    open(n)\nf\n"),
	    "{\"read\":[\".\",\"/data\"],\"write\":[\".\"],\"results\":[\"*.csv\"],"
	    "\"obligations\":[\"files\"]}");
	assert_null(rules_of(a, load(a, HEAD "imports: {default: allow}\n"), "x = 1\n"));
	arena_free(a);
}

static void
a_breach_speaks_for_the_rule_at_its_line(void **state)
{
	static const char code[] = "def f(n):\n    open(n)\n\n  \nf\n";
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct policy *p = load(a, HEAD "builtins: {allow: [open]}\nfiles: {read: [inputs]}\n");
	const struct {
		const char *rule;
		int64_t line;
		const char *becomes;
		unsigned at_line, column;
		bool evasion;
	} cases[] = {
	    {"files.read", 2, "files.read", 2, 10, false},
	    {"files.write", 2, "files.write", 2, 5, false},
	    {"files.read", 1, "files.read", 1, 1, false},
	    {"files.read", 4, "files.read", 4, 3, false},
	    {"files.read", 0, "files.read", 0, 0, false},
	    {"files.read", -7, "files.read", 0, 0, false},
	    {"files.read", INT64_MAX, "files.read", 0, 0, false},
	    {"attribute.dunder", 2, "attribute.dunder", 2, 5, true},
	    {"capability.code", 5, "capability.code", 5, 1, true},
	};
	struct policy_verdict v;
	struct err err = {0};
	struct finding f;

	(void)state;
	assert_true(policy_check(p, a, str_from(code), &v, &err));
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const struct broken_rule b = {
		    str_from(code), str_from(cases[i].rule), cases[i].line};

		assert_true(policy_breach(&v, &b, &f));
		assert_true(str_is(f.rule, cases[i].becomes));
		assert_int_equal(f.decision, DECISION_DENY);
		assert_int_equal(f.line, cases[i].at_line);
		assert_int_equal(f.column, cases[i].column);
		assert_int_equal(f.evasion, cases[i].evasion);
		assert_true(f.message.n > 0 && f.remedy.n > 0 && finding_decides(&f));
		assert_true(rule_is_built_in(b.rule));
	}
	assert_false(
	    policy_breach(&v, &(struct broken_rule){str_from(code), STR("open-scope"), 2}, &f));
	assert_false(policy_breach(&v, &(struct broken_rule){str_from(code), STR(""), 2}, &f));
	arena_free(a);
}

/* A line that may read and may write: what was stopped tells which. */
static void
a_breach_is_no_other_obligation_s(void **state)
{
	struct finding owed[] = {
	    {.rule = STR("files.write"), .line = 1, .wall = WALL_FILES, .at = 0, .end = 4},
	    {.rule = STR("files.read"), .line = 1, .wall = WALL_FILES, .at = 5, .end = 6},
	    {.rule = STR("files.write"), .line = 2, .wall = WALL_FILES, .at = 8, .end = 12},
	};
	const struct policy_verdict v = {.obligations = owed, .obligation_count = 3};
	const struct broken_rule both = {STR("open(n)\nopen(m)\n"), STR("files.read"), 1},
				 other = {both.code, STR("files.read"), 2};
	struct finding f;

	(void)state;
	assert_true(policy_breach(&v, &both, &f));
	assert_true(str_is(f.rule, "files.read"));
	assert_int_equal(f.column, 6);
	assert_true(policy_breach(&v, &other, &f));
	assert_true(str_is(f.rule, "files.read"));
	assert_int_equal(f.line, 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_executor_gets_folders_patterns_and_walls),
	    cmocka_unit_test(a_breach_speaks_for_the_rule_at_its_line),
	    cmocka_unit_test(a_breach_is_no_other_obligation_s),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
