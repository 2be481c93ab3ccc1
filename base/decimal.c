/* SPDX-License-Identifier: MIT */
#include "decimal.h"

enum {
	SMALL_DIGITS = 19,
	LIMB_DIGITS = 9,
	LIMBS = DECIMAL_DIGITS_MAX / LIMB_DIGITS + 3,
	/* A divisor of DECIMAL_DIGITS_MAX digits has fewer factors of two than this, so more zeros
	   behind change nothing. */
	ZEROS_MAX = DECIMAL_DIGITS_MAX * 10 / 3 + 2,
};
#define LIMB_BASE 1000000000u

__extension__ typedef unsigned __int128 wide;

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t
skip_digits(struct str t, size_t i)
{
	while (i < t.n && is_digit(t.p[i]))
		i++;
	return i;
}

static bool
read_exponent(struct str t, size_t i, int32_t *out)
{
	bool negative = false;
	if (i < t.n && (t.p[i] == '+' || t.p[i] == '-'))
		negative = t.p[i++] == '-';
	int32_t e = 0;
	if (i == t.n)
		return false;
	for (; i < t.n; i++) {
		if (!is_digit(t.p[i]))
			return false;
		e = e * 10 + (t.p[i] - '0');
		if (e > 10 * DECIMAL_EXPONENT_MAX)
			return false;
	}
	*out = negative ? -e : e;
	return true;
}

/* Cuts zeros off both ends of t[from, to), whose point (or end) is at `point`. */
static bool
normalise(struct str t, size_t from, size_t to, size_t point, struct decimal *out)
{
	while (from < to && (t.p[from] == '0' || t.p[from] == '.'))
		from++;
	while (to > from && (t.p[to - 1] == '0' || t.p[to - 1] == '.'))
		to--;
	if (from == to) {
		*out = (struct decimal){0};
		return true;
	}
	bool inside = from < point && point < to;
	out->digits = str_slice(t, from, to);
	out->count = (uint32_t)(to - from - (inside ? 1 : 0));
	int64_t shift = to <= point ? (int64_t)(point - to) : -(int64_t)(to - point - 1);
	int64_t exponent = out->exponent + shift;
	if (out->count > DECIMAL_DIGITS_MAX || exponent > DECIMAL_EXPONENT_MAX ||
	    exponent < -DECIMAL_EXPONENT_MAX)
		return false;
	out->exponent = (int32_t)exponent;
	if (out->count > SMALL_DIGITS)
		return true;
	for (size_t i = 0; i < out->digits.n; i++)
		if (out->digits.p[i] != '.')
			out->coefficient =
			    out->coefficient * 10 + (uint64_t)(out->digits.p[i] - '0');
	return true;
}

bool
decimal_read(struct str t, struct decimal *out)
{
	*out = (struct decimal){0};
	size_t from = 0;
	if (t.n > 0 && t.p[0] == '-') {
		out->negative = true;
		from = 1;
	}
	size_t point = skip_digits(t, from), to = point;
	if (point == from)
		return false;
	if (to < t.n && t.p[to] == '.') {
		to = skip_digits(t, point + 1);
		if (to == point + 1)
			return false;
	}
	if (to < t.n) {
		if ((t.p[to] | 0x20) != 'e')
			return false;
		if (!read_exponent(t, to + 1, &out->exponent))
			return false;
	}
	return normalise(t, from, to, point, out);
}

/* Digits one after another, the point left out, then zeros. */
struct cursor {
	struct str digits;
	size_t at;
};

static unsigned
next_digit(struct cursor *c)
{
	if (c->at < c->digits.n && c->digits.p[c->at] == '.')
		c->at++;
	return c->at < c->digits.n ? (unsigned)(c->digits.p[c->at++] - '0') : 0;
}

static int
compare_magnitude(const struct decimal *a, const struct decimal *b)
{
	if (a->count == 0 || b->count == 0)
		return (a->count > 0) - (b->count > 0);
	if (a->exponent == b->exponent && a->coefficient && b->coefficient)
		return (a->coefficient > b->coefficient) - (a->coefficient < b->coefficient);
	int64_t top_a = (int64_t)a->count + a->exponent, top_b = (int64_t)b->count + b->exponent;
	if (top_a != top_b)
		return top_a > top_b ? 1 : -1;
	struct cursor x = {a->digits, 0}, y = {b->digits, 0};
	uint32_t n = a->count > b->count ? a->count : b->count;
	for (uint32_t i = 0; i < n; i++) {
		unsigned p = next_digit(&x), q = next_digit(&y);
		if (p != q)
			return p > q ? 1 : -1;
	}
	return 0;
}

int
decimal_compare(const struct decimal *a, const struct decimal *b)
{
	if (a->negative != b->negative)
		return a->negative ? -1 : 1;
	int c = compare_magnitude(a, b);
	return a->negative ? -c : c;
}

