/* SPDX-License-Identifier: MIT */
/* New objects of the file's classes: `__init__`, or the fields that @dataclass makes. */
#include "kin.h"

/* `name: type`, `name: type = value` */
static uint32_t
annotated_name(const struct kin *k, uint32_t statement)
{
	uint32_t assignment = tree_first(k->tree, statement), name;

	if (k->tree->nodes[statement].kind != K_EXPRESSION_STATEMENT || assignment == 0 ||
	    k->tree->nodes[assignment].kind != K_ASSIGNMENT ||
	    tree_child(k->tree, assignment, F_TYPE) == 0)
		return 0;
	name = tree_child(k->tree, assignment, F_LEFT);
	return k->tree->nodes[name].kind == K_IDENTIFIER && k->facts->fact_of[name] != NOWHERE
		   ? k->facts->occurrences[k->facts->fact_of[name]].name
		   : 0;
}

/* A type that is written out, and makes no exception among the fields. */
static bool
is_plain_type(const struct kin *k, uint32_t type)
{
	const struct facts *f = k->facts;

	for (uint32_t i = type; i < k->tree->nodes[type].after; i++) {
		const struct value *v = facts_value(f, i);
		const struct atom *a = value_only(v, ATOM_SYMBOL);

		if (k->tree->nodes[i].kind == K_STRING)
			return false;
		if (k->tree->nodes[i].kind != K_IDENTIFIER || f->role[i] != ROLE_LOAD)
			continue;
		if (a != NULL && !str_ends(facts_name(f, a->id), STR("Var")) &&
		    !str_ends(facts_name(f, a->id), STR("KW_ONLY")))
			continue;
		if (value_only(v, ATOM_CLASS) == NULL && value_only(v, ATOM_MODULE) == NULL)
			return false;
	}
	return true;
}

static bool
find_plain_order(const struct kin *k, const struct scope *class)
{
	const struct tree *t = k->tree;
	uint32_t body = tree_child(t, class->node, F_BODY), seen[32], count = 0;

	if (tree_child(t, class->node, F_SUPERCLASSES) != 0 ||
	    str_find(t->source, STR("KW_ONLY"), 0) != SIZE_MAX ||
	    str_find(t->source, STR("Var"), 0) != SIZE_MAX)
		return false;
	for (uint32_t c = tree_first(t, body); c != 0; c = tree_next(t, c)) {
		enum kind kind = (enum kind)t->nodes[c].kind;
		uint32_t name = annotated_name(k, c);

		if (kind != K_EXPRESSION_STATEMENT && kind != K_FUNCTION_DEFINITION &&
		    kind != K_DECORATED_DEFINITION && kind != K_PASS_STATEMENT)
			return false;
		if (name == 0)
			continue;
		for (uint32_t i = 0; i < count; i++)
			if (seen[i] == name)
				return false;
		if (count == ARRAY_LENGTH(seen) ||
		    !is_plain_type(k, tree_child(t, tree_first(t, c), F_TYPE)) ||
		    str_find(tree_text(t, c), STR("init"), 0) != SIZE_MAX ||
		    str_find(tree_text(t, c), STR("kw_only"), 0) != SIZE_MAX)
			return false;
		seen[count++] = name;
	}
	return true;
}

/* A class whose fields come in their order, and all of them. */
static bool
has_plain_order(struct kin *k, const struct scope *class)
{
	if (k->known[class->node] == KIN_NOT_ASKED)
		k->known[class->node] = find_plain_order(k, class) ? KIN_YES : KIN_NO;
	return k->known[class->node] == KIN_YES;
}

/* What a field gets of the arguments; `place` is NOWHERE where that is not known. */
static void
fill_field(struct kin *k, uint32_t name, uint32_t place, const struct kin_givens *g)
{
	uint32_t position = 0;
	bool spread = false;

	for (unsigned i = 0; i < g->count && kin_spend(k, 1); i++) {
		const struct kin_given *a = &g->items[i];
		bool plain = a->name == 0 && !a->star && !a->double_star;

		spread = spread || a->star;
		if (a->star)
			kin_read_each(k, a->place, kin_of_name(k, name));
		else if (a->double_star)
			kin_read_item(k, a->place, kin_of_name(k, name));
		else if (plain ? place == NOWHERE || spread || position == place : a->name == name)
			kin_flow(k, a->place, kin_of_name(k, name));
		position += plain;
	}
}

/* What @dataclass makes of the annotated names of a class. */
static void
fill_in_order(struct kin *k, const struct scope *class, const struct kin_givens *g)
{
	uint32_t body = tree_child(k->tree, class->node, F_BODY), place = 0;

	for (uint32_t c = tree_first(k->tree, body); c != 0 && kin_spend(k, 1);
	     c = tree_next(k->tree, c))
		if (annotated_name(k, c) != 0)
			fill_field(k, annotated_name(k, c), place++, g);
}

static void
fill_fields(struct kin *k, uint32_t class, const struct kin_givens *g)
{
	const struct facts *f = k->facts;

	for (size_t i = 0; i < f->bindings_count && kin_spend(k, 1); i++)
		if (f->bindings[i].scope == class && !f->bindings[i].is_field)
			fill_field(k, f->bindings[i].name, NOWHERE, g);
}

/* Whether `class` has an `__init__` of its own. */
static bool
call_init(struct kin *k, uint32_t class, const struct kin_givens *g)
{
	bool found = false;

	for (uint32_t at = k->scope_named[k->init]; at != 0; at = k->scope_next[at - 1])
		if (k->facts->scopes[at - 1].kind == SCOPE_FUNCTION &&
		    k->facts->scopes[at - 1].parent == class) {
			kin_call_function(k, at - 1, true, g, kin_of_name(k, 0));
			found = true;
		}
	return found;
}

void
kin_call_class(struct kin *k, uint32_t class, const struct kin_givens *g, uint32_t to)
{
	const struct facts *f = k->facts;
	uint32_t instance = kin_of_scope(k, class, KIN_INSTANCE);

	kin_flow(k, instance, to);
	if (!kin_is_followed_class(k, class))
		kin_escape_given(k, g);
	if (call_init(k, class, g))
		return;
	if (has_plain_order(k, &f->scopes[class]) && f->scopes[class].is_decorated) {
		fill_in_order(k, &f->scopes[class], g);
		return;
	}
	kin_call_methods(k, instance, k->init, g, kin_of_name(k, 0));
	for (uint32_t i = 1; i < f->scopes_count && kin_spend(k, 1); i++)
		if (f->scopes[i].kind == SCOPE_CLASS &&
		    kin_same(k, instance, kin_of_scope(k, i, KIN_INSTANCE)))
			fill_fields(k, i, g);
	if (tree_child(k->tree, f->scopes[class].node, F_SUPERCLASSES) != 0)
		kin_escape_given(k, g); /* an exception keeps its arguments */
}
