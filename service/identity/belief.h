/* SPDX-License-Identifier: MIT */
/*
 * belief.h: the trust file that requests are checked against. It is read again when it changes, under the same
 * conditions as at the start: it has no errors, and it is the one in force in the store. Otherwise the previous one
 * stays: only custodians can change the people and keys, and write access to the file is not enough. Private to this
 * folder.
 */
#ifndef SERVICE_BELIEF_H
#define SERVICE_BELIEF_H

#include "door.h"
#include "trust.h"

struct belief {
	const char *path; /* NULL: there is none, and nobody's signature counts */
	pthread_mutex_t lock;
	struct held *held; /* the newest first: requests that began earlier end with theirs */
	struct file_mark mark;
	int64_t again_us; /* when a file that was not taken is looked at again; 0: it was taken */
	char told[ERR_MESSAGE_BYTES];
};

bool belief_begin(struct belief *b, const char *path, struct err_list *errs);
void belief_end(struct belief *b);
/* The trust file that counts for a request that begins now; it stays until belief_end. NULL: there is none. */
const struct trust *belief_now(struct belief *b);
/* Looks whether the file has changed, or was not taken a while ago, and whether it is in force in that store; true where another counts from now on. What is
 * wrong is said in the log, once. */
bool belief_tend(struct belief *b, const char *store, bool now);
/* The file is another one than what counts. */
bool belief_is_stale(struct belief *b);

#endif
