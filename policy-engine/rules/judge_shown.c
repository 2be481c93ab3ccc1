/* SPDX-License-Identifier: MIT */
/* Places where a value is only shown: nobody can call it afterwards, or take something out of it.
 */
#include "judge.h"

uint64_t
effects_of_value(const struct judge *j, uint32_t node, enum atom_kind kind)
{
	const struct value *v = value_at(j, node);
	uint64_t effects = 0;

	VALUE_EACH(a, v)
		if (a->kind == (uint32_t)kind)
			effects |= facts_effects(j->facts, a->id);
	return effects;
}

uint64_t
effects_of_method_at(const struct judge *j, uint32_t attribute)
{
	return effects_of_method_named(tree_attribute(j->tree, attribute));
}

/* The effects of the function that a list of arguments is given to. */
uint64_t
effects_of_callee(const struct judge *j, uint32_t list)
{
	const struct tree *t = j->tree;
	const struct value *v = value_at(j, 0);

	if (t->nodes[list].kind == K_ARGUMENT_LIST &&
	    t->nodes[t->nodes[list].parent].kind == K_CALL)
		v = value_at(j, tree_child(t, t->nodes[list].parent, F_FUNCTION));
	return value_only(v, ATOM_SYMBOL) == NULL ? 0 : facts_effects(j->facts, v->atoms[0].id);
}

static bool
is_shown_by(const struct judge *j, uint32_t list)
{
	uint64_t effects = effects_of_callee(j, list);

	return effects_only_show(effects) && !effects_have(effects, EFFECT_CALLS);
}

/* `a is b`, `a is not b`: nobody is asked. */
static bool
is_identity(const struct tree *t, uint32_t comparison)
{
	uint32_t left = tree_first(t, comparison), right = left == 0 ? 0 : tree_next(t, left);
	struct str between;

	if (right == 0 || tree_next(t, right) != 0)
		return false;
	between = str_trim(str_slice(t->source, t->nodes[left].end, t->nodes[right].start));
	return str_is(between, "is") || str_is(between, "is not");
}

bool
is_only_shown(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t top = mention_top(t, node), up = t->nodes[top].parent;

	if (t->nodes[up].kind == K_TUPLE) /* isinstance(x, (list, C)) */
		up = t->nodes[up].parent;
	if (t->nodes[up].kind == K_COMPARISON_OPERATOR)
		return !j->facts->own_operators || is_identity(t, up);
	return t->nodes[up].kind == K_NOT_OPERATOR || t->nodes[top].field == F_CONDITION ||
	       is_shown_by(j, up);
}

bool
is_only_written(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[mention_top(t, node)].parent;

	if (t->nodes[up].kind == K_INTERPOLATION)
		return true;
	if (t->nodes[up].kind == K_COMPARISON_OPERATOR)
		return !j->facts->own_operators;
	return effects_only_show(effects_of_callee(j, up));
}
