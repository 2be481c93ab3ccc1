/* SPDX-License-Identifier: MIT */
/* What a store is opened from, and what it refuses to be opened from. */
#include "store_fixture.h"

#include "migrate.h"
#include "sqlite_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void
refused(struct fixture *f, const char *where, enum err_code code, const char *words)
{
	struct err err = {0};
	struct store *s;

	if (store_open(f->a, where, &s, &err)) {
		store_close(s);
		fail_msg("'%s' was opened", where);
	}
	assert_int_equal(err.code, code);
	assert_string_equal(err.message, words);
}

static void
refused_here(struct fixture *f, enum err_code code, const char *format)
{
	const char *words = arena_printf(f->a, "%s", format);

	refused(f, f->where, code, words);
}

static void
a_store_is_its_owners_alone(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct stat st;
	char *where = arena_printf(f->a, "%s-deep/er/store.db", f->where);
	char *folder = arena_printf(f->a, "%s-deep", fixture_path(f));

	fixture_only_sqlite();
	assert_true(store_open(f->a, where, &f->s, &err));
	assert_int_equal(stat(where + strlen("sqlite:"), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(stat(folder, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	store_close(f->s);
	f->s = NULL;
	fixture_remove_folder(arena_printf(f->a, "%s/er", folder));
	assert_int_equal(rmdir(folder), 0);
}

static void
what_others_may_touch_is_refused(void **state)
{
	struct fixture *f = *state;

	fixture_only_sqlite();
	store_close(f->s);
	f->s = NULL;
	assert_int_equal(chmod(fixture_path(f), 0640), 0);
	refused_here(
	    f, ERR_REFUSED, arena_printf(f->a, "'%s' is open to other users", fixture_path(f)));
	assert_int_equal(chmod(fixture_path(f), 0600), 0);
	assert_int_equal(chmod(f->folder, 0777), 0);
	refused_here(f, ERR_REFUSED,
	    arena_printf(f->a, "the folder '%s' may be written by other users", f->folder));
	assert_int_equal(chmod(f->folder, 0700), 0);
	if (geteuid() != 0)
		return;
	assert_int_equal(chown(fixture_path(f), 65534, 65534), 0);
	refused_here(f, ERR_REFUSED, arena_printf(f->a, "another user owns '%s'", fixture_path(f)));
}

static void
a_link_is_no_store(void **state)
{
	struct fixture *f = *state;
	char *link = arena_printf(f->a, "%s/copy.db", f->folder);

	fixture_only_sqlite();
	assert_int_equal(symlink(fixture_path(f), link), 0);
	refused(f, arena_printf(f->a, "sqlite:%s", link), ERR_REFUSED,
	    arena_printf(f->a, "'%s' is not a regular file", link));
}

static void
overwrite(const char *path, off_t at, const char *bytes, size_t n)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, bytes, n, at), (ssize_t)n);
	close(fd);
}

/* What stands in the log counts, whatever the file says. */
static void
remove_log(const struct fixture *f)
{
	assert_int_equal(unlink(arena_printf(f->a, "%s-wal", fixture_path(f))), 0);
	assert_int_equal(unlink(arena_printf(f->a, "%s-shm", fixture_path(f))), 0);
}

static void
a_foreign_or_broken_file_is_named(void **state)
{
	struct fixture *f = *state;

	fixture_only_sqlite();
	store_close(f->s);
	f->s = NULL;
	remove_log(f);
	overwrite(fixture_path(f), 68, "else", 4); /* the application's id in the header */
	refused_here(f, ERR_REFUSED, "the file is another program's database");
	overwrite(fixture_path(f), 0, "Something else entirely", 23);
	refused_here(f, ERR_INPUT, "the file is damaged or not a store: file is not a database");
}

static void
a_newer_store_is_left_alone(void **state)
{
	struct fixture *f = *state;

	fixture_forced(f, "UPDATE meta SET value = '99' WHERE name = 'version'");
	refused_here(f, ERR_REFUSED,
	    arena_printf(
		f->a, "the store has version 99, and this program knows %d", store_version()));
}

static void
a_store_without_a_guard_is_refused(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct db *db;
	int64_t guards;
	bool lite = fixture_is_sqlite();

	assert_true(
	    lite ? sqlite_open(fixture_path(f), &db, &err) : postgres_open(f->where, &db, &err));
	assert_true(db_number(db,
	    lite ? "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'"
		 : "SELECT count(*) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE "
		   "NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace",
	    NULL, 0, 0, &guards, &err));
	assert_true(db->engine->script(
	    db, lite ? "DROP TRIGGER guard_run_UPDATE" : "DROP TRIGGER guard_update ON run", &err));
	db->engine->close(db);
	refused_here(f, ERR_REFUSED,
	    arena_printf(f->a, "the store has %lld of its %lld guards", (long long)guards - 1,
		(long long)guards));
}

static void
a_guard_that_was_weakened_is_named(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct db *db;
	bool lite = fixture_is_sqlite();

	assert_true(
	    lite ? sqlite_open(fixture_path(f), &db, &err) : postgres_open(f->where, &db, &err));
	assert_true(db->engine->script(db,
	    lite
		? "DROP TRIGGER guard_run_delete; CREATE TRIGGER guard_run_delete BEFORE DELETE ON "
		  "run BEGIN SELECT 1; END"
		: "CREATE OR REPLACE FUNCTION guard_run_delete() RETURNS trigger LANGUAGE plpgsql "
		  "AS $$ BEGIN RETURN OLD; END $$",
	    &err));
	db->engine->close(db);
	refused_here(f, ERR_REFUSED, "the guard 'guard_run_delete' is not as this program made it");
}

#define REMAKE_ACT_UPDATE                                                                          \
	"DROP TRIGGER guard_update ON act; CREATE TRIGGER guard_update BEFORE UPDATE ON act FOR "  \
	"EACH ROW EXECUTE FUNCTION guard_act_update()"

/* What would act on rows, or hide them from a guard, beside what this program made. */
static const struct {
	const char *sql, *undo, *words;
} strangers[] = {
    {"CREATE OR REPLACE FUNCTION rule_asks(text, text, text, text, bigint) RETURNS BIGINT "
     "LANGUAGE sql IMMUTABLE AS $$ SELECT 1::BIGINT $$",
	NULL,
	"the guard 'rule_asks(text, text, text, text, bigint)' is not as this program made "
	"it"},
    {"CREATE FUNCTION rule_asks(text, text, text, text, integer) RETURNS BIGINT LANGUAGE "
     "sql AS $$ SELECT 1::BIGINT $$",
	"DROP FUNCTION rule_asks(text, text, text, text, integer)",
	"the guard 'rule_asks(text, text, text, text, integer)' is not as this program "
	"made it"},
    {"CREATE TRIGGER a BEFORE INSERT ON run FOR EACH ROW EXECUTE FUNCTION "
     "suppress_redundant_updates_trigger()",
	"DROP TRIGGER a ON run", "the schema has what no sluice made: the trigger a on run"},
    {"CREATE RULE a AS ON DELETE TO run DO INSTEAD NOTHING", "DROP RULE a ON run",
	"the schema has what no sluice made: a rule on run"},
    {"ALTER TABLE approval_vote ENABLE ROW LEVEL SECURITY",
	"ALTER TABLE approval_vote DISABLE ROW LEVEL SECURITY",
	"the schema has what no sluice made: row security on approval_vote"},
    {"CREATE TABLE heir () INHERITS (act)", "DROP TABLE heir",
	"the schema has what no sluice made: a table that inherits act"},
    {"ALTER TABLE act DISABLE TRIGGER guard_truncate",
	"ALTER TABLE act ENABLE TRIGGER guard_truncate",
	"the guard 'guard_act_truncate' is not as this program made it"},
    {"ALTER TABLE act DISABLE TRIGGER guard_update", "ALTER TABLE act ENABLE TRIGGER guard_update",
	"the guard 'guard_act_update' is not as this program made it"},
    {"ALTER TABLE act ENABLE REPLICA TRIGGER guard_delete",
	"ALTER TABLE act ENABLE TRIGGER guard_delete",
	"the guard 'guard_act_delete' is not as this program made it"},
    {"DROP TRIGGER guard_update ON act; CREATE TRIGGER guard_update BEFORE UPDATE ON act "
     "FOR EACH ROW WHEN (false) EXECUTE FUNCTION guard_act_update()",
	REMAKE_ACT_UPDATE, "the guard 'guard_act_update' is not as this program made it"},
    {"DROP TRIGGER guard_update ON act; CREATE TRIGGER guard_update AFTER UPDATE ON act "
     "FOR EACH ROW EXECUTE FUNCTION guard_act_update()",
	REMAKE_ACT_UPDATE, "the guard 'guard_act_update' is not as this program made it"},
    {"DROP TRIGGER guard_update ON act; CREATE TRIGGER guard_update BEFORE UPDATE ON act "
     "FOR EACH ROW EXECUTE FUNCTION guard_run_update()",
	REMAKE_ACT_UPDATE, "the schema has what no sluice made: the trigger guard_update on act"},
    {"DROP TRIGGER guard_update ON act; CREATE FUNCTION pg_temp.guard_act_update() RETURNS "
     "trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$; CREATE TRIGGER guard_update "
     "BEFORE UPDATE ON act FOR EACH ROW EXECUTE FUNCTION pg_temp.guard_act_update()",
	REMAKE_ACT_UPDATE, "the schema has what no sluice made: the trigger guard_update on act"},
    {"ALTER FUNCTION guard_act_update() SECURITY INVOKER",
	"ALTER FUNCTION guard_act_update() SECURITY DEFINER",
	"the guard 'guard_act_update' is not as this program made it"},
    {"ALTER FUNCTION guard_act_update() IMMUTABLE", "ALTER FUNCTION guard_act_update() VOLATILE",
	"the guard 'guard_act_update' is not as this program made it"},
    {"ALTER FUNCTION guard_act_update() SET lock_timeout = 1",
	"ALTER FUNCTION guard_act_update() RESET lock_timeout",
	"the guard 'guard_act_update' is not as this program made it"},
    {"ALTER FUNCTION now_us() IMMUTABLE", "ALTER FUNCTION now_us() STABLE",
	"the guard 'now_us()' is not as this program made it"},
    {"ALTER FUNCTION rule_needs(text) SET search_path = pg_temp, pg_catalog",
	"ALTER FUNCTION rule_needs(text) RESET search_path",
	"the guard 'rule_needs(text)' is not as this program made it"},
    {"CREATE OPERATOR -> (LEFTARG = text, RIGHTARG = text, FUNCTION = textcat)",
	"DROP OPERATOR -> (text, text)",
	"the schema has what no sluice made: the operator ->(text,text)"},
    {"ALTER TRIGGER guard_truncate ON act RENAME TO guard_off",
	"ALTER TRIGGER guard_off ON act RENAME TO guard_truncate",
	"the schema has what no sluice made: the trigger guard_off on act"},
};

/* A connection of the test's own to its store; on SQLite the test is skipped. */
static struct db *
postgresql_store(const struct fixture *f)
{
	struct err err = {0};
	struct db *db = NULL;

	if (fixture_is_sqlite())
		skip();
	assert_true(postgres_open(f->where, &db, &err));
	return db;
}

static void
what_no_sluice_made_is_named(void **state)
{
	struct fixture *f = *state;
	struct db *db = postgresql_store(f);
	struct err err = {0};

	for (size_t i = ARRAY_LENGTH(strangers); i-- > 0;) {
		if (!db->engine->script(db, strangers[i].sql, &err))
			fail_msg("%s", err.message);
		refused_here(f, ERR_REFUSED, strangers[i].words);
		if (strangers[i].undo && !db->engine->script(db, strangers[i].undo, &err))
			fail_msg("%s", err.message);
	}
	db->engine->close(db);
}

/* A guard against TRUNCATE on another table does not make up for the one that is gone. */
static void
each_table_has_its_guard_against_truncate(void **state)
{
	struct fixture *f = *state;
	struct db *db = postgresql_store(f);
	struct err err = {0};

	assert_true(db->engine->script(db,
	    "DROP TRIGGER guard_truncate ON act; CREATE TABLE other (n BIGINT); CREATE TRIGGER "
	    "guard_truncate BEFORE TRUNCATE ON other FOR EACH STATEMENT EXECUTE FUNCTION "
	    "guard_truncate()",
	    &err));
	refused_here(
	    f, ERR_REFUSED, "the guard 'guard_other_truncate' is not as this program made it");
	assert_true(db->engine->script(db, "DROP TABLE other", &err));
	assert_false(store_migrate(db, &err));
	assert_non_null(strstr(err.message, " guards"));
	db->engine->close(db);
}

/* A function that depends on the schema twice, as by a default, does not make up for one that is gone. */
static void
each_function_of_the_guards_counts_once(void **state)
{
	struct db *db = postgresql_store(*state);
	struct err err = {0};

	assert_true(db->engine->script(db,
	    "DROP FUNCTION rule_text(text, text); DO $$ BEGIN EXECUTE format('CREATE OR REPLACE "
	    "FUNCTION rule_needs(text DEFAULT %L::regnamespace::text) RETURNS BIGINT LANGUAGE sql "
	    "IMMUTABLE AS %L', quote_ident(current_schema()), (SELECT prosrc FROM pg_proc WHERE oid "
	    "= 'rule_needs(text)'::regprocedure)); END $$",
	    &err));
	assert_false(store_migrate(db, &err));
	assert_non_null(strstr(err.message, " functions of its guards"));
	db->engine->close(db);
}

/* The superuser of a replica's session has triggers that do not fire. */
static void
a_session_without_triggers_is_refused(void **state)
{
	struct db *db = postgresql_store(*state);
	struct err err = {0};

	assert_true(store_migrate(db, &err));
	assert_true(db->engine->script(db, "SET session_replication_role = replica", &err));
	assert_false(store_migrate(db, &err));
	assert_string_equal(err.message,
	    "the schema has what no sluice made: the setting session_replication_role");
	db->engine->close(db);
}

/* A table of the session's own with a real one's name: the statements and the guards keep to the
 * real one. Where that is gone, the session's does not take its place. */
static void
a_temporary_table_takes_no_place(void **state)
{
	struct db *db = postgresql_store(*state);
	struct err err = {0};
	int64_t n;

	assert_true(db->engine->script(
	    db, "CREATE TEMP TABLE meta AS SELECT name, '99' AS value FROM meta", &err));
	assert_true(store_migrate(db, &err));
	assert_true(
	    db_number(db, "SELECT count(*) FROM meta WHERE value = '99'", NULL, 0, 1, &n, &err));
	assert_int_equal(n, 0);
	assert_true(db->engine->script(db,
	    "CREATE TEMP TABLE spare_act AS SELECT * FROM act; DROP TABLE act CASCADE; ALTER TABLE "
	    "spare_act RENAME TO act",
	    &err));
	assert_false(store_migrate(db, &err));
	assert_non_null(strstr(err.message, " guards"));
	db->engine->close(db);
}

/* The schema that stands first is the store: its tables are not asked of the next. */
static void
a_schema_in_front_has_no_guards(void **state)
{
	struct db *db = postgresql_store(*state);
	struct err err = {0};

	assert_true(db->engine->script(db,
	    "DO $$ BEGIN EXECUTE format('CREATE SCHEMA %I', current_schema() || '_Front'); EXECUTE "
	    "format('CREATE TABLE %I.meta AS SELECT * FROM meta', current_schema() || '_Front'); "
	    "PERFORM set_config('search_path', quote_ident(current_schema() || '_Front') || ', ' "
	    "|| current_schema() || ', pg_temp', false); END $$",
	    &err));
	assert_false(store_migrate(db, &err));
	assert_non_null(strstr(err.message, "the store has 0 of its "));
	assert_true(db->engine->script(db,
	    "DO $$ BEGIN EXECUTE format('DROP SCHEMA %I CASCADE', current_schema()); END $$",
	    &err));
	db->engine->close(db);
}

static void
a_clock_that_went_back_is_refused(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct store *s;

	fixture_forced(f, "UPDATE meta SET value = '4102444800000000' WHERE name = 'clock_us'");
	assert_false(store_open(f->a, f->where, &s, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	assert_non_null(
	    strstr(err.message, "the store has already seen 2100-01-01T00:00:00.000000Z"));
}

static void
a_password_does_not_belong_into_an_address(void **state)
{
	static const char *const addresses[] = {"host=db password=secret",
	    "postgresql://ann:secret@db/sluice", "postgresql://db/sluice?sslpassword=secret"};
	struct fixture *f = *state;

	for (size_t i = 0; i < ARRAY_LENGTH(addresses); i++)
		refused(f, addresses[i], ERR_USAGE, "the store's address holds a password");
	refused(f, "somewhere", ERR_USAGE, "'somewhere' is not a store's address");
	refused(f, "sqlite:", ERR_USAGE, "'' is not a name of a file");
}

#define ON(claim, before) cmocka_unit_test_setup_teardown(claim, before, fixture_end)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    ON(a_store_is_its_owners_alone, fixture_begin_place),
	    ON(what_others_may_touch_is_refused, fixture_begin),
	    ON(a_link_is_no_store, fixture_begin),
	    ON(a_foreign_or_broken_file_is_named, fixture_begin),
	    ON(a_newer_store_is_left_alone, fixture_begin),
	    ON(a_store_without_a_guard_is_refused, fixture_begin),
	    ON(a_guard_that_was_weakened_is_named, fixture_begin),
	    ON(what_no_sluice_made_is_named, fixture_begin),
	    ON(each_table_has_its_guard_against_truncate, fixture_begin),
	    ON(each_function_of_the_guards_counts_once, fixture_begin),
	    ON(a_session_without_triggers_is_refused, fixture_begin),
	    ON(a_temporary_table_takes_no_place, fixture_begin),
	    ON(a_schema_in_front_has_no_guards, fixture_begin),
	    ON(a_clock_that_went_back_is_refused, fixture_begin),
	    ON(a_password_does_not_belong_into_an_address, fixture_begin_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
