/* SPDX-License-Identifier: MIT */
/* One entry of `rules`. */
#include "merge.h"

static unsigned
flags_of(struct merge *m, const struct json_node *list, const char *const *names, size_t count)
{
	unsigned bits = 0;

	for (const struct json_node *n = json_first(m->doc, list); n != NULL;
	     n = json_next(m->doc, n))
		for (size_t i = 0; i < count; i++)
			if (str_is(n->text, names[i]))
				bits |= 1u << i;
	return bits;
}

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
	for (const struct json_node *n = json_first(m->doc, list); n != NULL;
	     n = json_next(m->doc, n))
		if (!words_add(m->arena, out, constant(m, n)))
			merge_give_up(m);
}

void
merge_predicate(struct merge *m, const struct json_node *v, struct predicate *p)
{
	static const char *const is[] = {"none", "buffer", "function", "constant", "text", "number",
	    "literal", "expression", "safe-attribute", "any", "keys", "own-object", "dotted-name"};
	const struct json_node *n;

	p->path_under = merge_keep(m, json_get_text(m->doc, v, "path_under", STR("")));
	p->has_path = json_get(m->doc, v, "path_under") != NULL;
	p->matches = merge_keep(m, json_get_text(m->doc, v, "matches", STR("")));
	p->has_matches = json_get(m->doc, v, "matches") != NULL;
	p->text = merge_keep(m, json_get_text(m->doc, v, "text", STR("")));
	p->has_text = json_get(m->doc, v, "text") != NULL;
	p->has_below = merge_int(m, json_get(m->doc, v, "below"), &p->below);
	p->is = flags_of(m, json_get(m->doc, v, "is"), is, ARRAY_LENGTH(is));
	merge_words(m, json_get(m->doc, v, "extensions"), &p->extensions);
	add_constants(m, json_get(m->doc, v, "one_of"), &p->one_of);
	add_constants(m, json_get(m->doc, v, "none_of"), &p->none_of);
	n = json_get(m->doc, v, "equals");
	if (n != NULL && !words_add(m->arena, &p->one_of, constant(m, n)))
		merge_give_up(m);
	n = json_get(m->doc, v, "optional");
	p->optional = n != NULL && n->kind == JSON_TRUE;
	n = json_get(m->doc, v, "absent");
	p->absent = n != NULL && n->kind == JSON_TRUE;
}

static void
read_predicate(struct merge *m, const struct json_node *name, struct predicate *p)
{
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
	merge_predicate(m, name + 1, p);
}

static void
read_condition(struct merge *m, const struct json_node *n, struct policy_rule *r)
{
	struct condition *c =
	    arena_push(m->arena, &r->unless, &r->unless_count, &r->unless_capacity, sizeof(*c));

	if (c == NULL) {
		merge_give_up(m);
		return;
	}
	for (const struct json_node *k = json_first(m->doc, json_get(m->doc, n, "arg")); k != NULL;
	     k = json_next(m->doc, k)) {
		struct predicate *p =
		    arena_push(m->arena, &c->predicates, &c->count, &c->capacity, sizeof(*p));

		if (p == NULL) {
			merge_give_up(m);
			return;
		}
		read_predicate(m, k, p);
	}
}

/* What makes a rule, and the keys that are for its kind alone. */
static const struct {
	const char *key, *only[5];
} kinds[] = {
    {"call", {"unless", "as"}},
    {"pattern", {"where", "inside", "not_inside"}},
    {"flow", {NULL}},
};
static const char *const lists[] = {"all_of", "any_of", "none_of"};

static void
check_keys(struct merge *m, const struct json_node *rule)
{
	struct err err = {0};
	size_t made = 0;
	bool whole = false;

	for (size_t i = 0; i < ARRAY_LENGTH(lists); i++)
		whole = whole || json_get(m->doc, rule, lists[i]) != NULL;
	made += whole;
	for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++) {
		const struct json_node *has = json_get(m->doc, rule, kinds[i].key);

		made += has != NULL;
		for (size_t k = 0; has == NULL && kinds[i].only[k] != NULL; k++) {
			const struct json_node *n = json_get(m->doc, rule, kinds[i].only[k]);

			if (n == NULL)
				continue;
			json_err(m->doc, n - 1, &err, "'%s' is for rules with '%s'",
			    kinds[i].only[k], kinds[i].key);
			err_list_add(m->errs, &err);
		}
	}
	if (made == 1)
		return;
	json_err(m->doc, rule, &err,
	    made == 0 ? "the rule is about nothing" : "the rule is about more than one thing");
	err_help(&err, "give it 'call', 'pattern', 'flow', or 'all_of', 'any_of', 'none_of'");
	err_list_add(m->errs, &err);
}

/* A rule about calls stands between a call and its refusal; any other kind only adds refusals. */
static bool
lets_through(const struct policy_rule *r)
{
	return r->kind == RULE_CALLS && (r->unless_count > 0 || r->otherwise != DECISION_DENY ||
					    r->waivable == WAIVABLE_YES);
}

