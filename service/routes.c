/* SPDX-License-Identifier: MIT */
/* routes.c: from a path to its handler, and the same table as an OpenAPI document. */
#include "http.h"

#include <ctype.h>
#include <stdio.h>

const struct route ROUTES[] = {
#define ROUTE(handle, method, path, right, bytes, type, summary)                                   \
	{handle, method, path, right, bytes, type, summary},
#include "routes.def"
#undef ROUTE
};
const size_t ROUTE_COUNT = ARRAY_LENGTH(ROUTES);

static bool
fits(struct str pattern, struct str path, struct str parts[PARTS_MAX])
{
	struct str want, have;
	size_t count = 0;

	if (path.n > 1 && str_ends(path, STR("/")))
		return false;
	while (pattern.n > 0 || path.n > 0) {
		bool more = str_cut(&pattern, '/', &want);
		if (!str_cut(&path, '/', &have) || !more)
			return false;
		if (want.n > 0 && want.p[0] == '{') {
			if (have.n == 0 || count == PARTS_MAX)
				return false;
			parts[count++] = have;
		} else if (!str_eq(want, have)) {
			return false;
		}
	}
	return true;
}

const struct route *
route_find(const char *method, const char *path, struct str parts[PARTS_MAX], bool *path_is_known)
{
	*path_is_known = false;
	for (size_t i = 0; i < ROUTE_COUNT; i++) {
		if (!fits(str_from(ROUTES[i].path), str_from(path), parts))
			continue;
		*path_is_known = true;
		if (strcmp(ROUTES[i].method, method) == 0)
			return &ROUTES[i];
	}
	return NULL;
}

/* -- OpenAPI --------------------------------------------------------------------------------- */

static void
put_reference(struct json_writer *w, const char *type, const char *schema)
{
	json_open_object(w, "content");
	json_open_object(w, type);
	json_open_object(w, "schema");
	if (schema)
		json_put_text(w, "$ref", schema);
	json_end_object(w);
	json_end_object(w);
	json_end_object(w);
}

static void
put_response(struct json_writer *w, const char *status, const char *what, const char *type,
    const char *schema)
{
	json_open_object(w, status);
	json_put_text(w, "description", what);
	if (type)
		put_reference(w, type, schema);
	json_end_object(w);
}

static void
put_parameters(struct json_writer *w, struct str path)
{
	struct str part;

	json_open_array(w, "parameters");
	while (str_cut(&path, '/', &part)) {
		if (part.n < 3 || part.p[0] != '{')
			continue;
		json_object(w);
		json_put_str(w, "name", str_slice(part, 1, part.n - 1));
		json_put_text(w, "in", "path");
		json_put_bool(w, "required", true);
		json_open_object(w, "schema");
		json_put_text(w, "type", "string");
		json_end_object(w);
		json_end_object(w);
	}
	json_end_array(w);
}

static const char *
name_of(handler *handle)
{
	static const struct {
		handler *handle;
		const char *name;
	} NAMES[] = {
#define ROUTE(handle, method, path, right, bytes, type, summary) {handle, #handle},
#include "routes.def"
#undef ROUTE
	};

	for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++)
		if (NAMES[i].handle == handle)
			return NAMES[i].name;
	return "";
}

static void
put_operation(struct json_writer *w, const struct route *r)
{
	struct str name = str_from(name_of(r->handle));

	json_put_str(w, "operationId", str_slice(name, 0, name.n - strlen("_http")));
	json_put_text(w, "summary", r->summary);
	put_parameters(w, str_from(r->path));
	if (r->right == RIGHT_NONE) {
		json_open_array(w, "security");
		json_end_array(w);
	}
	if (r->body_bytes_max > 0) {
		json_open_object(w, "requestBody");
		json_put_bool(w, "required", true);
		put_reference(w, "application/json", NULL);
		json_end_object(w);
	}
	json_open_object(w, "responses");
	put_response(w, "200", "done", r->media_type, NULL);
	put_response(w, "default", "a problem, as RFC 9457 describes it",
	    "application/problem+json", "#/components/schemas/Problem");
	json_end_object(w);
}

static void
put_paths(struct json_writer *w)
{
	char method[8];

	json_open_object(w, "paths");
	for (size_t i = 0; i < ROUTE_COUNT && strcmp(ROUTES[i].media_type, PAGE_TYPE) != 0; i++) {
		const struct route *r = &ROUTES[i];
		size_t n = 0;

		if (i == 0 || strcmp(r->path, ROUTES[i - 1].path) != 0)
			json_open_object(w, r->path);
		for (; r->method[n] && n + 1 < sizeof(method); n++)
			method[n] = (char)tolower((unsigned char)r->method[n]);
		method[n] = '\0';
		json_open_object(w, method);
		put_operation(w, r);
		json_end_object(w);
		if (i + 1 == ROUTE_COUNT || strcmp(r->path, ROUTES[i + 1].path) != 0)
			json_end_object(w);
	}
	json_end_object(w);
}

static void
put_components(struct json_writer *w)
{
	json_open_object(w, "components");
	json_name(w, "schemas");
	json_raw(w, STR("{\"Problem\":{\"type\":\"object\",\"required\":[\"title\",\"status\"],"
			"\"properties\":{\"title\":{\"type\":\"string\"},"
			"\"status\":{\"type\":\"integer\"},\"detail\":{\"type\":\"string\"},"
			"\"help\":{\"type\":\"string\"},\"errors\":{\"type\":\"array\","
			"\"items\":{\"type\":\"object\"}}}}}"));
	json_name(w, "securitySchemes");
	json_raw(w, STR("{\"token\":{\"type\":\"http\",\"scheme\":\"bearer\"}}"));
	json_end_object(w);
}

void
openapi_write(struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, true);
	json_object(&w);
	json_put_text(&w, "openapi", "3.1.0");
	json_open_object(&w, "info");
	json_put_text(&w, "title", "Sluice");
	json_put_text(&w, "version", SLUICE_VERSION);
	json_put_text(&w, "description",
	    "Runs code that a language model wrote, under a policy, in a sandbox, with people who "
	    "decide what the policy can't.");
	json_open_object(&w, "license");
	json_put_text(&w, "name", "MIT");
	json_put_text(&w, "identifier", "MIT");
	json_end_object(&w);
	json_end_object(&w);
	json_name(&w, "servers");
	json_raw(&w, STR("[{\"url\":\"/\"}]"));
	json_name(&w, "security");
	json_raw(&w, STR("[{\"token\":[]}]"));
	put_paths(&w);
	put_components(&w);
	json_end_object(&w);
	buf_char(out, '\n');
}
