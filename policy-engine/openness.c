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
		if (f->bindings[i].is_field && f->bindings[i].name == name)
			f->bindings[i].is_closed = false;
}

/* classmethod, property and the like, where the file gives these names no other meaning. */
static bool
keeps_calls(const struct facts *f, uint32_t decorator, bool *is_static)
{
	static const char *const known[] = {"classmethod", "staticmethod", "property",
	    "abstractmethod", "dataclass", "total_ordering"};
	uint32_t inner = tree_first(f->tree, decorator);
	struct str text;

	if (inner != 0 && f->tree->nodes[inner].kind == K_CALL)
		inner = tree_child(f->tree, inner, F_FUNCTION);
	text = inner == 0 ? (struct str){"", 0} : tree_text(f->tree, inner);
	for (size_t i = 0; i < ARRAY_LENGTH(known); i++) {
		if (!str_is(text, known[i]))
			continue;
		*is_static = *is_static || str_is(text, "staticmethod");
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

	if (!s->is_decorated)
		return;
	for (uint32_t c = tree_first(f->tree, up); c != 0; c = tree_next(f->tree, c))
		if (f->tree->nodes[c].kind == K_DECORATOR && !keeps_calls(f, c, &s->is_static))
			kept = false;
	s->is_decorated = !kept;
}

void
facts_find_open(struct facts *f)
{
	bool by_string = sets_by_string(f);

	for (size_t i = 0; i < f->scopes_count; i++)
		see_decorators(f, &f->scopes[i]);

	for (size_t i = 0; i < f->bindings_count; i++) {
		struct binding *b = &f->bindings[i];
		const struct scope *class = &f->scopes[b->scope];

		b->is_closed = b->is_field && !by_string && !class->is_decorated &&
			       tree_child(f->tree, class->node, F_SUPERCLASSES) == 0;
	}
	for (size_t i = 0; i < f->attributes_count; i++) {
		const struct attribute *a = &f->attributes[i];

		if (a->role != ROLE_LOAD && (a->object == 0 || !facts_is_self(f, a->object)))
			open_fields(f, a->name);
	}
	for (size_t i = 0; i < f->scopes_count; i++)
		f->scopes[i].is_open = is_open_method(f, &f->scopes[i]);
}
