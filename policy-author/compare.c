/* SPDX-License-Identifier: MIT */
/* Two policies by what they decide on every name that either of them speaks of. */
#include "compare.h"

#include "compare_parts.h"
#include "outline.h"

#include <stdlib.h>

void
compare_add(
    struct comparer *c, struct str what, struct compare_side before, struct compare_side after)
{
	struct comparison *out = c->out;
	struct decision_change *one;

	if (before.rank == after.rank && str_eq(before.says, after.says))
		return;
	if (c->profile.n > 0)
		what = str_from(arena_printf(
		    c->arena, "profile '%.*s': %.*s", STR_ARG(c->profile), STR_ARG(what)));
	one = arena_push(c->arena, &out->items, &out->count, &out->capacity, sizeof(*one));
	if (one == NULL || what.n == 0) {
		c->failed = true;
		return;
	}
	*one = (struct decision_change){
	    .direction = after.rank < before.rank ? CHANGE_TIGHTENED : CHANGE_LOOSENED,
	    .what = what,
	    .before = before.says,
	    .after = after.says,
	    .from = before.rank,
	    .to = after.rank};
	out->loosened += one->direction == CHANGE_LOOSENED;
}

struct compare_side
compare_decision(enum decision d)
{
	static const unsigned ranks[] = {[DECISION_DENY] = RANK_DENY,
	    [DECISION_ESCALATE] = RANK_ESCALATE,
	    [DECISION_ALLOW] = RANK_ALLOW};

	return (struct compare_side){ranks[d], str_from(decision_name(d))};
}

/* A name to compare by, in the arena; empty where memory ran out. */
static struct str
key_of(struct comparer *c, const char *text)
{
	c->failed = c->failed || text == NULL;
	return str_from(text);
}

/* Each name is compared once, whichever of the policies speaks of it. */
static bool
is_new(struct comparer *c, struct str name)
{
	if (name.n == 0 || words_have(&c->seen, name))
		return false;
	c->failed = !words_add(c->arena, &c->seen, name) || c->failed;
	return true;
}

static struct judge
judge_for(struct comparer *c, const struct policy *p)
{
	return (struct judge){.policy = p, .arena = c->arena};
}

/* Rules without conditions are a decision; the others are told by their names. */
static struct compare_side
side_of_rules(struct comparer *c, const struct judge *j, struct str symbol)
{
	const struct policy_rule *rule = condition_rule_for(j->policy, symbol);
	enum decision strictest = DECISION_ALLOW;
	struct str text = {"", 0};

	for (; rule != NULL; rule = condition_rule_next(j->policy, symbol, rule)) {
		bool plain = rule->unless_count == 0 && rule->as == 0 && rule->packages.count == 0;
		if (plain && rule->otherwise < strictest)
			strictest = rule->otherwise;
		if (!plain)
			text = str_from(arena_printf(c->arena, "%.*s%s'%.*s'", STR_ARG(text),
			    text.n > 0 ? " and " : "by rule ", STR_ARG(rule->id)));
	}
	return strictest < DECISION_ALLOW || text.n == 0 ? compare_decision(strictest)
							 : (struct compare_side){RANK_RULE, text};
}

/* A policy's decision on a dotted name, in whichever section it is. */
static struct compare_side
side_of_symbol(struct comparer *c, const struct policy *p, struct str symbol)
{
	const struct policy_rule *rule = NULL;
	struct judge j = judge_for(c, p);
	struct ruling r;

	if (symbol.p[0] == '.') {
		rule = condition_rule_for(p, symbol);
		r = ruling_allow();
	} else {
		r = rule_symbol(&j, symbol, &rule);
	}
	c->failed = c->failed || j.failed;
	if (rule == NULL)
		return compare_decision(r.decision);
	return side_of_rules(c, &j, symbol);
}

static void
compare_symbol(struct comparer *c, struct str symbol)
{
	if (!is_new(c, symbol))
		return;
	compare_add(c, str_from(arena_printf(c->arena, "'%.*s'", STR_ARG(outline_shown(symbol)))),
	    side_of_symbol(c, c->out->a, symbol), side_of_symbol(c, c->out->b, symbol));
}

static void
compare_builtin(void *context, struct str name, const struct table_member *member)
{
	struct comparer *c = context;

	(void)member;
	compare_symbol(c, key_of(c, arena_printf(c->arena, "builtins.%.*s", STR_ARG(name))));
}

static struct compare_side
side_of_module(struct comparer *c, const struct policy *p, struct str module)
{
	const struct name_rule *r = import_rule_find(p, module);
	enum decision d = policy_import(p, module, NULL);

	if (d == DECISION_ALLOW && r != NULL && r->has_api)
		return (struct compare_side){
		    RANK_RULE, str_from(arena_printf(c->arena, "allow, for some names"))};
	return compare_decision(d);
}

static void
compare_members(struct comparer *c, struct str module, const struct words *names)
{
	for (size_t i = 0; i < names->count; i++)
		compare_symbol(c, key_of(c, arena_printf(c->arena, "%.*s.%.*s", STR_ARG(module),
						STR_ARG(names->items[i]))));
}

