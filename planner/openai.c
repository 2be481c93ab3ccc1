/* SPDX-License-Identifier: MIT */
/*
 * openai.c: the provider for chat completions, as OpenAI defined them and many others serve them.
 *
 * Only what is named here is sent: no sampling setting, because current models refuse them. A reply
 * is used where its one choice ended with `stop` and holds text; every other way to end is told
 * apart and never read as code.
 */
#include "ceilings.h"
#include "exchange.h"
#include "provider.h"

struct openai {
	struct model_spec spec;
	struct str url;
};

static bool
openai_open(struct arena *a, const struct model_spec *spec, void **state, struct err *err)
{
	struct openai *o = arena_alloc(a, sizeof(*o));
	struct str base = spec->url;

	if (!o)
		return err_memory(err);
	if (base.n == 0) {
		err_set(err, ERR_INPUT, "the provider 'openai' needs the address of its API");
		return err_help(err, "write it in model.url, up to and without /chat/completions");
	}
	if (spec->model.n == 0) {
		err_set(err, ERR_INPUT, "the provider 'openai' needs the name of a model");
		return err_help(err, "write it in model.model");
	}
	while (base.n > 0 && base.p[base.n - 1] == '/')
		base.n--;
	char *url = arena_printf(a, "%.*s/chat/completions", STR_ARG(base));
	if (!url)
		return err_memory(err);
	o->spec = *spec;
	o->url = str_from(url);
	*state = o;
	return true;
}

static bool
write_body(const struct openai *o, const struct model_request *r, struct buf *out, struct err *err)
{
	struct json_writer w;

	json_writer_init(&w, out, false);
	json_object(&w);
	json_put_str(&w, "model", o->spec.model);
	json_name(&w, "messages");
	json_array(&w);
	for (size_t i = 0; i < r->count; i++) {
		json_object(&w);
		json_put_text(&w, "role", r->messages[i].role);
		json_put_str(&w, "content", r->messages[i].text);
		json_end_object(&w);
	}
	json_end_array(&w);
	json_put_number(&w, "max_completion_tokens", r->max_tokens);
	json_name(&w, "response_format");
	json_object(&w);
	json_put_text(&w, "type", "json_schema");
	json_name(&w, "json_schema");
	json_object(&w);
	json_put_text(&w, "name", r->name);
	json_put_bool(&w, "strict", true);
	json_name(&w, "schema");
	json_raw(&w, str_trim(r->schema));
	json_end_object(&w);
	json_end_object(&w);
	json_put_bool(&w, "stream", false);
	json_end_object(&w);
	return !out->failed ||
	       err_set(err, ERR_LIMIT, "the request is larger than %zu bytes", out->max);
}

static int64_t
number_in(const struct json_doc *d, const struct json_node *object, const char *name)
{
	const struct json_node *n = json_get(d, object, name);
	int64_t number;

	return n && json_int(n, &number) && number >= 0 ? number : 0;
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
	return FINISH_UNKNOWN; /* tool_calls, function_call, or nothing at all */
}

/* True where the document has the shape of a completion. */
static bool
read_completion(const struct json_doc *d, struct model_usage *usage, struct model_reply *out)
{
	const struct json_node *root = json_root(d), *choices = json_get(d, root, "choices");
	const struct json_node *choice =
	    choices && choices->kind == JSON_ARRAY ? json_first(d, choices) : NULL;
	const struct json_node *message = json_get(d, choice, "message");
	const struct json_node *spent = json_get(d, root, "usage");
	const struct json_node *content = json_get(d, message, "content");

	usage->prompt_tokens += number_in(d, spent, "prompt_tokens");
	usage->completion_tokens += number_in(d, spent, "completion_tokens");
	if (!message || choices->count != 1)
		return false;
	out->finish = read_finish(json_get_text(d, choice, "finish_reason", STR("")));
	out->note = json_get_text(d, message, "refusal", STR(""));
	out->model = json_get_text(d, root, "model", STR(""));
	out->id = json_get_text(d, root, "id", STR(""));
	out->fingerprint = json_get_text(d, root, "system_fingerprint", STR(""));
	if (out->note.n > 0)
		out->finish = FINISH_REFUSED;
	if (out->finish != FINISH_STOP)
		return true;
	if (content && content->kind == JSON_STRING && str_trim(content->text).n > 0)
		out->text = content->text;
	else
		out->finish = FINISH_EMPTY;
	return true;
}

static bool
not_a_completion(struct err *err)
{
	err_set(err, ERR_PROVIDER, "the model provider's reply is no chat completion");
	return err_help(err, "is model.url the address of an OpenAI-compatible API?");
}

static bool
openai_ask(void *state, struct arena *scratch, const struct model_request *request,
    struct model_usage *usage, struct model_reply *out, struct err *err)
{
	const struct openai *o = state;
	const struct header headers[] = {{"content-type", STR("application/json")}};
	struct exchange x;
	struct buf body;

	buf_init(&body, REQUEST_BYTES_MAX);
	bool good = write_body(o, request, &body, err);
	if (good) {
		const struct transport_request post = {
		    .url = o->url,
		    .key_file = o->spec.key_file,
		    .key_header = "authorization",
		    .key_prefix = "Bearer ",
		    .ca_file = o->spec.ca_file,
		    .headers = headers,
		    .header_count = ARRAY_LENGTH(headers),
		    .body = buf_view(&body),
		    .timeout_ms = o->spec.timeout_ms > 0 ? o->spec.timeout_ms : TIMEOUT_DEFAULT_MS,
		};
		good = exchange_post(scratch, &post, request->deadline_us, usage, &x, err);
	}
	buf_release(&body);
	if (good)
		return read_completion(&x.doc, usage, out) || not_a_completion(err);
	/* Azure's filter of prompts answers with an error instead of a completion. */
	if (err->code != ERR_PROVIDER || !str_is(x.error_code, "content_filter"))
		return false;
	out->finish = FINISH_FILTERED;
	out->note = x.error_text;
	return true;
}

const struct provider_kind PROVIDER_OPENAI = {"openai", openai_open, openai_ask, false, true};
