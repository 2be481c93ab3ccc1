/* SPDX-License-Identifier: MIT */
/* compare_parts.h: what the comparing files share. */
#ifndef POLICY_COMPARE_PARTS_H
#define POLICY_COMPARE_PARTS_H

#include "compare.h"
#include "judge.h"

/* How much is let through: the table lets some through, and so does a rule with conditions. */
enum compare_rank { RANK_DENY = 0, RANK_ESCALATE, RANK_TABLE, RANK_RULE, RANK_ALLOW };

struct compare_side {
	unsigned rank;
	struct str says;
};

struct comparer {
	struct arena *arena;
	struct comparison *out;
	struct words seen;
	struct str profile; /* the settings in hand are this profile's; empty: the policy's */
	bool failed;
};

/* Sides of one rank with other words count as loosened: nobody can tell. */
void compare_add(
    struct comparer *c, struct str what, struct compare_side before, struct compare_side after);
struct compare_side compare_decision(enum decision d);
/* compare_form.c: the same words for rules about the same. */
void compare_put_predicate(struct buf *out, const struct predicate *p);
/* compare_settings.c */
void compare_rules(struct comparer *c);
/* Limits and settings: of the policies, or of their profiles. */
void compare_settings(struct comparer *c, const struct policy *a, const struct policy *b);
void compare_profiles(struct comparer *c);

#endif
