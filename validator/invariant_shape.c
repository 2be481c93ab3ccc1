/* SPDX-License-Identifier: MIT */
#include "invariant.h"

enum {
	UNITS_MAX = 64,
	NAMES_MAX = 256,
};

/* The unit and all that it applies to the same value. */
struct closure {
	uint32_t units[UNITS_MAX];
	size_t count;
};

static void
close_over(struct closure *c, struct shape s)
{
	c->units[0] = s.unit;
	c->count = 1;
	for (size_t i = 0; i < c->count; i++) {
		const struct unit *u = &s.schema->units[c->units[i]];
		for (uint32_t k = 0; k < u->count; k++)
			for (uint32_t n = 0; op_call(&s.schema->ops[u->first + k], n) != NO_UNIT;
			     n++)
				if (c->count < UNITS_MAX)
					c->units[c->count++] =
					    op_call(&s.schema->ops[u->first + k], n);
	}
}

static const struct op *
find_op(const struct schema *s, uint32_t unit, enum op_code code)
{
	const struct unit *u = &s->units[unit];
	for (uint32_t i = 0; i < u->count; i++)
		if (s->ops[u->first + i].code == code)
			return &s->ops[u->first + i];
	return NULL;
}

bool
shape_member(struct shape s, struct str name, struct shape *out, struct str *close)
{
	struct closure c = {.count = 0};
	struct str names[NAMES_MAX] = {{0}};
	size_t count = 0;
	bool open = false;
	*out = (struct shape){s.schema, NO_UNIT};
	*close = STR("");
	if (s.unit == NO_UNIT)
		return true;
	close_over(&c, s);
	for (size_t i = 0; i < c.count; i++) {
		const struct op *op = find_op(s.schema, c.units[i], OP_MEMBERS);
		if (!op)
			continue;
		const struct member_rules *m = op->as.members;
		const struct member_rule *rule = member_find(m, name);
		if (rule) {
			out->unit = rule->unit;
			return true;
		}
		bool others =
		    m->additional != NO_UNIT && s.schema->units[m->additional].form != UNIT_NOTHING;
		open = open || m->pattern_count > 0 || others;
		for (uint32_t k = 0; k < m->declared_count && count < NAMES_MAX; k++)
			names[count++] = m->declared[k];
	}
	*close = text_closest(name, names, count);
	return count == 0 || open;
}

struct shape
shape_items(struct shape s)
{
	struct closure c = {.count = 0};
	struct shape out = {s.schema, NO_UNIT};
	if (s.unit == NO_UNIT)
		return out;
	close_over(&c, s);
	for (size_t i = 0; i < c.count && out.unit == NO_UNIT; i++) {
		const struct op *op = find_op(s.schema, c.units[i], OP_ITEMS);
		if (op && op->as.items->prefix_count == 0)
			out.unit = op->as.items->rest;
	}
	return out;
}
