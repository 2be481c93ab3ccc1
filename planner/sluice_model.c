/* SPDX-License-Identifier: MIT */
/*
 * sluice-model: one request to a model's HTTP API. Not for people: the planner starts it
 * (transport.h has its two documents).
 *
 * Theory of operation. It is a process of its own so that the one that reads strangers' documents
 * and drives the sandbox holds no key and no network code, and the one that holds the key reads
 * nothing but one HTTP reply, which it hands on as text. It shuts itself up first (no dump, no
 * core, no new privileges, dies with its parent), then reads the request, the
 * key and the certificates, gives up root's rights where it has them, then speaks. The key is wiped
 * after use, and where a reply repeats it, it is struck out.
 */
#include "fetch.h"
#include "file.h"
#include "json.h"
#include "key.h"
#include "redact.h"

#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define REQUEST_MAX ((size_t)16 << 20)
#define MEMORY_MAX ((size_t)128 << 20)
#define REPORT_MAX ((size_t)64 << 20)
#define PEM_BYTES_MAX ((size_t)1 << 20)
#define NOBODY 65534
#define HEADERS_MAX 16
#define REPLY_MAX ((int64_t)8 << 20)
#define TIMEOUT_MAX_MS ((int64_t)3600000)
#define NO_EXPECT "expect:"

static const struct json_limits REQUEST_LIMITS = {REQUEST_MAX, 8, 1000, 32};

struct call {
	struct arena *a;
	struct json_doc doc;
	bool text_failed;
	const char *headers[HEADERS_MAX + 2];
	char key[KEY_BYTES_MAX], proxy_key[KEY_BYTES_MAX];
	char key_line[KEY_BYTES_MAX + 256];
	struct aws_key aws;
	struct fetch_request request;
	struct fetch_reply reply;
};

static bool
shut_in(struct err *err)
{
	const struct rlimit none = {0, 0};

	if (prctl(PR_SET_DUMPABLE, 0) != 0 || setrlimit(RLIMIT_CORE, &none) != 0 ||
	    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 ||
	    signal(SIGPIPE, SIG_IGN) == SIG_ERR)
		return err_sys(err, "can't shut itself in");
	return true;
}

/*
 * With the files read, root's rights are of no more use. A user namespace that knows no other user
 * (EINVAL), or that may not change groups (EPERM), has nobody to become; there, root is only a
 * name. The other two settings end with a change of user.
 */
static bool
become_nobody(struct err *err)
{
	if (geteuid() != 0)
		return true;
	bool changed = setgroups(0, NULL) == 0 && setresgid(NOBODY, NOBODY, NOBODY) == 0 &&
		       setresuid(NOBODY, NOBODY, NOBODY) == 0;
	if (!changed && errno != EINVAL && errno != EPERM)
		return err_sys(err, "can't give up root's rights");
	if (prctl(PR_SET_DUMPABLE, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
		return err_sys(err, "can't shut itself in");
	return true;
}

/* A line break in a header would be another header. */
static bool
is_header_text(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] < ' ' || s.p[i] == 0x7f)
			return false;
	return true;
}

static bool
read_headers(struct call *c, struct err *err)
{
	const struct json_doc *d = &c->doc;
	const struct json_node *list = json_get(d, json_root(d), "headers");
	size_t n = 0;

	for (const struct json_node *h = list ? json_first(d, list) : NULL; h;
	     h = json_next(d, h)) {
		struct str name = json_get_text(d, h, "name", STR(""));
		struct str value = json_get_text(d, h, "value", STR(""));
		if (n == HEADERS_MAX || name.n == 0 || !is_header_text(name) ||
		    !is_header_text(value))
			return err_set(
			    err, ERR_INPUT, "a header is malformed, or there are too many");
		c->headers[n] = arena_printf(c->a, "%.*s: %.*s", STR_ARG(name), STR_ARG(value));
		if (!c->headers[n++])
			return err_memory(err);
	}
	/* Without this, curl waits a second for leave to send a large body. */
	c->headers[n] = NO_EXPECT;
	return true;
}

/* The header that holds the key goes behind the others. */
static void
add_key_line(struct call *c, struct str header, struct str prefix, const char *key)
{
	size_t n = 0;

	snprintf(c->key_line, sizeof(c->key_line), "%.*s: %.*s%s", STR_ARG(header), STR_ARG(prefix),
	    key);
	while (c->headers[n])
		n++;
	c->headers[n] = c->key_line;
}

