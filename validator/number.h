/* SPDX-License-Identifier: MIT */
/* number.h: exact arithmetic on decimals of at most 38 digits. What does not fit fails; nothing is
 * ever rounded unasked. */
#ifndef VALIDATOR_NUMBER_H
#define VALIDATOR_NUMBER_H

#include "text.h"

__extension__ typedef __int128 wide;

struct number {
	wide coefficient; /* value = coefficient * 10^exponent */
	int32_t exponent;
};

bool number_read(
    struct str text, struct number *out); /* false: no JSON number, or too many digits */
void number_write(struct number n, struct buf *out);
bool number_add(struct number a, struct number b, struct number *out);
bool number_subtract(struct number a, struct number b, struct number *out);
bool number_multiply(struct number a, struct number b, struct number *out);
/* False where the quotient does not end within 38 digits, or b is zero. */
bool number_divide(struct number a, struct number b, struct number *out);
/* The remainder has a's sign. */
bool number_remainder(struct number a, struct number b, struct number *out);
/* a / b to so many places behind the point, half to even. */
bool number_divide_to(struct number a, struct number b, int32_t places, struct number *out);
bool number_round(struct number a, int32_t places, struct number *out);
int number_compare(struct number a, struct number b);

#endif
