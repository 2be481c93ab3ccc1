/* SPDX-License-Identifier: MIT */
/*
 * Programs that two parsers read differently, handed past the gate's rules with the facts that its
 * parser sees: the guest must refuse each before a line of it runs. Beside them, texts that only
 * look like that and must run, and facts that were tampered with. Skipped (77) where no box can be
 * had.
 */
#include "test.h"

#include "executor.h"
#include "policy.h"

#include <stdio.h>

#define ARENA_BYTES_MAX ((size_t)64 << 20)
#define HIDDEN "print('hidden')"
#define ONLY_CPYTHON "only CPython sees: "
#define ONLY_GATE "only the gate sees: "

static const struct limits limits = {.wall_ms = 10000,
    .cpu_ms = 10000,
    .memory_bytes = (int64_t)128 << 20,
    .processes = 1,
    .open_files = 64,
    .file_bytes = 1 << 20,
    .disk_bytes = 1 << 20,
    .disk_inodes = 64,
    .output_bytes = 4096,
    .artifacts = 1,
    .artifact_bytes = 1 << 10};

struct ran {
	struct arena *a;
	struct box_result r;
};

static struct ran
run(struct str code, struct str facts)
{
	struct ran ran = {.a = arena_new(ARENA_BYTES_MAX)};
	struct box_spec spec = {.code = code, .facts = facts, .limits = limits};
	struct err err = {0};

	assert_non_null(ran.a);
	if (!box_run_own(ran.a, &spec, &ran.r, &err))
		fail_msg("the box did not start: %s", err.message);
	return ran;
}

static struct str
facts_of(struct arena *a, const char *code)
{
	struct str facts;
	struct err err = {0};

	if (!policy_facts(a, str_from(code), &facts, &err))
		fail_msg("no facts of this: %s", code);
	return facts;
}

/* Refused before a line ran: not even what stands before the hidden part has printed. */
static void
assert_refused(const struct ran *ran, const char *detail)
{
	assert_int_equal(ran->r.outcome, BOX_VIOLATION);
	assert_int_equal(ran->r.violation_count, 1);
	assert_str_equal(ran->r.violations[0].what, "parser differential");
	if (!str_starts(ran->r.violations[0].detail, str_from(detail)))
		fail_msg("'%.*s', not '%s'", STR_ARG(ran->r.violations[0].detail), detail);
	assert_int_equal(ran->r.out.seen_bytes, 0);
	/* Python 3.13 warns of an unknown escape sequence when it parses it. */
	if (str_find(ran->r.err.bytes, STR("SyntaxWarning"), 0) == SIZE_MAX)
		assert_int_equal(ran->r.err.seen_bytes, 0);
}

static void
what_only_cpython_sees_does_not_run(void **state)
{
	static const struct {
		const char *code, *detail;
	} cases[] = {
	    /* a bytes literal whose end tree-sitter misses */
	    {"x = b\"\\N\"; " HIDDEN " #\"\n", ONLY_CPYTHON "call print 1 0 0 0 in / 0; "},
	    {"x = b'''\\u'''; " HIDDEN " #'''\n", ONLY_CPYTHON "call print 1 0 0 0 in / 0; "},
	    /* a carriage return that ends a comment */
	    {"# fine\r" HIDDEN "\n", ONLY_CPYTHON "call print 1 0 0 0 in / 0; "},
	    /* names that CPython normalises */
	    {"\xef\xbd\x90rint('hidden')\n", ONLY_CPYTHON "call print 1 0 0 0 in / 0; "},
	    {"print(1)\nimport o\xc5\xbf\n",
		ONLY_CPYTHON "import 0 os - - in / 0; " ONLY_GATE "import 0 o\xc5\xbf - - in / 0"},
	    {"x = 1\nx.__\xef\xbd\x83lass__\n",
		ONLY_CPYTHON "attribute __class__ in / 0; " ONLY_GATE},
	    /* statements that this Python does not have */
	    {"type (" HIDDEN ").f = 1\n", ONLY_GATE "attribute f in / 0; "},
	    {"print >>" HIDDEN ", 1\n", ONLY_CPYTHON "name print in / 0"},
	    /* a statement that leaves its function: tabs; a line of blanks and a backslash */
	    {"if 1:\n        \tdef f():\n        \t  pass\n\t       \t" HIDDEN "\n", ONLY_CPYTHON
		"call print 1 0 0 0 in / 1; " ONLY_GATE "call print 1 0 0 0 in /f 2; "},
	    {"if 1:\n    def f():\n        pass\n    \\\n        " HIDDEN "\n", ONLY_CPYTHON
		"call print 1 0 0 0 in / 1; " ONLY_GATE "call print 1 0 0 0 in /f 2; "},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new(ARENA_BYTES_MAX);
		struct ran ran = run(str_from(cases[i].code), facts_of(a, cases[i].code));

		assert_refused(&ran, cases[i].detail);
		arena_free(ran.a);
		arena_free(a);
	}
}

