/* SPDX-License-Identifier: MIT */
/* Whether two nodes of a program are the same, modulo layout. */
#include "literal.h"
#include "pattern_match.h"

#define OPERATOR_BYTES_MAX 16

/* Past blanks, line continuations and comments. */
static size_t
skip_layout(struct str s, size_t at, size_t end)
{
	while (at < end) {
		if (s.p[at] == '#')
			while (at < end && s.p[at] != '\n')
				at++;
		else if (s.p[at] != ' ' && s.p[at] != '\t' && s.p[at] != '\n' && s.p[at] != '\\')
			break;
		else
			at++;
	}
	return at;
}

/* What stands between a node and its next sibling, without layout. False where it does not fit. */
static bool
read_operator(const struct tree *t, uint32_t node, uint32_t next, char *out, size_t size)
{
	size_t at = t->nodes[node].end, end = t->nodes[next].start, n = 0;

	for (at = skip_layout(t->source, at, end); at < end;
	     at = skip_layout(t->source, at + 1, end)) {
		if (n + 1 >= size)
			return false;
		out[n++] = t->source.p[at];
	}
	out[n] = '\0';
	return true;
}

bool
pattern_same_operators(const struct tree *t, uint32_t a, const struct tree *u, uint32_t b)
{
	char left[OPERATOR_BYTES_MAX], right[OPERATOR_BYTES_MAX];
	uint32_t i = tree_first(t, a), k = tree_first(u, b);

	for (uint32_t i_next, k_next; i != 0 && k != 0; i = i_next, k = k_next) {
		i_next = tree_next(t, i);
		k_next = tree_next(u, k);
		if (i_next == 0 || k_next == 0)
			return i_next == k_next;
		if (!read_operator(t, i, i_next, left, sizeof(left)) ||
		    !read_operator(u, k, k_next, right, sizeof(right)) || strcmp(left, right) != 0)
			return false;
	}
	return i == k;
}

static const struct text_fact *
plain_text(const struct facts *f, uint32_t node)
{
	const struct text_fact *x =
	    f->fact_of[node] == NOWHERE ? NULL : &f->texts[f->fact_of[node]];

	return x == NULL || x->format || x->unknown ? NULL : x;
}

static bool
is_same_leaf(const struct tree *t, uint32_t a, uint32_t b)
{
	struct str left = tree_text(t, a), right = tree_text(t, b);
	enum kind k = (enum kind)t->nodes[a].kind;

	return k == K_INTEGER || k == K_FLOAT ? literal_is_same_number(left, right)
					      : str_eq(left, right);
}

/* Parentheses around a child don't change it. */
static uint32_t
children_of(const struct tree *t, uint32_t node)
{
	uint32_t count = 0;

	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c))
		count++;
	return count;
}

/* Of one node each, without what lies below them. */
static bool
is_same_node(const struct facts *f, uint32_t a, uint32_t b)
{
	const struct tree *t = f->tree;
	enum kind k = (enum kind)t->nodes[a].kind;

	if (t->nodes[a].kind != t->nodes[b].kind || children_of(t, a) != children_of(t, b))
		return false;
	if (k == K_COMPARISON_OPERATOR || k == K_AUGMENTED_ASSIGNMENT)
		return pattern_same_operators(t, a, t, b);
	if (t->nodes[a].after > a + 1)
		return true;
	/* An empty list is a leaf, whatever stands between its brackets. */
	return k == K_ARGUMENT_LIST || k == K_LIST || k == K_TUPLE || k == K_DICTIONARY ||
	       k == K_PARAMETERS || is_same_leaf(t, a, b);
}

uint32_t
pattern_without_parentheses(const struct tree *t, uint32_t node)
{
	while (t->nodes[node].kind == K_PARENTHESIZED_EXPRESSION && tree_first(t, node) != 0)
		node = tree_first(t, node);
	return node;
}

bool
pattern_same(const struct facts *f, uint32_t a, uint32_t b, uint32_t *steps)
{
	const struct tree *t = f->tree;
	uint32_t i = pattern_without_parentheses(t, a), k = pattern_without_parentheses(t, b);
	uint32_t end = t->nodes[i].after, other_end = t->nodes[k].after;

	while (i < end && k < other_end) {
		const struct text_fact *x, *y;

		++*steps;
		i = pattern_without_parentheses(t, i);
		k = pattern_without_parentheses(t, k);
		x = t->nodes[i].kind == K_STRING ? plain_text(f, i) : NULL;
		y = t->nodes[k].kind == K_STRING ? plain_text(f, k) : NULL;
		if (x != NULL && y != NULL) {
			if (x->text != y->text || x->bytes != y->bytes)
				return false;
			i = t->nodes[i].after;
			k = t->nodes[k].after;
			continue;
		}
		if (!is_same_node(f, i, k))
			return false;
		i++;
		k++;
	}
	return i == end && k == other_end;
}
