/* SPDX-License-Identifier: MIT */
/*
 * Rules about the whole program that say nothing: those that can't hold, those that always do, and
 * parts that make no difference. All ways are tried in which a rule's parts can be true:
 * RULE_PARTS_MAX of them are 4096 ways.
 */
#include "lint_parts.h"

struct ways {
	struct rule_atoms of;
	unsigned implied[RULE_PARTS_MAX]; /* what follows from each, as bits */
};

static unsigned
capabilities_of(const struct rule_part *p)
{
	size_t dot = p->name.n;

	if (p->kind == PART_IMPORT)
		return table_module(p->name).capabilities;
	while (dot > 0 && p->name.p[dot - 1] != '.')
		dot--;
	if (p->kind != PART_CALL || dot < 2)
		return 0;
	return table_member(str_slice(p->name, 0, dot - 1), str_slice(p->name, dot, p->name.n))
	    .capabilities;
}

static bool
implies(const struct rule_part *a, const struct rule_part *b)
{
	if (b->kind == PART_CAPABILITY)
		return (capabilities_of(a) & b->capability) != 0;
	return a->kind == b->kind && (a->kind == PART_CALL || a->kind == PART_IMPORT) &&
	       str_starts(a->name, b->name) &&
	       (a->name.n == b->name.n || a->name.p[b->name.n] == '.');
}

static bool
is_possible(const struct ways *a, unsigned true_ones)
{
	for (size_t i = 0; i < a->of.count; i++)
		if ((true_ones & 1u << i) != 0 && (a->implied[i] & ~true_ones) != 0)
			return false;
	return true;
}

/* Without the part at `skipped` (NULL: with all). */
static bool
holds(const struct policy *p, const struct policy_rule *r, const struct ways *a, unsigned true_ones,
    const struct rule_part *skipped)
{
	bool all = true, any = false, has_any = false;

	for (size_t i = 0; i < r->part_count; i++) {
		const struct rule_part *part = &r->parts[i];
		size_t at = part->kind == PART_RULE ? rule_index(p, part->name) : SIZE_MAX;
		bool yes = false;

		if (part == skipped)
			continue;
		if (at != SIZE_MAX && p->rules[at].kind == RULE_WHOLE)
			yes = holds(p, &p->rules[at], a, true_ones, skipped);
		for (size_t k = 0; k < a->of.count; k++)
			yes = yes ||
			      ((true_ones & 1u << k) != 0 && rule_part_is(a->of.items[k], part));
		has_any = has_any || part->role == PART_ANY;
		any = any || (part->role == PART_ANY && yes);
		all = all && (part->role == PART_ANY || yes == (part->role == PART_ALL));
	}
	return all && (any || !has_any);
}

/* Whether the rule holds in some way, and whether in all. */
static bool
may_hold(const struct policy *p, const struct policy_rule *r, const struct ways *a, bool *always)
{
	bool can = false;

	*always = true;
	for (unsigned t = 0; t < 1u << a->of.count; t++) {
		bool yes = is_possible(a, t) && holds(p, r, a, t, NULL);

		can = can || yes;
		*always = *always && (yes || !is_possible(a, t));
	}
	return can;
}

static bool
matters(const struct policy *p, const struct policy_rule *r, const struct ways *a,
    const struct rule_part *part)
{
	for (unsigned t = 0; t < 1u << a->of.count; t++)
		if (is_possible(a, t) && holds(p, r, a, t, NULL) != holds(p, r, a, t, part))
			return true;
	return r->part_count == 1;
}

/* The policy in whose lists the rule stands: with those in shadow, as a trial has them. */
static const struct policy *
policy_of(const struct lint *l, const struct policy_rule *r)
{
	const struct policy *whole = policy_whole(l->policy);

	return r >= whole->rules && r < whole->rules + whole->rule_count ? whole : l->policy;
}

static void
look_at(struct lint *l, const struct lint_rule *rule)
{
	const struct policy_rule *r = rule->model;
	const struct policy *p = policy_of(l, r);
	struct ways a = {.of = {.count = 0}};
	bool always;

	rule_atoms(p, r, &a.of);
	for (size_t i = 0; i < a.of.count; i++)
		for (size_t k = 0; k < a.of.count; k++)
			a.implied[i] |=
			    k != i && implies(a.of.items[i], a.of.items[k]) ? 1u << k : 0;
	if (!may_hold(p, r, &a, &always) || always) {
		lint_say(l, rule->id,
		    always ? "rule '%.*s' holds for every program" : "rule '%.*s' can't hold",
		    STR_ARG(r->id));
		return;
	}
	for (size_t i = 0; i < r->part_count; i++)
		if (!matters(p, r, &a, &r->parts[i]))
			lint_say(l, rule_part_node(l->doc, rule->node, r, &r->parts[i]),
			    "'%s: %.*s' makes no difference here", part_kind_name(r->parts[i].kind),
			    STR_ARG(part_shown(&r->parts[i])));
}

void
look_whole(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++)
		if (l->rules[i].model != NULL && l->rules[i].model->kind == RULE_WHOLE)
			look_at(l, &l->rules[i]);
}
