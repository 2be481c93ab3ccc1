/* SPDX-License-Identifier: MIT */
/* run_children.c: instructions that apply units to a value's members and items. */
#include "run.h"

#include "regex.h"

enum {
	PHASE_NAME = 0,
	PHASE_PROPERTY,
	PHASE_PATTERNS, /* + the pattern's number */
};

static void
absorb(struct run *r, struct frame *f)
{
	f->truth = (uint8_t)both((enum truth)f->truth, r->truth);
}

static bool
is_settled(const struct run *r, const struct frame *f)
{
	return r->halted || (f->truth == NO && !r->report);
}

static void
blame(struct run *r, const struct frame *f, enum cause_kind kind, uint32_t node, uint32_t detail)
{
	if (!r->report)
		return;
	struct cause cause = {.unit = f->unit, .op = f->pc, .node = node, .detail = detail};
	cause.code = r->s->ops[f->pc].code;
	cause.kind = (uint8_t)kind;
	cause_add(r, cause);
}

static uint32_t
first_child(const struct run *r, uint32_t node)
{
	const struct json_node *n = json_first(r->d, &r->d->nodes[node]);
	return n ? json_index(r->d, n) : 0;
}

static bool
on_name(struct run *r, struct frame *f, const struct member_rules *m)
{
	if (m->names != NO_UNIT) {
		if (!machine_child(r, f, m->names, f->cursor, TO_CHILD))
			return false;
		absorb(r, f);
	}
	const struct member_rule *rule = member_find(m, r->d->nodes[f->cursor].text);
	f->best = rule ? rule->unit : NO_UNIT;
	f->yes += rule && rule->required;
	f->found = f->best != NO_UNIT;
	f->phase = PHASE_PROPERTY;
	return true;
}

static bool
on_property(struct run *r, struct frame *f)
{
	if (f->best != NO_UNIT) {
		if (!machine_child(r, f, f->best, f->cursor + 1, TO_CHILD))
			return false;
		absorb(r, f);
	}
	f->phase = PHASE_PATTERNS;
	return true;
}

static enum truth
pattern_fits(struct run *r, const struct member_pattern *p, struct str name)
{
	enum regex_result result = regex_search(p->regex, &r->scratch, name, &r->fuel);
	if (result == REGEX_UNKNOWN && !r->reason)
		r->reason = "a regular expression would take too many steps";
	return result == REGEX_MATCH ? YES : result == REGEX_NO ? NO : UNKNOWN;
}

static bool
on_patterns(struct run *r, struct frame *f, const struct member_rules *m)
{
	for (; f->phase < PHASE_PATTERNS + m->pattern_count; f->phase++) {
		const struct member_pattern *p = &m->patterns[f->phase - PHASE_PATTERNS];
		enum truth fits =
		    f->waiting ? YES : pattern_fits(r, p, r->d->nodes[f->cursor].text);
		if (fits == NO)
			continue;
		f->found = true;
		if (fits == UNKNOWN) {
			f->truth = (uint8_t)both((enum truth)f->truth, UNKNOWN);
			f->uncertain = true;
			continue;
		}
		if (!machine_child(r, f, p->unit, f->cursor + 1, TO_CHILD))
			return false;
		absorb(r, f);
	}
	return true;
}

static bool
on_additional(struct run *r, struct frame *f, const struct member_rules *m)
{
	if (m->additional == NO_UNIT)
		return true;
	if (!f->waiting && r->s->units[m->additional].form == UNIT_NOTHING) {
		blame(r, f, CAUSE_UNKNOWN, f->cursor, 0);
		f->truth = NO;
	} else {
		if (!machine_child(r, f, m->additional, f->cursor + 1, TO_CHILD))
			return false;
		absorb(r, f);
	}
	f->found = true;
	return true;
}

static bool
on_member(struct run *r, struct frame *f, const struct member_rules *m)
{
	if (f->phase == PHASE_NAME && !on_name(r, f, m))
		return false;
	if (f->phase == PHASE_PROPERTY && !on_property(r, f))
		return false;
	if (m->pattern_count > 0 && !on_patterns(r, f, m))
		return false;
	if (!f->found || f->waiting)
		if (!on_additional(r, f, m))
			return false;
	if (f->found)
		machine_mark(r, f, f->index);
	return true;
}

static void
check_required(struct run *r, struct frame *f, const struct member_rules *m)
{
	if (f->yes == m->required_count)
		return;
	f->truth = NO;
	const struct json_doc *schema = r->s->docs[r->s->units[f->unit].doc];
	const struct json_node *names = &schema->nodes[m->required_node];
	const struct json_node *object = &r->d->nodes[f->node];
	for (const struct json_node *n = json_first(schema, names); r->report && n;
	     n = json_next(schema, n)) {
		uint32_t index = json_index(schema, n);
		if (!json_get_str(r->d, object, value_text(schema, index)))
			blame(r, f, CAUSE_MISSING, f->node, index);
	}
}

/* The usual member, known by name and with a leaf for a schema; false where it is another and the
 * long way is needed. */
static bool
on_plain_member(struct run *r, struct frame *f, const struct member_rules *m)
{
	const struct member_rule *rule = member_find(m, r->d->nodes[f->cursor].text);
	if (!rule || rule->unit == NO_UNIT || r->s->units[rule->unit].form == UNIT_WHOLE ||
	    r->fuel == 0)
		return false;
	r->fuel--;
	f->yes += rule->required;
	enum truth t = leaf_run(r, rule->unit, f->cursor + 1);
	f->truth = (uint8_t)both((enum truth)f->truth, t);
	return true;
}

