/* SPDX-License-Identifier: MIT */
/*
 * Native code trusts the arrays by which scipy and scikit-learn index (`unchecked` in effects.txt),
 * and dictionaries whose keys become attributes. A program may look at such an array where the text
 * names it. Where it goes anywhere else, something could write into it, and a person decides.
 */
#include "judge.h"

/* len(a), zip(a, x) of numbers, np.diff(a), but not np.diff(a, 0), which is a. */
static bool
is_copied(const struct judge *j, uint32_t list, bool numbers)
{
	const struct tree *t = j->tree;
	uint32_t function = tree_child(t, t->nodes[list].parent, F_FUNCTION),
		 name = tree_child(t, function, F_ATTRIBUTE);
	uint64_t effects = effects_of_callee(j, list);
	bool alone = tree_next(t, tree_first(t, list)) == 0;

	return effects_have(effects, EFFECT_FRESH) ||
	       (numbers && effects_have(effects, EFFECT_COPY | EFFECT_ROWS)) ||
	       (alone && effects_have(effects, EFFECT_NUMBER) &&
		   !effects_have(effects, EFFECT_ROWS)) ||
	       (alone && effects_have(effects_of_method_named(tree_text(t, name)), EFFECT_FRESH) &&
		   value_only(value_at(j, tree_child(t, function, F_OBJECT)), ATOM_MODULE) != NULL);
}

/* Nothing keeps the array, or a part of it: a.tolist(), x[a], a < 5, a + 1, a[0] of numbers, a[1:].sum().
 * Of an array of lists, a copy holds the same lists. */
static bool
is_looked_at(const struct judge *j, uint32_t node, uint64_t effects)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[node].parent, key = tree_child(t, up, F_SUBSCRIPT);
	bool load = j->facts->role[up] == ROLE_LOAD, numbers = effects_have(effects, EFFECT_COUNTS);

	if (is_only_written(j, node) ||
	    (t->nodes[up].kind == K_SUBSCRIPT && load && /* by a name: no array is */
		value_is(value_at(j, key), KIND_BIT(ATOM_STRING))))
		return true;
	if (!effects_have(effects, EFFECT_COUNTS | EFFECT_ROWS))
		return false;
	switch (t->nodes[up].kind) {
	case K_ATTRIBUTE:
		return load && effects_have(effects_of_method_at(j, up), EFFECT_FRESH);
	case K_BINARY_OPERATOR:
		return !j->facts->own_operators;
	case K_SUBSCRIPT:
		if (t->nodes[node].field != F_VALUE)
			return !j->facts->own_operators;
		return load &&
		       ((numbers && value_is_number(value_at(j, key)) && tree_next(t, key) == 0) ||
			   is_looked_at(j, up,
			       t->nodes[key].kind == K_SLICE && tree_next(t, key) == 0
				   ? effects
				   : EFFECT_ROWS));
	case K_ARGUMENT_LIST:
		return is_copied(j, up, numbers);
	case K_FOR_STATEMENT:
	case K_FOR_IN_CLAUSE:
		return numbers && t->nodes[node].field == F_RIGHT;
	default:
		return false;
	}
}

/* No other package alone has attributes of this name. */
static bool
may_be_of_indexer(const struct judge *j, struct str name)
{
	return table_attribute(name).kind == ATTRIBUTE_UNKNOWN ||
	       is_attribute_with(j, name, EFFECT_INDEXES);
}

/* Where the program keeps such an array of a library's object: it could write into it. */
static void
judge_unchecked_arrays(struct judge *j)
{
	const struct facts *f = j->facts;

	FACTS_EACH(a, f, attributes) {
		uint64_t effects = effects_of_method_named(facts_name(f, a->name));

		if (!effects_have(effects, EFFECT_UNCHECKED) ||
		    !may_be_of_indexer(j, facts_name(f, a->name)) ||
		    (a->object != 0 && /* of a pattern: case Tree(children_left=x) */
			(is_own_object(j, a->object) ||
			    value_only(facts_value(f, a->object), ATOM_MODULE) != NULL ||
			    (a->role == ROLE_LOAD && is_looked_at(j, a->node, effects)))))
			continue;
		judge_find(j, a->node, DECISION_ESCALATE, "attribute.store",
		    "copy the array first: .copy()",
		    "this may change '%.*s', by which native code finds its way without looking",
		    STR_ARG(facts_name(f, a->name)));
	}
}

