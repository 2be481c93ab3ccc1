/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "fact_list.h"
#include "policy.h"
#include "source.h"

#define ARENA_BYTES_MAX ((size_t)256 << 20)
#define MANY ((size_t)4000)

static void
facts_are_sorted_and_counted(void **state)
{
	static const struct {
		const char *code, *facts;
	} cases[] = {
	    {"", ""},
	    {"x = y\nx = y\n", "nl y in / 0 2\nns x in / 0 2\n"},
	    {"import os.path as p, re\nfrom ..a import b as c, d\nfrom e import *\n",
		"im 0 e * - in / 0 1\n"
		"im 0 os.path - p in / 0 1\n"
		"im 0 re - - in / 0 1\n"
		"im 2 a b c in / 0 1\n"
		"im 2 a d - in / 0 1\n"},
	    {"a.b.c(1, *x, k=2, **y)\nf()()\n", "al b in / 0 1\n"
						"al c in / 0 1\n"
						"ca <expression> 0 0 0 0 in / 0 1\n"
						"ca a.b.c 1 1 1 1 in / 0 1\n"
						"ca f 0 0 0 0 in / 0 1\n"
						"nk k in / 0 1\n"
						"nl a in / 0 1\n"
						"nl f in / 0 1\n"
						"nl x in / 0 1\n"
						"nl y in / 0 1\n"},
	    {"class A:\n    def f(self, x=1):\n        self.__y = lambda: x\n        del x\n",
		"as _A__y in /A/f 2 1\n"
		"dc A in / 0 1\n"
		"df f in /A 1 1\n"
		"dl <lambda> in /A/f 2 1\n"
		"nd x in /A/f 2 1\n"
		"nf A in / 0 1\n"
		"nf f in /A 1 1\n"
		"nl self in /A/f 2 1\n"
		"nl x in /A/f/<lambda> 2 1\n"
		"np self in /A/f 1 1\n"
		"np x in /A/f 1 1\n"},
	    {"if a:\n    'abc'\nelse:\n    b'abc'\n",
		"nl a in / 0 1\n"
		"tb 3 ba7816bf8f01cfea414140de5dae2223 in / 1 1\n"
		"ts 3 ba7816bf8f01cfea414140de5dae2223 in / 1 1\n"},
	    {"'a' f'b{x}c'\n'\\N{BULLET}'\n", "nl x in / 0 1\n"
					      "ts ! in / 0 1\n"
					      "ts 3 ba7816bf8f01cfea414140de5dae2223 in / 0 1\n"},
	    {"match a:\n    case B(c=d):\n        pass\n", "ap c in / 0 1\n"
							   "nc d in / 0 1\n"
							   "nl B in / 0 1\n"
							   "nl a in / 0 1\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new(ARENA_BYTES_MAX);
		struct err err = {0};
		struct str facts;

		assert_true(policy_facts(a, str_from(cases[i].code), &facts, &err));
		assert_true(str_starts(facts, STR(FACT_LIST_HEAD)));
		facts = str_slice(facts, sizeof(FACT_LIST_HEAD) - 1, facts.n);
		if (!str_is(facts, cases[i].facts))
			print_message("of %s:\n%.*s", cases[i].code, STR_ARG(facts));
		assert_str_equal(facts, cases[i].facts);
		arena_free(a);
	}
}

static void
what_is_no_python_has_no_facts(void **state)
{
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct err err = {0};
	struct str facts;
	char *large = arena_alloc(a, SOURCE_BYTES_MAX + 1);

	(void)state;
	assert_false(policy_facts(a, STR("f(\n"), &facts, &err));
	assert_string_equal(err.message, "the gate cannot parse the text as Python");
	assert_int_equal(facts.n, 0);
	assert_non_null(large);
	memset(large, '\n', SOURCE_BYTES_MAX + 1);
	assert_false(policy_facts(a, (struct str){large, SOURCE_BYTES_MAX + 1}, &facts, &err));
	assert_string_equal(err.message, "the text is larger than 262144 bytes");
	arena_free(a);
}

/* A long name, repeated in the path of all that stands below it. */
static void
facts_have_a_ceiling(void **state)
{
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct err err = {0};
	struct str facts;
	struct buf code;

	(void)state;
	buf_init(&code, SOURCE_BYTES_MAX);
	buf_text(&code, "def ");
	buf_repeat(&code, 'f', 3900);
	buf_text(&code, "():\n");
	for (size_t i = 0; i < MANY; i++)
		buf_printf(&code, " a%zu\n", i);
	assert_false(code.failed);
	assert_false(policy_facts(a, buf_view(&code), &facts, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	assert_string_equal(err.message, "the program has too many facts");
	buf_release(&code);
	arena_free(a);
}

static void
memory_that_runs_out_gives_no_facts(void **state)
{
	size_t failures = 0;

	(void)state;
	for (size_t nth = 1; failures + 1 == nth; nth++) {
		struct arena *a = arena_new(ARENA_BYTES_MAX);
		struct err err = {0};
		struct str facts;

		arena_fail_at(a, nth);
		if (!policy_facts(a, STR("def f(x):\n    return x.y('z')\n"), &facts, &err)) {
			assert_int_equal(facts.n, 0);
			assert_true(err.code == ERR_MEMORY || err.code == ERR_LIMIT ||
				    err.code == ERR_INPUT);
			failures++;
		}
		arena_free(a);
	}
	assert_true(failures > 3);
}

static void
a_word_is_found_only_whole(void **state)
{
	const struct {
		struct str word;
		const char *words;
		bool found;
	} cases[] = {
	    {STR("b"), "a b", true},
	    {STR("a"), "ab a", true},
	    {STR("ab"), "ab", true},
	    {STR("open"), "reopen open_code open", true},
	    {STR("a"), "ab ba bab", false},
	    {STR("ab"), "a b", false},
	    {STR("a b"), "a b c", false},
	    {STR(" "), "a b", false},
	    {STR(" b"), "a b", false},
	    {STR("b "), "a b ", false},
	    {STR(""), "a", false},
	    {STR("a"), "", false},
	    {STR("b\0c"), "a b", false},
	    {STR("\0"), "a", false},
	    {STR("abcdefgh"), "abc", false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		assert_int_equal(str_is_one_of(cases[i].word, cases[i].words), cases[i].found);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_word_is_found_only_whole),
	    cmocka_unit_test(facts_are_sorted_and_counted),
	    cmocka_unit_test(what_is_no_python_has_no_facts),
	    cmocka_unit_test(facts_have_a_ceiling),
	    cmocka_unit_test(memory_that_runs_out_gives_no_facts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
