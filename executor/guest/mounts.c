/* SPDX-License-Identifier: MIT */
#include "init.h"

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
#define QUIET (MS_NOSUID | MS_NODEV | MS_NOEXEC)

static void
mount_tmpfs(const char *at, int64_t bytes, int64_t inodes)
{
	char options[80];

	snprintf(options, sizeof(options), "size=%lld,nr_inodes=%lld,mode=0755", (long long)bytes,
	    (long long)inodes);
	if (mount("tmpfs", at, "tmpfs", QUIET, options) != 0)
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

	mount_tmpfs(DISK, setup->disk_bytes, setup->disk_inodes + 4);
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		if (mkdir(places[i].folder, places[i].mode) != 0 ||
		    mount(places[i].folder, places[i].at, NULL, MS_BIND, NULL) != 0)
			init_fail("mounting the working directory");
}

/* What /proc tells about the host that no ordinary program asks. */
static void
mask_proc(void)
{
	static const char *const folders[] = {
	    "sys", "fs", "driver", "acpi", "bus", "irq", "scsi", "asound", "tty", "dynamic_debug"};
	static const char *const files[] = {"kallsyms", "keys", "key-users", "cmdline", "config.gz",
	    "kcore", "modules", "timer_list", "sched_debug", "sysrq-trigger", "interrupts", "iomem",
	    "ioports", "slabinfo", "vmallocinfo", "diskstats", "partitions", "swaps",
	    "latency_stats", "bootconfig", "kpagecount", "kpageflags", "kpagecgroup",
	    "pagetypeinfo", "softirqs"};
	char path[64];

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		snprintf(path, sizeof(path), "/proc/%s", folders[i]);
		if (mount("tmpfs", path, "tmpfs", QUIET | MS_RDONLY, "size=4096,nr_inodes=2") !=
			0 &&
		    errno != ENOENT)
			init_fail("masking folders of /proc");
	}
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		snprintf(path, sizeof(path), "/proc/%s", files[i]);
		if (mount("/dev/null", path, NULL, MS_BIND, NULL) != 0 && errno != ENOENT)
			init_fail("masking files of /proc");
	}
}

void
mounts_prepare(const struct wire_setup *setup)
{
	if (unshare(CLONE_NEWNS) != 0)
		init_fail("taking a mount namespace of its own");
	mount_disk(setup);
	mask_proc();
	mount_tmpfs(INPUTS, setup->input_bytes + setup->input_count * PAGE_BYTES + PAGE_BYTES,
	    setup->input_count + 2);
	if (chdir(WIRE_WORK) != 0)
		init_fail("entering the working directory");
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

/* The file lies outside the working directory and is bound over an empty one in it, read-only. */
void
mounts_add_input(const struct wire_input *input, int fd)
{
	char from[WIRE_NAME_BYTES + 16], to[WIRE_NAME_BYTES + 16];
	const unsigned long read_only = MS_BIND | MS_REMOUNT | MS_RDONLY | QUIET;

	if (memchr(input->name, '\0', sizeof(input->name)) == NULL ||
	    strchr(input->name, '/') != NULL || fd < 0)
		init_fail("reading an input's name");
	int file = create(INPUTS, input->name);
	copy(fd, file, input->bytes);
	close(file);
	close(create(WIRE_WORK, input->name));
	snprintf(from, sizeof(from), INPUTS "/%s", input->name);
	snprintf(to, sizeof(to), WIRE_WORK "/%s", input->name);
	if (mount(from, to, NULL, MS_BIND, NULL) != 0 ||
	    mount(NULL, to, NULL, read_only, NULL) != 0)
		init_fail("binding an input");
}

void
mounts_finish(void)
{
	if (umount2(INPUTS, MNT_DETACH) != 0 || umount2(DISK, MNT_DETACH) != 0)
		init_fail("taking the scaffolding away");
}
