/* SPDX-License-Identifier: MIT */
/* One way to speak SQL: the same statements mean the same on both engines. */
#include "store_fixture.h"

#include "file.h"
#include "migrate.h"
#include "sqlite_file.h"
#include "sqlite_statement.h"

#include <stdlib.h>

static void
a_fresh_store_says_what_it_is(void **state)
{
	struct fixture *f = *state;

	assert_string_equal(store_engine(f->s), fixture_is_sqlite() ? "sqlite" : "postgresql");
	assert_int_equal(
	    fixture_number(f, "SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'version'"),
	    store_version());
	assert_true(store_now_us(f->s) > 1700000000000000);
}

struct seen {
	struct db_row row;
	struct db_value columns[8];
	char bytes[8][64];
};

static bool
see(void *context, const struct db_row *row)
{
	struct seen *seen = context;

	seen->row = (struct db_row){seen->columns, row->count};
	for (size_t i = 0; i < row->count; i++) {
		seen->columns[i] = row->columns[i];
		if (row->columns[i].text.n)
			memcpy(seen->bytes[i], row->columns[i].text.p, row->columns[i].text.n);
		seen->columns[i].text.p = seen->bytes[i];
	}
	return true;
}

static void
values_come_back_as_they_went(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct seen seen;
	char sha256[DIGEST_HEX_BYTES];

	assert_true(content_put_open(f->s, (struct str){"a\0\xff'", 4}, "t", sha256, &err));
	assert_true(db_query(f->s->db,
	    "SELECT sha256, size, bytes, erased_us, CAST($3 AS BIGINT) FROM content WHERE "
	    "media_type = $2 AND "
	    "sha256 = $1",
	    VALUES(db_zero(sha256), db_zero("t"), db_int(INT64_MIN)), see, &seen, &err));
	assert_int_equal(seen.row.count, 5);
	assert_int_equal(seen.columns[0].kind, DB_TEXT);
	assert_str_equal(seen.columns[0].text, sha256);
	assert_int_equal(db_column_int(&seen.row, 1), 4);
	assert_int_equal(seen.columns[2].kind, DB_BLOB);
	assert_int_equal(seen.columns[2].text.n, 4);
	assert_memory_equal(seen.columns[2].text.p, "a\0\xff'", 4);
	assert_int_equal(seen.columns[3].kind, DB_NULL);
	assert_int_equal(seen.columns[4].number, INT64_MIN);
}

struct taken {
	char sha256[DIGEST_HEX_BYTES], cut[4];
	struct str media;
	int64_t none;
	bool large;
};

static void
a_form_takes_a_row(void **state)
{
	FORM(form, struct taken, MEMBER(struct taken, sha256), MEMBER(struct taken, media),
	    MEMBER(struct taken, cut), MEMBER(struct taken, none), MEMBER(struct taken, large));
	static const char sql[] =
	    "SELECT sha256, media_type, 'longer', erased_us, size FROM content "
	    "WHERE media_type = 'form' ORDER BY size";
	struct fixture *f = *state;
	struct err err = {0};
	struct taken one, *all;
	char sha256[DIGEST_HEX_BYTES];
	size_t count;
	bool found;

	assert_true(db_item(f->s->db, f->a, sql, NULL, 0, &form, &one, &found, &err));
	assert_false(found);
	assert_true(content_put_open(f->s, STR("ab"), "form", sha256, &err));
	assert_true(content_put_open(f->s, STR("abc"), "form", sha256, &err));
	assert_true(db_list(f->s->db, f->a, sql, NULL, 0, &form, &all, &count, &err));
	assert_int_equal(count, 2);
	assert_string_equal(all[1].sha256, sha256);
	assert_str_equal(all[1].media, "form");
	assert_string_equal(all[1].cut, "lon");
	assert_int_equal(all[1].none, 0);
	assert_true(all[1].large);
	assert_false(db_item(
	    f->s->db, f->a, "SELECT sha256 FROM content", NULL, 0, &form, &one, &found, &err));
	assert_int_equal(err.code, ERR_INTERNAL);
}

static bool
insert_twice(struct db *db, void *context, struct err *err)
{
	(*(int *)context)++;
	return db_change(db, "INSERT INTO meta (name, value) VALUES ($1, 'x')",
		   VALUES(db_zero("twice")), NULL, err) &&
	       db_change(db, "INSERT INTO meta (name, value) VALUES ($1, 'x')",
		   VALUES(db_zero("twice")), NULL, err);
}

