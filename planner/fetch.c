/* SPDX-License-Identifier: MIT */
#include "fetch.h"

#include "clock.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#define PROGRESS_US 200000
#define HEADER_BYTES_MAX ((size_t)128 << 10) /* of all headers, interim replies too */
#define SIGNS_ENCODED_PATHS 0x080900         /* libcurl 8.9 and newer encode what they sign */

struct fetching {
	CURL *curl;
	CURLcode code;
	bool plain;   /* http, not https */
	bool refused; /* plain HTTP to an address that is not this machine's */
	struct fetch_reply *reply;
	void (*progress)(size_t received);
	int64_t told_us;
	size_t header_bytes;
	bool flooded;
	int64_t idle_us, moved_us; /* since when nothing has moved */
	curl_off_t moved;          /* bytes, either way */
	bool idle;
	char words[CURL_ERROR_SIZE]; /* curl's, of a failure */
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

	f->header_bytes += line.n;
	f->flooded = f->header_bytes > HEADER_BYTES_MAX;
	if (f->flooded)
		return 0;
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
		fail(f->reply, "setting", "the address is not a URL");
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

/* Its user and password have a file of their own, for an address is shown to many. */
static bool
read_proxy(struct fetching *f, const char *proxy)
{
	const char *bad = NULL;

	if (f->plain)
		bad = "a proxy is only for https";
	else if (strncmp(proxy, "http://", 7) != 0 && strncmp(proxy, "https://", 8) != 0)
		bad = "the proxy's address does not begin with http:// or https://";
	else if (strchr(proxy, '@'))
		bad = "the proxy's address holds a user name; put user:password into the file "
		      "model.proxy_key_file";
	if (bad)
		fail(f->reply, "setting", bad);
	return !bad;
}

#define SET(option, value)                                                                         \
	do {                                                                                       \
		if (f->code == CURLE_OK)                                                           \
			f->code = curl_easy_setopt(f->curl, option, value);                        \
	} while (0)

/* curl's own limit looks at an average of seconds, which a few bytes keep up for long. */
static int
watch_clock(void *context, curl_off_t size, curl_off_t got, curl_off_t up_size, curl_off_t sent)
{
	struct fetching *f = context;
	int64_t now = clock_us();

	(void)size;
	(void)up_size;
	if (got + sent != f->moved) {
		f->moved = got + sent;
		f->moved_us = now;
	}
	f->idle = now - f->moved_us > f->idle_us;
	return f->idle;
}

static void
set_walls(struct fetching *f, const struct fetch_request *r)
{
	SET(CURLOPT_PROTOCOLS_STR, "https,http");
	SET(CURLOPT_FOLLOWLOCATION, 0L);
	SET(CURLOPT_PROXY, r->proxy);
	SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L); /* a proxy's headers are not the server's */
	if (r->proxy_key[0])
		SET(CURLOPT_PROXYUSERPWD, r->proxy_key);
	SET(CURLOPT_PROXYAUTH, (long)CURLAUTH_BASIC);
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
	f->idle_us = r->idle_ms * (int64_t)1000;
	f->moved_us = clock_us();
	if (r->idle_ms > 0) {
		SET(CURLOPT_XFERINFOFUNCTION, watch_clock);
		SET(CURLOPT_XFERINFODATA, f);
		SET(CURLOPT_NOPROGRESS, 0L);
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
		set_blob(f, CURLOPT_PROXY_CAINFO_BLOB, r->ca);
	}
	if (r->pinned_key[0])
		SET(CURLOPT_PINNEDPUBLICKEY, r->pinned_key);
}

/*
 * AWS signs the path as it is sent, with all but its unreserved characters and the slash encoded
 * once more: the colon of a model's name as %3A. An older libcurl signs the path of the URL as it
 * stands: there the URL holds the encoded one, and what is sent is said apart.
 */
static void
set_signed_path(struct fetching *f, const char *url)
{
	const char *host = strstr(url, "://"), *path = host ? strchr(host + 3, '/') : NULL;
	struct buf out;

	if (!path)
		return;
	buf_init(&out, 16384);
	buf_str(&out, (struct str){url, (size_t)(path - url)});
	for (const char *p = path; *p; p++) {
		unsigned char c = (unsigned char)*p;
		if (isalnum(c) || strchr("-._~/", c))
			buf_char(&out, *p);
		else
			buf_printf(&out, "%%%02X", c);
	}
	buf_char(&out, '\0');
	SET(CURLOPT_REQUEST_TARGET, path);
	SET(CURLOPT_URL, out.failed ? "" : out.p);
	buf_release(&out);
}

