/* SPDX-License-Identifier: MIT */
/*
 * Rules about the whole program: what they name, and whether that says anything.
 *
 * A rule that can't hold, or can't fail, or has a part that makes no difference, is a mistake. All
 * ways are tried in which its parts can be true: RULE_PARTS_MAX of them are 4096 ways.
 */
#include "merge.h"

struct atoms { /* what a rule comes down to, each once, and what follows from each as bits */
	const struct rule_part *items[RULE_PARTS_MAX];
	unsigned implied[RULE_PARTS_MAX];
	size_t count;
	bool is_full, is_circular, is_deep;
	size_t chain[RULE_NESTING_MAX];
	size_t depth;
};

static const struct json_node *
element(const struct merge *m, const struct json_node *rule, const struct rule_part *part,
    const struct policy_rule *r)
{
	const struct json_node *n =
	    json_first(m->doc, json_get(m->doc, rule, part_role_name(part->role)));

	for (const struct rule_part *p = r->parts; p < part; p++)
		n = p->role == part->role && n != NULL ? json_next(m->doc, n) : n;
	return n == NULL ? rule : n;
}

static bool
has_import(const struct merge *m, struct str module)
{
	for (size_t i = 0; i < m->policy->import_count; i++)
		if (str_eq(m->policy->imports[i].module, module))
			return true;
	return false;
}

static bool
check_member(struct merge *m, const struct json_node *at, struct str symbol)
{
	for (size_t n = symbol.n; n > 0; n--) {
		struct str head = str_slice(symbol, 0, n), name;
		struct str rest = str_slice(symbol, n < symbol.n ? n + 1 : n, symbol.n);

		if (n == symbol.n || symbol.p[n] != '.')
			continue;
		if (!table_module(head).known) {
			if (has_import(m, head))
				return true;
			continue;
		}
		(void)str_cut(&rest, '.', &name);
		if (table_member(head, name).kind != MEMBER_NONE ||
		    table_member(head, name).capabilities != 0)
			return true;
		if (str_is(head, "builtins"))
			return merge_complain(m, at,
			    "a method is written '.name', a module's function 'module.name'",
			    "there is no builtin '%.*s'", STR_ARG(name));
		return merge_complain(
		    m, at, NULL, "module '%.*s' has no '%.*s'", STR_ARG(head), STR_ARG(name));
	}
	return merge_complain(m, at, "the module is neither in the table nor in 'imports'",
	    "nothing is known of '%.*s'", STR_ARG(symbol));
}

bool
merge_call_name(struct merge *m, const struct json_node *at, struct str *out)
{
	*out = merge_symbol(m, at->text);
	return !m->failed && (out->p[0] == '.' || check_member(m, at, *out));
}

static void
check_module(struct merge *m, const struct json_node *at)
{
	if (!table_module(at->text).known && !has_import(m, at->text))
		merge_complain(m, at, "it is neither in the table nor in 'imports'",
		    "nothing is known of module '%.*s'", STR_ARG(at->text));
}

static void
read_part(struct merge *m, const struct json_node *n, enum part_role role, struct policy_rule *r)
{
	const struct json_node *name = json_first(m->doc, n);
	struct rule_part *p =
	    arena_push(m->arena, &r->parts, &r->part_count, &r->part_capacity, sizeof(*p));

	if (p == NULL) {
		merge_give_up(m);
		return;
	}
	p->role = role;
	for (int k = PART_CALL; k <= PART_RULE; k++)
		if (str_is(name->text, part_kind_name((enum part_kind)k)))
			p->kind = (enum part_kind)k;
	p->name = merge_keep(m, name[1].text);
	if (p->kind == PART_CALL)
		(void)merge_call_name(m, name + 1, &p->name);
	if (p->kind == PART_IMPORT)
		check_module(m, name + 1);
	for (unsigned c = 0; p->kind == PART_CAPABILITY && c < CAPABILITIES; c++)
		if (str_is(p->name, capability_name(c)))
			p->capability = 1u << c;
}

