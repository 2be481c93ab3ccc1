/* SPDX-License-Identifier: MIT */
/* Objects of the program's own classes, whose attributes are its own business. */
#include "judge.h"

static bool
is_abc_meta(const struct facts *f, const struct value *v)
{
	const struct atom *a = value_only(v, ATOM_SYMBOL);

	return a != NULL && str_is(facts_name(f, a->id), "abc.ABCMeta");
}

/* A class of this file whose bases are all classes of this file, or none. */
static bool
is_own_class(const struct judge *j, uint32_t scope, unsigned depth)
{
	const struct facts *f = j->facts;
	uint32_t bases = tree_child(j->tree, f->scopes[scope].node, F_SUPERCLASSES), at = 0;
	struct argument a;

	while (facts_argument(f, bases, &at, &a)) {
		const struct value *v = facts_value(f, a.node);

		if (a.name != 0 && !str_is(facts_name(f, a.name), "metaclass"))
			continue;
		if (a.name != 0) { /* a metaclass decides what a call of the class gives */
			if (!is_abc_meta(f, v))
				return false;
			continue;
		}
		for (unsigned i = 0; i < v->count; i++) {
			struct str name = facts_name(f, v->atoms[i].id);

			if (v->atoms[i].kind == ATOM_SYMBOL &&
			    (str_starts(name, STR("builtins.")) || str_is(name, "abc.ABC") ||
				str_is(name, "typing.Protocol") ||
				str_is(name, "typing.NamedTuple") ||
				str_is(name, "typing.Generic") || str_starts(name, STR("enum."))))
				continue;
			if (v->atoms[i].kind != ATOM_CLASS || depth == 0 ||
			    !is_own_class(j, v->atoms[i].id, depth - 1))
				return false;
		}
		if (v->unknown)
			return false;
	}
	return true;
}

/* getattr(x, name) with the name that `__getattr__` got: another object answers. */
static bool
hands_on(const struct judge *j, const struct call *c)
{
	const struct facts *f = j->facts;
	const struct atom *a = value_find(facts_value(f, c->function), ATOM_SYMBOL);
	const struct occurrence *o;
	uint32_t name;
	bool spread;

	if (a == NULL || !str_is(facts_name(f, a->id), "builtins.getattr"))
		return false;
	name = facts_bare(f, facts_find_argument(f, c->arguments, 1, STR(""), &spread));
	if (j->tree->nodes[name].kind != K_IDENTIFIER || f->fact_of[name] == NOWHERE)
		return false;
	o = &f->occurrences[f->fact_of[name]];
	return o->binding != NOWHERE &&
	       str_is_one_of(facts_name(f, f->scopes[f->bindings[o->binding].scope].name),
		   "__getattr__ __getattribute__");
}

/* A class of the file may answer for attributes with those of another object. */
static bool
has_delegates(const struct judge *j)
{
	for (size_t i = 0; i < j->facts->calls_count; i++)
		if (hands_on(j, &j->facts->calls[i]))
			return true;
	return false;
}

bool
is_own_object(const struct judge *j, uint32_t object)
{
	const struct facts *f = j->facts;
	const struct value *v = facts_value(f, object);

	if (*j->delegates == 0)
		*j->delegates = has_delegates(j) ? 2 : 1;
	if (*j->delegates == 2)
		return false;
	if (facts_is_self(f, object)) {
		uint32_t class = facts_self_class(f, object);

		return class != NOWHERE && is_own_class(j, class, 4);
	}
	for (unsigned i = 0; i < v->count; i++)
		if ((v->atoms[i].kind != ATOM_OBJECT && v->atoms[i].kind != ATOM_CLASS) ||
		    !is_own_class(j, v->atoms[i].id, 4))
			return false;
	return v->count > 0 && !v->unknown;
}

/* dataclass, total_ordering and the like give the same class back. */
static bool
is_plain_decorator(const struct facts *f, uint32_t decorator)
{
	static const char *const plain[] = {"dataclasses.dataclass", "functools.total_ordering",
	    "enum.unique", "typing.final", "typing.runtime_checkable"};
	uint32_t inner = tree_first(f->tree, decorator);
	const struct atom *a;

	if (inner != 0 && f->tree->nodes[inner].kind == K_T_AT)
		inner = tree_next(f->tree, inner);
	if (inner != 0 && f->tree->nodes[inner].kind == K_CALL)
		inner = tree_child(f->tree, inner, F_FUNCTION);
	a = inner == 0 ? NULL : value_only(facts_value(f, inner), ATOM_SYMBOL);
	for (size_t i = 0; a != NULL && i < ARRAY_LENGTH(plain); i++)
		if (str_is(facts_name(f, a->id), plain[i]))
			return true;
	return false;
}

static bool
has_foreign_decorator(const struct facts *f, const struct scope *class)
{
	uint32_t up = f->tree->nodes[class->node].parent;

	for (uint32_t c = class->is_decorated ? tree_first(f->tree, up) : 0; c != 0;
	     c = tree_next(f->tree, c))
		if (f->tree->nodes[c].kind == K_DECORATOR && !is_plain_decorator(f, c))
			return true;
	return false;
}

static bool
is_method_of(const struct scope *s, uint32_t class)
{
	return s->kind == SCOPE_FUNCTION && s->parent == class;
}

/* A method that is mentioned without a call, or whose self is bound anew, may have any object for
 * its self. */
