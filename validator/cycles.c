/* SPDX-License-Identifier: MIT */
/*
 * cycles.c: a unit that applies itself to the same value, by whatever way, would never end. Such a
 * schema is refused. Only calls that stay at the value count; calls that go to a child are how
 * trees are described. Where $dynamicRef leads is known only when it runs; there the depth of the
 * machine is the bound.
 */
#include "compile.h"

enum {
	WHITE = 0,
	GREY,
	BLACK,
};

struct search {
	struct compiler *c;
	uint8_t *colours;
	struct visit {
		uint32_t unit, op, call; /* the unit, and where its next call stands */
	} * stack;
	size_t depth;
};

/* The next such call of the unit, or NO_UNIT behind the last. */
static uint32_t
next_call(const struct compiler *c, struct visit *v)
{
	const struct unit *u = &c->units[v->unit];
	for (; v->op < u->count; v->op++, v->call = 0) {
		uint32_t callee = op_call(&c->ops[u->first + v->op], v->call);
		if (callee == NO_UNIT)
			continue;
		v->call++;
		return callee;
	}
	return NO_UNIT;
}

static bool
report_cycle(struct search *s, uint32_t unit)
{
	struct compiler *c = s->c;
	const struct json_doc *doc = c->sources[c->units[unit].doc].doc;
	complain(c, doc, &doc->nodes[c->units[unit].node],
	    "this schema leads back to itself at the same value");
	advise(c, "checking it would never end; refer to it from 'properties' or 'items' instead");
	return false;
}

static bool
search_from(struct search *s, uint32_t root)
{
	s->stack[0] = (struct visit){root, 0, 0};
	s->depth = 1;
	s->colours[root] = GREY;
	while (s->depth > 0) {
		struct visit *v = &s->stack[s->depth - 1];
		uint32_t callee = next_call(s->c, v);
		if (callee == NO_UNIT) {
			s->colours[v->unit] = BLACK;
			s->depth--;
		} else if (s->colours[callee] == GREY) {
			return report_cycle(s, callee);
		} else if (s->colours[callee] == WHITE) {
			s->colours[callee] = GREY;
			s->stack[s->depth++] = (struct visit){callee, 0, 0};
		}
	}
	return true;
}

bool
cycles_check(struct compiler *c)
{
	struct search s = {.c = c};
	s.colours = arena_alloc(c->a, c->unit_count + 1);
	s.stack = arena_array(c->a, c->unit_count + 1, sizeof(*s.stack));
	if (!s.colours || !s.stack)
		return complain_memory(c);
	for (uint32_t i = 0; i < c->unit_count; i++)
		if (s.colours[i] == WHITE && !search_from(&s, i))
			return false;
	return true;
}
