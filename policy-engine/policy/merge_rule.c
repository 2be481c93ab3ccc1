/* SPDX-License-Identifier: MIT */
/* One entry of `rules`. */
#include "merge.h"

const char *const PREDICATE_KIND_NAMES[PREDICATE_KINDS] = {"none", "function", "constant", "text",
    "number", "literal", "expression", "safe-attribute", "any", "keys", "own-object", "dotted-name",
    "formula"};
static const struct merge_field PREDICATE[] = {
    FIELD(TEXT, "matches", predicate, matches),
    FIELD(GIVEN, "matches", predicate, has_matches),
    FIELD(AMOUNT, "below", predicate, below),
    FIELD(GIVEN, "below", predicate, has_below),
    FIELD_AMONG(CHOICES, "is", predicate, is, PREDICATE_KIND_NAMES),
    FIELD(FLAG, "optional", predicate, optional),
    FIELD(FLAG, "absent", predicate, absent),
    FIELD(VALUES, "one_of", predicate, one_of),
    FIELD(VALUES, "equals", predicate, one_of),
    FIELD(VALUES, "none_of", predicate, none_of),
};

static void
read_predicate(struct merge *m, const struct json_node *name, struct predicate *p)
{
	struct str rest = name->text, first;
	int64_t place;

	p->place = str_is(rest, "*") ? -2 : str_is(rest, "self") ? -3 : -1;
	p->keyword = rest;
	(void)str_cut(&rest, '/', &first);
	if (str_number(first, &place)) {
		p->place = (int)place;
		p->keyword = rest.n > 0 ? rest : STR("");
	}
	MERGE_FIELDS(m, name + 1, PREDICATE, p);
}

static void
read_condition(struct merge *m, const struct json_node *n, struct policy_rule *r)
{
	struct condition *c =
	    merge_push(m, &r->unless, &r->unless_count, &r->unless_capacity, sizeof(*c));

	if (c == NULL)
		return;
	JSON_EACH(k, m->doc, json_get(m->doc, n, "arg")) {
		struct predicate *p =
		    merge_push(m, &c->predicates, &c->count, &c->capacity, sizeof(*p));

		if (p != NULL)
			read_predicate(m, k, p);
	}
}

/* A rule stands between a call and its refusal. */
static bool
lets_through(const struct policy_rule *r)
{
	return r->unless_count > 0 || r->otherwise != DECISION_DENY || r->waivable == WAIVABLE_YES;
}

/* `inner` looks at this call wherever the new rule does. */
static bool
looks_already(const struct policy_rule *inner, const struct policy_rule *r, struct str symbol)
{
	if (!words_have(&inner->calls, symbol))
		return false;
	if (symbol.p[0] != '.' || inner->packages.count == 0)
		return true;
	return r->packages.count > 0 && words_have_all(&inner->packages, &r->packages);
}

/* Whether the name passes already, whatever it is called with. */
static bool
passes_already(struct merge *m, struct str symbol)
{
	const struct name_rule *entry = call_rule_for(m->policy, symbol);
	enum decision before = entry != NULL ? entry->decision : DECISION_DENY;

	if (entry == NULL && str_starts(symbol, STR("builtins.")) &&
	    !m->decide(m->arena, m->policy, symbol, &before))
		m->failed = true;
	return before == DECISION_ALLOW;
}

/*
 * All rules on a call must let it pass. So a rule on calls that are allowed already, by an entry, a
 * list or by rules, can only take away; on any other call its conditions let some through that
 * nothing did.
 */
static bool
only_narrows(struct merge *m, const struct policy_rule *r)
{
	const struct policy *p = m->policy;

	for (size_t i = 0; i < r->calls.count; i++) {
		struct str symbol = r->calls.items[i];
		bool known = passes_already(m, symbol);

		for (size_t k = 0; !known && k < p->rule_count; k++)
			known = looks_already(&p->rules[k], r, symbol);
		if (!known)
			return false;
	}
	return true;
}

const char *const RULE_PLACE_NAMES[RULE_PLACES] = {"metaclass", "base", "annotation", "value"};
static const struct merge_field RULE[] = {
    FIELD(TEXT, "id", policy_rule, id),
    FIELD(TEXT, "message", policy_rule, message),
    FIELD(TEXT, "remedy", policy_rule, remedy),
    FIELD(SYMBOLS, "call", policy_rule, calls),
    FIELD_AMONG(CHOICE, "otherwise", policy_rule, otherwise, DECISION_NAMES),
    FIELD_AMONG(CHOICE, "unknown", policy_rule, unknown, DECISION_NAMES),
    FIELD_AMONG(CHOICE, "severity", policy_rule, severity, SEVERITY_NAMES),
    FIELD_AMONG(CHOICES, "as", policy_rule, as, RULE_PLACE_NAMES),
    FIELD(WORDS, "packages", policy_rule, packages),
    FIELD(FLAG, "locked", policy_rule, locked),
    FIELD_AMONG(CHOICE, "waivable", policy_rule, waivable, WAIVABLE_NAMES),
};

static void
read_rule(struct merge *m, const struct json_node *n, struct policy_rule *r)
{
	*r = (struct policy_rule){.severity = SEVERITY_HIGH, .unknown = DECISION_ESCALATE};
	MERGE_FIELDS(m, n, RULE, r);
	if (r->unknown < r->otherwise)
		r->unknown = r->otherwise;
	JSON_EACH_SAID(k, m->doc, json_get(m->doc, n, "unless"))
		read_condition(m, k, r);
}

void
merge_rule(struct merge *m, const struct json_node *n)
{
	struct policy *p = m->policy;
	struct policy_rule rule, *one;
	size_t old;

	read_rule(m, n, &rule);
	old = rule_index(p, rule.id);
	if (old != SIZE_MAX && p->rules[old].locked) {
		merge_complain(m, n, NULL, "rule '%.*s' is locked", STR_ARG(rule.id));
		return;
	}
	if ((old != SIZE_MAX || (lets_through(&rule) && !only_narrows(m, &rule))) &&
	    !merge_may_loosen(m, SECTION_RULES, n, rule.id))
		return;
	one = merge_entry(m, rule.id, &p->rules, &p->rule_count, &p->rule_capacity, sizeof(*one));
	if (one != NULL)
		*one = rule;
}
