/* SPDX-License-Identifier: MIT */
/*
 * Lists, sets, tuples and dictionaries: an abstract object for each place that makes one, with a
 * slot for its elements (a dictionary's keys) and one for a dictionary's values. They hold what is
 * written in them; one that anything changes, or a method of which is called, escapes.
 */
#include "flow.h"

struct container *
flow_container(struct facts *f, uint32_t node)
{
	struct container *c = f->container_of[node];

	if (c != NULL)
		return c;
	c = arena_alloc(f->arena, sizeof(*c));
	if (c == NULL) {
		f->failed = true;
		return NULL;
	}
	*c = (struct container){.node = node, .next = f->containers};
	f->containers = f->container_of[node] = c;
	return c;
}

struct container *
flow_container_of(const struct facts *f, struct atom a)
{
	return a.kind == ATOM_LITERAL ? f->container_of[a.id] : NULL;
}

bool
flow_is_changed(const struct facts *f, uint32_t literal)
{
	const struct container *c = f->container_of[literal];

	return f->unsettled || c == NULL || c->escapes || c->elements.top || c->items.top;
}

/* Adds another container's keys and values; of any other object, what it gives when iterated.
 */
static void
add_all(struct facts *f, struct container *into, const struct value *v)
{
	struct value elements = flow_take(f, v), items = flow_items(f, v);

	flow_join(f, &into->elements, &elements);
	if (into->is_dictionary)
		flow_join(f, &into->items, &items);
}

void
flow_fill(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	enum kind k = (enum kind)t->nodes[node].kind;
	struct container *c = flow_container(f, node);
	uint32_t body = tree_child(t, node, F_BODY);

	if (c == NULL)
		return;
	c->is_dictionary = k == K_DICTIONARY || k == K_DICTIONARY_COMPREHENSION;
	for (uint32_t i = body != 0 ? body : tree_first(t, node); i != 0;
	     i = body != 0 ? 0 : tree_next(t, i)) {
		if (t->nodes[i].kind == K_PAIR) {
			flow_join(f, &c->elements, &f->values[tree_child(t, i, F_KEY)]);
			flow_join(f, &c->items, &f->values[tree_child(t, i, F_VALUE)]);
		} else if (t->nodes[i].kind == K_DICTIONARY_SPLAT || facts_is_star(t, i)) {
			add_all(f, c, &f->values[i]);
		} else {
			flow_join(f, &c->elements, &f->values[i]);
		}
	}
}

static void
take_from(struct facts *f, struct atom a, bool item, struct value *out)
{
	const struct container *c = flow_container_of(f, a);

	switch (a.kind) {
	case ATOM_LITERAL:
		if (c != NULL)
			flow_merge(f, out, item && c->is_dictionary ? &c->items : &c->elements);
		break;
	case ATOM_STRING:
	case ATOM_PREFIX:
	case ATOM_TEXT:
		flow_add(f, out, atom_of(ATOM_TEXT, 0));
		break;
	case ATOM_RESULT:
		if (!effects_have(facts_effects(f, a.id), EFFECT_COUNTS)) {
			out->unknown = true;
			break;
		}
		__attribute__((fallthrough));
	case ATOM_PLAIN:
	case ATOM_BYTES:
	case ATOM_BINARY:
	case ATOM_INTEGER:
		flow_add(f, out, atom_of(ATOM_PLAIN, 0));
		break;
	default: /* its class gives what it likes */
		flow_escape_atom(f, a);
		out->unknown = true;
		break;
	}
}

struct value
flow_take(struct facts *f, const struct value *v)
{
	struct value out = {.unknown = v->unknown};

	VALUE_EACH(a, v)
		take_from(f, *a, false, &out);
	return out;
}

struct value
flow_items(struct facts *f, const struct value *v)
{
	struct value out = {.unknown = v->unknown};

	VALUE_EACH(a, v) {
		const struct container *c = flow_container_of(f, *a);

		if (c != NULL && c->is_dictionary)
			flow_merge(f, &out, &c->items);
		else
			out.unknown = true;
	}
	return out;
}

void
flow_item(struct facts *f, struct atom a, struct value *out)
{
	take_from(f, a, true, out);
}

/* The container that a call makes, which it gives back. Its source may turn out to be a dictionary;
 * readers of its items ask again. */
void
flow_copy(struct facts *f, uint32_t call, bool is_dictionary, struct value *out)
{
	struct container *c = flow_container(f, call);

	if (c == NULL)
		return;
	f->changed = f->changed || (is_dictionary && !c->is_dictionary);
	c->is_dictionary = c->is_dictionary || is_dictionary;
	for (struct argument a = {0}; facts_argument(f, facts_arguments(f->tree, call), &a);) {
		struct value all = a.star ? flow_take(f, &f->values[a.node]) : f->values[a.node];

		if (a.name == 0 || a.double_star)
			add_all(f, c, &all);
		else
			flow_join(f, &c->items, &f->values[a.node]);
		if (a.star)
			flow_escape(f, &f->values[a.node]);
	}
	flow_add(f, out, atom_of(ATOM_LITERAL, call));
}

void
flow_open_containers(struct facts *f)
{
	for (struct container *c = f->containers; c != NULL; c = c->next) {
		const struct value unknown = value_unknown();

		if (!c->escapes)
			continue;
		flow_join(f, &c->elements, &unknown);
		flow_join(f, &c->items, &unknown);
		flow_escape(f, &c->elements);
		flow_escape(f, &c->items);
	}
}
