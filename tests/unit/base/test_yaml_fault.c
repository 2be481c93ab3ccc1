/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "yaml.h"

#define ARENA_BYTES ((size_t)64 << 20)
#define ROW_ERRORS_MAX 5

struct expected {
	unsigned line, column, width;
	const char *message, *help;
};

/* `n` is told where the source holds NUL. */
struct refusal {
	const char *source;
	size_t n;
	struct expected errors[ROW_ERRORS_MAX];
};

static void
refused(const struct refusal *row)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct str source = row->n ? (struct str){row->source, row->n} : str_from(row->source);
	struct err_list errs = {0};
	struct json_doc doc;
	size_t count = 0;

	assert_false(yaml_parse(a, source, "x.yaml", &doc, &errs));
	assert_null(json_root(&doc));
	for (; count < ROW_ERRORS_MAX && row->errors[count].message; count++) {
		const struct expected *e = &row->errors[count];
		if (errs.count <= count)
			fail_msg("no error '%s' in %s", e->message, row->source);
		assert_string_equal(errs.items[count].message, e->message);
		assert_string_equal(errs.items[count].help, e->help);
		assert_string_equal(errs.items[count].file, "x.yaml");
		assert_int_equal(errs.items[count].line, e->line);
		assert_int_equal(errs.items[count].column, e->column);
		assert_int_equal(errs.items[count].width, e->width);
	}
	if (errs.count > count)
		fail_msg("more: %s", errs.items[count].message);
	arena_free(a);
}

static void
all_refused(const struct refusal *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		refused(&rows[i]);
}

#define ESCAPE_HELP "remove it, or write it as an escape in double quotes"
#define BREAK_HELP "remove it: YAML sees a new line there, and an editor does not"

static void
bytes_and_hidden_characters_are_refused_at_their_place(void **state)
{
	static const struct refusal rows[] = {
	    {"\xef\xbb\xbf"
	     "a: 1\n",
		0,
		{{1, 1, 1, "the text begins with a byte order mark",
		    "save the file as UTF-8 without one"}}},
	    {"\xff\xfe"
	     "a\0:\0",
		6, {{1, 1, 1, "the text is UTF-16", "save the file as UTF-8"}}},
	    {"a\0:\0 \0001\0", 8, {{1, 1, 1, "the text is UTF-16", "save the file as UTF-8"}}},
	    {"\0a\0:\0 \0001", 8, {{1, 1, 1, "the text is UTF-16", "save the file as UTF-8"}}},
	    {"a: 1\né: \xff\n", 0,
		{{2, 4, 1, "the byte 0xff is not UTF-8", "save the file as UTF-8"}}},
	    {"a: \xc0\xaf\n", 0,
		{{1, 4, 1, "the byte 0xc0 is not UTF-8", "save the file as UTF-8"}}},
	    {"a: b\0c\n", 7, {{1, 5, 1, "control character U+0000", ESCAPE_HELP}}},
	    {"a: \"\x1b[2J\"\n", 0, {{1, 5, 1, "control character U+001B", ESCAPE_HELP}}},
	    {"# \x7f\n", 0, {{1, 3, 1, "control character U+007F", ESCAPE_HELP}}},
	    {"a: \xc2\x9b\n", 0, {{1, 4, 1, "control character U+009B", ESCAPE_HELP}}},
	    {"é: b\xc2\x85"
	     "deny: d\n",
		0, {{1, 5, 1, "hidden line break U+0085", BREAK_HELP}}},
	    {"a: b\xe2\x80\xa8"
	     "c: d\n",
		0, {{1, 5, 1, "hidden line break U+2028", BREAK_HELP}}},
	    {"a: b\xe2\x80\xa9"
	     "c: d\n",
		0, {{1, 5, 1, "hidden line break U+2029", BREAK_HELP}}},
	    {"# x\xe2\x80\xa8"
	     "c: d\na: 1\n",
		0, {{1, 4, 1, "hidden line break U+2028", BREAK_HELP}}},
	    {"a: b\rc: d\n", 0,
		{{1, 5, 1, "hidden line break: a carriage return without a line feed",
		    "end lines with a line feed"}}},
	    {"a: 1\r", 0,
		{{1, 5, 1, "hidden line break: a carriage return without a line feed",
		    "end lines with a line feed"}}},
	    {"a: b # \xe2\x80\xae x\n", 0, {{1, 8, 1, "invisible character U+202E", ESCAPE_HELP}}},
	    {"a\xe2\x80\x8b: b\n", 0, {{1, 2, 1, "invisible character U+200B", ESCAPE_HELP}}},
	    {"a: \xef\xbb\xbf"
	     "b\n",
		0, {{1, 4, 1, "invisible character U+FEFF", ESCAPE_HELP}}},
	    {"a: \xef\xbf\xbe\n", 0, {{1, 4, 1, "noncharacter U+FFFE", ESCAPE_HELP}}},
	    {"a:\t\t1\n", 0, {{1, 3, 2, "a tab outside a comment", "write blanks"}}},
	    {"a:\n\tb: 1\n", 0, {{2, 1, 1, "a tab outside a comment", "write blanks"}}},
	    {"a: \"b\tc\"\n", 0, {{1, 6, 1, "a tab outside a comment", "write blanks"}}},
	    {"a: \"b #\tc\" #\t\n", 0,
		{{1, 8, 1, "a tab in a text", "write blanks, or \\t in double quotes"}}},
	};

	(void)state;
	all_refused(rows, ARRAY_LENGTH(rows));
}

