/* SPDX-License-Identifier: MIT */
#include "guards.h"

#define NEVER NULL
#define ALWAYS NULL

const struct guard guards[] = {
    {"run_edge", "INSERT", ALWAYS, NEVER, "the edges of runs are fixed", NULL},
    {"run_edge", "UPDATE", ALWAYS, NEVER, "the edges of runs are fixed", NULL},
    {"run_edge", "DELETE", ALWAYS, NEVER, "the edges of runs are fixed", NULL},
};
const size_t guard_count = ARRAY_LENGTH(guards);

size_t
guards_together(const struct guard *first)
{
	const struct guard *g = first;

	while (g < guards + guard_count && strcmp(g->table, first->table) == 0 &&
	       strcmp(g->event, first->event) == 0)
		g++;
	return (size_t)(g - first);
}
