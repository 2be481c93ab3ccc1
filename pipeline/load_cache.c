/* SPDX-License-Identifier: MIT */
/* load_cache.c: least recently used first out, of those that nobody holds. */
#include "load_cache.h"

#include "validator.h"

#include <pthread.h>
#include <stdlib.h>

#define ARENA_BYTES_MAX ((size_t)1 << 30)

/* Who has an empty place fills it alone, without the lock: others see no more of it than its key. */
struct kept {
	struct kept_policy policy; /* no arena: the place is free */
	struct digest key;
	size_t users;
	bool forgotten;
	uint64_t used; /* when, by the cache's own count */
};

struct load_cache {
	pthread_mutex_t lock;
	struct kept items[LOAD_CACHE_MAX];
	uint64_t clock;
	struct arena *schema_arena;
	struct schema *schema;
};

struct load_cache *
load_cache_new(void)
{
	struct load_cache *c = calloc(1, sizeof(*c));

	if (c)
		pthread_mutex_init(&c->lock, NULL);
	return c;
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
	if (!c)
		return;
	for (size_t i = 0; i < LOAD_CACHE_MAX; i++)
		drop(&c->items[i]);
	arena_free(c->schema_arena);
	pthread_mutex_destroy(&c->lock);
	free(c);
}

static struct kept *
kept_of(struct load_cache *c, const struct kept_policy *k)
{
	size_t i = 0;

	while (&c->items[i].policy != k)
		i++;
	return &c->items[i];
}

/* One that was never loaded whole, or is large, is as good as none. */
void
loads_end(struct loads *l)
{
	if (!l || !l->cache)
		return;
	pthread_mutex_lock(&l->cache->lock);
	while (l->count > 0) {
		struct kept *k = kept_of(l->cache, l->held[--l->count]);
		if (--k->users == 0 && (k->forgotten || !k->policy.policy ||
					   arena_used(k->policy.arena) > LOAD_BYTES_MAX))
			drop(k);
	}
	pthread_mutex_unlock(&l->cache->lock);
}

/* With the lock: the place of the key, else the one to be used for it, else NULL. */
static struct kept *
find(struct load_cache *c, const struct digest *key)
{
	struct kept *place = NULL;

	for (size_t i = 0; i < LOAD_CACHE_MAX; i++) {
		struct kept *k = &c->items[i];
		if (k->policy.arena && !k->forgotten && digest_eq(&k->key, key))
			return k;
		if (k->users == 0 && (!place || k->used < place->used))
			place = k;
	}
	if (!place)
		return NULL;
	drop(place);
	place->policy.arena = arena_new(ARENA_BYTES_MAX);
	place->key = *key;
	return place->policy.arena ? place : NULL;
}

static bool
hold(struct loads *l, struct kept *k)
{
	for (size_t i = 0; i < l->count; i++)
		if (l->held[i] == &k->policy)
			return true;
	if (l->count == LOADS_MAX)
		return false;
	l->held[l->count++] = &k->policy;
	k->users++;
	return true;
}

struct kept_policy *
loads_policy(struct loads *l, const struct digest *key)
{
	struct kept *k;

	if (!l || !l->cache)
		return NULL;
	pthread_mutex_lock(&l->cache->lock);
	k = find(l->cache, key);
	if (k && k->users > 0 && !k->policy.policy)
		k = NULL;
	if (k && !hold(l, k))
		k = NULL;
	if (k)
		k->used = ++l->cache->clock;
	pthread_mutex_unlock(&l->cache->lock);
	return k ? &k->policy : NULL;
}

void
loads_keep(struct loads *l, struct kept_policy *k, struct policy *policy)
{
	pthread_mutex_lock(&l->cache->lock);
	k->policy = policy;
	pthread_mutex_unlock(&l->cache->lock);
}

void
loads_forget(struct loads *l, const struct kept_policy *k)
{
	pthread_mutex_lock(&l->cache->lock);
	kept_of(l->cache, k)->forgotten = true;
	pthread_mutex_unlock(&l->cache->lock);
}

bool
loads_schema(struct loads *l, struct arena *a, struct str text, const char *name,
    struct schema **out, struct err_list *errs)
{
	struct load_cache *c = l ? l->cache : NULL;
	bool good = true;

	if (!c)
		return schema_of_text(a, text, name, out, errs);
	pthread_mutex_lock(&c->lock);
	if (!c->schema_arena)
		c->schema_arena = arena_new(ARENA_BYTES_MAX);
	if (!c->schema_arena)
		good = err_list_memory(errs);
	else if (!c->schema)
		good = schema_of_text(c->schema_arena, text, name, &c->schema, errs);
	*out = c->schema;
	pthread_mutex_unlock(&c->lock);
	return good;
}
