/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. What the filter neither allows nor refuses by itself waits for an answer
 * here. Most rows of the table (calls.def) decide by number and arguments alone. A call goes on
 * only where its arguments themselves are harmless, never what they point at; where memory is
 * read, the call is refused in any case, and only its name depends on what was read.
 *
 * The supervisor is told of the first refusal of each row, so that nothing takes another's place.
 */
#include "answer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>

#define FILE_LOCKS_MAX 20000 /* set and taken away, of all processes; some 4 MB of the kernel's */
#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define FOREIGN_BIT 0x40000000 /* of the x32 table */
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define FOREIGN_BIT 0
#endif

/* As much as there is before the end of the page; the rest of `to` is zero. */
static bool
peek(const struct seccomp_notif *call, uint64_t address, void *to, size_t n)
{
	const size_t page_left = 4096 - (size_t)(address & 4095);
	struct iovec here = {to, n < page_left ? n : page_left};
	struct iovec there = {(void *)(uintptr_t)address, here.iov_len};

	memset(to, 0, n);
	return process_vm_readv((pid_t)call->pid, &here, 1, &there, 1, 0) > 0;
}

/* What a call that is refused would have been connected to. */
static void
note_address(const struct seccomp_notif *call, char text[128])
{
	char host[INET6_ADDRSTRLEN];
	union {
		struct sockaddr any;
		struct sockaddr_in four;
		struct sockaddr_in6 six;
		struct sockaddr_un local;
	} at;

	if (!peek(call, call->data.args[1], &at, sizeof(at)))
		return;
	if (at.any.sa_family == AF_INET &&
	    inet_ntop(AF_INET, &at.four.sin_addr, host, sizeof(host)))
		snprintf(text, 128, "%s:%u", host, (unsigned)ntohs(at.four.sin_port));
	else if (at.any.sa_family == AF_INET6 &&
		 inet_ntop(AF_INET6, &at.six.sin6_addr, host, sizeof(host)))
		snprintf(text, 128, "[%s]:%u", host, (unsigned)ntohs(at.six.sin6_port));
	else if (at.any.sa_family == AF_UNIX)
		snprintf(text, 128, "unix:%.*s", (int)sizeof(at.local.sun_path), at.local.sun_path);
}

/* A question: this program with this one argument. */
static const struct question {
	const char *path, *argument;
	bool packages; /* only they ask it */
	bool more;     /* arguments may follow */
} QUESTIONS[] = {
    {"/usr/bin/uname", "-p", false, false},
    {"/bin/uname", "-p", false, false},
    {"/sbin/ldconfig", "-p", false, false},
    {"/usr/bin/ld", "-t", true, true},
    {"/bin/ld", "-t", true, true},
    {"/usr/bin/fc-list", "--help", true, false},
    {"/bin/fc-list", "--help", true, false},
    {"/usr/bin/fc-list", "--format=%{file}\\n", true, false},
    {"/bin/fc-list", "--format=%{file}\\n", true, false},
};

static enum call_class
look_at_program(const struct answers *a, const struct seccomp_notif *call, char path[128])
{
	uint64_t arguments[3];
	char argument[64];

	peek(call, call->data.args[0], path, 128);
	path[127] = '\0';
	if (!peek(call, call->data.args[1], arguments, sizeof(arguments)) ||
	    !peek(call, arguments[1], argument, sizeof(argument)))
		return CALL_FORBIDDEN;
	argument[sizeof(argument) - 1] = '\0';
	for (size_t i = 0; i < sizeof(QUESTIONS) / sizeof(*QUESTIONS); i++)
		if (strcmp(path, QUESTIONS[i].path) == 0 &&
		    strcmp(argument, QUESTIONS[i].argument) == 0 &&
		    (arguments[2] == 0 || QUESTIONS[i].more) &&
		    (a->packages || !QUESTIONS[i].packages))
			return CALL_QUESTION;
	return CALL_FORBIDDEN;
}

/* Its flags stand in memory; a filter can't read them, so it is not there. */
static enum call_class
look_at_clone3(const struct seccomp_notif *call)
{
	const uint64_t into_cgroup = 0x200000000;
	uint64_t flags;

	if (!peek(call, call->data.args[0], &flags, sizeof(flags)))
		return CALL_ABSENT;
	return flags & (CLONE_NAMESPACES | into_cgroup) ? CALL_ATTACK : CALL_ABSENT;
}

