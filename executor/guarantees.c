/* SPDX-License-Identifier: MIT */
#include "guarantees.h"

#include "ceilings.h"

#include <linux/landlock.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#define GUARANTEES_MAX 32
#define LANDLOCK_ABI_WANTED 3 /* truncation too */

/* By what: NULL where that is the backend's. */
static const struct backend_guarantee always[] = {
    {"user_unprivileged", "its own user, or the plain user that runs sluice"},
    {"environment_clean", "supervisor"},
    {"descriptors_closed", "supervisor"},
    {"keyring_own", "its own session keyring"},
    {"code_sealed", "sealed memory file, digest compared inside"},
    {"filesystem_read_only", NULL},
    {"files", NULL},
    {"network_none", NULL},
    {"processes_isolated", NULL},
    {"user_namespaces_off", NULL},
    {"capabilities_none", "sluice-init"},
    {"no_new_privileges", NULL},
    {"system_calls_filtered", "seccomp allowlist"},
    {"kill_all", NULL},
};

const char *
guarantee_state_name(enum guarantee_state s)
{
	switch (s) {
	case GUARANTEE_ABSENT:
		return "absent";
	case GUARANTEE_PARTIAL:
		return "partial";
	case GUARANTEE_ENFORCED:
		return "enforced";
	}
	return "absent";
}

struct list {
	struct guarantee *items;
	size_t count;
};

static struct guarantee *
add(struct list *l, const char *name, const char *by, int64_t bound)
{
	struct guarantee *g = &l->items[l->count++];

	*g = (struct guarantee){
	    .name = name, .state = GUARANTEE_ENFORCED, .by = str_from(by), .bound = bound};
	return g;
}

static void
weaken(struct guarantee *g, enum guarantee_state state, const char *why)
{
	g->state = state;
	g->why = str_from(why);
}

static void
add_always(struct list *l, const struct backend *backend)
{
	for (size_t i = 0; i < ARRAY_LENGTH(always); i++) {
		const struct backend_guarantee *held = backend->holds;
		const char *by = always[i].by;

		while (!by && held->name && strcmp(held->name, always[i].name) != 0)
			held++;
		by = by ? by : held->by;
		struct guarantee *g = add(l, always[i].name, by ? by : backend->name, 0);
		if (!by)
			weaken(g, GUARANTEE_ABSENT,
			    "the policy's sandbox backend does not give this guarantee; 'executor: "
			    "{backend: " BACKEND_DEFAULT "}' does");
	}
}

static void
add_memory(struct list *l, const struct limits *limits, enum cgroup_kind group, const char *why)
{
	const char *by = group == CGROUP_V2 ? "cgroup v2" : "cgroup v1";

	if (group != CGROUP_NONE) {
		add(l, "memory_total", by, limits->memory_bytes);
		add(l, "memory_cause", by, 0);
		return;
	}
	weaken(add(l, "memory_total", "rlimit",
		   limits->memory_bytes * limits->processes + limits->disk_bytes),
	    GUARANTEE_PARTIAL, why);
	weaken(add(l, "memory_cause", "MemoryError in the program", 0), GUARANTEE_PARTIAL, why);
}

static bool
kernel_is_at_least(int major, int minor)
{
	struct utsname name;
	char *rest;

	if (uname(&name) != 0)
		return false;
	long have_major = strtol(name.release, &rest, 10);
	long have_minor = *rest == '.' ? strtol(rest + 1, NULL, 10) : 0;
	return have_major > major || (have_major == major && have_minor >= minor);
}

static void
add_processes(struct list *l, const struct limits *limits, enum cgroup_kind group)
{
	bool counted = kernel_is_at_least(5, 14);
	bool single = limits->processes == 1;
	struct guarantee *g = add(l, "processes",
	    single    ? "seccomp"
	    : counted ? "rlimit inside the user namespace, threads included"
		      : "control group, threads included",
	    single ? 1 : limits->processes + BOX_THREADS);

	if (!single && !counted)
		weaken(g, group == CGROUP_NONE ? GUARANTEE_ABSENT : GUARANTEE_PARTIAL,
		    "kernels before 5.14 count processes by host user; update the kernel");
}

