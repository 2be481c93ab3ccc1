/* SPDX-License-Identifier: MIT */
/*
 * What a run asked for: which of its inputs it opened, by whatever way, and which addresses. Where the kernel
 * can't tell, nothing is claimed.
 *
 *	sandbox_opened fresh|pooled|forked
 */
#include "executor.h"
#include "surroundings.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARENA_BYTES ((size_t)64 << 20)

static size_t failed;
static enum box_start tier;

static const struct box_input INPUTS[] = {{{"one.csv", 7}, {"a,b\n1,2\n", 8}},
    {{"two.csv", 7}, {"a,b\n3,4\n", 8}}, {{"empty", 5}, {"", 0}}};

#define C_LIBRARY "import ctypes, os\nlibc = ctypes.CDLL(None)\n"

static const struct {
	const char *claim, *code, *opened; /* names, each with a space behind it; NULL: not known */
	const char *address, *by;          /* of the last refusal; NULL: any */
	bool packages;
	enum box_outcome outcome;
} CASES[] = {
    {"one of three", "print(open('two.csv').read())\n", "two.csv ", .outcome = BOX_OK},
    {"none: names and sizes are no reading",
	"import os\nprint([os.stat(n).st_size for n in os.listdir()], os.access('one.csv', 4))\n",
	"", .outcome = BOX_OK},
    {"an empty one", "open('empty').close()\n", "empty ", .outcome = BOX_OK},
    {"an open of the C library, and a mapping that no call reads",
	C_LIBRARY "import mmap\nfd = libc.open(b'one.csv', 0)\n"
		  "print(mmap.mmap(fd, 8, prot=mmap.PROT_READ)[:3])\n",
	"one.csv ", .outcome = BOX_OK},
    {"the C parser of pandas", "import pandas\nprint(pandas.read_csv('one.csv'))\n", "one.csv ",
	.packages = true, .outcome = BOX_OK},
    {"ten thousand times", "for _ in range(10000):\n    open('one.csv').close()\nopen('two.csv')\n",
	"one.csv two.csv ", .outcome = BOX_OK},
    {"by a path that was opened for its name alone",
	"import os\nfd = os.open('two.csv', os.O_PATH)\nprint(os.read(os.open(f'/proc/self/fd/{fd}', 0), 3))\n",
	"two.csv ", .outcome = BOX_OK},
    {"a name alone", "import os\nfd = os.open('two.csv', os.O_PATH)\n", "", .outcome = BOX_OK},
    {"by a child that is killed, of its own",
	"import os, signal\nif os.fork() == 0:\n    open('two.csv').read()\n    os.kill(os.getpid(), 9)\nos.wait()\n",
	"two.csv ", .outcome = BOX_OK},
    {"before a death", "import os\nopen('one.csv').read()\nos.kill(os.getpid(), 9)\n", "one.csv ",
	.outcome = BOX_SIGNAL},
    {"before time runs out", "open('one.csv').read()\nwhile True: pass\n", "one.csv ",
	.outcome = BOX_WALL_TIMEOUT},
    {"where the inputs come from", "print(open('/run/inputs/two.csv').read())\n", NULL,
	.outcome = BOX_ERROR},
    {"what the watch is made of can't be reached",
	C_LIBRARY
	"import glob\nprint([f for f in glob.glob('/proc/1/fd/*')])\n"
	"for fd in range(3, 64):\n    libc.inotify_rm_watch(fd, 1)\nopen('one.csv').read()\n",
	"one.csv ", .outcome = BOX_OK},
    {"a connection of the C library",
	C_LIBRARY "import struct\nat = struct.pack('=HHI8x', 2, 0x5000, 0x0100a8c0)\n"
		  "libc.connect(0, at, 16)\n",
	"", "192.168.0.1:80", "kernel", .outcome = BOX_VIOLATION},
    {"the same, of version 6",
	C_LIBRARY "at = bytes([10, 0, 1, 187]) + bytes(4) + bytes(15) + b'\\1' + bytes(4)\n"
		  "libc.connect(0, at, 28)\n",
	"", "[::1]:443", "kernel", .outcome = BOX_VIOLATION},
    {"a local one", C_LIBRARY "libc.connect(0, b'\\1\\0/run/x.sock\\0', 14)\n", "",
	"unix:/run/x.sock", "kernel", .outcome = BOX_VIOLATION},
    {"an address that is no memory", C_LIBRARY "libc.connect(0, None, 16)\n", "", "", "kernel",
	.outcome = BOX_VIOLATION},
};

