/* SPDX-License-Identifier: MIT */
/*
 * load_cache.h: what tasks have in common, loaded once by a long-lived process: policies, and the schema of task
 * files. Threads may share a cache.
 *
 * Nothing is believed for being here. The policy of a stored task is kept by the digests of its manifest, with which
 * its files were compared when they were fetched; one that is read by its path is read again each time, and kept only
 * while its files are the same (policy_kept.c). Whether this machine takes the policy is asked each time.
 */
#ifndef PIPELINE_LOAD_CACHE_H
#define PIPELINE_LOAD_CACHE_H

#include "hash.h"
#include "policy.h"

#define LOAD_CACHE_MAX 8
#define LOAD_BYTES_MAX ((size_t)8 << 20) /* of one: larger ones are loaded again */
#define LOADS_MAX 4                      /* that one user holds; what is more is loaded again */

struct schema;
struct load_cache;
struct load_cache *load_cache_new(void);    /* NULL when out of memory */
void load_cache_free(struct load_cache *c); /* when nobody uses it any more; NULL is fine */

struct kept_policy {
	struct arena *arena; /* of all that follows */
	struct policy_source *files;
	size_t count;
	struct policy *policy; /* NULL: the caller may load it, and then tell loads_keep */
	const char *path;      /* the file of them that it is */
	struct look *looks;    /* of one that was read by its path (policy_kept.c) */
	size_t look_count, look_capacity;
	bool passing; /* it is not to be taken again */
};

/* What one run or one request has taken from a cache. All of it stays until loads_end, which follows its last use. */
struct loads {
	struct load_cache *cache; /* NULL: there is none */
	struct kept_policy *held[LOADS_MAX];
	size_t count;
};
void loads_end(struct loads *l); /* NULL is fine */

/* The policy with this key, or a place for it. NULL where there is none: others are in use, or another thread is
 * loading it. `l` may be NULL. */
struct kept_policy *loads_policy(struct loads *l, const struct digest *key);
void loads_keep(struct loads *l, struct kept_policy *k, struct policy *policy);
/* Nobody else gets it. It stays for those who hold it. */
void loads_forget(struct loads *l, const struct kept_policy *k);
/* schema_of_text, in `a` where nothing is kept. */
bool loads_schema(struct loads *l, struct arena *a, struct str text, const char *name,
    struct schema **out, struct err_list *errs);

#endif
