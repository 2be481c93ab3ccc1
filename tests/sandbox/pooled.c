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
#define ARENA_BYTES ((size_t)64 << 20)
#define WAIT_US 60000
#define LATEST_US 60000

static size_t failed;
static enum box_start tier;

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
wait_us(int64_t us)
{
	const struct timespec time = {us / 1000000, (long)(us % 1000000) * 1000};

	nanosleep(&time, NULL);
}

static struct box_spec
usual(struct str code)
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

/* Looks for what any run before it left, tells it, and leaves all that it can. */
static const char traces[] =
    "import builtins, gc, os, sys\n"
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
		fail("%s", err.message);
	box_pool_keep(pool, spec);
	return good;
}

static void
judge_canary(size_t i, const struct box_result *r)
{
	size_t end = i % ARRAY_LENGTH(ends);

	if (r->outcome != ends[end].outcome)
		fail("run %zu: '%s', not '%s': %.*s", i, box_outcome_name(r->outcome),
		    box_outcome_name(ends[end].outcome), STR_ARG(r->err.bytes));
	if (!str_starts(r->out.bytes, STR("[] ")))
		fail("run %zu finds %.*s", i, STR_ARG(r->out.bytes));
	if (r->start != (i > 0 ? tier : START_FRESH))
		fail("run %zu had a box of the kind '%s'", i, box_start_name(r->start));
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
		struct box_spec spec = usual(
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
		fail("%zu pairs of runs had the same addresses", same);
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
	wait_us(after_us);
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
	struct box_spec spec = usual(STR("print('ran')\n"));
	struct box_result r;
	struct err err;

	box_pool_keep(pool, &spec);
	wait_us(WAIT_US);
	spec.prepared = box_pool_take(pool, &spec);
	pid_t victim = pick_victim(getpid(), 0);
	if (victim > 0)
		process_kill_wholly(victim);
	if (!box_run_own(a, &spec, &r, &err))
		fail("its box was killed: %s", err.message);
	else if (r.outcome != BOX_OK || !str_is(r.out.bytes, "ran\n"))
		fail("its box was killed: '%s', '%.*s'", box_outcome_name(r.outcome),
		    STR_ARG(r.out.bytes));
	arena_free(a);
}

/* At any moment: it ran once and whole, or the outcome says that something took it. */
static void
kill_running(struct box_pool *pool, size_t seen[BOX_NEVER_STARTED + 1])
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_spec spec =
	    usual(STR("import time\nprint('ran', flush=True)\ntime.sleep(0.06)\n"));
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
		fail("it ended as ok, and wrote '%.*s'", STR_ARG(r.out.bytes));
	if (r.out.seen_bytes > 4)
		fail("it ran twice: '%.*s'", STR_ARG(r.out.bytes));
	if (good && r.outcome != BOX_OK && r.outcome != BOX_UNKNOWN && r.outcome != BOX_SIGNAL)
		fail("it ended as '%s'", box_outcome_name(r.outcome));
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
		fail("%s: '%s', '%s': %.*s", what, box_outcome_name(r.outcome),
		    box_start_name(r.start), STR_ARG(r.err.bytes));
}

static void
try_others(void)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_pool *pool = box_pool_new();
	const struct str warm[] = {STR("decimal")}, none[] = {STR("no_such_module")};
	struct box_spec plain = usual(STR("import sys\nassert 'decimal' not in sys.modules\n"));
	struct box_spec other = plain, ready = usual(STR("import sys\nsys.modules['decimal']\n"));
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
		fail("a module that is not there: '%s'", box_outcome_name(r.outcome));
	else if (!strstr(err.message, "no_such_module"))
		fail("a module that is not there is not named: %s", err.message);
	plain.prepared = box_pool_take(pool, &plain);
	if (!plain.prepared || box_run(a, &plain, &r, &err) || r.outcome != BOX_NEVER_STARTED)
		fail("a box that waited ran a program that nothing allows");
	box_pool_free(pool);
	arena_free(a);
}

/* -- boxes that are begun ahead of their run --------------------------------------------------- */

