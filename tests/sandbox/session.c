/* SPDX-License-Identifier: MIT */
/*
 * Sessions: what a cell leaves is there for the next one and for nobody else, each ends as a run would, and
 * none goes on behind a violation or a limit.
 *
 *	sandbox_session fresh|pooled|forked
 */
#include "clock.h"
#include "executor.h"
#include "json.h"
#include "surroundings.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ARENA_BYTES ((size_t)64 << 20)

static size_t failed;
static enum box_start tier;
static struct arena *arena;

static void __attribute__((format(printf, 1, 2))) fail(const char *format, ...)
{
	va_list list;

	failed++;
	printf("FAILED ");
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
	printf("\n");
	fflush(stdout);
}

static void
wait_ms(int64_t ms)
{
	const struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};

	nanosleep(&time, NULL);
}

static struct box_spec
usual(void)
{
	return (struct box_spec){.start = tier,
	    .limits = {.wall_ms = 5000,
		.cpu_ms = 5000,
		.memory_bytes = (int64_t)96 << 20,
		.processes = 4,
		.open_files = 64,
		.file_bytes = 1 << 20,
		.disk_bytes = 4 << 20,
		.disk_inodes = 64,
		.output_bytes = 65536,
		.artifacts = 4,
		.artifact_bytes = 65536}};
}

static struct box_session *
open_one(const struct box_spec *like, const struct session_limits *limits)
{
	struct box_pool *pool = box_pool_new();
	struct box_spec spec = *like;
	struct err err = {0};

	box_pool_keep(pool, &spec);
	spec.prepared = box_pool_take(pool, &spec);
	struct box_session *s = session_open(&spec, limits, &err);
	box_pool_free(pool);
	if (!s)
		fail("no session: %s", err.message);
	return s;
}

/* As its owner would: the new cell behind all that ran. */
static struct box_result
cell(struct box_session *s, const struct box_spec *like, const char *code)
{
	struct box_spec spec = *like;
	struct box_result r = {0};
	struct err err = {0};

	spec.code = str_from(arena_printf(arena, "%.*s%s", STR_ARG(session_text(s)), code));
	if (!box_own(arena, &spec, &err) || !session_cell(arena, s, &spec, &r, &err))
		r.detail = str_from(arena_printf(arena, "%s", err.message));
	return r;
}

static void
expect(const struct box_result *r, enum box_outcome outcome, const char *out, const char *what)
{
	if (r->outcome == outcome && str_is(r->out.bytes, out))
		return;
	struct str broken = r->violation_count > 0 ? r->violations[0].detail : STR("");

	fail("%s: '%s', '%.*s': %.*s %.*s %.*s", what, box_outcome_name(r->outcome),
	    STR_ARG(r->out.bytes), STR_ARG(r->err.bytes), STR_ARG(r->detail), STR_ARG(broken));
}

static void
expect_opened(const struct box_result *r, size_t inputs, const char *what)
{
	if (!r->inputs_opened || r->inputs_opened_count != inputs)
		fail("%s: %zu inputs were opened", what, r->inputs_opened_count);
}

static void
expect_over(struct box_session *s, const struct box_spec *spec, const char *what)
{
	struct box_result r;

	if (!*session_over(s))
		fail("%s: the session goes on", what);
	r = cell(s, spec, "print('again')\n");
	expect(&r, BOX_NEVER_STARTED, "", what);
	session_close(s);
}

static void
state_stays(void)
{
	const struct box_input input = {STR("in.csv"), STR("a,b\n")};
	struct box_spec spec = usual();
	struct box_result r;

	spec.inputs = &input;
	spec.input_count = 1;
	struct box_session *s = open_one(&spec, NULL), *other = open_one(&spec, NULL);
	r = cell(s, &spec,
	    "import json\nx = 20\ndef twice(n):\n    return n * 2\nprint(open('in.csv').read(), end='')\n");
	expect(&r, BOX_OK, "a,b\n", "the first cell");
	expect_opened(&r, 1, "the first cell");
	if (tier != r.start)
		fail("the session's box is '%s'", box_start_name(r.start));
	r = cell(s, &spec, "open('out.csv', 'w').write('1')\nprint(json.dumps(twice(x)))\nx + 1");
	expect(&r, BOX_OK, "40\n", "the second");
	if (!str_is(r.value, "21") || r.artifact_count != 1)
		fail("the value is '%.*s', of %zu files", STR_ARG(r.value), r.artifact_count);
	r = cell(s, &spec, "print(open('out.csv').read())\n");
	expect(&r, BOX_OK, "1\n", "a file of another cell");
	expect_opened(&r, 1, "a cell behind one that opened it");
	if (r.artifact_count != 0 || r.value.n != 0)
		fail("a file that did not change is told again");
	r = cell(other, &spec, "print('x' in globals(), __import__('os').listdir())\n");
	expect(&r, BOX_OK, "False ['in.csv']\n", "another session");
	expect_opened(&r, 0, "another session");
	session_close(other);
	session_close(s);
}

