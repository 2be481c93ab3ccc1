/* SPDX-License-Identifier: MIT */
/*
 * Attributes. Classes of the file that derive from each other are one family: what any of them
 * binds is found for each, so that the order of bases can't matter.
 */
#include "flow.h"

/* The ring of one class into that of another. */
static void
join_families(struct facts *f, uint32_t a, uint32_t b)
{
	uint32_t next = f->scopes[a].next_class, old = f->scopes[b].family;

	if (f->scopes[a].family == old)
		return;
	f->changed = true;
	f->scopes[a].next_class = f->scopes[b].next_class;
	f->scopes[b].next_class = next;
	for (uint32_t i = f->scopes[a].next_class; facts_spend(f, 1); i = f->scopes[i].next_class) {
		f->scopes[i].family = f->scopes[a].family;
		if (i == a)
			break;
	}
}

/* The class may be a metaclass, which makes classes with operators of whatever names. */
static void
see_metaclass(struct facts *f)
{
	f->changed = f->changed || !f->own_operators;
	f->own_operators = true;
}

static void
see_base(struct facts *f, uint32_t class, const struct value *v, bool keyword)
{
	bool plain = !v->unknown;

	if (v->unknown)
		see_metaclass(f);
	for (unsigned i = 0; i < v->count; i++) {
		struct atom a = v->atoms[i];
		bool named = a.kind == ATOM_SYMBOL || a.kind == ATOM_RESULT;
		uint64_t effects = named ? facts_effects(f, a.id) : 0;

		if (effects_have(effects, EFFECT_CLASSOF))
			see_metaclass(f);
		effects = a.kind == ATOM_SYMBOL ? effects : 0;

		if (v->atoms[i].kind == ATOM_CLASS && !keyword)
			join_families(f, class, v->atoms[i].id);
		else
			plain = plain && effects_have(effects, EFFECT_BASE);
		if (effects_have(effects, EFFECT_RECORD)) /* the library makes its objects */
			f->scopes[class].is_record = f->scopes[class].escapes = true;
	}
	if (plain)
		return;
	f->changed = f->changed || !f->scopes[class].has_bases;
	/* The base's methods call those of the class, with what they like. */
	f->scopes[class].has_bases = f->scopes[class].escapes = true;
}

static void
see_bases(struct facts *f, uint32_t class)
{
	const struct tree *t = f->tree;
	uint32_t bases = tree_child(t, f->scopes[class].node, F_SUPERCLASSES);

	for (struct argument a = {0}; facts_argument(f, bases, &a);) {
		uint32_t node = facts_bare(f, a.node);

		if (t->nodes[node].kind == K_SUBSCRIPT) /* Generic[T] */
			node = tree_child(t, node, F_VALUE);
		see_base(f, class, &f->values[node], a.name != 0 || a.spread);
	}
}

/* Then it may answer with what another object has. */
static bool
answers(struct facts *f, uint32_t class)
{
	return binding_find(f, class, names_add(&f->names, STR("__getattr__")), false) != NOWHERE ||
	       binding_find(f, class, names_add(&f->names, STR("__getattribute__")), false) !=
		   NOWHERE;
}

/* Gives a fact about one class of a family to all of them. */
static void
share(struct facts *f, uint32_t class)
{
	struct scope *s = &f->scopes[class], *next = &f->scopes[s->next_class];

	if ((s->escapes && !next->escapes) || (s->has_bases && !next->has_bases) ||
	    (s->is_record && !next->is_record))
		f->changed = true;
	next->escapes = next->escapes || s->escapes;
	next->has_bases = next->has_bases || s->has_bases;
	next->is_record = next->is_record || s->is_record;
}

void
flow_link_classes(struct facts *f)
{
	if (!f->has_classes)
		return;
	for (uint32_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].kind == SCOPE_CLASS && f->scopes[i].family == 0) {
			f->scopes[i].family = f->scopes[i].next_class = i;
			if (answers(f, i))
				f->scopes[i].has_bases = f->scopes[i].escapes = true;
		}
	for (uint32_t i = 1; i < f->scopes_count; i++) {
		if (f->scopes[i].kind != SCOPE_CLASS)
			continue;
		if (f->scopes[i].is_decorated && !f->scopes[i].has_bases)
			f->changed = f->scopes[i].has_bases = true;
		see_bases(f, i);
	}
	for (uint32_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].kind == SCOPE_CLASS)
			share(f, i);
}

void
flow_set_fields(struct facts *f)
{
	f->changed = f->changed || !f->sets_fields;
	f->sets_fields = true;
}

/* The object that a method is called on, to its first parameter. */
static void
give_self(struct facts *f, const struct scope *s, const struct value *self)
{
	const struct parameter *p =
	    s->first_parameter == NOWHERE ? NULL : &f->parameters[s->first_parameter];
	struct container *rest = p != NULL && p->star ? flow_container(f, p->node) : NULL;

	if (rest != NULL)
		flow_join(f, &rest->elements, self);
	else if (p != NULL)
		flow_bind(f, p->binding, self);
}

