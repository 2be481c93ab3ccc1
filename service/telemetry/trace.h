/* SPDX-License-Identifier: MIT */
/*
 * trace.h: which call a line of the log, and a span, belong to (W3C Trace Context), and the spans'
 * way to a collector (OTLP over HTTP, as JSON). Private to this folder.
 */
#ifndef SERVICE_TRACE_H
#define SERVICE_TRACE_H

#include "store.h"

#include <pthread.h>

#define TRACE_ID_BYTES 33 /* hex, with the NUL */
#define SPAN_ID_BYTES 17
#define SPANS_MAX 2048
#define TRACED_RUNS 1024

struct trace {
	char id[TRACE_ID_BYTES], span[SPAN_ID_BYTES];
	char parent[SPAN_ID_BYTES]; /* the caller's span, or empty */
};
/* The caller's trace by the header `traceparent` (NULL, or not well formed: a new one), a new span. */
void trace_begin(const char *traceparent, struct trace *out);

/* -- the log --------------------------------------------------------------------------------- */

/* Each line a JSON object from now on, and a line for each request. */
void log_as_json(void);
/* One line to standard error. `trace` may be NULL. What others sent is made visible. */
void log_line(const struct trace *trace, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct request_told { /* of a request that was answered */
	const struct trace *trace;
	const char *method, *path, *who; /* path: the route's; who: or NULL */
	struct str subject;              /* what stood for its first {...} */
	unsigned status;
	int64_t began_us, took_us; /* began: since 1970 */
};
void log_request(const struct request_told *t);

/* -- spans ----------------------------------------------------------------------------------- */

struct span {
	struct trace trace;
	char name[96], subject[STORE_ID_BYTES];
	int64_t began_us, ended_us; /* since 1970 */
	unsigned status;            /* of HTTP; 0: none */
	bool failed, server;
};

struct spans {
	const char *url; /* NULL: nobody collects them */
	pthread_mutex_t lock;
	pthread_cond_t more;
	struct span *list; /* those that wait, SPANS_MAX at most */
	size_t count;
	uint64_t sent, dropped;
	bool over;
	struct traced {
		char run[STORE_ID_BYTES];
		struct trace trace;
	} runs[TRACED_RUNS];         /* which call asked for a run */
	void (*look)(void *context); /* called every few seconds, before spans are sent */
	void *context;
	pthread_t thread;
	bool runs_thread;
};
bool spans_begin(
    struct spans *s, const char *url, void (*look)(void *context), void *context, struct err *err);
void spans_end(struct spans *s); /* sends what waits */
void spans_request(struct spans *s, const struct request_told *t);
/* The call that asked for a run: its stages belong to the same trace. */
void spans_asked(struct spans *s, const char *run, const struct trace *t);
void spans_run(
    struct spans *s, const struct stored_run *run, const struct run_step *steps, size_t count);

#endif
