/* SPDX-License-Identifier: MIT */
/*
 * Lists, sets, tuples and dictionaries: an abstract object for each place that makes one, with a
 * slot for its elements (a dictionary's keys) and one for a dictionary's values. As long as nothing
 * but its text has put something in, an index or key that the text tells finds its own element.
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

	return f->unsettled || c == NULL || c->changed || c->escapes || c->elements.top ||
	       c->items.top;
}

/* Adds another container's keys and values; of any other object, what it gives when iterated.
 */
static void
add_all(struct facts *f, struct container *into, const struct value *v)
{
	struct value elements = flow_take(f, v, COLUMN_ANY), items = flow_items(f, v);

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

/* The element that is written at a place, or 0. */
static uint32_t
written_at(const struct facts *f, uint32_t literal, uint64_t place)
{
	const struct tree *t = f->tree;
	enum kind k = (enum kind)t->nodes[literal].kind;

	if (flow_is_changed(f, literal) || (k != K_LIST && k != K_TUPLE && k != K_EXPRESSION_LIST))
		return 0;
	for (uint32_t c = tree_first(t, literal); c != 0; c = tree_next(t, c)) {
		if (facts_is_star(t, c))
			return 0;
		if (place-- == 0)
			return c;
	}
	return 0;
}

static void
take_from(struct facts *f, struct atom a, unsigned column, struct value *out)
{
	const struct container *c;
	uint32_t child;

	switch (a.kind) {
	case ATOM_LITERAL:
		c = f->container_of[a.id];
		child = column == COLUMN_ANY ? 0 : written_at(f, a.id, column);
		if (c == NULL)
			break;
		if (!c->is_row || column == 0 || column == COLUMN_ANY)
			flow_merge(f, out, child != 0 ? &f->values[child] : &c->elements);
		if (c->is_row && column != 0)
			flow_merge(f, out, &c->items);
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
flow_take(struct facts *f, const struct value *v, unsigned column)
{
	struct value out = {.unknown = v->unknown};

	VALUE_EACH(a, v)
		take_from(f, *a, column, &out);
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

/* The item of a dictionary display for a constant key. */
static void
item_of_key(struct facts *f, uint32_t dictionary, struct atom key, struct value *out)
{
	const struct tree *t = f->tree;
	const struct container *c = f->container_of[dictionary];
	bool found = false, certain = t->nodes[dictionary].kind == K_DICTIONARY &&
				      !flow_is_changed(f, dictionary) && key.kind == ATOM_STRING;

	for (uint32_t i = tree_first(t, dictionary); certain && i != 0; i = tree_next(t, i)) {
		const struct value *k =
		    t->nodes[i].kind == K_PAIR ? &f->values[tree_child(t, i, F_KEY)] : NULL;

		if (k != NULL && value_is_bottom(k)) /* it will be known */
			return;
		certain = k != NULL &&
			  value_is(k, KIND_BIT(ATOM_STRING) | KIND_BIT(ATOM_INTEGER)) &&
			  facts_spend(f, 1);
		if (!certain || !value_has(k, key))
			continue;
		flow_merge(f, out, &f->values[tree_child(t, i, F_VALUE)]);
		found = true;
	}
	if (!certain || !found)
		flow_merge(f, out, &c->items);
}

static void
item_of(struct facts *f, uint32_t literal, const struct value *key, struct value *out)
{
	const struct container *c = f->container_of[literal];

	if (c == NULL || !c->is_dictionary) {
		take_from(f, atom_of(ATOM_LITERAL, literal), COLUMN_ANY, out);
		return;
	}
	VALUE_EACH(a, key)
		item_of_key(f, literal, *a, out);
	if (key->unknown)
		flow_merge(f, out, &c->items);
}

struct value
flow_item(struct facts *f, const struct value *v, const struct value *key)
{
	struct value out = {.unknown = v->unknown};

	VALUE_EACH(a, v)
		if (a->kind == ATOM_LITERAL)
			item_of(f, a->id, key, &out);
		else
			take_from(f, *a, COLUMN_ANY, &out);
	return out;
}

static void
change(struct facts *f, struct container *c)
{
	f->changed = f->changed || !c->changed;
	c->changed = true;
}

void
flow_store_item(
    struct facts *f, const struct value *whole, const struct value *key, const struct value *v)
{
	bool escapes = whole->unknown;

	VALUE_EACH(a, whole) {
		struct container *c = a->kind == ATOM_LITERAL ? flow_container(f, a->id) : NULL;

		escapes = escapes || c == NULL;
		if (c == NULL)
			continue;
		change(f, c);
		if (c->is_dictionary && key != NULL)
			flow_join(f, &c->elements, key);
		flow_join(f, c->is_dictionary && key != NULL ? &c->items : &c->elements, v);
	}
	if (escapes)
		flow_escape(f, v);
	if (escapes && key != NULL)
		flow_escape(f, key);
}

/* Its source may turn out to be a dictionary; readers of its items ask again. */
struct container *
flow_made_by(struct facts *f, uint32_t call, bool is_dictionary, struct value *out)
{
	struct container *c = flow_container(f, call);

	if (c == NULL)
		return NULL;
	f->changed = f->changed || (is_dictionary && !c->is_dictionary);
	c->is_dictionary = c->is_dictionary || is_dictionary;
	flow_add(f, out, atom_of(ATOM_LITERAL, call));
	return c;
}

void
flow_add_rows(struct facts *f, uint32_t call, const struct value *first, const struct value *rest,
    struct value *out)
{
	uint32_t function = facts_bare(f, facts_callee(f->tree, call));
	struct container *rows = flow_container(f, call), *row = flow_container(f, function);
	struct value one = value_of(ATOM_LITERAL, function);

	if (rows == NULL || row == NULL)
		return;
	row->is_row = true;
	flow_join(f, &row->elements, first);
	flow_join(f, &row->items, rest);
	flow_join(f, &rows->elements, &one);
	flow_add(f, out, atom_of(ATOM_LITERAL, call));
}

/* append(x), setdefault(key, x) */
static void
put_arguments(struct facts *f, struct container *c, uint32_t arguments)
{
	unsigned place = 0;

	change(f, c);
	for (struct argument a = {0}; facts_argument(f, arguments, &a);) {
		struct value *slot = c->is_dictionary && place++ > 0 ? &c->items : &c->elements;
		struct value any = value_unknown();

		if (a.spread) {
			flow_escape(f, &f->values[a.node]);
			flow_join(f, slot, &any);
		} else {
			flow_join(f, slot, &f->values[a.node]);
		}
	}
}

/* extend(x), update(x, key=y) */
void
flow_put_elements(struct facts *f, struct container *c, uint32_t arguments)
{
	for (struct argument a = {0}; facts_argument(f, arguments, &a);) {
		struct value all =
		    a.star ? flow_take(f, &f->values[a.node], COLUMN_ANY) : f->values[a.node];

		if (a.name == 0 || a.double_star)
			add_all(f, c, &all);
		else
			flow_join(f, &c->items, &f->values[a.node]);
		if (a.star)
			flow_escape(f, &f->values[a.node]);
	}
}

/* d.get(key, default), d.pop(key, default) */
static void
add_default(struct facts *f, uint32_t arguments, uint32_t second, struct value *out)
{
	if (second != 0)
		flow_merge(f, out, &f->values[second]);
	for (struct argument a = {0}; facts_argument(f, arguments, &a);)
		if (a.spread) {
			flow_escape(f, &f->values[a.node]);
			out->unknown = true;
		}
}

/* One of the methods that effects.txt knows, on one container. */
static void
run_method(struct facts *f, uint32_t call, struct container *c, uint64_t effects, struct value *out)
{
	uint32_t arguments = facts_arguments(f->tree, call),
		 first = flow_argument_at(f, arguments, 0);
	uint32_t second = flow_argument_at(f, arguments, 1);
	struct container *made;

	if (effects_have(effects, EFFECT_STORE))
		put_arguments(f, c, arguments);
	if (effects_have(effects, EFFECT_EXTEND)) {
		change(f, c);
		flow_put_elements(f, c, arguments);
	}
	if (effects_have(effects, EFFECT_CHANGE))
		change(f, c);
	if (effects_have(effects, EFFECT_ELEMENT | EFFECT_STORE))
		flow_merge(f, out, c->is_dictionary ? &c->items : &c->elements);
	if (effects_have(effects, EFFECT_GET) && first != 0)
		item_of(f, c->node, &f->values[first], out);
	if (effects_have(effects, EFFECT_GET | EFFECT_ELEMENT))
		add_default(f, arguments, second, out);
	if (effects_have(effects, EFFECT_COPY) &&
	    (made = flow_made_by(f, call, c->is_dictionary && first == 0, out)) != NULL) {
		flow_join(f, &made->elements, &c->elements);
		flow_join(f, &made->items, &c->items);
		flow_put_elements(f, made, arguments);
	}
	if (effects_have(effects, EFFECT_VALUES) &&
	    (made = flow_made_by(f, call, false, out)) != NULL)
		flow_join(f, &made->elements, &c->items);
	if (effects_have(effects, EFFECT_ITEMS))
		flow_add_rows(f, call, &c->elements, &c->items, out);
	if (effects_have(effects, EFFECT_TEXT))
		flow_add(f, out, atom_of(ATOM_TEXT, 0));
	if (effects_have(effects, EFFECT_NUMBER))
		flow_add(f, out, atom_of(ATOM_PLAIN, 0));
	if (effects_have(effects, EFFECT_STORE | EFFECT_EXTEND | EFFECT_GET | EFFECT_CHANGE))
		flow_add(f, out, atom_of(ATOM_PLAIN, PLAIN_NONE));
}

/* index(), count(), sort(), union() ask elements whether they equal another, or are less. */
static bool
compares(uint64_t effects)
{
	return !effects_have(effects, EFFECT_STORE | EFFECT_ITEMS | EFFECT_VALUES);
}

bool
flow_container_method(
    struct facts *f, uint32_t call, struct str name, const struct value *whole, struct value *out)
{
	uint32_t arguments = facts_arguments(f->tree, call);
	uint64_t effects = effects_of_method_named(name);

	if (effects == 0)
		return false;
	VALUE_EACH(a, whole) {
		struct container *c = flow_container_of(f, *a);

		if (c != NULL)
			run_method(f, call, c, effects, out);
		else
			out->unknown = true;
		if (c != NULL && f->own_operators && compares(effects)) {
			flow_escape(f, &c->elements);
			flow_escape(f, &c->items);
		}
	}
	for (struct argument a = {0};
	     (effects_have(effects, EFFECT_CHANGE) || (f->own_operators && compares(effects))) &&
	     facts_argument(f, arguments, &a);)
		flow_escape(f, &f->values[a.node]); /* sort(key=...) */
	return true;
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
