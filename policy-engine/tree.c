/* SPDX-License-Identifier: MIT */
#include "tree.h"

#include "fstring.h"
#include "region.h"

#include <tree_sitter/api.h>

struct parse {
	struct arena *arena;
	struct tree *tree;
	const struct tree_visit *visit;
	struct str text; /* what the parser reads: see fstring.h */
	size_t count, capacity;
	uint32_t steps, steps_in_error, stopped_at;
	bool full;
};

static bool
is_slow(TSParseState *state)
{
	struct parse *p = state->payload;

	p->stopped_at = state->current_byte_offset;
	p->steps_in_error += state->has_error;
	return ++p->steps > TREE_STEPS_MAX || p->steps_in_error > TREE_ERROR_STEPS_MAX;
}

static const char *
read_source(void *payload, uint32_t at, TSPoint position, uint32_t *bytes)
{
	struct parse *p = payload;
	struct str s = p->text;

	(void)position;
	*bytes = at < s.n ? (uint32_t)s.n - at : 0;
	return at < s.n ? s.p + at : "";
}

static bool
fault(struct parse *p, enum tree_fault what, TSNode node)
{
	struct tree *t = p->tree;

	t->fault = what;
	t->fault_at = ts_node_is_null(node) ? 0 : ts_node_start_byte(node);
	t->fault_end = ts_node_is_null(node) ? (uint32_t)t->source.n : ts_node_end_byte(node);
	return false;
}

static bool
add_node(struct parse *p, const TSTreeCursor *cursor, uint32_t parent, uint16_t depth)
{
	TSNode node = ts_tree_cursor_current_node(cursor);
	enum kind kind = syntax_kind(ts_node_symbol(node));
	struct node *n;

	if (kind == K_ERROR)
		return fault(p, TREE_ERROR, node);
	if (ts_node_is_missing(node))
		return fault(p, TREE_MISSING, node);
	if (kind == K_UNKNOWN)
		return fault(p, TREE_UNKNOWN, node);
	if (depth > TREE_DEPTH_MAX)
		return fault(p, TREE_DEEP, node);
	if (kind == K_SKIP)
		return true;
	if (p->count >= TREE_NODES_MAX)
		return fault(p, TREE_LARGE, node);
	n = arena_push(p->arena, &p->tree->nodes, &p->count, &p->capacity, sizeof(*n));
	if (n == NULL) {
		p->full = true;
		return false;
	}
	n->start = ts_node_start_byte(node);
	n->end = ts_node_end_byte(node);
	n->parent = parent;
	n->kind = (uint8_t)kind;
	n->field = (uint8_t)syntax_field(ts_tree_cursor_current_field_id(cursor));
	n->depth = depth;
	return true;
}

/* The one pass over tree-sitter's tree. A node that is left out has no children that matter. */
static void
flatten(struct parse *p, TSTreeCursor *cursor)
{
	uint32_t path[TREE_DEPTH_MAX + 2];
	uint16_t depth = 0;

	path[0] = 0;
	for (;;) {
		size_t before = p->count;

		if (!add_node(p, cursor, depth == 0 ? 0 : path[depth - 1], depth))
			return;
		if (p->count > before && ts_tree_cursor_goto_first_child(cursor)) {
			path[depth++] = (uint32_t)before;
			continue;
		}
		if (p->count > before)
			p->tree->nodes[before].after = (uint32_t)p->count;
		while (!ts_tree_cursor_goto_next_sibling(cursor)) {
			if (!ts_tree_cursor_goto_parent(cursor))
				return;
			p->tree->nodes[path[--depth]].after = (uint32_t)p->count;
		}
	}
}

/* What tree-sitter makes is not deleted node by node: the region ends with it. */
static void
parse(void *context)
{
	struct parse *p = context;
	TSParser *parser = ts_parser_new();
	TSInput input = {.payload = p, .read = read_source, .encoding = TSInputEncodingUTF8};
	TSParseOptions options = {.payload = p, .progress_callback = is_slow};
	TSTree *tree;
	TSTreeCursor cursor;

	p->tree->fault = TREE_SLOW;
	if (!ts_parser_set_language(parser, syntax_language()))
		return;
	tree = ts_parser_parse_with_options(parser, NULL, input, options);
	if (tree == NULL) {
		if (p->steps_in_error > TREE_ERROR_STEPS_MAX) {
			fault(p, TREE_ERROR, (TSNode){0});
			p->tree->fault_at = p->stopped_at;
		}
		return;
	}
	p->tree->fault = TREE_OK;
	cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
	flatten(p, &cursor);
	if (p->tree->fault == TREE_OK && ts_node_has_error(ts_tree_root_node(tree)))
		fault(p, TREE_ERROR, (TSNode){0});
	p->tree->count = (uint32_t)p->count;
	if (p->visit != NULL && p->tree->fault == TREE_OK && !p->full)
		p->visit->look(p->visit->context, p->tree, tree);
}

bool
tree_parse(struct arena *a, struct str source, struct tree *out)
{
	return tree_parse_seen(a, source, NULL, out);
}

bool
tree_parse_seen(
    struct arena *a, struct str source, const struct tree_visit *visit, struct tree *out)
{
	struct parse p = {.arena = a, .tree = out, .visit = visit};

	*out = (struct tree){.source = source};
	if (!fstring_mask(a, source, &p.text))
		return false;
	if (!region_run(REGION_BYTES_MAX, parse, &p)) {
		out->fault = TREE_MEMORY;
		out->fault_end = (uint32_t)source.n;
	}
	out->count = (uint32_t)p.count;
	return !p.full;
}

struct str
tree_text(const struct tree *t, uint32_t node)
{
	const struct node *n = &t->nodes[node];

	return (struct str){t->source.p + n->start, n->end - n->start};
}

uint32_t
tree_first(const struct tree *t, uint32_t node)
{
	return t->nodes[node].after > node + 1 ? node + 1 : 0;
}

uint32_t
tree_next(const struct tree *t, uint32_t node)
{
	uint32_t next = t->nodes[node].after;

	return node != 0 && next < t->nodes[t->nodes[node].parent].after ? next : 0;
}

uint32_t
tree_child(const struct tree *t, uint32_t node, enum field field)
{
	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c))
		if (t->nodes[c].field == field)
			return c;
	return 0;
}

uint32_t
tree_child_of_kind(const struct tree *t, uint32_t node, enum kind kind)
{
	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c))
		if (t->nodes[c].kind == kind)
			return c;
	return 0;
}
