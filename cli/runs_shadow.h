/* SPDX-License-Identifier: MIT */
/* runs_shadow.h: what the policies that were tried would have said of the runs that were. */
#ifndef CLI_RUNS_SHADOW_H
#define CLI_RUNS_SHADOW_H

#include "actions.h"

/* Over the newest runs that the filter lets through; the exit code. */
int runs_shadow(struct call *c, const struct run_filter *filter);

#endif
