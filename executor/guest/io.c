/* SPDX-License-Identifier: MIT */
/*
 * io.c: what processes have read and written, by the kernel's count (proc(5), rchar and wchar).
 *
 * A process's own count contains the children that it has waited for. Init's threads, of which it has one,
 * are counted apart: what is left is what its children took. A process that is not dumpable may not open
 * its own files in /proc, so both are opened before init becomes one; the kernel asks nothing more of who
 * reads about itself.
 */
#include "init.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int64_t
member(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? strtoll(at + strlen(name), NULL, 10) : 0;
}

/* The bytes of the text, which are what reading it adds to the reader's count; 0: nothing is known. */
static int64_t
count(int fd, struct io *out)
{
	char text[512];
	ssize_t n = fd >= 0 ? pread(fd, text, sizeof(text) - 1, 0) : 0;

	if (n <= 0)
		return 0;
	text[n] = '\0';
	*out = (struct io){member(text, "rchar: "), member(text, "wchar: ")};
	return n;
}

static void
add_process(long pid, void *context)
{
	struct io *sum = context, one = {0, 0};
	char path[32];

	snprintf(path, sizeof(path), "/proc/%ld/io", pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return; /* its parent, or init, waits for it and has its count then */
	count(fd, &one);
	close(fd);
	sum->read += one.read;
	sum->written += one.written;
}

void
io_open(struct io_count *c)
{
	c->whole = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
	c->own = open("/proc/thread-self/io", O_RDONLY | O_CLOEXEC);
}

static bool
total(const struct io_count *c, pid_t alone, struct io *out)
{
	struct io own, whole;
	int64_t read_own = count(c->own, &own);

	if (read_own == 0 || count(c->whole, &whole) == 0)
		return false;
	*out = (struct io){whole.read - own.read - read_own, whole.written - own.written};
	if (alone > 0)
		add_process(alone, out);
	else
		init_processes(add_process, out);
	return true;
}

void
io_since(const struct io_count *c, struct wire_done *done)
{
	struct io now;
	bool known = c->begun && total(c, 0, &now);

	done->read_bytes = known ? now.read - c->before.read : -1;
	done->written_bytes = known ? now.written - c->before.written : -1;
}

void
io_begin(struct io_count *c, pid_t alone)
{
	c->begun = total(c, alone, &c->before);
}
