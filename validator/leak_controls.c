/* SPDX-License-Identifier: MIT */
/*
 * leak_controls.c: characters that show a reader something else than what is there. Joiners, signs
 * of direction and variation selectors are part of many scripts and of emoji: they count only where
 * they stand beside ASCII, or one behind the other, for there they write nothing and can hide a
 * text.
 */
#include "leak.h"

enum { HIDING_MIN = 4 }; /* joiners in a row; an emoji has two */

static const struct {
	uint32_t first, last;
} NEVER[] = {
    {0x00, 0x08}, {0x0b, 0x0c}, {0x0e, 0x1f}, {0x7f, 0x9f}, /* controls */
    {0x202a, 0x202e}, {0x2066, 0x206f}, /* bidirectional embeddings, overrides, isolates */
    {0xfff9, 0xfffb},                   /* annotations */
};

static bool
is_never(uint32_t c)
{
	for (size_t i = 0; i < ARRAY_LENGTH(NEVER); i++)
		if (c >= NEVER[i].first && c <= NEVER[i].last)
			return true;
	return false;
}

static bool
is_joiner(int32_t c)
{
	return c == 0xad || (c >= 0x200b && c <= 0x200d) || (c >= 0x2060 && c <= 0x2064) ||
	       c == 0xfeff;
}

static bool
is_selector(int32_t c)
{
	return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef);
}

static bool
is_tag(int32_t c)
{
	return c >= 0xe0000 && c <= 0xe007f;
}

static int32_t
before(struct str text, size_t at)
{
	if (at == 0)
		return -1;
	size_t from = at - 1;
	while (from > 0 && at - from < 4 && ((unsigned char)text.p[from] & 0xc0) == 0x80)
		from--;
	return utf8_next(text, &from);
}

static int32_t
behind(struct str text, size_t at)
{
	return at < text.n ? utf8_next(text, &at) : -1;
}

/* The flags of England, Scotland and Wales are the only ones that are written with tags. */
static size_t
flag_length(struct str text, size_t at)
{
	static const char *const FLAGS[] = {"gbeng", "gbsct", "gbwls"};
	char name[8];
	size_t n = 0, i = at;

	if (before(text, at) != 0x1f3f4)
		return 0;
	while (i < text.n && n < sizeof(name) - 1) {
		int32_t c = utf8_next(text, &i);
		if (c == 0xe007f)
			break;
		if (!is_tag(c))
			return 0;
		name[n++] = (char)(c - 0xe0000);
	}
	for (size_t k = 0; k < ARRAY_LENGTH(FLAGS); k++)
		if (n == 5 && memcmp(name, FLAGS[k], 5) == 0)
			return i - at;
	return 0;
}

/* How many bytes of joiners or selectors stand here, and how many of them. */
static size_t
row_of(struct str text, size_t at, size_t *count)
{
	size_t i = at, next = at;

	for (*count = 0; i < text.n; i = next, ++*count) {
		int32_t c = utf8_next(text, &next);
		if (!is_joiner(c) && !is_selector(c))
			break;
	}
	return i - at;
}

static bool
is_ascii_word(int32_t c)
{
	return c > 0 && c < 0x80 && ascii_word((char)c);
}

/* A digit with a selector is a key: 1, U+FE0F, U+20E3. */
static bool
hides(struct str text, size_t at, size_t n, size_t count, int32_t c)
{
	int32_t left = before(text, at), right = behind(text, at + n);

	if (count >= HIDING_MIN)
		return true;
	if (is_selector(c))
		return count > 2 || (left < 0x80 && right != 0x20e3) ||
		       is_selector(behind(text, at + (c > 0xffff ? 4 : 3)));
	return is_ascii_word(left) && is_ascii_word(right) && c != 0xad;
}

struct leak_hit
leak_control_at(struct str text, size_t at)
{
	static const char WHAT[] = "a character that changes what a reader sees";
	unsigned char byte = (unsigned char)text.p[at];
	size_t next = at, count = 0;

	if (byte == '\n' || byte == '\r' || byte == '\t' || (byte >= ' ' && byte < 0x7f) ||
	    (byte & 0xc0) == 0x80)
		return (struct leak_hit){0};
	int32_t c = utf8_next(text, &next);
	struct leak_hit hit = {LEAK_CONTROL, "control-character", WHAT, next - at};
	if (c < 0)
		return (struct leak_hit){0};
	if (is_never((uint32_t)c))
		return hit;
	if (is_tag(c)) {
		size_t flag = flag_length(text, at);
		hit.rule = flag > 0 ? NULL : hit.rule; /* skipped as a whole */
		hit.length = flag > 0 ? flag : hit.length;
		return hit;
	}
	if (!is_joiner(c) && !is_selector(c))
		return (struct leak_hit){0};
	hit.length = row_of(text, at, &count);
	if (at == 0 && c == 0xfeff && count == 1)
		return (struct leak_hit){0}; /* the mark at the beginning of a file */
	if (!hides(text, at, hit.length, count, c))
		hit.rule = NULL;
	return hit;
}
