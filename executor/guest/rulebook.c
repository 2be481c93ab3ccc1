/* SPDX-License-Identifier: MIT */
#include "guard.h"
#include "results.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
	char *lines; /* NUL-terminated each; these pages and those of the words are read-only */
	size_t bytes;
	const char **words; /* of each kind together, sorted */
	size_t first[RULE_KINDS + 1];
	bool guards, opens, lists[RULE_KINDS]; /* opens: it is said that there are no rules */
} book;

static const char *const names[RULE_KINDS] = {
    "module", "builtin", "read", "write", "result", "event", "private", "deny", "warm", "live"};

static void
note(const char *line)
{
	book.guards = book.guards || strcmp(line, "guard") == 0;
	book.opens = book.opens || strcmp(line, "open") == 0;
	for (int kind = 0; kind < RULE_KINDS; kind++)
		if (strcmp(line, names[kind]) == 0)
			book.lists[kind] = true;
}

/* The text of a line of this kind, or NULL. */
static const char *
word_of(const char *line, int kind)
{
	size_t n = strlen(names[kind]);

	return strncmp(line, names[kind], n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

static int
by_word(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void
sort_words(void)
{
	size_t count = 0, lines = 0, bytes;
	const char *word;

	for (size_t at = 0; at < book.bytes; at += strlen(book.lines + at) + 1)
		lines++;
	bytes = (lines + 1) * sizeof(*book.words);
	book.words = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (book.words == MAP_FAILED)
		setup_fail("reading the interpreter's rules");
	for (int kind = 0; kind < RULE_KINDS; kind++) {
		for (size_t at = 0; at < book.bytes; at += strlen(book.lines + at) + 1)
			if ((word = word_of(book.lines + at, kind)))
				book.words[count++] = word;
		book.first[kind + 1] = count;
		qsort(&book.words[book.first[kind]], count - book.first[kind], sizeof(*book.words),
		    by_word);
	}
	if (mprotect(book.words, bytes, PROT_READ) != 0)
		setup_fail("reading the interpreter's rules");
}

void
rulebook_read(int fd)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		setup_fail("reading the interpreter's rules");
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
	if (book.guards == book.opens || mprotect(book.lines, book.bytes, PROT_READ) != 0)
		setup_fail("reading the interpreter's rules");
	sort_words();
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

const char *
rulebook_next(enum rule_kind kind, size_t *at)
{
	size_t i = book.first[kind] + (*at)++;

	return i < book.first[kind + 1] ? book.words[i] : NULL;
}

bool
rulebook_names(enum rule_kind kind, const char *word)
{
	size_t first = book.first[kind];

	return bsearch(&word, book.words + first, book.first[kind + 1] - first, sizeof(*book.words),
		   by_word) != NULL;
}

bool
rulebook_allows_module(const char *name)
{
	const char *line;
	size_t at = 0;

	if (!rulebook_has(RULE_MODULE))
		return true;
	while ((line = rulebook_next(RULE_MODULE, &at))) {
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
	while ((line = rulebook_next(kind, &at))) {
		const char *folder = strcmp(line, ".") == 0 ? WIRE_WORK : line;
		size_t n = strlen(folder);
		if (strncmp(folder, path, n) == 0 && (path[n] == '\0' || path[n] == '/'))
			return true;
	}
	return false;
}

bool
rulebook_allows_result(const char *path)
{
	const char *line;
	size_t at = 0;

	while ((line = rulebook_next(RULE_RESULT, &at)))
		if (result_fits(line, path))
			return true;
	return !rulebook_has(RULE_RESULT);
}

bool
rulebook_any(enum rule_kind kind)
{
	size_t at = 0;

	return !rulebook_has(kind) || rulebook_next(kind, &at) != NULL;
}
