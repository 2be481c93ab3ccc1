/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "schema_text.h"

static void
numbers_are_exact(void **state)
{
	static const struct {
		const char *schema, *document;
		bool valid;
	} CASES[] = {
	    {"{\"multipleOf\":0.01}", "19.99", true},
	    {"{\"multipleOf\":0.01}", "4.35", true},
	    {"{\"multipleOf\":0.1}", "0.3", true},
	    {"{\"maximum\":9007199254740992}", "9007199254740993", false},
	    {"{\"const\":9007199254740992}", "9007199254740993", false},
	    {"{\"const\":9007199254740993}", "9007199254740993", true},
	    {"{\"minimum\":9223372036854775808}", "9223372036854775807", false},
	    {"{\"maximum\":18446744073709551615}", "18446744073709551616", false},
	    {"{\"const\":12345678901234567890}", "12345678901234567891", false},
	    {"{\"type\":\"integer\"}", "1e400", true},
	    {"{\"type\":\"integer\"}", "1.0", true},
	    {"{\"type\":\"integer\"}", "1e-1", false},
	    {"{\"exclusiveMaximum\":1}", "0.99999999999999999999", true},
	    {"{\"uniqueItems\":true}", "[1,1.0]", false},
	    {"{\"const\":0.1}", "0.1000000000000000055", false},
	    {"{\"const\":0}", "-0", true},
	    {"{\"const\":0}", "-0.0e5", true},
	    {"{\"multipleOf\":1e-8}", "12391239123", true},
	    {"{\"multipleOf\":3}", "1e400", false},
	    {"{\"maxLength\":1e300}", "\"x\"", true},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		const char *text = said(CASES[i].schema, CASES[i].document);
		assert_int_equal(strcmp(text, "valid") == 0, CASES[i].valid);
		assert_null(strstr(text, "schema:"));
	}
}

static void
exponents_past_the_bound_are_never_valid(void **state)
{
	static const char *const DOCUMENTS[] = {"1e999999999", "1e-999999999"};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(DOCUMENTS); i++) {
		const char *text = said("{\"type\":\"number\",\"maximum\":5}", DOCUMENTS[i]);
		assert_true(strstr(text, "indeterminate: ") == text ||
			    strstr(text, "unreadable: ") == text);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(numbers_are_exact),
	    cmocka_unit_test(exponents_past_the_bound_are_never_valid),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
