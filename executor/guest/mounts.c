/* SPDX-License-Identifier: MIT */
#include "init.h"
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#define DISK "/run/disk"
#define INPUTS "/run/inputs"
#define PAGE_BYTES 4096
#define OWN_INODES 4 /* of DISK: its root and the three places */
#define QUIET (MS_NOSUID | MS_NODEV | MS_NOEXEC)

static bool has_inputs, has_host;

static void
mount_tmpfs(const char *at, int64_t bytes, int64_t inodes, unsigned long again)
{
	char options[80];

	snprintf(options, sizeof(options), "size=%lld,nr_inodes=%lld,mode=0755", (long long)bytes,
	    (long long)inodes);
	if (mount("tmpfs", at, "tmpfs", QUIET | again, options) != 0)
		init_fail("mounting a sized tmpfs");
}

/* One file system for all that the program may write, so that one bound holds for the sum. */
static void
mount_disk(const struct wire_setup *setup)
{
	static const struct {
		const char *folder, *at;
		mode_t mode;
	} places[] = {{DISK "/box", WIRE_WORK, 0700}, {DISK "/tmp", "/tmp", 0700},
	    {DISK "/shm", "/dev/shm", 0700}};

	mount_tmpfs(DISK, setup->disk_bytes, setup->disk_inodes + OWN_INODES, 0);
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		if (mkdir(places[i].folder, places[i].mode) != 0 ||
		    mount(places[i].folder, places[i].at, NULL, MS_BIND, NULL) != 0)
			init_fail("mounting the working directory");
}

static void
mask_folder(const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%s", name);
	if (mount("tmpfs", path, "tmpfs", QUIET | MS_RDONLY, "size=4096,nr_inodes=2") != 0 &&
	    errno != ENOENT)
		init_fail("masking folders of /proc");
}

static void
mask_file(const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%s", name);
	if (mount("/dev/null", path, NULL, MS_BIND, NULL) != 0 && errno != ENOENT)
		init_fail("masking files of /proc");
}

/* Hides the files of /proc about the host that no ordinary program reads. Landlock closes all of it but
 * three files; the worst is masked in any case, the rest where there is no Landlock. */
static void
mask_proc(bool all)
{
	static const char *const folders[] = {
	    "sys", "fs", "driver", "acpi", "bus", "irq", "scsi", "asound", "tty", "dynamic_debug"};
	static const char *const files[] = {"sysrq-trigger", "kcore", "kallsyms", "keys", "cmdline",
	    "key-users", "config.gz", "modules", "timer_list", "sched_debug", "interrupts", "iomem",
	    "ioports", "slabinfo", "vmallocinfo", "diskstats", "partitions", "swaps",
	    "latency_stats", "bootconfig", "kpagecount", "kpageflags", "kpagecgroup",
	    "pagetypeinfo", "softirqs"};

	for (size_t i = 0; i < (all ? sizeof(folders) / sizeof(*folders) : 1); i++)
		mask_folder(folders[i]);
	for (size_t i = 0; i < (all ? sizeof(files) / sizeof(*files) : 4); i++)
		mask_file(files[i]);
}

/* No user namespace can be made in this one from now on: there is room for none. The attempt proves
 * it. */
static void
forbid_user_namespaces(void)
{
	init_write("/proc/sys/user/max_user_namespaces", "0", "forbidding user namespaces");
	if (unshare(CLONE_NEWUSER) == 0 || errno != ENOSPC)
		init_fail("proving that user namespaces are off");
}

/* An empty file or folder to bind at, with all folders above it. */
static void
make_place(const char *at, bool folder)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s", at);
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0755) != 0 && errno != EEXIST)
			init_fail("making the runtime's folders");
		*slash = '/';
	}
	if (folder ? mkdir(path, 0755) != 0 && errno != EEXIST
		   : (fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0444)) < 0 || close(fd) != 0)
		init_fail("making the runtime's places");
}

