/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "validator.h"

#include <stdio.h>

#define FEEDBACK_HINT                                                                              \
	"hint: keep the program's purpose and change what it prints, so that each line below is "  \
	"met\n"
#define MISFIT "the output does not fit the schema\n" FEEDBACK_HINT
#define ARENA_BYTES_MAX ((size_t)1 << 30)

static struct schema *
compile(struct arena *a, const char *text)
{
	const struct schema_options options = {.strict = true, .assert_formats = true};
	static struct err_list errs;
	struct json_doc *doc = arena_alloc(a, sizeof(*doc));
	struct schema *s = NULL;
	struct err err = {0};

	if (!text)
		return NULL;
	assert_non_null(doc);
	assert_true(json_parse(a, str_from(text), NULL, &JSON_LIMITS, doc, NULL, &err));
	assert_true(schema_compile(a, doc, &options, &s, &errs));
	return s;
}

/* "valid: answer", or "code: feedback"; kept until the next call. */
static const char *
judge(enum output_framing framing, const char *schema, struct str text)
{
	static char said[8192];
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct output_report r;
	struct err err = {0};
	struct buf b;

	assert_non_null(a);
	buf_init(&b, sizeof(said) - 1);
	assert_true(output_check(compile(a, schema), a, framing, text, &r, &err));
	if (r.verdict == OUTPUT_VALID) {
		assert_int_equal(r.code.n, 0);
		buf_printf(&b, "valid: %.*s", STR_ARG(r.answer));
	} else {
		assert_int_equal(r.answer.n, 0);
		buf_str(&b, r.code);
		buf_text(&b, r.code.n > 0 ? ": " : "");
		output_feedback(&r, &b);
	}
	snprintf(said, sizeof(said), "%.*s", (int)b.n, b.n > 0 ? b.p : "");
	buf_release(&b);
	arena_free(a);
	return said;
}

struct expectation {
	const char *schema;
	struct str text;
	const char *said;
};

static void
check(enum output_framing framing, const struct expectation *cases, size_t count)
{
	for (size_t i = 0; i < count; i++)
		assert_string_equal(judge(framing, cases[i].schema, cases[i].text), cases[i].said);
}

#define RECORD                                                                                     \
	"{\"type\":\"object\",\"required\":[\"id\"],\"properties\":{\"id\":{\"type\":\"integer\"}" \
	","                                                                                        \
	"\"amount\":{\"$ref\":\"#/$defs/money\"}},\"additionalProperties\":false,"                 \
	"\"$defs\":{\"money\":{\"type\":\"number\",\"minimum\":0}}}"

static void
each_line_is_a_record_kept_verbatim(void **state)
{
	const struct expectation CASES[] = {
	    {RECORD, STR("{\"id\":1}\n"), "valid: [{\"id\":1}]"},
	    {RECORD, STR("{\"id\":1}"), "valid: [{\"id\":1}]"},
	    {RECORD, STR("{\"id\":1}\r\n  {\"id\" : 2, \"amount\":1.10e1} \r\n"),
		"valid: [{\"id\":1},\n{\"id\" : 2, \"amount\":1.10e1}]"},
	    {NULL, STR("1\n\"a\"\nnull\n[]\n"), "valid: [1,\n\"a\",\nnull,\n[]]"},
	    {"true", STR("1\n[2]"), "valid: [1,\n[2]]"},
	};
	(void)state;
	check(OUTPUT_NDJSON, CASES, ARRAY_LENGTH(CASES));
}

static void
a_record_that_does_not_fit_is_named_by_line_and_pointer(void **state)
{
	const struct expectation CASES[] = {
	    {RECORD, STR("{\"id\":1}\n{\"id\":2,\"amount\":-1}\n{\"id\":\"3\"}\n"),
		MISFIT "- line 2, column 18, at /1/amount: expected at least 0, found -1\n"
		       "- line 3, column 7, at /2/id: expected an integer, found the string '3'\n"},
	    {RECORD, STR("  {\"id\":\"x\"}"),
		MISFIT "- line 1, column 9, at /0/id: expected an integer, found the string "
		       "'x'\n"},
	    {RECORD, STR("{\"id\":1}\n\t7\n"),
		MISFIT "- line 2, column 2, at /1: expected an object, found the number 7\n"},
	    {"{\"type\":\"array\"}", STR("[1]\n[2]\n3\n"),
		MISFIT "- line 3, column 1, at /2: expected an array, found the number 3\n"},
	    {"false", STR("1\n2\n"),
		MISFIT "- line 1, column 1, at /0: nothing is allowed here\n"
		       "- line 2, column 1, at /1: nothing is allowed here\n"},
	};
	(void)state;
	check(OUTPUT_NDJSON, CASES, ARRAY_LENGTH(CASES));
}