static void
compare_module(struct comparer *c, struct str module)
{
	struct str key = key_of(c, arena_printf(c->arena, "import '%.*s'", STR_ARG(module)));

	if (is_new(c, key))
		compare_add(c, key, side_of_module(c, c->out->a, module),
		    side_of_module(c, c->out->b, module));
}

static void
compare_modules(struct comparer *c, const struct policy *p)
{
	for (size_t i = 0; i < p->imports.count; i++) {
		const struct name_rule *r = &p->imports.items[i];
		struct str module;

		compare_module(c, r->name);
		for (size_t at = 0; r->pack && table_next_module(r->name, &at, &module);)
			if (name_is_below(module, r->name))
				compare_module(c, module);
		compare_members(c, r->name, &r->api);
		compare_members(c, r->name, &r->also);
	}
}

/* If the policy does not name it, the built-in table decides, which may let it pass or not: another word
 * is stricter than that only where it is no looser than the least that can hold. */
static struct compare_side
side_of_attribute(const struct policy *p, struct str name, const struct name_rule *r,
    const struct name_rule *next)
{
	enum decision usual = name_usual(p, SECTION_ATTRIBUTES, name);

	if (r != NULL)
		return compare_decision(r->decision);
	if (usual == DECISION_ALLOW)
		return compare_decision(usual);
	return (struct compare_side){
	    next != NULL && next->decision > usual ? RANK_DENY : RANK_TABLE, STR("by the table")};
}

static void
compare_attribute(struct comparer *c, struct str what, struct str name)
{
	const struct policy *a = c->out->a, *b = c->out->b;
	const struct name_rule *was = name_rule_find(&a->attributes, name),
			       *now = name_rule_find(&b->attributes, name);

	compare_add(
	    c, what, side_of_attribute(a, name, was, now), side_of_attribute(b, name, now, NULL));
}

static void
compare_attributes(struct comparer *c, const struct policy *p)
{
	for (size_t i = 0; i < p->attributes.count; i++) {
		struct str name = p->attributes.items[i].name;
		struct str key =
		    key_of(c, arena_printf(c->arena, "attribute '%.*s'", STR_ARG(name)));

		if (is_new(c, key))
			compare_attribute(c, key, name);
	}
}

static void
compare_capabilities(struct comparer *c)
{
	for (unsigned i = 0; i < CAPABILITIES; i++) {
		unsigned which;

		compare_add(c,
		    str_from(arena_printf(c->arena, "capability '%s'", capability_name(i))),
		    compare_decision(capabilities_decide(c->out->a, 1u << i, &which)),
		    compare_decision(capabilities_decide(c->out->b, 1u << i, &which)));
	}
}

static void
compare_defaults(struct comparer *c)
{
	for (enum section s = SECTION_IMPORTS; s < SECTION_CAPABILITIES; s++)
		compare_add(c,
		    str_from(arena_printf(c->arena, "the default of %s", section_name(s))),
		    compare_decision(c->out->a->lists[s].otherwise),
		    compare_decision(c->out->b->lists[s].otherwise));
}

static void
compare_calls(struct comparer *c, const struct policy *p)
{
	for (size_t i = 0; i < p->calls.count; i++)
		compare_symbol(c, p->calls.items[i].name);
	for (size_t i = 0; i < p->rule_count; i++)
		for (size_t k = 0; k < p->rules[i].calls.count; k++)
			compare_symbol(c, p->rules[i].calls.items[k]);
	for (size_t i = 0; i < p->builtins.count; i++)
		compare_builtin(c, p->builtins.items[i].name, NULL);
}

static int
compare_changes(const void *left, const void *right)
{
	const struct decision_change *a = left, *b = right;

	if (a->direction != b->direction)
		return a->direction < b->direction ? -1 : 1;
	if (a->direction == CHANGE_LOOSENED && a->from != b->from)
		return a->from < b->from ? -1 : 1;
	if (a->direction == CHANGE_LOOSENED && a->to != b->to)
		return a->to > b->to ? -1 : 1;
	int order = str_compare(a->what, b->what);
	if (order == 0)
		order = str_compare(a->before, b->before);
	return order != 0 ? order : str_compare(a->after, b->after);
}

bool
compare_policies(struct arena *a, const struct policy *before, const struct policy *after,
    struct comparison *out, struct err *err)
{
	struct comparer c = {.arena = a, .out = out};

	*out = (struct comparison){.a = before, .b = after};
	compare_defaults(&c);
	compare_modules(&c, before);
	compare_modules(&c, after);
	table_members(STR("builtins"), compare_builtin, &c);
	compare_calls(&c, before);
	compare_calls(&c, after);
	compare_attributes(&c, before);
	compare_attributes(&c, after);
	compare_capabilities(&c);
	compare_rules(&c);
	compare_settings(&c, before, after);
	compare_profiles(&c);
	if (c.failed)
		return err_memory(err);
	if (out->count > 1)
		qsort(out->items, out->count, sizeof(*out->items), compare_changes);
	return true;
}
