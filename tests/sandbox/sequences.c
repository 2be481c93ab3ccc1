/* SPDX-License-Identifier: MIT */
/*
 * Random programs of attacks, noise, harmless work and ends (a clock, a flood, memory, a signal),
 * in any order: each attack that was made is in the result, and no other.
 *
 *	sandbox_sequences WAY [COUNT [SEED]]
 */
#include "executor.h"
#include "surroundings.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 2
#define STEPS_MAX 9
#define ARENA_BYTES ((size_t)64 << 20)

/* What the box calls it, and a line of Python that does it. */
static const struct attack {
	const char *what, *line;
} ATTACKS[] = {
    {"ptrace", "c.ptrace(0, 0, 0, 0)"},
    {"mount", "c.mount(b'x', b'/tmp', b'tmpfs', 0, None)"},
    {"bpf", "c.syscall(321, 0, None, 0)"},
    {"unshare", "c.unshare(0x10000000)"},
    {"clone", "c.syscall(56, 0x10000011, 0, 0, 0, 0)"},
    {"clone3", "c.syscall(435, (ctypes.c_uint64 * 11)(0x20000000, 0, 0, 0, 17), 88)"},
    {"kill", "c.kill(1, 9)"},
    {"ioctl", "c.ioctl(2, 0x5412, b'x')"},
    {"prctl", "c.prctl(4, 1, 0, 0, 0)"},
    {"personality", "c.personality(0x40000)"},
    {"seccomp", "c.syscall(317, 1, 0, None)"},
    {"prlimit64", "c.prlimit(1, 7, None, (ctypes.c_uint64 * 2)())"},
    {"setpriority", "c.setpriority(0, 1, 3)"},
    {"statmount", "c.syscall(457, 0, 0, 0, 0)"},
    {"socketpair", "c.socketpair(16, 3, 0, (ctypes.c_int * 2)())"},
    {"process_madvise", "c.syscall(440, -1, None, 0, 4, 0)"},
    {"foreign call 1073741863", "c.syscall(0x40000000 + 39)"},
    {"call 999", "c.syscall(999)"},
    {"io_uring_setup", "c.syscall(425, 8, None)"},
    {"execve", "c.execve(b'/bin/sh', None, None)"},
    {"socket", "c.socket(2, 1, 0)"},
};

static const char *const BETWEEN[] = {
    "for _ in range(40): c.socket(1, 1, 0)",
    "for _ in range(40): c.syscall(435, (ctypes.c_uint64 * 11)(), 88)",
    "for _ in range(40): c.chown(b'x', 0, 0)",
    "for _ in range(40): c.prctl(29, 5, 0, 0, 0)",
    "c.setrlimit(7, (ctypes.c_uint64 * 2)(8, 8))",
    "print(sum(range(1000)))",
    "open('a.txt', 'w').write('x' * 1000)",
    "t = threading.Thread(target=print, args=('y',)); t.start(); t.join()",
    "os.kill(os.getpid(), 0)",
    "os.sched_getaffinity(0)",
};

static const char *const ENDS[] = {
    "time.sleep(60)",
    "while True: pass",
    "while True: os.write(1, b'x' * 4096)",
    "x = [bytearray(1 << 20) for _ in range(4000)]",
    "os.kill(os.getpid(), 11)",
    "os._exit(0)",
    "os._exit(1)",
    "raise ValueError('no')",
    "c.abort()",
    "open('b.bin', 'wb').write(b'x' * (8 << 20))",
};

/* How an attack is made: here, in a thread, in a child. */
static const char *const MAKING[] = {"%s",
    "t = threading.Thread(target=lambda: %s); t.start(); t.join()",
    "p = os.fork() or (%s, os._exit(0)); os.waitpid(p, 0)"};

struct suite {
	pthread_mutex_t lock;
	uint64_t seed;
	size_t next, count, failed, made, violations;
};

/* splitmix64, so that a seed names the same programs everywhere */
static size_t
pick(uint64_t *state, size_t below)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return (size_t)((z ^ (z >> 31)) % below);
}

static void
add_attack(struct buf *b, uint64_t *state)
{
	size_t which = pick(state, ARRAY_LENGTH(ATTACKS));
	struct str making = str_from(MAKING[pick(state, ARRAY_LENGTH(MAKING))]);
	size_t at = str_find(making, STR("%s"), 0);

	buf_str(b, str_slice(making, 0, at));
	buf_text(b, ATTACKS[which].line);
	buf_str(b, str_slice(making, at + 2, making.n));
	buf_printf(b, "\nos.write(1, b'\\ndid %zu\\n')\n", which);
}

