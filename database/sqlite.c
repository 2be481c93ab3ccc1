/* SPDX-License-Identifier: MIT */
/*
 * Theory: one file, many processes. Write-ahead logging lets readers go on beside the one writer,
 * and every write transaction takes the writer's place at its start (BEGIN IMMEDIATE), so that
 * nothing is read under one state and written under another. synchronous=FULL: what was committed
 * is on the disk.
 *
 * The connection is closed against what a hostile statement might try: the schema can't be changed
 * once it is sealed (the authorizer), no other file can be attached, no extension loaded, and what
 * triggers call can't be replaced from within the file (trusted_schema off). guard() lives in this
 * program (sqlite_guards.h): a writer that is none of ours, a database shell for one, has no guard()
 * and fails at each table that has one.
 */
#include "clock.h"
#include "db.h"
#include "dialect.h"
#include "hash.h"
#include "kept.h"
#include "sqlite_file.h"
#include "sqlite_functions.h"
#include "sqlite_guards.h"
#include "sqlite_sql.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define APPLICATION_ID 0x536c7563 /* "Sluc" */
#define BUSY_US_MAX 10000000
#define VALUE_BYTES_MAX ((256 << 20) + (1 << 20))

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
	bool choosing;  /* it is being set: the one pragma that the authorizer lets through */
};

static bool
is_full(sqlite3 *handle, int code)
{
	if ((code & 0xff) == SQLITE_FULL)
		return true;
	int sys = (code & 0xff) == SQLITE_IOERR ? sqlite3_system_errno(handle) : 0;
	return sys == ENOSPC || sys == EDQUOT || sys == EFBIG;
}

/* What the engine's code means to the caller; the words are its own. */
static bool
failed(struct sqlite *s, int code, struct err *err)
{
	const char *words = sqlite3_errmsg(s->handle);
	int kind = code & 0xff;

	if (is_full(s->handle, code)) {
		err_set(err, ERR_LIMIT, "no room for the store: nothing was changed");
		err_help(err, "make room on its disk, then try again");
	} else if (kind == SQLITE_CONSTRAINT || kind == SQLITE_AUTH) {
		err_set(err, ERR_REFUSED, "%s", words);
	} else if (kind == SQLITE_READONLY) {
		err_set(err, ERR_REFUSED, "this store is open for reading alone");
	} else if (kind == SQLITE_BUSY || kind == SQLITE_LOCKED) {
		s->db.may_retry = true;
		err_set(err, ERR_SYSTEM, "the store is busy: %s", words);
	} else if (kind == SQLITE_NOTADB || kind == SQLITE_CORRUPT) {
		err_set(err, ERR_INPUT, "the store is damaged or no store at all: %s", words);
		err_help(err, "put it aside and restore a backup");
	} else if (kind == SQLITE_NOMEM) {
		err_memory(err);
	} else if (kind == SQLITE_TOOBIG) {
		err_set(err, ERR_LIMIT, "too much for the store: %s", words);
	} else {
		err_set(err, ERR_SYSTEM, "the store failed: %s", words);
	}
	return err_place(err, s->path, 0, 0, 0);
}

static int
wait_while_busy(void *context, int times)
{
	struct sqlite *s = context;
	uint16_t chance;

	if (times == 0)
		s->busy_since_us = clock_us();
	if (clock_us() - s->busy_since_us > BUSY_US_MAX)
		return 0;
	random_bytes(&chance, sizeof(chance));
	long us = 100 + chance % (times < 8 ? 400 << (times / 2) : 8000);
	struct timespec pause = {0, us * 1000};
	nanosleep(&pause, NULL);
	return 1;
}

/* Reads and changes of rows, nothing else. */
static int
authorize(void *context, int action, const char *first, const char *second, const char *database,
    const char *trigger)
{
	const struct sqlite *s = context;

	(void)database;
	(void)trigger;
	switch (action) {
	case SQLITE_SELECT:
	case SQLITE_READ:
	case SQLITE_FUNCTION:
	case SQLITE_RECURSIVE:
	case SQLITE_TRANSACTION:
		return SQLITE_OK;
	case SQLITE_INSERT:
	case SQLITE_UPDATE:
	case SQLITE_DELETE:
		return strncmp(first, "sqlite_", 7) == 0 ? SQLITE_DENY : SQLITE_OK;
	case SQLITE_PRAGMA:
		return (s->choosing && strcmp(first, "synchronous") == 0) ||
			       strcmp(first, "table_info") == 0 ||
			       (!second && (strcmp(first, "integrity_check") == 0 ||
					       strcmp(first, "foreign_key_check") == 0))
			   ? SQLITE_OK
			   : SQLITE_DENY;
	default:
		return SQLITE_DENY;
	}
}

