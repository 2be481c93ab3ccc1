/* SPDX-License-Identifier: MIT */
/* pattern_match.h: patterns (pattern.h) against programs. */
#ifndef POLICY_PATTERN_MATCH_H
#define POLICY_PATTERN_MATCH_H

#include "judge.h"
#include "pattern.h"

#define PATTERN_STEPS_MAX 10000000u /* of matching, of a whole check */

/* Whether two nodes are the same, modulo layout. `steps` grows by what was compared. */
bool pattern_same(const struct facts *f, uint32_t a, uint32_t b, uint32_t *steps);
/* Whether two nodes have as many operands and the same operators, which the trees leave out. */
bool pattern_same_operators(const struct tree *t, uint32_t a, const struct tree *u, uint32_t b);

/* The expression within its parentheses. */
uint32_t pattern_without_parentheses(const struct tree *t, uint32_t node);

struct pattern_match {
	enum truth truth;
	uint32_t end; /* byte where it ends */
	bool is_met;  /* the form is there; what is asked of it may fail */
};
/* Matches the rule's pattern at a candidate; `steps` is what is left of the budget. */
struct pattern_match pattern_try(
    struct judge *j, const struct pattern_rule *r, uint32_t node, uint32_t *steps);
/* A tuple with and without parentheses are two kinds of one thing. */
bool pattern_is_same_kind(enum kind a, enum kind b);

#endif
