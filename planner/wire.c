/* SPDX-License-Identifier: MIT */
#include "wire.h"

#include "ceilings.h"
#include "sse.h"

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
			buf_printf(why, "holds an event that is no JSON: %s", parse.message);
		return false;
	}
	const struct json_node *error = json_get(out, json_root(out), "error");
	if (!error || error->kind == JSON_NULL)
		return true;
	buf_text(why, "broke off with an error: ");
	buf_visible(why, json_get_text(out, error, "message", STR("")), 200);
	return false;
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

bool
wire_gather(struct arena *a, struct str body, struct wire_stream *g, const char *end,
    bool (*take)(const struct json_doc *d, void *gathered, struct wire_reply *out),
    struct wire_reply *out)
{
	struct sse_event event;
	struct json_doc d;

	while (!g->done && sse_next(a, &body, &event)) {
		g->done = end && str_is(event.data, end);
		if (g->done)
			break;
		struct arena *piece = arena_new(EVENT_MEMORY_BYTES);
		bool good = piece && read_event(piece, event.data, &d, out) && take(&d, g, out) &&
			    keep_all(a, out->reply, g);
		arena_free(piece);
		if (!good)
			return false;
	}
	if (g->done && g->reason.n > 0)
		return true;
	if (!body.p || g->done)
		buf_text(out->why, "ends before it is whole");
	return false;
}
