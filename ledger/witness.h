/* SPDX-License-Identifier: MIT */
/*
 * witness.h: a witness, which signs a log's checkpoint only if it extends the last one that it
 * signed (C2SP tlog-witness).
 *
 * A witness needs no store, only its own folder with its key and, for each log, the last checkpoint
 * that it signed. Even an attacker with the log's key and machine can't make it sign a different
 * past. Its own trust file lists the logs that it knows, and their keys (services of purpose
 * `log`).
 *
 * A request is `old SIZE`, the lines of a consistency proof from that size (base64), an empty line,
 * and the checkpoint as a signed note.
 */
#ifndef WITNESS_H
#define WITNESS_H

#include "ledger.h"

struct witness;

/* Makes the folder (0700) and the key where they are not there yet. */
bool witness_open(struct arena *a, const char *folder, struct str name, const struct trust *t,
    struct witness **out, struct err *err);
void witness_close(struct witness *w); /* NULL is fine */
const struct public_key *witness_key(const struct witness *w);

struct witness_answer { /* as HTTP says it */
	int status;     /* 200, 400, 403, 404, 409 (body: the size that it knows), 422 */
	const char *media_type;
	struct str body; /* 200: the signature's line; in the arena */
};
/* False only where the world failed; then nothing was signed. */
bool witness_add(struct witness *w, struct arena *a, struct str request, struct witness_answer *out,
    struct err *err);
/* Each log that it has signed for; `hear` may be told nothing. */
bool witness_status(struct witness *w, struct arena *a,
    void (*hear)(void *context, const struct checkpoint *seen), void *context, struct err *err);
/* -- the log's side -------------------------------------------------------------------------- */

/* The request for the last checkpoint, to a witness that knows `old_size` events of it. */
bool witness_request(
    struct store *s, struct arena *a, int64_t old_size, struct str *out, struct err *err);
/* Stores what a witness answered, with its event. ERR_REFUSED where `t` names no such witness or
 * the signature is not of a checkpoint here. */
bool witness_accept(
    struct store *s, struct arena *a, const struct trust *t, struct str lines, struct err *err);

/* -- by itself (witness_push.c) -------------------------------------------------------------- */

struct witness_standing {
	struct str name;
	int64_t known;    /* how many events it has signed, as far as is known here */
	bool heard;       /* that is what it says, and it has not signed here since */
	int64_t failures; /* since it last signed */
	int64_t next_us;  /* when it is asked again */
	bool refused;     /* it has seen more events, or others: an incident */
	bool stops;       /* and nothing starts, since the trust file wants witnesses */
	struct str said;  /* why it did not sign, or empty */
};

struct witness_push { /* one request, to be sent by HTTP: POST to `url`/add-checkpoint */
	struct str url, request, origin;
	int64_t size; /* of the checkpoint */
	struct witness_standing standing;
};
/* The next witness of the trust file from *at (0 at first) that has an address, lacks the last
 * checkpoint and is due, or any that lacks it (`now`); *found false: no more. */
bool witness_push_next(struct store *s, struct arena *a, const struct trust *t, bool now,
    size_t *at, struct witness_push *out, bool *found, struct err *err);
/* Notes its answer, or why there was none; false only if the store failed. */
bool witness_push_answer(struct store *s, struct arena *a, const struct trust *t,
    struct witness_push *p, int64_t status, struct str body, struct err *err);
bool witness_push_failed(struct store *s, struct arena *a, const struct trust *t,
    struct witness_push *p, struct str words, struct err *err);
/* Each witness with an address. */
bool witness_standings(struct store *s, struct arena *a, const struct trust *t,
    void (*hear)(void *context, const struct witness_standing *st), void *context, struct err *err);

#endif
