/* SPDX-License-Identifier: MIT */
/*
 * delegated.c: a vote in another's place.
 *
 * A role comes from the trust file alone. So a delegation counts only of a person who holds the
 * role himself, which is why it can't be passed on.
 */
#include "ballot.h"

#define DELEGATION_US_MAX (INT64_C(30) * 86400 * 1000000)

static bool
is_signed(const struct poll *poll, const struct signed_delegation *s, const struct ballot *b,
    struct err *err)
{
	const struct person_key *key;

	if (s->envelope.count != 1 ||
	    trust_owner(poll->q->trust, s->envelope.signatures[0].keyid, &key) != b->delegator ||
	    !envelope_verify(&s->envelope, 0, &key->key))
		return err_set(err, ERR_REFUSED, "the person who delegates did not sign it");
	return key_counts_for(poll, key->id, b->vote.voted_us, err);
}

static bool
covers(const struct poll *poll, const struct delegation *d, const struct ballot *b, struct err *err)
{
	int64_t voted = b->vote.voted_us, now = poll->q->now_us;

	if (d->until_us <= d->from_us || d->until_us - d->from_us > DELEGATION_US_MAX)
		return err_set(err, ERR_REFUSED, "it lasts more than 30 days, or no time at all");
	if (voted < d->from_us)
		return err_set(err, ERR_REFUSED, "it begins after the vote");
	if (voted >= d->until_us || (poll->now_too && now >= d->until_us))
		return err_set(err, ERR_REFUSED, "it is over");
	if (!str_is(d->scope, "*") && !str_eq(d->scope, need_scope(poll, b->need)))
		return err_set(
		    err, ERR_REFUSED, "it is for another scope: '%.*s'", STR_ARG(d->scope));
	return true;
}

/* The first that fits decides the words where none holds. */
bool
ballot_is_delegated(const struct poll *poll, const struct ballot *b, struct err *err)
{
	struct err why = {.code = ERR_NONE};

	for (size_t i = 0; i < poll->q->delegation_count; i++) {
		const struct signed_delegation *s = &poll->delegations[i];
		const struct delegation *d = &s->terms;
		struct err this_one = {.code = ERR_NONE};

		if (!str_eq(d->from, b->delegator->id) || !str_eq(d->to, b->voter->id) ||
		    !str_eq(d->role, b->need->role))
			continue;
		if (is_signed(poll, s, b, &this_one) && covers(poll, d, b, &this_one))
			return true;
		if (why.code == ERR_NONE) {
			why = this_one;
			err_wrap(&why, "the delegation '%.*s'", STR_ARG(d->id));
		}
	}
	if (why.code == ERR_NONE)
		err_set(&why, ERR_REFUSED, "'%.*s' has not delegated the role '%.*s' to '%.*s'",
		    STR_ARG(b->delegator->id), STR_ARG(b->need->role), STR_ARG(b->voter->id));
	*err = why;
	return false;
}
