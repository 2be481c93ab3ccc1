/* SPDX-License-Identifier: MIT */
/* json_lex.h: numbers and strings of JSON as they are written. Private to base. */
#ifndef BASE_JSON_LEX_H
#define BASE_JSON_LEX_H

#include "json.h"

#include <endian.h>

enum number_fault {
	NUMBER_OK = 0,
	NUMBER_NO_DIGIT, /* where a digit has to stand */
	NUMBER_ZERO,     /* in front of other digits */
	NUMBER_TAIL,     /* a letter, digit, sign or point right behind the number */
	NUMBER_LONG,
	NUMBER_EXPONENT,
};

/* Reads the number that begins at `p`; *stop is one past it, or the place of the fault. */
enum number_fault number_scan(const char *p, const char *end, size_t bytes_max, const char **stop);

/*
 * The first byte from `p` on that a string can't hold as it is: a quote, a backslash or a control;
 * or `end`. Eight bytes at a time: a byte of `x` that is zero sets its high bit in
 * (x - ones) & ~x, and the lowest bit that is set is true, though those above it may be not.
 */
static inline const char *
string_stop(const char *p, const char *end)
{
	const uint64_t ones = 0x0101010101010101u, highs = ones << 7;

	for (; end - p >= 8; p += 8) {
		uint64_t word;
		memcpy(&word, p, 8);
		word = le64toh(word);
		uint64_t quote = word ^ ones * '"', escape = word ^ ones * '\\';
		uint64_t stops = ((quote - ones) & ~quote) | ((escape - ones) & ~escape) |
				 ((word - ones * 0x20) & ~word);
		if (stops & highs)
			return p + __builtin_ctzll(stops & highs) / 8;
	}
	while (p < end && *p != '"' && *p != '\\' && (unsigned char)*p >= 0x20)
		p++;
	return p;
}

/*
 * Walks the string whose first byte behind the quote is `p`, up to its closing quote; *stop is that
 * quote, or the place of the fault: CONTROL, ESCAPE, SURROGATE (the backslash), TRUNCATED.
 */
enum json_fault string_scan(const char *p, const char *end, const char **stop);

/* Writes what the good string p..end means to `out`, which has room for end - p bytes; returns the
 * length. */
size_t string_unescape(const char *p, const char *end, char *out);

#endif
