/* SPDX-License-Identifier: MIT */
/* format_uri.c: RFC 3986, RFC 3987, RFC 6570 and RFC 6901. */
#include "format_text.h"

#define SUB_DELIMITERS "!$&'()*+,;="

static bool
is_one_of(int32_t c, const char *set)
{
	return c > 0 && c < 0x80 && strchr(set, c);
}

static bool
is_unreserved(int32_t c)
{
	return c > 0 && c < 0x80 &&
	       (ascii_letter((char)c) || ascii_digit((char)c) || strchr("-._~", c));
}

static bool
is_international(int32_t c, bool private)
{
	bool plane =
	    c >= 0x10000 && c < 0xf0000 && (c & 0xffff) <= 0xfffd && !(c >= 0xe0000 && c < 0xe1000);
	bool own = (c >= 0xe000 && c <= 0xf8ff) || (c >= 0xf0000 && (c & 0xffff) <= 0xfffd);
	return (c >= 0xa0 && c <= 0xd7ff) || (c >= 0xf900 && c <= 0xfdcf) ||
	       (c >= 0xfdf0 && c <= 0xffef) || plane || (private && own);
}

static bool
is_escape(struct str s, size_t at)
{
	return at + 2 < s.n && s.p[at] == '%' && ascii_hex(s.p[at + 1]) >= 0 &&
	       ascii_hex(s.p[at + 2]) >= 0;
}

enum {
	IRI = 1,
	PRIVATE = 2,
};

/* Unreserved characters, sub-delimiters, escapes and those of `also`. */
static bool
is_made_of(struct str s, const char *also, int flags)
{
	for (size_t at = 0; at < s.n;) {
		if (is_escape(s, at)) {
			at += 3;
			continue;
		}
		int32_t c = utf8_next(s, &at);
		bool far = (flags & IRI) && is_international(c, (flags & PRIVATE) != 0);
		if (!far && !is_unreserved(c) && !is_one_of(c, SUB_DELIMITERS) &&
		    !is_one_of(c, also))
			return false;
	}
	return true;
}

static bool
is_literal_host(struct str s)
{
	if (s.n > 1 && (s.p[0] | 0x20) == 'v') {
		size_t dot = str_find(s, STR("."), 1);
		if (dot == SIZE_MAX || dot == 1 || dot + 1 == s.n)
			return false;
		for (size_t i = 1; i < dot; i++)
			if (ascii_hex(s.p[i]) < 0)
				return false;
		struct str rest = str_slice(s, dot + 1, s.n);
		return str_find(rest, STR("%"), 0) == SIZE_MAX && is_made_of(rest, ":", 0);
	}
	return is_ipv6(s);
}

static bool
is_port(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!ascii_digit(s.p[i]))
			return false;
	return true;
}

static bool
is_authority(struct str s, int flags)
{
	size_t at = str_find(s, STR("@"), 0);
	if (at != SIZE_MAX) {
		if (!is_made_of(str_slice(s, 0, at), ":", flags))
			return false;
		s = str_slice(s, at + 1, s.n);
	}
	if (s.n > 0 && s.p[0] == '[') {
		size_t close = str_find(s, STR("]"), 0);
		if (close == SIZE_MAX || !is_literal_host(str_slice(s, 1, close)))
			return false;
		struct str rest = str_slice(s, close + 1, s.n);
		return rest.n == 0 || (rest.p[0] == ':' && is_port(str_slice(rest, 1, rest.n)));
	}
	size_t colon = str_find(s, STR(":"), 0);
	size_t end = colon == SIZE_MAX ? s.n : colon;
	return is_made_of(str_slice(s, 0, end), "", flags) &&
	       (colon == SIZE_MAX || is_port(str_slice(s, colon + 1, s.n)));
}

static size_t
scheme_end(struct str s)
{
	if (s.n == 0 || !ascii_letter(s.p[0]))
		return 0;
	for (size_t i = 1; i < s.n; i++) {
		if (s.p[i] == ':')
			return i;
		if (!ascii_letter(s.p[i]) && !ascii_digit(s.p[i]) && !is_one_of(s.p[i], "+-."))
			return 0;
	}
	return 0;
}

