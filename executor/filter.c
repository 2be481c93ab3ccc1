/* SPDX-License-Identifier: MIT */
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Every way to a new namespace through clone. */
#define CLONE_NAMESPACES                                                                           \
	(CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |             \
	    CLONE_NEWPID | CLONE_NEWNET | 0x80 /* CLONE_NEWTIME */)

/* What CPython, numpy, pandas, matplotlib, PIL, lxml and sqlite3 were seen to use, and the variants
 * of the same calls that other C libraries pick. */
static const char *const allowed[] = {"read", "write", "readv", "writev", "pread64", "pwrite64",
    "preadv", "pwritev", "preadv2", "pwritev2", "open", "openat", "close", "close_range", "creat",
    "lseek", "stat", "fstat", "lstat", "newfstatat", "statx", "statfs", "fstatfs", "access",
    "faccessat", "faccessat2", "readlink", "readlinkat", "getdents", "getdents64", "getcwd",
    "chdir", "fchdir", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat",
    "renameat2", "link", "linkat", "symlink", "symlinkat", "chmod", "fchmod", "fchmodat", "utime",
    "utimes", "utimensat", "futimesat", "truncate", "ftruncate", "fallocate", "fsync", "fdatasync",
    "umask", "fadvise64", "readahead", "copy_file_range", "sendfile", "getxattr", "lgetxattr",
    "fgetxattr", "listxattr", "llistxattr", "flistxattr", "dup", "dup2", "dup3", "pipe", "pipe2",
    "poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl",
    "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2", "timerfd_create",
    "timerfd_settime", "timerfd_gettime", "signalfd", "signalfd4", "mmap", "munmap", "mremap",
    "mprotect", "madvise", "msync", "mincore", "brk", "munlock", "membarrier", "futex",
    "set_robust_list", "get_robust_list", "set_tid_address", "rseq", "arch_prctl", "fork", "vfork",
    "exit", "exit_group", "wait4", "waitid", "getpid", "getppid", "gettid", "getpgid", "getpgrp",
    "getsid", "setpgid", "setsid", "getuid", "geteuid", "getgid", "getegid", "getresuid",
    "getresgid", "getgroups", "capget", "kill", "tkill", "tgkill", "rt_sigaction", "rt_sigprocmask",
    "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait", "rt_sigsuspend", "rt_sigqueueinfo",
    "rt_tgsigqueueinfo", "sigaltstack", "pause", "restart_syscall", "pidfd_open",
    "pidfd_send_signal", "alarm", "getitimer", "setitimer", "timer_create", "timer_settime",
    "timer_gettime", "timer_getoverrun", "timer_delete", "nanosleep", "clock_nanosleep",
    "clock_gettime", "clock_getres", "gettimeofday", "time", "times", "sched_yield",
    "sched_getaffinity", "sched_setaffinity", "sched_getscheduler", "sched_getparam",
    "sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval", "getpriority",
    "getcpu", "getrandom", "uname", "sysinfo", "getrlimit", "setrlimit", "getrusage", "recvfrom",
    "recvmsg", "recvmmsg", "sendto", "sendmsg", "sendmmsg", "shutdown", "getsockname",
    "getpeername", "getsockopt"};

/* Harmless libraries try these now and then: EPERM, and no word of it. */
static const char *const quiet[] = {"chown", "fchown", "lchown", "fchownat", "setxattr",
    "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr", "flock",
    "inotify_init", "inotify_init1", "inotify_add_watch", "sched_setscheduler", "sched_setparam",
    "sched_setattr", "setpriority", "ioprio_set", "mbind", "set_mempolicy", "migrate_pages",
    "move_pages", "sync", "syncfs", "splice", "tee", "mlock", "mlock2", "mlockall", "vhangup",
    "setsockopt" /* larger buffers */};

