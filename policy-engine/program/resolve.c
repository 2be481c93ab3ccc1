/* SPDX-License-Identifier: MIT */
/*
 * Which binding a mention reads, and whether it may be a builtin.
 *
 * A name that a function binds is never a builtin there (Python raises UnboundLocalError). At
 * module and class level an unbound name falls through to the builtins, so such a mention may be
 * the builtin unless the binding certainly came first: an unconditional statement of the module,
 * before the mention, of a name that is nowhere deleted.
 */
#include "facts.h"

static bool
is_settled(const struct facts *f, uint32_t binding, uint32_t mention)
{
	const struct binding *b = &f->bindings[binding];

	return !b->is_deleted &&
	       (b->settled_after <= mention ||
		   table_member(STR("builtins"), facts_name(f, b->name)).kind == MEMBER_NONE);
}

/* A name that a class binds is looked up in the class, then in the module, never in functions around it.
 */
static void
resolve_in_class(const struct facts *f, struct occurrence *o, uint32_t binding)
{
	o->binding = binding;
	o->beyond = binding_find(f, 0, o->name, false);
	o->may_be_builtin = o->beyond == NOWHERE || !is_settled(f, o->beyond, o->node);
}

/* The binding that a mention reads. Class scopes are seen only from their own statements. */
static void
resolve(const struct facts *f, struct occurrence *o)
{
	uint32_t s = o->scope;
	bool own = true;

	o->may_be_builtin = false;
	o->beyond = NOWHERE;
	for (;; s = f->scopes[s].parent) {
		enum scope_kind kind = f->scopes[s].kind;
		uint32_t b =
		    kind == SCOPE_CLASS && !own ? NOWHERE : binding_find(f, s, o->name, false);

		if (b != NOWHERE && f->bindings[b].is_declared_global) {
			s = 0;
			b = binding_find(f, 0, o->name, false);
			kind = SCOPE_MODULE;
		}
		own = false;
		if (b != NOWHERE && !f->bindings[b].is_declared_nonlocal) {
			if (kind == SCOPE_CLASS) {
				resolve_in_class(f, o, b);
				return;
			}
			o->binding = b;
			o->may_be_builtin = s == 0 && !is_settled(f, b, o->node);
			return;
		}
		if (s == 0)
			break;
	}
	o->may_be_builtin = true;
}

void
facts_resolve(struct facts *f)
{
	FACTS_EACH(o, f, occurrences) {
		if (facts_is_read(f, o->node))
			resolve(f, o);
	}
}
