/* SPDX-License-Identifier: MIT */
/*
 * load_cache.h: what stored tasks have in common, loaded once by a long-lived caller, for one thread:
 * policies, by the digests of the files that they are read from, and the schema of task files. `c` may
 * be NULL, which is no cache.
 *
 * Nothing is believed for being here: the digests are those of the task's manifest, the files were
 * compared with them when they were fetched, and whether this machine takes the policy is asked each
 * time.
 */
#ifndef PIPELINE_LOAD_CACHE_H
#define PIPELINE_LOAD_CACHE_H

#include "hash.h"
#include "policy.h"

#define LOAD_CACHE_MAX 8
#define LOAD_BYTES_MAX ((size_t)8 << 20) /* of one: larger ones are loaded again */

struct schema;
struct load_cache;
struct load_cache *load_cache_new(void); /* NULL when out of memory */
void load_cache_free(struct load_cache *c);

struct kept_policy {
	struct arena *arena; /* of all that follows */
	struct policy_source *files;
	size_t count;
	struct policy *policy; /* NULL: still to be loaded, files and all */
	const char *path;      /* the file of them that it is */
};
/* The policy of files with this key, or a place for it, which stays until the seventh other is asked
 * for. NULL where there is none. */
struct kept_policy *load_cache_policy(struct load_cache *c, const struct digest *key);
/* schema_of_text, in `a` where nothing is kept. */
bool load_cache_schema(struct load_cache *c, struct arena *a, struct str text, const char *name,
    struct schema **out, struct err_list *errs);

#endif
