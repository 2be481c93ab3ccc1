/* SPDX-License-Identifier: MIT */
/*
 * verdict_cache.c: verdicts of earlier checks, least recently used first out.
 *
 * The key is a digest of the code and of all that decides: the policy's digest (its files, the
 * table, the engine) and whether a box holds what the text does not tell. A verdict that hangs on
 * anything else (the time, people, policies in shadow) is never kept. What is kept is a copy, and
 * what is given is a copy of that, so that no caller can change another's verdict.
 */
#include "verdict_cache.h"

#include "hash.h"
#include "waive.h"

#include <stdlib.h>

struct kept {
	struct digest key;
	struct arena *arena; /* NULL: the place is free */
	struct policy_verdict verdict;
	uint64_t used; /* when, by the cache's own count */
};

struct verdict_cache {
	struct kept items[VERDICT_CACHE_MAX];
	uint64_t clock;
};

struct verdict_cache *
verdict_cache_new(void)
{
	return calloc(1, sizeof(struct verdict_cache));
}

void
verdict_cache_free(struct verdict_cache *c)
{
	for (size_t i = 0; c != NULL && i < VERDICT_CACHE_MAX; i++)
		arena_free(c->items[i].arena);
	free(c);
}

static void
key_of(const struct policy *p, const struct check_setting *at, struct str code, struct digest *out)
{
	const struct str parts[] = {str_from(policy_digest(p)),
	    at->without_box ? STR("without a box") : STR("in a box"), {"", 1}, code};

	digest_of_parts(parts, ARRAY_LENGTH(parts), out);
}

static bool
copy_finding(struct arena *a, const struct finding *from, struct finding *to)
{
	*to = *from;
	return arena_copy(a, from->rule, &to->rule) && arena_copy(a, from->message, &to->message) &&
	       arena_copy(a, from->remedy, &to->remedy) &&
	       arena_copy(a, from->snippet, &to->snippet);
}

static bool
copy_verdict(struct arena *a, const struct policy_verdict *from, struct policy_verdict *to)
{
	bool whole;

	*to = *from;
	to->findings = arena_array(a, from->count + 1, sizeof(*to->findings));
	to->obligations = arena_array(a, from->obligation_count + 1, sizeof(*to->obligations));
	whole = to->findings != NULL && to->obligations != NULL &&
		arena_copy(a, from->facts, &to->facts);
	for (size_t i = 0; whole && i < from->count; i++)
		whole = copy_finding(a, &from->findings[i], &to->findings[i]);
	for (size_t i = 0; whole && i < from->obligation_count; i++)
		whole = copy_finding(a, &from->obligations[i], &to->obligations[i]);
	return whole;
}

bool
verdict_recall(struct verdict_cache *c, const struct policy *p, struct arena *a, struct str code,
    const struct check_setting *at, struct policy_verdict *out)
{
	struct digest key;

	if (c == NULL || at->trial_count > 0 || at->waivers != NULL)
		return false;
	key_of(p, at, code, &key);
	for (size_t i = 0; i < VERDICT_CACHE_MAX; i++) {
		struct kept *k = &c->items[i];

		if (k->arena == NULL || memcmp(&k->key, &key, sizeof(key)) != 0)
			continue;
		k->used = ++c->clock;
		return copy_verdict(a, &k->verdict, out);
	}
	return false;
}

static void
keep(struct verdict_cache *c, const struct policy *p, struct str code,
    const struct check_setting *at, const struct policy_verdict *v)
{
	struct kept made = {.used = 0}, *oldest;

	if (c == NULL || at->trial_count + v->trial_count > 0 || at->waivers != NULL ||
	    policy_waivers(p)->count > 0)
		return;
	made.arena = arena_new(VERDICT_BYTES_MAX);
	if (made.arena == NULL || !copy_verdict(made.arena, v, &made.verdict)) {
		arena_free(made.arena); /* it is too large to be kept */
		return;
	}
	key_of(p, at, code, &made.key);
	made.used = ++c->clock;
	oldest = &c->items[0];
	for (size_t i = 1; i < VERDICT_CACHE_MAX; i++)
		if (c->items[i].used < oldest->used)
			oldest = &c->items[i];
	arena_free(oldest->arena);
	*oldest = made;
}

bool
verdict_check(struct verdict_cache *c, const struct policy *p, struct arena *a, struct str code,
    const struct check_setting *at, struct policy_verdict *out, struct err *err)
{
	if (verdict_recall(c, p, a, code, at, out))
		return true;
	if (!policy_check_at(p, a, code, at, out, err))
		return false;
	keep(c, p, code, at, out);
	return true;
}
