/* SPDX-License-Identifier: MIT */
/* ascii.h: what a byte is in ASCII, whatever the locale says. */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include "text.h"

static inline bool
ascii_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool
ascii_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool
ascii_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static inline bool
ascii_letter(char c)
{
	return ascii_upper(c) || ascii_lower(c);
}

/* A letter, a digit or '_'. */
static inline bool
ascii_word(char c)
{
	return ascii_letter(c) || ascii_digit(c) || c == '_';
}

/* The value of a hexadecimal digit, or -1. */
static inline int
ascii_hex(int32_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static inline char
ascii_to_lower(char c)
{
	return (char)(ascii_upper(c) ? c | 0x20 : c);
}

/* How many digits stand at the offset. */
static inline size_t
ascii_digits(struct str s, size_t at)
{
	size_t n = 0;

	while (at + n < s.n && ascii_digit(s.p[at + n]))
		n++;
	return n;
}

#endif
