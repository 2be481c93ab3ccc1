/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "validator.h"

#include <stdio.h>

static char found_text[4096];

/* "line:column rule masked" for each finding, a line each. */
static const char *
found(unsigned classes, const char *value, const char *text, bool as_json)
{
	struct arena *a = arena_new(16 << 20);
	struct leak_scanner *s = NULL;
	struct leak_report r;
	struct json_doc doc;
	struct err err = {0};
	struct str values[] = {str_from(value)};
	size_t n = 0;
	found_text[0] = '\0';
	assert_true(leak_scanner_new(a, classes, values, value ? 1 : 0, &s, &err));
	if (as_json)
		assert_true(json_parse(a, str_from(text), NULL, &JSON_LIMITS, &doc, NULL, &err));
	assert_true(leak_scan(s, a, str_from(text), as_json ? &doc : NULL, &r, &err));
	for (size_t i = 0; i < r.count; i++)
		n += (size_t)snprintf(found_text + n, sizeof(found_text) - n, "%s%u:%u %s %.*s",
		    i > 0 ? "\n" : "", r.items[i].line, r.items[i].column, r.items[i].rule,
		    STR_ARG(r.items[i].masked));
	arena_free(a);
	return found_text;
}

static void
sensitive_values_are_found_in_every_dress(void **state)
{
	static const char VALUE[] = "Tr0ub4dor&3 \"x\"";
	static const char *const CASES[] = {
	    "pw=Tr0ub4dor&3 \"x\".",
	    "TR0UB4DOR&3 \"X\"",
	    "54723075623464 ... 547230756234646f72263320227822",
	    "VHIwdWI0ZG9yJjMgIngi",     /* at the beginning */
	    "YVRyMHViNGRvciYzICJ4Ig==", /* behind one byte */
	    "YWJUcjB1YjRkb3ImMyAieCI=", /* behind two */
	    "a=Tr0ub4dor%263%20%22x%22",
	    "{\"a\":\"Tr0ub4dor&3 \\\"x\\\"\"}",
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		const char *text = found(LEAK_VALUES, VALUE, CASES[i], false);
		assert_non_null(strstr(text, " sensitive-value … ("));
		assert_null(strstr(text, "Tr0"));
	}
	assert_string_equal(found(LEAK_VALUES, VALUE, "Tr0ub4dor&4 \"x\"", false), "");
	assert_string_equal(found(LEAK_VALUES, "abc", "abc abc", false), "");
}

static void
escapes_do_not_hide_anything(void **state)
{
	(void)state;
	assert_string_equal(
	    found(LEAK_VALUES, "topsecret", "{\"a\": 1,\n \"b\": \"\\u0074op\\u0073ecret\"}", true),
	    "2:7 sensitive-value … (9 characters, sha256 53336a67)");
}

static void
credentials_are_known_by_their_shape(void **state)
{
	static const char *const CASES[][2] = {
	    {"key AKIAIOSFODNN7EXAMPLE.", "1:5 aws-access-key AKIA"},
	    {"ghp_abcdefghijklmnopqrstuvwxyz0123456789", "1:1 github-token ghp_"},
	    {"t='sk-ant-abcdefghijklmnopqrstuvwx'", "1:4 anthropic-key sk-a"},
	    {"-----BEGIN RSA PRIVATE KEY-----\nMII", "1:1 private-key ----"},
	    {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefgh1234", "1:1 jwt eyJh"},
	    {"postgres://me:hunter2@db/x", "1:9 url-password "},
	    {"AIza0123456789abcdefghijklmnopqrstuvwxy", "1:1 google-key AIza"},
	};
	static const char *const CLEAN[] = {"AKIAIOSFODNN7EXAMPL", "xAKIAIOSFODNN7EXAMPLE",
	    "AKIAIOSFODNN7EXAMPLEX", "ghp_short", "sk-learn is a library",
	    "http://example.org/a:b@c", "eyJhbGciOiJIUzI1NiJ9", "-----BEGIN CERTIFICATE-----"};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
		assert_ptr_equal(
		    strstr(found(LEAK_CREDENTIALS, NULL, CASES[i][0], false), CASES[i][1]),
		    found_text);
	for (size_t i = 0; i < ARRAY_LENGTH(CLEAN); i++)
		assert_string_equal(found(LEAK_CREDENTIALS, NULL, CLEAN[i], false), "");
}

static void
identifiers_are_known_by_their_checksum(void **state)
{
	static const char *const CASES[][2] = {
	    {"card 4111 1111 1111 1111", "1:6 payment-card"},
	    {"4111111111111111", "1:1 payment-card"},
	    {"378282246310005,", "1:1 payment-card"},
	    {"DE89 3704 0044 0532 0130 00", "1:1 iban"},
	    {"GB82WEST12345698765432", "1:1 iban"},
	    {"123-45-6789", "1:1 us-ssn"},
	    {"756.9217.0769.85", "1:1 swiss-ahv"},
	};
	static const char *const CLEAN[] = {"4111 1111 1111 1112", "1234567890123456",
	    "DE89 3704 0044 0532 0130 01", "000-45-6789", "756.9217.0769.84",
	    "41111111111111111111", "4111111111111111.5", "2026-11-21", "3.14159265358979"};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
		assert_ptr_equal(
		    strstr(found(LEAK_IDENTIFIERS, NULL, CASES[i][0], false), CASES[i][1]),
		    found_text);
	for (size_t i = 0; i < ARRAY_LENGTH(CLEAN); i++)
		assert_string_equal(found(LEAK_IDENTIFIERS, NULL, CLEAN[i], false), "");
}

static void
contacts_and_controls_are_classes_of_their_own(void **state)
{
	(void)state;
	assert_non_null(strstr(
	    found(LEAK_CONTACTS, NULL, "mail joe.b@example.org, 192.168.1.7", false), "1:6 email"));
	assert_non_null(strstr(found_text, "1:25 private-address"));
	assert_string_equal(
	    found(LEAK_USUAL, NULL, "mail joe.b@example.org, 192.168.1.7", false), "");
	assert_string_equal(found(LEAK_CONTROLS, NULL,
				"a\n\tb\xe2\x80\xae"
				"c\x1b[31m",
				false),
	    "2:3 control-character \\u{202e}\n2:5 control-character \\x1b");
	assert_string_equal(found(LEAK_CONTROLS, NULL, "{\"a\":\"\\u001b[2J\"}", true),
	    "1:6 control-character \\x1b");
	assert_string_equal(
	    found(LEAK_CONTROLS, NULL, "na\xc3\xafve \xe2\x82\xac \xf0\x9f\x98\x80", false), "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sensitive_values_are_found_in_every_dress),
	    cmocka_unit_test(escapes_do_not_hide_anything),
	    cmocka_unit_test(credentials_are_known_by_their_shape),
	    cmocka_unit_test(identifiers_are_known_by_their_checksum),
	    cmocka_unit_test(contacts_and_controls_are_classes_of_their_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
