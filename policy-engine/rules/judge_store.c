/* SPDX-License-Identifier: MIT */
/* Attributes that are set: of a module, of the program's own objects, of a library's. */
#include "judge.h"

/* The policy allows the object by name, as it may do with settings. */
static bool
is_allowed_store(const struct judge *j, const struct value *v)
{
	const struct atom *a = value_only(v, ATOM_SYMBOL);
	const struct name_rule *rule =
	    a == NULL ? NULL : call_rule_for(j->policy, name_of(j, a->id));

	if (rule != NULL)
		judge_tell(j, rule, (unsigned)rule->decision);
	return rule != NULL && rule->decision == DECISION_ALLOW;
}

/* object.name = value: the value, or 0 */
static uint32_t
stored_value(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[node].parent;

	return t->nodes[up].kind == K_ASSIGNMENT && t->nodes[node].field == F_LEFT
		   ? tree_child(t, up, F_RIGHT)
		   : 0;
}

/* Native code trusts what the objects of its package hold: an attribute may be set where it is
 * checked or only Python reads it. What a field or symbol is called, dataclasses and sympy write
 * into the source of functions. */
static bool
is_trusted_by_library(const struct judge *j, uint32_t node, const struct value *v, struct str name)
{
	uint64_t effects = effects_of_named("@", name);
	uint32_t value = stored_value(j, node);

	if (effects_have(effects, EFFECT_RECORD) &&
	    (j->may_have_fields || imports_with(j, EFFECT_TEMPLATE)))
		return true;
	if (effects_have(effects, EFFECT_INERT) ||
	    (effects_have(effects, EFFECT_AUTHORITY) && value != 0 &&
		j->tree->nodes[unwrapped(j, value)].kind == K_FALSE))
		return false;
	/* of an object of the file, whose class may be a child of theirs: what native code goes by */
	return is_starter_method(j, name) ||
	       ((!value_is(v, KIND_BIT(ATOM_FUNCTION) | KIND_BIT(ATOM_OBJECT)) ||
		    effects_have(effects_of_method_named(name), EFFECT_UNCHECKED)) &&
		   is_attribute_with(j, name, EFFECT_UNCHECKED));
}

void
judge_store_on(struct judge *j, uint32_t node, uint32_t object, uint32_t name_id)
{
	const struct value *v = value_at(j, object);
	struct str name = name_of(j, name_id);
	bool foreign = !is_dunder(name) && !is_own_object(j, object);
	struct ruling r = ruling_allow();

	if (is_allowed_store(j, v))
		return;
	if (value_find(v, ATOM_MODULE) != NULL || value_find(v, ATOM_SYMBOL) != NULL)
		judge_find(j, node, DECISION_DENY, "attribute.store",
		    "keep values in names of your own", "'%.*s' changes a library",
		    STR_ARG(tree_text(j->tree, node)));
	else if (foreign && opens_file(j, name))
		judge_find(j, node, DECISION_DENY, "attribute.store", "make another object",
		    "'%.*s' of a library's object says which file it opens", STR_ARG(name));
	else if (foreign && (table_attribute(name).kind == ATTRIBUTE_AUTHORITY || name.p[0] == '_'))
		r = rule_attribute(j, name_id);
	else if (foreign && is_trusted_by_library(j, node, v, name))
		judge_find(j, node, DECISION_ESCALATE, "attribute.store",
		    "call the library's method for it", "'%.*s' of a library's object is changed",
		    STR_ARG(name));
	else if (is_dunder(name) &&
		 (!str_is_one_of(name, "__name__ __doc__ __qualname__") ||
		     (imports_with(j, EFFECT_TEMPLATE) && !is_own_object(j, object) &&
			 !value_is(v, KIND_BIT(ATOM_FUNCTION)))))
		judge_find(j, node, DECISION_DENY, "attribute.dunder", "",
		    "the attribute '%.*s' is changed", STR_ARG(name));
	judge_node(j, node, &r);
}
