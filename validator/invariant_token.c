/* SPDX-License-Identifier: MIT */
#include "invariant_token.h"

#include "ascii.h"

#include <stdio.h>

const struct term *
token_fail(struct term_parser *p, size_t at, size_t width, const char *format, ...)
{
	char message[ERR_MESSAGE_BYTES];
	va_list ap;
	if (p->err->code != ERR_NONE)
		return NULL;
	va_start(ap, format);
	vsnprintf(message, sizeof(message), format, ap);
	va_end(ap);
	err_set(p->err, ERR_INPUT, "%s", message);
	size_t column = utf8_length(str_slice(p->text, 0, at)) + 1;
	err_place(p->err, "", 1, (unsigned)column, (unsigned)(width > 0 ? width : 1));
	return NULL;
}

static bool
is_name_char(char c, bool first)
{
	return ascii_word(c) && !(first && ascii_digit(c));
}

void
token_blanks(struct term_parser *p)
{
	while (p->at < p->text.n && memchr(" \t\r\n", p->text.p[p->at], 4))
		p->at++;
}

bool
token_take(struct term_parser *p, const char *token)
{
	token_blanks(p);
	struct str rest = str_slice(p->text, p->at, p->text.n), t = str_from(token);
	if (!str_starts(rest, t))
		return false;
	bool word = is_name_char(token[0], true);
	if (word && rest.n > t.n && is_name_char(rest.p[t.n], false))
		return false;
	p->at += t.n;
	return true;
}

bool
token_expect(struct term_parser *p, const char *token)
{
	return token_take(p, token) || token_fail(p, p->at, 1, "expected '%s'", token);
}

struct str
token_name(struct term_parser *p)
{
	token_blanks(p);
	size_t from = p->at;
	while (p->at < p->text.n && is_name_char(p->text.p[p->at], p->at == from))
		p->at++;
	return str_slice(p->text, from, p->at);
}
