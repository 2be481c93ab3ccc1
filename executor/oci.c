/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. An OCI runtime (crun) wants a bundle: a folder with config.json and the root
 * file system's folder, and one for its own state. They must not outlive a supervisor that is
 * killed, so they lie in a tmpfs that nobody else sees: the child that is to become crun first
 *makes a user and a mount namespace of its own (prepare), and there it is the only root. crun,
 *which takes itself to be started by root, makes the container's namespaces inside them, a second
 *user namespace among them. With the last process the mount namespace goes, and the bundle with it.
 *
 *	supervisor
 *	  | fork, own user (root), user + mount namespace: /run is the bundle's tmpfs
 *	crun                  user, PID, mount, network, IPC, UTS, cgroup namespaces
 *	  | exec
 *	sluice-init           as with every backend
 *
 * config.json has no `seccomp`: sluice-init loads the filter, as with every backend. What a
 * runtime's filter refuses the kernel does not ask sluice-init about, and an attack would lose its
 * name.
 *
 * The control group is the supervisor's, and all of these are in it; crun makes none, and sees
 *none: it refuses to start where two versions are mounted side by side.
 */
#include "backend.h"
#include "json.h"
#include "oci.h"
#include "runtime.h"
#include "wire.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define HOME "/run"
#define BUNDLE HOME "/bundle"
#define ROOT BUNDLE "/root"
#define STATE HOME "/state"
#define CONFIG_BYTES_MAX ((size_t)1 << 18)
#define FOLDERS_MAX 32
#define MAP_BYTES 32

struct bundle { /* all that the child needs, made before the fork: it may not allocate */
	const char *folders[FOLDERS_MAX]; /* parents first */
	size_t folder_count;
	const struct runtime_link *links;
	const char *roots[8]; /* the links' paths below ROOT */
	struct str config;
	char uid_map[MAP_BYTES], gid_map[MAP_BYTES];
};

/* -- config.json ----------------------------------------------------------------------------- */

static void
put_texts(struct json_writer *w, const char *name, const char *const *texts)
{
	json_open_array(w, name);
	for (; *texts; texts++)
		json_text(w, *texts);
	json_end_array(w);
}

static void
put_process(struct json_writer *w)
{
	/* For sluice-init, which drops them: mounts, no further user namespaces, and an empty
	 * bounding set. Ambient, for it is not root when it is executed. */
	static const char *const capabilities[] = {"CAP_SYS_ADMIN", "CAP_SYS_RESOURCE",
	    "CAP_SETPCAP", NULL},
				 *const arguments[] = {WIRE_INIT, NULL}, *const none[] = {NULL},
				 *const sets[] = {"bounding", "effective", "permitted",
				     "inheritable", "ambient"},
				 *const limits[] = {
				     "RLIMIT_CORE", "RLIMIT_MEMLOCK", "RLIMIT_MSGQUEUE"};

	json_open_object(w, "process");
	json_put_bool(w, "terminal", false);
	json_name(w, "user");
	json_raw(w, STR("{\"uid\":" RUNTIME_USER ",\"gid\":" RUNTIME_USER "}"));
	put_texts(w, "args", arguments);
	put_texts(w, "env", none);
	json_put_text(w, "cwd", "/");
	json_put_bool(w, "noNewPrivileges", true);
	json_open_object(w, "capabilities");
	for (size_t i = 0; i < ARRAY_LENGTH(sets); i++)
		put_texts(w, sets[i], capabilities);
	json_end_object(w);
	/* sluice-init sets the program's limits; these hold for sluice-init too. */
	json_open_array(w, "rlimits");
	for (size_t i = 0; i < ARRAY_LENGTH(limits); i++) {
		json_object(w);
		json_put_text(w, "type", limits[i]);
		json_put_number(w, "soft", i == 0);
		json_put_number(w, "hard", i == 0);
		json_end_object(w);
	}
	json_end_array(w);
	json_end_object(w);
}

static void
put_bind(struct json_writer *w, const char *from, const char *to)
{
	static const char *const options[] = {"bind", "ro", "nosuid", "nodev", NULL};

	json_object(w);
	json_put_text(w, "destination", to);
	json_put_text(w, "source", from);
	json_put_text(w, "type", "bind");
	put_texts(w, "options", options);
	json_end_object(w);
}

