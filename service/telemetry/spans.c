/* SPDX-License-Identifier: MIT */
/*
 * spans.c: spans of calls and of runs, sent to a collector by a thread of their own.
 *
 * A collector that is away costs spans, never a call: they wait in a list of a fixed length, and what
 * does not fit is counted. Spans hold ids, states and times; no goal, no code, no answer.
 */
#include "trace.h"

#include "hash.h"
#include "planner.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TURN_S 2
#define TIMEOUT_MS 5000
#define BODY_BYTES_MAX ((size_t)8 << 20)
#define ARENA_BYTES ((size_t)64 << 20)

static void
add(struct spans *s, const struct span *one)
{
	pthread_mutex_lock(&s->lock);
	if (s->count < SPANS_MAX)
		s->list[s->count++] = *one;
	else
		s->dropped++;
	if (s->count == SPANS_MAX / 2)
		pthread_cond_signal(&s->more);
	pthread_mutex_unlock(&s->lock);
}

void
spans_request(struct spans *s, const struct request_told *t)
{
	struct span one = {.trace = *t->trace,
	    .began_us = t->began_us,
	    .ended_us = t->began_us + t->took_us,
	    .status = t->status,
	    .failed = t->status >= 500,
	    .server = true};

	if (!s->url)
		return;
	snprintf(one.name, sizeof(one.name), "%s %s", t->method, t->path);
	add(s, &one);
}

/* -- runs ------------------------------------------------------------------------------------ */

static struct traced *
slot_of(struct spans *s, const char *run)
{
	struct digest d;
	uint32_t n;

	digest_of(str_from(run), &d);
	memcpy(&n, d.bytes, sizeof(n));
	return &s->runs[n % TRACED_RUNS];
}

void
spans_asked(struct spans *s, const char *run, const struct trace *t)
{
	struct traced *slot;

	if (!s->url)
		return;
	pthread_mutex_lock(&s->lock);
	slot = slot_of(s, run);
	snprintf(slot->run, sizeof(slot->run), "%s", run);
	slot->trace = *t;
	pthread_mutex_unlock(&s->lock);
}

/* A run that nobody asked for here has a trace of its own, always the same. */
static void
trace_of(struct spans *s, const char *run, struct trace *out)
{
	char hex[DIGEST_HEX_BYTES];
	struct traced *slot;

	digest_hex_of(str_from(run), hex);
	*out = (struct trace){.id = ""};
	memcpy(out->id, hex, TRACE_ID_BYTES - 1);
	memcpy(out->span, hex + TRACE_ID_BYTES - 1, SPAN_ID_BYTES - 1);
	pthread_mutex_lock(&s->lock);
	slot = slot_of(s, run);
	if (strcmp(slot->run, run) == 0) {
		memcpy(out->id, slot->trace.id, sizeof(out->id));
		memcpy(out->parent, slot->trace.span, sizeof(out->parent));
	}
	pthread_mutex_unlock(&s->lock);
}

void
spans_run(struct spans *s, const struct stored_run *run, const struct run_step *steps, size_t count)
{
	struct span whole = {.began_us = run->created_us,
	    .ended_us = run->updated_us,
	    .failed = run->state == STATE_FAILED};

	if (!s->url)
		return;
	trace_of(s, run->id, &whole.trace);
	snprintf(whole.name, sizeof(whole.name), "run %s", run_state_name(run->state));
	snprintf(whole.subject, sizeof(whole.subject), "%s", run->id);
	add(s, &whole);
	for (size_t i = 1; i < count; i++) {
		struct span step = {.trace = whole.trace,
		    .began_us = steps[i - 1].at_us,
		    .ended_us = steps[i].at_us};
		memcpy(step.trace.parent, whole.trace.span, sizeof(step.trace.parent));
		struct trace fresh;
		trace_begin(NULL, &fresh);
		memcpy(step.trace.span, fresh.span, sizeof(step.trace.span));
		snprintf(step.name, sizeof(step.name), "%.*s to %.*s", STR_ARG(steps[i].from),
		    STR_ARG(steps[i].to));
		snprintf(step.subject, sizeof(step.subject), "%s", run->id);
		add(s, &step);
	}
}

/* -- sending --------------------------------------------------------------------------------- */

static void
put_nanoseconds(struct json_writer *w, const char *name, int64_t us)
{
	char text[32];

	snprintf(text, sizeof(text), "%lld000", (long long)us);
	json_put_text(w, name, text);
}

static void
put_attribute(struct json_writer *w, const char *key, const char *kind, const char *value)
{
	json_format(w, "{key: %s, value: {", key);
	json_put_text(w, kind, value);
	json_format(w, "}}");
}

