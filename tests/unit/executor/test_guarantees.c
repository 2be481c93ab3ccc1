/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "guarantees.h"

static const struct limits limits = {.memory_bytes = 1000, .processes = 3, .disk_bytes = 50};

static const struct guarantee *
find(const struct guarantee *list, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i].name, name) == 0)
			return &list[i];
	fail_msg("there is no guarantee '%s'", name);
	return &list[0];
}

static bool
list_on(struct arena *a, enum cgroup_kind group, struct guarantee **list, size_t *count)
{
	const struct machine m = {&BACKEND_BUBBLEWRAP, &limits, START_FRESH, group, false,
	    group == CGROUP_NONE ? "ask root" : ""};
	struct err err;

	return guarantees_list(a, &m, list, count, &err);
}

static void
memory_is_as_good_as_what_counts_it(void **state)
{
	struct arena *a = arena_new(1 << 16);
	struct guarantee *list;
	size_t count;

	(void)state;
	assert_true(list_on(a, CGROUP_V2, &list, &count));
	assert_int_equal(find(list, count, "memory_total")->state, GUARANTEE_ENFORCED);
	assert_int_equal(find(list, count, "memory_total")->bound, 1000);
	assert_true(str_is(find(list, count, "memory_total")->by, "cgroup v2"));
	assert_true(list_on(a, CGROUP_NONE, &list, &count));
	assert_int_equal(find(list, count, "memory_total")->state, GUARANTEE_PARTIAL);
	assert_int_equal(find(list, count, "memory_total")->bound, 3050);
	assert_true(str_is(find(list, count, "memory_total")->why, "ask root"));
	arena_free(a);
}

static void
what_is_missing_says_why(void **state)
{
	struct arena *a = arena_new(1 << 16);
	struct guarantee *list;
	size_t count;

	(void)state;
	assert_true(list_on(a, CGROUP_NONE, &list, &count));
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(list[i].why.n > 0, list[i].state != GUARANTEE_ENFORCED);
		assert_true(list[i].by.n > 0);
	}
	arena_free(a);
}

static void
what_is_required_and_missing_is_refused(void **state)
{
	const struct str known[] = {STR("network_none"), STR("memory_total")};
	const struct str misspelt = STR("memory_totl");
	struct arena *a = arena_new(1 << 16);
	struct guarantee *list;
	size_t count;
	struct err err = {0};

	(void)state;
	assert_true(list_on(a, CGROUP_V1, &list, &count));
	assert_true(guarantees_require(list, count, known, 2, &err));
	assert_false(guarantees_require(list, count, &misspelt, 1, &err));
	assert_string_equal(err.message, "there is no guarantee 'memory_totl'");
	assert_string_equal(err.help, "did you mean 'memory_total'?");
	assert_true(list_on(a, CGROUP_NONE, &list, &count));
	assert_false(guarantees_require(list, count, known, 2, &err));
	assert_int_equal(err.code, ERR_SANDBOX);
	assert_string_equal(err.message,
	    "the policy requires the guarantee 'memory_total', but it is only partial here");
	assert_string_equal(err.help, "ask root");
	arena_free(a);
}

static void
what_a_backend_does_not_hold_is_absent_and_refused(void **state)
{
	static const struct backend_guarantee few[] = {
	    {"filesystem_read_only", "a disk of its own"}, {NULL, NULL}};
	const struct backend weak = {.name = "weak", .holds = few};
	const struct machine m = {&weak, &limits, START_FRESH, CGROUP_V2, false, ""};
	const struct str held = STR("filesystem_read_only"), missing = STR("network_none");
	struct arena *a = arena_new(1 << 16);
	struct guarantee *list;
	size_t count;
	struct err err;

	(void)state;
	assert_true(guarantees_list(a, &m, &list, &count, &err));
	assert_true(str_is(find(list, count, "filesystem_read_only")->by, "a disk of its own"));
	assert_int_equal(find(list, count, "network_none")->state, GUARANTEE_ABSENT);
	assert_int_equal(find(list, count, "capabilities_none")->state, GUARANTEE_ENFORCED);
	assert_true(guarantees_require(list, count, &held, 1, &err));
	assert_false(guarantees_require(list, count, &missing, 1, &err));
	assert_int_equal(err.code, ERR_SANDBOX);
	assert_string_equal(err.message,
	    "the policy requires the guarantee 'network_none', but it is only absent here");
	assert_non_null(strstr(err.help, "backend: bubblewrap"));
	arena_free(a);
}