static void
what_fails_leaves_nothing(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	int times = 0;

	assert_false(db_do(f->s->db, insert_twice, &times, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	assert_int_equal(times, 1);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM meta WHERE name = 'twice'"), 0);
}

static bool
swallow_a_failure(struct db *db, void *context, struct err *err)
{
	struct err ignored;

	(void)context;
	insert_twice(db, &(int){0}, &ignored);
	return db_change(db, "UPDATE meta SET value = value", NULL, 0, NULL, err) || true;
}

static void
a_failure_breaks_its_transaction(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};

	assert_false(db_do(f->s->db, swallow_a_failure, NULL, &err));
	assert_string_equal(err.message, "a transaction went on behind a failure");
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM meta WHERE name = 'twice'"), 0);
}

static bool
two_times(struct db *db, void *context, struct err *err)
{
	int64_t *out = context;

	return db_number(db, "SELECT now_us() - now_us() FROM meta LIMIT 1 FOR UPDATE", NULL, 0, 9,
		   &out[0], err) &&
	       db_number(db, "SELECT now_us()", NULL, 0, 0, &out[1], err);
}

static void
a_statement_has_one_time(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	int64_t times[2];

	assert_true(db_do(f->s->db, two_times, times, &err));
	assert_int_equal(times[0], 0);
	assert_true(times[1] > 0);
}

static void
contents_are_found_by_their_digest(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct str out;
	char sha256[DIGEST_HEX_BYTES];

	assert_true(content_put(f->s, STR("print(1)\n"), "text/x-python", sha256, &err));
	assert_true(content_put(f->s, STR("print(1)\n"), "text/x-python", sha256, &err));
	assert_true(content_get(f->s, f->a, sha256, &out, &err));
	assert_str_equal(out, "print(1)\n");
	assert_false(content_get(f->s, f->a, "none", &out, &err));
	assert_string_equal(err.message, "the store has no content 'none'");
	assert_true(content_put(f->s, STR(""), "text/plain", sha256, &err));
	assert_true(content_get(f->s, f->a, sha256, &out, &err));
	assert_int_equal(out.n, 0);
}

static void
identifiers_sort_by_age(void **state)
{
	char first[STORE_ID_BYTES], second[STORE_ID_BYTES];

	(void)state;
	store_id("run", first);
	store_id("run", second);
	assert_int_equal(strlen(first), 30);
	assert_memory_equal(first, "run_0", 5);
	assert_string_not_equal(first, second);
	assert_true(strncmp(first, second, 14) <= 0);
}

static void
a_store_opens_again(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct store *again;

	assert_true(store_open(f->a, f->where, &again, &err));
	store_close(again);
}

static bool
see_durability(struct db *db, void *context, struct err *err)
{
	return db_number(db, "PRAGMA synchronous", NULL, 0, 0, context, err);
}

/* Only a commit that another follows may wait for the disk. A store's own authorizer does not let
 * the pragma be read, so the file is opened alone. */
static void
commits_are_durable_unless_another_follows(void **state)
{
	static const int64_t expected[] = {2, 1, 2};
	struct fixture *f = *state;
	struct err err = {0};
	struct db *db;
	int64_t level;

	if (!fixture_is_sqlite())
		skip();
	assert_true(sqlite_open(strchr(f->where, ':') + 1, &db, &err));
	for (size_t i = 0; i < 3; i++) {
		assert_true((i == 1 ? db_do_soon : db_do)(db, see_durability, &level, &err));
		assert_int_equal(level, expected[i]);
	}
	db->engine->close(db);
}

/* Its folder is synced by whoever may have made it, until it was begun anew behind a checkpoint. */
static void
a_log_needs_no_sync_of_its_folder_once_it_was_begun_anew(void **state)
{
	static const unsigned char other[32] = {0x37, 0x7f, 0x06, 0x80, [15] = 1};
	const struct fixture *f = *state;
	struct err err = {0};
	struct db *db;

	if (!fixture_is_sqlite())
		skip();
	char *path = arena_printf(f->a, "%s.apart", strchr(f->where, ':') + 1);
	char *log = arena_printf(f->a, "%s-wal", path);
	assert_false(sqlite_log_is_durable(log));
	assert_true(sqlite_open(path, &db, &err));
	assert_true(db->engine->script(db, "CREATE TABLE t (a)", &err));
	assert_false(sqlite_log_is_durable(log));
	assert_true(db->engine->script(db, "PRAGMA wal_checkpoint(PASSIVE)", &err));
	assert_true(db->engine->script(db, "INSERT INTO t VALUES (1)", &err));
	assert_true(sqlite_log_is_durable(log));
	db->engine->close(db);
	assert_true(sqlite_open(path, &db, &err));
	assert_true(db->engine->script(db, "INSERT INTO t VALUES (2)", &err));
	assert_true(sqlite_log_is_durable(log));
	assert_true(db->engine->script(db, "PRAGMA wal_checkpoint(TRUNCATE)", &err));
	assert_false(sqlite_log_is_durable(log));
	db->engine->close(db);
	assert_true(file_write(log, (struct str){(const char *)other, sizeof(other)}, &err));
	assert_false(sqlite_log_is_durable(log)); /* another program's */
}

static bool
nothing(struct db *db, void *context, struct err *err)
{
	(void)db;
	(void)context;
	(void)err;
	return true;
}

static void
a_sealed_store_still_chooses(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};

	assert_true(db_do_soon(f->s->db, nothing, NULL, &err));
	assert_true(db_do(f->s->db, nothing, NULL, &err));
}

