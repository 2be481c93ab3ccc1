/* SPDX-License-Identifier: MIT */
#include "run.h"

static uint32_t
contains_keyword(const struct op *op, uint8_t kind)
{
	const struct contain_rules *rules = op->as.contains;
	uint32_t bound = kind == CAUSE_TOO_MANY ? rules->max_node : rules->min_node;
	return bound == NO_NODE ? op->node : bound;
}

uint32_t
cause_keyword(const struct schema *s, const struct cause *c)
{
	const struct unit *u = &s->units[c->unit];
	const struct op *op = &s->ops[c->op];
	switch (c->code) {
	case OP_FALSE:
		return u->node;
	case OP_TYPE:
		return u->type_node;
	case OP_MEMBERS:
		return c->kind == CAUSE_MISSING ? op->as.members->required_node
						: op->as.members->additional_node;
	case OP_ITEMS:
		return op->as.items->rest_node;
	case OP_CONTAINS:
		return contains_keyword(op, c->kind);
	default:
		return op->node;
	}
}

void
cause_add(struct run *r, struct cause cause)
{
	if (r->cause_count >= RUN_CAUSES_MAX) {
		r->causes_lost++;
		return;
	}
	struct cause *c =
	    arena_push(r->a, &r->causes, &r->cause_count, &r->cause_capacity, sizeof(*c));
	if (!c) {
		r->failed = r->halted = true;
		return;
	}
	*c = cause;
}

void
cause_drop(struct run *r, size_t from)
{
	if (r->cause_count > from)
		r->cause_count = from;
}

/* Of the causes behind `from`, only [keep_from, keep_to) stay. */
void
cause_keep(struct run *r, size_t from, size_t keep_from, size_t keep_to)
{
	size_t n = keep_to > keep_from ? keep_to - keep_from : 0;
	if (n > 0 && keep_from > from)
		memmove(r->causes + from, r->causes + keep_from, n * sizeof(*r->causes));
	cause_drop(r, from + n);
}

/*
 * How far an alternative is from fitting: less is nearer. The wrong type for the value itself says
 * that it was not meant at all; a wrong constant in it or one level below is how records say what
 * kind they are.
 */
size_t
cause_score(const struct run *r, size_t from, size_t to, uint32_t node)
{
	size_t score = to - from;
	if (from == to)
		score = 5000;
	for (size_t i = from; i < to; i++) {
		const struct cause *c = &r->causes[i];
		bool here = c->node == node;
		bool below = !here && r->d->nodes[c->node].parent == node;
		bool constant = c->code == OP_CONST || c->code == OP_ENUM;
		if (here && (c->code == OP_TYPE || c->code == OP_FALSE))
			score += 100000;
		else if ((here || below) && constant && c->kind == CAUSE_PLAIN)
			score += 10000;
	}
	return score;
}
