/* SPDX-License-Identifier: MIT */
/*
 * Theory: a server, many machines. READ COMMITTED: each statement sees what is committed when it
 * starts, and whatever decides locks the rows that it decides by; a snapshot for a whole
 * transaction would hide votes and vetoes that came meanwhile. All waits have an end: for a
 * statement, for a lock, for a transaction that does nothing.
 *
 * The search path is the schema that the connection starts in, then the temporary one: without it
 * named last, a temporary table called 'approval' would stand before the real one, and the guards
 * would ask it.
 *
 * A connection that is lost is opened again at the next transaction. How the server is reached and
 * trusted (hosts, TLS, certificates, the file with the password) is libpq's business.
 */
#include "db.h"
#include "dialect.h"
#include "kept.h"
#include "postgres_api.h"

#include <stdio.h>
#include <stdlib.h>

#define PARAMETERS_MAX 64
#define NUMBER_BYTES 24
#define VERSION_MIN 130000

enum { /* pg_type.dat */
	OID_BYTEA = 17,
	OID_INT8 = 20,
	OID_INT2 = 21,
	OID_INT4 = 23,
	OID_BOOL = 16,
};

struct postgres {
	struct db db;
	PGconn *connection;
	char *conninfo;
	struct kept kept;
	bool committing;
};

static struct postgres_api pq;

/* The planner believes statistics that may be from when the tables were empty, and keeps the plan:
 * a claim then sorts the whole queue. Every statement here has an index that gives its rows in
 * order, and what can't use one still may read a table; it counts as dear then, which is no reason
 * to compile it. */
static const char session[] =
    "SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off; SET jit = off;"
    "SET client_encoding = 'UTF8'; SET standard_conforming_strings = on;"
    "SET statement_timeout = '60s'; SET lock_timeout = '10s';"
    "SET idle_in_transaction_session_timeout = '30s'; SET bytea_output = 'hex';"
    "SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', false)";

static void
swallow_notice(void *context, const char *message)
{
	(void)context;
	(void)message;
}

static bool
is_lost(const struct postgres *p)
{
	return !p->connection || pq.PQstatus(p->connection) != CONNECTION_OK;
}

/* libpq's messages end in a newline and may have more lines: the first says it. */
static struct str
first_line(const char *message)
{
	struct str text = str_trim(str_from(message)), line = text;

	str_cut(&text, '\n', &line);
	return line;
}

static bool
state_is_one_of(const char *state, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strncmp(state, list[i], strlen(list[i])) == 0)
			return true;
	return false;
}

/* Sets the error that an SQLSTATE (PostgreSQL's manual, appendix A) means to the caller. */
static bool
failed(struct postgres *p, const PGresult *result, struct err *err)
{
	static const char *const refused[] = {"22", "23", "P0001", "42501"};
	static const char *const again[] = {
	    "40001", "40P01", "55P03", "57P", "08", "25P03", "53300"};
	static const char *const full[] = {"53100", "53200", "53400", "54"};
	const char *state = result ? pq.PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
	const char *primary =
	    result ? pq.PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
	struct str words =
	    primary ? first_line(primary) : first_line(pq.PQerrorMessage(p->connection));

	if (is_lost(p)) {
		p->db.may_retry = !p->committing;
		p->db.lost = true;
		return err_set(
		    err, ERR_SYSTEM, "the connection to the store was lost: %.*s", STR_ARG(words));
	}
	if (!state)
		return err_set(err, ERR_SYSTEM, "the store failed: %.*s", STR_ARG(words));
	if (state_is_one_of(state, refused, ARRAY_LENGTH(refused)))
		return err_set(err, ERR_REFUSED, "%.*s", STR_ARG(words));
	p->db.full = state_is_one_of(state, full, ARRAY_LENGTH(full));
	if (p->db.full) {
		err_set(err, ERR_SYSTEM, "no room for the store: %.*s", STR_ARG(words));
		return err_help(err, "make room on the server, then try again");
	}
	p->db.may_retry = state_is_one_of(state, again, ARRAY_LENGTH(again));
	return err_set(err, ERR_SYSTEM, "the store failed: %.*s (%s)", STR_ARG(words), state);
}

