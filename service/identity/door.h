/* SPDX-License-Identifier: MIT */
/*
 * door.h: the file of access.h as it is in force, and who knocked too often.
 *
 * The file is read again when it changes. While it can't be read nobody comes in: a file that is
 * broken may be the one that takes a right away. Private to this folder.
 */
#ifndef SERVICE_DOOR_H
#define SERVICE_DOOR_H

#include "access.h"

#include <pthread.h>
#include <time.h>

#define ATTEMPT_SLOTS 4096

struct door {
	pthread_rwlock_t lock;
	const char *path;
	struct arena *a;
	struct access access;
	struct file_mark { /* what tells one state of a file from the next */
		struct timespec changed, modified;
		uint64_t inode, device, size;
	} mark;
	pthread_mutex_t attempts_lock; /* of what follows */
	uint8_t salt[16];
	struct attempts {
		uint64_t who; /* of a salted digest; 0: free */
		int64_t failed, last_us, wait_until_us;
	} attempts[ATTEMPT_SLOTS];
	unsigned hashing; /* passwords at this moment: each takes 64 MiB */
};

void file_mark_of(const char *path, struct file_mark *out); /* zero where there is no file */
bool door_open(struct door *d, const char *path, struct err_list *errs);
void door_close(struct door *d);
/* Reads the file again where it has changed, or `now`; says what is wrong with it. */
void door_tend(struct door *d, bool now);

bool door_token(struct door *d, struct str token, struct caller *out);
bool door_key(struct door *d, struct str id, struct caller *out);
bool door_confirm(struct door *d, struct caller *c);
/* The provider as it is now, in `a`; false where there is none. */
bool door_provider(struct door *d, struct arena *a, struct access_provider *out);

/* How long `who` has to wait before the next attempt, in seconds from 1; 0: not at all. */
int64_t door_wait(struct door *d, struct str who, int64_t free_attempts);
void door_failed(struct door *d, struct str who, int64_t free_attempts);
void door_forgive(struct door *d, struct str who);

enum door_answer { /* zero is refusal */
	DOOR_REFUSED = 0,
	DOOR_BUSY, /* too many passwords are looked at right now */
	DOOR_OPEN,
};
enum door_answer door_password(
    struct door *d, struct str id, struct str password, struct caller *out);

#endif
