/* SPDX-License-Identifier: MIT */
/* Objects of the program's own classes, whose attributes are its own business, and what makes a
 * class's fields reach others. */
#include "judge.h"

bool
is_own_object(const struct judge *j, uint32_t object)
{
	const struct value *v = value_at(j, object);
	bool any = false;

	if (!value_is(v, KIND_BIT(ATOM_OBJECT) | KIND_BIT(ATOM_CLASS) | KIND_BIT(ATOM_PLAIN)))
		return false;
	VALUE_EACH(a, v) {
		if (a->kind == ATOM_PLAIN && a->id == PLAIN_NONE)
			continue;
		if (a->kind == ATOM_PLAIN || j->facts->scopes[a->id].has_bases)
			return false;
		any = true;
	}
	return any;
}

/* The program may hold a Field of a data class: it imports them, and has a name for it. */
bool
program_may_have_fields(const struct judge *j)
{
	if (!imports_with(j, EFFECT_RECORD))
		return false;
	for (uint32_t i = 1; i < j->tree->count; i++) {
		const struct atom *a = value_find(value_at(j, i), ATOM_STRING);
		struct str name = j->tree->nodes[i].kind == K_IDENTIFIER ? tree_text(j->tree, i)
				  : a != NULL                            ? name_of(j, a->id)
									 : STR("");

		if (effects_have(effects_of_method_named(name), EFFECT_PART))
			return true;
	}
	return false;
}

bool
program_has_class_patterns(const struct judge *j)
{
	for (uint32_t i = 1; i < j->tree->count; i++)
		if (j->tree->nodes[i].kind == K_CLASS_PATTERN &&
		    tree_next(j->tree, tree_first(j->tree, i)) != 0)
			return true;
	return false;
}

struct ruling
ruling_of_registration(struct judge *j)
{
	return ruling_of(j, DECISION_ESCALATE, "attribute.pattern", "derive from the class",
	    "a class pattern may read attributes of a library's object");
}

/* case C(x) reads what C's fields name, of any object whose class was registered with C. */
void
judge_registrations(struct judge *j)
{
	struct ruling r;

	if (!j->has_class_patterns)
		return;
	r = ruling_of_registration(j);
	FACTS_EACH(a, j->facts, attributes) {
		if (effects_have(effects_of_method_named(name_of(j, a->name)), EFFECT_RECORD) &&
		    (a->object == 0 || !value_is(value_at(j, a->object), KIND_BIT(ATOM_FUNCTION))))
			judge_node(j, a->identifier, &r);
	}
}