#define ANCHOR_HELP                                                                                \
	"remove it and write the value out where it is needed, or put the text into quotes"
#define ALIAS_HELP "write the value out, or put the text into quotes"
#define TAG_HELP "remove it, or put the text into quotes"

static void
what_is_outside_the_subset_is_refused_by_name(void **state)
{
	static const struct refusal rows[] = {
	    {"a: 1\n---\nb: 2\n", 0, {{2, 1, 3, "a second document", "write one document a file"}}},
	    {"a: 1\n...\n---\nb: 2\n", 0,
		{{3, 1, 3, "a second document", "write one document a file"}}},
	    {"", 0, {{1, 1, 1, "the document is empty", "write 'name: value' lines"}}},
	    {"# only\n", 0, {{1, 1, 1, "the document is empty", "write 'name: value' lines"}}},
	    {"---\n", 0, {{2, 1, 1, "the document is empty", "write 'name: value' lines"}}},
	    {"%TAG ! tag:x,2000:\n---\na: 1\n", 0, {{1, 1, 4, "directive '%TAG'", "remove it"}}},
	    {"%YAML 1.2\n%TAG ! tag:x,2000:\n---\na: 1\n", 0,
		{{2, 1, 4, "directive '%TAG'", "remove it"}}},
	    {"%FOO x\n---\na: 1\n", 0,
		{{1, 1, 1, "unknown directive", "only '%YAML 1.2' may stand here"}}},
	    {"%YAML 2.0\n---\na: 1\n", 0,
		{{1, 1, 1, "unknown version of YAML", "write '%YAML 1.2'"}}},
	    {"a: &x 1\nb: *x\n", 0,
		{{1, 4, 2, "anchor '&x'", ANCHOR_HELP}, {2, 4, 2, "alias '*x'", ALIAS_HELP}}},
	    {"&a [*a]\n", 0,
		{{1, 1, 2, "anchor '&a'", ANCHOR_HELP}, {1, 5, 2, "alias '*a'", ALIAS_HELP}}},
	    {"&k a: 1\n*k : 2\n", 0,
		{{1, 1, 2, "anchor '&k'", ANCHOR_HELP}, {2, 1, 2, "alias '*k'", ALIAS_HELP}}},
	    {"a: &é\n  b: 1\n", 0,
		{{1, 4, 1, "no text begins with this character", "put the text into quotes"}}},
	    {"<<: {a: 1}\n", 0,
		{{1, 1, 2, "merge key '<<'", "write the members out where they are needed"}}},
	    {"a: !!python/object/apply:os.system [x]\n", 0,
		{{1, 4, 31, "tag '!!python/object/apply:os.system'", TAG_HELP}}},
	    {"a: !!str 1\nb: !x {}\nc: ! d\n", 0,
		{{1, 4, 5, "tag '!!str'", TAG_HELP}, {2, 4, 2, "tag '!x'", TAG_HELP},
		    {3, 4, 1, "tag '!'", TAG_HELP}}},
	    {"a: &q !z v\n", 0,
		{{1, 4, 2, "anchor '&q'", ANCHOR_HELP}, {1, 7, 2, "tag '!z'", TAG_HELP}}},
	    {"a: !q!z v\n", 0,
		{{1, 4, 1, "a tag, or a text that begins with '!'",
		    "remove the tag, or put the text into quotes"}}},
	    {"? [a, b]\n: 1\n", 0,
		{{1, 3, 1, "a list as a name",
		    "names are texts; put a text that holds brackets into quotes"}}},
	    {"a: {{ x }}\n", 0,
		{{1, 5, 1, "an object as a name",
		    "names are texts; put a text that holds brackets into quotes"}}},
	    {"? |\n  a\n: 1\n", 0,
		{{1, 3, 1, "a block of text as a name", "write the name on one line"}}},
	    {"?\n: 1\n", 0, {{1, 2, 1, "a name is missing", "write a name before the ':'"}}},
	    {"a: 1e99999\n", 0,
		{{1, 4, 7, "number with too many digits or too large an exponent",
		    "write a smaller number, or put it into quotes"}}},
	};

	(void)state;
	all_refused(rows, ARRAY_LENGTH(rows));
}

static void
names_stand_once(void **state)
{
	static const struct refusal rows[] = {
	    {"a: 1\nb: 2\na: 3\n", 0,
		{{3, 1, 1, "duplicate name 'a'", "the first is at line 1, column 1"}}},
	    {"1: a\n\"1\": b\n'1': c\n", 0,
		{{2, 1, 3, "duplicate name '1'", "the first is at line 1, column 1"},
		    {3, 1, 3, "duplicate name '1'", "the first is at line 1, column 1"}}},
	    {"é:\n  a: 1\n  \"\\u0061\": 2\né: 2\n", 0,
		{{3, 3, 8, "duplicate name 'a'", "the first is at line 2, column 3"},
		    {4, 1, 1, "duplicate name 'é'", "the first is at line 1, column 1"}}},
	    {"[{a: 1, a: 2}]", 0,
		{{1, 9, 1, "duplicate name 'a'", "the first is at line 1, column 3"}}},
	};

	(void)state;
	all_refused(rows, ARRAY_LENGTH(rows));
}

