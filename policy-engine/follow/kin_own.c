/* SPDX-License-Identifier: MIT */
/* The file's classes and functions: who is whose child, what decorators make of them, and what may
 * happen to those that others have. */
#include "kin.h"

static bool
is_error_name(struct str name)
{
	return str_ends(name, STR("Error")) || str_ends(name, STR("Exception"));
}

/* A base that brings no methods that take or give objects. */
static bool
is_plain_base(const struct kin *k, uint32_t node)
{
	const struct facts *f = k->facts;
	const struct atom *a;

	if (k->tree->nodes[node].kind == K_SUBSCRIPT) /* Generic[T] */
		node = tree_child(k->tree, node, F_VALUE);
	if (value_only(facts_value(f, node), ATOM_CLASS) != NULL)
		return true;
	a = value_only(facts_value(f, node), ATOM_SYMBOL);
	if (a == NULL)
		return false;
	return str_is_one_of(facts_name(f, a->id),
		   "builtins.object abc.ABC typing.Protocol typing.Generic") ||
	       (str_starts(facts_name(f, a->id), STR("builtins.")) &&
		   is_error_name(facts_name(f, a->id)));
}

/* False where a class's bases or keywords are not followed. */
static bool
has_plain_bases(const struct kin *k, uint32_t scope)
{
	uint32_t bases = tree_child(k->tree, k->facts->scopes[scope].node, F_SUPERCLASSES), at = 0;
	struct argument a;

	while (facts_argument(k->facts, bases, &at, &a)) {
		const struct atom *meta = value_only(facts_value(k->facts, a.node), ATOM_SYMBOL);

		if (a.star || a.double_star)
			return false;
		if (a.name != 0 && str_is(facts_name(k->facts, a.name), "metaclass") &&
		    (meta == NULL || !str_is(facts_name(k->facts, meta->id), "abc.ABCMeta")))
			return false;
		if (a.name == 0 && !is_plain_base(k, a.node))
			return false;
	}
	return true;
}

bool
kin_is_followed_class(const struct kin *k, uint32_t scope)
{
	return has_plain_bases(k, scope);
}

static const struct atom *
class_of_base(const struct kin *k, uint32_t node)
{
	if (k->tree->nodes[node].kind == K_SUBSCRIPT)
		node = tree_child(k->tree, node, F_VALUE);
	return value_only(facts_value(k->facts, node), ATOM_CLASS);
}

/* A class and its parents share their objects, since self may be any of them. */
static void
define_class(struct kin *k, uint32_t scope)
{
	uint32_t bases = tree_child(k->tree, k->facts->scopes[scope].node, F_SUPERCLASSES), at = 0;
	bool followed = kin_is_followed_class(k, scope);
	struct argument a;

	while (facts_argument(k->facts, bases, &at, &a)) {
		const struct atom *base = a.name != 0 ? NULL : class_of_base(k, a.node);

		if (a.name != 0)
			kin_escape(k, kin_of_node(k, a.node));
		if (base == NULL)
			continue;
		kin_touch(k, kin_of_scope(k, base->id, KIN_INSTANCE));
		kin_touch(k, kin_of_scope(k, base->id, KIN_CLASS));
		kin_flow(k, kin_of_scope(k, base->id, KIN_INSTANCE),
		    kin_of_scope(k, scope, KIN_INSTANCE));
		kin_flow(k, kin_of_scope(k, scope, KIN_INSTANCE),
		    kin_of_scope(k, base->id, KIN_INSTANCE));
		kin_flow(
		    k, kin_of_scope(k, base->id, KIN_CLASS), kin_of_scope(k, scope, KIN_CLASS));
	}
	kin_touch(k, kin_of_scope(k, scope, KIN_INSTANCE));
	kin_touch(k, kin_of_scope(k, scope, KIN_CLASS));
	if (followed)
		return;
	kin_mark(k, kin_of_scope(k, scope, KIN_INSTANCE), KIN_ANY);
	kin_mark(k, kin_of_scope(k, scope, KIN_CLASS), KIN_ANY);
	kin_escape(k, kin_of_scope(k, scope, KIN_INSTANCE));
	kin_escape(k, kin_of_scope(k, scope, KIN_CLASS));
}

