/* SPDX-License-Identifier: MIT */
/* Several threads' changes as one transaction: durable together, and failing apart. */
#include "run_steps.h"
#include "queue.h"

#include "ledger.h"

#include <pthread.h>

#define THREADS 6

struct part {
	struct fixture *f;
	struct job job;
	pthread_t thread;
	bool refuses, breaks, before_fails; /* after it has changed its run */
	bool done;
	struct err err;
	int tries;
	int *told; /* how many have: of all before any is prepared */
};

static bool
tell(struct store *s, void *context, struct err *err)
{
	const struct part *p = context;

	(void)s;
	(void)err;
	if (p->told)
		++*p->told;
	return true;
}

static bool
take_a_step(struct store *s, void *context, struct err *err)
{
	struct part *p = context;
	char sha256[DIGEST_HEX_BYTES];
	const struct run_change change = {.to = STATE_PLANNED, .plan_sha256 = sha256};

	p->tries++;
	if (!content_put(s, STR("{}"), "application/json", sha256, err) ||
	    !runs_advance(s, &p->job, &change, err))
		return false;
	if (p->refuses)
		return err_set(err, ERR_REFUSED, "part %s refuses", p->job.run);
	return !p->breaks ||
	       db_change(s->db, "INSERT INTO vote (id) VALUES ('nobody')", NULL, 0, NULL, err);
}

static bool
prepare(struct store *s, void *context, struct err *err)
{
	const struct part *p = context;

	(void)s;
	if (p->told && *p->told != THREADS)
		return err_set(err, ERR_REFUSED, "only %d have told", *p->told);
	return !p->before_fails || err_set(err, ERR_REFUSED, "not prepared");
}

static void *
do_part(void *context)
{
	struct part *p = context;

	store_turn_take(p->f->s);
	p->done = store_do_behind(p->f->s, tell, prepare, take_a_step, p, &p->err);
	store_turn_give(p->f->s);
	return NULL;
}

static void
claim_each(struct fixture *f, struct part parts[THREADS])
{
	for (size_t i = 0; i < THREADS; i++) {
		parts[i] = (struct part){.f = f};
		(void)steps_fresh(f, NULL, "w1", &parts[i].job);
	}
}

/* All of them wait for the last one. */
static void
do_all(struct fixture *f, struct part parts[THREADS])
{
	struct err err;

	assert_true(store_share(f->s, &err));
	store_expect(f->s, 2 * THREADS);
	for (size_t i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&parts[i].thread, NULL, do_part, &parts[i]), 0);
	store_turn_give(f->s);
	for (size_t i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(parts[i].thread, NULL), 0);
	store_turn_take(f->s);
}

static enum run_state
state_of(struct fixture *f, const struct part *p)
{
	return steps_state(f, p->job.run);
}

static void
what_comes_together_is_done_once(void **state)
{
	struct part parts[THREADS];
	struct fixture *f = *state;
	int told = 0;

	claim_each(f, parts);
	for (size_t i = 0; i < THREADS && store_defers(f->s); i++)
		parts[i].told = &told;
	do_all(f, parts);
	for (size_t i = 0; i < THREADS; i++) {
		assert_true(parts[i].done);
		assert_int_equal(parts[i].tries, 1);
		assert_int_equal(state_of(f, &parts[i]), STATE_PLANNED);
	}
	steps_assert_sane(f);
}

static void
fails_alone(struct fixture *f, struct part parts[THREADS], size_t bad)
{
	do_all(f, parts);
	for (size_t i = 0; i < THREADS; i++) {
		assert_int_equal(parts[i].done, i != bad);
		assert_int_equal(state_of(f, &parts[i]), i == bad ? STATE_RECEIVED : STATE_PLANNED);
	}
	steps_assert_sane(f);
}

static void
a_part_that_refuses_fails_alone(void **state)
{
	struct part parts[THREADS];
	struct fixture *f = *state;

	claim_each(f, parts);
	parts[3].refuses = true;
	fails_alone(f, parts, 3);
	assert_int_equal(parts[3].err.code, ERR_REFUSED);
	assert_string_equal(
	    parts[3].err.message, arena_printf(f->a, "part %s refuses", parts[3].job.run));
}

static void
a_part_that_breaks_the_transaction_fails_alone(void **state)
{
	struct part parts[THREADS];
	struct fixture *f = *state;

	claim_each(f, parts);
	parts[0].breaks = true;
	fails_alone(f, parts, 0);
}

static void
a_lost_lease_is_lost_alone(void **state)
{
	struct part parts[THREADS];
	struct fixture *f = *state;

	claim_each(f, parts);
	parts[5].job.token--;
	fails_alone(f, parts, 5);
	assert_int_equal(parts[5].err.code, ERR_FENCED);
}

static void
what_is_not_prepared_is_not_done(void **state)
{
	struct part parts[THREADS];
	struct fixture *f = *state;

	claim_each(f, parts);
	parts[2].before_fails = true;
	fails_alone(f, parts, 2);
	assert_string_equal(parts[2].err.message, "not prepared");
	assert_int_equal(parts[2].tries, 0);
}

/* One that comes alone does not wait for those who are not expected, nor long for those who are. */
static void
nobody_is_waited_for_long(void **state)
{
	struct part parts[THREADS];
	struct fixture *f = *state;
	struct err err;

	claim_each(f, parts);
	assert_true(store_share(f->s, &err));
	for (size_t expected = 0; expected < THREADS; expected++) {
		struct part *p = &parts[expected];
		store_expect(f->s, expected * 100);
		assert_true(store_do(f->s, take_a_step, p, &p->err));
		assert_int_equal(state_of(f, p), STATE_PLANNED);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    STEPS_CASE(what_comes_together_is_done_once),
	    STEPS_CASE(a_part_that_refuses_fails_alone),
	    STEPS_CASE(a_part_that_breaks_the_transaction_fails_alone),
	    STEPS_CASE(a_lost_lease_is_lost_alone),
	    STEPS_CASE(what_is_not_prepared_is_not_done),
	    STEPS_CASE(nobody_is_waited_for_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