/* `inner` looks at this call wherever the new rule does. */
static bool
looks_already(const struct policy_rule *inner, const struct policy_rule *r, struct str symbol)
{
	if (!words_have(&inner->calls, symbol))
		return false;
	if (symbol.p[0] != '.' || inner->packages.count == 0)
		return true;
	for (size_t i = 0; i < r->packages.count; i++)
		if (!words_have(&inner->packages, r->packages.items[i]))
			return false;
	return r->packages.count > 0;
}

/*
 * All rules on a call must let it pass. So a rule on calls that are allowed already, by an entry or
 * by rules, can only take away; on any other call its conditions let some through that nothing did.
 */
static bool
only_narrows(const struct policy *p, const struct policy_rule *r)
{
	for (size_t i = 0; i < r->calls.count; i++) {
		struct str symbol = r->calls.items[i];
		const struct call_rule *entry = call_rule_for(p, symbol);
		bool known = entry != NULL && entry->decision == DECISION_ALLOW;

		for (size_t k = 0; !known && k < p->rule_count; k++)
			known = looks_already(&p->rules[k], r, symbol);
		if (!known)
			return false;
	}
	return true;
}

/* Beyond what a wall holds of it, a person decides. */
static enum decision
merge_unknown(struct str name)
{
	return str_is(name, "enforce") ? DECISION_ESCALATE : merge_decision(name);
}

static void
read_rule(struct merge *m, const struct json_node *n, struct policy_rule *r)
{
	static const char *const as[] = {"metaclass", "base", "annotation", "value"};
	const struct json_node *call = json_get(m->doc, n, "call"),
			       *unless = json_get(m->doc, n, "unless");
	const struct json_node *locked = json_get(m->doc, n, "locked");

	r->id = merge_keep(m, json_get_text(m->doc, n, "id", STR("")));
	r->message = merge_keep(m, json_get_text(m->doc, n, "message", STR("")));
	r->remedy = merge_keep(m, json_get_text(m->doc, n, "remedy", STR("")));
	r->otherwise = merge_decision(json_get_text(m->doc, n, "otherwise", STR("deny")));
	r->unknown = merge_unknown(json_get_text(m->doc, n, "unknown", STR("escalate")));
	if (r->unknown < r->otherwise)
		r->unknown = r->otherwise;
	r->severity = merge_severity(json_get_text(m->doc, n, "severity", STR("")), SEVERITY_HIGH);
	r->as = flags_of(m, json_get(m->doc, n, "as"), as, ARRAY_LENGTH(as));
	r->waivable = merge_waivable(m, n);
	r->locked = locked != NULL && locked->kind == JSON_TRUE;
	merge_words(m, json_get(m->doc, n, "packages"), &r->packages);
	check_keys(m, n);
	if (json_get(m->doc, n, "pattern") != NULL)
		merge_pattern(m, n, r);
	if (json_get(m->doc, n, "flow") != NULL)
		merge_flow(m, n, r);
	merge_parts(m, n, r);
	if (call != NULL && call->kind != JSON_ARRAY &&
	    !words_add(m->arena, &r->calls, merge_symbol(m, call->text)))
		merge_give_up(m);
	for (const struct json_node *k = json_first(m->doc, call);
	     k != NULL && merge_fits(m, call, 0); k = json_next(m->doc, k))
		if (!words_add(m->arena, &r->calls, merge_symbol(m, k->text)))
			merge_give_up(m);
	if (unless != NULL && unless->kind == JSON_OBJECT)
		read_condition(m, unless, r);
	else
		for (const struct json_node *k = json_first(m->doc, unless); k != NULL;
		     k = json_next(m->doc, k))
			read_condition(m, k, r);
	merge_take_wall(m, n, r);
}

void
merge_rule(struct merge *m, const struct json_node *n)
{
	struct policy *p = m->policy;
	struct policy_rule rule = {0}, *one = NULL;
	struct err err = {0};

	read_rule(m, n, &rule);
	for (size_t i = 0; i < p->rule_count; i++)
		if (str_eq(p->rules[i].id, rule.id))
			one = &p->rules[i];
	if (one != NULL && one->locked) {
		json_err(m->doc, n, &err, "rule '%.*s' is locked", STR_ARG(rule.id));
		err_list_add(m->errs, &err);
		return;
	}
	if (merge_is_shadow(m, n)) {
		merge_shadow(m, SHADOW_RULE, n, &rule);
		return;
	}
	if ((one != NULL || (lets_through(&rule) && !only_narrows(p, &rule))) &&
	    !merge_may_loosen(m, SECTION_RULES, n, rule.id))
		return;
	if (one == NULL) {
		one = arena_push(
		    m->arena, &p->rules, &p->rule_count, &p->rule_capacity, sizeof(*one));
		if (one == NULL) {
			merge_give_up(m);
			return;
		}
	}
	*one = rule;
	merge_end_shadow(m, SHADOW_RULE, rule.id);
}
