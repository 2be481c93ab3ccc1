/* SPDX-License-Identifier: MIT */
/* Statements that store, and those that only read. */
#include "flow.h"

static void
bind(struct facts *f, uint32_t name, const struct value *v)
{
	uint32_t fact = f->fact_of[name], binding = NOWHERE;

	if (fact != NOWHERE)
		binding = f->occurrences[fact].binding;
	if (binding != NOWHERE)
		flow_bind(f, binding, v);
}

/* Each target of a pattern takes an element. */
static void
unpack(struct facts *f, uint32_t pattern, const struct value *v)
{
	const struct tree *t = f->tree;

	for (uint32_t c = tree_first(t, pattern); c != 0; c = tree_next(t, c)) {
		struct value part = flow_take(f, v);

		if (t->nodes[c].kind == K_LIST_SPLAT_PATTERN || t->nodes[c].kind == K_LIST_SPLAT) {
			flow_escape(f, v); /* a new list of what is in it */
			part = *v;
			part.unknown = true;
		}
		flow_store(f, c, &part);
	}
}

void
flow_store(struct facts *f, uint32_t target, const struct value *v)
{
	const struct tree *t = f->tree;
	struct value key;

	switch (t->nodes[target].kind) {
	case K_IDENTIFIER:
		bind(f, target, v);
		break;
	case K_SUBSCRIPT: /* what is changed holds more than the text shows */
		key = flow_key(f, target);
		flow_escape(f, &key);
		flow_escape(f, &f->values[tree_child(t, target, F_VALUE)]);
		flow_escape(f, v);
		break;
	case K_PATTERN_LIST:
	case K_TUPLE_PATTERN:
	case K_LIST_PATTERN:
	case K_TUPLE:
	case K_LIST:
	case K_EXPRESSION_LIST:
		unpack(f, target, v);
		break;
	case K_LIST_SPLAT_PATTERN:
	case K_LIST_SPLAT:
	case K_PARENTHESIZED_EXPRESSION:
	case K_AS_PATTERN_TARGET:
		for (uint32_t c = tree_first(t, target); c != 0; c = tree_next(t, c))
			flow_store(f, c, v);
		break;
	default:
		flow_escape(f, v);
		break;
	}
}

/* `name += value` changes the list that it holds. */
static struct value
augmented(struct facts *f, struct value held, const struct value *right)
{
	if (value_is_bottom(&held) || value_is_bottom(right))
		return (struct value){.count = 0};
	if (fold_is_number(&held) && fold_is_number(right))
		return value_of(ATOM_PLAIN, 0);
	flow_escape(f, &held);
	flow_escape(f, right);
	held.unknown = true;
	return held;
}

static void
assign(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t left = tree_child(t, node, F_LEFT), right = tree_child(t, node, F_RIGHT);
	struct value v;

	if (left == 0 || right == 0)
		return;
	switch (t->nodes[node].kind) {
	case K_ASSIGNMENT:
		v = f->values[tree_assigned(t, node)];
		break;
	case K_AUGMENTED_ASSIGNMENT:
		while (t->nodes[left].kind == K_TUPLE_PATTERN && tree_first(t, left) != 0)
			left = tree_first(t, left); /* (x) += 1 */
		if (f->own_operators)
			flow_escape(f, &f->values[right]);
		v = augmented(f, f->values[left], &f->values[right]);
		break;
	default: /* loops */
		v = flow_take(f, &f->values[right]);
		break;
	}
	flow_store(f, left, &v);
}

/* `with x as y` binds of an open file the same, of others what nobody tells: nullcontext(table) gives
 * the table. So does an asynchronous one. */
static struct value
entered(struct facts *f, uint32_t item)
{
	const struct tree *t = f->tree;
	const struct value *v = &f->values[tree_first(t, item)];
	struct value out = {.unknown = v->unknown};
	uint32_t with = item;

	while (with != 0 && t->nodes[with].kind != K_WITH_STATEMENT)
		with = t->nodes[with].parent;
	if (tree_child_of_kind(t, with, K_T_ASYNC) != 0) {
		flow_escape(f, v);
		return value_unknown();
	}
	VALUE_EACH(a, v) {
		if (a->kind == ATOM_RESULT)
			flow_add(f, &out, *a);
		else
			flow_escape_atom(f, *a);
		out.unknown = out.unknown || a->kind != ATOM_RESULT ||
			      !effects_have(facts_effects(f, a->id), EFFECT_BUFFER);
	}
	return out;
}

/* Of `except E as e` it is any exception. What a pattern takes out of its subject has escaped. */
static void
store_as(struct facts *f, uint32_t node)
{
	uint32_t target = tree_child_of_kind(f->tree, node, K_AS_PATTERN_TARGET);
	struct value v = value_unknown();

	if (f->tree->nodes[f->tree->nodes[node].parent].kind == K_WITH_ITEM)
		v = entered(f, node);
	if (target != 0)
		flow_store(f, target, &v);
}

/* Adds a function's return value, also for those who await it. */
static void
give_back(struct facts *f, uint32_t node)
{
	uint32_t scope = facts_scope_function(f, f->scope_of[node]),
		 value = tree_first(f->tree, node);

	if (value != 0)
		flow_join(f, &f->scopes[scope].returned, &f->values[value]);
}

struct value
flow_statement(struct facts *f, uint32_t node)
{
	enum kind k = (enum kind)f->tree->nodes[node].kind;
	const struct value unknown = value_unknown();

	switch ((int)k) {
	case K_ASSIGNMENT:
	case K_AUGMENTED_ASSIGNMENT:
	case K_FOR_STATEMENT:
	case K_FOR_IN_CLAUSE:
		assign(f, node);
		break;
	case K_AS_PATTERN:
		store_as(f, node);
		break;
	case K_EXCEPT_CLAUSE:
		flow_store(f, tree_child(f->tree, node, F_ALIAS), &unknown);
		break;
	case K_DEFAULT_PARAMETER:
	case K_TYPED_DEFAULT_PARAMETER:
		flow_store(f, tree_child(f->tree, node, F_NAME),
		    &f->values[tree_child(f->tree, node, F_VALUE)]);
		break;
	case K_RETURN_STATEMENT:
		give_back(f, node);
		break;
	case K_ASSERT_STATEMENT: /* its message stands in the error */
		for (uint32_t c = tree_first(f->tree, node); c != 0; c = tree_next(f->tree, c))
			if (c != tree_first(f->tree, node))
				flow_escape(f, &f->values[c]);
		break;
	default:
		if (!syntax_is(k, READS))
			flow_escape_children(f, node);
		break;
	}
	return (struct value){.count = 0};
}