enum step
apply_members(struct run *r, struct frame *f, const struct op *op)
{
	const struct member_rules *m = op->as.members;
	if (f->cursor == 0)
		f->cursor = first_child(r, f->node);
	bool plain = m->names == NO_UNIT && m->pattern_count == 0 && f->set == NO_SET && !r->report;
	while (f->cursor != 0) {
		if (plain && !f->waiting && on_plain_member(r, f, m)) {
			if (f->truth == NO)
				return STEP_NEXT;
			f->cursor = r->d->nodes[f->cursor].next;
			continue;
		}
		if (!on_member(r, f, m))
			return STEP_CALL;
		if (is_settled(r, f))
			return STEP_NEXT;
		f->cursor = r->d->nodes[f->cursor].next;
		f->index++;
		f->phase = PHASE_NAME;
		f->found = false;
		r->fuel -= r->fuel > 0;
	}
	check_required(r, f, m);
	return STEP_NEXT;
}

/* One cause for all items past the last that may be there. */
static bool
item_excess(struct run *r, struct frame *f, uint32_t unit)
{
	if (f->waiting || r->s->units[unit].form != UNIT_NOTHING)
		return false;
	blame(r, f, CAUSE_EXCESS, f->cursor, f->index);
	f->truth = NO;
	return true;
}

enum step
apply_items(struct run *r, struct frame *f, const struct op *op)
{
	const struct item_rules *rules = op->as.items;
	if (f->index == 0 && f->cursor == 0)
		f->cursor = first_child(r, f->node);
	while (f->cursor != 0) {
		bool in_prefix = f->index < rules->prefix_count;
		uint32_t unit = in_prefix ? rules->prefix[f->index] : rules->rest;
		if (unit == NO_UNIT || (!in_prefix && item_excess(r, f, unit)))
			break;
		if (!machine_child(r, f, unit, f->cursor, TO_CHILD))
			return STEP_CALL;
		absorb(r, f);
		if (is_settled(r, f))
			return STEP_NEXT;
		machine_mark(r, f, f->index);
		f->cursor = r->d->nodes[f->cursor].next;
		f->index++;
	}
	if (rules->rest != NO_UNIT && r->d->nodes[f->node].count > rules->prefix_count)
		machine_mark_all(r, f);
	return STEP_NEXT;
}

static void
conclude_contains(struct run *r, struct frame *f, const struct contain_rules *c)
{
	uint64_t most = (uint64_t)f->yes + f->unknown;
	if (f->yes > c->max) {
		blame(r, f, CAUSE_TOO_MANY, f->node, f->yes);
		f->truth = NO;
	} else if (most < c->min) {
		blame(r, f, CAUSE_PLAIN, f->node, f->yes);
		f->truth = NO;
	} else if (f->yes < c->min || most > c->max) {
		f->truth = (uint8_t)both((enum truth)f->truth, UNKNOWN);
	}
}

enum step
apply_contains(struct run *r, struct frame *f, const struct op *op)
{
	const struct contain_rules *c = op->as.contains;
	if (f->index == 0 && f->cursor == 0)
		f->cursor = first_child(r, f->node);
	bool all = (c->marks && f->set != NO_SET) || c->max != UINT64_MAX;
	while (f->cursor != 0 && (all || f->yes < c->min)) {
		if (!machine_child(r, f, c->unit, f->cursor, TO_CHILD))
			return STEP_CALL;
		cause_drop(r, f->mark);
		if (r->halted)
			return STEP_NEXT;
		f->yes += r->truth == YES;
		f->unknown += r->truth == UNKNOWN;
		if (r->truth == YES && c->marks)
			machine_mark(r, f, f->index);
		if (r->truth == UNKNOWN)
			f->uncertain = true;
		f->cursor = r->d->nodes[f->cursor].next;
		f->index++;
	}
	conclude_contains(r, f, c);
	return STEP_NEXT;
}

/* If it is not known which parts were evaluated, a failure is only a doubt. */
static void
absorb_unevaluated(struct run *r, struct frame *f, size_t causes)
{
	if (r->truth == NO && f->uncertain) {
		cause_drop(r, causes);
		r->truth = UNKNOWN;
	}
	absorb(r, f);
}

/* `behind`: how far behind the child's node its value is, which is 1 where that is a name. */
static enum step
apply_unevaluated(struct run *r, struct frame *f, uint32_t unit, uint32_t behind)
{
	if (f->index == 0 && f->cursor == 0)
		f->cursor = first_child(r, f->node);
	for (; f->cursor != 0; f->cursor = r->d->nodes[f->cursor].next, f->index++) {
		if (!f->waiting && machine_marked(r, f, f->index))
			continue;
		if (!f->waiting)
			f->from = (uint32_t)r->cause_count;
		if (!f->waiting && r->s->units[unit].form == UNIT_NOTHING) {
			blame(r, f, CAUSE_UNKNOWN, f->cursor, 0);
			r->truth = NO;
		} else if (!machine_child(r, f, unit, f->cursor + behind, TO_CHILD)) {
			return STEP_CALL;
		}
		absorb_unevaluated(r, f, f->from);
		if (is_settled(r, f))
			return STEP_NEXT;
	}
	machine_mark_all(r, f);
	return STEP_NEXT;
}

enum step
apply_unevaluated_items(struct run *r, struct frame *f, const struct op *op)
{
	return apply_unevaluated(r, f, op->as.unit, 0);
}

enum step
apply_unevaluated_properties(struct run *r, struct frame *f, const struct op *op)
{
	return apply_unevaluated(r, f, op->as.unit, 1);
}
