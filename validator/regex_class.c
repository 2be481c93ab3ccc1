/* SPDX-License-Identifier: MIT */
/* regex_class.c: escapes and character classes, by ECMA-262 in Unicode mode. */
#include "regex_program.h"

#include "ascii.h"

int32_t
regex_peek(const struct regex_parser *p)
{
	size_t at = p->at;
	return at < p->pattern.n ? utf8_next(p->pattern, &at) : -1;
}

int32_t
regex_next(struct regex_parser *p)
{
	return p->at < p->pattern.n ? utf8_next(p->pattern, &p->at) : -1;
}

bool
regex_take(struct regex_parser *p, char c)
{
	if (p->at >= p->pattern.n || p->pattern.p[p->at] != c)
		return false;
	p->at++;
	return true;
}

bool
regex_fail(struct regex_parser *p, const char *message)
{
	if (!p->failed)
		*p->problem = (struct regex_problem){message, p->at};
	p->failed = true;
	return false;
}

static bool
add(struct regex_parser *p, struct charset *s, uint32_t first, uint32_t last)
{
	return charset_add(p->a, s, first, last) || regex_fail(p, "out of memory");
}

static const struct char_range DIGITS[] = {{'0', '9'}};
static const struct char_range WORDS[] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
static const struct char_range SPACES[] = {{0x09, 0x0d}, {0x20, 0x20}, {0xa0, 0xa0},
    {0x1680, 0x1680}, {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f},
    {0x3000, 0x3000}, {0xfeff, 0xfeff}};

static bool
invert(struct regex_parser *p, struct charset *s)
{
	charset_normalise(s);
	return charset_invert(p->a, s) || regex_fail(p, "out of memory");
}

static bool
add_class(struct regex_parser *p, struct charset *set, char letter)
{
	const struct char_range *ranges = DIGITS;
	size_t count = ARRAY_LENGTH(DIGITS);
	if ((letter | 0x20) == 'w') {
		ranges = WORDS;
		count = ARRAY_LENGTH(WORDS);
	} else if ((letter | 0x20) == 's') {
		ranges = SPACES;
		count = ARRAY_LENGTH(SPACES);
	}
	for (size_t i = 0; i < count; i++)
		if (!add(p, set, ranges[i].first, ranges[i].last))
			return false;
	return (letter & 0x20) || invert(p, set);
}

static bool
add_unicode(struct regex_parser *p, struct charset *set, bool negated)
{
	bool known = false;
	if (!regex_take(p, '{'))
		return regex_fail(p, "a '{' must follow \\p");
	size_t close = str_find(p->pattern, STR("}"), p->at);
	if (close == SIZE_MAX)
		return regex_fail(p, "a '}' is missing");
	struct str name = str_slice(p->pattern, p->at, close), value = STR("");
	size_t equals = str_find(name, STR("="), 0);
	if (equals != SIZE_MAX) {
		value = str_slice(name, equals + 1, name.n);
		name = str_slice(name, 0, equals);
	}
	if (!unicode_add(p->a, set, name, value, &known))
		return regex_fail(p, known ? "out of memory" : "the Unicode property is not known");
	p->at = close + 1;
	return !negated || invert(p, set);
}

static bool
read_hex(struct regex_parser *p, size_t digits, int32_t *out)
{
	*out = 0;
	for (size_t i = 0; i < digits; i++) {
		int digit = ascii_hex(regex_next(p));
		if (digit < 0)
			return regex_fail(p, "a hexadecimal digit is missing");
		*out = *out * 16 + digit;
	}
	return true;
}

static bool
read_braced(struct regex_parser *p, int32_t *out)
{
	*out = 0;
	if (regex_peek(p) == '}')
		return regex_fail(p, "a hexadecimal digit is missing");
	while (!regex_take(p, '}')) {
		int digit = ascii_hex(regex_next(p));
		if (digit < 0)
			return regex_fail(p, "a hexadecimal digit is missing");
		*out = *out * 16 + digit;
		if (*out > (int32_t)CODEPOINT_MAX)
			return regex_fail(p, "there is no such code point");
	}
	return true;
}

