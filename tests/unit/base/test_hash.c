/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "hash.h"

static void
digests_are_those_of_the_standards(void **state)
{
	static const char longer[] = "This is a test using a larger than block-size key and a "
				     "larger than block-size data. The key needs to be hashed "
				     "before being used by the HMAC algorithm.";
	static char many[131];
	/* RFC 4231, cases 1, 2 and 7; an empty key: FIPS 180-4's abc. */
	const struct {
		struct str key, bytes;
		const char *hex;
	} cases[] = {
	    {STR("\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b"
		 "\x0b"),
		STR("Hi There"),
		"b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
	    {STR("Jefe"), STR("what do ya want for nothing?"),
		"5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
	    {{many, sizeof(many)}, {longer, sizeof(longer) - 1},
		"9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
	    {{NULL, 0}, STR("abc"),
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
	};

	(void)state;
	memset(many, 0xaa, sizeof(many));
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct digest d;
		char hex[DIGEST_HEX_BYTES];

		if (cases[i].key.n > 0)
			digest_keyed(cases[i].key, cases[i].bytes, &d);
		else
			digest_of(cases[i].bytes, &d);
		digest_hex(&d, hex);
		assert_string_equal(hex, cases[i].hex);
	}
}

/* By both libraries: every length around their blocks, in one piece and in many. */
static void
both_libraries_say_the_same(void **state)
{
	static char bytes[1000];
	static struct digest by_one[ARRAY_LENGTH(bytes)], whole, pieces;
	struct hasher *begun = hasher_new();

	(void)state;
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(i * 7);
	for (size_t n = 0; n < sizeof(bytes); n++)
		digest_of((struct str){bytes, n}, &by_one[n]);
	if (!hash_for_bulk())
		skip();
	assert_true(hash_for_bulk());
	for (size_t n = 0; n < sizeof(bytes); n++) {
		digest_of((struct str){bytes, n}, &whole);
		assert_true(digest_eq(&whole, &by_one[n]));
		digest_of_parts(
		    (const struct str[]){{bytes, n / 3}, {bytes + n / 3, n - n / 3}, {NULL, 0}}, 3,
		    &pieces);
		assert_true(digest_eq(&pieces, &by_one[n]));
	}
	/* What was begun with one library is ended with it. */
	hasher_add(begun, bytes, 100);
	hasher_finish(begun, &whole);
	assert_true(digest_eq(&whole, &by_one[100]));
}

static void
only_one_text_is_a_digest(void **state)
{
	static const char good[] =
	    "00ff1e2d3c4b5a69788796a5b4c3d2e1f00123456789abcdef0123456789abcd";
	char text[DIGEST_HEX_BYTES + 1], back[DIGEST_HEX_BYTES];
	struct digest d;

	(void)state;
	assert_true(digest_read(str_from(good), &d));
	digest_hex(&d, back);
	assert_string_equal(back, good);
	for (size_t i = 0; i < 64; i++)
		for (int c = -128; c < 128; c++) {
			bool digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
			memcpy(text, good, 64);
			text[i] = (char)c;
			assert_int_equal(digest_read((struct str){text, 64}, &d), digit);
		}
	memcpy(text, good, 64);
	text[64] = '0';
	assert_false(digest_read((struct str){text, 63}, &d));
	assert_false(digest_read((struct str){text, 65}, &d));
	assert_false(digest_read(STR(""), &d));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(digests_are_those_of_the_standards),
	    cmocka_unit_test(both_libraries_say_the_same),
	    cmocka_unit_test(only_one_text_is_a_digest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