/* Tricks on other parsers that are none on these two: what runs is what the gate saw. */
static void
what_both_see_runs_as_it_was_seen(void **state)
{
	static const struct {
		const char *code, *out, *seen; /* seen: a piece of the facts */
	} cases[] = {
	    {"# coding: utf-7\n# +AAo-" HIDDEN "\nprint(1)\n", "1\n",
		"ca print 1 0 0 0 in / 0 1\n"},
	    {"class A:\n    def f(self, __e=print):\n        __e('mangled')\nA().f()\n",
		"mangled\n", "nl _A__e in /A/f 2 1\n"},
	    {"print('\\N{BULLET}', '\\N{BULLET}' 'x')\n", "\xe2\x80\xa2 \xe2\x80\xa2x\n",
		"ts ! in / 0 2\n"},
	    {"x = 3\nprint(f'{x=} {x + 1 = :>4}')\n", "x=3 x + 1 =    4\n", "ts 11 "},
	    {"", "", "facts 1 python " SLUICE_PYTHON "\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new(ARENA_BYTES_MAX);
		struct str facts = facts_of(a, cases[i].code);
		struct ran ran = run(str_from(cases[i].code), facts);

		if (ran.r.outcome != BOX_OK)
			fail_msg("%s: %s %.*s", cases[i].code, box_outcome_name(ran.r.outcome),
			    STR_ARG(ran.r.violation_count > 0 ? ran.r.violations[0].detail
							      : ran.r.err.bytes));
		assert_str_equal(ran.r.out.bytes, cases[i].out);
		if (str_find(facts, str_from(cases[i].seen), 0) == SIZE_MAX)
			fail_msg("'%s' is not in %.*s", cases[i].seen, STR_ARG(facts));
		arena_free(ran.a);
		arena_free(a);
	}
}

static void
facts_that_were_tampered_with_stop_the_run(void **state)
{
	static const char code[] = "print(len('abc'))\nprint('\\N{BULLET}')\n";
	static const struct {
		const char *gate, *detail; /* the text whose facts are handed over */
	} cases[] = {
	    {"print(len('abc'))\n", ONLY_CPYTHON "call print 1 0 0 0 in / 0; "},
	    {"print(len('abd'))\nprint('\\N{BULLET}')\n", ONLY_GATE "string 3 "},
	    {"print(len('abc'))\nprint('\\N{BULLET}', '\\N{BULLET}')\n",
		ONLY_CPYTHON "call print 1 0 0 0 in / 0; " ONLY_GATE},
	    {"print(len('abc'))\nprint(b'\\x00')\n", ONLY_GATE "bytes 1 "},
	    {"", ONLY_CPYTHON "call len 1 0 0 0 in / 0; "},
	};
	static const char *const broken[] = {"facts 2\n", "f", "facts 1 python 3.10\n",
	    "facts 1 python " SLUICE_PYTHON "\nno number\n"};
	struct arena *a = arena_new(ARENA_BYTES_MAX);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct ran ran = run(str_from(code), facts_of(a, cases[i].gate));

		assert_refused(&ran, cases[i].detail);
		arena_free(ran.a);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(broken); i++) {
		struct ran ran = run(str_from(code), str_from(broken[i]));

		assert_refused(&ran, i < 3 ? "the gate's facts are of another kind" : ONLY_CPYTHON);
		arena_free(ran.a);
	}
	arena_free(a);
}

/* With facts and without: by the tree, by the text, by the text in two parts. */
static void
an_encoding_cookie_is_a_comment(void **state)
{
	static const char *const codes[] = {"# coding: utf-7\n# +AAo-" HIDDEN "\nprint(1)\n",
	    "# coding: utf-7\n# +AAo-" HIDDEN "\nprint(1); x = 2\n",
	    "# coding: utf-7\n# +AAo-" HIDDEN "\nprint(1)\nx = 2\n",
	    "# coding: utf-7\n# +AAo-" HIDDEN "\nif True:\n    print(1)\n"};

	(void)state;
	for (size_t i = 0; i < 2 * ARRAY_LENGTH(codes); i++) {
		struct arena *a = arena_new(ARENA_BYTES_MAX);
		struct str code = str_from(codes[i / 2]);
		struct ran ran = run(code, i % 2 == 0 ? STR("") : facts_of(a, code.p));

		assert_int_equal(ran.r.outcome, BOX_OK);
		assert_str_equal(ran.r.out.bytes, "1\n");
		arena_free(ran.a);
		arena_free(a);
	}
}

/* The program's own mistakes stay its own. */
static void
what_cpython_refuses_is_an_error(void **state)
{
	static const char *const codes[] = {"print(1)\nprint 5 5\n", "print(1)\nreturn 5\n"};
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct str facts = facts_of(a, codes[1]);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(codes); i++) {
		struct ran ran = run(str_from(codes[i]), facts);

		assert_int_equal(ran.r.outcome, BOX_ERROR);
		assert_str_equal(ran.r.error.name, "SyntaxError");
		assert_int_equal(ran.r.error.line, 2);
		assert_int_equal(ran.r.out.seen_bytes, 0);
		assert_int_equal(ran.r.violation_count, 0);
		arena_free(ran.a);
	}
	arena_free(a);
}

static bool
can_box(void)
{
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct box_spec spec = {.code = STR(""), .limits = limits};
	struct box_result r;
	struct err err = {0};
	bool good = a && box_run_own(a, &spec, &r, &err);

	if (!good)
		printf("skipped: no box can be had here: %s\n", err.message);
	arena_free(a);
	return good;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_only_cpython_sees_does_not_run),
	    cmocka_unit_test(what_both_see_runs_as_it_was_seen),
	    cmocka_unit_test(facts_that_were_tampered_with_stop_the_run),
	    cmocka_unit_test(an_encoding_cookie_is_a_comment),
	    cmocka_unit_test(what_cpython_refuses_is_an_error),
	};

	if (!can_box())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
