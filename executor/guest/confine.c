/* SPDX-License-Identifier: MIT */
#include "init.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Rights that the kernel headers of Debian 12 don't name yet. */
#define ACCESS_TRUNCATE (1ULL << 14)  /* ABI 3 */
#define ACCESS_IOCTL_DEV (1ULL << 15) /* ABI 5 */
#define NET_ALL 3ULL                  /* ABI 4: bind, connect over TCP */
#define SCOPE_ALL 3ULL                /* ABI 6: abstract sockets, signals */

/* For the interpreter and packages before the program, and for all cells of a session together. */
#define WARM_CPU_S 660
#define FILTER_INSTRUCTIONS_MAX 4096

void
confine_drop_bounding(void)
{
	for (int i = 0; prctl(PR_CAPBSET_DROP, i, 0, 0, 0) == 0; i++)
		;
	if (errno != EINVAL) /* that one is behind the last */
		init_fail("dropping the bounding set of capabilities");
}

void
confine_drop_capabilities(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[2] = {{0}}, left[2];

	if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0 ||
	    syscall(SYS_capset, &header, none) != 0 || syscall(SYS_capget, &header, left) != 0)
		init_fail("dropping capabilities");
	for (size_t i = 0; i < 2; i++)
		if (left[i].effective || left[i].permitted || left[i].inheritable) {
			errno = EPERM;
			init_fail("dropping capabilities");
		}
}

static void
limit(int resource, int64_t value)
{
	struct rlimit now;

	if (getrlimit((__rlimit_resource_t)resource, &now) != 0)
		init_fail("reading a resource limit");
	rlim_t bound = (rlim_t)value < now.rlim_max ? (rlim_t)value : now.rlim_max;
	struct rlimit next = {bound, bound};
	if (setrlimit((__rlimit_resource_t)resource, &next) != 0)
		init_fail("setting a resource limit");
}

void
confine_limits(const struct wire_setup *setup)
{
	/* One, and not none: with 1 the kernel also skips a program that cores are piped to, and no
	 * file is that small. */
	limit(RLIMIT_CORE, 1);
	limit(RLIMIT_AS, setup->address_bytes);
	limit(RLIMIT_FSIZE, setup->file_bytes);
	limit(RLIMIT_NOFILE, setup->open_files);
	limit(RLIMIT_STACK, 8 << 20);
	limit(RLIMIT_MEMLOCK, 0);
	limit(RLIMIT_MSGQUEUE, 0);
	limit(RLIMIT_SIGPENDING, 128);
	limit(RLIMIT_RTPRIO, 0);
	limit(RLIMIT_NICE, 0);
	/* In whole seconds: init keeps the exact budget, over all processes, and lowers this to
	 * the program's own when it begins (tend.c). */
	limit(RLIMIT_CPU, setup->cpu_ms / 1000 + 2 + WARM_CPU_S);
	/* Counted by user in this user namespace, so this is exact; init is one of them. */
	limit(RLIMIT_NPROC, setup->tasks + 1);
}

int
confine_landlock_abi(void)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	return abi < 0 ? 0 : (int)abi;
}

struct ruleset { /* the kernel's struct of ABI 6; older kernels are told a smaller size */
	uint64_t files, network, scopes;
};

static uint64_t
all_file_rights(int abi)
{
	uint64_t all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;

	if (abi >= 2)
		all |= LANDLOCK_ACCESS_FS_REFER;
	if (abi >= 3)
		all |= ACCESS_TRUNCATE;
	if (abi >= 5)
		all |= ACCESS_IOCTL_DEV;
	return all;
}

static void
permit(int ruleset, const char *path, uint64_t rights)
{
	struct landlock_path_beneath_attr rule = {.allowed_access = rights};

	rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.parent_fd < 0 && errno == ENOENT)
		return;
	if (rule.parent_fd < 0 ||
	    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
		init_fail("adding a Landlock rule");
	close(rule.parent_fd);
}

void
confine_landlock(int abi, const struct wire_setup *setup)
{
	const uint64_t file = LANDLOCK_ACCESS_FS_READ_FILE;
	const uint64_t read = file | LANDLOCK_ACCESS_FS_READ_DIR;
	const uint64_t all = all_file_rights(abi);
	const uint64_t unread = setup->reads_work ? 0 : file;
	const uint64_t never = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
			       LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SOCK |
			       LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_SYM |
			       ACCESS_IOCTL_DEV;
	const struct {
		const char *path;
		uint64_t rights;
	} rules[] = {
	    {"/usr", read},
	    {"/etc", read},
	    {"/opt", read},
	    {WIRE_PYTHON, file | LANDLOCK_ACCESS_FS_EXECUTE},
	    {"/lib64/ld-linux-x86-64.so.2", file | LANDLOCK_ACCESS_FS_EXECUTE},
	    {"/lib/ld-linux-aarch64.so.1", file | LANDLOCK_ACCESS_FS_EXECUTE},
	    {"/dev", read | LANDLOCK_ACCESS_FS_WRITE_FILE},
	    {"/proc/meminfo", file},
	    {"/proc/cpuinfo", file},
	    {"/proc/stat", file},
	    {WIRE_WORK, all & ~never & ~unread},
	    {"/tmp", all & ~never},
	    {"/dev/shm", all & ~never},
	};
	struct ruleset attr = {.files = all};

	if (abi == 0)
		return;
	if (abi >= 4)
		attr.network = NET_ALL;
	if (abi >= 6)
		attr.scopes = SCOPE_ALL;
	size_t size = abi >= 6   ? sizeof(attr)
		      : abi >= 4 ? offsetof(struct ruleset, scopes)
				 : offsetof(struct ruleset, network);
	int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attr, size, 0);
	if (ruleset < 0)
		init_fail("making a Landlock ruleset");
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++)
		permit(ruleset, rules[i].path, rules[i].rights & all);
	if (syscall(SYS_landlock_restrict_self, ruleset, 0) != 0)
		init_fail("applying Landlock");
	close(ruleset);
}

int
confine_seccomp(int filter_fd)
{
	static struct sock_filter instructions[FILTER_INSTRUCTIONS_MAX];
	ssize_t n = pread(filter_fd, instructions, sizeof(instructions), 0);

	if (n <= 0 || (size_t)n == sizeof(instructions) || (size_t)n % sizeof(*instructions) != 0) {
		errno = EBADMSG;
		init_fail("reading the system call filter");
	}
	struct sock_fprog program = {
	    (unsigned short)((size_t)n / sizeof(*instructions)), instructions};
	long listener = syscall(
	    SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
	if (listener < 0)
		init_fail("loading the system call filter");
	return (int)listener;
}

static bool
status_has(const char *text, const char *line)
{
	const char *at = strstr(text, line);

	return at && at[strlen(line)] == '\n';
}

void
confine_prove(pid_t program)
{
	static const char *const lines[] = {"\nNoNewPrivs:\t1", "\nSeccomp:\t2",
	    "\nCapInh:\t0000000000000000", "\nCapPrm:\t0000000000000000",
	    "\nCapEff:\t0000000000000000", "\nCapBnd:\t0000000000000000",
	    "\nCapAmb:\t0000000000000000"};
	char path[32], text[4096];

	snprintf(path, sizeof(path), "/proc/%d/status", (int)program);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, text, sizeof(text) - 1) : -1;
	if (n < 0)
		init_fail("proving the program's walls");
	close(fd);
	text[n] = '\0';
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		if (!status_has(text, lines[i])) {
			errno = EPERM;
			init_fail("proving the program's walls");
		}
}
