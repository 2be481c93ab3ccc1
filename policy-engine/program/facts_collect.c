/* SPDX-License-Identifier: MIT */
/* The steps of collecting a program's facts, in their order. */
#include "facts.h"

static bool
allocate(struct facts *f)
{
	size_t n = f->tree->count + 1;

	f->scope_of = arena_array(f->arena, n, sizeof(*f->scope_of));
	f->opened = arena_array(f->arena, n, sizeof(*f->opened));
	f->fact_of = arena_array(f->arena, n, sizeof(*f->fact_of));
	f->role = arena_array(f->arena, n, sizeof(*f->role));
	f->values = arena_array(f->arena, n, sizeof(*f->values));
	f->container_of = arena_array(f->arena, n, sizeof(*f->container_of));
	f->lively = arena_array(f->arena, n, sizeof(*f->lively));
	if (f->scope_of == NULL || f->opened == NULL || f->fact_of == NULL || f->role == NULL ||
	    f->values == NULL || f->container_of == NULL || f->lively == NULL)
		return false;
	memset(f->fact_of, 0xff, n * sizeof(*f->fact_of));
	return names_init(&f->names, f->arena);
}

bool
facts_collect(struct arena *a, const struct tree *t, struct facts *out)
{
	*out = (struct facts){.arena = a, .tree = t};
	if (!allocate(out))
		return false;
	facts_walk(out);
	if (!out->failed)
		facts_bind(out);
	if (!out->failed)
		facts_resolve(out);
	return !out->failed && !out->names.full;
}
