/* SPDX-License-Identifier: MIT */
#include "policy_fixture.h"
#include "waive.h"

struct fixture {
	struct arena *a;
	struct policy *p;
	struct check_result result;
};

static void
set_up(struct fixture *f)
{
	struct err err = {0};

	f->a = arena_new(FIXTURE_ARENA);
	f->p = load_shipped(f->a, "policies/data-analysis.yaml");
	f->result = (struct check_result){
	    .path = "a,b.py", .source = STR("x = '\xf0\x9f\x8d\x8e'; eval('1')\n")};
	assert_true(policy_check(f->p, f->a, f->result.source, &f->result.verdict, &err));
}

static void
report(struct fixture *f, enum check_format format, struct buf *out)
{
	set_up(f);
	buf_init(out, 1 << 20);
	check_report(f->p, &f->result, 1, format, false, out);
	assert_false(out->failed);
}

static void
a_person_sees_the_line_and_carets(void **state)
{
	struct fixture f;
	struct buf out;

	(void)state;
	report(&f, CHECK_HUMAN, &out);
	assert_string_equal(out.p,
	    "a,b.py:1:10: deny: 'eval': code may not make code [call.denied]\n"
	    "    1 | x = '\xf0\x9f\x8d\x8e'; eval('1')\n"
	    "      |          ^^^^\n"
	    "help: write the calculation itself\n\na,b.py: deny, 1 finding\n");
	buf_release(&out);
	arena_free(f.a);
}

static const struct json_node *
parse(struct fixture *f, struct buf *out, struct json_doc *doc)
{
	struct err err = {0};

	assert_true(json_parse(f->a, buf_view(out), "report", &JSON_LIMITS, doc, NULL, &err));
	return json_root(doc);
}

static void
json_keeps_the_promised_shape(void **state)
{
	static const char *const names[] = {"rule", "decision", "severity", "message", "remedy",
	    "line", "column", "end_line", "end_column", "snippet"};
	struct fixture f;
	struct buf out;
	struct json_doc doc;
	const struct json_node *root, *file, *finding;

	(void)state;
	report(&f, CHECK_JSON, &out);
	root = parse(&f, &out, &doc);
	assert_true(str_is(
	    json_get_text(&doc, json_get(&doc, root, "policy"), "name", STR("")), "data-analysis"));
	file = json_first(&doc, json_get(&doc, root, "files"));
	assert_true(str_is(json_get_text(&doc, file, "verdict", STR("")), "deny"));
	assert_true(
	    str_is(json_get_text(&doc, file, "sha256", STR("")), f.result.verdict.code_sha256));
	finding = json_first(&doc, json_get(&doc, file, "findings"));
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		assert_non_null(json_get(&doc, finding, names[i]));
	buf_release(&out);
	arena_free(f.a);
}

static void
sarif_counts_utf16_units(void **state)
{
	struct fixture f;
	struct buf out;
	struct json_doc doc;

	(void)state;
	report(&f, CHECK_SARIF, &out);
	parse(&f, &out, &doc);
	assert_non_null(strstr(out.p, "\"startColumn\": 11,"));
	assert_non_null(strstr(out.p, "\"columnKind\": \"utf16CodeUnits\""));
	assert_non_null(strstr(out.p, "\"version\": \"2.1.0\""));
	buf_release(&out);
	arena_free(f.a);
}

static void
junit_has_a_failure_for_each_finding(void **state)
{
	struct fixture f;
	struct buf out;

	(void)state;
	report(&f, CHECK_JUNIT, &out);
	assert_string_equal(out.p,
	    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
	    "  <testsuite name=\"data-analysis\" tests=\"1\" failures=\"1\">\n"
	    "    <testcase classname=\"sluice.check\" name=\"a,b.py\">\n"
	    "      <failure type=\"call.denied\" message=\"line 1: 'eval': code may not make "
	    "code\">eval</failure>\n"
	    "    </testcase>\n  </testsuite>\n</testsuites>\n");
	buf_release(&out);
	arena_free(f.a);
}

static void
github_commands_escape_their_properties(void **state)
{
	struct fixture f;
	struct buf out;

	(void)state;
	report(&f, CHECK_GITHUB, &out);
	assert_string_equal(out.p,
	    "::error file=a%2Cb.py,line=1,col=10,endLine=1,title=call.denied::'eval': code "
	    "may not make code\n");
	buf_release(&out);
	arena_free(f.a);
}

