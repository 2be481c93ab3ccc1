/* SPDX-License-Identifier: MIT */
/*
 * Boxes that wait in a pool: each serves one run, nothing of a run is in the next one, and whoever
 * kills a part of one at any moment loses no run and has none run twice.
 *
 *	sandbox_pooled pooled|forked [RUNS]
 */
#include "clock.h"
#include "executor.h"
#include "hash.h"
#include "pooled.h"
#include "processes.h"
#include "surroundings.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RUNS 200
#define KILLS 60
#define WAIT_US 60000
#define LATEST_US 60000

static size_t failed;
static enum box_start tier;

void
pooled_fail(const char *format, ...)
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

void
pooled_wait_us(int64_t us)
{
	const struct timespec time = {us / 1000000, (long)(us % 1000000) * 1000};

	nanosleep(&time, NULL);
}

struct box_spec
pooled_usual(struct str code)
{
	return (struct box_spec){.code = code,
	    .start = tier,
	    .limits = {.wall_ms = 20000,
		.cpu_ms = 20000,
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

/* -- the canary -------------------------------------------------------------------------------- */

/* Looks for what any run before it left, also in memory that was freed, or given and not written to; tells it,
 * and leaves all that it can. */
static const char traces[] =
    "import builtins, ctypes, gc, os, re, sys\n"
    "mark = 'canary-' + open('number').read()\n"
    "trace = 'canary' + '-'\n"
    "found = [n for f in ('/tmp', '/dev/shm', '.') for n in os.listdir(f) if n != 'number']\n"
    "found += [n for n in sys.modules if n.startswith(trace)]\n"
    "found += [n for n in dir(builtins) if n.startswith(trace)]\n"
    "found += [k for k in os.environ if k.startswith(trace)]\n"
    "found += [o for l in gc.get_objects() if type(l) in (list, tuple) for o in l\n"
    "          if type(o) is str and o.startswith(trace) and o not in (mark, trace)]\n"
    "found += ['pid %d' % os.getpid()] if os.getpid() != 2 else []\n"
    "def there(n):\n"
    "    try:\n"
    "        return os.fstat(n)\n"
    "    except OSError:\n"
    "        return None\n"
    "pools = {id(o) & ~16383 for o in [mark, *gc.get_objects()] if sys.getsizeof(o) < 400}\n"
    "raw = {m for p in pools for m in re.findall(rb'canary-\\d+', ctypes.string_at(p, 16384))}\n"
    "found += ['memory %s' % raw] if raw != {mark.encode()} else []\n"
    "fds = [n for n in range(64) if there(n) and n not in (0, 1, 2, 4)]\n"
    "found += ['descriptors %s' % fds] if fds else []\n"
    "found += ['umask'] if os.umask(0o77) != 0o22 else []\n"
    "print(found, id(object()), flush=True)\n"
    "for f in ('/tmp/', '/dev/shm/', ''):\n"
    "    open(f + mark, 'w').write(mark)\n"
    "sys.modules[mark] = sys\n"
    "setattr(builtins, mark, [mark])\n"
    "builtins.sorted = print\n"
    "sys.path.insert(0, '/tmp')\n"
    "os.environ[mark] = mark\n"
    "keep = [[mark] for _ in range(1000)]\n";

static const struct {
	const char *code;
	enum box_outcome outcome;
} ends[] = {
    {"", BOX_OK},
    {"raise ValueError(mark)\n", BOX_ERROR},
    {"import os; os.kill(os.getpid(), 9)\n", BOX_SIGNAL},
    {"os.execv('/usr/bin/id', ['id'])\n", BOX_VIOLATION},
    {"x = bytearray(1 << 40)\n", BOX_OUT_OF_MEMORY},
    {"import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n",
	BOX_OK},
    {"os.fork()\nos.fork()\n", BOX_OK},
};

static bool
run_one(struct arena *a, struct box_pool *pool, struct box_spec *spec, struct box_result *r)
{
	struct err err = {0};

	spec->prepared = box_pool_take(pool, spec);
	bool good = box_run_own(a, spec, r, &err);
	if (!good)
		pooled_fail("%s", err.message);
	box_pool_keep(pool, spec);
	return good;
}

static void
judge_canary(size_t i, const struct box_result *r)
{
	size_t end = i % ARRAY_LENGTH(ends);

	if (r->outcome != ends[end].outcome)
		pooled_fail("run %zu: '%s', not '%s': %.*s", i, box_outcome_name(r->outcome),
		    box_outcome_name(ends[end].outcome), STR_ARG(r->err.bytes));
	if (!str_starts(r->out.bytes, STR("[] ")))
		pooled_fail("run %zu finds %.*s", i, STR_ARG(r->out.bytes));
	if (r->start != (i > 0 ? tier : START_FRESH))
		pooled_fail("run %zu had a box of the kind '%s'", i, box_start_name(r->start));
}

/* The boxes have address spaces of their own, so hardly two objects stand at the same place. */
static void
look_for_traces(size_t runs)
{
	struct box_pool *pool = box_pool_new();
	char(*places)[24] = calloc(runs, sizeof(*places));
	size_t same = 0;

	for (size_t i = 0; i < runs && failed < 10; i++) {
		struct arena *a = arena_new(ARENA_BYTES);
		struct box_input input = {STR("number"), str_from(arena_printf(a, "%zu", i))};
		struct box_spec spec = pooled_usual(
		    str_from(arena_printf(a, "%s%s", traces, ends[i % ARRAY_LENGTH(ends)].code)));
		struct box_result r;
		spec.inputs = &input;
		spec.input_count = 1;
		if (run_one(a, pool, &spec, &r)) {
			judge_canary(i, &r);
			snprintf(places[i], sizeof(places[i]), "%.*s", STR_ARG(r.out.bytes));
			for (size_t k = 0; k < i; k++)
				same += strcmp(places[i], places[k]) == 0;
		}
		arena_free(a);
	}
	if (tier == START_POOLED && same > runs / 10)
		pooled_fail("%zu pairs of runs had the same addresses", same);
	printf("%zu runs, one after another\n", runs);
	free(places);
	box_pool_free(pool);
}

/* -- kills ------------------------------------------------------------------------------------- */

/* One process of the box, any; what is `spared` is none. */
static pid_t
pick_victim(pid_t supervisor, pid_t spared)
{
	pid_t found[PROCESSES_MAX];
	size_t count = 0;
	uint32_t random;

	for (size_t i = 0, all = processes_below(supervisor, 16, found); i < all; i++)
		if (found[i] != spared)
			found[count++] = found[i];
	random_bytes(&random, sizeof(random));
	return count > 0 ? found[random % count] : 0;
}

static pid_t
start_killer(int64_t after_us)
{
	pid_t me = getpid(), killer = fork();

	if (killer != 0)
		return killer;
	pooled_wait_us(after_us);
	pid_t victim = pick_victim(me, getpid());
	if (victim > 0)
		kill(victim, SIGKILL);
	_exit(0);
}

/* Before the run: it has another box, and its own output. */
static void
kill_waiting(struct box_pool *pool)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_spec spec = pooled_usual(STR("print('ran')\n"));
	struct box_result r;
	struct err err;

	box_pool_keep(pool, &spec);
	pooled_wait_us(WAIT_US);
	spec.prepared = box_pool_take(pool, &spec);
	pid_t victim = pick_victim(getpid(), 0);
	if (victim > 0)
		process_kill_wholly(victim);
	if (!box_run_own(a, &spec, &r, &err))
		pooled_fail("its box was killed: %s", err.message);
	else if (r.outcome != BOX_OK || !str_is(r.out.bytes, "ran\n"))
		pooled_fail("its box was killed: '%s', '%.*s'", box_outcome_name(r.outcome),
		    STR_ARG(r.out.bytes));
	arena_free(a);
}

/* At any moment: it ran once and whole, or the outcome says that something took it. */
static void
kill_running(struct box_pool *pool, size_t seen[BOX_NEVER_STARTED + 1])
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_spec spec =
	    pooled_usual(STR("import time\nprint('ran', flush=True)\ntime.sleep(0.06)\n"));
	struct box_result r;
	uint32_t random;
	struct err err;
	int status;

	box_pool_keep(pool, &spec);
	random_bytes(&random, sizeof(random));
	spec.prepared = box_pool_take(pool, &spec);
	pid_t killer = start_killer(random % LATEST_US);
	bool good = box_run_own(a, &spec, &r, &err);
	seen[r.outcome]++;
	if (r.outcome == BOX_OK && !str_is(r.out.bytes, "ran\n"))
		pooled_fail("it ended as ok, and wrote '%.*s'", STR_ARG(r.out.bytes));
	if (r.out.seen_bytes > 4)
		pooled_fail("it ran twice: '%.*s'", STR_ARG(r.out.bytes));
	if (good && r.outcome != BOX_OK && r.outcome != BOX_UNKNOWN && r.outcome != BOX_SIGNAL)
		pooled_fail("it ended as '%s'", box_outcome_name(r.outcome));
	waitpid(killer, &status, 0);
	arena_free(a);
}

static void
kill_boxes(void)
{
	size_t seen[BOX_NEVER_STARTED + 1] = {0};
	struct box_pool *pool = box_pool_new();

	for (size_t i = 0; i < KILLS && failed < 10; i++) {
		kill_waiting(pool);
		kill_running(pool, seen);
	}
	box_pool_free(pool);
	printf("%d kills of waiting boxes and %d at any moment:", KILLS, KILLS);
	for (size_t i = 0; i < ARRAY_LENGTH(seen); i++)
		if (seen[i] > 0)
			printf(" %s %zu", box_outcome_name((enum box_outcome)i), seen[i]);
	printf("\n");
}

/* -- whom a box serves ------------------------------------------------------------------------- */

static void
expect(struct arena *a, struct box_pool *pool, struct box_spec spec, enum box_start start,
    const char *what)
{
	struct box_result r;

	if (run_one(a, pool, &spec, &r) && (r.outcome != BOX_OK || r.start != start))
		pooled_fail("%s: '%s', '%s': %.*s", what, box_outcome_name(r.outcome),
		    box_start_name(r.start), STR_ARG(r.err.bytes));
}

static void
try_others(void)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_pool *pool = box_pool_new();
	const struct str warm[] = {STR("decimal")}, none[] = {STR("no_such_module")};
	struct box_spec plain =
	    pooled_usual(STR("import sys\nassert 'decimal' not in sys.modules\n"));
	struct box_spec other = plain,
			ready = pooled_usual(STR("import sys\nsys.modules['decimal']\n"));
	struct box_result r;
	struct err err;

	expect(a, pool, plain, START_FRESH, "the first");
	expect(a, pool, plain, tier, "the second");
	other.limits.memory_bytes += 4096;
	expect(a, pool, other, START_FRESH, "another limit");
	ready.warm = warm;
	ready.warm_count = 1;
	expect(a, pool, ready, START_FRESH, "a warm module");
	expect(a, pool, ready, tier, "a warm module that waited");
	other = plain;
	other.start = START_FRESH;
	expect(a, pool, other, START_FRESH, "a fresh one");
	expect(a, pool, plain, tier, "and the first again");
	ready.warm = none;
	if (box_run_own(a, &ready, &r, &err))
		pooled_fail("a module that is not there: '%s'", box_outcome_name(r.outcome));
	else if (!strstr(err.message, "no_such_module"))
		pooled_fail("a module that is not there is not named: %s", err.message);
	plain.prepared = box_pool_take(pool, &plain);
	if (!plain.prepared || box_run(a, &plain, &r, &err) || r.outcome != BOX_NEVER_STARTED)
		pooled_fail("a box that waited ran a program that nothing allows");
	box_pool_free(pool);
	arena_free(a);
}

