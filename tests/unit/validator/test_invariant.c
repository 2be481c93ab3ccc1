/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "validator.h"

#include <stdio.h>

static char said_text[4096];

static struct schema *
schema_of(struct arena *a, const char *text)
{
	static struct err_list errs;
	struct schema *s = NULL;
	struct err err = {0};
	struct json_doc *doc = arena_alloc(a, sizeof(*doc));
	assert_true(json_parse(a, str_from(text), NULL, &JSON_LIMITS, doc, NULL, &err));
	assert_true(schema_compile(a, doc, NULL, &s, &errs));
	return s;
}

/* "holds", "no: message", "unknown: message", or "column: error (help)". */
static const char *
said(const char *schema, const char *expression, const char *out, const char *in)
{
	struct arena *a = arena_new(64 << 20);
	struct invariant *i = NULL;
	struct json_doc out_doc, in_doc;
	struct err err = {0}, ignored = {0};
	struct invariant_result r;
	const struct schema *s = schema ? schema_of(a, schema) : NULL;
	assert_true(json_parse(a, str_from(out), NULL, &JSON_LIMITS, &out_doc, NULL, &ignored));
	if (in)
		assert_true(
		    json_parse(a, str_from(in), NULL, &JSON_LIMITS, &in_doc, NULL, &ignored));
	if (!invariant_compile(a, s, NULL, str_from(expression), &i, &err)) {
		snprintf(said_text, sizeof(said_text), "%u: %s%s%s%s", err.column, err.message,
		    err.help[0] ? " (" : "", err.help, err.help[0] ? ")" : "");
	} else {
		static const char *const VERDICTS[] = {"unknown: ", "no: ", "holds"};
		assert_true(invariant_check(i, a, &out_doc, in ? &in_doc : NULL, &r, &err));
		snprintf(said_text, sizeof(said_text), "%s%.*s", VERDICTS[r.verdict],
		    STR_ARG(r.message));
	}
	arena_free(a);
	return said_text;
}

#define RECORDS                                                                                    \
	"{\"items\":[{\"id\":1,\"amount\":0.1,\"tag\":\"a\"},{\"id\":2,\"amount\":0.2,\"tag\":"    \
	"\"b\"}],\"total\":0.3,\"count\":2}"

