/* SPDX-License-Identifier: MIT */
/* The `calls` of a policy. */
#include "judge.h"
#include "merge.h"

static void
read_call(struct merge *m, const struct json_node *entry, struct str symbol, enum decision decision,
    struct call_rule *out)
{
	*out = (struct call_rule){.id = merge_keep(m, json_get_text(m->doc, entry, "id", STR(""))),
	    .name = symbol,
	    .message = merge_keep(m, json_get_text(m->doc, entry, "message", STR(""))),
	    .remedy = merge_keep(m, json_get_text(m->doc, entry, "remedy", STR(""))),
	    .decision = decision,
	    .waivable = merge_waivable(m, entry),
	    .severity =
		merge_severity(json_get_text(m->doc, entry, "severity", STR("")), SEVERITY_HIGH)};
}

/* What a call's name was before this entry. An entry covers all that lies below its name: only of a
 * name with nothing below it can be told that it was no stricter. */
static enum decision
decided_before(struct merge *m, struct str symbol, enum decision decision)
{
	struct judge j = {.policy = m->policy, .arena = m->arena};
	const struct call_rule *old = call_rule_for(m->policy, symbol);
	const struct policy_rule *rule;
	struct ruling r;
	size_t dot = symbol.n;

	if (old != NULL)
		return old->decision;
	while (dot > 0 && symbol.p[dot - 1] != '.')
		dot--;
	if (decision == DECISION_ALLOW || dot < 2 ||
	    table_member(str_slice(symbol, 0, dot - 1), str_slice(symbol, dot, symbol.n)).kind !=
		MEMBER_VALUE)
		return DECISION_DENY;
	r = rule_symbol(&j, symbol, &rule);
	m->failed = m->failed || j.failed;
	return rule != NULL ? rule->otherwise : r.decision;
}

static void
merge_call(struct merge *m, const struct json_node *entry, const struct json_node *name,
    enum decision decision)
{
	struct policy *p = m->policy;
	struct str symbol = merge_symbol(m, name->text);
	const struct call_rule *old = call_rule_for(p, symbol);
	enum decision before = decided_before(m, symbol, decision);
	struct call_rule *one = NULL, read;

	read_call(m, entry, symbol, decision, &read);
	if (merge_is_shadow(m, entry)) {
		merge_shadow(m, SHADOW_CALL, name, &read);
		return;
	}
	if ((decision > before || merge_gains_waivers(decision, read.waivable, before,
				      old != NULL ? old->waivable : WAIVABLE_USUAL)) &&
	    !merge_may_loosen(m, SECTION_CALLS, name, name->text))
		return;
	for (size_t i = 0; i < p->call_count; i++)
		if (str_eq(p->calls[i].name, symbol))
			one = &p->calls[i];
	if (one == NULL) {
		one = arena_push(
		    m->arena, &p->calls, &p->call_count, &p->call_capacity, sizeof(*one));
		if (one == NULL) {
			merge_give_up(m);
			return;
		}
	}
	*one = read;
	merge_end_shadow(m, SHADOW_CALL, symbol);
}

void
merge_calls(struct merge *m, const struct json_node *section)
{
	static const char *const lists[] = {"deny", "escalate", "allow"};

	for (int i = DECISION_DENY; i <= DECISION_ALLOW; i++) {
		const struct json_node *list = json_get(m->doc, section, lists[i]);

		if (!merge_fits(m, list, m->policy->call_count))
			return;
		for (const struct json_node *n = json_first(m->doc, list); n != NULL;
		     n = json_next(m->doc, n)) {
			const struct json_node *name = json_get(m->doc, n, "name");

			if (name->kind != JSON_ARRAY) {
				merge_call(m, n, name, (enum decision)i);
				continue;
			}
			if (!merge_fits(m, name, m->policy->call_count))
				return;
			for (const struct json_node *k = json_first(m->doc, name); k != NULL;
			     k = json_next(m->doc, k))
				merge_call(m, n, k, (enum decision)i);
		}
	}
}
