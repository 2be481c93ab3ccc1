/* SPDX-License-Identifier: MIT */
/* sqlite_statement.h: a connection, and what is said over it. Private to the files of SQLite. */
#ifndef STORE_SQLITE_STATEMENT_H
#define STORE_SQLITE_STATEMENT_H

#include "db.h"
#include "kept.h"
#include "sqlite_guards.h"

#include <limits.h>
#include <sqlite3.h>

struct sqlite {
	struct db db;
	sqlite3 *handle;
	char path[PATH_MAX];
	struct kept kept;
	sqlite3_stmt *prepared[KEPT_MAX];
	struct sqlite_guards guards;
	int64_t now_us; /* of the statement that runs */
	int64_t busy_since_us;
	unsigned depth; /* statements that stand on a row now */
	int log_pages;  /* of the write-ahead log, at the last commit */
	bool relaxed;   /* synchronous is NORMAL */
	bool is_ahead;  /* the statements of DB_AHEAD are prepared */
	bool choosing;  /* it is being set: the one pragma that the authorizer lets through */
};

/* False, with what the engine's code means to the caller, in its own words. */
bool sqlite_failed(struct sqlite *s, int code, struct err *err);
bool sqlite_execute(struct db *db, const char *sql, const struct db_value *values, size_t count,
    bool (*row)(void *context, const struct db_row *row), void *context, int64_t *changed,
    struct err *err);
bool sqlite_script(struct db *db, const char *sql, struct err *err);
void sqlite_ahead(struct db *db);
void sqlite_statements_release(struct sqlite *s); /* before the connection is closed */

#endif