static bool
run_simple(struct postgres *p, const char *sql, struct err *err)
{
	PGresult *result = pq.PQexec(p->connection, sql);
	ExecStatusType status = pq.PQresultStatus(result);
	bool done =
	    status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;

	if (!done)
		failed(p, result, err);
	pq.PQclear(result);
	return done;
}

static bool
connect(struct postgres *p, struct err *err)
{
	const char *const keywords[] = {
	    "fallback_application_name", "connect_timeout", "tcp_user_timeout", "dbname", NULL};
	const char *const values[] = {"sluice", "10", "15000", p->conninfo, NULL};

	kept_clear(&p->kept);
	pq.PQfinish(p->connection);
	p->connection = pq.PQconnectdbParams(keywords, values, 1);
	if (!p->connection)
		return err_memory(err);
	if (is_lost(p)) {
		struct str words = first_line(pq.PQerrorMessage(p->connection));
		p->db.may_retry = p->db.lost = true;
		return err_set(err, ERR_SYSTEM, "the store can't be reached: %.*s", STR_ARG(words));
	}
	p->db.lost = false;
	pq.PQsetNoticeProcessor(p->connection, swallow_notice, NULL);
	if (pq.PQserverVersion(p->connection) < VERSION_MIN)
		return err_set(err, ERR_REFUSED, "the server's PostgreSQL is older than 13");
	return run_simple(p, session, err);
}

static bool
be_connected(struct postgres *p, struct err *err)
{
	return !is_lost(p) || connect(p, err);
}

/* -- statements ------------------------------------------------------------------------------ */

struct parameters {
	const char *values[PARAMETERS_MAX];
	int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX];
	Oid types[PARAMETERS_MAX];
	char numbers[PARAMETERS_MAX][NUMBER_BYTES];
	char *copies[PARAMETERS_MAX]; /* texts with a NUL behind them */
	uint64_t kinds;
};

static bool
parameter_set(struct parameters *ps, size_t at, const struct db_value *v)
{
	const char *bytes = v->text.p ? v->text.p : "";

	ps->kinds |= (uint64_t)v->kind << (at % 32 * 2);
	switch (v->kind) {
	case DB_INT:
		snprintf(ps->numbers[at], NUMBER_BYTES, "%lld", (long long)v->number);
		ps->values[at] = ps->numbers[at];
		ps->types[at] = OID_INT8;
		return true;
	case DB_TEXT:
		ps->values[at] = ps->copies[at] = strndup(bytes, v->text.n);
		return ps->copies[at] != NULL;
	case DB_BLOB:
		ps->values[at] = bytes;
		ps->lengths[at] = (int)v->text.n;
		ps->formats[at] = 1;
		ps->types[at] = OID_BYTEA;
		return true;
	case DB_NULL:
	default:
		return true;
	}
}

static bool
parameters_set(struct parameters *ps, const struct db_value *values, size_t count, struct err *err)
{
	memset(ps, 0, sizeof(*ps));
	if (count > PARAMETERS_MAX)
		return err_set(err, ERR_INTERNAL, "a statement has too many parameters");
	for (size_t i = 0; i < count; i++) {
		if (values[i].kind == DB_TEXT &&
		    memchr(values[i].text.p ? values[i].text.p : "", 0, values[i].text.n))
			return err_set(err, ERR_INPUT, "a text for the store holds a NUL");
		if (values[i].text.n > INT32_MAX)
			return err_set(err, ERR_LIMIT, "too much for the store");
		if (!parameter_set(ps, i, &values[i]))
			return err_memory(err);
	}
	return true;
}

static void
parameters_release(struct parameters *ps)
{
	for (size_t i = 0; i < PARAMETERS_MAX; i++)
		free(ps->copies[i]);
}

static bool
deallocate(struct postgres *p, size_t at, const char *name, struct err *err)
{
	char drop[32];
	bool named = p->kept.entries[at].named;

	kept_drop(&p->kept, at);
	if (!named)
		return true;
	snprintf(drop, sizeof(drop), "DEALLOCATE %s", name);
	return run_simple(p, drop, err);
}

