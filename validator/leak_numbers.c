/* SPDX-License-Identifier: MIT */
/* leak_numbers.c: numbers by what they amount to. A number is read in each way that it may be meant:
 * with a point or a comma before its fraction, with groups of three digits between any of . , ' _
 * and blanks, with an exponent. */
#include "leak.h"

#include <stdio.h>
#include <stdlib.h>

enum {
	DIGITS_MIN = 4, /* fewer are found everywhere */
	DIGITS_MAX = 60,
	EXPONENT_MAX = 9999,
	WAYS = 3,
};

struct amount {
	char digits[DIGITS_MAX + 24];
	size_t count, end; /* end: behind it in the text */
	int exponent;
};

static bool
take_digits(struct str text, size_t *at, struct amount *out)
{
	size_t from = *at;

	for (; *at < text.n && ascii_digit(text.p[*at]); (*at)++) {
		if (out->count == DIGITS_MAX)
			return false;
		out->digits[out->count++] = text.p[*at];
	}
	return *at > from;
}

/* Groups of three behind the first, all with the same sign between them. */
static bool
take_groups(struct str text, size_t *at, struct amount *out, char *sign)
{
	size_t groups = 0;

	if (ascii_digits(text, *at) > 3 || !take_digits(text, at, out))
		return false;
	*sign = *at < text.n ? text.p[*at] : '\0';
	if (!*sign || !strchr(".,'_ ", *sign))
		return false;
	while (*at < text.n && text.p[*at] == *sign && ascii_digits(text, *at + 1) == 3) {
		(*at)++;
		groups++;
		if (!take_digits(text, at, out))
			return false;
	}
	return groups > 0;
}

static void
take_fraction(struct str text, size_t *at, char point, struct amount *out)
{
	size_t n = *at < text.n && text.p[*at] == point ? ascii_digits(text, *at + 1) : 0;

	if (n == 0 || out->count + n > DIGITS_MAX)
		return;
	(*at)++;
	(void)take_digits(text, at, out);
	out->exponent -= (int)n;
}

static void
take_exponent(struct str text, size_t *at, struct amount *out)
{
	size_t i = *at + 1;
	bool minus = i < text.n && text.p[i] == '-';
	int exponent = 0;

	if (*at >= text.n || (text.p[*at] != 'e' && text.p[*at] != 'E'))
		return;
	i += i < text.n && (minus || text.p[i] == '+');
	if (ascii_digits(text, i) == 0)
		return;
	for (; i < text.n && ascii_digit(text.p[i]) && exponent < EXPONENT_MAX; i++)
		exponent = exponent * 10 + (text.p[i] - '0');
	out->exponent += minus ? -exponent : exponent;
	*at = i;
}

/* Way 0: 1234.5e3, way 1: 1234,5, way 2: 1 234,5. */
static bool
read_amount(struct str text, size_t at, int way, struct amount *out)
{
	char sign = '\0';

	*out = (struct amount){.count = 0};
	if (way == 2 ? !take_groups(text, &at, out, &sign) : !take_digits(text, &at, out))
		return false;
	if (way == 0 || (way == 2 && sign != '.'))
		take_fraction(text, &at, '.', out);
	if (way == 1 || (way == 2 && sign != ',' && out->exponent == 0))
		take_fraction(text, &at, ',', out);
	take_exponent(text, &at, out);
	out->end = at;
	return true;
}

/* The one way of writing it: no zeros at its ends. */
static struct str
write_amount(struct amount *x)
{
	size_t from = 0, n = x->count;

	while (from < n && x->digits[from] == '0')
		from++;
	while (n > from && x->digits[n - 1] == '0') {
		n--;
		x->exponent++;
	}
	int tail = snprintf(x->digits + n, sizeof(x->digits) - n, "e%d", x->exponent);
	return (struct str){x->digits + from, n - from + (size_t)tail};
}

bool
leak_numbers_add(struct arena *a, struct leak_scanner *s, struct str value)
{
	struct str bare = str_trim(value);
	size_t from = bare.n > 0 && (bare.p[0] == '-' || bare.p[0] == '+');
	struct amount x;

	for (int way = 0; way < WAYS; way++) {
		if (!read_amount(bare, from, way, &x) || x.end != bare.n || x.count < DIGITS_MIN)
			continue;
		struct leak_number *one =
		    arena_push(a, &s->numbers, &s->number_count, &s->number_capacity, sizeof(*one));
		if (!one || !arena_copy(a, write_amount(&x), &one->amount))
			return false;
		one->value = value;
	}
	return true;
}

static int
by_amount(const void *a, const void *b)
{
	const struct leak_number *x = a, *y = b;
	size_t least = x->amount.n < y->amount.n ? x->amount.n : y->amount.n;
	int order = memcmp(x->amount.p, y->amount.p, least);

	return order ? order : (x->amount.n > y->amount.n) - (x->amount.n < y->amount.n);
}

void
leak_numbers_build(struct leak_scanner *s)
{
	if (s->number_count > 0)
		qsort(s->numbers, s->number_count, sizeof(*s->numbers), by_amount);
}

/* It is no piece of a word or of a longer number. */
static bool
begins_number(struct str text, size_t at)
{
	if (!ascii_digit(text.p[at]) || !leak_begins(text, at))
		return false;
	return at < 2 || !strchr(".,'", text.p[at - 1]) || !ascii_digit(text.p[at - 2]);
}

bool
leak_numbers_scan(
    const struct leak_scanner *s, struct str text, leak_value_found *found, void *context)
{
	for (size_t at = 0; s->number_count > 0 && at < text.n; at++) {
		if (!begins_number(text, at))
			continue;
		for (int way = 0; way < WAYS; way++) {
			struct leak_number key;
			struct amount x;
			if (!read_amount(text, at, way, &x) || x.count < DIGITS_MIN ||
			    (x.end < text.n && ascii_word(text.p[x.end])))
				continue;
			key.amount = write_amount(&x);
			const struct leak_number *hit = bsearch(
			    &key, s->numbers, s->number_count, sizeof(*s->numbers), by_amount);
			if (hit &&
			    !found(context, hit->value, "a sensitive number of the inputs", at))
				return false;
			if (hit)
				break;
		}
	}
	return true;
}