/* -- what copies of one interpreter have in common --------------------------------------------- */

static void
run_at(struct arena *a, struct box_pool *pool, struct box_spec *spec, struct str *said)
{
	struct box_result r = {0};

	if (run_one(a, pool, spec, &r) && r.outcome != BOX_OK)
		pooled_fail("'%s': %.*s", box_outcome_name(r.outcome), STR_ARG(r.err.bytes));
	*said = r.out.bytes;
}

/* Its session and process group have a number in the box. */
static void
try_numbers(void)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_pool *pool = box_pool_new();
	struct box_spec spec =
	    pooled_usual(STR("import os\nprint(os.getsid(0) > 0, os.getpgid(0) > 0)\n"));
	struct str said;

	for (size_t i = 0; i < 2; i++) {
		run_at(a, pool, &spec, &said);
		if (!str_is(said, "True True\n"))
			pooled_fail("a session or group without a number: %.*s", STR_ARG(said));
	}
	box_pool_free(pool);
	arena_free(a);
}

/* Each generator that a program finds is seeded anew; and no other requester's run has the layout. */
static void
try_chance(void)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_pool *pool = box_pool_new();
	const struct str warm[] = {
	    STR("random"), STR("tempfile"), STR("uuid"), STR("numpy.random")};
	struct box_spec spec = pooled_usual(STR(
	    "import random, tempfile, uuid, numpy\n"
	    "print(random.random(), '|', next(tempfile._get_candidate_names()), '|', uuid.uuid4(),\n"
	    "      '|', numpy.random.random(), '|', numpy.random.default_rng().random())\n"));
	struct str said[3], parts[3];

	spec.packages = true;
	spec.limits.memory_bytes = (int64_t)512 << 20;
	spec.warm = warm;
	spec.warm_count = ARRAY_LENGTH(warm);
	for (size_t i = 0; i < ARRAY_LENGTH(said); i++)
		run_at(a, pool, &spec, &said[i]);
	for (size_t part = 0; part < 5; part++) {
		for (size_t i = 0; i < ARRAY_LENGTH(said); i++)
			str_cut(&said[i], '|', &parts[i]);
		if (parts[1].n == 0 || str_eq(parts[1], parts[2]))
			pooled_fail("two runs draw the same: '%.*s'", STR_ARG(parts[1]));
	}
	spec.domain = STR("another");
	expect(a, pool, spec, START_FRESH, "another requester's first");
	expect(a, pool, spec, START_FORKED, "another requester's second");
	box_pool_free(pool);
	arena_free(a);
}

