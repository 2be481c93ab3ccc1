/* SPDX-License-Identifier: MIT */
#include "runtime.h"

#include "err.h"
#include "parts.h"
#include "wire.h"

#define LIBRARIES "/usr/lib/" SANDBOX_TRIPLET

struct words {
	struct arena *a;
	const char **list;
	size_t count;
};

static void
add(struct words *w, const char *word)
{
	if (w->count + 1 >= RUNTIME_ARGUMENTS_MAX)
		UNREACHABLE();
	w->list[w->count++] = word;
}

static void
add_two(struct words *w, const char *option, const char *value)
{
	add(w, option);
	add(w, value);
}

static void
add_bind(struct words *w, const char *option, const char *path)
{
	add_two(w, option, path);
	add(w, path);
}

/* Namespaces are named one by one, because --unshare-all passes over those that it can't get. */
static void
add_namespaces(struct words *w)
{
	static const char *const options[] = {"--unshare-user", "--unshare-ipc", "--unshare-pid",
	    "--unshare-net", "--unshare-uts", "--unshare-cgroup", "--as-pid-1", "--new-session",
	    "--uid", "65534", "--gid", "65534", "--hostname", "box", "--cap-drop", "ALL",
	    /* For sluice-init, which drops them: mounts, no further user namespaces, and an empty
	     * bounding set. */
	    "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SYS_RESOURCE", "--cap-add",
	    "CAP_SETPCAP"};

	for (size_t i = 0; i < ARRAY_LENGTH(options); i++)
		add(w, options[i]);
}

static const struct place {
	const char *path;
	bool needed, packages;
} tree[] = {
    {PARTS_STDLIB, true, false},
    {LIBRARIES, true, false},
    {"/usr/share/zoneinfo", false, false},
    {"/usr/lib/python3/dist-packages", true, true},
    {"/usr/share/matplotlib", false, true},
    {"/usr/share/fonts", false, true},
    {"/usr/share/fontconfig", false, true},
    {"/etc/alternatives/libblas.so.3-" SANDBOX_TRIPLET, false, true},
    {"/etc/alternatives/liblapack.so.3-" SANDBOX_TRIPLET, false, true},
    {"/etc/fonts", false, true},
    {"/etc/matplotlibrc", false, true},
};

const char *
runtime_place(size_t i, bool packages)
{
	for (size_t k = 0; k < ARRAY_LENGTH(tree); k++)
		if ((packages || !tree[k].packages) && i-- == 0)
			return tree[k].path;
	return NULL;
}

static void
add_runtime(struct words *w, bool packages)
{
	for (size_t i = 0; i < ARRAY_LENGTH(tree); i++)
		if (packages || !tree[i].packages)
			add_bind(w, tree[i].needed ? "--ro-bind" : "--ro-bind-try", tree[i].path);
	add_two(w, "--symlink", "usr/lib");
	add(w, "/lib");
	add_two(w, "--symlink", &LIBRARIES[1]); /* the loader lies there */
	add(w, "/lib64");
}

/* No --dev: it brings a terminal multiplexer and a second user namespace, neither of use here. */
static void
add_devices(struct words *w)
{
	static const char *const nodes[] = {"/dev/null", "/dev/zero", "/dev/urandom"};

	for (size_t i = 0; i < ARRAY_LENGTH(nodes); i++)
		add_bind(w, "--dev-bind", nodes[i]);
}

static void
add_program(struct words *w, const char *fd, const char *path)
{
	add_two(w, "--ro-bind-fd", fd);
	add(w, path);
}

const char *const *
runtime_command(struct arena *a, const char *bubblewrap, bool packages, bool venv)
{
	static const char *const folders[] = {
	    WIRE_WORK, "/tmp", "/dev/shm", "/run/disk", "/run/inputs"};
	struct words w = {.a = a, .list = arena_array(a, RUNTIME_ARGUMENTS_MAX, sizeof(char *))};
	const char *init = arena_printf(a, "%d", RUNTIME_INIT_FD);
	const char *python = arena_printf(a, "%d", RUNTIME_PYTHON_FD);
	const char *library = arena_printf(a, "%d", RUNTIME_VENV_FD);

	if (!w.list || !init || !python || !library)
		return NULL;
	add(&w, bubblewrap);
	add_namespaces(&w);
	add_runtime(&w, packages);
	add_two(&w, "--proc", "/proc");
	add_devices(&w);
	for (size_t i = 0; i < ARRAY_LENGTH(folders); i++)
		add_two(&w, "--dir", folders[i]);
	add_program(&w, init, WIRE_INIT);
	add_program(&w, python, WIRE_PYTHON);
	if (venv)
		add_program(&w, library, WIRE_VENV);
	/* The root that bubblewrap makes is a writable tmpfs of half the memory. */
	add_two(&w, "--remount-ro", "/");
	add_two(&w, "--chdir", "/");
	add_two(&w, "--", WIRE_INIT);
	return w.list;
}