/* A tuple of three or more, or of nobody knows how many; behind the first argument also a list. */
static bool
is_triple(const struct judge *j, struct atom a, bool list)
{
	const struct tree *t = j->tree;
	enum kind k = a.kind == ATOM_LITERAL ? (enum kind)t->nodes[a.id].kind : K_NONE;
	unsigned parts = 0;

	if (k != K_TUPLE && !(list && k == K_LIST))
		return k == K_CALL;
	for (uint32_t n = tree_first(t, a.id); n != 0; n = tree_next(t, n))
		parts += facts_is_star(t, n) ? 3 : 1;
	return parts > 2;
}

/* csr_matrix((data, indices, indptr)), splev(x, (knots, coefficients, degree)) */
static void
judge_unchecked_call(struct judge *j, const struct call *c)
{
	for (struct argument a = {0}; facts_argument(j->facts, c->arguments, &a);)
		for (unsigned i = 0; i < value_at(j, a.node)->count; i++)
			if (is_triple(j, value_at(j, a.node)->atoms[i], a.place > 0))
				judge_find(j, a.node, DECISION_ESCALATE, "argument.authority",
				    "build a matrix of (data, (rows, columns)), a spline by splrep() or BSpline()",
				    "native code believes the arrays of '%.*s' without looking",
				    STR_ARG(tree_text(j->tree, unwrapped(j, c->function))));
}

/* Its items become attributes, which numpy asks for memory: `.attrs`, a result. */
static bool
makes_attributes(const struct judge *j, uint32_t object)
{
	const struct value *v = value_at(j, object);
	uint32_t name = j->tree->nodes[object].kind == K_ATTRIBUTE
			    ? tree_child(j->tree, object, F_ATTRIBUTE)
			    : 0;

	if (name != 0 &&
	    effects_have(effects_of_method_named(tree_text(j->tree, name)), EFFECT_KEYS) &&
	    !is_own_object(j, tree_child(j->tree, object, F_OBJECT)))
		return imports_with(j, EFFECT_UNCHECKED);
	VALUE_EACH(a, v)
		if (a->kind == ATOM_RESULT &&
		    effects_have(effects_of(dotted_top(name_of(j, a->id))), EFFECT_UNCHECKED))
			return true;
	return false;
}

static void
judge_items(struct judge *j)
{
	const struct tree *t = j->tree;

	for (uint32_t i = 1; i < t->count && !j->failed; i++) {
		uint32_t key = tree_child(t, i, F_SUBSCRIPT);
		const struct value *v = value_at(j, key);

		if (t->nodes[i].kind != K_SUBSCRIPT || j->facts->role[i] != ROLE_STORE ||
		    value_is(v, KIND_BIT(ATOM_STRING) | KINDS_NUMBER | KIND_BIT(ATOM_LITERAL)) ||
		    (t->nodes[key].kind == K_COMPARISON_OPERATOR && !j->facts->own_operators) ||
		    (value_only(v, ATOM_RESULT) != NULL &&
			effects_have(effects_of_value(j, key, ATOM_RESULT), EFFECT_FRESH)) ||
		    t->nodes[key].kind == K_SLICE || tree_next(t, key) != 0 ||
		    !makes_attributes(j, unwrapped(j, tree_child(t, i, F_VALUE))))
			continue;
		judge_field_names(j, key);
	}
}

void
judge_memory(struct judge *j)
{
	if (!imports_with(j, EFFECT_UNCHECKED))
		return;
	judge_unchecked_arrays(j);
	judge_items(j);
	FACTS_EACH(c, j->facts, calls) {
		uint32_t function = unwrapped(j, c->function),
			 object = tree_child(j->tree, function, F_OBJECT);

		if (effects_have(effects_of_callee(j, c->arguments), EFFECT_UNCHECKED))
			judge_unchecked_call(j, c);
		if (object == 0 || !makes_attributes(j, object) ||
		    (effects_of_method_at(j, function) & (EFFECT_EXTEND | EFFECT_STORE)) == 0)
			continue;
		for (struct argument a = {0}; facts_argument(j->facts, c->arguments, &a);)
			judge_field_names(j, a.node);
	}
}
