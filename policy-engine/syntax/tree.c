/* SPDX-License-Identifier: MIT */
#include "tree.h"

#include "region.h"

#include <tree_sitter/api.h>

struct parse {
	struct arena *arena;
	struct tree *tree;
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
	struct str s = p->tree->source;

	(void)position;
	*bytes = at < s.n ? (uint32_t)s.n - at : 0;
	return at < s.n ? s.p + at : "";
}

static void
fault(struct tree *t, enum tree_fault what, uint32_t start, uint32_t end)
{
	t->fault = what;
	t->fault_at = start;
	t->fault_end = end;
}

/* The node that the cursor is at; false at a fault. */
static bool
add_node(struct parse *p, const TSTreeCursor *at, uint32_t parent, uint32_t depth)
{
	TSNode from = ts_tree_cursor_current_node(at);
	enum kind kind = syntax_kind(ts_node_symbol(from));
	uint32_t start = ts_node_start_byte(from), end = ts_node_end_byte(from);
	enum tree_fault what = kind == K_ERROR                             ? TREE_ERROR
			       : ts_node_is_missing(from)                  ? TREE_MISSING
			       : kind == K_UNKNOWN                         ? TREE_UNKNOWN
			       : depth > TREE_DEPTH_MAX                    ? TREE_DEEP
			       : kind != K_SKIP && p->count >= p->capacity ? TREE_LARGE
									   : TREE_OK;

	if (what != TREE_OK) {
		fault(p->tree, what, start, end);
		return false;
	}
	if (kind == K_SKIP)
		return true;
	p->tree->nodes[p->count++] = (struct node){.start = start,
	    .end = end,
	    .parent = parent,
	    .kind = (uint8_t)kind,
	    .field = (uint8_t)syntax_field(ts_tree_cursor_current_field_id(at)),
	    .depth = (uint16_t)depth};
	return true;
}

/* The one pass over tree-sitter's tree. A node that is left out has no children that matter. */
static void
flatten(struct parse *p, const TSTree *tree)
{
	TSNode root = ts_tree_root_node(tree);
	TSTreeCursor at = ts_tree_cursor_new(root);
	uint32_t path[TREE_DEPTH_MAX + 2]; /* by depth: the node at hand */
	uint32_t depth = 0, most = ts_node_descendant_count(root);

	p->capacity = most < TREE_NODES_MAX ? most : TREE_NODES_MAX;
	p->tree->nodes = arena_array(p->arena, p->capacity, sizeof(*p->tree->nodes));
	p->full = p->tree->nodes == NULL;
	while (!p->full) {
		size_t before = p->count;

		if (!add_node(p, &at, depth == 0 ? 0 : path[depth - 1], depth))
			return;
		path[depth] = (uint32_t)before;
		if (p->count > before && ts_tree_cursor_goto_first_child(&at)) {
			depth++;
			continue;
		}
		if (p->count > before)
			p->tree->nodes[before].after = (uint32_t)p->count;
		while (depth > 0 && !ts_tree_cursor_goto_next_sibling(&at)) {
			ts_tree_cursor_goto_parent(&at);
			p->tree->nodes[path[--depth]].after = (uint32_t)p->count;
		}
		if (depth == 0)
			break;
	}
}

/* Trees of tree-sitter are not deleted node by node: the region frees them. */
static void
parse(void *context)
{
	struct parse *p = context;
	TSParser *parser = ts_parser_new();
	TSInput input = {.payload = p, .read = read_source, .encoding = TSInputEncodingUTF8};
	TSParseOptions options = {.payload = p, .progress_callback = is_slow};
	TSTree *tree;

	p->tree->fault = TREE_SLOW;
	if (!ts_parser_set_language(parser, syntax_language()))
		return;
	tree = ts_parser_parse_with_options(parser, NULL, input, options);
	if (tree == NULL && p->steps_in_error > TREE_ERROR_STEPS_MAX)
		fault(p->tree, TREE_ERROR, p->stopped_at, (uint32_t)p->tree->source.n);
	if (tree == NULL)
		return;
	p->tree->fault = TREE_OK;
	flatten(p, tree);
	if (p->tree->fault == TREE_OK && ts_node_has_error(ts_tree_root_node(tree)))
		fault(p->tree, TREE_ERROR, 0, (uint32_t)p->tree->source.n);
}

bool
tree_parse(struct arena *a, struct str source, struct tree *out)
{
	struct parse p = {.arena = a, .tree = out};

	*out = (struct tree){.source = source};
	if (!region_run(REGION_BYTES_MAX, parse, &p))
		fault(out, TREE_MEMORY, 0, (uint32_t)source.n);
	out->count = (uint32_t)p.count;
	return !p.full;
}

uint32_t
tree_child(const struct tree *t, uint32_t node, enum field field)
{
	uint32_t end = t->nodes[node].after;

	for (uint32_t c = node + 1; c < end; c = t->nodes[c].after)
		if (t->nodes[c].field == field)
			return c;
	return 0;
}

uint32_t
tree_child_of_kind(const struct tree *t, uint32_t node, enum kind kind)
{
	uint32_t end = t->nodes[node].after;

	for (uint32_t c = node + 1; c < end; c = t->nodes[c].after)
		if (t->nodes[c].kind == kind)
			return c;
	return 0;
}

uint32_t
tree_assigned(const struct tree *t, uint32_t assignment)
{
	uint32_t right = tree_child(t, assignment, F_RIGHT);

	while (right != 0 && t->nodes[right].kind == K_ASSIGNMENT)
		right = tree_child(t, right, F_RIGHT);
	return right;
}
