/* SPDX-License-Identifier: MIT */
/* Whole runs. Where no box can be had the program says so and is skipped (77), never passed. */
#include "test.h"

#include "can_box.h"
#include "cgroup.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static const struct limits limits = {.wall_ms = 10000,
    .cpu_ms = 10000,
    .memory_bytes = (int64_t)128 << 20,
    .processes = 1,
    .open_files = 64,
    .file_bytes = 1 << 20,
    .disk_bytes = 4 << 20,
    .disk_inodes = 64,
    .output_bytes = 4096,
    .artifacts = 4,
    .artifact_bytes = 1 << 20};

struct ran {
	struct arena *a;
	struct box_spec spec;
	struct box_result r;
	struct err err;
	bool good;
};

static struct ran
run(const char *code)
{
	struct ran ran = {.a = arena_new((size_t)64 << 20)};

	ran.spec = (struct box_spec){.code = str_from(code), .limits = limits};
	ran.good = box_run_own(ran.a, &ran.spec, &ran.r, &ran.err);
	return ran;
}

static void
streams_value_and_status_come_back(void **state)
{
	struct ran ran = run("import sys\nprint('out')\nprint('err', file=sys.stderr)\n6 * 7\n");

	(void)state;
	assert_true(ran.good);
	assert_int_equal(ran.r.outcome, BOX_OK);
	assert_int_equal(ran.r.exit_code, 0);
	assert_true(str_is(ran.r.out.bytes, "out\n"));
	assert_true(str_is(ran.r.err.bytes, "err\n"));
	assert_true(str_is(ran.r.value, "42"));
	assert_true(ran.r.usage.wall_ms >= 0 && ran.r.usage.processes == 1);
	arena_free(ran.a);
}

static void
cpu_time_that_may_be_hidden_is_not_called_whole(void **state)
{
	struct ran ran = run("import os\nos.getpid()\n");

	(void)state;
	assert_true(ran.good && ran.r.usage.cpu_whole);
	ran.spec.limits.processes = 4;
	cgroup_use(false);
	ran.good = box_run_own(ran.a, &ran.spec, &ran.r, &ran.err);
	cgroup_use(true);
	assert_true(ran.good && !ran.r.usage.cpu_whole);
	arena_free(ran.a);
}

/* sandbox/pooled counts those of programs that end by themselves. */
static void
bytes_are_counted_of_a_program_that_is_ended(void **state)
{
	struct ran ran = {.a = arena_new((size_t)64 << 20),
	    .spec = {.code = STR("while True:\n    pass\n"), .limits = limits}};

	(void)state;
	ran.spec.limits.wall_ms = 300;
	ran.good = box_run_own(ran.a, &ran.spec, &ran.r, &ran.err);
	assert_int_equal(ran.r.outcome, BOX_WALL_TIMEOUT);
	assert_in_range(ran.r.usage.read_bytes, 1, 100000);
	assert_in_range(ran.r.usage.written_bytes, 0, 20000);
	arena_free(ran.a);
}

static struct ran
run_apart(const char *code)
{
	struct ran ran = {.a = arena_new((size_t)64 << 20)};

	ran.spec =
	    (struct box_spec){.code = str_from(code), .limits = limits, .result_apart = true};
	ran.good = box_run_own(ran.a, &ran.spec, &ran.r, &ran.err);
	return ran;
}