void
merge_parts(struct merge *m, const struct json_node *rule, struct policy_rule *out)
{
	const struct json_node *unknown = json_get(m->doc, rule, "unknown");

	for (int role = PART_ALL; role <= PART_NONE; role++) {
		const struct json_node *list =
		    json_get(m->doc, rule, part_role_name((enum part_role)role));

		for (const struct json_node *n = json_first(m->doc, list); n != NULL;
		     n = json_next(m->doc, n))
			read_part(m, n, (enum part_role)role, out);
	}
	if (out->part_count == 0 || out->kind == RULE_FLOW)
		return;
	out->kind = RULE_WHOLE;
	if (unknown != NULL)
		merge_complain(m, unknown, "leave it out", "'unknown: %.*s' never decides",
		    STR_ARG(unknown->text));
}

static bool
is_same_part(const struct rule_part *a, const struct rule_part *b)
{
	return a->kind == b->kind && str_eq(a->name, b->name);
}

static void
gather(const struct policy *p, const struct policy_rule *r, struct atoms *a)
{
	size_t own = (size_t)(r - p->rules);

	for (size_t i = 0; i < a->depth; i++)
		a->is_circular = a->is_circular || a->chain[i] == own;
	a->is_deep = a->is_deep || a->depth == RULE_NESTING_MAX;
	if (a->is_circular || a->is_deep)
		return;
	a->chain[a->depth++] = own;
	for (size_t i = 0; i < r->part_count; i++) {
		const struct rule_part *part = &r->parts[i];
		size_t at = part->kind == PART_RULE ? rule_index(p, part->name) : SIZE_MAX, k = 0;

		if (at != SIZE_MAX && p->rules[at].kind == RULE_WHOLE) {
			gather(p, &p->rules[at], a);
			continue;
		}
		while (k < a->count && !is_same_part(a->items[k], part))
			k++;
		a->is_full = a->is_full || k == RULE_PARTS_MAX;
		if (k == a->count && !a->is_full)
			a->items[a->count++] = part;
	}
	a->depth--;
}

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
is_possible(const struct atoms *a, unsigned true_ones)
{
	for (size_t i = 0; i < a->count; i++)
		if ((true_ones & 1u << i) != 0 && (a->implied[i] & ~true_ones) != 0)
			return false;
	return true;
}

/* Without the part at `skipped` (NULL: with all). */
static bool
holds(const struct policy *p, const struct policy_rule *r, const struct atoms *a,
    unsigned true_ones, const struct rule_part *skipped)
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
		for (size_t k = 0; k < a->count; k++)
			yes =
			    yes || ((true_ones & 1u << k) != 0 && is_same_part(a->items[k], part));
		has_any = has_any || part->role == PART_ANY;
		any = any || (part->role == PART_ANY && yes);
		all = all && (part->role == PART_ANY || yes == (part->role == PART_ALL));
	}
	return all && (any || !has_any);
}

static void
check_sense(struct merge *m, const struct policy *p, const struct json_node *n,
    const struct policy_rule *r, const struct atoms *a)
{
	bool can = false, must = true;

	for (unsigned t = 0; t < 1u << a->count; t++) {
		bool yes = is_possible(a, t) && holds(p, r, a, t, NULL);

		can = can || yes;
		must = must && (yes || !is_possible(a, t));
	}
	if (!can || must) {
		merge_complain(m, n, NULL,
		    can ? "rule '%.*s' holds for every program" : "rule '%.*s' can't hold",
		    STR_ARG(r->id));
		return;
	}
	for (size_t i = 0; i < r->part_count; i++) {
		bool matters = r->part_count == 1;

		for (unsigned t = 0; t < 1u << a->count && !matters; t++)
			matters = is_possible(a, t) &&
				  holds(p, r, a, t, NULL) != holds(p, r, a, t, &r->parts[i]);
		if (!matters)
			merge_complain(m, element(m, n, &r->parts[i], r), "leave it out",
			    "'%s: %.*s' makes no difference here", part_kind_name(r->parts[i].kind),
			    STR_ARG(part_shown(&r->parts[i])));
	}
}

static bool
are_known(
    struct merge *m, const struct policy *p, const struct json_node *n, const struct policy_rule *r)
{
	bool whole = true;

