/* SPDX-License-Identifier: MIT */
#include "fetch.h"

#include "clock.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#define PROGRESS_US 200000

struct fetching {
	CURL *curl;
	CURLcode code;
	bool plain;   /* http, not https */
	bool refused; /* plain HTTP to an address that is not this machine's */
	struct fetch_reply *reply;
	void (*progress)(size_t received);
	int64_t told_us;
};

static bool
is_loopback(const struct sockaddr *address)
{
	if (address->sa_family == AF_INET) {
		struct sockaddr_in v4;
		memcpy(&v4, address, sizeof(v4));
		return ntohl(v4.sin_addr.s_addr) >> 24 == 127;
	}
	if (address->sa_family == AF_INET6) {
		struct sockaddr_in6 v6;
		memcpy(&v6, address, sizeof(v6));
		return IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr);
	}
	return false;
}

/* The last place where a name can't lie any more: the address that is connected to. */
static curl_socket_t
open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
	struct fetching *f = context;

	(void)purpose;
	if (f->plain && !is_loopback(&address->addr)) {
		f->refused = true;
		return CURL_SOCKET_BAD;
	}
	return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t
take_body(char *bytes, size_t size, size_t count, void *context)
{
	struct fetching *f = context;

	buf_add(&f->reply->body, bytes, size * count);
	int64_t now = clock_us();
	if (f->progress && now - f->told_us >= PROGRESS_US) {
		f->told_us = now;
		f->progress(f->reply->body.n);
	}
	return f->reply->body.failed ? 0 : size * count;
}

/* The header's value where its name is `name`, else an empty str. */
static struct str
header_value(struct str line, const char *name)
{
	size_t n = strlen(name);

	if (line.n <= n || line.p[n] != ':' || strncasecmp(line.p, name, n) != 0)
		return STR("");
	return str_trim(str_slice(line, n + 1, line.n));
}

static void
keep(char *out, size_t size, struct str value)
{
	if (value.n > 0 && value.n < size && utf8_invalid_at(value) == value.n)
		snprintf(out, size, "%.*s", STR_ARG(value));
}

static size_t
take_header(char *bytes, size_t size, size_t count, void *context)
{
	struct fetching *f = context;
	struct str line = {bytes, size * count}, ms = header_value(line, "retry-after-ms");

	if (ms.n > 0 && ms.n < 10) {
		char digits[16];
		snprintf(digits, sizeof(digits), "%.*s", STR_ARG(ms));
		long wait = strtol(digits, NULL, 10);
		f->reply->retry_after_ms = wait >= 0 ? wait : -1;
	}
	keep(f->reply->should_retry, sizeof(f->reply->should_retry),
	    header_value(line, "x-should-retry"));
	keep(
	    f->reply->request_id, sizeof(f->reply->request_id), header_value(line, "x-request-id"));
	return size * count;
}

static void
fail(struct fetch_reply *r, const char *class, const char *message)
{
	r->failure = class;
	snprintf(r->message, sizeof(r->message), "%s", message);
}

/* Only https, or http with `plain` set; no name or password inside. */
static bool
read_url(struct fetching *f, const char *url)
{
	CURLU *parts = curl_url();
	char *scheme = NULL, *user = NULL;
	bool good = false;

	if (!parts || curl_url_set(parts, CURLUPART_URL, url, 0) != CURLUE_OK ||
	    curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) != CURLUE_OK) {
		fail(f->reply, "setting", "the address is no URL");
	} else if (curl_url_get(parts, CURLUPART_USER, &user, 0) == CURLUE_OK) {
		fail(f->reply, "setting", "the URL holds a user name; put the key into a file");
	} else if (strcmp(scheme, "https") != 0 && strcmp(scheme, "http") != 0) {
		fail(f->reply, "setting", "the URL is neither https nor http");
	} else {
		f->plain = strcmp(scheme, "http") == 0;
		good = true;
	}
	curl_free(scheme);
	curl_free(user);
	curl_url_cleanup(parts);
	return good;
}

#define SET(option, value)                                                                         \
	do {                                                                                       \
		if (f->code == CURLE_OK)                                                           \
			f->code = curl_easy_setopt(f->curl, option, value);                        \
	} while (0)

static void
set_walls(struct fetching *f, const struct fetch_request *r)
{
	SET(CURLOPT_PROTOCOLS_STR, "https,http");
	SET(CURLOPT_FOLLOWLOCATION, 0L);
	SET(CURLOPT_PROXY, r->proxy);
	SET(CURLOPT_NOPROXY, "");
	SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	SET(CURLOPT_SSL_VERIFYPEER, 1L);
	SET(CURLOPT_SSL_VERIFYHOST, 2L);
	SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	SET(CURLOPT_NOSIGNAL, 1L);
	SET(CURLOPT_TIMEOUT_MS, r->timeout_ms);
	SET(CURLOPT_CONNECTTIMEOUT_MS, r->connect_ms);
	SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
	SET(CURLOPT_OPENSOCKETDATA, f);
	if (r->idle_ms > 0) {
		SET(CURLOPT_LOW_SPEED_LIMIT, 1L);
		SET(CURLOPT_LOW_SPEED_TIME, (r->idle_ms + 999) / 1000);
	}
}

