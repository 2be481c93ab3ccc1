/* SPDX-License-Identifier: MIT */
/*
 * judge.c: whether a request is answered at all, asked before its body is read: framing, Host, path
 * and method, who asks, rate, right, length, in this order.
 */
#include "microhttpd_api.h"
#include "serving.h"

#include "text.h"

#include <stdlib.h>
#include <strings.h>

struct seen {
	unsigned hosts, lengths, encodings;
};

static enum MHD_Result
see_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
	struct seen *s = context;

	(void)kind;
	(void)value;
	s->hosts += strcasecmp(name, "Host") == 0;
	s->lengths += strcasecmp(name, "Content-Length") == 0;
	s->encodings += strcasecmp(name, "Transfer-Encoding") == 0;
	return MHD_YES;
}

static enum MHD_Result
see_query(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
	bool *is_text = context;
	struct str s = str_from(value);

	(void)kind;
	(void)name;
	*is_text = *is_text && utf8_invalid_at(s) == s.n;
	return MHD_YES;
}

static bool
query_is_text(struct request *r, struct err *err)
{
	bool is_text = true;

	mhd.MHD_get_connection_values(r->connection, MHD_GET_ARGUMENT_KIND, see_query, &is_text);
	return is_text || err_set(err, ERR_USAGE, "the query is not UTF-8");
}

/* Two ways to read where a request ends are what smuggling lives on. */
static bool
framing_is_plain(struct request *r, struct err *err)
{
	struct seen s = {0};

	mhd.MHD_get_connection_values(r->connection, MHD_HEADER_KIND, see_header, &s);
	return (s.hosts <= 1 && s.lengths <= 1 && s.encodings == 0) ||
	       err_set(err, ERR_USAGE,
		   "a request may have one Host, at most one Content-Length and no Transfer-Encoding");
}

/* A page in a browser that was led here by another name must not reach what listens locally. */
static bool
host_is_ours(struct request *r, struct err *err)
{
	static const char *const LOCAL[] = {"localhost", "127.0.0.1", "[::1]"};
	const char *host = request_header(r, "Host");
	const struct service_options *o = r->serving->o;
	struct str name = str_from(host);

	if (!host)
		return err_set(err, ERR_USAGE, "the request has no Host header");
	if (name.n > 0 && name.p[name.n - 1] != ']')
		for (size_t i = name.n; i > 0; i--)
			if (name.p[i - 1] == ':') {
				name.n = i - 1;
				break;
			}
	for (size_t i = 0; i < ARRAY_LENGTH(LOCAL); i++)
		if (str_is(name, LOCAL[i]))
			return true;
	for (size_t i = 0; i < o->host_count; i++)
		if (str_is(name, o->hosts[i]))
			return true;
	err_set(err, ERR_REFUSED, "this service does not answer to the name '%.80s'", host);
	return err_help(err, "start it with --host NAME for each of its names");
}

/* -- from a path to its handler -------------------------------------------------------------- */

static bool
fits(struct str pattern, struct str path, struct str parts[PARTS_MAX])
{
	struct str want, have;
	size_t count = 0;

	if (path.n > 1 && str_ends(path, STR("/")))
		return false;
	while (pattern.n > 0 || path.n > 0) {
		bool more = str_cut(&pattern, '/', &want);
		if (!str_cut(&path, '/', &have) || !more)
			return false;
		if (want.n > 0 && want.p[0] == '{') {
			if (have.n == 0 || count == PARTS_MAX)
				return false;
			parts[count++] = have;
		} else if (!str_eq(want, have)) {
			return false;
		}
	}
	return true;
}

static const struct route *
find_route(struct request *r, const char *method, const char *path, bool *path_is_known)
{
	const struct route_table *all = r->serving->routes;

	*path_is_known = false;
	for (size_t i = 0; i < all->count; i++) {
		if (!fits(str_from(all->list[i].path), str_from(path), r->parts))
			continue;
		*path_is_known = true;
		if (strcmp(all->list[i].method, method) == 0)
			return &all->list[i];
	}
	return NULL;
}

/* -- who asks -------------------------------------------------------------------------------- */

