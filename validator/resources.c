/* SPDX-License-Identifier: MIT */
#include "compile.h"

#include "uri.h"

struct walk {
	struct compiler *c;
	struct step {
		uint32_t node, resource;
	} * steps;
	size_t count, capacity;
	uint32_t source;
	const struct json_doc *doc;
};

static bool
push(struct walk *w, const struct json_node *n, uint32_t resource)
{
	struct arena *a = w->c->a;
	struct step *s = arena_push(a, &w->steps, &w->count, &w->capacity, sizeof(*s));
	if (!s)
		return complain_memory(w->c);
	*s = (struct step){json_index(w->doc, n), resource};
	return true;
}

static bool
add_anchor(
    struct walk *w, uint32_t resource, struct str name, const struct json_node *n, bool dynamic)
{
	struct compiler *c = w->c;
	uint32_t node = json_index(w->doc, n);
	for (size_t i = 0; i < c->anchor_count; i++) {
		const struct anchor *known = &c->anchors[i];
		if (known->resource != resource || !str_eq(known->name, name))
			continue;
		if (known->node == node)
			break;
		return complain(c, w->doc, n, "the anchor '%.*s' is there twice", STR_ARG(name));
	}
	struct anchor *anchor =
	    arena_push(c->a, &c->anchors, &c->anchor_count, &c->anchor_capacity, sizeof(*anchor));
	if (!anchor)
		return complain_memory(c);
	*anchor = (struct anchor){name, resource, node, dynamic};
	if (dynamic)
		c->resources[resource].dynamic = c->has_dynamic = true;
	return true;
}

static bool
add_resource(struct walk *w, const struct json_node *n, struct str uri, uint32_t *out)
{
	struct compiler *c = w->c;
	for (size_t i = 0; uri.n > 0 && i < c->resource_count; i++)
		if (str_eq(c->resources[i].uri, uri))
			return complain(
			    c, w->doc, n, "two schemas are called '%.*s'", STR_ARG(uri));
	struct resource r = {.uri = uri, .source = w->source, .node = json_index(w->doc, n)};
	if (c->resource_count > 0) {
		const struct resource *outer = &c->resources[*out == NO_NODE ? 0 : *out];
		r.dialect = outer->dialect;
		r.vocabularies = outer->vocabularies;
	}
	if (!dialect_read(c, w->source, n, &r))
		return false;
	struct resource *added = arena_push(
	    c->a, &c->resources, &c->resource_count, &c->resource_capacity, sizeof(*added));
	if (!added)
		return complain_memory(c);
	*added = r;
	*out = (uint32_t)(c->resource_count - 1);
	return true;
}

static const struct json_node *
text_member(struct walk *w, const struct json_node *schema, const char *name)
{
	const struct json_node *n = json_get(w->doc, schema, name);
	if (!n || json_is_text(n))
		return n;
	complain(w->c, w->doc, n, "'%s' must be a string", name);
	return NULL;
}

/* $id: a resource of its own, or (draft 7) an anchor. */
static bool
read_id(struct walk *w, const struct json_node *schema, uint32_t *resource)
{
	struct compiler *c = w->c;
	const struct resource *outer = &c->resources[*resource];
	if (outer->dialect == DRAFT_7 && json_get(w->doc, schema, "$ref"))
		return true;
	const struct json_node *id = text_member(w, schema, "$id");
	if (!id)
		return true;
	struct str uri, fragment;
	if (!uri_resolve(c->a, outer->uri, id->text, &uri, &fragment))
		return complain(c, w->doc, id, "the '$id' is too long");
	bool only_fragment = id->text.n > 0 && id->text.p[0] == '#';
	if (fragment.n > 0 && outer->dialect != DRAFT_7)
		return complain(c, w->doc, id, "an '$id' has no fragment");
	bool known = outer->node == json_index(w->doc, schema) && outer->source == w->source;
	if (known)
		c->resources[*resource].uri = uri;
	else if (!only_fragment && !add_resource(w, schema, uri, resource))
		return false;
	return fragment.n == 0 || add_anchor(w, *resource, fragment, schema, false);
}