static void
the_result_has_a_descriptor_of_its_own(void **state)
{
	const struct {
		const char *code, *out, *result;
	} cases[] = {
	    {"print('log')\n'[1, \"\u00e9\"]'", "log\n", "[1, \"\xc3\xa9\"]"},
	    {"print('[1]')", "[1]\n", ""},
	    {"[1]", "", ""},
	    {"x = '[1]'", "", ""},
	    {"class S(str): pass\nS('[1]')", "", ""},
	    {"'\\ud800'", "", ""},
	    {"import os\nos.write(7, b'1')\n'2'", "", "12"},
	    {"import os\nos.write(7, b'1')\nos.write(7, b'2')\nNone", "", "12"},
	    {"import os\nos.close(7)\n'2'", "", ""},
	    {"import sys\nsys.stdout = None\n'2'", "", "2"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct ran ran = run_apart(cases[i].code);
		assert_true(ran.good);
		assert_int_equal(ran.r.outcome, BOX_OK);
		assert_true(str_is(ran.r.out.bytes, cases[i].out));
		assert_true(str_is(ran.r.result.bytes, cases[i].result));
		assert_int_equal(ran.r.result.seen_bytes, strlen(cases[i].result));
		assert_int_equal(strlen(ran.r.result.sha256), 64);
		arena_free(ran.a);
	}
}

static void
the_result_counts_to_the_outputs_ceiling(void **state)
{
	static const char *const codes[] = {
	    "'x' * 5000", "print('y' * 3000)\n'x' * 3000", "'x' * 50000000"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(codes); i++) {
		struct ran ran = run_apart(codes[i]);
		assert_int_equal(ran.r.outcome, BOX_OUTPUT_LIMIT);
		assert_true(ran.r.result.seen_bytes > 0);
		arena_free(ran.a);
	}
}

/* The number that the descriptor would have is the program's own then. */
static void
without_a_descriptor_nothing_is_written_to_its_number(void **state)
{
	struct ran ran = run("files = [open(f'{i}.txt', 'w') for i in range(4)]\n'result'");

	(void)state;
	assert_int_equal(ran.r.outcome, BOX_OK);
	assert_true(str_is(ran.r.value, "'result'"));
	assert_int_equal(ran.r.artifact_count, 4);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(ran.r.artifacts[i].bytes.n, 0);
	assert_true(!ran.r.result.bytes.p && !ran.r.result.sha256[0]);
	arena_free(ran.a);
}

static void
the_value_is_that_of_the_last_statement(void **state)
{
	const struct {
		const char *code, *value;
	} cases[] = {
	    {"1 + 1", "2"},
	    {"x = 5\nx", "5"},
	    {"x = 5", ""},
	    {"import math; math.pi > 3", "True"},
	    {"print(1)", ""},
	    {"(1,\n 2)\n", "(1, 2)"},
	    {"[\n1\n]", "[1]"},
	    {"'''a\nb'''\n", "'a\\nb'"},
	    {"x = '''\n1 + 1 #'''", ""},
	    {"if True:\n    7\n", ""},
	    {"def f():\n    return 3\nf()  # last\n# a comment\n", "3"},
	    {"try:\n    1\nfinally:\n    2\n", ""},
	    {"x = 1; x", "1"},
	    {"", ""},
	    {"# nothing\n", ""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct ran ran = run(cases[i].code);
		assert_int_equal(ran.r.outcome, BOX_OK);
		assert_true(str_is(ran.r.value, cases[i].value));
		arena_free(ran.a);
	}
}

static void
an_exception_is_structured(void **state)
{
	struct ran ran = run("def f():\n    raise ValueError('no')\n\nf()\n");
	const char *trace = "Traceback (most recent call last):\n"
			    "  File \"main.py\", line 4, in <module>\n    f()\n"
			    "  File \"main.py\", line 2, in f\n    raise ValueError('no')\n"
			    "ValueError: no\n";

	(void)state;
	assert_int_equal(ran.r.outcome, BOX_ERROR);
	assert_int_equal(ran.r.exit_code, 1);
	assert_true(str_is(ran.r.error.name, "ValueError"));
	assert_true(str_is(ran.r.error.value, "no"));
	assert_int_equal(ran.r.error.line, 2);
	assert_true(str_is(ran.r.error.traceback, trace));
	assert_true(str_is(ran.r.err.bytes, trace));
	arena_free(ran.a);
}

static void
a_syntax_error_has_its_line(void **state)
{
	struct ran ran = run("x = 1\ny = (\n");

	(void)state;
	assert_int_equal(ran.r.outcome, BOX_ERROR);
	assert_true(str_is(ran.r.error.name, "SyntaxError"));
	assert_true(str_is(ran.r.error.value, "'(' was never closed"));
	assert_int_equal(ran.r.error.line, 2);
	arena_free(ran.a);
}

static void
an_exit_status_is_the_programs_own(void **state)
{
	struct ran ran = run("import sys\nsys.exit(37)\n");

	(void)state;
	assert_int_equal(ran.r.outcome, BOX_ERROR);
	assert_int_equal(ran.r.exit_code, 37);
	assert_int_equal(ran.r.error.name.n, 0);
	arena_free(ran.a);
}

static void
inputs_are_there_by_name_and_stay_as_they_are(void **state)
{
	struct ran ran = {.a = arena_new((size_t)64 << 20)};
	const struct box_input inputs[] = {{STR("a.csv"), STR("1,2\n")}, {STR("b c.txt"), STR("")}};

	(void)state;
	ran.spec = (struct box_spec){
	    .code =
		STR("import os\nprint(sorted(os.listdir('.')), open('a.csv').read())\n"
		    "for act in (lambda: open('a.csv', 'w'), lambda: os.remove('a.csv'),\n"
		    "        lambda: os.chmod('a.csv', 0o777), lambda: os.rename('a.csv', 'd')):\n"
		    "    try:\n        act()\n        print('changed')\n"
		    "    except OSError:\n        pass\n"),
	    .inputs = inputs,
	    .input_count = 2,
	    .limits = limits};
	assert_true(box_run_own(ran.a, &ran.spec, &ran.r, &ran.err));
	assert_int_equal(ran.r.outcome, BOX_OK);
	assert_true(str_is(ran.r.out.bytes, "['a.csv', 'b c.txt'] 1,2\n\n"));
	assert_int_equal(ran.r.artifact_count, 0);
	arena_free(ran.a);
}

static void
files_left_open_are_whole_artifacts(void **state)
{
	struct ran ran = run("f = open('out.txt', 'w')\nf.write('all of it')\n");

	(void)state;
	assert_int_equal(ran.r.outcome, BOX_OK);
	assert_int_equal(ran.r.artifact_count, 1);
	assert_true(str_is(ran.r.artifacts[0].name, "out.txt"));
	assert_true(str_is(ran.r.artifacts[0].bytes, "all of it"));
	assert_true(str_is(ran.r.artifacts[0].mime, "text/plain"));
	arena_free(ran.a);
}

static void
nothing_is_added_after_the_end(void **state)
{
	struct ran ran = run(
	    "import atexit\natexit.register(lambda: print('late'))\n"
	    "class A:\n    def __del__(self):\n        import os\n        os.write(1, b'late')\n"
	    "a = A()\nprint('done')\n");

	(void)state;
	assert_int_equal(ran.r.outcome, BOX_OK);
	assert_true(str_is(ran.r.out.bytes, "done\n"));
	arena_free(ran.a);
}

static void
a_run_can_be_replayed(void **state)
{
	const char *code =
	    "import os, time\nprint(hash('a'), {'b', 'a', 'c'}, time.tzname, sorted(os.environ))\n";
	struct ran one = run(code), two = run(code);

	(void)state;
	assert_int_equal(one.r.outcome, BOX_OK);
	assert_string_equal(one.r.out.sha256, two.r.out.sha256);
	arena_free(one.a);
	arena_free(two.a);
}

static bool
at_once(void *context)
{
	int *calls = context;
	return ++*calls > 3;
}

static void
cancelling_ends_it(void **state)
{
	struct ran ran = {.a = arena_new((size_t)64 << 20)};
	int calls = 0;

	(void)state;
	ran.spec = (struct box_spec){.code = STR("import time\ntime.sleep(60)\n"),
	    .limits = limits,
	    .cancelled = at_once,
	    .context = &calls};
	assert_true(box_run_own(ran.a, &ran.spec, &ran.r, &ran.err));
	assert_int_equal(ran.r.outcome, BOX_CANCELLED);
	arena_free(ran.a);
}

static void
a_missing_guarantee_stops_it(void **state)
{
	const struct str require = STR("teleportation");
	struct ran ran = {.a = arena_new((size_t)1 << 20)};

	(void)state;
	ran.spec = (struct box_spec){
	    .code = STR("print(1)"), .limits = limits, .require = &require, .require_count = 1};
	assert_false(box_run_own(ran.a, &ran.spec, &ran.r, &ran.err));
	assert_int_equal(ran.r.outcome, BOX_NEVER_STARTED);
	assert_string_equal(ran.err.message, "there is no guarantee 'teleportation'");
	arena_free(ran.a);
}

static void
code_that_is_not_utf8_does_not_run(void **state)
{
	struct ran ran = run("print(1) # \xff\n");

	(void)state;
	assert_false(ran.good);
	assert_int_equal(ran.r.outcome, BOX_SETUP_FAILED);
	assert_non_null(strstr(ran.err.message, "the code is not UTF-8"));
	arena_free(ran.a);
}

static size_t
open_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	size_t n = 0;

	while (folder && readdir(folder))
		n++;
	if (folder)
		closedir(folder);
	return n;
}

static void
a_run_leaves_no_descriptor_open(void **state)
{
	size_t before = open_descriptors();

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct ran ran = run("open('x', 'w').write('y')\n");
		assert_int_equal(ran.r.outcome, BOX_OK);
		arena_free(ran.a);
	}
	assert_int_equal(open_descriptors(), before);
}