/* Prepares the statement when it comes again: the first time it needs no name and one round trip
 * less, and most of a command's come once. `name`, which is empty then, is what the server knows it
 * by. */
static bool
prepare(struct postgres *p, const char *sql, const struct parameters *ps, size_t count,
    char name[16], struct err *err)
{
	bool there;
	size_t at = kept_find(&p->kept, sql, ps->kinds, &there);
	struct kept_entry *e = &p->kept.entries[at];

	snprintf(name, 16, "s%zu", at);
	if (!there) {
		bool freed = deallocate(p, at, name, err);
		*name = '\0';
		return freed && (kept_put(&p->kept, at, sql, ps->kinds) || err_memory(err));
	}
	if (e->named)
		return true;
	PGresult *result = pq.PQprepare(p->connection, name, sql, (int)count, ps->types);
	e->named = pq.PQresultStatus(result) == PGRES_COMMAND_OK || failed(p, result, err);
	pq.PQclear(result);
	return e->named;
}

static int64_t
big_endian(const char *bytes, int n)
{
	uint64_t number = n > 0 && (bytes[0] & 0x80) ? UINT64_MAX : 0;

	for (int i = 0; i < n; i++)
		number = number << 8 | (uint8_t)bytes[i];
	return (int64_t)number;
}

static struct db_value
column(const PGresult *result, int row, int at)
{
	if (pq.PQgetisnull(result, row, at))
		return db_null();
	const char *bytes = pq.PQgetvalue(result, row, at);
	int n = pq.PQgetlength(result, row, at);
	switch (pq.PQftype(result, at)) {
	case OID_INT2:
	case OID_INT4:
	case OID_INT8:
	case OID_BOOL:
		return db_int(big_endian(bytes, n));
	case OID_BYTEA:
		return db_blob((struct str){bytes, (size_t)n});
	default: /* checked below to be one whose binary form is its text */
		return db_text((struct str){bytes, (size_t)n});
	}
}

/* Text and its kin have the same form in text and binary; the rest would be read wrongly. */
static bool
columns_are_known(const PGresult *result, struct err *err)
{
	static const Oid known[] = {
	    OID_INT2, OID_INT4, OID_INT8, OID_BOOL, OID_BYTEA, 19, 25, 705, 1042, 1043};

	for (int i = 0; i < pq.PQnfields(result); i++) {
		size_t at = 0;
		while (at < ARRAY_LENGTH(known) && known[at] != pq.PQftype(result, i))
			at++;
		if (at == ARRAY_LENGTH(known))
			return err_set(err, ERR_INTERNAL,
			    "column %d has the type %u, which the store doesn't use", i + 1,
			    pq.PQftype(result, i));
	}
	return pq.PQnfields(result) <= DB_COLUMNS_MAX ||
	       err_set(err, ERR_INTERNAL, "a statement has too many columns");
}

static bool
give_all(const PGresult *result, bool (*row)(void *context, const struct db_row *row),
    void *context, struct err *err)
{
	struct db_value columns[DB_COLUMNS_MAX];
	int count = pq.PQnfields(result);

	if (!columns_are_known(result, err))
		return false;
	for (int r = 0; row && r < pq.PQntuples(result); r++) {
		for (int c = 0; c < count; c++)
			columns[c] = column(result, r, c);
		if (!row(context, &(struct db_row){columns, (size_t)count}))
			return false;
	}
	return true;
}

static bool
execute(struct postgres *p, const char *name, const char *sql, const struct parameters *ps,
    size_t count, PGresult **out, struct err *err)
{
	*out = *name ? pq.PQexecPrepared(
			   p->connection, name, (int)count, ps->values, ps->lengths, ps->formats, 1)
		     : pq.PQexecParams(p->connection, sql, (int)count, ps->types, ps->values,
			   ps->lengths, ps->formats, 1);
	ExecStatusType status = pq.PQresultStatus(*out);
	return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || failed(p, *out, err);
}

static bool
postgres_execute(struct db *db, const char *sql, const struct db_value *values, size_t count,
    bool (*row)(void *context, const struct db_row *row), void *context, int64_t *changed,
    struct err *err)
{
	struct postgres *p = (struct postgres *)db;
	struct parameters ps;
	PGresult *result = NULL;
	char name[16];

