/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "hash.h"
#include "validator.h"

#include <stdio.h>

static char found_text[4096];

/* "line:column rule masked" for each finding of the class (LEAK_CLASSES: of any), a line each. */
static const char *
found(enum leak_class class, const char *value, const char *text, bool as_json)
{
	struct arena *a = arena_new(64 << 20);
	struct leak_scanner *s = NULL;
	struct leak_report r = {.count = 0};
	struct json_doc doc;
	struct err err = {0};
	struct str values[] = {str_from(value ? value : "")};
	size_t n = 0;
	found_text[0] = '\0';
	assert_true(leak_scanner_new(a, values, value ? 1 : 0, STR("key"), &s, &err));
	if (as_json)
		assert_true(json_parse(a, str_from(text), NULL, &JSON_LIMITS, &doc, NULL, &err));
	assert_true(
	    leak_scan(s, a, STR("the output"), str_from(text), as_json ? &doc : NULL, &r, &err));
	for (size_t i = 0; i < r.count; i++)
		if (class == LEAK_CLASSES || r.items[i].class == class)
			n += (size_t)snprintf(found_text + n, sizeof(found_text) - n,
			    "%s%u:%u %s %.*s", n > 0 ? "\n" : "", r.items[i].line,
			    r.items[i].column, r.items[i].rule, STR_ARG(r.items[i].masked));
	arena_free(a);
	return found_text;
}

static void
assert_value(const char *value, const char *text, bool is_found)
{
	const char *said = found(LEAK_VALUE, value, text, text[0] == '{' || text[0] == '[');

	if ((said[0] != '\0') != is_found)
		fail_msg("'%s' in '%s': %s", value, text, said[0] ? said : "not found");
}

static void
sensitive_values_are_found_in_every_dress(void **state)
{
	static const char VALUE[] = "Tr0ub4dor&3 \"x\"";
	static const char *const CASES[] = {
	    "pw=Tr0ub4dor&3 \"x\".",
	    "TR0UB4DOR&3 \"X\"",
	    "54723075623464 ... 547230756234646f72263320227822",
	    "54:72:30:75:62:34:64:6f:72:26:33:20:22:78:22",
	    "0x54, 0x72, 0x30, 0x75, 0x62, 0x34, 0x64, 0x6f, 0x72, 0x26, 0x33, 0x20, 0x22, 0x78, 0x22",
	    "VHIwdWI0ZG9yJjMgIngi",        /* at the beginning */
	    "YVRyMHViNGRvciYzICJ4Ig==",    /* behind one byte */
	    "YWJUcjB1YjRkb3ImMyAieCI=",    /* behind two */
	    "VHIwdWI0\nZG9yJjMg\nIngi",    /* in lines */
	    "is KRZDA5LCGRSG64RGGMQCE6BC", /* base32 */
	    "a=Tr0ub4dor%263%20%22x%22",
	    "%54%72%30%75%62%34%64%6f%72%26%33%20%22%78%22",
	    "Tr0ub4dor&amp;3 &quot;x&#34;",
	    "{\"a\":\"Tr0ub4dor&3 \\\"x\\\"\"}",
	    "{\"a\":\"{\\\"b\\\":\\\"\\\\u0054r0ub4dor&3\\\\u0020\\\\\\\"x\\\\\\\"\\\"}\"}",
	    "\"x\" 3&rod4bu0rT",
	    "T-r-0-u-b-4-d-o-r-3-x",
	    "[\"T\",\"r\",\"0\",\"u\",\"b\",\"4\",\"d\",\"o\",\"r\",\"3\",\"x\"]",
	    "{\"Tr0ub4dor&3 \\\"x\\\"\": 1}",
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		assert_value(VALUE, CASES[i], true);
		assert_non_null(strstr(found_text, " sensitive-value … (15 characters, digest "));
		assert_null(strstr(found_text, "Tr0"));
	}
	assert_value(VALUE, "Tr0ub4dor&4 \"x\"", false);
	assert_value("abc", "abc abc", false);
}

