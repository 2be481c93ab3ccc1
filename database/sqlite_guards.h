/* SPDX-License-Identifier: MIT */
/*
 * sqlite_guards.h: the guards in SQLite. A trigger only calls guard(number, columns ...); what is
 * asked is this program's own query, prepared when a connection first needs it. So the file holds
 * little that each opening has to parse, statements don't compile the conditions into themselves,
 * and who can write the file can't change what is asked. Private to this folder.
 */
#ifndef STORE_SQLITE_GUARDS_H
#define STORE_SQLITE_GUARDS_H

#include <sqlite3.h>
#include <stddef.h>

#define SQLITE_GUARDS_MAX 256

/* Made by embed_guards from the guards of guards_*.c, by the number of their group (guards.h). */
extern const struct sqlite_guard {
	const char *trigger, *query;
} sqlite_guard_list[];
extern const size_t sqlite_guard_count;

struct sqlite_guards { /* of one connection; zero is new */
	sqlite3_stmt *asked[SQLITE_GUARDS_MAX];
};

/* SQLite's result code: guard() for this connection, which has to end before `g` does. It is 1, or
 * fails with SQLITE_CONSTRAINT_TRIGGER and the words of the guard that doesn't hold. */
int sqlite_guards_add(sqlite3 *handle, struct sqlite_guards *g);
void sqlite_guards_release(struct sqlite_guards *g); /* before the connection is closed */

#endif
