/* SPDX-License-Identifier: MIT */
/*
 * slots.h: the runs that a worker executes concurrently, each in its own thread.
 *
 * The threads take turns (store_share): one works, and the others wait for their programs, for a model, or for
 * their changes to become durable. So shared state has one user at a time, and one transaction holds the changes of
 * several runs. A caller of these functions must have the turn.
 */
#ifndef SLOTS_H
#define SLOTS_H

#include "queue.h"

struct slots;

/* Drives a run to its end, with the turn; never called for two jobs of one slot at once. */
typedef void slots_drive(void *context, struct job *job);

/*
 * `programs`: how many of them run at once. More runs than that are in hand only while programs are quick: those that
 * wait for a place are checked and started already, and no other worker can take them. From here on the
 * store is shared, and the caller has the turn. NULL: *err.
 */
struct slots *slots_new(
    struct store *s, size_t programs, slots_drive *drive, void *context, struct err *err);
/* When no run is in hand. Boxes end with the thread that began them, so a pool is freed before. */
void slots_free(struct slots *s);

bool slots_have_room(const struct slots *s);
size_t slots_in_hand(const struct slots *s);
bool slots_are_crowded(const struct slots *s); /* more are in hand than programs may run */
/* There is room. False: no thread could be started, and nobody drives it. */
bool slots_take(struct slots *s, const struct job *job, struct err *err);
/* Gives the turn until a run is over, a signal comes, or the time has passed. */
void slots_rest(struct slots *s, int ms);

/* Was the log found to be ready for a start a moment ago, for another run of this worker? */
bool slots_log_is_ready(const struct slots *s);
void slots_log_was_ready(struct slots *s);

/* A run's program, from its start to its end. */
struct slot_program {
	int64_t began_us; /* 0: it has not begun */
	bool placed, slow;
};
/* Waits for a place; `ends`, asked now and then, ends the wait. */
void slots_program_begins(
    struct slots *s, struct slot_program *p, bool (*ends)(void *context), void *context);
void slots_program_over(struct slots *s, struct slot_program *p);
/* The turn is others' while the run waits for its program, or for a model where it has none. */
void slots_wait_begins(struct slots *s, struct slot_program *p);
void slots_wait_over(struct slots *s, struct slot_program *p);

#endif
