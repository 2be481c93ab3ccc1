/* SPDX-License-Identifier: MIT */
/* run_apply.c: instructions that apply units to the same value. */
#include "run.h"

static void
absorb(struct run *r, struct frame *f)
{
	f->truth = (uint8_t)both((enum truth)f->truth, r->truth);
}

enum step
apply_ref(struct run *r, struct frame *f, const struct op *op)
{
	if (!machine_child(r, f, op->as.unit, f->node, TO_SAME_ALL))
		return STEP_CALL;
	absorb(r, f);
	return STEP_NEXT;
}

enum step
apply_dynamic_ref(struct run *r, struct frame *f, const struct op *op)
{
	uint32_t unit = f->waiting ? 0 : scope_resolve(r, f->scope, op->as.dynamic);
	if (!machine_child(r, f, unit, f->node, TO_SAME_ALL))
		return STEP_CALL;
	absorb(r, f);
	return STEP_NEXT;
}

enum step
apply_all_of(struct run *r, struct frame *f, const struct op *op)
{
	for (; f->index < op->as.choices.count; f->index++) {
		if (!machine_child(r, f, op->as.choices.units[f->index], f->node, TO_SAME_ALL))
			return STEP_CALL;
		absorb(r, f);
		if (r->halted || (f->truth == NO && !r->report))
			break;
	}
	return STEP_NEXT;
}

/* Of the alternatives that did not fit, the likeliest keeps its causes: the one whose causes lie
 * deepest and are fewest. */
static void
note_alternative(struct run *r, struct frame *f)
{
	if (!r->report || r->truth != NO)
		return;
	size_t score = cause_score(r, f->from, r->cause_count, f->node);
	if (f->found && score >= f->best)
		return;
	f->found = true;
	f->best = (uint32_t)score;
	f->best_from = f->from;
	f->best_to = (uint32_t)r->cause_count;
}

static void
blame(struct run *r, const struct frame *f, enum cause_kind kind, uint32_t detail, uint64_t number)
{
	if (!r->report)
		return;
	struct cause cause = {
	    .unit = f->unit, .op = f->pc, .node = f->node, .detail = detail, .number = number};
	cause.code = r->s->ops[f->pc].code;
	cause.kind = (uint8_t)kind;
	cause_add(r, cause);
}

/* Each alternative said just one thing, about the value's type or the value as a whole: they make
 * one cause. */
static bool
is_plain_choice(const struct run *r, const struct frame *f, uint32_t count)
{
	if (r->cause_count - f->mark != count || count < 2)
		return false;
	for (size_t i = f->mark; i < r->cause_count; i++) {
		const struct cause *c = &r->causes[i];
		bool plain = c->code == OP_TYPE || c->code == OP_CONST || c->code == OP_ENUM;
		if (!plain || c->kind != CAUSE_PLAIN || c->node != f->node)
			return false;
	}
	return true;
}

static bool
is_tag(const struct run *r, const struct frame *f, const struct cause *c)
{
	return (c->code == OP_CONST || c->code == OP_ENUM) && c->kind == CAUSE_PLAIN &&
	       c->number == 0 && c->node != f->node && r->d->nodes[c->node].parent == f->node;
}

/* Each alternative wants another constant of the same member: a record of a kind that none of them
 * is. All kinds are told, for the nearest one is a guess. */
static bool
blame_tag(struct run *r, struct frame *f, uint32_t count)
{
	for (size_t i = f->mark; i < r->cause_count; i++) {
		struct cause first = r->causes[i];
		size_t from = r->tag_count;
		if (!is_tag(r, f, &first))
			continue;
		for (size_t k = f->mark; k < r->cause_count; k++) {
			const struct cause *c = &r->causes[k];
			if (!is_tag(r, f, c) || c->node != first.node)
				continue;
			struct cause *one = arena_push(
			    r->a, &r->tags, &r->tag_count, &r->tag_capacity, sizeof(*one));
			if (!one)
				return false;
			*one = *c;
		}
		if (r->tag_count - from == count && count > 1) {
			cause_drop(r, f->mark);
			first.number = from + 1;
			first.detail = count;
			cause_add(r, first);
			return true;
		}
		r->tag_count = from;
	}
	return false;
}

static void
blame_alternatives(struct run *r, struct frame *f, const struct op *op)
{
	if (!r->report)
		return;
	bool merged = is_plain_choice(r, f, op->as.choices.count);
	if (merged) {
		cause_drop(r, f->mark);
		blame(r, f, CAUSE_MERGED, 0, 0);
		return;
	}
	if (blame_tag(r, f, op->as.choices.count))
		return;
	cause_keep(r, f->mark, f->best_from, f->best_to);
	if (r->cause_count == f->mark)
		blame(r, f, CAUSE_NONE, op->as.choices.count, 0);
}

