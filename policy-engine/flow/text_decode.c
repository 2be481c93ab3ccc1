/* SPDX-License-Identifier: MIT */
/* Texts out of base64, hexadecimal digits and rot13. What decoders do not all read alike is "some
 * string". */
#include "flow.h"

static int
base64_digit(char c)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = memchr(digits, c, 64);

	return at == NULL ? -1 : (int)(at - digits);
}

/* What is not written as every decoder reads it is "some string". */
static bool
is_base64(struct str s)
{
	size_t n = s.n;

	while (n > 0 && s.n - n < 2 && s.p[n - 1] == '=')
		n--;
	for (size_t i = 0; i < n; i++)
		if (base64_digit(s.p[i]) < 0)
			return false;
	return s.n % 4 == 0;
}

struct value
fold_base64(struct facts *f, struct str s)
{
	struct buf b;
	uint32_t bits = 0, have = 0;

	if (!is_base64(s))
		return value_unknown();
	buf_init(&b, FOLD_BYTES_MAX);
	for (size_t i = 0; i < s.n; i++) {
		int d = base64_digit(s.p[i]);

		if (d < 0)
			continue;
		bits = bits << 6 | (uint32_t)d;
		have += 6;
		if (have >= 8) {
			have -= 8;
			buf_char(&b, (char)(bits >> have & 0xff));
		}
	}
	return fold_made(f, &b, true);
}

struct value
fold_hex(struct facts *f, struct str s)
{
	struct buf b;

	buf_init(&b, FOLD_BYTES_MAX);
	for (size_t i = 0; i < s.n; i += 2) {
		int64_t n;
		char digits[5] = {'0', 'x', s.p[i], i + 1 < s.n ? s.p[i + 1] : ' ', 0};

		if (memchr(digits + 2, '_', 2) != NULL || !literal_integer(str_from(digits), &n)) {
			buf_release(&b);
			return value_unknown();
		}
		buf_char(&b, (char)n);
	}
	return fold_made(f, &b, true);
}

struct value
fold_rotated(struct facts *f, struct str s)
{
	struct buf b;

	buf_init(&b, FOLD_BYTES_MAX);
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i], base = (char)(c >= 'a' && c <= 'z' ? 'a' : 'A');

		buf_char(&b, c >= base && c < base + 26
				 ? (char)((unsigned)(c - base + 13) % 26u + (unsigned)base)
				 : c);
	}
	return fold_made(f, &b, false);
}