/* -- statements ------------------------------------------------------------------------------ */

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
	return code == SQLITE_OK || failed(s, code, err);
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
			return failed(s, code, err);
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
	return code == SQLITE_DONE || failed(s, code, err);
}

static bool
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

static bool
sqlite_script(struct db *db, const char *sql, struct err *err)
{
	struct sqlite *s = (struct sqlite *)db;

	if (s->depth == 0)
		s->now_us = clock_utc_us();
	int code = sqlite3_exec(s->handle, sql, NULL, NULL, NULL);
	return code == SQLITE_OK || failed(s, code, err);
}

/* A commit under NORMAL is written to the log and not synced; the next one under FULL syncs the
 * whole log, and a power cut before it takes the last commits, in order. */
static bool
choose_durability(struct sqlite *s, struct err *err)
{
	if (s->relaxed == s->db.soon)
		return true;
	s->choosing = true;
	bool done = sqlite_script(
	    &s->db, s->db.soon ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL", err);
	s->choosing = false;
	s->relaxed = done ? s->db.soon : s->relaxed;
	return done;
}

static bool
sqlite_begin(struct db *db, bool writes, struct err *err)
{
	if (writes && !choose_durability((struct sqlite *)db, err))
		return false;
	return sqlite_execute(
	    db, writes ? "BEGIN IMMEDIATE" : "BEGIN", NULL, 0, NULL, NULL, NULL, err);
}

static bool
sqlite_commit(struct db *db, struct err *err)
{
	return sqlite_execute(db, "COMMIT", NULL, 0, NULL, NULL, NULL, err);
}

static void
sqlite_rollback(struct db *db)
{
	struct sqlite *s = (struct sqlite *)db;
	struct err ignored;

	if (!sqlite3_get_autocommit(s->handle))
		sqlite_script(db, "ROLLBACK", &ignored);
}

/* Whoever opens the file first reads the whole log, so it is moved while it is short; by a commit, as
 * SQLite would, where nobody tidies. The next commit of this process begins it anew in the same file
 * (another process can't tell that it was moved): to cut it would make each later commit grow it. */
#define LOG_PAGES_MAX 1000

static int
note_log(void *context, sqlite3 *handle, const char *name, int pages)
{
	struct sqlite *s = context;

	s->log_pages = pages;
	if (pages >= LOG_PAGES_MAX)
		(void)sqlite3_wal_checkpoint_v2(
		    handle, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	return SQLITE_OK;
}

static bool
sqlite_tidy(struct db *db, int pages)
{
	struct sqlite *s = (struct sqlite *)db;
	int code;

	if (s->log_pages < pages || db->in_transaction)
		return false;
	s->log_pages = 0;
	sqlite3_busy_handler(s->handle, NULL, NULL);
	code = sqlite3_wal_checkpoint_v2(s->handle, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	sqlite3_busy_handler(s->handle, wait_while_busy, s);
	return code == SQLITE_OK;
}

static void
sqlite_seal(struct db *db)
{
	struct sqlite *s = (struct sqlite *)db;

	/* The table-valued function is declared at its first use, which the authorizer would
	 * refuse. */
	sqlite3_exec(s->handle, "SELECT 1 FROM pragma_table_info('meta')", NULL, NULL, NULL);
	sqlite3_set_authorizer(s->handle, authorize, s);
}

static void
sqlite_close(struct db *db)
{
	struct sqlite *s = (struct sqlite *)db;

	for (size_t at = 0; at < KEPT_MAX; at++)
		statement_release(s, at);
	sqlite_guards_release(&s->guards);
	sqlite3_close(s->handle);
	free(s);
}

static const struct db_engine engine = {
    .name = "sqlite",
    .dialect = &sqlite_dialect,
    .execute = sqlite_execute,
    .script = sqlite_script,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .tidy = sqlite_tidy,
    .seal = sqlite_seal,
    .close = sqlite_close,
    .ends_with_process = true, /* what was committed is in its log; a close moves nothing */
};

/* -- opening --------------------------------------------------------------------------------- */

static bool
harden(struct sqlite *s, struct err *err)
{
	static const struct {
		int option, value;
	} settings[] = {
	    {SQLITE_DBCONFIG_DEFENSIVE, 1}, {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
	    {SQLITE_DBCONFIG_ENABLE_FKEY, 1}, {SQLITE_DBCONFIG_ENABLE_TRIGGER, 1},
	    {SQLITE_DBCONFIG_ENABLE_VIEW, 0}, {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
	    {SQLITE_DBCONFIG_DQS_DML, 0}, {SQLITE_DBCONFIG_DQS_DDL, 0},
	    {SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1}, /* whoever fills the log next moves it */
	};

	for (size_t i = 0; i < ARRAY_LENGTH(settings); i++) {
		int code =
		    sqlite3_db_config(s->handle, settings[i].option, settings[i].value, NULL);
		if (code != SQLITE_OK)
			return failed(s, code, err);
	}
	int stays = 1; /* the log's file: to make one costs three syncs */
	(void)sqlite3_file_control(s->handle, "main", SQLITE_FCNTL_PERSIST_WAL, &stays);
	sqlite3_wal_hook(s->handle, note_log, s);
	sqlite3_limit(s->handle, SQLITE_LIMIT_ATTACHED, 0);
	sqlite3_limit(s->handle, SQLITE_LIMIT_LENGTH, VALUE_BYTES_MAX);
	sqlite3_busy_handler(s->handle, wait_while_busy, s);
	int code = sqlite_functions_add(s->handle, &s->now_us);
	if (code == SQLITE_OK)
		code = sqlite_guards_add(s->handle, &s->guards);
	return code == SQLITE_OK || failed(s, code, err);
}

/* A file with tables and without our mark is somebody else's; an empty one gets the mark. */
static bool
claim_file(struct db *db, void *context, struct err *err)
{
	struct sqlite *s = (struct sqlite *)db;
	int64_t id, tables;
	char mark[64];

	(void)context;
	if (!db_number(db, "PRAGMA application_id", NULL, 0, 0, &id, err) ||
	    !db_number(db, "SELECT count(*) FROM sqlite_schema", NULL, 0, 0, &tables, err))
		return false;
	if (id == APPLICATION_ID)
		return true;
	if (id != 0 || tables != 0) {
		err_set(err, ERR_REFUSED, "the file is another program's database");
		return err_place(err, s->path, 0, 0, 0);
	}
	snprintf(mark, sizeof(mark), "PRAGMA application_id = %d", APPLICATION_ID);
	return sqlite_script(db, mark, err);
}

/* Only one process can change the journal's mode, and the busy handler is not asked: so again. */
static bool
use_wal(struct sqlite *s, struct err *err)
{
	for (int attempt = 0;; attempt++) {
		s->db.may_retry = false;
		if (sqlite_script(&s->db, "PRAGMA journal_mode = WAL", err))
			return true;
		if (!s->db.may_retry || !wait_while_busy(s, attempt))
			return false;
	}
}

static bool
prepare_file(struct sqlite *s, struct err *err)
{
	if (s->db.read_only)
		return harden(s, err) && db_read(&s->db, claim_file, NULL, err);
	return harden(s, err) && db_do(&s->db, claim_file, NULL, err) && use_wal(s, err) &&
	       sqlite_script(&s->db,
		   "PRAGMA synchronous = FULL; PRAGMA recursive_triggers = ON;"
		   "PRAGMA journal_size_limit = 67108864; PRAGMA cell_size_check = ON;",
		   err);
}

/* Nobody asks SQLite how much memory it has: without its count, an allocation takes no lock. A program
 * that used SQLite before this library keeps its own choice. */
static void
begin_once(void)
{
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	if (sqlite3_initialize() == SQLITE_OK)
		sqlite_file_system_add();
}

bool
sqlite_open(const char *path, struct db **out, struct err *err)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	int how = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW;
	char uri[SQLITE_URI_BYTES];
	struct sqlite *s;

	(void)pthread_once(&once, begin_once);
	if (!(s = calloc(1, sizeof(*s))))
		return err_memory(err);
	s->db.engine = &engine;
	s->db.read_only = sqlite_file_is_read_only(path, s->path);
	if (!s->db.read_only && !sqlite_file_ready(path, s->path, err)) {
		free(s);
		return false;
	}
	if (s->db.read_only) {
		how = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
		sqlite_file_uri(s->path, uri);
	}
	int code = sqlite3_open_v2(s->db.read_only ? uri : s->path, &s->handle,
	    how | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE,
	    SQLITE_FILE_SYSTEM);
	if (code != SQLITE_OK ? !failed(s, code, err) : !prepare_file(s, err)) {
		sqlite_close(&s->db);
		return false;
	}
	*out = &s->db;
	return true;
}
