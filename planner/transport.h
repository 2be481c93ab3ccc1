/* SPDX-License-Identifier: MIT */
/*
 * transport.h: one HTTP request, by the program sluice-model.
 *
 * sluice-model is the only program that links the network and reads the key. It gets one JSON
 * object on standard input and answers with one on standard output:
 *
 *   {"url", "headers": [{"name", "value"}], "key": {"file" or "fd", "credential",
 * "header", "prefix"} or {..., "aws_service", "aws_region"}, "ca_file", "client_cert", "client_key", "pinned_key", "proxy", "proxy_key",
 * "timeout_ms", "connect_ms", "idle_ms", "reply_bytes_max", "progress", "get", "body"}
 *   {"failure": "" or a class, "message", "status", "body", "retry_after_ms": -1 where not said,
 * "should_retry": "", "true", "false", "request_id", "elapsed_ms"}
 *
 * With "progress", lines of {"received": bytes} come before the answer. It runs with an empty
 * environment, so that no proxy, netrc or certificate setting of ours reaches it.
 */
#ifndef PLANNER_TRANSPORT_H
#define PLANNER_TRANSPORT_H

#include "watch.h"

struct header {
	const char *name;
	struct str value;
};

struct transport_request {
	const struct model_spec *spec; /* key, certificates, proxy, timeout */
	struct str url;
	struct str key_header, key_prefix;
	struct str aws_service; /* signed for it, in place of a key in a header; may be empty */
	const struct header *headers;
	size_t header_count;
	struct str body;
	bool stream, get;
	bool impatient;            /* there is somebody else to ask */
	const struct watch *watch; /* may be NULL */
};

enum transport_failure {
	TRANSPORT_OTHER = 0,
	TRANSPORT_NONE,    /* a whole reply came: `status` and `body` */
	TRANSPORT_SETTING, /* the URL, the key file or a certificate is wrong */
	TRANSPORT_RESOLVE,
	TRANSPORT_CONNECT,
	TRANSPORT_TLS,
	TRANSPORT_PROXY, /* the proxy makes no tunnel */
	TRANSPORT_TIMEOUT,
	TRANSPORT_IDLE, /* a stream fell silent */
	TRANSPORT_TOO_LARGE,
	TRANSPORT_CUT,
	TRANSPORT_NOT_UTF8,
	TRANSPORT_FAILURES,
};

/* What follows from a failure. */
enum {
	FAULT_TRIED_AGAIN = 1,
	FAULT_OUTAGE =
	    2, /* another model may answer; else it would only hide a fault on this side */
	FAULT_UNWELL = 4, /* the server's, which then rests (breaker.h) */
	FAULT_BILLED = 8, /* perhaps: a reply that was cut off, late or lost may be */
};

struct transport_fault {
	const char *name;        /* the class in sluice-model's report */
	const char *words;       /* a sentence about the model provider */
	const char *help;        /* or NULL */
	const char *other_words; /* the rest of a sentence about another server */
	unsigned effects;
};

const struct transport_fault *transport_fault(enum transport_failure f);

struct transport_reply {
	enum transport_failure failure;
	struct str message; /* of a failure */
	int64_t status;
	struct str body;
	int64_t retry_after_ms;        /* -1 where the server said nothing */
	bool retry_said, retry_wanted; /* by x-should-retry */
	struct str request_id;
	int64_t elapsed_ms;
};

/* False only where sluice-model itself is missing or broken. */
bool transport_post(struct arena *a, const struct transport_request *request, int64_t deadline_us,
    struct transport_reply *out, struct err *err);

#endif
