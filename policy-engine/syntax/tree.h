/* SPDX-License-Identifier: MIT */
/*
 * tree.h: Python's syntax tree as a flat array.
 *
 * Nodes stand in document order, parents before children, so a subtree is the interval [i, after).
 * Whoever walks it needs a loop and no recursion; whoever needs children before parents walks it
 * backwards. Comments, line continuations and tokens without meaning are left out.
 */
#ifndef POLICY_TREE_H
#define POLICY_TREE_H

#include "arena.h"
#include "err.h"
#include "syntax.h"

#define TREE_DEPTH_MAX 400
#define TREE_NODES_MAX 400000
#define TREE_STEPS_MAX 200000 /* of the parser's progress callback */
/* Of them, while every reading of the text has an error: looking for the end of it can take long.
 */
#define TREE_ERROR_STEPS_MAX 16

struct node {
	uint32_t start, end; /* bytes */
	uint32_t parent;     /* index; 0 for the root's children and the root */
	uint32_t after;      /* index one past its subtree */
	uint8_t kind, field;
	uint16_t depth;
};

enum tree_fault {
	TREE_OK = 0,
	TREE_ERROR,   /* no Python */
	TREE_MISSING, /* something that must stand here is missing */
	TREE_UNKNOWN, /* a node kind that the gate does not know */
	TREE_DEEP,
	TREE_LARGE,
	TREE_SLOW,
	TREE_MEMORY,
};

struct tree {
	struct str source;
	struct node *nodes;
	uint32_t count;
	enum tree_fault fault;
	uint32_t fault_at, fault_end; /* bytes */
};

/* False where the arena is full; what is wrong with the text stands in `fault`. */
bool tree_parse(struct arena *a, struct str source, struct tree *out);

/* These are asked thousands of times a check: they stand here to be inlined. */
static inline struct str
tree_text(const struct tree *t, uint32_t node)
{
	const struct node *n = &t->nodes[node];

	return (struct str){t->source.p + n->start, n->end - n->start};
}

/* The first child, the next sibling (within `parent`), or 0. */
static inline uint32_t
tree_first(const struct tree *t, uint32_t node)
{
	return t->nodes[node].after > node + 1 ? node + 1 : 0;
}

static inline uint32_t
tree_next(const struct tree *t, uint32_t node)
{
	uint32_t next = t->nodes[node].after;

	return node != 0 && next < t->nodes[t->nodes[node].parent].after ? next : 0;
}

/* The first child with the field, or 0. */
uint32_t tree_child(const struct tree *t, uint32_t node, enum field field);
/* Of `object.name`, the name. */
static inline struct str
tree_attribute(const struct tree *t, uint32_t node)
{
	return tree_text(t, tree_child(t, node, F_ATTRIBUTE));
}
/* The first child of the kind, or 0. */
uint32_t tree_child_of_kind(const struct tree *t, uint32_t node, enum kind kind);
/* The value that `a = b = value` assigns; 0 if it only declares. */
uint32_t tree_assigned(const struct tree *t, uint32_t assignment);

#endif
