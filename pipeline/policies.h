/* SPDX-License-Identifier: MIT */
/* policies.h: the bundle's policy that a stored task was asked for under. Private to this folder.
 */
#ifndef PIPELINE_POLICIES_H
#define PIPELINE_POLICIES_H

#include "installed.h"
#include "sluice.h"

struct policy_pin {
	struct str bundle, policy, sha256; /* sha256: the bundle's */
	int64_t revision;
};
/* That very one, if it is in force here still. */
bool policy_take_again(struct arena *a, const char *trust, const struct policy_pin *pin,
    struct policy **out, struct err_list *errs);

#endif
