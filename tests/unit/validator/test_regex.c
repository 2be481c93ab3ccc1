/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "regex.h"

static enum regex_result
search(const char *pattern, const char *text)
{
	struct arena *a = arena_new(64 << 20);
	struct regex *r = NULL;
	struct regex_problem problem;
	struct regex_scratch scratch = {.a = a};
	uint64_t fuel = 50000000;
	assert_true(regex_compile(a, str_from(pattern), &r, &problem));
	enum regex_result result = regex_search(r, &scratch, str_from(text), &fuel);
	arena_free(a);
	return result;
}

static void
patterns_match_as_ecma_262_says(void **state)
{
	static const struct {
		const char *pattern, *matches[4], *fails[4];
	} CASES[] = {
	    {"", {"", "x"}, {NULL}},
	    {"a", {"a", "ba"}, {"", "A"}},
	    {"^a$", {"a"}, {"aa", "a\n", "\na"}},
	    {"^(?:a|bc)*d?$", {"", "abcd", "bcbc"}, {"bd", "dd"}},
	    {"^a{2,3}$", {"aa", "aaa"}, {"a", "aaaa"}},
	    {"^a{2,}$", {"aa", "aaaaaaa"}, {"a"}},
	    {"^a{0}$", {""}, {"a"}},
	    {"^.$", {"x", "\xc3\xa9", "\xf0\x9f\x90\xb2"}, {"\n", "\r", "\xe2\x80\xa8", "xy"}},
	    {"^[^a-c]$", {"d", "\n"}, {"a", "c", ""}},
	    {"^[]$", {NULL}, {"", "a"}},
	    {"^[^]$", {"a", "\n"}, {""}},
	    {"^\\d\\w\\s$", {"1a ", "0_\xc2\xa0", "9Z\xef\xbb\xbf"},
		{"\xdf\x80"
		 "a ",
		    "1\xc3\xa9 "}},
	    {"^\\D\\W\\S$", {"a-b"}, {"1-b", "aab", "a- "}},
	    {"^\\p{Letter}\\p{Lu}\\p{Script=Greek}$", {"aB\xce\xb1"}, {"ab\xce\xb1", "aBa"}},
	    {"^\\P{L}$", {"1"}, {"a"}},
	    {"^\\p{Uppercase_Letter}\\p{digit}\\p{Alpha}\\p{sc=Grek}$", {"A1a\xce\xb1"},
		{"a1a\xce\xb1", "A1aa"}},
	    {"^\\p{Assigned}\\p{Co}\\p{Cn}$", {"a\xf4\x8f\xbf\xbd\xf4\x8f\xbf\xbf"},
		{"a\xf4\x8f\xbf\xbe\xf4\x8f\xbf\xbf"}},
	    {"^\\u{1F432}\\ud83d\\udc32$", {"\xf0\x9f\x90\xb2\xf0\x9f\x90\xb2"},
		{"\xf0\x9f\x90\xb2"}},
	    {"^\\x41\\u0042\\cJ\\t\\0?$", {"AB\n\t"}, {"AB"}},
	    {"\\bfoo\\b", {"foo", "a foo b"}, {"food", "afoo"}},
	    {"\\Boo", {"foo"}, {"oo"}},
	    {"^(?=.*\\d)(?!.*x).{3}$", {"a1b"}, {"abc", "1xa"}},
	    {"(?<=\\$)\\d+", {"cost $5"}, {"5", "cost 5"}},
	    {"(?<!\\$)\\b5", {"5"}, {"$5"}},
	    {"^(a+)b\\1$", {"aba", "aabaa"}, {"aabaaa", "ab"}},
	    {"^(?<q>['\"]).*\\k<q>$", {"'x'", "\"\""}, {"'x\""}},
	    {"^(?:(a)|b)*\\1$", {"ab", "aa"}, {"c"}},
	    {"^[\\w.\\-]+@[a-z]+$", {"a.b-c@d"}, {"@d"}},
	    {"(?:^)*a(?:\\b)?$", {"a", "xa"}, {"ab"}},
	    {"x*?y", {"xxy"}, {"xx"}},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		for (size_t k = 0; k < 4 && CASES[i].matches[k]; k++)
			assert_int_equal(
			    search(CASES[i].pattern, CASES[i].matches[k]), REGEX_MATCH);
		for (size_t k = 0; k < 4 && CASES[i].fails[k]; k++)
			assert_int_equal(search(CASES[i].pattern, CASES[i].fails[k]), REGEX_NO);
	}
}

