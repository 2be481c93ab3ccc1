/* SPDX-License-Identifier: MIT */
#include "wire.h"

#include "ceilings.h"
#include "record.h"
#include "sse.h"

#include <stdio.h>

static const struct {
	const char *name;
	const struct wire *wire;
} WIRES[] = {
    {"chat", &WIRE_CHAT},
    {"messages", &WIRE_MESSAGES},
    {"responses", &WIRE_RESPONSES},
    {"gemini", &WIRE_GEMINI},
    {"ollama", &WIRE_OLLAMA},
    {"converse", &WIRE_CONVERSE},
};

const struct wire *
wire_find(struct str name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(WIRES); i++)
		if (str_is(name, WIRES[i].name))
			return WIRES[i].wire;
	return NULL;
}

int64_t
wire_tokens(const struct json_doc *d, const struct json_node *usage, const char *name)
{
	int64_t number = json_get_number(d, usage, name, 0);

	return number >= 0 && number <= TOKENS_TOLD_MAX ? number : 0;
}

void
wire_usage(const struct json_doc *d, const struct json_node *reply, const char *in, const char *out,
    struct wire_reply *got)
{
	const struct json_node *usage = json_get(d, reply, "usage");
	char name[32];

	if (!usage || usage->kind != JSON_OBJECT)
		return;
	snprintf(name, sizeof(name), "%s_tokens", in);
	got->prompt_tokens = wire_tokens(d, usage, name);
	snprintf(name, sizeof(name), "%s_tokens_details", in);
	got->cached_tokens = wire_tokens(d, json_get(d, usage, name), "cached_tokens");
	snprintf(name, sizeof(name), "%s_tokens", out);
	got->completion_tokens = wire_tokens(d, usage, name);
	snprintf(name, sizeof(name), "%s_tokens_details", out);
	got->reasoning_tokens = wire_tokens(d, json_get(d, usage, name), "reasoning_tokens");
}

/* As a document, or false with the reason. */
static bool
read_event(struct arena *a, struct str data, struct json_doc *out, struct wire_reply *reply)
{
	struct buf *why = reply->why;
	struct err parse = {0};

	if (++reply->events > EVENTS_MAX) {
		buf_printf(why, "holds more than %d events", EVENTS_MAX);
		return false;
	}

	if (!document_read(a, data, NULL, out, &parse)) {
		if (parse.code != ERR_MEMORY)
			buf_printf(why, "holds an event that is not JSON: %s", parse.message);
		return false;
	}
	const struct json_node *error = json_get(out, json_root(out), "error");
	if (!error || error->kind == JSON_NULL)
		return true;
	return wire_broken(reply, error->kind == JSON_STRING
				      ? error->text
				      : json_get_text(out, error, "message", STR("")));
}

bool
wire_broken(struct wire_reply *out, struct str words)
{
	buf_text(out->why, "broke off with an error: ");
	buf_visible(out->why, words, 200);
	return false;
}

bool
wire_refuse(struct wire_reply *out, const char *why)
{
	buf_text(out->why, why);
	return false;
}

static bool
is_text(const struct json_doc *d, const struct json_node *block)
{
	const struct json_node *thought = json_get(d, block, "thought");
	struct str type = json_get_text(d, block, "type", STR("text"));

	return (str_is(type, "text") || str_is(type, "output_text")) &&
	       !(thought && thought->kind == JSON_TRUE);
}

bool
wire_begin_block(struct wire_reply *out)
{
	return ++out->blocks == 1 || wire_refuse(out, "holds more than one block of text");
}

bool
wire_text(const struct json_doc *d, const struct json_node *content, struct wire_reply *out)
{
	if (content && content->kind == JSON_STRING)
		buf_str(&out->text, content->text);
	if (!content || content->kind != JSON_ARRAY)
		return true;
	for (const struct json_node *n = json_first(d, content); n; n = json_next(d, n)) {
		struct str words = json_get_text(d, n, "text", STR(""));
		if (!is_text(d, n) || words.n == 0)
			continue;
		if (!wire_begin_block(out))
			return false;
		buf_str(&out->text, words);
	}
	return true;
}

struct str
wire_system(const struct model_request *ask)
{
	for (size_t i = 0; i < ask->count; i++)
		if (strcmp(ask->messages[i].role, "system") == 0)
			return ask->messages[i].text;
	return STR("");
}

FORM(message_form, struct message, MEMBER(struct message, role),
    MEMBER_AS("content", struct message, text));

void
wire_messages(const struct model_request *ask, struct json_writer *w, const char *name)
{
	record_put_list(w, name, &message_form, ask->messages, ask->count);
}

void
wire_sampling(const struct wire_request *r, struct json_writer *w)
{
	json_name_str(w, r->profile->tokens);
	json_number(w, r->ask->max_tokens);
	if (r->temperature.n == 0)
		return;
	json_name(w, "temperature");
	json_raw(w, r->temperature);
}

