/* SPDX-License-Identifier: MIT */
#include "wire.h"

#include "ceilings.h"

int64_t
wire_tokens(const struct json_doc *d, const struct json_node *usage, const char *name)
{
	int64_t number = json_get_number(d, usage, name, 0);

	return number >= 0 && number <= TOKENS_TOLD_MAX ? number : 0;
}

bool
wire_event(struct arena *a, struct str data, struct json_doc *out, struct wire_reply *reply)
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

bool
wire_keep(struct arena *a, struct wire_reply *reply, struct str *reason, struct wire_kept *kept)
{
	struct model_reply *m = reply->reply;

	return keep(a, &m->model, &kept->model) && keep(a, &m->id, &kept->id) &&
	       keep(a, &m->fingerprint, &kept->fingerprint) && keep(a, reason, &kept->reason);
}
