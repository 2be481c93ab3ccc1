/* SPDX-License-Identifier: MIT */
/* Which methods may be called by others than the calls in the text, and which fields may be set by
 * others than self. */
#include "facts.h"

bool
facts_is_callee(const struct tree *t, uint32_t node)
{
	return t->nodes[node].field == F_FUNCTION && t->nodes[t->nodes[node].parent].kind == K_CALL;
}

/* A method that the interpreter or a library calls by itself, or that is mentioned without a call.
 */
static bool
is_open_method(const struct facts *f, const struct scope *s)
{
	const struct scope *class = &f->scopes[s->parent];
	struct str name = facts_name(f, s->name);

	if (class->kind != SCOPE_CLASS || class->is_decorated)
		return class->kind == SCOPE_CLASS;
	if (class->escapes || tree_child(f->tree, class->node, F_SUPERCLASSES) != 0)
		return true;
	if (str_starts(name, STR("__")) && !str_is(name, "__init__"))
		return true;
	for (size_t i = 0; i < f->attributes_count; i++)
		if (f->attributes[i].name == s->name && f->attributes[i].role == ROLE_LOAD &&
		    !facts_is_callee(f->tree, f->attributes[i].node))
			return true;
	return false;
}

/* setattr(), vars() and __dict__ set fields by names that nobody sees. */
static bool
sets_by_string(const struct facts *f)
{
	for (size_t i = 0; i < f->attributes_count; i++)
		if (str_is(facts_name(f, f->attributes[i].name), "__dict__"))
			return true;
	for (size_t i = 0; i < f->occurrences_count; i++) {
		struct str name = facts_name(f, f->occurrences[i].name);

		if (str_is(name, "setattr") || str_is(name, "vars"))
			return true;
	}
	return false;
}

static void
open_fields(struct facts *f, uint32_t name)
{
	for (size_t i = 0; i < f->bindings_count; i++)
		if (f->bindings[i].name == name)
			f->bindings[i].is_closed = false;
}

/* classmethod, property and the like, where the file gives these names no other meaning. */
static bool
keeps_calls(const struct facts *f, uint32_t decorator, struct scope *s)
{
	static const char *const known[] = {
	    "classmethod", "staticmethod", "property", "abstractmethod"};
	uint32_t inner = tree_first(f->tree, decorator);
	struct str text;

	if (inner != 0 && f->tree->nodes[inner].kind == K_T_AT)
		inner = tree_next(f->tree, inner);
	text = inner == 0 ? (struct str){"", 0} : tree_text(f->tree, inner);
	for (size_t i = 0; i < ARRAY_LENGTH(known); i++) {
		if (!str_is(text, known[i]))
			continue;
		s->is_static = s->is_static || str_is(text, "staticmethod");
		s->takes_class = s->takes_class || str_is(text, "classmethod");
		for (size_t k = 0; k < f->occurrences_count; k++)
			if (f->occurrences[k].role != ROLE_LOAD &&
			    str_eq(facts_name(f, f->occurrences[k].name), text))
				return false;
		return true;
	}
	return false;
}

static void
see_decorators(struct facts *f, struct scope *s)
{
	uint32_t up = f->tree->nodes[s->node].parent;
	bool kept = true;

	if (!s->is_decorated || s->kind != SCOPE_FUNCTION)
		return;
	for (uint32_t c = tree_first(f->tree, up); c != 0; c = tree_next(f->tree, c))
		if (f->tree->nodes[c].kind == K_DECORATOR && !keeps_calls(f, c, s))
			kept = false;
	s->is_decorated = !kept;
}

static bool
is_classmethods_class(const struct facts *f, uint32_t node)
{
	const struct occurrence *o = &f->occurrences[f->fact_of[node]];
	const struct scope *s =
	    o->binding == NOWHERE ? NULL : &f->scopes[f->bindings[o->binding].scope];

	return s != NULL && s->takes_class && s->first_parameter != NOWHERE &&
	       f->parameters[s->first_parameter].binding == o->binding;
}

/* type(x), x.__class__, and cls in a classmethod. */
static bool
gives_class(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;

	if (t->nodes[node].kind == K_CALL)
		return str_is(tree_text(t, facts_bare(f, tree_child(t, node, F_FUNCTION))), "type");
	if (t->nodes[node].kind == K_ATTRIBUTE)
		return str_is(tree_text(t, tree_child(t, node, F_ATTRIBUTE)), "__class__");
	return t->nodes[node].kind == K_IDENTIFIER && f->fact_of[node] != NOWHERE &&
	       f->role[node] == ROLE_LOAD && is_classmethods_class(f, node);
}

