/* SPDX-License-Identifier: MIT */
#include "guards.h"

const struct guard_list *
guard_list(size_t at)
{
	static const struct guard_list *const lists[GUARD_LISTS_POSTGRESQL] = {&run_guards,
	    &job_guards, &approval_guards, &vote_guards, &people_guards, &book_guards,
	    &ledger_guards, &retention_guards, &key_guards};

	return lists[at];
}

size_t
guards_together(const struct guard_list *list, size_t at)
{
	const struct guard *first = &list->guards[at];
	size_t n = 1;

	while (at + n < list->count && strcmp(first[n].table, first->table) == 0 &&
	       strcmp(first[n].event, first->event) == 0)
		n++;
	return n;
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
