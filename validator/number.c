/* SPDX-License-Identifier: MIT */
#include "number.h"

#include "decimal.h"

enum {
	DIGITS_MAX = 38,
};

static bool
scale_up(wide *c, int64_t zeros)
{
	if (*c == 0)
		return true;
	for (; zeros > 0; zeros--)
		if (__builtin_mul_overflow(*c, (wide)10, c))
			return false;
	return true;
}

static struct number
normalise(struct number n)
{
	if (n.coefficient == 0)
		return (struct number){0};
	while (n.coefficient % 10 == 0) {
		n.coefficient /= 10;
		n.exponent++;
	}
	return n;
}

/* Nothing is so large that its negation would not fit. */
static bool
is_in_range(struct number n)
{
	const wide most = ((wide)1 << 126) - 1 + ((wide)1 << 126);
	return n.coefficient <= most && n.coefficient >= -most &&
	       n.exponent <= DECIMAL_EXPONENT_MAX && n.exponent >= -DECIMAL_EXPONENT_MAX;
}

/* Both to the smaller exponent. */
static bool
align(struct number *a, struct number *b)
{
	int32_t low = a->exponent < b->exponent ? a->exponent : b->exponent;
	if (a->coefficient == 0)
		a->exponent = b->exponent;
	if (b->coefficient == 0)
		b->exponent = a->exponent;
	if (a->exponent == b->exponent)
		return true;
	if (!scale_up(&a->coefficient, (int64_t)a->exponent - low) ||
	    !scale_up(&b->coefficient, (int64_t)b->exponent - low))
		return false;
	a->exponent = b->exponent = low;
	return true;
}

bool
number_read(struct str text, struct number *out)
{
	struct decimal d;
	if (!decimal_read(text, &d) || d.count > DIGITS_MAX)
		return false;
	*out = (struct number){.exponent = d.exponent};
	for (size_t i = 0; i < d.digits.n; i++)
		if (d.digits.p[i] != '.')
			out->coefficient = out->coefficient * 10 + (d.digits.p[i] - '0');
	if (d.negative)
		out->coefficient = -out->coefficient;
	return true;
}

void
number_write(struct number n, struct buf *out)
{
	char digits[48];
	size_t count = 0;
	n = normalise(n);
	bool negative = n.coefficient < 0;
	for (wide c = n.coefficient; c != 0; c /= 10)
		digits[count++] = (char)('0' + (int)(negative ? -(c % 10) : c % 10));
	if (negative)
		buf_char(out, '-');
	if (count == 0)
		buf_char(out, '0');
	bool plain = n.exponent <= 0 && n.exponent > -40;
	int64_t point = plain ? (int64_t)count + n.exponent : (int64_t)count;
	if (point <= 0 && count > 0) {
		buf_text(out, "0.");
		buf_repeat(out, '0', (size_t)-point);
	}
	for (size_t i = 0; i < count; i++) {
		if (i > 0 && (int64_t)i == point)
			buf_char(out, '.');
		buf_char(out, digits[count - 1 - i]);
	}
	if (!plain && n.exponent > 0 && n.exponent < 20)
		buf_repeat(out, '0', (size_t)n.exponent);
	else if (!plain)
		buf_printf(out, "e%d", n.exponent);
}

bool
number_add(struct number a, struct number b, struct number *out)
{
	if (!align(&a, &b) ||
	    __builtin_add_overflow(a.coefficient, b.coefficient, &out->coefficient))
		return false;
	out->exponent = a.exponent;
	return is_in_range(*out);
}

bool
number_subtract(struct number a, struct number b, struct number *out)
{
	b.coefficient = -b.coefficient;
	return number_add(a, b, out);
}

bool
number_multiply(struct number a, struct number b, struct number *out)
{
	a = normalise(a);
	b = normalise(b);
	if (__builtin_mul_overflow(a.coefficient, b.coefficient, &out->coefficient))
		return false;
	out->exponent = a.exponent + b.exponent;
	return is_in_range(*out);
}

bool
number_divide(struct number a, struct number b, struct number *out)
{
	a = normalise(a);
	b = normalise(b);
	if (b.coefficient == 0)
		return false;
	while (a.coefficient % b.coefficient != 0) {
		if (__builtin_mul_overflow(a.coefficient, (wide)10, &a.coefficient))
			return false;
		a.exponent--;
	}
	*out = (struct number){a.coefficient / b.coefficient, a.exponent - b.exponent};
	return true;
}

bool
number_remainder(struct number a, struct number b, struct number *out)
{
	if (b.coefficient == 0 || !align(&a, &b))
		return false;
	*out = (struct number){a.coefficient % b.coefficient, a.exponent};
	return true;
}

bool
number_divide_to(struct number a, struct number b, int32_t places, struct number *out)
{
	if (b.coefficient == 0 || places > DIGITS_MAX || places < -DIGITS_MAX)
		return false;
	/* a / b = (a * 10^shift / b) * 10^-places, with both exponents taken into the shift. */
	int64_t shift = (int64_t)a.exponent - b.exponent + places;
	if (shift > 0 ? !scale_up(&a.coefficient, shift) : !scale_up(&b.coefficient, -shift))
		return false;
	wide quotient = a.coefficient / b.coefficient, rest = a.coefficient % b.coefficient;
	wide size = rest < 0 ? -rest : rest,
	     whole = b.coefficient < 0 ? -b.coefficient : b.coefficient;
	bool up = size > whole - size || (size == whole - size && quotient % 2 != 0);
	bool negative = (a.coefficient < 0) != (b.coefficient < 0);
	*out = (struct number){quotient + (up ? (negative ? -1 : 1) : 0), -places};
	return true;
}

bool
number_round(struct number a, int32_t places, struct number *out)
{
	struct number n = normalise(a);
	if (n.exponent >= -places) {
		*out = n;
		return true;
	}
	return number_divide_to(n, (struct number){1, 0}, places, out);
}

static int
sign(wide c)
{
	return (c > 0) - (c < 0);
}

int
number_compare(struct number a, struct number b)
{
	int x = sign(a.coefficient), y = sign(b.coefficient);
	if (x != y)
		return x > y ? 1 : -1;
	a = normalise(a);
	b = normalise(b);
	bool a_higher = a.exponent > b.exponent;
	if (align(&a, &b))
		return (a.coefficient > b.coefficient) - (a.coefficient < b.coefficient);
	/* The one with the higher exponent is so large that it does not fit: it is the larger in
	 * size. */
	return a_higher ? x : -x;
}
