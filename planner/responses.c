/* SPDX-License-Identifier: MIT */
/* responses.c: OpenAI's responses (API reference, "Create a model response"). A reply is a list of
 * items, of which one message counts; a stream's last event holds the whole reply. */
#include "ceilings.h"
#include "hash.h"
#include "wire.h"

static void
write_format(const struct wire_request *r, struct json_writer *w)
{
	if (r->profile->format == PROFILE_NOTHING)
		return;
	json_open_object(w, "text");
	json_open_object(w, "format");
	if (r->profile->format == PROFILE_JSON_OBJECT) {
		json_put_text(w, "type", "json_object");
	} else {
		json_put_text(w, "type", "json_schema");
		json_put_text(w, "name", r->ask->name);
		json_put_bool(w, "strict", true);
		json_name(w, "schema");
		json_raw(w, str_trim(r->ask->schema));
	}
	json_end_object(w);
	json_end_object(w);
}

/* Requests that begin alike share what the provider keeps. */
static void
write_cache_key(const struct wire_request *r, struct json_writer *w)
{
	char hex[DIGEST_HEX_BYTES];

	if (!r->profile->cache_marks)
		return;
	digest_hex_of(wire_system(r->ask), hex);
	json_put_str(w, "prompt_cache_key", (struct str){hex, 32});
}

static void
responses_write(const struct wire_request *r, struct json_writer *w)
{
	json_object(w);
	json_put_str(w, "model", r->model);
	wire_messages(r->ask, w, "input");
	json_name_str(w, r->profile->tokens);
	json_number(w, r->ask->max_tokens);
	wire_temperature(r, w);
	if (r->effort.n > 0) {
		json_open_object(w, "reasoning");
		wire_effort(r, w, "effort");
		json_end_object(w);
	}
	write_format(r, w);
	json_put_bool(w, "store", false); /* the provider keeps nothing for a later request */
	json_put_bool(w, "stream", r->stream);
	write_cache_key(r, w);
	wire_extra(r->profile, w);
	json_end_object(w);
}

static void
read_usage(const struct json_doc *d, const struct json_node *reply, struct wire_reply *out)
{
	const struct json_node *usage = json_get(d, reply, "usage");

	if (!usage || usage->kind != JSON_OBJECT)
		return;
	out->prompt_tokens = wire_tokens(d, usage, "input_tokens");
	out->completion_tokens = wire_tokens(d, usage, "output_tokens");
	out->cached_tokens =
	    wire_tokens(d, json_get(d, usage, "input_tokens_details"), "cached_tokens");
	out->reasoning_tokens =
	    wire_tokens(d, json_get(d, usage, "output_tokens_details"), "reasoning_tokens");
}

static enum finish
read_finish(const struct json_doc *d, const struct json_node *reply)
{
	struct str status = json_get_text(d, reply, "status", STR(""));
	struct str reason =
	    json_get_text(d, json_get(d, reply, "incomplete_details"), "reason", STR(""));

	if (str_is(status, "completed"))
		return FINISH_STOP;
	if (!str_is(status, "incomplete"))
		return FINISH_UNKNOWN; /* in_progress, queued, cancelled, or nothing at all */
	if (str_is(reason, "max_output_tokens"))
		return FINISH_LENGTH;
	return str_is(reason, "content_filter") ? FINISH_FILTERED : FINISH_UNKNOWN;
}

struct items {
	struct str text, refusal;
	bool tool;
};

static bool
read_items(const struct json_doc *d, const struct json_node *list, struct items *items,
    struct wire_reply *out)
{
	for (const struct json_node *n = json_first(d, list); n; n = json_next(d, n)) {
		struct str type = json_get_text(d, n, "type", STR(""));
		const struct json_node *content = json_get(d, n, "content");

		if (str_is(type, "reasoning"))
			continue;
		if (!str_is(type, "message")) {
			items->tool = true;
			continue;
		}
		if (!wire_text(d, content, out, &items->text))
			return false;
		if (!content || content->kind != JSON_ARRAY)
			continue;
		for (const struct json_node *c = json_first(d, content); c; c = json_next(d, c))
			items->refusal = json_get_text(d, c, "refusal", items->refusal);
	}
	return true;
}

static bool
read_reply(const struct json_doc *d, const struct json_node *reply, struct wire_reply *out)
{
	const struct json_node *output = json_get(d, reply, "output");
	struct items items = {STR(""), STR(""), false};

	read_usage(d, reply, out);
	if (str_is(json_get_text(d, reply, "status", STR("")), "failed"))
		return wire_broken(
		    out, json_get_text(d, json_get(d, reply, "error"), "message", STR("")));
	if (!output || output->kind != JSON_ARRAY) {
		buf_text(out->why, "is no response");
		return false;
	}
	if (!read_items(d, output, &items, out))
		return false;
	out->reply->model = json_get_text(d, reply, "model", STR(""));
	out->reply->id = json_get_text(d, reply, "id", STR(""));
	enum finish finish = read_finish(d, reply);
	if (finish == FINISH_STOP && items.refusal.n > 0)
		finish = FINISH_REFUSED;
	else if (finish == FINISH_STOP && items.tool)
		finish = FINISH_TOOL;
	wire_settle(out->reply, finish, items.text, items.refusal);
	return true;
}

static bool
responses_read(const struct json_doc *d, struct wire_reply *out)
{
	return read_reply(d, json_root(d), out);
}

struct gathered {
	struct wire_stream stream;
	struct buf text, note;
};

static bool
take_event(const struct json_doc *d, void *gathered, struct wire_reply *out)
{
	struct gathered *g = gathered;
	struct model_reply *m = out->reply;
	const struct json_node *root = json_root(d);
	struct str type = json_get_text(d, root, "type", STR(""));

	if (str_is(type, "error"))
		return wire_broken(out, json_get_text(d, root, "message", STR("")));
	if (!str_is(type, "response.completed") && !str_is(type, "response.incomplete") &&
	    !str_is(type, "response.failed"))
		return true;
	if (!read_reply(d, json_get(d, root, "response"), out))
		return false;
	g->stream.done = true;
	g->stream.reason = type;
	buf_str(&g->text, m->text);
	buf_str(&g->note, m->note);
	m->text = m->note = STR(""); /* they go with the event */
	return !g->text.failed && !g->note.failed;
}

static bool
responses_read_stream(struct arena *a, struct str body, struct wire_reply *out)
{
	struct gathered g = {.stream = WIRE_STREAM};

	buf_init(&g.text, REPLY_BYTES_MAX);
	buf_init(&g.note, REPLY_BYTES_MAX);
	bool good = wire_gather(a, body, &g.stream, NULL, take_event, out) &&
		    arena_copy(a, buf_view(&g.text), &out->reply->text) &&
		    arena_copy(a, buf_view(&g.note), &out->reply->note);
	buf_release(&g.text);
	buf_release(&g.note);
	return good;
}

const struct wire WIRE_RESPONSES = {
    responses_write, responses_read, responses_read_stream, false, true};
