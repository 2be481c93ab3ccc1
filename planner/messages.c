/* SPDX-License-Identifier: MIT */
/* messages.c: Anthropic's messages. The system message has a place of its own, and a reply is a
 * list of blocks. */
#include "ceilings.h"
#include "wire.h"

/* The part that is the same in each request ends with a mark; the provider caches up to it. */
static void
write_system(const struct wire_request *r, struct json_writer *w)
{
	struct str system = wire_system(r->ask);

	if (!r->profile->cache_marks) {
		json_put_str(w, "system", system);
		return;
	}
	json_open_array(w, "system");
	json_object(w);
	json_put_text(w, "type", "text");
	json_put_str(w, "text", system);
	json_open_object(w, "cache_control");
	json_put_text(w, "type", "ephemeral");
	json_end_object(w);
	json_end_object(w);
	json_end_array(w);
}

static void
write_messages(const struct wire_request *r, struct json_writer *w)
{
	const struct message *m = r->ask->messages;

	write_system(r, w);
	json_open_array(w, "messages");
	for (size_t i = 0; i < r->ask->count; i++) {
		if (strcmp(m[i].role, "system") == 0)
			continue;
		json_object(w);
		json_put_text(w, "role", m[i].role);
		json_put_str(w, "content", m[i].text);
		json_end_object(w);
	}
	json_end_array(w);
}

static void
write_config(const struct wire_request *r, struct json_writer *w)
{
	bool holds = r->profile->format == PROFILE_JSON_SCHEMA;

	if (!holds && r->effort.n == 0)
		return;
	json_open_object(w, "output_config");
	wire_effort(r, w, "effort");
	if (holds) {
		json_open_object(w, "format");
		json_put_text(w, "type", "json_schema");
		json_name(w, "schema");
		json_raw(w, str_trim(r->ask->schema));
		json_end_object(w);
	}
	json_end_object(w);
}

static void
messages_write(const struct wire_request *r, struct json_writer *w)
{
	json_object(w);
	json_put_str(w, "model", r->model);
	json_name_str(w, r->profile->tokens);
	json_number(w, r->ask->max_tokens);
	write_messages(r, w);
	wire_temperature(r, w);
	write_config(r, w);
	json_put_bool(w, "stream", r->stream);
	wire_extra(r->profile, w);
	json_end_object(w);
}

static enum finish
read_finish(struct str reason)
{
	if (str_is(reason, "end_turn") || str_is(reason, "stop_sequence"))
		return FINISH_STOP;
	if (str_is(reason, "max_tokens") || str_is(reason, "model_context_window_exceeded"))
		return FINISH_LENGTH;
	if (str_is(reason, "refusal"))
		return FINISH_REFUSED;
	return str_is(reason, "tool_use") ? FINISH_TOOL : FINISH_UNKNOWN;
}

/* Tokens read from a cache and written to one are parts of the prompt, counted separately. */
static void
read_usage(const struct json_doc *d, const struct json_node *usage, struct wire_reply *out)
{
	if (!usage || usage->kind != JSON_OBJECT)
		return;
	if (json_get(d, usage, "input_tokens")) {
		out->cached_tokens = wire_tokens(d, usage, "cache_read_input_tokens");
		out->prompt_tokens = wire_tokens(d, usage, "input_tokens") + out->cached_tokens +
				     wire_tokens(d, usage, "cache_creation_input_tokens");
	}
	if (json_get(d, usage, "output_tokens"))
		out->completion_tokens = wire_tokens(d, usage, "output_tokens");
}

static void
settle(struct model_reply *m, struct str reason, struct str text)
{
	enum finish finish = read_finish(reason);

	wire_settle(m, finish, text, finish == FINISH_REFUSED ? text : STR(""));
}

struct gathered {
	struct wire_stream stream;
	struct buf text;
	size_t texts; /* blocks of text that have begun */
};

static bool
take_text(const struct json_doc *d, const struct json_node *delta, struct gathered *g,
    struct wire_reply *out)
{
	if (str_is(json_get_text(d, delta, "type", STR("")), "text_delta"))
		buf_str(&g->text, json_get_text(d, delta, "text", STR("")));
	if (!g->text.failed)
		return true;
	buf_text(out->why, "is too long");
	return false;
}

/* Blocks of text are not joined: a reply that must be one JSON object stands in one. */
static bool
several_texts(struct wire_reply *out)
{
	buf_text(out->why, "holds more than one block of text");
	return false;
}

static bool
messages_read(const struct json_doc *d, struct wire_reply *out)
{
	const struct json_node *root = json_root(d), *content = json_get(d, root, "content");
	struct str words = STR("");

	read_usage(d, json_get(d, root, "usage"), out);
	if (!content || content->kind != JSON_ARRAY) {
		buf_text(out->why, "is no message");
		return false;
	}
	if (!wire_text(d, content, out, &words))
		return false;
	out->reply->model = json_get_text(d, root, "model", STR(""));
	out->reply->id = json_get_text(d, root, "id", STR(""));
	settle(out->reply, json_get_text(d, root, "stop_reason", STR("")), words);
	return true;
}

static bool
take_event(const struct json_doc *d, void *gathered, struct wire_reply *out)
{
	struct gathered *g = gathered;
	const struct json_node *root = json_root(d), *delta = json_get(d, root, "delta");
	const struct json_node *message = json_get(d, root, "message");
	struct str type = json_get_text(d, root, "type", STR(""));

	if (str_is(type, "message_start")) {
		out->reply->model = json_get_text(d, message, "model", STR(""));
		out->reply->id = json_get_text(d, message, "id", STR(""));
		read_usage(d, json_get(d, message, "usage"), out);
	} else if (str_is(type, "content_block_delta")) {
		return take_text(d, delta, g, out);
	} else if (str_is(type, "content_block_start")) {
		const struct json_node *block = json_get(d, root, "content_block");
		g->texts += str_is(json_get_text(d, block, "type", STR("")), "text");
		if (g->texts > 1)
			return several_texts(out);
	} else if (str_is(type, "message_delta")) {
		g->stream.reason = json_get_text(d, delta, "stop_reason", g->stream.reason);
		read_usage(d, json_get(d, root, "usage"), out);
	} else if (str_is(type, "message_stop")) {
		g->stream.done = true;
	}
	return true;
}

static bool
messages_read_stream(struct arena *a, struct str body, struct wire_reply *out)
{
	struct gathered g = {.stream = WIRE_STREAM};
	struct str text;

	buf_init(&g.text, REPLY_BYTES_MAX);
	bool good = wire_gather(a, body, &g.stream, NULL, take_event, out) &&
		    arena_copy(a, buf_view(&g.text), &text);
	if (good)
		settle(out->reply, g.stream.reason, text);
	buf_release(&g.text);
	return good;
}

const struct wire WIRE_MESSAGES = {
    messages_write, messages_read, messages_read_stream, false, true};
