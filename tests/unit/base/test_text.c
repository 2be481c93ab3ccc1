/* SPDX-License-Identifier: MIT */
#include "test.h"

static void
utf8_takes_only_strict_sequences(void **state)
{
	static const struct {
		const char *bytes;
		size_t bad_at;
	} cases[] = {
	    {"plain", 5}, {"\xc3\xa9", 2}, /* U+00E9 */
	    {"\xe2\x82\xac", 3},           /* U+20AC */
	    {"\xf0\x9f\x98\x80", 4},       /* U+1F600 */
	    {"\xf4\x8f\xbf\xbf", 4},       /* U+10FFFF */
	    {"a\xc0\x80", 1},              /* overlong NUL */
	    {"\xe0\x80\xaf", 0},           /* overlong slash */
	    {"\xed\xa0\x80", 0},           /* a surrogate */
	    {"\xf4\x90\x80\x80", 0},       /* above U+10FFFF */
	    {"ab\xff", 2}, {"ab\xc3", 2},  /* cut */
	    {"\xe2\x82", 0},               /* cut */
	    {"\x80", 0},                   /* a lone continuation */
	    {"\xf0\x80\x80\x80", 0},       /* overlong */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		assert_int_equal(utf8_invalid_at(str_from(cases[i].bytes)), cases[i].bad_at);
}

static void
utf8_round_trips_every_code_point(void **state)
{
	struct buf b;

	(void)state;
	buf_init(&b, 16);
	for (uint32_t c = 1; c <= 0x10ffff; c++) {
		size_t at = 0;
		if (c >= 0xd800 && c <= 0xdfff)
			continue;
		buf_clear(&b);
		buf_codepoint(&b, c);
		assert_int_equal(utf8_next(buf_view(&b), &at), (int32_t)c);
		assert_int_equal(at, b.n);
	}
	buf_release(&b);
}

static void
buf_stops_at_its_maximum_and_says_so(void **state)
{
	struct buf b;

	(void)state;
	buf_init(&b, 10);
	buf_text(&b, "12345678");
	assert_false(b.failed);
	buf_text(&b, "abc");
	assert_true(b.failed);
	assert_str_equal(buf_view(&b), "12345678");
	buf_text(&b, "9");
	assert_str_equal(buf_view(&b), "12345678");
	buf_clear(&b);
	buf_printf(&b, "%d", 42);
	assert_str_equal(buf_view(&b), "42");
	buf_release(&b);
}

static void
hostile_text_is_made_visible(void **state)
{
	static const struct {
		const char *bytes, *shown;
	} cases[] = {
	    {"plain é", "plain é"},
	    {"a\033[31mred", "a\\x1b[31mred"},
	    {"line\nnext\ttab\r", "line\\nnext\\ttab\\r"},
	    {"\xe2\x80\xae"
	     "evil",
		"\\u{202e}evil"},
	    {"zero\xe2\x80\x8bwidth", "zero\\u{200b}width"},
	    {"bad\xff", "bad\\xff"},
	    {"tag\xf3\xa0\x81\x81", "tag\\u{e0041}"},
	    {"\x7f\xc2\x85", "\\x7f\\u{85}"},
	};
	struct buf b;

	(void)state;
	buf_init(&b, 256);
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		buf_clear(&b);
		buf_visible(&b, str_from(cases[i].bytes), 100);
		assert_str_equal(buf_view(&b), cases[i].shown);
	}
	buf_clear(&b);
	buf_visible(&b, STR("abcdef"), 3);
	assert_str_equal(buf_view(&b), "abc…");
	buf_release(&b);
}

static void
closest_finds_what_was_meant(void **state)
{
	static const struct str keys[] = {
	    {"allow", 5}, {"deny", 4}, {"escalate", 8}, {"description", 11}, {"id", 2}};
	static const struct {
		const char *word, *meant;
	} cases[] = {
	    {"alow", "allow"},
	    {"allwo", "allow"},
	    {"dney", "deny"},
	    {"escalte", "escalate"},
	    {"desc", "description"},
	    {"xyz", ""},
	    {"di", "id"},
	    {"", ""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		assert_str_equal(text_closest(str_from(cases[i].word), keys, ARRAY_LENGTH(keys)),
		    cases[i].meant);
}

static void
distance_counts_swaps_as_one(void **state)
{
	(void)state;
	assert_int_equal(text_distance(STR("abcd"), STR("abdc"), 3), 1);
	assert_int_equal(text_distance(STR("abcd"), STR("abcd"), 3), 0);
	assert_int_equal(text_distance(STR("kitten"), STR("sitting"), 3), 3);
	assert_int_equal(text_distance(STR("kitten"), STR("sitting"), 2), 3);
	assert_int_equal(text_distance(STR(""), STR("ab"), 3), 2);
}

static void
cut_gives_every_part_once(void **state)
{
	struct str rest = STR("a,,b"), part;

	(void)state;
	assert_true(str_cut(&rest, ',', &part));
	assert_str_equal(part, "a");
	assert_true(str_cut(&rest, ',', &part));
	assert_str_equal(part, "");
	assert_true(str_cut(&rest, ',', &part));
	assert_str_equal(part, "b");
	assert_false(str_cut(&rest, ',', &part));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(utf8_takes_only_strict_sequences),
	    cmocka_unit_test(utf8_round_trips_every_code_point),
	    cmocka_unit_test(buf_stops_at_its_maximum_and_says_so),
	    cmocka_unit_test(hostile_text_is_made_visible),
	    cmocka_unit_test(closest_finds_what_was_meant),
	    cmocka_unit_test(distance_counts_swaps_as_one),
	    cmocka_unit_test(cut_gives_every_part_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
