/* SPDX-License-Identifier: MIT */
/*
 * sqlite_functions.h: what the guards and the statements call in SQLite; PostgreSQL has the same by
 * its helpers (dialect.c). Private to sqlite.c.
 *
 *	now_us()                            the database's clock, at the start of the statement
 *	sha256_hex(bytes or text)           lower-case hex
 *	may(table)                          1 where the role of this session may insert there
 *	rule_text(rule, member)             a member of the rule's JSON as text, or NULL
 *	rule_needs(rule)                    how many needs it has
 *	rule_asks(rule, name, role, scope, n)  how many of them are this one
 */
#ifndef STORE_SQLITE_FUNCTIONS_H
#define STORE_SQLITE_FUNCTIONS_H

#include <sqlite3.h>
#include <stdint.h>

/* SQLite's result code. `now_us` is read whenever SQL asks for the time. */
int sqlite_functions_add(sqlite3 *handle, const int64_t *now_us);

#endif
