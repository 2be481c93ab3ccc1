/* SPDX-License-Identifier: MIT */
#include "transport.h"

#include "ceilings.h"
#include "clock.h"
#include "file.h"
#include "proc.h"

#include <stdlib.h>
#include <sys/wait.h>

#define CONNECT_MS 10000
#define GRACE_MS 2000 /* that sluice-model has to report its own timeout */
/* Each byte of a reply may become six (\u00xx) in the report. */
#define REPORT_BYTES_MAX (REPLY_BYTES_MAX * 6 + 65536)

static const struct json_limits REPORT_LIMITS = {REPORT_BYTES_MAX, 4, 64, 32};

static const struct {
	const char *name;
	enum transport_failure failure;
} FAILURES[] = {
    {"", TRANSPORT_NONE},
    {"setting", TRANSPORT_SETTING},
    {"resolve", TRANSPORT_RESOLVE},
    {"connect", TRANSPORT_CONNECT},
    {"tls", TRANSPORT_TLS},
    {"timeout", TRANSPORT_TIMEOUT},
    {"too_large", TRANSPORT_TOO_LARGE},
    {"cut", TRANSPORT_CUT},
    {"not_utf8", TRANSPORT_NOT_UTF8},
};

static bool
write_key(
    struct arena *a, const struct transport_request *r, struct json_writer *w, struct err *err)
{
	const struct str credential = STR("credential:");
	bool is_credential = str_starts(r->key_file, credential);
	struct str path = r->key_file;

	if (is_credential) {
		const char *folder = getenv("CREDENTIALS_DIRECTORY");
		struct str name = str_slice(path, credential.n, path.n);
		if (!folder) {
			err_set(err, ERR_INPUT,
			    "there is no credential '%.*s': CREDENTIALS_DIRECTORY is not set",
			    STR_ARG(name));
			return err_help(err,
			    "start Sluice by systemd with LoadCredential=, or name a key file");
		}
		if (name.n == 0 || memchr(name.p, '/', name.n))
			return err_set(
			    err, ERR_INPUT, "'%.*s' is no name of a credential", STR_ARG(name));
		char *joined = arena_printf(a, "%s/%.*s", folder, STR_ARG(name));
		if (!joined)
			return err_memory(err);
		path = str_from(joined);
	}
	json_name(w, "key");
	json_object(w);
	json_put_str(w, "file", path);
	json_put_text(w, "header", r->key_header);
	json_put_text(w, "prefix", r->key_prefix);
	json_put_bool(w, "credential", is_credential);
	json_end_object(w);
	return true;
}

static bool
write_request(struct arena *a, const struct transport_request *r, int64_t timeout_ms,
    struct buf *out, struct err *err)
{
	struct json_writer w;

	json_writer_init(&w, out, false);
	json_object(&w);
	json_put_str(&w, "url", r->url);
	json_name(&w, "headers");
	json_array(&w);
	for (size_t i = 0; i < r->header_count; i++) {
		json_object(&w);
		json_put_text(&w, "name", r->headers[i].name);
		json_put_str(&w, "value", r->headers[i].value);
		json_end_object(&w);
	}
	json_end_array(&w);
	if (r->key_file.n > 0 && !write_key(a, r, &w, err))
		return false;
	json_put_str(&w, "ca_file", r->ca_file);
	json_put_number(&w, "timeout_ms", timeout_ms);
	json_put_number(&w, "connect_ms", timeout_ms < CONNECT_MS ? timeout_ms : CONNECT_MS);
	json_put_number(&w, "reply_bytes_max", (int64_t)REPLY_BYTES_MAX);
	json_put_str(&w, "body", r->body);
	json_end_object(&w);
	return !out->failed ||
	       err_set(err, ERR_LIMIT, "the request is larger than %zu bytes", out->max);
}

static int64_t
number_of(const struct json_doc *d, const char *name, int64_t otherwise)
{
	int64_t n;
	const struct json_node *node = json_get(d, json_root(d), name);
	return node && json_int(node, &n) ? n : otherwise;
}

static bool
read_report(struct arena *a, struct str text, struct transport_reply *out, struct err *err)
{
	struct json_doc d;

	if (!json_parse(a, text, "sluice-model", &REPORT_LIMITS, &d, NULL, err))
		return err_wrap(err, "sluice-model's report");
	const struct json_node *root = json_root(&d);
	struct str failure = json_get_text(&d, root, "failure", STR("?"));
	struct str retry = json_get_text(&d, root, "should_retry", STR(""));
	*out = (struct transport_reply){
	    .failure = TRANSPORT_OTHER,
	    .message = json_get_text(&d, root, "message", STR("")),
	    .status = number_of(&d, "status", 0),
	    .body = json_get_text(&d, root, "body", STR("")),
	    .retry_after_ms = number_of(&d, "retry_after_ms", -1),
	    .retry_said = str_is(retry, "true") || str_is(retry, "false"),
	    .retry_wanted = str_is(retry, "true"),
	    .request_id = json_get_text(&d, root, "request_id", STR("")),
	    .elapsed_ms = number_of(&d, "elapsed_ms", 0),
	};
	for (size_t i = 0; i < ARRAY_LENGTH(FAILURES); i++)
		if (str_is(failure, FAILURES[i].name))
			out->failure = FAILURES[i].failure;
	return true;
}

static bool
run_program(struct arena *a, struct str request, int64_t until_us, struct transport_reply *out,
    struct err *err)
{
	const char *path = path_of_part(a, "sluice-model");
	const char *const argv[] = {path, NULL};
	struct proc_spec spec = {.argv = argv};
	struct proc_output got;

	if (!path) {
		err_set(err, ERR_PROVIDER, "the program 'sluice-model' is not here");
		return err_help(err,
		    "it is built and installed with sluice, and stands beside it or in "
		    "libexec/sluice");
	}
	if (!proc_run(a, &spec, request, REPORT_BYTES_MAX, until_us, &got, err))
		return err_wrap(err, "the way to the model");
	if (got.timed_out) {
		*out = (struct transport_reply){.failure = TRANSPORT_TIMEOUT, .retry_after_ms = -1};
		return true;
	}
	if (got.too_long || !WIFEXITED(got.wait_status) || WEXITSTATUS(got.wait_status) != 0)
		return err_set(err, ERR_PROVIDER, "the program 'sluice-model' failed: %.*s",
		    got.err.n > 200 ? 200 : (int)got.err.n, got.err.p);
	return read_report(a, got.out, out, err);
}

bool
transport_post(struct arena *a, const struct transport_request *request, int64_t deadline_us,
    struct transport_reply *out, struct err *err)
{
	struct buf text;

	int64_t now = clock_us(), left_ms = (deadline_us - now) / 1000;
	int64_t timeout_ms = request->timeout_ms < left_ms ? request->timeout_ms : left_ms;

	if (timeout_ms < 1)
		timeout_ms = 1;
	buf_init(&text, REQUEST_BYTES_MAX * 2);
	bool good = write_request(a, request, timeout_ms, &text, err) &&
		    run_program(a, buf_view(&text), now + (timeout_ms + GRACE_MS) * 1000, out, err);
	buf_release(&text);
	return good;
}
