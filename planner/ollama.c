/* SPDX-License-Identifier: MIT */
/* ollama.c: Ollama's own /api/chat (docs/api.md of Ollama). It cuts a prompt that is longer than its
 * context without a word, so each request asks for a context that holds it. A stream is a line of
 * JSON a piece. */
#include "wire.h"

#define PROMPT_BYTES_PER_TOKEN 3 /* few enough that the context is never too small */
#define CONTEXT_STEP 4096        /* a model is loaded anew where its context changes */

static int64_t
context_for(const struct model_request *ask)
{
	size_t bytes = 0;

	for (size_t i = 0; i < ask->count; i++)
		bytes += ask->messages[i].text.n;
	int64_t needed = (int64_t)(bytes / PROMPT_BYTES_PER_TOKEN) + ask->max_tokens;
	return (needed / CONTEXT_STEP + 1) * CONTEXT_STEP;
}

static void
ollama_write(const struct wire_request *r, struct json_writer *w)
{
	json_object(w);
	json_put_str(w, "model", r->model);
	wire_messages(r->ask, w, "messages");
	json_open_object(w, "options");
	json_put_number(w, "num_ctx", context_for(r->ask));
	wire_sampling(r, w);
	json_end_object(w);
	wire_effort(r, w, "think");
	if (r->profile->format == PROFILE_JSON_OBJECT) {
		json_put_text(w, "format", "json");
	} else if (r->profile->format == PROFILE_JSON_SCHEMA) {
		wire_schema(r, w, "format");
	}
	json_put_bool(w, "stream", r->stream);
	wire_extra(r->profile, w);
	json_end_object(w);
}

static const struct wire_ending ENDINGS[] = {
    {"stop", FINISH_STOP}, {"length", FINISH_LENGTH}, {NULL, FINISH_UNKNOWN}};

/* One reply, or one piece of a stream. The last says how it ended, and what it took. */
static bool
ollama_take(const struct json_doc *d, struct wire_reply *out)
{
	const struct json_node *root = json_root(d), *message = json_get(d, root, "message");
	const struct json_node *done = json_get(d, root, "done"),
			       *calls = json_get(d, message, "tool_calls");

	if (!message || !done)
		return wire_refuse(out, "is no chat of Ollama");
	out->reply->model = json_get_text(d, root, "model", out->reply->model);
	out->tool = out->tool || (calls && calls->kind == JSON_ARRAY && calls->count > 0);
	buf_str(&out->text, json_get_text(d, message, "content", STR("")));
	if (done->kind != JSON_TRUE)
		return true;
	out->done = true;
	out->reason = json_get_text(d, root, "done_reason", STR("nothing"));
	out->prompt_tokens = wire_tokens(d, root, "prompt_eval_count");
	out->completion_tokens = wire_tokens(d, root, "eval_count");
	return true;
}

const struct wire WIRE_OLLAMA = {
    .write = ollama_write,
    .take = ollama_take,
    .endings = ENDINGS,
    .streams = true,
    .lines = true,
    .takes_effort = true,
};