static void
letters_are_compared_as_unicode_does(void **state)
{
	(void)state;
	assert_value("Jürgen Groß", "JÜRGEN GROSS", true);
	assert_value("Jürgen Groß", "Ju\u0308rgen Groß", true);
	assert_value("Ωμέγα Αθήνα", "ωμέγα αθήνα", true);
	assert_value("Maria Müller", "Ｍａｒｉａ　Ｍüｌｌｅｒ", true);
	assert_value("Maria Müller", "Ma\u200bria Mül\u200dler", true);
	assert_value("山田太郎", "氏名：山田太郎様", true);
}

static void
short_values_count_as_words_alone(void **state)
{
	(void)state;
	assert_value("4711", "14711", false);
	assert_value("4711", "PIN 4711.", true);
	assert_value("Ann Li", "Joann Lipton", false);
	assert_value("Ann Li", "to Ann Li, today", true);
	assert_value("20231", "1202314", false);
}

static void
numbers_are_compared_by_value(void **state)
{
	static const char *const SAME[] = {"71250.50", "71250.5", "71,250.50", "71.250,50",
	    "71 250,5", "71'250.50", "7.12505e4", "71250,50 EUR", "[71250.5]", "-71250.50"};
	static const char *const OTHER[] = {
	    "71250.51", "171250.50", "71250", "712505", "71250.505", "x71250.5", "1.71250.5"};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(SAME); i++)
		assert_value("71250.50", SAME[i], true);
	for (size_t i = 0; i < ARRAY_LENGTH(OTHER); i++)
		assert_value("71250.50", OTHER[i], false);
	assert_value("1234567", "1,234,567", true);
}

static void
many_values_that_begin_alike_are_found_in_time(void **state)
{
	enum { COUNT = 50000 };
	struct arena *a = arena_new(256 << 20);
	struct str *values = arena_array(a, COUNT, sizeof(*values));
	struct leak_report r = {.count = 0};
	struct leak_scanner *s;
	struct buf text;
	struct err err;
	(void)state;
	buf_init(&text, 64 << 20);
	for (int i = 0; i < COUNT; i++) {
		values[i] = str_from(arena_printf(a, "customer-%06d", i / 2));
		buf_printf(&text, "customer-%06d ", 100000 + i);
	}
	buf_text(&text, "customer-024999");
	assert_true(leak_scanner_new(a, values, COUNT, STR("k"), &s, &err));
	assert_true(leak_scan(s, a, STR("x"), buf_view(&text), NULL, &r, &err));
	assert_int_equal(r.found[LEAK_VALUE], 2); /* by its text, and by its letters alone */
	assert_int_equal(r.count, 1);
	buf_release(&text);
	arena_free(a);
}

static void
escapes_do_not_hide_anything(void **state)
{
	(void)state;
	const char *said =
	    found(LEAK_VALUE, "topsecret", "{\"a\": 1,\n \"b\": \"\\u0074op\\u0073ecret\"}", true);
	assert_ptr_equal(strstr(said, "0:0 sensitive-value … (9 characters, digest "), said);
	said = found(LEAK_CARD, NULL, "{\"a\": 1,\n \"b\": \"\\u0034111 1111 1111 1111\"}", true);
	assert_non_null(strstr(said, "payment-card … (19 characters, digest "));
	assert_non_null(strstr(found(LEAK_EMAIL, NULL, "to=joe%40example.org", false), " email "));
}

static void
a_digest_is_of_the_key_and_shows_nothing(void **state)
{
	char plain[DIGEST_HEX_BYTES];
	struct str one, other;
	struct arena *a = arena_new(1 << 20);
	(void)state;
	digest_hex_of(STR("A-1001"), plain);
	plain[16] = '\0';
	assert_true(leak_mask(a, STR("key"), STR("A-1001"), &one));
	assert_true(leak_mask(a, STR("another"), STR("A-1001"), &other));
	assert_false(str_eq(one, other));
	assert_int_equal(str_find(one, str_from(plain), 0), SIZE_MAX);
	assert_int_equal(str_find(one, STR("A-"), 0), SIZE_MAX);
	arena_free(a);
}

