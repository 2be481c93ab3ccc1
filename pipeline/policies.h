/* SPDX-License-Identifier: MIT */
/* policies.h: the bundle's policy that a stored task was asked for under. Private to this folder.
 */
#ifndef PIPELINE_POLICIES_H
#define PIPELINE_POLICIES_H

#include "installed.h"
#include "load_cache.h"
#include "run.h"

struct policy_pin {
	struct str bundle, policy, sha256; /* sha256: the bundle's */
	int64_t revision;
};
/* The policy of a stored task: the bundle's, or else the policy's own files. */
struct policy_stored {
	const struct policy_pin *pin; /* NULL: it came in no bundle */
	struct policy_source *files;  /* by the paths at which they would lie */
	size_t count;
	struct kept_policy *kept; /* of these files, loaded or not; or NULL */
	struct loads *loads;      /* that it is among */
};
/* policy_load, of this machine's files with packs as `texts` finds them; or the policy that `loads` (or NULL) keeps
 * of them, where nothing has changed since (policy_kept.c). */
bool policy_load_kept(struct arena *a, struct loads *loads, const char *path,
    const struct policy_texts *texts, struct policy **out, struct err_list *errs);
/* That very one, if it is in force here still; or, of its files alone, the one at `path`, if this
 * machine takes it. */
bool policy_take_again(struct arena *a, const char *trust, const struct policy_stored *stored,
    const char *path, struct policy **out, struct err_list *errs);
/* One that is only tried beside it, of those files. */
bool policy_try_again(struct arena *a, const struct policy_stored *stored, const char *path,
    struct policy **out, struct err_list *errs);

#endif
