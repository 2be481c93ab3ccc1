/* SPDX-License-Identifier: MIT */
#include "json_text.h"

#include "file.h"

#include <dirent.h>
#include <stdlib.h>

/* `source` may hold NUL, so its length is told where it does. */
struct refusal {
	const char *source;
	size_t n;
	enum json_fault fault;
	unsigned line, column, width;
	const char *message, *help;
};

static void
refused(const struct refusal *row)
{
	struct text t;
	struct str source = row->n ? (struct str){row->source, row->n} : str_from(row->source);

	assert_false(parse_with(&t, source, &JSON_LIMITS));
	assert_string_equal(t.err.message, row->message);
	assert_string_equal(t.err.help, row->help);
	assert_int_equal(t.problem.fault, row->fault);
	assert_int_equal(t.err.line, row->line);
	assert_int_equal(t.err.column, row->column);
	assert_int_equal(t.err.width, row->width);
	assert_string_equal(t.err.file, "x.json");
	assert_int_equal(t.doc.count, 0);
	assert_null(json_root(&t.doc));
	release(&t);
}

#define VALUE_HELP "a value is an object, an array, a string, a number, true, false or null"
#define COMMA_HELP "a comma stands between elements"

static void
what_is_not_the_grammar_is_told_by_place(void **state)
{
	static const struct refusal rows[] = {
	    {"", 0, JSON_FAULT_EMPTY, 1, 1, 1, "the text is empty", "write one JSON value"},
	    {" \n\t ", 0, JSON_FAULT_EMPTY, 2, 3, 1, "the text is empty", "write one JSON value"},
	    {"[1 2]", 0, JSON_FAULT_SYNTAX, 1, 4, 1, "expected ',' or ']', found '2'", COMMA_HELP},
	    {"{\"a\":1 \"b\":2}", 0, JSON_FAULT_SYNTAX, 1, 8, 1, "expected ',' or '}', found '\"'",
		"a comma stands between members"},
	    {"{\"a\" 1}", 0, JSON_FAULT_SYNTAX, 1, 6, 1, "expected ':', found '1'",
		"a colon stands behind a name"},
	    {"{a: 1}", 0, JSON_FAULT_SYNTAX, 1, 2, 1, "expected a name, found 'a'",
		"a name stands in double quotes"},
	    {"[1]]", 0, JSON_FAULT_TRAILING, 1, 4, 1, "unexpected ']' behind the value",
		"write one JSON value and nothing else"},
	    {"{}\n{}", 0, JSON_FAULT_TRAILING, 2, 1, 1, "unexpected '{' behind the value",
		"write one JSON value and nothing else"},
	    {"é", 0, JSON_FAULT_SYNTAX, 1, 1, 1, "expected a value, found 'é'", VALUE_HELP},
	    {"[nul]", 0, JSON_FAULT_SYNTAX, 1, 2, 3, "expected a value, found 'nul'", VALUE_HELP},
	    {"[nullx]", 0, JSON_FAULT_SYNTAX, 1, 2, 5, "expected a value, found 'nullx'",
		VALUE_HELP},
	    {"[\"é\", \xe2\x80\xae]", 0, JSON_FAULT_SYNTAX, 1, 7, 1,
		"expected a value, found '\\u{202e}'", VALUE_HELP},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		refused(&rows[i]);
}

static void
bad_bytes_and_escapes_are_told_by_name(void **state)
{
	static const struct refusal rows[] = {
	    {"[\"\xff\"]", 0, JSON_FAULT_UTF8, 1, 3, 1, "the byte 0xff is not UTF-8",
		"write the text in UTF-8"},
	    {"[\"\xc0\xaf\"]", 0, JSON_FAULT_UTF8, 1, 3, 1, "the byte 0xc0 is not UTF-8",
		"write the text in UTF-8"},
	    {"[\"\xed\xa0\x80\"]", 0, JSON_FAULT_UTF8, 1, 3, 1, "the byte 0xed is not UTF-8",
		"write the text in UTF-8"},
	    {"\xef\xbb\xbf{}", 0, JSON_FAULT_BOM, 1, 1, 1, "the text begins with a byte order mark",
		"write UTF-8 without one"},
	    {"\xff\xfe[\0]\0", 6, JSON_FAULT_BOM, 1, 1, 2, "the text begins with a byte order mark",
		"write UTF-8 without one"},
	    {"[\"é\n\"]", 0, JSON_FAULT_CONTROL, 1, 4, 1, "control character U+000A in a string",
		"write \\n"},
	    {"[\"\x1b\"]", 0, JSON_FAULT_CONTROL, 1, 3, 1, "control character U+001B in a string",
		"write \\u001b"},
	    {"[\"a\0\"]", 6, JSON_FAULT_CONTROL, 1, 4, 1, "control character U+0000 in a string",
		"write \\u0000"},
	    {"[1\0]", 4, JSON_FAULT_CONTROL, 1, 3, 1, "control character U+0000 between values",
		"remove it; inside a string it is written \\u0000"},
	    {"1\0", 2, JSON_FAULT_CONTROL, 1, 2, 1, "control character U+0000 between values",
		"remove it; inside a string it is written \\u0000"},
	    {"[\f]", 0, JSON_FAULT_SYNTAX, 1, 2, 1, "control character U+000C between values",
		"remove it; inside a string it is written \\u000c"},
	    {"[\"\\x41\"]", 0, JSON_FAULT_ESCAPE, 1, 3, 2, "unknown escape '\\x'",
		"a backslash itself is written '\\\\'"},
	    {"[\"\\u00zz\"]", 0, JSON_FAULT_ESCAPE, 1, 3, 2, "unknown escape '\\u'",
		"'\\u' takes four hexadecimal digits"},
	    {"[\"\\é\"]", 0, JSON_FAULT_ESCAPE, 1, 3, 2, "unknown escape '\\é'",
		"a backslash itself is written '\\\\'"},
	    {"[\"\\uD800x.....\"]", 0, JSON_FAULT_SURROGATE, 1, 3, 6,
		"'\\uD800' is half of a surrogate pair",
		"write both halves, or the character itself"},
	    {"[\"\\uDC00\\uD800\"]", 0, JSON_FAULT_SURROGATE, 1, 3, 6,
		"'\\uDC00' is half of a surrogate pair",
		"write both halves, or the character itself"},
	    {"[\"\\uD800\\uD800\"]", 0, JSON_FAULT_SURROGATE, 1, 3, 6,
		"'\\uD800' is half of a surrogate pair",
		"write both halves, or the character itself"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		refused(&rows[i]);
}

static void
bad_numbers_are_told_by_name(void **state)
{
	static const struct refusal rows[] = {
	    {"[012]", 0, JSON_FAULT_NUMBER, 1, 2, 3, "'012' begins with a zero",
		"write the number without it, or a string"},
	    {"[1.]", 0, JSON_FAULT_NUMBER, 1, 2, 2, "'1.' lacks a digit",
		"write digits on both sides of the point and behind the 'e'"},
	    {"[-]", 0, JSON_FAULT_NUMBER, 1, 2, 1, "'-' lacks a digit",
		"write digits on both sides of the point and behind the 'e'"},
	    {"[1e+]", 0, JSON_FAULT_NUMBER, 1, 2, 3, "'1e+' lacks a digit",
		"write digits on both sides of the point and behind the 'e'"},
	    {"[0x1F]", 0, JSON_FAULT_NUMBER, 1, 2, 4, "'0x1F' is not a JSON number",
		"write decimal digits, or a string"},
	    {"[1_000]", 0, JSON_FAULT_NUMBER, 1, 2, 5, "'1_000' is not a JSON number",
		"write decimal digits, or a string"},
	    {"[+1]", 0, JSON_FAULT_NUMBER, 1, 2, 2, "'+1' is not a JSON number",
		"write null, or a string"},
	    {"[NaN]", 0, JSON_FAULT_NUMBER, 1, 2, 3, "'NaN' is not a JSON number",
		"write null, or a string"},
	    {"[-Infinity]", 0, JSON_FAULT_NUMBER, 1, 2, 9, "'-Infinity' is not a JSON number",
		"write null, or a string"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		refused(&rows[i]);
}

static void
a_text_that_was_cut_says_inside_what(void **state)
{
	static const struct refusal rows[] = {
	    {"{\"a\":\n [1, ", 0, JSON_FAULT_TRUNCATED, 2, 6, 1, "the text ends inside an array",
		"it begins at line 2, column 2"},
	    {"{\"a\"", 0, JSON_FAULT_TRUNCATED, 1, 5, 1, "the text ends inside an object",
		"it begins at line 1, column 1"},
	    {"{\"a\":1,", 0, JSON_FAULT_TRUNCATED, 1, 8, 1, "the text ends inside an object",
		"it begins at line 1, column 1"},
	    {"{", 0, JSON_FAULT_TRUNCATED, 1, 2, 1, "the text ends inside an object",
		"it begins at line 1, column 1"},
	    {"[\"abc", 0, JSON_FAULT_TRUNCATED, 1, 6, 1, "the text ends inside a string",
		"it begins at line 1, column 2"},
	    {"[\"a\\", 0, JSON_FAULT_TRUNCATED, 1, 5, 1, "the text ends inside a string",
		"it begins at line 1, column 2"},
	    {"[\"a\\u00", 0, JSON_FAULT_TRUNCATED, 1, 8, 1, "the text ends inside a string",
		"it begins at line 1, column 2"},
	    {"[\"a\\ud83d", 0, JSON_FAULT_TRUNCATED, 1, 10, 1, "the text ends inside a string",
		"it begins at line 1, column 2"},
	    {"[tru", 0, JSON_FAULT_TRUNCATED, 1, 5, 1, "the text ends inside an array",
		"it begins at line 1, column 1"},
	    {"[1.", 0, JSON_FAULT_TRUNCATED, 1, 4, 1, "the text ends inside an array",
		"it begins at line 1, column 1"},
	    {"tru", 0, JSON_FAULT_TRUNCATED, 1, 4, 1, "the text ends inside a value",
		"write the value to its end"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		refused(&rows[i]);
}

static void
habits_from_other_languages_get_their_help(void **state)
{
	static const struct refusal rows[] = {
	    {"{'a': 1}", 0, JSON_FAULT_SYNTAX, 1, 2, 1, "expected a name, found '''",
		"strings and names take double quotes"},
	    {"['a']", 0, JSON_FAULT_SYNTAX, 1, 2, 1, "expected a value, found '''",
		"strings and names take double quotes"},
	    {"[None]", 0, JSON_FAULT_SYNTAX, 1, 2, 4, "expected a value, found 'None'",
		"write null, true or false"},
	    {"[True]", 0, JSON_FAULT_SYNTAX, 1, 2, 4, "expected a value, found 'True'",
		"write null, true or false"},
	    {"[undefined]", 0, JSON_FAULT_SYNTAX, 1, 2, 9, "expected a value, found 'undefined'",
		"write null"},
	    {"```json\n{}", 0, JSON_FAULT_SYNTAX, 1, 1, 1, "expected a value, found '`'",
		"write the JSON alone, without a code fence"},
	    {"[1, // x\n2]", 0, JSON_FAULT_SYNTAX, 1, 5, 1, "expected a value, found '/'",
		"JSON has no comments"},
	    {"[1 # x\n]", 0, JSON_FAULT_SYNTAX, 1, 4, 1, "expected ',' or ']', found '#'",
		"JSON has no comments"},
	    {"[1, ]", 0, JSON_FAULT_SYNTAX, 1, 5, 1, "expected a value, found ']'",
		"remove the comma before it"},
	    {"{\"a\":1,\n}", 0, JSON_FAULT_SYNTAX, 2, 1, 1, "expected a name, found '}'",
		"remove the comma before it"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		refused(&rows[i]);
}

static void
a_name_stands_once_after_unescaping(void **state)
{
	static const struct refusal rows[] = {
	    {"{\"a\":1,\"b\":2,\n \"a\":3}", 0, JSON_FAULT_DUPLICATE, 2, 2, 3, "duplicate name 'a'",
		"the first is at line 1, column 2"},
	    {"{\"a\":1,\"\\u0061\":2}", 0, JSON_FAULT_DUPLICATE, 1, 8, 8, "duplicate name 'a'",
		"the first is at line 1, column 2"},
	    {"[{\"\":{\"\":1,\"\":2}}]", 0, JSON_FAULT_DUPLICATE, 1, 12, 2, "duplicate name ''",
		"the first is at line 1, column 7"},
	    {"{\"\\ud83d\\ude00\":1,\"😀\":2}", 0, JSON_FAULT_DUPLICATE, 1, 19, 3,
		"duplicate name '😀'", "the first is at line 1, column 2"},
	};
	static const char *const good[] = {
	    "{\"a\":{\"a\":{\"a\":1}},\"A\":2}",
	    "[{\"a\":1},{\"a\":1}]",
	    "{\"a\":1,\"a\\u0000\":2}",
	    /* The same letter composed and decomposed. */
	    "{\"\\u00e9\":1,\"e\\u0301\":2}",
	};
	struct text t;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		refused(&rows[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(good); i++) {
		assert_true(parse(&t, good[i]));
		release(&t);
	}
	assert_false(parse(&t, "{\"a\":1,\"b\":2,\"a\":3}"));
	assert_int_equal(t.problem.at, 13);
	assert_int_equal(t.problem.other_at, 1);
	release(&t);
}

static char *
suite_folder(struct arena *a)
{
	const char *shared = getenv("SLUICE_SHARED_DATA"), *root = getenv("SLUICE_SOURCE_DIR");

	if (shared)
		return path_join(a, shared, "JSONTestSuite/test_parsing");
	return root ? path_join(a, root, "../shared/data/JSONTestSuite/test_parsing") : NULL;
}

/* The two texts that the grammar accepts and the reader's contract refuses: readers differ on which
 * of two equal names counts, so that what was judged would not be what is used. */
static bool
is_duplicate_case(const char *name)
{
	return strcmp(name, "y_object_duplicated_key.json") == 0 ||
	       strcmp(name, "y_object_duplicated_key_and_value.json") == 0;
}

struct tally {
	size_t valid, invalid, accepted, refused, on_purpose;
};

static void
check_case(const char *folder, const char *name, struct tally *tally)
{
	struct text t = {.arena = arena_new(ARENA_BYTES)};
	struct str source;

	assert_true(file_read(t.arena, path_join(t.arena, folder, name), 1 << 20, &source, &t.err));
	bool good = json_parse(t.arena, source, name, &JSON_LIMITS, &t.doc, &t.problem, &t.err);
	if (is_duplicate_case(name)) {
		assert_int_equal(t.problem.fault, JSON_FAULT_DUPLICATE);
		print_message("refused on purpose: %s: %s\n", name, t.err.message);
		tally->on_purpose++;
	} else if (name[0] != 'i' && good != (name[0] == 'y'))
		fail_msg("%s: %s", name, good ? "accepted" : t.err.message);
	assert_int_equal(good, t.problem.fault == JSON_OK);
	tally->valid += name[0] == 'y';
	tally->invalid += name[0] == 'n';
	tally->accepted += name[0] == 'y' && good;
	tally->refused += name[0] == 'n' && !good;
	release(&t);
}

static void
the_parsing_suite_is_decided_right(void **state)
{
	struct arena *a = arena_new(ARENA_BYTES);
	char *folder = suite_folder(a);
	DIR *d = folder ? opendir(folder) : NULL;
	struct tally tally = {0};

	(void)state;
	if (!d) {
		arena_free(a);
		print_message("the JSON parsing suite is not here: set SLUICE_SHARED_DATA\n");
		skip();
	}
	for (struct dirent *e = readdir(d); e; e = readdir(d))
		if (str_ends(str_from(e->d_name), STR(".json")))
			check_case(folder, e->d_name, &tally);
	closedir(d);
	print_message("%zu of %zu valid texts accepted, %zu refused on purpose; %zu of %zu invalid "
		      "texts refused\n",
	    tally.accepted, tally.valid, tally.on_purpose, tally.refused, tally.invalid);
	assert_int_equal(tally.valid, 95);
	assert_int_equal(tally.accepted, 93);
	assert_int_equal(tally.invalid, 188);
	assert_int_equal(tally.refused, 188);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_not_the_grammar_is_told_by_place),
	    cmocka_unit_test(bad_bytes_and_escapes_are_told_by_name),
	    cmocka_unit_test(bad_numbers_are_told_by_name),
	    cmocka_unit_test(a_text_that_was_cut_says_inside_what),
	    cmocka_unit_test(habits_from_other_languages_get_their_help),
	    cmocka_unit_test(a_name_stands_once_after_unescaping),
	    cmocka_unit_test(the_parsing_suite_is_decided_right),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
