/* SPDX-License-Identifier: MIT */
/* A store of version 2 with a life behind it is brought to what this program knows. */
#include "store_fixture.h"

#include "migrate.h"

#include <stdio.h>

#define SCRIPT_BYTES_MAX ((size_t)1 << 20)

static struct fixture f;
static const char *const contents[] = {
    "task", "code", "subject", "output", "record", "vote", "input"};

static void
say(struct db *db, const char *sql)
{
	struct err err = {0};

	if (!db->engine->script(db, sql, &err))
		fail_msg("%s\n%s", err.message, sql);
}

/* Each `@name` is the digest of that content. */
static void
say_of(struct db *db, const char *sql)
{
	struct buf text;

	buf_init(&text, SCRIPT_BYTES_MAX);
	while (*sql) {
		size_t n = strspn(sql + 1, "abcdefghijklmnopqrstuvwxyz");
		char hex[DIGEST_HEX_BYTES];
		if (*sql != '@') {
			buf_char(&text, *sql++);
			continue;
		}
		digest_hex_of((struct str){sql + 1, n}, hex);
		buf_text(&text, hex);
		sql += n + 1;
	}
	say(db, text.p);
	buf_release(&text);
}

static void
fill(struct db *db)
{
	struct err err = {0};

	for (size_t i = 0; i < ARRAY_LENGTH(contents); i++) {
		char hex[DIGEST_HEX_BYTES];
		digest_hex_of(str_from(contents[i]), hex);
		assert_true(db_change(db,
		    "INSERT INTO content (sha256, size, media_type, bytes, made_us) VALUES ($1, "
		    "$2, 't', "
		    "$3, 1000)",
		    VALUES(db_zero(hex), db_int((int64_t)strlen(contents[i])),
			db_blob(str_from(contents[i]))),
		    NULL, &err));
	}
	say_of(db,
	    "INSERT INTO principal (id, kind, name, trusted, made_us) VALUES ('rae', 'human', "
	    "'Rae', 1, "
	    "1), ('ann', 'human', 'Ann', 1, 1); "
	    "INSERT INTO principal_key (keyid, principal_id, public_key, from_us, until_us) VALUES "
	    "('k', 'ann', 'p', 1, 9000000000000000); "
	    "INSERT INTO run (id, tenant, requester_id, idempotency_key, title, policy, state, "
	    "revision, "
	    "task_sha256, code_sha256, subject_sha256, output_sha256, record_sha256, verdict, "
	    "exit_code, "
	    "created_us, updated_us, time_us, deadline_us) VALUES ('run_1', 'default', 'rae', 'x', "
	    "'a "
	    "goal', 'p', 'failed', 1, '@task', '@code', '@subject', '@output', '@record', "
	    "'escalate', 14, "
	    "1000, 2000, 1, 3000); "
	    "INSERT INTO run_step (run_id, seq, at_us, actor, src, dst, note, sha256) VALUES "
	    "('run_1', 1, "
	    "1000, 'rae', 'received', 'received', 'said', '@input'); "
	    "INSERT INTO approval (id, run_id, requester_id, kind, round, nonce, rule, "
	    "rule_sha256, "
	    "subject_sha256, scope, solo, state, opened_us, remind_us, decide_by_us, use_for_us, "
	    "decided_us, use_until_us, consumed_us, consumed_token) VALUES ('apr_1', 'run_1', "
	    "'rae', "
	    "'execute', 1, 'n', '@task', '@task', '@subject', 'p', 0, 'consumed', 1000, 1100, "
	    "2000, 500, "
	    "1500, 2000, 1600, 1); "
	    "INSERT INTO approval_need (approval_id, name, role, scope, n) VALUES ('apr_1', "
	    "'peer', "
	    "'approver', '*', 1); "
	    "INSERT INTO approval_vote (id, approval_id, requester_id, solo, subject_sha256, "
	    "voter_id, "
	    "need, decision, reason, ticket, keyid, envelope_sha256, voted_us) VALUES ('vot_1', "
	    "'apr_1', "
	    "'rae', 0, '@subject', 'ann', 'peer', 'approve', 'I have read it', '', 'k', '@vote', "
	    "1200); "
	    "");
}

