/* SPDX-License-Identifier: MIT */
/* lsp_schema.c: what a JSON Schema says of a place: its keys, its values, its description. */
#include "lsp.h"

#define LEADS_MAX 64 /* steps through references and choices; the schemas are ours */

static void
add(struct lsp_schema *s, const struct json_node *n)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->nodes[i] == n)
			return;
	if (n && n->kind == JSON_OBJECT && s->count < LSP_SCHEMAS_MAX)
		s->nodes[s->count++] = n;
}

/* `#/$defs/name`, the only references that are used. */
static const struct json_node *
referred(const struct json_doc *d, struct str reference)
{
	const struct json_node *defs = json_get(d, json_root(d), "$defs");

	return str_starts(reference, STR("#/$defs/"))
		   ? json_get_str(d, defs, str_slice(reference, 8, reference.n))
		   : NULL;
}

/* Adds what the schemas refer to or choose from, until nothing is new. */
static void
widen(struct lsp_schema *s)
{
	static const char *const choices[] = {"anyOf", "oneOf", "allOf"};

	for (size_t i = 0; i < s->count && i < LEADS_MAX; i++) {
		const struct json_node *n = s->nodes[i];
		add(s, referred(s->doc, json_get_text(s->doc, n, "$ref", STR(""))));
		for (size_t k = 0; k < ARRAY_LENGTH(choices); k++) {
			const struct json_node *list = json_get(s->doc, n, choices[k]);
			JSON_EACH(m, s->doc, list)
				add(s, m);
		}
		/* A place in a list is its items' place. */
		add(s, json_get(s->doc, n, "items"));
	}
}

static struct lsp_schema
below(const struct lsp_schema *s, struct str key)
{
	struct lsp_schema next = {.doc = s->doc};

	for (size_t i = 0; i < s->count; i++) {
		const struct json_node *n = s->nodes[i];
		const struct json_node *m =
		    json_get_str(s->doc, json_get(s->doc, n, "properties"), key);
		add(&next, m ? m : json_get(s->doc, n, "additionalProperties"));
	}
	widen(&next);
	return next;
}

bool
lsp_schema_at(struct arena *a, struct str schema, const struct str *keys, size_t depth,
    struct lsp_schema *out, struct err *err)
{
	struct json_doc *doc = arena_alloc(a, sizeof(*doc));

	*out = (struct lsp_schema){.doc = doc};
	if (!doc)
		return err_memory(err);
	if (!json_parse(a, schema, "the schema", &JSON_LIMITS, doc, NULL, err))
		return false;
	add(out, json_root(doc));
	widen(out);
	for (size_t i = 0; i < depth; i++)
		*out = below(out, keys[i]);
	return true;
}

void
lsp_schema_keys(const struct lsp_schema *s,
    void (*each)(void *context, struct str key, struct str says), void *context)
{
	for (size_t i = 0; i < s->count; i++) {
		const struct json_node *object = json_get(s->doc, s->nodes[i], "properties");
		JSON_EACH(n, s->doc, object)
			each(
			    context, n->text, json_get_text(s->doc, n + 1, "description", STR("")));
	}
}

void
lsp_schema_values(
    const struct lsp_schema *s, void (*each)(void *context, struct str value), void *context)
{
	for (size_t i = 0; i < s->count; i++) {
		const struct json_node *list = json_get(s->doc, s->nodes[i], "enum"),
				       *one = json_get(s->doc, s->nodes[i], "const"),
				       *type = json_get(s->doc, s->nodes[i], "type");
		JSON_EACH(n, s->doc, list)
			if (n->kind == JSON_STRING)
				each(context, n->text);
		if (one && one->kind == JSON_STRING)
			each(context, one->text);
		if (type && type->kind == JSON_STRING && str_is(type->text, "boolean")) {
			each(context, STR("true"));
			each(context, STR("false"));
		}
	}
}

struct str
lsp_schema_says(const struct lsp_schema *s)
{
	for (size_t i = 0; i < s->count; i++) {
		struct str says = json_get_text(s->doc, s->nodes[i], "description", STR(""));
		if (says.n > 0)
			return says;
	}
	return STR("");
}