/* Each cell's own, of living processes too. */
static void
bytes_are_counted_by_cell(void)
{
	struct box_spec spec = usual();
	struct box_session *s = open_one(&spec, NULL);
	const char *const cells[] = {
	    "import os\nf = os.open('x', os.O_RDWR | os.O_CREAT)\nn = os.write(f, bytes(400000))\n",
	    "n = sum(len(os.pread(f, 400000, 0)) for _ in range(3))\n",
	    ("r, w = os.pipe()\n"
	     "if os.fork() == 0:\n    os.pread(f, 400000, 0)\n    os.write(w, b'x')\n    while True: pass\n"
	     "n = len(os.read(r, 1))\n"),
	    "n = 0\n"};
	const int64_t read[] = {0, 1200000, 400000, 0}, written[] = {400000, 0, 0, 0};

	cell(s, &spec, "n = 0\n"); /* modules are read */
	for (size_t i = 0; i < ARRAY_LENGTH(cells); i++) {
		struct box_result r = cell(s, &spec, cells[i]);
		expect(&r, BOX_OK, "", "a cell that reads and writes");
		int64_t in = r.usage.read_bytes - read[i], out = r.usage.written_bytes - written[i];
		if (in < 0 || in > 100000 || out < 0 || out > 20000)
			fail("cell %zu read %lld bytes and wrote %lld", i,
			    (long long)r.usage.read_bytes, (long long)r.usage.written_bytes);
	}
	session_close(s);
}

static void
exceptions_leave_it_open(void)
{
	struct box_spec spec = usual();
	struct box_session *s = open_one(&spec, NULL);
	struct box_result r;

	r = cell(s, &spec, "x = 1\n");
	r = cell(s, &spec, "x = 2\n1 / 0\nx = 3\n");
	expect(&r, BOX_ERROR, "", "an exception");
	if (!str_is(r.error.name, "ZeroDivisionError") || r.error.line - 2 != 2)
		fail("'%.*s' at line %lld", STR_ARG(r.error.name), (long long)r.error.line);
	if (!str_starts(session_text(s),
		STR("x = 1\npass\ntry:\n pass\n x = 2\n 1 / 0\n x = 3\nexcept BaseException:\n")))
		fail("the text is '%.*s'", STR_ARG(session_text(s)));
	r = cell(s, &spec, "print(x)\n");
	expect(&r, BOX_OK, "2\n", "behind an exception");
	r = cell(s, &spec, "import sys\nx = 4\nsys.exit(0)\nx = 5\n");
	expect(&r, BOX_OK, "", "an early end");
	if (!strstr(arena_text(arena, session_text(s)),
		"except BaseException:\n pass\npass\nprint(x)\npass\ntry:\n pass\n import sys\n"))
		fail("an early end is taken for a whole cell");
	r = cell(s, &spec, "if x == 4:\n    y = 1\n");
	r = cell(s, &spec, "else:\n    print('went on')\n");
	expect(&r, BOX_ERROR, "", "a cell that would continue a statement");
	session_close(s);
}

static void
a_violation_ends_it(void)
{
	struct box_spec spec = usual();
	struct box_session *s = open_one(&spec, NULL);
	struct box_result r;

	r = cell(s, &spec,
	    "import os\ntry:\n    os.execv('/usr/bin/id', ['id'])\nexcept OSError:\n    print('on')\n");
	expect(&r, BOX_VIOLATION, "on\n", "a violation");
	expect_over(s, &spec, "behind a violation");
	s = open_one(&spec, NULL);
	r = cell(s, &spec, "import os, signal\nos.kill(os.getpid(), 9)\n");
	expect(&r, BOX_SIGNAL, "", "a kill");
	expect_over(s, &spec, "behind a kill");
	s = open_one(&spec, NULL);
	r = cell(s, &spec, "while True:\n    print('x' * 1000)\n");
	if (r.outcome != BOX_OUTPUT_LIMIT)
		fail("a flood is '%s'", box_outcome_name(r.outcome));
	expect_over(s, &spec, "behind a flood");
}

