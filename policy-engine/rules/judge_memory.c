/* SPDX-License-Identifier: MIT */
/*
 * What native code believes without looking: the arrays by which scipy and scikit-learn index
 * (`unchecked` in effects.txt), and dictionaries whose keys become attributes. A program may read
 * such an array. Where it also writes into an array that may be one, a person decides.
 */
#include "judge.h"

/* getattr(tree, 'children_left'), attrgetter('tree_.children_left') */
static bool
gives_unchecked(const struct judge *j, const struct call *c)
{
	uint64_t effects = effects_of_callee(j, c->arguments);
	struct argument a;
	uint32_t at = 0;

	while ((effects_have(effects, EFFECT_GETATTR) || effects_have(effects, EFFECT_REFLECTS)) &&
	       facts_argument(j->facts, c->arguments, &at, &a)) {
		const struct value *v = facts_value(j->facts, a.node);

		for (unsigned i = 0; i < v->count; i++) {
			struct str name = STR(""), rest = facts_name(j->facts, v->atoms[i].id);

			while (v->atoms[i].kind == ATOM_STRING && str_cut(&rest, '.', &name))
				;
			if (effects_have(effects_of_method_named(name), EFFECT_UNCHECKED))
				return true;
		}
	}
	return false;
}

/* The first such array that the program has from a library's object, or 0. */
static uint32_t
unchecked_array(const struct judge *j)
{
	const struct facts *f = j->facts;

	for (size_t i = 0; i < f->calls_count; i++)
		if (gives_unchecked(j, &f->calls[i]))
			return f->calls[i].node;

	for (size_t i = 0; i < f->attributes_count; i++) {
		const struct attribute *a = &f->attributes[i];
		struct str name = facts_name(f, a->name);

		if (effects_have(effects_of_method_named(name), EFFECT_UNCHECKED) &&
		    (a->object == 0 || /* of a pattern: case Tree(children_left=x) */
			(!is_own_object(j, a->object) &&
			    value_only(facts_value(f, a->object), ATOM_MODULE) == NULL)))
			return a->node;
	}
	return 0;
}

/* An array that nothing else has, a container or an object of the program, a number, a text. */
static bool
is_apart(const struct judge *j, uint32_t node)
{
	const struct value *v = facts_value(j->facts, node);

	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind == ATOM_RESULT
			? !effects_have(facts_effects(j->facts, v->atoms[i].id), EFFECT_FRESH)
			: !value_is(&(struct value){.atoms = {v->atoms[i]}, .count = 1},
			      KINDS_TEXT | KINDS_NUMBER | KIND_BIT(ATOM_LITERAL) |
				  KIND_BIT(ATOM_OBJECT)))
			return false;
	return !v->unknown;
}

/* table['column'] = ...: no array is indexed by a text, but a vocabulary is. */
static bool
is_column(const struct judge *j, uint32_t subscript)
{
	uint32_t table = facts_bare(j->facts, tree_child(j->tree, subscript, F_VALUE));

	return value_is(facts_value(j->facts, tree_child(j->tree, subscript, F_SUBSCRIPT)),
		   KIND_BIT(ATOM_STRING)) &&
	       !effects_have(effects_of_method_named(
				 tree_text(j->tree, tree_child(j->tree, table, F_ATTRIBUTE))),
		   EFFECT_UNCHECKED);
}

/* copy=False, overwrite_a=True: any of the two, whatever the keyword means by it; out=(x,) */
static bool
may_alter(const struct judge *j, uint32_t node)
{
	enum kind k = (enum kind)j->tree->nodes[facts_bare(j->facts, node)].kind;

	return k == K_TRUE || k == K_FALSE || k == K_TUPLE || !is_apart(j, node);
}

static bool
call_alters(const struct judge *j, const struct call *c)
{
	uint32_t function = facts_bare(j->facts, c->function), at = 0,
		 object = tree_child(j->tree, function, F_OBJECT);
	struct str method = tree_text(j->tree, tree_child(j->tree, function, F_ATTRIBUTE));
	struct argument a;

	if (effects_have(effects_of_callee(j, c->arguments), EFFECT_ALTERS))
		return true;
	if (object != 0 && effects_have(effects_of_method_named(method), EFFECT_ALTERS) &&
	    !is_apart(j, object))
		return true;
	while (facts_argument(j->facts, c->arguments, &at, &a))
		if (a.double_star ||
		    (a.name != 0 &&
			effects_have(
			    effects_of_keyword(facts_name(j->facts, a.name)), EFFECT_ALTERS) &&
			may_alter(j, a.node)))
			return true;
	return false;
}

/* total += x: the name gets nothing else but numbers, texts and what is apart, so its first sum is
 * a new object. */
static bool
is_sum(const struct judge *j, uint32_t left)
{
	const struct facts *f = j->facts;
	struct str name = tree_text(j->tree, left);

	for (size_t i = 0; i < f->occurrences_count; i++) {
		const struct occurrence *o = &f->occurrences[i];
		uint32_t up = j->tree->nodes[o->node].parent;
		enum kind k = (enum kind)j->tree->nodes[up].kind;

		if (o->role != ROLE_LOAD && str_eq(facts_name(f, o->name), name) &&
		    k != K_AUGMENTED_ASSIGNMENT &&
		    (k != K_ASSIGNMENT || o->role != ROLE_STORE ||
			!is_apart(j, tree_child(j->tree, up, F_RIGHT))))
			return false;
	}
	return j->tree->nodes[left].kind == K_IDENTIFIER;
}

