/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "kept.h"
#include "sqlite_sql.h"

#include <stdio.h>

#define TEXT_BYTES 32

/* Statements of one set: as many as are asked for. */
static void
meeting(char out[][TEXT_BYTES], size_t wanted)
{
	size_t set = KEPT_MAX, found = 0;

	for (int i = 0; found < wanted; i++) {
		snprintf(out[found], TEXT_BYTES, "SELECT %d", i);
		size_t at = (sql_hash(out[found]) & (KEPT_MAX - 1)) / KEPT_WAYS;
		if (set == KEPT_MAX)
			set = at;
		found += at == set ? 1 : 0;
	}
}

static size_t
use(struct kept *k, const char *sql, bool was_there)
{
	bool there;
	size_t at = kept_find(k, sql, 0, &there);

	assert_int_equal(there, was_there);
	if (!there && at != KEPT_NONE) {
		kept_drop(k, at);
		assert_true(kept_put(k, at, sql, 0));
	}
	return at;
}

static void
statements_that_meet_stay_side_by_side(void **state)
{
	static struct kept k;
	char sql[KEPT_WAYS][TEXT_BYTES];

	(void)state;
	meeting(sql, KEPT_WAYS);
	for (size_t i = 0; i < KEPT_WAYS; i++)
		use(&k, sql[i], false);
	for (size_t i = 0; i < KEPT_WAYS; i++)
		use(&k, sql[i], true);
	kept_clear(&k);
	use(&k, sql[0], false);
	kept_clear(&k);
}

static void
the_one_that_was_used_longest_ago_goes(void **state)
{
	static struct kept k;
	char sql[KEPT_WAYS + 1][TEXT_BYTES];

	(void)state;
	meeting(sql, KEPT_WAYS + 1);
	for (size_t i = 0; i < KEPT_WAYS; i++)
		use(&k, sql[i], false);
	use(&k, sql[0], true);
	use(&k, sql[KEPT_WAYS], false);
	use(&k, sql[0], true);
	use(&k, sql[1], false);
	kept_clear(&k);
}

static void
what_stands_on_a_row_is_not_driven_out(void **state)
{
	static struct kept k;
	char sql[KEPT_WAYS + 1][TEXT_BYTES];
	bool there;

	(void)state;
	meeting(sql, KEPT_WAYS + 1);
	for (size_t i = 0; i < KEPT_WAYS; i++)
		k.entries[use(&k, sql[i], false)].busy = true;
	assert_int_equal(kept_find(&k, sql[KEPT_WAYS], 0, &there), KEPT_NONE);
	assert_int_equal(kept_find(&k, sql[0], 0, &there), KEPT_NONE);
	assert_false(there);
	for (size_t i = 0; i < KEPT_MAX; i++)
		k.entries[i].busy = false;
	use(&k, sql[0], true);
	kept_clear(&k);
}

static void
other_kinds_of_parameters_are_another_statement(void **state)
{
	static struct kept k;
	bool there;
	size_t at = kept_find(&k, "SELECT $1", 1, &there);

	(void)state;
	assert_false(there);
	assert_true(kept_put(&k, at, "SELECT $1", 1));
	kept_find(&k, "SELECT $1", 2, &there);
	assert_false(there);
	assert_int_equal(kept_find(&k, "SELECT $1", 1, &there), at);
	assert_true(there);
	kept_clear(&k);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(statements_that_meet_stay_side_by_side),
	    cmocka_unit_test(the_one_that_was_used_longest_ago_goes),
	    cmocka_unit_test(what_stands_on_a_row_is_not_driven_out),
	    cmocka_unit_test(other_kinds_of_parameters_are_another_statement),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