/* Only a program that looks for a way out makes these: refused and reported. */
static const char *const reported[] = {"execve", "execveat", "ptrace", "process_vm_readv",
    "process_vm_writev", "pidfd_getfd", "kcmp", "mount", "umount2", "pivot_root", "chroot",
    "unshare", "setns", "open_tree", "move_mount", "fsopen", "fsmount", "fsconfig", "fspick",
    "mount_setattr", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "keyctl", "add_key", "request_key", "init_module", "finit_module",
    "delete_module", "kexec_load", "kexec_file_load", "open_by_handle_at", "name_to_handle_at",
    "acct", "swapon", "swapoff", "reboot", "iopl", "ioperm", "syslog", "settimeofday",
    "clock_settime", "adjtimex", "clock_adjtime", "quotactl", "fanotify_init", "memfd_create",
    "memfd_secret", "shmget", "shmat", "shmctl", "msgget", "msgsnd", "msgrcv", "semget", "semop",
    "mq_open", "mq_unlink", "modify_ldt", "vmsplice", "connect", "bind", "listen", "accept",
    "accept4", "socket", "mknod", "mknodat", "setuid", "setgid", "setresuid", "setresgid",
    "setreuid", "setregid", "setgroups", "setfsuid", "setfsgid", "capset", "sethostname",
    "setdomainname", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"};

/* Calls whose first or second argument decides. */
static const struct choice {
	const char *call;
	unsigned argument;
	scmp_datum_t mask, value;
} choices[] = {
    {"clone", 0, CLONE_NAMESPACES, 0},
    {"ioctl", 1, 0xffffffff, TCGETS},
    {"ioctl", 1, 0xffffffff, TIOCGWINSZ},
    {"ioctl", 1, 0xffffffff, FIONREAD},
    {"ioctl", 1, 0xffffffff, FIOCLEX},
    {"ioctl", 1, 0xffffffff, FIONCLEX},
    {"ioctl", 1, 0xffffffff, FIONBIO},
    {"fcntl", 1, 0xffffffff, F_DUPFD},
    {"fcntl", 1, 0xffffffff, F_DUPFD_CLOEXEC},
    {"fcntl", 1, 0xffffffff, F_GETFD},
    {"fcntl", 1, 0xffffffff, F_SETFD},
    {"fcntl", 1, 0xffffffff, F_GETFL},
    {"fcntl", 1, 0xffffffff, F_SETFL},
    {"fcntl", 1, 0xffffffff, F_GETLK},
    {"fcntl", 1, 0xffffffff, F_GET_SEALS},
    {"prctl", 0, 0xffffffff, PR_SET_NAME},
    {"prctl", 0, 0xffffffff, PR_GET_NAME},
    {"prctl", 0, 0xffffffff, PR_GET_DUMPABLE},
    {"prctl", 0, 0xffffffff, PR_GET_NO_NEW_PRIVS},
    {"prctl", 0, 0xffffffff, 0x53564d41 /* PR_SET_VMA, malloc's names */},
    {"prlimit64", 0, 0xffffffff, 0},
    {"personality", 0, 0xffffffff, 0xffffffff},
    {"socketpair", 0, 0xffffffff, AF_UNIX},
};

/* Allowed so and so many times, which sluice-init counts: the kernel charges them to nobody. */
static const struct choice counted[] = {
    {"fcntl", 1, 0xffffffff, F_SETLK},
    {"fcntl", 1, 0xffffffff, F_SETLKW},
};

/* Of the first filter only: what sluice-init and sluice-python do before the program runs. */
static const struct choice at_start[] = {
    {"seccomp", 1, 0xffffffff, 0},
};

/* Gone once the interpreter runs. */
static const char *const late[] = {
    "seccomp", "setsid", "setpgid", "setrlimit", "arch_prctl", "set_tid_address"};
static const char *const processes[] = {"fork", "vfork"};

struct building {
	scmp_filter_ctx context;
	int failure; /* the first, as errno */
};

static void
rule(struct building *b, uint32_t action, const char *call)
{
	int number = seccomp_syscall_resolve_name(call);

	/* Negative: this machine's architecture has no such call. */
	int answer = number < 0 ? 0 : seccomp_rule_add(b->context, action, number, 0);
	if (answer != 0 && b->failure == 0)
		b->failure = -answer;
}

static void
rules(struct building *b, uint32_t action, const char *const *calls, size_t count)
{
	for (size_t i = 0; i < count; i++)
		rule(b, action, calls[i]);
}

static void
choose(struct building *b, uint32_t action, const struct choice *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct choice *c = &list[i];
		int number = seccomp_syscall_resolve_name(c->call);
		const struct scmp_arg_cmp compare = {
		    c->argument, SCMP_CMP_MASKED_EQ, c->mask, c->value};
		int answer = number < 0
				 ? 0
				 : seccomp_rule_add_array(b->context, action, number, 1, &compare);
		if (answer != 0 && b->failure == 0)
			b->failure = -answer;
	}
}