	for (size_t i = 0; i < r->part_count; i++) {
		struct str name = r->parts[i].name, meant, *all;

		if (r->parts[i].kind != PART_RULE || rule_index(p, name) != SIZE_MAX)
			continue;
		all = arena_array(m->arena, p->rule_count, sizeof(*all));
		if (all == NULL)
			return merge_give_up(m);
		for (size_t k = 0; k < p->rule_count; k++)
			all[k] = p->rules[k].id;
		meant = text_closest(name, all, p->rule_count);
		whole = merge_complain(m, element(m, n, &r->parts[i], r),
		    meant.n == 0 ? NULL
				 : arena_printf(m->arena, "did you mean '%.*s'?", STR_ARG(meant)),
		    "there is no rule '%.*s'", STR_ARG(name));
	}
	return whole;
}

static void
check_whole(
    struct merge *m, const struct policy *p, const struct json_node *n, const struct policy_rule *r)
{
	struct atoms a = {.count = 0};

	if (!are_known(m, p, n, r))
		return;
	gather(p, r, &a);
	if (a.is_circular)
		merge_complain(m, n, NULL, "rule '%.*s' is made of itself", STR_ARG(r->id));
	else if (a.is_deep)
		merge_complain(m, n, "at most 8 may stand on each other",
		    "rule '%.*s' is made of too many rules", STR_ARG(r->id));
	else if (a.is_full)
		merge_complain(m, n, "at most 12, with those of the rules that it names",
		    "rule '%.*s' has too many parts", STR_ARG(r->id));
	if (a.is_circular || a.is_deep || a.is_full)
		return;
	for (size_t i = 0; i < a.count; i++)
		for (size_t k = 0; k < a.count; k++)
			a.implied[i] |= k != i && implies(a.items[i], a.items[k]) ? 1u << k : 0;
	check_sense(m, p, n, r, &a);
}

static bool
is_named(const struct policy *p, struct str id)
{
	for (size_t i = 0; i < p->rule_count; i++)
		for (size_t k = 0; k < p->rules[i].part_count; k++)
			if (p->rules[i].parts[k].kind == PART_RULE &&
			    str_eq(p->rules[i].parts[k].name, id))
				return true;
	return false;
}

/* With the rules in shadow before those in force, as a trial has them. */
static bool
with_shadow(struct merge *m, struct policy *out)
{
	const struct policy *p = m->policy;
	size_t shadow = p->shadow.rule_count, count = shadow + p->rule_count;

	*out = *p;
	if (shadow == 0)
		return true;
	out->rules = arena_array(m->arena, count, sizeof(*out->rules));
	if (out->rules == NULL)
		return merge_give_up(m);
	memcpy(out->rules, p->shadow.rules, shadow * sizeof(*out->rules));
	if (p->rule_count > 0)
		memcpy(out->rules + shadow, p->rules, p->rule_count * sizeof(*out->rules));
	out->rule_count = count;
	return true;
}

void
merge_check_whole(struct merge *m, const struct json_node *rules)
{
	struct policy tried;
	size_t flows = 0;

	if (rules == NULL || !with_shadow(m, &tried))
		return;
	for (const struct json_node *n = json_first(m->doc, rules); n != NULL;
	     n = json_next(m->doc, n)) {
		const struct policy *p = merge_is_shadow(m, n) ? &tried : m->policy;
		size_t at = rule_index(p, json_get_text(m->doc, n, "id", STR("")));
		const struct policy_rule *r = at == SIZE_MAX ? NULL : &p->rules[at];

		if (r == NULL || r->kind == RULE_CALLS)
			continue;
		if (r->kind == RULE_FLOW && ++flows == FLOW_RULES_MAX + 1)
			merge_complain(m, n, "join what has the same ends",
			    "too many rules have a 'flow': at most 16 may");
		if (r->kind == RULE_WHOLE)
			check_whole(m, p, n, r);
		if (r->otherwise == DECISION_ALLOW && !is_named(&tried, r->id))
			merge_complain(m, json_get(m->doc, n, "otherwise"),
			    "with 'allow' it is only a part of another rule, and no rule names it",
			    "rule '%.*s' decides nothing", STR_ARG(r->id));
	}
}
