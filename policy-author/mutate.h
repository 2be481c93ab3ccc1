/* SPDX-License-Identifier: MIT */
/* mutate.h: whether the tests of a policy would see that one entry of it is gone or looser. */
#ifndef POLICY_MUTATE_H
#define POLICY_MUTATE_H

#include "coverage.h"
#include "mutant.h"

struct mutate_result {
	struct mutants mutants;
	bool *missed; /* by mutant: every test passes all the same */
	size_t missed_count;
};

/* All tests must pass on the policy itself. Limits have mutants where a suite names limits. */
bool mutate_run(struct arena *a, const struct suite *s, const struct coverage *c,
    struct mutate_result *out, struct err *err);
void mutate_render(
    struct arena *a, const struct suite *s, const struct mutate_result *r, struct buf *out);
void mutate_json(
    struct arena *a, const struct suite *s, const struct mutate_result *r, struct json_writer *w);
bool mutate_reaches(const struct mutate_result *r, unsigned percent);

#endif