/* A part of the scope of a signature. */
static bool
is_scope(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!((s.p[i] >= 'a' && s.p[i] <= 'z') || (s.p[i] >= '0' && s.p[i] <= '9') ||
			s.p[i] == '-'))
			return false;
	return s.n > 0 && s.n <= 60;
}

static bool
read_signer(
    struct call *c, const struct json_node *key, const struct key_place *at, struct err *err)
{
	struct str service = json_get_text(&c->doc, key, "aws_service", STR(""));
	struct str region = json_get_text(&c->doc, key, "aws_region", STR(""));
	size_t n = 0;

	if (!is_scope(service) || !is_scope(region))
		return err_set(err, ERR_INPUT, "model.region is not a name of a region");
	if (!key_read_aws(at, &c->aws, err))
		return false;
	c->request.sign =
	    arena_printf(c->a, "aws:amz:%.*s:%.*s", STR_ARG(region), STR_ARG(service));
	c->request.sign_id = c->aws.id;
	c->request.sign_secret = c->aws.secret;
	/* All that stands among the headers is signed, and this one is not sent. */
	while (strcmp(c->headers[n], NO_EXPECT) != 0)
		n++;
	c->headers[n] = NULL;
	if (c->aws.token[0])
		add_key_line(c, STR("x-amz-security-token"), STR(""), c->aws.token);
	return c->request.sign || err_memory(err);
}

static bool
read_bearer(
    struct call *c, const struct json_node *key, const struct key_place *at, struct err *err)
{
	struct str header = json_get_text(&c->doc, key, "header", STR(""));
	struct str prefix = json_get_text(&c->doc, key, "prefix", STR(""));

	if (!is_header_text(header) || !is_header_text(prefix) || header.n + prefix.n > 200)
		return err_set(err, ERR_INPUT, "the key's header is malformed");
	if (!key_read(at, c->key, err))
		return false;
	add_key_line(c, header, prefix, c->key);
	return true;
}

static bool
read_key(struct call *c, struct err *err)
{
	const struct json_doc *d = &c->doc;
	const struct json_node *key = json_get(d, json_root(d), "key");
	const struct json_node *credential = json_get(d, key, "credential");
	const struct key_place at = {
	    .path = arena_text(c->a, json_get_text(d, key, "file", STR(""))),
	    .fd = (int)json_get_number(d, key, "fd", -1),
	    .credential = credential && credential->kind == JSON_TRUE};

	if (!key)
		return true;
	if (!at.path)
		return err_memory(err);
	return json_get(d, key, "aws_service") ? read_signer(c, key, &at, err)
					       : read_bearer(c, key, &at, err);
}

static int64_t
number_of(const struct json_doc *d, const char *name, int64_t max)
{
	int64_t number = json_get_number(d, json_root(d), name, max);

	return number < 1 || number > max ? max : number;
}

/* A setting as a C string, "" where it is missing. */
static const char *
text_of(struct call *c, const char *name)
{
	const char *text =
	    arena_text(c->a, json_get_text(&c->doc, json_root(&c->doc), name, STR("")));

	c->text_failed = c->text_failed || !text;
	return text ? text : "";
}

static void
tell_progress(size_t received)
{
	printf("{\"received\":%zu}\n", received);
	fflush(stdout);
}

static bool
read_trust(struct call *c, struct err *err)
{
	const char *ca = text_of(c, "ca_file"), *cert = text_of(c, "client_cert"),
		   *key = text_of(c, "client_key"), *proxy_key = text_of(c, "proxy_key");
	struct fetch_request *r = &c->request;

	if (c->text_failed)
		return err_memory(err);
	if (c->request.proxy[0] && proxy_key[0] &&
	    !key_read(&(struct key_place){proxy_key, -1, false}, c->proxy_key, err))
		return false;
	return (!ca[0] || file_read(c->a, ca, PEM_BYTES_MAX, &r->ca, err)) &&
	       (!cert[0] || file_read(c->a, cert, PEM_BYTES_MAX, &r->client_cert, err)) &&
	       (!key[0] || key_read_pem(c->a, key, &r->client_key, err));
}