/* A method of this file that is called on an object, and not on its class. */
static bool
is_plain_method(const struct facts *f, struct str name)
{
	for (size_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].kind == SCOPE_FUNCTION && !f->scopes[i].takes_class &&
		    f->scopes[f->scopes[i].parent].kind == SCOPE_CLASS &&
		    str_eq(facts_name(f, f->scopes[i].name), name))
			return true;
	return false;
}

/* Named, compared, shown or called to make an object: nobody calls a method of the class. */
static bool
is_harmless_class(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[node].parent, above = t->nodes[up].parent;
	struct str callee;

	if (t->nodes[up].kind == K_ATTRIBUTE)
		return !facts_is_callee(t, up) ||
		       !is_plain_method(f, tree_text(t, tree_child(t, up, F_ATTRIBUTE)));
	if (t->nodes[up].kind == K_COMPARISON_OPERATOR || t->nodes[up].kind == K_INTERPOLATION)
		return true;
	if (t->nodes[up].kind != K_ARGUMENT_LIST || t->nodes[above].kind != K_CALL)
		return facts_is_callee(t, node);
	callee = tree_text(t, tree_child(t, above, F_FUNCTION));
	return str_is(callee, "print") || str_is(callee, "isinstance") || str_is(callee, "str") ||
	       str_is(callee, "repr") || str_is(callee, "issubclass") || str_is(callee, "super");
}

static bool
has_class_values(const struct facts *f)
{
	for (uint32_t i = 1; i < f->tree->count; i++)
		if (gives_class(f, i) && !is_harmless_class(f, i))
			return true;
	return false;
}

/* Names that self may find in another class than the one that reads them: those which a class with
 * bases binds, and, where a class has several bases, those which two classes bind. */
static uint8_t *
find_inherited(struct facts *f)
{
	enum { BOUND = 1, INHERITED = 2 };
	uint8_t *names = arena_alloc(f->arena, f->names.count + 1);
	bool mixed = false;

	for (size_t i = 0; i < f->scopes_count; i++) {
		uint32_t bases = f->scopes[i].kind == SCOPE_CLASS
				     ? tree_child(f->tree, f->scopes[i].node, F_SUPERCLASSES)
				     : 0;
		uint32_t first = bases == 0 ? 0 : tree_first(f->tree, bases);

		mixed = mixed || (first != 0 && tree_next(f->tree, first) != 0);
	}
	for (size_t i = 0; names != NULL && i < f->bindings_count; i++) {
		const struct binding *b = &f->bindings[i];
		const struct scope *class = &f->scopes[b->scope];

		if (class->kind != SCOPE_CLASS)
			continue;
		if (tree_child(f->tree, class->node, F_SUPERCLASSES) != 0 ||
		    (mixed && names[b->name] != 0))
			names[b->name] = INHERITED;
		names[b->name] |= BOUND;
	}
	return names;
}

void
facts_find_open(struct facts *f)
{
	bool by_string = sets_by_string(f);
	const uint8_t *inherited = find_inherited(f);

	if (inherited == NULL) {
		f->failed = true;
		return;
	}
	for (size_t i = 0; i < f->scopes_count; i++)
		see_decorators(f, &f->scopes[i]);

	for (size_t i = 0; i < f->bindings_count; i++) {
		struct binding *b = &f->bindings[i];
		const struct scope *class = &f->scopes[b->scope];

		b->is_closed = class->kind == SCOPE_CLASS && inherited[b->name] < 2 && !by_string &&
			       !class->is_decorated &&
			       tree_child(f->tree, class->node, F_SUPERCLASSES) == 0;
	}
	for (size_t i = 0; i < f->attributes_count; i++) {
		const struct attribute *a = &f->attributes[i];

		if (a->role != ROLE_LOAD && (a->object == 0 || !facts_is_self(f, a->object)))
			open_fields(f, a->name);
	}
	for (size_t i = 0; i < f->scopes_count; i++)
		f->scopes[i].is_open = is_open_method(f, &f->scopes[i]);
	f->class_values = has_class_values(f);
}
