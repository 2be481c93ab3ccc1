/* SPDX-License-Identifier: MIT */
#include "bench_raw.h"

#include "clock.h"
#include "db.h"
#include "dialect.h"
#include "embedded.h"
#include "migrate.h"
#include "store.h"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#define PARAMETERS_MAX 8
#define TEXT_BYTES 128
#define SCRIPT_BYTES ((size_t)4 << 20)

enum statement {
	BEGIN = 0,
	COMMIT,
	CONTENT,
	RUN,
	JOB,
	STEP,
	CLAIM,
	END_RUN,
	END_STEP,
	END_JOB,
	STATEMENTS,
};

static const char *const sql[STATEMENTS] = {
    [BEGIN] = "BEGIN",
    [COMMIT] = "COMMIT",
    [CONTENT] = "INSERT INTO content (sha256, size, media_type, bytes, made_us) "
		"VALUES ($1, 10, 'text/plain', CAST($2 AS %s), $3)",
    [RUN] = "INSERT INTO run (id, tenant, requester_id, idempotency_key, title, policy, state, "
	    "version, task_sha256, created_us, updated_us, time_us, deadline_us) VALUES ($1, "
	    "'default', 'ann', $2, 'a title of usual length, for the list', 'data-analysis', "
	    "'received', 1, $3, $4, $5, 3600000000, $6)",
    [JOB] = "INSERT INTO job (id, run_id, state, priority, due_us, deadline_us) "
	    "VALUES ($1, $2, 'ready', 100, $3, $4)",
    [STEP] = "INSERT INTO run_step (run_id, seq, at_us, actor, src, dst, note, sha256) "
	     "VALUES ($1, 1, $2, 'ann', '', 'received', '', $3)",
    [CLAIM] = "UPDATE job SET state = 'leased', worker = 'worker', token = token + 1, attempt = "
	      "attempt + 1, lease_until_us = $1 WHERE id = (SELECT id FROM job WHERE state = "
	      "'ready' AND due_us <= $2 ORDER BY priority, due_us, id LIMIT 1%s) "
	      "RETURNING id, run_id, token",
    [END_RUN] = "UPDATE run SET state = 'failed', version = version + 1, updated_us = $1, reason "
		"= 'done', exit_code = 70 WHERE id = $2",
    [END_STEP] = "INSERT INTO run_step (run_id, seq, at_us, actor, src, dst, note) "
		 "VALUES ($1, 2, $2, 'worker', 'received', 'failed', 'done')",
    [END_JOB] = "DELETE FROM job WHERE id = $1 AND token = $2 AND state = 'leased'",
};

struct raw {
	bool is_lite;
	char folder[256], schema[64];
	sqlite3 *lite;
	sqlite3_stmt *statements[STATEMENTS];
	PGconn *server;
	char columns[3][TEXT_BYTES]; /* of the last row */
	size_t made;
};

static void
must(bool good, const char *what, const char *why)
{
	if (good)
		return;
	fprintf(stderr, "bench_store: the raw engine: %s: %s\n", what, why);
	exit(EXIT_FAILURE);
}

/* -- one statement --------------------------------------------------------------------------- */

static void
run_lite(struct raw *r, enum statement which, const char *const *values, int count)
{
	sqlite3_stmt *st = r->statements[which];

	for (int i = 0; i < count; i++)
		sqlite3_bind_text(st, i + 1, values[i], -1, SQLITE_STATIC);
	int code = sqlite3_step(st);
	for (int i = 0; code == SQLITE_ROW && i < sqlite3_column_count(st); i++)
		snprintf(r->columns[i], TEXT_BYTES, "%s", (const char *)sqlite3_column_text(st, i));
	if (code == SQLITE_ROW)
		code = sqlite3_step(st);
	must(code == SQLITE_DONE, sql[which], sqlite3_errmsg(r->lite));
	sqlite3_reset(st);
}

static void
run_server(struct raw *r, enum statement which, const char *const *values, int count)
{
	char name[8];

	snprintf(name, sizeof(name), "s%d", (int)which);
	PGresult *got = PQexecPrepared(r->server, name, count, values, NULL, NULL, 0);
	ExecStatusType status = PQresultStatus(got);
	must(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, sql[which],
	    PQerrorMessage(r->server));
	for (int i = 0; PQntuples(got) > 0 && i < PQnfields(got); i++)
		snprintf(r->columns[i], TEXT_BYTES, "%s", PQgetvalue(got, 0, i));
	PQclear(got);
}