/* A method as it is found by an object (it is bound then) or by its class. */
static void
add_method(struct facts *f, struct atom found, struct atom owner, struct value *out)
{
	struct scope *s = found.kind == ATOM_FUNCTION ? &f->scopes[found.id] : NULL;
	bool by_class = owner.kind == ATOM_CLASS;
	struct atom self = owner;

	if (s == NULL || s->is_static || (by_class && !s->takes_class)) {
		flow_add(f, out, found);
		return;
	}
	if (s->takes_class)
		self = atom_of(ATOM_CLASS, owner.id);
	give_self(f, s, &(struct value){.atoms = {self}, .count = 1});
	if (s->is_property) {
		f->changed = f->changed || !s->called;
		s->called = true;
		flow_merge(f, out, &s->returned);
		return;
	}
	flow_add(f, out, atom_of(ATOM_BOUND, found.id));
}

bool
flow_has_method(struct facts *f, uint32_t class, uint32_t name)
{
	for (uint32_t i = 1; i < f->scopes_count && facts_spend(f, 1); i++) {
		const struct scope *s = &f->scopes[i];

		if (s->kind == SCOPE_FUNCTION && s->name == name &&
		    f->scopes[s->parent].kind == SCOPE_CLASS &&
		    (class == NOWHERE || s->parent == class))
			return true;
	}
	return false;
}

/* Nothing but what `def` statements of the class bind. */
static bool
is_method(struct facts *f, uint32_t class, uint32_t name, const struct value *v)
{
	if (value_is_bottom(v))
		return flow_has_method(f, class, name);
	if (!value_is(v, KIND_BIT(ATOM_FUNCTION)))
		return false;
	VALUE_EACH(a, v) {
		const struct scope *s = &f->scopes[a->id];

		if (s->kind != SCOPE_FUNCTION || s->parent != class || s->name != name)
			return false;
	}
	return true;
}

/* The binding of one class, by its own statements or as a field of its objects. */
static bool
member_of_class(
    struct facts *f, uint32_t class, uint32_t name, const struct atom *owner, struct value *out)
{
	uint32_t b = binding_find(f, class, name, false),
		 field = binding_find(f, class, name, true);
	struct value v;

	if (field != NOWHERE)
		flow_merge(f, out, &f->bindings[field].value);
	if (b == NOWHERE)
		return field != NOWHERE;
	v = f->bindings[b].value;
	if (owner != NULL && (value_find(&v, ATOM_RESULT) != NULL ||
				 (f->has_descriptors && value_find(&v, ATOM_OBJECT) != NULL))) {
		out->unknown = true; /* its __get__ is asked, with the owner */
		flow_escape(f, &v);
		flow_escape_atom(f, *owner);
	}
	VALUE_EACH(a, &v)
		if (owner == NULL)
			flow_add(f, out, *a);
		else
			add_method(f, *a, *owner, out);
	out->unknown = out->unknown || v.unknown;
	if (f->scopes[class].is_record && !is_method(f, class, name, &v)) {
		out->unknown = true; /* a field that a call sets, a member of an enumeration */
		flow_escape_atom(f, atom_of(ATOM_CLASS, class));
	}
	return true;
}

static bool
member_of_family(
    struct facts *f, uint32_t class, uint32_t name, const struct atom *owner, struct value *out)
{
	bool found = false;

	for (uint32_t i = f->scopes[class].next_class; facts_spend(f, 1);
	     i = f->scopes[i].next_class) {
		found = member_of_class(f, i, name, owner, out) || found;
		if (i == class)
			break;
	}
	/* Others may have set a field of the name in an object that they hold. */
	out->unknown = out->unknown || f->scopes[class].has_bases || f->sets_fields ||
		       (f->scopes[class].escapes && !value_is(out, KIND_BIT(ATOM_BOUND)));
	return found;
}

bool
flow_class_member(struct facts *f, uint32_t class, uint32_t name, struct value *out)
{
	struct atom owner = atom_of(ATOM_OBJECT, class);
	struct value v = {.count = 0};

	if (!member_of_family(f, class, name, &owner, &v))
		return false;
	*out = v;
	return true;
}

/* __name__ of a class or function is a text, whoever's it is. */
static bool
is_name(struct str name)
{
	return str_is(name, "__name__") || str_is(name, "__qualname__");
}

