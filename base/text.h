/* SPDX-License-Identifier: MIT */
/*
 * text.h: borrowed strings, growing buffers with a ceiling, UTF-8.
 *
 * A str borrows its bytes, may hold NUL, and is never NUL-terminated on purpose. A buf owns its
 * bytes and grows up to `max`; an append past it (or out of memory) sets `failed`, appends nothing
 * more, and is seen once, at the end.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct str {
	const char *p;
	size_t n;
};

#define STR(literal) ((struct str){"" literal, sizeof(literal) - 1})
/* For printf: `printf("%.*s", STR_ARG(s))`. */
#define STR_ARG(s) (int)(s).n, (s).p

#define ARRAY_LENGTH(a) (sizeof(a) / sizeof((a)[0]))

struct str str_from(const char *z); /* NULL gives the empty string */
struct str str_slice(struct str s, size_t from, size_t to);
struct str str_trim(struct str s); /* without ASCII blanks at both ends */
/* Inline, so that a literal's length is known where it is compared. */
static inline bool
str_eq(struct str a, struct str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool
str_is(struct str a, const char *z) /* NULL is the empty string */
{
	return str_eq(a, (struct str){z, z ? strlen(z) : 0});
}

int str_compare(struct str a, struct str b); /* by bytes, shorter first */
bool str_starts(struct str s, struct str prefix);
bool str_ends(struct str s, struct str suffix);
bool str_is_ascii(struct str s);
/* Offset of `needle` at or after `from`, or SIZE_MAX. */
size_t str_find(struct str s, struct str needle, size_t from);
/* 1 to 18 decimal digits, and nothing else. */
bool str_number(struct str s, int64_t *out);
/* Two of them with `between` between them, and nothing else: "12:14". */
bool str_numbers(struct str s, char between, int64_t out[2]);
/* Takes the text up to `separator` (or all) off the front of *s; false when *s is used up. */
bool str_cut(struct str *s, char separator, struct str *out);

struct buf {
	char *p; /* NUL-terminated whenever it is not NULL */
	size_t n, capacity, max;
	bool failed;
};

void buf_init(struct buf *b, size_t max);
void buf_release(struct buf *b);
void buf_clear(struct buf *b);
void buf_add(struct buf *b, const void *p, size_t n);
void buf_char(struct buf *b, char c);
void buf_str(struct buf *b, struct str s);
void buf_text(struct buf *b, const char *z);
void buf_repeat(struct buf *b, char c, size_t n);
void buf_codepoint(struct buf *b, uint32_t codepoint); /* as UTF-8 */
void buf_number(struct buf *b, int64_t n);             /* in decimal */
void buf_printf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *format, va_list ap)
    __attribute__((format(printf, 2, 0)));
/*
 * Appends hostile text so that a person sees what it is: controls, bidirectional and invisible
 * characters and bytes that are not UTF-8 become \n, \t, \x1b, \u{202e}, \xff; at most
 * `max_codepoints`, then "…".
 */
void buf_visible(struct buf *b, struct str s, size_t max_codepoints);
void buf_line(struct buf *b, const char *before, struct str s, size_t max_codepoints); /* and \n */
/* The same of each line of a text. */
void buf_lines(struct buf *b, const char *before, struct str text, size_t max_codepoints);
struct str buf_view(const struct buf *b);

/* Reads the code point at *at and moves past it; -1 (and one byte on) where the bytes are not
 * strict UTF-8. */
int32_t utf8_next(struct str s, size_t *at);
size_t utf8_invalid_at(struct str s);    /* offset of the first bad byte, or s.n */
size_t utf8_length(struct str s);        /* in code points; a bad byte counts as one */
bool codepoint_is_invisible(uint32_t c); /* controls, Cf, bidi, zero width, line separators, tags */

/* Damerau-Levenshtein distance in bytes, or limit + 1 where it is more. */
size_t text_distance(struct str a, struct str b, size_t limit);
/* The candidate that a typist meant by `word`, or an empty str. */
struct str text_closest(struct str word, const struct str *candidates, size_t count);

#endif