static void
a_line_that_is_no_json_is_named(void **state)
{
	const struct expectation CASES[] = {
	    {NULL, STR(""), "empty"},
	    {NULL, STR("\n"), "blank-line"},
	    {NULL, STR("1\n\n2\n"), "blank-line"},
	    {NULL, STR("1\n\n"), "blank-line"},
	    {NULL, STR("1\n \t\n"), "blank-line"},
	    {NULL, STR("{\n \"a\": 1\n}\n"), "truncated"},
	    {NULL, STR("\"a\nb\"\n"), "truncated"},
	    {NULL, STR("[1\n2]\n"), "truncated"},
	    {NULL, STR("1\n1 2\n"), "multiple-documents"},
	    {NULL, STR("1\n1,2\n"), "trailing-text"},
	    {NULL, STR("1,\n2\n"), "trailing-text"},
	    {NULL, STR("[1]\n],[\n[1]"), "not-json"},
	    {NULL, STR("{}\n{'a': 1}\n"), "py-repr"},
	    {NULL, STR("{}\n{\"a\": NaN}\n"), "nan"},
	    {NULL, STR("{}\ndone\n"), "not-json"},
	    {NULL, STR("{}\n{\"a\":1,\"a\":2}\n"), "duplicate-key"},
	    {NULL, STR("{}\n\"\xff\"\n"), "bad-utf8"},
	    {NULL, STR("{}\n\"\0\"\n"), "nul"},
	    {NULL, STR("\f{}\n"), "not-json"},
	    {NULL, STR("\xef\xbb\xbf{}\n"), "bom"},
	    {NULL, STR("{}\n\"\\ud800\"\n"), "lone-surrogate"},
	    {NULL, STR("```\n{}\n```\n"), "fence"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		char code[64];
		const char *said = judge(OUTPUT_NDJSON, NULL, CASES[i].text);
		snprintf(code, sizeof(code), "%.*s", (int)strcspn(said, ":"), said);
		assert_string_equal(code, CASES[i].said);
	}
}

static void
a_line_that_is_no_json_has_a_place_and_a_hint(void **state)
{
	const struct expectation CASES[] = {
	    {NULL, STR("{}\n{\n \"a\": 1\n}\n"),
		"truncated: the JSON ends before it is complete (line 2, column 2: the text ends "
		"inside an object)\n"
		"hint: print each record on one line, with print(json.dumps(record)) and no "
		"indent\n"},
	    {NULL, STR("1\n\n"),
		"blank-line: a line is blank (line 2, column 1)\n"
		"hint: print one record a line and no line between them\n"},
	    {NULL, STR(""),
		"empty: the output is empty\n"
		"hint: print at least one record; where there may be none, print one JSON text or "
		"a table instead\n"},
	    {NULL, STR("1\n2 3\n"),
		"multiple-documents: there is more than one JSON text (line 2, column 3: "
		"unexpected '3' behind the value)\n"
		"hint: print each record on a line of its own\n"},
	};
	(void)state;
	check(OUTPUT_NDJSON, CASES, ARRAY_LENGTH(CASES));
}

#define TABLE                                                                                      \
	"{\"type\":\"array\",\"maxItems\":3,\"items\":{\"type\":\"object\","                       \
	"\"required\":[\"id\",\"amount\"],\"properties\":{\"id\":{\"type\":\"integer\"},"          \
	"\"amount\":{\"$ref\":\"#/$defs/money\"},\"paid\":{\"type\":\"boolean\"},"                 \
	"\"note\":{\"type\":[\"string\",\"null\"]}},\"additionalProperties\":false},"              \
	"\"$defs\":{\"money\":{\"type\":[\"number\",\"null\"],\"minimum\":0}}}"

static void
cells_are_typed_by_the_schema(void **state)
{
	const struct expectation CASES[] = {
	    {TABLE, STR("id,amount,paid,note\n1,0.10,true,x\n2,,false,\n"),
		"valid: [{\"id\":1,\"amount\":0.10,\"paid\":true,\"note\":\"x\"},"
		"{\"id\":2,\"amount\":null,\"paid\":false,\"note\":null}]"},
	    {TABLE, STR("id,amount,note\r\n1,1e2,\"a,\"\"b\"\"\r\nc\"\r\n"),
		"valid: [{\"id\":1,\"amount\":1e2,\"note\":\"a,\\\"b\\\"\\r\\nc\"}]"},
	    {TABLE, STR("id,amount,note\n1,2,42"),
		"valid: [{\"id\":1,\"amount\":2,\"note\":\"42\"}]"},
	    {TABLE, STR("id,amount\n"), "valid: []"},
	    {NULL, STR("a,b\n1,\n"), "valid: [{\"a\":\"1\",\"b\":\"\"}]"},
	    {NULL, STR("a\n\"\"\n"), "valid: [{\"a\":\"\"}]"},
	    {NULL, STR("a;b\n1;2\n"), "valid: [{\"a;b\":\"1;2\"}]"},
	    {"{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":"
	     "{\"a\":{\"type\":[\"number\",\"string\"]}}}}",
		STR("a\n01\n+1\n 1\n1.\n.5\n0x1\n-0.5\n1e5\n-\nTRUE\n"),
		"valid: [{\"a\":\"01\"},{\"a\":\"+1\"},{\"a\":\" "
		"1\"},{\"a\":\"1.\"},{\"a\":\".5\"},"
		"{\"a\":\"0x1\"},{\"a\":-0.5},{\"a\":1e5},{\"a\":\"-\"},{\"a\":\"TRUE\"}]"},
	};
	(void)state;
	check(OUTPUT_CSV, CASES, ARRAY_LENGTH(CASES));
}

static void
a_cell_that_does_not_fit_is_named_by_line_and_pointer(void **state)
{
	const struct expectation CASES[] = {
	    {TABLE, STR("id,note,amount\n1,\"two\nlines\",3\nx,\"three\n\nlines\",\xc3\xa4\n"),
		MISFIT "- line 4, column 1, at /1/id: expected an integer, found the string 'x'\n"
		       "- line 6, column 8, at /1/amount: expected a number or null, found the "
		       "string 'ä'\n"},
	    {TABLE, STR("id,amnt\n1,2\n"),
		MISFIT "- line 2, column 3, at /0/amnt: unknown key 'amnt'; did you mean "
		       "'amount'?\n"},
	    {TABLE, STR("id\n1\n"), MISFIT "- line 2, column 1, at /0: missing 'amount'\n"},
	    {TABLE, STR("id,amount\n1.5,-2\n"),
		MISFIT "- line 2, column 1, at /0/id: expected an integer, found the number 1.5\n"
		       "- line 2, column 5, at /0/amount: expected at least 0, found -2\n"},
	    {TABLE, STR("id,amount\n1,1\n2,2\n3,3\n4,4\n"),
		MISFIT "- line 1, column 1: expected at most 3 items, found 4\n"},
	    {"{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":"
	     "{\"a/b~\":{\"type\":\"integer\"}}}}",
		STR("x,a/b~\n1,y\n"),
		MISFIT "- line 2, column 3, at /0/a~1b~0: expected an integer, found the string "
		       "'y'\n"},
	    {"{\"type\":\"object\"}", STR("a\n1\n"),
		MISFIT "- line 1, column 1: expected an object, found an array\n"},
	};
	(void)state;
	check(OUTPUT_CSV, CASES, ARRAY_LENGTH(CASES));
}

#define WRITER "hint: write the table with csv.writer(sys.stdout)\n"

static void
what_is_no_table_is_named(void **state)
{
	const struct expectation CASES[] = {
	    {NULL, STR(""),
		"empty: the output is empty\n"
		"hint: print the header, then the rows, with csv.writer(sys.stdout)\n"},
	    {NULL, STR("\na\n1\n"),
		"blank-line: a line is blank (line 1, column 1)\n"
		"hint: print no line between rows or behind them; csv.writer needs sys.stdout "
		"alone\n"},
	    {NULL, STR("a\n1\n\r\n"),
		"blank-line: a line is blank (line 3, column 1)\n"
		"hint: print no line between rows or behind them; csv.writer needs sys.stdout "
		"alone\n"},
	    {NULL, STR("a,b\n1,2\n1\n"),
		"ragged-row: a row has 1 cell, the header has 2 (line 3, column 1)\n"
		"hint: give every row as many cells as the header; write the table with "
		"csv.writer(sys.stdout)\n"},
	    {NULL, STR("a,b\n1,2,3,4\n"),
		"ragged-row: a row has more than 2 cells, the header has 2 (line 2, column 1)\n"
		"hint: give every row as many cells as the header; write the table with "
		"csv.writer(sys.stdout)\n"},
	    {NULL, STR("a,b\n1,"), "valid: [{\"a\":\"1\",\"b\":\"\"}]"},
	    {NULL, STR("a,b,a\n1,2,3\n"),
		"duplicate-column: the header names a column twice (line 1, column 5)\n"
		"hint: give each column a name of its own\n"},
	    {NULL, STR("a,,b\n"),
		"unnamed-column: a column of the header has no name (line 1, column 3)\n"
		"hint: begin with a header row that names each column\n"},
	    {NULL, STR("a,b\n1,x\"y\n"),
		"stray-quote: a quote stands inside a cell that is not quoted (line 2, column "
		"3)\n" WRITER},
	    {NULL, STR("a,b\n1,\"x\"y\n"),
		"stray-quote: something stands behind a cell's closing quote (line 2, column "
		"3)\n" WRITER},
	    {NULL, STR("a,b\n1,\"x\n"),
		"truncated: the output ends inside a quoted cell (line 2, column 3)\n" WRITER},
	    {NULL, STR("a,b\n1,\"x\"\"\n"),
		"truncated: the output ends inside a quoted cell (line 2, column 3)\n" WRITER},
	    {NULL, STR("a,b\n1\r,2\n"),
		"control-character: a carriage return stands inside a cell that is not quoted "
		"(line 2, column 1)\n" WRITER},
	    {NULL, STR("a,b\n1,2\r"),
		"control-character: a carriage return stands inside a cell that is not quoted "
		"(line 2, column 3)\n" WRITER},
	    {NULL,
		STR("\xef\xbb\xbf"
		    "a\n1\n"),
		"bom: the output begins with a byte order mark (line 1, column 1)\n"
		"hint: print plain UTF-8 without a BOM\n"},
	    {NULL, STR("a\n1\xe4\n"),
		"bad-utf8: the output is not UTF-8 (line 2, column 2)\n"
		"hint: decode bytes first, and print text\n"},
	    {NULL, STR("a\n\0\n"),
		"nul: the output has a NUL byte (line 2, column 1)\n"
		"hint: remove '\\x00' from the text before it is printed\n"},
	    {TABLE, STR("id,amount\n1,1e20000\n"),
		"too-large: the output is past a limit ('1e20000' has too large an exponent)\n"
		"hint: print less\n"},
	};
	(void)state;
	check(OUTPUT_CSV, CASES, ARRAY_LENGTH(CASES));
}

static void
text_is_one_string(void **state)
{
	const struct expectation CASES[] = {
	    {"{\"type\":\"string\",\"pattern\":\"^OK\\n$\"}", STR("OK\n"), "valid: \"OK\\n\""},
	    {"{\"type\":\"string\"}", STR(""), "valid: \"\""},
	    {NULL, STR("{\"a\":1}"), "valid: \"{\\\"a\\\":1}\""},
	    {"{\"type\":\"string\",\"maxLength\":2}", STR("\xc3\xa4\xc3\xa4\n"),
		MISFIT "- line 1, column 1: expected at most 2 characters, found 3\n"},
	    {"{\"type\":\"number\"}", STR("12"),
		MISFIT "- line 1, column 1: expected a number, found the string '12'\n"},
	    {NULL, STR("a\n\xff"),
		"bad-utf8: the output is not UTF-8 (line 2, column 1)\n"
		"hint: decode bytes first, and print text\n"},
	    {NULL, STR("\xed\xa0\x80"),
		"bad-utf8: the output is not UTF-8 (line 1, column 1)\n"
		"hint: decode bytes first, and print text\n"},
	    {NULL, STR("a\0\xff"),
		"nul: the output has a NUL byte (line 1, column 2)\n"
		"hint: remove '\\x00' from the text before it is printed\n"},
	};
	(void)state;
	check(OUTPUT_TEXT, CASES, ARRAY_LENGTH(CASES));
}

static void
invariants_see_the_records_as_a_list(void **state)
{
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct schema *record = compile(a, RECORD), *list;
	struct invariant *i;
	struct invariant_result result;
	struct output_report r;
	struct err err = {0};

	(void)state;
	assert_true(schema_of_list(record, a, &list, &err));
	assert_true(invariant_compile(
	    a, list, NULL, STR("sum(out, r, r.amount) == 0.3 && size(out) == 2"), &i, &err));
	assert_true(output_check(record, a, OUTPUT_NDJSON,
	    STR("{\"id\":1,\"amount\":0.1}\n{\"id\":2,\"amount\":0.2}\n"), &r, &err));
	assert_true(invariant_check(i, a, &r.doc, NULL, &result, &err));
	assert_int_equal(result.verdict, SCHEMA_VALID);
	assert_false(invariant_compile(a, list, NULL, STR("sum(out, r, r.amont) == 1"), &i, &err));
	assert_string_equal(err.help, "did you mean 'amount'?");
	arena_free(a);
}

/* `line` so often; then `end`. */
static struct str
repeated(struct buf *b, const char *begin, const char *line, size_t times, const char *end)
{
	buf_init(b, (size_t)64 << 20);
	buf_text(b, begin);
	for (size_t i = 0; i < times; i++)
		buf_text(b, line);
	buf_text(b, end);
	assert_false(b->failed);
	return buf_view(b);
}

static void
a_million_records_and_no_more(void **state)
{
	static const struct {
		enum output_framing framing;
		const char *begin, *line, *end, *said;
	} CASES[] = {
	    {OUTPUT_NDJSON, "", "1\n", "x",
		"too-large: there are more than 1000000 records (line "
		"1000001, column 1)\nhint: print fewer records\n"},
	    {OUTPUT_NDJSON, "", "1\n", "",
		"- line 1, column 1, at /0: expected a string, found the number 1\n"},
	    {OUTPUT_CSV, "a\n", "1\n", "1",
		"too-large: there are more than 1000000 rows (line "
		"1000002, column 1)\nhint: print fewer rows\n"},
	};
	struct buf b;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		struct str text =
		    repeated(&b, CASES[i].begin, CASES[i].line, 1000000, CASES[i].end);
		assert_non_null(
		    strstr(judge(CASES[i].framing, "{\"type\":\"string\"}", text), CASES[i].said));
		buf_release(&b);
	}
}