void
wire_schema(const struct wire_request *r, struct json_writer *w, const char *name)
{
	json_name(w, name);
	json_raw(w, str_trim(r->ask->schema));
}

void
wire_effort(const struct wire_request *r, struct json_writer *w, const char *name)
{
	if (r->effort.n > 0)
		json_put_str(w, name, r->effort);
}

void
wire_extra(const struct profile *p, struct json_writer *w)
{
	const struct json_node *n = p->extra ? json_first(p->doc, p->extra) : NULL;

	for (; n; n = json_next(p->doc, n)) {
		json_name_str(w, n->text);
		json_raw(w, json_source(p->doc, n + 1));
	}
}

static bool
keep(struct arena *a, struct str *now, struct str *kept)
{
	if (!str_eq(*now, *kept) && !arena_copy(a, *now, kept))
		return false;
	*now = *kept;
	return true;
}

/* An event's document goes before the next one comes. */
static bool
keep_all(struct arena *a, struct wire_reply *out)
{
	struct model_reply *m = out->reply;

	return keep(a, &m->model, &out->kept.model) && keep(a, &m->id, &out->kept.id) &&
	       keep(a, &m->fingerprint, &out->kept.fingerprint) &&
	       keep(a, &out->reason, &out->kept.reason);
}

static bool
take(const struct wire *wire, const struct json_doc *d, struct wire_reply *out)
{
	if (!wire->take(d, out))
		return false;
	return (!out->text.failed && !out->refusal.failed) || wire_refuse(out, "is too long");
}

/* Of server-sent events, or of lines; as sse_next(). */
static bool
next_event(struct arena *a, struct str *body, bool lines, struct str *data)
{
	struct sse_event event;

	if (!lines) {
		bool found = sse_next(a, body, &event);
		*data = found ? event.data : STR("");
		return found;
	}
	while (str_cut(body, '\n', data))
		if (str_trim(*data).n > 0)
			return true;
	return false;
}

/* Until the taker, or the wire's last event, says that it is done. */
static bool
take_stream(const struct wire *wire, struct arena *a, struct str body, struct wire_reply *out)
{
	struct str data;
	struct json_doc d;

	while (!out->done && next_event(a, &body, wire->lines, &data)) {
		out->done = wire->last_event && str_is(data, wire->last_event);
		if (out->done)
			break;
		struct arena *piece = arena_new(EVENT_MEMORY_BYTES);
		bool good = piece && read_event(piece, data, &d, out) && take(wire, &d, out) &&
			    keep_all(a, out);
		arena_free(piece);
		if (!good)
			return false;
	}
	if (out->done && out->reason.n > 0)
		return true;
	if (!body.p || out->done || wire->lines)
		wire_refuse(out, "ends before it is whole");
	return false;
}

static bool
take_whole(const struct wire *wire, struct arena *a, struct str body, struct wire_reply *out)
{
	struct json_doc d;
	struct err parse = {0};

	if (document_read(a, body, NULL, &d, &parse))
		return take(wire, &d, out);
	if (parse.code != ERR_MEMORY)
		buf_printf(out->why, "is no JSON: line %u, column %u: %s", parse.line, parse.column,
		    parse.message);
	return false;
}

/* How it ended, and what then counts of it. */
static bool
settle(const struct wire *wire, struct arena *a, struct wire_reply *out)
{
	struct model_reply *m = out->reply;
	const struct wire_ending *e = wire->endings;
	struct str text, refusal;

	if (!arena_copy(a, buf_view(&out->text), &text) ||
	    !arena_copy(a, buf_view(&out->refusal), &refusal))
		return false;
	while (e->reason && !str_is(out->reason, e->reason))
		e++;
	m->finish = e->finish;
	if (refusal.n > 0)
		m->finish = FINISH_REFUSED;
	else if (m->finish == FINISH_STOP && out->tool)
		m->finish = FINISH_TOOL;
	else if (m->finish == FINISH_STOP && str_trim(text).n == 0)
		m->finish = FINISH_EMPTY;
	m->note = m->finish == FINISH_REFUSED && refusal.n == 0 ? text : refusal;
	if (m->finish == FINISH_STOP)
		m->text = text;
	return true;
}

bool
wire_read(
    const struct wire *wire, struct arena *a, struct str body, bool stream, struct wire_reply *out)
{
	out->piece = stream;
	out->reason = out->kept.reason = STR("");
	out->kept.model = out->kept.id = out->kept.fingerprint = STR("");
	buf_init(&out->text, REPLY_BYTES_MAX);
	buf_init(&out->refusal, REPLY_BYTES_MAX);
	bool good = (stream ? take_stream(wire, a, body, out) : take_whole(wire, a, body, out)) &&
		    settle(wire, a, out);
	buf_release(&out->text);
	buf_release(&out->refusal);
	return good;
}
