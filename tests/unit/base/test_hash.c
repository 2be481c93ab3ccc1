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

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(digests_are_those_of_the_standards),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