static void
set_signature(struct fetching *f, const struct fetch_request *r)
{
	if (!r->sign[0])
		return;
	SET(CURLOPT_AWS_SIGV4, r->sign);
	SET(CURLOPT_USERNAME, r->sign_id);
	SET(CURLOPT_PASSWORD, r->sign_secret);
	if (curl_version_info(CURLVERSION_NOW)->version_num < SIGNS_ENCODED_PATHS)
		set_signed_path(f, r->url);
}

static void
set_request(struct fetching *f, const struct fetch_request *r, struct curl_slist *headers)
{
	SET(CURLOPT_URL, r->url);
	SET(CURLOPT_USERAGENT, "sluice/" SLUICE_VERSION);
	SET(CURLOPT_HTTPHEADER, headers);
	if (r->get) {
		SET(CURLOPT_HTTPGET, 1L);
	} else {
		SET(CURLOPT_POST, 1L);
		SET(CURLOPT_POSTFIELDS, r->body.p);
		SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)r->body.n);
	}
	SET(CURLOPT_WRITEFUNCTION, take_body);
	SET(CURLOPT_WRITEDATA, f);
	SET(CURLOPT_HEADERFUNCTION, take_header);
	SET(CURLOPT_HEADERDATA, f);
}

/* The proxy's answer to CONNECT, where that was not a tunnel; else 0. */
static long
proxy_status(const struct fetching *f)
{
	long status = 0;

	curl_easy_getinfo(f->curl, CURLINFO_HTTP_CONNECTCODE, &status);
	return f->code != CURLE_OK && status != 0 && status / 100 != 2 ? status : 0;
}

static const char *
failure_class(const struct fetching *f)
{
	if (f->code == CURLE_PROXY || f->code == CURLE_COULDNT_RESOLVE_PROXY || proxy_status(f))
		return "proxy";
	switch ((int)f->code) {
	case CURLE_OK:
		return "";
	case CURLE_WRITE_ERROR:
		return f->reply->body.failed || f->flooded ? "too_large" : "other";
	case CURLE_URL_MALFORMAT:
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_SSL_CACERT_BADFILE:
	case CURLE_SSL_CERTPROBLEM:
		return "setting";
	case CURLE_COULDNT_RESOLVE_HOST:
		return "resolve";
	case CURLE_COULDNT_CONNECT:
		return f->refused ? "setting" : "connect";
	case CURLE_ABORTED_BY_CALLBACK:
		return f->idle ? "idle" : "other";
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
tell_failure(struct fetching *f)
{
	const char *class = failure_class(f);
	char text[80];

	if (f->refused)
		fail(f->reply, class,
		    "plain http is only for this machine's own addresses; use https");
	else if (proxy_status(f)) {
		snprintf(text, sizeof(text), "it answered HTTP %ld", proxy_status(f));
		fail(f->reply, class, text);
	} else if (strcmp(class, "idle") == 0) {
		snprintf(
		    text, sizeof(text), "nothing came for %lld ms", (long long)(f->idle_us / 1000));
		fail(f->reply, class, text);
	} else
		fail(f->reply, class, f->words[0] ? f->words : curl_easy_strerror(f->code));
}

static void
note_outcome(struct fetching *f)
{
	struct fetch_reply *r = f->reply;
	curl_off_t elapsed_us = 0, retry_after_s = 0;

	curl_easy_getinfo(f->curl, CURLINFO_RESPONSE_CODE, &r->status);
	curl_easy_getinfo(f->curl, CURLINFO_TOTAL_TIME_T, &elapsed_us);
	curl_easy_getinfo(f->curl, CURLINFO_RETRY_AFTER, &retry_after_s);
	r->elapsed_ms = elapsed_us / 1000;
	if (r->retry_after_ms < 0 && retry_after_s > 0)
		r->retry_after_ms = retry_after_s > 86400 ? 86400000 : retry_after_s * 1000;
	if (f->code != CURLE_OK)
		tell_failure(f);
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

	out->failure = "other";
	out->retry_after_ms = -1;
	if (!f->curl || !read_url(f, request->url))
		goto out;
	if (request->proxy[0] && !read_proxy(f, request->proxy))
		goto out;
	for (const char *const *h = request->headers; *h; h++) {
		struct curl_slist *longer = curl_slist_append(headers, *h);
		if (!longer)
			goto out;
		headers = longer;
	}
	set_walls(f, request);
	set_trust(f, request);
	set_request(f, request, headers);
	set_signature(f, request);
	SET(CURLOPT_ERRORBUFFER, f->words);
	out->failure = "";
	if (f->code == CURLE_OK)
		f->code = curl_easy_perform(f->curl);
	note_outcome(f);
out:
	for (struct curl_slist *h = headers; h; h = h->next)
		explicit_bzero(h->data, strlen(h->data));
	curl_slist_free_all(headers);
	curl_easy_cleanup(f->curl);
}
