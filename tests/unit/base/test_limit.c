/* SPDX-License-Identifier: MIT */
/* The schemas and the pages name the limits that limits.def has, and no others. */
#include "arena.h"
#include "file.h"
#include "limit.h"
#include "test.h"

#include <stdlib.h>

static struct str
read_source(struct arena *a, const char *path)
{
	struct err err;
	struct str text;

	assert_true(file_read(
	    a, arena_printf(a, "%s/%s", getenv("SLUICE_SOURCE_DIR"), path), 1 << 20, &text, &err));
	return text;
}

static void
schemas_have_these_limits_and_no_others(void **state)
{
	static const char *const schemas[] = {"policy-engine/policy.schema.json",
	    "policy-author/suite.schema.json", "pipeline/task.schema.json"};
	struct arena *a = arena_new(8 << 20);
	struct json_doc d;
	struct err err;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(schemas); i++) {
		assert_true(json_parse(
		    a, read_source(a, schemas[i]), schemas[i], &JSON_LIMITS, &d, NULL, &err));
		const struct json_node *limits =
		    json_get(&d, json_get(&d, json_get(&d, json_root(&d), "properties"), "limits"),
			"properties");
		assert_non_null(limits);
		assert_int_equal(limits->count, LIMITS);
		for (size_t k = 0; k < LIMITS; k++) {
			const struct json_node *one = json_get(&d, limits, LIMIT_LIST[k].name);
			struct str said = json_get_text(&d, one, "description", STR(""));
			assert_non_null(one);
			assert_true(said.n == 0 || str_is(said, LIMIT_LIST[k].meaning));
		}
	}
	arena_free(a);
}

static void
pages_name_each_limit(void **state)
{
	static const char *const pages[] = {"docs/policy.md", "docs/task.md"};
	struct arena *a = arena_new(8 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++)
		for (size_t k = 0; k < LIMITS; k++)
			assert_true(str_find(read_source(a, pages[i]), str_from(LIMIT_LIST[k].name),
					0) < SIZE_MAX);
	arena_free(a);
}

static void
a_limit_is_kept_where_its_name_says(void **state)
{
	struct limits l = {.wall_ms = 1, .memory_bytes = 2, .artifact_bytes = 3};

	(void)state;
	assert_int_equal(limits_get(&l, LIMIT_wall_ms), 1);
	assert_int_equal(limits_get(&l, LIMIT_memory_bytes), 2);
	limits_set(&l, LIMIT_artifact_bytes, 4);
	assert_int_equal(l.artifact_bytes, 4);
	assert_int_equal(l.wall_ms, 1);
}

static void
no_bound_lets_more_through_than_any(void **state)
{
	(void)state;
	assert_true(limit_is_more(LIMIT_cores, 0, 4));
	assert_false(limit_is_more(LIMIT_cores, 4, 0));
	assert_false(limit_is_more(LIMIT_cores, 0, 0));
	assert_true(limit_is_more(LIMIT_cores, 5, 4));
	assert_false(limit_is_more(LIMIT_artifacts, 0, 4));
	assert_true(limit_is_more(LIMIT_artifacts, 4, 0));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(schemas_have_these_limits_and_no_others),
	    cmocka_unit_test(pages_name_each_limit),
	    cmocka_unit_test(a_limit_is_kept_where_its_name_says),
	    cmocka_unit_test(no_bound_lets_more_through_than_any),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