/* Special methods whose arguments stand where they are called, or where an operator stands. */
static bool
is_seen_method(struct str name)
{
	return str_is_one_of(name,
	    "__init__ __call__ __getitem__ __setitem__ __delitem__ __contains__ __add__ __sub__ "
	    "__mul__ __matmul__ __truediv__ __floordiv__ __mod__ __pow__ __lshift__ __rshift__ "
	    "__and__ __or__ __xor__ __radd__ __rsub__ __rmul__ __rmatmul__ __rtruediv__ "
	    "__rfloordiv__ __rmod__ __rpow__ __rlshift__ __rrshift__ __rand__ __ror__ __rxor__ "
	    "__iadd__ __isub__ __imul__ __imatmul__ __itruediv__ __ifloordiv__ __imod__ "
	    "__ipow__ __ilshift__ __irshift__ __iand__ __ior__ __ixor__");
}

/* self, cls, and what the interpreter hands to special methods. */
static void
define_method(struct kin *k, const struct scope *s)
{
	const struct facts *f = k->facts;
	uint32_t p = s->first_parameter;
	struct str name = facts_name(f, s->name);

	if (p == NOWHERE || s->is_static)
		return;
	kin_flow(k,
	    kin_of_scope(k, s->parent,
		s->takes_class || str_is(name, "__init_subclass__") ? KIN_CLASS : KIN_INSTANCE),
	    kin_of_binding(k, f->parameters[p].binding));
	if (!is_dunder(name) || is_seen_method(name))
		return;
	while ((p = f->parameters[p].next) != NOWHERE) {
		kin_mark(k, kin_of_binding(k, f->parameters[p].binding), KIN_ANY | KIN_TEXT);
		kin_flow(k, kin_of_scope(k, s->parent, KIN_INSTANCE),
		    kin_of_binding(k, f->parameters[p].binding));
	}
}

/* Anybody may call it with anything, and has what it gives. */
static void
open_function(struct kin *k, const struct scope *s, bool bound)
{
	const struct facts *f = k->facts;
	uint32_t p = s->first_parameter;

	if (bound && !s->is_static && p != NOWHERE)
		p = f->parameters[p].next;
	for (; p != NOWHERE; p = f->parameters[p].next) {
		uint32_t place = kin_of_binding(k, f->parameters[p].binding);

		kin_mark(k, place, KIN_ANY | KIN_TEXT);
		kin_escape(k, place);
	}
	kin_escape(k, kin_of_scope(k, (uint32_t)(s - f->scopes), KIN_RETURN));
}

/* Anybody may call the methods of its objects, and change their fields. */
static void
open_class(struct kin *k, uint32_t class, bool bound)
{
	const struct facts *f = k->facts;

	kin_escape(k, kin_of_scope(k, class, KIN_INSTANCE));
	for (size_t i = 0; i < f->bindings_count && kin_spend(k, 1); i++) {
		uint32_t place = kin_of_name(k, f->bindings[i].name);

		if (f->bindings[i].scope != class)
			continue;
		kin_mark(k, place, KIN_ANY | KIN_TEXT);
		kin_escape(k, place);
	}
	for (size_t i = 0; i < f->attributes_count && kin_spend(k, 1); i++) {
		uint32_t place = kin_of_name(k, f->attributes[i].name);

		if (f->attributes[i].role == ROLE_LOAD ||
		    (f->attributes[i].object != 0 && facts_is_self(f, f->attributes[i].object)))
			continue;
		kin_mark(k, place, KIN_ANY | KIN_TEXT);
		kin_escape(k, place);
	}
	for (uint32_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].kind == SCOPE_FUNCTION && f->scopes[i].parent == class)
			open_function(k, &f->scopes[i], bound);
}

