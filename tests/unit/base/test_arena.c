/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "arena.h"

static void
arena_gives_zeroed_aligned_memory(void **state)
{
	struct arena *a = arena_new(1 << 20);

	(void)state;
	for (size_t size = 0; size < 300; size++) {
		unsigned char *p = arena_alloc(a, size);
		assert_non_null(p);
		assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
		for (size_t i = 0; i < size; i++)
			assert_int_equal(p[i], 0);
		memset(p, 0xff, size);
	}
	arena_free(a);
}

static void
arena_respects_its_ceiling(void **state)
{
	struct arena *a = arena_new(1000);

	(void)state;
	assert_non_null(arena_alloc(a, 512));
	assert_null(arena_alloc(a, 512));
	assert_non_null(arena_alloc(a, 256));
	assert_true(arena_used(a) <= 1000);
	assert_null(arena_alloc(a, SIZE_MAX));
	assert_null(arena_array(a, SIZE_MAX / 2, 4));
	arena_free(a);
}

static void
arena_fails_from_the_nth_allocation_on(void **state)
{
	struct arena *a = arena_new(1 << 20);

	(void)state;
	arena_fail_at(a, 3);
	assert_non_null(arena_alloc(a, 8));
	assert_non_null(arena_alloc(a, 8));
	assert_null(arena_alloc(a, 8));
	assert_null(arena_alloc(a, 8));
	arena_fail_at(a, 0);
	assert_non_null(arena_alloc(a, 8));
	arena_free(a);
}

static void
arena_push_grows_and_keeps_what_was_there(void **state)
{
	struct arena *a = arena_new(1 << 20);
	size_t count = 0, capacity = 0;
	int *items = NULL;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		int *item = arena_push(a, &items, &count, &capacity, sizeof(*items));
		assert_non_null(item);
		assert_int_equal(*item, 0);
		*item = i;
	}
	assert_int_equal(count, 1000);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(items[i], i);
	arena_fail_at(a, 1);
	count = capacity;
	assert_null(arena_push(a, &items, &count, &capacity, sizeof(*items)));
	assert_int_equal(count, capacity);
	arena_free(a);
}

static void
arena_text_ends_with_a_nul(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct str copy;

	(void)state;
	assert_string_equal(arena_text(a, (struct str){"abcdef", 3}), "abc");
	assert_true(arena_copy(a, (struct str){"a\0b", 3}, &copy));
	assert_memory_equal(copy.p, "a\0b", 4);
	assert_string_equal(arena_printf(a, "%d-%s", 7, "x"), "7-x");
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(arena_gives_zeroed_aligned_memory),
	    cmocka_unit_test(arena_respects_its_ceiling),
	    cmocka_unit_test(arena_fails_from_the_nth_allocation_on),
	    cmocka_unit_test(arena_push_grows_and_keeps_what_was_there),
	    cmocka_unit_test(arena_text_ends_with_a_nul),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
