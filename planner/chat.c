/* SPDX-License-Identifier: MIT */
/* chat.c: chat completions, as OpenAI defined them and many others serve them. */
#include "ceilings.h"
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
		json_name(w, "schema");
		json_raw(w, str_trim(r->ask->schema));
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
	json_name_str(w, r->profile->tokens);
	json_number(w, r->ask->max_tokens);
	wire_temperature(r, w);
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

static enum finish
read_finish(struct str reason)
{
	if (str_is(reason, "stop"))
		return FINISH_STOP;
	if (str_is(reason, "length"))
		return FINISH_LENGTH;
	if (str_is(reason, "content_filter"))
		return FINISH_FILTERED;
	if (str_is(reason, "tool_calls") || str_is(reason, "function_call"))
		return FINISH_TOOL;
	return FINISH_UNKNOWN;
}

static void
read_usage(const struct json_doc *d, struct wire_reply *out)
{
	const struct json_node *usage = json_get(d, json_root(d), "usage");

	if (!usage || usage->kind != JSON_OBJECT)
		return;
	out->prompt_tokens = wire_tokens(d, usage, "prompt_tokens");
	out->completion_tokens = wire_tokens(d, usage, "completion_tokens");
	out->cached_tokens =
	    wire_tokens(d, json_get(d, usage, "prompt_tokens_details"), "cached_tokens");
	out->reasoning_tokens =
	    wire_tokens(d, json_get(d, usage, "completion_tokens_details"), "reasoning_tokens");
}

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

static void
settle(struct model_reply *m, struct str reason, struct str content, struct str refusal)
{
	wire_settle(m, refusal.n > 0 ? FINISH_REFUSED : read_finish(reason), content, refusal);
}

static bool
chat_read(const struct json_doc *d, struct wire_reply *out)
{
	const struct json_node *choice = only_choice(d), *message = json_get(d, choice, "message");
	struct str content = STR("");

	read_usage(d, out);
	if (!message) {
		buf_text(out->why, "is no chat completion");
		return false;
	}
	if (!wire_text(d, json_get(d, message, "content"), out, &content))
		return false;
	read_names(d, out->reply);
	settle(out->reply, json_get_text(d, choice, "finish_reason", STR("")), content,
	    json_get_text(d, message, "refusal", STR("")));
	return true;
}

struct gathered {
	struct wire_stream stream;
	struct buf content, refusal;
};

/* The last chunk has no choice and only tells the usage. */
static bool
take_chunk(const struct json_doc *d, void *gathered, struct wire_reply *out)
{
	struct gathered *g = gathered;
	const struct json_node *choices = json_get(d, json_root(d), "choices");
	const struct json_node *choice = only_choice(d), *delta = json_get(d, choice, "delta");
	struct str content = STR("");

	read_usage(d, out);
	read_names(d, out->reply);
	if (!choices || choices->kind != JSON_ARRAY || choices->count > 1) {
		buf_text(out->why, "is no stream of chat completions");
		return false;
	}
	if (!wire_text(d, json_get(d, delta, "content"), out, &content))
		return false;
	buf_str(&g->content, content);
	buf_str(&g->refusal, json_get_text(d, delta, "refusal", STR("")));
	g->stream.reason = json_get_text(d, choice, "finish_reason", g->stream.reason);
	if (!g->content.failed && !g->refusal.failed)
		return true;
	buf_text(out->why, "is too long");
	return false;
}

static bool
chat_read_stream(struct arena *a, struct str body, struct wire_reply *out)
{
	struct gathered g = {.stream = WIRE_STREAM};
	struct str content, refusal;

	buf_init(&g.content, REPLY_BYTES_MAX);
	buf_init(&g.refusal, REPLY_BYTES_MAX);
	bool good = wire_gather(a, body, &g.stream, "[DONE]", take_chunk, out) &&
		    arena_copy(a, buf_view(&g.content), &content) &&
		    arena_copy(a, buf_view(&g.refusal), &refusal);
	if (good)
		settle(out->reply, g.stream.reason, content, refusal);
	buf_release(&g.content);
	buf_release(&g.refusal);
	return good;
}

const struct wire WIRE_CHAT = {chat_write, chat_read, chat_read_stream, false, true};
