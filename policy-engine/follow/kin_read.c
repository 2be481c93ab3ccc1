/* SPDX-License-Identifier: MIT */
/* What expressions are made of, and where stores put it. */
#include "kin.h"

static bool
is_ordinary_text(struct kin *k, uint32_t node)
{
	const struct value *v = facts_value(k->facts, node);

	for (unsigned i = 0; i < v->count; i++) {
		struct str s = facts_name(k->facts, v->atoms[i].id);

		if (v->atoms[i].kind != ATOM_STRING || (s.n > 0 && s.p[0] == '_') ||
		    rule_attribute_by_text(k->judge, s).decision != DECISION_ALLOW)
			return false;
	}
	return v->count > 0 && !v->unknown;
}

/* A text that names an ordinary attribute is no danger where a function may be given by its name.
 */
static void
read_text(struct kin *k, uint32_t node, uint32_t to)
{
	if (k->known[node] == KIN_NOT_ASKED)
		k->known[node] = is_ordinary_text(k, node) ? KIN_YES : KIN_NO;
	if (k->known[node] == KIN_NO)
		kin_mark(k, to, KIN_TEXT);
}

static void
flow_binding(struct kin *k, uint32_t binding, uint32_t to)
{
	const struct binding *b = &k->facts->bindings[binding];

	kin_flow(k, kin_of_binding(k, binding), to);
	if (b->is_import)
		kin_mark(k, to, KIN_LIBRARY);
	if (k->facts->scopes[b->scope].kind != SCOPE_CLASS || b->name >= k->names_count)
		return;
	for (uint32_t at = k->scope_named[b->name]; at != 0; at = k->scope_next[at - 1])
		if (k->facts->scopes[at - 1].parent == b->scope &&
		    k->facts->scopes[at - 1].kind == SCOPE_FUNCTION)
			kin_flow(k, kin_of_scope(k, at - 1, KIN_FUNCTION), to);
}

static void
read_name(struct kin *k, uint32_t node, uint32_t to)
{
	const struct facts *f = k->facts;
	const struct occurrence *o;

	if (f->fact_of[node] == NOWHERE || f->role[node] != ROLE_LOAD)
		return;
	o = &f->occurrences[f->fact_of[node]];
	if (o->binding != NOWHERE)
		flow_binding(k, o->binding, to);
	if (o->beyond != NOWHERE)
		flow_binding(k, o->beyond, to);
	if (o->binding == NOWHERE || o->may_be_builtin)
		kin_mark(k, to, KIN_LIBRARY);
}

static void
read_attribute(struct kin *k, uint32_t node, uint32_t to)
{
	const struct facts *f = k->facts;
	uint32_t object = tree_child(k->tree, node, F_OBJECT);

	if (f->fact_of[node] == NOWHERE || f->role[node] != ROLE_LOAD)
		return;
	if (value_only(facts_value(f, node), ATOM_SYMBOL) != NULL && !f->unsettled) {
		kin_mark(k, to, KIN_LIBRARY);
		return;
	}
	if (facts_is_callee(k->tree, node))
		return; /* kin_call.c */
	kin_load_attribute(k, kin_of_node(k, object), f->attributes[f->fact_of[node]].name, to);
}

/* Elements of a list, tuple or set. */
static void
read_elements(struct kin *k, uint32_t node, uint32_t to)
{
	const struct tree *t = k->tree;
	bool tuple = t->nodes[node].kind == K_TUPLE || t->nodes[node].kind == K_EXPRESSION_LIST;
	unsigned place = 0;

	if (!tuple)
		(void)kin_part(k, to, KIN_ELEMENT, 0);
	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c), place++) {
		if (facts_is_star(t, c)) {
			kin_read_each(k, kin_of_node(k, c), kin_part(k, to, KIN_ELEMENT, 0));
			tuple = false;
		} else if (tuple && place < KIN_COLUMNS) {
			kin_flow(k, kin_of_node(k, c), kin_part(k, to, KIN_COLUMN, place));
		} else {
			kin_flow(k, kin_of_node(k, c), kin_part(k, to, KIN_ELEMENT, 0));
		}
	}
}

