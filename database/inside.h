/* SPDX-License-Identifier: MIT */
/* inside.h: an open store, as the files behind database.h, ledger.h, store.h and receipt.h share
 * it. */
#ifndef STORE_INSIDE_H
#define STORE_INSIDE_H

#include "database.h"
#include "db.h"

#include <limits.h>
#include <sys/stat.h>

#define STORE_KEY_BYTES 64 /* a public key as text */

struct refusal { /* an attempt to be noted when the transaction that refused it is over */
	char run[STORE_ID_BYTES], actor[STORE_ID_BYTES];
	char note[ERR_MESSAGE_BYTES + 64];
};

struct walked_mode { /* store/mode.c: what the acts about the store's mode came to */
	bool known;
	const struct trust *trust;
	int64_t acts, at_us;
	int mode; /* enum store_mode */
};

struct machine_key { /* NULL: not open yet; and its file as it was then */
	struct secret_key *key;
	struct stat file;
};

struct store {
	struct db *db;
	const struct trust *trust; /* store_believe; NULL: nobody is believed */
	struct walked_mode walked;
	struct refusal refusal;
	char log_key_path[PATH_MAX];  /* the ledger's key; empty: there is no place for one */
	char started[STORE_ID_BYTES]; /* a run whose start must have its place in the ledger */
	char *signed_note;            /* a checkpoint of the transaction in hand, or NULL */
	struct machine_key log_key, worker_key; /* ledger/machine_keys.c */
	struct joint *joint;                    /* store_share, or NULL */
	/* May the log go on? Of several starts in one transaction, the first one asks for all. */
	enum { ASK_EACH = 0, ASK_ONCE, ASKED } start_asked;
	bool is_late; /* it was asked, and its events have waited too long for a signature */
};

/* -- who may, by this process's trust file (roles.c) ------------------------------------------- */

#define RETENTION_REASON_MIN 10 /* characters: the reason for a decision on keys or contents */
/* ERR_REFUSED where the person does not hold the role for all scopes now. */
bool role_required(struct store *s, const char *person, const char *role, struct err *err);

#endif