/* By its path now: a descriptor's own mount is of another namespace when crun looks at it. */
static void
put_open(struct json_writer *w, int fd, const char *to)
{
	char link[32], path[PATH_MAX];

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, sizeof(path) - 1);
	path[n > 0 ? n : 0] = '\0';
	put_bind(w, path, to);
}

static void
put_mounts(struct json_writer *w, const struct backend_box *box)
{
	static const char *const quiet[] = {"nosuid", "noexec", "nodev", NULL};
	const struct runtime_place *place;

	json_open_array(w, "mounts");
	json_object(w);
	json_put_text(w, "destination", "/proc");
	json_put_text(w, "source", "proc");
	json_put_text(w, "type", "proc");
	put_texts(w, "options", quiet);
	json_end_object(w);
	for (size_t i = 0; (place = runtime_place(i, box->packages)); i++)
		if (place->needed || access(place->path, F_OK) == 0)
			put_bind(w, place->path, place->path);
	put_open(w, box->parts->init, WIRE_INIT);
	put_open(w, box->parts->python, WIRE_PYTHON);
	if (box->venv->fd >= 0)
		put_open(w, box->venv->fd, WIRE_VENV);
	json_end_array(w);
}

static void
put_linux(struct json_writer *w)
{
	static const char map[] = "[{\"containerID\":" RUNTIME_USER ",\"hostID\":0,\"size\":1}]";
	static const char *const namespaces[] = {
	    "user", "pid", "mount", "network", "ipc", "uts", "cgroup"};
	static const char *const masked[] = {"/proc/acpi", "/proc/asound", "/proc/kcore",
	    "/proc/keys", "/proc/latency_stats", "/proc/timer_list", "/proc/sched_debug",
	    "/proc/scsi", "/proc/sysrq-trigger", NULL};

	json_open_object(w, "linux");
	json_open_array(w, "namespaces");
	for (size_t i = 0; i < ARRAY_LENGTH(namespaces); i++) {
		json_object(w);
		json_put_text(w, "type", namespaces[i]);
		json_end_object(w);
	}
	json_end_array(w);
	json_name(w, "uidMappings");
	json_raw(w, str_from(map));
	json_name(w, "gidMappings");
	json_raw(w, str_from(map));
	put_texts(w, "maskedPaths", masked);
	json_end_object(w);
}

bool
oci_config(struct arena *a, const struct backend_box *box, struct str *out, struct err *err)
{
	struct json_writer w;
	struct buf text;

	buf_init(&text, CONFIG_BYTES_MAX);
	json_writer_init(&w, &text, false);
	json_object(&w);
	json_put_text(&w, "ociVersion", "1.0.0");
	put_process(&w);
	json_name(&w, "root");
	json_raw(&w, STR("{\"path\":\"" ROOT "\",\"readonly\":true}"));
	json_put_text(&w, "hostname", RUNTIME_HOST_NAME);
	put_mounts(&w, box);
	put_linux(&w);
	json_end_object(&w);
	bool good = (!text.failed && arena_copy(a, buf_view(&text), out)) || err_memory(err);
	buf_release(&text);
	return good;
}

/* -- the bundle ------------------------------------------------------------------------------ */

/* The folder with all above it, below ROOT. */
static bool
add_folder(struct arena *a, struct bundle *b, const char *path)
{
	for (const char *slash = path; slash; slash = strchr(slash + 1, '/')) {
		const char *end = strchr(slash + 1, '/');
		size_t n = end ? (size_t)(end - path) : strlen(path);
		if (b->folder_count >= FOLDERS_MAX)
			UNREACHABLE();
		b->folders[b->folder_count] = arena_printf(a, ROOT "%.*s", (int)n, path);
		if (!b->folders[b->folder_count++])
			return false;
	}
	return true;
}

static bool
fill(struct arena *a, struct bundle *b, uid_t uid, gid_t gid)
{
	b->folders[b->folder_count++] = BUNDLE;
	b->folders[b->folder_count++] = ROOT;
	b->folders[b->folder_count++] = STATE;
	for (const char *const *folder = RUNTIME_FOLDERS; *folder; folder++)
		if (!add_folder(a, b, *folder))
			return false;
	b->links = RUNTIME_LINKS;
	for (size_t i = 0; RUNTIME_LINKS[i].path; i++)
		if (!(b->roots[i] = arena_printf(a, ROOT "%s", RUNTIME_LINKS[i].path)))
			return false;
	snprintf(b->uid_map, MAP_BYTES, "0 %u 1", uid);
	snprintf(b->gid_map, MAP_BYTES, "0 %u 1", gid);
	return true;
}

