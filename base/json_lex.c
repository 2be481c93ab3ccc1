/* SPDX-License-Identifier: MIT */
#include "json_lex.h"

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	       c == '+' || c == '-' || c == '.';
}

/* One digit or more. */
static bool
digits(const char **p, const char *end)
{
	const char *first = *p;

	while (*p < end && is_digit(**p))
		(*p)++;
	return *p > first;
}

static bool
exponent(const char **p, const char *end, bool *small)
{
	unsigned value = 0;

	if (*p < end && (**p == '+' || **p == '-'))
		(*p)++;
	const char *at = *p;
	if (!digits(p, end))
		return false;
	for (; at < *p && value <= JSON_EXPONENT_MAX; at++)
		value = value * 10 + (unsigned)(*at - '0');
	*small = value <= JSON_EXPONENT_MAX;
	return true;
}

enum number_fault
number_scan(const char *first, const char *end, size_t bytes_max, const char **stop)
{
	const char *p = first;
	bool small = true;

	if (p < end && *p == '-')
		p++;
	const char *whole = p;
	bool good = digits(&p, end);
	if (good && *whole == '0' && p > whole + 1) {
		*stop = whole;
		return NUMBER_ZERO;
	}
	if (good && p < end && *p == '.') {
		p++;
		good = digits(&p, end);
	}
	if (good && p < end && (*p == 'e' || *p == 'E')) {
		p++;
		good = exponent(&p, end, &small);
	}
	*stop = p;
	if (!good)
		return NUMBER_NO_DIGIT;
	if (p < end && is_word(*p))
		return NUMBER_TAIL;
	if ((size_t)(p - first) > bytes_max)
		return NUMBER_LONG;
	return small ? NUMBER_OK : NUMBER_EXPONENT;
}

static int
hex_value(char c)
{
	unsigned digit = (unsigned char)c - (unsigned)'0';
	unsigned letter = ((unsigned char)c | 0x20u) - (unsigned)'a';

	if (digit < 10)
		return (int)digit;
	return letter < 6 ? (int)letter + 10 : -1;
}

/* The character of the escape sequence with this letter, or NUL. */
static char
short_escape(char letter)
{
	switch (letter) {
	case '"':
	case '\\':
	case '/':
		return letter;
	case 'b':
		return '\b';
	case 'f':
		return '\f';
	case 'n':
		return '\n';
	case 'r':
		return '\r';
	case 't':
		return '\t';
	default:
		return '\0';
	}
}

/* The four digits behind `\u`, or -1. */
static int32_t
hex_escape(const char *p, const char *end)
{
	int32_t value = 0;

	if (end - p < 6 || p[0] != '\\' || p[1] != 'u')
		return -1;
	for (int i = 2; i < 6; i++) {
		int digit = hex_value(p[i]);
		if (digit < 0)
			return -1;
		value = value * 16 + digit;
	}
	return value;
}

static bool
is_high(int32_t unit)
{
	return unit >= 0xd800 && unit <= 0xdbff;
}

static bool
is_low(int32_t unit)
{
	return unit >= 0xdc00 && unit <= 0xdfff;
}

/* True where the text ends before the escape could be told good or bad. */
static bool
is_cut(const char *p, const char *end)
{
	if (end - p >= 6)
		return false;
	if (end - p < 2)
		return true;
	if (p[1] != 'u')
		return false;
	for (p += 2; p < end; p++)
		if (hex_value(*p) < 0)
			return false;
	return true;
}

/* Moves past the escape at *p. */
static enum json_fault
escape_scan(const char **p, const char *end)
{
	if (is_cut(*p, end))
		return JSON_FAULT_TRUNCATED;
	if ((*p)[1] != 'u') {
		bool known = short_escape((*p)[1]) != '\0';
		*p += known ? 2 : 0;
		return known ? JSON_OK : JSON_FAULT_ESCAPE;
	}
	int32_t unit = hex_escape(*p, end);
	if (unit < 0)
		return JSON_FAULT_ESCAPE;
	if (is_low(unit))
		return JSON_FAULT_SURROGATE;
	if (!is_high(unit)) {
		*p += 6;
		return JSON_OK;
	}
	bool escape_follows = *p + 6 == end || (*p)[6] == '\\';
	if (escape_follows && is_cut(*p + 6, end))
		return JSON_FAULT_TRUNCATED;
	if (!is_low(hex_escape(*p + 6, end)))
		return JSON_FAULT_SURROGATE;
	*p += 12;
	return JSON_OK;
}

enum json_fault
string_scan(const char *p, const char *end, const char **stop)
{
	enum json_fault fault = JSON_OK;

	for (;;) {
		p = string_stop(p, end);
		*stop = p;
		if (p == end)
			return JSON_FAULT_TRUNCATED;
		if (*p == '"')
			return JSON_OK;
		if (*p != '\\')
			return JSON_FAULT_CONTROL;
		fault = escape_scan(&p, end);
		if (fault != JSON_OK)
			return fault;
	}
}

static size_t
put_utf8(char *out, uint32_t c)
{
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const unsigned lead[] = {0, 0, 0xc0, 0xe0, 0xf0};

	for (size_t i = n; i-- > 1; c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)(lead[n] | c);
	return n;
}

/* Writes the escape at *p and moves past it. */
static size_t
unescape_one(const char **p, const char *end, char *out)
{
	if ((*p)[1] != 'u') {
		*out = short_escape((*p)[1]);
		*p += 2;
		return 1;
	}
	int32_t unit = hex_escape(*p, end);
	*p += 6;
	if (!is_high(unit))
		return put_utf8(out, (uint32_t)unit);
	int32_t low = hex_escape(*p, end);
	*p += 6;
	return put_utf8(
	    out, 0x10000 + ((uint32_t)(unit - 0xd800) << 10 | (uint32_t)(low - 0xdc00)));
}

size_t
string_unescape(const char *p, const char *end, char *out)
{
	size_t n = 0;

	while (p < end) {
		if (*p == '\\') {
			n += unescape_one(&p, end, out + n);
			continue;
		}
		const char *plain = memchr(p, '\\', (size_t)(end - p));
		size_t run = (size_t)((plain ? plain : end) - p);
		memcpy(out + n, p, run);
		n += run;
		p += run;
	}
	return n;
}
