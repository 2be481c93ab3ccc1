/* SPDX-License-Identifier: MIT */
/*
 * lives.h: what programs print while they run, for those who follow their runs. The workers and sessions
 * of this service write events of it (`sluice worker --live`) into one pipe; the last of them are kept in memory, and
 * nowhere else. A worker never waits for that: where the pipe is full, an event is lost. A line that is a run's ID
 * says that the worker has left that run: it ended or was parked, and the store says which. Private to this folder.
 */
#ifndef SERVICE_LIVES_H
#define SERVICE_LIVES_H

#include "store.h"

#include <pthread.h>

#define LIVES_MAX 256
#define LIVE_EVENT_BYTES 4096 /* PIPE_BUF: written whole, or not at all */
#define LIVE_FD 3             /* of a worker */

struct lives {
	pthread_mutex_t lock;
	int from, to; /* to: what children write into */
	struct buf heard;
	struct live_event {
		char run[STORE_ID_BYTES];
		char json[LIVE_EVENT_BYTES];
		size_t n; /* 0: the worker has left the run */
	} * list;         /* a ring of LIVES_MAX */
	int64_t count;    /* of all that came */
};

bool lives_begin(struct lives *l, struct err *err);
void lives_end(struct lives *l);
/* The events of the run behind number *after, to `put`; *after is then the last that was looked at. */
void lives_look(struct lives *l, const char *run, int64_t *after,
    void (*put)(void *context, struct str json), void *context);

/* Whether a worker has said, since event *after, that it left the run. It drains `from`, which may be polled. */
bool lives_left(struct lives *l, const char *run, int64_t *after);

#endif
