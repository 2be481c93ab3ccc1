/* SPDX-License-Identifier: MIT */
/* vote_draft.h: a vote as its voter is about to sign it. Nothing is believed for it: what a vote is
 * about has been hashed by question_read, and the signature is judged where it comes in. */
#ifndef SERVICE_VOTE_DRAFT_H
#define SERVICE_VOTE_DRAFT_H

#include "question.h"

struct vote_wish {
	const char *answer; /* approve, reject, request-changes, abstain, break-glass */
	const struct person *voter;
	const char *need, *on_behalf; /* NULL: the first need that the voter fills; nobody */
	struct str reason, ticket;
	int64_t now_us;
};
/* Whether this person could fill the need: he holds its role, and neither asked nor wrote. */
bool vote_could(const struct stored_approval *a, const struct approval_need *need,
    const struct person *p, int64_t now_us);
/* The meaning of the signature, in the words that are signed; empty if the answer is none. */
struct str vote_meaning(const struct question *q, const char *answer);
/* Everything is the arena's, the question's or the trust file's. ERR_REFUSED where the voter holds
 * no role that the rule asks for. */
bool vote_draft(struct arena *a, const struct trust *t, const struct question *q,
    const struct vote_wish *wish, struct vote *out, struct err *err);

#endif