static void
judge(size_t i, const struct box_result *r)
{
	char opened[256] = "";
	size_t n = 0;

	for (size_t k = 0; k < r->inputs_opened_count; k++)
		n += (size_t)snprintf(
		    opened + n, sizeof(opened) - n, "%.*s ", STR_ARG(r->inputs_opened[k]));
	if (r->outcome != CASES[i].outcome)
		printf("FAILED %s: '%s', %.*s\n", CASES[i].claim, box_outcome_name(r->outcome),
		    STR_ARG(r->err.bytes));
	else if (!r->inputs_opened || (CASES[i].opened && strcmp(opened, CASES[i].opened) != 0))
		printf("FAILED %s: opened '%s'\n", CASES[i].claim, opened);
	else if (CASES[i].address &&
		 (r->violation_count == 0 ||
		     !str_is(r->violations[r->violation_count - 1].address, CASES[i].address) ||
		     !str_is(r->violations[r->violation_count - 1].by, CASES[i].by)))
		printf(
		    "FAILED %s: not '%s', by %s\n", CASES[i].claim, CASES[i].address, CASES[i].by);
	else
		return;
	failed++;
}

static bool
run(struct arena *a, struct box_pool *pool, const char *code, bool packages, struct box_result *r)
{
	struct box_spec spec = {.code = str_from(code),
	    .start = tier,
	    .packages = packages,
	    .inputs = INPUTS,
	    .input_count = ARRAY_LENGTH(INPUTS),
	    .limits = {.wall_ms = 4000,
		.cpu_ms = 4000,
		.memory_bytes = (int64_t)256 << 20,
		.processes = packages ? 1 : 4,
		.open_files = 64,
		.file_bytes = 1 << 20,
		.disk_bytes = 4 << 20,
		.disk_inodes = 64,
		.output_bytes = 65536}};
	struct err err = {0};

	box_pool_keep(pool, &spec);
	spec.prepared = box_pool_take(pool, &spec);
	if (box_run_own(a, &spec, r, &err) && r->start == tier)
		return true;
	printf("FAILED a box of the kind '%s': %s\n", box_start_name(r->start), err.message);
	failed++;
	return false;
}

static void
try_all(void)
{
	struct box_pool *pool = box_pool_new();

	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		struct arena *a = arena_new(ARENA_BYTES);
		struct box_result r;
		if (run(a, pool, CASES[i].code, CASES[i].packages, &r))
			judge(i, &r);
		arena_free(a);
	}
	box_pool_free(pool);
}

static bool
write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	return good;
}

/* A user namespace in which the kernel makes no inotify, as where a user has used up all of them. */
static bool
leave_no_inotify(void)
{
	return unshare(CLONE_NEWUSER) == 0 && write_text("/proc/self/uid_map", "1000 0 1") &&
	       write_text("/proc/self/setgroups", "deny") &&
	       write_text("/proc/self/gid_map", "1000 0 1") &&
	       write_text("/proc/sys/user/max_inotify_instances", "0");
}

static int
not_known(void)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_pool *pool = box_pool_new();
	struct box_result r;

	if (!leave_no_inotify())
		return 77;
	if (run(a, pool, "open('one.csv').read()\n", false, &r) &&
	    (r.outcome != BOX_OK || r.inputs_opened)) {
		printf("FAILED without inotify: '%s', %zu inputs told\n",
		    box_outcome_name(r.outcome), r.inputs_opened_count);
		failed++;
	}
	box_pool_free(pool);
	return failed > 0;
}

int
main(int argc, char **argv)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct guarantee *list;
	struct err err = {0};
	size_t count;
	int status = 0;

	tier = box_start_find(str_from(argc > 1 ? argv[1] : "fresh"));
	if (!a || !box_probe(a, NULL, &list, &count, &err)) {
		printf("SKIPPED: no box here: %s\n", err.message);
		return 77;
	}
	arena_free(a);
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		status = not_known();
		fflush(stdout);
		_exit(status);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) ||
	    WEXITSTATUS(status) == 1)
		failed++;
	else if (WEXITSTATUS(status) == 77)
		printf(
		    "not tried: a user without inotify, for which a user namespace can't be had\n");
	try_all();
	printf("%s: %zu failed\n", box_start_name(tier), failed);
	return failed > 0;
}
