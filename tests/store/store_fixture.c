/* SPDX-License-Identifier: MIT */
#include "store_fixture.h"

#include "file.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *
server(void)
{
	const char *folder = getenv("SLUICE_TEST_POSTGRESQL");
	char socket[256];

	snprintf(socket, sizeof(socket), "%s/.s.PGSQL.5432", folder ? folder : "");
	if (!folder || access(socket, F_OK) != 0) {
		fprintf(stderr, "skipped: no PostgreSQL server in SLUICE_TEST_POSTGRESQL\n");
		exit(77);
	}
	return folder;
}

bool
fixture_is_sqlite(void)
{
	const char *engine = getenv("SLUICE_TEST_ENGINE");

	return !engine || strcmp(engine, "sqlite") == 0;
}

static void
in_server(const char *before, const char *database, const char *behind)
{
	static struct db *db; /* one connection for all tests of this program */
	struct err err = {0};
	char where[160], sql[160];

	snprintf(where, sizeof(where), "host=%s dbname=postgres user=sluice", server());
	if (!db && !postgres_open(where, &db, &err))
		fail_msg("%s", err.message);
	snprintf(sql, sizeof(sql), "%s %s %s", before, database, behind);
	if (!db->engine->script(db, sql, &err))
		fail_msg("%s", err.message);
}

/* A copy of files costs a third of what creating and dropping the tables does. */
static void
place(struct fixture *f, const char *copied)
{
	char id[STORE_ID_BYTES], key[128];
	const char *temporary = getenv("TMPDIR");

	*f = (struct fixture){0};
	f->a = arena_new((size_t)64 << 20);
	assert_non_null(f->a);
	snprintf(
	    f->folder, sizeof(f->folder), "%s/sluice-store-XXXXXX", temporary ? temporary : "/tmp");
	assert_non_null(mkdtemp(f->folder));
	if (fixture_is_sqlite()) {
		snprintf(f->where, sizeof(f->where), "sqlite:%s/store.db", f->folder);
		return;
	}
	snprintf(key, sizeof(key), "%s/store.db.key", f->folder);
	assert_int_equal(setenv("SLUICE_LOG_KEY", key, 1), 0);
	store_id("t", id);
	snprintf(f->database, sizeof(f->database), "%s", id);
	in_server("CREATE DATABASE", f->database, copied);
	snprintf(f->where, sizeof(f->where),
	    "host=%s dbname=%s user=sluice options=-csearch_path=" FIXTURE_SCHEMA, server(),
	    f->database);
}

void
fixture_place(struct fixture *f)
{
	place(f, "TEMPLATE sluice_place STRATEGY file_copy");
}

void
fixture_new(struct fixture *f)
{
	struct err err = {0};

	place(f, "TEMPLATE sluice_store STRATEGY file_copy");
	if (!store_open(f->a, f->where, &f->s, &err))
		fail_msg("%s", err.message);
}

void
fixture_remove_folder(const char *folder)
{
	DIR *dir = opendir(folder);

	for (struct dirent *entry; dir && (entry = readdir(dir));)
		unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
	rmdir(folder);
}

void
fixture_free(struct fixture *f)
{
	store_close(f->s);
	if (*f->folder)
		fixture_remove_folder(f->folder);
	if (*f->database)
		in_server("DROP DATABASE", f->database, "WITH (FORCE)");
	arena_free(f->a);
}

int
fixture_begin(void **state)
{
	static struct fixture f;

	fixture_new(&f);
	*state = &f;
	return 0;
}

int
fixture_begin_place(void **state)
{
	static struct fixture f;

	fixture_place(&f);
	*state = &f;
	return 0;
}

int
fixture_end(void **state)
{
	fixture_free(*state);
	return 0;
}

void
fixture_only_sqlite(void)
{
	if (!fixture_is_sqlite())
		skip();
}

const char *
fixture_path(const struct fixture *f)
{
	return f->where + strlen("sqlite:");
}

static bool
change(struct db *db, void *context, struct err *err)
{
	return db_change(db, context, NULL, 0, NULL, err);
}

void
fixture_sql(struct fixture *f, const char *format, ...)
{
	struct err err = {0};
	char sql[4096];
	va_list ap;

	va_start(ap, format);
	vsnprintf(sql, sizeof(sql), format, ap);
	va_end(ap);
	if (!db_do(f->s->db, change, sql, &err))
		fail_msg("%s\n%s", err.message, sql);
}

struct guards_aside {
	struct buf drop, make;
	const char *sql;
};

