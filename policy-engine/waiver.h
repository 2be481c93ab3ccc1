/* SPDX-License-Identifier: MIT */
/*
 * waiver.h: findings that somebody answers for, for a while.
 *
 * Waivers stand in a YAML file (waivers.schema.json; docs/waivers.md), outside the code that they
 * are for. A policy names its file; `sluice check` may be given another. Who may let what pass is
 * decided in one place, waivers_apply, also for the exceptions that people grant in the store.
 */
#ifndef POLICY_WAIVER_H
#define POLICY_WAIVER_H

#include "policy.h"

#define WAIVER_DAYS_USUAL 90 /* from creation to expiry, where the policy says nothing else */

struct waiver {
	struct str id, rule;
	struct str code, fingerprint, path; /* its scope: exactly one; digests in hex, or a glob */
	struct str reason, ticket, owner, approver; /* ticket may be empty */
	int64_t from_us, until_us;                  /* UTC; until is the first moment without it */
	const char *file;                           /* where it stands, or NULL */
	unsigned line, column;
};

#endif
