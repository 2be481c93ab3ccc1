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

struct fact_arguments
fact_arguments_of(const struct facts *f, const struct call *c)
{
	struct fact_arguments count = {0};

	for (struct argument a = {0}; facts_argument(f, c->arguments, &a);) {
		if (a.star)
			count.star++;
		else if (a.double_star)
			count.double_star++;
		else if (a.name != 0)
			count.named++;
		else
			count.plain++;
	}
	return count;
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
	const struct tree *t = f->tree;
	uint32_t last = t->nodes[node].kind == K_STRING ? node + 1 : t->nodes[node].after;
	struct fact_text kind = {.bytes = false};

	for (uint32_t i = node; i < last;
	     i = t->nodes[i].kind == K_STRING ? t->nodes[i].after : i + 1) {
		const struct text_fact *x = &f->texts[f->fact_of[i]];

		if (t->nodes[i].kind != K_STRING)
			continue;
		kind.bytes = x->bytes;
		kind.unknown = kind.unknown || x->unknown;
		buf_str(out, facts_name(f, x->text));
	}
	return kind;
}
