/* SPDX-License-Identifier: MIT */
/* sqlite_sql.h: the common SQL (db.h) as SQLite wants it. Private to the engines. */
#ifndef STORE_SQLITE_SQL_H
#define STORE_SQLITE_SQL_H

#include "text.h"

#define SQL_BYTES_MAX ((size_t)64 << 10)

/* `$1` becomes `?1`; FOR UPDATE and what belongs to it is left out. Quoted text stays. */
void sqlite_sql(struct str sql, struct buf *out);
size_t sql_hash(const char *sql);

#endif
