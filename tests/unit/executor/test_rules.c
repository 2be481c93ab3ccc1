/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "rules.h"

static bool
write_rules(struct arena *a, const char *json, struct str *out, struct err *err)
{
	struct json_doc doc;

	assert_true(json_parse(a, str_from(json), "rules.json", &JSON_LIMITS, &doc, NULL, err));
	return rules_write(a, &doc, out, err);
}

static void
rules_become_lines(void **state)
{
	struct arena *a = arena_new(1 << 16);
	struct str lines;
	struct err err = {0};

	(void)state;
	assert_true(write_rules(a,
	    "{\"modules\": [\"math\", \"json\"], \"builtins\": [], \"read\": [\".\"]}", &lines,
	    &err));
	assert_str_equal(lines, "guard\nmodule\nmodule math\nmodule json\nbuiltin\nread\nread .\n");
	assert_true(write_rules(a, "{}", &lines, &err));
	assert_str_equal(lines, "guard\n");
	arena_free(a);
}

static void
mistakes_are_placed(void **state)
{
	static const struct {
		const char *json, *message;
		unsigned column;
	} cases[] = {
	    {"[]", "the interpreter's rules must be an object", 1},
	    {"{\"module\": []}", "the interpreter has no rule 'module'", 2},
	    {"{\"modules\": \"math\"}", "'modules' must be a list of names", 13},
	    {"{\"modules\": [1]}", "'modules' must hold names only", 14},
	    {"{\"read\": [\"\"]}", "'read' must hold names only", 11},
	    {"{\"read\": [\"a\\nmodule os\"]}", "'read' must hold names only", 11},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new(1 << 16);
		struct str lines;
		struct err err = {0};
		assert_false(write_rules(a, cases[i].json, &lines, &err));
		assert_string_equal(err.message, cases[i].message);
		assert_int_equal(err.column, cases[i].column);
		arena_free(a);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(rules_become_lines),
	    cmocka_unit_test(mistakes_are_placed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