#define RUN_RAW(r, which, ...)                                                                     \
	run_raw(r, which, (const char *const[]){__VA_ARGS__},                                      \
	    (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

static void
run_raw(struct raw *r, enum statement which, const char *const *values, int count)
{
	if (r->is_lite)
		run_lite(r, which, values, count);
	else
		run_server(r, which, values, count);
}

static void
script(struct raw *r, const char *text)
{
	if (r->is_lite) {
		must(sqlite3_exec(r->lite, text, NULL, NULL, NULL) == SQLITE_OK, text,
		    sqlite3_errmsg(r->lite));
		return;
	}
	PGresult *got = PQexec(r->server, text);
	ExecStatusType status = PQresultStatus(got);
	must(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, text,
	    PQerrorMessage(r->server));
	PQclear(got);
}

/* -- opening --------------------------------------------------------------------------------- */

/* What the engines say differently. */
static const char *
own_words(const struct raw *r, int which)
{
	if (which == CONTENT)
		return r->is_lite ? "BLOB" : "bytea";
	return r->is_lite ? "" : " FOR UPDATE SKIP LOCKED";
}

static void
prepare_all(struct raw *r)
{
	for (int i = 0; i < STATEMENTS; i++) {
		char text[1024], name[8];

		snprintf(text, sizeof(text), "%s", sql[i]);
		const char *mark = strstr(sql[i], "%s");
		if (mark)
			snprintf(text, sizeof(text), "%.*s%s%s", (int)(mark - sql[i]), sql[i],
			    own_words(r, i), mark + 2);
		snprintf(name, sizeof(name), "s%d", i);
		if (r->is_lite) {
			must(sqlite3_prepare_v2(r->lite, text, -1, &r->statements[i], NULL) ==
				 SQLITE_OK,
			    text, sqlite3_errmsg(r->lite));
			continue;
		}
		PGresult *got = PQprepare(r->server, name, text, 0, NULL);
		must(PQresultStatus(got) == PGRES_COMMAND_OK, text, PQerrorMessage(r->server));
		PQclear(got);
	}
}

/* The store's own tables, by its own words, without its guards. */
static void
make_tables(const char *where, bool lite)
{
	struct err err = {0};
	struct buf text;
	struct db *db;

	must(lite ? sqlite_open(where, &db, &err) : postgres_open(where, &db, &err), "open",
	    err.message);
	buf_init(&text, SCRIPT_BYTES);
	migrate_helpers(db->engine->dialect, &text);
	db->engine->dialect->schema(str_from(schema), &text);
	must(db->engine->script(db, text.p, &err), "schema", err.message);
	buf_release(&text);
	db->engine->close(db);
}

struct raw *
raw_open(bool lite, const char *folder)
{
	struct raw *r = calloc(1, sizeof(*r));
	char where[400], text[200];

	must(r != NULL, "memory", "none");
	r->is_lite = lite;
	snprintf(r->folder, sizeof(r->folder), "%s", folder);
	store_id("t", r->schema);
	if (lite) {
		snprintf(where, sizeof(where), "%s/raw.db", folder);
		make_tables(where, true);
		must(sqlite3_open(where, &r->lite) == SQLITE_OK, "open", where);
		script(r, "PRAGMA synchronous = FULL");
	} else {
		snprintf(where, sizeof(where), "host=%s dbname=postgres user=sluice", folder);
		r->server = PQconnectdb(where);
		must(PQstatus(r->server) == CONNECTION_OK, "connect", where);
		script(r, "SET client_min_messages = warning");
		snprintf(text, sizeof(text), "CREATE SCHEMA raw_%s; CREATE SCHEMA %s", r->schema,
		    r->schema);
		script(r, text);
		snprintf(where, sizeof(where),
		    "host=%s dbname=postgres user=sluice options=-csearch_path=raw_%s", folder,
		    r->schema);
		make_tables(where, false);
		snprintf(text, sizeof(text), "SET search_path = raw_%s", r->schema);
		script(r, text);
	}
	script(r, "INSERT INTO principal (id, kind, name, trusted, made_us) "
		  "VALUES ('ann', 'human', 'ann', 1, 1)");
	prepare_all(r);
	return r;
}

void
raw_close(struct raw *r)
{
	char text[200];

	for (int i = 0; r->is_lite && i < STATEMENTS; i++)
		sqlite3_finalize(r->statements[i]);
	if (r->is_lite) {
		sqlite3_close(r->lite);
	} else {
		snprintf(text, sizeof(text), "DROP SCHEMA raw_%s CASCADE; DROP SCHEMA %s CASCADE",
		    r->schema, r->schema);
		script(r, text);
		PQfinish(r->server);
	}
	free(r);
}

void
raw_place_of_store(const struct raw *r, char *out, size_t size)
{
	if (r->is_lite)
		snprintf(out, size, "sqlite:%s/store.db", r->folder);
	else
		snprintf(out, size, "host=%s dbname=postgres user=sluice options=-csearch_path=%s",
		    r->folder, r->schema);
}

/* -- many runs ------------------------------------------------------------------------------- */

#define FILL(series)                                                                               \
	"INSERT INTO content (sha256, size, media_type, bytes, made_us) VALUES ('%064d', 1, "      \
	"'text/plain', CAST('x' AS %s), 1);"                                                       \
	"INSERT INTO run (id, tenant, requester_id, idempotency_key, title, policy, state, "       \
	"version, task_sha256, created_us, updated_us, time_us, deadline_us) SELECT 'run_0' || "   \
	"n, 'default', 'ann', 'run_0' || n, 'a title of usual length, for the list', "             \
	"'data-analysis', 'failed', 2, '%064d', n, n, 3600000000, n + 3600000000 FROM " series ";" \
	"INSERT INTO run_step (run_id, seq, at_us, actor, src, dst, note) SELECT 'run_0' || n, "   \
	"1, n, 'ann', '', 'received', '' FROM " series ";"                                         \
	"INSERT INTO run_step (run_id, seq, at_us, actor, src, dst, note) SELECT 'run_0' || n, "   \
	"2, n, 'worker', 'received', 'failed', 'done' FROM " series

#define LITE_SERIES                                                                                \
	"(WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < %ld) SELECT "  \
	"n "                                                                                       \
	"FROM c) s"
#define SERVER_SERIES "(SELECT generate_series(1, %ld) AS n) s"

static int
keep_trigger(void *context, int count, char **values, char **names)
{
	struct buf *b = context;

	(void)count;
	(void)names;
	buf_printf(&b[0], "DROP TRIGGER \"%s\";", values[0]);
	buf_printf(&b[1], "%s;", values[1]);
	return 0;
}

static void
fill_lite(sqlite3 *lite, const char *text)
{
	struct buf triggers[2];

	buf_init(&triggers[0], SCRIPT_BYTES);
	buf_init(&triggers[1], SCRIPT_BYTES);
	buf_text(&triggers[0], "BEGIN;");
	sqlite3_exec(lite, "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
	    keep_trigger, triggers, NULL);
	bool good =
	    sqlite3_exec(lite, triggers[0].p, NULL, NULL, NULL) == SQLITE_OK &&
	    sqlite3_exec(lite, text, NULL, NULL, NULL) == SQLITE_OK &&
	    (!triggers[1].p || sqlite3_exec(lite, triggers[1].p, NULL, NULL, NULL) == SQLITE_OK) &&
	    sqlite3_exec(lite, "COMMIT; PRAGMA wal_checkpoint(TRUNCATE); ANALYZE", NULL, NULL,
		NULL) == SQLITE_OK;
	must(good, "fill", sqlite3_errmsg(lite));
	buf_release(&triggers[0]);
	buf_release(&triggers[1]);
}

void
raw_fill(struct raw *r, long runs)
{
	char *text = malloc(4096), set[300];
	sqlite3 *other;

	must(text != NULL, "memory", "none");
	if (r->is_lite) {
		snprintf(text, 4096, FILL(LITE_SERIES), 0, "BLOB", 0, runs, runs, runs);
		fill_lite(r->lite, text);
		snprintf(set, sizeof(set), "%s/store.db", r->folder);
		must(sqlite3_open(set, &other) == SQLITE_OK, "open", set);
		fill_lite(other, text);
		sqlite3_close(other);
	} else {
		snprintf(text, 4096, FILL(SERVER_SERIES), 0, "bytea", 0, runs, runs, runs);
		script(r, "SET session_replication_role = replica");
		script(r, text);
		snprintf(set, sizeof(set), "SET search_path = %s", r->schema);
		script(r, set);
		script(r, text);
		snprintf(set, sizeof(set), "SET search_path = raw_%s", r->schema);
		script(r, set);
		script(r, "SET session_replication_role = origin");
		script(r, "VACUUM ANALYZE");
	}
	free(text);
}

/* -- the work -------------------------------------------------------------------------------- */

void
raw_enqueue(struct raw *r)
{
	char run[STORE_ID_BYTES], job[STORE_ID_BYTES], digest[DIGEST_HEX_BYTES], now[24], until[24];
	struct digest d;
	char text[64];

	store_id("run", run);
	store_id("job", job);
	snprintf(text, sizeof(text), "task %zu", r->made++);
	digest_of(str_from(text), &d);
	digest_hex(&d, digest);
	snprintf(now, sizeof(now), "%lld", (long long)clock_utc_us());
	snprintf(until, sizeof(until), "%lld", (long long)clock_utc_us() + 3600000000);
	run_raw(r, BEGIN, NULL, 0);
	RUN_RAW(r, CONTENT, digest, text, now);
	RUN_RAW(r, RUN, run, run, digest, now, now, until);
	RUN_RAW(r, JOB, job, run, now, until);
	RUN_RAW(r, STEP, run, now, digest);
	run_raw(r, COMMIT, NULL, 0);
}

void
raw_finish(struct raw *r)
{
	char now[24], until[24];

	snprintf(now, sizeof(now), "%lld", (long long)clock_utc_us());
	snprintf(until, sizeof(until), "%lld", (long long)clock_utc_us() + 30000000);
	r->columns[0][0] = '\0';
	RUN_RAW(r, CLAIM, until, now);
	must(r->columns[0][0] != '\0', "claim", "nothing there");
	run_raw(r, BEGIN, NULL, 0);
	RUN_RAW(r, END_RUN, now, r->columns[1]);
	RUN_RAW(r, END_STEP, r->columns[1], now);
	RUN_RAW(r, END_JOB, r->columns[0], r->columns[2]);
	run_raw(r, COMMIT, NULL, 0);
}
