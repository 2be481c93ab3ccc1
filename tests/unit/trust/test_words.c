/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "trust.h"

/* 127.0.0.1 and 63.84.220.193 are the examples of arXiv:0901.4016. */
#define HEX "7f0000013f54dcc100000000ffffffff" REST
#define REST "0123456789abcdef0123456789abcdef"
#define WORDS "lusab-babad-gutih-tugad-babab-babab-zuzuz-zuzuz"

static void
a_digest_is_eight_words(void **state)
{
	char words[DIGEST_WORDS_BYTES];

	(void)state;
	assert_true(digest_words(HEX, words));
	assert_string_equal(words, WORDS);
	assert_false(digest_words("7f", words));
	assert_false(digest_words("7F0000013f54dcc100000000ffffffff" REST, words));
	assert_false(digest_words("", words));
	assert_false(digest_words(NULL, words));
	assert_string_equal(words, "");
}

static void
words_match_as_people_write_them(void **state)
{
	static const struct {
		const char *words;
		bool match;
	} cases[] = {
	    {WORDS, true},
	    {"lusab babad gutih tugad babab babab zuzuz zuzuz", true},
	    {"  LUSAB babad\tgutih\n tugad  babab babab Zuzuz-zuzuz ", true},
	    {"lusab-babad-gutih-tugad-babab-babab-zuzuz", false},
	    {WORDS "-zuzuz", false},
	    {WORDS "x", false},
	    {"lusab-babad-gutih-tugad-babab-babab-zuzuz-zuzu", false},
	    {"babad-lusab-gutih-tugad-babab-babab-zuzuz-zuzuz", false},
	    {"lusabbabad-gutih-tugad-babab-babab-zuzuz-zuzuz", false},
	    {"lusab_babad_gutih_tugad_babab_babab_zuzuz_zuzuz", false},
	    {"lusab", false},
	    {"", false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		assert_int_equal(digest_words_match(HEX, str_from(cases[i].words)), cases[i].match);
	assert_false(digest_words_match("", STR("")));
	assert_false(digest_words_match(NULL, STR(WORDS)));
}

static void
other_digests_have_other_words(void **state)
{
	char hex[DIGEST_HEX_BYTES] = HEX;

	(void)state;
	for (size_t i = 0; i < 32; i++) {
		char kept = hex[i];
		hex[i] = kept == '0' ? '1' : '0';
		assert_false(digest_words_match(hex, STR(WORDS)));
		hex[i] = kept;
	}
	assert_true(digest_words_match(hex, STR(WORDS)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_digest_is_eight_words),
	    cmocka_unit_test(words_match_as_people_write_them),
	    cmocka_unit_test(other_digests_have_other_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
