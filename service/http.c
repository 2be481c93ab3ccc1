/* SPDX-License-Identifier: MIT */
/*
 * http.c: between libmicrohttpd and the handlers.
 *
 * Each connection has a thread of its own, so a handler may wait. What a client may send has a
 * ceiling before it is read: headers, bodies by route, connections, time. A request is judged in
 * this order: framing, Host, path, method, rate, token, right, length; nothing of a body is read
 * before all of them hold.
 */
#include "http.h"
#include "listen.h"
#include "microhttpd_api.h"
#include "serving.h"

#include "clock.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#define STREAM_BLOCK 32768
#define RETRY_AFTER_S "2"

struct exchange { /* one request and its answer */
	struct request r;
	struct serving *serving;
	struct buf body;
	struct pooled pooled;
	bool has_store, head_only;
};

/* -- what handlers use ----------------------------------------------------------------------- */

const char *
request_header(const struct request *r, const char *name)
{
	return mhd.MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name);
}

const char *
request_query(const struct request *r, const char *name)
{
	return mhd.MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

static struct exchange *
exchange_of(struct request *r)
{
	return (struct exchange *)(void *)r; /* its first member */
}

struct store *
request_store(struct request *r, struct err *err)
{
	struct exchange *x = exchange_of(r);

	if (!x->has_store)
		x->has_store = stores_take(&r->serving->stores, &x->pooled, err);
	return x->has_store ? x->pooled.store : NULL;
}

bool
request_principal(struct request *r, char id[STORE_ID_BYTES], struct err *err)
{
	const struct trust *t = r->serving->trust;
	struct store *s = request_store(r, err);
	char login[80];

	if (!s)
		return false;
	if (t && trust_person(t, str_from(r->who->id))) {
		snprintf(id, STORE_ID_BYTES, "%s", r->who->id);
		return true;
	}
	snprintf(login, sizeof(login), "token:%s", r->who->id);
	return principal_of_login(s, login, id, err);
}

void
answer_header(struct answer *out, const char *name, const char *value)
{
	if (out->header_count < HEADERS_MAX && value)
		out->headers[out->header_count++] = (struct answer_header){name, value};
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
	return err_set(err, ERR_INPUT, "there is no %s '%.*s'", what,
	    id.n > 60 ? 60 : (int)id.n, id.p);
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
	    {403, "the token has no such right"},
	    {404, "there is nothing here"},
	    {405, "this path has other methods"},
	    {409, "refused"},
	    {413, "too large"},
	    {421, "this is not the host that was asked for"},
	    {422, "what was sent is wrong"},
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
		json_object(w);
		json_put_text(w, "detail", errs->items[i].message);
		if (errs->items[i].help[0])
			json_put_text(w, "help", errs->items[i].help);
		json_end_object(w);
	}
	json_end_array(w);
}

/* RFC 9457. What went wrong inside is told in the log alone: it may name paths. */
static void
problem(struct answer *out, const struct err *err)
{
	bool inside = out->status >= 500;
	struct json_writer w;

	if (inside)
		fprintf(stderr, "sluice serve: %s\n", err->message);
	buf_clear(&out->body);
	out->more = NULL;
	out->media_type = "application/problem+json";
	json_writer_init(&w, &out->body, false);
	json_object(&w);
	json_put_text(&w, "title", title_of(out->status));
	json_put_number(&w, "status", out->status);
	json_put_text(&w, "detail",
	    inside ? "the service's own log says what failed; nothing was done" : err->message);
	if (!inside && err->help[0])
		json_put_text(&w, "help", err->help);
	if (out->errors && !inside)
		put_errors(&w, out->errors);
	json_end_object(&w);
	buf_char(&out->body, '\n');
	if (out->status == 503 || out->status == 429)
		answer_header(out, "Retry-After", RETRY_AFTER_S);
	if (out->status == 401)
		answer_header(out, "WWW-Authenticate", "Bearer realm=\"sluice\"");
}

struct streaming {
	stream_more *more;
	void (*stop)(void *context);
	void *context;
	struct buf waiting;
	size_t sent;
};

