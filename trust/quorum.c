/* SPDX-License-Identifier: MIT */
/*
 * quorum.c: all votes of an approval together.
 *
 * A person counts once: as a voter, or as one whose vote another cast, and never as both. Nothing
 * is skipped: a vote that does not hold fails the whole, since who puts bad votes beside good ones
 * is not to be believed about which are which.
 */
#include "ballot.h"

#include "record.h"

#include "clock.h"

static bool
read_delegations(struct poll *poll, struct err *err)
{
	const struct quorum_request *q = poll->q;

	if (q->delegation_count > DELEGATIONS_MAX)
		return err_set(err, ERR_LIMIT, "more than %d delegations", DELEGATIONS_MAX);
	poll->delegations =
	    arena_array(poll->a, q->delegation_count + 1, sizeof(*poll->delegations));
	if (!poll->delegations)
		return err_memory(err);
	for (size_t i = 0; i < q->delegation_count; i++) {
		struct signed_delegation *s = &poll->delegations[i];
		if (!envelope_read(poll->a, q->delegations[i], &s->envelope, err) ||
		    !delegation_read(poll->a, s->envelope.payload, &s->terms, err))
			return err_wrap(err, "delegation %zu of %zu", i + 1, q->delegation_count);
	}
	return true;
}

/* Four eyes are given up only where there are no other two, and both files say so. */
static bool
settle_solo(struct poll *poll, struct err *err)
{
	const struct trust *t = poll->q->trust;
	bool alone = t->solo && t->count == 1;

	if (poll->rule.solo && !alone)
		return err_set(err, ERR_REFUSED,
		    "the rule is for one person, but the trust file lists several");
	poll->solo = poll->rule.solo && alone && str_eq(poll->rule.requester, t->people[0].id);
	return true;
}

bool
poll_open(struct arena *a, const struct quorum_request *q, struct poll *out, struct err *err)
{

	*out = (struct poll){.a = a, .q = q};
	if (!q->trust || !q->subject_sha256 || !is_digest(str_from(q->subject_sha256)) ||
	    q->now_us <= 0)
		return err_set(err, ERR_REFUSED,
		    "a quorum is asked of a trust file, a subject's SHA-256 and a time");
	digest_hex_of(q->rule, out->rule_sha256);
	return approval_rule_read(a, q->rule, &out->rule, err) && settle_solo(out, err) &&
	       read_delegations(out, err);
}

/* A vote that can't be read is refused like one that does not hold; a failure of the system is not. */
static bool
refused(struct err *err)
{
	if (err->code == ERR_INPUT || err->code == ERR_LIMIT)
		err->code = ERR_REFUSED;
	return false;
}

bool
vote_counts(struct arena *a, const struct quorum_request *q, struct str envelope, struct vote *out,
    struct err *err)
{
	struct ballot ballot;
	struct poll poll;

	*out = (struct vote){.decision = VOTE_NONE};
	if (!poll_open(a, q, &poll, err))
		return refused(err);
	poll.now_too = true;
	if (!ballot_judge(&poll, envelope, &ballot, err))
		return refused(err);
	*out = ballot.vote;
	return true;
}

static bool
in_time(const struct poll *poll, struct err *err)
{
	const struct quorum_request *q = poll->q;
	const struct approval_rule *r = &poll->rule;

	if (q->decided_us < r->opened_us)
		return err_set(err, ERR_REFUSED, "it was decided before it opened");
	if (q->decided_us > r->decide_by_us)
		return err_set(err, ERR_REFUSED, "it was decided after the time to decide");
	if (q->decided_us > q->now_us)
		return err_set(err, ERR_REFUSED, "it was decided in the future");
	if ((q->used_us ? q->used_us : q->now_us) > q->decided_us + r->use_for_us)
		return err_set(err, ERR_REFUSED, "the time to use the decision is over");
	return true;
}