static void
limits_are_by_cell_and_in_total(void)
{
	const struct session_limits short_idle = {150, 60000, 60000, 50},
				    short_whole = {60000, 400, 60000, 50},
				    few = {60000, 60000, 60000, 2},
				    little = {60000, 60000, 300, 50};
	struct box_spec spec = usual();
	struct box_session *s;
	struct box_result r;

	spec.limits.wall_ms = 2500;
	s = open_one(&spec, NULL);
	r = cell(s, &spec, "import time\ntime.sleep(1.4)\n");
	r = cell(s, &spec, "time.sleep(1.4)\n");
	expect(&r, BOX_OK, "", "the second clock");
	r = cell(s, &spec, "time.sleep(5)\n");
	expect(&r, BOX_WALL_TIMEOUT, "", "a clock");
	expect_over(s, &spec, "behind a clock");
	spec.limits.wall_ms = 5000;
	s = open_one(&spec, &short_idle);
	r = cell(s, &spec, "x = 1\n");
	wait_ms(600);
	expect_over(s, &spec, "an idle one");
	s = open_one(&spec, &short_whole);
	r = cell(s, &spec, "x = 1\n");
	wait_ms(500);
	expect_over(s, &spec, "an old one");
	s = open_one(&spec, &few);
	r = cell(s, &spec, "x = 1\n");
	r = cell(s, &spec, "x = 1\n");
	expect_over(s, &spec, "one of two cells");
	s = open_one(&spec, &little);
	r = cell(s, &spec, "while True:\n    pass\n");
	expect(&r, BOX_CPU_LIMIT, "", "all of its CPU time");
	expect_over(s, &spec, "without CPU time");
}

/* A child that goes on writes the time, and stands still between the cells. */
static void
nothing_moves_between_cells(void)
{
	struct box_spec spec = usual();
	struct box_session *s = open_one(&spec, NULL);
	struct box_result r;

	r = cell(s, &spec,
	    "import os, time\n"
	    "if os.fork() == 0:\n"
	    "    while True:\n"
	    "        with open('beat', 'a') as f:\n"
	    "            f.write('%f\\n' % time.monotonic())\n"
	    "        time.sleep(0.002)\n"
	    "while not os.path.exists('beat') or os.path.getsize('beat') == 0:\n"
	    "    time.sleep(0.002)\n");
	expect(&r, BOX_OK, "", "a child");
	wait_ms(700);
	r = cell(s, &spec,
	    "begun, t = time.monotonic(), [0]\n"
	    "while t[-1] < begun:\n"
	    "    time.sleep(0.002)\n"
	    "    t = [float(l) for l in open('beat') if l.endswith('\\n')]\n"
	    "print(max(b - a for a, b in zip(t, t[1:])) > 0.6)\n");
	expect(&r, BOX_OK, "True\n", "a child between two cells");
	session_close(s);
}

/* Words that a cell says beforehand do not end the next one. */
static void
words_are_forgotten(void)
{
	struct wire word = {.kind = WIRE_CELL, .version = WIRE_VERSION};
	struct box_spec spec = usual();
	struct box_session *s = open_one(&spec, NULL);
	struct buf code;
	struct box_result r;

	buf_init(&code, 1 << 16);
	buf_text(&code, "import os\nw = bytes([");
	for (size_t i = 0; i < sizeof(word); i++)
		buf_printf(&code, "%d,", ((const unsigned char *)&word)[i]);
	buf_text(&code, "])\nfor _ in range(3): os.write(3, w)\n");
	r = cell(s, &spec, arena_text(arena, buf_view(&code)));
	if (r.outcome != BOX_OK)
		fail("a forged word: '%s'", box_outcome_name(r.outcome));
	buf_release(&code);
	r = cell(s, &spec, "import time\ntime.sleep(0.2)\nprint('whole')\n");
	expect(&r, BOX_OK, "whole\n", "the cell behind it");
	session_close(s);
}

