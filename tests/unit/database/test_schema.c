/* SPDX-License-Identifier: MIT */
/*
 * A schema that is out there is not edited: a store that was made by it stays as it is, and would
 * be another than a fresh one. So what each version is made of is pinned here, by its digest.
 *
 * Where this test fails, somebody has changed tables or guards. If no released program has made a
 * store of this version, write the digests that are told and count STORE_FIRST up, so that a store of
 * the day before is refused by its number. Else add a step to database/versions.c (be it an empty one,
 * where guards alone have changed), and add a row.
 */
#include "test.h"

#include "migrate.h"
#include "sqlite_guards.h"

#include "hash.h"

#include <stdlib.h>

#define SCRIPT_BYTES_MAX ((size_t)1 << 20)

static const struct dialect *const dialects[] = {&sqlite_dialect, &postgres_dialect};

static void
same_digest(struct buf *text, const char *wanted)
{
	char hex[DIGEST_HEX_BYTES];

	assert_false(text->failed);
	digest_hex_of(buf_view(text), hex);
	buf_release(text);
	assert_string_equal(hex, wanted);
}

static void
each_step_is_as_it_was_released(void **state)
{
	static const char *const pinned[][ARRAY_LENGTH(dialects)] = {
	    {"10d118c1aec9f3b3a047cecacfadee66d96b7700eb0a799154e500123d1da25b",
		"50b8bdd8bc2a53842e62b5cf378042fdb69a67d33aa5be99106c4fededc09ae1"},
	};

	(void)state;
	assert_int_equal(ARRAY_LENGTH(pinned), store_version() - STORE_FIRST + 1);
	for (size_t step = 0; step < ARRAY_LENGTH(pinned); step++)
		for (size_t i = 0; i < ARRAY_LENGTH(dialects); i++) {
			struct buf text;
			buf_init(&text, SCRIPT_BYTES_MAX);
			migrate_step(
			    dialects[i], step == 0 ? 0 : STORE_FIRST + (int64_t)step - 1, &text);
			same_digest(&text, pinned[step][i]);
		}
}

static void
the_guards_are_this_versions(void **state)
{
	static const struct {
		int version;
		const char *digests[ARRAY_LENGTH(dialects)];
	} pinned = {9, {"17ab18c906d4b8503467f62dc23938f83b561b00d8e3348e3d1d6c0d3e394699",
			   "5134ce027d590a8f6fe95769c4e9d6dd6c1b0097e3e58c60771ff5d7ff1f1f1c"}};

	(void)state;
	assert_int_equal(pinned.version, store_version());
	for (size_t i = 0; i < ARRAY_LENGTH(dialects); i++) {
		struct buf text;
		buf_init(&text, SCRIPT_BYTES_MAX);
		migrate_guards(dialects[i], &text);
		for (size_t at = 0; dialects[i] == &sqlite_dialect && at < sqlite_guard_count; at++)
			buf_text(&text, sqlite_guard_list[at].query);
		same_digest(&text, pinned.digests[i]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_step_is_as_it_was_released),
	    cmocka_unit_test(the_guards_are_this_versions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
