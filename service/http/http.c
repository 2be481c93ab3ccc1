/* SPDX-License-Identifier: MIT */
/*
 * http.c: between libmicrohttpd and the handlers.
 *
 * Each connection has a thread of its own, so a handler may wait. What a client may send has a
 * ceiling before it is read: headers, bodies by route, connections, time.
 */
#include "http.h"
#include "listen.h"
#include "microhttpd_api.h"
#include "serving.h"

#include "ascii.h"
#include "clock.h"

#include <stdlib.h>

#define RETRY_AFTER_S "2"
#define PROBLEM_BYTES_MAX 65536

struct exchange { /* one request and its answer */
	struct request r;
	struct serving *serving;
	struct buf body;
	int64_t began_us;
};

/* -- what handlers use ----------------------------------------------------------------------- */

const char *
request_query(const struct request *r, const char *name)
{
	return mhd.MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

bool
request_limit(const struct request *r, size_t usual, size_t most, size_t *out, struct err *err)
{
	const char *limit = request_query(r, "limit");
	long n = limit ? strtol(limit, NULL, 10) : (long)usual;

	*out = (size_t)n;
	return (n >= 1 && n <= (long)most) ||
	       err_set(err, ERR_USAGE, "'limit' must be from 1 to %zu", most);
}

void
answer_header(struct answer *out, const char *name, const char *value)
{
	if (out->header_count < HEADERS_MAX && value)
		out->headers[out->header_count++] = (struct answer_header){name, value};
}

void
answer_json(struct answer *out, struct json_writer *w)
{
	json_writer_init(w, &out->body, false);
	json_object(w);
}

bool
answer_json_end(struct answer *out, struct json_writer *w)
{
	json_end_object(w);
	buf_char(&out->body, '\n');
	return true;
}

bool
answer_go(struct answer *out, const char *where)
{
	out->status = 303;
	answer_header(out, "Location", where);
	return true;
}

bool
answer_missing(struct answer *out, struct err *err, const char *what, struct str id)
{
	out->status = 404;
	return err_set(
	    err, ERR_INPUT, "there is no %s '%.*s'", what, id.n > 60 ? 60 : (int)id.n, id.p);
}

bool
fault_is_own(const struct err *err)
{
	return err->code == ERR_MEMORY || err->code == ERR_SYSTEM;
}

/* -- answers --------------------------------------------------------------------------------- */

static unsigned
status_of(const struct err *err)
{
	switch (err->code) {
	case ERR_USAGE:
		return 400;
	case ERR_INPUT:
		return 422;
	case ERR_LIMIT:
		return 413;
	case ERR_REFUSED:
	case ERR_FENCED:
		return 409;
	case ERR_SYSTEM:
	case ERR_MEMORY:
	case ERR_SANDBOX:
		return 503;
	case ERR_NONE:
	case ERR_PROVIDER:
	case ERR_INTERNAL:
	default:
		return 500;
	}
}

static const char *
title_of(unsigned status)
{
	static const struct {
		unsigned status;
		const char *title;
	} TITLES[] = {
	    {400, "the request is wrong"},
	    {401, "a token is needed"},
	    {403, "the token lacks this right"},
	    {404, "not found"},
	    {405, "this path takes other methods"},
	    {409, "refused"},
	    {413, "too large"},
	    {421, "the request is for another host"},
	    {422, "the content is wrong"},
	    {429, "too many requests"},
	    {431, "too many headers"},
	    {503, "the service can't answer now"},
	};

	for (size_t i = 0; i < ARRAY_LENGTH(TITLES); i++)
		if (TITLES[i].status == status)
			return TITLES[i].title;
	return "the service failed";
}

static void
put_errors(struct json_writer *w, const struct err_list *errs)
{
	json_open_array(w, "errors");
	for (size_t i = 0; i < errs->count; i++) {
		json_format(
		    w, "{detail: %s, help: ?%s}", errs->items[i].message, errs->items[i].help);
	}
	json_end_array(w);
}

/* RFC 9457. What went wrong inside is told in the log alone: it may name paths. */
void
answer_problem(struct answer *out, const struct err *err, const struct trace *trace)
{
	if (out->status < 400)
		out->status = status_of(err);
	bool inside = out->status >= 500;
	struct json_writer w;

	if (inside)
		log_line(trace, "%s", err->message);
	buf_clear(&out->body);
	out->stream.look = NULL;
	out->media_type = "application/problem+json";
	answer_json(out, &w);
	json_format(&w, "title: %s, status: %u, detail: %s, help: ?%s, trace_id: %s",
	    title_of(out->status), out->status,
	    inside ? "the service could not answer, and its log says why" : err->message,
	    inside ? "ask again with the same Idempotency-Key, so that nothing is done twice"
		   : err->help,
	    trace->id);
	if (out->errors && !inside)
		put_errors(&w, out->errors);
	answer_json_end(out, &w);
	if (out->status == 503 || out->status == 429)
		answer_header(out, "Retry-After", RETRY_AFTER_S);
	if (out->status == 401)
		answer_header(out, "WWW-Authenticate", "Bearer realm=\"sluice\"");
}

/* A stream counts until it begins. */
static void
tell_answered(const struct exchange *x, unsigned status)
{
	const struct request *r = &x->r;
	struct serving *s = x->serving;
	int64_t took_us = clock_us() - x->began_us;
	const struct request_told told = {.trace = &r->trace,
	    .method = r->route ? r->route->method : "?",
	    .path = r->route ? r->route->path : "?",
	    .who = r->who ? r->who->id : NULL,
	    .subject = r->route && strchr(r->route->path, '{') ? r->parts[0] : STR(""),
	    .status = status,
	    .began_us = clock_utc_us() - took_us,
	    .took_us = took_us};

	metrics_request(&s->metrics, r->route ? (size_t)(r->route - s->routes->list) : SIZE_MAX,
	    status, took_us);
	log_request(&told);
	spans_request(&s->spans, &told);
}

static enum MHD_Result
send_answer(struct exchange *x, struct answer *out)
{
	static const struct answer_header ALWAYS[] = {
	    {"Cache-Control", "no-store"},
	    {"X-Content-Type-Options", "nosniff"},
	    {"Content-Security-Policy",
		"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
		"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"},
	    {"Cross-Origin-Opener-Policy", "same-origin"},
	    {"Cross-Origin-Resource-Policy", "same-origin"},
	    {"Referrer-Policy", "same-origin"},
	};
	struct MHD_Response *response;
	enum MHD_Result sent;

	if (out->body.failed) {
		buf_release(&out->body);
		buf_init(&out->body, 4096);
		out->status = 503;
		answer_problem(
		    out, &(struct err){.message = "an answer was too long"}, &x->r.trace);
	}
	if (out->stream.look)
		response = stream_response(&x->r, &out->stream);
	else
		response = mhd.MHD_create_response_from_buffer(
		    out->body.n, out->body.p, MHD_RESPMEM_MUST_COPY);
	if (!response)
		return MHD_NO;
	mhd.MHD_add_response_header(
	    response, "Content-Type", out->media_type ? out->media_type : x->r.route->media_type);
	for (size_t i = 0; i < ARRAY_LENGTH(ALWAYS); i++)
		mhd.MHD_add_response_header(response, ALWAYS[i].name, ALWAYS[i].value);
	for (size_t i = 0; i < out->header_count; i++)
		mhd.MHD_add_response_header(response, out->headers[i].name, out->headers[i].value);
	sent = mhd.MHD_queue_response(x->r.connection, out->status, response);
	mhd.MHD_destroy_response(response);
	tell_answered(x, out->status);
	request_give_store(&x->r);
	return sent;
}

static enum MHD_Result
send_problem(struct exchange *x, unsigned status, const struct err *err, const char *allow)
{
	struct answer out = {.status = status};
	enum MHD_Result sent;

	buf_init(&out.body, PROBLEM_BYTES_MAX);
	answer_header(&out, "Allow", allow);
	answer_problem(&out, err, &x->r.trace);
	if (!x->r.route || request_is_page(&x->r))
		x->serving->routes->problem_page(&x->r, &out);
	sent = send_answer(x, &out);
	buf_release(&out.body);
	return sent;
}

static enum MHD_Result
send_away(struct exchange *x)
{
	struct answer out = {.status = 0};

	buf_init(&out.body, 16);
	(void)answer_go(&out, "/login");
	return send_answer(x, &out);
}

/* Whether the next request of this connection is on its way. */
static void
mark_arrival(struct serving *s, struct MHD_Connection *connection, bool arriving)
{
	const union MHD_ConnectionInfo *known =
	    mhd.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	if (known && known->socket_context)
		arrivals_mark(&s->arrivals, known->socket_context, arriving);
}

static enum MHD_Result
answer_whole(struct exchange *x)
{
	struct answer out = {.status = 0};
	enum MHD_Result sent;
	struct err err = {.code = ERR_NONE};

	mark_arrival(x->serving, x->r.connection, false);
	buf_init(&out.body, REQUEST_BYTES_MAX);
	x->r.body = buf_view(&x->body);
	if (!x->r.route->handle(&x->r, &out, &err)) {
		answer_problem(&out, &err, &x->r.trace);
		if (request_is_page(&x->r))
			x->serving->routes->problem_page(&x->r, &out);
	} else if (out.status == 0) {
		out.status = 200;
	}
	sent = send_answer(x, &out);
	buf_release(&out.body);
	return sent;
}

static struct exchange *
begin(struct serving *s, struct MHD_Connection *connection)
{
	struct exchange *x = calloc(1, sizeof(*x));

	if (!x)
		return NULL;
	x->serving = s;
	x->began_us = clock_us();
	if (request_begin(&x->r, s)) {
		x->r.connection = connection;
		return x;
	}
	free(x);
	return NULL;
}

static enum MHD_Result
hear(void *context, struct MHD_Connection *connection, const char *url, const char *method,
    const char *version, const char *upload, size_t *upload_size, void **kept)
{
	struct exchange *x = *kept;
	struct err err;

	(void)version;
	if (!x) {
		unsigned refused;
		x = begin(context, connection);
		if (!x)
			return MHD_NO;
		*kept = x;
		trace_begin(request_header(&x->r, "traceparent"), &x->r.trace);
		refused = request_judge(&x->r, method, url, &err);
		buf_init(&x->body, x->r.route ? x->r.route->body_bytes_max : 0);
		if (refused == 303)
			return send_away(x);
		return refused == 0 ? MHD_YES : send_problem(x, refused, &err, NULL);
	}
	if (*upload_size > 0) {
		buf_add(&x->body, upload, *upload_size);
		*upload_size = 0;
		return MHD_YES;
	}
	if (x->body.failed) {
		err_set(&err, ERR_LIMIT, "the body is too long");
		return send_problem(x, 413, &err, NULL);
	}
	return answer_whole(x);
}

static void
forget(void *context, struct MHD_Connection *connection, void **kept,
    enum MHD_RequestTerminationCode why)
{
	struct exchange *x = *kept;

	(void)why;
	mark_arrival(context, connection, true);
	if (!x)
		return;
	buf_release(&x->body);
	request_waited(&x->r);
	request_end(&x->r);
	free(x);
	*kept = NULL;
}

static void
notice_connection(void *context, struct MHD_Connection *connection, void **kept,
    enum MHD_ConnectionNotificationCode what)
{
	const union MHD_ConnectionInfo *known =
	    mhd.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct serving *s = context;

	if (what == MHD_CONNECTION_NOTIFY_STARTED && known)
		*kept = arrivals_open(&s->arrivals, known->connect_fd);
	else if (*kept)
		arrivals_close(&s->arrivals, *kept);
}

/* A NUL would end a C string early, and an escaped slash would make another path, so neither matches
 * anything. A text that begins with a slash is a path; the parts of a query come one by one. */
static size_t
unescape(void *context, struct MHD_Connection *connection, char *text)
{
	const bool path = text[0] == '/';
	size_t to = 0;

	(void)context;
	(void)connection;
	for (size_t at = 0; text[at];) {
		int high = text[at] == '%' ? ascii_hex(text[at + 1]) : -1;
		int low = high >= 0 ? ascii_hex(text[at + 2]) : -1;
		char c = low >= 0 ? (char)(high << 4 | low) : text[at];
		at += low >= 0 ? 3 : 1;
		text[to++] = low >= 0 && (c == '\0' || (c == '/' && path)) ? '\1' : c;
	}
	text[to] = '\0';
	return to;
}

/* -- the daemon ------------------------------------------------------------------------------ */

#define CONNECTIONS_PER_ADDRESS_MAX 128
#define IDLE_S 30
#define CONNECTION_BYTES 32768 /* headers and what is sent of an answer at once */

bool
http_start(struct serving *s, int listening, struct str certificate, struct str key,
    struct http_daemon *out, struct err *err)
{
	unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION |
			 MHD_USE_POLL | (certificate.n > 0 ? MHD_USE_TLS : 0);
	struct MHD_OptionItem tls[] = {
	    {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)(uintptr_t)certificate.p},
	    {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)(uintptr_t)key.p},
	    {MHD_OPTION_HTTPS_PRIORITIES, 0,
		(void *)(uintptr_t) "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
	    {MHD_OPTION_END, 0, NULL},
	};
	const struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};

	if (!microhttpd_load(err))
		return false;
	out->daemon = mhd.MHD_start_daemon(flags, 0, NULL, NULL, hear, s, MHD_OPTION_LISTEN_SOCKET,
	    listening, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX,
	    MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned)CONNECTIONS_PER_ADDRESS_MAX,
	    MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
	    (size_t)CONNECTION_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_COMPLETED,
	    forget, s, MHD_OPTION_NOTIFY_CONNECTION, notice_connection, s,
	    MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL, MHD_OPTION_ARRAY,
	    certificate.n > 0 ? tls : none, MHD_OPTION_END);
	if (out->daemon)
		return true;
	return err_set(err, ERR_SYSTEM, "the HTTP service can't start%s",
	    certificate.n > 0
		? "; check that the certificate and the key are PEM files and belong together"
		: "");
}

void
http_stop(struct http_daemon *d)
{
	mhd.MHD_stop_daemon(d->daemon);
}