static ssize_t
read_stream(void *context, uint64_t position, char *to, size_t room)
{
	struct streaming *s = context;
	size_t n;

	(void)position;
	if (s->sent == s->waiting.n) {
		buf_clear(&s->waiting);
		s->sent = 0;
		if (!s->more(s->context, &s->waiting) || s->waiting.failed)
			return MHD_CONTENT_READER_END_WITH_ERROR;
		if (s->waiting.n == 0)
			return MHD_CONTENT_READER_END_OF_STREAM;
	}
	n = s->waiting.n - s->sent < room ? s->waiting.n - s->sent : room;
	memcpy(to, s->waiting.p + s->sent, n);
	s->sent += n;
	return (ssize_t)n;
}

static void
end_stream(void *context)
{
	struct streaming *s = context;

	if (s->stop)
		s->stop(s->context);
	buf_release(&s->waiting);
	free(s);
}

static struct MHD_Response *
make_stream(struct answer *out)
{
	struct streaming *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	*s = (struct streaming){out->more, out->stop, out->context, .sent = 0};
	buf_init(&s->waiting, (size_t)4 << 20);
	struct MHD_Response *response = mhd.MHD_create_response_from_callback(
	    MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_stream, s, end_stream);
	if (!response)
		free(s);
	return response;
}

static void
count_status(struct serving *s, unsigned status)
{
	pthread_mutex_lock(&s->lock);
	s->answered[status / 100 < STATUS_CLASSES ? status / 100 : 5]++;
	pthread_mutex_unlock(&s->lock);
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
		problem(out, &(struct err){.message = "an answer was too long"});
	}
	if (out->more)
		response = make_stream(out);
	else
		response = mhd.MHD_create_response_from_buffer(
		    out->body.n, out->body.p, MHD_RESPMEM_MUST_COPY);
	if (!response)
		return MHD_NO;
	mhd.MHD_add_response_header(response, "Content-Type",
	    out->media_type ? out->media_type : x->r.route->media_type);
	for (size_t i = 0; i < ARRAY_LENGTH(ALWAYS); i++)
		mhd.MHD_add_response_header(response, ALWAYS[i].name, ALWAYS[i].value);
	for (size_t i = 0; i < out->header_count; i++)
		mhd.MHD_add_response_header(
		    response, out->headers[i].name, out->headers[i].value);
	sent = mhd.MHD_queue_response(x->r.connection, out->status, response);
	mhd.MHD_destroy_response(response);
	count_status(x->serving, out->status);
	return sent;
}

static enum MHD_Result
send_problem(struct exchange *x, unsigned status, const struct err *err, const char *allow)
{
	struct answer out = {.status = status};
	enum MHD_Result sent;

	buf_init(&out.body, 65536);
	answer_header(&out, "Allow", allow);
	problem(&out, err);
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

/* -- judging a request ----------------------------------------------------------------------- */

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
framing_is_plain(struct exchange *x, struct err *err)
{
	struct seen s = {0};

	mhd.MHD_get_connection_values(x->r.connection, MHD_HEADER_KIND, see_header, &s);
	return (s.hosts <= 1 && s.lengths <= 1 && s.encodings == 0) ||
	       err_set(err, ERR_USAGE,
		   "one Host and one Content-Length at most, and no Transfer-Encoding");
}

/* A page in a browser that was led here by another name must not reach what listens locally. */
static bool
host_is_ours(struct exchange *x, struct err *err)
{
	static const char *const LOCAL[] = {"localhost", "127.0.0.1", "[::1]"};
	const char *host = request_header(&x->r, "Host");
	const struct service_options *o = x->serving->o;
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

static const struct access_token *
token_of(struct exchange *x)
{
	const char *header = request_header(&x->r, "Authorization");
	struct str text = str_from(header);

	if (!header || text.n < 8 || strncasecmp(header, "Bearer ", 7) != 0)
		return NULL;
	return access_find(
	    &x->serving->access, str_trim(str_slice(text, 7, text.n)), clock_utc_us());
}

static bool
is_page(const struct route *r)
{
	return r && strcmp(r->media_type, PAGE_TYPE) == 0;
}

/* The token that the session was begun with. What a page sends comes from a page of ours: a browser
 * says where from. */
static const struct access_token *
visitor_of(struct exchange *x)
{
	return sessions_find(&x->serving->sessions, request_header(&x->r, "Cookie"), &x->r.session)
		   ? x->r.session.who
		   : NULL;
}

static bool
comes_from_here(struct exchange *x, const char *method, struct err *err)
{
	const char *origin = request_header(&x->r, "Origin"), *host = request_header(&x->r, "Host");
	const char *site = request_header(&x->r, "Sec-Fetch-Site");
	const char *name = origin ? strstr(origin, "://") : NULL;

	if (strcmp(method, "POST") != 0 ||
	    ((!origin || (name && host && strcmp(name + 3, host) == 0)) &&
		(!site || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0)))
		return true;
	return err_set(err, ERR_REFUSED, "another site sent this form");
}

static bool
rate_allows(struct exchange *x)
{
	char who[INET6_ADDRSTRLEN + 8] = "local";
	const union MHD_ConnectionInfo *info;

	if (x->r.who)
		return rates_allow(&x->serving->rates, str_from(x->r.who->id));
	info = mhd.MHD_get_connection_info(x->r.connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	if (info && info->client_addr->sa_family == AF_INET)
		inet_ntop(AF_INET, &((const struct sockaddr_in *)info->client_addr)->sin_addr, who,
		    sizeof(who));
	else if (info && info->client_addr->sa_family == AF_INET6)
		inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)info->client_addr)->sin6_addr,
		    who, sizeof(who));
	return rates_allow(&x->serving->rates, str_from(who));
}