static bool
read_anchors(struct walk *w, const struct json_node *schema, uint32_t resource)
{
	const struct resource *r = &w->c->resources[resource];
	uint8_t dialect = r->dialect;
	bool root = r->source == w->source && r->node == json_index(w->doc, schema);
	if (dialect == DRAFT_7)
		return true;
	const struct json_node *n = text_member(w, schema, "$anchor");
	if (n && !add_anchor(w, resource, n->text, schema, false))
		return false;
	if (dialect == DRAFT_2019) {
		n = json_get(w->doc, schema, "$recursiveAnchor");
		return !root || !n || n->kind != JSON_TRUE ||
		       add_anchor(w, resource, STR(""), schema, true);
	}
	n = text_member(w, schema, "$dynamicAnchor");
	return !n || add_anchor(w, resource, n->text, schema, true);
}

static bool
push_children(struct walk *w, const struct json_node *value, uint32_t resource)
{
	for (const struct json_node *n = json_first(w->doc, value); n; n = json_next(w->doc, n))
		if (!push(w, value->kind == JSON_OBJECT ? n + 1 : n, resource))
			return false;
	return true;
}

static bool
push_keyword(
    struct walk *w, const struct keyword *k, const struct json_node *value, uint32_t resource)
{
	bool list = value->kind == JSON_ARRAY, map = value->kind == JSON_OBJECT;
	switch ((enum subschemas)k->subschemas) {
	case SUB_ONE:
		return push(w, value, resource);
	case SUB_ONE_OR_LIST:
		return list ? push_children(w, value, resource) : push(w, value, resource);
	case SUB_LIST:
		return !list || push_children(w, value, resource);
	case SUB_MAP:
	case SUB_MAP_OR_NAMES:
		return !map || push_children(w, value, resource);
	case SUB_NONE:
		break;
	}
	return true;
}

static bool
walk_schema(struct walk *w, struct step step)
{
	struct compiler *c = w->c;
	const struct json_node *schema = &w->doc->nodes[step.node];
	uint32_t *owner = &c->sources[w->source].owner[step.node];
	if (*owner)
		return true;
	*owner = step.resource + 1;
	if (schema->kind != JSON_OBJECT)
		return true;
	if (!read_id(w, schema, &step.resource))
		return false;
	*owner = step.resource + 1;
	if (!read_anchors(w, schema, step.resource))
		return false;
	for (const struct json_node *n = json_first(w->doc, schema); n; n = json_next(w->doc, n)) {
		const struct keyword *k = keyword_find(&c->resources[step.resource], n->text);
		if (k && !push_keyword(w, k, n + 1, step.resource))
			return false;
	}
	return true;
}

static bool
source_walk(struct compiler *c, uint32_t source, uint32_t node, uint32_t resource)
{
	struct walk w = {.c = c, .source = source, .doc = c->sources[source].doc};
	bool ok = push(&w, &w.doc->nodes[node], resource);
	while (ok && w.count > 0)
		ok = walk_schema(&w, w.steps[--w.count]);
	return ok;
}

bool
source_add(struct compiler *c, const struct json_doc *doc, struct str uri, uint32_t *source)
{
	if (c->source_count >= SCHEMA_SOURCES_MAX)
		return complain(c, doc, NULL, "more than %d schema documents", SCHEMA_SOURCES_MAX);
	struct source *s =
	    arena_push(c->a, &c->sources, &c->source_count, &c->source_capacity, sizeof(*s));
	if (!s)
		return complain_memory(c);
	s->doc = doc;
	s->uri = uri;
	s->owner = arena_array(c->a, doc->count, sizeof(*s->owner));
	s->unit = arena_array(c->a, doc->count, sizeof(*s->unit));
	if (!s->owner || !s->unit)
		return complain_memory(c);
	*source = (uint32_t)(c->source_count - 1);
	struct walk w = {.c = c, .source = *source, .doc = doc};
	uint32_t resource = NO_NODE;
	return add_resource(&w, json_root(doc), uri, &resource) &&
	       source_walk(c, *source, 0, resource);
}

uint32_t
resource_of(struct compiler *c, uint32_t source, uint32_t node)
{
	const struct source *s = &c->sources[source];
	uint32_t at = node;
	while (at != 0 && !s->owner[at])
		at = s->doc->nodes[at].parent;
	uint32_t resource = s->owner[at] ? s->owner[at] - 1 : 0;
	if (at != node && !source_walk(c, source, node, resource))
		return NO_UNIT;
	return s->owner[node] ? s->owner[node] - 1 : resource;
}
