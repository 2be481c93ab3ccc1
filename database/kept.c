/* SPDX-License-Identifier: MIT */
#include "kept.h"

#include "sqlite_sql.h"

#include <stdlib.h>
#include <string.h>

static bool
is_it(const struct kept_entry *e, const char *sql, uint64_t kinds)
{
	return e->sql && !e->busy && e->kinds == kinds && strcmp(e->sql, sql) == 0;
}

/* A free place was never used, or is as good as that. */
static size_t
longest_ago(const struct kept *k, size_t first)
{
	size_t found = KEPT_NONE;

	for (size_t at = first; at < first + KEPT_WAYS; at++) {
		const struct kept_entry *e = &k->entries[at];
		if (!e->busy && (found == KEPT_NONE || e->used < k->entries[found].used))
			found = at;
	}
	return found;
}

size_t
kept_find(struct kept *k, const char *sql, uint64_t kinds, bool *there)
{
	size_t hash = sql_hash(sql) ^ (size_t)(kinds * 0x9e3779b97f4a7c15 >> 40);
	size_t first = hash & (KEPT_MAX - 1) & ~(size_t)(KEPT_WAYS - 1);

	*there = true;
	for (size_t at = first; at < first + KEPT_WAYS; at++)
		if (is_it(&k->entries[at], sql, kinds)) {
			k->entries[at].used = ++k->uses;
			return at;
		}
	*there = false;
	return longest_ago(k, first);
}

bool
kept_put(struct kept *k, size_t at, const char *sql, uint64_t kinds)
{
	char *copy = strdup(sql);

	if (!copy)
		return false;
	k->entries[at] = (struct kept_entry){.sql = copy, .kinds = kinds, .used = ++k->uses};
	return true;
}

void
kept_drop(struct kept *k, size_t at)
{
	free(k->entries[at].sql);
	k->entries[at] = (struct kept_entry){.sql = NULL};
}

void
kept_clear(struct kept *k)
{
	for (size_t at = 0; at < KEPT_MAX; at++)
		kept_drop(k, at);
}
