/* SPDX-License-Identifier: MIT */
#include "agree.h"

#include "guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define WORDS_BYTES 300
#define SHOWN_MAX 3
#define SHOWN_BYTES_MAX ((size_t)80)

struct differences {
	char *words;
	size_t room, used;
	int shown, more;
};

/* "nl eval in / 0" as a person reads it. */
static void
show(struct differences *d, const char *who, struct str what)
{
	static const char *const codes[][2] = {{"al", "attribute"}, {"as", "attribute stored"},
	    {"ad", "attribute deleted"}, {"ap", "attribute matched"}, {"nl", "name"},
	    {"ns", "name stored"}, {"nd", "name deleted"}, {"np", "parameter"}, {"nk", "keyword"},
	    {"nf", "name defined"}, {"ng", "name declared"}, {"nc", "name captured"},
	    {"ca", "call"}, {"df", "function"}, {"dc", "class"}, {"dl", "lambda"},
	    {"dx", "comprehension"}, {"im", "import"}, {"ts", "string"}, {"tb", "bytes"},
	    {"nw", "newer syntax"}};
	const char *kind = "fact";

	for (size_t i = 0; i < ARRAY_LENGTH(codes); i++)
		if (what.n > 2 && memcmp(codes[i][0], what.p, 2) == 0)
			kind = codes[i][1];
	if (d->shown == SHOWN_MAX || d->used >= d->room) {
		d->more++;
		return;
	}
	size_t n = what.n > 2 ? what.n - 2 : 0;
	int written = snprintf(d->words + d->used, d->room - d->used, "%sonly %s sees: %s%.*s",
	    d->shown > 0 ? "; " : "", who, kind, (int)(n < SHOWN_BYTES_MAX ? n : SHOWN_BYTES_MAX),
	    n > 0 ? what.p + 2 : "");
	d->used += written > 0 ? (size_t)written : 0;
	d->shown++;
}

/* " in path blocks" of a fact about a text, which holds no other " in ". */
static struct str
place_of(struct str what)
{
	for (size_t i = 0; i + 4 <= what.n; i++)
		if (memcmp(what.p + i, " in ", 4) == 0)
			return (struct str){what.p + i, what.n - i};
	return (struct str){"", 0};
}

static bool
is_unknown_text(struct str what)
{
	return what.n > 4 && (memcmp(what.p, "ts !", 4) == 0 || memcmp(what.p, "tb !", 4) == 0);
}

/* Whether the gate still has a text that it does not know for what only CPython sees. */
struct pardons {
	struct {
		struct str place;
		size_t left;
		char kind;
	} items[256];
	size_t count;
};

static void
note_unknown(struct pardons *p, struct tally_entry e, struct differences *d)
{
	if (p->count == ARRAY_LENGTH(p->items)) {
		show(d, "the gate", e.what);
		return;
	}
	p->items[p->count].place = place_of(e.what);
	p->items[p->count].kind = e.what.p[1];
	p->items[p->count++].left = e.count;
}

/* How many of `e` are pardoned. */
static size_t
pardon(struct pardons *p, struct str what, size_t count)
{
	struct str place = place_of(what);
	size_t taken;

	if (what.n < 3 || what.p[0] != 't')
		return 0;
	for (size_t i = 0; i < p->count; i++) {
		if (p->items[i].kind != what.p[1] || tally_order(p->items[i].place, place) != 0)
			continue;
		taken = p->items[i].left < count ? p->items[i].left : count;
		p->items[i].left -= taken;
		return taken;
	}
	return 0;
}

/* One step of merging two sorted lists: what one has more of than the other. */
static void
step(struct differences *d, struct pardons *p, struct tally_entry *g, struct tally_entry *c)
{
	size_t hidden = c->count > g->count ? c->count - g->count : 0;

	if (hidden > 0 && pardon(p, c->what, hidden) < hidden)
		show(d, "CPython", c->what);
	if (g->count <= c->count)
		return;
	if (is_unknown_text(g->what))
		note_unknown(p, *g, d);
	else
		show(d, "the gate", g->what);
}

static void
merge(struct differences *d, struct pardons *p, struct str gate, struct str cpython)
{
	struct tally_entry g, c, none;
	bool more_g = tally_next(&gate, &g), more_c = tally_next(&cpython, &c);

	while (more_g || more_c) {
		int order = !more_c ? -1 : !more_g ? 1 : tally_order(g.what, c.what);

		none = (struct tally_entry){order < 0 ? g.what : c.what, 0};
		step(d, p, order <= 0 ? &g : &none, order >= 0 ? &c : &none);
		if (order <= 0)
			more_g = tally_next(&gate, &g);
		if (order >= 0)
			more_c = tally_next(&cpython, &c);
	}
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].left > 0)
			show(d, "the gate", (struct str){"ts", 2});
	if (gate.n > 0)
		show(d, "the gate", (struct str){"", 0});
}

bool
agree_differ(struct str gate, struct str cpython, char *words, size_t words_bytes, int *more)
{
	struct pardons pardons = {.count = 0};
	struct differences d = {.words = words, .room = words_bytes};
	const size_t head = strlen(FACTS_HEAD);

	*more = 0;
	words[0] = '\0';
	if (gate.n == cpython.n && memcmp(gate.p, cpython.p, gate.n) == 0)
		return false;
	if (gate.n < head || memcmp(gate.p, FACTS_HEAD, head) != 0) {
		snprintf(words, words_bytes,
		    "the gate's facts are of another kind, or for another Python");
		return true;
	}
	merge(&d, &pardons, (struct str){gate.p + head, gate.n - head},
	    (struct str){cpython.p + head, cpython.n - head});
	*more = d.more;
	return d.shown + d.more > 0;
}

PyObject *
agree_parse(PyObject *source)
{
	PyCompilerFlags flags = {.cf_flags = PyCF_ONLY_AST | PROGRAM_COMPILER_FLAGS,
	    .cf_feature_version = PY_MINOR_VERSION};
	Py_ssize_t n;
	const char *text = PyUnicode_AsUTF8AndSize(source, &n);

	if (text && strlen(text) != (size_t)n) {
		PyErr_SetString(PyExc_SyntaxError, "source code cannot contain null bytes");
		return NULL;
	}
	guard_let_compile();
	return text ? Py_CompileStringExFlags(text, PROGRAM_NAME, Py_file_input, &flags, -1) : NULL;
}

static struct str
map_facts(int fd)
{
	struct stat st;
	void *p;

	if (fstat(fd, &st) != 0 || st.st_size <= 0 || (size_t)st.st_size > FACTS_FILE_BYTES_MAX)
		setup_fail("looking at the gate's facts");
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		setup_fail("reading the gate's facts");
	return (struct str){p, (size_t)st.st_size};
}

bool
agree_check(int fd, PyObject *source, PyObject **tree)
{
	char words[WORDS_BYTES], detail[WORDS_BYTES + 32];
	struct stat st;
	struct str gate;
	char *text;
	size_t n;
	int more;

	*tree = NULL;
	if (fstat(fd, &st) != 0)
		return true; /* nobody asked */
	gate = map_facts(fd);
	close(fd);
	*tree = agree_parse(source);
	if (!*tree || !tree_facts(*tree, &text, &n))
		return false;
	if (agree_differ(gate, (struct str){text, n}, words, sizeof(words), &more)) {
		snprintf(detail, sizeof(detail), more > 0 ? "%s; and %d more" : "%s", words, more);
		guard_violation(NULL, "parser differential", detail);
	}
	free(text);
	munmap((void *)(uintptr_t)gate.p, gate.n);
	return true;
}
