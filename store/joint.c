/* SPDX-License-Identifier: MIT */
/*
 * joint.c: several calls as one change, and the changes of several runs as one transaction.
 *
 * Theory: group commit. The threads of a worker share its store by turns: one mutex, which a thread
 * holds while it does anything and gives back while it waits. A store_do of a shared store queues up;
 * who finds enough others in the queue, or has waited long enough, makes one transaction of all
 * that is queued, commits it, and wakes them. Until then none of them has begun its program or told its
 * answer. What a run signs the log for, its receipt, stands before the end of each of them, and what it
 * adds to the log stands before any receipt: the first signature covers all.
 *
 * A part that fails has broken the transaction for all, which is rolled back. Then each is done again on
 * its own (work may run again from its start), so that it fails alone. Where the engine failed, all
 * have failed: nobody knows what a lost connection has committed.
 */
#include "ledger_parts.h"
#include "parts.h"

#include "clock.h"
#include "dialect.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

/* While others write, a log is moved seldom: its pages are those that many transactions change. */
#define LOG_PAGES_SHARED 4096
#define LATE_TRIES 3

struct together {
	store_work *work;
	void *context;
	store_work *ahead, *before; /* in the same transaction, or NULL */
	struct err *err;
	bool soon;
	char started[STORE_ID_BYTES]; /* as the store's: a run whose start needs its place */
	bool over, done;
	struct together *next;
};

struct joint {
	pthread_mutex_t turn;
	pthread_cond_t settled;
	struct together *first, **last;
	size_t count, expected;
	int64_t since_us; /* when the first of them came */
};

/* -- one transaction ------------------------------------------------------------------------- */

struct attempt {
	struct store *store;
	struct together *first;
	bool part_failed;
};

static bool
prepare_all(const struct attempt *a, struct err *err)
{
	bool signs = false;

	for (struct together *t = a->first; t; t = t->next)
		if (t->ahead && !t->ahead(a->store, t->context, err))
			return false;
	for (struct together *t = a->first; t; t = t->next) {
		if (t->before &&
		    !signs) { /* what an attempt before this one has signed is undone */
			free(a->store->signed_note);
			a->store->signed_note = NULL;
			signs = true;
		}
		if (t->before && !t->before(a->store, t->context, err))
			return false;
	}
	return true;
}

static bool
work_all(const struct attempt *a, struct err *err)
{
	char *started = a->store->started;

	for (struct together *t = a->first; t; t = t->next) {
		if (!t->work(a->store, t->context, err))
			return false;
		memcpy(t->started, started, sizeof(t->started));
		started[0] = '\0';
	}
	return true;
}

static bool
attempt_all(struct db *db, void *context, struct err *err)
{
	struct attempt *a = context;

	(void)db;
	a->store->start_asked = ASK_ONCE;
	a->part_failed = !prepare_all(a, err) || !work_all(a, err);
	a->store->start_asked = ASK_EACH;
	return !a->part_failed;
}

/* Behind the transaction of all of these. */
static void
settle_all_of(struct store *s, struct together *first, bool done, const struct err *why)
{
	struct err err = *why;

	if (!ledger_seen_settle(s, done, &err))
		done = false;
	for (struct together *t = first; t; t = t->next) {
		t->over = true;
		s->started[0] = '\0';
		if (done) {
			memcpy(s->started, t->started, sizeof(s->started));
			t->done = ledger_settle(s, t->err);
		} else {
			*t->err = err;
		}
	}
}

static bool
try_all(struct attempt *a, struct err *err)
{
	struct store *s = a->store;

	s->is_late = false;
	return a->first->soon ? db_do_soon(s->db, attempt_all, a, err)
			      : db_do(s->db, attempt_all, a, err);
}

/* False: a part of it failed, and there are others. Where the log's events were late for a start,
 * they are signed, and all is tried again. */
static bool
commit_all(struct store *s, struct together *first)
{
	struct attempt a = {.store = s, .first = first};
	struct err err = {0};
	bool done = try_all(&a, &err);

	for (int i = 0; !done && s->is_late && !s->db->in_transaction && i < LATE_TRIES; i++) {
		if (!ledger_may_go_on(s, &err))
			break;
		s->refusal.run[0] = '\0';
		done = try_all(&a, &err);
	}
	if (!done && a.part_failed && first->next && !s->db->lost) {
		s->refusal.run[0] = '\0';
		return false;
	}
	refusal_write(s);
	settle_all_of(s, first, done, &err);
	return true;
}

