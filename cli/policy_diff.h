/* SPDX-License-Identifier: MIT */
/* policy_diff.h: what the parts of `sluice policy diff` share. */
#ifndef CLI_POLICY_DIFF_H
#define CLI_POLICY_DIFF_H

#include "actions.h"
#include "compare.h"

/* Judges the code of the store's past runs, newest first, identical code once. */
bool diff_over_runs(
    struct arena *a, const struct options *o, struct comparison *c, struct err *err);

#endif
