/* SPDX-License-Identifier: MIT */
/* request.c: who may ask for runs. Once somebody is named for it, nobody else may. */
#include "trust.h"

static bool
is_requester(const struct person_role *r)
{
	return str_is(r->role, REQUESTER_ROLE);
}

/* Whatever its times are: a role that ended does not open the door to everybody. */
bool
requests_are_restricted(const struct trust *t)
{
	for (size_t i = 0; i < t->count; i++)
		for (size_t k = 0; k < t->people[i].role_count; k++)
			if (is_requester(&t->people[i].roles[k]))
				return true;
	return t->agent_count > 0;
}

const struct person *
trust_asker(const struct trust *t, struct str id)
{
	const struct person *p = trust_person(t, id);

	for (size_t i = 0; !p && i < t->agent_count; i++)
		if (str_eq(t->agents[i].id, id))
			p = &t->agents[i];
	return p;
}

static bool
must_be_signed(const struct trust *t, struct err *err)
{
	if (!t->requests_signed && !requests_are_restricted(t))
		return true;
	err_set(err, ERR_REFUSED,
	    t->requests_signed
		? "the request is not signed, and the trust file requires a signature"
		: "the request is not signed, and the trust file restricts who may ask for runs");
	return err_help(err, "sign it: `sluice submit --key FILE`, or SLUICE_KEY");
}

static bool
holds(const struct person *p, struct str id, struct str policy, int64_t at_us)
{
	return str_eq(p->id, id) && person_holds(p, STR(REQUESTER_ROLE), policy, at_us);
}

/* An agent with two keys stands there twice. */
bool
request_is_allowed(const struct trust *t, const struct act *act, struct str policy, struct err *err)
{
	if (!act)
		return must_be_signed(t, err);
	for (size_t i = 0; i < t->count; i++)
		if (holds(&t->people[i], act->by, policy, act->made_us))
			return true;
	for (size_t i = 0; i < t->agent_count; i++)
		if (holds(&t->agents[i], act->by, policy, act->made_us))
			return true;
	if (!requests_are_restricted(t))
		return true;
	err_set(err, ERR_REFUSED, "'%.*s' may not ask for runs under the policy '%.*s'",
	    STR_ARG(act->by), STR_ARG(policy));
	return err_help(err, "a custodian can add the role '" REQUESTER_ROLE "' to who may");
}
