/* SPDX-License-Identifier: MIT */
/*
 * nth_fails: put before a program (LD_PRELOAD), it lets the Nth call of one kind fail, or every call
 * from the Nth on. The variable FAULT says which: KIND:N, or KIND:N+. With FAULT_COUNT=FILE, nothing
 * fails and the number of calls of each kind is written there at the end. What runs in a box has
 * another environment, and is left alone.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { MEMORY, OPEN, READ, WRITE, SYNC, PROCESS, CONNECT, KINDS };

static const struct {
	const char *name;
	int error;
} OF_KIND[KINDS] = {
    [MEMORY] = {"memory", ENOMEM},
    [OPEN] = {"open", EMFILE},
    [READ] = {"read", EIO},
    [WRITE] = {"write", ENOSPC},
    [SYNC] = {"sync", EIO},
    [PROCESS] = {"process", EAGAIN},
    [CONNECT] = {"connect", ECONNREFUSED},
};

static _Atomic long calls[KINDS];
static enum kind wanted = KINDS;
static long nth;
static bool onwards;
static char count_path[4096];

__attribute__((constructor)) static void
begin(void)
{
	const char *fault = getenv("FAULT"), *path = getenv("FAULT_COUNT");
	const char *colon = fault ? strchr(fault, ':') : NULL;
	char *end = NULL;

	if (path)
		snprintf(count_path, sizeof(count_path), "%s", path);
	if (!colon)
		return;
	for (size_t i = 0; i < KINDS; i++)
		if (strncmp(fault, OF_KIND[i].name, (size_t)(colon - fault)) == 0)
			wanted = (enum kind)i;
	nth = strtol(colon + 1, &end, 10);
	onwards = *end == '+';
	memset(calls, 0, sizeof(calls));
}

/* The process that was started says it; its children go on with its numbers, and say nothing. */
__attribute__((destructor)) static void
end(void)
{
	FILE *out = count_path[0] && getpid() == getpgrp() ? fopen(count_path, "we") : NULL;

	if (!out)
		return;
	for (size_t i = 0; i < KINDS; i++)
		fprintf(out, "%s %ld\n", OF_KIND[i].name, calls[i]);
	fclose(out);
}

static bool
fails(enum kind kind)
{
	long now = ++calls[kind];

	if (kind != wanted || now < nth || (now > nth && !onwards))
		return false;
	errno = OF_KIND[kind].error;
	return true;
}

#define REAL(type, name, parameters)                                                               \
	static type(*real) parameters;                                                             \
	if (!real)                                                                                 \
	*(void **)&real = dlsym(RTLD_NEXT, name)

/* -- memory: dlsym wants some itself ---------------------------------------------------------- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *
malloc(size_t size)
{
	return fails(MEMORY) ? NULL : __libc_malloc(size);
}

void *
calloc(size_t count, size_t size)
{
	return fails(MEMORY) ? NULL : __libc_calloc(count, size);
}

void *
realloc(void *old, size_t size)
{
	return fails(MEMORY) ? NULL : __libc_realloc(old, size);
}

void *
mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	REAL(void *, "mmap", (void *, size_t, int, int, int, off_t));
	return fails(MEMORY) ? MAP_FAILED : real(at, size, protection, flags, fd, offset);
}

/* -- files ------------------------------------------------------------------------------------ */

static mode_t
mode_of(int flags, va_list more)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

