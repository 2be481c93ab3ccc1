/* SPDX-License-Identifier: MIT */
/*
 * parked.h: cells of a session that wait for people. Once a cell is approved, its session has a moment before any worker
 * takes it (SESSION_MOMENT_US of queue.h), and runs it where no other cell has run since: the bytes that people signed
 * are the session's text with the cell behind it. Else a worker runs those bytes in a box of their own.
 */
#ifndef PIPELINE_PARKED_H
#define PIPELINE_PARKED_H

#include "work.h"

#define PARKED_MAX 16

struct parked {
	char run[STORE_ID_BYTES];
	size_t from; /* where the cell begins in its code */
};

struct parked_cells {
	struct parked list[PARKED_MAX];
	size_t count;
};

enum parked_now {
	PARKED_WAITS = 0,
	PARKED_CLAIMED, /* the caller drives the job in the session */
	PARKED_APART,   /* it is approved and can't run in the session: a worker goes on with it */
	PARKED_ENDED,   /* rejected, expired, cancelled: its row says so */
};

/* After a cell was driven: whether it waits now. Where too many do, a worker will run it. */
void parked_note(struct parked_cells *p, const struct run *run, const struct box_session *s);
/*
 * Looks at them; the first that does not wait any more is taken out, and `*which` is its run. PARKED_WAITS where there is
 * none, and where the store can't be asked now.
 */
enum parked_now parked_look(struct parked_cells *p, struct arena *a, const struct work *w,
    struct job *job, struct stored_run *which);

#endif
