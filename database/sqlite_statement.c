/* SPDX-License-Identifier: MIT */
/* sqlite_statement.c: statements are prepared once a connection, and what fails gets its words. */
#include "sqlite_statement.h"

#include "clock.h"
#include "sqlite_sql.h"

#include <errno.h>

static bool
is_full(sqlite3 *handle, int code)
{
	if ((code & 0xff) == SQLITE_FULL)
		return true;
	int sys = (code & 0xff) == SQLITE_IOERR ? sqlite3_system_errno(handle) : 0;
	return sys == ENOSPC || sys == EDQUOT || sys == EFBIG;
}

bool
sqlite_failed(struct sqlite *s, int code, struct err *err)
{
	const char *words = sqlite3_errmsg(s->handle);
	int kind = code & 0xff;

	s->db.full = is_full(s->handle, code);
	if (s->db.full) {
		err_set(err, ERR_SYSTEM, "no room for the store: nothing was changed");
		err_help(err, "make room on its disk, then try again");
	} else if (kind == SQLITE_CONSTRAINT || kind == SQLITE_AUTH) {
		err_set(err, ERR_REFUSED, "%s", words);
	} else if (kind == SQLITE_READONLY) {
		err_set(err, ERR_SYSTEM, "this store is open read-only");
		err_help(err, "its file, its folder or its file system can't be written");
	} else if (kind == SQLITE_BUSY || kind == SQLITE_LOCKED) {
		s->db.may_retry = true;
		err_set(err, ERR_SYSTEM, "the store is busy: %s", words);
	} else if (kind == SQLITE_NOTADB || kind == SQLITE_CORRUPT) {
		err_set(err, ERR_INPUT, "the file is damaged or not a store: %s", words);
		err_help(err, "move it aside and restore a backup");
	} else if (kind == SQLITE_NOMEM) {
		err_memory(err);
	} else if (kind == SQLITE_TOOBIG) {
		err_set(err, ERR_LIMIT, "too much for the store: %s", words);
	} else {
		err_set(err, ERR_SYSTEM, "the store failed: %s", words);
	}
	return err_place(err, s->path, 0, 0, 0);
}

static bool
prepare(struct sqlite *s, const char *sql, sqlite3_stmt **out, struct err *err)
{
	struct buf text;

	buf_init(&text, SQL_BYTES_MAX);
	sqlite_sql(str_from(sql), &text);
	if (text.failed) {
		buf_release(&text);
		return err_set(err, ERR_INTERNAL, "a statement is too long");
	}
	int code = sqlite3_prepare_v3(
	    s->handle, text.p, (int)text.n + 1, SQLITE_PREPARE_PERSISTENT, out, NULL);
	buf_release(&text);
	return code == SQLITE_OK || sqlite_failed(s, code, err);
}

static void
statement_release(struct sqlite *s, size_t at)
{
	sqlite3_finalize(s->prepared[at]);
	s->prepared[at] = NULL;
	kept_drop(&s->kept, at);
}

/* The kept statement of this text, prepared where it is not there; *at is KEPT_NONE for one that
 * finds no place, because statements that stand on a row hold them all. */
static bool
statement_get(
    struct sqlite *s, const char *sql, size_t *at, sqlite3_stmt **prepared, struct err *err)
{
	bool there;

	*at = kept_find(&s->kept, sql, 0, &there);
	if (*at == KEPT_NONE)
		return prepare(s, sql, prepared, err);
	if (!there) {
		statement_release(s, *at);
		if (!prepare(s, sql, &s->prepared[*at], err))
			return false;
		if (!kept_put(&s->kept, *at, sql, 0)) {
			statement_release(s, *at);
			return err_memory(err);
		}
	}
	*prepared = s->prepared[*at];
	return true;
}

/* The linker's names for the first and the last of them; none are in a program without a store. */
extern const char *const __start_db_ahead[] __attribute__((weak, visibility("hidden")));
extern const char *const __stop_db_ahead[] __attribute__((weak, visibility("hidden")));

void
sqlite_ahead(struct db *db)
{
	struct sqlite *s = (struct sqlite *)db;
	sqlite3_stmt *st;
	struct err ignored;
	size_t at;

	for (const char *const *sql = __start_db_ahead; !s->is_ahead && sql < __stop_db_ahead;
	     sql++)
		if (statement_get(s, *sql, &at, &st, &ignored) && at == KEPT_NONE)
			sqlite3_finalize(st);
	s->is_ahead = true;
}