static void
the_record_names_outcome_and_guarantees(void **state)
{
	struct ran ran = run("print(1)\n");
	struct json_writer w;
	struct json_doc doc;
	struct buf b;

	(void)state;
	buf_init(&b, 1 << 20);
	json_writer_init(&w, &b, false);
	box_result_json(&ran.r, &w);
	assert_true(json_parse(ran.a, buf_view(&b), NULL, &JSON_LIMITS, &doc, NULL, &ran.err));
	assert_true(str_is(json_get_text(&doc, json_root(&doc), "outcome", STR("")), "ok"));
	assert_true(json_get(&doc, json_root(&doc), "guarantees")->count > 20);
	assert_non_null(json_get(&doc, json_root(&doc), "usage"));
	buf_release(&b);
	arena_free(ran.a);
}

static void
every_guarantee_holds_when_it_is_tried(void **state)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct guarantee *list;
	size_t count;
	struct err err = {0};

	(void)state;
	const struct box_spec spec = {.limits = limits};

	assert_true(box_probe(a, &spec, &list, &count, &err));
	for (size_t i = 0; i < count; i++)
		assert_false(str_starts(list[i].why, STR("a test on this machine failed")));
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(streams_value_and_status_come_back),
	    cmocka_unit_test(bytes_are_counted_of_a_program_that_is_ended),
	    cmocka_unit_test(cpu_time_that_may_be_hidden_is_not_called_whole),
	    cmocka_unit_test(the_value_is_that_of_the_last_statement),
	    cmocka_unit_test(the_result_has_a_descriptor_of_its_own),
	    cmocka_unit_test(the_result_counts_to_the_outputs_ceiling),
	    cmocka_unit_test(without_a_descriptor_nothing_is_written_to_its_number),
	    cmocka_unit_test(an_exception_is_structured),
	    cmocka_unit_test(a_syntax_error_has_its_line),
	    cmocka_unit_test(an_exit_status_is_the_programs_own),
	    cmocka_unit_test(inputs_are_there_by_name_and_stay_as_they_are),
	    cmocka_unit_test(files_left_open_are_whole_artifacts),
	    cmocka_unit_test(nothing_is_added_after_the_end),
	    cmocka_unit_test(a_run_can_be_replayed),
	    cmocka_unit_test(cancelling_ends_it),
	    cmocka_unit_test(a_missing_guarantee_stops_it),
	    cmocka_unit_test(code_that_is_not_utf8_does_not_run),
	    cmocka_unit_test(a_run_leaves_no_descriptor_open),
	    cmocka_unit_test(every_guarantee_holds_when_it_is_tried),
	    cmocka_unit_test(the_record_names_outcome_and_guarantees),
	};

	if (!can_box())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
