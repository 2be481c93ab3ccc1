/* SPDX-License-Identifier: MIT */
#include "belief.h"

#include "clock.h"
#include "store.h"
#include "trace.h"

#include <stdio.h>

#define TRUST_ARENA_BYTES ((size_t)64 << 20)
#define STORE_ARENA_BYTES ((size_t)1 << 30)
#define AGAIN_US 2000000 /* custodians may put the file in force after it has its place */

struct held {
	struct arena *a;
	struct trust *trust;
	struct held *before;
};

static struct held *
load(const char *path, struct err_list *errs)
{
	struct arena *a = arena_new(TRUST_ARENA_BYTES);
	struct held *h = a ? arena_alloc(a, sizeof(*h)) : NULL;

	if (h && trust_load(a, path, &h->trust, errs)) {
		h->a = a;
		return h;
	}
	if (!h)
		(void)err_list_memory(errs);
	arena_free(a);
	return NULL;
}

bool
belief_begin(struct belief *b, const char *path, struct err_list *errs)
{
	*b = (struct belief){.path = path};
	pthread_mutex_init(&b->lock, NULL);
	if (!path)
		return true;
	file_mark_of(path, &b->mark);
	b->held = load(path, errs);
	return b->held != NULL;
}

void
belief_end(struct belief *b)
{
	for (struct held *h = b->held, *before; h; h = before) {
		before = h->before;
		arena_free(h->a);
	}
	b->held = NULL;
}

const struct trust *
belief_now(struct belief *b)
{
	pthread_mutex_lock(&b->lock);
	const struct trust *t = b->held ? b->held->trust : NULL;
	pthread_mutex_unlock(&b->lock);
	return t;
}

bool
belief_is_stale(struct belief *b)
{
	pthread_mutex_lock(&b->lock);
	bool stale = b->again_us != 0;
	pthread_mutex_unlock(&b->lock);
	return stale;
}

/* By a store of its own: those of requests have judged the file that counts now. */
static bool
is_in_force(const struct held *fresh, const char *where, struct err *err)
{
	struct arena *a = arena_new(STORE_ARENA_BYTES);
	struct store *s = NULL;

	bool good = a ? store_open(a, where, &s, err) && trust_is_in_force(s, fresh->trust, err)
		      : err_memory(err);
	store_close(s);
	arena_free(a);
	return good;
}

static void
tell(struct belief *b, const struct err *why)
{
	if (strcmp(b->told, why->message) == 0)
		return;
	snprintf(b->told, sizeof(b->told), "%s", why->message);
	log_line(NULL,
	    "the trust file has changed, but has an error: %s; the previous one stays in force",
	    why->message);
}

static bool
take(struct belief *b, struct held *fresh)
{
	pthread_mutex_lock(&b->lock);
	bool other = strcmp(fresh->trust->sha256, b->held->trust->sha256) != 0;
	if (other) {
		fresh->before = b->held;
		b->held = fresh;
	}
	b->again_us = 0;
	b->told[0] = '\0';
	pthread_mutex_unlock(&b->lock);
	if (other)
		log_line(NULL, "the trust file was read again: revision %lld is in force",
		    (long long)fresh->trust->revision);
	else
		arena_free(fresh->a);
	return other;
}

bool
belief_tend(struct belief *b, const char *store, bool now)
{
	struct err_list errs = {.count = 0};
	struct file_mark mark;
	struct err err;

	if (!b->path)
		return false;
	file_mark_of(b->path, &mark);
	if (!now && memcmp(&mark, &b->mark, sizeof(mark)) == 0 &&
	    (b->again_us == 0 || clock_us() < b->again_us))
		return false;
	b->mark = mark;
	struct held *fresh = load(b->path, &errs);
	if (fresh && is_in_force(fresh, store, &err))
		return take(b, fresh);
	if (fresh)
		arena_free(fresh->a);
	tell(b, fresh ? &err : &errs.items[0]);
	pthread_mutex_lock(&b->lock);
	b->again_us = clock_us() + AGAIN_US;
	pthread_mutex_unlock(&b->lock);
	return false;
}
