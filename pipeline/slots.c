/* SPDX-License-Identifier: MIT */
#include "slots.h"

#include "clock.h"

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define SLOTS_MAX 32
#define SLOT_STACK_BYTES ((size_t)8 << 20)
#define QUICK_US 250000 /* nobody waits for a program that runs longer */
#define LOOK_US 100000  /* between two looks at `ends` */

struct slot {
	struct slots *all;
	pthread_t thread;
	sem_t called;
	struct job job;
	bool made, busy;
};

struct slots {
	struct store *store;
	slots_drive *drive;
	void *context;
	struct slot list[SLOTS_MAX];
	sem_t places;                                  /* of programs */
	size_t programs, in_hand, slow, waiting, away; /* away: they wait for a model */
	size_t window;                                 /* how many may be in hand */
	int64_t log_ready_us;
	int over; /* an eventfd: a run is over */
	bool ends;
};

/* Slow programs, and those behind them where they hold all places, make nothing durable soon. */
static void
tell_expected(struct slots *s)
{
	size_t late = s->away + s->slow + (s->slow >= s->programs ? s->waiting : 0);

	store_expect(s->store, s->in_hand > late ? s->in_hand - late : 1);
}

/* -- threads --------------------------------------------------------------------------------- */

static void
finish(struct slots *s, struct slot *slot)
{
	uint64_t one = 1;

	slot->busy = false;
	s->in_hand--;
	tell_expected(s);
	ssize_t n = write(s->over, &one, sizeof(one));
	(void)n;
}

static void *
serve(void *context)
{
	struct slot *slot = context;
	struct slots *s = slot->all;

	for (;;) {
		while (sem_wait(&slot->called) != 0)
			;
		store_turn_take(s->store);
		if (s->ends)
			break;
		s->drive(s->context, &slot->job);
		finish(s, slot);
		store_turn_give(s->store);
	}
	store_turn_give(s->store);
	return NULL;
}

/* Signals are the first thread's. */
static bool
make_thread(struct slot *slot, struct err *err)
{
	pthread_attr_t how;
	sigset_t all, before;

	if (sem_init(&slot->called, 0, 0) != 0)
		return err_sys(err, "can't make a semaphore");
	(void)sigfillset(&all);
	(void)pthread_attr_init(&how);
	(void)pthread_attr_setstacksize(&how, SLOT_STACK_BYTES);
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	slot->made = pthread_create(&slot->thread, &how, serve, slot) == 0;
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	(void)pthread_attr_destroy(&how);
	if (!slot->made)
		(void)sem_destroy(&slot->called);
	return slot->made || err_set(err, ERR_SYSTEM, "can't start a thread");
}

struct slots *
slots_new(struct store *store, size_t programs, slots_drive *drive, void *context, struct err *err)
{
	struct slots *s = calloc(1, sizeof(*s));

	if (!s || (s->over = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) < 0) {
		free(s);
		err_memory(err);
		return NULL;
	}
	s->store = store;
	s->drive = drive;
	s->context = context;
	s->programs = programs;
	s->window = 2 * programs;
	if (sem_init(&s->places, 0, (unsigned)programs) != 0 || !store_share(store, err)) {
		close(s->over);
		free(s);
		return NULL;
	}
	return s;
}

void
slots_free(struct slots *s)
{
	if (!s)
		return;
	s->ends = true;
	for (size_t i = 0; i < SLOTS_MAX; i++)
		if (s->list[i].made)
			(void)sem_post(&s->list[i].called);
	store_turn_give(s->store);
	for (size_t i = 0; i < SLOTS_MAX; i++)
		if (s->list[i].made) {
			(void)pthread_join(s->list[i].thread, NULL);
			(void)sem_destroy(&s->list[i].called);
		}
	store_turn_take(s->store);
	(void)sem_destroy(&s->places);
	close(s->over);
	free(s);
}

/* -- runs ------------------------------------------------------------------------------------ */

bool
slots_have_room(const struct slots *s)
{
	return s->in_hand - s->away < s->window && s->in_hand < SLOTS_MAX;
}

size_t
slots_in_hand(const struct slots *s)
{
	return s->in_hand;
}

bool
slots_are_crowded(const struct slots *s)
{
	return s->in_hand - s->away > s->programs;
}

bool
slots_take(struct slots *s, const struct job *job, struct err *err)
{
	struct slot *slot = s->list;

	while (slot->busy)
		slot++;
	slot->all = s;
	if (!slot->made && !make_thread(slot, err))
		return false;
	slot->job = *job;
	slot->busy = true;
	s->in_hand++;
	tell_expected(s);
	(void)sem_post(&slot->called);
	return true;
}

void
slots_rest(struct slots *s, int ms)
{
	struct pollfd over = {s->over, POLLIN, 0};
	uint64_t count;

	store_turn_give(s->store);
	if (poll(&over, 1, ms) > 0) {
		ssize_t n = read(s->over, &count, sizeof(count));
		(void)n;
	}
	store_turn_take(s->store);
}

bool
slots_log_is_ready(const struct slots *s)
{
	return s->log_ready_us > 0 && clock_us() - s->log_ready_us < LOOK_US;
}

void
slots_log_was_ready(struct slots *s)
{
	s->log_ready_us = clock_us();
}

/* -- programs -------------------------------------------------------------------------------- */

static bool
wait_for_place(struct slots *s)
{
	struct timespec until;

	int64_t until_us = clock_us() + LOOK_US;
	until = (struct timespec){until_us / 1000000, until_us % 1000000 * 1000};
	store_turn_give(s->store);
	bool got = sem_clockwait(&s->places, CLOCK_MONOTONIC, &until) == 0;
	store_turn_take(s->store);
	return got;
}

void
slots_program_begins(
    struct slots *s, struct slot_program *p, bool (*ends)(void *context), void *context)
{
	s->waiting++;
	p->placed = sem_trywait(&s->places) == 0;
	while (!p->placed && !ends(context))
		p->placed = wait_for_place(s);
	s->waiting--;
	p->began_us = clock_us();
}

/* Runs behind a slow program would wait for it: so few are taken until programs are quick again. */
static void
look_at(struct slots *s, struct slot_program *p)
{
	if (p->began_us == 0 || p->slow || clock_us() - p->began_us < QUICK_US)
		return;
	p->slow = true;
	s->slow++;
	s->window = s->programs;
	tell_expected(s);
}

void
slots_program_over(struct slots *s, struct slot_program *p)
{
	if (p->began_us == 0)
		return;
	look_at(s, p);
	s->slow -= p->slow;
	if (!p->slow && s->window < SLOTS_MAX)
		s->window += 2;
	if (p->placed)
		(void)sem_post(&s->places);
	*p = (struct slot_program){.began_us = 0};
	tell_expected(s);
}

void
slots_wait_begins(struct slots *s, struct slot_program *p)
{
	s->away += p->began_us == 0;
	if (p->began_us == 0)
		tell_expected(s);
	store_turn_give(s->store);
}

void
slots_wait_over(struct slots *s, struct slot_program *p)
{
	store_turn_take(s->store);
	s->away -= p->began_us == 0;
	look_at(s, p);
	tell_expected(s);
}
