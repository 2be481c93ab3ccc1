/* SPDX-License-Identifier: MIT */
/*
 * Which assignment a mention certainly reads: `name = re.sub(..., name)` and then `name`. It is one
 * that stands before it in its block, or in a block around it, with no other store of the name that
 * could come between them.
 */
#include "facts.h"

#define STORES_MAX 64 /* of one name that are looked at for one mention */
#define BLOCKS_MAX 16 /* around a mention */

/* The last store of the binding at a node from `from` on and before `to`; NOWHERE for none. */
static uint32_t
last_store(const struct facts *f, const struct binding *b, uint32_t from, uint32_t to, bool *many)
{
	uint32_t n = 0;

	for (uint32_t i = b->last_store; i != NOWHERE; i = f->occurrences[i].older_store) {
		uint32_t node = f->occurrences[i].node;

		*many = ++n > STORES_MAX;
		if (*many || node < from)
			return NOWHERE;
		if (node < to)
			return node;
	}
	return NOWHERE;
}

static bool
is_block(const struct tree *t, uint32_t node)
{
	return t->nodes[node].kind == K_BLOCK || t->nodes[node].kind == K_MODULE;
}

/* What `name = value` stores, as a statement of the block. */
static uint32_t
stored_by(const struct tree *t, uint32_t store, uint32_t block)
{
	uint32_t assignment = t->nodes[store].parent, statement = t->nodes[assignment].parent,
		 right = tree_child(t, assignment, F_RIGHT);

	if (t->nodes[assignment].kind != K_ASSIGNMENT || t->nodes[store].field != F_LEFT ||
	    right == 0 || t->nodes[right].kind == K_ASSIGNMENT)
		return NOWHERE;
	if (t->nodes[statement].kind == K_EXPRESSION_STATEMENT)
		statement = t->nodes[statement].parent;
	return statement == block ? right : NOWHERE;
}

/* A statement that reads before it stores: no part of it but the target of an assignment binds. */
static bool
stores_last(const struct facts *f, const struct binding *b, uint32_t statement)
{
	const struct tree *t = f->tree;
	bool many = false;
	uint32_t store = last_store(f, b, statement, t->nodes[statement].after, &many), first;

	if (store == NOWHERE)
		return !many;
	first = t->nodes[statement].kind == K_EXPRESSION_STATEMENT ? tree_first(t, statement)
								   : statement;
	return (t->nodes[first].kind == K_ASSIGNMENT ||
		   t->nodes[first].kind == K_AUGMENTED_ASSIGNMENT) &&
	       store == tree_child(t, first, F_LEFT);
}

/* The target of the loop around a block, where nothing else in the loop binds the name. */
static uint32_t
looped_by(const struct facts *f, const struct binding *b, uint32_t loop, uint32_t block)
{
	const struct tree *t = f->tree;
	uint32_t left = tree_child(t, loop, F_LEFT), store;
	bool many = false;

	if (t->nodes[loop].kind != K_FOR_STATEMENT || tree_child(t, loop, F_BODY) != block)
		return NOWHERE;
	store = last_store(f, b, loop, t->nodes[loop].after, &many);
	if (many || store == NOWHERE || store < left || store >= t->nodes[left].after ||
	    last_store(f, b, loop, store, &many) != NOWHERE || many)
		return NOWHERE;
	return f->occurrences[f->fact_of[store]].flow;
}

static bool
is_reachable(const struct facts *f, const struct occurrence *o)
{
	const struct binding *b = o->binding == NOWHERE ? NULL : &f->bindings[o->binding];

	return b != NULL && o->beyond == NOWHERE && b->scope == o->scope &&
	       !b->is_stored_elsewhere && !b->is_deleted && !b->is_import &&
	       b->last_store != NOWHERE && f->scopes[b->scope].kind != SCOPE_CLASS &&
	       f->scopes[b->scope].kind != SCOPE_COMPREHENSION;
}

void
facts_reach(const struct facts *f, struct occurrence *o)
{
	const struct tree *t = f->tree;
	const struct binding *b;
	uint32_t at = o->node, block, store;
	bool many = false;

	if (!is_reachable(f, o))
		return;
	b = &f->bindings[o->binding];
	for (unsigned level = 0; level < BLOCKS_MAX; level++) {
		while (!is_block(t, t->nodes[at].parent))
			at = t->nodes[at].parent;
		block = t->nodes[at].parent;
		if (level == 0 ? !stores_last(f, b, at)
			       : last_store(f, b, at, t->nodes[at].after, &many) != NOWHERE)
			return;
		store = many ? NOWHERE : last_store(f, b, block, at, &many);
		if (store != NOWHERE)
			o->assigned = stored_by(t, store, block);
		if (store != NOWHERE || many || block == 0 ||
		    t->nodes[t->nodes[block].parent].kind == K_FUNCTION_DEFINITION)
			return;
		at = t->nodes[block].parent;
		o->looped = looped_by(f, b, at, block);
		if (o->looped != NOWHERE)
			return;
	}
}
