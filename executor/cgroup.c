/* SPDX-License-Identifier: MIT */
#include "cgroup.h"

#include "ceilings.h"
#include "clock.h"
#include "file.h"
#include "hash.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define ROOT "/sys/fs/cgroup"
#define PREFIX "sluice-box-"
#define FILE_BYTES_MAX 4096
#define REMOVE_US 2000000
#define SWEEP_MAX 256
#define SWEEP_EVERY_US 1000000
#define MAKE_TRIES 16
#define PERIOD_US 100000 /* the kernel's own: a quota is of each */
#define WEIGHT_USUAL 100
#define SHARES_USUAL 1024 /* version 1's word for the same */
/* bubblewrap's two processes and sluice-init live in it beside the program. */
#define OWN_TASKS 4

static const char help_v2[] =
    "have the service manager delegate a control group: 'systemd-run --user --scope -p Delegate=yes sluice ...', or Delegate=memory pids in the unit";
static const char help_v1[] =
    "run as root, or have root create a control group that this user may write";

static bool
read_file(const char *folder, const char *name, char text[FILE_BYTES_MAX])
{
	char path[512];
	ssize_t n = -1;

	if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int)sizeof(path))
		return false;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		n = read(fd, text, FILE_BYTES_MAX - 1);
		close(fd);
	}
	text[n > 0 ? n : 0] = '\0';
	return n >= 0;
}

static bool
write_file(const char *folder, const char *name, const char *text)
{
	char path[512];

	if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int)sizeof(path))
		return false;
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
	if (fd >= 0)
		close(fd);
	return good;
}

static bool
write_number(const char *folder, const char *name, int64_t n)
{
	char text[24];

	snprintf(text, sizeof(text), "%lld", (long long)n);
	return write_file(folder, name, text);
}

/* The number behind `key` in a file of "key number" lines, or alone in it where key is empty. */
static int64_t
read_number(const char *folder, const char *name, const char *key)
{
	char text[FILE_BYTES_MAX];
	struct str all, line, first;

	if (!read_file(folder, name, text))
		return -1;
	if (*key == '\0')
		return strtoll(text, NULL, 10);
	all = str_from(text);
	while (str_cut(&all, '\n', &line))
		if (str_cut(&line, ' ', &first) && str_is(first, key) && line.n > 0)
			return strtoll(line.p, NULL, 10);
	return -1;
}

/* The path of our own group in the hierarchy of `controller` ("" for version 2), in the text of
 * /proc/self/cgroup. */
static bool
own_path(const char *controller, struct str text, struct str *path)
{
	struct str line, field, names, name;

	while (str_cut(&text, '\n', &line)) {
		if (!str_cut(&line, ':', &field) || !str_cut(&line, ':', &names))
			continue;
		if (names.n == 0 && *controller == '\0') {
			*path = line;
			return true;
		}
		while (str_cut(&names, ',', &name))
			if (*controller && str_is(name, controller)) {
				*path = line;
				return true;
			}
	}
	return false;
}

/* The folder of our own group; the hierarchy's root where a namespace hides it. NULL: no such
 * hierarchy. */
static char *
own_folder(struct arena *a, const char *own, const char *controller, const char *mount)
{
	struct str path;

	if (!own_path(controller, str_from(own), &path))
		return NULL;
	char *folder = arena_printf(a, "%s%.*s", mount, STR_ARG(path));
	size_t n = folder ? strlen(folder) : 0;
	if (n > 0 && folder[n - 1] == '/')
		folder[n - 1] = '\0';
	return folder && file_exists(folder) ? folder : arena_text(a, str_from(mount));
}

static bool
has_word(const char *text, const char *word)
{
	struct str all = str_trim(str_from(text)), one;

	while (str_cut(&all, ' ', &one))
		if (str_is(one, word))
			return true;
	return false;
}

static bool
hands_down(const char *folder, const char *controllers, const char *last)
{
	char text[FILE_BYTES_MAX];

	if (read_file(folder, "cgroup.subtree_control", text) && has_word(text, last))
		return true;
	return write_file(folder, "cgroup.subtree_control", controllers);
}

/*
 * A version 2 group with processes can't have children with controllers, so the run's group is a
 * sibling of ours: in the parent, where that hands memory and pids down and may be written.
 */
static char *
parent_v2(struct arena *a, const char *own)
{
	char *folder = own_folder(a, own, "", ROOT);

	if (!folder || strncmp(folder, ROOT, strlen(ROOT)) != 0)
		return NULL;
	char *slash = strrchr(folder, '/');
	if (strlen(folder) > strlen(ROOT) && slash)
		*slash = '\0';
	return access(folder, W_OK) == 0 && hands_down(folder, "+memory", "memory") &&
		       hands_down(folder, "+pids", "pids")
		   ? folder
		   : NULL;
}

static bool
is_v2(void)
{
	char text[FILE_BYTES_MAX];

	return read_file(ROOT, "cgroup.controllers", text) && has_word(text, "memory");
}

