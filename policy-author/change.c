/* SPDX-License-Identifier: MIT */
/*
 * How much changed between two texts, for whoever has seen the first one. Both trees are walked
 * side by side; what stands between their leaves (tokens that the tree leaves out, blanks,
 * comments) is compared as text, without blanks and comments. What can't be told counts as more.
 */
#include "change.h"

#include "tree.h"

struct side {
	struct tree tree;
	uint32_t at;   /* node */
	size_t behind; /* the last leaf, in bytes */
};

struct gap { /* what means something in it, byte by byte */
	struct str text;
	size_t at;
};

static int
gap_next(struct gap *g)
{
	while (g->at < g->text.n) {
		char c = g->text.p[g->at++];
		if (c == '#') {
			while (g->at < g->text.n && g->text.p[g->at] != '\n')
				g->at++;
			continue;
		}
		if (!strchr(" \t\r\n\f\\", c))
			return (unsigned char)c;
	}
	return -1;
}

static bool
gap_same(struct side *a, size_t to_a, struct side *b, size_t to_b)
{
	struct gap x = {str_slice(a->tree.source, a->behind, to_a), 0};
	struct gap y = {str_slice(b->tree.source, b->behind, to_b), 0};
	int c;

	do {
		c = gap_next(&x);
		if (c != gap_next(&y))
			return false;
	} while (c >= 0);
	return true;
}

/* A string without replacement fields is one constant, whatever it is made of. */
static bool
is_whole_string(const struct tree *t, uint32_t node)
{
	if (t->nodes[node].kind != K_STRING)
		return false;
	for (uint32_t i = node + 1; i < t->nodes[node].after; i++)
		if (t->nodes[i].kind == K_INTERPOLATION)
			return false;
	return true;
}

static bool
is_constant(uint8_t kind)
{
	return kind == K_STRING || kind == K_STRING_CONTENT || kind == K_INTEGER || kind == K_FLOAT;
}

/* One node of both, or a leaf with what stands before it. */
static enum policy_change
step(struct side *a, struct side *b)
{
	const struct node *x = &a->tree.nodes[a->at], *y = &b->tree.nodes[b->at];
	bool whole = is_whole_string(&a->tree, a->at) && is_whole_string(&b->tree, b->at);
	bool leaf = x->after == a->at + 1 && y->after == b->at + 1;
	enum policy_change change = CHANGE_LAYOUT;

	if (x->kind != y->kind || x->field != y->field || x->depth != y->depth)
		return CHANGE_STRUCTURAL;
	if (!whole && !leaf) {
		a->at++;
		b->at++;
		return (x->after == a->at) == (y->after == b->at) ? CHANGE_LAYOUT
								  : CHANGE_STRUCTURAL;
	}
	if (!gap_same(a, x->start, b, y->start))
		return CHANGE_STRUCTURAL;
	if (!str_eq(tree_text(&a->tree, a->at), tree_text(&b->tree, b->at)))
		change = is_constant(x->kind) ? CHANGE_CONSTANTS : CHANGE_STRUCTURAL;
	a->behind = x->end;
	b->behind = y->end;
	a->at = x->after;
	b->at = y->after;
	return change;
}

const char *
policy_change_name(enum policy_change c)
{
	static const char *const names[] = {[CHANGE_STRUCTURAL] = "structural",
	    [CHANGE_CONSTANTS] = "constants only",
	    [CHANGE_LAYOUT] = "comments and white space only",
	    [CHANGE_NONE] = "no change"};

	return (size_t)c < ARRAY_LENGTH(names) ? names[c] : names[0];
}

enum policy_change
policy_change_kind(struct arena *arena, struct str before, struct str after)
{
	enum policy_change worst = CHANGE_LAYOUT;
	struct side a = {.at = 0}, b = {.at = 0};

	if (str_eq(before, after))
		return CHANGE_NONE;
	if (!tree_parse(arena, before, &a.tree) || a.tree.fault != TREE_OK ||
	    !tree_parse(arena, after, &b.tree) || b.tree.fault != TREE_OK)
		return CHANGE_STRUCTURAL;
	while (a.at < a.tree.count && b.at < b.tree.count && worst != CHANGE_STRUCTURAL) {
		enum policy_change one = step(&a, &b);
		worst = one < worst ? one : worst;
	}
	if (a.at < a.tree.count || b.at < b.tree.count || !gap_same(&a, before.n, &b, after.n))
		return CHANGE_STRUCTURAL;
	return worst;
}
