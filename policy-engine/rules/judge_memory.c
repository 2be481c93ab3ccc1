/* SPDX-License-Identifier: MIT */
/*
 * Native code trusts the arrays by which scipy and scikit-learn index (`unchecked` in effects.txt),
 * and dictionaries whose keys become attributes. A program may look at such an array: an escape
 * analysis follows it through names, loops and the program's own functions. Where it goes anywhere
 * else, something could write into it, and a person decides.
 */
#include "judge.h"

/* Of an array: nobody knows how many it has. Of an array of lists, a tuple of arrays. */
enum dimensions { DEEP = 3, HOLDS };

static bool is_looked_at(struct judge *j, uint32_t node, unsigned dimensions);

/* x = a, for x in a: each place that reads such a name, whatever its scope, only looks at it. What is
 * being followed already is so, as far as this place goes. */
static bool
is_name_looked_at(struct judge *j, uint32_t node, unsigned dimensions)
{
	const struct facts *f = j->facts;
	uint32_t fact = j->tree->nodes[node].kind == K_IDENTIFIER ? f->fact_of[node] : NOWHERE,
		 name;

	if (fact == NOWHERE || f->scopes[f->occurrences[fact].scope].kind == SCOPE_CLASS)
		return false;
	name = f->occurrences[fact].name;
	if ((j->followed[name] & 1u << dimensions) != 0)
		return true;
	j->followed[name] |= (uint8_t)(1u << dimensions);
	FACTS_EACH(o, f, occurrences) {
		uint32_t up = j->tree->nodes[o->node].parent;

		if (o->name == name &&
		    (!facts_spend(j->facts, 1) ||
			j->tree->nodes[up].kind == K_AUGMENTED_ASSIGNMENT ||
			(o->role == ROLE_LOAD && !is_looked_at(j, o->node, dimensions))))
			return false;
	}
	return true;
}

/* f(a): so does the parameter of each function of the file that this may call. */
static bool
is_parameter_looked_at(struct judge *j, uint32_t list, uint32_t node, unsigned dimensions)
{
	const struct facts *f = j->facts;
	const struct value *v =
	    facts_value(f, tree_child(j->tree, j->tree->nodes[list].parent, F_FUNCTION));
	unsigned place = 0;

	for (uint32_t n = tree_first(j->tree, list); n != node; n = tree_next(j->tree, n), place++)
		if (n == 0 || facts_is_star(j->tree, n))
			return false;
	VALUE_EACH(a, v) {
		uint32_t p = a->kind != ATOM_FUNCTION ? NOWHERE : f->scopes[a->id].first_parameter;

		for (unsigned k = 0; k < place && p != NOWHERE && !f->parameters[p].star; k++)
			p = f->parameters[p].next;
		if (p == NOWHERE || f->parameters[p].star || f->parameters[p].double_star ||
		    !is_name_looked_at(j, f->parameters[p].node, dimensions))
			return false;
	}
	return !v->unknown;
}

/* Dimensions of a[key]: a number takes one, a slice none; None and ... may add some. */
static unsigned
dimensions_of_item(const struct judge *j, uint32_t subscript, unsigned dimensions)
{
	const struct tree *t = j->tree;

	if (dimensions == HOLDS && /* by a name: no array is */
	    value_is(value_at(j, tree_child(t, subscript, F_SUBSCRIPT)), KIND_BIT(ATOM_STRING)))
		return 0;
	for (uint32_t key = tree_child(t, subscript, F_SUBSCRIPT);
	     key != 0 && dimensions < DEEP && dimensions > 0; key = tree_next(t, key)) {
		const struct value *v = value_at(j, key);

		if (t->nodes[key].kind == K_SLICE)
			continue;
		if (t->nodes[key].kind == K_COMPARISON_OPERATOR && !j->facts->own_operators)
			return 0; /* what a mask selects is copied */
		if (!value_is_number(v))
			return DEEP;
		dimensions--;
	}
	return dimensions;
}

