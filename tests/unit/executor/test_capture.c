/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "capture.h"

static struct box_stream
captured(struct arena *a, size_t keep, size_t total, size_t step)
{
	struct capture c;
	struct box_stream out = {0};
	char bytes[64];

	assert_true(capture_init(&c, keep));
	for (size_t at = 0; at < total;) {
		size_t n = total - at < step ? total - at : step;
		for (size_t i = 0; i < n; i++)
			bytes[i] = (char)('a' + (at + i) % 26);
		capture_add(&c, bytes, n);
		at += n;
	}
	assert_true(capture_finish(&c, a, &out));
	return out;
}

static void
a_short_stream_is_kept_whole(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct box_stream s = captured(a, 100, 26, 7);
	struct digest d;
	char hex[DIGEST_HEX_BYTES];

	(void)state;
	assert_true(str_is(s.bytes, "abcdefghijklmnopqrstuvwxyz"));
	assert_false(s.cut);
	digest_of(s.bytes, &d);
	digest_hex(&d, hex);
	assert_string_equal(s.sha256, hex);
	arena_free(a);
}

static void
an_empty_stream_has_the_digest_of_nothing(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct box_stream s = captured(a, 100, 0, 1);

	(void)state;
	assert_int_equal(s.bytes.n, 0);
	assert_string_equal(
	    s.sha256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	arena_free(a);
}

static void
a_long_stream_keeps_head_and_tail(void **state)
{
	struct arena *a = arena_new(1 << 20);

	(void)state;
	for (size_t step = 1; step <= 64; step += 9) {
		struct box_stream s = captured(a, 40, 260, step);
		assert_true(s.cut);
		assert_int_equal(s.seen_bytes, 260);
		assert_true(str_is(s.bytes,
		    "abcdefghijklmnopqrstuvwxyzabcd\n[... 220 bytes cut ...]\nqrstuvwxyz"));
	}
	arena_free(a);
}

static void
the_digest_covers_what_was_cut(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct box_stream one = captured(a, 40, 260, 13), other = captured(a, 1000, 260, 64);

	(void)state;
	assert_string_equal(one.sha256, other.sha256);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_short_stream_is_kept_whole),
	    cmocka_unit_test(an_empty_stream_has_the_digest_of_nothing),
	    cmocka_unit_test(a_long_stream_keeps_head_and_tail),
	    cmocka_unit_test(the_digest_covers_what_was_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
