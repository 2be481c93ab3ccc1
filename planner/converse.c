/* SPDX-License-Identifier: MIT */
/* converse.c: Amazon Bedrock's Converse (API reference of the Bedrock runtime), one shape for the
 * models of all makers. Its stream is of another form, and is not read. */
#include "wire.h"

/* `marked`: what ends here is kept by the provider. */
static void
write_content(struct json_writer *w, const char *name, struct str text, bool marked)
{
	json_open_array(w, name);
	json_object(w);
	json_put_str(w, "text", text);
	json_end_object(w);
	if (marked) {
		json_object(w);
		json_open_object(w, "cachePoint");
		json_put_text(w, "type", "default");
		json_end_object(w);
		json_end_object(w);
	}
	json_end_array(w);
}

/* The schema goes as a string that holds JSON. */
static void
write_format(const struct wire_request *r, struct json_writer *w)
{
	if (r->profile->format != PROFILE_JSON_SCHEMA)
		return;
	json_open_object(w, "outputConfig");
	json_open_object(w, "textFormat");
	json_put_text(w, "type", "json_schema");
	json_open_object(w, "structure");
	json_open_object(w, "jsonSchema");
	json_put_text(w, "name", r->ask->name);
	json_put_str(w, "schema", str_trim(r->ask->schema));
	json_end_object(w);
	json_end_object(w);
	json_end_object(w);
	json_end_object(w);
}

static void
converse_write(const struct wire_request *r, struct json_writer *w)
{
	json_object(w);
	write_content(w, "system", wire_system(r->ask), r->profile->cache_marks);
	json_open_array(w, "messages");
	for (size_t i = 0; i < r->ask->count; i++) {
		const struct message *m = &r->ask->messages[i];
		if (strcmp(m->role, "system") == 0)
			continue;
		json_object(w);
		json_put_text(w, "role", m->role);
		write_content(w, "content", m->text, false);
		json_end_object(w);
	}
	json_end_array(w);
	json_open_object(w, "inferenceConfig");
	wire_sampling(r, w);
	json_end_object(w);
	write_format(r, w);
	wire_extra(r->profile, w);
	json_end_object(w);
}

static const struct wire_ending ENDINGS[] = {{"end_turn", FINISH_STOP},
    {"stop_sequence", FINISH_STOP}, {"max_tokens", FINISH_LENGTH},
    {"model_context_window_exceeded", FINISH_LENGTH}, {"content_filtered", FINISH_FILTERED},
    {"guardrail_intervened", FINISH_FILTERED}, {"tool_use", FINISH_TOOL}, {NULL, FINISH_UNKNOWN}};

/* As with messages, what was read from a cache and what was written to one are told apart. */
static void
read_usage(const struct json_doc *d, struct wire_reply *out)
{
	const struct json_node *usage = json_get(d, json_root(d), "usage");

	if (!usage || usage->kind != JSON_OBJECT)
		return;
	out->cached_tokens = wire_tokens(d, usage, "cacheReadInputTokens");
	out->prompt_tokens = wire_tokens(d, usage, "inputTokens") + out->cached_tokens +
			     wire_tokens(d, usage, "cacheWriteInputTokens");
	out->completion_tokens = wire_tokens(d, usage, "outputTokens");
}

static bool
converse_take(const struct json_doc *d, struct wire_reply *out)
{
	const struct json_node *root = json_root(d);
	const struct json_node *message = json_get(d, json_get(d, root, "output"), "message");
	const struct json_node *content = json_get(d, message, "content");

	read_usage(d, out);
	if (!content || content->kind != JSON_ARRAY)
		return wire_refuse(out, "is no reply of Converse");
	out->reason = json_get_text(d, root, "stopReason", STR(""));
	return wire_text(d, content, out);
}

const struct wire WIRE_CONVERSE = {
    .write = converse_write, .take = converse_take, .endings = ENDINGS};
