/* SPDX-License-Identifier: MIT */
/* request_sign.h: what is asked for, who asks, and how he signs that. */
#ifndef CLI_REQUEST_SIGN_H
#define CLI_REQUEST_SIGN_H

#include "actions.h"

/* cmd_submit.c: the task that the word and the options describe; the store; both in turn. Each returns -1 to go on,
 * else the exit code, and has said why. */
int call_task(struct call *c, struct task **out);
int call_store(struct call *c);
int call_task_and_store(struct call *c, struct task **out);
/* Tells of a run that was put into the queue; `note` stands behind its state. Returns the exit code. */
int call_submitted(struct call *c, const struct stored_run *run, bool fresh, const char *note);

struct requester { /* zero it, but for its call, whose store is open */
	struct call *call;
	char id[STORE_ID_BYTES];
	const struct person *agent; /* by the trust file; NULL: a person, or nobody signs */
};
/*
 * Fills `request` so that work_submit asks in the name of the key's owner, signed: a person, or an
 * agent whose key is a machine's. Without a key the account of this machine asks, and nobody signs.
 * Asks for no passphrase yet: that comes with the signature. `who` outlives the request.
 */
bool requester_find(struct requester *who, struct work_request *request, struct err *err);

/* Cancels a run: signed if a key is named; otherwise in the name of this account, and only a run
 * that it requested itself without a signature. Fills the run's new state. */
bool request_cancel(struct call *c, const char *run, struct str reason, enum run_state *now);

/* The requester of a run, for display: verified if there is a trust file, else unsigned. */
struct request_told {
	struct run_asked asked;
	struct err why; /* the request, or its absence, is refused; ERR_NONE: it is not */
};
void request_look(
    struct arena *a, const struct place *p, const struct stored_run *run, struct request_told *out);
void request_draw(const struct request_told *t, struct buf *out); /* half a line */
/* `requested_by` and `separation_of_duties`; `solo`: the approval's rule is for one person. */
void request_json(const struct request_told *t, bool solo, struct json_writer *w);

#endif
