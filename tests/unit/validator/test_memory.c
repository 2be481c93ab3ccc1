/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "validator.h"

static const char SCHEMA[] =
    "{\"$id\":\"http://example.org/s\",\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/"
    "$defs/n\"},\"b\":{\"pattern\":"
    "\"^(x|\\\\p{Lu})+$\"},\"c\":{\"enum\":[1,\"a\",[2]]},\"d\":{\"uniqueItems\":true,\"contains\":"
    "{\"const\":3}}},"
    "\"patternProperties\":{\"^p(?=x)\":{\"type\":\"null\"}},\"required\":[\"a\",\"z\"],"
    "\"unevaluatedProperties\":false,"
    "\"anyOf\":[{\"properties\":{\"e\":{\"format\":\"date\"}}},{\"$dynamicRef\":\"#d\"}],\"$defs\":"
    "{\"n\":{\"minimum\":0.5,"
    "\"multipleOf\":0.25},\"t\":{\"$dynamicAnchor\":\"d\",\"type\":\"object\"}}}";
static const char DOCUMENT[] = "{\"a\":0.3,\"b\":\"xAq\",\"c\":[3],\"d\":[1,2,1,[4],5,6,7,8,9],"
			       "\"e\":\"x\",\"px\":1,\"unknown\":true}";

/* Everything that the validator does, with what allocates; false where any of it fails. */
static bool
work(struct arena *a, struct err *err)
{
	struct json_doc schema_doc, doc;
	struct schema *s = NULL;
	struct err_list errs = {0};
	struct schema_report report = {0};
	struct output_report output = {0};
	struct invariant *i = NULL;
	struct invariant_result result = {0};
	struct leak_scanner *scanner = NULL;
	struct leak_report leaks = {0};
	struct str value = STR("secret-value");
	struct schema_options options = {.strict = true, .assert_formats = true};
	if (!json_parse(a, str_from(SCHEMA), NULL, &JSON_LIMITS, &schema_doc, NULL, err) ||
	    !json_parse(a, str_from(DOCUMENT), NULL, &JSON_LIMITS, &doc, NULL, err))
		return false;
	if (!schema_compile(a, &schema_doc, &options, &s, &errs)) {
		*err = errs.items[0];
		return false;
	}
	if (!schema_check(s, a, &doc, &report, err))
		return false;
	assert_int_equal(report.verdict, SCHEMA_INVALID);
	if (!output_check(s, a, OUTPUT_JSON, str_from(DOCUMENT), &output, err) ||
	    !document_read(a, str_from(DOCUMENT), "x", &doc, err))
		return false;
	if (!invariant_compile(
		a, s, NULL, STR("sum(map(out.d, x, 1)) == 3 && out.a > 1"), &i, err) ||
	    !invariant_check(i, a, &doc, NULL, &result, err))
		return false;
	assert_int_equal(result.verdict, SCHEMA_INVALID);
	return leak_scanner_new(a, &value, 1, STR("key"), &scanner, err) &&
	       leak_scan(scanner, a, STR("x"), STR("a secret-value"), &doc, &leaks, err);
}

static void
every_failed_allocation_is_an_error(void **state)
{
	struct err err = {0};
	bool done = false;
	size_t nth = 1;
	(void)state;
	for (; !done && nth < 5000; nth++) {
		struct arena *a = arena_new(64 << 20);
		assert_non_null(a);
		err = (struct err){0};
		arena_fail_at(a, nth);
		done = work(a, &err);
		if (!done)
			assert_true(err.code != ERR_NONE);
		arena_free(a);
	}
	assert_true(done);
	assert_true(nth > 50);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_failed_allocation_is_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