static void
add_cpu(struct list *l, const struct limits *limits, enum cgroup_kind group, const char *why)
{
	bool counted = limits->processes == 1 || group != CGROUP_NONE;
	struct guarantee *g = add(l, "cpu",
	    limits->processes == 1 ? "sluice-init" : "sluice-init, and the control group",
	    limits->cpu_ms);

	/* Children that nobody waits for leave no trace of their time. */
	if (!counted) {
		g->by = STR("sluice-init");
		weaken(g, GUARANTEE_PARTIAL, why);
	}
}

/* Only where the policy asks for it. */
static void
add_share(struct list *l, const char *name, int64_t bound, const struct machine *m)
{
	if (bound == 0)
		return;
	struct guarantee *g =
	    add(l, name, m->group == CGROUP_V2 ? "cgroup v2" : "cgroup v1", bound);
	if (m->divides_cpu)
		return;
	g->by = STR("");
	weaken(g, GUARANTEE_ABSENT,
	    m->group == CGROUP_NONE
		? m->why_no_group
		: "the control group has no cpu controller here: delegate cpu as well as memory and pids, or have root do so");
}

static void
add_landlock(struct list *l)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	struct guarantee *g = add(l, "landlock", "Landlock", abi < 0 ? 0 : abi);

	if (abi < 1)
		weaken(g, GUARANTEE_ABSENT,
		    "the kernel has no Landlock: it needs 5.13 or later, and lsm=landlock");
	else if (abi < LANDLOCK_ABI_WANTED)
		weaken(g, GUARANTEE_PARTIAL,
		    "this Landlock does not cover truncation: it needs kernel 6.2 or later");
}

/* Copies of one interpreter have their objects at the same addresses, which helps an attacker who
 * knows them from another copy. */
static void
add_addresses(struct list *l, enum box_start start)
{
	struct guarantee *g = add(l, "addresses_own", "its own interpreter", 0);

	if (start != START_FORKED)
		return;
	g->by = STR("a warm interpreter for each policy and requester, replaced by age and count");
	weaken(g, GUARANTEE_PARTIAL,
	    "runs of one policy and requester share the layout of an interpreter that was forked for "
	    "them; 'executor: {start: pooled}' gives each its own");
}

bool
guarantees_list(struct arena *a, const struct machine *m, struct guarantee **out, size_t *count,
    struct err *err)
{
	const struct limits *limits = m->limits;
	struct list l = {.items = arena_array(a, GUARANTEES_MAX, sizeof(*l.items))};

	if (!l.items)
		return err_memory(err);
	add_always(&l, m->backend);
	add_landlock(&l);
	add_addresses(&l, m->start);
	add_memory(&l, limits, m->group, m->why_no_group);
	add_processes(&l, limits, m->group);
	add_cpu(&l, limits, m->group, m->why_no_group);
	add_share(&l, "cores", limits->cores, m);
	add_share(&l, "cpu_weight", limits->cpu_weight, m);
	add(&l, "wall", "sluice-init and supervisor", limits->wall_ms);
	add(&l, "output", "supervisor", limits->output_bytes);
	add(&l, "open_files", "rlimit", limits->open_files);
	add(&l, "file_bytes", "rlimit", limits->file_bytes);
	add(&l, "disk_bytes", "sized tmpfs", limits->disk_bytes);
	add(&l, "disk_inodes", "sized tmpfs", limits->disk_inodes);
	add(&l, "artifacts_inert", "supervisor", limits->artifact_bytes);
	*out = l.items;
	*count = l.count;
	return true;
}

static struct guarantee *
find(struct guarantee *list, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i].name, name) == 0)
			return &list[i];
	UNREACHABLE();
}

void
guarantees_add_walls(struct guarantee *list, size_t *count, const struct rules *rules, bool native)
{
	struct list l = {list, *count};
	struct guarantee *g;

	/* That nothing at all may be read there is no question of what is mounted. */
	if (!rules->reads_work && find(list, *count, "landlock")->state == GUARANTEE_ABSENT)
		weaken(find(list, *count, "files"), GUARANTEE_PARTIAL,
		    "the policy forbids all reading, which only Landlock enforces: that needs kernel 5.13 or later, and lsm=landlock");
	if (rules->has_attributes) {
		g = add(&l, "attributes", "sluice-python", 0);
		if (native)
			weaken(g, GUARANTEE_PARTIAL,
			    "the policy admits packages, whose native code can write the interpreter's memory; a policy without packages has this wall");
	}
	*count = l.count;
}

