/* SPDX-License-Identifier: MIT */
#include "transport.h"

#include "ceilings.h"
#include "clock.h"
#include "descriptor.h"
#include "file.h"
#include "proc.h"
#include "record.h"

#include <stdlib.h>
#include <sys/wait.h>

#define CONNECT_MS 10000
#define GRACE_MS 2000 /* that sluice-model has to report its own timeout */
/* Each byte of a reply may become six (\u00xx) in the report; a stream's are printable, or it is
 * too long. */
#define REPORT_BYTES_MAX (STREAM_BYTES_MAX * 2 + 65536)
#define UNREACHED "the model provider can't be reached"
#define UNREACHED_HELP                                                                             \
	"check model.url, and that the server runs; proxies of the environment are not used"
#define FD_KEY 3 /* where sluice-model finds a key that came as a descriptor */

static const struct json_limits REPORT_LIMITS = {REPORT_BYTES_MAX, 4, 64, 32};

static const struct transport_fault FAULTS[TRANSPORT_FAILURES] = {
    [TRANSPORT_OTHER] = {"other", "the request to the model provider failed", NULL,
	"the request failed", 0},
    [TRANSPORT_NONE] = {"", "", NULL, "", 0},
    [TRANSPORT_SETTING] = {"setting", "the model's settings are wrong", NULL,
	"its settings are wrong", 0},
    [TRANSPORT_RESOLVE] = {"resolve", UNREACHED, UNREACHED_HELP, "its name can't be resolved",
	FAULT_TRIED_AGAIN | FAULT_OUTAGE | FAULT_UNWELL},
    [TRANSPORT_CONNECT] = {"connect", UNREACHED, UNREACHED_HELP, "nobody answers there",
	FAULT_TRIED_AGAIN | FAULT_OUTAGE | FAULT_UNWELL},
    [TRANSPORT_TLS] = {"tls", "the connection to the model provider is not trusted",
	"where the server has a private CA, name its certificate in model.ca_file",
	"its certificate is not trusted", 0},
    [TRANSPORT_PROXY] = {"proxy", "the proxy makes no way to the model provider",
	"check model.proxy, and the user and password in model.proxy_key_file", "the proxy failed",
	FAULT_OUTAGE | FAULT_UNWELL},
    [TRANSPORT_TIMEOUT] = {"timeout", "the model provider did not answer in time",
	"raise model.timeout_s or the task's time budget", "no reply in time",
	FAULT_TRIED_AGAIN | FAULT_OUTAGE | FAULT_UNWELL | FAULT_BILLED},
    [TRANSPORT_IDLE] = {"idle", "the model provider's stream fell silent",
	"where the model thinks for long before it writes, raise model.idle_s", "no reply in time",
	FAULT_TRIED_AGAIN | FAULT_OUTAGE | FAULT_UNWELL | FAULT_BILLED},
    [TRANSPORT_TOO_LARGE] = {"too_large", "the model provider's reply is too large", NULL,
	"the reply is malformed", FAULT_OUTAGE | FAULT_BILLED},
    [TRANSPORT_CUT] = {"cut", "the model provider's reply was cut", "try again later",
	"the reply was cut off", FAULT_TRIED_AGAIN | FAULT_OUTAGE | FAULT_UNWELL | FAULT_BILLED},
    [TRANSPORT_NOT_UTF8] = {"not_utf8", "the model provider's reply is not UTF-8", NULL,
	"the reply is malformed", FAULT_OUTAGE | FAULT_BILLED},
};

const struct transport_fault *
transport_fault(enum transport_failure f)
{
	return &FAULTS[f];
}

/* The path of "credential:NAME", by systemd's folder. */
static bool
credential_path(struct arena *a, struct str name, struct str *out, struct err *err)
{
	const char *folder = getenv("CREDENTIALS_DIRECTORY");

	if (!folder) {
		err_set(err, ERR_INPUT,
		    "there is no credential '%.*s': CREDENTIALS_DIRECTORY is not set",
		    STR_ARG(name));
		return err_help(
		    err, "start Sluice by systemd with LoadCredential=, or name a key file");
	}
	if (name.n == 0 || memchr(name.p, '/', name.n))
		return err_set(
		    err, ERR_INPUT, "'%.*s' is not a name of a credential", STR_ARG(name));
	char *joined = arena_printf(a, "%s/%.*s", folder, STR_ARG(name));
	if (!joined)
		return err_memory(err);
	*out = str_from(joined);
	return true;
}

