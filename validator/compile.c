/* SPDX-License-Identifier: MIT */
#include "compile.h"

bool
complain(struct compiler *c, const struct json_doc *d, const struct json_node *n,
    const char *format, ...)
{
	struct err err = {0};
	char message[ERR_MESSAGE_BYTES];
	va_list ap;
	va_start(ap, format);
	vsnprintf(message, sizeof(message), format, ap);
	va_end(ap);
	json_err(d, n ? n : json_root(d), &err, "%s", message);
	err.code = ERR_INPUT;
	c->failed = true;
	return err_list_add(c->errs, &err);
}

bool
complain_memory(struct compiler *c)
{
	c->failed = true;
	return err_list_memory(c->errs);
}

void
advise(struct compiler *c, const char *format, ...)
{
	char help[ERR_HELP_BYTES];
	va_list ap;
	if (c->errs->count == 0 || c->errs->more > 0)
		return;
	va_start(ap, format);
	vsnprintf(help, sizeof(help), format, ap);
	va_end(ap);
	err_help(&c->errs->items[c->errs->count - 1], "%s", help);
}

uint32_t
unit_at(struct compiler *c, uint32_t source, uint32_t node)
{
	const struct json_doc *doc = c->sources[source].doc;
	const struct json_node *n = &doc->nodes[node];
	uint32_t *known = &c->sources[source].unit[node];
	if (*known)
		return *known - 1;
	if (n->kind != JSON_OBJECT && n->kind != JSON_TRUE && n->kind != JSON_FALSE) {
		complain(c, doc, n, "a schema must be an object, true or false, found %s",
		    json_kind_name(n->kind));
		return NO_UNIT;
	}
	if (c->unit_count >= SCHEMA_UNITS_MAX) {
		complain(c, doc, n, "more than %d subschemas", SCHEMA_UNITS_MAX);
		return NO_UNIT;
	}
	struct unit *unit =
	    arena_push(c->a, &c->units, &c->unit_count, &c->unit_capacity, sizeof(*unit));
	if (!unit) {
		complain_memory(c);
		return NO_UNIT;
	}
	*known = (uint32_t)c->unit_count;
	unit->doc = source;
	unit->node = node;
	return *known - 1;
}

uint32_t
unit_of_value(struct compiler *c, const struct use *u, const struct json_node *value)
{
	return unit_at(c, u->source, json_index(u->doc, value));
}

bool
units_of_list(
    struct compiler *c, const struct use *u, const struct json_node *list, struct choices *out)
{
	uint32_t *units = arena_array(c->a, list->count + 1, sizeof(*units));
	if (!units)
		return complain_memory(c);
	*out = (struct choices){.units = units};
	for (const struct json_node *n = json_first(u->doc, list); n; n = json_next(u->doc, n)) {
		units[out->count] = unit_of_value(c, u, n);
		if (units[out->count++] == NO_UNIT)
			return false;
	}
	return true;
}

struct op *
op_add(struct compiler *c, const struct use *u)
{
	struct op *op = arena_push(c->a, &c->ops, &c->op_count, &c->op_capacity, sizeof(*op));
	if (!op) {
		complain_memory(c);
		return NULL;
	}
	op->code = (uint8_t)u->code;
	op->node = json_index(u->doc, u->value);
	return op;
}

uint32_t
dynamic_name(struct compiler *c, struct str name)
{
	for (size_t i = 0; i < c->dynamic_count; i++)
		if (str_eq(c->dynamic_names[i], name))
			return (uint32_t)i;
	struct str *s = arena_push(
	    c->a, &c->dynamic_names, &c->dynamic_count, &c->dynamic_capacity, sizeof(*s));
	if (!s) {
		complain_memory(c);
		return NO_UNIT;
	}
	*s = name;
	return (uint32_t)(c->dynamic_count - 1);
}

static bool
compile_keyword(struct compiler *c, struct use *u)
{
	const struct keyword *k = keyword_find(&c->resources[u->resource], u->name->text);
	if (!k)
		return !c->options->strict || keyword_unknown(c, u);
	if (!k->compile)
		return true;
	u->code = (enum op_code)k->code;
	return k->compile(c, u);
}

/* By cost; the order of what costs the same stays. */
static void
sort_ops(struct op *ops, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct op op = ops[i];
		size_t at = i;
		for (; at > 0 && ops[at - 1].code > op.code; at--)
			ops[at] = ops[at - 1];
		ops[at] = op;
	}
}

static void
finish_unit(struct compiler *c, struct unit *unit)
{
	struct op *ops = c->ops + unit->first;
	unit->count = (uint32_t)(c->op_count - unit->first);
	sort_ops(ops, unit->count);
	unit->form = unit->count == 0 && unit->types == 0 ? UNIT_ANYTHING : UNIT_LEAF;
	for (size_t i = 0; i < unit->count; i++) {
		if (ops[i].code >= OP_FIRST_APPLICATOR)
			unit->form = UNIT_WHOLE;
		if (ops[i].code >= OP_FIRST_UNEVALUATED)
			unit->flags |= UNIT_TRACKS;
	}
}

