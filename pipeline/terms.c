/* SPDX-License-Identifier: MIT */
#include "terms.h"

#define EMERGENCY_US (INT64_C(15) * 60 * 1000000)

bool
terms_write(struct arena *a, const struct policy *p, struct approval_rule *rule, struct err *err)
{
	const struct policy_escalation *e = &policy_settings_of(p)->escalation;
	struct approval_need *needs = arena_array(a, e->need_count + 1, sizeof(*needs));
	size_t count = 0;

	if (!needs)
		return err_memory(err);
	for (size_t i = 0; i < e->need_count; i++)
		if (!policy_need_is_emergency(&e->needs[i]))
			needs[count++] = (struct approval_need){
			    e->needs[i].name, e->needs[i].role, e->needs[i].scope, e->needs[i].n};
	if (count == 0) {
		err_set(err, ERR_REFUSED, "the policy '%.*s' names no one who may approve",
		    STR_ARG(policy_id(p)));
		return err_help(err, "add `escalation: {needs: [{role: approver}]}` to it");
	}
	rule->scope = policy_id(p);
	rule->ticket = e->ticket;
	rule->reason_min = e->reason_min;
	rule->remind_us = e->remind_us;
	rule->decide_by_us = e->decide_us;
	rule->use_for_us = e->use_us;
	rule->blind = e->blind;
	rule->needs = needs;
	rule->need_count = count;
	return true;
}

static bool
asks_for(const struct approval_rule *rule, const struct policy_need *need)
{
	for (size_t i = 0; i < rule->need_count; i++) {
		const struct approval_need *n = &rule->needs[i];
		if (str_eq(n->name, need->name))
			return str_eq(n->role, need->role) && str_eq(n->scope, need->scope) &&
			       n->n >= need->n;
	}
	return false;
}

static bool
needs_hold_to(const struct policy *p, const struct approval_rule *rule, struct err *err)
{
	const struct policy_escalation *e = &policy_settings_of(p)->escalation;
	size_t people = 0;

	for (size_t i = 0; i < e->need_count; i++) {
		if (policy_need_is_emergency(&e->needs[i]))
			continue;
		people++;
		if (!asks_for(rule, &e->needs[i]))
			return err_set(err, ERR_REFUSED,
			    "the approval's rule does not ask for the policy's need '%.*s'",
			    STR_ARG(e->needs[i].name));
	}
	if (people == 0)
		return err_set(err, ERR_REFUSED, "the policy '%.*s' names no one who may approve",
		    STR_ARG(policy_id(p)));
	return (rule->reason_min >= e->reason_min && str_eq(rule->ticket, e->ticket)) ||
	       err_set(err, ERR_REFUSED,
		   "the approval's rule asks for less of a reason than the policy");
}

static bool
quorum_holds_to(const struct policy *p, const struct approval_rule *rule, struct err *err)
{
	return needs_hold_to(p, rule, err) &&
	       (rule->use_for_us <= policy_settings_of(p)->escalation.use_us ||
		   err_set(err, ERR_REFUSED,
		       "the approval may be used for longer than the policy allows"));
}

static bool
emergency_holds_to(const struct policy *p, const struct approval_rule *rule, struct err *err)
{
	const struct policy_escalation *e = &policy_settings_of(p)->escalation;
	const struct policy_need *need = NULL;

	for (size_t i = 0; i < e->need_count && !need; i++)
		if (policy_need_is_emergency(&e->needs[i]))
			need = &e->needs[i];
	if (!need)
		return err_set(err, ERR_REFUSED, "the policy '%.*s' allows no emergency approval",
		    STR_ARG(policy_id(p)));
	return (rule->need_count == 1 && str_eq(rule->needs[0].role, need->role) &&
		   str_eq(rule->needs[0].scope, need->scope) && rule->use_for_us <= EMERGENCY_US) ||
	       err_set(err, ERR_REFUSED, "the emergency's rule differs from the policy's");
}

bool
terms_hold(const struct policy *p, const struct approval_rule *rule, struct err *err)
{
	if (!str_eq(rule->scope, policy_id(p)))
		return err_set(err, ERR_REFUSED, "the approval's rule is for another policy");
	if (str_is(rule->kind, "break_glass"))
		return emergency_holds_to(p, rule, err);
	if (str_is(rule->kind, "execute") || str_is(rule->kind, "release_output"))
		return quorum_holds_to(p, rule, err);
	return err_set(err, ERR_REFUSED, "an approval of kind '%.*s' can't let a program run",
	    STR_ARG(rule->kind));
}

bool
terms_grant(const struct policy *p, const struct approval_rule *rule, struct err *err)
{
	if (!str_is(rule->scope, "*") && !str_eq(rule->scope, policy_id(p)))
		return err_set(err, ERR_REFUSED, "it was granted for another policy");
	return needs_hold_to(p, rule, err);
}
