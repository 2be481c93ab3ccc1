/* SPDX-License-Identifier: MIT */
#include "bench_rows.h"

#include "embedded.h"
#include "migrate.h"
#include "store.h"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#define COLUMNS 11
#define TOGETHER 5
#define PAGE 500
#define NUMBER_BYTES 24
#define SCRIPT_BYTES ((size_t)1 << 20)

struct rows {
	bool is_lite;
	sqlite3 *lite;
	sqlite3_stmt *one, *many, *page, *begin, *commit;
	PGconn *server;
	char schema[64], beside[64];
	struct str body;
	long next;
};

static void
must(bool good, const char *what, const char *why)
{
	if (good)
		return;
	fprintf(stderr, "bench_ledger: the raw engine: %s: %s\n", what, why);
	exit(EXIT_FAILURE);
}

/* -- opening --------------------------------------------------------------------------------- */

static void
write_insert(struct buf *out, int rows)
{
	buf_text(out, "INSERT INTO ledger_event (seq, time_us, type, actor, run_id, approval_id, "
		      "writer, writer_seq, prev_sha256, leaf_sha256, body) VALUES ");
	for (int i = 0; i < rows; i++)
		for (int c = 0; c < COLUMNS; c++)
			buf_printf(out, "%s$%d%s",
			    c > 0   ? ", "
			    : i > 0 ? ", ("
				    : "(",
			    i * COLUMNS + c + 1, c == COLUMNS - 1 ? ")" : "");
}

static const char page_sql[] =
    "SELECT seq, time_us, type, actor, run_id, approval_id, writer, writer_seq, prev_sha256, "
    "leaf_sha256, body FROM ledger_event WHERE seq >= $1 ORDER BY seq LIMIT 500";

static void
script(struct rows *r, const char *text)
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

static void
prepare(struct rows *r, const char *name, const char *sql, sqlite3_stmt **out)
{
	if (r->is_lite) {
		must(sqlite3_prepare_v2(r->lite, sql, -1, out, NULL) == SQLITE_OK, sql,
		    sqlite3_errmsg(r->lite));
		return;
	}
	PGresult *got = PQprepare(r->server, name, sql, 0, NULL);
	must(PQresultStatus(got) == PGRES_COMMAND_OK, sql, PQerrorMessage(r->server));
	PQclear(got);
}

static void
prepare_all(struct rows *r)
{
	for (int rows = 1; rows <= TOGETHER; rows += TOGETHER - 1) {
		struct buf sql;
		buf_init(&sql, 4096);
		write_insert(&sql, rows);
		prepare(r, rows == 1 ? "one" : "many", sql.p, rows == 1 ? &r->one : &r->many);
		buf_release(&sql);
	}
	prepare(r, "page", page_sql, &r->page);
	if (!r->is_lite)
		return;
	prepare(r, "begin", "BEGIN IMMEDIATE", &r->begin);
	prepare(r, "commit", "COMMIT", &r->commit);
}

static void
make_tables(struct rows *r)
{
	struct buf text;

	buf_init(&text, SCRIPT_BYTES);
	migrate_step(r->is_lite ? &sqlite_dialect : &postgres_dialect, 0, &text);
	script(r, text.p);
	buf_release(&text);
}

