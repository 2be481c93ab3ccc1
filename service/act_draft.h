/* SPDX-License-Identifier: MIT */
/* act_draft.h: what a person is about to sign besides votes, as a statement. Nothing is believed for it: the signature
 * is judged where it comes in. */
#ifndef SERVICE_ACT_DRAFT_H
#define SERVICE_ACT_DRAFT_H

#include "question.h"

struct act_wish {
	enum act_kind kind;
	const struct person *by;
	struct str target, terms, reason; /* terms: a canonical JSON object; empty: none */
};
/* The bytes that are signed, for this store and now; the arena's. ERR_REFUSED where that person does not hold the role
 * that the kind asks for. */
bool act_draft(struct store *s, struct arena *a, const struct act_wish *wish, struct str *out,
    struct err *err);

struct exception_wish {
	struct str id, finding; /* finding: how its fingerprint begins */
	struct str policy;      /* empty: the one that the run named */
	struct str owner, reason;
	const struct person *by;
	int64_t until_us, uses;
};
/* The terms of an exception for a finding of this question. ERR_INPUT where no finding that a person is asked about
 * begins so. */
bool exception_draft(struct store *s, const struct question *q, const struct exception_wish *wish,
    struct waiver *out, struct err *err);
/* The rule that the exception is decided by: that of the run itself. Its times are spans. */
struct approval_rule exception_rule(const struct question *q);
/* The finding whose fingerprint begins so, among those that people are asked about; NULL where there is none. */
const struct json_node *finding_asked(const struct json_doc *findings, struct str print);
/* "granted", "proposed", "revoked", "used up" or "expired". */
const char *exception_standing(const struct stored_exception *e, int64_t now_us);

#endif
