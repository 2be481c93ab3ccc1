/* SPDX-License-Identifier: MIT */
/*
 * terms.h: a policy's requirements for approval, as an approval's rule. The store keeps the rule
 * that was written when the approval was opened. Code that acts on the rule compares it with the
 * policy again, so that a forged rule can't require fewer people than the policy. Private to this
 * folder and its tests.
 */
#ifndef PIPELINE_TERMS_H
#define PIPELINE_TERMS_H

#include "policy.h"
#include "store.h"

/*
 * Fills what the policy says: scope, needs (but for the emergency role, which is no part of a
 * quorum), times as spans, reason, ticket, blindness. ERR_REFUSED where the policy names nobody.
 */
bool terms_write(
    struct arena *a, const struct policy *p, struct approval_rule *rule, struct err *err);
/* ERR_REFUSED, by name, where the rule asks for less than the policy: also of an emergency. */
bool terms_hold(const struct policy *p, const struct approval_rule *rule, struct err *err);
/* The same of the rule under which an exception was granted, for this policy or for all. */
bool terms_grant(const struct policy *p, const struct approval_rule *rule, struct err *err);

#endif
