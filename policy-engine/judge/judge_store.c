/* SPDX-License-Identifier: MIT */
/*
 * object.__setattr__(self, name, value) and its kin, as frozen dataclasses, slots and classes that
 * watch their fields need them: with names that are known. numpy asks any object for
 * `__array_interface__`, so a field whose name nobody sees can give it raw memory.
 */
#include "judge.h"

/* object.__setattr__(self, ...) and super().__setattr__(...), as frozen dataclasses and slots need
 * them. */
static bool
is_of_base(const struct judge *j, const struct attribute *a)
{
	const struct value *v = a->object == 0 ? NULL : facts_value(j->facts, a->object);
	const struct atom *base = v == NULL ? NULL : value_only(v, ATOM_SYMBOL);

	if (v == NULL || !is_callee(j->tree, a->node))
		return false;
	if (base != NULL)
		return str_is(facts_name(j->facts, base->id), "builtins.object");
	base = value_only(v, ATOM_RESULT);
	return base != NULL && str_is(facts_name(j->facts, base->id), "builtins.super");
}

/* The name in `def __setattr__(self, name, value)`, which stands behind a dot or in a setattr. */
static bool
is_stored_name(const struct facts *f, uint32_t node)
{
	const struct occurrence *o;
	const struct binding *b;
	const struct scope *s;
	uint32_t p;

	node = facts_bare(f, node);
	if (f->tree->nodes[node].kind != K_IDENTIFIER || f->fact_of[node] == NOWHERE)
		return false;
	o = &f->occurrences[f->fact_of[node]];
	if (o->binding == NOWHERE)
		return false;
	b = &f->bindings[o->binding];
	s = &f->scopes[b->scope];
	p = s->first_parameter == NOWHERE ? NOWHERE : f->parameters[s->first_parameter].next;
	return !b->is_stored && !s->is_decorated && !s->is_wrapped &&
	       f->scopes[s->parent].kind == SCOPE_CLASS &&
	       str_is_one_of(facts_name(f, s->name), "__setattr__ __delattr__") && p != NOWHERE &&
	       &f->bindings[f->parameters[p].binding] == b && f->parameters[p].value == 0;
}

/* Each text names no field of the interpreter's. */
static bool
are_plain_fields(const struct facts *f, const struct value *v)
{
	for (unsigned i = 0; i < v->count; i++) {
		struct str name = facts_name(f, v->atoms[i].id);

		if (v->atoms[i].kind != ATOM_STRING &&
		    (v->atoms[i].kind != ATOM_PREFIX || name.n < 2 || name.p[0] == '_'))
			return false;
		if ((str_starts(name, STR("__")) && str_ends(name, STR("__"))) ||
		    is_weighty_name(name))
			return false;
	}
	return v->count > 0 && !v->unknown;
}

/* object.__setattr__(x, ...) changes whatever x is: self, or an object of the file. */
static bool
changes_own(const struct judge *j, uint32_t arguments)
{
	bool spread;
	uint32_t object = facts_find_argument(j->facts, arguments, 0, STR(""), &spread);

	return object != 0 && !spread &&
	       (facts_is_self(j->facts, object) || is_own_object(j, object));
}

static bool
sets_known_field(struct judge *j, const struct attribute *a)
{
	const struct facts *f = j->facts;
	bool base = value_only(facts_value(f, a->object), ATOM_SYMBOL) != NULL, spread;
	uint32_t call = j->tree->nodes[mention_top(j->tree, a->node)].parent;
	uint32_t name = facts_find_argument(
	    f, tree_child(j->tree, call, F_ARGUMENTS), base ? 1 : 0, STR(""), &spread);
	struct words names;

	if (name == 0 || spread || f->unsettled ||
	    (base && !changes_own(j, tree_child(j->tree, call, F_ARGUMENTS))))
		return false;
	if (are_plain_fields(f, facts_value(f, name)) || is_given_name(j, name) ||
	    is_stored_name(f, name))
		return true;
	if (!names_spelled(j, name, &names))
		return false;
	for (size_t i = 0; i < names.count; i++)
		if (is_dunder(names.items[i]))
			return false;
	return true;
}

/* object.__getattribute__(self, 'name') */
static bool
reads_known_field(struct judge *j, const struct attribute *a)
{
	const struct facts *f = j->facts;
	bool base = value_only(facts_value(f, a->object), ATOM_SYMBOL) != NULL, spread;
	uint32_t call = j->tree->nodes[mention_top(j->tree, a->node)].parent;
	uint32_t name = facts_find_argument(
	    f, tree_child(j->tree, call, F_ARGUMENTS), base ? 1 : 0, STR(""), &spread);
	const struct value *v = name == 0 ? NULL : facts_value(f, name);

	if (v == NULL || spread || f->unsettled || !value_is(v, ATOM_STRING))
		return false;
	for (unsigned i = 0; i < v->count; i++)
		if (is_dunder(facts_name(f, v->atoms[i].id)) ||
		    rule_attribute_by_text(j, facts_name(f, v->atoms[i].id)).decision !=
			DECISION_ALLOW)
			return false;
	return true;
}

bool
judge_base_method(struct judge *j, const struct attribute *a)
{
	struct str name = facts_name(j->facts, a->name);
	struct ruling r;

	if (str_is(name, "__getattribute__"))
		return is_of_base(j, a) && reads_known_field(j, a);
	if (!str_is_one_of(name, "__setattr__ __delattr__") || !is_of_base(j, a))
		return false;
	if (sets_known_field(j, a))
		return true;
	r = ruling_of(j, DECISION_ESCALATE, "reflection.unknown",
	    "set attributes by name in the text",
	    "which fields are set can't be told from the text");
	judge_node(j, a->node, &r);
	return true;
}
