/* SPDX-License-Identifier: MIT */
/*
 * crowd.h: several processes at one store. Each opens it for itself, they start at one moment, and
 * they tell what they saw in memory that they share.
 */
#ifndef CROWD_H
#define CROWD_H

#include "store_fixture.h"

#include <stdatomic.h>

#define CROWD_MAX 16

struct crowd_member {
	struct store *s;
	struct arena *a;
	size_t who;   /* from 0 */
	void *shared; /* crowd_share's */
};
typedef void crowd_work(struct crowd_member *m);

/* Zeroed memory that processes share; the program's end frees it. */
void *crowd_share(size_t size);
/*
 * Runs `work` in `count` processes and waits for them. The fixture's store is closed meanwhile. A
 * process that fails (crowd_must) fails the test; one that is killed may be (SIGKILL is what a test
 * does on purpose): the return tells how many were.
 */
size_t crowd_run(struct fixture *f, size_t count, crowd_work *work, void *shared);
/* In a member: waits until all members of its crowd have come here. */
void crowd_meet(void);
/* In a member: ends its process with these words where `good` is false. */
void crowd_must(bool good, const char *what, const struct err *err);

#endif