static bool
put_aside(void *context, const struct db_row *row)
{
	struct guards_aside *g = context;

	buf_printf(&g->drop, "DROP TRIGGER %.*s;\n", STR_ARG(db_column_text(row, 0)));
	buf_printf(&g->make, "%.*s;\n", STR_ARG(db_column_text(row, 1)));
	return true;
}

/* One transaction: nobody else sees the store without its guards. */
static bool
force(struct db *db, void *context, struct err *err)
{
	struct guards_aside *g = context;

	if (!fixture_is_sqlite())
		return db->engine->script(
			   db, "SET LOCAL session_replication_role = replica", err) &&
		       db->engine->script(db, g->sql, err);
	return db_query(db, "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'", NULL, 0,
		   put_aside, g, err) &&
	       db->engine->script(db, g->drop.p, err) && db->engine->script(db, g->sql, err) &&
	       db->engine->script(db, g->make.p, err);
}

void
fixture_forced(struct fixture *f, const char *format, ...)
{
	struct guards_aside g = {.sql = NULL};
	struct err err = {0};
	struct db *db;
	char sql[4096];
	va_list ap;

	va_start(ap, format);
	vsnprintf(sql, sizeof(sql), format, ap);
	va_end(ap);
	g.sql = sql;
	buf_init(&g.drop, 1 << 20);
	buf_init(&g.make, 1 << 20);
	bool opened = fixture_is_sqlite() ? sqlite_open(f->where + strlen("sqlite:"), &db, &err)
					  : postgres_open(f->where, &db, &err);
	if (!opened || !db_do(db, force, &g, &err))
		fail_msg("%s\n%s", err.message, sql);
	db->engine->close(db);
	buf_release(&g.drop);
	buf_release(&g.make);
}

void
fixture_mode(struct fixture *f, const char *mode)
{
	char id[STORE_ID_BYTES], sha256[DIGEST_HEX_BYTES];

	for (int i = 0; i < 2 && strcmp(mode, "halt") != 0; i++) {
		store_id("act", id);
		fixture_content(f, id, sha256);
		fixture_sql(f,
		    "INSERT INTO act (id, kind, target, by_id, keyid, envelope_sha256, made_us, "
		    "stored_us) VALUES ('%s', '%s', 'store', 'operator-%d', 'key', '%s', now_us(), "
		    "now_us())",
		    id, strcmp(mode, "run") == 0 ? "resume" : mode, i, sha256);
	}
	fixture_sql(f, "UPDATE meta SET value = '%s' WHERE name = 'mode'", mode);
}

int64_t
fixture_number(struct fixture *f, const char *sql)
{
	struct err err = {0};
	int64_t number;

	if (!db_number(f->s->db, sql, NULL, 0, INT64_MIN, &number, &err))
		fail_msg("%s\n%s", err.message, sql);
	return number;
}

void
fixture_person(struct fixture *f, const char *id, const char *const *roles)
{
	fixture_sql(
	    f, "INSERT INTO meta (name, value) VALUES ('trust', '') ON CONFLICT (name) DO NOTHING");
	fixture_sql(f,
	    "INSERT INTO principal (id, kind, name, login, trusted, made_us) "
	    "VALUES ('%s', 'human', '%s', NULL, 1, now_us())",
	    id, id);
	fixture_sql(f,
	    "INSERT INTO principal_key (keyid, principal_id, public_key, from_us, until_us) "
	    "VALUES ('key-%s', '%s', 'public-%s', now_us() - 3600000000, now_us() + 3600000000)",
	    id, id, id);
	for (; *roles; roles++)
		fixture_sql(f,
		    "INSERT INTO role_grant (principal_id, role, scope, from_us, until_us, "
		    "trust_sha256) VALUES ('%s', '%s', '*', now_us() - 3600000000, now_us() + "
		    "3600000000, (SELECT value FROM meta WHERE name = 'trust'))",
		    id, *roles);
}

void
fixture_content(struct fixture *f, const char *text, char sha256[DIGEST_HEX_BYTES])
{
	struct err err = {0};

	if (!content_put(f->s, str_from(text), "text/plain", sha256, &err))
		fail_msg("%s", err.message);
}

void
fixture_run(struct fixture *f, const char *id, const char *requester)
{
	char sha256[DIGEST_HEX_BYTES];

	fixture_content(f, id, sha256);
	fixture_sql(f,
	    "INSERT INTO run (id, tenant, requester_id, idempotency_key, title, policy, state, "
	    "task_sha256, created_us, updated_us, time_us, deadline_us) VALUES ('%s', 'default', "
	    "'%s', '%s', 'a run', 'data-analysis', 'received', '%s', now_us(), now_us(), 60000000, "
	    "now_us() + 60000000)",
	    id, requester, id, sha256);
}