static void
put_span(struct json_writer *w, const struct span *s)
{
	char status[16];

	json_format(w, "{traceId: %s, spanId: %s, parentSpanId: ?%s, name: %s, kind: %u",
	    s->trace.id, s->trace.span, s->trace.parent, s->name, s->server ? 2 : 1);
	put_nanoseconds(w, "startTimeUnixNano", s->began_us);
	put_nanoseconds(w, "endTimeUnixNano", s->ended_us);
	json_open_array(w, "attributes");
	if (s->status) {
		snprintf(status, sizeof(status), "%u", s->status);
		put_attribute(w, "http.response.status_code", "intValue", status);
	}
	if (s->subject[0])
		put_attribute(w, "sluice.run.id", "stringValue", s->subject);
	json_format(w, "], status: {code: ?%u}}", s->failed ? 2 : 0);
}

static void
write_body(const struct span *list, size_t count, struct buf *out)
{
	struct json_writer w;

	buf_text(out,
	    "{\"resourceSpans\":[{\"resource\":{\"attributes\":["
	    "{\"key\":\"service.name\",\"value\":{\"stringValue\":\"sluice\"}},"
	    "{\"key\":\"service.version\",\"value\":{\"stringValue\":\"" SLUICE_VERSION "\"}}]},"
	    "\"scopeSpans\":[{\"scope\":{\"name\":\"sluice\"},\"spans\":");
	json_writer_init(&w, out, false);
	json_array(&w);
	for (size_t i = 0; i < count; i++)
		put_span(&w, &list[i]);
	json_end_array(&w);
	buf_text(out, "}]}]}");
}

static bool
send(const struct spans *s, const struct span *list, size_t count, struct err *err)
{
	const struct planner_header headers[] = {{"content-type", STR("application/json")}};
	struct arena *a = arena_new(ARENA_BYTES);
	int64_t status = 0;
	struct buf body;

	if (!a)
		return err_memory(err);
	buf_init(&body, BODY_BYTES_MAX);
	write_body(list, count, &body);
	const struct planner_post post = {.url = str_from(s->url),
	    .body = buf_view(&body),
	    .headers = headers,
	    .header_count = 1,
	    .timeout_ms = TIMEOUT_MS};
	bool good = (!body.failed || err_memory(err)) && planner_post(a, &post, &status, err);
	if (good && (status < 200 || status > 299))
		good = err_set(err, ERR_PROVIDER, "it answered %lld", (long long)status);
	buf_release(&body);
	arena_free(a);
	return good;
}

/* With the lock held; it is given back while they are sent. */
static void
send_waiting(struct spans *s, struct span *copy, bool *told)
{
	size_t count = s->count;
	struct err err;

	if (count == 0)
		return;
	memcpy(copy, s->list, count * sizeof(*copy));
	s->count = 0;
	pthread_mutex_unlock(&s->lock);
	bool good = send(s, copy, count, &err);
	if (!good && !*told)
		log_line(NULL, "the collector of spans: %s", err.message);
	*told = !good;
	pthread_mutex_lock(&s->lock);
	*(good ? &s->sent : &s->dropped) += count;
}

static void *
work(void *context)
{
	struct spans *s = context;
	struct span *copy = calloc(SPANS_MAX, sizeof(*copy));
	bool told = false;

	if (!copy)
		return NULL;
	pthread_mutex_lock(&s->lock);
	for (bool over = false; !over;) {
		struct timespec until;
		(void)clock_gettime(CLOCK_REALTIME, &until);
		until.tv_sec += TURN_S;
		if (!s->over)
			(void)pthread_cond_timedwait(&s->more, &s->lock, &until);
		over = s->over;
		pthread_mutex_unlock(&s->lock);
		s->look(s->context);
		pthread_mutex_lock(&s->lock);
		send_waiting(s, copy, &told);
	}
	pthread_mutex_unlock(&s->lock);
	free(copy);
	return NULL;
}

bool
spans_begin(
    struct spans *s, const char *url, void (*look)(void *context), void *context, struct err *err)
{
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->more, NULL);
	s->url = url;
	s->look = look;
	s->context = context;
	if (!url)
		return true;
	s->list = calloc(SPANS_MAX, sizeof(*s->list));
	if (!s->list)
		return err_memory(err);
	s->runs_thread = pthread_create(&s->thread, NULL, work, s) == 0;
	return s->runs_thread || err_set(err, ERR_SYSTEM, "can't start a thread");
}

void
spans_end(struct spans *s)
{
	if (s->runs_thread) {
		pthread_mutex_lock(&s->lock);
		s->over = true;
		pthread_cond_signal(&s->more);
		pthread_mutex_unlock(&s->lock);
		(void)pthread_join(s->thread, NULL);
	}
	free(s->list);
}
