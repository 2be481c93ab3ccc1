/* SPDX-License-Identifier: MIT */
#include "value.h"

#include <stddef.h>

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

struct value
value_of(enum atom_kind kind, uint32_t id)
{
	struct value v = {.count = 0};

	value_add(&v, kind, id);
	return v;
}

struct value
value_unknown(void)
{
	return (struct value){.unknown = true};
}

const struct atom *
value_only(const struct value *v, enum atom_kind kind)
{
	return !v->unknown && v->count == 1 && v->atoms[0].kind == (uint32_t)kind ? &v->atoms[0]
										  : NULL;
}

const struct atom *
value_find(const struct value *v, enum atom_kind kind)
{
	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind == (uint32_t)kind)
			return &v->atoms[i];
	return NULL;
}

bool
value_is(const struct value *v, enum atom_kind kind)
{
	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind != (uint32_t)kind)
			return false;
	return v->count > 0 && !v->unknown;
}
