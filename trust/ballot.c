/* SPDX-License-Identifier: MIT */
/*
 * ballot.c: verify, then read the same bytes, then compare each with the rule.
 *
 * The key id of an envelope only says whose key to try. Nothing that the vote says is believed
 * before the signature holds, and nothing after it but what the rule asked.
 */
#include "ballot.h"

#include "clock.h"
#include "reason.h"

bool
key_counts_for(const struct poll *poll, const char *keyid, int64_t signed_us, struct err *err)
{
	const struct trust *t = poll->q->trust;
	const struct person_key *key;
	const struct person *p;

	return key_held(t, keyid, signed_us, poll->q->now_us, &p, err) &&
	       (!poll->now_too || trust_key(t, keyid, poll->q->now_us, &key, err));
}

static bool
verify(const struct poll *poll, struct str json, struct ballot *out, struct err *err)
{
	struct signer signer;

	if (!envelope_signer(poll->a, poll->q->trust, json, &signer, err))
		return false;
	out->voter = signer.person;
	out->key = signer.key;
	return vote_read(poll->a, signer.envelope.payload, &out->vote, err);
}

static bool
is_the_voters(const struct poll *poll, struct ballot *b, struct err *err)
{
	if (!str_eq(b->vote.voter, b->voter->id))
		return err_set(
		    err, ERR_REFUSED, "the key of '%.*s' signed it", STR_ARG(b->voter->id));
	if (!str_eq(b->vote.printed_name, b->voter->name))
		return err_set(
		    err, ERR_REFUSED, "the printed name differs from the one in the trust file");
	return key_counts_for(poll, b->key->id, b->vote.voted_us, err);
}

static bool
is_about_this(const struct poll *poll, struct ballot *b, struct err *err)
{
	const struct approval_rule *r = &poll->rule;
	const struct vote *v = &b->vote;

	if (strcmp(v->subject_sha256, poll->q->subject_sha256) != 0)
		return err_set(err, ERR_REFUSED, "it is for another subject");
	if (strcmp(v->rule_sha256, poll->rule_sha256) != 0)
		return err_set(err, ERR_REFUSED, "it was cast under another rule");
	if (!str_eq(v->approval, r->approval))
		return err_set(err, ERR_REFUSED, "it is for another approval");
	if (!str_eq(v->run, r->run))
		return err_set(err, ERR_REFUSED, "it is for another run");
	if (!str_eq(v->kind, r->kind))
		return err_set(err, ERR_REFUSED, "it is for another kind of approval");
	if (v->round != r->round)
		return err_set(err, ERR_REFUSED, "it is for another round");
	if (!str_eq(v->nonce, r->nonce))
		return err_set(err, ERR_REFUSED, "its nonce is another approval's");
	return true;
}

static bool
is_in_time(const struct poll *poll, struct ballot *b, struct err *err)
{
	const struct approval_rule *r = &poll->rule;
	const struct vote *v = &b->vote;
	int64_t now = poll->q->now_us;

	if (v->voted_us < r->opened_us)
		return err_set(err, ERR_REFUSED, "it was cast before the approval opened");
	if (v->voted_us > r->decide_by_us)
		return err_set(err, ERR_REFUSED, "it was cast after the time to decide");
	if (v->voted_us > now + CLOCK_SKEW_US)
		return err_set(err, ERR_REFUSED, "it was cast in the future");
	if (v->expires_us < v->voted_us)
		return err_set(err, ERR_REFUSED, "it expired before it was cast");
	if (poll->now_too && now > r->decide_by_us)
		return err_set(err, ERR_REFUSED, "the time to decide is over");
	if (poll->now_too && now > v->expires_us)
		return err_set(err, ERR_REFUSED, "it has expired");
	return true;
}

struct str
need_scope(const struct poll *poll, const struct approval_need *need)
{
	return str_is(need->scope, "*") ? poll->rule.scope : need->scope;
}

static bool
holds_role(const struct poll *poll, const struct ballot *b, const struct person *p, struct err *err)
{
	struct str scope = need_scope(poll, b->need);

	if (person_holds(p, b->need->role, scope, b->vote.voted_us) &&
	    (!poll->now_too || person_holds(p, b->need->role, scope, poll->q->now_us)))
		return true;
	return err_set(err, ERR_REFUSED, "'%.*s' does not hold the role '%.*s' for '%.*s'",
	    STR_ARG(p->id), STR_ARG(b->need->role), STR_ARG(scope));
}

static bool
may_fill_its_need(const struct poll *poll, struct ballot *b, struct err *err)
{
	const struct trust *t = poll->q->trust;

	for (size_t i = 0; !b->need && i < poll->rule.need_count; i++)
		if (str_eq(poll->rule.needs[i].name, b->vote.need))
			b->need = &poll->rule.needs[i];
	if (!b->need)
		return err_set(
		    err, ERR_REFUSED, "the rule has no need '%.*s'", STR_ARG(b->vote.need));
	if (b->vote.on_behalf.n == 0)
		return holds_role(poll, b, b->voter, err);
	if (str_eq(b->vote.on_behalf, b->vote.voter))
		return err_set(err, ERR_REFUSED, "a person can't vote on their own behalf");
	b->delegator = trust_person(t, b->vote.on_behalf);
	if (!b->delegator)
		return err_set(err, ERR_REFUSED, "'%.*s' is not in the trust file",
		    STR_ARG(b->vote.on_behalf));
	return ballot_is_delegated(poll, b, err) && holds_role(poll, b, b->delegator, err);
}

static bool
is_not_his_own(const struct poll *poll, const struct person *p, struct err *err)
{
	const struct approval_rule *r = &poll->rule;

	if (str_eq(p->id, r->requester))
		return err_set(err, ERR_REFUSED, "'%.*s' asked for this run", STR_ARG(p->id));
	for (size_t i = 0; i < r->author_count; i++)
		if (str_eq(p->id, r->authors[i]))
			return err_set(
			    err, ERR_REFUSED, "'%.*s' is an author of this code", STR_ARG(p->id));
	return true;
}

static bool
is_of_another(const struct poll *poll, struct ballot *b, struct err *err)
{
	if (poll->solo)
		return true;
	return is_not_his_own(poll, b->voter, err) &&
	       (!b->delegator || is_not_his_own(poll, b->delegator, err));
}

/* Saying no must be easy: a ticket is asked for an approval alone, and who abstains owes no reason.
 */
static bool
is_reasoned(const struct poll *poll, struct ballot *b, struct err *err)
{
	const struct vote *v = &b->vote;

	if (v->decision == VOTE_ABSTAIN)
		return true;
	if (!reason_says_something(v->reason, poll->rule.reason_min, err))
		return false;
	return v->decision != VOTE_APPROVE ||
	       ticket_fits(poll->a, poll->rule.ticket, v->ticket, err);
}

bool
ballot_judge(const struct poll *poll, struct str envelope, struct ballot *out, struct err *err)
{
	static bool (*const steps[])(const struct poll *, struct ballot *, struct err *) = {
	    is_the_voters, is_about_this, is_in_time, may_fill_its_need, is_of_another,
	    is_reasoned};

	*out = (struct ballot){.need = NULL};
	if (!verify(poll, envelope, out, err))
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(steps); i++)
		if (!steps[i](poll, out, err))
			return err_wrap(err, "the vote of '%.*s'", STR_ARG(out->vote.voter));
	return true;
}
