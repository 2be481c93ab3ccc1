/* SPDX-License-Identifier: MIT */
/* load_cache.c: least recently used first out. */
#include "load_cache.h"

#include "validator.h"

#include <stdlib.h>

#define ARENA_BYTES_MAX ((size_t)1 << 30)

struct load_cache {
	struct kept {
		struct digest key;
		struct kept_policy policy; /* no arena: the place is free */
		uint64_t used;             /* when, by the cache's own count */
	} items[LOAD_CACHE_MAX];
	uint64_t clock;
	struct arena *schema_arena;
	struct schema *schema;
};

struct load_cache *
load_cache_new(void)
{
	return calloc(1, sizeof(struct load_cache));
}

static void
drop(struct kept *k)
{
	arena_free(k->policy.arena);
	*k = (struct kept){.used = 0};
}

void
load_cache_free(struct load_cache *c)
{
	for (size_t i = 0; c && i < LOAD_CACHE_MAX; i++)
		drop(&c->items[i]);
	if (c)
		arena_free(c->schema_arena);
	free(c);
}

/* One that was never loaded whole, or is large, is as good as none. */
static bool
is_kept(const struct kept *k)
{
	return k->policy.policy && arena_used(k->policy.arena) <= LOAD_BYTES_MAX;
}

struct kept_policy *
load_cache_policy(struct load_cache *c, const struct digest *key)
{
	struct kept *place = c ? &c->items[0] : NULL;

	for (size_t i = 0; c && i < LOAD_CACHE_MAX; i++) {
		struct kept *k = &c->items[i];
		if (!is_kept(k))
			drop(k);
		if (k->policy.policy && digest_eq(&k->key, key)) {
			k->used = ++c->clock;
			return &k->policy;
		}
		place = k->used < place->used ? k : place;
	}
	if (!place)
		return NULL;
	drop(place);
	place->policy.arena = arena_new(ARENA_BYTES_MAX);
	place->key = *key;
	place->used = ++c->clock;
	return place->policy.arena ? &place->policy : NULL;
}

bool
load_cache_schema(struct load_cache *c, struct arena *a, struct str text, const char *name,
    struct schema **out, struct err_list *errs)
{
	if (c && !c->schema_arena)
		c->schema_arena = arena_new(ARENA_BYTES_MAX);
	if (!c || !c->schema_arena)
		return schema_of_text(a, text, name, out, errs);
	if (!c->schema && !schema_of_text(c->schema_arena, text, name, &c->schema, errs))
		return false;
	*out = c->schema;
	return true;
}
