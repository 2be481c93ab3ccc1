/* SPDX-License-Identifier: MIT */
#include "uri.h"

#include "ascii.h"

struct parts {
	struct str scheme, authority, path, query;
	bool has_scheme, has_authority, has_query;
};

static size_t
scheme_end(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool other = ascii_digit(c) || c == '+' || c == '-' || c == '.';
		if (c == ':')
			return i;
		if (!ascii_letter(c) && !(other && i > 0))
			return 0;
	}
	return 0;
}

static size_t
find_any(struct str s, size_t from, const char *set)
{
	while (from < s.n && !strchr(set, s.p[from]))
		from++;
	return from;
}

static struct parts
split(struct str s)
{
	struct parts p = {0};
	size_t at = scheme_end(s);
	if (at > 0) {
		p.has_scheme = true;
		p.scheme = str_slice(s, 0, at);
		at++;
	}
	if (str_starts(str_slice(s, at, s.n), STR("//"))) {
		size_t end = find_any(s, at + 2, "/?");
		p.has_authority = true;
		p.authority = str_slice(s, at + 2, end);
		at = end;
	}
	size_t end = find_any(s, at, "?");
	p.path = str_slice(s, at, end);
	if (end < s.n) {
		p.has_query = true;
		p.query = str_slice(s, end + 1, s.n);
	}
	return p;
}

static void
drop_segment(struct buf *out, size_t start)
{
	while (out->n > start && out->p[out->n - 1] != '/')
		out->n--;
	if (out->n > start)
		out->n--;
}

/* Appends `path` to what begins at `start`, its dot segments taken out. */
static void
add_path(struct buf *out, size_t start, struct str path)
{
	size_t i = 0;
	while (i < path.n) {
		size_t end = find_any(path, i + 1, "/");
		struct str segment = str_slice(path, i, end);
		bool last = end == path.n;
		if (str_is(segment, "/..")) {
			drop_segment(out, start);
			if (last)
				buf_char(out, '/');
		} else if (str_is(segment, "/.")) {
			if (last)
				buf_char(out, '/');
		} else if (i > 0 || (!str_is(segment, "..") && !str_is(segment, "."))) {
			buf_str(out, segment);
		}
		i = end;
	}
}

static void
add_merged(struct buf *out, size_t start, const struct parts *base, struct str path)
{
	if (base->has_authority && base->path.n == 0) {
		buf_char(out, '/');
		add_path(out, start, path);
		return;
	}
	size_t slash = base->path.n;
	while (slash > 0 && base->path.p[slash - 1] != '/')
		slash--;
	struct buf whole;
	buf_init(&whole, 2 * URI_BYTES_MAX);
	buf_str(&whole, str_slice(base->path, 0, slash));
	buf_str(&whole, path);
	out->failed = out->failed || whole.failed;
	add_path(out, start, buf_view(&whole));
	buf_release(&whole);
}

static void
add_query(struct buf *out, const struct parts *p)
{
	if (!p->has_query)
		return;
	buf_char(out, '?');
	buf_str(out, p->query);
}

static void
add_front(struct buf *out, const struct parts *scheme, const struct parts *authority)
{
	if (scheme->has_scheme) {
		buf_str(out, scheme->scheme);
		buf_char(out, ':');
	}
	if (authority->has_authority) {
		buf_text(out, "//");
		buf_str(out, authority->authority);
	}
}

static void
resolve(struct buf *out, const struct parts *b, const struct parts *r)
{
	add_front(out, r->has_scheme ? r : b, r->has_scheme || r->has_authority ? r : b);
	size_t start = out->n;
	if (r->has_scheme || r->has_authority || str_starts(r->path, STR("/"))) {
		add_path(out, start, r->path);
	} else if (r->path.n > 0) {
		add_merged(out, start, b, r->path);
	} else {
		buf_str(out, b->path);
		add_query(out, r->has_query ? r : b);
		return;
	}
	add_query(out, r);
}

bool
uri_resolve(
    struct arena *a, struct str base, struct str reference, struct str *uri, struct str *fragment)
{
	size_t hash = find_any(reference, 0, "#");
	*fragment = hash < reference.n ? str_slice(reference, hash + 1, reference.n) : STR("");
	if (hash == 0) {
		*uri = base;
		return true;
	}
	struct parts b = split(base), r = split(str_slice(reference, 0, hash));
	struct buf out;
	buf_init(&out, URI_BYTES_MAX);
	resolve(&out, &b, &r);
	return buf_keep(&out, a, uri);
}

bool
uri_unescape(struct arena *a, struct str s, struct str *out)
{
	char *p = arena_alloc(a, s.n + 1);
	size_t n = 0;
	if (!p)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		bool escape = s.p[i] == '%' && i + 2 < s.n && ascii_hex(s.p[i + 1]) >= 0 &&
			      ascii_hex(s.p[i + 2]) >= 0;
		p[n++] =
		    escape ? (char)(ascii_hex(s.p[i + 1]) * 16 + ascii_hex(s.p[i + 2])) : s.p[i];
		i += escape ? 2 : 0;
	}
	*out = (struct str){p, n};
	return true;
}

bool
pointer_unescape(struct arena *a, struct str *token)
{
	if (str_find(*token, STR("~"), 0) == SIZE_MAX)
		return true;
	char *p = arena_alloc(a, token->n + 1);
	size_t n = 0;
	if (!p)
		return false;
	for (size_t i = 0; i < token->n; i++) {
		char c = token->p[i];
		if (c == '~' && i + 1 < token->n &&
		    (token->p[i + 1] == '0' || token->p[i + 1] == '1'))
			c = token->p[++i] == '0' ? '~' : '/';
		p[n++] = c;
	}
	*token = (struct str){p, n};
	return true;
}
