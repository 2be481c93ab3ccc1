/* SPDX-License-Identifier: MIT */
/* runs_shadow.h: what the policies that were tried would have said of the runs that were. */
#ifndef CLI_RUNS_SHADOW_H
#define CLI_RUNS_SHADOW_H

#include "place.h"

/* Over the newest runs that the filter lets through; the exit code. */
int runs_shadow(struct arena *a, const struct place *p, const struct run_filter *filter, bool json);

#endif
