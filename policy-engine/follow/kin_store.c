/* SPDX-License-Identifier: MIT */
/* Where assignments, loops and with statements put what they get. */
#include "kin.h"

#define TARGET_DEPTH 3

struct target {
	uint32_t top;
	unsigned columns[TARGET_DEPTH], depth; /* from the inside out */
	bool starred, deep;
};

static bool
is_pattern(enum kind k)
{
	return k == K_PATTERN_LIST || k == K_TUPLE_PATTERN || k == K_LIST_PATTERN || k == K_TUPLE ||
	       k == K_LIST || k == K_EXPRESSION_LIST;
}

static struct target
find_target(const struct tree *t, uint32_t node)
{
	struct target out = {.top = node};

	for (;;) {
		uint32_t up = t->nodes[out.top].parent;
		enum kind kind = (enum kind)t->nodes[up].kind;
		unsigned index = 0;

		if (kind == K_LIST_SPLAT_PATTERN || kind == K_LIST_SPLAT) {
			out.starred = true;
		} else if (is_pattern(kind)) {
			for (uint32_t c = tree_first(t, up); c != out.top && c != 0;
			     c = tree_next(t, c))
				index += t->nodes[c].kind == K_LIST_SPLAT_PATTERN ? KIN_COLUMNS : 1;
			if (out.depth == TARGET_DEPTH)
				out.deep = true;
			else
				out.columns[out.depth++] = index;
		} else if (kind != K_PARENTHESIZED_EXPRESSION && kind != K_AS_PATTERN_TARGET) {
			return out;
		}
		out.top = up;
	}
}

/* What `with x as y` gives. */
static void
read_entered(struct kin *k, uint32_t from, uint32_t to)
{
	static const struct kin_givens none = {.count = 0};

	uint32_t scope = NOWHERE;

	if ((k->places[from].marks & (KIN_ANY | KIN_LIBRARY)) != 0 ||
	    (k->settling && !kin_next_method(k, from, k->enter, &scope))) {
		kin_mark(k, to, KIN_ANY);
		kin_escape(k, from);
	}
	kin_call_methods(k, from, k->enter, &none, to);
}

/* The place that a statement's value comes from, or 0 where there is none. */
static uint32_t
source_of(struct kin *k, uint32_t node, const struct target *w)
{
	const struct tree *t = k->tree;
	uint32_t up = t->nodes[w->top].parent, place, right;

	switch (t->nodes[up].kind) {
	case K_ASSIGNMENT:
		right = tree_assigned(t, up);
		return right == 0 ? 0 : kin_of_node(k, right);
	case K_NAMED_EXPRESSION:
		return kin_of_node(k, tree_child(t, up, F_VALUE));
	case K_AUGMENTED_ASSIGNMENT:
		place = kin_of_node(k, tree_child(t, up, F_RIGHT));
		kin_flow(k, place, kin_scratch(k, node, 0));
		kin_mark(k, kin_scratch(k, node, 0), KIN_TEXT);
		if ((k->places[place].marks & (KIN_ANY | KIN_LIBRARY)) != 0)
			kin_mark(k, kin_scratch(k, node, 0), KIN_ANY);
		return kin_scratch(k, node, 0);
	case K_FOR_STATEMENT:
	case K_FOR_IN_CLAUSE:
		kin_read_each(
		    k, kin_of_node(k, tree_child(t, up, F_RIGHT)), kin_scratch(k, node, 0));
		return kin_scratch(k, node, 0);
	case K_AS_PATTERN:
		if (t->nodes[t->nodes[up].parent].kind == K_WITH_ITEM)
			read_entered(k, kin_of_node(k, tree_first(t, up)), kin_scratch(k, node, 0));
		else
			kin_mark(k, kin_scratch(k, node, 0), KIN_ANY | KIN_TEXT);
		return kin_scratch(k, node, 0);
	default:
		kin_mark(k, kin_scratch(k, node, 0), KIN_ANY | KIN_TEXT);
		return kin_scratch(k, node, 0);
	}
}

