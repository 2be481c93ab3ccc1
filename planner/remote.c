/* SPDX-License-Identifier: MIT */
/* remote.c: the provider for every model behind an HTTP API: a profile, a wire, and exchanges. */
#include "ceilings.h"
#include "exchange.h"
#include "hash.h"
#include "wire.h"

#include <stdio.h>

#define REQUEST_ID_BYTES 37
/* A prompt of fewer tokens than this many bytes each was not read whole. */
#define TRUNCATED_BYTES_PER_TOKEN 10

struct remote {
	struct model_spec spec;
	struct profile profile;
	const struct wire *wire;
	struct str url;
};

static bool
remote_open(struct arena *a, const struct model_spec *spec, void **state,
    struct provider_traits *traits, struct err *err)
{
	struct remote *r = arena_alloc(a, sizeof(*r));

	if (!r)
		return err_memory(err);
	r->spec = *spec;
	if (!profile_find(a, spec, &r->profile, err))
		return false;
	if (spec->model.n == 0) {
		err_set(err, ERR_INPUT, "the provider '%.*s' needs the name of a model",
		    STR_ARG(spec->provider));
		return err_help(err, "write it in model.model");
	}
	r->wire = r->profile.wire;
	if (spec->stream && !r->wire->streams) {
		err_set(err, ERR_INPUT, "no stream of the provider '%.*s' can be read",
		    STR_ARG(spec->provider));
		return err_help(err, "leave model.stream out");
	}
	if (spec->effort.n > 0 && !r->wire->takes_effort) {
		err_set(err, ERR_INPUT, "the provider '%.*s' can't be told an effort",
		    STR_ARG(spec->provider));
		return err_help(err, "leave model.effort out");
	}
	if (r->profile.aws_service.n > 0 && (spec->region.n == 0 || spec->key_file.n == 0)) {
		err_set(err, ERR_INPUT,
		    "the provider '%.*s' signs its requests, and model.%s is missing",
		    STR_ARG(spec->provider), spec->region.n == 0 ? "region" : "key_file");
		return err_help(err,
		    spec->region.n == 0
			? "name the region: us-east-1"
			: "name a file of mode 0600 with aws_access_key_id and aws_secret_access_key");
	}
	*traits = (struct provider_traits){
	    .free_form = r->profile.free_form,
	    .sends_schema = r->profile.format == PROFILE_JSON_SCHEMA,
	};
	*state = r;
	return profile_address(a, &r->profile, spec, &r->url, err);
}

struct reading {
	const struct remote *remote;
	struct wire_reply got;
};

/* Some servers answer a request for a stream with a whole reply. */
static bool
read_body(void *context, struct arena *a, struct str body, struct buf *why)
{
	struct reading *r = context;
	const struct wire *wire = r->remote->wire;
	bool stream =
	    r->remote->spec.stream && (wire->lines || !str_starts(str_trim(body), STR("{")));

	r->got = (struct wire_reply){.reply = r->got.reply, .why = why};
	return wire_read(wire, a, body, stream, &r->got);
}

/* Notes a provider that cuts prompts silently: its count of tokens gives it away. */
static bool
note_truncation(struct arena *a, const struct remote *r, const struct model_request *request,
    const struct wire_reply *got)
{
	size_t bytes = 0;

	for (size_t i = 0; i < request->count; i++)
		bytes += request->messages[i].text.n;
	if (!r->profile.truncates || got->prompt_tokens == 0 ||
	    bytes / TRUNCATED_BYTES_PER_TOKEN <= (size_t)got->prompt_tokens)
		return true;
	char *hint = arena_printf(a,
	    "the server read only %lld tokens of a prompt of about %zu: raise its context length "
	    "(num_ctx)",
	    (long long)got->prompt_tokens, bytes / BYTES_PER_TOKEN);
	got->reply->hint = str_from(hint);
	return hint != NULL;
}

static void
account_for(struct spending *s, const struct wire_reply *got, size_t request_bytes)
{
	spending_add_tokens(s, got->prompt_tokens, got->cached_tokens, got->completion_tokens);
	s->account.reasoning_tokens += got->reasoning_tokens;
	if (got->prompt_tokens == 0)
		spending_add_estimate(s, request_bytes);
	if (got->completion_tokens == 0)
		spending_add_reply_estimate(s, got->reply->text.n);
}

static size_t
write_headers(
    const struct remote *r, char id[REQUEST_ID_BYTES], struct header out[PROFILE_HEADERS_MAX + 2])
{
	unsigned char random[16];
	size_t n = 0;

	random_bytes(random, sizeof(random));
	for (size_t i = 0; i < sizeof(random); i++)
		snprintf(id + 2 * i, 3, "%02x", random[i]);
	out[n++] = (struct header){"content-type", STR("application/json")};
	out[n++] = (struct header){"x-client-request-id", str_from(id)};
	for (size_t i = 0; i < r->profile.header_count; i++)
		out[n++] = r->profile.headers[i];
	return n;
}

static bool
write_body(
    const struct remote *r, const struct model_request *request, struct buf *body, struct err *err)
{
	const struct wire_request ask = {.profile = &r->profile,
	    .ask = request,
	    .model = r->spec.model,
	    .temperature = r->spec.temperature,
	    .effort = r->spec.effort,
	    .stream = r->spec.stream};
	struct json_writer w;

	json_writer_init(&w, body, false);
	r->wire->write(&ask, &w);
	return !body->failed ||
	       err_set(err, ERR_LIMIT, "the request is larger than %zu bytes", body->max);
}

/* A filter of prompts may answer with an error instead of a reply. */
static bool
is_filtered(const struct exchange *x, const struct err *err, struct model_reply *out)
{
	if (err->code != ERR_PROVIDER || !str_is(x->error_code, "content_filter"))
		return false;
	out->finish = FINISH_FILTERED;
	out->note = x->error_text;
	return true;
}

static bool
remote_ask(void *state, struct arena *scratch, const struct model_request *request,
    struct spending *spending, struct model_reply *out, struct err *err)
{
	const struct remote *r = state;
	struct header headers[PROFILE_HEADERS_MAX + 2];
	char id[REQUEST_ID_BYTES];
	struct reading reading = {.remote = r, .got = {.reply = out}};
	struct transport_request post = {
	    .spec = &r->spec,
	    .url = r->url,
	    .key_header = r->profile.key_header,
	    .key_prefix = r->profile.key_prefix,
	    .aws_service = r->profile.aws_service,
	    .headers = headers,
	    .header_count = write_headers(r, id, headers),
	    .stream = r->spec.stream,
	    .impatient = request->impatient,
	    .watch = request->watch,
	};
	struct exchange x = {.request = &post,
	    .deadline_us = request->deadline_us,
	    .spending = spending,
	    .read = read_body,
	    .context = &reading};
	struct buf body;

	buf_init(&body, REQUEST_BYTES_MAX);
	bool good = write_body(r, request, &body, err);
	if (good) {
		post.body = buf_view(&body);
		good = exchange_run(scratch, &x, err) || is_filtered(&x, err, out);
		if (good)
			account_for(spending, &reading.got, x.got.status == 200 ? body.n : 0);
	}
	buf_release(&body);
	if (!good) {
		out->trouble = x.trouble;
		return false;
	}
	return note_truncation(scratch, r, request, &reading.got) || err_memory(err);
}

const struct provider_kind PROVIDER_REMOTE = {NULL, remote_open, remote_ask};