static void
a_share_of_the_processor_is_the_cpu_controllers_or_nobodys(void **state)
{
	const struct limits shared = {.processes = 1, .cores = 2, .cpu_weight = 50};
	struct machine m = {&BACKEND_BUBBLEWRAP, &shared, START_FRESH, CGROUP_V2, true, ""};
	const struct str cores = STR("cores");
	struct arena *a = arena_new(1 << 16);
	struct guarantee *list;
	size_t count;
	struct err err;

	(void)state;
	assert_true(guarantees_list(a, &m, &list, &count, &err));
	assert_true(guarantees_require(list, count, &cores, 1, &err));
	assert_int_equal(find(list, count, "cores")->bound, 2);
	assert_int_equal(find(list, count, "cpu_weight")->bound, 50);
	m.divides_cpu = false;
	assert_true(guarantees_list(a, &m, &list, &count, &err));
	assert_false(guarantees_require(list, count, &cores, 1, &err));
	assert_string_equal(
	    err.message, "the policy requires the guarantee 'cores', but it is only absent here");
	assert_non_null(strstr(err.help, "delegate cpu"));
	m.limits = &limits;
	assert_true(guarantees_list(a, &m, &list, &count, &err));
	assert_null(guarantee_find(list, count, cores));
	arena_free(a);
}

static void
copies_of_one_interpreter_share_its_addresses(void **state)
{
	const struct str addresses = STR("addresses_own");
	struct machine m = {&BACKEND_BUBBLEWRAP, &limits, START_POOLED, CGROUP_V2, false, ""};
	struct arena *a = arena_new(1 << 16);
	struct guarantee *list;
	size_t count;
	struct err err;

	(void)state;
	assert_true(guarantees_list(a, &m, &list, &count, &err));
	assert_true(guarantees_require(list, count, &addresses, 1, &err));
	m.start = START_FORKED;
	assert_true(guarantees_list(a, &m, &list, &count, &err));
	assert_false(guarantees_require(list, count, &addresses, 1, &err));
	assert_string_equal(err.message,
	    "the policy requires the guarantee 'addresses_own', but it is only partial here");
	assert_non_null(strstr(err.help, "start: pooled"));
	arena_free(a);
}

static void
set_state(struct guarantee *list, size_t count, const char *name, enum guarantee_state state)
{
	list[find(list, count, name) - list].state = state;
}

static void
a_verdict_rests_on_enforced_walls_only(void **state)
{
	const struct str files = STR("files"), attributes = STR("attributes"),
			 none = STR("nothing");
	struct arena *a = arena_new(1 << 16);
	struct guarantee *list;
	size_t count, before;
	struct err err = {0};

	(void)state;
	assert_true(list_on(a, CGROUP_V1, &list, &before));
	count = before;
	guarantees_add_walls(list, &count, &(struct rules){.reads_work = true}, false);
	assert_int_equal(count, before);
	assert_true(guarantees_bear(list, count, &files, 1, &err));
	set_state(list, count, "network_none", GUARANTEE_PARTIAL);
	assert_false(guarantees_bear(list, count, &files, 1, &err));
	assert_string_equal(err.message,
	    "the verdict depends on the wall 'files', and that wall on 'network_none', which is only partial in this box");
	set_state(list, count, "network_none", GUARANTEE_ENFORCED);
	assert_false(guarantees_bear(list, count, &attributes, 1, &err));
	assert_int_equal(err.code, ERR_SANDBOX);
	assert_string_equal(err.message,
	    "the verdict depends on the wall 'attributes', which this box does not have");
	assert_false(guarantees_bear(list, count, &none, 1, &err));
	guarantees_add_walls(
	    list, &count, &(struct rules){.reads_work = true, .has_attributes = true}, false);
	assert_true(guarantees_bear(list, count, &attributes, 1, &err));
	count = before;
	guarantees_add_walls(
	    list, &count, &(struct rules){.reads_work = true, .has_attributes = true}, true);
	assert_false(guarantees_bear(list, count, &attributes, 1, &err));
	assert_string_equal(err.message,
	    "the verdict depends on the wall 'attributes', which is only partial in this box");
	assert_true(err.help[0]);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(memory_is_as_good_as_what_counts_it),
	    cmocka_unit_test(what_is_missing_says_why),
	    cmocka_unit_test(what_is_required_and_missing_is_refused),
	    cmocka_unit_test(what_a_backend_does_not_hold_is_absent_and_refused),
	    cmocka_unit_test(a_share_of_the_processor_is_the_cpu_controllers_or_nobodys),
	    cmocka_unit_test(copies_of_one_interpreter_share_its_addresses),
	    cmocka_unit_test(a_verdict_rests_on_enforced_walls_only),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
