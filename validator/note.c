/* SPDX-License-Identifier: MIT */
#include "run.h"

enum {
	PATH_BYTES_MAX = 1 << 16,
};

static const char *const ANNOTATIONS[] = {"title", "description", "default", "examples",
    "deprecated", "readOnly", "writeOnly", "format", "contentEncoding", "contentMediaType",
    "contentSchema"};

static bool
annotates(struct str name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(ANNOTATIONS); i++)
		if (str_is(name, ANNOTATIONS[i]))
			return true;
	return !keyword_is_any(name);
}

/* What the content keywords say is about strings, and of the schema for what a media type names. */
static bool
is_about(const struct json_doc *doc, const struct json_node *object, struct str name,
    const struct json_node *value)
{
	if (!str_starts(name, STR("content")))
		return true;
	return value->kind == JSON_STRING &&
	       (!str_is(name, "contentSchema") || json_get(doc, object, "contentMediaType"));
}

void
note_unit(struct run *r, uint32_t unit, uint32_t node)
{
	const struct unit *u = &r->s->units[unit];
	const struct json_doc *doc = r->s->docs[u->doc];
	const struct json_node *object = &doc->nodes[u->node];
	/* A member's name is no place of its own. */
	if (object->kind != JSON_OBJECT || (r->d->nodes[node].flags & JSON_NAME))
		return;
	for (const struct json_node *n = json_first(doc, object); n; n = json_next(doc, n)) {
		if (!annotates(n->text) || !is_about(doc, object, n->text, &r->d->nodes[node]) ||
		    r->note_count >= RUN_CAUSES_MAX)
			continue;
		struct cause *note =
		    arena_push(r->a, &r->notes, &r->note_count, &r->note_capacity, sizeof(*note));
		if (!note) {
			r->failed = r->halted = true;
			return;
		}
		uint32_t value = json_index(doc, n) + 1;
		*note = (struct cause){.unit = unit, .op = value, .node = node};
		note_way(r, note, value);
	}
}

void
note_drop(struct run *r, size_t from)
{
	if (r->note_count > from)
		r->note_count = from;
}

/* From the unit's node down to a node within it: what the pointer of the second has more. */
static void
add_steps(const struct schema *s, uint32_t unit, uint32_t node, struct buf *out)
{
	const struct unit *u = &s->units[unit];
	const struct json_doc *doc = s->docs[u->doc];
	struct buf from;
	buf_init(&from, PATH_BYTES_MAX);
	json_pointer(doc, &doc->nodes[u->node], &from);
	size_t n = out->n;
	json_pointer(doc, &doc->nodes[node], out);
	if (from.n > 0 && !out->failed && !from.failed && out->n >= n + from.n) {
		memmove(out->p + n, out->p + n + from.n, out->n - n - from.n);
		out->n -= from.n;
		out->p[out->n] = '\0';
	}
	buf_release(&from);
}

static void
add_hop(const struct schema *s, const struct frame *f, uint32_t to, struct buf *out)
{
	const struct op *op = &s->ops[f->pc];
	const struct unit *u = &s->units[f->unit];
	if (op->code != OP_REF && op->code != OP_DYNAMIC_REF) {
		add_steps(s, f->unit, s->units[to].node, out);
		return;
	}
	buf_char(out, '/');
	buf_str(out, s->docs[u->doc]->nodes[op->node - 1].text);
}

void
note_way(struct run *r, struct cause *c, uint32_t schema_node)
{
	struct buf b;
	struct hop *hops = arena_array(r->a, r->depth + 1, sizeof(*hops));
	uint32_t count = 0;
	buf_init(&b, PATH_BYTES_MAX);
	for (uint32_t i = 0; hops && i < r->depth; i++) {
		bool last = i + 1 == r->depth;
		uint32_t to = last ? c->unit : r->frames[i + 1].unit;
		if (last && to == r->frames[i].unit)
			break;
		add_hop(r->s, &r->frames[i], to, &b);
		hops[count++] = (struct hop){(uint32_t)b.n, last ? c->node : r->frames[i + 1].node};
	}
	add_steps(r->s, c->unit, schema_node, &b);
	if (!hops || b.failed || !arena_copy(r->a, buf_view(&b), &c->path))
		r->failed = r->halted = true;
	c->hops = hops;
	c->hop_count = count;
	buf_release(&b);
}
