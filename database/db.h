/* SPDX-License-Identifier: MIT */
/*
 * db.h: one way to speak SQL to two engines. Private to this folder and its tests.
 *
 * Statements are written once, in the SQL that both understand: parameters `$1` ... `$n`,
 * RETURNING, ON CONFLICT, IS DISTINCT FROM, and two functions: now_us(), the database's clock,
 * which gives one time throughout a statement, and sha256_hex(blob). `FOR UPDATE`, with `OF alias`
 * and `SKIP LOCKED` behind it where they are wanted, is written out: for SQLite, where the whole
 * transaction holds the lock, it is cut off. PostgreSQL has to know a parameter's type: one that
 * may be NULL stands beside a column (`x = COALESCE($1, x)`) or in `CAST($1 AS BIGINT)`; a sum
 * needs `CAST(sum(x) AS BIGINT)`. Columns come back as integers, text or bytes, nothing else. A
 * statement is prepared once a connection, at the latest when it comes again, and kept. A row's
 * values are borrowed until the callback returns; what is kept is copied into an arena.
 *
 * Every write stands in db_do (SQLite: BEGIN IMMEDIATE; PostgreSQL: READ COMMITTED, and what
 * decides takes row locks by FOR UPDATE first), which runs the whole transaction again where the
 * engine asks for it (busy, deadlock, a connection lost before the commit). Reads that belong
 * together stand in db_read.
 */
#ifndef STORE_DB_H
#define STORE_DB_H

#include "arena.h"
#include "err.h"
#include "record.h"

struct db;
struct vault;

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

#define DB_COLUMNS_MAX 64

struct db_row {
	const struct db_value *columns;
	size_t count;
};

/* The functions of an engine. A failure's code tells what to do: ERR_REFUSED (a guard or constraint, with
 * its words), ERR_LIMIT (disk full), ERR_SYSTEM (the engine or the way to it). */
struct db_engine {
	const char *name; /* "sqlite", "postgresql" */
	const struct dialect *dialect;
	bool (*execute)(struct db *db, const char *sql, const struct db_value *values, size_t count,
	    bool (*row)(void *context, const struct db_row *row), void *context, int64_t *changed,
	    struct err *err);
	bool (*script)(struct db *db, const char *sql, struct err *err); /* many statements */
	bool (*begin)(struct db *db, bool writes, struct err *err);
	bool (*commit)(struct db *db, struct err *err);
	void (*rollback)(struct db *db);
	/* Makes the next opening quick, once the log has so many pages; waits for nobody. True: the
	 * log was moved, and the next commit begins it anew. NULL: there is nothing to do. */
	bool (*tidy)(struct db *db, int pages);
	/* Prepares the statements of DB_AHEAD, once a connection. NULL: there is nothing to do. */
	void (*ahead)(struct db *db);
	/* From here on: reads and changes of rows, no schema. */
	void (*seal)(struct db *db);
	void (*close)(struct db *db);
	bool ends_with_process; /* nobody waits for its close */
};

