/* SPDX-License-Identifier: MIT */
#include "source.h"

#include <strings.h>

static bool
add(struct arena *a, struct oddities *o, enum oddity_kind kind, size_t at, size_t end)
{
	struct oddity *one;

	if (o->count >= SOURCE_ODDITIES_MAX)
		return true;
	one = arena_push(a, &o->items, &o->count, &o->capacity, sizeof(*one));
	if (one == NULL)
		return false;
	*one = (struct oddity){kind, (uint32_t)at, (uint32_t)end};
	return true;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* PEP 263: `coding[:=] name` in a comment of the first two lines. CPython reads latin-1, gbk, utf-7
 * ... by it. */
static bool
has_foreign_cookie(struct str line)
{
	static const char *const utf8[] = {"utf-8", "utf8", "utf_8", "u8", "ascii", "us-ascii"};
	size_t at = 0, from;
	struct str name;

	while (at < line.n && (is_blank(line.p[at]) || line.p[at] == '\f'))
		at++;
	if (at >= line.n || line.p[at] != '#')
		return false;
	at = str_find(line, STR("coding"), at);
	if (at == SIZE_MAX || at + 7 > line.n || (line.p[at + 6] != ':' && line.p[at + 6] != '='))
		return false;
	for (from = at + 7; from < line.n && is_blank(line.p[from]); from++)
		;
	at = from;
	while (at < line.n &&
	       ((line.p[at] >= '0' && line.p[at] <= '9') || strchr("-_.", line.p[at]) != NULL ||
		   ((line.p[at] | 32) >= 'a' && (line.p[at] | 32) <= 'z')))
		at++;
	name = str_slice(line, from, at);
	for (size_t i = 0; i < ARRAY_LENGTH(utf8); i++)
		if (name.n == strlen(utf8[i]) && strncasecmp(name.p, utf8[i], name.n) == 0)
			return false;
	return name.n > 0;
}

/* The characters that indent lines of the file: parsers differ on a mixture. */
struct indents {
	size_t tab, tab_end; /* of the first that has a tab */
	bool tabs, blanks;
};

static void
see_indent(struct indents *in, struct str line, size_t at, size_t n)
{
	if (n == line.n || line.p[n] == '#')
		return;
	for (size_t i = 0; i < n; i++)
		if (line.p[i] == ' ') {
			in->blanks = true;
		} else if (!in->tabs) {
			*in = (struct indents){at, at + n, true, in->blanks};
		}
}

static bool
check_line(struct arena *a, struct oddities *o, struct str line, size_t at, unsigned number,
    struct indents *in)
{
	size_t i = 0;

	while (i < line.n && is_blank(line.p[i]))
		i++;
	see_indent(in, line, at, i);
	if (number <= 2 && has_foreign_cookie(line) && !add(a, o, ODD_COOKIE, at, at + line.n))
		return false;
	if (i > 0 && i + 1 == line.n && line.p[i] == '\\' &&
	    !add(a, o, ODD_CONTINUATION, at, at + line.n))
		return false;
	if (i == 0 && line.n == 1 && line.p[0] == '\\' && !add(a, o, ODD_CONTINUATION, at, at + 1))
		return false;
	return line.n <= SOURCE_LINE_BYTES_MAX || add(a, o, ODD_LINE, at, at + 1);
}

static bool
check_lines(struct arena *a, struct oddities *o, struct str code)
{
	struct str rest = code, line;
	struct indents in = {.tabs = false};

	for (unsigned number = 1; str_cut(&rest, '\n', &line); number++) {
		if (line.n > 0 && line.p[line.n - 1] == '\r')
			line.n--;
		if (!check_line(a, o, line, (size_t)(line.p - code.p), number, &in))
			return false;
	}
	return !in.tabs || !in.blanks || add(a, o, ODD_TAB, in.tab, in.tab_end);
}

static bool
check_ascii(struct arena *a, struct oddities *o, struct str code, size_t i)
{
	unsigned char c = (unsigned char)code.p[i];

	if (c == '\r' && (i + 1 >= code.n || code.p[i + 1] != '\n'))
		return add(a, o, ODD_RETURN, i, i + 1);
	if (c == 0) {
		o->unreadable = true;
		return add(a, o, ODD_NUL, i, i + 1);
	}
	if ((c < 32 && c != '\n' && c != '\t' && c != '\r') || c == 127)
		return add(a, o, ODD_CONTROL, i, i + 1);
	return true;
}

/* The variation selector and the joiner that belong to a pictograph; no name can hold either. */
static bool
joins_emoji(int32_t c, int32_t before)
{
	bool pictograph = (before >= 0x2190 && before <= 0x2bff) ||
			  (before >= 0x1f000 && before <= 0x1faff) || before == 0xfe0f;

	return (c == 0xfe0f || c == 0x200d) && pictograph;
}

bool
source_check(struct arena *a, struct str code, struct oddities *out)
{
	int32_t before = 0;

	*out = (struct oddities){0};
	if (code.n > SOURCE_BYTES_MAX) {
		out->unreadable = true;
		return add(a, out, ODD_SIZE, 0, 0);
	}
	if (str_starts(code, STR("\xef\xbb\xbf")) && !add(a, out, ODD_BOM, 0, 3))
		return false;
	for (size_t i = 0; i < code.n;) {
		size_t from = i;
		int32_t c;

		if ((unsigned char)code.p[i] < 128) {
			if (!check_ascii(a, out, code, i++))
				return false;
			continue;
		}
		c = utf8_next(code, &i);
		if (c < 0) {
			out->unreadable = true;
			return add(a, out, ODD_ENCODING, from, i);
		}
		if (codepoint_is_invisible((uint32_t)c) && !(c == 0xfeff && from == 0) &&
		    !joins_emoji(c, before) && !add(a, out, ODD_INVISIBLE, from, i))
			return false;
		before = c;
	}
	return check_lines(a, out, code);
}