static void
a_nul_can_not_be_escaped(void **state)
{
	static const struct str PATTERNS[] = {{"\\\0", 2}, {"[\\\0]", 4}};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(PATTERNS); i++) {
		struct arena *a = arena_new(1 << 20);
		struct regex *r = NULL;
		struct regex_problem problem = {0};
		assert_false(regex_compile(a, PATTERNS[i], &r, &problem));
		assert_string_equal(problem.message, "this character can't be escaped");
		arena_free(a);
	}
}

static void
what_is_no_pattern_is_refused(void **state)
{
	static const struct {
		const char *pattern, *message;
		size_t at;
	} CASES[] = {
	    {"(a", "a ')' is missing", 2},
	    {"a)", "this ')' has no '('", 1},
	    {"[a", "a ']' is missing", 2},
	    {"*a", "there is nothing to repeat", 1},
	    {"a**", "there is nothing to repeat", 3},
	    {"^*", "there is nothing to repeat", 2},
	    {"a{2,1}", "the counts are out of order", 6},
	    {"a{1001}", "more than 1000 repetitions", 7},
	    {"(?:a{1000}){1000}", "the pattern is too large", 17},
	    {"a{", "a '{' that is meant as itself must be written '\\{'", 2},
	    {"[b-a]", "the range is out of order", 4},
	    {"[a-\\d]", "a range must begin and end with one character", 5},
	    {"\\a", "this character can't be escaped", 1},
	    {"\\-", "this character can't be escaped", 1},
	    {"\\", "nothing follows the backslash", 1},
	    {"\\1", "there is no such group to refer back to", 2},
	    {"\\k<x>", "there is no group of this name", 5},
	    {"(?<a>x)(?<a>y)", "two groups have the same name", 12},
	    {"(?i)a", "this kind of group is not known", 2},
	    {"(?P<a>x)", "this kind of group is not known", 2},
	    {"\\p{Nope}", "the Unicode property is not known", 3},
	    {"\\p{uppercase_letter}", "the Unicode property is not known", 3},
	    {"\\p{Uppercase Letter}", "the Unicode property is not known", 3},
	    {"\\p{Greek}", "the Unicode property is not known", 3},
	    {"\\p{Script=greek}", "the Unicode property is not known", 3},
	    {"\\p{alphabetic}", "the Unicode property is not known", 3},
	    {"\\p{Emoji}", "the Unicode property is not known", 3},
	    {"\\u12", "a hexadecimal digit is missing", 4},
	    {"\\u{110000}", "there is no such code point", 9},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		struct arena *a = arena_new(64 << 20);
		struct regex *r = NULL;
		struct regex_problem problem = {0};
		assert_false(regex_compile(a, str_from(CASES[i].pattern), &r, &problem));
		assert_string_equal(problem.message, CASES[i].message);
		assert_int_equal(problem.at, CASES[i].at);
		arena_free(a);
	}
}

static void
backtracking_past_its_bound_is_unknown(void **state)
{
	char text[64];
	(void)state;
	memset(text, 'a', 40);
	memcpy(text + 40, "!", 2);
	assert_int_equal(search("^(a+)+\\1$", text), REGEX_UNKNOWN);
	assert_int_equal(search("^(?=(a+)+$)", text), REGEX_UNKNOWN);
	assert_int_equal(search("^(a+)+$", text), REGEX_NO);
}

static void
what_is_found_in_no_text_is_told(void **state)
{
	static const struct {
		const char *pattern;
		bool barren;
	} cases[] = {
	    {"^OPS-[0-9]+$", false},
	    {"^OPS-$[0-9]", true},
	    {"a^", true},
	    {"[^\\s\\S]", true},
	    {"", false},
	    {"a|b^", false},
	    {"(?=a)b", false},
	    {"(a)\\1", false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new((size_t)16 << 20);
		struct regex_problem problem;
		struct regex *r;

		assert_true(regex_compile(a, str_from(cases[i].pattern), &r, &problem));
		if (regex_is_barren(r) != cases[i].barren)
			fail_msg("%s", cases[i].pattern);
		arena_free(a);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_found_in_no_text_is_told),
	    cmocka_unit_test(patterns_match_as_ecma_262_says),
	    cmocka_unit_test(what_is_no_pattern_is_refused),
	    cmocka_unit_test(a_nul_can_not_be_escaped),
	    cmocka_unit_test(backtracking_past_its_bound_is_unknown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