static bool
divides_cpu(const struct limits *l)
{
	return l->cores > 0 || l->cpu_weight > 0;
}

/* In version 1 each controller has a hierarchy of its own. CPU time is counted where init does not see all of it, and
 * both this and its division are left out where they can't be had. */
static void
parents_v1(struct arena *a, const char *own, const struct limits *l, char *out[CGROUP_FOLDERS_MAX],
    struct cgroup *g)
{
	const struct {
		const char *name;
		bool wanted;
		int *place;
	} all[] = {{"memory", true, NULL}, {"pids", true, NULL},
	    {"cpuacct", l->processes != 1, &g->counts}, {"cpu", divides_cpu(l), &g->divides}};

	for (size_t i = 0; i < ARRAY_LENGTH(all); i++) {
		char *mount = arena_printf(a, ROOT "/%s", all[i].name);
		char *folder =
		    all[i].wanted && mount ? own_folder(a, own, all[i].name, mount) : NULL;
		if (!folder || access(folder, W_OK) != 0) {
			if (all[i].place)
				continue;
			return;
		}
		if (all[i].place)
			*all[i].place = (int)g->count;
		out[g->count++] = folder;
	}
}

/* The folders in which groups are made: their kind, and how many. */
static void
parents(struct arena *a, bool second, const struct limits *l, char *out[CGROUP_FOLDERS_MAX],
    struct cgroup *g)
{
	char own[FILE_BYTES_MAX];

	if (!read_file("/proc/self", "cgroup", own))
		return;
	if (!second)
		parents_v1(a, own, l, out, g);
	else if ((out[0] = parent_v2(a, own))) {
		g->count = 1;
		g->counts = 0;
		if (divides_cpu(l) && hands_down(out[0], "+cpu", "cpu"))
			g->divides = 0;
	}
	if (g->count >= (second ? 1 : 2))
		g->kind = second ? CGROUP_V2 : CGROUP_V1;
}

static bool unused;

void
cgroup_use(bool yes)
{
	unused = !yes;
}

/* Nothing is made yet; `why`: what to do where there are none. */
static void
find(struct arena *a, const struct limits *l, char *folders[CGROUP_FOLDERS_MAX], struct cgroup *g)
{
	bool second = is_v2();

	*g = (struct cgroup){.counts = -1, .divides = -1, .why = second ? help_v2 : help_v1};
	for (size_t i = 0; i < CGROUP_FOLDERS_MAX; i++)
		g->locks[i] = g->joins[i] = -1;
	if (!unused)
		parents(a, second, l, folders, g);
}

/* The lock is held until the folder is gone, so that a maker who comes too late sees it fail. */
static void
remove_abandoned(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
		rmdir(path);
	if (fd >= 0)
		close(fd);
}

static void
sweep_folder(const char *parent)
{
	char path[768];
	struct dirent *entry;
	DIR *folder = opendir(parent);

	for (size_t n = 0; folder && n < SWEEP_MAX && (entry = readdir(folder));) {
		if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0)
			continue;
		n++;
		snprintf(path, sizeof(path), "%s/%s", parent, entry->d_name);
		remove_abandoned(path);
	}
	if (folder)
		closedir(folder);
}

/* Takes away what makers that were killed have left (their boxes end with them), once a second, and
 * wherever a box of any limits has a group. */
static void
sweep(struct arena *a)
{
	static _Atomic int64_t swept_us;
	const struct limits all = {.processes = 2, .cores = 1};
	char *folders[CGROUP_FOLDERS_MAX];
	struct cgroup found;
	int64_t now_us = clock_us();

	if (swept_us <= now_us && now_us - swept_us < SWEEP_EVERY_US)
		return;
	swept_us = now_us;
	find(a, &all, folders, &found);
	for (size_t i = 0; i < found.count; i++)
		sweep_folder(folders[i]);
}

/* Of the time of all its processes together. */
static bool
divide_cpu(const struct cgroup *g, const struct limits *l)
{
	const char *cpu = g->divides >= 0 ? g->paths[g->divides] : NULL;
	bool second = g->kind == CGROUP_V2, good = true;
	char text[64];

	if (cpu && l->cpu_weight > 0)
		good = write_number(cpu, second ? "cpu.weight" : "cpu.shares",
		    second ? l->cpu_weight : l->cpu_weight * SHARES_USUAL / WEIGHT_USUAL);
	if (!cpu || l->cores == 0 || !good)
		return good;
	if (!second)
		return write_number(cpu, "cpu.cfs_period_us", PERIOD_US) &&
		       write_number(cpu, "cpu.cfs_quota_us", l->cores * PERIOD_US);
	snprintf(text, sizeof(text), "%lld %d", (long long)l->cores * PERIOD_US, PERIOD_US);
	return write_file(cpu, "cpu.max", text);
}