static void
a_thousand_columns_and_no_more(void **state)
{
	struct buf b;

	(void)state;
	buf_init(&b, 1 << 20);
	for (unsigned i = 0; i < 1001; i++)
		buf_printf(&b, "%sc%u", i > 0 ? "," : "", i);
	assert_string_equal(judge(OUTPUT_CSV, NULL, buf_view(&b)),
	    "too-large: there are more than 1000 columns (line 1, column 4891)\n"
	    "hint: print fewer columns\n");
	assert_string_equal(judge(OUTPUT_CSV, NULL, str_slice(buf_view(&b), 0, 4889)), "valid: []");
	buf_release(&b);
}

static void
names_are_found(void **state)
{
	static const char *const NAMES[] = {"json", "ndjson", "csv", "text"};
	enum output_framing found;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++) {
		assert_true(output_framing_find(str_from(NAMES[i]), &found));
		assert_int_equal(found, i);
		assert_string_equal(output_framing_name(found), NAMES[i]);
	}
	assert_false(output_framing_find(STR("tsv"), &found));
	assert_int_equal(found, OUTPUT_JSON);
}

static void
every_failed_allocation_is_an_error(void **state)
{
	const struct {
		enum output_framing framing;
		const char *schema;
		struct str text;
	} CASES[] = {
	    {OUTPUT_NDJSON, RECORD, STR("{\"id\":1}\n{\"id\":\"2\"}\n")},
	    {OUTPUT_NDJSON, RECORD, STR("{\"id\":1}\n{\"id\":\n")},
	    {OUTPUT_CSV, TABLE, STR("id,amount\n1,2\n2,x\n")},
	    {OUTPUT_CSV, TABLE, STR("id,amount\n1\n")},
	    {OUTPUT_TEXT, TABLE, STR("a")},
	    {OUTPUT_TEXT, TABLE, STR("\xff")},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		bool done = false;
		for (size_t nth = 1; !done; nth++) {
			struct arena *a = arena_new(ARENA_BYTES_MAX);
			struct schema *s = compile(a, CASES[i].schema);
			struct output_report r;
			struct err err = {0};
			assert_in_range(nth, 1, 1000);
			arena_fail_at(a, nth);
			done = output_check(s, a, CASES[i].framing, CASES[i].text, &r, &err);
			assert_int_equal(err.code, done ? ERR_NONE : ERR_MEMORY);
			assert_int_not_equal(r.verdict, OUTPUT_VALID);
			arena_free(a);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_line_is_a_record_kept_verbatim),
	    cmocka_unit_test(a_record_that_does_not_fit_is_named_by_line_and_pointer),
	    cmocka_unit_test(a_line_that_is_no_json_is_named),
	    cmocka_unit_test(a_line_that_is_no_json_has_a_place_and_a_hint),
	    cmocka_unit_test(cells_are_typed_by_the_schema),
	    cmocka_unit_test(a_cell_that_does_not_fit_is_named_by_line_and_pointer),
	    cmocka_unit_test(what_is_no_table_is_named),
	    cmocka_unit_test(text_is_one_string),
	    cmocka_unit_test(invariants_see_the_records_as_a_list),
	    cmocka_unit_test(a_million_records_and_no_more),
	    cmocka_unit_test(a_thousand_columns_and_no_more),
	    cmocka_unit_test(names_are_found),
	    cmocka_unit_test(every_failed_allocation_is_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