static bool
write_key(struct arena *a, const struct transport_request *r, int fd, struct json_writer *w,
    struct err *err)
{
	const struct str credential = STR("credential:");
	bool is_credential = str_starts(r->spec->key_file, credential);
	struct str path = r->spec->key_file;

	if (path.n == 0)
		return true;
	if (is_credential && !credential_path(a, str_slice(path, credential.n, path.n), &path, err))
		return false;
	json_open_object(w, "key");
	if (fd >= 0)
		json_put_number(w, "fd", FD_KEY);
	else
		json_put_str(w, "file", path);
	if (r->aws_service.n > 0) {
		json_put_str(w, "aws_service", r->aws_service);
		json_put_str(w, "aws_region", r->spec->region);
	} else {
		json_put_str(w, "header", r->key_header);
		json_put_str(w, "prefix", r->key_prefix);
	}
	json_put_bool(w, "credential", is_credential);
	json_end_object(w);
	return true;
}

FORM(header_form, struct header, MEMBER(struct header, name), MEMBER(struct header, value));

static void
write_headers(const struct transport_request *r, struct json_writer *w)
{
	record_put_list(w, "headers", &header_form, r->headers, r->header_count);
}

static int64_t
idle_ms(const struct model_spec *spec)
{
	if (spec->idle_ms <= 0)
		return IDLE_DEFAULT_MS;
	return spec->idle_ms < IDLE_MAX_MS ? spec->idle_ms : IDLE_MAX_MS;
}

static bool
write_request(struct arena *a, const struct transport_request *r, int64_t timeout_ms, int key_fd,
    struct buf *out, struct err *err)
{
	const struct model_spec *spec = r->spec;
	struct json_writer w;

	json_writer_init(&w, out, false);
	json_object(&w);
	json_put_str(&w, "url", r->url);
	write_headers(r, &w);
	if (!write_key(a, r, key_fd, &w, err))
		return false;
	json_put_str(&w, "ca_file", spec->ca_file);
	json_put_str(&w, "client_cert", spec->client_cert);
	json_put_str(&w, "client_key", spec->client_key);
	json_put_str(&w, "pinned_key", spec->pinned_key);
	json_put_str(&w, "proxy", spec->proxy);
	json_put_str(&w, "proxy_key", spec->proxy_key_file);
	json_put_number(&w, "timeout_ms", timeout_ms);
	json_put_number(&w, "connect_ms", timeout_ms < CONNECT_MS ? timeout_ms : CONNECT_MS);
	if (r->stream)
		json_put_number(&w, "idle_ms", idle_ms(spec));
	json_put_number(
	    &w, "reply_bytes_max", (int64_t)(r->stream ? STREAM_BYTES_MAX : REPLY_BYTES_MAX));
	json_put_bool(&w, "progress", r->stream);
	json_put_bool(&w, "get", r->get);
	json_put_str(&w, "body", r->body);
	json_end_object(&w);
	return !out->failed ||
	       err_set(err, ERR_LIMIT, "the request is larger than %zu bytes", out->max);
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
	    .status = json_get_number(&d, json_root(&d), "status", 0),
	    .body = json_get_text(&d, root, "body", STR("")),
	    .retry_after_ms = json_get_number(&d, json_root(&d), "retry_after_ms", -1),
	    .retry_said = str_is(retry, "true") || str_is(retry, "false"),
	    .retry_wanted = str_is(retry, "true"),
	    .request_id = json_get_text(&d, root, "request_id", STR("")),
	    .elapsed_ms = json_get_number(&d, json_root(&d), "elapsed_ms", 0),
	};
	for (unsigned i = 0; i < TRANSPORT_FAILURES; i++)
		if (str_is(failure, FAULTS[i].name))
			out->failure = (enum transport_failure)i;
	return true;
}

