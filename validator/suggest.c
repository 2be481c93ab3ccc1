/* SPDX-License-Identifier: MIT */
#include "report.h"

enum {
	UNITS_MAX = 64,
};

static size_t
add_declared(const struct run *r, const struct member_rules *m, uint32_t object, struct str *names,
    size_t count)
{
	for (uint32_t i = 0; i < m->declared_count && count < REPORT_NAMES_MAX; i++)
		if (!json_get_str(r->d, &r->d->nodes[object], m->declared[i]))
			names[count++] = m->declared[i];
	return count;
}

static size_t
add_callee(uint32_t *units, size_t count, uint32_t unit)
{
	for (size_t i = 0; i < count; i++)
		if (units[i] == unit)
			return count;
	if (count < UNITS_MAX)
		units[count++] = unit;
	return count;
}

size_t
suggest_names(
    const struct run *r, uint32_t unit, uint32_t object, struct str names[REPORT_NAMES_MAX])
{
	uint32_t units[UNITS_MAX] = {unit};
	size_t unit_count = 1, count = 0;
	for (size_t i = 0; i < unit_count; i++) {
		const struct unit *u = &r->s->units[units[i]];
		for (uint32_t k = 0; k < u->count; k++) {
			const struct op *op = &r->s->ops[u->first + k];
			if (op->code == OP_MEMBERS)
				count = add_declared(r, op->as.members, object, names, count);
			for (uint32_t n = 0; op_call(op, n) != NO_UNIT; n++)
				unit_count = add_callee(units, unit_count, op_call(op, n));
		}
	}
	return count;
}

struct str
suggest_value(const struct run *r, const struct cause *c)
{
	struct str names[REPORT_NAMES_MAX];
	size_t count = 0;
	const struct json_node *n = &r->d->nodes[c->node];
	const struct op *op = &r->s->ops[c->op];
	const struct json_doc *schema = r->s->docs[r->s->units[c->unit].doc];
	if (n->kind != JSON_STRING || c->code != OP_ENUM)
		return STR("");
	const struct json_node *list = &schema->nodes[op->node];
	for (const struct json_node *e = json_first(schema, list); e; e = json_next(schema, e))
		if (json_is_text(e) && count < REPORT_NAMES_MAX)
			names[count++] = value_text(schema, json_index(schema, e));
	return text_closest(n->text, names, count);
}
