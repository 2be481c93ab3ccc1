/* SPDX-License-Identifier: MIT */
/* chat.c: chat completions, as OpenAI defined them and many others serve them. */
#include "wire.h"

static void
write_format(const struct wire_request *r, struct json_writer *w)
{
	if (r->profile->format == PROFILE_NOTHING)
		return;
	json_open_object(w, "response_format");
	if (r->profile->format == PROFILE_JSON_OBJECT) {
		json_put_text(w, "type", "json_object");
	} else {
		json_put_text(w, "type", "json_schema");
		json_open_object(w, "json_schema");
		json_put_text(w, "name", r->ask->name);
		json_put_bool(w, "strict", true);
		wire_schema(r, w, "schema");
		json_end_object(w);
	}
	json_end_object(w);
}

static void
chat_write(const struct wire_request *r, struct json_writer *w)
{
	json_object(w);
	json_put_str(w, "model", r->model);
	wire_messages(r->ask, w, "messages");
	wire_sampling(r, w);
	wire_effort(r, w, "reasoning_effort");
	write_format(r, w);
	json_put_bool(w, "stream", r->stream);
	if (r->stream && r->profile->stream_usage) {
		json_open_object(w, "stream_options");
		json_put_bool(w, "include_usage", true);
		json_end_object(w);
	}
	wire_extra(r->profile, w);
	json_end_object(w);
}

static const struct wire_ending ENDINGS[] = {{"stop", FINISH_STOP}, {"length", FINISH_LENGTH},
    {"content_filter", FINISH_FILTERED}, {"tool_calls", FINISH_TOOL},
    {"function_call", FINISH_TOOL}, {NULL, FINISH_UNKNOWN}};

static void
read_names(const struct json_doc *d, struct model_reply *m)
{
	const struct json_node *root = json_root(d);

	m->model = json_get_text(d, root, "model", m->model);
	m->id = json_get_text(d, root, "id", m->id);
	m->fingerprint = json_get_text(d, root, "system_fingerprint", m->fingerprint);
}

/* The one choice, or NULL: two would be a choice of ours. */
static const struct json_node *
only_choice(const struct json_doc *d)
{
	const struct json_node *choices = json_get(d, json_root(d), "choices");

	return choices && choices->kind == JSON_ARRAY && choices->count == 1
		   ? json_first(d, choices)
		   : NULL;
}

/* A whole reply, or a chunk of a stream; the last chunk has no choice and only tells the usage. */
static bool
chat_take(const struct json_doc *d, struct wire_reply *out)
{
	const struct json_node *choices = json_get(d, json_root(d), "choices");
	const struct json_node *choice = only_choice(d);
	const struct json_node *message = json_get(d, choice, out->piece ? "delta" : "message");
	bool chunk = choices && choices->kind == JSON_ARRAY && choices->count <= 1;

	wire_usage(d, json_root(d), "prompt", "completion", out);
	if (!out->piece && !message)
		return wire_refuse(out, "is no chat completion");
	read_names(d, out->reply);
	if (out->piece && !chunk)
		return wire_refuse(out, "is no stream of chat completions");
	out->blocks = 0; /* a chunk goes on with the block of the one before */
	out->reason = json_get_text(d, choice, "finish_reason", out->reason);
	buf_str(&out->refusal, json_get_text(d, message, "refusal", STR("")));
	return wire_text(d, json_get(d, message, "content"), out);
}

const struct wire WIRE_CHAT = {
    .write = chat_write,
    .take = chat_take,
    .endings = ENDINGS,
    .streams = true,
    .last_event = "[DONE]",
    .takes_effort = true,
};