/* Which processes are this one's children. */
static int64_t
sum_of_children(void)
{
	pid_t found[PROCESSES_MAX];
	int64_t sum = 0;

	for (size_t i = 0, count = processes_below(getpid(), 1, found); i < count; i++)
		sum += found[i];
	return sum;
}

static bool
is_child(pid_t pid)
{
	pid_t found[PROCESSES_MAX];

	for (size_t i = 0, count = processes_below(getpid(), 1, found); i < count; i++)
		if (found[i] == pid)
			return true;
	return false;
}

static bool
is_writable_place(const char *at)
{
	static const char *const places[] = {"/run/disk", "/box", "/tmp", "/dev/shm", "/proc",
	    "/proc/kallsyms", "/proc/keys", "/dev/null", "/dev/zero", "/dev/urandom"};

	for (size_t i = 0; i < ARRAY_LENGTH(places); i++)
		if (strcmp(at, places[i]) == 0)
			return true;
	return false;
}

/* The kernel's word about what a process sees: of the host the runtime's places, and nothing writable. */
static size_t
look_at_mounts(pid_t pid)
{
	char path[64], line[1024], root[512], at[512], options[256];
	size_t count = 0;

	snprintf(path, sizeof(path), "/proc/%d/mountinfo", (int)pid);
	FILE *f = fopen(path, "re");
	for (; f && fgets(line, sizeof(line), f); count++) {
		if (sscanf(line, "%*d %*d %*s %511s %511s %255s", root, at, options) != 3)
			fail("a mount that can't be read: %s", line);
		if (strcmp(at, "/usr") == 0 || strcmp(at, "/etc") == 0 ||
		    strncmp(at, "/run/host", strlen("/run/host")) == 0)
			fail("the host's files stay: %s", line);
		if (!is_writable_place(at) && strncmp(options, "ro,", 3) != 0)
			fail("a place is writable: %s", line);
		if (!strstr(options, "nosuid") ||
		    (!strstr(options, "nodev") && strncmp(at, "/dev/", 5) != 0 &&
			strncmp(at, "/proc/k", 7) != 0))
			fail("a place honours setuid or devices: %s", line);
	}
	if (f)
		fclose(f);
	return count;
}

/* While the program waits. */
static void
look_at_children(void *context, int stream, struct str bytes)
{
	pid_t found[PROCESSES_MAX];
	size_t most = 0;

	(void)stream;
	if (bytes.n == 0)
		return;

	*(int64_t *)context = sum_of_children();
	/* Below bubblewrap's own process. */
	for (size_t i = 0, count = processes_below(getpid(), 3, found); i < count; i++)
		if (!is_child(found[i])) {
			size_t mounts = look_at_mounts(found[i]);
			most = mounts > most ? mounts : most;
		}
	if (most < 12)
		fail("the box has %zu mounts: nothing was looked at", most);
}

/* Nothing of another run was ever in it, so it serves whoever asks; but for one requester's forked boxes. */
static void
try_ahead(void)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_spec spec = usual(STR("import time\nprint('ran', flush=True)\ntime.sleep(2)\n"));
	struct box_result r;
	int64_t before, meanwhile = 0;
	struct err err;

	spec.start = START_FRESH;
	spec.packages = true;
	struct box *begun = box_begin(a);
	before = sum_of_children();
	spec.prepared = box_prepare(a, &spec, begun);
	spec.domain = STR("ann");
	spec.printed = look_at_children;
	spec.reader = &meanwhile;
	if (!spec.prepared || !box_run_own(a, &spec, &r, &err) || r.outcome != BOX_OK)
		fail("a box that was begun ahead did not run its program");
	else if (before == 0 || before != meanwhile)
		fail("a second box was begun in place of the one that stood");
	arena_free(a);
}