/* -- prepared ahead -------------------------------------------------------------------------- */

static const char *
acts_ahead(void)
{
	return DB_AHEAD("SELECT count(*) FROM act WHERE kind <> 'ahead'");
}

/* Prepared ahead, and found there by who says it. */
static void
a_statement_waits_for_who_says_it(void **state)
{
	struct fixture *f = *state;
	struct kept *kept = &((struct sqlite *)f->s->db)->kept;
	bool there;

	if (!fixture_is_sqlite())
		skip();
	(void)kept_find(kept, acts_ahead(), 0, &there);
	assert_false(there);
	store_meanwhile(f->s);
	(void)kept_find(kept, acts_ahead(), 0, &there);
	assert_true(there);
	assert_int_equal(fixture_number(f, acts_ahead()), 0);
}

/* One that can't be prepared fails where it is said, and nothing else does. */
static void
a_statement_that_fails_ahead_harms_nothing(void **state)
{
	struct fixture *f = *state;
	int64_t number;
	struct err err;

	store_meanwhile(f->s);
	assert_false(
	    db_number(f->s->db, DB_AHEAD("SELECT gone FROM nowhere"), NULL, 0, 0, &number, &err));
	store_meanwhile(f->s);
	assert_true(store_now_us(f->s) > 0);
	assert_int_equal(fixture_number(f, acts_ahead()), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		a_fresh_store_says_what_it_is, fixture_begin, fixture_end),
	    cmocka_unit_test_setup_teardown(
		values_come_back_as_they_went, fixture_begin, fixture_end),
	    cmocka_unit_test_setup_teardown(a_form_takes_a_row, fixture_begin, fixture_end),
	    cmocka_unit_test_setup_teardown(what_fails_leaves_nothing, fixture_begin, fixture_end),
	    cmocka_unit_test_setup_teardown(
		a_failure_breaks_its_transaction, fixture_begin, fixture_end),
	    cmocka_unit_test_setup_teardown(a_statement_has_one_time, fixture_begin, fixture_end),
	    cmocka_unit_test_setup_teardown(
		contents_are_found_by_their_digest, fixture_begin, fixture_end),
	    cmocka_unit_test_setup_teardown(a_store_opens_again, fixture_begin, fixture_end),
	    cmocka_unit_test_setup_teardown(
		a_log_needs_no_sync_of_its_folder_once_it_was_begun_anew, fixture_begin,
		fixture_end),
	    cmocka_unit_test_setup_teardown(
		commits_are_durable_unless_another_follows, fixture_begin, fixture_end),
	    cmocka_unit_test_setup_teardown(
		a_sealed_store_still_chooses, fixture_begin, fixture_end),
	    cmocka_unit_test_setup_teardown(
		a_statement_waits_for_who_says_it, fixture_begin, fixture_end),
	    cmocka_unit_test_setup_teardown(
		a_statement_that_fails_ahead_harms_nothing, fixture_begin, fixture_end),
	    cmocka_unit_test(identifiers_sort_by_age),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
