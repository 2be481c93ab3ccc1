/* SPDX-License-Identifier: MIT */
/* policy_diff.h: what the parts of `sluice policy diff` share. */
#ifndef CLI_POLICY_DIFF_H
#define CLI_POLICY_DIFF_H

#include "cli.h"
#include "compare.h"

struct diff_options {
	struct option_values words, over, acknowledge;
	const char *store, *policy, *since, *until, *limit;
	bool over_runs, json;
};

/* Judges the code of the store's past runs, newest first, identical code once. */
bool diff_over_runs(
    struct arena *a, const struct diff_options *o, struct comparison *c, struct err *err);

#endif