static bool
length_is_allowed(struct exchange *x, struct err *err)
{
	const char *length = request_header(&x->r, "Content-Length");
	unsigned long long n = length ? strtoull(length, NULL, 10) : 0;

	return n <= x->r.route->body_bytes_max ||
	       err_set(err, ERR_LIMIT, "a body here has at most %zu bytes",
		   x->r.route->body_bytes_max);
}

/* The status that the request is refused with before its body is read, or 0. */
static unsigned
judge(struct exchange *x, const char *method, const char *path, struct err *err)
{
	bool path_is_known = false;

	if (!framing_is_plain(x, err))
		return 400;
	if (!host_is_ours(x, err))
		return 421;
	x->r.route = route_find(method, path, x->r.parts, &path_is_known);
	x->r.who = is_page(x->r.route) ? visitor_of(x) : token_of(x);
	if (!rate_allows(x)) {
		err_set(err, ERR_LIMIT, "too many requests in a short time");
		return 429;
	}
	if (!x->r.route) {
		err_set(err, ERR_INPUT, path_is_known ? "this path does not take %.20s"
						      : "there is nothing at this path",
		    method);
		err_help(err, "/openapi.json lists all paths");
		return path_is_known ? 405 : 404;
	}
	if (is_page(x->r.route) && !comes_from_here(x, method, err))
		return 403;
	if (x->r.route->right != RIGHT_NONE && !x->r.who && is_page(x->r.route))
		return 303;
	if (x->r.route->right != RIGHT_NONE && !x->r.who) {
		err_set(err, ERR_REFUSED, "no token, or one that is not known or is over");
		err_help(err, "send the header `Authorization: Bearer TOKEN`");
		return 401;
	}
	if (x->r.route->right != RIGHT_NONE &&
	    (x->r.who->rights & x->r.route->right) != x->r.route->right) {
		err_set(err, ERR_REFUSED, "the token of '%s' may not do this", x->r.who->id);
		return 403;
	}
	return length_is_allowed(x, err) ? 0 : 413;
}

