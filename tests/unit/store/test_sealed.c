/* SPDX-License-Identifier: MIT */
/* What an open store lets pass. */
#include "store_fixture.h"

#include "sqlite_file.h"

static bool
one_change(struct db *db, void *context, struct err *err)
{
	return db_change(db, context, NULL, 0, NULL, err);
}

static void
the_schema_is_sealed(void **state)
{
	static const char *const statements[] = {"DROP TRIGGER guard_run_UPDATE", "DROP TABLE run",
	    "ATTACH 'x' AS x", "CREATE TRIGGER t BEFORE DELETE ON run BEGIN SELECT 1; END",
	    "PRAGMA recursive_triggers = OFF", "PRAGMA foreign_keys = OFF",
	    "PRAGMA synchronous = NORMAL", "PRAGMA writable_schema = ON", "VACUUM INTO 'x'",
	    "ALTER TABLE run RENAME TO r"};
	struct fixture *f = *state;

	fixture_only_sqlite();
	for (size_t i = 0; i < ARRAY_LENGTH(statements); i++) {
		struct err err = {0};
		if (db_change(f->s->db, statements[i], NULL, 0, NULL, &err))
			fail_msg("%s", statements[i]);
		if (err.code != ERR_REFUSED)
			fail_msg("%s: %s", statements[i], err.message);
	}
}

static void
a_row_is_not_replaced_past_its_guards(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	char statement[] = "INSERT OR REPLACE INTO run_step SELECT run_id, seq, at_us, actor, src, "
			   "dst, 'rewritten', sha256 FROM run_step";

	fixture_only_sqlite();
	fixture_person(f, "ann", (const char *const[]){NULL});
	fixture_run(f, "run", "ann");
	fixture_sql(f,
	    "INSERT INTO run_step (run_id, seq, at_us, actor, src, dst, note) VALUES ('run', 1, "
	    "now_us(), 'ann', '', 'received', '')");
	assert_false(db_do(f->s->db, one_change, statement, &err));
	assert_string_equal(err.message, "history does not change");
}

/* The first row of the statement passes its guard, the second does not. */
static void
a_statement_is_undone_whole(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	int64_t left;

	fixture_only_sqlite();
	for (int i = 0; i < 2; i++)
		fixture_sql(f,
		    "INSERT INTO outbox (id, dedupe_key, kind, body, made_us, next_us) VALUES "
		    "('out_%d', '%d', 'x', '{}', now_us(), 0)",
		    i, i);
	fixture_sql(f, "UPDATE outbox SET sent_us = now_us() WHERE id = 'out_0'");
	struct db *db = f->s->db;
	assert_true(db->engine->begin(db, true, &err));
	assert_false(
	    db->engine->execute(db, "DELETE FROM outbox", NULL, 0, NULL, NULL, NULL, &err));
	assert_string_equal(
	    err.message, "a notice can be deleted only after it was sent or given up");
	assert_true(db_number(db, "SELECT count(*) FROM outbox", NULL, 0, -1, &left, &err));
	db->engine->rollback(db);
	assert_int_equal(left, 2);
}

/* What is called in another way than the triggers do holds for nothing. */
static void
a_guard_is_not_satisfied_from_outside(void **state)
{
	static const char *const statements[] = {"SELECT guard()", "SELECT guard(-1)",
	    "SELECT guard(NULL)", "SELECT guard(100000)", "SELECT guard(9223372036854775807)",
	    "SELECT guard(3)", "SELECT guard(3, 'received')"};
	struct fixture *f = *state;
	int64_t said;

	fixture_only_sqlite();
	for (size_t i = 0; i < ARRAY_LENGTH(statements); i++) {
		struct err err = {0};
		if (db_number(f->s->db, statements[i], NULL, 0, 0, &said, &err))
			fail_msg("%s: %lld", statements[i], (long long)said);
	}
}

static void
a_temporary_table_does_not_stand_before_a_real_one(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	char statement[] =
	    "UPDATE run SET version = version + 1, state = 'approved' WHERE id = 'run'";

	if (fixture_is_sqlite())
		skip();
	fixture_person(f, "ann", (const char *const[]){NULL});
	fixture_run(f, "run", "ann");
	assert_true(f->s->db->engine->script(f->s->db,
	    "SET search_path = pg_temp, public; CREATE TEMPORARY TABLE run_edge (src TEXT, dst "
	    "TEXT); INSERT INTO run_edge VALUES ('received', 'approved')",
	    &err));
	assert_true(
	    f->s->db->engine->script(f->s->db, "SET search_path = pg_temp, " FIXTURE_SCHEMA, &err));
	assert_false(db_do(f->s->db, one_change, statement, &err));
	assert_string_equal(err.message, "a run can not change from this state to that one");
}

/* Each opening reads the logs that others left, and a process on its own adds little to that of the vault. */
static void
the_log_of_the_vault_stays_short(void **state)
{
	struct fixture *f = *state;
	char sha256[DIGEST_HEX_BYTES];
	struct err err = {0};
	struct store *one;

	fixture_only_sqlite();
	for (int i = 0; i < 40; i++) {
		assert_true(store_open(f->a, f->where, &one, &err));
		assert_true(content_put(
		    one, STR("one content is the same each time"), "text/plain", sha256, &err));
		store_meanwhile(one);
		store_close(one);
	}
	assert_true(sqlite_log_is_durable(
	    arena_printf(f->a, "%s.vault-wal", fixture_path(f)))); /* begun anew */
}