static bool
read_request(struct call *c, struct err *err)
{
	struct str text;
	const struct json_doc *d = &c->doc;

	if (!file_read_fd(c->a, STDIN_FILENO, "the request", REQUEST_MAX, &text, err) ||
	    !json_parse(c->a, text, "the request", &REQUEST_LIMITS, &c->doc, NULL, err))
		return false;
	const struct json_node *root = json_root(d), *idle = json_get(d, root, "idle_ms");
	const struct json_node *progress = json_get(d, root, "progress"),
			       *get = json_get(d, root, "get");
	int64_t idle_ms;
	c->request = (struct fetch_request){
	    .url = text_of(c, "url"),
	    .headers = c->headers,
	    .pinned_key = text_of(c, "pinned_key"),
	    .proxy = text_of(c, "proxy"),
	    .proxy_key = c->proxy_key,
	    .sign = "",
	    .get = get && get->kind == JSON_TRUE,
	    .body = json_get_text(d, root, "body", STR("")),
	    .timeout_ms = (long)number_of(d, "timeout_ms", TIMEOUT_MAX_MS),
	    .connect_ms = (long)number_of(d, "connect_ms", TIMEOUT_MAX_MS),
	    .reply_bytes_max = (size_t)number_of(d, "reply_bytes_max", REPLY_MAX),
	};
	c->request.idle_ms =
	    idle && json_int(idle, &idle_ms) && idle_ms > 0 && idle_ms <= TIMEOUT_MAX_MS
		? (long)idle_ms
		: 0;
	c->request.progress = progress && progress->kind == JSON_TRUE ? tell_progress : NULL;
	if (c->text_failed)
		return err_memory(err);
	return read_headers(c, err) && read_key(c, err) && read_trust(c, err);
}

/* Each secret in turn: what one leaves is what the next looks through. */
static void
put_without_key(struct call *c, struct json_writer *w, const char *name, struct str text)
{
	const char *const secrets[] = {c->key, c->aws.secret, c->aws.token, c->aws.id};
	struct buf clean[ARRAY_LENGTH(secrets)];

	for (size_t i = 0; i < ARRAY_LENGTH(secrets); i++) {
		buf_init(&clean[i], text.n * 12 + 64);
		redact(&clean[i], text, str_from(secrets[i]));
		w->out->failed = w->out->failed || clean[i].failed;
		text = buf_view(&clean[i]);
	}
	json_put_str(w, name, text);
	for (size_t i = 0; i < ARRAY_LENGTH(secrets); i++)
		buf_release(&clean[i]);
}

static bool
report(struct call *c)
{
	const struct fetch_reply *r = &c->reply;
	struct json_writer w;
	struct buf out;

	buf_init(&out, REPORT_MAX);
	json_writer_init(&w, &out, false);
	json_object(&w);
	json_put_text(&w, "failure", r->failure);
	put_without_key(c, &w, "message", str_from(r->message));
	json_put_number(&w, "status", r->status);
	put_without_key(c, &w, "body", r->failure[0] ? STR("") : buf_view(&r->body));
	json_put_number(&w, "retry_after_ms", r->retry_after_ms);
	json_put_text(&w, "should_retry", r->should_retry);
	put_without_key(c, &w, "request_id", str_from(r->request_id));
	json_put_number(&w, "elapsed_ms", r->elapsed_ms);
	json_end_object(&w);
	bool good = !out.failed && fwrite(out.p, 1, out.n, stdout) == out.n && fflush(stdout) == 0;
	buf_release(&out);
	return good;
}

int
main(int argc, char **argv)
{
	static struct call call;
	struct err err = {0};
	struct call *c = &call;

	if (argc > 1 || isatty(STDIN_FILENO)) {
		fprintf(stderr,
		    "%s: started by sluice, with a request on standard input; see docs/models.md\n",
		    argv[0]);
		return 2;
	}
	c->a = arena_new(MEMORY_MAX);
	if (c->a && shut_in(&err) && read_request(c, &err) && become_nobody(&err)) {
		buf_init(&c->reply.body, c->request.reply_bytes_max);
		fetch(&c->request, &c->reply);
	} else {
		c->reply.failure = "setting";
		c->reply.retry_after_ms = -1;
		snprintf(c->reply.message, sizeof(c->reply.message), "%s",
		    c->a ? err.message : "out of memory");
	}
	explicit_bzero(c->key_line, sizeof(c->key_line));
	bool good = report(c);
	explicit_bzero(c->key, sizeof(c->key));
	explicit_bzero(&c->aws, sizeof(c->aws));
	explicit_bzero(c->proxy_key, sizeof(c->proxy_key));
	buf_release(&c->reply.body);
	arena_free(c->a);
	return good ? 0 : 1;
}
