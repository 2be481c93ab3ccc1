/* SPDX-License-Identifier: MIT */
#include "redact.h"

#include "ascii.h"

/* How many bytes at `s` stand for the ASCII character c; 0 where others do. */
static size_t
written(struct str s, char c)
{
	unsigned code = 0;

	if (s.n > 0 && s.p[0] == c)
		return 1;
	if (s.n < 2 || s.p[0] != '\\')
		return 0;
	if (s.p[1] == c)
		return 2;
	if (s.p[1] != 'u' || s.n < 6)
		return 0;
	for (size_t i = 2; i < 6; i++) {
		if (ascii_hex(s.p[i]) < 0)
			return 0;
		code = code * 16 + (unsigned)ascii_hex(s.p[i]);
	}
	return code == (unsigned char)c ? 6 : 0;
}

static size_t
length_of(struct str text, struct str secret)
{
	size_t at = 0;

	for (size_t i = 0; i < secret.n; i++) {
		size_t n = written(str_slice(text, at, text.n), secret.p[i]);
		if (n == 0)
			return 0;
		at += n;
	}
	return at;
}

void
redact(struct buf *out, struct str text, struct str secret)
{
	size_t from = 0;

	for (size_t at = 0; at < text.n && secret.n > 0;) {
		size_t n = length_of(str_slice(text, at, text.n), secret);
		if (n == 0) {
			at++;
			continue;
		}
		buf_str(out, str_slice(text, from, at));
		buf_text(out, "[redacted]");
		from = at += n;
	}
	buf_str(out, str_slice(text, from, text.n));
}
