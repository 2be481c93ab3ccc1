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

#define STORES_MAX 64 /* of one name that are looked at for one mention */

/* The nodes that run after the binding at `node`: the rest of its block, the body of its loop. */
static bool
is_after_binding(const struct facts *f, uint32_t node, uint32_t mention)
{
	const struct tree *t = f->tree;
	uint32_t at = node, body;

	for (; at != 0; at = t->nodes[at].parent) {
		enum kind k = (enum kind)t->nodes[at].kind,
			  above = (enum kind)t->nodes[t->nodes[at].parent].kind;

		if (k == K_FOR_STATEMENT || k == K_WITH_STATEMENT) {
			body = tree_child(t, at, F_BODY);
			return mention >= body && mention < t->nodes[body].after;
		}
		if (above == K_BLOCK || above == K_MODULE)
			return mention >= t->nodes[at].after &&
			       mention < t->nodes[t->nodes[at].parent].after;
		if (!facts_is_plain_step(above) && above != K_AS_PATTERN_TARGET &&
		    above != K_AS_PATTERN && above != K_WITH_ITEM && above != K_WITH_CLAUSE &&
		    above != K_FOR_STATEMENT && above != K_WITH_STATEMENT)
			return false;
	}
	return false;
}

/* `name: type` alone makes the name one of its scope, but gives it no value: a builtin shows
 * through. */
static bool
is_only_annotated(const struct tree *t, uint32_t node)
{
	return t->nodes[node].field == F_LEFT && facts_is_annotation(t, t->nodes[node].parent);
}

/* An assignment of the mention's own scope that certainly came first. */
static bool
is_stored_before(const struct facts *f, const struct binding *b, uint32_t mention)
{
	for (uint32_t i = b->last_store, n = 0; i != NOWHERE && n < STORES_MAX;
	     i = f->occurrences[i].older, n++)
		if (!is_only_annotated(f->tree, f->occurrences[i].node) &&
		    is_after_binding(f, f->occurrences[i].node, mention))
			return true;
	return false;
}

static bool
is_settled(const struct facts *f, uint32_t binding, uint32_t mention)
{
	const struct binding *b = &f->bindings[binding];

	if (b->is_deleted)
		return false;
	if (b->settled_after <= mention)
		return true;
	if (table_member(STR("builtins"), facts_name(f, b->name)).kind == MEMBER_NONE)
		return true;
	return is_stored_before(f, b, mention);
}

/* What a class binds is looked for in the class, then in the module, never in functions around it.
 */
static void
resolve_in_class(const struct facts *f, struct occurrence *o, uint32_t binding)
{
	const struct binding *b = &f->bindings[binding];
	uint32_t outer = binding_find(f, 0, o->name, false);

	o->binding = binding;
	o->may_be_builtin = outer == NOWHERE || !is_settled(f, outer, o->node);
	if (b->is_deleted || !is_stored_before(f, b, o->node))
		o->beyond = outer;
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
	for (uint32_t i = 0; i < f->occurrences_count && !f->failed; i++) {
		struct occurrence *o = &f->occurrences[i];

		if (o->role == ROLE_LOAD)
			resolve(f, o);
	}
}