/* What only is told is no failure, in no format. */
static void
notes_are_told_as_notes(void **state)
{
	static const struct {
		enum check_format format;
		const char *has, *lacks;
	} cases[] = {
	    {CHECK_SARIF, "\"level\": \"note\"", "\"exitCode\": 1"},
	    {CHECK_GITHUB, "::notice file=a%2Cb.py,line=1", "::error"},
	    {CHECK_JUNIT, "failures=\"0\"", "<failure"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct fixture f;
		struct buf out;

		set_up(&f);
		f.result.verdict.findings[0].decision = DECISION_ALLOW;
		f.result.verdict.decision = DECISION_ALLOW;
		buf_init(&out, 1 << 20);
		check_report(f.p, &f.result, 1, cases[i].format, false, &out);
		assert_non_null(strstr(out.p, cases[i].has));
		assert_null(strstr(out.p, cases[i].lacks));
		buf_release(&out);
		arena_free(f.a);
	}
}

static const struct waiver WAIVER = {.id = {"W-1", 3},
    .reason = {"moved next\033 week", 16},
    .ticket = {"T-7", 3},
    .owner = {"ann", 3},
    .approver = {"bob", 3},
    .until_us = 1798675200000000};

static void
report_as(bool waived, bool shadow, enum check_format format, struct buf *out)
{
	struct policy_trial trial = {
	    .policy = STR("next"), .revision = 2, .decision = DECISION_DENY};
	struct finding *one;
	struct fixture f;

	set_up(&f);
	one = &f.result.verdict.findings[0];
	one->waived = waived;
	one->waiver = shadow ? NULL : &WAIVER;
	one->shadow = shadow;
	one->trial = &trial;
	f.result.verdict.decision = waived || shadow ? DECISION_ALLOW : DECISION_DENY;
	f.result.verdict.trials = &trial;
	f.result.verdict.trial_count = shadow ? 1 : 0;
	buf_init(out, 1 << 20);
	check_report(f.p, &f.result, 1, format, false, out);
	arena_free(f.a);
}

/* What decides nothing is told in every format, and told as that. */
static void
what_decides_nothing_is_told_apart(void **state)
{
	static const struct {
		enum check_format format;
		bool waived, shadow;
		const char *has, *lacks;
	} cases[] = {
	    {CHECK_HUMAN, true, false, "deny, waived by W-1: 'eval'", "help:"},
	    {CHECK_HUMAN, true, false,
		"waiver 'W-1' until 2026-12-31, owner ann, approver bob, ticket T-7: moved "
		"next\\x1b week\n",
		"1 finding"},
	    {CHECK_HUMAN, true, false, "a,b.py: allow, 1 waived\n", "shadow"},
	    {CHECK_HUMAN, false, true, "deny, in shadow of next@2: 'eval'", "waive"},
	    {CHECK_HUMAN, false, true, "a,b.py: allow, 1 in shadow; next@2: deny\n", "waived"},
	    {CHECK_HUMAN, false, false, "deny, waiver expired: W-1: 'eval'", "waived"},
	    {CHECK_HUMAN, false, false, "a,b.py: deny, 1 finding\n", "waived"},
	    {CHECK_JSON, true, false, "\"waived\": true,\n          \"waiver\": \"W-1\"",
		"expired"},
	    {CHECK_JSON, false, true,
		"\"shadow\": true,\n          \"policy\": \"next\",\n          \"policy_sha256\": "
		"\"\"",
		"waive"},
	    {CHECK_JSON, false, true,
		"\"revision\": 2,\n          \"sha256\": \"\",\n          "
		"\"verdict\": \"deny\"",
		"waive"},
	    {CHECK_JSON, false, false, "\"expired_waiver\": \"W-1\"", "waived"},
	    {CHECK_SARIF, true, false, "\"kind\": \"external\",", "\"level\": \"note\""},
	    {CHECK_SARIF, true, false, "\"status\": \"accepted\",", "\"exitCode\": 1"},
	    {CHECK_SARIF, true, false,
		"week (waiver W-1, owner ann, approver bob, expires 2026-12-31T00:00:00.000000Z, "
		"ticket T-7)\"",
		"expired_waiver"},
	    {CHECK_SARIF, false, true, "\"level\": \"note\"", "suppressions"},
	    {CHECK_SARIF, false, false, "\"expired_waiver\": \"W-1\"", "suppressions"},
	    {CHECK_JUNIT, true, false,
		"<system-out>line 1: deny, waived by W-1: 'eval': code may not make code "
		"[call.denied]",
		"<failure"},
	    {CHECK_JUNIT, false, true, "failures=\"0\"", "<failure"},
	    {CHECK_JUNIT, false, false, "failures=\"1\"", "system-out"},
	    {CHECK_GITHUB, true, false, "::notice file", "::error"},
	    {CHECK_GITHUB, true, false, "code, waived by W-1\n", "::error"},
	    {CHECK_GITHUB, false, true, "code, in shadow of next@2\n", "::error"},
	    {CHECK_GITHUB, false, false, "::error file", "::notice"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct buf out;

		report_as(cases[i].waived, cases[i].shadow, cases[i].format, &out);
		if (strstr(out.p, cases[i].has) == NULL || strstr(out.p, cases[i].lacks) != NULL)
			fail_msg("case %zu: wanted '%s' and no '%s' in\n%s", i, cases[i].has,
			    cases[i].lacks, out.p);
		buf_release(&out);
	}
}

static void
no_text_of_a_policy_commands_the_terminal(void **state)
{
	struct finding f = {.rule = STR("r"),
	    .message = STR("a\x1b[2Jb"),
	    .remedy = STR("c\x1b]0;d\x07\xe2\x80\xae"),
	    .line = 1,
	    .column = 1};
	struct buf out;

	(void)state;
	buf_init(&out, 1 << 20);
	finding_render(&f, "x\x1b[1m.py", STR(""), false, &out);
	assert_string_equal(out.p, "x\\x1b[1m.py:1:1: deny: a\\x1b[2Jb [r]\n    1 | \n      | ^\n"
				   "help: c\\x1b]0;d\\x07\\u{202e}\n");
	buf_release(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_person_sees_the_line_and_carets),
	    cmocka_unit_test(json_keeps_the_promised_shape),
	    cmocka_unit_test(sarif_counts_utf16_units),
	    cmocka_unit_test(junit_has_a_failure_for_each_finding),
	    cmocka_unit_test(github_commands_escape_their_properties),
	    cmocka_unit_test(notes_are_told_as_notes),
	    cmocka_unit_test(what_decides_nothing_is_told_apart),
	    cmocka_unit_test(no_text_of_a_policy_commands_the_terminal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
