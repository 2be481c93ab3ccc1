/* SPDX-License-Identifier: MIT */
/*
 * Attributes. Objects of the program's classes are opaque: what their fields and classes hold has
 * escaped, and what is read from them is unknown. Any code may call their methods with anything; only
 * self is then an object of the class, until somebody may have the bare function.
 */
#include "flow.h"

/* Classes that derive from each other: an object of one may have what any of them has. */
static void
link_classes(struct facts *f, struct scope *a, struct scope *b)
{
	if (a->has_bases != b->has_bases) {
		flow_raise(f, &a->has_bases);
		flow_raise(f, &b->has_bases);
	}
	if (a->escapes != b->escapes) {
		flow_raise(f, &a->escapes);
		flow_raise(f, &b->escapes);
	}
}

static void
see_base(struct facts *f, struct scope *class, const struct value *v, bool keyword)
{
	bool plain = !v->unknown, meta = v->unknown;

	VALUE_EACH(a, v) {
		bool named = a->kind == ATOM_SYMBOL || a->kind == ATOM_RESULT;
		uint64_t effects = named ? facts_effects(f, a->id) : 0;

		meta = meta || effects_have(effects, EFFECT_CLASSOF);
		if (a->kind == ATOM_CLASS && !keyword)
			link_classes(f, class, &f->scopes[a->id]);
		else
			plain =
			    plain && a->kind == ATOM_SYMBOL && effects_have(effects, EFFECT_BASE);
	}
	if (meta) /* it makes classes with operators of whatever names */
		flow_raise(f, &f->own_operators);
	if (!plain)
		flow_raise(f, &class->has_bases);
	if (!plain || value_find(v, ATOM_CLASS) == NULL)
		flow_raise(f, &f->own_texts);
}

static void
see_bases(struct facts *f, struct scope *class)
{
	const struct tree *t = f->tree;
	uint32_t bases = tree_child(t, class->node, F_SUPERCLASSES);

	for (struct argument a = {0}; facts_argument(f, bases, &a);) {
		uint32_t node = facts_bare(f, a.node);

		if (t->nodes[node].kind == K_SUBSCRIPT) /* Generic[T] */
			node = tree_child(t, node, F_VALUE);
		see_base(f, class, &f->values[node], a.name != 0 || a.spread);
	}
}

/* It makes or answers with what another object is or has, or a child derives from what it gives. */
static bool
answers(struct facts *f, uint32_t class)
{
	static const char *const names[] = {
	    "__getattr__", "__getattribute__", "__new__", "__class_getitem__"};

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (binding_find(f, class, names_add(&f->names, str_from(names[i]))) != NOWHERE)
			return true;
	return false;
}

static bool
is_kept(struct facts *f, const struct scope *class)
{
	uint32_t up = f->tree->nodes[class->node].parent, c = 0;

	if (f->tree->nodes[up].kind == K_DECORATED_DEFINITION)
		c = tree_first(f->tree, up);
	for (; c != 0; c = tree_next(f->tree, c))
		if (f->tree->nodes[c].kind == K_DECORATOR && !flow_keeps(f, c))
			return false;
	return true;
}

void
flow_link_classes(struct facts *f)
{
	for (uint32_t i = 1; f->has_classes && i < f->scopes_count; i++) {
		struct scope *s = &f->scopes[i];

		if (s->kind != SCOPE_CLASS)
			continue;
		if (!is_kept(f, s) || answers(f, i))
			flow_raise(f, &s->has_bases);
		if (f->classes_escape)
			flow_raise(f, &s->escapes);
		see_bases(f, s);
	}
}

/* C.method, type(x).method: the bare function, which may be called with any self. */
static void
bare_methods(struct facts *f, uint32_t name)
{
	if (!facts_spend(f, (uint32_t)f->bindings_count))
		return;
	FACTS_EACH(b, f, bindings)
		VALUE_EACH(a, &b->value)
			if (b->name == name && a->kind == ATOM_FUNCTION &&
			    f->scopes[b->scope].kind == SCOPE_CLASS)
				flow_raise(f, &f->scopes[a->id].called);
}

static void
member(struct facts *f, struct atom a, uint32_t name, uint32_t node, struct value *out)
{
	struct str text = facts_name(f, name);
	struct value one;

	switch (a.kind) {
	case ATOM_MODULE:
	case ATOM_SYMBOL:
		one = a.kind == ATOM_MODULE ? value_of_member(f, facts_name(f, a.id), text)
					    : value_of_symbol_member(f, facts_name(f, a.id), text);
		flow_merge(f, out, &one);
		return;
	case ATOM_OBJECT:
		if (str_is(text, "__class__"))
			flow_add(f, out, atom_of(ATOM_CLASS, a.id));
		break;
	case ATOM_STRING:
	case ATOM_PREFIX:
	case ATOM_BYTES:
	case ATOM_BINARY:
	case ATOM_TEXT:
		flow_add(f, out, atom_of(ATOM_METHOD, node));
		return;
	case ATOM_RESULT:
		if (effects_have(facts_effects(f, a.id), EFFECT_CLASSOF))
			bare_methods(f, name);
		break;
	case ATOM_CLASS: /* what it doesn't bind, its metaclass has: C.mro() gives the class */
		bare_methods(f, name);
		if (binding_find(f, a.id, name) == NOWHERE &&
		    !str_is_one_of(text, "__name__ __qualname__ __doc__ __module__"))
			flow_escape_atom(f, a);
		break;
	default: /* of a function: what it wraps, or its class; of a container: a method changes it */
		flow_escape_atom(f, a);
		break;
	}
	out->unknown = true;
}

struct value
flow_attribute(struct facts *f, uint32_t node)
{
	const struct value *from = &f->values[tree_child(f->tree, node, F_OBJECT)];
	struct value out = {.count = 0};

	if (f->fact_of[node] == NOWHERE || !facts_is_read(f, node))
		return out;
	out.unknown = from->unknown;
	for (unsigned i = 0; i < from->count; i++) {
		struct atom a = from->atoms[i];

		if ((a.kind == ATOM_MODULE || a.kind == ATOM_SYMBOL) &&
		    value_find(&f->values[node], ATOM_SYMBOL) != NULL && from->count == 1)
			return f->values[node]; /* it was found before */
		member(f, a, f->attributes[f->fact_of[node]].name, node, &out);
	}
	return out;
}