static void
credentials_are_known_by_their_shape(void **state)
{
	static const char *const CASES[][2] = {
	    {"key AKIAIOSFODNN7EXAMPLE.", "1:5 aws-access-key"},
	    {"ghp_abcdefghijklmnopqrstuvwxyz0123456789", "1:1 github-token"},
	    {"t='sk-ant-abcdefghijklmnopqrstuvwx'", "1:4 anthropic-key"},
	    {"-----BEGIN RSA PRIVATE KEY-----\nMII", "1:1 private-key"},
	    {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefgh1234", "1:1 jwt"},
	    {"eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0In0.", "1:1 jwt"},
	    {"postgres://me:hunter2@db/x", "1:9 url-password "},
	    {"AIza0123456789abcdefghijklmnopqrstuvwxy", "1:1 google-key"},
	    {"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"1:1 named-secret"},
	    {"DB_PASSWORD=hunter2hunter2", "1:4 named-secret"},
	    {"{\"password\": \"s3cretw0rd\"}", "1:3 named-secret"},
	    {"Authorization: Bearer 0123456789abcdefghijk", "1:16 bearer-token"},
	    {"123456789:AAabcdefghijklmnopqrstuvwxyz0123456", "1:1 telegram-token"},
	    {"sk-or-v1-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
		"1:1 openrouter-key"},
	    {"SK0123456789abcdef0123456789abcdef", "1:1 twilio-key"},
	};
	static const char *const CLEAN[] = {"AKIAIOSFODNN7EXAMPL", "xAKIAIOSFODNN7EXAMPLE",
	    "AKIAIOSFODNN7EXAMPLEX", "ghp_short", "sk-learn is a library",
	    "http://example.org/a:b@c", "eyJhbGciOiJIUzI1NiJ9", "-----BEGIN CERTIFICATE-----",
	    "password: at least twelve letters", "Passwort: mindestens acht Zeichen",
	    "secret: 12345678", "bearer of good news and of nothing else", "12:30:45",
	    "2026-11-23T15:00:00", "secretary: Anna2"};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
		if (strstr(found(LEAK_CREDENTIAL, NULL, CASES[i][0], false), CASES[i][1]) !=
		    found_text)
			fail_msg("%s: %s", CASES[i][0], found_text);
	for (size_t i = 0; i < ARRAY_LENGTH(CLEAN); i++)
		assert_string_equal(found(LEAK_CREDENTIAL, NULL, CLEAN[i], false), "");
}

static void
identifiers_are_known_by_their_checksum(void **state)
{
	static const char *const CASES[][2] = {
	    {"card 4111 1111 1111 1111", "1:6 payment-card"},
	    {"card 4111 1111 1111 1111 2026", "1:6 payment-card"},
	    {"4111-1111-1111-1111", "1:1 payment-card"},
	    {"4111\u00a01111\u00a01111\u00a01111", "1:1 payment-card"},
	    {"4111111111111111", "1:1 payment-card"},
	    {"378282246310005,", "1:1 payment-card"},
	    {"3782 822463 10005", "1:1 payment-card"},
	    {"DE89 3704 0044 0532 0130 00", "1:1 iban"},
	    {"de89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000", "1:1 iban"},
	    {"GB82WEST12345698765432", "1:1 iban"},
	    {"123-45-6789", "1:1 us-ssn"},
	    {"756.9217.0769.85", "1:1 swiss-ahv"},
	    {"mail joe.b@example.org.", "1:6 email"},
	};
	static const char *const CLEAN[] = {"4111 1111 1111 1112", "1234567890123456",
	    "DE89 3704 0044 0532 0130 01", "000-45-6789", "756.9217.0769.84",
	    "41111111111111111111", "4111111111111111.5", "2026-11-21", "3.14159265358979",
	    "4006381333931", /* an EAN that passes Luhn */
	    "41 11 11 11 11 11 11 11", "ZZ89370400440532013000", "a@b", "192.168.1.7"};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
		if (strstr(found(LEAK_CLASSES, NULL, CASES[i][0], false), CASES[i][1]) !=
		    found_text)
			fail_msg("%s: %s", CASES[i][0], found_text);
	for (size_t i = 0; i < ARRAY_LENGTH(CLEAN); i++)
		if (found(LEAK_CLASSES, NULL, CLEAN[i], false)[0])
			fail_msg("%s: %s", CLEAN[i], found_text);
}

static void
controls_that_deceive_are_found_and_scripts_are_not(void **state)
{
	static const char *const DECEIVING[] = {"a\u202e"
						"b",
	    "a\x1b[31m", "\x9b",
	    "a\u200b"
	    "b",
	    "pass\u2060word", "\U000e0061\U000e0062", "x\U000e0100\U000e0101",
	    "😀\ufe01\ufe02\ufe03\ufe04", "\u2066x\u2069", "nul\x01",
	    "🏴\U000e0068\U000e0069\U000e007f", "é\u200b\u200c\u200b\u200b\u200cé"};
	static const char *const TEXT[] = {"na\u00efve \u20ac \U0001f600", "❤️",
	    "👨‍👩‍👧‍👦", "1️⃣ 2️⃣", "می‌خواهم", "क्‍ष",
	    "\u200fشركة ABC\u200e", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈",
	    "Donau\u00addampf", "葛󠄀城市", "\ufeffid,name", "ไทย\u200bภาษา",
	    "👩🏽‍💻"};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(DECEIVING); i++) {
		const char *text = DECEIVING[i];
		if (!found(LEAK_CONTROL, NULL, text, false)[0] && (unsigned char)text[0] != 0x9b)
			fail_msg("%zu: %s is let through", i, text);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(TEXT); i++)
		if (found(LEAK_CLASSES, NULL, TEXT[i], false)[0])
			fail_msg("%s: %s", TEXT[i], found_text);
	assert_non_null(strstr(
	    found(LEAK_CONTROL, NULL, "{\"a\":\"\\u001b[2J\"}", true), "1:6 control-character"));
}

/* A file of zeros is twenty million controls: that must cost no memory for each. */
static void
one_thing_found_millions_of_times_is_counted_and_kept_once(void **state)
{
	static const char *const THINGS[] = {"\x1b", "\x07 \x1b"};
	struct arena *a = arena_new((size_t)1 << 20);
	struct leak_scanner *s;
	struct err err = {0};
	struct buf text;

	(void)state;
	assert_true(leak_scanner_new(a, NULL, 0, STR("key"), &s, &err));
	for (size_t i = 0; i < ARRAY_LENGTH(THINGS); i++) {
		struct leak_report r = {.count = 0};
		buf_init(&text, (size_t)16 << 20);
		for (int n = 0; n < 500000; n++)
			buf_text(&text, THINGS[i]);
		assert_true(leak_scan(s, a, STR("a file"), buf_view(&text), NULL, &r, &err));
		assert_int_equal(r.count, i + 1);
		assert_int_equal(r.found[LEAK_CONTROL], 500000 * (i + 1));
		assert_int_equal(r.items[0].column, 1);
		buf_release(&text);
	}
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sensitive_values_are_found_in_every_dress),
	    cmocka_unit_test(letters_are_compared_as_unicode_does),
	    cmocka_unit_test(short_values_count_as_words_alone),
	    cmocka_unit_test(numbers_are_compared_by_value),
	    cmocka_unit_test(many_values_that_begin_alike_are_found_in_time),
	    cmocka_unit_test(escapes_do_not_hide_anything),
	    cmocka_unit_test(a_digest_is_of_the_key_and_shows_nothing),
	    cmocka_unit_test(credentials_are_known_by_their_shape),
	    cmocka_unit_test(one_thing_found_millions_of_times_is_counted_and_kept_once),
	    cmocka_unit_test(identifiers_are_known_by_their_checksum),
	    cmocka_unit_test(controls_that_deceive_are_found_and_scripts_are_not),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
