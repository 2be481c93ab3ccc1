/* SPDX-License-Identifier: MIT */
/*
 * A subtree is a leaf within a pointer's bytes or points to its children, which stand before it in
 * memory. Its padding comes before its own text, and the first child's is its parent's. A hidden
 * subtree's children count as its parent's; the field and the name that a parent's production gives
 * to a child go by the child's place among those that are no extras (comments).
 */
#include "flat.h"

#include <src/language.h>
#include <src/tree.h>

struct flat_level { /* the children of one subtree */
	const Subtree *children;
	const TSSymbol *aliases; /* by structural place, or NULL */
	const TSFieldMapEntry *fields, *fields_end;
	uint32_t count, index, structural;
	uint32_t at;    /* where the child before ends; at first, where the parent begins */
	uint16_t field; /* of the parent, where that is hidden */
	bool hidden;
};

/* ts_subtree_children() takes the const away. */
static const Subtree *
children_of(Subtree s)
{
	return s.data.is_inline ? NULL : (const Subtree *)s.ptr - s.ptr->child_count;
}

static bool
enter(struct flat *f, Subtree parent, uint32_t start, uint16_t field, bool hidden)
{
	const TSLanguage *language = ((const TSTree *)f->tree)->language;
	struct flat_level *l =
	    arena_push(f->arena, &f->levels, &f->count, &f->capacity, sizeof(*l));

	if (l == NULL) {
		f->failed = true;
		return false;
	}
	*l = (struct flat_level){.children = children_of(parent),
	    .aliases = ts_language_alias_sequence(language, parent.ptr->production_id),
	    .count = ts_subtree_child_count(parent),
	    .at = start,
	    .field = field,
	    .hidden = hidden};
	ts_language_field_map(language, parent.ptr->production_id, &l->fields, &l->fields_end);
	f->depth = (uint16_t)(f->depth + !hidden);
	return true;
}

static uint16_t
field_at(const struct flat_level *l, uint32_t structural)
{
	for (const TSFieldMapEntry *e = l->fields; e < l->fields_end; e++)
		if (!e->inherited && e->child_index == structural)
			return e->field_id;
	return l->field;
}

static void
fill(const struct flat *f, Subtree subtree, TSSymbol alias, uint32_t start, uint16_t field,
    struct flat_node *out)
{
	const TSLanguage *language = ((const TSTree *)f->tree)->language;

	*out = (struct flat_node){.start = start,
	    .end = start + ts_subtree_size(subtree).bytes,
	    .symbol = ts_language_public_symbol(
		language, alias != 0 ? alias : ts_subtree_symbol(subtree)),
	    .field = field,
	    .depth = f->depth,
	    .missing = ts_subtree_missing(subtree)};
}

/* The next child of the innermost level: true where it is a node. */
static bool
step(struct flat *f, struct flat_node *out)
{
	struct flat_level *l = &f->levels[f->count - 1];
	Subtree child = l->children[l->index];
	uint32_t start = l->at + (l->index > 0 ? ts_subtree_padding(child).bytes : 0);
	uint16_t field = 0;
	TSSymbol alias = 0;

	if (!ts_subtree_extra(child)) {
		alias = l->aliases != NULL ? l->aliases[l->structural] : 0;
		field = field_at(l, l->structural++);
	}
	l->index++;
	l->at = start + ts_subtree_size(child).bytes;
	if (ts_subtree_visible(child) || alias != 0) {
		fill(f, child, alias, start, field, out);
		return true;
	}
	if (ts_subtree_visible_child_count(child) > 0)
		enter(f, child, start, field, true);
	return false;
}

/* Into the node that came last: the last child of the innermost level, or the root. */
static void
descend(struct flat *f)
{
	const TSTree *tree = f->tree;
	const struct flat_level *l = f->count > 0 ? &f->levels[f->count - 1] : NULL;
	Subtree last = l != NULL ? l->children[l->index - 1] : tree->root;

	if (ts_subtree_child_count(last) > 0)
		enter(f, last,
		    l != NULL ? l->at - ts_subtree_size(last).bytes
			      : ts_subtree_padding(last).bytes,
		    0, false);
}

bool
flat_next(struct flat *f, bool over, struct flat_node *out)
{
	const TSTree *tree = f->tree;

	if (!f->begun) {
		f->begun = true;
		fill(f, tree->root, 0, ts_subtree_padding(tree->root).bytes, 0, out);
		return true;
	}
	if (!over)
		descend(f);
	while (f->count > 0 && !f->failed) {
		const struct flat_level *l = &f->levels[f->count - 1];

		if (l->index < l->count) {
			if (step(f, out))
				return true;
			continue;
		}
		f->depth = (uint16_t)(f->depth - !l->hidden);
		f->count--;
	}
	return false;
}

uint32_t
flat_count(const void *ts_tree)
{
	return ts_subtree_visible_descendant_count(((const TSTree *)ts_tree)->root) + 1;
}
