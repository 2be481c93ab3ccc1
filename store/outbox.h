/* SPDX-License-Identifier: MIT */
/* outbox.h: notices that wait to be delivered. */
#ifndef STORE_OUTBOX_H
#define STORE_OUTBOX_H

#include "store.h"

struct notice {
	char id[STORE_ID_BYTES];
	struct str
	    kind; /* of an approval: "opened", "reminded", "escalated", "decided", "expired"; of a
			    run: "ended", "quarantined" */
	struct str body; /* JSON: run, approval, policy, state, digest words, due; never code */
	int64_t attempt, created_us;
};
/* The next notice that is due, leased for a minute; false with ERR_NONE where there is none. */
bool outbox_next(struct store *s, struct arena *a, struct notice *out, struct err *err);
bool outbox_done(struct store *s, const char *id, struct err *err);
/* Comes back later: 10 s, then twice as long each time, an hour at most; given up after 3 days. */
bool outbox_failed(struct store *s, const char *id, struct str why, struct err *err);

/* Notices that were not delivered: those that are tried again, and those that were given up. The newest first. */
struct undelivered {
	char id[STORE_ID_BYTES];
	struct str kind, body, why;
	int64_t attempt, made_us, next_us;
	int64_t given_up_us; /* 0: it is tried again at next_us */
};
bool outbox_undelivered(struct store *s, struct arena *a, size_t limit, struct undelivered **out,
    size_t *count, struct err *err);
/* Sends what was given up once more, as a notice of its own; ERR_INPUT where it was not given up. */
bool outbox_again(struct store *s, const char *id, struct err *err);

#endif
