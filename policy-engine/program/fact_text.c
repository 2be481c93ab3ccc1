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
	struct argument a;
	uint32_t at = 0;

	while (facts_argument(f, c->arguments, &at, &a)) {
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

/* `{x=}` in an f-string also prints its own source: where that ends, or 0. */
static uint32_t
echo_end(const struct tree *t, uint32_t field)
{
	uint32_t end = t->nodes[field].end - 1;
	bool echo = false;

	for (uint32_t c = tree_first(t, field); c != 0; c = tree_next(t, c)) {
		echo = echo || t->nodes[c].kind == K_T_EQUAL;
		if ((t->nodes[c].kind == K_TYPE_CONVERSION ||
			t->nodes[c].kind == K_FORMAT_SPECIFIER) &&
		    t->nodes[c].start < end)
			end = t->nodes[c].start;
	}
	return echo ? end : 0;
}

/* Source text as Python reads it: with \r\n as \n. */
static void
add_source(struct str source, struct buf *text)
{
	for (size_t i = 0; i < source.n; i++)
		if (source.p[i] != '\r' || i + 1 == source.n || source.p[i + 1] != '\n')
			buf_char(text, source.p[i]);
}

/* The literal parts of an f-string that prints sources of its fields. */
static void
add_echoes(const struct tree *t, uint32_t string, struct buf *text)
{
	struct literal l = literal_open(t, string);
	uint32_t at = l.from;

	for (uint32_t c = tree_first(t, string); c != 0; c = tree_next(t, c)) {
		uint32_t field = t->nodes[c].start;

		if (t->nodes[c].kind != K_INTERPOLATION)
			continue;
		literal_decode(t, &l, at, field, text);
		if (echo_end(t, c) != 0)
			add_source(str_slice(t->source, field + 1, echo_end(t, c)), text);
		at = t->nodes[c].end;
	}
	literal_decode(t, &l, at, l.to, text);
}

static void
add_literal(const struct facts *f, uint32_t string, struct buf *text, bool *unknown)
{
	const struct tree *t = f->tree;
	const struct text_fact *x = &f->texts[f->fact_of[string]];
	bool echo = false;

	*unknown = *unknown || x->unknown;
	for (uint32_t c = tree_first(t, string); c != 0; c = tree_next(t, c))
		echo = echo || (t->nodes[c].kind == K_INTERPOLATION && echo_end(t, c) != 0);
	if (echo)
		add_echoes(t, string, text);
	else
		buf_str(text, facts_name(f, x->text));
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
	bool whole = t->nodes[node].kind == K_STRING;
	uint32_t first = whole ? node : tree_child_of_kind(t, node, K_STRING);
	struct fact_text kind = {.bytes = f->texts[f->fact_of[first]].bytes};

	if (whole)
		add_literal(f, node, out, &kind.unknown);
	for (uint32_t c = whole ? 0 : tree_first(t, node); c != 0; c = tree_next(t, c))
		if (t->nodes[c].kind == K_STRING)
			add_literal(f, c, out, &kind.unknown);
	return kind;
}