/* Asking is allowed, lowering is harmless, raising is not. */
static enum call_class
look_at_limits(const struct answers *a, const struct seccomp_notif *call)
{
	const __u64 *args = call->data.args;
	bool of_any = call->data.nr == SYS_prlimit64;
	pid_t whose = of_any ? (pid_t)args[0] : 0;
	uint64_t from = of_any ? args[2] : args[1], wanted[2];
	struct rlimit now;

	if (whose != 0 && whose != (pid_t)call->pid && whose != a->program)
		return CALL_ATTACK;
	if (of_any && from == 0)
		return CALL_ALLOWED;
	if (!peek(call, from, wanted, sizeof(wanted)) ||
	    prlimit((pid_t)call->pid, (__rlimit_resource_t)args[of_any ? 1 : 0], NULL, &now) != 0)
		return CALL_HARMLESS;
	return wanted[1] > now.rlim_max ? CALL_FORBIDDEN : CALL_HARMLESS;
}

/* sluice-python loads the second filter, once, before any of the program runs. */
static enum call_class
look_at_filter(struct answers *a, const struct seccomp_notif *call)
{
	if (a->tightened || (pid_t)call->pid != a->program ||
	    call->data.args[0] != SECCOMP_SET_MODE_FILTER || call->data.args[1] != 0)
		return CALL_ATTACK;
	a->tightened = true;
	return CALL_ALLOWED;
}

static enum call_class
look(struct answers *a, const struct seccomp_notif *call, char path[128])
{
	switch (call->data.nr) {
	case SYS_execve:
		if (a->started || (pid_t)call->pid != a->program)
			return look_at_program(a, call, path);
		a->started = true;
		return CALL_ALLOWED;
	case SYS_clone3:
		return look_at_clone3(call);
	case SYS_seccomp:
		return look_at_filter(a, call);
	case SYS_fcntl:
		return a->locks < FILE_LOCKS_MAX && ++a->locks ? CALL_ALLOWED : CALL_LOOKED_AT;
#ifdef SYS_setrlimit
	case SYS_setrlimit:
#endif
	case SYS_prlimit64:
		return look_at_limits(a, call);
	default:
		return CALL_ATTACK;
	}
}

static bool
is_told(struct answers *a, size_t row, enum call_class class)
{
	bool first = !a->told[row];

	if (class > CALL_QUESTION)
		return false;
	if (class == CALL_QUESTION)
		return ++a->questions <= WIRE_QUESTIONS_MAX;
	a->done->refusals++;
	a->told[row] = true;
	return first || ++a->again <= WIRE_REFUSALS_MAX;
}

static int answer_of(enum call_class class)
{
	if (class == CALL_LOOKED_AT) /* no lock is left */
		return -ENOLCK;
	return class == CALL_ABSENT ? -ENOSYS : -EPERM;
}

void
answer_call(struct answers *a)
{
	struct wire message = {.kind = WIRE_REFUSAL};
	struct wire_refusal *r = &message.is.refusal;
	struct seccomp_notif_resp answer;
	enum call_class class = CALL_ATTACK;
	struct seccomp_notif call;
	uint64_t args[6];

	memset(&call, 0, sizeof(call));
	if (ioctl(a->listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
		return;
	answer = (struct seccomp_notif_resp){.id = call.id};
	memcpy(args, call.data.args, sizeof(args));
	bool foreign = call.data.arch != ARCHITECTURE || (call.data.nr & FOREIGN_BIT);
	size_t row =
	    foreign ? CALLS_COUNT : calls_find(call.data.nr, args, call.pid, (uint64_t)a->program);
	if (row < CALLS_COUNT)
		class = CALLS[row].class;
	if (class == CALL_LOOKED_AT)
		class = look(a, &call, r->path);
	if (!foreign && call.data.nr == SYS_connect)
		note_address(&call, r->path);
	if (class == CALL_ALLOWED)
		answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
	else
		answer.error = answer_of(class);
	if (is_told(a, row, class)) {
		r->call = call.data.nr;
		r->class = (int32_t) class;
		r->row = (int32_t)row;
		r->foreign = foreign;
		memcpy(r->args, args, sizeof(r->args));
		wire_send(WIRE_CONTROL_FD, &message, NULL, 0);
	}
	ioctl(a->listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}
