/* SPDX-License-Identifier: MIT */
/*
 * scope.c: which resources a $dynamicRef can see. A resource that is in the scope already is not
 * entered again: only the outermost counts, so scopes are finite however deep a document is.
 */
#include "run.h"

uint32_t
scope_enter(struct run *r, uint32_t scope, uint32_t resource)
{
	for (uint32_t i = scope; i != 0; i = r->scopes[i - 1].parent)
		if (r->scopes[i - 1].resource == resource)
			return scope;
	for (size_t i = 0; i < r->scope_count; i++)
		if (r->scopes[i].parent == scope && r->scopes[i].resource == resource)
			return (uint32_t)(i + 1);
	struct scope *s =
	    arena_push(r->a, &r->scopes, &r->scope_count, &r->scope_capacity, sizeof(*s));
	if (!s) {
		r->failed = r->halted = true;
		return scope;
	}
	*s = (struct scope){scope, resource};
	return (uint32_t)r->scope_count;
}

uint32_t
scope_resolve(const struct run *r, uint32_t scope, const struct dynamic_target *t)
{
	uint32_t unit = t->otherwise;
	if (t->anchor == NO_UNIT)
		return unit;
	for (uint32_t i = scope; i != 0; i = r->scopes[i - 1].parent)
		for (uint32_t k = 0; k < r->s->anchor_count; k++) {
			const struct dynamic_anchor *a = &r->s->anchors[k];
			if (a->resource == r->scopes[i - 1].resource && a->name == t->anchor)
				unit = a->unit;
		}
	return unit;
}