bool
decimal_equal(const struct decimal *a, const struct decimal *b)
{
	return a->exponent == b->exponent && a->count == b->count && decimal_compare(a, b) == 0;
}

bool
decimal_is_integer(const struct decimal *d)
{
	return d->exponent >= 0;
}

static uint64_t
multiply_mod(uint64_t a, uint64_t b, uint64_t m)
{
	return (uint64_t)((wide)a * b % m);
}

static bool
is_multiple_small(const struct decimal *value, uint64_t divisor, uint32_t zeros)
{
	uint64_t rest = 0;
	if (value->coefficient) {
		rest = value->coefficient % divisor;
	} else {
		struct cursor c = {value->digits, 0};
		for (uint32_t i = 0; i < value->count; i++)
			rest = (uint64_t)(((wide)rest * 10 + next_digit(&c)) % divisor);
	}
	uint64_t power = 10 % divisor;
	for (; zeros > 0 && rest > 0; zeros >>= 1) {
		if (zeros & 1)
			rest = multiply_mod(rest, power, divisor);
		power = multiply_mod(power, power, divisor);
	}
	return rest == 0;
}

struct big {
	uint32_t limbs[LIMBS];
	size_t n;
};

static void
big_push_digit(struct big *b, unsigned digit)
{
	uint64_t carry = digit;
	for (size_t i = 0; i < b->n; i++) {
		carry += (uint64_t)b->limbs[i] * 10;
		b->limbs[i] = (uint32_t)(carry % LIMB_BASE);
		carry /= LIMB_BASE;
	}
	if (carry > 0 && b->n < LIMBS)
		b->limbs[b->n++] = (uint32_t)carry;
}

static int
big_compare(const struct big *a, const struct big *b)
{
	if (a->n != b->n)
		return a->n > b->n ? 1 : -1;
	for (size_t i = a->n; i-- > 0;)
		if (a->limbs[i] != b->limbs[i])
			return a->limbs[i] > b->limbs[i] ? 1 : -1;
	return 0;
}

static void
big_subtract(struct big *a, const struct big *b)
{
	uint32_t borrow = 0;
	for (size_t i = 0; i < a->n; i++) {
		uint32_t take = (i < b->n ? b->limbs[i] : 0) + borrow;
		borrow = a->limbs[i] < take;
		a->limbs[i] += (borrow ? LIMB_BASE : 0) - take;
	}
	while (a->n > 0 && a->limbs[a->n - 1] == 0)
		a->n--;
}

static bool
is_multiple_big(const struct decimal *value, const struct decimal *divisor, uint32_t zeros)
{
	struct big d = {.n = 0}, rest = {.n = 0};
	struct cursor c = {divisor->digits, 0};
	for (uint32_t i = 0; i < divisor->count; i++)
		big_push_digit(&d, next_digit(&c));
	c = (struct cursor){value->digits, 0};
	if (zeros > ZEROS_MAX)
		zeros = ZEROS_MAX;
	for (uint32_t i = 0; i < value->count + zeros; i++) {
		big_push_digit(&rest, i < value->count ? next_digit(&c) : 0);
		while (big_compare(&rest, &d) >= 0)
			big_subtract(&rest, &d);
	}
	return rest.n == 0;
}

bool
decimal_is_multiple(const struct decimal *value, const struct decimal *divisor)
{
	if (value->count == 0)
		return true;
	/* Without trailing zeros, a value that reaches further behind the point has a digit that
	 * the divisor can't make. */
	if (divisor->count == 0 || value->exponent < divisor->exponent)
		return false;
	uint32_t zeros = (uint32_t)(value->exponent - divisor->exponent);
	if (divisor->coefficient)
		return is_multiple_small(value, divisor->coefficient, zeros);
	return is_multiple_big(value, divisor, zeros);
}

uint64_t
decimal_hash(const struct decimal *d)
{
	uint64_t h =
	    1469598103934665603u ^ (uint64_t)(uint32_t)d->exponent ^ (d->negative ? 1u << 31 : 0);
	struct cursor c = {d->digits, 0};
	for (uint32_t i = 0; i < d->count; i++)
		h = (h ^ next_digit(&c)) * 1099511628211u;
	return h;
}

bool
decimal_to_size(const struct decimal *d, uint64_t *out)
{
	if (d->negative || d->exponent < 0)
		return false;
	*out = d->coefficient;
	if (d->count > 0 && d->coefficient == 0)
		*out = UINT64_MAX;
	for (int32_t i = 0; i < d->exponent && *out != UINT64_MAX; i++)
		*out = *out > UINT64_MAX / 10 ? UINT64_MAX : *out * 10;
	return true;
}
