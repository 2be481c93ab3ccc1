/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <endian.h>
#include <stdio.h>
#include <stdlib.h>

#define BUF_FIRST_BYTES 256
#define DISTANCE_TEXT_MAX 64

struct str
str_from(const char *z)
{
	return z ? (struct str){z, strlen(z)} : STR("");
}

struct str
str_slice(struct str s, size_t from, size_t to)
{
	to = to < s.n ? to : s.n;
	from = from < to ? from : to;
	return (struct str){s.p + from, to - from};
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

struct str
str_trim(struct str s)
{
	while (s.n > 0 && is_blank(s.p[0]))
		s = str_slice(s, 1, s.n);
	while (s.n > 0 && is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

int
str_compare(struct str a, struct str b)
{
	size_t shorter = a.n < b.n ? a.n : b.n;
	int order = shorter > 0 ? memcmp(a.p, b.p, shorter) : 0;

	return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

bool
str_starts(struct str s, struct str prefix)
{
	return str_eq(str_slice(s, 0, prefix.n), prefix);
}

bool
str_ends(struct str s, struct str suffix)
{
	return s.n >= suffix.n && str_eq(str_slice(s, s.n - suffix.n, s.n), suffix);
}

bool
str_is_ascii(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 0x80)
			return false;
	return true;
}

size_t
str_find(struct str s, struct str needle, size_t from)
{
	if (from > s.n || needle.n > s.n - from)
		return SIZE_MAX;
	if (needle.n == 0)
		return from;
	const char *hit = memmem(s.p + from, s.n - from, needle.p, needle.n);
	return hit ? (size_t)(hit - s.p) : SIZE_MAX;
}

bool
str_number(struct str s, int64_t *out)
{
	*out = 0;
	for (size_t i = 0; i < s.n && i < 18; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
		*out = *out * 10 + (s.p[i] - '0');
	}
	return s.n > 0 && s.n <= 18;
}

bool
str_numbers(struct str s, char between, int64_t out[2])
{
	struct str first;

	return str_cut(&s, between, &first) && str_number(first, &out[0]) && str_number(s, &out[1]);
}

bool
str_cut(struct str *s, char separator, struct str *out)
{
	if (!s->p)
		return false;
	const char *hit = s->n > 0 ? memchr(s->p, separator, s->n) : NULL;
	if (!hit) {
		*out = *s;
		*s = (struct str){NULL, 0};
		return true;
	}
	size_t at = (size_t)(hit - s->p);
	*out = str_slice(*s, 0, at);
	*s = str_slice(*s, at + 1, s->n);
	return true;
}

void
buf_init(struct buf *b, size_t max)
{
	*b = (struct buf){.max = max};
}

void
buf_release(struct buf *b)
{
	free(b->p);
	*b = (struct buf){.max = b->max};
}

void
buf_clear(struct buf *b)
{
	b->n = 0;
	b->failed = false;
	if (b->p)
		b->p[0] = '\0';
}

/* Makes room for n more bytes and the NUL. */
static bool
reserve(struct buf *b, size_t n)
{
	if (b->failed || n > b->max - b->n) {
		b->failed = true;
		return false;
	}
	if (b->n + n < b->capacity)
		return true;
	size_t capacity = b->capacity ? b->capacity : BUF_FIRST_BYTES;
	while (capacity <= b->n + n)
		capacity *= 2;
	char *p = realloc(b->p, capacity);
	if (!p) {
		b->failed = true;
		return false;
	}
	b->p = p;
	b->capacity = capacity;
	return true;
}

void
buf_add(struct buf *b, const void *p, size_t n)
{
	if (!reserve(b, n))
		return;
	if (n > 0)
		memcpy(b->p + b->n, p, n);
	b->n += n;
	b->p[b->n] = '\0';
}

void
buf_char(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

void
buf_str(struct buf *b, struct str s)
{
	buf_add(b, s.p, s.n);
}

void
buf_text(struct buf *b, const char *z)
{
	buf_str(b, str_from(z));
}

void
buf_repeat(struct buf *b, char c, size_t n)
{
	if (!reserve(b, n))
		return;
	memset(b->p + b->n, c, n);
	b->n += n;
	b->p[b->n] = '\0';
}

void
buf_codepoint(struct buf *b, uint32_t c)
{
	char u[4];
	size_t n = 0;

	if (c < 0x80) {
		u[n++] = (char)c;
	} else if (c < 0x800) {
		u[n++] = (char)(0xc0 | c >> 6);
		u[n++] = (char)(0x80 | (c & 63));
	} else if (c < 0x10000) {
		u[n++] = (char)(0xe0 | c >> 12);
		u[n++] = (char)(0x80 | (c >> 6 & 63));
		u[n++] = (char)(0x80 | (c & 63));
	} else {
		u[n++] = (char)(0xf0 | c >> 18);
		u[n++] = (char)(0x80 | (c >> 12 & 63));
		u[n++] = (char)(0x80 | (c >> 6 & 63));
		u[n++] = (char)(0x80 | (c & 63));
	}
	buf_add(b, u, n);
}

void
buf_vprintf(struct buf *b, const char *format, va_list ap)
{
	size_t room = b->failed ? 0 : b->capacity - b->n;
	va_list again;

	va_copy(again, ap);
	int n = vsnprintf(room > 0 ? b->p + b->n : NULL, room, format, ap);
	if (n < 0 || !reserve(b, (size_t)n)) {
		b->failed = true;
		if (room > 0)
			b->p[b->n] = '\0';
	} else {
		if ((size_t)n >= room)
			vsnprintf(b->p + b->n, (size_t)n + 1, format, again);
		b->n += (size_t)n;
	}
	va_end(again);
}

void
buf_number(struct buf *b, int64_t n)
{
	char digits[20];
	size_t first = sizeof(digits);
	uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;

	do
		digits[--first] = (char)('0' + rest % 10);
	while ((rest /= 10) > 0);
	if (n < 0)
		digits[--first] = '-';
	buf_add(b, digits + first, sizeof(digits) - first);
}

void
buf_printf(struct buf *b, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	buf_vprintf(b, format, ap);
	va_end(ap);
}

static void
put_visible(struct buf *b, int32_t c, unsigned char byte)
{
	if (c >= 0x20 && c < 0x7f)
		buf_char(b, (char)c);
	else if (c < 0)
		buf_printf(b, "\\x%02x", byte);
	else if (c == '\n')
		buf_text(b, "\\n");
	else if (c == '\t')
		buf_text(b, "\\t");
	else if (c == '\r')
		buf_text(b, "\\r");
	else if (c < 0x20 || c == 0x7f)
		buf_printf(b, "\\x%02x", (unsigned)c);
	else if (codepoint_is_invisible((uint32_t)c))
		buf_printf(b, "\\u{%x}", (unsigned)c);
	else
		buf_codepoint(b, (uint32_t)c);
}

void
buf_visible(struct buf *b, struct str s, size_t max_codepoints)
{
	size_t at = 0;

	for (size_t shown = 0; at < s.n; shown++) {
		if (shown == max_codepoints) {
			buf_text(b, "…");
			return;
		}
		unsigned char byte = (unsigned char)s.p[at];
		put_visible(b, utf8_next(s, &at), byte);
	}
}

void
buf_line(struct buf *b, const char *before, struct str s, size_t max_codepoints)
{
	buf_text(b, before);
	buf_visible(b, s, max_codepoints);
	buf_char(b, '\n');
}

void
buf_lines(struct buf *b, const char *before, struct str text, size_t max_codepoints)
{
	struct str line;

	while (text.n > 0 && str_cut(&text, '\n', &line))
		buf_line(b, before, line, max_codepoints);
}

struct str
buf_view(const struct buf *b)
{
	return b->p ? (struct str){b->p, b->n} : STR("");
}

/* The length of the sequence that `lead` begins, and its payload bits; 0 where it begins none. */
static size_t
sequence_length(unsigned char lead, uint32_t *bits)
{
	if (lead >= 0xc2 && lead <= 0xdf) {
		*bits = lead & 0x1fu;
		return 2;
	}
	if (lead >= 0xe0 && lead <= 0xef) {
		*bits = lead & 0x0fu;
		return 3;
	}
	if (lead >= 0xf0 && lead <= 0xf4) {
		*bits = lead & 0x07u;
		return 4;
	}
	return 0;
}

int32_t
utf8_next(struct str s, size_t *at)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *p = (const unsigned char *)s.p + *at;
	uint32_t c = 0;

	if (p[0] < 0x80) {
		*at += 1;
		return p[0];
	}
	size_t n = sequence_length(p[0], &c);
	bool good = n > 0 && n <= s.n - *at;
	for (size_t i = 1; good && i < n; i++) {
		good = (p[i] & 0xc0) == 0x80;
		c = c << 6 | (p[i] & 0x3fu);
	}
	good = good && c >= least[n] && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);
	*at += good ? n : 1;
	return good ? (int32_t)c : -1;
}

/* The end of the run of ASCII from `at` on; eight bytes at a time, since most text is just that. */
static size_t
ascii_end(struct str s, size_t at)
{
	uint64_t word;

	for (; s.n - at >= sizeof(word); at += sizeof(word)) {
		memcpy(&word, s.p + at, sizeof(word));
		word = le64toh(word) & 0x8080808080808080u;
		if (word)
			return at + (size_t)__builtin_ctzll(word) / 8;
	}
	while (at < s.n && (unsigned char)s.p[at] < 0x80)
		at++;
	return at;
}

size_t
utf8_invalid_at(struct str s)
{
	for (size_t at = ascii_end(s, 0); at < s.n; at = ascii_end(s, at)) {
		size_t here = at;
		if (utf8_next(s, &at) < 0)
			return here;
	}
	return s.n;
}

size_t
utf8_length(struct str s)
{
	size_t n = 0;

	for (size_t at = 0; at < s.n; n++)
		utf8_next(s, &at);
	return n;
}

bool
codepoint_is_invisible(uint32_t c)
{
	/* Control and format characters (categories Cc, Cf, Zl, Zp), fillers and variation
	 * selectors. */
	static const struct {
		uint32_t first, last;
	} ranges[] = {
	    {0x00, 0x1f},
	    {0x7f, 0x9f},
	    {0xad, 0xad},
	    {0x034f, 0x034f},
	    {0x0600, 0x0605},
	    {0x061c, 0x061c},
	    {0x06dd, 0x06dd},
	    {0x070f, 0x070f},
	    {0x0890, 0x0891},
	    {0x08e2, 0x08e2},
	    {0x115f, 0x1160},
	    {0x17b4, 0x17b5},
	    {0x180b, 0x180f},
	    {0x200b, 0x200f},
	    {0x2028, 0x202e},
	    {0x2060, 0x206f},
	    {0x3164, 0x3164},
	    {0xfe00, 0xfe0f},
	    {0xfeff, 0xfeff},
	    {0xffa0, 0xffa0},
	    {0xfff9, 0xfffb},
	    {0x110bd, 0x110bd},
	    {0x110cd, 0x110cd},
	    {0x13430, 0x1343f},
	    {0x1bca0, 0x1bca3},
	    {0x1d173, 0x1d17a},
	    {0xe0000, 0xe0fff},
	};

	for (size_t i = 0; i < ARRAY_LENGTH(ranges); i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	return false;
}

static size_t
smallest(size_t a, size_t b, size_t c)
{
	size_t least = a < b ? a : b;
	return least < c ? least : c;
}

size_t
text_distance(struct str a, struct str b, size_t limit)
{
	size_t rows[3][DISTANCE_TEXT_MAX + 1];
	size_t *before = rows[0], *last = rows[1], *row = rows[2];

	if (a.n > DISTANCE_TEXT_MAX || b.n > DISTANCE_TEXT_MAX)
		return limit + 1;
	for (size_t j = 0; j <= b.n; j++)
		before[j] = last[j] = j;
	for (size_t i = 1; i <= a.n; i++) {
		row[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			size_t same = a.p[i - 1] == b.p[j - 1] ? 0 : 1;
			row[j] = smallest(last[j] + 1, row[j - 1] + 1, last[j - 1] + same);
			if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] &&
			    a.p[i - 2] == b.p[j - 1] && before[j - 2] + 1 < row[j])
				row[j] = before[j - 2] + 1;
		}
		size_t *free_row = before;
		before = last;
		last = row;
		row = free_row;
	}
	return last[b.n] > limit ? limit + 1 : last[b.n];
}

static struct str
completion_of(struct str word, const struct str *candidates, size_t count)
{
	for (size_t i = 0; word.n >= 3 && i < count; i++)
		if (str_starts(candidates[i], word) ||
		    (candidates[i].n >= 3 && str_starts(word, candidates[i])))
			return candidates[i];
	return STR("");
}

/* One slip of the fingers first, then a word cut short, then two slips. */
struct str
text_closest(struct str word, const struct str *candidates, size_t count)
{
	struct str best = STR("");
	size_t limit = word.n <= 3 ? 1 : 2, least = limit + 1;

	for (size_t i = 0; i < count; i++) {
		size_t distance = text_distance(word, candidates[i], limit);
		if (distance < least && distance < candidates[i].n) {
			least = distance;
			best = candidates[i];
		}
	}
	if (least <= 1)
		return best;
	struct str whole = completion_of(word, candidates, count);
	return whole.n > 0 ? whole : best;
}
