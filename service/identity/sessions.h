/* SPDX-License-Identifier: MIT */
/*
 * sessions.h: console sessions. A user who signs in gets a cookie that identifies the session, valid
 * for this process only and as long as the user's credential is. The cookie alone permits reading;
 * requests that change anything also carry the session's CSRF token, which no other site knows.
 * Private to this folder.
 */
#ifndef SERVICE_SESSIONS_H
#define SERVICE_SESSIONS_H

#include "door.h"

#include <pthread.h>

#define SESSIONS_MAX 256
#define SESSIONS_OF_ONE 16  /* of one person or token */
#define SESSION_ID_BYTES 65 /* hex, with the NUL */

struct session {
	char id[SESSION_ID_BYTES], word[SESSION_ID_BYTES];
	struct caller who;         /* by ACCESS_NOBODY: free */
	int64_t began_us, seen_us; /* of clock_us */
};

struct sessions {
	pthread_mutex_t lock;
	struct session list[SESSIONS_MAX];
};

/* A new one, in place of the one that was longest unused where all are taken, or all that one may have. */
void sessions_begin(struct sessions *s, const struct caller *who, struct session *out);
/* The session of this id (of the cookie): false where there is none, or it has ended. */
bool sessions_find(struct sessions *s, struct door *door, struct str id, struct session *out);
void sessions_end(struct sessions *s, const char *id);

#endif
