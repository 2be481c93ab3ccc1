/* SPDX-License-Identifier: MIT */
/* stores.c: stores that requests borrow, and how often somebody may ask. */
#include "serving.h"

#include "clock.h"

#include <errno.h>
#include <time.h>

#define STORE_ARENA_BYTES ((size_t)1 << 30)
#define WAIT_S 5

void
stores_begin(struct store_pool *p, const char *where, struct belief *belief)
{
	*p = (struct store_pool){.where = where, .belief = belief};
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->given_back, NULL);
}

static void
close_one(struct pooled one)
{
	store_close(one.store);
	arena_free(one.a);
}

static bool
open_one(struct store_pool *p, struct pooled *out, struct err *err)
{
	const struct trust *trust = belief_now(p->belief);

	out->store = NULL;
	out->a = arena_new(STORE_ARENA_BYTES);
	if (!out->a)
		return err_memory(err);
	if (!store_open(out->a, p->where, &out->store, err)) {
		arena_free(out->a);
		return false;
	}
	if (trust)
		store_believe(out->store, trust);
	if (!trust || trust_is_in_force(out->store, trust, err))
		return true;
	close_one(*out);
	return false;
}

/* With the lock held: an idle one, or the right to open one. */
static bool
wait_for_one(struct store_pool *p, struct pooled *out, bool *open, struct err *err)
{
	struct timespec until;

	(void)clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += WAIT_S;
	while (p->idle_count == 0 && p->open_count == STORES_MAX)
		if (pthread_cond_timedwait(&p->given_back, &p->lock, &until) == ETIMEDOUT)
			return err_set(
			    err, ERR_SYSTEM, "all %d store connections are in use", STORES_MAX);
	*open = p->idle_count == 0;
	if (*open)
		p->open_count++;
	else
		*out = p->idle[--p->idle_count];
	return true;
}

bool
stores_take(struct store_pool *p, struct pooled *out, struct err *err)
{
	bool open = false;

	pthread_mutex_lock(&p->lock);
	bool good = wait_for_one(p, out, &open, err);
	pthread_mutex_unlock(&p->lock);
	if (good && !open)
		store_believe(out->store, belief_now(p->belief));
	if (!good || !open)
		return good;
	if (open_one(p, out, err))
		return true;
	pthread_mutex_lock(&p->lock);
	p->open_count--;
	pthread_cond_signal(&p->given_back);
	pthread_mutex_unlock(&p->lock);
	return false;
}

void
stores_give(struct store_pool *p, struct pooled one, bool sound)
{
	if (!sound)
		close_one(one);
	pthread_mutex_lock(&p->lock);
	if (sound)
		p->idle[p->idle_count++] = one;
	else
		p->open_count--;
	pthread_cond_signal(&p->given_back);
	pthread_mutex_unlock(&p->lock);
}

void
stores_end(struct store_pool *p)
{
	for (size_t i = 0; i < p->idle_count; i++)
		close_one(p->idle[i]);
	pthread_cond_destroy(&p->given_back);
	pthread_mutex_destroy(&p->lock);
}

/* -- rates ----------------------------------------------------------------------------------- */

/* Two whose digests meet in one slot share its calls. */
bool
rates_allow(struct rates *r, int64_t per_second, struct str who)
{
	double most = (double)per_second * 2;
	int64_t now_us = clock_us();
	struct digest d;
	uint64_t hash;
	bool allowed;

	digest_of(who, &d);
	memcpy(&hash, d.bytes, sizeof(hash));
	struct rate *slot = &r->slots[hash % RATE_SLOTS];
	pthread_mutex_lock(&r->lock);
	if (slot->at_us == 0)
		slot->left = most;
	slot->left +=
	    slot->at_us == 0 ? 0 : (double)(now_us - slot->at_us) * (double)per_second / 1e6;
	slot->left = slot->left > most ? most : slot->left;
	slot->at_us = now_us;
	allowed = slot->left >= 1;
	slot->left -= allowed;
	pthread_mutex_unlock(&r->lock);
	return allowed;
}
