/* SPDX-License-Identifier: MIT */
/* What f(**options) gives under a name, where each of the dictionaries is written out in the
 * program and stays as it is. */
#include "spread.h"

/* The value under the key: false where the dictionary may hold others than what is written. */
static bool
find_in(struct judge *j, uint32_t literal, struct str keyword, uint32_t *value)
{
	const struct tree *t = j->tree;

	*value = 0;
	if (t->nodes[literal].kind != K_DICTIONARY || facts_is_opened(j->facts, literal))
		return false;
	for (uint32_t c = tree_first(t, literal); c != 0; c = tree_next(t, c)) {
		const struct atom *key =
		    t->nodes[c].kind != K_PAIR
			? NULL
			: value_only(facts_value(j->facts, tree_child(t, c, F_KEY)), ATOM_STRING);

		if (key == NULL)
			return false;
		if (str_eq(facts_name(j->facts, key->id), keyword))
			*value = tree_child(t, c, F_VALUE);
	}
	return true;
}

bool
spread_find(struct judge *j, uint32_t arguments, struct str keyword, struct spread *out)
{
	struct argument a;
	uint32_t at = 0, value;

	*out = (struct spread){.count = 0};
	while (facts_argument(j->facts, arguments, &at, &a)) {
		const struct value *v = facts_value(j->facts, a.node);

		if (a.star || (a.double_star && !value_is(v, ATOM_LITERAL)))
			return false;
		for (unsigned i = 0; a.double_star && i < v->count; i++) {
			if (!find_in(j, v->atoms[i].id, keyword, &value) ||
			    out->count == SPREAD_VALUES)
				return false;
			out->may_miss = out->may_miss || value == 0;
			if (value != 0)
				out->values[out->count++] = value;
		}
	}
	return keyword.n > 0 && !j->facts->unsettled;
}
