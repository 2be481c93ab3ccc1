/* SPDX-License-Identifier: MIT */
/*
 * tree.h: the hash tree as it grows (RFC 6962, 2.1). Private to this folder and its tests.
 *
 * A range is the hashes of the largest whole subtrees that cover leaves from a place on, at most
 * one a level: all that is needed to add a leaf and to know the root.
 */
#ifndef STORE_TREE_H
#define STORE_TREE_H

#include "ledger.h"

struct tree_range {
	struct digest hashes[TREE_DEPTH_MAX];
	unsigned levels[TREE_DEPTH_MAX]; /* falling; a subtree of level n has 2^n leaves */
	size_t count;
};

void tree_node(const struct digest *left, const struct digest *right, struct digest *out);
/* The next whole subtree of that level; its place must be a multiple of its size. */
void tree_range_add(struct tree_range *r, const struct digest *hash, unsigned level);
/* Of no leaf: SHA-256 of nothing. */
void tree_range_root(const struct tree_range *r, struct digest *out);

/* The subtrees [from, to) whose roots are a proof, in the proof's order. */
struct tree_span {
	int64_t from, to;
};
/* False where there is no such proof. `out` holds TREE_DEPTH_MAX. */
bool tree_inclusion_spans(int64_t index, int64_t size, struct tree_span *out, size_t *count);
bool tree_consistency_spans(int64_t old_size, int64_t size, struct tree_span *out, size_t *count);

#endif
