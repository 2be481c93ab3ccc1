/* SPDX-License-Identifier: MIT */
/*
 * decimal.h: exact numbers, from a JSON number's text. No double anywhere.
 *
 * A decimal is sign, digits and a power of ten: without leading or trailing zeros, so that equal
 * values have equal parts. It borrows the text. Exponents past DECIMAL_EXPONENT_MAX are refused, so
 * that every operation is bounded.
 */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include "text.h"

#define DECIMAL_EXPONENT_MAX 100000
#define DECIMAL_DIGITS_MAX 1024

struct decimal {
	struct str digits; /* first to last significant digit, perhaps with a point inside; empty is
			      zero */
	uint64_t coefficient; /* the digits as a number, where they are 19 or fewer; else 0 */
	uint32_t count;       /* digits, the point left out */
	int32_t exponent;     /* value = digits * 10^exponent */
	bool negative;
};

/* False where the text is no JSON number or the exponent or the digits are past the maximum. */
bool decimal_read(struct str text, struct decimal *out);
int decimal_compare(const struct decimal *a, const struct decimal *b);
bool decimal_equal(const struct decimal *a, const struct decimal *b);
bool decimal_is_integer(const struct decimal *d);
/* Whether value / divisor is an integer; divisor is not zero. */
bool decimal_is_multiple(const struct decimal *value, const struct decimal *divisor);
uint64_t decimal_hash(const struct decimal *d);
/* A whole number from 0 up; larger ones give UINT64_MAX. False where it is negative or has a
 * fraction. */
bool decimal_to_size(const struct decimal *d, uint64_t *out);

#endif
