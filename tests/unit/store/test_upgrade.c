/* SPDX-License-Identifier: MIT */
/*
 * A store that the first version made, and filled, is opened by this one: what was there is there,
 * what guards it is this version's, and it goes on.
 */
#include "run_steps.h"

#include "ledger.h"
#include "log_steps.h"
#include "migrate.h"

#include <stdlib.h>

#define SCRIPT_BYTES_MAX ((size_t)1 << 20)

static struct db *
open_engine(struct fixture *f)
{
	struct err err = {0};
	struct db *db;

	if (!(fixture_is_sqlite() ? sqlite_open(f->where + strlen("sqlite:"), &db, &err)
				  : postgres_open(f->where, &db, &err)))
		fail_msg("%s", err.message);
	return db;
}

static void
change(struct db *db, const char *sql, const struct db_value *values, size_t count)
{
	struct err err = {0};

	if (!db_change(db, sql, values, count, NULL, &err))
		fail_msg("%s: %s", sql, err.message);
}

/* Its tables, and one of its guards, which this version words otherwise. */
static void
make_version_1(struct db *db)
{
	static const struct guard old = {
	    "run", "DELETE", ALWAYS, NEVER, "a run stays, said version 1", NULL};
	struct buf script;
	struct err err = {0};

	buf_init(&script, SCRIPT_BYTES_MAX);
	migrate_step(db->engine->dialect, 0, &script);
	db->engine->dialect->guard(&old, 1, &script);
	if (!db->engine->script(db, script.p, &err))
		fail_msg("%s", err.message);
	buf_release(&script);
}

/* A run that failed, one that waits for a worker, and one that was answered: no receipt, no event.
 */
static void
fill_version_1(struct db *db)
{
	static const char *const runs[][3] = {{"run_failed", "failed", "1"},
	    {"run_waits", "received", "70"}, {"run_answered", "answered", "0"}};
	struct str task = STR("a task");
	char sha256[DIGEST_HEX_BYTES];

	digest_hex_of(task, sha256);
	change(db,
	    "INSERT INTO principal (id, kind, name, login, trusted, made_us) VALUES ('ann', "
	    "'human', 'Ann', 'ann', 1, now_us())",
	    NULL, 0);
	change(db,
	    "INSERT INTO content (sha256, size, media_type, bytes, made_us) VALUES ($1, $2, "
	    "'text/plain', $3, now_us())",
	    VALUES(db_zero(sha256), db_int((int64_t)task.n), db_blob(task)));
	for (size_t i = 0; i < ARRAY_LENGTH(runs); i++) {
		change(db,
		    "INSERT INTO run (id, tenant, requester_id, idempotency_key, title, policy, "
		    "state, version, task_sha256, exit_code, created_us, updated_us, time_us, "
		    "deadline_us) VALUES ($1, 'default', 'ann', $1, 'of before', 'p', $2, 1, $3, "
		    "CAST(CAST($4 AS TEXT) AS INTEGER), now_us(), now_us(), 3600000000, now_us() + "
		    "3600000000)",
		    VALUES(db_zero(runs[i][0]), db_zero(runs[i][1]), db_zero(sha256),
			db_zero(runs[i][2])));
		change(db,
		    "INSERT INTO run_step (run_id, seq, at_us, actor, src, dst, note) VALUES ($1, "
		    "1, now_us(), 'ann', '', 'received', '')",
		    VALUES(db_zero(runs[i][0])));
	}
	change(db,
	    "INSERT INTO job (id, run_id, state, priority, due_us, deadline_us) VALUES ('job_1', "
	    "'run_waits', 'ready', 100, now_us(), now_us() + 3600000000)",
	    NULL, 0);
}

static int
setup(void **state)
{
	static struct fixture f;
	struct err err = {0};
	struct db *db;

	fixture_place(&f);
	db = open_engine(&f);
	make_version_1(db);
	fill_version_1(db);
	db->engine->close(db);
	if (!store_open(f.a, f.where, &f.s, &err))
		fail_msg("%s", err.message);
	*state = &f;
	return 0;
}

static int
teardown(void **state)
{
	fixture_free(*state);
	return 0;
}

static void
it_has_this_version_and_its_guards(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};

	assert_int_equal(
	    fixture_number(f, "SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'version'"),
	    STORE_VERSION);
	assert_false(
	    db_change(f->s->db, "DELETE FROM run WHERE id = 'run_waits'", NULL, 0, NULL, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	assert_string_not_equal(err.message, "a run stays, said version 1");
	store_close(f->s);
	assert_true(store_open(f->a, f->where, &f->s, &err));
}

static void
what_was_there_is_there(void **state)
{
	struct fixture *f = *state;
	struct stored_run run;
	struct run_step *steps;
	struct str task;
	size_t count;
	struct err err = {0};

	assert_true(runs_get(f->s, f->a, "run_answered", &run, &err));
	assert_int_equal(run.state, STATE_ANSWERED);
	assert_str_equal(run.title, "of before");
	assert_true(content_get(f->s, f->a, run.task_sha256, &task, &err));
	assert_str_equal(task, "a task");
	assert_true(runs_history(f->s, f->a, "run_failed", &steps, &count, &err));
	assert_int_equal(count, 1);
}

static void
it_goes_on_with_what_waited(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct err err = {0};

	if (!queue_claim(f->s, "worker", &job, &err))
		fail_msg("%s", err.message);
	assert_string_equal(job.run, "run_waits");
	if (!steps_to(f->s, &job, STATE_ANSWERED, &err))
		fail_msg("%s", err.message);
	assert_int_equal(steps_state(f, "run_waits"), STATE_ANSWERED);
}

/* The log begins with the upgrade; what was before has no events, and none are made up. */
static void
its_log_begins_now(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};

	assert_true(ledger_tend(f->s, true, &err));
	assert_int_equal(log_must_verify(f), 1);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM ledger_event WHERE type = 'log.opened'"), 1);
}

int
main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
	    CASE(it_has_this_version_and_its_guards),
	    CASE(what_was_there_is_there),
	    CASE(it_goes_on_with_what_waited),
	    CASE(its_log_begins_now),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