void
flow_member(struct facts *f, struct atom a, uint32_t name, uint32_t node, struct value *out)
{
	struct str text = facts_name(f, name);
	bool found = false;
	struct value one;

	switch (a.kind) {
	case ATOM_MODULE:
		one = value_of_member(f, facts_name(f, a.id), text);
		flow_merge(f, out, &one);
		return;
	case ATOM_SYMBOL:
		one = value_of_symbol_member(f, facts_name(f, a.id), text);
		flow_merge(f, out, &one);
		return;
	case ATOM_CLASS:
		if (is_name(text) && !flow_class_member(f, a.id, name, &one)) {
			flow_add(f, out, atom_of(ATOM_TEXT, 0));
			return;
		}
		__attribute__((fallthrough));
	case ATOM_OBJECT:
		found = member_of_family(f, a.id, name, &a, out);
		if (str_is(text, "__class__") && a.kind == ATOM_OBJECT)
			flow_add(f, out, atom_of(ATOM_CLASS, a.id));
		else if (str_is(text, "__dict__"))
			flow_set_fields(f);
		/* What an object lacks Python refuses, but for what all objects have. */
		out->unknown = out->unknown ||
			       (!found && (a.kind == ATOM_CLASS || str_starts(text, STR("__"))));
		return;
	case ATOM_STRING:
	case ATOM_PREFIX:
	case ATOM_BYTES:
	case ATOM_BINARY:
	case ATOM_TEXT:
		flow_add(f, out, atom_of(ATOM_METHOD, node));
		return;
	case ATOM_LITERAL:
		if (facts_is_callee(f->tree, node)) /* the call tells */
			return;
		flow_escape_atom(f, a);
		break;
	case ATOM_RESULT:
		if (is_name(text) && effects_have(facts_effects(f, a.id), EFFECT_CLASSOF)) {
			flow_add(f, out, atom_of(ATOM_TEXT, 0));
			return;
		}
		break;
	default: /* of a function: what it wraps, or its class; of a method: without its object */
		flow_escape_atom(f, a.kind == ATOM_BOUND ? atom_of(ATOM_FUNCTION, a.id) : a);
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
		flow_member(f, a, f->attributes[f->fact_of[node]].name, node, &out);
	}
	return out;
}

static void
join_field(struct facts *f, uint32_t class, uint32_t name, const struct value *v)
{
	uint32_t b = binding_get(f, class, name, true); /* it may move the bindings */

	if (b != NOWHERE)
		flow_bind(f, b, v);
}

/* An object of a class that escaped may be what nobody knows. */
static void
store_anywhere(struct facts *f, uint32_t name, const struct value *v)
{
	flow_escape(f, v);
	for (uint32_t i = 1; f->has_classes && i < f->scopes_count && facts_spend(f, 1); i++)
		if (f->scopes[i].kind == SCOPE_CLASS && f->scopes[i].escapes)
			join_field(f, i, name, v);
}

/* A property's setter, __set__ or __setattr__ gets what is stored. */
static bool
is_set_by_method(struct facts *f, uint32_t class, uint32_t name)
{
	uint32_t hook = names_add(&f->names, STR("__setattr__"));

	for (uint32_t i = f->scopes[class].next_class; facts_spend(f, 1);
	     i = f->scopes[i].next_class) {
		uint32_t b = binding_find(f, i, name, false);

		if (binding_find(f, i, hook, false) != NOWHERE ||
		    (b != NOWHERE && !value_is_bottom(&f->bindings[b].value) &&
			!value_is(&f->bindings[b].value,
			    KINDS_NUMBER | KINDS_TEXT | KIND_BIT(ATOM_LITERAL))))
			return true;
		if (i == class)
			break;
	}
	return false;
}

static bool
is_called_later(const struct value *v)
{
	return v->unknown || value_find(v, ATOM_FUNCTION) != NULL ||
	       value_find(v, ATOM_RESULT) != NULL;
}

void
flow_store_field(struct facts *f, const struct value *object, uint32_t name, const struct value *v)
{
	if (object->unknown || value_find(object, ATOM_RESULT) != NULL)
		store_anywhere(f, name, v);
	for (unsigned i = 0; i < object->count && !f->failed; i++) {
		struct atom a = object->atoms[i];

		if (a.kind == ATOM_OBJECT || a.kind == ATOM_CLASS)
			join_field(f, a.id, name, v);
		else if (a.kind == ATOM_RESULT || a.kind == ATOM_METHOD)
			store_anywhere(f, name, v); /* it may hand back what it was given */
		else
			flow_escape(f, v);
		/* A setter is given it; in a class a function becomes a method. */
		if (a.kind == ATOM_OBJECT ? is_set_by_method(f, a.id, name)
					  : a.kind == ATOM_CLASS && is_called_later(v)) {
			flow_escape(f, v);
			flow_escape_atom(f, a);
		}
	}
}

void
flow_store_attribute(struct facts *f, uint32_t node, const struct value *v)
{
	if (f->fact_of[node] != NOWHERE)
		flow_store_field(f, &f->values[tree_child(f->tree, node, F_OBJECT)],
		    f->attributes[f->fact_of[node]].name, v);
}
