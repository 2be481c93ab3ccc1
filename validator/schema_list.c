/* SPDX-License-Identifier: MIT */
#include "program.h"

/*
 * Two units more: the root of the new schema applies the second to each element, and that one is a
 * reference to the old root. Neither has a keyword that could fail, so no cause ever names them.
 */
static bool
add_units(struct arena *a, const struct schema *records, struct schema *list)
{
	struct unit *units = arena_array(a, records->unit_count + 2, sizeof(*units));
	struct op *ops = arena_array(a, records->op_count + 2, sizeof(*ops));
	struct item_rules *items = arena_alloc(a, sizeof(*items));

	if (!units || !ops || !items)
		return false;
	memcpy(units, records->units, records->unit_count * sizeof(*units));
	if (records->op_count > 0)
		memcpy(ops, records->ops, records->op_count * sizeof(*ops));
	uint32_t each = records->unit_count, root = each + 1;
	struct unit plain = {
	    .count = 1,
	    .doc = units[records->root].doc,
	    .node = units[records->root].node,
	    .resource = units[records->root].resource,
	    .form = UNIT_WHOLE,
	};
	units[each] = units[root] = plain;
	units[each].first = records->op_count;
	units[root].first = records->op_count + 1;
	ops[records->op_count] = (struct op){.code = OP_REF, .as.unit = records->root};
	*items = (struct item_rules){.rest = each};
	ops[records->op_count + 1] = (struct op){.code = OP_ITEMS, .as.items = items};
	list->units = units;
	list->ops = ops;
	list->unit_count += 2;
	list->op_count += 2;
	list->root = root;
	return true;
}

bool
schema_of_list(const struct schema *records, struct arena *a, struct schema **out, struct err *err)
{
	struct schema *list = arena_alloc(a, sizeof(*list));

	if (!list)
		return err_memory(err);
	*list = *records;
	if (!add_units(a, records, list))
		return err_memory(err);
	*out = list;
	return true;
}