bool
kin_is_instance(struct kin *k, uint32_t place)
{
	const struct facts *f = k->facts;

	for (uint32_t i = 1; i < f->scopes_count && kin_has_shape(k, place) && kin_spend(k, 1); i++)
		if (f->scopes[i].kind == SCOPE_CLASS &&
		    kin_same(k, place, kin_of_scope(k, i, KIN_INSTANCE)))
			return true;
	return false;
}

bool
kin_is_function(struct kin *k, uint32_t place)
{
	const struct facts *f = k->facts;

	for (uint32_t i = 1; i < f->scopes_count && kin_has_shape(k, place) && kin_spend(k, 1); i++)
		if (f->scopes[i].kind != SCOPE_CLASS &&
		    (kin_same(k, place, kin_of_scope(k, i, KIN_FUNCTION)) ||
			kin_same(k, place, kin_of_scope(k, i, KIN_BOUND))))
			return true;
	return false;
}

void
kin_escape_functions(struct kin *k, uint32_t place)
{
	if (kin_is_function(k, place))
		kin_escape(k, place);
}

void
kin_open_escaped(struct kin *k)
{
	const struct facts *f = k->facts;

	for (uint32_t s = 0; s < k->shapes_count && !k->lost; s++) {
		struct kin_shape shape = k->shapes[s];
		uint32_t parts[3 + KIN_COLUMNS] = {shape.element, shape.key, shape.value};

		if (!shape.escaped || shape.up != s || !kin_spend(k, 1))
			continue;
		memcpy(parts + 3, shape.column, sizeof(shape.column));
		for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
			if (parts[i] == 0)
				continue;
			kin_mark(k, parts[i], KIN_ANY | KIN_TEXT);
			kin_escape(k, parts[i]);
		}
	}
	for (uint32_t i = 1; i < f->scopes_count && kin_spend(k, 1); i++) {
		const struct scope *s = &f->scopes[i];

		if (s->kind == SCOPE_CLASS && kin_is_escaped(k, kin_of_scope(k, i, KIN_CLASS)))
			open_class(k, i, false);
		else if (s->kind == SCOPE_CLASS &&
			 kin_is_escaped(k, kin_of_scope(k, i, KIN_INSTANCE)))
			open_class(k, i, true);
		if (s->kind != SCOPE_FUNCTION && s->kind != SCOPE_LAMBDA)
			continue;
		if (kin_is_escaped(k, kin_of_scope(k, i, KIN_FUNCTION)))
			open_function(k, s, false);
		else if (kin_is_escaped(k, kin_of_scope(k, i, KIN_BOUND)))
			open_function(k, s, true);
	}
}

/* What a known decorator makes of a function or class: the same, or a property. */
enum made { MADE_OTHER = 0, MADE_SAME, MADE_PROPERTY };

static enum made
what_makes(const struct kin *k, const struct scope *s, uint32_t decorator)
{
	const struct facts *f = k->facts;
	const struct atom *a;
	struct str name;

	if (k->tree->nodes[decorator].kind == K_ATTRIBUTE && !s->is_wrapped &&
	    str_is_one_of(
		tree_text(k->tree, tree_child(k->tree, decorator, F_ATTRIBUTE)), "setter deleter"))
		return MADE_PROPERTY;
	if (k->tree->nodes[decorator].kind == K_CALL)
		decorator = tree_child(k->tree, decorator, F_FUNCTION);
	a = value_only(facts_value(f, decorator), ATOM_SYMBOL);
	if (a == NULL)
		return MADE_OTHER;
	name = facts_name(f, a->id);
	if (str_is_one_of(name, "builtins.property functools.cached_property"))
		return MADE_PROPERTY;
	return str_is_one_of(name,
		   "builtins.classmethod builtins.staticmethod abc.abstractmethod "
		   "functools.lru_cache functools.cache functools.wraps "
		   "functools.total_ordering dataclasses.dataclass typing.runtime_checkable "
		   "typing.final typing.overload enum.unique typing.override")
		   ? MADE_SAME
		   : MADE_OTHER;
}

