/* SPDX-License-Identifier: MIT */
/* Facts in the words of CPython's tree: what it joins, names or counts otherwise. */
#include "fact_list.h"

uint16_t *
fact_blocks(struct arena *a, const struct tree *t)
{
	uint16_t *blocks = arena_array(a, (size_t)t->count + 1, sizeof(*blocks));

	for (uint32_t i = 1; blocks != NULL && i < t->count; i++) {
		uint32_t parent = t->nodes[i].parent;
		bool opens =
		    t->nodes[i].kind == K_BLOCK && t->nodes[parent].kind != K_MATCH_STATEMENT;

		blocks[i] = (uint16_t)(blocks[parent] + opens);
	}
	return blocks;
}

void
fact_callee(const struct facts *f, uint32_t node, struct buf *out)
{
	const struct tree *t = f->tree;
	uint32_t path[TREE_DEPTH_MAX + 2];
	size_t n = 0;

	node = facts_bare(f, node);
	while (t->nodes[node].kind == K_ATTRIBUTE && n < ARRAY_LENGTH(path)) {
		path[n++] = tree_child(t, node, F_ATTRIBUTE);
		node = facts_bare(f, tree_child(t, node, F_OBJECT));
	}
	if (t->nodes[node].kind != K_IDENTIFIER) {
		buf_text(out, "<expression>");
		return;
	}
	buf_str(out, tree_text(t, node));
	while (n-- > 0) {
		buf_char(out, '.');
		buf_str(out, tree_text(t, path[n]));
	}
}

void
fact_count_arguments(const struct facts *f, const struct call *c, unsigned out[ARGUMENT_KINDS])
{
	memset(out, 0, ARGUMENT_KINDS * sizeof(*out));
	for (struct argument a = {0}; facts_argument(f, c->arguments, &a);)
		out[a.star          ? ARGUMENT_STAR
		    : a.double_star ? ARGUMENT_DOUBLE_STAR
		    : a.name != 0   ? ARGUMENT_NAMED
				    : ARGUMENT_PLAIN]++;
}

bool
fact_is_text(const struct tree *t, uint32_t node)
{
	return t->nodes[node].kind == K_CONCATENATED_STRING ||
	       (t->nodes[node].kind == K_STRING &&
		   t->nodes[t->nodes[node].parent].kind != K_CONCATENATED_STRING);
}

struct fact_text
fact_text_of(const struct facts *f, uint32_t node, struct buf *out)
{
	const struct node *nodes = f->tree->nodes;
	bool joined = nodes[node].kind == K_CONCATENATED_STRING;
	struct fact_text kind = {.bytes = false};

	for (uint32_t i = joined ? tree_first(f->tree, node) : node; i != 0;
	     i = joined ? tree_next(f->tree, i) : 0) {
		if (nodes[i].kind != K_STRING) /* a comment */
			continue;
		const struct text_fact *x = &f->texts[f->fact_of[i]];
		kind.bytes = x->bytes;
		kind.unknown = kind.unknown || x->unknown;
		buf_str(out, facts_name(f, x->text));
	}
	return kind;
}