static bool
set_limits(const struct cgroup *g, const struct limits *l)
{
	const char *memory = g->paths[0], *tasks = g->paths[g->kind == CGROUP_V1 ? 1 : 0];

	if (!write_number(tasks, "pids.max", l->processes + BOX_THREADS + OWN_TASKS) ||
	    !divide_cpu(g, l))
		return false;
	if (g->kind == CGROUP_V1) {
		if (!write_number(memory, "memory.limit_in_bytes", l->memory_bytes))
			return false;
		/* Not there without swap accounting; then there is no swap to bound. */
		write_number(memory, "memory.memsw.limit_in_bytes", l->memory_bytes);
		return true;
	}
	write_number(memory, "memory.swap.max", 0);
	return write_number(memory, "memory.max", l->memory_bytes);
}

/* Empties a group (version 2) and takes it away, within a while. */
static void
remove_group(const struct cgroup *g, size_t i)
{
	const struct timespec pause = {0, 1000000};
	int64_t deadline = clock_us() + REMOVE_US;

	if (g->kind == CGROUP_V2)
		write_file(g->paths[i], "cgroup.kill", "1");
	while (rmdir(g->paths[i]) != 0 && errno == EBUSY && clock_us() < deadline)
		nanosleep(&pause, NULL);
}

static bool
make(struct cgroup *g, size_t i)
{
	/* Nobody else may open it, or he could lock it first. */
	if (mkdir(g->paths[i], 0700) != 0)
		return false;
	g->count = i + 1;
	g->locks[i] = open(g->paths[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (g->locks[i] < 0 || flock(g->locks[i], LOCK_EX | LOCK_NB) != 0)
		return false;
	/* A single thread joins through "tasks" without the lock that waits for the whole kernel;
	 * version 2 has no such file for groups with controllers. */
	g->joins[i] = openat(
	    g->locks[i], g->kind == CGROUP_V1 ? "tasks" : "cgroup.procs", O_WRONLY | O_CLOEXEC);
	return g->joins[i] >= 0;
}

static bool
make_all(struct arena *a, struct cgroup *g, char *const *folders, size_t count)
{
	char name[64];
	uint64_t random;

	random_bytes(&random, sizeof(random));
	snprintf(
	    name, sizeof(name), PREFIX "%ld-%016llx", (long)getpid(), (unsigned long long)random);
	for (size_t i = 0; i < count; i++)
		if (!(g->paths[i] = arena_printf(a, "%s/%s", folders[i], name)))
			return false;
	for (size_t i = 0; i < count; i++)
		if (!make(g, i))
			return false;
	return true;
}

bool
cgroup_open(struct arena *a, const struct limits *limits, struct cgroup *out, struct err *err)
{
	char *folders[CGROUP_FOLDERS_MAX];
	struct cgroup found;
	bool made = false;

	find(a, limits, folders, &found);
	*out = found;
	out->count = 0;
	if (found.kind == CGROUP_NONE)
		return true;
	sweep(a);
	/* Another run may sweep a group away before it is locked: then it is made anew. */
	for (int tries = 0; tries < MAKE_TRIES && !made; tries++) {
		out->kind = found.kind;
		made = make_all(a, out, folders, found.count);
		if (!made) {
			err_sys(err, "can't create a control group in '%s'", folders[0]);
			cgroup_close(out);
		}
	}
	if (!made)
		return false;
	if (set_limits(out, limits))
		return true;
	err_sys(err, "can't set the limits of '%s'", out->paths[0]);
	cgroup_close(out);
	return false;
}

int64_t
cgroup_cpu_us(const struct cgroup *g)
{
	if (g->kind == CGROUP_V2)
		return read_number(g->paths[0], "cpu.stat", "usage_usec");
	return g->kind == CGROUP_V1 && g->counts >= 0
		   ? read_number(g->paths[g->counts], "cpuacct.usage", "") / 1000
		   : -1;
}

void
cgroup_read(const struct cgroup *g, struct cgroup_usage *out)
{
	const char *memory = g->paths[0];

	*out = (struct cgroup_usage){-1, -1, cgroup_cpu_us(g)};
	if (g->kind == CGROUP_V1) {
		out->oom_kills = read_number(memory, "memory.oom_control", "oom_kill");
		out->peak_bytes = read_number(memory, "memory.max_usage_in_bytes", "");
	} else if (g->kind == CGROUP_V2) {
		out->oom_kills = read_number(memory, "memory.events", "oom_kill");
		out->peak_bytes = read_number(memory, "memory.peak", "");
	}
}

void
cgroup_close(struct cgroup *g)
{
	for (size_t i = 0; i < g->count; i++) {
		remove_group(g, i);
		if (g->joins[i] >= 0)
			close(g->joins[i]);
		if (g->locks[i] >= 0)
			close(g->locks[i]);
		g->joins[i] = g->locks[i] = -1;
	}
	g->count = 0;
	g->kind = CGROUP_NONE;
}