static enum MHD_Result
answer_whole(struct exchange *x)
{
	struct answer out = {.status = 0};
	enum MHD_Result sent;
	struct err err = {.code = ERR_NONE};

	buf_init(&out.body, REQUEST_BYTES_MAX);
	x->r.body = buf_view(&x->body);
	if (!x->r.route->handle(&x->r, &out, &err)) {
		if (out.status < 400)
			out.status = status_of(&err);
		problem(&out, &err);
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
	x->r.serving = s;
	x->r.connection = connection;
	x->r.a = arena_new(REQUEST_BYTES_MAX);
	if (!x->r.a) {
		free(x);
		return NULL;
	}
	return x;
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
		refused = judge(x, method, url, &err);
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

	(void)context;
	(void)connection;
	(void)why;
	if (!x)
		return;
	if (x->has_store)
		stores_give(&x->serving->stores, x->pooled, true);
	buf_release(&x->body);
	arena_free(x->r.a);
	free(x);
	*kept = NULL;
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A path with a NUL would end there for whoever reads it as a text of C, and an escaped slash would
 * make another path: neither finds anything. */
static size_t
unescape(void *context, struct MHD_Connection *connection, char *text)
{
	size_t to = 0;

	(void)context;
	(void)connection;
	for (size_t at = 0; text[at];) {
		int high = text[at] == '%' ? hex_digit(text[at + 1]) : -1;
		int low = high >= 0 ? hex_digit(text[at + 2]) : -1;
		char c = low >= 0 ? (char)(high << 4 | low) : text[at];
		at += low >= 0 ? 3 : 1;
		text[to++] = c == '\0' || c == '/' ? (low >= 0 ? '\1' : c) : c;
	}
	text[to] = '\0';
	return to;
}

/* -- forms ----------------------------------------------------------------------------------- */

#define FORM_CHUNK_BYTES 65536

struct form_reading {
	struct arena *a;
	struct form_field *first, **last, *open;
	struct buf value;
	bool failed;
};

/* What was typed comes with the line ends of the form, not of whoever typed (HTML, 4.10.21). */
static void
mend_lines(struct str *text)
{
	char *p = (char *)(uintptr_t)text->p;
	size_t to = 0;

	for (size_t i = 0; i < text->n; i++)
		if (p[i] != '\r' || i + 1 == text->n || p[i + 1] != '\n')
			p[to++] = p[i];
	text->n = to;
}

static bool
end_field(struct form_reading *f)
{
	bool good = !f->open || (!f->value.failed && arena_copy(f->a, buf_view(&f->value), &f->open->value));

	buf_clear(&f->value);
	if (good && f->open && !f->open->file)
		mend_lines(&f->open->value);
	f->open = NULL;
	return good;
}

static struct form_field *
add_field(struct form_reading *f, const char *name, const char *file)
{
	struct form_field *field = arena_alloc(f->a, sizeof(*field));

	if (!field || !(field->name = arena_text(f->a, str_from(name))))
		return NULL;
	field->file = file ? arena_text(f->a, str_from(file)) : NULL;
	*f->last = field;
	f->last = &field->next;
	f->open = field;
	return field;
}

static enum MHD_Result
take_field(void *context, enum MHD_ValueKind kind, const char *name, const char *file,
    const char *type, const char *coding, const char *data, uint64_t at, size_t size)
{
	struct form_reading *f = context;

	(void)kind;
	(void)type;
	(void)coding;
	if (at == 0)
		f->failed = f->failed || !end_field(f) || !add_field(f, name ? name : "", file);
	buf_add(&f->value, data, size);
	return f->failed || f->value.failed ? MHD_NO : MHD_YES;
}

bool
form_read(struct request *r, struct form_field **out, struct err *err)
{
	struct form_reading f = {.a = r->a, .last = &f.first};
	struct MHD_PostProcessor *p =
	    mhd.MHD_create_post_processor(r->connection, FORM_CHUNK_BYTES, take_field, &f);
	bool good = true;

	*out = NULL;
	if (!p)
		return r->body.n == 0 || err_set(err, ERR_USAGE, "this is no form");
	buf_init(&f.value, TASK_BYTES_MAX);
	if (r->body.n > 0)
		good = mhd.MHD_post_process(p, r->body.p, r->body.n) == MHD_YES;
	mhd.MHD_destroy_post_processor(p);
	f.failed = f.failed || !end_field(&f);
	buf_release(&f.value);
	*out = f.first;
	return (good && !f.failed) || err_set(err, ERR_USAGE, "the form can't be read");
}

struct str
form_get(const struct form_field *f, const char *name)
{
	for (; f; f = f->next)
		if (strcmp(f->name, name) == 0)
			return f->value;
	return STR("");
}

/* -- the daemon ------------------------------------------------------------------------------ */

#define CONNECTIONS_MAX 256
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
		(void *)(uintptr_t)"SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
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
	    forget, NULL, MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL, MHD_OPTION_ARRAY, certificate.n > 0 ? tls : none, MHD_OPTION_END);
	if (out->daemon)
		return true;
	return err_set(err, ERR_SYSTEM, "the service could not start%s",
	    certificate.n > 0 ? "; are the certificate and its key PEM files that belong together?"
			      : "");
}

void
http_stop(struct http_daemon *d)
{
	mhd.MHD_stop_daemon(d->daemon);
}
