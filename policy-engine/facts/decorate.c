/* SPDX-License-Identifier: MIT */
/* What decorators make of methods and classes: the same thing, a thing that is called with the same
 * self, or anything. Known ones count by their full names, and only while the file gives these no
 * other meaning. */
#include "facts.h"

/* Whether the file gives the first name of `text` a meaning other than by importing it. */
bool
facts_is_bound_otherwise(const struct facts *f, struct str text)
{
	struct str first = text;
	struct str rest = text;

	str_cut(&rest, '.', &first);
	for (size_t k = 0; k < f->occurrences_count; k++)
		if (f->occurrences[k].role != ROLE_LOAD &&
		    str_eq(facts_name(f, f->occurrences[k].name), first))
			return true;
	for (size_t k = 0; k < f->imports_count; k++)
		if (f->imports[k].alias != 0 && str_eq(facts_name(f, f->imports[k].alias), first))
			return true;
	return false;
}

/* @dataclass and @total_ordering call no method of the class, and give the same class back. */
bool
facts_is_plainly_decorated(const struct facts *f, const struct scope *class)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[class->node].parent;

	for (uint32_t c = tree_first(t, up); c != 0; c = tree_next(t, c)) {
		uint32_t inner = tree_first(t, c);
		struct str text;

		if (t->nodes[c].kind != K_DECORATOR)
			continue;
		if (inner != 0 && t->nodes[inner].kind == K_T_AT)
			inner = tree_next(t, inner);
		if (inner != 0 && t->nodes[inner].kind == K_CALL)
			inner = tree_child(t, inner, F_FUNCTION);
		text = inner == 0 ? (struct str){"", 0} : tree_text(t, inner);
		if (!str_is_one_of(text, "dataclass dataclasses.dataclass total_ordering "
					 "functools.total_ordering") ||
		    facts_is_bound_otherwise(f, text))
			return false;
	}
	return true;
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
		s->is_property = s->is_property || str_is(text, "property");
		return !facts_is_bound_otherwise(f, text);
	}
	return false;
}

/* `@x.setter` behind a property x of the same class. */
static bool
is_accessor(const struct facts *f, struct str text, const struct scope *s)
{
	struct str rest = text, first = text;

	str_cut(&rest, '.', &first);
	if (!str_is_one_of(rest, "setter getter deleter"))
		return false;
	for (size_t i = 0; i < f->attributes_count; i++)
		if (f->attributes[i].role != ROLE_LOAD &&
		    str_eq(facts_name(f, f->attributes[i].name), rest))
			return false;
	for (size_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].parent == s->parent && f->scopes[i].kind == SCOPE_FUNCTION &&
		    str_eq(facts_name(f, f->scopes[i].name), first))
			return f->scopes[i].is_property && !f->scopes[i].is_decorated;
	return false;
}

/* cached_property, lru_cache, contextmanager, x.setter ...: self is what the caller gave. */
static bool
keeps_self(const struct facts *f, uint32_t decorator, const struct scope *s)
{
	const struct tree *t = f->tree;
	uint32_t inner = tree_first(t, decorator);
	struct str text;

	if (inner != 0 && t->nodes[inner].kind == K_T_AT)
		inner = tree_next(t, inner);
	if (inner != 0 && t->nodes[inner].kind == K_CALL)
		inner = tree_child(t, inner, F_FUNCTION);
	text = inner == 0 ? (struct str){"", 0} : tree_text(t, inner);
	if (is_accessor(f, text, s))
		return true;
	return str_is_one_of(text,
		   "cached_property functools.cached_property lru_cache functools.lru_cache cache "
		   "functools.cache contextmanager contextlib.contextmanager asynccontextmanager "
		   "contextlib.asynccontextmanager overload typing.overload singledispatchmethod "
		   "functools.singledispatchmethod") &&
	       !facts_is_bound_otherwise(f, text);
}

static void
see_decorators(struct facts *f, struct scope *s)
{
	uint32_t up = f->tree->nodes[s->node].parent;
	bool kept = true, forwarded = true;

	if (!s->is_decorated || s->kind != SCOPE_FUNCTION)
		return;
	for (uint32_t c = tree_first(f->tree, up); c != 0; c = tree_next(f->tree, c))
		if (f->tree->nodes[c].kind == K_DECORATOR && !keeps_calls(f, c, s)) {
			bool passed = facts_passes_on(f, c);

			kept = false;
			forwarded = forwarded && passed;
			s->is_wrapped = s->is_wrapped || (!passed && !keeps_self(f, c, s));
			f->has_wrapped = f->has_wrapped || s->is_wrapped;
		}
	s->is_decorated = !kept;
	s->is_forwarded = !kept && forwarded;
}

void
facts_see_decorators(struct facts *f)
{
	for (size_t i = 0; i < f->scopes_count; i++)
		see_decorators(f, &f->scopes[i]);
}