#define NAME_HELP                                                                                  \
	"indent members of one object alike; put a text that begins with a quote into others"

static void
syntax_is_explained(void **state)
{
	static const struct refusal rows[] = {
	    {"a: b: c\n", 0,
		{{1, 5, 1, "unexpected ':'",
		    "put a text that holds ': ' into quotes, or indent the member like its "
		    "neighbours"}}},
	    {"a: 1\nbc\nd: 2\n", 0,
		{{2, 1, 1, "expected ':' behind this name", "write 'name: value'"}}},
	    {"a:\n  - 1\n - 2\nb: 1\n", 0,
		{{3, 2, 1, "expected a name or the end of the object", NAME_HELP}}},
	    {"é: \"x\" y\n", 0, {{1, 8, 1, "expected a name or the end of the object", NAME_HELP}}},
	    {"- a\nb: 1\n", 0,
		{{2, 1, 1, "expected '-' or the end of the list",
		    "indent the elements of one list alike"}}},
	    {"a: [1, 2\nb: 3\n", 0,
		{{2, 2, 1, "expected ',' or ']'",
		    "close the list that begins at line 1, column 4"}}},
	    {"é: {b: 1, c: 2\n", 0,
		{{2, 1, 1, "expected ',' or '}'",
		    "close the object that begins at line 1, column 4"}}},
	    {"a: [1, ,]\n", 0, {{1, 8, 1, "expected a value", "put the text into quotes"}}},
	    {"a: @x\n", 0,
		{{1, 4, 1, "no text begins with this character", "put the text into quotes"}}},
	    {"a: *.csv\n", 0,
		{{1, 4, 1, "no text begins with this character", "put the text into quotes"}}},
	    {"a: 1\nb: \"xyz\nc: 2\n", 0,
		{{2, 4, 1, "this string is not closed", "close it with the quote that opens it"}}},
	    {"a: 'x\n---\n", 0,
		{{1, 4, 1, "this string is not closed", "close it with the quote that opens it"}}},
	    {"a: \"\\d\"\n", 0,
		{{1, 5, 1, "unknown escape", "write a backslash twice, or use single quotes"}}},
	    {"a: \"\\xZZ\"\n", 0,
		{{1, 7, 1, "an escape lacks hexadecimal digits",
		    "write a backslash twice, or use single quotes"}}},
	    {"a: \"\\ud800\"\n", 0,
		{{1, 7, 1, "this escape is not a character", "write the escape of a character"}}},
	    {"a: - b\n", 0, {{1, 4, 1, "unexpected '-'", "begin a list on a line of its own"}}},
	    {"a: | x\n  y\n", 0,
		{{1, 6, 1, "unexpected text here",
		    "begin a new line, or put ' #' before a comment"}}},
	    {"a: |0\n  y\n", 0,
		{{1, 5, 1, "an indentation of 0", "write the sign without a number"}}},
	    {"[a]\nb: 1\n", 0,
		{{2, 1, 1, "unexpected text behind the document",
		    "one file holds one document; indent its parts alike"}}},
	};

	(void)state;
	all_refused(rows, ARRAY_LENGTH(rows));
}

static void
independent_errors_are_told_in_one_run_by_place(void **state)
{
	static const struct refusal rows[] = {
	    {"a: !t 1\nb: &x 2\nc:\td\na: *x\n{f: 1}: @\n", 0,
		{{1, 4, 2, "tag '!t'", TAG_HELP}, {2, 4, 2, "anchor '&x'", ANCHOR_HELP},
		    {3, 3, 1, "a tab outside a comment", "write blanks"},
		    {4, 4, 2, "alias '*x'", ALIAS_HELP},
		    {5, 1, 1, "an object as a name",
			"names are texts; put a text that holds brackets into quotes"}}},
	    {"\xef\xbb\xbf"
	     "a: 1\né: \xe2\x80\xae\na: 2\n",
		0,
		{{1, 1, 1, "the text begins with a byte order mark",
		     "save the file as UTF-8 without one"},
		    {2, 4, 1, "invisible character U+202E", ESCAPE_HELP},
		    {3, 1, 1, "duplicate name 'a'", "the first is at line 1, column 2"}}},
	};

	(void)state;
	all_refused(rows, ARRAY_LENGTH(rows));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(bytes_and_hidden_characters_are_refused_at_their_place),
	    cmocka_unit_test(what_is_outside_the_subset_is_refused_by_name),
	    cmocka_unit_test(names_stand_once),
	    cmocka_unit_test(syntax_is_explained),
	    cmocka_unit_test(independent_errors_are_told_in_one_run_by_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
