/* SPDX-License-Identifier: MIT */
#include "guards.h"

static bool
belong_together(const struct guard *a, const struct guard *b)
{
	return strcmp(a->table, b->table) == 0 && strcmp(a->event, b->event) == 0;
}

bool
guard_group_next(size_t lists, struct guard_group *g)
{
	static const struct guard_list *const all[GUARD_LISTS_POSTGRESQL] = {&run_guards,
	    &job_guards, &approval_guards, &vote_guards, &people_guards, &book_guards,
	    &ledger_guards, &retention_guards, &key_guards};

	g->number += g->first != NULL;
	g->first = g->first ? g->first + g->count : all[g->list]->guards;
	if (g->first == all[g->list]->guards + all[g->list]->count) {
		if (++g->list == lists)
			return false;
		g->first = all[g->list]->guards;
	}
	size_t left = (size_t)(all[g->list]->guards + all[g->list]->count - g->first);
	for (g->count = 1; g->count < left && belong_together(g->first, &g->first[g->count]);)
		g->count++;
	return true;
}

static void
same(struct str columns, struct buf *out)
{
	const char *between = "(";
	struct str column;

	while (str_cut(&columns, ',', &column)) {
		column = str_trim(column);
		buf_printf(out, "%sNEW.%.*s IS NOT DISTINCT FROM OLD.%.*s", between,
		    STR_ARG(column), STR_ARG(column));
		between = " AND ";
	}
	buf_char(out, ')');
}

void
guard_condition(const char *condition, const char *otherwise, struct buf *out)
{
	struct str rest = str_from(condition ? condition : otherwise);

	for (size_t at; (at = str_find(rest, STR("SAME("), 0)) != SIZE_MAX;) {
		size_t end = str_find(rest, STR(")"), at);
		buf_str(out, str_slice(rest, 0, at));
		same(str_slice(rest, at + 5, end), out);
		rest = str_slice(rest, end + 1, rest.n);
	}
	buf_str(out, rest);
}
