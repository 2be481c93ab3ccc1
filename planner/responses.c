/* SPDX-License-Identifier: MIT */
/* responses.c: OpenAI's responses (API reference, "Create a model response"). A reply is a list of
 * items, of which one message counts; a stream's last event holds the whole reply. */
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
		wire_schema(r, w, "schema");
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
	wire_sampling(r, w);
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

static const struct wire_ending ENDINGS[] = {{"completed", FINISH_STOP},
    {"max_output_tokens", FINISH_LENGTH}, {"content_filter", FINISH_FILTERED},
    {NULL, FINISH_UNKNOWN}};

/* The status, or why it is incomplete. */
static struct str
read_reason(const struct json_doc *d, const struct json_node *reply)
{
	struct str status = json_get_text(d, reply, "status", STR("nothing"));

	if (!str_is(status, "incomplete"))
		return status;
	struct str why =
	    json_get_text(d, json_get(d, reply, "incomplete_details"), "reason", status);
	return why.n == 0 || str_is(why, "completed") ? status : why;
}

static bool
read_items(const struct json_doc *d, const struct json_node *list, struct wire_reply *out)
{
	for (const struct json_node *n = json_first(d, list); n; n = json_next(d, n)) {
		struct str type = json_get_text(d, n, "type", STR(""));
		const struct json_node *content = json_get(d, n, "content");

		if (str_is(type, "reasoning"))
			continue;
		if (!str_is(type, "message")) {
			out->tool = true;
			continue;
		}
		if (!wire_text(d, content, out))
			return false;
		if (!content || content->kind != JSON_ARRAY)
			continue;
		for (const struct json_node *c = json_first(d, content); c; c = json_next(d, c))
			buf_str(&out->refusal, json_get_text(d, c, "refusal", STR("")));
	}
	return true;
}

static bool
read_reply(const struct json_doc *d, const struct json_node *reply, struct wire_reply *out)
{
	const struct json_node *output = json_get(d, reply, "output");

	wire_usage(d, reply, "input", "output", out);
	if (str_is(json_get_text(d, reply, "status", STR("")), "failed"))
		return wire_broken(
		    out, json_get_text(d, json_get(d, reply, "error"), "message", STR("")));
	if (!output || output->kind != JSON_ARRAY)
		return wire_refuse(out, "is no response");
	out->reply->model = json_get_text(d, reply, "model", STR(""));
	out->reply->id = json_get_text(d, reply, "id", STR(""));
	out->reason = read_reason(d, reply);
	out->done = true;
	return read_items(d, output, out);
}

static bool
responses_take(const struct json_doc *d, struct wire_reply *out)
{
	const struct json_node *root = json_root(d);
	struct str type = json_get_text(d, root, "type", STR(""));

	if (!out->piece)
		return read_reply(d, root, out);
	if (str_is(type, "error"))
		return wire_broken(out, json_get_text(d, root, "message", STR("")));
	if (!str_is(type, "response.completed") && !str_is(type, "response.incomplete") &&
	    !str_is(type, "response.failed"))
		return true;
	return read_reply(d, json_get(d, root, "response"), out);
}

const struct wire WIRE_RESPONSES = {
    .write = responses_write,
    .take = responses_take,
    .endings = ENDINGS,
    .streams = true,
    .takes_effort = true,
};
