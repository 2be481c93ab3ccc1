/* SPDX-License-Identifier: MIT */
/* retention_parts.h: what the files about erasing share. Private to this folder. */
#ifndef STORE_RETENTION_PARTS_H
#define STORE_RETENTION_PARTS_H

#include "ledger_parts.h"
#include "parts.h"
#include "retention.h"

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