static bool
put_and_undo(struct db *db, void *context, struct err *err)
{
	char sha256[DIGEST_HEX_BYTES];

	(void)db;
	assert_true(content_put(context, STR("what is undone"), "text/plain", sha256, err));
	return err_set(err, ERR_INPUT, "and undone");
}

/* Keys that were made in it are gone with it: what is stored next has one of its own. */
static void
a_transaction_that_is_undone_leaves_no_key_behind(void **state)
{
	struct fixture *f = *state;
	char sha256[DIGEST_HEX_BYTES];
	struct err err = {0};
	struct store *one;
	struct str kept;

	assert_true(store_open(f->a, f->where, &one, &err));
	assert_false(db_do(one->db, put_and_undo, one, &err));
	assert_string_equal(err.message, "and undone");
	assert_true(content_put(one, STR("what is kept"), "text/plain", sha256, &err));
	store_close(one);
	if (!content_get(f->s, f->a, sha256, &kept, &err))
		fail_msg("%s", err.message);
	assert_true(str_is(kept, "what is kept"));
}

static void
a_lost_connection_is_opened_again(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct store *other;
	int64_t pid, ended;

	if (fixture_is_sqlite())
		skip();
	pid = fixture_number(f, "SELECT pg_backend_pid()");
	assert_true(store_open(f->a, f->where, &other, &err));
	assert_true(db_number(other->db, "SELECT pg_terminate_backend(CAST($1 AS INTEGER))",
	    VALUES(db_int(pid)), 0, &ended, &err));
	assert_int_equal(ended, 1);
	store_close(other);
	fixture_person(f, "ann", (const char *const[]){NULL});
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM principal"), 1);
	assert_true(fixture_number(f, "SELECT pg_backend_pid()") != pid);
}

/* As docs/store.md sets it up: one role makes the schema, another uses it. */
static void
whoever_uses_a_store_need_not_own_it(void **state)
{
	static const char *const statements[] = {"DROP TRIGGER guard_update ON run",
	    "ALTER TABLE run DISABLE TRIGGER guard_update", "TRUNCATE run CASCADE",
	    "SET session_replication_role = replica",
	    "CREATE OR REPLACE FUNCTION now_us() RETURNS BIGINT LANGUAGE sql STABLE AS 'SELECT "
	    "0::BIGINT'",
	    "CREATE TRIGGER t BEFORE INSERT ON run FOR EACH ROW EXECUTE FUNCTION "
	    "guard_run_update()",
	    "DROP FUNCTION guard_run_update() CASCADE"};
	struct fixture *f = *state;
	struct err err = {0};
	struct store *app;
	char *where, *user;

	if (fixture_is_sqlite())
		skip();
	assert_true(f->s->db->engine->script(f->s->db,
	    "DO $$ BEGIN CREATE ROLE sluice_app LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; "
	    "END $$; GRANT USAGE ON SCHEMA " FIXTURE_SCHEMA " TO sluice_app; GRANT SELECT, INSERT, "
	    "UPDATE, DELETE ON ALL TABLES IN SCHEMA " FIXTURE_SCHEMA " TO sluice_app",
	    &err));
	where = arena_printf(f->a, "%s", f->where);
	user = strstr(where, "user=sluice ");
	where = arena_printf(f->a, "%.*suser=sluice_app %s", (int)(user - where), where,
	    user + strlen("user=sluice "));
	if (!store_open(f->a, where, &app, &err))
		fail_msg("%s", err.message);
	for (size_t i = 0; i < ARRAY_LENGTH(statements); i++) {
		if (app->db->engine->script(app->db, statements[i], &err))
			fail_msg("%s", statements[i]);
		if (err.code != ERR_REFUSED)
			fail_msg("%s: %s", statements[i], err.message);
	}
	struct store *owner = f->s;
	f->s = app;
	fixture_person(f, "ann", (const char *const[]){NULL});
	fixture_run(f, "run", "ann");
	f->s = owner;
	store_close(app);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM run"), 1);
}

#define ON(claim, before) cmocka_unit_test_setup_teardown(claim, before, fixture_end)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    ON(the_schema_is_sealed, fixture_begin),
	    ON(a_row_is_not_replaced_past_its_guards, fixture_begin),
	    ON(a_statement_is_undone_whole, fixture_begin),
	    ON(a_guard_is_not_satisfied_from_outside, fixture_begin),
	    ON(a_temporary_table_does_not_stand_before_a_real_one, fixture_begin),
	    ON(the_log_of_the_vault_stays_short, fixture_begin_place),
	    ON(a_transaction_that_is_undone_leaves_no_key_behind, fixture_begin),
	    ON(a_lost_connection_is_opened_again, fixture_begin),
	    ON(whoever_uses_a_store_need_not_own_it, fixture_begin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
