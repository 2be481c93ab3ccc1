/* SPDX-License-Identifier: MIT */
/* Objects of the program's own classes, whose attributes are its own business. */
#include "judge.h"

static bool
is_own(const struct judge *j, const struct value *v, unsigned kinds)
{
	const struct facts *f = j->facts;
	bool any = false;

	if (!value_is(v, kinds | KIND_BIT(ATOM_PLAIN)))
		return false;
	for (unsigned i = 0; i < v->count; i++) {
		if (v->atoms[i].kind == ATOM_PLAIN && v->atoms[i].id == PLAIN_NONE)
			continue;
		if (v->atoms[i].kind == ATOM_PLAIN || f->scopes[v->atoms[i].id].has_bases)
			return false;
		any = true;
	}
	return any;
}

bool
is_own_object(const struct judge *j, uint32_t object)
{
	return is_own(j, facts_value(j->facts, object), KIND_BIT(ATOM_OBJECT) | KIND_BIT(ATOM_CLASS));
}

bool
is_own_instance(const struct judge *j, uint32_t object)
{
	return is_own(j, facts_value(j->facts, object), KIND_BIT(ATOM_OBJECT));
}

/* A class with __getattr__ may answer for what it doesn't bind with another object's attribute. */
bool
is_own_attribute(const struct judge *j, uint32_t object, uint32_t name)
{
	const struct facts *f = j->facts;
	const struct value *v = facts_value(f, object);
	struct value found;

	if (!is_own_object(j, object))
		return false;
	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind != ATOM_PLAIN && f->scopes[v->atoms[i].id].answers &&
		    !flow_class_member(j->facts, v->atoms[i].id, name, &found))
			return false;
	return true;
}
