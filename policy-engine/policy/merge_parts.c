/* SPDX-License-Identifier: MIT */
/* Rules about the whole program: what they name. Whether that says anything, lint asks. */
#include "merge.h"

const struct json_node *
rule_part_node(const struct json_doc *d, const struct json_node *rule, const struct policy_rule *r,
    const struct rule_part *part)
{
	const struct json_node *n = json_first(d, json_get(d, rule, part_role_name(part->role)));

	for (const struct rule_part *p = r->parts; p < part; p++)
		n = p->role == part->role && n != NULL ? json_next(d, n) : n;
	return n == NULL ? rule : n;
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
			if (import_rule_find(m->policy, head) != NULL)
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

static bool
check_module(struct merge *m, const struct json_node *at)
{
	return table_module(at->text).known || import_rule_find(m->policy, at->text) != NULL ||
	       merge_complain(m, at, "it is neither in the table nor in 'imports'",
		   "nothing is known of module '%.*s'", STR_ARG(at->text));
}

static bool
check_capability(struct merge *m, const struct json_node *at, unsigned capability)
{
	struct str all[CAPABILITIES], meant;

	if (capability < CAPABILITIES)
		return true;
	for (unsigned c = 0; c < CAPABILITIES; c++)
		all[c] = str_from(capability_name(c));
	meant = text_closest(at->text, all, CAPABILITIES);
	return merge_complain(m, at,
	    meant.n == 0 ? "name a capability, or '{call: NAME}'"
			 : arena_printf(m->arena, "did you mean '%.*s'?", STR_ARG(meant)),
	    "there is no capability '%.*s'", STR_ARG(at->text));
}

/* A part is an object whose only member is its kind; an end of a flow may be a capability's name,
 * or 'output', and what ends a flow is a call. */
static enum part_kind
kind_of(const struct merge *m, const struct json_node *n, enum part_role role)
{
	const struct json_node *key = json_first(m->doc, n);

	if (n->kind != JSON_OBJECT)
		return role == PART_THROUGH                           ? PART_CALL
		       : role == PART_TO && str_is(n->text, "output") ? PART_OUTPUT
								      : PART_CAPABILITY;
	for (int k = PART_CALL; k <= PART_RULE; k++)
		if (str_is(key->text, part_kind_name((enum part_kind)k)))
			return (enum part_kind)k;
	return PART_CALL;
}

/* False (told) where nothing of the name is known. */
static bool
name_part(struct merge *m, const struct json_node *name, struct rule_part *p)
{
	unsigned capability = merge_capability(name->text);

	p->name = p->kind == PART_CALL ? merge_symbol(m, name->text) : merge_keep(m, name->text);
	switch (p->kind) {
	case PART_CALL:
		return !m->failed && (p->name.p[0] == '.' || check_member(m, name, p->name));
	case PART_IMPORT:
		return check_module(m, name);
	case PART_CAPABILITY:
		p->capability = capability < CAPABILITIES ? 1u << capability : 0;
		return check_capability(m, name, capability);
	case PART_RULE:
	case PART_OUTPUT:
	default:
		return true;
	}
}

static bool
is_there(const struct policy_rule *r, const struct rule_part *p)
{
	for (size_t i = 0; i < r->part_count; i++)
		if (rule_part_is(&r->parts[i], p) &&
		    (r->parts[i].role == p->role || p->role == PART_THROUGH))
			return true;
	return false;
}

static void
read_part(struct merge *m, const struct json_node *n, enum part_role role, struct policy_rule *r)
{
	const struct json_node *name = n->kind == JSON_OBJECT ? json_first(m->doc, n) + 1 : n;
	struct rule_part p = {.role = role, .kind = kind_of(m, n, role)}, *one;
	bool known = name_part(m, name, &p);

	if (role >= PART_FROM && is_there(r, &p))
		known = merge_complain(m, name, NULL,
		    role == PART_THROUGH
			? "'%.*s' is where it comes from or goes to, or is named twice"
			: "'%.*s' is named twice",
		    STR_ARG(name->text));
	if (role >= PART_FROM && !known)
		return;
	one = merge_push(m, &r->parts, &r->part_count, &r->part_capacity, sizeof(*one));
	if (one != NULL)
		*one = p;
}

static void
read_parts(
    struct merge *m, const struct json_node *list, enum part_role role, struct policy_rule *r)
{
	if (list != NULL && list->kind != JSON_ARRAY)
		read_part(m, list, role, r);
	else
		for (const struct json_node *n = json_first(m->doc, list); n != NULL;
		     n = json_next(m->doc, n))
			read_part(m, n, role, r);
}

void
merge_parts(struct merge *m, const struct json_node *rule, struct policy_rule *out)
{
	const struct json_node *unknown = json_get(m->doc, rule, "unknown"),
			       *flow = json_get(m->doc, rule, "flow");

	for (int role = PART_ALL; role <= PART_THROUGH; role++)
		read_parts(m,
		    json_get(m->doc, role >= PART_FROM ? flow : rule,
			part_role_name((enum part_role)role)),
		    (enum part_role)role, out);
	if (flow != NULL)
		out->kind = RULE_FLOW;
	else if (out->part_count > 0)
		out->kind = RULE_WHOLE;
	else
		return;
	if (unknown != NULL)
		merge_complain(m, unknown,
		    flow == NULL ? "leave it out"
				 : "leave it out: what can't be told counts as flow",
		    "'unknown: %.*s' never decides", STR_ARG(unknown->text));
	if (flow != NULL && out->part_count > FLOW_PARTS_MAX)
		merge_complain(m, flow, "at most 32", "the flow has too many ends");
}

bool
rule_part_is(const struct rule_part *a, const struct rule_part *b)
{
	return a->kind == b->kind && str_eq(a->name, b->name);
}

void
rule_atoms(const struct policy *p, const struct policy_rule *r, struct rule_atoms *a)
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
			rule_atoms(p, &p->rules[at], a);
			continue;
		}
		while (k < a->count && !rule_part_is(a->items[k], part))
			k++;
		a->is_full = a->is_full || k == RULE_PARTS_MAX;
		if (k == a->count && !a->is_full)
			a->items[a->count++] = part;
	}
	a->depth--;
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
		whole = merge_complain(m, rule_part_node(m->doc, n, r, &r->parts[i]),
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
	struct rule_atoms a = {.count = 0};

	if (!are_known(m, p, n, r))
		return;
	rule_atoms(p, r, &a);
	if (a.is_circular)
		merge_complain(m, n, NULL, "rule '%.*s' is made of itself", STR_ARG(r->id));
	else if (a.is_deep)
		merge_complain(m, n, "at most 8 may stand on each other",
		    "rule '%.*s' is made of too many rules", STR_ARG(r->id));
	else if (a.is_full)
		merge_complain(m, n, "at most 12, with those of the rules that it names",
		    "rule '%.*s' has too many parts", STR_ARG(r->id));
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