struct db { /* the first member of each engine's own struct */
	const struct db_engine *engine;
	bool in_transaction;
	bool broken;    /* a statement of this transaction has failed: nothing more happens in it */
	bool may_retry; /* the last failure is one that a new attempt may cure */
	bool read_only; /* this file, or this role, is for reading alone */
	bool no_clock;  /* this role may not note what the clock has shown, */
	bool no_order;  /* nor give events their places and sign, */
	bool no_keys;   /* nor read the keys of contents that are in this database */
	bool lost;      /* the connection is gone; the next transaction opens another */
	bool full;      /* the last failure: there was no room */
	/* What the next transaction that writes must do first; NULL: nothing. */
	bool (*owed)(struct db *db, void *context, struct err *err);
	bool *doubt;         /* becomes true where this transaction is undone; NULL: nobody asks */
	bool soon;           /* SQLite's commits may reach the disk with the next one that must */
	int log_pages;       /* of SQLite's log, until it is moved; 0: as few as a lone run wants */
	struct vault *vault; /* with the keys of its contents (vault.h); of a store alone */
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

/* A statement, as text, that a run's end says in any case. The process that drives the run may prepare it
 * while the program runs, so that the answer does not wait for it. */
#define DB_AHEAD(sql)                                                                              \
	__extension__({                                                                            \
		static const char *const ahead __attribute__((section("db_ahead"), used)) = sql;   \
		ahead;                                                                             \
	})

#define VALUES(...)                                                                                \
	((const struct db_value[]){__VA_ARGS__}),                                                  \
	    (sizeof((struct db_value[]){__VA_ARGS__}) / sizeof(struct db_value))

/* Runs `work` in a transaction, again where the engine asks for it (at most 20 times, with a pause
 * that grows and varies); `work` must be able to run again from its start. Inside a transaction it
 * joins that one: then a failure is the outer one's failure. A connection that is lost while it
 * commits leaves open what happened: that is ERR_SYSTEM, and not run again. A statement that fails
 * breaks its transaction on both engines: all that follows fails, and it can't be committed. */
typedef bool db_work(struct db *db, void *context, struct err *err);
bool db_do(struct db *db, db_work *work, void *context, struct err *err);
/* The same, but a power cut may undo it until the next db_do: only for changes that nobody learns of
 * before that. Only SQLite delays durability: there a power cut also ends the writer, while a server
 * may crash under a worker that continues. */
bool db_do_soon(struct db *db, db_work *work, void *context, struct err *err);
/* The same for reads alone, which all see one moment. */
bool db_read(struct db *db, db_work *work, void *context, struct err *err);

/* -- columns --------------------------------------------------------------------------------- */

int64_t db_column_int(const struct db_row *row, size_t column);     /* NULL is 0 */
struct str db_column_text(const struct db_row *row, size_t column); /* borrowed; NULL is empty */
/* Cut to fit, NUL-terminated: for ids and digests, which fit. */
void db_column_copy(const struct db_row *row, size_t column, char *out, size_t size);
bool db_column_keep(
    struct arena *a, const struct db_row *row, size_t column, struct str *out, struct err *err);
/* -- a query's one answer, or all of them ------------------------------------------------------ */

/* Is there a row? */
bool db_any(struct db *db, const char *sql, const struct db_value *values, size_t count, bool *any,
    struct err *err);
/* There is one, or (db_none) there is none; else these words are set. */
bool db_some(struct db *db, const char *sql, const struct db_value *values, size_t count,
    struct err *err, enum err_code otherwise, const char *format, ...)
    __attribute__((format(printf, 7, 8)));
bool db_none(struct db *db, const char *sql, const struct db_value *values, size_t count,
    struct err *err, enum err_code otherwise, const char *format, ...)
    __attribute__((format(printf, 7, 8)));
/* The first column of one row, empty where there is none: the arena's, or cut to fit. */
bool db_one(struct db *db, struct arena *a, const char *sql, const struct db_value *values,
    size_t count, struct str *out, struct err *err);
bool db_one_copy(struct db *db, const char *sql, const struct db_value *values, size_t count,
    char *out, size_t size, struct err *err);
/*
 * A row's columns are a form's members, in its order; NULL is what is empty, and what a word's form
 * does not know is its 0. FIELD_STRING is the arena's.
 */
bool db_take(struct arena *a, const struct db_row *row, const struct form *form, void *item,
    struct err *err);
/* The rows as an array of the arena's: `items` is the address of a pointer to it. */
bool db_list(struct db *db, struct arena *a, const char *sql, const struct db_value *values,
    size_t count, const struct form *form, void *items, size_t *n, struct err *err);
extern const struct form db_texts; /* a struct str alone */
/* One row into `item`; *found (may be NULL) is false where there is none. `a` may be NULL where
 * there is no FIELD_STRING. */
bool db_item(struct db *db, struct arena *a, const char *sql, const struct db_value *values,
    size_t count, const struct form *form, void *item, bool *found, struct err *err);
/* One integer from a query of one row; `otherwise` where there is no row. */
bool db_number(struct db *db, const char *sql, const struct db_value *values, size_t count,
    int64_t otherwise, int64_t *out, struct err *err);

#endif
