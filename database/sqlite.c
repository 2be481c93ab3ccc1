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
#include "dialect.h"
#include "hash.h"
#include "sqlite_file.h"
#include "sqlite_functions.h"
#include "sqlite_statement.h"

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

/* The first process to open the file reads the whole write-ahead log, so the log is checkpointed
 * while it is short; if nobody tidies, a commit does it, as in SQLite. The next commit of this
 * process begins it anew in the same file (another process can't tell that it was moved): to cut it
 * would make each later commit grow it. */
#define LOG_PAGES_MAX 1000

static int
note_log(void *context, sqlite3 *handle, const char *name, int pages)
{
	struct sqlite *s = context;

	s->log_pages = pages;
	if (pages >= LOG_PAGES_MAX && pages >= 2 * s->db.log_pages)
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

	sqlite_statements_release(s);
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
    .ahead = sqlite_ahead,
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
	    {SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE,
		1}, /* the next process that fills the log checkpoints it */
	};

	for (size_t i = 0; i < ARRAY_LENGTH(settings); i++) {
		int code =
		    sqlite3_db_config(s->handle, settings[i].option, settings[i].value, NULL);
		if (code != SQLITE_OK)
			return sqlite_failed(s, code, err);
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
	return code == SQLITE_OK || sqlite_failed(s, code, err);
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
	if (code != SQLITE_OK ? !sqlite_failed(s, code, err) : !prepare_file(s, err)) {
		sqlite_close(&s->db);
		return false;
	}
	*out = &s->db;
	return true;
}
