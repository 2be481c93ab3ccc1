/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
	char *lines; /* NUL-terminated each, the pages read-only */
	size_t bytes;
	bool guards, lists[RULE_KINDS];
} book;

static const char *const names[RULE_KINDS] = {"module", "builtin", "read", "write", "event"};

static void
note(const char *line)
{
	if (strcmp(line, "guard") == 0)
		book.guards = true;
	for (int kind = 0; kind < RULE_KINDS; kind++)
		if (strcmp(line, names[kind]) == 0)
			book.lists[kind] = true;
}

void
rulebook_read(int fd)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return;
	book.bytes = (size_t)st.st_size + 1;
	book.lines =
	    mmap(NULL, book.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (book.lines == MAP_FAILED ||
	    pread(fd, book.lines, (size_t)st.st_size, 0) != (ssize_t)st.st_size)
		setup_fail("reading the interpreter's rules");
	for (size_t i = 0; i < book.bytes; i++)
		if (book.lines[i] == '\n')
			book.lines[i] = '\0';
	for (size_t at = 0; at < book.bytes; at += strlen(book.lines + at) + 1)
		note(book.lines + at);
	if (!book.guards || mprotect(book.lines, book.bytes, PROT_READ) != 0)
		setup_fail("reading the interpreter's rules");
}

bool
rulebook_guards(void)
{
	return book.guards;
}

bool
rulebook_has(enum rule_kind kind)
{
	return book.lists[kind];
}

/* The word of the next line of this kind behind *at; NULL at the end. */
static const char *
next(enum rule_kind kind, size_t *at)
{
	size_t n = strlen(names[kind]);

	while (*at < book.bytes) {
		const char *line = book.lines + *at;
		*at += strlen(line) + 1;
		if (strncmp(line, names[kind], n) == 0 && line[n] == ' ')
			return line + n + 1;
	}
	return NULL;
}

bool
rulebook_names(enum rule_kind kind, const char *word)
{
	const char *line;
	size_t at = 0;

	while ((line = next(kind, &at)))
		if (strcmp(line, word) == 0)
			return true;
	return false;
}

bool
rulebook_allows_module(const char *name)
{
	const char *line;
	size_t at = 0;

	if (!rulebook_has(RULE_MODULE))
		return true;
	while ((line = next(RULE_MODULE, &at))) {
		size_t n = strlen(line);
		if (strncmp(line, name, n) == 0 && (name[n] == '\0' || name[n] == '.'))
			return true;
		/* Naming pandas.plotting brings in pandas too. */
		n = strlen(name);
		if (strncmp(line, name, n) == 0 && line[n] == '.')
			return true;
	}
	return false;
}

bool
rulebook_allows_path(enum rule_kind kind, const char *path)
{
	const char *line;
	size_t at = 0;

	if (!rulebook_has(kind))
		return true;
	while ((line = next(kind, &at))) {
		const char *folder = strcmp(line, ".") == 0 ? WIRE_WORK : line;
		size_t n = strlen(folder);
		if (strncmp(folder, path, n) == 0 && (path[n] == '\0' || path[n] == '/'))
			return true;
	}
	return false;
}
