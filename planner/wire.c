/* SPDX-License-Identifier: MIT */
#include "wire.h"

#include "ceilings.h"
#include "record.h"
#include "sse.h"

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

static bool
is_text(const struct json_doc *d, const struct json_node *block)
{
	const struct json_node *thought = json_get(d, block, "thought");
	struct str type = json_get_text(d, block, "type", STR("text"));

	return (str_is(type, "text") || str_is(type, "output_text")) &&
	       !(thought && thought->kind == JSON_TRUE);
}

bool
wire_text(const struct json_doc *d, const struct json_node *content, struct wire_reply *out,
    struct str *text)
{
	if (content && content->kind == JSON_STRING)
		*text = content->text;
	if (!content || content->kind != JSON_ARRAY)
		return true;
	for (const struct json_node *n = json_first(d, content); n; n = json_next(d, n)) {
		struct str words = json_get_text(d, n, "text", STR(""));
		if (!is_text(d, n) || words.n == 0)
			continue;
		if (text->n > 0) {
			buf_text(out->why, "holds more than one block of text");
			return false;
		}
		*text = words;
	}
	return true;
}

void
wire_settle(struct model_reply *m, enum finish finish, struct str text, struct str note)
{
	m->finish = finish;
	m->note = note;
	if (finish != FINISH_STOP)
		return;
	if (str_trim(text).n > 0)
		m->text = text;
	else
		m->finish = FINISH_EMPTY;
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
wire_temperature(const struct wire_request *r, struct json_writer *w)
{
	if (r->temperature.n == 0)
		return;
	json_name(w, "temperature");
	json_raw(w, r->temperature);
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

static bool
keep_all(struct arena *a, struct model_reply *m, struct wire_stream *g)
{
	return keep(a, &m->model, &g->kept.model) && keep(a, &m->id, &g->kept.id) &&
	       keep(a, &m->fingerprint, &g->kept.fingerprint) &&
	       keep(a, &g->reason, &g->kept.reason);
}

/* Of server-sent events, or of lines; as sse_next(). */
static bool
next_event(struct arena *a, struct str *body, const struct wire_stream *g, struct str *data)
{
	struct sse_event event;

	if (!g->lines) {
		bool found = sse_next(a, body, &event);
		*data = found ? event.data : STR("");
		return found;
	}
	while (str_cut(body, '\n', data))
		if (str_trim(*data).n > 0)
			return true;
	return false;
}

bool
wire_gather(struct arena *a, struct str body, struct wire_stream *g, const char *end,
    bool (*take)(const struct json_doc *d, void *gathered, struct wire_reply *out),
    struct wire_reply *out)
{
	struct str data;
	struct json_doc d;

	while (!g->done && next_event(a, &body, g, &data)) {
		g->done = end && str_is(data, end);
		if (g->done)
			break;
		struct arena *piece = arena_new(EVENT_MEMORY_BYTES);
		bool good = piece && read_event(piece, data, &d, out) && take(&d, g, out) &&
			    keep_all(a, out->reply, g);
		arena_free(piece);
		if (!good)
			return false;
	}
	if (g->done && g->reason.n > 0)
		return true;
	if (!body.p || g->done || g->lines)
		buf_text(out->why, "ends before it is whole");
	return false;
}
