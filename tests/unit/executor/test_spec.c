/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "spec.h"

static struct box_spec
good_spec(void)
{
	return (struct box_spec){.code = STR("print(1)\n"),
	    .limits = {.wall_ms = 1000,
		.cpu_ms = 1000,
		.memory_bytes = 1 << 26,
		.processes = 1,
		.open_files = 32,
		.file_bytes = 1 << 20,
		.disk_bytes = 1 << 20,
		.disk_inodes = 16,
		.output_bytes = 4096,
		.artifacts = 1,
		.artifact_bytes = 4096}};
}

static void
a_limit_must_be_above_zero_and_sane(void **state)
{
	struct box_spec spec = good_spec();
	struct err err = {0};

	(void)state;
	assert_true(spec_check(&spec, &err));
	spec.limits.cpu_ms = 0;
	assert_false(spec_check(&spec, &err));
	assert_int_equal(err.code, ERR_INPUT);
	assert_string_equal(err.message, "the limit 'cpu_ms' is not above 0");
	spec.limits.cpu_ms = 1;
	spec.limits.memory_bytes = (16 << 20) - 1;
	assert_false(spec_check(&spec, &err));
	assert_string_equal(
	    err.message, "the limit 'memory_bytes' is below 16777216, which an interpreter needs");
	spec.limits.memory_bytes++;
	spec.limits.artifacts = spec.limits.artifact_bytes = 0; /* none may be left */
	spec.limits.cpu_ms = 1;
	assert_true(spec_check(&spec, &err));
	spec.limits.artifacts = -1;
	assert_false(spec_check(&spec, &err));
	spec.limits.artifacts = 1;
	spec.limits.cpu_ms = INT64_MAX;
	assert_false(spec_check(&spec, &err));
	assert_string_equal(err.message, "the limit 'cpu_ms' is too large");
}

static void
an_input_has_a_plain_name(void **state)
{
	const struct {
		struct str name;
		bool good;
	} cases[] = {
	    {STR("sales.csv"), true},
	    {STR("two words.csv"), true},
	    {STR(".hidden"), true},
	    {STR("caf\xc3\xa9.csv"), true},
	    {STR(""), false},
	    {STR("."), false},
	    {STR(".."), false},
	    {STR("a/b"), false},
	    {STR("/etc/passwd"), false},
	    {STR("../up"), false},
	    {STR("-rf"), false},
	    {STR("nul\0byte"), false},
	    {STR("line\nend"), false},
	    {STR("bidi\xe2\x80\xae"), false},
	    {STR("bad\xff"), false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct box_spec spec = good_spec();
		struct box_input input = {.name = cases[i].name};
		struct err err = {0};
		spec.inputs = &input;
		spec.input_count = 1;
		assert_int_equal(spec_check(&spec, &err), cases[i].good);
		if (!cases[i].good)
			assert_non_null(strstr(err.message, "can't be an input's name"));
	}
}

static void
a_hostile_name_is_shown_harmless(void **state)
{
	struct box_spec spec = good_spec();
	struct box_input input = {.name = STR("a\x1b[31mb")};
	struct err err = {0};

	(void)state;
	spec.inputs = &input;
	spec.input_count = 1;
	assert_false(spec_check(&spec, &err));
	assert_string_equal(err.message, "'a\\x1b[31mb' can't be an input's name");
	assert_string_equal(err.help,
	    "an input becomes a file in the working directory: give it a plain name, without a folder");
}

static void
two_inputs_have_two_names(void **state)
{
	struct box_spec spec = good_spec();
	struct box_input inputs[2] = {{.name = STR("a.csv")}, {.name = STR("a.csv")}};
	struct err err = {0};

	(void)state;
	spec.inputs = inputs;
	spec.input_count = 2;
	assert_false(spec_check(&spec, &err));
	assert_string_equal(err.message, "two inputs have the name 'a.csv'");
}

static void
code_has_a_ceiling(void **state)
{
	struct box_spec spec = good_spec();
	struct err err = {0};

	(void)state;
	spec.code.n = ((size_t)1 << 20) + 1;
	assert_false(spec_check(&spec, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	assert_string_equal(err.message, "the program is larger than 1048576 bytes");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_limit_must_be_above_zero_and_sane),
	    cmocka_unit_test(an_input_has_a_plain_name),
	    cmocka_unit_test(a_hostile_name_is_shown_harmless),
	    cmocka_unit_test(two_inputs_have_two_names),
	    cmocka_unit_test(code_has_a_ceiling),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