/* As bytes, because the files were read while we could still read them. */
static void
set_blob(struct fetching *f, CURLoption option, struct str pem)
{
	struct curl_blob blob = {.len = pem.n, .flags = CURL_BLOB_COPY};

	if (pem.n == 0)
		return;
	/* curl's field is not const, and it only reads. */
	blob.data = (void *)(uintptr_t)pem.p;
	SET(option, &blob);
}

static void
set_trust(struct fetching *f, const struct fetch_request *r)
{
	set_blob(f, CURLOPT_CAINFO_BLOB, r->ca);
	set_blob(f, CURLOPT_SSLCERT_BLOB, r->client_cert);
	set_blob(f, CURLOPT_SSLKEY_BLOB, r->client_key);
	if (r->ca.n > 0) {
		SET(CURLOPT_CAINFO, NULL);
		SET(CURLOPT_CAPATH, NULL);
	}
	if (r->pinned_key[0])
		SET(CURLOPT_PINNEDPUBLICKEY, r->pinned_key);
}

static void
set_request(struct fetching *f, const struct fetch_request *r, struct curl_slist *headers)
{
	SET(CURLOPT_URL, r->url);
	SET(CURLOPT_USERAGENT, "sluice/" SLUICE_VERSION);
	SET(CURLOPT_HTTPHEADER, headers);
	SET(CURLOPT_POST, 1L);
	SET(CURLOPT_POSTFIELDS, r->body.p);
	SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)r->body.n);
	SET(CURLOPT_WRITEFUNCTION, take_body);
	SET(CURLOPT_WRITEDATA, f);
	SET(CURLOPT_HEADERFUNCTION, take_header);
	SET(CURLOPT_HEADERDATA, f);
}

static const char *
failure_class(const struct fetching *f)
{
	switch ((int)f->code) {
	case CURLE_OK:
		return "";
	case CURLE_WRITE_ERROR:
		return f->reply->body.failed ? "too_large" : "other";
	case CURLE_URL_MALFORMAT:
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_SSL_CACERT_BADFILE:
	case CURLE_SSL_CERTPROBLEM:
		return "setting";
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_RESOLVE_PROXY:
		return "resolve";
	case CURLE_COULDNT_CONNECT:
		return f->refused ? "setting" : "connect";
	case CURLE_OPERATION_TIMEDOUT:
		return "timeout";
	case CURLE_PARTIAL_FILE:
	case CURLE_GOT_NOTHING:
	case CURLE_RECV_ERROR:
	case CURLE_SEND_ERROR:
	case CURLE_HTTP2:
	case CURLE_HTTP2_STREAM:
		return "cut";
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CIPHER:
	case CURLE_SSL_ISSUER_ERROR:
	case CURLE_SSL_INVALIDCERTSTATUS:
	case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
		return "tls";
	default:
		return "other";
	}
}

static void
note_outcome(struct fetching *f, const char *words)
{
	struct fetch_reply *r = f->reply;
	curl_off_t elapsed_us = 0, retry_after_s = 0;

	curl_easy_getinfo(f->curl, CURLINFO_RESPONSE_CODE, &r->status);
	curl_easy_getinfo(f->curl, CURLINFO_TOTAL_TIME_T, &elapsed_us);
	curl_easy_getinfo(f->curl, CURLINFO_RETRY_AFTER, &retry_after_s);
	r->elapsed_ms = elapsed_us / 1000;
	if (r->retry_after_ms < 0 && retry_after_s > 0)
		r->retry_after_ms = retry_after_s > 86400 ? 86400000 : retry_after_s * 1000;
	const char *class = failure_class(f);
	if (f->refused)
		fail(r, class, "plain http is only for this machine's own addresses; use https");
	else if (f->code != CURLE_OK)
		fail(r, class, words[0] ? words : curl_easy_strerror(f->code));
	else if (utf8_invalid_at(buf_view(&r->body)) < r->body.n)
		fail(r, "not_utf8", "");
}

void
fetch(const struct fetch_request *request, struct fetch_reply *out)
{
	struct fetching fetching = {.curl = curl_easy_init(),
			    .reply = out,
			    .progress = request->progress},
			*f = &fetching;
	struct curl_slist *headers = NULL;
	char words[CURL_ERROR_SIZE] = "";

	out->failure = "other";
	out->retry_after_ms = -1;
	if (!f->curl || !read_url(f, request->url))
		goto out;
	if (f->plain && request->proxy[0]) {
		fail(out, "setting", "a proxy is only for https");
		goto out;
	}
	for (const char *const *h = request->headers; *h; h++) {
		struct curl_slist *longer = curl_slist_append(headers, *h);
		if (!longer)
			goto out;
		headers = longer;
	}
	set_walls(f, request);
	set_trust(f, request);
	set_request(f, request, headers);
	SET(CURLOPT_ERRORBUFFER, words);
	out->failure = "";
	if (f->code == CURLE_OK)
		f->code = curl_easy_perform(f->curl);
	note_outcome(f, words);
out:
	for (struct curl_slist *h = headers; h; h = h->next)
		explicit_bzero(h->data, strlen(h->data));
	curl_slist_free_all(headers);
	curl_easy_cleanup(f->curl);
}
