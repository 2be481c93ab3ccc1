/* SPDX-License-Identifier: MIT */
/* The rows that zip(), enumerate() and items() give: no objects, but columns of what they are made
 * of. */
#include "flow.h"

/* Rows as a whole go where nobody tells their columns apart. */
void
flow_escape_rows(struct facts *f, const struct container *c)
{
	uint32_t function = facts_bare(f, tree_child(f->tree, c->node, F_FUNCTION));
	uint32_t arguments = tree_child(f->tree, c->node, F_ARGUMENTS), at = 0;
	struct argument a;
	struct value v;

	if (c->rows == EFFECT_ITEMS) {
		const struct value *object = &f->values[tree_child(f->tree, function, F_OBJECT)];

		v = flow_take(f, object, COLUMN_ANY);
		flow_escape(f, &v);
		v = flow_items(f, object);
		flow_escape(f, &v);
		return;
	}
	while (facts_argument(f, arguments, &at, &a)) {
		v = flow_take(f, &f->values[a.node], COLUMN_ANY);
		flow_escape(f, &v);
		if (a.star)
			flow_escape(f, &f->values[a.node]);
	}
}

/* What a row of enumerate(x), zip(x, y), x.items() holds in a column. */
struct value
flow_row_column(struct facts *f, uint32_t call, unsigned column)
{
	const struct container *c = f->container_of[call];
	uint32_t function = facts_bare(f, tree_child(f->tree, call, F_FUNCTION));
	uint32_t at = flow_argument_at(f, tree_child(f->tree, call, F_ARGUMENTS),
	    c == NULL || c->rows == EFFECT_ENUMERATE ? 0 : column);

	if (c == NULL || column == COLUMN_ANY)
		return value_unknown();
	if (c->rows == EFFECT_ITEMS) {
		const struct value *v = &f->values[tree_child(f->tree, function, F_OBJECT)];

		return column == 0   ? flow_take(f, v, COLUMN_ANY)
		       : column == 1 ? flow_items(f, v)
				     : value_unknown();
	}
	if (c->rows == EFFECT_ENUMERATE && column == 0)
		return value_of(ATOM_PLAIN, 0);
	if (at != 0 && (c->rows == EFFECT_ZIP || column == 1))
		return flow_take(f, &f->values[at], COLUMN_ANY);
	flow_escape_rows(f, c);
	return value_unknown();
}
