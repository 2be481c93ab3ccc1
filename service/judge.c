/* SPDX-License-Identifier: MIT */
/*
 * judge.c: whether a request is answered at all, asked before its body is read: framing, Host, path
 * and method, who asks, rate, right, length, in this order.
 */
#include "microhttpd_api.h"
#include "serving.h"

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

/* Two ways to read where a request ends are what smuggling lives on. */
static bool
framing_is_plain(struct request *r, struct err *err)
{
	struct seen s = {0};

	mhd.MHD_get_connection_values(r->connection, MHD_HEADER_KIND, see_header, &s);
	return (s.hosts <= 1 && s.lengths <= 1 && s.encodings == 0) ||
	       err_set(err, ERR_USAGE,
		   "one Host and one Content-Length at most, and no Transfer-Encoding");
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
		return err_set(err, ERR_USAGE, "there is no Host");
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
	err_set(err, ERR_REFUSED, "the service does not go by the name '%.80s'", host);
	return err_help(err, "start it with --host NAME for each name that it has");
}

/* Clients that others wrote have the token elsewhere; that counts at their own paths alone. */
static const char *
other_header(const struct request *r)
{
	static const struct {
		handler *handle;
		const char *names[2];
	} OTHERS[] = {
	    {e2b_execute_http, {"X-Access-Token", "E2B-Traffic-Access-Token"}},
	    {e2b_contexts_http, {"X-Access-Token", "E2B-Traffic-Access-Token"}},
	    {e2b_context_http, {"X-Access-Token", "E2B-Traffic-Access-Token"}},
	    {e2b_restart_http, {"X-Access-Token", "E2B-Traffic-Access-Token"}},
	    {e2b_remove_http, {"X-Access-Token", "E2B-Traffic-Access-Token"}},
	    {guardrail_http, {"x-api-key", "x-api-key"}},
	};
	const char *found = NULL;

	for (size_t i = 0; i < ARRAY_LENGTH(OTHERS) && !found; i++)
		for (size_t k = 0; k < 2 && !found && r->route; k++)
			if (r->route->handle == OTHERS[i].handle)
				found = request_header(r, OTHERS[i].names[k]);
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

/* Who the session was begun by. What a page sends comes from a page of ours: a browser
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
	return err_set(err, ERR_REFUSED, "another site sent this");
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
	       err_set(
		   err, ERR_LIMIT, "a body here has at most %zu bytes", r->route->body_bytes_max);
}

/* The status that the request is refused with before its body is read, or 0. */
unsigned
request_judge(struct request *r, const char *method, const char *path, struct err *err)
{
	bool path_is_known = false;

	if (!framing_is_plain(r, err))
		return 400;
	if (!host_is_ours(r, err))
		return 421;
	r->route = route_find(method, path, r->parts, &path_is_known);
	r->who = request_is_page(r) ? visitor_of(r) : token_of(r);
	if (!rate_allows(r)) {
		err_set(err, ERR_LIMIT, "too many requests in a short time");
		return 429;
	}
	if (!r->route) {
		err_set(err, ERR_INPUT,
		    path_is_known ? "this path does not take %.20s"
				  : "there is nothing at this path",
		    method);
		err_help(err, "/openapi.json lists all paths");
		return path_is_known ? 405 : 404;
	}
	if ((request_is_page(r) || r->route->handle == mcp_http) &&
	    !comes_from_here(r, method, err))
		return 403;
	if (r->route->right != RIGHT_NONE && !r->who && request_is_page(r))
		return 303;
	if (r->route->right != RIGHT_NONE && !r->who) {
		err_set(err, ERR_REFUSED, "no token, or one that is not known or is over");
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
