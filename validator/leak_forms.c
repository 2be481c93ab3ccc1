/* SPDX-License-Identifier: MIT */
/* leak_forms.c: the forms in which a text is looked at. */
#include "leak.h"

#include <stdlib.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

static bool
fold_valid(struct str text, struct buf *out)
{
	size_t n = 0;

	if (str_is_ascii(text)) {
		for (size_t i = 0; i < text.n; i++)
			buf_char(out, ascii_to_lower(text.p[i]));
		return !out->failed;
	}
	uint8_t *folded =
	    u8_casefold((const uint8_t *)text.p, text.n, NULL, UNINORM_NFKC, NULL, &n);
	if (!folded)
		return false;
	buf_str(out, (struct str){(const char *)folded, n});
	free(folded);
	return !out->failed;
}

bool
leak_fold(struct str text, struct buf *out)
{
	while (text.n > 0) {
		size_t valid = utf8_invalid_at(text);
		if (!fold_valid(str_slice(text, 0, valid), out))
			return false;
		if (valid < text.n)
			buf_char(out, text.p[valid++]);
		text = str_slice(text, valid, text.n);
	}
	return !out->failed;
}

static bool
is_letter(int32_t c)
{
	if (c < 0x80)
		return c >= 0 && c != '_' && ascii_word((char)c);
	return uc_is_property_alphabetic((ucs4_t)c) || uc_is_property_decimal_digit((ucs4_t)c);
}

bool
leak_letters(struct str folded, struct buf *out)
{
	for (size_t at = 0; at < folded.n;) {
		size_t from = at;
		int32_t c = utf8_next(folded, &at);
		if (c < 0)
			at = at > from ? at : from + 1;
		else if (is_letter(c))
			buf_str(out, str_slice(folded, from, at));
	}
	return !out->failed;
}

bool
leak_reversed(struct str folded, struct buf *out)
{
	for (size_t end = folded.n; end > 0;) {
		size_t from = end - 1;
		while (from > 0 && ((unsigned char)folded.p[from] & 0xc0) == 0x80)
			from--;
		buf_str(out, str_slice(folded, from, end));
		end = from;
	}
	return !out->failed;
}

/* -- escapes --------------------------------------------------------------------------------- */

/* Up to `most` digits from *at; -1 where there are fewer than `least`. */
static int32_t
read_code(struct str text, size_t *at, size_t least, size_t most, int32_t base)
{
	int32_t code = 0;
	size_t n = 0;

	for (; n < most && *at < text.n; n++, (*at)++) {
		int d = ascii_hex(text.p[*at]);
		if (d < 0 || d >= base)
			break;
		code = code * base + d;
	}
	return n < least ? -1 : code;
}

static bool
put_code(int32_t code, bool byte, struct buf *out)
{
	if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return false;
	if (byte)
		buf_char(out, (char)code);
	else
		buf_codepoint(out, (uint32_t)code);
	return true;
}

static bool
put_backslash(struct str text, size_t *at, struct buf *out)
{
	static const char named[] = "n\nt\tr\rb\bf\f\"\"\\\\//''";
	size_t i = *at + 2;
	char c = *at + 1 < text.n ? text.p[*at + 1] : '\0';

	if (c == 'x' || c == 'u' || c == 'U') {
		size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : 8;
		bool good = put_code(read_code(text, &i, digits, digits, 16), c == 'x', out);
		*at = good ? i : *at;
		return good;
	}
	for (const char *p = named; c && *p; p += 2)
		if (*p == c) {
			buf_char(out, p[1]);
			*at = i;
			return true;
		}
	return false;
}

static bool
put_entity(struct str text, size_t *at, struct buf *out)
{
	static const char *const named[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
	static const char means[] = "&<>\"'";
	struct str rest = str_slice(text, *at, text.n);
	bool hex = rest.n > 2 && ascii_to_lower(rest.p[2]) == 'x';
	size_t i = hex ? 3 : 2;

	for (size_t k = 0; k < ARRAY_LENGTH(named); k++)
		if (str_starts(rest, str_from(named[k]))) {
			buf_char(out, means[k]);
			*at += strlen(named[k]);
			return true;
		}
	if (rest.n < 3 || rest.p[1] != '#' ||
	    !put_code(read_code(rest, &i, 1, 7, hex ? 16 : 10), false, out))
		return false;
	*at += i + (i < rest.n && rest.p[i] == ';');
	return true;
}

static bool
put_percent(struct str text, size_t *at, struct buf *out)
{
	size_t i = *at + 1;

	if (!put_code(read_code(text, &i, 2, 2, 16), true, out))
		return false;
	*at = i;
	return true;
}

bool
leak_unescape(struct str text, struct buf *out)
{
	bool any = false;

	for (size_t at = 0; at < text.n;) {
		char c = text.p[at];
		bool undone = (c == '\\' && put_backslash(text, &at, out)) ||
			      (c == '&' && put_entity(text, &at, out)) ||
			      (c == '%' && put_percent(text, &at, out));
		if (!undone)
			buf_char(out, text.p[at++]);
		any = any || undone;
	}
	return any && !out->failed;
}

/* -- bases ----------------------------------------------------------------------------------- */

static int
value_of(char c, unsigned bits)
{
	char small = ascii_to_lower(c);
	bool letter = ascii_letter(c);

	if (bits == 4)
		return ascii_hex(c);
	if (bits == 5)
		return letter ? small - 'a' : c >= '2' && c <= '7' ? c - '2' + 26 : -1;
	if (letter)
		return c == small ? c - 'a' + 26 : c - 'A';
	if (ascii_digit(c))
		return c - '0' + 52;
	return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

/* A hexadecimal prefix (0x, \x) is no digit. */
static bool
is_prefix(struct str text, size_t at)
{
	return at + 1 < text.n && text.p[at] == '0' && ascii_to_lower(text.p[at + 1]) == 'x';
}

void
leak_decode(struct str text, unsigned bits, size_t shift, struct buf *out)
{
	uint32_t held = 0;
	unsigned count = 0;

	for (size_t at = 0; at < text.n; at++) {
		int v = value_of(text.p[at], bits);
		if (v < 0 || (bits == 4 && is_prefix(text, at)))
			continue;
		if (shift > 0) {
			shift--;
			continue;
		}
		held = held << bits | (uint32_t)v;
		count += bits;
		if (count >= 8) {
			count -= 8;
			buf_char(out, (char)(held >> count & 0xff));
		}
	}
}
