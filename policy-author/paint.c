/* SPDX-License-Identifier: MIT */
/*
 * The tree has what means something by itself: names, strings, numbers. What stands between its leaves are comments,
 * signs, and words: the keywords.
 */
#include "paint.h"

#include "ascii.h"
#include "source.h"
#include "tree.h"

#define LEAF 0xff /* a leaf's byte that has no paint of its own */

static const uint8_t PAINTS[K_COUNT] = {[K_STRING] = PAINT_STRING,
    [K_STRING_CONTENT] = PAINT_STRING,
    [K_STRING_START] = PAINT_STRING,
    [K_STRING_END] = PAINT_STRING,
    [K_ESCAPE_SEQUENCE] = PAINT_STRING,
    [K_INTEGER] = PAINT_NUMBER,
    [K_FLOAT] = PAINT_NUMBER,
    [K_TRUE] = PAINT_KEYWORD,
    [K_FALSE] = PAINT_KEYWORD,
    [K_NONE] = PAINT_KEYWORD,
    [K_IDENTIFIER] = LEAF,
    [K_INTERPOLATION] = LEAF};

static uint8_t
paint_of(const struct tree *t, uint32_t i)
{
	const struct node *n = &t->nodes[i];
	uint8_t parent = t->nodes[n->parent].kind;
	bool defined = n->kind == K_IDENTIFIER && n->field == F_NAME &&
		       (parent == K_FUNCTION_DEFINITION || parent == K_CLASS_DEFINITION);

	return defined ? PAINT_NAME : PAINTS[n->kind];
}

static void
paint_between(struct str code, uint8_t *out)
{
	bool comment = false;

	for (size_t i = 0; i < code.n; i++) {
		comment =
		    (comment || code.p[i] == '#') && code.p[i] != '\n' && out[i] == PAINT_NONE;
		if (out[i] == LEAF)
			out[i] = PAINT_NONE;
		else if (out[i] == PAINT_NONE && comment)
			out[i] = PAINT_COMMENT;
		else if (out[i] == PAINT_NONE && ascii_letter(code.p[i]))
			out[i] = PAINT_KEYWORD;
	}
}

const uint8_t *
paint_code(struct arena *a, struct str code)
{
	struct oddities odd;
	struct tree tree;
	uint8_t *out;

	source_check(code, &odd);
	if (odd.unreadable || !tree_parse(a, code, &tree) || tree.fault != TREE_OK ||
	    !(out = arena_array(a, code.n + 1, 1)))
		return NULL;
	for (uint32_t i = 0; i < tree.count; i++) {
		uint8_t paint = paint_of(&tree, i);
		if (paint != PAINT_NONE)
			memset(out + tree.nodes[i].start, paint,
			    tree.nodes[i].end - tree.nodes[i].start);
	}
	paint_between(code, out);
	return out;
}
