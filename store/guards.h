/* SPDX-License-Identifier: MIT */
/*
 * guards.h: what the database itself refuses, written once for both engines.
 *
 * A guard belongs to one event on one table. Where `when` holds (NULL: always), `must` has to be
 * true (NULL: it never is, so that the event is refused), or the change fails with ERR_REFUSED and
 * these words. What is neither true nor false (NULL in SQL) counts against the change in both:
 * `when` then holds, `must` then doesn't. Both are SQL over NEW and OLD.
 *
 * `lock` is a query whose rows are locked before `must` is asked (PostgreSQL; in SQLite the
 * transaction has the lock): whoever decides by other rows has to name them here, or two
 * transactions could each pass by what the other is about to change.
 */
#ifndef STORE_GUARDS_H
#define STORE_GUARDS_H

#include "text.h"

struct guard {
	const char *table, *event; /* "INSERT", "UPDATE", "DELETE" */
	const char *when, *must, *words, *lock;
};

/* Sorted so that the guards of one event on one table stand together, in the order in which they
 * are asked. */
extern const struct guard guards[];
extern const size_t guard_count;

/* How many guards from `first` on belong to the same event. */
size_t guards_together(const struct guard *first);

#endif
