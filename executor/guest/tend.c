/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. One loop over five events: a child's end, the wall clock, the control
 * socket, a refused system call, and a tick that adds up the CPU time of all processes. Whatever
 * ends the loop, every process is killed and reaped before the report is filled.
 *
 * A refused call waits for an answer here. Only the first execve (the one that starts
 * sluice-python, before any untrusted code runs) is let through, and so many locks on files, whose
 * pointers decide nothing; the others are answered with EPERM, so that no pointer is read twice.
 */
#include "init.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TICK_MS 25
#define FILE_LOCKS_MAX 20000 /* set and taken away, of all processes; some 4 MB of the kernel's */

struct watch {
	pid_t program;
	int children, clock, listener;
	int64_t cpu_budget_us, started_us, ticked_us;
	bool started; /* sluice-python has been executed */
	int file_locks, noise;
	struct wire_done *done;
};

static int64_t
now_us(clockid_t clock)
{
	struct timespec t;

	if (clock_gettime(clock, &t) != 0)
		return 0;
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int64_t
microseconds(struct timeval t)
{
	return (int64_t)t.tv_sec * 1000000 + t.tv_usec;
}

static int64_t
reaped_cpu_us(void)
{
	struct rusage used;

	if (getrusage(RUSAGE_CHILDREN, &used) != 0)
		return 0;
	return microseconds(used.ru_utime) + microseconds(used.ru_stime);
}

/* What the children took that this process has waited for, fields 16 and 17 of its stat. */
static int64_t
children_cpu_us(const char *pid)
{
	char path[32], text[512], *at;
	long ticks = 0;

	snprintf(path, sizeof(path), "/proc/%.10s/stat", pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, text, sizeof(text) - 1) : 0;
	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
	/* The second field is the program's own name, which may hold anything. */
	at = strrchr(text, ')');
	for (int field = 3; at && field <= 17; field++) {
		at = strchr(at + 1, ' ');
		if (at && field >= 16)
			ticks += strtol(at + 1, NULL, 10);
	}
	return (int64_t)ticks * 1000000 / sysconf(_SC_CLK_TCK);
}

/* Of the reaped and of the living. */
static int64_t
total_cpu_us(void)
{
	int64_t total = reaped_cpu_us();
	DIR *proc = opendir("/proc");
	struct dirent *entry;

	while (proc && (entry = readdir(proc))) {
		char *end;
		clockid_t clock;
		long pid = strtol(entry->d_name, &end, 10);
		if (*end == '\0' && pid > 1 && clock_getcpuclockid((pid_t)pid, &clock) == 0)
			total += now_us(clock) + children_cpu_us(entry->d_name);
	}
	if (proc)
		closedir(proc);
	return total;
}

static void
note_end(struct watch *w, pid_t pid, int status, const struct rusage *used)
{
	w->done->processes++;
	if (pid != w->program) {
		w->done->left++;
		return;
	}
	w->done->wait_status = status;
	w->done->peak_kb = used->ru_maxrss;
}

/* True when the program itself has ended. */
static bool
reap(struct watch *w, int flags)
{
	bool ended = false;
	struct rusage used;
	int status;
	pid_t pid;

	while ((pid = wait4(-1, &status, flags, &used)) > 0 || (pid < 0 && errno == EINTR)) {
		if (pid <= 0)
			continue;
		note_end(w, pid, status, &used);
		ended = ended || pid == w->program;
	}
	return ended;
}

/* The call is still waiting, so the process can't have changed its memory; another of its threads
 * could, and then only what is reported differs. */
static void
read_path(const struct seccomp_notif *call, struct wire_refusal *refusal)
{
	struct iovec here = {refusal->path, sizeof(refusal->path) - 1};
	struct iovec there = {(void *)(uintptr_t)call->data.args[0], 0};
	const size_t page_left = 4096 - (size_t)(call->data.args[0] & 4095);

	here.iov_len = there.iov_len = page_left < here.iov_len ? page_left : here.iov_len;
	if (process_vm_readv((pid_t)call->pid, &here, 1, &there, 1, 0) <= 0)
		refusal->path[0] = '\0';
}

static void
tell_refusal(struct watch *w, const struct seccomp_notif *call)
{
	struct wire message = {.kind = WIRE_REFUSAL};

	w->done->refusals++;
	message.is.refusal.call = call->data.nr;
	for (size_t i = 0; i < 3; i++)
		message.is.refusal.args[i] = call->data.args[i];
	if (call->data.nr == SYS_execve)
		read_path(call, &message.is.refusal);
	bool noise = refusal_is_noise(&message.is.refusal);
	w->done->serious += !noise;
	if (noise ? ++w->noise > WIRE_NOISE_MAX
		  : w->done->serious > WIRE_REFUSALS_MAX - WIRE_NOISE_MAX)
		return;
	wire_send(WIRE_CONTROL_FD, &message, NULL, 0);
}

static void
answer_refusal(struct watch *w)
{
	struct seccomp_notif call;
	struct seccomp_notif_resp answer;

	memset(&call, 0, sizeof(call));
	if (ioctl(w->listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
		return;
	answer = (struct seccomp_notif_resp){.id = call.id};
	if (call.data.nr == SYS_execve && !w->started && (pid_t)call.pid == w->program) {
		answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
		w->started = true;
	} else if (call.data.nr == SYS_fcntl) {
		if (w->file_locks < FILE_LOCKS_MAX && ++w->file_locks)
			answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
		else
			answer.error = -ENOLCK;
	} else {
		answer.error = -EPERM;
		tell_refusal(w, &call);
	}
	ioctl(w->listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

/* End of file: nobody is there to report to. */
static bool
told_to_end(void)
{
	struct wire message;
	int fds[WIRE_FDS_MAX];

	if (!wire_receive(WIRE_CONTROL_FD, &message, fds)) {
		kill(-1, SIGKILL);
		_exit(0);
	}
	return message.kind == WIRE_END;
}

static bool
tick_is_due(const struct watch *w)
{
	return now_us(CLOCK_MONOTONIC) - w->ticked_us >= TICK_MS * 1000;
}

/* One round; why it is over, or 0. */
static enum wire_why
attend(struct watch *w)
{
	struct signalfd_siginfo ignored;
	struct pollfd events[] = {{w->children, POLLIN, 0}, {w->clock, POLLIN, 0},
	    {WIRE_CONTROL_FD, POLLIN, 0}, {w->listener, POLLIN, 0}};

	if (poll(events, sizeof(events) / sizeof(*events), TICK_MS) <= 0 || tick_is_due(w)) {
		w->ticked_us = now_us(CLOCK_MONOTONIC);
		if (total_cpu_us() >= w->cpu_budget_us)
			return WIRE_WHY_CPU;
	}
	if (events[3].revents & POLLIN)
		answer_refusal(w);
	else if (events[3].revents)
		w->listener = -1; /* nobody is left under the filter; poll passes over it */
	if (events[1].revents)
		return WIRE_WHY_WALL;
	if (events[2].revents && told_to_end())
		return WIRE_WHY_TOLD;
	if (events[0].revents) {
		while (read(w->children, &ignored, sizeof(ignored)) > 0)
			;
		if (reap(w, WNOHANG))
			return WIRE_WHY_EXIT;
	}
	return 0;
}

static void
arm(struct watch *w, const struct wire_setup *setup)
{
	struct itimerspec wall = {
	    .it_value = {setup->wall_ms / 1000, setup->wall_ms % 1000 * 1000000}};
	sigset_t children;

	sigemptyset(&children);
	sigaddset(&children, SIGCHLD);
	sigprocmask(SIG_BLOCK, &children, NULL);
	w->children = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
	w->clock = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	if (w->children < 0 || w->clock < 0 || timerfd_settime(w->clock, 0, &wall, NULL) != 0)
		init_fail("keeping the time");
}

void
tend(pid_t program, int listener, const struct wire_setup *setup, struct wire_done *done)
{
	struct watch w = {.program = program,
	    .listener = listener,
	    .cpu_budget_us = setup->cpu_ms * 1000,
	    .started_us = now_us(CLOCK_MONOTONIC),
	    .done = done};
	enum wire_why why = 0;

	arm(&w, setup);
	w.ticked_us = w.started_us;
	if (reap(&w, WNOHANG)) /* its signal may have come too early to be seen */
		why = WIRE_WHY_EXIT;
	while (why == 0)
		why = attend(&w);
	done->wall_us = now_us(CLOCK_MONOTONIC) - w.started_us;
	done->why = (int32_t)why;
	done->left = 0;
	kill(-1, SIGKILL);
	reap(&w, 0);
	done->cpu_us = reaped_cpu_us();
}