static void
count_alternative(struct run *r, struct frame *f)
{
	note_alternative(r, f);
	if (r->truth == YES) {
		if (f->yes == 1)
			f->cursor = f->index;
		else if (f->yes == 0)
			f->phase = f->index;
		f->yes++;
	}
	f->unknown += r->truth == UNKNOWN;
	f->from = (uint32_t)r->cause_count;
}

/* In turn, until so many fit as decide; false where one is not done yet. */
static bool
try_alternatives(struct run *r, struct frame *f, const struct op *op, uint32_t enough)
{
	for (; f->index < op->as.choices.count; f->index++) {
		if (!machine_child(r, f, op->as.choices.units[f->index], f->node, TO_SAME))
			return false;
		count_alternative(r, f);
		if (r->halted || f->yes >= enough)
			break;
	}
	return true;
}

enum step
apply_any_of(struct run *r, struct frame *f, const struct op *op)
{
	if (!try_alternatives(r, f, op, f->set == NO_SET ? 1 : UINT32_MAX))
		return STEP_CALL;
	if (f->yes > 0) {
		cause_drop(r, f->mark);
		return STEP_NEXT;
	}
	r->truth = f->unknown > 0 ? UNKNOWN : NO;
	absorb(r, f);
	if (r->truth == NO)
		blame_alternatives(r, f, op);
	return STEP_NEXT;
}

enum step
apply_one_of(struct run *r, struct frame *f, const struct op *op)
{
	if (!try_alternatives(r, f, op, 2))
		return STEP_CALL;
	if (f->yes == 1 || f->unknown > 0 || f->yes > 1)
		cause_drop(r, f->mark);
	if (f->yes > 1) {
		blame(r, f, CAUSE_MANY, f->phase, f->cursor);
		f->truth = NO;
	} else if (f->unknown > 0) {
		f->truth = (uint8_t)both((enum truth)f->truth, UNKNOWN);
	} else if (f->yes == 0) {
		blame_alternatives(r, f, op);
		f->truth = NO;
	}
	return STEP_NEXT;
}

enum step
apply_not(struct run *r, struct frame *f, const struct op *op)
{
	if (!machine_child(r, f, op->as.unit, f->node, TO_CHILD))
		return STEP_CALL;
	cause_drop(r, f->mark);
	if (r->truth == YES)
		blame(r, f, CAUSE_PLAIN, 0, 0);
	r->truth = r->truth == UNKNOWN ? UNKNOWN : r->truth == YES ? NO : YES;
	absorb(r, f);
	return STEP_NEXT;
}

enum {
	TEST = 0,
	THEN,
	OTHERWISE,
	DONE,
};

/* Runs the branch that the test selects; if the test is undecided, both, and only their agreement counts.
 */
static void
after_test(struct run *r, struct frame *f)
{
	cause_drop(r, f->mark);
	f->yes = f->unknown = YES; /* the verdicts of the branches not taken */
	f->found = r->truth == UNKNOWN;
	f->phase = r->truth == NO ? OTHERWISE : THEN;
}

enum step
apply_if(struct run *r, struct frame *f, const struct op *op)
{
	const struct condition *c = op->as.condition;
	if (f->phase == TEST) {
		if (!machine_child(r, f, c->test, f->node, TO_SAME))
			return STEP_CALL;
		after_test(r, f);
	}
	for (; f->phase != DONE; f->phase = f->phase == THEN && f->found ? OTHERWISE : DONE) {
		uint32_t unit = f->phase == THEN ? c->then : c->otherwise;
		if (unit == NO_UNIT)
			continue;
		if (!machine_child(r, f, unit, f->node, TO_SAME_ALL))
			return STEP_CALL;
		if (f->phase == THEN)
			f->yes = (uint32_t)r->truth;
		else
			f->unknown = (uint32_t)r->truth;
	}
	r->truth = both((enum truth)f->yes, (enum truth)f->unknown);
	if (f->found && f->yes != f->unknown)
		r->truth = UNKNOWN;
	if (r->truth != NO)
		cause_drop(r, f->mark);
	absorb(r, f);
	return STEP_NEXT;
}

enum step
apply_dependent(struct run *r, struct frame *f, const struct op *op)
{
	const struct dependents *d = op->as.dependents;
	for (; f->index < d->count; f->index++) {
		const struct dependent *one = &d->items[f->index];
		if (!f->waiting && !json_get_str(r->d, &r->d->nodes[f->node], one->name))
			continue;
		if (!machine_child(r, f, one->unit, f->node, TO_SAME_ALL))
			return STEP_CALL;
		absorb(r, f);
		if (r->halted || (f->truth == NO && !r->report))
			break;
	}
	return STEP_NEXT;
}
