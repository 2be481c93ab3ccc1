/* SPDX-License-Identifier: MIT */
/* exception.c: did people grant it? */
#include "record.h"
#include "trust.h"

#define E struct evidence
FORM(evidence_form, E, MEMBER_OF("decided_us", FIELD_NUMBER, E, decided_us),
    MEMBER_TEXTS("delegations", FIELD_JSONS, E, delegations, delegation_count),
    MEMBER_OF("proposal", FIELD_JSON, E, proposal), MEMBER_OF("rule", FIELD_JSON, E, rule),
    MEMBER_TEXTS("votes", FIELD_JSONS, E, envelopes, envelope_count));

bool
evidence_write(struct arena *a, const struct evidence *e, struct str *out, struct err *err)
{
	return record_text(a, &evidence_form, e, WAIVER_EVIDENCE_MAX, out, err) ||
	       err_wrap(err, "the evidence");
}

bool
evidence_read(struct arena *a, const struct waiver *w, struct evidence *out, struct err *err)
{
	struct json_doc d;

	*out = (struct evidence){.decided_us = 0};
	return (json_parse_canonical(a, w->evidence, NULL, &JSON_LIMITS, &d, err) &&
		   record_read(a, &d, json_root(&d), &evidence_form, out, err) &&
		   exception_write(a, w, &out->subject, err)) ||
	       err_wrap(err, "the evidence");
}

/* The rule must be about an exception, name people of its policy, and exclude the proposer from
 * granting it. */
static bool
rule_fits(const struct approval_rule *r, const struct waiver *w, struct err *err)
{
	bool known = false;

	for (size_t i = 0; i < r->author_count; i++)
		known = known || str_eq(r->authors[i], w->proposed_by);
	if (!str_is(r->kind, "exception"))
		return err_set(err, ERR_REFUSED, "the approved document is not an exception");
	if (!str_eq(r->scope, w->policy))
		return err_set(err, ERR_REFUSED, "it was granted for another policy");
	return known ||
	       err_set(err, ERR_REFUSED, "the person who proposed it could have granted it alone");
}

/* Everybody whose word is in these votes, of which each was judged. */
static bool
name_approvers(struct arena *a, const struct evidence *e, struct waiver *out, struct err *err)
{
	for (size_t i = 0; i < e->envelope_count; i++) {
		struct envelope envelope;
		struct vote v;
		if (!envelope_read(a, e->envelopes[i], &envelope, err) ||
		    !vote_read(a, envelope.payload, &v, err))
			return false;
		out->approver = str_from(arena_printf(a, "%.*s%s%.*s%s%.*s", STR_ARG(out->approver),
		    out->approver.n > 0 ? ", " : "", STR_ARG(v.voter),
		    v.on_behalf.n > 0 ? ", " : "", STR_ARG(v.on_behalf)));
		if (out->approver.n == 0)
			return err_memory(err);
	}
	return true;
}

static bool
grant_holds(struct arena *a, const struct trust *trust, const struct evidence *e, int64_t now_us,
    struct waiver *out, struct err *err)
{
	struct approval_rule rule;

	return exception_read(a, e->subject, out, err) &&
	       approval_rule_read(a, e->rule, &rule, err) && rule_fits(&rule, out, err) &&
	       evidence_holds(a, trust, e, now_us, e->decided_us, err) &&
	       name_approvers(a, e, out, err);
}

bool
exception_holds(struct arena *a, const struct trust *trust, const struct evidence *e,
    int64_t now_us, struct waiver *out, struct err *err)
{
	if (!trust) {
		err_set(err, ERR_REFUSED, "no trust file says whose signatures count");
		return err_help(err, "name it with --trust or SLUICE_TRUST");
	}
	if (grant_holds(a, trust, e, now_us, out, err))
		return true;
	if (err->code == ERR_INPUT || err->code == ERR_LIMIT)
		err->code = ERR_REFUSED;
	return err_wrap(err, "the exception '%.*s'", STR_ARG(out->id));
}

bool
exception_proposed(struct arena *a, const struct trust *trust, const struct evidence *e,
    int64_t now_us, const struct waiver *w, struct err *err)
{
	struct envelope envelope;
	struct act act;

	if (envelope_read(a, e->proposal, &envelope, err) &&
	    act_read(a, envelope.payload, &act, err) &&
	    act_counts(a, trust, e->proposal, act.store, now_us, &act, err) &&
	    act.kind == ACT_EXCEPTION && str_eq(act.target, w->id) &&
	    str_eq(act.by, w->proposed_by) && str_eq(act.terms, e->subject))
		return true;
	return err->code != ERR_MEMORY &&
	       err_set(err, ERR_REFUSED, "no valid signature shows that '%.*s' proposed it",
		   STR_ARG(w->proposed_by));
}

static bool
is_approver(const struct waiver *w, struct str person)
{
	struct str rest = w->approver, one;

	while (str_cut(&rest, ',', &one))
		if (waiver_same_person(one, person))
			return true;
	return false;
}

bool
exception_covers(const struct waiver *w, struct str policy, struct str requester, struct str rule,
    struct str fingerprint)
{
	return (str_is(w->policy, "*") || str_eq(w->policy, policy)) && str_eq(w->rule, rule) &&
	       w->fingerprint.n > 0 && str_eq(w->fingerprint, fingerprint) &&
	       !is_approver(w, requester);
}
