/* SPDX-License-Identifier: MIT */
#include "tree.h"

#include "flat.h"
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
fault(struct parse *p, enum tree_fault what, uint32_t start, uint32_t end)
{
	p->tree->fault = what;
	p->tree->fault_at = start;
	p->tree->fault_end = end;
	return false;
}

/* Of nobody knows what: the whole text. */
static bool
fault_somewhere(struct parse *p, enum tree_fault what)
{
	return fault(p, what, 0, (uint32_t)p->tree->source.n);
}

static bool
add_node(struct parse *p, const struct flat_node *from, uint32_t parent)
{
	enum kind kind = syntax_kind(from->symbol);

	if (kind == K_ERROR)
		return fault(p, TREE_ERROR, from->start, from->end);
	if (from->missing)
		return fault(p, TREE_MISSING, from->start, from->end);
	if (kind == K_UNKNOWN)
		return fault(p, TREE_UNKNOWN, from->start, from->end);
	if (from->depth > TREE_DEPTH_MAX)
		return fault(p, TREE_DEEP, from->start, from->end);
	if (kind == K_SKIP)
		return true;
	if (p->count >= p->capacity)
		return fault(p, TREE_LARGE, from->start, from->end);
	p->tree->nodes[p->count++] = (struct node){.start = from->start,
	    .end = from->end,
	    .parent = parent,
	    .kind = (uint8_t)kind,
	    .field = (uint8_t)syntax_field(from->field),
	    .depth = from->depth};
	return true;
}

/* The one pass over tree-sitter's tree. A node that is left out has no children that matter. */
static void
flatten(struct parse *p, const TSTree *tree)
{
	struct flat walk = {.arena = p->arena, .tree = tree};
	uint32_t path[TREE_DEPTH_MAX + 2]; /* by depth: the node at hand */
	struct flat_node node;
	uint16_t depth = 0;
	bool left_out = false;

	p->capacity = flat_count(tree) < TREE_NODES_MAX ? flat_count(tree) : TREE_NODES_MAX;
	p->tree->nodes = arena_array(p->arena, p->capacity, sizeof(*p->tree->nodes));
	p->full = p->tree->nodes == NULL;
	while (!p->full && flat_next(&walk, left_out, &node)) {
		size_t before = p->count;

		while (depth > node.depth)
			p->tree->nodes[path[--depth]].after = (uint32_t)before;
		if (!add_node(p, &node, depth == 0 ? 0 : path[depth - 1]))
			return;
		left_out = p->count == before;
		if (!left_out)
			path[depth++] = (uint32_t)before;
	}
	while (depth > 0)
		p->tree->nodes[path[--depth]].after = (uint32_t)p->count;
	p->full = p->full || walk.failed;
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

	p->tree->fault = TREE_SLOW;
	if (!ts_parser_set_language(parser, syntax_language()))
		return;
	tree = ts_parser_parse_with_options(parser, NULL, input, options);
	if (tree == NULL) {
		if (p->steps_in_error > TREE_ERROR_STEPS_MAX) {
			fault_somewhere(p, TREE_ERROR);
			p->tree->fault_at = p->stopped_at;
		}
		return;
	}
	p->tree->fault = TREE_OK;
	flatten(p, tree);
	if (p->tree->fault == TREE_OK && ts_node_has_error(ts_tree_root_node(tree)))
		fault_somewhere(p, TREE_ERROR);
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