/* Begun before its spec was known, it may turn out to be of no use, or be killed: the run has another one. */
static void
try_begun(void)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_spec spec = usual(STR("print('ran')\n"));
	struct box_result r;
	pid_t found[PROCESSES_MAX];
	struct err err;

	spec.start = START_FRESH;
	struct box *begun = box_begin(a);
	wait_us(300000); /* sluice-init waits for its limits then */
	size_t count = processes_below(getpid(), 3, found);
	if (!begun || count < 2)
		fail("no box was begun");
	for (size_t i = 0; i < count; i++)
		process_kill_wholly(found[i]);
	spec.prepared = box_prepare(a, &spec, begun);
	if (!box_run_own(a, &spec, &r, &err) || r.outcome != BOX_OK)
		fail("a run was lost with a box that was begun for it: %s, %.*s",
		    box_outcome_name(r.outcome), STR_ARG(r.detail));
	spec.prepared = box_begin(a); /* nothing was said to it: it is no run's */
	if (!box_run_own(a, &spec, &r, &err) || r.outcome != BOX_OK)
		fail("a box that was only begun was taken");
	spec.backend = STR("none");
	if (box_prepare(a, &spec, box_begin(a)))
		fail("a box of another backend was prepared");
	/* Where bubblewrap was killed, this process has its child, which ends with the control socket. */
	for (int64_t until = clock_us() + 3000000; sum_of_children() != 0 && clock_us() < until;)
		(void)waitpid(-1, NULL, WNOHANG);
	if (sum_of_children() != 0)
		fail("a box stays that no run took");
	arena_free(a);
}

/* -- what copies of one interpreter have in common --------------------------------------------- */

static void
run_at(struct arena *a, struct box_pool *pool, struct box_spec *spec, struct str *said)
{
	struct box_result r = {0};

	if (run_one(a, pool, spec, &r) && r.outcome != BOX_OK)
		fail("'%s': %.*s", box_outcome_name(r.outcome), STR_ARG(r.err.bytes));
	*said = r.out.bytes;
}

/* Its session and process group have a number in the box. */
static void
try_numbers(void)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_pool *pool = box_pool_new();
	struct box_spec spec =
	    usual(STR("import os\nprint(os.getsid(0) > 0, os.getpgid(0) > 0)\n"));
	struct str said;

	for (size_t i = 0; i < 2; i++) {
		run_at(a, pool, &spec, &said);
		if (!str_is(said, "True True\n"))
			fail("a session or group without a number: %.*s", STR_ARG(said));
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
	struct box_spec spec = usual(STR(
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
			fail("two runs draw the same: '%.*s'", STR_ARG(parts[1]));
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
	struct box_spec spec = usual(STR("print(id(object()))\n"));
	struct str first, again, last;

	box_pool_keep(pool, &spec);
	run_at(a, pool, &spec, &first);
	run_at(a, pool, &spec, &again);
	if (!str_eq(first, again))
		fail("copies of one interpreter have different addresses");
	for (size_t i = 0; i < 600; i++) {
		box_pool_keep(pool, &spec);
		box_drop(box_pool_take(pool, &spec));
	}
	run_at(a, pool, &spec, &last);
	if (str_eq(first, last))
		fail("600 boxes later the addresses are the same");
	box_pool_free(pool);
	arena_free(a);
}

/* Of children too, whether their parent waits for them or not; and nothing of what was before the code. */
static void
try_bytes(void)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_pool *pool = box_pool_new();
	struct box_spec spec = usual(STR("import os\n"
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
			fail("the run was '%.*s'", STR_ARG(r.detail));
		else if (r.usage.read_bytes < 2400000 || r.usage.read_bytes > 2500000 ||
			 r.usage.written_bytes < 400000 || r.usage.written_bytes > 420000)
			fail("it read %lld bytes and wrote %lld", (long long)r.usage.read_bytes,
			    (long long)r.usage.written_bytes);
		wait_us(200000);
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
	try_ahead();
	try_begun();
	try_numbers();
	try_bytes();
	if (tier == START_FORKED) {
		try_chance();
		try_rotation();
	}
	look_for_traces(argc > 2 ? strtoul(argv[2], NULL, 10) : RUNS);
	kill_boxes();
	if (!surroundings_empty(0))
		fail("processes are left");
	return failed > 0;
}
