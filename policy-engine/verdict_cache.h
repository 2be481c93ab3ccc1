/* SPDX-License-Identifier: MIT */
/* verdict_cache.h: what a check asks of the cache that its caller keeps (policy.h). */
#ifndef POLICY_VERDICT_CACHE_H
#define POLICY_VERDICT_CACHE_H

#include "model.h"

#define VERDICT_CACHE_MAX 128
#define VERDICT_BYTES_MAX ((size_t)256 << 10) /* of one: larger ones are judged again */

/* A copy in `a` of what an earlier check said; false where none did. `c` may be NULL. */
bool verdict_recall(struct verdict_cache *c, const struct policy *p, struct arena *a,
    struct str code, const struct check_setting *at, struct policy_verdict *out);
void verdict_keep(struct verdict_cache *c, const struct policy *p, struct str code,
    const struct check_setting *at, const struct policy_verdict *v);

#endif
