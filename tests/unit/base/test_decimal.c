/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "decimal.h"

static int
compare(const char *a, const char *b)
{
	struct decimal x, y;
	assert_true(decimal_read(str_from(a), &x));
	assert_true(decimal_read(str_from(b), &y));
	assert_int_equal(decimal_compare(&x, &y), -decimal_compare(&y, &x));
	assert_int_equal(decimal_equal(&x, &y), decimal_compare(&x, &y) == 0);
	if (decimal_equal(&x, &y))
		assert_int_equal(decimal_hash(&x), decimal_hash(&y));
	return decimal_compare(&x, &y);
}

static void
numbers_compare_by_value(void **state)
{
	static const struct {
		const char *a, *b;
		int order;
	} CASES[] = {
	    {"1", "1.0", 0},
	    {"1", "1e0", 0},
	    {"100", "1E+2", 0},
	    {"0.001", "1e-3", 0},
	    {"-0", "0", 0},
	    {"0.0e99", "0", 0},
	    {"9007199254740993", "9007199254740992", 1},
	    {"18446744073709551616", "18446744073709551615", 1},
	    {"0.1", "0.1000000000000000055", -1},
	    {"0.99999999999999999999", "1", -1},
	    {"-1", "-2", 1},
	    {"-1", "1", -1},
	    {"1e400", "1e399", 1},
	    {"1e-400", "0", 1},
	    {"12345678901234567890.5", "12345678901234567890.50", 0},
	    {"10000000000000000000000", "1e22", 0},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
		assert_int_equal(compare(CASES[i].a, CASES[i].b), CASES[i].order);
}

static void
multiples_are_exact(void **state)
{
	static const struct {
		const char *value, *divisor;
		bool multiple;
	} CASES[] = {
	    {"19.99", "0.01", true},
	    {"4.35", "0.01", true},
	    {"0.3", "0.1", true},
	    {"0.301", "0.01", false},
	    {"12391239123", "1e-8", true},
	    {"1e400", "3", false},
	    {"3e400", "3", true},
	    {"1e400", "7", false},
	    {"1e400", "1024", true},
	    {"0", "0.5", true},
	    {"-9", "3", true},
	    {"7.5", "2.5", true},
	    {"7.5", "2", false},
	    {"123456789012345678901234567890", "123456789012345678901234567890", true},
	    {"246913578024691357802469135780", "123456789012345678901234567890", true},
	    {"246913578024691357802469135781", "123456789012345678901234567891", false},
	    {"1e99999", "123456789012345678901234567891", false},
	    {"1e99999", "1267650600228229401496703205376", true},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		struct decimal v, d;
		assert_true(decimal_read(str_from(CASES[i].value), &v));
		assert_true(decimal_read(str_from(CASES[i].divisor), &d));
		assert_int_equal(decimal_is_multiple(&v, &d), CASES[i].multiple);
	}
}

static void
what_is_no_number_or_too_large_is_refused(void **state)
{
	static const char *const CASES[] = {"", "-", ".5", "5.", "1e", "1e+", "0x1", "1e999999999",
	    "1e-999999999", "1e100001", "1 ", "--1", "1.2.3"};
	struct decimal d;
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
		assert_false(decimal_read(str_from(CASES[i]), &d));
}

static void
sizes_are_whole_and_saturate(void **state)
{
	struct decimal d;
	uint64_t size = 0;
	(void)state;
	assert_true(decimal_read(STR("2.0"), &d) && decimal_to_size(&d, &size));
	assert_int_equal(size, 2);
	assert_true(decimal_read(STR("1e300"), &d) && decimal_to_size(&d, &size));
	assert_true(size == UINT64_MAX);
	assert_true(decimal_read(STR("-1"), &d));
	assert_false(decimal_to_size(&d, &size));
	assert_true(decimal_read(STR("1.5"), &d));
	assert_false(decimal_to_size(&d, &size));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(numbers_compare_by_value),
	    cmocka_unit_test(multiples_are_exact),
	    cmocka_unit_test(what_is_no_number_or_too_large_is_refused),
	    cmocka_unit_test(sizes_are_whole_and_saturate),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