static void
the_text_is_its_own(void)
{
	struct box_spec spec = usual(), other;
	struct box_session *s = open_one(&spec, NULL);
	struct box_result r;
	struct err err = {0};

	r = cell(s, &spec, "x = 1\n");
	other = spec;
	other.code = STR("x = 2\npass\nprint(x)\n");
	if (!box_own(arena, &other, &err) || session_cell(arena, s, &other, &r, &err))
		fail("another text than its own is run");
	other = spec;
	other.limits.memory_bytes += 4096;
	r = cell(s, &other, "x = 1\n");
	expect(&r, BOX_NEVER_STARTED, "", "another limit");
	other = spec;
	other.code = STR("x = 1\npass\nprint(x)\n");
	if (session_cell(arena, s, &other, &r, &err))
		fail("a cell runs without authority");
	r = cell(s, &spec, "print(x)\n");
	expect(&r, BOX_OK, "1\n", "behind refusals");
	session_close(s);
}

/* With the interpreter's own wall. */
static void
the_guard_stays(void)
{
	static const char rules[] =
	    "{\"modules\": [\"json\", \"math\", \"statistics\", \"dataclasses\", \"contextlib\"], \"read\": [\".\"], \"write\": [\".\"]}";
	struct box_spec spec = usual();
	struct json_doc doc;
	struct box_result r;
	struct err err;

	if (!json_parse(arena, str_from(rules), "rules", &JSON_LIMITS, &doc, NULL, &err)) {
		fail("%s", err.message);
		return;
	}
	spec.interpreter = &doc;
	struct box_session *s = open_one(&spec, NULL);
	r = cell(s, &spec, "import json\nprint(json.dumps([1]))\n");
	expect(&r, BOX_OK, "[1]\n", "guarded");
	r = cell(s, &spec,
	    "import statistics, dataclasses\n@dataclasses.dataclass\nclass C:\n    a: int = 2\nprint(statistics.mean([1, 3]), C())\n");
	expect(&r, BOX_OK, "2 C(a=2)\n", "imported later");
	r = cell(s, &spec, "def f(:\n");
	expect(&r, BOX_ERROR, "", "no Python");
	r = cell(s, &spec, "import socket\n");
	expect(&r, BOX_VIOLATION, "", "a module that no rule names");
	expect_over(s, &spec, "behind the interpreter's refusal");
	s = open_one(&spec, NULL);
	r = cell(s, &spec, "x = 5\n");
	r = cell(s, &spec, "print(x is 5)\n");
	expect(&r, BOX_OK, "True\n", "the compiler warns");
	session_close(s);
	/* The compiler of the second warns to what the first put in the place of standard error. */
	s = open_one(&spec, NULL);
	r = cell(s, &spec,
	    "import contextlib\nclass W:\n    def write(self, text):\n"
	    "        return len(open('/etc/ld.so.cache', 'rb').read(1))\n"
	    "    def flush(self):\n        pass\n"
	    "c = contextlib.redirect_stderr(W())\nd = c.__enter__()\n");
	expect(&r, BOX_OK, "", "another standard error");
	r = cell(s, &spec, "x = 5\nprint(x is 5)\n");
	expect(&r, BOX_VIOLATION, "", "what runs while a cell is compiled");
	expect_over(s, &spec, "behind the compiler's warning");
}

int
main(int argc, char **argv)
{
	struct guarantee *list;
	struct err err = {0};
	size_t count;

	arena = arena_new(ARENA_BYTES);
	tier = box_start_find(str_from(argc > 1 ? argv[1] : ""));
	if (!arena || !box_probe(arena, NULL, &list, &count, &err)) {
		printf("SKIPPED: no box here: %s\n", err.message);
		return 77;
	}
	if (!surroundings_adopt())
		return 2;
	state_stays();
	bytes_are_counted_by_cell();
	exceptions_leave_it_open();
	a_violation_ends_it();
	limits_are_by_cell_and_in_total();
	nothing_moves_between_cells();
	words_are_forgotten();
	the_text_is_its_own();
	the_guard_stays();
	if (!surroundings_empty(0))
		fail("processes are left");
	arena_free(arena);
	printf("%zu failed\n", failed);
	return failed > 0;
}
