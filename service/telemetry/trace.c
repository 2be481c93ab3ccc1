/* SPDX-License-Identifier: MIT */
/* trace.c: traces, and the log. */
#include "trace.h"

#include "ascii.h"
#include "clock.h"
#include "hash.h"
#include "json.h"

#include <stdatomic.h>
#include <stdio.h>

#define LINE_BYTES_MAX 8192

static bool
is_hex(const char *p, size_t n)
{
	bool zero = true;

	for (size_t i = 0; i < n; i++) {
		if (!((p[i] >= '0' && p[i] <= '9') || (p[i] >= 'a' && p[i] <= 'f')))
			return false;
		zero = zero && p[i] == '0';
	}
	return !zero;
}

static void
random_hex(char *out, size_t digits)
{
	uint8_t bytes[16];

	random_bytes(bytes, sizeof(bytes));
	for (size_t i = 0; i < digits / 2; i++)
		snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

void
trace_begin(const char *text, struct trace *out)
{
	const size_t id = 3, span = id + TRACE_ID_BYTES, end = span + SPAN_ID_BYTES + 2;

	*out = (struct trace){.id = ""};
	random_hex(out->span, SPAN_ID_BYTES - 1);
	if (text && strlen(text) == end && strncmp(text, "00-", 3) == 0 && text[span - 1] == '-' &&
	    text[span + SPAN_ID_BYTES - 1] == '-' && is_hex(text + id, TRACE_ID_BYTES - 1) &&
	    is_hex(text + span, SPAN_ID_BYTES - 1)) {
		memcpy(out->id, text + id, TRACE_ID_BYTES - 1);
		memcpy(out->parent, text + span, SPAN_ID_BYTES - 1);
		return;
	}
	random_hex(out->id, TRACE_ID_BYTES - 1);
}

/* -- the log --------------------------------------------------------------------------------- */

static atomic_bool as_json;

void
log_as_json(void)
{
	atomic_store(&as_json, true);
}

static void
open_line(struct json_writer *w, struct buf *line, const char *message, const struct trace *t)
{
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp(stamp);
	json_writer_init(w, line, false);
	json_format(w, "{ts: %s, message: %s", stamp, message);
	if (t)
		json_format(w, "trace_id: %s, span_id: %s", t->id, t->span);
}

/* In one write, so that lines of several threads stay whole. */
static void
put_line(struct buf *line)
{
	buf_char(line, '\n');
	if (!line->failed)
		(void)!fwrite(line->p, 1, line->n, stderr);
	buf_release(line);
}

void
log_line(const struct trace *trace, const char *format, ...)
{
	struct buf text, line;
	struct json_writer w;
	va_list ap;

	buf_init(&text, LINE_BYTES_MAX);
	va_start(ap, format);
	buf_vprintf(&text, format, ap);
	va_end(ap);
	buf_init(&line, LINE_BYTES_MAX * 8);
	if (atomic_load(&as_json)) {
		open_line(&w, &line, text.p, trace);
		json_end_object(&w);
	} else {
		buf_text(&line, "sluice serve: ");
		buf_visible(&line, buf_view(&text), LINE_BYTES_MAX);
	}
	put_line(&line);
	buf_release(&text);
}

static bool
is_id(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!ascii_lower(s.p[i]) && !ascii_digit(s.p[i]) && s.p[i] != '_')
			return false;
	return s.n > 0 && s.n < STORE_ID_BYTES;
}

/* The route, never the path: a query may hold what is nobody else's. */
void
log_request(const struct request_told *t)
{
	struct json_writer w;
	struct buf line;

	if (!atomic_load(&as_json))
		return;
	buf_init(&line, LINE_BYTES_MAX);
	open_line(&w, &line, "request", t->trace);
	json_format(&w, "parent_id: %s, method: %s, route: %s, status: %u, us: %ld, who: %s",
	    t->trace->parent[0] ? t->trace->parent : NULL, t->method, t->path, t->status,
	    t->took_us, t->who);
	if (is_id(t->subject))
		json_put_str(&w, "subject", t->subject);
	json_end_object(&w);
	put_line(&line);
}
