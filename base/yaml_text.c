/* SPDX-License-Identifier: MIT */
/* The bytes and characters that may not stand in YAML, whatever they would mean to libyaml. */
#include "yaml_loader.h"

#define ESCAPE_HELP "remove it, or write it as an escape in double quotes"

struct refusal {
	const char *what, *help;
};

/* Why the code point may not stand anywhere, or NULL. */
static const struct refusal *
refusal_of(uint32_t c)
{
	static const struct refusal refusals[] = {
	    {"hidden line break", "remove it: YAML sees a new line there, and an editor does not"},
	    {"control character", ESCAPE_HELP},
	    {"invisible character", ESCAPE_HELP},
	    {"noncharacter", ESCAPE_HELP},
	};

	if (c == 0x85 || c == 0x2028 || c == 0x2029)
		return &refusals[0];
	if (c < 0x20 || (c >= 0x7f && c < 0xa0))
		return &refusals[1];
	if (codepoint_is_invisible(c))
		return &refusals[2];
	return c == 0xfffe || c == 0xffff ? &refusals[3] : NULL;
}

/* Replaces bytes of the text, which becomes a copy of the source. */
static bool
blank_out(struct loader *l, size_t at, size_t bytes, char with)
{
	if (!l->copy) {
		l->copy = arena_text(l->arena, l->source);
		if (!l->copy)
			return loader_memory(l);
		l->text.p = l->copy;
	}
	memset(l->copy + at, with, bytes);
	return true;
}

/* True where the '#' at `at` can begin a comment. */
static bool
begins_comment(struct str s, size_t at)
{
	return at == 0 || s.p[at - 1] == ' ' || s.p[at - 1] == '\t' || s.p[at - 1] == '\n';
}

static bool
check_byte(struct loader *l, size_t at, bool comment)
{
	struct str s = l->source;

	if (s.p[at] == '\r' && at + 1 < s.n && s.p[at + 1] == '\n')
		return true;
	if (s.p[at] == '\r') {
		loader_refuse(l, at, 1, "end lines with a line feed",
		    "hidden line break: a carriage return without a line feed");
		return blank_out(l, at, 1, ' ');
	}
	if (s.p[at] != '\t') {
		loader_refuse(l, at, 1, ESCAPE_HELP, "control character U+%04X",
		    (unsigned)(unsigned char)s.p[at]);
		return blank_out(l, at, 1, 'x');
	}
	if (comment || l->text.p[at] != '\t')
		return true; /* or it belongs to tabs that were refused */
	size_t tabs = 1;
	while (at + tabs < s.n && s.p[at + tabs] == '\t')
		tabs++;
	loader_refuse(l, at, tabs, "write blanks", "a tab outside a comment");
	return blank_out(l, at, tabs, ' ');
}

/* A code point of several bytes, or a bad byte. */
static bool
check_codepoint(struct loader *l, size_t *next)
{
	size_t at = *next;
	int32_t c = utf8_next(l->source, next);

	if (c < 0) {
		/* One is enough: what follows is no text, and would be an error at each byte. */
		return loader_refuse(l, at, 1, "save the file as UTF-8",
		    "the byte 0x%02x is not UTF-8", (unsigned)(unsigned char)l->source.p[at]);
	}
	const struct refusal *refusal = refusal_of((uint32_t)c);
	if (!refusal)
		return true;
	loader_refuse(l, at, *next - at, refusal->help, "%s U+%04X", refusal->what, (unsigned)c);
	return blank_out(l, at, *next - at, 'x');
}

static bool
check_all(struct loader *l)
{
	struct str s = l->source;
	bool comment = false;

	for (size_t at = l->skipped; at < s.n;) {
		unsigned char c = (unsigned char)s.p[at];
		if (c >= 0x80) {
			if (!check_codepoint(l, &at))
				return false;
			continue;
		}
		if (c == '\n')
			comment = false;
		else if (c == '#')
			comment = comment || begins_comment(s, at);
		else if ((c < 0x20 || c == 0x7f) && !check_byte(l, at, comment))
			return false;
		at++;
	}
	return true;
}

static bool
is_utf16(struct str s)
{
	if (str_starts(s, STR("\xff\xfe")) || str_starts(s, STR("\xfe\xff")))
		return true;
	return s.n >= 2 && (s.p[0] == '\0') != (s.p[1] == '\0');
}

bool
yaml_text_check(struct loader *l)
{
	l->text = l->source;
	if (is_utf16(l->source))
		return loader_refuse(l, 0, 1, "save the file as UTF-8", "the text is UTF-16");
	if (str_starts(l->source, STR("\xef\xbb\xbf"))) {
		l->skipped = 3;
		loader_refuse(l, 0, 3, "save the file as UTF-8 without one",
		    "the text begins with a byte order mark");
	}
	return check_all(l);
}
