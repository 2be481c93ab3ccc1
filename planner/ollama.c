/* SPDX-License-Identifier: MIT */
/* ollama.c: Ollama's own /api/chat (docs/api.md of Ollama). It cuts a prompt that is longer than its
 * context without a word, so each request asks for a context that holds it. A stream is a line of
 * JSON a piece. */
#include "ceilings.h"
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
	json_name_str(w, r->profile->tokens);
	json_number(w, r->ask->max_tokens);
	json_put_number(w, "num_ctx", context_for(r->ask));
	wire_temperature(r, w);
	json_end_object(w);
	wire_effort(r, w, "think");
	if (r->profile->format == PROFILE_JSON_OBJECT) {
		json_put_text(w, "format", "json");
	} else if (r->profile->format == PROFILE_JSON_SCHEMA) {
		json_name(w, "format");
		json_raw(w, str_trim(r->ask->schema));
	}
	json_put_bool(w, "stream", r->stream);
	wire_extra(r->profile, w);
	json_end_object(w);
}

static enum finish
read_finish(struct str reason)
{
	if (str_is(reason, "stop"))
		return FINISH_STOP;
	return str_is(reason, "length") ? FINISH_LENGTH : FINISH_UNKNOWN;
}

struct gathered {
	struct wire_stream stream;
	struct buf text;
	bool tool;
};

/* One reply, or one piece of a stream. The last says how it ended, and what it took. */
static bool
take_piece(const struct json_doc *d, void *gathered, struct wire_reply *out)
{
	struct gathered *g = gathered;
	const struct json_node *root = json_root(d), *message = json_get(d, root, "message");
	const struct json_node *done = json_get(d, root, "done"),
			       *calls = json_get(d, message, "tool_calls");

	if (!message || !done) {
		buf_text(out->why, "is no chat of Ollama");
		return false;
	}
	out->reply->model = json_get_text(d, root, "model", out->reply->model);
	g->tool = g->tool || (calls && calls->kind == JSON_ARRAY && calls->count > 0);
	buf_str(&g->text, json_get_text(d, message, "content", STR("")));
	if (done->kind == JSON_TRUE) {
		g->stream.done = true;
		g->stream.reason = json_get_text(d, root, "done_reason", STR("nothing"));
		out->prompt_tokens = wire_tokens(d, root, "prompt_eval_count");
		out->completion_tokens = wire_tokens(d, root, "eval_count");
	}
	if (!g->text.failed)
		return true;
	buf_text(out->why, "is too long");
	return false;
}

static bool
ollama_read(const struct json_doc *d, struct wire_reply *out)
{
	struct gathered g = {.stream = WIRE_STREAM};
	struct str text =
	    json_get_text(d, json_get(d, json_root(d), "message"), "content", STR(""));

	buf_init(&g.text, REPLY_BYTES_MAX);
	bool good = take_piece(d, &g, out);
	buf_release(&g.text);
	enum finish finish = read_finish(g.stream.reason);
	if (good)
		wire_settle(out->reply, g.tool && finish == FINISH_STOP ? FINISH_TOOL : finish,
		    text, STR(""));
	return good;
}

static bool
ollama_read_stream(struct arena *a, struct str body, struct wire_reply *out)
{
	struct gathered g = {.stream = WIRE_STREAM};
	struct str text;

	g.stream.lines = true;
	buf_init(&g.text, REPLY_BYTES_MAX);
	bool good = wire_gather(a, body, &g.stream, NULL, take_piece, out) &&
		    arena_copy(a, buf_view(&g.text), &text);
	enum finish finish = read_finish(g.stream.reason);
	if (good)
		wire_settle(out->reply, g.tool && finish == FINISH_STOP ? FINISH_TOOL : finish,
		    text, STR(""));
	buf_release(&g.text);
	return good;
}

const struct wire WIRE_OLLAMA = {ollama_write, ollama_read, ollama_read_stream, true, true};