static void
expressions_have_their_values(void **state)
{
	static const char *const CASES[] = {
	    "sum(out.items, i, i.amount) == out.total",
	    "0.1 + 0.2 == 0.3",
	    "1 / 8 == 0.125",
	    "div(1, 3, 4) == 0.3333 && div(2, 3, 2) == 0.67 && div(-1, 2, 0) == 0 && div(3, 2, 0) "
	    "== 2",
	    "round(2.5, 0) == 2 && round(-0.125, 2) == -0.12 && round(1.239, 2) == 1.24",
	    "10 % 3 == 1 && -10 % 3 == -1 && 2 + 3 * 4 == 14 && (2 + 3) * 4 == 20 && 2 - 3 - 4 == "
	    "-5",
	    "99999999999999999999 + 1 == 100000000000000000000",
	    "abs(0.3 - out.total) <= 0.01",
	    "size(out.items) == out.count && size('h\xc3\xa9') == 2 && size([]) == 0",
	    "out.items.all(r, r.amount > 0) && all(out.items, r, r.id in [1, 2, 3])",
	    "exists(out.items, r, r.tag == 'b') && exists_one(out.items, r, r.id == 1) && "
	    "count(out.items, r, r.id > 0) == 2",
	    "unique(out.items, r, r.id) && !unique([1, 1.0]) && unique(out.items)",
	    "min(out.items, r, r.id) == 1 && max(out.items, r, r.amount) == 0.2 && min([3, 2]) == "
	    "2",
	    "sum(map(out.items, r, r.id * 2)) == 6 && size(filter(out.items, r, r.id > 1)) == 1",
	    "out.items[0].id == 1 && out.items[1].tag == \"b\"",
	    "has(out.total) && !has(out.nope) && !has(out.nope.deeper)",
	    "starts_with('abc', 'ab') && 'abc'.ends_with('bc') && contains('abc', 'b')",
	    "out.count == in.rows",
	    "'total' in out && !('x' in out) && 'a' < 'b'",
	    "out.count > 1 ? true : false",
	    "false && out.nope == 1 || true",
	    "out.nope == 1 || true",
	    "!(false && out.nope == 1)",
	    "1 != '1' && null == null && out.items[0] != out.items[1]",
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
		assert_string_equal(said(NULL, CASES[i], RECORDS, "{\"rows\":2}"), "holds");
}

static void
failures_name_the_values(void **state)
{
	static const char *const CASES[][2] = {
	    {"sum(out.items, i, i.amount) == out.total + 0.02",
		"no: sum(out.items, i, i.amount) is 0.3, out.total + 0.02 is 0.32"},
	    {"out.count > 1 && out.count == in.rows", "no: out.count is 2, in.rows is 3"},
	    {"out.items.all(r, r.amount > 0.15)",
		"no: item 0: r.amount is 0.1, expected r.amount > 0.15"},
	    {"unique(out.items, r, 1)", "no: unique(out.items, r, 1) does not hold"},
	    {"out.items[0].tag == 'x'",
		"no: out.items[0].tag is 'a', expected out.items[0].tag == 'x'"},
	    {"out.nope == 1", "unknown: out.nope is missing"},
	    {"out.items[5] == 1", "unknown: out.items[5] is missing"},
	    {"1 / 3 > 0", "unknown: 1 / 3 does not come out even (use div(a, b, places))"},
	    {"1 / 0 > 0", "unknown: 1 / 0 divides by zero"},
	    {"out.total + 'x' == 1", "unknown: 'x' is no number"},
	    {"out.total", "unknown: out.total is neither true nor false"},
	    {"10000000000000000001 * 10000000000000000001 * 10000000000000000001 > 0",
		"unknown: 10000000000000000001 * 10000000000000000001 * 10000000000000000001 has "
		"more than 38 digits"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
		assert_string_equal(said(NULL, CASES[i][0], RECORDS, "{\"rows\":3}"), CASES[i][1]);
}

static void
mistakes_are_found_before_anything_runs(void **state)
{
	static const char SCHEMA[] =
	    "{\"properties\":{\"total\":{\"type\":\"number\"},\"items\":{\"items\":{\"$ref\":\"#/"
	    "$defs/item\"}},\"open\":{}},"
	    "\"$defs\":{\"item\":{\"properties\":{\"amount\":{}},\"additionalProperties\":false}}}";
	static const char *const CASES[][2] = {
	    {"out.totl == 1", "5: the schema has no 'totl' here (did you mean 'total'?)"},
	    {"sum(out.items, i, i.amont) == 1",
		"21: the schema has no 'amont' here (did you mean 'amount'?)"},
	    {"out.items[0].x == 1", "14: the schema has no 'x' here"},
	    {"total == 1", "1: unknown name 'total' (paths begin with 'out' (the document) or 'in' "
			   "(the inputs))"},
	    {"sun(out.items)", "1: unknown function 'sun' (did you mean 'sum'?)"},
	    {"size(1, 2)", "1: 'size' takes 1 argument"},
	    {"1 +", "4: the expression ends too early"},
	    {"1 2", "3: expected an operator or the end"},
	    {"(1", "3: expected ')'"},
	    {"'abc", "1: the string has no end"},
	    {"'\\q'", "2: unknown escape '\\q'"},
	    {"all(out.items, 1)", "16: expected a name for the elements"},
	    {"", "1: the expression ends too early"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
		assert_string_equal(said(SCHEMA, CASES[i][0], "{}", NULL), CASES[i][1]);
	assert_string_equal(
	    said(SCHEMA, "out.open.anything == 1", "{\"open\":{\"anything\":1.0}}", NULL), "holds");
}

static void
expressions_are_bounded(void **state)
{
	char deep[4200], wide_text[4200];
	(void)state;
	memset(deep, '(', 4000);
	deep[4000] = '\0';
	assert_non_null(strstr(said(NULL, deep, "{}", NULL), "the expression is too large"));
	for (size_t i = 0; i < 1000; i++)
		memcpy(wide_text + 2 * i, "1+", 2);
	memcpy(wide_text + 2000, "1", 2);
	assert_non_null(strstr(said(NULL, wide_text, "{}", NULL), "the expression is too large"));
	struct buf b;
	buf_init(&b, 1 << 20);
	buf_text(&b, "{\"l\":[0");
	for (int i = 1; i < 6000; i++)
		buf_printf(&b, ",%d", i);
	buf_text(&b, "]}");
	const char *text =
	    said(NULL, "out.l.all(a, out.l.all(b, out.l.all(c, a + b + c >= 0)))", b.p, NULL);
	assert_non_null(strstr(text, "takes too many steps"));
	buf_release(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(expressions_have_their_values),
	    cmocka_unit_test(failures_name_the_values),
	    cmocka_unit_test(mistakes_are_found_before_anything_runs),
	    cmocka_unit_test(expressions_are_bounded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