static int
bind_value(sqlite3_stmt *st, int at, const struct db_value *v)
{
	const char *bytes = v->text.p ? v->text.p : "";

	switch (v->kind) {
	case DB_INT:
		return sqlite3_bind_int64(st, at, v->number);
	case DB_TEXT:
		return sqlite3_bind_text64(st, at, bytes, v->text.n, SQLITE_STATIC, SQLITE_UTF8);
	case DB_BLOB:
		return sqlite3_bind_blob64(st, at, bytes, v->text.n, SQLITE_STATIC);
	case DB_NULL:
	default:
		return sqlite3_bind_null(st, at);
	}
}

static bool
bind(struct sqlite *s, sqlite3_stmt *st, const struct db_value *values, size_t count,
    struct err *err)
{
	if ((size_t)sqlite3_bind_parameter_count(st) != count)
		return err_set(err, ERR_INTERNAL, "a statement with %d parameters was given %zu",
		    sqlite3_bind_parameter_count(st), count);
	for (size_t i = 0; i < count; i++) {
		int code = bind_value(st, (int)i + 1, &values[i]);
		if (code != SQLITE_OK)
			return sqlite_failed(s, code, err);
	}
	return true;
}

static struct db_value
column(sqlite3_stmt *st, int at)
{
	switch (sqlite3_column_type(st, at)) {
	case SQLITE_INTEGER:
		return db_int(sqlite3_column_int64(st, at));
	case SQLITE_TEXT: {
		const char *text = (const char *)sqlite3_column_text(st, at);
		return db_text(
		    (struct str){text ? text : "", (size_t)sqlite3_column_bytes(st, at)});
	}
	case SQLITE_BLOB: {
		const char *bytes = sqlite3_column_blob(st, at);
		return db_blob(
		    (struct str){bytes ? bytes : "", (size_t)sqlite3_column_bytes(st, at)});
	}
	default:
		return db_null();
	}
}

static bool
give(sqlite3_stmt *st, bool (*row)(void *context, const struct db_row *row), void *context)
{
	struct db_value columns[DB_COLUMNS_MAX];
	int count = sqlite3_column_count(st);

	for (int i = 0; i < count; i++)
		columns[i] = column(st, i);
	return row(context, &(struct db_row){columns, (size_t)count});
}

static bool
walk(struct sqlite *s, sqlite3_stmt *st, bool (*row)(void *context, const struct db_row *row),
    void *context, struct err *err)
{
	int code;

	if (sqlite3_column_count(st) > DB_COLUMNS_MAX)
		return err_set(err, ERR_INTERNAL, "a statement has too many columns");
	while ((code = sqlite3_step(st)) == SQLITE_ROW)
		if (row && !give(st, row, context))
			return false;
	return code == SQLITE_DONE || sqlite_failed(s, code, err);
}

bool
sqlite_execute(struct db *db, const char *sql, const struct db_value *values, size_t count,
    bool (*row)(void *context, const struct db_row *row), void *context, int64_t *changed,
    struct err *err)
{
	struct sqlite *s = (struct sqlite *)db;
	sqlite3_stmt *st;
	size_t at;

	if (s->depth == 0)
		s->now_us = clock_utc_us();
	if (!statement_get(s, sql, &at, &st, err))
		return false;
	if (at != KEPT_NONE)
		s->kept.entries[at].busy = true;
	s->depth++;
	bool done = bind(s, st, values, count, err) && walk(s, st, row, context, err);
	s->depth--;
	if (done && changed)
		*changed = sqlite3_stmt_readonly(st) ? 0 : sqlite3_changes64(s->handle);
	if (at != KEPT_NONE) {
		s->kept.entries[at].busy = false;
		sqlite3_reset(st);
		sqlite3_clear_bindings(st);
	} else {
		sqlite3_finalize(st);
	}
	return done;
}

bool
sqlite_script(struct db *db, const char *sql, struct err *err)
{
	struct sqlite *s = (struct sqlite *)db;

	if (s->depth == 0)
		s->now_us = clock_utc_us();
	int code = sqlite3_exec(s->handle, sql, NULL, NULL, NULL);
	return code == SQLITE_OK || sqlite_failed(s, code, err);
}

void
sqlite_statements_release(struct sqlite *s)
{
	for (size_t at = 0; at < KEPT_MAX; at++)
		statement_release(s, at);
	sqlite_guards_release(&s->guards);
}
