/* SPDX-License-Identifier: MIT */
/*
 * sessions.h: people who look at the console. Whoever signs in with a token gets a cookie that means
 * it, for this process alone. A session reads; what it may send carries the session's own word
 * besides, which no other site knows. Private to this folder.
 */
#ifndef SERVICE_SESSIONS_H
#define SERVICE_SESSIONS_H

#include "access.h"

#include <pthread.h>

#define SESSIONS_MAX 256
#define SESSION_ID_BYTES 65 /* hex, with the NUL */

struct session {
	char id[SESSION_ID_BYTES], word[SESSION_ID_BYTES];
	const struct access_token *who; /* NULL: free */
	int64_t began_us, seen_us;      /* of clock_us */
};

struct sessions {
	pthread_mutex_t lock;
	struct session list[SESSIONS_MAX];
};

/* A new one, in place of the one that was longest unused where all are taken. */
void sessions_begin(struct sessions *s, const struct access_token *who, struct session *out);
/* The session of the header Cookie (NULL: none): false where there is none, or it has ended. */
bool sessions_find(struct sessions *s, const char *cookie, struct session *out);
void sessions_end(struct sessions *s, const char *id);

#endif