/* np.diff(a), a.tolist(), a.size, len(a): what it gives is no part of the array. */
static bool
is_copied(const struct judge *j, uint32_t node, unsigned dimensions)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[node].parent,
		 function = tree_child(t, t->nodes[up].parent, F_FUNCTION),
		 name =
		     tree_child(t, t->nodes[up].kind == K_ATTRIBUTE ? up : function, F_ATTRIBUTE);
	bool fresh = effects_have(effects_of_method_named(tree_text(t, name)), EFFECT_FRESH);
	const struct value *module = value_at(j, tree_child(t, function, F_OBJECT));
	uint64_t effects = effects_of_callee(j, up);

	if (t->nodes[up].kind == K_ATTRIBUTE)
		return fresh && j->facts->role[up] == ROLE_LOAD;
	if (effects_have(effects, EFFECT_FRESH) ||
	    (dimensions == 1 && /* zip(a, x): elements are numbers */
		effects_have(effects, EFFECT_COPY | EFFECT_ROWS)))
		return true;
	return t->nodes[up].kind == K_ARGUMENT_LIST && tree_first(t, up) == node &&
	       tree_next(t, node) == 0 && /* np.diff(a, 0) is a */
	       ((effects_have(effects, EFFECT_NUMBER) && !effects_have(effects, EFFECT_ROWS)) ||
		   (fresh && value_only(module, ATOM_MODULE) != NULL));
}

/* Nothing keeps the array: x[a], a < 5, a + 1, a[0] of numbers, a[1:].sum(), np.diff(a). */
static bool
is_looked_at(struct judge *j, uint32_t node, unsigned dimensions)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[node].parent, above = t->nodes[up].parent;
	uint32_t left = tree_child(t, up, F_LEFT);
	bool right = t->nodes[node].field == F_RIGHT;

	if (dimensions == 0 || is_only_written(j, node) ||
	    (dimensions < HOLDS && is_copied(j, node, dimensions)))
		return true;
	switch (t->nodes[up].kind) {
	case K_BINARY_OPERATOR:
	case K_SLICE:
		return !j->facts->own_operators;
	case K_SUBSCRIPT:
		if (t->nodes[node].field != F_VALUE)
			return !j->facts->own_operators;
		return j->facts->role[up] == ROLE_LOAD &&
		       is_looked_at(j, up, dimensions_of_item(j, up, dimensions));
	case K_ASSIGNMENT:
		return right && t->nodes[above].kind == K_EXPRESSION_STATEMENT &&
		       is_name_looked_at(j, left, dimensions);
	case K_ARGUMENT_LIST:
		return t->nodes[above].kind == K_CALL &&
		       is_parameter_looked_at(j, up, node, dimensions);
	case K_FOR_STATEMENT:
	case K_FOR_IN_CLAUSE:
		return right &&
		       (dimensions == 1 ||
			   (dimensions != DEEP && t->nodes[left].kind == K_PATTERN_LIST) ||
			   is_name_looked_at(j, left, dimensions >= DEEP ? dimensions : 1));
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

	j->followed = arena_alloc(j->arena, f->names.count + 1);
	j->failed = j->failed || j->followed == NULL;
	FACTS_EACH(a, f, attributes) {
		uint64_t effects = effects_of_method_named(facts_name(f, a->name));
		unsigned dimensions = effects_have(effects, EFFECT_COUNTS) ? 1
				      : effects_have(effects, EFFECT_ROWS) ? 2
									   : HOLDS;

		if (!effects_have(effects, EFFECT_UNCHECKED) ||
		    !may_be_of_indexer(j, facts_name(f, a->name)) ||
		    (a->object != 0 && /* of a pattern: case Tree(children_left=x) */
			(is_own_object(j, a->object) ||
			    value_only(facts_value(f, a->object), ATOM_MODULE) != NULL ||
			    (a->role == ROLE_LOAD && is_looked_at(j, a->node, dimensions)))))
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
