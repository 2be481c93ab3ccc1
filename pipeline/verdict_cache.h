/* SPDX-License-Identifier: MIT */
/*
 * verdict_cache.h: the verdicts that a long-lived caller has had, by code, policy and engine, for
 * one thread: at most 32 MB of them. `c` may be NULL, which is no cache.
 */
#ifndef PIPELINE_VERDICT_CACHE_H
#define PIPELINE_VERDICT_CACHE_H

#include "policy.h"

#define VERDICT_CACHE_MAX 128
#define VERDICT_BYTES_MAX ((size_t)256 << 10) /* of one: larger ones are judged again */

struct verdict_cache;
struct verdict_cache *verdict_cache_new(void); /* NULL when out of memory */
void verdict_cache_free(struct verdict_cache *c);
/* policy_check_at, or a copy in `a` of what it said before. */
bool verdict_check(struct verdict_cache *c, const struct policy *p, struct arena *a,
    struct str code, const struct check_setting *at, struct policy_verdict *out, struct err *err);
/* A copy in `a` of what an earlier check said; false where none did. */
bool verdict_recall(struct verdict_cache *c, const struct policy *p, struct arena *a,
    struct str code, const struct check_setting *at, struct policy_verdict *out);

#endif
