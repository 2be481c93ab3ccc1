/* SPDX-License-Identifier: MIT */
/* gemini.c: Google's generateContent (API reference of the Gemini API). Thoughts are parts that say
 * so; a stream is a row of replies, of which the last one names its reason. */
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
	wire_sampling(r, w);
	if (r->effort.n > 0) {
		json_open_object(w, "thinkingConfig");
		wire_effort(r, w, "thinkingLevel");
		json_end_object(w);
	}
	if (r->profile->format != PROFILE_NOTHING)
		json_put_text(w, "responseMimeType", "application/json");
	if (r->profile->format == PROFILE_JSON_SCHEMA)
		wire_schema(r, w, "responseJsonSchema");
	json_end_object(w);
	wire_extra(r->profile, w);
	json_end_object(w);
}

static const struct wire_ending ENDINGS[] = {{"STOP", FINISH_STOP}, {"MAX_TOKENS", FINISH_LENGTH},
    {"SAFETY", FINISH_FILTERED}, {"RECITATION", FINISH_FILTERED}, {"BLOCKLIST", FINISH_FILTERED},
    {"PROHIBITED_CONTENT", FINISH_FILTERED}, {"SPII", FINISH_FILTERED},
    {"LANGUAGE", FINISH_FILTERED}, {"MALFORMED_FUNCTION_CALL", FINISH_TOOL},
    {"UNEXPECTED_TOOL_CALL", FINISH_TOOL}, {NULL, FINISH_UNKNOWN}};

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

/* One reply, or one piece of a stream; or the word that the prompt was blocked. */
static bool
gemini_take(const struct json_doc *d, struct wire_reply *out)
{
	const struct json_node *root = json_root(d), *list = json_get(d, root, "candidates");
	const struct json_node *feedback = json_get(d, root, "promptFeedback");

	read_usage(d, out);
	out->reply->model = json_get_text(d, root, "modelVersion", out->reply->model);
	out->reply->id = json_get_text(d, root, "responseId", out->reply->id);
	out->blocks = 0; /* a piece goes on with the block of the one before */
	if (json_get_text(d, feedback, "blockReason", STR("")).n > 0) {
		out->reason = STR("SAFETY");
		out->done = true;
		return true;
	}
	if (!list || list->kind != JSON_ARRAY || list->count != 1)
		return wire_refuse(out, "is no generated content with one candidate");
	const struct json_node *candidate = json_first(d, list);
	const struct json_node *parts = json_get(d, json_get(d, candidate, "content"), "parts");
	struct str reason = json_get_text(d, candidate, "finishReason", STR(""));
	out->done = reason.n > 0;
	out->reason = out->done ? reason : out->reason;
	out->tool = out->tool || has_call(d, parts);
	return wire_text(d, parts, out);
}

const struct wire WIRE_GEMINI = {
    .write = gemini_write,
    .take = gemini_take,
    .endings = ENDINGS,
    .streams = true,
    .takes_effort = true,
};
