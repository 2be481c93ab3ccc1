/* SPDX-License-Identifier: MIT */
/*
 * notify.h: tells a server of the operator's what happens to runs and approvals, by signed webhooks.
 *
 * A notice is one POST. Its body is JSON: `id`, `kind`, `run`, `policy`, `state`, and `link` where the
 * operator gave a template. About an approval ("opened", "reminded", "escalated", "decided",
 * "expired") also `approval`, `asked`, `words` (of the digest), and `due` where something is due; of
 * a run that "ended" its `exit_code`; a run that is "quarantined" waits for an operator. Never code,
 * never the goal, never a way to decide. Headers: `Sluice-Id` (the body's id), `Sluice-Timestamp` (seconds
 * since 1970), `Sluice-Signature: v1=` and the hex HMAC-SHA256 of `timestamp.body`.
 *
 * It is delivered at least once: the receiver answers 2xx, refuses old time stamps and wrong
 * signatures, and knows a repetition by its id.
 */
#ifndef NOTIFY_H
#define NOTIFY_H

#include "store.h"

#define NOTIFY_SECRET_MIN 16 /* bytes, without blanks around them */

struct notify {
	const char *url;         /* https, or http to this machine */
	const char *secret_file; /* private to its owner; at least NOTIFY_SECRET_MIN bytes */
	const char *ca_file;     /* NULL: the system's */
	const char *link;        /* {run} and {approval} are put in; NULL: none */
	int64_t timeout_ms;      /* of one request; 0: five seconds */
};

struct notify_report {
	size_t delivered, failed;
};

/* Can notices be sent at all: the secret is there and private, the settings are whole. */
bool notify_check(const struct notify *n, struct err *err);
/* Delivers what is due, at most `limit` notices. A server that fails is no failure here: its notice
 * comes back later (outbox_failed). */
bool notify_deliver(struct store *s, const struct notify *n, size_t limit,
    struct notify_report *out, struct err *err);

#endif
