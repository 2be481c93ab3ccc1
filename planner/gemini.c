/* SPDX-License-Identifier: MIT */
/* gemini.c: Google's generateContent (API reference of the Gemini API). Thoughts are parts that say
 * so; a stream is a row of replies, of which the last one names its reason. */
#include "ceilings.h"
#include "wire.h"

static void
write_parts(struct json_writer *w, struct str text)
{
	json_open_array(w, "parts");
	json_object(w);
	json_put_str(w, "text", text);
	json_end_object(w);
	json_end_array(w);
}

static void
write_contents(const struct model_request *ask, struct json_writer *w)
{
	json_open_object(w, "systemInstruction");
	write_parts(w, wire_system(ask));
	json_end_object(w);
	json_open_array(w, "contents");
	for (size_t i = 0; i < ask->count; i++) {
		const struct message *m = &ask->messages[i];
		if (strcmp(m->role, "system") == 0)
			continue;
		json_object(w);
		json_put_text(w, "role", strcmp(m->role, "assistant") == 0 ? "model" : "user");
		write_parts(w, m->text);
		json_end_object(w);
	}
	json_end_array(w);
}

static void
gemini_write(const struct wire_request *r, struct json_writer *w)
{
	json_object(w);
	write_contents(r->ask, w);
	json_open_object(w, "generationConfig");
	json_name_str(w, r->profile->tokens);
	json_number(w, r->ask->max_tokens);
	wire_temperature(r, w);
	if (r->effort.n > 0) {
		json_open_object(w, "thinkingConfig");
		wire_effort(r, w, "thinkingLevel");
		json_end_object(w);
	}
	if (r->profile->format != PROFILE_NOTHING)
		json_put_text(w, "responseMimeType", "application/json");
	if (r->profile->format == PROFILE_JSON_SCHEMA) {
		json_name(w, "responseJsonSchema");
		json_raw(w, str_trim(r->ask->schema));
	}
	json_end_object(w);
	wire_extra(r->profile, w);
	json_end_object(w);
}

static enum finish
read_finish(struct str reason)
{
	static const char *const FILTERS[] = {
	    "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE"};

	if (str_is(reason, "STOP"))
		return FINISH_STOP;
	if (str_is(reason, "MAX_TOKENS"))
		return FINISH_LENGTH;
	for (size_t i = 0; i < ARRAY_LENGTH(FILTERS); i++)
		if (str_is(reason, FILTERS[i]))
			return FINISH_FILTERED;
	if (str_is(reason, "MALFORMED_FUNCTION_CALL") || str_is(reason, "UNEXPECTED_TOOL_CALL"))
		return FINISH_TOOL;
	return FINISH_UNKNOWN;
}

/* Thoughts are billed as words of the reply, and told apart from them. */
static void
read_usage(const struct json_doc *d, struct wire_reply *out)
{
	const struct json_node *usage = json_get(d, json_root(d), "usageMetadata");

	if (!usage || usage->kind != JSON_OBJECT)
		return;
	out->prompt_tokens = wire_tokens(d, usage, "promptTokenCount");
	out->cached_tokens = wire_tokens(d, usage, "cachedContentTokenCount");
	out->reasoning_tokens = wire_tokens(d, usage, "thoughtsTokenCount");
	out->completion_tokens =
	    wire_tokens(d, usage, "candidatesTokenCount") + out->reasoning_tokens;
}

static bool
has_call(const struct json_doc *d, const struct json_node *parts)
{
	if (!parts || parts->kind != JSON_ARRAY)
		return false;
	for (const struct json_node *n = json_first(d, parts); n; n = json_next(d, n))
		if (json_get(d, n, "functionCall"))
			return true;
	return false;
}

struct piece {
	struct str text, reason, blocked;
	bool tool;
};

/* One reply, or one piece of a stream. */
static bool
read_piece(const struct json_doc *d, struct piece *p, struct wire_reply *out)
{
	const struct json_node *root = json_root(d), *list = json_get(d, root, "candidates");
	const struct json_node *feedback = json_get(d, root, "promptFeedback");

	*p = (struct piece){STR(""), STR(""), STR(""), false};
	read_usage(d, out);
	out->reply->model = json_get_text(d, root, "modelVersion", out->reply->model);
	out->reply->id = json_get_text(d, root, "responseId", out->reply->id);
	p->blocked = json_get_text(d, feedback, "blockReason", STR(""));
	if (p->blocked.n > 0)
		return true;
	if (!list || list->kind != JSON_ARRAY || list->count != 1) {
		buf_text(out->why, "is no generated content with one candidate");
		return false;
	}
	const struct json_node *candidate = json_first(d, list);
	const struct json_node *parts = json_get(d, json_get(d, candidate, "content"), "parts");
	p->reason = json_get_text(d, candidate, "finishReason", STR(""));
	p->tool = has_call(d, parts);
	return wire_text(d, parts, out, &p->text);
}

static void
settle(struct model_reply *m, const struct piece *p, struct str text)
{
	enum finish finish = p->blocked.n > 0 ? FINISH_FILTERED : read_finish(p->reason);

	if (finish == FINISH_STOP && p->tool)
		finish = FINISH_TOOL;
	wire_settle(m, finish, text, STR(""));
}

static bool
gemini_read(const struct json_doc *d, struct wire_reply *out)
{
	struct piece p;

	if (!read_piece(d, &p, out))
		return false;
	settle(out->reply, &p, p.text);
	return true;
}

struct gathered {
	struct wire_stream stream;
	struct buf text;
	bool tool;
};

static bool
take_piece(const struct json_doc *d, void *gathered, struct wire_reply *out)
{
	struct gathered *g = gathered;
	struct piece p;

	if (!read_piece(d, &p, out))
		return false;
	buf_str(&g->text, p.text);
	g->tool = g->tool || p.tool;
	if (p.blocked.n > 0)
		p.reason = STR("SAFETY");
	g->stream.reason = p.reason.n > 0 ? p.reason : g->stream.reason;
	g->stream.done = p.reason.n > 0;
	if (!g->text.failed)
		return true;
	buf_text(out->why, "is too long");
	return false;
}

static bool
gemini_read_stream(struct arena *a, struct str body, struct wire_reply *out)
{
	struct gathered g = {.stream = WIRE_STREAM};
	struct str text;

	buf_init(&g.text, REPLY_BYTES_MAX);
	bool good = wire_gather(a, body, &g.stream, NULL, take_piece, out) &&
		    arena_copy(a, buf_view(&g.text), &text);
	if (good)
		settle(
		    out->reply, &(struct piece){STR(""), g.stream.reason, STR(""), g.tool}, text);
	buf_release(&g.text);
	return good;
}

const struct wire WIRE_GEMINI = {gemini_write, gemini_read, gemini_read_stream, false, true};
