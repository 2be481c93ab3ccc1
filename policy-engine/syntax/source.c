/* SPDX-License-Identifier: MIT */
#include "source.h"

#include "ascii.h"

#include <strings.h>

static void
add(struct oddities *o, enum oddity_kind kind, size_t at, size_t end)
{
	if (o->count < SOURCE_ODDITIES_MAX)
		o->items[o->count++] = (struct oddity){kind, (uint32_t)at, (uint32_t)end};
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
	while (at < line.n && (ascii_word(line.p[at]) || strchr("-.", line.p[at]) != NULL))
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

static void
check_line(struct oddities *o, struct str line, size_t at, unsigned number, struct indents *in)
{
	size_t i = 0;

	while (i < line.n && is_blank(line.p[i]))
		i++;
	see_indent(in, line, at, i);
	if (number <= 2 && has_foreign_cookie(line))
		add(o, ODD_COOKIE, at, at + line.n);
	if (i + 1 == line.n && line.p[i] == '\\')
		add(o, ODD_CONTINUATION, at, at + line.n);
	if (line.n > SOURCE_LINE_BYTES_MAX)
		add(o, ODD_LINE, at, at + 1);
}

static void
check_lines(struct oddities *o, struct str code)
{
	struct str rest = code, line;
	struct indents in = {.tabs = false};

	for (unsigned number = 1; str_cut(&rest, '\n', &line); number++) {
		if (line.n > 0 && line.p[line.n - 1] == '\r')
			line.n--;
		check_line(o, line, (size_t)(line.p - code.p), number, &in);
	}
	if (in.tabs && in.blanks)
		add(o, ODD_TAB, in.tab, in.tab_end);
}

static void
check_ascii(struct oddities *o, struct str code, size_t i)
{
	unsigned char c = (unsigned char)code.p[i];

	o->unreadable = o->unreadable || c == 0;
	if (c == 0)
		add(o, ODD_NUL, i, i + 1);
	else if (c == '\r' && (i + 1 >= code.n || code.p[i + 1] != '\n'))
		add(o, ODD_RETURN, i, i + 1);
	else if ((c < 32 && c != '\n' && c != '\t' && c != '\r') || c == 127)
		add(o, ODD_CONTROL, i, i + 1);
}

/* The variation selector and the joiner that belong to a pictograph; no name can hold either. */
static bool
joins_emoji(int32_t c, int32_t before)
{
	bool pictograph = (before >= 0x2190 && before <= 0x2bff) ||
			  (before >= 0x1f000 && before <= 0x1faff) || before == 0xfe0f;

	return (c == 0xfe0f || c == 0x200d) && pictograph;
}

void
source_check(struct str code, struct oddities *out)
{
	int32_t before = 0;

	out->count = 0;
	out->unreadable = code.n > SOURCE_BYTES_MAX;
	if (out->unreadable) {
		add(out, ODD_SIZE, 0, 0);
		return;
	}
	if (str_starts(code, STR("\xef\xbb\xbf")))
		add(out, ODD_BOM, 0, 3);
	for (size_t i = 0; i < code.n;) {
		size_t from = i;
		int32_t c;

		if ((unsigned char)code.p[i] < 128) {
			check_ascii(out, code, i++);
			continue;
		}
		c = utf8_next(code, &i);
		if (c < 0) {
			out->unreadable = true;
			add(out, ODD_ENCODING, from, i);
			return;
		}
		if (codepoint_is_invisible((uint32_t)c) && !(c == 0xfeff && from == 0) &&
		    !joins_emoji(c, before))
			add(out, ODD_INVISIBLE, from, i);
		before = c;
	}
	check_lines(out, code);
}