static bool
has_loose_method(const struct facts *f, uint32_t class)
{
	for (uint32_t i = 1; i < f->scopes_count; i++) {
		const struct scope *s = &f->scopes[i];

		if (!is_method_of(s, class))
			continue;
		if ((s->is_loose && !s->is_property) || str_is(facts_name(f, s->name), "__new__"))
			return true;
		for (size_t k = 0; s->first_parameter != NOWHERE && k < f->occurrences_count; k++)
			if (f->occurrences[k].binding ==
				f->parameters[s->first_parameter].binding &&
			    f->occurrences[k].role != ROLE_LOAD &&
			    f->occurrences[k].role != ROLE_PARAMETER)
				return true;
	}
	return false;
}

/* What a caller of Class.method chooses: not in a classmethod or a staticmethod. */
static bool
has_free_self(const struct facts *f, const struct atom *function)
{
	const struct scope *s = function == NULL ? NULL : &f->scopes[function->id];

	return s != NULL && !s->is_decorated && !s->takes_class && !s->is_static;
}

/* Class.method(...), and a class of libraries that also derives from this one. */
static bool
is_used_as_class(const struct judge *j, uint32_t class)
{
	const struct facts *f = j->facts;

	for (size_t i = 0; i < f->attributes_count; i++) {
		const struct attribute *a = &f->attributes[i];
		const struct value *v = a->object == 0 ? NULL : facts_value(f, a->object);
		uint32_t b;

		for (unsigned k = 0; v != NULL && k < v->count; k++) {
			if (v->atoms[k].kind != ATOM_CLASS || v->atoms[k].id != class)
				continue;
			b = binding_find(f, class, a->name, false);
			if (b != NOWHERE && f->bindings[b].value.count > 0 &&
			    !f->bindings[b].value.unknown &&
			    has_free_self(f, value_find(&f->bindings[b].value, ATOM_FUNCTION)))
				return true;
			if (b != NOWHERE && value_find(&f->bindings[b].value, ATOM_RESULT) != NULL)
				return true;
		}
	}
	for (uint32_t i = 1; i < f->scopes_count; i++) {
		uint32_t at = 0,
			 bases = f->scopes[i].kind == SCOPE_CLASS
				     ? tree_child(j->tree, f->scopes[i].node, F_SUPERCLASSES)
				     : 0;
		struct argument a;

		while (facts_argument(f, bases, &at, &a))
			for (unsigned k = 0; k < facts_value(f, a.node)->count; k++)
				if (facts_value(f, a.node)->atoms[k].kind == ATOM_CLASS &&
				    facts_value(f, a.node)->atoms[k].id == class &&
				    !is_own_class(j, i, 4))
					return true;
	}
	return false;
}

static bool
is_sealed(const struct judge *j, uint32_t class)
{
	const struct facts *f = j->facts;
	uint8_t *known = &j->sealed_cache[class];

	if (f->unsettled || f->foreign_self)
		return false;
	if (*known == 0)
		*known = !f->scopes[class].escapes &&
				 !has_foreign_decorator(f, &f->scopes[class]) &&
				 !has_loose_method(f, class) && !is_used_as_class(j, class)
			     ? 2
			     : 1;
	return *known == 2;
}

bool
is_sealed_object(const struct judge *j, uint32_t object)
{
	const struct facts *f = j->facts;
	const struct value *v = facts_value(f, object);

	if (facts_is_self(f, object))
		return is_sealed(j, facts_self_class(f, object)) && !facts_is_wrapped(f, object);
	for (unsigned i = 0; i < v->count; i++)
		if (!is_sealed(j, v->atoms[i].id))
			return false;
	return true;
}

/* A base whose objects are no texts, and hold no elements. */
static bool
is_lone_base(const struct value *v, const struct facts *f)
{
	for (unsigned i = 0; i < v->count; i++) {
		struct str name = facts_name(f, v->atoms[i].id);

		if (v->atoms[i].kind == ATOM_CLASS)
			continue;
		if (v->atoms[i].kind != ATOM_SYMBOL ||
		    (!str_is_one_of(name, "builtins.object abc.ABC typing.Protocol typing.Generic "
					  "enum.Enum enum.IntEnum") &&
			!str_ends(name, STR("Error")) && !str_ends(name, STR("Exception"))))
			return false;
	}
	return v->count > 0 && !v->unknown;
}

static bool
find_lone(const struct judge *j)
{
	const struct facts *f = j->facts;

	for (size_t i = 0; i < f->bindings_count; i++)
		if (f->scopes[f->bindings[i].scope].kind == SCOPE_CLASS &&
		    str_is_one_of(facts_name(f, f->bindings[i].name),
			"__iter__ __getattr__ __getattribute__ __class__ __instancecheck__"))
			return false;
	for (uint32_t i = 1; i < f->scopes_count; i++) {
		uint32_t at = 0,
			 bases = f->scopes[i].kind == SCOPE_CLASS
				     ? tree_child(j->tree, f->scopes[i].node, F_SUPERCLASSES)
				     : 0;
		struct argument a;

		if (f->scopes[i].kind == SCOPE_CLASS && has_foreign_decorator(f, &f->scopes[i]))
			return false;
		while (facts_argument(f, bases, &at, &a)) {
			uint32_t node = j->tree->nodes[a.node].kind == K_SUBSCRIPT
					    ? tree_child(j->tree, a.node, F_VALUE)
					    : a.node;

			if (a.star || a.double_star ||
			    (a.name == 0 && !is_lone_base(facts_value(f, node), f)))
				return false;
		}
	}
	return true;
}

bool
own_objects_are_lone(struct judge *j)
{
	if (j->lone_cache == 0)
		j->lone_cache = find_lone(j) ? 2 : 1;
	return j->lone_cache == 2;
}
