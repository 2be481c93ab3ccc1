/* SPDX-License-Identifier: MIT */
/* inside.h: what the files of this folder share behind store.h. */
#ifndef STORE_INSIDE_H
#define STORE_INSIDE_H

#include "db.h"
#include "store.h"

#include <limits.h>

#define STORE_KEY_BYTES 64 /* a public key as text */

struct refusal { /* an attempt to be noted when the transaction that refused it is over */
	char run[STORE_ID_BYTES], actor[STORE_ID_BYTES];
	char note[ERR_MESSAGE_BYTES + 64];
};

struct store {
	struct db *db;
	struct refusal refusal;
	char log_key_path[PATH_MAX];  /* the ledger's key; empty: there is no place for one */
	char started[STORE_ID_BYTES]; /* a run whose start must have its place in the ledger */
};

/* Notes the database's time as seen; ERR_REFUSED where it stands more than CLOCK_SLACK_US before
 * what was seen already. The sweep calls it in its transaction. */
#define CLOCK_SLACK_US 5000000
bool clock_note(struct db *db, struct err *err);

/* content_put inside a transaction of the caller. */
bool content_put_in(struct db *db, struct str bytes, const char *media_type,
    char sha256[DIGEST_HEX_BYTES], struct err *err);
/* The run (NULL: no run) uses these contents, which are there, each as what its class says: at most
 * CONTENT_USES_MAX at once. What is noted already stays as it was. */
#define CONTENT_USES_MAX 8
struct content_as {
	const char *sha256;
	enum content_class class_of;
};
bool content_uses_in(
    struct db *db, const char *run, const struct content_as *of, size_t count, struct err *err);
bool content_use_in(
    struct db *db, const char *run, enum content_class c, const char *sha256, struct err *err);
/* Says in `err` (ERR_INPUT) that `what` was erased, when and why: by the erasure's id. */
bool erased_say(
    struct db *db, const char *what, const char *erasure, int64_t erased_us, struct err *err);

#endif
