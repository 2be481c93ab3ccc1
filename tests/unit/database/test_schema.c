/* SPDX-License-Identifier: MIT */
/*
 * A schema that is out there is not edited: a store that was made by it stays as it is, and would
 * be another than a fresh one. So what each version is made of is pinned here, by its digest.
 *
 * Where this test fails, somebody has changed tables or guards. If no released program has made a
 * store of this version, write the digests that are told. Else add a step to database/migrate.c (be it
 * an empty one, where guards alone have changed), raise STORE_VERSION, and add a row.
 */
#include "test.h"

#include "migrate.h"

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
	static const char *const pinned[STORE_VERSION][ARRAY_LENGTH(dialects)] = {
	    {"912600bdd51328b3b4e669141144fd3f2671ac74b38af93849fdb8c1d85b2901",
		"0685b98aaef95531c04a8eef57e65647e3f00c3a8792cad2d7ad65307b7214a4"},
	    {"dc1725c1a26de06f6f5f523fa429e5ab99e603a3216d794580446da84d45017f",
		"b1268047879531171e1144c04e2b1230de7e1e754013f6bff6abb53d943bd075"},
	    {"0a16f5c93b8d712cfd109b4182a12ba86e55dafa3c1225125b6be7aae7756ea7",
		"ddb7384ae316b29ccd1b9957524e1225cf9fabd0719cea516da02af6eb1965c1"},
	    {"4dd7084accd53a9535b9ef511f0edcdb7413890de19986d96b743e116a8f8499",
		"56fa854bf90da6b82a3516db4f06e9e39e63d932557d9835005906d498f74c3a"},
	    {"24657b33b6201e18f8c6f9d0c9ec16180031e920760873a8fa7160145e6dcdd1", "62a0ffba895199f7d8e8a2c13f0875d8320d75369047b39ae8dd899c4159dd78"},
	};

	(void)state;
	for (int64_t step = 0; step < STORE_VERSION; step++)
		for (size_t i = 0; i < ARRAY_LENGTH(dialects); i++) {
			struct buf text;
			buf_init(&text, SCRIPT_BYTES_MAX);
			migrate_step(dialects[i], step, &text);
			same_digest(&text, pinned[step][i]);
		}
}

static void
the_guards_are_this_versions(void **state)
{
	static const struct {
		int version;
		const char *digests[ARRAY_LENGTH(dialects)];
	} pinned = {5, {"378b4e9b317365d6238cfa1d20d83628dce8c64b574cd0e217b1c8d5fd8de318",
			   "9d33bbd839d8d8251f90288f1d216327594bbd859624f3e68f8f1587b6fdb143"}};

	(void)state;
	assert_int_equal(pinned.version, STORE_VERSION);
	for (size_t i = 0; i < ARRAY_LENGTH(dialects); i++) {
		struct buf text;
		buf_init(&text, SCRIPT_BYTES_MAX);
		migrate_guards(dialects[i], &text);
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