/* After so many boxes another interpreter takes the zygote's place. */
static void
try_rotation(void)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_pool *pool = box_pool_new();
	struct box_spec spec = pooled_usual(STR("print(id(len))\n"));
	struct str first, again, last;

	box_pool_keep(pool, &spec);
	run_at(a, pool, &spec, &first);
	run_at(a, pool, &spec, &again);
	if (!str_eq(first, again))
		pooled_fail("copies of one interpreter have different addresses");
	for (size_t i = 0; i < 600; i++) {
		box_pool_keep(pool, &spec);
		box_drop(box_pool_take(pool, &spec));
	}
	run_at(a, pool, &spec, &last);
	if (str_eq(first, last))
		pooled_fail("600 boxes later the addresses are the same");
	box_pool_free(pool);
	arena_free(a);
}

/* Of children too, whether their parent waits for them or not; and nothing of what was before the code. The first
 * box is fresh, the second of the tier. */
static void
try_bytes(void)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_pool *pool = box_pool_new();
	struct box_spec spec =
	    pooled_usual(STR("import os\n"
			     "f = os.open('x', os.O_RDWR | os.O_CREAT)\n"
			     "os.write(f, bytes(400000))\n"
			     "for i in range(2):\n"
			     "    if os.fork() == 0:\n"
			     "        for _ in range(3):\n"
			     "            os.pread(f, 400000, 0)\n"
			     "        os._exit(0) if i else os.kill(os.getpid(), 9)\n"
			     "os.wait()\n"
			     "os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)\n"));
	struct box_result r;

	for (int i = 0; i < 2; i++) {
		if (!run_one(a, pool, &spec, &r) || r.outcome != BOX_OK)
			pooled_fail("the run was '%.*s'", STR_ARG(r.detail));
		else if (r.usage.read_bytes < 2400000 || r.usage.read_bytes > 2500000 ||
			 r.usage.written_bytes < 400000 || r.usage.written_bytes > 420000)
			pooled_fail("it read %lld bytes and wrote %lld",
			    (long long)r.usage.read_bytes, (long long)r.usage.written_bytes);
		pooled_wait_us(200000);
	}
	box_pool_free(pool);
	arena_free(a);
}

int
main(int argc, char **argv)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct guarantee *list;
	struct err err = {0};
	size_t count;

	tier = argc > 1 && strcmp(argv[1], "forked") == 0 ? START_FORKED : START_POOLED;
	if (!a || !box_probe(a, NULL, &list, &count, &err)) {
		printf("SKIPPED: no box here: %s\n", err.message);
		return 77;
	}
	arena_free(a);
	if (!surroundings_adopt())
		return 2;
	try_others();
	begun_serves_its_run();
	begun_may_be_lost();
	try_numbers();
	try_bytes();
	if (tier == START_FORKED) {
		try_chance();
		try_rotation();
	}
	look_for_traces(argc > 2 ? strtoul(argv[2], NULL, 10) : RUNS);
	kill_boxes();
	if (!surroundings_empty(0))
		pooled_fail("processes are left");
	return failed > 0;
}