static void
read_pairs(struct kin *k, uint32_t node, uint32_t to)
{
	const struct tree *t = k->tree;

	(void)kin_part(k, to, KIN_KEY, 0);
	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c)) {
		uint32_t inner = tree_first(t, c);

		if (t->nodes[c].kind == K_PAIR) {
			kin_flow(k, kin_of_node(k, tree_child(t, c, F_KEY)),
			    kin_part(k, to, KIN_KEY, 0));
			kin_flow(k, kin_of_node(k, tree_child(t, c, F_VALUE)),
			    kin_part(k, to, KIN_VALUE, 0));
			continue;
		}
		while (inner != 0 && t->nodes[inner].kind == K_T_POWER)
			inner = tree_next(t, inner);
		if (inner == 0 || t->nodes[c].kind != K_DICTIONARY_SPLAT) {
			k->lost = true;
			return;
		}
		kin_read_item(k, kin_of_node(k, inner), kin_part(k, to, KIN_VALUE, 0));
		kin_read_each(k, kin_of_node(k, inner), kin_part(k, to, KIN_KEY, 0));
	}
}

static void
read_comprehension(struct kin *k, uint32_t node, uint32_t to)
{
	uint32_t body = tree_child(k->tree, node, F_BODY);

	if (k->tree->nodes[node].kind != K_DICTIONARY_COMPREHENSION) {
		kin_flow(k, kin_of_node(k, body), kin_part(k, to, KIN_ELEMENT, 0));
		return;
	}
	kin_flow(k, kin_of_node(k, tree_child(k->tree, body, F_KEY)), kin_part(k, to, KIN_KEY, 0));
	kin_flow(
	    k, kin_of_node(k, tree_child(k->tree, body, F_VALUE)), kin_part(k, to, KIN_VALUE, 0));
}

/* Any operand may come out again (`or`, list + list); a library's may answer with anything. */
static void
read_operands(struct kin *k, uint32_t node, uint32_t to, bool same)
{
	const struct tree *t = k->tree;
	uint32_t before = 0;
	unsigned children = 0;
	bool choice = t->nodes[node].kind == K_CONDITIONAL_EXPRESSION;

	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c)) {
		uint32_t place = kin_of_node(k, c);

		if (t->nodes[c].kind >= K_T_PLUS)
			continue;
		if (choice && ++children == 2)
			continue; /* the condition */
		if (same)
			kin_flow(k, place, to);
		else if ((k->places[place].marks & (KIN_ANY | KIN_LIBRARY)) != 0)
			kin_mark(k, to, KIN_ANY);
		if (t->nodes[node].kind != K_CONDITIONAL_EXPRESSION &&
		    t->nodes[node].kind != K_BOOLEAN_OPERATOR)
			kin_operators(k, before == 0 ? place : before, place, to);
		if ((k->places[place].marks & (KIN_ANY | KIN_LIBRARY)) != 0 &&
		    (t->nodes[node].kind == K_BINARY_OPERATOR ||
			t->nodes[node].kind == K_COMPARISON_OPERATOR)) {
			kin_mark(k, to, KIN_ANY);
			for (uint32_t o = tree_first(t, node); o != 0; o = tree_next(t, o))
				if (t->nodes[o].kind < K_T_PLUS)
					kin_escape(k, kin_of_node(k, o));
		}
		if (same && t->nodes[node].kind == K_BINARY_OPERATOR && kin_has_shape(k, place))
			kin_read_each(k, place, kin_part(k, to, KIN_ELEMENT, 0)); /* elsewhere */
		before = place;
	}
}

/* `x in list` compares x with each. A library's object gets the other side, which it may keep. */
static void
read_comparison(struct kin *k, uint32_t node, uint32_t to)
{
	const struct tree *t = k->tree;
	uint32_t left = kin_of_node(k, tree_first(t, node));

	read_operands(k, node, to, false);
	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c)) {
		uint32_t place = kin_of_node(k, c);

		if (t->nodes[c].kind >= K_T_PLUS || !kin_has_shape(k, place))
			continue;
		kin_read_each(k, place, kin_scratch(k, node, 0));
		kin_operators(k, kin_scratch(k, node, 0), left, to);
	}
}

