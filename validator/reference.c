/* SPDX-License-Identifier: MIT */
/* reference.c: what a $ref leads to. Never the network: the schema itself, the registry, the
 * metaschemas built in. */
#include "compile.h"

#include "uri.h"

static bool
source_find(struct compiler *c, struct str uri, uint32_t *source, bool *found)
{
	*found = true;
	for (uint32_t i = 0; i < c->source_count; i++) {
		*source = i;
		if (str_eq(c->sources[i].uri, uri))
			return true;
	}
	const struct json_doc *doc = NULL;
	const struct schema_registry *registry = c->options->registry;
	for (size_t i = 0; registry && i < registry->count && !doc; i++)
		if (str_eq(registry->items[i].uri, uri))
			doc = registry->items[i].doc;
	if (!doc)
		doc = metaschema_find(c->a, uri);
	*found = doc != NULL;
	return !doc || source_add(c, doc, uri, source);
}

static bool
find_resource(const struct compiler *c, struct str uri, uint32_t *resource)
{
	for (size_t i = 0; i < c->resource_count; i++) {
		if (!str_eq(c->resources[i].uri, uri))
			continue;
		*resource = (uint32_t)i;
		return true;
	}
	return false;
}

static bool
array_index(struct str token, uint32_t *out)
{
	int64_t n;
	if (token.n > 8 || (token.n > 1 && token.p[0] == '0') || !str_number(token, &n))
		return false;
	*out = (uint32_t)n;
	return true;
}

static const struct json_node *
follow_pointer(
    struct compiler *c, const struct json_doc *doc, const struct json_node *n, struct str pointer)
{
	struct str rest = str_slice(pointer, 1, pointer.n), token;
	bool more = true;
	while (n && more) {
		size_t slash = str_find(rest, STR("/"), 0);
		more = slash != SIZE_MAX;
		token = str_slice(rest, 0, more ? slash : rest.n);
		rest = str_slice(rest, more ? slash + 1 : rest.n, rest.n);
		uint32_t index = 0;
		if (!pointer_unescape(c->a, &token))
			return NULL;
		if (n->kind == JSON_OBJECT) {
			n = json_get_str(doc, n, token);
		} else if (n->kind == JSON_ARRAY && array_index(token, &index) &&
			   index < n->count) {
			n = json_first(doc, n);
			for (; index > 0; index--)
				n = json_next(doc, n);
		} else {
			n = NULL;
		}
	}
	return n;
}

static bool
not_found(struct compiler *c, const struct use *u, struct str reference, const char *what)
{
	complain(c, u->doc, u->value, "'%.*s' leads nowhere: %s", STR_ARG(reference), what);
	return false;
}

/* The node behind the fragment: a JSON Pointer or an anchor. */
static const struct json_node *
find_fragment(struct compiler *c, uint32_t resource, struct str fragment, struct anchor *anchor)
{
	const struct resource *r = &c->resources[resource];
	const struct json_doc *doc = c->sources[r->source].doc;
	const struct json_node *root = &doc->nodes[r->node];
	*anchor = (struct anchor){0};
	if (fragment.n > 0 && fragment.p[0] == '/')
		return follow_pointer(c, doc, root, fragment);
	for (size_t i = 0; i < c->anchor_count; i++) {
		if (c->anchors[i].resource != resource || !str_eq(c->anchors[i].name, fragment))
			continue;
		*anchor = c->anchors[i];
		return &doc->nodes[c->anchors[i].node];
	}
	return fragment.n == 0 ? root : NULL;
}

static bool
find_document(struct compiler *c, const struct use *u, struct str uri, uint32_t *resource)
{
	if (find_resource(c, uri, resource))
		return true;
	uint32_t source = 0;
	bool found = false;
	if (!source_find(c, uri, &source, &found))
		return false;
	if (!found) {
		not_found(c, u, uri, "there is no such document");
		advise(c, "no schema is ever fetched; add the document to the registry, or use "
			  "'#/$defs/...'");
		return false;
	}
	*resource = c->sources[source].owner[0] - 1;
	return true;
}

bool
reference_find(struct compiler *c, const struct use *u, struct str reference, uint32_t *unit,
    struct anchor *anchor)
{
	struct str uri, fragment, plain;
	uint32_t resource = u->resource;
	if (!uri_resolve(c->a, c->resources[resource].uri, reference, &uri, &fragment))
		return not_found(c, u, reference, "it is too long");
	if (!uri_unescape(c->a, fragment, &plain))
		return complain_memory(c);
	bool here = reference.n == 0 || reference.p[0] == '#';
	if (!here && !find_document(c, u, uri, &resource))
		return false;
	const struct json_node *target = find_fragment(c, resource, plain, anchor);
	if (!target)
		return not_found(c, u, reference,
		    plain.p[0] == '/' ? "there is nothing at this place"
				      : "there is no such anchor");
	uint32_t source = c->resources[resource].source;
	*unit = unit_at(c, source, json_index(c->sources[source].doc, target));
	return *unit != NO_UNIT;
}