struct rows *
rows_open(bool lite, const char *folder, struct str body)
{
	struct rows *r = calloc(1, sizeof(*r));
	char where[400];

	must(r != NULL, "memory", "none");
	r->is_lite = lite;
	r->body = body;
	if (lite) {
		snprintf(where, sizeof(where), "%s/raw.db", folder);
		must(sqlite3_open(where, &r->lite) == SQLITE_OK, "open", where);
		script(r, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
	} else {
		store_id("raw", r->schema);
		snprintf(where, sizeof(where), "host=%s dbname=postgres user=sluice", folder);
		r->server = PQconnectdb(where);
		must(PQstatus(r->server) == CONNECTION_OK, "connect", where);
		snprintf(where, sizeof(where), "CREATE SCHEMA %s; SET search_path = %s", r->schema,
		    r->schema);
		script(r, where);
	}
	make_tables(r);
	prepare_all(r);
	return r;
}

void
rows_make_place(struct rows *r, const char *name)
{
	char text[200];

	snprintf(r->beside, sizeof(r->beside), "%s", name);
	snprintf(text, sizeof(text), "CREATE SCHEMA %s", name);
	script(r, text);
}

void
rows_close(struct rows *r)
{
	char text[200];

	if (r->is_lite) {
		sqlite3_stmt *const all[] = {r->one, r->many, r->page, r->begin, r->commit};
		for (size_t i = 0; i < ARRAY_LENGTH(all); i++)
			sqlite3_finalize(all[i]);
		sqlite3_close(r->lite);
	} else {
		script(r, "SET client_min_messages = warning");
		snprintf(text, sizeof(text), "DROP SCHEMA %s CASCADE; DROP SCHEMA %s CASCADE",
		    r->schema, r->beside);
		script(r, text);
		PQfinish(r->server);
	}
	free(r);
}

/* -- writing --------------------------------------------------------------------------------- */

#define HASH "0b703b3a3dd1a4b32966a8479b10792be77c1abec1503faed86857a5623603a5"
#define RUN "run_01m7yed6dnwdb7zjv40q78gn1k"
#define WRITER "wrt_01m7yed6dnwdb7zjv40q78gn1k"

static void
step(struct rows *r, sqlite3_stmt *st)
{
	must(sqlite3_step(st) == SQLITE_DONE, "step", sqlite3_errmsg(r->lite));
	sqlite3_reset(st);
}

static void
insert_lite(struct rows *r, int count)
{
	sqlite3_stmt *st = count == 1 ? r->one : r->many;
	static const char *const texts[COLUMNS] = {
	    NULL, NULL, "exception.used", "ann", RUN, NULL, WRITER, NULL, HASH, HASH, NULL};

	for (int i = 0; i < count; i++, r->next++) {
		int at = i * COLUMNS + 1;
		for (int c = 0; c < COLUMNS; c++)
			sqlite3_bind_text(st, at + c, texts[c], -1, SQLITE_STATIC);
		sqlite3_bind_int64(st, at, r->next);
		sqlite3_bind_int64(st, at + 1, 1795225949000001 + r->next);
		sqlite3_bind_int64(st, at + 7, r->next + 1);
		sqlite3_bind_text(st, at + 10, r->body.p, (int)r->body.n, SQLITE_STATIC);
	}
	step(r, st);
}

static void
insert_server(struct rows *r, int count)
{
	char numbers[TOGETHER][3][NUMBER_BYTES];
	const char *values[TOGETHER * COLUMNS];

	for (int i = 0; i < count; i++, r->next++) {
		const char *row[COLUMNS] = {numbers[i][0], numbers[i][1], "exception.used", "ann",
		    RUN, NULL, WRITER, numbers[i][2], HASH, HASH, r->body.p};
		snprintf(numbers[i][0], NUMBER_BYTES, "%ld", r->next);
		snprintf(numbers[i][1], NUMBER_BYTES, "%ld", 1795225949000001 + r->next);
		snprintf(numbers[i][2], NUMBER_BYTES, "%ld", r->next + 1);
		memcpy(values + i * COLUMNS, row, sizeof(row));
	}
	PGresult *got = PQexecPrepared(
	    r->server, count == 1 ? "one" : "many", count * COLUMNS, values, NULL, NULL, 1);
	must(PQresultStatus(got) == PGRES_COMMAND_OK, "insert", PQerrorMessage(r->server));
	PQclear(got);
}

void
rows_insert(struct rows *r, long count)
{
	if (r->is_lite)
		step(r, r->begin);
	else
		script(r, "BEGIN");
	for (long done = 0, n; done < count; done += n) {
		n = count - done >= TOGETHER ? TOGETHER : 1;
		if (r->is_lite)
			insert_lite(r, (int)n);
		else
			insert_server(r, (int)n);
	}
	if (r->is_lite)
		step(r, r->commit);
	else
		script(r, "COMMIT");
}

/* -- reading --------------------------------------------------------------------------------- */

static long
page_lite(struct rows *r, long from, size_t *bytes)
{
	long count = 0;

	sqlite3_bind_int64(r->page, 1, from);
	for (; sqlite3_step(r->page) == SQLITE_ROW; count++)
		for (int c = 0; c < COLUMNS; c++)
			if (sqlite3_column_type(r->page, c) == SQLITE_TEXT)
				*bytes += (size_t)sqlite3_column_text(r->page, c)[0] +
					  (size_t)sqlite3_column_bytes(r->page, c);
			else
				*bytes += (size_t)sqlite3_column_int64(r->page, c);
	sqlite3_reset(r->page);
	return count;
}

static long
page_server(struct rows *r, long from, size_t *bytes)
{
	char number[NUMBER_BYTES];
	const char *values[] = {number};

	snprintf(number, sizeof(number), "%ld", from);
	PGresult *got = PQexecPrepared(r->server, "page", 1, values, NULL, NULL, 1);
	must(PQresultStatus(got) == PGRES_TUPLES_OK, "read", PQerrorMessage(r->server));
	long count = PQntuples(got);
	for (int i = 0; i < count; i++)
		for (int c = 0; c < COLUMNS; c++)
			*bytes += (size_t)PQgetlength(got, i, c) + (size_t)PQgetvalue(got, i, c)[0];
	PQclear(got);
	return count;
}

long
rows_read(struct rows *r)
{
	size_t bytes = 0;
	long total = 0, count;

	do {
		count = r->is_lite ? page_lite(r, total, &bytes) : page_server(r, total, &bytes);
		total += count;
	} while (count == PAGE);
	must(bytes > 0 || total == 0, "read", "nothing");
	return total;
}
