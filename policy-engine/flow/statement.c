/* SPDX-License-Identifier: MIT */
/* Statements that store, and those that only read. */
#include "flow.h"

/* Stores into a target of `=`, `in` or `as` that is no name. */
static void
store(struct facts *f, uint32_t target, const struct value *v)
{
	const struct tree *t = f->tree;
	struct value element, key;

	switch (t->nodes[target].kind) {
	case K_ATTRIBUTE:
		flow_store_attribute(f, target, v);
		return;
	case K_SUBSCRIPT:
		key = flow_key(f, target);
		element = flow_take(f, v, COLUMN_ANY);
		flow_store_item(f, &f->values[tree_child(t, target, F_VALUE)], &key,
		    t->nodes[tree_child(t, target, F_SUBSCRIPT)].kind == K_SLICE ? &element : v);
		return;
	case K_IDENTIFIER:
		return;
	default: /* a pattern with such targets */
		break;
	}
	for (uint32_t i = target + 1; i < t->nodes[target].after; i++) {
		if ((t->nodes[i].kind != K_ATTRIBUTE && t->nodes[i].kind != K_SUBSCRIPT) ||
		    f->role[i] != ROLE_STORE)
			continue;
		element = flow_take(f, v, COLUMN_ANY);
		flow_escape(f, v);
		flow_escape(f, &element);
		element.unknown = true;
		store(f, i, &element);
	}
}

struct value
flow_augmented(struct facts *f, const struct flow *w)
{
	const struct value *right = &f->values[w->node];
	struct value out = f->bindings[w->binding].value, elements;

	if (value_is_bottom(&out) || value_is_bottom(right))
		return (struct value){.count = 0};
	if (fold_is_number(&out) && fold_is_number(right))
		return value_of(ATOM_PLAIN, 0);
	elements = flow_take(f, right, COLUMN_ANY);
	flow_store_item(f, &out, NULL, &elements);
	flow_escape(f, right);
	flow_escape(f, &elements);
	out.unknown = true;
	return out;
}

/* row.cells += more changes the list that it holds. */
static void
extend(struct facts *f, uint32_t target, const struct value *right)
{
	const struct tree *t = f->tree;
	struct value held = {.count = 0}, elements = flow_take(f, right, COLUMN_ANY), key;
	uint32_t whole =
	    tree_child(t, target, t->nodes[target].kind == K_ATTRIBUTE ? F_OBJECT : F_VALUE);
	const struct value *v = &f->values[whole];

	if (whole == 0 || fold_is_number(right))
		return;
	if (t->nodes[target].kind == K_SUBSCRIPT) {
		key = flow_key(f, target);
		held = flow_item(f, v, &key);
	} else if (f->fact_of[target] != NOWHERE)
		for (unsigned i = 0; i < v->count; i++)
			flow_member(
			    f, v->atoms[i], f->attributes[f->fact_of[target]].name, target, &held);
	flow_store_item(f, &held, NULL, &elements);
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
		store(f, left, &f->values[tree_assigned(t, node)]);
		return;
	case K_AUGMENTED_ASSIGNMENT:
		if (f->own_operators)
			flow_escape(f, &f->values[right]);
		if (t->nodes[left].kind == K_IDENTIFIER)
			return;
		flow_escape(f, &f->values[right]);
		extend(f, left, &f->values[right]);
		v = fold_is_number(&f->values[right]) ? value_of(ATOM_PLAIN, 0) : value_unknown();
		store(f, left, &v);
		return;
	default: /* loops */
		v = flow_take(f, &f->values[right], COLUMN_ANY);
		store(f, left, &v);
		return;
	}
}

/* with x as object.field */
static void
store_as(struct facts *f, uint32_t node)
{
	uint32_t target = tree_child_of_kind(f->tree, node, K_AS_PATTERN_TARGET);
	struct value v = value_unknown();

	target = target == 0 ? 0 : tree_first(f->tree, target);
	if (target == 0 || f->tree->nodes[target].kind == K_IDENTIFIER)
		return;
	flow_escape_children(f, node);
	store(f, target, &v);
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

bool
flow_only_reads(enum kind k)
{
	switch ((int)k) {
	case K_EXPRESSION_STATEMENT:
	case K_IF_STATEMENT:
	case K_ELIF_CLAUSE:
	case K_ELSE_CLAUSE:
	case K_WHILE_STATEMENT:
	case K_DELETE_STATEMENT:
	case K_WITH_STATEMENT:
	case K_WITH_CLAUSE:
	case K_WITH_ITEM:
	case K_AS_PATTERN_TARGET:
	case K_TRY_STATEMENT:
	case K_EXCEPT_CLAUSE:
	case K_FINALLY_CLAUSE:
	case K_BLOCK:
	case K_MODULE:
	case K_INTERPOLATION:
	case K_FORMAT_SPECIFIER:
	case K_FORMAT_EXPRESSION:
	case K_ARGUMENT_LIST:
	case K_KEYWORD_ARGUMENT:
	case K_PAIR:
	case K_SLICE:
	case K_DECORATOR:
	case K_DEFAULT_PARAMETER:
	case K_TYPED_DEFAULT_PARAMETER:
	case K_TYPED_PARAMETER:
	case K_PARAMETERS:
	case K_LAMBDA_PARAMETERS:
	case K_IF_CLAUSE:
	case K_PATTERN_LIST:
	case K_TUPLE_PATTERN:
	case K_LIST_PATTERN:
	case K_LIST_SPLAT_PATTERN:
	case K_DICTIONARY_SPLAT_PATTERN:
	case K_DOTTED_NAME:
	case K_GENERIC_TYPE:
	case K_UNION_TYPE:
	case K_MEMBER_TYPE:
	case K_TYPE_PARAMETER:
	case K_CONSTRAINED_TYPE:
		return true;
	default:
		return false;
	}
}

struct value
flow_statement(struct facts *f, uint32_t node)
{
	enum kind k = (enum kind)f->tree->nodes[node].kind;

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
	case K_RETURN_STATEMENT:
		give_back(f, node);
		break;
	case K_ASSERT_STATEMENT: /* its message stands in the error */
		for (uint32_t c = tree_first(f->tree, node); c != 0; c = tree_next(f->tree, c))
			if (c != tree_first(f->tree, node))
				flow_escape(f, &f->values[c]);
		break;
	default:
		if (!flow_only_reads(k))
			flow_escape_children(f, node);
		break;
	}
	return (struct value){.count = 0};
}
