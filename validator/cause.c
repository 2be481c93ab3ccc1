/* SPDX-License-Identifier: MIT */
#include "run.h"

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
