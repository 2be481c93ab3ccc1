/* SPDX-License-Identifier: MIT */
/* Boxes that are begun ahead of their run. */
#include "clock.h"
#include "pooled.h"
#include "processes.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

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
			pooled_fail("a mount that can't be read: %s", line);
		if (strcmp(at, "/usr") == 0 || strcmp(at, "/etc") == 0 ||
		    strncmp(at, "/run/host", strlen("/run/host")) == 0)
			pooled_fail("the host's files stay: %s", line);
		if (!is_writable_place(at) && strncmp(options, "ro,", 3) != 0)
			pooled_fail("a place is writable: %s", line);
		if (!strstr(options, "nosuid") ||
		    (!strstr(options, "nodev") && strncmp(at, "/dev/", 5) != 0 &&
			strncmp(at, "/proc/k", 7) != 0))
			pooled_fail("a place honours setuid or devices: %s", line);
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
		pooled_fail("the box has %zu mounts: nothing was looked at", most);
}

void
begun_serves_its_run(void)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_spec spec =
	    pooled_usual(STR("import time\nprint('ran', flush=True)\ntime.sleep(2)\n"));
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
		pooled_fail("a box that was begun ahead did not run its program");
	else if (before == 0 || before != meanwhile)
		pooled_fail("a second box was begun in place of the one that stood");
	arena_free(a);
}

void
begun_may_be_lost(void)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct box_spec spec = pooled_usual(STR("print('ran')\n"));
	struct box_result r;
	pid_t found[PROCESSES_MAX];
	struct err err;

	spec.start = START_FRESH;
	struct box *begun = box_begin(a);
	pooled_wait_us(300000); /* sluice-init waits for its limits then */
	size_t count = processes_below(getpid(), 3, found);
	if (!begun || count < 2)
		pooled_fail("no box was begun");
	for (size_t i = 0; i < count; i++)
		process_kill_wholly(found[i]);
	spec.prepared = box_prepare(a, &spec, begun);
	if (!box_run_own(a, &spec, &r, &err) || r.outcome != BOX_OK)
		pooled_fail("a run was lost with a box that was begun for it: %s, %.*s",
		    box_outcome_name(r.outcome), STR_ARG(r.detail));
	spec.prepared = box_begin(a); /* nothing was said to it: it is no run's */
	if (!box_run_own(a, &spec, &r, &err) || r.outcome != BOX_OK)
		pooled_fail("a box that was only begun was taken");
	spec.backend = STR("none");
	if (box_prepare(a, &spec, box_begin(a)))
		pooled_fail("a box of another backend was prepared");
	/* Where bubblewrap was killed, this process has its child, which ends with the control socket. */
	for (int64_t until = clock_us() + 3000000; sum_of_children() != 0 && clock_us() < until;)
		(void)waitpid(-1, NULL, WNOHANG);
	if (sum_of_children() != 0)
		pooled_fail("a box stays that no run took");
	arena_free(a);
}