#define OPENS(name)                                                                                \
	int name(const char *path, int flags, ...)                                                 \
	{                                                                                          \
		REAL(int, #name, (const char *, int, ...));                                        \
		va_list more;                                                                      \
		va_start(more, flags);                                                             \
		mode_t mode = mode_of(flags, more);                                                \
		va_end(more);                                                                      \
		return fails(OPEN) ? -1 : real(path, flags, mode);                                 \
	}
#define OPENS_AT(name)                                                                             \
	int name(int folder, const char *path, int flags, ...)                                     \
	{                                                                                          \
		REAL(int, #name, (int, const char *, int, ...));                                   \
		va_list more;                                                                      \
		va_start(more, flags);                                                             \
		mode_t mode = mode_of(flags, more);                                                \
		va_end(more);                                                                      \
		return fails(OPEN) ? -1 : real(folder, path, flags, mode);                         \
	}
OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)

FILE *
fopen(const char *path, const char *mode)
{
	REAL(FILE *, "fopen", (const char *, const char *));
	return fails(OPEN) ? NULL : real(path, mode);
}

int
accept4(int fd, struct sockaddr *from, socklen_t *n, int flags)
{
	REAL(int, "accept4", (int, struct sockaddr *, socklen_t *, int));
	return fails(OPEN) ? -1 : real(fd, from, n, flags);
}

/* -- streams: what is told of a failure is never in the way ------------------------------------ */

size_t
fwrite(const void *from, size_t size, size_t count, FILE *to)
{
	REAL(size_t, "fwrite", (const void *, size_t, size_t, FILE *));
	return to != stderr && fails(WRITE) ? 0 : real(from, size, count, to);
}

int
fflush(FILE *to)
{
	REAL(int, "fflush", (FILE *));
	return to != stderr && fails(WRITE) ? EOF : real(to);
}

ssize_t
getline(char **line, size_t *room, FILE *from)
{
	REAL(ssize_t, "getline", (char **, size_t *, FILE *));
	if (!fails(READ))
		return real(line, room, from);
	from->_flags |= _IO_ERR_SEEN;
	return -1;
}

#define CALL(type, kind, name, parameters, ...)                                                    \
	type name parameters                                                                       \
	{                                                                                          \
		REAL(type, #name, parameters);                                                     \
		return fails(kind) ? -1 : real(__VA_ARGS__);                                       \
	}
/* A connection that fails is one that the other side sees ended, too. */
#define CONNECTED(type, kind, name, parameters, ...)                                               \
	type name parameters                                                                       \
	{                                                                                          \
		REAL(type, #name, parameters);                                                     \
		if (!fails(kind))                                                                  \
			return real(__VA_ARGS__);                                                  \
		shutdown(fd, SHUT_RDWR);                                                           \
		errno = ECONNRESET;                                                                \
		return -1;                                                                         \
	}
CALL(ssize_t, READ, read, (int fd, void *to, size_t n), fd, to, n)
CALL(ssize_t, READ, pread, (int fd, void *to, size_t n, off_t at), fd, to, n, at)
CALL(ssize_t, READ, pread64, (int fd, void *to, size_t n, off64_t at), fd, to, n, at)
CONNECTED(ssize_t, READ, recv, (int fd, void *to, size_t n, int flags), fd, to, n, flags)
CONNECTED(ssize_t, READ, recvmsg, (int fd, struct msghdr *to, int flags), fd, to, flags)
/* The counter of an event takes what is written: no kernel refuses it. */
static bool
is_event(int fd)
{
	struct stat known;

	return fstat(fd, &known) == 0 && (known.st_mode & S_IFMT) == 0;
}

ssize_t
write(int fd, const void *from, size_t n)
{
	REAL(ssize_t, "write", (int, const void *, size_t));
	return !is_event(fd) && fails(WRITE) ? -1 : real(fd, from, n);
}

CALL(ssize_t, WRITE, pwrite, (int fd, const void *from, size_t n, off_t at), fd, from, n, at)
CALL(ssize_t, WRITE, pwrite64, (int fd, const void *from, size_t n, off64_t at), fd, from, n, at)
CONNECTED(ssize_t, WRITE, send, (int fd, const void *from, size_t n, int flags), fd, from, n, flags)
CONNECTED(ssize_t, WRITE, sendmsg, (int fd, const struct msghdr *from, int flags), fd, from, flags)
CALL(int, WRITE, ftruncate, (int fd, off_t size), fd, size)
CALL(int, WRITE, ftruncate64, (int fd, off64_t size), fd, size)
CALL(int, WRITE, rename, (const char *from, const char *to), from, to)
CALL(int, SYNC, fsync, (int fd), fd)
CALL(int, SYNC, fdatasync, (int fd), fd)

/* -- processes and the network ---------------------------------------------------------------- */

CALL(pid_t, PROCESS, fork, (void), )

int
pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*begin)(void *), void *with)
{
	REAL(int, "pthread_create",
	    (pthread_t *, const pthread_attr_t *, void *(*)(void *), void *));
	return fails(PROCESS) ? EAGAIN : real(thread, how, begin, with);
}

CALL(int, PROCESS, pipe2, (int ends[2], int flags), ends, flags)
CALL(int, PROCESS, socketpair, (int domain, int type, int protocol, int ends[2]), domain, type,
    protocol, ends)
CALL(int, CONNECT, socket, (int domain, int type, int protocol), domain, type, protocol)
CALL(int, CONNECT, connect, (int fd, const struct sockaddr *to, socklen_t n), fd, to, n)
