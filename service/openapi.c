/* SPDX-License-Identifier: MIT */
/* openapi.c: the table of paths as an OpenAPI document, and the schemas by themselves. */
#include "routes.h"
#include "serving.h"

#include <ctype.h>
#include <stdio.h>

extern const char api_schemas[], api_parameters[];
extern const size_t api_schemas_bytes, api_parameters_bytes;

#define SCHEMAS_BYTES_MAX ((size_t)1 << 20)

static const struct shape {
	handler *handle;
	const char *name, *parameters, *takes, *gives, *statuses;
} SHAPES[] = {
#define SHAPE(handle, parameters, takes, gives, statuses)                                          \
	{handle, #handle, parameters, takes, gives, statuses},
#define WEBHOOK(name, parameters, sends, summary)
#include "shapes.def"
#undef SHAPE
#undef WEBHOOK
};

static const struct webhook {
	const char *name, *parameters, *sends, *summary;
} WEBHOOKS[] = {
#define SHAPE(handle, parameters, takes, gives, statuses)
#define WEBHOOK(name, parameters, sends, summary) {name, parameters, sends, summary},
#include "shapes.def"
#undef SHAPE
#undef WEBHOOK
};

/* One for each path that is no page and nothing that a page loads. */
static const struct shape *
shape_of(const struct route *r)
{
	for (size_t i = 0; i < ARRAY_LENGTH(SHAPES); i++)
		if (SHAPES[i].handle == r->handle)
			return &SHAPES[i];
	return NULL;
}

/* In the file a schema names another as JSON Schema does; here it lies elsewhere. */
static void
put_schemas(struct json_writer *w)
{
	const struct str from = STR("#/$defs/");
	struct str rest = {api_schemas, api_schemas_bytes};
	struct buf text;

	buf_init(&text, SCHEMAS_BYTES_MAX);
	for (size_t at; (at = str_find(rest, from, 0)) != SIZE_MAX;
	     rest = str_slice(rest, at + from.n, rest.n)) {
		buf_str(&text, str_slice(rest, 0, at));
		buf_text(&text, "#/components/schemas/");
	}
	buf_str(&text, rest);
	json_name(w, "schemas");
	json_raw(w, str_trim(buf_view(&text)));
	buf_release(&text);
}

static void
put_reference(struct json_writer *w, const char *type, const char *schema)
{
	char path[96];

	json_open_object(w, "content");
	json_open_object(w, type);
	if (*schema) {
		snprintf(path, sizeof(path), "#/components/schemas/%s", schema);
		json_open_object(w, "schema");
		json_put_text(w, "$ref", path);
		json_end_object(w);
	}
	json_end_object(w);
	json_end_object(w);
}

static void
put_response(struct json_writer *w, struct str status, const char *what, const char *type,
    const char *schema)
{
	json_name_str(w, status);
	json_object(w);
	json_put_text(w, "description", what);
	put_reference(w, type, schema);
	json_end_object(w);
}

static void
put_problem(struct json_writer *w, bool applies, const char *status, const char *what)
{
	if (applies)
		put_response(w, str_from(status), what, "application/problem+json", "Problem");
}

static void
put_responses(struct json_writer *w, const struct route *r, const struct shape *s)
{
	struct str rest = str_from(s->statuses), status;
	bool asks = r->right != RIGHT_NONE, sends = r->body_bytes_max > 0;

	json_open_object(w, "responses");
	while (str_cut(&rest, ' ', &status))
		put_response(w, status,
		    str_is(status, "202") ? "The run is in progress or waits for people." : "Done.",
		    r->media_type, s->gives);
	put_problem(w, true, "400", "The request is not well formed.");
	put_problem(w, asks, "401", "The token is missing or has expired.");
	put_problem(w, asks, "403", "The token lacks this right.");
	put_problem(w, strchr(r->path, '{') != NULL, "404",
	    "It does not exist, or it belongs to someone else.");
	put_problem(w, sends, "409", "A signature does not hold, or the store refuses the change.");
	put_problem(w, sends, "413", "The body is too long.");
	put_problem(w, sends, "422", "The content is wrong.");
	put_problem(w, true, "429", "Too many requests; `Retry-After` says when to try again.");
	put_problem(w, true, "503",
	    "The store or the sandbox is unavailable; `Retry-After` says when to try again.");
	json_end_object(w);
}

static void
put_parameters(struct json_writer *w, struct str path, struct str names)
{
	char reference[96];
	struct str part;

	json_open_array(w, "parameters");
	while (str_cut(&path, '/', &part)) {
		if (part.n < 3 || part.p[0] != '{')
			continue;
		json_object(w);
		json_put_str(w, "name", str_slice(part, 1, part.n - 1));
		json_put_text(w, "in", "path");
		json_put_bool(w, "required", true);
		json_name(w, "schema");
		json_raw(w, STR("{\"type\":\"string\"}"));
		json_end_object(w);
	}
	while (names.n > 0 && str_cut(&names, ' ', &part)) {
		snprintf(
		    reference, sizeof(reference), "#/components/parameters/%.*s", STR_ARG(part));
		json_object(w);
		json_put_text(w, "$ref", reference);
		json_end_object(w);
	}
	json_end_array(w);
}

static void
put_no_security(struct json_writer *w)
{
	json_open_array(w, "security");
	json_end_array(w);
}

static void
put_request_body(struct json_writer *w, const char *schema)
{
	json_open_object(w, "requestBody");
	json_put_bool(w, "required", true);
	put_reference(w, "application/json", schema);
	json_end_object(w);
}

static void
put_operation(struct json_writer *w, const struct route *r, const struct shape *s)
{
	struct str name = str_from(s->name);

	json_put_str(w, "operationId", str_slice(name, 0, name.n - strlen("_http")));
	json_put_text(w, "summary", r->summary);
	put_parameters(w, str_from(r->path), str_from(s->parameters));
	if (r->right == RIGHT_NONE)
		put_no_security(w);
	if (r->body_bytes_max > 0)
		put_request_body(w, s->takes);
	put_responses(w, r, s);
}

/* Its signature is in its headers: none of this service's schemes is asked for. */
static void
put_webhooks(struct json_writer *w)
{
	json_open_object(w, "webhooks");
	for (size_t i = 0; i < ARRAY_LENGTH(WEBHOOKS); i++) {
		const struct webhook *h = &WEBHOOKS[i];
		json_open_object(w, h->name);
		json_open_object(w, "post");
		json_put_text(w, "operationId", h->name);
		json_put_text(w, "summary", h->summary);
		put_parameters(w, STR(""), str_from(h->parameters));
		put_no_security(w);
		put_request_body(w, h->sends);
		json_name(w, "responses");
		json_raw(w,
		    STR("{\"2XX\":{\"description\":\"The notice was accepted.\"},\"default\":{\"description\":\"The notice is sent again later.\"}}"));
		json_end_object(w);
		json_end_object(w);
	}
	json_end_object(w);
}

static void
put_paths(struct json_writer *w, const struct route_table *all)
{
	const char *open = NULL;
	char method[8];

	json_open_object(w, "paths");
	for (size_t i = 0; i < all->count; i++) {
		const struct route *r = &all->list[i];
		const struct shape *s = shape_of(r);
		size_t n = 0;

		if (!s)
			continue;
		if (open && strcmp(r->path, open) != 0)
			json_end_object(w);
		if (!open || strcmp(r->path, open) != 0)
			json_open_object(w, r->path);
		open = r->path;
		for (; r->method[n] && n + 1 < sizeof(method); n++)
			method[n] = (char)tolower((unsigned char)r->method[n]);
		method[n] = '\0';
		json_open_object(w, method);
		put_operation(w, r, s);
		json_end_object(w);
	}
	if (open)
		json_end_object(w);
	json_end_object(w);
}

static void
put_info(struct json_writer *w)
{
	json_open_object(w, "info");
	json_put_text(w, "title", "Sluice");
	json_put_text(w, "version", SLUICE_VERSION);
	json_put_text(w, "description",
	    "Runs code that a language model wrote, under a policy and in a sandbox. People decide what the policy can't.");
	json_name(w, "license");
	json_raw(w, STR("{\"name\":\"MIT\",\"identifier\":\"MIT\"}"));
	json_end_object(w);
}

bool
openapi_http(struct request *r, struct answer *out, struct err *err)
{
	struct json_writer w;

	(void)err;
	json_writer_init(&w, &out->body, true);
	json_object(&w);
	json_put_text(&w, "openapi", "3.1.0");
	put_info(&w);
	json_name(&w, "servers");
	json_raw(&w, STR("[{\"url\":\"/\"}]"));
	json_name(&w, "security");
	json_raw(&w, STR("[{\"token\":[]}]"));
	put_paths(&w, r->serving->routes);
	put_webhooks(&w);
	json_open_object(&w, "components");
	put_schemas(&w);
	json_name(&w, "parameters");
	json_raw(&w, str_trim((struct str){api_parameters, api_parameters_bytes}));
	json_name(&w, "securitySchemes");
	json_raw(&w, STR("{\"token\":{\"type\":\"http\",\"scheme\":\"bearer\"}}"));
	json_end_object(&w);
	return answer_json_end(out, &w);
}

/* -- one schema ------------------------------------------------------------------------------ */

/* Their names in the path, and in the file. */
static const struct {
	const char *name, *definition;
} PUBLISHED[] = {{"task", "Task"}, {"run", "Run"}, {"event", "Event"}, {"record", "Record"},
    {"progress", "Progress"}, {"notice", "Notice"}, {"problem", "Problem"}};

bool
schemas_http(struct request *r, struct answer *out, struct err *err)
{
	for (size_t i = 0; i < ARRAY_LENGTH(PUBLISHED); i++) {
		if (!str_is(r->parts[0], PUBLISHED[i].name))
			continue;
		buf_printf(&out->body,
		    "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n\"$id\": "
		    "\"urn:sluice:schema:v1:%s\",\n\"$ref\": \"#/$defs/%s\",\n\"$defs\": ",
		    PUBLISHED[i].name, PUBLISHED[i].definition);
		buf_str(&out->body, str_trim((struct str){api_schemas, api_schemas_bytes}));
		buf_text(&out->body, "}\n");
		return true;
	}
	return answer_missing(out, err, "schema", r->parts[0]);
}