static bool
was_there_when_decided(const struct poll *poll, const struct ballot *b, struct err *err)
{
	int64_t decided = poll->q->decided_us;

	if (b->vote.voted_us > decided + CLOCK_SKEW_US)
		return err_set(err, ERR_REFUSED, "the vote of '%.*s' was cast after the decision",
		    STR_ARG(b->vote.voter));
	if (b->vote.expires_us < decided)
		return err_set(err, ERR_REFUSED,
		    "the vote of '%.*s' had expired by the time of the decision",
		    STR_ARG(b->vote.voter));
	return true;
}

static bool
is_new_person(const struct ballot *ballots, size_t count, const struct person *p, struct err *err)
{
	for (size_t i = 0; i < count; i++)
		if (ballots[i].voter == p || ballots[i].delegator == p)
			return err_set(err, ERR_REFUSED, "'%.*s' votes twice", STR_ARG(p->id));
	return true;
}

static bool
is_no_veto(const struct ballot *b, struct err *err)
{
	if (b->vote.decision == VOTE_REJECT)
		return err_set(err, ERR_REFUSED, "'%.*s' rejected it", STR_ARG(b->voter->id));
	if (b->vote.decision == VOTE_REQUEST_CHANGES)
		return err_set(err, ERR_REFUSED, "'%.*s' asked for changes", STR_ARG(b->voter->id));
	return true;
}

static bool
judge_all(const struct poll *poll, struct ballot *ballots, struct err *err)
{
	const struct quorum_request *q = poll->q;

	for (size_t i = 0; i < q->count; i++) {
		struct ballot *b = &ballots[i];
		if (!ballot_judge(poll, q->envelopes[i], b, err))
			return err_wrap(err, "vote %zu of %zu", i + 1, q->count);
		if (!was_there_when_decided(poll, b, err) || !is_no_veto(b, err) ||
		    !is_new_person(ballots, i, b->voter, err) ||
		    (b->delegator && !is_new_person(ballots, i, b->delegator, err)))
			return false;
	}
	return true;
}

static bool
needs_are_met(const struct poll *poll, const struct ballot *ballots, struct err *err)
{
	for (size_t n = 0; n < poll->rule.need_count; n++) {
		const struct approval_need *need = &poll->rule.needs[n];
		int64_t people = 0;
		for (size_t i = 0; i < poll->q->count; i++)
			people +=
			    ballots[i].need == need && ballots[i].vote.decision == VOTE_APPROVE;
		if (people < need->n)
			return err_set(err, ERR_REFUSED,
			    "the need '%.*s' has %lld of %lld approvals", STR_ARG(need->name),
			    (long long)people, (long long)need->n);
	}
	return true;
}

bool
quorum_holds(struct arena *a, const struct quorum_request *q, struct err *err)
{
	struct ballot *ballots = arena_array(a, q->count + 1, sizeof(*ballots));
	struct poll poll;

	if (q->count > VOTES_MAX)
		return err_set(err, ERR_LIMIT, "more than %d votes", VOTES_MAX);
	if (!ballots)
		return err_memory(err);
	bool holds = poll_open(a, q, &poll, err) && in_time(&poll, err) &&
		     judge_all(&poll, ballots, err) && needs_are_met(&poll, ballots, err);
	return holds || refused(err);
}

struct quorum_request
evidence_request(
    const struct trust *t, const struct evidence *e, char subject_sha256[DIGEST_HEX_BYTES])
{
	digest_hex_of(e->subject, subject_sha256);
	return (struct quorum_request){.trust = t,
	    .rule = e->rule,
	    .subject_sha256 = subject_sha256,
	    .envelopes = e->envelopes,
	    .count = e->envelope_count,
	    .delegations = e->delegations,
	    .delegation_count = e->delegation_count,
	    .decided_us = e->decided_us};
}

bool
evidence_holds(struct arena *a, const struct trust *t, const struct evidence *e, int64_t now_us,
    int64_t used_us, struct err *err)
{
	char subject[DIGEST_HEX_BYTES];
	struct quorum_request q = evidence_request(t, e, subject);

	q.now_us = now_us;
	q.used_us = used_us;
	return quorum_holds(a, &q, err);
}
