/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "figures.h"

static const char DOCUMENT[] =
    "{\"rate\": 0.125, \"n\": 1200, \"big\": 12345678901234567890, \"e\": 1.5e3, \"neg\": -42.50,"
    "\"zero\": 0, \"day\": \"2026-03-07\", \"label\": \"Q4 of 99\", \"17\": null}";

static void
figures_are_marked_unless_they_stand_in_the_document(void **state)
{
	static const struct {
		const char *text, *marked;
	} cases[] = {
	    {"", ""},
	    {"no numbers here", "no numbers here"},
	    {"0.125", "0.125"},
	    {"0.1250 and .125", "0.1250 and .125 [?]"},
	    {"12.5 %", "12.5 [?] %"},
	    {"1200, 1,200, 1200.0 and 1.2e3", "1200, 1,200, 1200.0 and 1.2e3"},
	    {"12,00", "12 [?],00"},
	    {"1500 or 1.5e3", "1500 or 1.5e3"},
	    {"12345678901234567890", "12345678901234567890"},
	    {"12345678901234567891", "12345678901234567891 [?]"},
	    {"12345678901234567000", "12345678901234567000 [?]"},
	    {"fell by 42.5", "fell by 42.5"},
	    {"-42.5", "-42.5"},
	    {"0 and 0.0 and 00", "0 and 0.0 and 00"},
	    {"on 2026-03-07", "on 2026-03-07"},
	    {"on 2026-3-8", "on 2026-3-8 [?]"},
	    {"Q3 and Q4 and H2O", "Q3 and Q4 and H2O"},
	    {"99 of 17", "99 of 17"},
	    {"98 of 18", "98 [?] of 18 [?]"},
	    {"(1200)", "(1200)"},
	    {"1200.", "1200."},
	    {"1,200,300", "1,200,300 [?]"},
	    {"17,0", "17,0"},
	    {"1e99999999999999999999", "1e99999999999999999999 [?]"},
	    {"\xd9\xa3 apples", "\xd9\xa3 [?] apples"},
	    {"m\xc2\xb2", "m\xc2\xb2 [?]"},
	    {"\xef\xbc\x91", "\xef\xbc\x91 [?]"},
	};
	struct arena *a = arena_new(1 << 20);
	struct figures *known;
	struct json_doc d;
	struct err err = {0};

	(void)state;
	assert_true(json_parse(a, str_from(DOCUMENT), NULL, &JSON_LIMITS, &d, NULL, &err));
	assert_true(figures_collect(a, &d, &known));
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct str marked;
		size_t unfounded;
		assert_true(figures_mark(a, known, str_from(cases[i].text), &marked, &unfounded));
		assert_string_equal(arena_text(a, marked), cases[i].marked);
		assert_int_equal(unfounded > 0, strstr(cases[i].marked, "[?]") != NULL);
	}
	arena_free(a);
}

static void
figures_of_an_empty_document_are_none(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct figures *known;
	struct json_doc d;
	struct str marked;
	size_t unfounded;
	struct err err = {0};

	(void)state;
	assert_true(json_parse(a, STR("{}"), NULL, &JSON_LIMITS, &d, NULL, &err));
	assert_true(figures_collect(a, &d, &known));
	assert_true(figures_mark(a, known, STR("1 2"), &marked, &unfounded));
	assert_int_equal(unfounded, 2);
	arena_free(a);
}

static void
figures_too_long_are_never_known(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct figures *known;
	struct json_doc d;
	struct buf text;
	struct str marked;
	size_t unfounded;
	struct err err = {0};

	(void)state;
	buf_init(&text, 4096);
	buf_repeat(&text, '7', 300);
	assert_true(json_parse(a, buf_view(&text), NULL, &JSON_LIMITS, &d, NULL, &err));
	assert_true(figures_collect(a, &d, &known));
	assert_true(figures_mark(a, known, buf_view(&text), &marked, &unfounded));
	assert_int_equal(unfounded, 1);
	buf_release(&text);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(figures_are_marked_unless_they_stand_in_the_document),
	    cmocka_unit_test(figures_of_an_empty_document_are_none),
	    cmocka_unit_test(figures_too_long_are_never_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
