/* SPDX-License-Identifier: MIT */
/* retention_parts.h: what the files about erasing share. Private to this folder. */
#ifndef STORE_RETENTION_PARTS_H
#define STORE_RETENTION_PARTS_H

#include "ledger_parts.h"
#include "retention.h"

/* ERR_REFUSED where the person does not hold the role now, by the store's copy of the trust file.
 */
bool role_required(struct db *db, const char *person, const char *role, struct err *err);

#define RETENTION_REASON_MIN 10

/* A part of a redaction, by its digest or by the commitment to it. */
struct redaction_item {
	bool words;
	char sha256[DIGEST_HEX_BYTES];
};
#define REDACT_ARENA_BYTES ((size_t)256 << 20)

struct erasing {
	const char *kind, *sha256, *class_name, *redaction, *actor;
};
/* The row, and the bytes of it: in the caller's transaction. ERR_REFUSED where a guard says no. */
bool erasure_begin(struct db *db, const struct erasing *e, struct err *err);

#endif
