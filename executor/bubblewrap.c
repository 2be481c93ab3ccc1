/* SPDX-License-Identifier: MIT */
/* The backend that ships as the default: bubblewrap, never setuid. */
#include "backend.h"
#include "bubblewrap.h"
#include "runtime.h"
#include "wire.h"

#define ARGUMENTS_MAX 200
/* Its descriptors, behind the three streams and the control socket. */
enum { INIT_FD = 4, PYTHON_FD, VENV_FD, FDS_END };

struct words {
	struct arena *a;
	const char **list;
	size_t count;
};

static void
add(struct words *w, const char *word)
{
	if (w->count + 1 >= ARGUMENTS_MAX)
		UNREACHABLE();
	w->list[w->count++] = word;
}

static void
add_two(struct words *w, const char *option, const char *value)
{
	add(w, option);
	add(w, value);
}

/* Namespaces are named one by one, because --unshare-all passes over those that it can't get. */
static void
add_namespaces(struct words *w)
{
	static const char *const options[] = {"--unshare-user", "--unshare-ipc", "--unshare-pid",
	    "--unshare-net", "--unshare-uts", "--unshare-cgroup", "--as-pid-1", "--new-session",
	    "--uid", RUNTIME_USER, "--gid", RUNTIME_USER, "--hostname", RUNTIME_HOST_NAME,
	    "--cap-drop", "ALL",
	    /* For sluice-init, which drops them: mounts, no further user namespaces, and an empty
	     * bounding set. */
	    "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SYS_RESOURCE", "--cap-add",
	    "CAP_SETPCAP"};

	for (size_t i = 0; i < ARRAY_LENGTH(options); i++)
		add(w, options[i]);
}

static void
add_runtime(struct words *w)
{
	/* bubblewrap reads the whole mount table again for each bind: sluice-init makes the places. */
	add_two(w, "--tmpfs", RUNTIME_HOST);
	add_two(w, "--ro-bind", "/usr");
	add(w, RUNTIME_HOST "/usr");
	add_two(w, "--ro-bind", "/etc");
	add(w, RUNTIME_HOST "/etc");
	/* No --dev: it brings a terminal multiplexer and a second user namespace, neither of use
	 * here. */
	add_two(w, "--dev-bind", "/dev");
	add(w, RUNTIME_HOST "/dev");
	for (const struct runtime_link *link = RUNTIME_LINKS; link->path; link++) {
		add_two(w, "--symlink", link->target);
		add(w, link->path);
	}
}

static void
add_program(struct words *w, const char *fd, const char *path)
{
	add_two(w, "--ro-bind-fd", fd);
	add(w, path);
}

const char *const *
bubblewrap_words(struct arena *a, const char *program, bool venv)
{
	struct words w = {.a = a, .list = arena_array(a, ARGUMENTS_MAX, sizeof(char *))};
	const char *init = arena_printf(a, "%d", INIT_FD);
	const char *python = arena_printf(a, "%d", PYTHON_FD);
	const char *library = arena_printf(a, "%d", VENV_FD);

	if (!w.list || !init || !python || !library)
		return NULL;
	add(&w, program);
	add_namespaces(&w);
	add_runtime(&w);
	add_two(&w, "--proc", "/proc");
	for (const char *const *folder = RUNTIME_FOLDERS; *folder; folder++)
		add_two(&w, "--dir", *folder);
	add_program(&w, init, WIRE_INIT);
	add_program(&w, python, WIRE_PYTHON);
	if (venv)
		add_program(&w, library, WIRE_VENV);
	add_two(&w, "--chdir", "/");
	add_two(&w, "--", WIRE_INIT);
	return w.list;
}

static bool
command(struct arena *a, const struct backend_box *box, struct proc_spec *start, struct err *err)
{
	bool venv = box->venv->fd >= 0;

	start->argv = bubblewrap_words(a, BACKEND_BUBBLEWRAP.program, venv);
	start->fds[INIT_FD] = box->parts->init;
	start->fds[PYTHON_FD] = box->parts->python;
	start->fds[VENV_FD] = box->venv->fd;
	start->fd_count = venv ? FDS_END : VENV_FD;
	return start->argv || err_memory(err);
}

static const struct backend_guarantee holds[] = {
    {"filesystem_read_only", "mount namespace"},
    {"files", "mount namespace: the inputs, the runtime and scratch are all there is"},
    {"network_none", "network namespace and seccomp"},
    {"processes_isolated", "PID and IPC namespaces"},
    {"user_namespaces_off", "sluice-init, proved by trying"},
    {"no_new_privileges", "bubblewrap"},
    {"kill_all", "PID namespace and control socket"},
    {NULL, NULL},
};

static const struct backend_trouble troubles[] = {
    {"setting up uid map: Permission denied", "user namespaces are restricted here (AppArmor)",
	"give bubblewrap a profile: /etc/apparmor.d/bwrap with 'profile bwrap /usr/bin/bwrap "
	"flags=(unconfined) { userns, }', then reload apparmor"},
    {"Failed RTM_NEWADDR", "user namespaces are restricted here (AppArmor)",
	"give bubblewrap a profile: /etc/apparmor.d/bwrap with 'profile bwrap /usr/bin/bwrap "
	"flags=(unconfined) { userns, }', then reload apparmor"},
    {"No permissions to creat", "user namespaces are disabled here",
	"set sysctl kernel.unprivileged_userns_clone=1, or a larger user.max_user_namespaces; in a chroot the kernel creates none: use a container or a mount namespace"},
    {"nesting depth or", "the limit on user namespaces is reached, or they are disabled here",
	"raise sysctl user.max_user_namespaces (it must be above 0)"},
    {"Creating new namespace failed", "this process may not create namespaces",
	"in a container: let its seccomp profile allow unshare and clone with namespaces"},
    {"Can't set hostname", "this container's seccomp profile forbids system calls that a box needs",
	"give the container the profile that scripts/image makes (docs/containers.md)"},
    {"Can't mount proc", "this container masks /proc, so a new one can't be mounted",
	"run the container with its /proc unmasked: --security-opt unmask=ALL for podman, "
	"systempaths=unconfined for docker"},
    {"max_user_namespaces", "the limit on user namespaces can't be set here",
	"in a container: let it write its own /proc/sys/user"},
    {"source path /proc/self/fd/",
	"the box's user can't reach a part of Sluice or the virtual environment",
	"when root runs Sluice, the box has its own user: allow others to enter each parent folder (chmod o+x)"},
    {"Unknown option", "this bubblewrap is too old", "install bubblewrap 0.8 or later"},
    {"", "bubblewrap ended without a message; something may have killed or replaced it",
	"try it by hand: bwrap --ro-bind / / true; search 'dmesg' for it (a security module, the OOM killer), and reinstall it: apt-get install --reinstall bubblewrap"},
    {NULL, NULL, NULL},
};

const struct backend BACKEND_BUBBLEWRAP = {.name = "bubblewrap",
    .software = "bubblewrap",
    .program = "/usr/bin/bwrap",
    .command = command,
    .holds = holds,
    .troubles = troubles};
