/* SPDX-License-Identifier: MIT */
/*
 * kept.h: which statements a connection keeps prepared. Private to the engines.
 *
 * Theory: to prepare a statement costs many times what it costs to run, because the guards of its
 * table are compiled with it. A statement may stand in one of the few places of its set, and
 * takes the one that was used longest ago; with one place alone, two statements of a hot path that
 * meet would drive each other out at every step.
 */
#ifndef STORE_KEPT_H
#define STORE_KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KEPT_WAYS 4
#define KEPT_MAX 256 /* a power of two */
#define KEPT_NONE SIZE_MAX

struct kept_entry {
	char *sql;      /* NULL: the place is free */
	uint64_t kinds; /* of its parameters, where the engine tells them apart */
	uint64_t used;
	bool busy;  /* stands on a row: it is not driven out */
	bool named; /* PostgreSQL: the server keeps it, under its place's name */
};

struct kept {
	struct kept_entry entries[KEPT_MAX];
	uint64_t uses;
};

/* The place of this statement, where *there says whether it holds it already; if it does not, the
 * owner releases what stands there first. KEPT_NONE: all its places are busy. */
size_t kept_find(struct kept *k, const char *sql, uint64_t kinds, bool *there);
/* Of a free place; false without memory. */
bool kept_put(struct kept *k, size_t at, const char *sql, uint64_t kinds);
void kept_drop(struct kept *k, size_t at);
void kept_clear(struct kept *k);

#endif
