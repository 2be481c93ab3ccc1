/* SPDX-License-Identifier: MIT */
/* spread.h: what the dictionaries that a call spreads give under a name. */
#ifndef POLICY_SPREAD_H
#define POLICY_SPREAD_H

#include "judge.h"

#define SPREAD_VALUES 16

struct spread {
	uint32_t values[SPREAD_VALUES]; /* nodes, any of which the call may get */
	unsigned count;
	bool may_miss; /* some of the dictionaries do not have the name */
};

/* False where that can't be told: a list is spread, or a dictionary may hold anything. */
bool spread_find(struct judge *j, uint32_t arguments, struct str keyword, struct spread *out);

#endif
