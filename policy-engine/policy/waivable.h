/* SPDX-License-Identifier: MIT */
/* waivable.h: which findings a waiver may let pass at all, by the rule that makes them. */
#ifndef POLICY_WAIVABLE_H
#define POLICY_WAIVABLE_H

#include "text.h"

struct policy;

enum waivable {             /* what an entry says of itself */
	WAIVABLE_USUAL = 0, /* its escalations, not its denials */
	WAIVABLE_YES,       /* both */
	WAIVABLE_NO,        /* neither */
};

#endif
