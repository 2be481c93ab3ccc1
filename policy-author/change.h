/* SPDX-License-Identifier: MIT */
/* change.h: how much changed between two programs, for people who have read the first. */
#ifndef POLICY_CHANGE_H
#define POLICY_CHANGE_H

#include "arena.h"

/* Zero where the syntax changed, or where it can't be told. */
enum policy_change {
	CHANGE_STRUCTURAL = 0,
	CHANGE_CONSTANTS, /* numbers and strings alone */
	CHANGE_LAYOUT,    /* comments and white space alone */
	CHANGE_NONE,
};
enum policy_change policy_change_kind(struct arena *a, struct str before, struct str after);
const char *policy_change_name(enum policy_change c); /* "structural", "constants only" ... */

#endif
