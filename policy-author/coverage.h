/* SPDX-License-Identifier: MIT */
/*
 * coverage.h: what the tests of a policy made it decide.
 *
 * Each entry of the policy's own file has goals: to be consulted; of a rule to pass, to refuse, and
 * to meet what it can't tell where that has a decision of its own; of a condition to hold; of a
 * predicate to hold and to fail. What is inherited is covered by the tests of the policy that it
 * comes from.
 */
#ifndef POLICY_COVERAGE_H
#define POLICY_COVERAGE_H

#include "outline.h"
#include "suite.h"

struct goal {
	const struct entry *entry;
	struct str title;  /* entry_title */
	const char *what;  /* while it is not met: "is never consulted", "never fails" ... */
	unsigned outcomes; /* bits: any of them is enough */
	bool met;
};

struct coverage {
	struct outline outline;
	uint8_t *seen;     /* by entry: bits of the outcomes that were told */
	uint8_t **seen_by; /* by sample and entry */
	struct goal *goals;
	size_t goal_count, goal_capacity, met;
};

/* Runs the samples once more, watched. */
bool coverage_measure(struct arena *a, const struct suite *s, struct coverage *out,
    struct err_list *errs, struct err *err);
/* Whether at least `percent` of the goals are met. */
bool coverage_reaches(const struct coverage *c, unsigned percent);
void coverage_render(const struct suite *s, const struct coverage *c, struct buf *out);
void coverage_json(const struct coverage *c, struct json_writer *w);

#endif
