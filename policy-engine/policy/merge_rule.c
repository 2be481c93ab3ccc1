/* SPDX-License-Identifier: MIT */
/* One entry of `rules`. */
#include "merge.h"

/* As Python writes it. */
static struct str
constant(const struct merge *m, const struct json_node *n)
{
	return n->kind == JSON_TRUE    ? STR("True")
	       : n->kind == JSON_FALSE ? STR("False")
	       : n->kind == JSON_NULL  ? STR("None")
	       : json_is_text(n)       ? n->text
				       : json_source(m->doc, n);
}

static void
add_constants(struct merge *m, const struct json_node *list, struct words *out)
{
	if (!merge_fits(m, list, out->count))
		return;
	JSON_EACH(n, m->doc, list)
		merge_word(m, constant(m, n), out);
}

static const char *const VALUE_KINDS[] = {"none", "function", "constant", "text", "number",
    "literal", "expression", "safe-attribute", "any", "keys", "own-object", "dotted-name",
    "formula"};
static const struct merge_field PREDICATE[] = {
    FIELD(TEXT, "matches", predicate, matches),
    FIELD(GIVEN, "matches", predicate, has_matches),
    FIELD(AMOUNT, "below", predicate, below),
    FIELD(GIVEN, "below", predicate, has_below),
    FIELD_AMONG(CHOICES, "is", predicate, is, VALUE_KINDS),
    FIELD(FLAG, "optional", predicate, optional),
    FIELD(FLAG, "absent", predicate, absent),
};

static void
read_predicate(struct merge *m, const struct json_node *name, struct predicate *p)
{
	const struct json_node *asked = name + 1, *equals = json_get(m->doc, asked, "equals");
	struct str key = name->text;
	size_t slash = str_find(key, STR("/"), 0);

	p->place = -1;
	if (key.p[0] >= '0' && key.p[0] <= '9') {
		p->place = 0;
		for (size_t i = 0;
		     i < key.n && key.p[i] >= '0' && key.p[i] <= '9' && p->place < 1000; i++)
			p->place = p->place * 10 + (key.p[i] - '0');
		key = slash == SIZE_MAX ? (struct str){"", 0} : str_slice(key, slash + 1, key.n);
	} else if (str_is(key, "*")) {
		p->place = -2;
	} else if (str_is(key, "self")) {
		p->place = -3;
	}
	p->keyword = merge_keep(m, key);
	MERGE_FIELDS(m, asked, PREDICATE, p);
	add_constants(m, json_get(m->doc, asked, "one_of"), &p->one_of);
	add_constants(m, json_get(m->doc, asked, "none_of"), &p->none_of);
	if (equals != NULL)
		merge_word(m, constant(m, equals), &p->one_of);
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

static const char *const PLACES[RULE_PLACES] = {"metaclass", "base", "annotation", "value"};
static const struct merge_field RULE[] = {
    FIELD(TEXT, "id", policy_rule, id),
    FIELD(TEXT, "message", policy_rule, message),
    FIELD(TEXT, "remedy", policy_rule, remedy),
    FIELD_AMONG(CHOICE, "otherwise", policy_rule, otherwise, DECISION_NAMES),
    FIELD_AMONG(CHOICE, "severity", policy_rule, severity, SEVERITY_NAMES),
    FIELD_AMONG(CHOICES, "as", policy_rule, as, PLACES),
    FIELD(WORDS, "packages", policy_rule, packages),
    FIELD(FLAG, "locked", policy_rule, locked),
    FIELD(WAIVABLE, "waivable", policy_rule, waivable),
};

static enum decision
read_unknown(struct merge *m, const struct json_node *rule, enum decision otherwise)
{
	enum decision unknown =
	    merge_decision(json_get_text(m->doc, rule, "unknown", STR("escalate")));

	return unknown < otherwise ? otherwise : unknown;
}

static void
read_rule(struct merge *m, const struct json_node *n, struct policy_rule *r)
{
	const struct json_node *call = json_get(m->doc, n, "call");

	r->severity = SEVERITY_HIGH;
	MERGE_FIELDS(m, n, RULE, r);
	r->unknown = read_unknown(m, n, r->otherwise);
	if (merge_fits(m, call, 0))
		MERGE_EACH(k, m, call)
			merge_word(m, merge_symbol(m, k->text), &r->calls);
	MERGE_EACH(k, m, json_get(m->doc, n, "unless"))
		read_condition(m, k, r);
}

void
merge_rule(struct merge *m, const struct json_node *n)
{
	struct policy *p = m->policy;
	struct policy_rule rule = {0}, *one;
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
