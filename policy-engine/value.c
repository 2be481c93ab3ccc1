/* SPDX-License-Identifier: MIT */
#include "value.h"

bool
value_add(struct value *v, enum atom_kind kind, uint32_t id)
{
	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind == (uint32_t)kind && v->atoms[i].id == id)
			return false;
	if (v->count == VALUE_ATOMS) {
		bool lost = kind == ATOM_LITERAL || kind == ATOM_LISTING || kind == ATOM_OBJECT;
		bool changed = !v->unknown || (lost && !v->lost);

		v->unknown = true;
		v->lost = v->lost || lost;
		return changed;
	}
	v->atoms[v->count].kind = (uint32_t)kind & 63u;
	v->atoms[v->count].id = id & 0x3ffffffu;
	v->count++;
	return true;
}

bool
value_merge(struct value *v, const struct value *other)
{
	bool changed = (other->unknown && !v->unknown) || (other->lost && !v->lost);

	v->unknown = v->unknown || other->unknown;
	v->lost = v->lost || other->lost;
	for (unsigned i = 0; i < other->count; i++)
		if (value_add(v, (enum atom_kind)other->atoms[i].kind, other->atoms[i].id))
			changed = true;
	return changed;
}