static struct str
cut_at(struct str *s, const char *mark)
{
	size_t at = str_find(*s, str_from(mark), 0);
	struct str behind = at == SIZE_MAX ? STR("") : str_slice(*s, at + 1, s->n);
	*s = str_slice(*s, 0, at == SIZE_MAX ? s->n : at);
	return behind;
}

static bool
is_reference(struct str s, int flags, bool absolute)
{
	size_t scheme = scheme_end(s);
	if (absolute && scheme == 0)
		return false;
	if (scheme > 0)
		s = str_slice(s, scheme + 1, s.n);
	struct str fragment = cut_at(&s, "#"), query = cut_at(&s, "?");
	if (!is_made_of(fragment, ":@/?", flags) ||
	    !is_made_of(query, ":@/?", flags | (flags & IRI ? PRIVATE : 0)))
		return false;
	if (str_starts(s, STR("//"))) {
		size_t slash = str_find(s, STR("/"), 2);
		slash = slash == SIZE_MAX ? s.n : slash;
		return is_authority(str_slice(s, 2, slash), flags) &&
		       is_made_of(str_slice(s, slash, s.n), ":@/", flags);
	}
	size_t colon = str_find(s, STR(":"), 0), slash = str_find(s, STR("/"), 0);
	if (scheme == 0 && colon != SIZE_MAX && colon < slash)
		return false;
	return is_made_of(s, ":@/", flags);
}

bool
is_uri(struct str s)
{
	return is_reference(s, 0, true);
}

bool
is_uri_reference(struct str s)
{
	return is_reference(s, 0, false);
}

bool
is_iri(struct str s)
{
	return is_reference(s, IRI, true);
}

bool
is_iri_reference(struct str s)
{
	return is_reference(s, IRI, false);
}

static bool
is_variable(struct str s)
{
	size_t colon = str_find(s, STR(":"), 0);
	struct str name = s;
	if (s.n > 0 && s.p[s.n - 1] == '*') {
		name = str_slice(s, 0, s.n - 1);
	} else if (colon != SIZE_MAX) {
		struct str length = str_slice(s, colon + 1, s.n);
		if (length.n == 0 || length.n > 4 || length.p[0] == '0' || !is_port(length))
			return false;
		name = str_slice(s, 0, colon);
	}
	for (size_t i = 0; i < name.n; i++) {
		bool dot = name.p[i] == '.' && i > 0 && i + 1 < name.n && name.p[i - 1] != '.';
		bool escape = is_escape(name, i);
		if (!dot && !escape && !ascii_letter(name.p[i]) && !ascii_digit(name.p[i]) &&
		    name.p[i] != '_')
			return false;
		i += escape ? 2 : 0;
	}
	return name.n > 0;
}

static bool
is_expression(struct str s)
{
	if (s.n > 0 && is_one_of(s.p[0], "+#./;?&=,!@|"))
		s = str_slice(s, 1, s.n);
	if (s.n == 0)
		return false;
	for (size_t from = 0; from <= s.n;) {
		size_t end = str_find(s, STR(","), from);
		end = end == SIZE_MAX ? s.n : end;
		if (!is_variable(str_slice(s, from, end)))
			return false;
		from = end + 1;
	}
	return true;
}

bool
is_uri_template(struct str s)
{
	for (size_t at = 0; at < s.n;) {
		if (s.p[at] == '{') {
			size_t close = str_find(s, STR("}"), at);
			if (close == SIZE_MAX || !is_expression(str_slice(s, at + 1, close)))
				return false;
			at = close + 1;
			continue;
		}
		if (is_escape(s, at)) {
			at += 3;
			continue;
		}
		int32_t c = utf8_next(s, &at);
		if (c <= ' ' || c == 0x7f || is_one_of(c, "\"%<>\\^`{|}"))
			return false;
		if (c >= 0x80 && !is_international(c, true))
			return false;
	}
	return true;
}

bool
is_json_pointer(struct str s)
{
	if (s.n > 0 && s.p[0] != '/')
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '~' && (i + 1 == s.n || (s.p[i + 1] != '0' && s.p[i + 1] != '1')))
			return false;
	return true;
}

bool
is_relative_json_pointer(struct str s)
{
	size_t at = 0;
	while (at < s.n && ascii_digit(s.p[at]))
		at++;
	if (at == 0 || (s.p[0] == '0' && at > 1))
		return false;
	struct str rest = str_slice(s, at, s.n);
	return str_is(rest, "#") || is_json_pointer(rest);
}