static void
commit_each(struct store *s, struct together *first)
{
	while (first) {
		struct together *next = first->next;
		first->next = NULL;
		(void)commit_all(s, first);
		first = next;
	}
}

/* PostgreSQL: what may wait for another machine stands before the transaction. */
static struct together *
prepare_outside(struct store *s, struct together *first)
{
	struct together *rest = NULL, **last = &rest;

	for (struct together *t = first, *next; t; t = next) {
		next = t->next;
		t->next = NULL;
		if ((t->ahead && !t->ahead(s, t->context, t->err)) ||
		    (t->before && !t->before(s, t->context, t->err))) {
			t->over = true;
			continue;
		}
		t->ahead = t->before = NULL;
		*last = t;
		last = &t->next;
	}
	return rest;
}

static void
commit(struct store *s, struct together *first)
{
	if (!s->db->engine->dialect->one_writer)
		first = prepare_outside(s, first);
	if (first && !commit_all(s, first))
		commit_each(s, first);
}

/* -- by turns -------------------------------------------------------------------------------- */

bool
store_share(struct store *s, struct err *err)
{
	struct joint *j = calloc(1, sizeof(*j));
	pthread_condattr_t how;

	if (!j)
		return err_memory(err);
	(void)pthread_mutex_init(&j->turn, NULL);
	(void)pthread_condattr_init(&how);
	(void)pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
	(void)pthread_cond_init(&j->settled, &how);
	(void)pthread_condattr_destroy(&how);
	j->last = &j->first;
	s->joint = j;
	s->db->log_pages = LOG_PAGES_SHARED;
	store_turn_take(s);
	return true;
}

void
joint_free(struct joint *j)
{
	if (!j)
		return;
	(void)pthread_mutex_unlock(&j->turn);
	(void)pthread_mutex_destroy(&j->turn);
	(void)pthread_cond_destroy(&j->settled);
	free(j);
}

void
store_turn_take(struct store *s)
{
	if (s->joint && pthread_mutex_lock(&s->joint->turn) != 0)
		abort();
}

void
store_turn_give(struct store *s)
{
	if (s->joint && pthread_mutex_unlock(&s->joint->turn) != 0)
		abort();
}

bool
store_defers(const struct store *s)
{
	return s->db->engine->dialect->one_writer;
}

static bool
is_due(const struct joint *j)
{
	return j->count + j->expected / 4 + 1 >= j->expected ||
	       clock_us() - j->since_us >= STORE_JOIN_US;
}

static void
commit_queue(struct store *s)
{
	struct joint *j = s->joint;
	struct together *first = j->first;

	j->first = NULL;
	j->last = &j->first;
	j->count = 0;
	commit(s, first);
	(void)pthread_cond_broadcast(&j->settled);
}

void
store_expect(struct store *s, size_t expected)
{
	if (!s->joint)
		return;
	s->joint->expected = expected;
	if (s->joint->count > 0 && is_due(s->joint))
		commit_queue(s);
}

static void
wait_turn(struct joint *j)
{
	int64_t until_us = j->since_us + STORE_JOIN_US;
	const struct timespec until = {until_us / 1000000, until_us % 1000000 * 1000};

	(void)pthread_cond_timedwait(&j->settled, &j->turn, &until);
}

static bool
together_do(struct store *s, struct together *t)
{
	struct joint *j = s->joint;

	if (!j || s->db->in_transaction || (t->soon && s->db->engine->dialect->one_writer)) {
		commit(s, t);
		return t->done;
	}
	if (j->count++ == 0)
		j->since_us = clock_us();
	*j->last = t;
	j->last = &t->next;
	t->soon = false;
	while (!t->over)
		if (is_due(j))
			commit_queue(s);
		else
			wait_turn(j);
	return t->done;
}

bool
store_do(struct store *s, store_work *work, void *context, struct err *err)
{
	return together_do(s, &(struct together){.work = work, .context = context, .err = err});
}

bool
store_do_soon(struct store *s, store_work *work, void *context, struct err *err)
{
	return together_do(
	    s, &(struct together){.work = work, .context = context, .err = err, .soon = true});
}

bool
store_do_behind(struct store *s, store_work *ahead, store_work *before, store_work *work,
    void *context, struct err *err)
{
	return together_do(
	    s, &(struct together){
		   .work = work, .context = context, .ahead = ahead, .before = before, .err = err});
}