/* A bind of what is read-only is so, too. */
static void
bind_place(const char *path, bool needed)
{
	char from[256];
	struct stat st;

	snprintf(from, sizeof(from), RUNTIME_HOST "%s", path);
	if (stat(from, &st) != 0) {
		if (needed)
			init_fail("finding the runtime");
		return;
	}
	make_place(path, S_ISDIR(st.st_mode));
	if (mount(from, path, NULL, MS_BIND | MS_REC, NULL) != 0)
		init_fail("mounting the runtime");
}

void
mounts_runtime(const struct wire_setup *setup)
{
	const struct runtime_place *place;

	has_host = access(RUNTIME_HOST, F_OK) == 0;
	if (!has_host)
		return;
	for (size_t i = 0; (place = runtime_place(i, setup->packages)); i++)
		bind_place(place->path, place->needed);
	for (const char *const *device = RUNTIME_DEVICES; *device; device++)
		bind_place(*device, true);
	/* The root that bubblewrap makes is a writable tmpfs of half the memory. */
	if (mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) !=
	    0)
		init_fail("making the root read-only");
}

void
mounts_leave_host(void)
{
	if (has_host && umount2(RUNTIME_HOST, MNT_DETACH) != 0)
		init_fail("taking the host's files away");
}

void
mounts_scratch(const struct wire_setup *setup)
{
	mount_disk(setup);
	if (chdir(WIRE_WORK) != 0)
		init_fail("entering the working directory");
}

void
mounts_prepare(const struct wire_setup *setup)
{
	forbid_user_namespaces();
	mask_proc(confine_landlock_abi() == 0);
	mounts_scratch(setup);
}

/* Each takes a name in the working directory, which is not the program's to pay for. */
void
mounts_await_inputs(const struct wire_setup *setup, const struct wire_inputs *inputs)
{
	mount_tmpfs(
	    DISK, setup->disk_bytes, setup->disk_inodes + OWN_INODES + inputs->count, MS_REMOUNT);
	mount_tmpfs(INPUTS, inputs->bytes + (inputs->count + 1) * PAGE_BYTES, inputs->count + 2, 0);
	has_inputs = true;
}

static void
copy(int from, int to, int64_t bytes)
{
	while (bytes > 0) {
		ssize_t n = sendfile(to, from, NULL, (size_t)bytes);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			init_fail("copying an input");
		bytes -= n;
	}
}

static int
create(const char *folder, const char *name)
{
	char path[WIRE_NAME_BYTES + 16];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0444);
	if (fd < 0)
		init_fail("creating an input");
	return fd;
}

/* The file lies outside the working directory and is bound over an empty one in it. */
void
mounts_add_input(const struct wire_input *input, int fd)
{
	char from[WIRE_NAME_BYTES + 16], to[WIRE_NAME_BYTES + 16];

	if (memchr(input->name, '\0', sizeof(input->name)) == NULL ||
	    strchr(input->name, '/') != NULL || fd < 0)
		init_fail("reading an input's name");
	int file = create(INPUTS, input->name);
	copy(fd, file, input->bytes);
	close(file);
	close(create(WIRE_WORK, input->name));
	snprintf(from, sizeof(from), INPUTS "/%s", input->name);
	snprintf(to, sizeof(to), WIRE_WORK "/%s", input->name);
	if (mount(from, to, NULL, MS_BIND, NULL) != 0)
		init_fail("binding an input");
	opened_watch(from);
}

/* The inputs' file system becomes read-only as a whole, under every name that it has. What stays
 * mounted at the scaffold is the same disk; taking it away would wait for the whole kernel. */
void
mounts_finish(const struct wire_setup *setup)
{
	if (has_inputs && mount(NULL, INPUTS, NULL, MS_REMOUNT | MS_RDONLY | QUIET, NULL) != 0)
		init_fail("making the inputs read-only");
	if (!setup->writes_work &&
	    mount(NULL, WIRE_WORK, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | QUIET, NULL) != 0)
		init_fail("making the working directory read-only");
}
