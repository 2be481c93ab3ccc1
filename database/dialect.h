/* SPDX-License-Identifier: MIT */
/*
 * dialect.h: where the two engines' SQL differs, and nothing else does. The schema and the guards
 * are written once; a dialect makes each engine's text of them.
 */
#ifndef STORE_DIALECT_H
#define STORE_DIALECT_H

#include "guards.h"

struct dialect {
	const char
	    *lock; /* taken first in a migration, until its end; "" where its start takes it */
	const char *has_meta; /* a query: 1 where the schema is there */
	size_t guard_lists;   /* how many of them are this engine's */
	/* The text of a CREATE TABLE ends in ");" at the end of a line, and only there. A line that
	 * begins with an engine's name and a blank is that engine's alone. */
	void (*schema)(struct str sql, struct buf *out);
	/* All guards on one table's event: the text that the database keeps of them, and what makes
	 * the trigger with it. */
	void (*guard_text)(const struct guard_group *g, struct buf *out);
	void (*guard)(const struct guard_group *g, struct buf *out);
	void (*table)(
	    const char *table, struct buf *out); /* each table's guard_TABLE_truncate; or NULL */
	/* The functions that the guards call: a name with its parameters, and its text. They are made anew with
	 * the guards. */
	const struct helper {
		const char *name, *makes, *text;
	} * helpers;
	size_t helper_count;
	/* A query: the guards and helpers that there are, with their texts; and, as a third column or none,
	 * what else would act on rows, or hide them. */
	const char *guards_there;
	const char *rights; /* a query: 1 may write, 2 note the clock, 4 order the log; or NULL */
	const char *drop_guards; /* a query for the statements that remove them all */
	const char *tables;      /* a query: their names in order, without the vault's */
	const char *columns;     /* a query: the names of table $1's, in order */
	/* Queries for the statements behind which references are looked at when a transaction ends,
	 * and at once, as ever. */
	const char *references_wait, *references_hold;
	bool one_writer; /* a transaction that writes has the store to itself */
};

extern const struct dialect sqlite_dialect, postgres_dialect;

#endif
