/* SPDX-License-Identifier: MIT */
/* The interpreter's rules in whole runs. Where no box can be had the program says so and is skipped
 * (77), never passed. */
#include "test.h"

#include "can_box.h"

#include <stdio.h>

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

static void
the_interpreter_enforces_its_rules(void **state)
{
	static const struct {
		const char *code;
		enum box_outcome outcome;
		const char *what, *rule, *detail;
	} cases[] = {
	    {"import math\nprint(math.pi)", BOX_OK, "", "", ""},
	    {"import os", BOX_VIOLATION, "import", "import.denied",
		"line 1: os: the policy does not admit this module; use one that it admits"},
	    {"\nopen('/usr/lib/python" SLUICE_PYTHON "/os.py')", BOX_VIOLATION, "open",
		"files.read",
		"line 2: /usr/lib/python" SLUICE_PYTHON
		"/os.py: a program may read only its inputs and the files that it wrote, by their plain names"},
	    {"def f(p):\n    open(p, 'w')\nf('x')", BOX_VIOLATION, "open", "files.write",
		"line 2: /box/x: write results only below the working directory, under names that the policy lists"},
	    {"eval('1')", BOX_ERROR, "", "", ""}, /* the name is not there */
	};
	struct arena *a = arena_new((size_t)64 << 20);
	struct json_doc rules;
	struct err err = {0};

	(void)state;
	assert_true(json_parse(a,
	    STR("{\"modules\": [\"math\"], \"builtins\": [\"print\", \"open\"], \"read\": [\".\"], "
		"\"write\": []}"),
	    "rules", &JSON_LIMITS, &rules, NULL, &err));
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct box_spec spec = {
		    .code = str_from(cases[i].code), .limits = limits, .interpreter = &rules};
		struct box_result r;
		assert_true(box_run_own(a, &spec, &r, &err));
		assert_int_equal(r.outcome, cases[i].outcome);
		assert_int_equal(r.violation_count, cases[i].outcome == BOX_VIOLATION);
		if (r.violation_count == 1) {
			assert_str_equal(r.violations[0].what, cases[i].what);
			assert_str_equal(r.violations[0].rule, cases[i].rule);
			assert_str_equal(r.violations[0].detail, cases[i].detail);
			assert_int_equal(r.violations[0].line, i == 1 ? 1 : 2);
		}
	}
	arena_free(a);
}

/* As the interpreter understood the arguments, whatever stands around them. */
static void
an_address_that_is_asked_for_is_told(void **state)
{
	static const struct {
		const char *code, *what, *address;
	} cases[] = {
	    {"socket.getaddrinfo('example.com', 443)", "socket.getaddrinfo", "example.com:443"},
	    {"socket.gethostbyname('a.example.com')", "socket.gethostbyname", "a.example.com"},
	    {"socket.create_connection(('example.com', 80))", "socket.getaddrinfo",
		"example.com:80"},
	    {"socket.getnameinfo(('10.0.0.1', 22), 0)", "socket.getnameinfo", "10.0.0.1:22"},
	    {"http.client.HTTPConnection('h', 8080).connect()", "http.client.connect", "h:8080"},
	    {"socket.socketpair()[0].connect('/run/x.sock')", "socket.connect", "/run/x.sock"},
	    {"socket.getaddrinfo('.'.join(['h' * 60] * 6), None)", "socket.getaddrinfo", NULL},
	    {"socket.getaddrinfo(None, 1)", "socket.getaddrinfo", ""},
	    {"socket.sethostname('x')", "socket.sethostname", ""},
	};
	struct arena *a = arena_new((size_t)64 << 20);
	struct json_doc rules;
	struct err err = {0};

	(void)state;
	assert_true(json_parse(a, STR("{\"modules\": [\"socket\", \"http\"]}"), "rules",
	    &JSON_LIMITS, &rules, NULL, &err));
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct box_spec spec = {.code = str_from(arena_printf(
					    a, "import http.client, socket\n%s\n", cases[i].code)),
		    .limits = limits,
		    .interpreter = &rules};
		struct box_result r;
		assert_true(box_run_own(a, &spec, &r, &err));
		if (r.outcome != BOX_VIOLATION)
			fail_msg("%s: '%.*s'", cases[i].code, STR_ARG(r.err.bytes));
		const struct box_violation *v = &r.violations[r.violation_count - 1];
		assert_str_equal(v->what, cases[i].what);
		assert_str_equal(v->rule, "capability.network");
		assert_str_equal(v->by, "interpreter");
		if (cases[i].address)
			assert_str_equal(v->address, cases[i].address);
		else
			assert_int_equal(v->address.n, 255);
	}
	arena_free(a);
}