static void
store_item(struct kin *k, uint32_t node, uint32_t from)
{
	uint32_t whole = kin_of_node(k, tree_child(k->tree, node, F_VALUE)),
		 key = kin_of_node(k, tree_child(k->tree, node, F_SUBSCRIPT));
	struct kin_givens g = {.count = 2, .items = {{.place = key}, {.place = from}}};

	struct kin_givens asked = {.count = 1, .items = {{.place = key}}};

	kin_escape_keys(k, node);
	kin_call_methods(k, whole, k->getitem, &asked, kin_part(k, whole, KIN_VALUE, 0));
	kin_flow(k, key, kin_part(k, whole, KIN_KEY, 0));
	kin_flow(k, from, kin_part(k, whole, KIN_VALUE, 0));
	kin_operators(k, kin_part(k, whole, KIN_VALUE, 0), from, kin_part(k, whole, KIN_VALUE, 0));
	if (k->tree->nodes[tree_child(k->tree, node, F_SUBSCRIPT)].kind == K_SLICE)
		kin_read_each(k, from, kin_part(k, whole, KIN_VALUE, 0));
	kin_call_methods(k, whole, k->setitem, &g, kin_of_name(k, 0));
	if ((k->places[whole].marks & (KIN_ANY | KIN_LIBRARY)) == 0)
		return;
	kin_escape(k, key);
	kin_escape(k, from);
}

static void
store_attribute(struct kin *k, uint32_t node, uint32_t from)
{
	uint32_t object = kin_of_node(k, tree_child(k->tree, node, F_OBJECT));

	if (k->facts->fact_of[node] == NOWHERE) {
		k->lost = true;
		return;
	}
	kin_flow(k, from, kin_of_name(k, k->facts->attributes[k->facts->fact_of[node]].name));
	if ((k->places[object].marks & (KIN_ANY | KIN_LIBRARY)) != 0)
		kin_escape(k, from);
}

/* x += y: a method of x may answer. */
static void
augment(struct kin *k, uint32_t top, uint32_t target, uint32_t from)
{
	if (k->tree->nodes[k->tree->nodes[top].parent].kind == K_AUGMENTED_ASSIGNMENT)
		kin_operators(k, target, from, target);
}

/* x.y += z: what x.y gives, by a property or not, may answer. */
static void
augment_attribute(struct kin *k, uint32_t node, uint32_t top, uint32_t from)
{
	uint32_t fact = k->facts->fact_of[node], made, name;

	if (fact == NOWHERE ||
	    k->tree->nodes[k->tree->nodes[top].parent].kind != K_AUGMENTED_ASSIGNMENT)
		return;
	name = k->facts->attributes[fact].name;
	made = kin_scratch(k, node, 3);
	kin_load_attribute(k, kin_of_node(k, tree_child(k->tree, node, F_OBJECT)), name, made);
	augment(k, top, made, from);
	kin_flow(k, made, kin_of_name(k, name));
}

void
kin_store_node(struct kin *k, uint32_t node)
{
	struct target w = find_target(k->tree, node);
	uint32_t from = source_of(k, node, &w);

	if (from == 0)
		return;
	if (w.deep) {
		k->lost = true;
		return;
	}
	for (unsigned i = w.depth; i-- > 0;) {
		uint32_t next = kin_scratch(k, node, 1 + i);

		if (w.starred && i == 0) {
			kin_read_each(k, from, kin_part(k, next, KIN_ELEMENT, 0));
			from = next;
			break;
		}
		kin_read_column(k, from, w.columns[i], next);
		from = next;
	}
	if (k->tree->nodes[node].kind == K_SUBSCRIPT) {
		store_item(k, node, from);
	} else if (k->tree->nodes[node].kind == K_ATTRIBUTE) {
		store_attribute(k, node, from);
		augment_attribute(k, node, w.top, from);
	} else {
		const struct occurrence *o = k->facts->fact_of[node] == NOWHERE
						 ? NULL
						 : &k->facts->occurrences[k->facts->fact_of[node]];

		if (o == NULL || o->binding == NOWHERE)
			return;
		kin_flow(k, from, kin_of_binding(k, o->binding));
		if (k->facts->scopes[k->facts->bindings[o->binding].scope].kind == SCOPE_CLASS)
			kin_escape_functions(k, from); /* which become methods */
		augment(k, w.top, kin_of_binding(k, o->binding), from);
	}
}