static void
compile_object(struct compiler *c, struct use *u)
{
	const struct json_node *ref = NULL;
	if (c->resources[u->resource].dialect == DRAFT_7)
		ref = json_get(u->doc, u->object, "$ref");
	for (const struct json_node *n = json_first(u->doc, u->object); n;
	     n = json_next(u->doc, n)) {
		if (ref && n + 1 != ref)
			continue;
		u->name = n;
		u->value = n + 1;
		compile_keyword(c, u);
	}
	if (!ref) {
		compile_members(c, u);
		compile_items(c, u);
		compile_contains(c, u);
		compile_content(c, u);
	}
}

static void
compile_unit(struct compiler *c, uint32_t index)
{
	struct unit *unit = &c->units[index];
	struct use u = {.unit = index, .source = unit->doc, .doc = c->sources[unit->doc].doc};
	u.object = &u.doc->nodes[unit->node];
	u.resource = resource_of(c, unit->doc, unit->node);
	if (u.resource == NO_UNIT)
		return;
	unit->resource = u.resource;
	unit->first = (uint32_t)c->op_count;
	unit->type_node = unit->node;
	if (u.object->kind != JSON_OBJECT) {
		unit->form = u.object->kind == JSON_TRUE ? UNIT_ANYTHING : UNIT_NOTHING;
		return;
	}
	compile_object(c, &u);
	finish_unit(c, &c->units[index]);
}

static bool
publish_anchors(struct compiler *c, struct schema *s)
{
	struct dynamic_anchor *out = arena_array(c->a, c->anchor_count + 1, sizeof(*out));
	if (!out)
		return complain_memory(c);
	for (size_t i = 0; i < c->anchor_count; i++) {
		struct anchor anchor = c->anchors[i];
		if (!anchor.dynamic)
			continue;
		uint32_t unit = unit_at(c, c->resources[anchor.resource].source, anchor.node);
		uint32_t name = dynamic_name(c, anchor.name);
		if (unit == NO_UNIT || name == NO_UNIT)
			return false;
		out[s->anchor_count++] = (struct dynamic_anchor){anchor.resource, name, unit};
	}
	s->anchors = out;
	return true;
}

static bool
publish(struct compiler *c, struct schema *s)
{
	const struct json_doc **docs = arena_array(c->a, c->source_count, sizeof(*docs));
	struct str *uris = arena_array(c->a, c->source_count, sizeof(*uris));
	struct str *resources = arena_array(c->a, c->resource_count, sizeof(*resources));
	uint32_t *roots = arena_array(c->a, c->resource_count, sizeof(*roots));
	if (!docs || !uris || !resources || !roots)
		return complain_memory(c);
	for (size_t i = 0; i < c->source_count; i++) {
		docs[i] = c->sources[i].doc;
		uris[i] = c->sources[i].uri;
	}
	for (size_t i = 0; i < c->resource_count; i++) {
		resources[i] = c->resources[i].uri;
		roots[i] = c->resources[i].node;
	}
	s->resource_nodes = roots;
	s->docs = docs;
	s->doc_uris = uris;
	s->resource_uris = resources;
	s->resource_count = (uint32_t)c->resource_count;
	s->unit_count = (uint32_t)c->unit_count;
	s->op_count = (uint32_t)c->op_count;
	for (size_t i = 0; i < c->unit_count; i++)
		if (c->resources[c->units[i].resource].dynamic)
			c->units[i].flags |= UNIT_ENTERS;
	s->units = c->units;
	s->ops = c->ops;
	return true;
}

/* Units are appended while this runs: by references, and by dynamic anchors of the documents that
 * came with them. */
static bool
compile_all(struct compiler *c, struct schema *s)
{
	size_t done = 0;
	for (;;) {
		for (; done < c->unit_count; done++)
			compile_unit(c, (uint32_t)done);
		s->anchor_count = 0;
		if (c->failed || !publish_anchors(c, s))
			return false;
		if (done == c->unit_count)
			return cycles_check(c) && publish(c, s);
	}
}

bool
schema_compile(struct arena *a, const struct json_doc *doc, const struct schema_options *options,
    struct schema **out, struct err_list *errs)
{
	static const struct schema_options none = {0};
	struct compiler c = {.a = a, .options = options ? options : &none, .errs = errs};
	struct schema *s = arena_alloc(a, sizeof(*s));
	uint32_t source = 0;
	*out = NULL;
	if (!s)
		return complain_memory(&c);
	if (!source_add(&c, doc, c.options->uri, &source)) {
		if (!c.failed)
			complain(&c, doc, NULL, "the schema can't be read");
		return false;
	}
	s->root = unit_at(&c, source, 0);
	bool ok = s->root != NO_UNIT && compile_all(&c, s) && !c.failed;
	err_list_sort(errs);
	*out = ok ? s : NULL;
	return ok;
}