/* x[a, b] and x[a:b] hand a tuple or slice of them to who answers. */
void
kin_escape_keys(struct kin *k, uint32_t subscript)
{
	const struct tree *t = k->tree;
	unsigned count = 0;

	for (uint32_t c = tree_first(t, subscript); c != 0; c = tree_next(t, c)) {
		if (t->nodes[c].field != F_SUBSCRIPT)
			continue;
		count++;
		for (uint32_t i = tree_first(t, c); t->nodes[c].kind == K_SLICE && i != 0;
		     i = tree_next(t, i))
			kin_escape(k, kin_of_node(k, i));
	}
	for (uint32_t c = tree_first(t, subscript); count > 1 && c != 0; c = tree_next(t, c))
		if (t->nodes[c].field == F_SUBSCRIPT)
			kin_escape(k, kin_of_node(k, c));
}

static void
read_subscript(struct kin *k, uint32_t node, uint32_t to)
{
	const struct tree *t = k->tree;
	uint32_t whole = kin_of_node(k, tree_child(t, node, F_VALUE)),
		 key = tree_child(t, node, F_SUBSCRIPT);
	struct kin_givens g = {.count = 1, .items = {{.place = kin_of_node(k, key)}}};
	int64_t n;

	kin_escape_keys(k, node);
	if (k->facts->role[node] != ROLE_LOAD)
		return;
	if (t->nodes[key].kind == K_SLICE) {
		kin_flow(k, whole, to);
		kin_mark(k, to, KIN_TEXT);
		if (kin_has_shape(k, whole))
			kin_read_each(k, whole, kin_part(k, to, KIN_ELEMENT, 0));
		kin_mark(k, to, (k->places[whole].marks & KIN_LIBRARY) != 0 ? KIN_ANY : 0u);
	} else if (t->nodes[key].kind == K_INTEGER && literal_integer(tree_text(t, key), &n)) {
		kin_read_column(k, whole, (unsigned)n, to);
	} else {
		kin_read_item(k, whole, to);
	}
	kin_call_methods(k, whole, k->getitem, &g, to);
	if ((k->places[whole].marks & KIN_ANY) != 0)
		kin_escape(k, g.items[0].place);
}

static void
read_yield(struct kin *k, uint32_t node, uint32_t to)
{
	const struct facts *f = k->facts;
	uint32_t scope = facts_scope_function(f, f->scope_of[node]),
		 place = kin_of_scope(k, scope, KIN_RETURN), inner = tree_first(k->tree, node);
	bool from = str_find(tree_text(k->tree, node), STR("from"), 0) == 5 ||
		    str_starts(tree_text(k->tree, node), STR("yield from"));

	kin_mark(k, to, KIN_ANY);
	while (inner != 0 && k->tree->nodes[inner].kind >= K_T_PLUS)
		inner = tree_next(k->tree, inner);
	if (inner == 0)
		return;
	if (from)
		kin_read_each(k, kin_of_node(k, inner), kin_part(k, place, KIN_ELEMENT, 0));
	kin_flow(k, kin_of_node(k, inner), kin_part(k, place, KIN_ELEMENT, 0));
}

static void
escape_children(struct kin *k, uint32_t node)
{
	for (uint32_t c = tree_first(k->tree, node); c != 0; c = tree_next(k->tree, c))
		kin_escape(k, kin_of_node(k, c));
}

static void
delete_item(struct kin *k, uint32_t node)
{
	struct kin_givens g = {.count = 1,
	    .items = {{.place = kin_of_node(k, tree_child(k->tree, node, F_SUBSCRIPT))}}};

	kin_escape_keys(k, node);
	kin_call_methods(k, kin_of_node(k, tree_child(k->tree, node, F_VALUE)), k->delitem, &g,
	    kin_of_name(k, 0));
}

