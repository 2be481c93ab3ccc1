/* SPDX-License-Identifier: MIT */
/*
 * flat.h: the visible nodes of tree-sitter's tree, in the text's order, one after the other.
 *
 * A cursor of tree-sitter's API keeps lines, columns and the way back, and asks for a field by a
 * walk upwards; that is an eighth of a check. The gate needs none of it, so it reads the subtrees
 * themselves, whose shape the pinned version has (its src/subtree.h). test_flat.c holds what comes
 * out against the API's cursor.
 */
#ifndef POLICY_FLAT_H
#define POLICY_FLAT_H

#include "arena.h"

struct flat_node {
	uint32_t start, end;    /* bytes */
	uint16_t symbol, field; /* tree-sitter's own numbers; field 0: none */
	uint16_t depth;         /* visible nodes above */
	bool missing;
};

struct flat_level;

struct flat {
	struct arena *arena;
	const void *tree; /* a TSTree */
	struct flat_level *levels;
	size_t count, capacity;
	uint16_t depth;
	bool begun, failed; /* failed: out of memory */
};

/* Whether there is a next node. The one that came last is not entered where `over` says so. */
bool flat_next(struct flat *f, bool over, struct flat_node *out);
/* No fewer than flat_next() gives. */
uint32_t flat_count(const void *ts_tree);

#endif
