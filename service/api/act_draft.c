/* SPDX-License-Identifier: MIT */
#include "act_draft.h"

#include "ledger.h"

bool
act_draft(
    struct store *s, struct arena *a, const struct act_wish *wish, struct str *out, struct err *err)
{
	struct log_identity log;
	char nonce[STORE_ID_BYTES];
	int64_t now = store_now_us(s);

	store_id("say", nonce);
	if (!ledger_identity(s, a, &log, err) || !act_role_held(wish->by, wish->kind, now, err))
		return false;
	const struct act act = {.kind = wish->kind,
	    .store = log.origin,
	    .by = wish->by->id,
	    .printed_name = wish->by->name,
	    .target = wish->target,
	    .terms = wish->terms.n > 0 ? wish->terms : STR("{}"),
	    .reason = str_trim(wish->reason),
	    .nonce = str_from(nonce),
	    .made_us = now};
	return act_sign_text(a, &act, out, err);
}

/* -- exceptions ------------------------------------------------------------------------------ */

/* An exception is for an escalation that decides: not for a denial, nor for what is only tried. */
static bool
is_asked(const struct json_doc *d, const struct json_node *f)
{
	return str_is(json_get_text(d, f, "decision", STR("deny")), "escalate") &&
	       !json_get(d, f, "shadow");
}

const struct json_node *
finding_asked(const struct json_doc *d, struct str print)
{
	for (const struct json_node *f = json_first(d, json_root(d)); f; f = json_next(d, f)) {
		struct str own = json_get_text(d, f, "fingerprint", STR(""));
		if (own.n > 0 && str_starts(own, print) && is_asked(d, f))
			return f;
	}
	return NULL;
}

bool
exception_draft(struct store *s, const struct question *q, const struct exception_wish *wish,
    struct waiver *out, struct err *err)
{
	const struct json_node *f = finding_asked(&q->findings_doc, wish->finding);

	if (!f)
		return err_set(err, ERR_INPUT,
		    "this run has no finding whose id begins with '%.*s'", STR_ARG(wish->finding));
	*out = (struct waiver){.id = wish->id,
	    .rule = json_get_text(&q->findings_doc, f, "rule", STR("")),
	    .fingerprint = json_get_text(&q->findings_doc, f, "fingerprint", STR("")),
	    .policy = wish->policy.n > 0 ? wish->policy : q->approval.asked.scope,
	    .owner = wish->owner,
	    .proposed_by = wish->by->id,
	    .reason = wish->reason,
	    .from_us = store_now_us(s),
	    .until_us = wish->until_us,
	    .max_uses = wish->uses};
	return true;
}

struct approval_rule
exception_rule(const struct question *q)
{
	struct approval_rule rule = q->approval.asked;

	rule.decide_by_us -= rule.opened_us;
	rule.remind_us -= rule.opened_us;
	return rule;
}

const char *
exception_standing(const struct stored_exception *e, int64_t now_us)
{
	if (e->revoked_us != 0)
		return "revoked";
	if (!e->granted)
		return "proposed";
	if (now_us >= e->terms.until_us)
		return "expired";
	return e->uses >= e->terms.max_uses ? "used up" : "granted";
}