/* Statements: what is returned, raised and asked for a match. */
static void
read_statement(struct kin *k, uint32_t node)
{
	const struct facts *f = k->facts;
	uint32_t scope = facts_scope_function(f, f->scope_of[node]), inner;

	switch (k->tree->nodes[node].kind) {
	case K_RETURN_STATEMENT:
		inner = tree_first(k->tree, node);
		if (inner != 0)
			kin_flow(k, kin_of_node(k, inner), kin_of_scope(k, scope, KIN_RETURN));
		if (inner != 0 && f->scopes[scope].is_generator)
			kin_escape(k, kin_of_node(k, inner));
		break;
	case K_DELETE_STATEMENT:
		for (inner = node; inner < k->tree->nodes[node].after; inner++)
			if (k->tree->nodes[inner].kind == K_SUBSCRIPT)
				delete_item(k, inner);
		break;
	case K_RAISE_STATEMENT:
	case K_ASSERT_STATEMENT:
	case K_MATCH_STATEMENT:
		escape_children(k, node);
		break;
	case K_LAMBDA:
		kin_flow(k, kin_of_node(k, tree_child(k->tree, node, F_BODY)),
		    kin_of_scope(k, f->opened[node], KIN_RETURN));
		break;
	default:
		break;
	}
}

static void
read_other(struct kin *k, uint32_t node, uint32_t to)
{
	switch (k->tree->nodes[node].kind) {
	case K_NONE:
	case K_TRUE:
	case K_FALSE:
	case K_INTEGER:
	case K_FLOAT:
	case K_ELLIPSIS:
	case K_PARENTHESIZED_EXPRESSION:
	case K_LIST_SPLAT:
	case K_PARENTHESIZED_LIST_SPLAT:
	case K_SLICE:
	case K_FUNCTION_DEFINITION:
	case K_CLASS_DEFINITION:
		break;
	case K_AWAIT:
		escape_children(k, node);
		kin_mark(k, to, KIN_ANY);
		break;
	default: /* no expression, or one that is not followed */
		kin_mark(k, to, KIN_ANY);
	}
}

void
kin_read_node(struct kin *k, uint32_t node)
{
	uint32_t to = 1 + node;

	read_statement(k, node);
	switch (k->tree->nodes[node].kind) {
	case K_IDENTIFIER:
		read_name(k, node, to);
		break;
	case K_ATTRIBUTE:
		read_attribute(k, node, to);
		break;
	case K_CALL:
		kin_call(k, node);
		break;
	case K_STRING:
	case K_CONCATENATED_STRING:
		read_text(k, node, to);
		break;
	case K_LIST:
	case K_TUPLE:
	case K_SET:
	case K_EXPRESSION_LIST:
		read_elements(k, node, to);
		break;
	case K_DICTIONARY:
		read_pairs(k, node, to);
		break;
	case K_LIST_COMPREHENSION:
	case K_SET_COMPREHENSION:
	case K_GENERATOR_EXPRESSION:
	case K_DICTIONARY_COMPREHENSION:
		read_comprehension(k, node, to);
		break;
	case K_BINARY_OPERATOR: /* of ordinary texts it may be any */
		kin_mark(k, to, KIN_TEXT);
		read_operands(k, node, to, true);
		break;
	case K_BOOLEAN_OPERATOR:
	case K_CONDITIONAL_EXPRESSION:
		read_operands(k, node, to, true);
		break;
	case K_UNARY_OPERATOR:
	case K_NOT_OPERATOR:
		read_operands(k, node, to, false);
		break;
	case K_COMPARISON_OPERATOR:
		read_comparison(k, node, to);
		break;
	case K_SUBSCRIPT:
		read_subscript(k, node, to);
		break;
	case K_NAMED_EXPRESSION:
		kin_flow(k, kin_of_node(k, tree_child(k->tree, node, F_VALUE)), to);
		break;
	case K_LAMBDA:
		kin_flow(k, kin_of_scope(k, k->facts->opened[node], KIN_FUNCTION), to);
		break;
	case K_YIELD:
		read_yield(k, node, to);
		break;
	default:
		read_other(k, node, to);
		break;
	}
}