/* sluice-model's output as it comes: whole lines before the last are progress. */
static void
hear(void *context, struct str all)
{
	const struct watch *watch = context;
	const struct str name = STR("{\"received\":");
	struct str line = all;
	int64_t bytes = 0;

	if (all.n == 0 || all.p[all.n - 1] != '\n')
		return;
	line.n--;
	while (line.n > 0 && line.p[line.n - 1] != '\n')
		line.n--;
	line = str_slice(all, line.n, all.n);
	if (!str_starts(line, name))
		return;
	for (size_t i = name.n; i < line.n && line.p[i] >= '0' && line.p[i] <= '9'; i++)
		bytes = bytes * 10 + (line.p[i] - '0');
	watch_tell(watch, PLANNER_RECEIVING, bytes);
}

/* The answer is the last line. */
static struct str
last_line(struct str text)
{
	size_t from = text.n;

	while (from > 0 && text.p[from - 1] != '\n')
		from--;
	return str_slice(text, from, text.n);
}

struct model_program {
	struct str request;
	int key_fd;
	const struct watch *watch;
	int64_t until_us;
};

static bool
run_program(
    struct arena *a, const struct model_program *m, struct transport_reply *out, struct err *err)
{
	const char *path = path_of_part(a, "sluice-model");
	const char *const argv[] = {path, NULL};
	struct proc_spec spec = {.argv = argv, .fd_count = m->key_fd >= 0 ? FD_KEY + 1 : 3};
	struct proc_output got;

	if (!path) {
		err_set(err, ERR_PROVIDER, "the program 'sluice-model' is not here");
		return err_help(err,
		    "it is built and installed with sluice, and stands beside it or in "
		    "libexec/sluice");
	}
	spec.fds[FD_KEY] = m->key_fd;
	if (m->watch) {
		spec.cancelled = m->watch->cancelled;
		spec.cancelled_context = m->watch->cancelled_context;
		spec.hear = hear;
		/* The callback gives it back as it came. */
		spec.hear_context = (void *)(uintptr_t)m->watch;
	}
	if (!proc_run(a, &spec, m->request, REPORT_BYTES_MAX, m->until_us, &got, err))
		return err_wrap(err, "the program that speaks with the model");
	if (got.cancelled)
		return err_set(err, ERR_PROVIDER, "cancelled while the model was asked");
	if (got.timed_out) {
		*out = (struct transport_reply){.failure = TRANSPORT_TIMEOUT, .retry_after_ms = -1};
		return true;
	}
	if (got.too_long) {
		*out =
		    (struct transport_reply){.failure = TRANSPORT_TOO_LARGE, .retry_after_ms = -1};
		return true;
	}
	if (!WIFEXITED(got.wait_status) || WEXITSTATUS(got.wait_status) != 0)
		return err_set(err, ERR_PROVIDER, "the program 'sluice-model' failed: %.*s",
		    got.err.n > 200 ? 200 : (int)got.err.n, got.err.p);
	return read_report(a, last_line(got.out), out, err);
}

bool
transport_post(struct arena *a, const struct transport_request *request, int64_t deadline_us,
    struct transport_reply *out, struct err *err)
{
	int64_t now = clock_us(), left_ms = (deadline_us - now) / 1000;
	int64_t timeout_ms =
	    request->spec->timeout_ms > 0 ? request->spec->timeout_ms : TIMEOUT_DEFAULT_MS;
	struct model_program m = {.watch = request->watch};
	struct buf text;

	if (timeout_ms > left_ms)
		timeout_ms = left_ms;
	if (timeout_ms < 1)
		timeout_ms = 1;
	m.until_us = now + (timeout_ms + GRACE_MS) * 1000;
	if (!descriptor_find(request->spec->key_file, &m.key_fd, err))
		return false;
	buf_init(&text, REQUEST_BYTES_MAX * 2);
	bool good = write_request(a, request, timeout_ms, m.key_fd, &text, err);
	m.request = buf_view(&text);
	good = good && run_program(a, &m, out, err);
	buf_release(&text);
	return good;
}