static bool
unknown_name(const struct guarantee *list, size_t count, struct str name, struct err *err)
{
	struct str names[GUARANTEES_MAX];

	for (size_t i = 0; i < count; i++)
		names[i] = str_from(list[i].name);
	struct str near = text_closest(name, names, count);
	err_set(err, ERR_INPUT, "there is no guarantee '%.*s'", STR_ARG(name));
	return near.n > 0 ? err_help(err, "did you mean '%.*s'?", STR_ARG(near))
			  : err_help(err, "'sluice doctor' lists them");
}

const struct guarantee *
guarantee_find(const struct guarantee *list, size_t count, struct str name)
{
	for (size_t i = 0; i < count; i++)
		if (str_is(name, list[i].name))
			return &list[i];
	return NULL;
}

static bool
require_one(const struct guarantee *list, size_t count, struct str name, struct err *err)
{
	const struct guarantee *g = guarantee_find(list, count, name);

	if (g == NULL)
		return unknown_name(list, count, name, err);
	if (g->state == GUARANTEE_ENFORCED)
		return true;
	err_set(err, ERR_SANDBOX, "the policy requires the guarantee '%s', but it is only %s here",
	    g->name, guarantee_state_name(g->state));
	return err_help(err, "%.*s", STR_ARG(g->why));
}

bool
guarantees_require(const struct guarantee *list, size_t count, const struct str *require,
    size_t require_count, struct err *err)
{
	for (size_t i = 0; i < require_count; i++)
		if (!require_one(list, count, require[i], err))
			return false;
	return true;
}

/* A file's name that nobody knows may be an address, or of a format for which a library starts a
 * program. */
static const struct {
	const char *wall, *also;
} walls[] = {{"files", "network_none"}, {"files", "system_calls_filtered"}};

static bool
bear_one(
    const struct guarantee *list, size_t count, struct str wall, struct str name, struct err *err)
{
	const struct guarantee *g = guarantee_find(list, count, name);

	if (g == NULL) {
		err_set(err, ERR_SANDBOX,
		    "the verdict depends on the wall '%.*s', which this box does not have",
		    STR_ARG(name));
		return err_help(
		    err, "let a person decide what the gate can't tell: 'unknown: escalate'");
	}
	if (g->state == GUARANTEE_ENFORCED)
		return true;
	if (str_eq(wall, name))
		err_set(err, ERR_SANDBOX,
		    "the verdict depends on the wall '%s', which is only %s in this box", g->name,
		    guarantee_state_name(g->state));
	else
		err_set(err, ERR_SANDBOX,
		    "the verdict depends on the wall '%.*s', and that wall on '%s', which is only %s in this box",
		    STR_ARG(wall), g->name, guarantee_state_name(g->state));
	return err_help(err, "%.*s", STR_ARG(g->why));
}

static bool
bear(const struct guarantee *list, size_t count, struct str wall, struct err *err)
{
	if (!bear_one(list, count, wall, wall, err))
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(walls); i++)
		if (str_is(wall, walls[i].wall) &&
		    !bear_one(list, count, wall, str_from(walls[i].also), err))
			return false;
	return true;
}

bool
guarantees_bear(const struct guarantee *list, size_t count, const struct str *obligations,
    size_t obligation_count, struct err *err)
{
	for (size_t i = 0; i < obligation_count; i++)
		if (!bear(list, count, obligations[i], err))
			return false;
	return true;
}

bool
box_guarantees(struct arena *a, const struct box_spec *spec, struct guarantee **out, size_t *count,
    struct err *err)
{
	struct machine m = {
	    backend_find(spec->backend, err), &spec->limits, spec->start, CGROUP_NONE, false, ""};
	struct cgroup group;
	struct rules rules;

	if (!m.backend || !rules_read(a, spec, &rules, err) ||
	    !cgroup_open(a, &spec->limits, &group, err))
		return false;
	m.group = group.kind;
	m.divides_cpu = group.divides >= 0;
	m.why_no_group = group.why;
	bool good = guarantees_list(a, &m, out, count, err);
	if (good)
		guarantees_add_walls(*out, count, &rules, spec->packages || spec->venv.n > 0);
	cgroup_close(&group);
	return good;
}