static void
judge_altered(struct judge *j, uint32_t node, uint32_t array)
{
	struct ruling r =
	    ruling_of(j, DECISION_ESCALATE, "attribute.store", "write into a new array of zeros",
		"this may change '%.*s', by which native code finds its way without looking",
		STR_ARG(tree_text(j->tree, array)));

	judge_node(j, node, &r);
}

static void
judge_unchecked_arrays(struct judge *j)
{
	const struct tree *t = j->tree;
	uint32_t array = unchecked_array(j);

	for (uint32_t i = 1; array != 0 && i < t->count && !j->failed; i++) {
		uint32_t left =
		    t->nodes[i].kind == K_AUGMENTED_ASSIGNMENT ? tree_child(t, i, F_LEFT) : 0;

		if ((t->nodes[i].kind == K_SUBSCRIPT && j->facts->role[i] == ROLE_STORE &&
			!is_column(j, i) && !is_apart(j, tree_child(t, i, F_VALUE))) ||
		    (left != 0 && t->nodes[left].kind != K_SUBSCRIPT && !is_apart(j, left) &&
			!is_sum(j, left)))
			judge_altered(j, i, array);
	}
	for (size_t i = 0; array != 0 && i < j->facts->calls_count && !j->failed; i++)
		if (call_alters(j, &j->facts->calls[i]))
			judge_altered(j, j->facts->calls[i].node, array);
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
	struct argument a;
	uint32_t at = 0;
	struct ruling r = ruling_of(j, DECISION_ESCALATE, "argument.authority",
	    "build a matrix of (data, (rows, columns)), a spline by splrep() or BSpline()",
	    "native code believes the arrays of '%.*s' without looking",
	    STR_ARG(tree_text(j->tree, facts_bare(j->facts, c->function))));

	for (unsigned place = 0; facts_argument(j->facts, c->arguments, &at, &a); place++)
		for (unsigned i = 0; i < facts_value(j->facts, a.node)->count; i++)
			if (is_triple(j, facts_value(j->facts, a.node)->atoms[i], place > 0))
				judge_node(j, a.node, &r);
}

/* Its items become attributes, which numpy asks for memory: `.attrs`, a result. */
static bool
makes_attributes(const struct judge *j, uint32_t object)
{
	const struct value *v = facts_value(j->facts, object);
	uint32_t name = j->tree->nodes[object].kind == K_ATTRIBUTE
			    ? tree_child(j->tree, object, F_ATTRIBUTE)
			    : 0;
	struct str package, rest;

	if (name != 0 &&
	    effects_have(effects_of_method_named(tree_text(j->tree, name)), EFFECT_KEYS) &&
	    !is_own_object(j, tree_child(j->tree, object, F_OBJECT)))
		return imports_with(j, EFFECT_UNCHECKED);
	for (unsigned i = 0; i < v->count; i++) {
		rest = facts_name(j->facts, v->atoms[i].id);
		if (v->atoms[i].kind == ATOM_RESULT && str_cut(&rest, '.', &package) &&
		    effects_have(effects_of(package), EFFECT_UNCHECKED))
			return true;
	}
	return false;
}

static void
judge_items(struct judge *j)
{
	const struct tree *t = j->tree;

	for (uint32_t i = 1; i < t->count && !j->failed; i++) {
		uint32_t key = tree_child(t, i, F_SUBSCRIPT);
		const struct value *v = facts_value(j->facts, key);

		if (t->nodes[i].kind != K_SUBSCRIPT || j->facts->role[i] != ROLE_STORE ||
		    value_is(v, KIND_BIT(ATOM_STRING) | KINDS_NUMBER | KIND_BIT(ATOM_LITERAL)) ||
		    (t->nodes[key].kind == K_COMPARISON_OPERATOR && !j->facts->own_operators) ||
		    t->nodes[key].kind == K_SLICE || tree_next(t, key) != 0 ||
		    !makes_attributes(j, facts_bare(j->facts, tree_child(t, i, F_VALUE))))
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
	for (size_t i = 0; i < j->facts->calls_count && !j->failed; i++) {
		const struct call *c = &j->facts->calls[i];
		uint32_t function = facts_bare(j->facts, c->function), at = 0,
			 object = tree_child(j->tree, function, F_OBJECT);
		struct argument a;

		if (effects_have(effects_of_callee(j, c->arguments), EFFECT_UNCHECKED))
			judge_unchecked_call(j, c);
		if (object == 0 || !makes_attributes(j, object) ||
		    (effects_of_method_named(
			 tree_text(j->tree, tree_child(j->tree, function, F_ATTRIBUTE))) &
			(EFFECT_BIT(EFFECT_EXTEND) | EFFECT_BIT(EFFECT_STORE))) == 0)
			continue;
		while (facts_argument(j->facts, c->arguments, &at, &a))
			judge_field_names(j, a.node);
	}
}