static uint32_t
decorator_expression(const struct tree *t, uint32_t decorator)
{
	uint32_t inner = tree_first(t, decorator);

	return inner != 0 && t->nodes[inner].kind == K_T_AT ? tree_next(t, inner) : inner;
}

/* The value of a setter is what is stored to the property. */
static void
define_accessor(struct kin *k, const struct scope *s)
{
	uint32_t p = s->first_parameter;

	p = p == NOWHERE ? p : k->facts->parameters[p].next;
	if (p != NOWHERE)
		kin_flow(
		    k, kin_of_name(k, s->name), kin_of_binding(k, k->facts->parameters[p].binding));
}

/* Applies the decorators from the inside out; what comes of it, or 0 for a method or property that
 * is found by its class. */
static uint32_t
decorate(struct kin *k, uint32_t scope)
{
	const struct scope *s = &k->facts->scopes[scope];
	uint32_t up = k->tree->nodes[s->node].parent, list[8], n = 0;
	bool method = k->facts->scopes[s->parent].kind == SCOPE_CLASS;
	uint32_t made = kin_of_scope(k, scope, s->kind == SCOPE_CLASS ? KIN_CLASS : KIN_FUNCTION);
	bool same = true;

	for (uint32_t c = tree_first(k->tree, up); c != 0; c = tree_next(k->tree, c)) {
		if (k->tree->nodes[c].kind != K_DECORATOR)
			continue;
		if (n == ARRAY_LENGTH(list)) {
			k->lost = true;
			return made;
		}
		list[n++] = decorator_expression(k->tree, c);
	}
	while (n-- > 0) {
		struct kin_givens g = {.count = 1, .items = {{.place = made}}};
		enum made what = what_makes(k, s, list[n]);
		uint32_t to = kin_scratch(k, list[n], 3);

		if (what == MADE_PROPERTY)
			define_accessor(k, s);
		if (what != MADE_OTHER)
			continue;
		same = false;
		kin_call_place(k, kin_of_node(k, list[n]), &g, to);
		made = to;
		if (method) { /* whoever wraps it has its objects, too */
			kin_escape(k, made);
			kin_escape(k, kin_of_scope(k, scope, KIN_FUNCTION));
			kin_escape(k, kin_of_scope(k, s->parent, KIN_INSTANCE));
		}
	}
	return same && method ? 0 : made;
}

/* Whether a method is found by its class: nothing that is not followed decorates it. */
void
kin_definitions(struct kin *k)
{
	const struct facts *f = k->facts;

	for (uint32_t i = 1; i < f->scopes_count && kin_spend(k, 1); i++)
		if (f->scopes[i].kind == SCOPE_CLASS)
			define_class(k, i);
	for (uint32_t i = 1; i < f->scopes_count && kin_spend(k, 1); i++)
		if (f->scopes[i].kind == SCOPE_FUNCTION &&
		    f->scopes[f->scopes[i].parent].kind == SCOPE_CLASS)
			define_method(k, &f->scopes[i]);
	for (size_t i = 0; i < f->occurrences_count && kin_spend(k, 1); i++) {
		const struct occurrence *o = &f->occurrences[i];
		uint32_t scope, up = k->tree->nodes[o->node].parent, made;

		if (o->role != ROLE_DEFINED || o->binding == NOWHERE)
			continue;
		scope = f->opened[up];
		if (scope == 0) {
			k->lost = true;
			return;
		}
		made = kin_of_scope(
		    k, scope, f->scopes[scope].kind == SCOPE_CLASS ? KIN_CLASS : KIN_FUNCTION);
		if (k->tree->nodes[k->tree->nodes[up].parent].kind == K_DECORATED_DEFINITION)
			made = decorate(k, scope);
		else if (f->scopes[scope].kind == SCOPE_FUNCTION &&
			 f->scopes[f->scopes[scope].parent].kind == SCOPE_CLASS)
			continue;
		if (made != 0)
			kin_flow(k, made, kin_of_binding(k, o->binding));
	}
}
