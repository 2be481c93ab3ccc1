/* SPDX-License-Identifier: MIT */
/*
 * db.h: one way to speak SQL to two engines. Private to this folder and its tests.
 *
 * Statements are written once, in the SQL that both understand: parameters `$1` ... `$n`,
 * `now_us()` (the database's clock), RETURNING, ON CONFLICT. A statement is prepared once a
 * connection and kept. Values come as db_value; rows are read column by column while the statement
 * stands on them, and what is kept is copied into an arena.
 *
 * Every write stands between db_begin and db_commit (SQLite: BEGIN IMMEDIATE; PostgreSQL: READ
 * COMMITTED, and what decides takes row locks by `FOR UPDATE`, which db_for_update writes or leaves
 * out). db_do retries a whole transaction where the engine asks for it (busy, deadlock, lost
 * connection before the commit).
 */
#ifndef STORE_DB_H
#define STORE_DB_H

#include "err.h"
#include "text.h"

struct db;

enum db_kind { DB_NULL = 0, DB_INT, DB_TEXT, DB_BLOB };

struct db_value {
	enum db_kind kind;
	int64_t number;
	struct str text; /* borrowed: of a row until the next step, of a parameter by the caller */
};

struct db_value db_null(void);
struct db_value db_int(int64_t n);
struct db_value db_text(struct str s);
struct db_value db_zero(const char *z); /* NULL and "" become NULL */
struct db_value db_blob(struct str s);

struct db_row {
	const struct db_value *columns;
	size_t count;
};

/* What an engine gives. A failure's code tells what to do: ERR_REFUSED (a guard or constraint, with
 * its words), ERR_LIMIT (disk full), ERR_SYSTEM (the engine or the way to it). */
struct db_engine {
	const char *name, *for_update,
	    *skip_locked; /* "" or " FOR UPDATE", " FOR UPDATE SKIP LOCKED" */
	bool (*execute)(struct db *db, const char *sql, const struct db_value *values, size_t count,
	    bool (*row)(void *context, const struct db_row *row), void *context, int64_t *changed,
	    struct err *err);
	bool (*script)(struct db *db, const char *sql, struct err *err); /* many statements */
	bool (*begin)(struct db *db, struct err *err);
	bool (*commit)(struct db *db, struct err *err);
	void (*rollback)(struct db *db);
	bool (*retry)(struct db *db); /* is the last failure one that a new attempt may cure? */
	bool (*backup)(struct db *db, const char *path, struct err *err);
	void (*close)(struct db *db);
};

struct db { /* the first member of each engine's own struct */
	const struct db_engine *engine;
	bool in_transaction;
};

bool sqlite_open(const char *path, struct db **out, struct err *err);
bool postgres_open(const char *conninfo, struct db **out, struct err *err);

/* `row` is called for each row, and may end it with false (then db_query is false too, with the err
 * that it set). `changed` may be NULL. */
bool db_query(struct db *db, const char *sql, const struct db_value *values, size_t count,
    bool (*row)(void *context, const struct db_row *row), void *context, struct err *err);
/* Rows changed in *changed (may be NULL). */
bool db_change(struct db *db, const char *sql, const struct db_value *values, size_t count,
    int64_t *changed, struct err *err);
/* Exactly one row changed, or `otherwise` is set with these words. */
bool db_change_one(struct db *db, const char *sql, const struct db_value *values, size_t count,
    enum err_code otherwise, const char *words, struct err *err);

#define VALUES(...)                                                                                \
	((const struct db_value[]){__VA_ARGS__}),                                                  \
	    (sizeof((struct db_value[]){__VA_ARGS__}) / sizeof(struct db_value))

/* Runs `work` in a transaction, again where the engine asks for it (at most 20 times, with a pause
 * that grows and varies); `work` must be able to run again from its start. */
bool db_do(struct db *db, bool (*work)(struct db *db, void *context, struct err *err),
    void *context, struct err *err);

#endif