static void
write_program(uint64_t state, struct buf *b)
{
	size_t steps = 2 + pick(&state, STEPS_MAX - 1);

	buf_text(b, "import ctypes, os, threading, time\n"
		    "c = ctypes.CDLL(None, use_errno=True)\n");
	for (size_t i = 0; i < steps; i++) {
		size_t kind = pick(&state, 10);
		if (kind < 3)
			add_attack(b, &state);
		else if (kind < 9)
			buf_printf(b, "%s\n", BETWEEN[pick(&state, ARRAY_LENGTH(BETWEEN))]);
		else
			buf_printf(b, "%s\n", ENDS[pick(&state, ARRAY_LENGTH(ENDS))]);
	}
	if (pick(&state, 2) > 0)
		buf_printf(b, "%s\n", ENDS[pick(&state, ARRAY_LENGTH(ENDS))]);
}

static bool
is_told(const struct box_result *r, const char *what)
{
	for (size_t i = 0; i < r->violation_count; i++)
		if (str_is(r->violations[i].what, what) && r->violations[i].rule.n > 0)
			return true;
	return false;
}

/* NULL where the result has what the program itself says that it did, and nothing else. */
static const char *
judge(const struct box_result *r, size_t *made)
{
	bool done[ARRAY_LENGTH(ATTACKS)] = {false}, any = false;
	struct str rest = r->out.bytes, line;

	while (str_cut(&rest, '\n', &line)) {
		size_t which = str_starts(line, STR("did ")) && line.n > 4
				   ? (size_t)strtoul(line.p + 4, NULL, 10)
				   : ARRAY_LENGTH(ATTACKS);
		if (which < ARRAY_LENGTH(ATTACKS))
			done[which] = any = true;
	}
	for (size_t i = 0; i < ARRAY_LENGTH(ATTACKS); i++) {
		*made += done[i];
		if (done[i] && !is_told(r, ATTACKS[i].what))
			return ATTACKS[i].what;
	}
	if (any && r->outcome != BOX_VIOLATION)
		return "the outcome";
	for (size_t i = 0; !any && i < r->violation_count; i++)
		if (r->violations[i].rule.n > 0 && r->outcome != BOX_VIOLATION)
			return "a violation without its outcome";
	return NULL;
}

static void
run(struct suite *s, size_t number)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_spec spec = {.limits = {.wall_ms = 1000,
				    .cpu_ms = 400,
				    .memory_bytes = (int64_t)64 << 20,
				    .processes = 4,
				    .open_files = 64,
				    .file_bytes = 4 << 20,
				    .disk_bytes = 4 << 20,
				    .disk_inodes = 64,
				    .output_bytes = 65536}};
	struct box_result r = {0};
	struct err err = {0};
	struct buf code;
	size_t made = 0;

	buf_init(&code, 1 << 16);
	write_program(s->seed * 1000003 + number, &code);
	spec.code = buf_view(&code);
	bool ran = a && box_run_own(a, &spec, &r, &err);
	const char *missing = ran ? judge(&r, &made) : err.message;
	pthread_mutex_lock(&s->lock);
	s->made += made;
	s->violations += r.outcome == BOX_VIOLATION;
	s->failed += missing != NULL;
	if (missing)
		printf("FAILED %zu of seed %llu: %s is missing; it ended as %s\n%s\n", number,
		    (unsigned long long)s->seed, missing, box_outcome_name(r.outcome), code.p);
	pthread_mutex_unlock(&s->lock);
	buf_release(&code);
	arena_free(a);
}

static void *
work(void *suite)
{
	struct suite *s = suite;

	for (;;) {
		pthread_mutex_lock(&s->lock);
		size_t number = s->next++;
		pthread_mutex_unlock(&s->lock);
		if (number >= s->count)
			return NULL;
		run(s, number);
	}
}

int
main(int argc, char **argv)
{
	struct suite s = {.lock = PTHREAD_MUTEX_INITIALIZER, .seed = 1, .count = 40};
	pthread_t workers[WORKERS];
	const char *why = "";
	size_t started = 0;

	if (argc < 2)
		return 2;
	if (argc > 2)
		s.count = strtoul(argv[2], NULL, 10);
	if (argc > 3)
		s.seed = strtoull(argv[3], NULL, 10);
	if (surroundings_take(argv[1], &why) != TAKEN) {
		printf("SKIPPED: %s\n", why);
		return 77;
	}
	while (started < WORKERS && pthread_create(&workers[started], NULL, work, &s) == 0)
		started++;
	while (started > 0)
		pthread_join(workers[--started], NULL);
	printf("%zu programs made %zu attacks, %zu ended as violations; %zu failed\n", s.count,
	    s.made, s.violations, s.failed);
	return s.failed > 0 || s.made == 0 || s.next < s.count;
}
