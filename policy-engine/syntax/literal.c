/* SPDX-License-Identifier: MIT */
#include "literal.h"

#include "ascii.h"

struct literal
literal_open(const struct tree *t, uint32_t string)
{
	struct literal l = {0};
	uint32_t first = tree_first(t, string), quotes = 0;
	struct str s = tree_text(t, first);

	for (size_t i = 0; i < s.n; i++) {
		char c = (char)(s.p[i] | 32);

		l.raw = l.raw || c == 'r';
		l.bytes = l.bytes || c == 'b';
		l.format = l.format || c == 'f';
		if (s.p[i] == '"' || s.p[i] == '\'')
			quotes++;
		else if (c != 'r' && c != 'b' && c != 'f' && c != 'u')
			l.strange_prefix = true;
	}
	l.from = t->nodes[first].end;
	l.to = t->nodes[string].end;
	l.to = l.to >= l.from + quotes ? l.to - quotes : l.from;
	return l;
}

static void
put(const struct literal *l, uint32_t c, struct buf *out)
{
	if (l->bytes)
		buf_char(out, (char)(c & 0xff));
	else
		buf_codepoint(out, c);
}

/* Reads at most that many digits of the base; returns how many there are. */
static uint32_t
digits(const char *p, uint32_t at, uint32_t to, int base, uint32_t most, uint32_t *out)
{
	uint32_t n = 0;

	*out = 0;
	for (; n < most && at + n < to; n++) {
		int digit = ascii_hex(p[at + n]);

		if (digit < 0 || digit >= base)
			break;
		*out = *out * (uint32_t)base + (uint32_t)digit;
	}
	return n;
}

/* The escape whose backslash stands at `at`; returns the place behind it. */
static uint32_t
escape(struct literal *l, const char *p, uint32_t at, uint32_t to, struct buf *out)
{
	static const char from[] = "abfnrtv\\'\"", into[] = "\a\b\f\n\r\t\v\\'\"";
	char c = p[at + 1];
	const char *plain = memchr(from, c, sizeof(from) - 1);
	uint32_t most = c == 'x' ? 2 : l->bytes ? 0 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
	uint32_t code, n = digits(p, at + 1, to, 8, 3, &code);

	if (c == '\n')
		return at + 2;
	if (c == '\r' && at + 2 < to && p[at + 2] == '\n')
		return at + 3;
	if (plain != NULL) {
		buf_char(out, into[plain - from]);
		return at + 2;
	}
	if (n > 0) {
		put(l, code, out);
		return at + 1 + n;
	}
	if (most > 0 && digits(p, at + 2, to, 16, most, &code) == most) {
		put(l, code, out);
		return at + 2 + most;
	}
	if (c == 'N' && !l->bytes)
		l->named_escape = true;
	buf_char(out, '\\');
	return at + 1;
}

void
literal_decode(const struct tree *t, struct literal *l, uint32_t from, uint32_t to, struct buf *out)
{
	const char *p = t->source.p;

	for (uint32_t i = from; i < to;) {
		bool pair = i + 1 < to;

		if (p[i] == '\\' && l->bytes && !l->raw && pair &&
		    (p[i + 1] == 'N' || p[i + 1] == 'u' || p[i + 1] == 'U'))
			l->bytes_escape = true;
		if (p[i] == '\\' && !l->raw && pair) {
			i = escape(l, p, i, to, out);
			continue;
		}
		if (p[i] == '\r' && pair && p[i + 1] == '\n') { /* Python reads \r\n as \n */
			i++;
			continue;
		}
		buf_char(out, p[i]);
		i += l->format && pair && (p[i] == '{' || p[i] == '}') && p[i + 1] == p[i] ? 2 : 1;
	}
}

bool
literal_integer(struct str text, int64_t *out)
{
	int base = 10;
	size_t i = 0;
	int64_t n = 0;

	if (text.n > 2 && text.p[0] == '0') {
		char c = (char)(text.p[1] | 32);

		base = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 10;
		i = base == 10 ? 0 : 2;
	}
	for (; i < text.n; i++) {
		int d = ascii_hex(text.p[i]);

		if (text.p[i] == '_')
			continue;
		if (d < 0 || d >= base || __builtin_mul_overflow(n, (int64_t)base, &n) ||
		    __builtin_add_overflow(n, (int64_t)d, &n))
			return false;
	}
	*out = n;
	return true;
}