static bool
put_file(const char *path, int flags, struct str text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | flags, 0600);
	bool good = fd >= 0 && write(fd, text.p, text.n) == (ssize_t)text.n;

	if (fd >= 0)
		close(fd);
	return good;
}

static bool
become_root(const struct bundle *b)
{
	/* A process that changed its user may not write its own maps unless it is dumpable. It is
	 * still a copy of the supervisor, but no other process has the box's user, and a plain
	 * user's own processes could read it anyway. */
	return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0 &&
	       unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
	       put_file("/proc/self/setgroups", 0, STR("deny")) &&
	       put_file("/proc/self/uid_map", 0, str_from(b->uid_map)) &&
	       put_file("/proc/self/gid_map", 0, str_from(b->gid_map));
}

static bool
hide(const char *path, const char *options)
{
	return mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0 || errno == ENOENT;
}

/* In the child, between fork and exec: calls that are safe there, and no others. */
static bool
prepare(void *context)
{
	const struct bundle *b = context;

	if (!become_root(b) || mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) != 0 ||
	    !hide("/sys/fs/cgroup", "size=4096") || !hide(HOME, "size=1m,mode=0755"))
		return false;
	for (size_t i = 0; i < b->folder_count; i++)
		if (mkdir(b->folders[i], 0755) != 0 && errno != EEXIST)
			return false;
	for (size_t i = 0; b->links[i].path; i++)
		if (symlink(b->links[i].target, b->roots[i]) != 0)
			return false;
	return put_file(BUNDLE "/config.json", O_CREAT | O_EXCL, b->config);
}

static const char namespaces_help[] =
    "crun's process first creates its own user and mount namespaces: allow them (sysctl kernel.unprivileged_userns_clone=1, a larger user.max_user_namespaces; AppArmor: a profile for sluice with 'userns,'); in a container, let its seccomp profile allow unshare and mount";

static bool
command(struct arena *a, const struct backend_box *box, struct proc_spec *start, struct err *err)
{
	static const char *const words[] = {"/usr/bin/crun", "--root", STATE,
	    "--cgroup-manager=disabled", "run", "--preserve-fds=1", "--bundle", BUNDLE, "box",
	    NULL};
	struct bundle *b = arena_alloc(a, sizeof(*b));

	if (!b ||
	    !fill(a, b, start->uid ? start->uid : geteuid(), start->uid ? start->gid : getegid()))
		return err_memory(err);
	start->argv = words;
	start->as_user = prepare;
	start->as_user_context = b;
	start->as_user_help = namespaces_help;
	return oci_config(a, box, &b->config, err);
}

static const struct backend_guarantee holds[] = {
    {"filesystem_read_only", "crun: mount namespace"},
    {"files", "crun: mount namespace: the inputs, the runtime and scratch are all there is"},
    {"network_none", "crun: network namespace, and seccomp"},
    {"processes_isolated", "crun: PID and IPC namespaces"},
    {"user_namespaces_off", "sluice-init, proved by trying"},
    {"no_new_privileges", "crun"},
    {"kill_all", "PID namespace and control socket"},
    {NULL, NULL},
};

static const struct backend_trouble troubles[] = {
    {"cgroups in hybrid mode", "crun finds both versions of control groups mounted",
	"mount only one of them, or use 'executor: {backend: bubblewrap}'"},
    {"Permission denied", "the box's user can't reach a part of Sluice or the virtual environment",
	"when root runs Sluice, the box has its own user: allow others to enter each parent folder (chmod o+x)"},
    {"No such file or directory", "crun does not find a part of Sluice or the virtual environment",
	"crun's own files hide the folder '" HOME "': no part of Sluice may be below it"},
    {"mount `proc`", "this container masks /proc, so a new one can't be mounted",
	"run the container with its /proc unmasked: --security-opt unmask=ALL for podman, "
	"systempaths=unconfined for docker"},
    {"", "crun ended without a message; something may have killed or replaced it",
	"try it by hand: crun --version; search 'dmesg' for it, and reinstall it: apt-get install --reinstall crun"},
    {NULL, NULL, NULL},
};

const struct backend BACKEND_OCI = {.name = "oci",
    .software = "crun",
    .program = "/usr/bin/crun",
    .command = command,
    .holds = holds,
    .troubles = troubles};