static void
rules_at_start(struct building *b)
{
	rules(b, SCMP_ACT_ALLOW, allowed, ARRAY_LENGTH(allowed));
	rules(b, SCMP_ACT_ERRNO(EPERM), quiet, ARRAY_LENGTH(quiet));
	rules(b, SCMP_ACT_NOTIFY, reported, ARRAY_LENGTH(reported));
	choose(b, SCMP_ACT_ALLOW, choices, ARRAY_LENGTH(choices));
	choose(b, SCMP_ACT_NOTIFY, counted, ARRAY_LENGTH(counted));
	choose(b, SCMP_ACT_ALLOW, at_start, ARRAY_LENGTH(at_start));
}

/* The first filter still holds, so this one needs only to say what goes. */
static void
rules_at_run(struct building *b, bool single)
{
	const struct scmp_arg_cmp no_thread = {0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0};
	const struct scmp_arg_cmp changes_limits = {2, SCMP_CMP_NE, 0, 0};

	rules(b, SCMP_ACT_ERRNO(EPERM), late, ARRAY_LENGTH(late));
	int answer = seccomp_rule_add_array(
	    b->context, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prlimit64), 1, &changes_limits);
	if (single) {
		rules(b, SCMP_ACT_ERRNO(EAGAIN), processes, ARRAY_LENGTH(processes));
		if (answer == 0)
			answer = seccomp_rule_add_array(
			    b->context, SCMP_ACT_ERRNO(EAGAIN), SCMP_SYS(clone), 1, &no_thread);
	}
	if (answer != 0 && b->failure == 0)
		b->failure = -answer;
}

/* libseccomp writes to a descriptor; the text is kept for the life of the process. */
static bool export(struct building *b, struct filter *out)
{
	struct stat st;
	bool good = false;
	int fd = memfd_create("filter", MFD_CLOEXEC);

	if (fd < 0)
		return false;
	int answer = seccomp_export_bpf(b->context, fd);
	errno = answer < 0 ? -answer : errno;
	if (answer == 0 && fstat(fd, &st) == 0 && st.st_size > 0) {
		char *bytes = malloc((size_t)st.st_size);
		good = bytes && pread(fd, bytes, (size_t)st.st_size, 0) == st.st_size;
		out->program = (struct str){bytes, (size_t)st.st_size};
		if (good)
			digest_of(out->program, &out->digest);
		else
			free(bytes);
	}
	close(fd);
	return good;
}

static bool
build(enum filter_stage stage, struct filter *out, struct err *err)
{
	struct building b = {.context = seccomp_init(
				 stage == FILTER_START ? SCMP_ACT_ERRNO(ENOSYS) : SCMP_ACT_ALLOW)};

	if (!b.context)
		return err_set(err, ERR_SANDBOX, "can't make a system call filter");
	if (seccomp_attr_set(b.context, SCMP_FLTATR_CTL_OPTIMIZE, 2) != 0 ||
	    seccomp_attr_set(b.context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) != 0)
		b.failure = EINVAL;
	if (stage == FILTER_START)
		rules_at_start(&b);
	else
		rules_at_run(&b, stage == FILTER_RUN_SINGLE);
	bool good = b.failure == 0 && export(&b, out);
	if (!good && b.failure != 0)
		errno = b.failure;
	seccomp_release(b.context);
	return good || err_sys(err, "can't compile the system call filter");
}

bool
filter_get(enum filter_stage stage, struct filter *out, struct err *err)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct filter made[FILTER_RUN_MANY + 1];
	struct filter *filter = &made[stage];

	pthread_mutex_lock(&lock);
	bool good = filter->program.n > 0 || build(stage, filter, err);
	if (good)
		*out = *filter;
	pthread_mutex_unlock(&lock);
	return good;
}

char *
filter_call_name(struct arena *a, int call)
{
	char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, call);
	char *copy = name ? arena_text(a, str_from(name)) : arena_printf(a, "call %d", call);

	free(name);
	return copy;
}
