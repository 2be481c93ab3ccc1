/* SPDX-License-Identifier: MIT */
#include "value.h"

#include <string.h>

/* An atom is compared as a whole, not by its parts. */
static bool
has_atom(const struct value *v, const struct atom *a)
{
	for (unsigned i = 0; i < v->count; i++)
		if (memcmp(&v->atoms[i], a, sizeof(*a)) == 0)
			return true;
	return false;
}

bool
value_covers(const struct value *v, const struct value *other)
{
	if ((other->unknown && !v->unknown) || (other->lost && !v->lost))
		return false;
	for (unsigned i = 0; i < other->count; i++)
		if (!has_atom(v, &other->atoms[i]))
			return false;
	return true;
}

bool
value_add(struct value *v, enum atom_kind kind, uint32_t id)
{
	const struct atom one = {(uint32_t)kind & 63u, id & 0x3ffffffu};

	if (has_atom(v, &one))
		return false;
	if (v->count == VALUE_ATOMS) {
		bool lost = kind == ATOM_LITERAL || kind == ATOM_LISTING || kind == ATOM_OBJECT;
		bool changed = !v->unknown || (lost && !v->lost);

		v->unknown = true;
		v->lost = v->lost || lost;
		changed = changed || (kind == ATOM_FUNCTION && !v->lost_function);
		v->lost_function = v->lost_function || kind == ATOM_FUNCTION;
		return changed;
	}
	v->atoms[v->count++] = one;
	return true;
}

bool
value_merge(struct value *v, const struct value *other)
{
	bool changed = (other->unknown && !v->unknown) || (other->lost && !v->lost);

	v->unknown = v->unknown || other->unknown;
	v->lost = v->lost || other->lost;
	v->lost_function = v->lost_function || other->lost_function;
	for (unsigned i = 0; i < other->count; i++)
		if (value_add(v, (enum atom_kind)other->atoms[i].kind, other->atoms[i].id))
			changed = true;
	return changed;
}