static const char *
other_header(const struct request *r)
{
	const struct route_table *all = r->serving->routes;
	const char *found = NULL;

	for (size_t i = 0; i < all->token_count && !found && r->route; i++)
		if (r->route->handle == all->tokens[i].handle)
			found = request_header(r, all->tokens[i].header);
	return found;
}

static const struct caller *
token_of(struct request *r)
{
	const char *header = request_header(r, "Authorization");
	const char *other = other_header(r);
	struct str text = str_from(header);

	if (!header && other)
		return door_token(&r->serving->door, str_from(other), &r->caller) ? &r->caller
										  : NULL;
	if (!header || text.n < 8 || strncasecmp(header, "Bearer ", 7) != 0)
		return NULL;
	return door_token(&r->serving->door, str_trim(str_slice(text, 7, text.n)), &r->caller)
		   ? &r->caller
		   : NULL;
}

bool
request_is_page(const struct request *r)
{
	return r->route && strcmp(r->route->media_type, PAGE_TYPE) == 0;
}

/* The owner of the session. A page's request must come from a page of ours: a browser
 * says where from. */
static const struct caller *
visitor_of(struct request *r)
{
	struct serving *s = r->serving;

	return sessions_find(
		   &s->sessions, &s->door, request_cookie(r, session_cookie(s)), &r->session)
		   ? &r->session.who
		   : NULL;
}

static bool
comes_from_here(struct request *r, const char *method, struct err *err)
{
	const char *origin = request_header(r, "Origin"), *host = request_header(r, "Host");
	const char *site = request_header(r, "Sec-Fetch-Site");
	const char *name = origin ? strstr(origin, "://") : NULL;

	if (strcmp(method, "POST") != 0 ||
	    ((!origin || (name && host && strcmp(name + 3, host) == 0)) &&
		(!site || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0)))
		return true;
	return err_set(err, ERR_REFUSED, "another site sent this request");
}

static bool
rate_allows(struct request *r)
{
	return rates_allow(&r->serving->rates, r->serving->o->rate,
	    str_from(r->who ? r->who->id : request_address(r)));
}

static bool
length_is_allowed(struct request *r, struct err *err)
{
	const char *length = request_header(r, "Content-Length");
	unsigned long long n = length ? strtoull(length, NULL, 10) : 0;

	return n <= r->route->body_bytes_max ||
	       err_set(err, ERR_LIMIT, "the body may have at most %zu bytes here",
		   r->route->body_bytes_max);
}

/* The status that the request is refused with before its body is read, or 0. */
unsigned
request_judge(struct request *r, const char *method, const char *path, struct err *err)
{
	bool path_is_known = false;

	if (!framing_is_plain(r, err) || !query_is_text(r, err))
		return 400;
	if (!host_is_ours(r, err))
		return 421;
	r->route = find_route(r, method, path, &path_is_known);
	r->who = request_is_page(r) ? visitor_of(r) : token_of(r);
	if (!rate_allows(r)) {
		err_set(err, ERR_LIMIT, "too many requests; try again in a moment");
		return 429;
	}
	if (!r->route) {
		err_set(err, ERR_INPUT,
		    path_is_known ? "this path does not take %.20s" : "nothing is at this path",
		    method);
		err_help(err, "/openapi.json lists all paths");
		return path_is_known ? 405 : 404;
	}
	if (!comes_from_here(r, method, err))
		return 403;
	if (r->route->right != RIGHT_NONE && !r->who && request_is_page(r))
		return 303;
	if (r->route->right != RIGHT_NONE && !r->who) {
		err_set(err, ERR_REFUSED, "the token is missing, unknown or expired");
		err_help(err, "send the header `Authorization: Bearer TOKEN`");
		return 401;
	}
	if (r->route->right != RIGHT_NONE && r->route->right != RIGHT_ANY &&
	    (r->who->rights & r->route->right) != r->route->right) {
		err_set(err, ERR_REFUSED, "the token of '%s' may not do this", r->who->id);
		return 403;
	}
	return length_is_allowed(r, err) ? 0 : 413;
}