	if (!db->in_transaction && !be_connected(p, err))
		return false;
	bool done =
	    parameters_set(&ps, values, count, err) && prepare(p, sql, &ps, count, name, err) &&
	    execute(p, name, sql, &ps, count, &result, err) && give_all(result, row, context, err);
	if (done && changed)
		*changed =
		    pq.PQresultStatus(result) == PGRES_COMMAND_OK || strncmp(sql, "SELECT", 6) != 0
			? strtoll(pq.PQcmdTuples(result), NULL, 10)
			: 0;
	pq.PQclear(result);
	parameters_release(&ps);
	return done;
}

static bool
postgres_script(struct db *db, const char *sql, struct err *err)
{
	struct postgres *p = (struct postgres *)db;

	return (db->in_transaction || be_connected(p, err)) && run_simple(p, sql, err);
}

static bool
postgres_begin(struct db *db, bool writes, struct err *err)
{
	return postgres_script(db,
	    writes ? "BEGIN ISOLATION LEVEL READ COMMITTED"
		   : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
	    err);
}

static bool
postgres_commit(struct db *db, struct err *err)
{
	struct postgres *p = (struct postgres *)db;

	p->committing = true;
	PGresult *result = pq.PQexec(p->connection, "COMMIT");
	/* The server answers ROLLBACK where a statement had failed. */
	bool done = pq.PQresultStatus(result) == PGRES_COMMAND_OK
			? strcmp(pq.PQcmdStatus(result), "COMMIT") == 0 ||
			      err_set(err, ERR_INTERNAL, "a transaction went on behind a failure")
			: failed(p, result, err);
	p->committing = false;
	pq.PQclear(result);
	return done;
}

static void
postgres_rollback(struct db *db)
{
	struct postgres *p = (struct postgres *)db;
	struct err ignored;

	if (!is_lost(p) && pq.PQtransactionStatus(p->connection) != PQTRANS_IDLE)
		run_simple(p, "ROLLBACK", &ignored);
}

static void
postgres_seal(struct db *db)
{
	(void)db; /* what a role may do is the server's to say: docs/store.md */
}

static void
postgres_close(struct db *db)
{
	struct postgres *p = (struct postgres *)db;

	kept_clear(&p->kept);
	pq.PQfinish(p->connection);
	free(p->conninfo);
	free(p);
}

static const struct db_engine engine = {
    .name = "postgresql",
    .dialect = &postgres_dialect,
    .execute = postgres_execute,
    .script = postgres_script,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .seal = postgres_seal,
    .close = postgres_close,
};

/* A password here would stand in process lists, shell histories and configurations. */
static bool
holds_no_password(const char *conninfo, struct err *err)
{
	char *message = NULL;
	PQconninfoOption *options = pq.PQconninfoParse(conninfo, &message);
	bool holds = false;

	if (!options) {
		if (!message || strstr(message, "out of memory"))
			err_memory(err);
		else
			err_set(err, ERR_USAGE, "the store's address can't be read: %.*s",
			    STR_ARG(first_line(message)));
		pq.PQfreemem(message);
		return false;
	}
	for (PQconninfoOption *o = options; o->keyword; o++)
		holds = holds || (o->val && *o->val &&
				     (strcmp(o->keyword, "password") == 0 ||
					 strcmp(o->keyword, "sslpassword") == 0));
	pq.PQconninfoFree(options);
	if (!holds)
		return true;
	err_set(err, ERR_USAGE, "the store's address holds a password");
	return err_help(err, "put it into libpq's password file (~/.pgpass) or service file");
}

bool
postgres_open(const char *conninfo, struct db **out, struct err *err)
{
	struct postgres *p;

	if (!postgres_api_load(&pq, err) || !holds_no_password(conninfo, err))
		return false;
	if (!(p = calloc(1, sizeof(*p))))
		return err_memory(err);
	p->db.engine = &engine;
	p->conninfo = strdup(conninfo);
	if (!p->conninfo || !connect(p, err)) {
		if (!p->conninfo)
			err_memory(err);
		postgres_close(&p->db);
		return false;
	}
	*out = &p->db;
	return true;
}