static bool
read_unicode(struct regex_parser *p, int32_t *out)
{
	int32_t low = 0;
	if (regex_take(p, '{'))
		return read_braced(p, out);
	if (!read_hex(p, 4, out))
		return false;
	size_t back = p->at;
	bool high = *out >= 0xd800 && *out <= 0xdbff;
	if (!high || !regex_take(p, '\\') || !regex_take(p, 'u')) {
		p->at = back;
		return true;
	}
	if (!read_hex(p, 4, &low))
		return false;
	if (low >= 0xdc00 && low <= 0xdfff)
		*out = 0x10000 + ((*out - 0xd800) << 10) + (low - 0xdc00);
	else
		p->at = back;
	return true;
}

static bool
read_control(struct regex_parser *p, int32_t *out)
{
	int32_t c = regex_next(p);
	*out = c & 0x1f;
	return (c > 0 && c < 0x80 && ascii_letter((char)c)) ||
	       regex_fail(p, "a letter must follow \\c");
}

bool
regex_parse_escape(struct regex_parser *p, bool in_class, struct charset *set, int32_t *codepoint)
{
	static const char LETTERS[] = "tnvfr", VALUES[] = "\t\n\v\f\r";
	size_t begin = p->at;
	int32_t c = regex_next(p);
	*codepoint = -1;
	if (c < 0)
		return regex_fail(p, "nothing follows the backslash");
	if (c > 0 && c < 0x80 && strchr("dDwWsS", c))
		return add_class(p, set, (char)c);
	if (c == 'p' || c == 'P')
		return add_unicode(p, set, c == 'P');
	*codepoint = c;
	if (c == 'u')
		return read_unicode(p, codepoint);
	if (c == 'x')
		return read_hex(p, 2, codepoint);
	if (c == 'c')
		return read_control(p, codepoint);
	if (c == '0' && !(regex_peek(p) >= '0' && regex_peek(p) <= '9')) {
		*codepoint = 0;
		return true;
	}
	const char *control = c > 0 && c < 0x80 ? strchr(LETTERS, c) : NULL;
	if (control)
		*codepoint = (unsigned char)VALUES[control - LETTERS];
	else if (in_class && c == 'b')
		*codepoint = '\b';
	if (control || (in_class && (c == 'b' || c == '-')))
		return true;
	if (c > 0 && c < 0x80 && strchr("^$\\.*+?()[]{}|/", c))
		return true;
	p->at = begin;
	return regex_fail(p, "this character can't be escaped");
}

/* One member of a class: a set, or the code point that may begin or end a range. */
static bool
parse_member(struct regex_parser *p, struct charset *out, int32_t *codepoint)
{
	struct charset set = {0};
	*codepoint = -1;
	if (!regex_take(p, '\\')) {
		*codepoint = regex_next(p);
		return *codepoint >= 0 || regex_fail(p, "a ']' is missing");
	}
	if (!regex_parse_escape(p, true, &set, codepoint))
		return false;
	charset_normalise(&set);
	return charset_add_set(p->a, out, &set) || regex_fail(p, "out of memory");
}

static bool
parse_range(struct regex_parser *p, struct charset *out)
{
	int32_t first = -1, last = -1;
	if (!parse_member(p, out, &first))
		return false;
	size_t back = p->at;
	if (!regex_take(p, '-') || regex_peek(p) == ']') {
		p->at = back;
		return first < 0 || add(p, out, (uint32_t)first, (uint32_t)first);
	}
	if (!parse_member(p, out, &last))
		return false;
	if (first < 0 || last < 0)
		return regex_fail(p, "a range must begin and end with one character");
	if (first > last)
		return regex_fail(p, "the range is out of order");
	return add(p, out, (uint32_t)first, (uint32_t)last);
}

bool
regex_parse_class(struct regex_parser *p, struct charset *out)
{
	bool negated = regex_take(p, '^');
	while (!regex_take(p, ']')) {
		if (p->at >= p->pattern.n)
			return regex_fail(p, "a ']' is missing");
		if (!parse_range(p, out))
			return false;
	}
	charset_normalise(out);
	return !negated || invert(p, out);
}
