/* SPDX-License-Identifier: MIT */
/* messages.c: Anthropic's messages. The system message has a place of its own, and a reply is a
 * list of blocks. */
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
		wire_schema(r, w, "schema");
		json_end_object(w);
	}
	json_end_object(w);
}

static void
messages_write(const struct wire_request *r, struct json_writer *w)
{
	json_object(w);
	json_put_str(w, "model", r->model);
	write_messages(r, w);
	wire_sampling(r, w);
	write_config(r, w);
	json_put_bool(w, "stream", r->stream);
	wire_extra(r->profile, w);
	json_end_object(w);
}

static const struct wire_ending ENDINGS[] = {{"end_turn", FINISH_STOP},
    {"stop_sequence", FINISH_STOP}, {"max_tokens", FINISH_LENGTH},
    {"model_context_window_exceeded", FINISH_LENGTH}, {"refusal", FINISH_REFUSED},
    {"tool_use", FINISH_TOOL}, {NULL, FINISH_UNKNOWN}};

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

static bool
take_whole(const struct json_doc *d, struct wire_reply *out)
{
	const struct json_node *root = json_root(d), *content = json_get(d, root, "content");

	read_usage(d, json_get(d, root, "usage"), out);
	if (!content || content->kind != JSON_ARRAY)
		return wire_refuse(out, "is no message");
	out->reply->model = json_get_text(d, root, "model", STR(""));
	out->reply->id = json_get_text(d, root, "id", STR(""));
	out->reason = json_get_text(d, root, "stop_reason", STR(""));
	return wire_text(d, content, out);
}

static bool
messages_take(const struct json_doc *d, struct wire_reply *out)
{
	const struct json_node *root = json_root(d), *delta = json_get(d, root, "delta");
	const struct json_node *message = json_get(d, root, "message");
	struct str type = json_get_text(d, root, "type", STR(""));

	if (!out->piece)
		return take_whole(d, out);
	if (str_is(type, "message_start")) {
		out->reply->model = json_get_text(d, message, "model", STR(""));
		out->reply->id = json_get_text(d, message, "id", STR(""));
		read_usage(d, json_get(d, message, "usage"), out);
	} else if (str_is(type, "content_block_delta")) {
		if (str_is(json_get_text(d, delta, "type", STR("")), "text_delta"))
			buf_str(&out->text, json_get_text(d, delta, "text", STR("")));
	} else if (str_is(type, "content_block_start")) {
		const struct json_node *block = json_get(d, root, "content_block");
		if (str_is(json_get_text(d, block, "type", STR("")), "text"))
			return wire_begin_block(out);
	} else if (str_is(type, "message_delta")) {
		out->reason = json_get_text(d, delta, "stop_reason", out->reason);
		read_usage(d, json_get(d, root, "usage"), out);
	} else if (str_is(type, "message_stop")) {
		out->done = true;
	}
	return true;
}

const struct wire WIRE_MESSAGES = {
    .write = messages_write,
    .take = messages_take,
    .endings = ENDINGS,
    .streams = true,
    .takes_effort = true,
};
