/* SPDX-License-Identifier: MIT */
/*
 * ballot.h: one signed vote, judged. quorum.c counts what passes here.
 */
#ifndef TRUST_BALLOT_H
#define TRUST_BALLOT_H

#include "trust.h"

#define CLOCK_SKEW_US INT64_C(60000000) /* how far two machines' clocks may be apart */
#define VOTES_MAX 256
#define DELEGATIONS_MAX 256

struct signed_delegation {
	struct delegation terms;
	struct envelope envelope;
};

/* The rule and state by which all votes of one approval are judged. */
struct poll {
	struct arena *a;
	const struct quorum_request *q;
	struct approval_rule rule;
	char rule_sha256[DIGEST_HEX_BYTES];
	bool solo;    /* the one person of the trust file may approve what is his own */
	bool now_too; /* a vote that comes in: key, role and time must count now as well */
	struct signed_delegation *delegations;
};

struct ballot {
	struct vote vote;
	const struct person *voter, *delegator; /* delegator: NULL where he votes for himself */
	const struct person_key *key;
	const struct approval_need *need;
};

bool poll_open(struct arena *a, const struct quorum_request *q, struct poll *out, struct err *err);
bool ballot_judge(
    const struct poll *poll, struct str envelope, struct ballot *out, struct err *err);
/* The delegation that lets ballot->voter vote for ballot->delegator. */
bool ballot_is_delegated(const struct poll *poll, const struct ballot *b, struct err *err);
/* A key counts when it signed, and nobody has revoked it since. */
bool key_counts_for(const struct poll *poll, const char *keyid, int64_t signed_us, struct err *err);
/* The scope of a need under this rule. */
struct str need_scope(const struct poll *poll, const struct approval_need *need);
/* By the key's id, whenever it counts; NULL where it is nobody's. */
const struct person *trust_owner(
    const struct trust *t, const char *keyid, const struct person_key **key);

/* The same among the agents. */
const struct person *agent_owner(
    const struct trust *t, const char *keyid, const struct person_key **key);
/* ERR_INPUT, by time, where the owner's key does not count at that moment. */
bool key_counts(struct str owner, const struct person_key *k, int64_t at_us, struct err *err);

#endif
