/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "results.h"
#include "rules.h"

static bool
read_rules(struct arena *a, const char *json, struct rules *out, struct err *err)
{
	struct json_doc doc;
	const struct box_spec spec = {.interpreter = &doc};

	assert_true(json_parse(a, str_from(json), "rules.json", &JSON_LIMITS, &doc, NULL, err));
	return rules_read(a, &spec, out, err);
}

static void
rules_become_lines(void **state)
{
	struct arena *a = arena_new(1 << 16);
	struct rules rules;
	struct err err = {0};

	(void)state;
	assert_true(read_rules(a,
	    "{\"modules\": [\"math\", \"json\"], \"builtins\": [], \"read\": [\".\"]}", &rules,
	    &err));
	assert_str_equal(
	    rules.lines, "guard\nmodule\nmodule math\nmodule json\nbuiltin\nread\nread .\n");
	assert_true(read_rules(a, "{}", &rules, &err));
	assert_str_equal(rules.lines, "guard\n");
	assert_true(read_rules(a,
	    "{\"attributes\": {\"deny\": [\"gi_frame\"], \"private\": [\"__name__\"]}, "
	    "\"results\": [\"*.csv\"], \"obligations\": [\"files\"]}",
	    &rules, &err));
	assert_str_equal(rules.lines, "guard\nprivate\ndeny\ndeny gi_frame\nprivate\n"
				      "private __name__\nresult\nresult *.csv\n");
	arena_free(a);
}

static void
the_supervisor_knows_its_part(void **state)
{
	struct arena *a = arena_new(1 << 16);
	struct rules rules;
	struct err err = {0};

	(void)state;
	assert_true(rules_read(a, &(struct box_spec){0}, &rules, &err));
	assert_str_equal(rules.lines, "open\n");
	assert_true(rules.reads_work && rules.writes_work && !rules.has_results);
	assert_true(read_rules(a, "{\"read\": [], \"write\": [\"/tmp\"]}", &rules, &err));
	assert_true(!rules.reads_work && !rules.writes_work && !rules.has_attributes);
	assert_true(read_rules(a,
	    "{\"read\": [\"/usr\", \".\"], \"write\": [\".\"], \"results\": [\"a/*\", \"b\"], "
	    "\"attributes\": {}, \"obligations\": [\"files\", \"attributes\"]}",
	    &rules, &err));
	assert_true(rules.reads_work && rules.writes_work && rules.has_attributes);
	assert_true(rules.has_results && rules.result_count == 2);
	assert_string_equal(rules.results[0], "a/*");
	assert_int_equal(rules.obligation_count, 2);
	assert_str_equal(rules.obligations[1], "attributes");
	assert_true(read_rules(a, "{\"results\": []}", &rules, &err));
	assert_true(rules.has_results && rules.result_count == 0);
	arena_free(a);
}

static void
patterns_keep_to_their_folder(void **state)
{
	static const struct {
		const char *pattern, *path;
		bool fits;
	} cases[] = {
	    {"*.csv", "a.csv", true},
	    {"*.csv", "out/deep/a.csv", true},
	    {"*.csv", ".csv", true},
	    {"*.csv", "a.csv.py", false},
	    {"*.csv", "a.CSV", false},
	    {"a*b*c", "aXbYbc", true},
	    {"a*b*c", "aXbYb", false},
	    {"out/*", "out/a", true},
	    {"out/*", "out/a/b", false},
	    {"out/*", "about/a", false},
	    {"out/*", "x/out/a", false},
	    {"*/*.png", "a/b.png", true},
	    {"*/*.png", "b.png", false},
	    {"*/*.png", "a/b/c.png", false},
	    {"*", "anything/below", true},
	    {"", "", true},
	    {"", "a", false},
	    {"**", "a", true},
	    {"?", "a", false},
	    {"[ab]", "a", false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		if (result_fits(cases[i].pattern, cases[i].path) != cases[i].fits)
			fail_msg("'%s' and '%s'", cases[i].pattern, cases[i].path);
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
	    {"{\"attributes\": []}", "'attributes' must be an object", 16},
	    {"{\"attributes\": {\"allow\": []}}", "'attributes' has no list 'allow'", 17},
	    {"{\"attributes\": {\"deny\": [0]}}", "'deny' must hold names only", 26},
	    {"{\"results\": [\"a\", \"/etc/*\"]}",
		"'/etc/*' is not a pattern of files below the working directory", 19},
	    {"{\"results\": [\"../a\"]}",
		"'../a' is not a pattern of files below the working directory", 14},
	    {"{\"results\": [\"a//b\"]}",
		"'a//b' is not a pattern of files below the working directory", 14},
	    {"{\"results\": [\"out/\"]}",
		"'out/' is not a pattern of files below the working directory", 14},
	    {"{\"results\": [\"a\\u0000b\"]}", "'results' must hold names only", 14},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new(1 << 16);
		struct rules rules;
		struct err err = {0};
		assert_false(read_rules(a, cases[i].json, &rules, &err));
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
	    cmocka_unit_test(the_supervisor_knows_its_part),
	    cmocka_unit_test(patterns_keep_to_their_folder),
	    cmocka_unit_test(mistakes_are_placed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
