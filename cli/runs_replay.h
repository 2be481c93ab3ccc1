/* SPDX-License-Identifier: MIT */
#ifndef CLI_RUNS_REPLAY_H
#define CLI_RUNS_REPLAY_H

#include "place.h"

/* Prints what the replay of that run says; 0 where the same came out, 1 where not. */
int runs_replay(struct arena *a, const struct place *p, const char *run, bool json);

#endif
