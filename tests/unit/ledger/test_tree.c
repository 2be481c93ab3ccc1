/* SPDX-License-Identifier: MIT */
/* The tree against its definition: RFC 6962's, written down once more by recursion, over every
 * size up to 70. */
#include "test.h"

#include "tree.h"

#include <stdio.h>

#define SIZE_MAX_TRIED 70

static struct digest leaves[SIZE_MAX_TRIED];

static void
defined_root(int64_t from, int64_t to, struct digest *out)
{
	struct digest left, right;
	int64_t k = 1;

	if (to == from) {
		digest_of(STR(""), out);
		return;
	}
	if (to - from == 1) {
		*out = leaves[from];
		return;
	}
	while (k * 2 < to - from)
		k *= 2;
	defined_root(from, from + k, &left);
	defined_root(from + k, to, &right);
	tree_node(&left, &right, out);
}

static int
setup(void **state)
{
	(void)state;
	for (int i = 0; i < SIZE_MAX_TRIED; i++) {
		char text[16];
		snprintf(text, sizeof(text), "leaf %d", i);
		tree_leaf(str_from(text), &leaves[i]);
	}
	return 0;
}

static void
make_proof(const struct tree_span *spans, size_t count, struct tree_proof *out)
{
	out->count = count;
	for (size_t i = 0; i < count; i++)
		defined_root(spans[i].from, spans[i].to, &out->path[i]);
}

/* Computed with sha256sum of the bytes that RFC 6962, 2.1 names. */
static void
leaves_and_nodes_are_hashed_apart(void **state)
{
	struct digest leaf, node, empty;
	char hex[DIGEST_HEX_BYTES];

	(void)state;
	tree_leaf(STR(""), &leaf);
	digest_hex(&leaf, hex);
	assert_string_equal(
	    hex, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
	tree_node(&leaf, &leaf, &node);
	digest_hex(&node, hex);
	assert_string_equal(
	    hex, "fe43d66afa4a9a5c4f9c9da89f4ffb52635c8f342e7ffb731d68e36c5982072a");
	tree_range_root(&(struct tree_range){.count = 0}, &empty);
	digest_hex(&empty, hex);
	assert_string_equal(
	    hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

static void
a_range_grows_to_the_defined_root(void **state)
{
	struct tree_range range = {.count = 0};
	struct digest root, defined;

	(void)state;
	for (int64_t n = 0; n < SIZE_MAX_TRIED; n++) {
		tree_range_root(&range, &root);
		defined_root(0, n, &defined);
		assert_true(digest_eq(&root, &defined));
		tree_range_add(&range, &leaves[n], 0);
	}
}

static void
every_inclusion_is_proved(void **state)
{
	struct tree_span spans[TREE_DEPTH_MAX];
	struct tree_proof proof;
	struct digest root;
	size_t count;

	(void)state;
	for (int64_t n = 1; n < SIZE_MAX_TRIED; n++) {
		defined_root(0, n, &root);
		for (int64_t i = 0; i < n; i++) {
			assert_true(tree_inclusion_spans(i, n, spans, &count));
			make_proof(spans, count, &proof);
			assert_true(tree_verify_inclusion(&leaves[i], i, n, &proof, &root));
			assert_false(tree_verify_inclusion(
			    &leaves[(i + 1) % SIZE_MAX_TRIED], i, n, &proof, &root));
			if (i > 0)
				assert_false(
				    tree_verify_inclusion(&leaves[i], i - 1, n, &proof, &root));
			proof.count++;
			assert_false(tree_verify_inclusion(&leaves[i], i, n, &proof, &root));
			proof.count -= 2;
			if (count > 0)
				assert_false(
				    tree_verify_inclusion(&leaves[i], i, n, &proof, &root));
		}
		assert_false(tree_inclusion_spans(n, n, spans, &count));
		assert_false(tree_inclusion_spans(-1, n, spans, &count));
	}
}

static void
every_growth_is_proved(void **state)
{
	struct tree_span spans[TREE_DEPTH_MAX];
	struct digest old_root, root;
	struct tree_proof proof;
	size_t count;

	(void)state;
	for (int64_t n = 1; n < SIZE_MAX_TRIED; n++)
		for (int64_t m = 1; m <= n; m++) {
			defined_root(0, n, &root);
			defined_root(0, m, &old_root);
			assert_true(tree_consistency_spans(m, n, spans, &count));
			make_proof(spans, count, &proof);
			assert_true(tree_verify_consistency(m, &old_root, n, &root, &proof));
			if (m < n) {
				assert_false(tree_verify_consistency(m, &root, n, &root, &proof));
				proof.path[0].bytes[0] ^= 1;
				assert_false(
				    tree_verify_consistency(m, &old_root, n, &root, &proof));
			}
		}
	assert_false(tree_consistency_spans(3, 2, spans, &count));
	assert_false(tree_consistency_spans(0, 2, spans, &count));
}

static void
nothing_is_consistent_with_everything(void **state)
{
	struct tree_proof proof = {.count = 0};
	struct digest root;

	(void)state;
	defined_root(0, 5, &root);
	assert_true(tree_verify_consistency(0, &leaves[0], 5, &root, &proof));
	proof.count = 1;
	assert_false(tree_verify_consistency(0, &leaves[0], 5, &root, &proof));
	assert_false(tree_verify_consistency(-1, &leaves[0], 5, &root, &proof));
	assert_false(tree_verify_consistency(6, &leaves[0], 5, &root, &proof));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(leaves_and_nodes_are_hashed_apart),
	    cmocka_unit_test(a_range_grows_to_the_defined_root),
	    cmocka_unit_test(every_inclusion_is_proved),
	    cmocka_unit_test(every_growth_is_proved),
	    cmocka_unit_test(nothing_is_consistent_with_everything),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