/* As the program before left it. */
static int
set_up(void **state)
{
	struct err err = {0};
	struct buf script;
	struct db *db;

	*state = &f;
	fixture_place(&f);
	bool opened = fixture_is_sqlite() ? sqlite_open(f.where + strlen("sqlite:"), &db, &err)
					  : postgres_open(f.where, &db, &err);
	if (!opened)
		fail_msg("%s", err.message);
	for (int64_t step = 0; step < 2; step++) {
		buf_init(&script, SCRIPT_BYTES_MAX);
		migrate_step(db->engine->dialect, step, &script);
		say(db, script.p);
		buf_release(&script);
	}
	say(db, "UPDATE meta SET value = '2' WHERE name = 'version'");
	fill(db);
	db->engine->close(db);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	fixture_free(&f);
	return 0;
}

static int64_t
uses(const char *content, const char *class)
{
	char hex[DIGEST_HEX_BYTES], sql[300];

	digest_hex_of(str_from(content), hex);
	snprintf(sql, sizeof(sql),
	    "SELECT count(*) FROM content_use WHERE sha256 = '%s' AND class = '%s' AND run_id = "
	    "'run_1' "
	    "AND floor_until_us > 2000",
	    hex, class);
	return fixture_number(&f, sql);
}

static void
a_store_of_version_2_comes_along_whole(void **state)
{
	struct err err = {0};
	struct buf problems;
	char hex[DIGEST_HEX_BYTES];
	struct str out;

	(void)state;
	if (!store_open(f.a, f.where, &f.s, &err))
		fail_msg("%s", err.message);
	assert_int_equal(
	    fixture_number(&f, "SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'version'"),
	    STORE_VERSION);
	assert_int_equal(uses("task", "input"), 1);
	assert_int_equal(uses("code", "code"), 1);
	assert_int_equal(uses("output", "output"), 1);
	assert_int_equal(uses("record", "record"), 1);
	assert_int_equal(uses("input", "record"), 1);
	assert_int_equal(uses("subject", "evidence"), 1);
	assert_int_equal(uses("vote", "evidence"), 1);
	assert_int_equal(
	    fixture_number(&f, "SELECT count(*) FROM approval WHERE kind = 'execute' AND "
			       "consumed_token = 1 AND use_until_us = 2000"),
	    1);
	assert_int_equal(
	    fixture_number(&f, "SELECT count(*) FROM approval_vote v JOIN approval a ON a.id "
			       "= v.approval_id"),
	    1);
	digest_hex_of(STR("code"), hex);
	assert_true(content_get(f.s, f.a, hex, &out, &err));
	assert_str_equal(out, "code");
	assert_true(content_put(f.s, STR("new"), "t", hex, &err));
	assert_true(content_get(f.s, f.a, hex, &out, &err));
	assert_str_equal(out, "new");
	buf_init(&problems, 1 << 16);
	assert_true(store_verify(f.s, &problems, &err));
	assert_non_null(problems.p);
	assert_string_equal(problems.p, "'apr_1' has a rule with another digest\n");
	buf_release(&problems);
}

/* The table was made anew: what pointed at it still does. */
static void
what_pointed_at_an_approval_still_does(void **state)
{
	struct err err = {0};

	(void)state;
	assert_false(db_change(f.s->db,
	    "INSERT INTO approval_need (approval_id, name, role, scope, n) VALUES ('apr_none', "
	    "'x', 'r', "
	    "'*', 1)",
	    NULL, 0, NULL, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	assert_int_equal(
	    fixture_is_sqlite()
		? fixture_number(&f, "SELECT count(*) FROM sqlite_schema WHERE name IN "
				     "('approval_open', 'approval_due', 'approval_use')")
		: 3,
	    3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_store_of_version_2_comes_along_whole),
	    cmocka_unit_test(what_pointed_at_an_approval_still_does),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