/* What the policy lets the interpreter do, the kernel refuses; the address is told all the same. */
static void
an_address_that_no_rule_refuses_is_told(void **state)
{
	static const char code[] = "import socket\n"
				   "for i in range(40):\n"
				   "    try:\n"
				   "        socket.getaddrinfo('a%d.example.com' % i, 80)\n"
				   "    except OSError:\n"
				   "        pass\n";
	struct arena *a = arena_new((size_t)64 << 20);
	struct json_doc rules;
	struct err err = {0};
	struct box_result r;

	(void)state;
	assert_true(
	    json_parse(a, STR("{\"modules\": [\"socket\"], \"events\": [\"socket.getaddrinfo\"]}"),
		"rules", &JSON_LIMITS, &rules, NULL, &err));
	for (int guarded = 0; guarded < 2; guarded++) {
		size_t told = 0, network = 0;
		struct box_spec spec = {.code = str_from(code),
		    .limits = limits,
		    .interpreter = guarded ? &rules : NULL};
		assert_true(box_run_own(a, &spec, &r, &err));
		assert_int_equal(r.outcome, BOX_VIOLATION);
		for (size_t i = 0; i < r.violation_count; i++) {
			const struct box_violation *v = &r.violations[i];
			network +=
			    str_is(v->what, "socket") && str_is(v->rule, "capability.network");
			if (v->address.n == 0)
				continue;
			assert_str_equal(v->address, arena_printf(a, "a%zu.example.com:80", told));
			assert_str_equal(v->by, "interpreter");
			assert_int_equal(v->rule.n, 0);
			told++;
		}
		assert_int_equal(told, 16);
		assert_true(network > 0);
	}
	arena_free(a);
}

static bool
said(const struct box_result *r, struct arena *a, const char *text)
{
	struct json_writer w;
	struct buf b;
	struct str json;

	buf_init(&b, 1 << 20);
	json_writer_init(&w, &b, false);
	box_result_json(r, &w);
	assert_true(arena_copy(a, buf_view(&b), &json));
	buf_release(&b);
	return str_find(json, str_from(text), 0) != SIZE_MAX;
}

/* SQLite's own code makes the second file: no event tells of it. */
static void
what_native_code_left_is_not_delivered_and_is_told(void **state)
{
	static const char code[] = "import sqlite3\nc = sqlite3.connect('a.db')\n"
				   "c.execute(\"attach 'b.sqlite' as b\")\n"
				   "c.execute('create table b.t (x)')\n"
				   "c.execute('create table t (x)')\nc.commit()\nprint('done')\n";
	struct arena *a = arena_new((size_t)64 << 20);
	struct json_doc rules;
	struct err err = {0};
	struct box_result r;

	(void)state;
	assert_true(json_parse(a, STR("{\"write\": [\".\"], \"results\": [\"*.db\"]}"), "rules",
	    &JSON_LIMITS, &rules, NULL, &err));
	struct box_spec spec = {.code = str_from(code), .limits = limits, .interpreter = &rules};
	assert_true(box_run_own(a, &spec, &r, &err));
	assert_int_equal(r.outcome, BOX_VIOLATION);
	assert_int_equal(r.exit_code, 0);
	assert_str_equal(r.out.bytes, "done\n");
	assert_int_equal(r.artifact_count, 1);
	assert_str_equal(r.artifacts[0].name, "a.db");
	assert_int_equal(r.rejected_count, 1);
	assert_str_equal(
	    r.rejected[0], "b.sqlite: it matches none of the policy's patterns for results");
	assert_int_equal(r.violation_count, 1);
	assert_str_equal(r.violations[0].rule, "files.write");
	assert_int_equal(r.violations[0].line, 0);
	assert_true(said(&r, a, "\"rule\":\"files.write\"") && !said(&r, a, "\"line\":"));
	spec.code = STR("\nopen('c.py', 'w')");
	assert_true(box_run_own(a, &spec, &r, &err));
	assert_true(said(&r, a, "\"rule\":\"files.write\",\"line\":2"));
	arena_free(a);
}

static void
nothing_runs_on_a_wall_that_is_not_there(void **state)
{
	static const struct {
		const char *rules;
		bool packages, starts;
	} cases[] = {
	    {"{\"obligations\": [\"files\"]}", false, true},
	    {"{\"obligations\": [\"files\"]}", true, true},
	    {"{\"obligations\": [\"attributes\"]}", false, false},
	    {"{\"attributes\": {}, \"obligations\": [\"files\", \"attributes\"]}", false, true},
	    {"{\"attributes\": {}, \"obligations\": [\"attributes\"]}", true, false},
	    {"{\"obligations\": [\"\"]}", false, false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new((size_t)64 << 20);
		struct json_doc rules;
		struct err err = {0};
		struct box_result r;
		assert_true(json_parse(
		    a, str_from(cases[i].rules), "rules", &JSON_LIMITS, &rules, NULL, &err));
		struct box_spec spec = {.code = STR("print(1)"),
		    .limits = limits,
		    .packages = cases[i].packages,
		    .interpreter = &rules};
		assert_int_equal(box_run_own(a, &spec, &r, &err), cases[i].starts);
		assert_int_equal(r.outcome, cases[i].starts ? BOX_OK : BOX_NEVER_STARTED);
		assert_int_equal(r.out.seen_bytes, cases[i].starts ? 2 : 0);
		assert_int_equal(err.message[0] != '\0', !cases[i].starts);
		arena_free(a);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_interpreter_enforces_its_rules),
	    cmocka_unit_test(an_address_that_is_asked_for_is_told),
	    cmocka_unit_test(an_address_that_no_rule_refuses_is_told),
	    cmocka_unit_test(what_native_code_left_is_not_delivered_and_is_told),
	    cmocka_unit_test(nothing_runs_on_a_wall_that_is_not_there),
	};

	if (!can_box())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
