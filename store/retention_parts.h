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

/* Before anything is erased. ERR_REFUSED, by name, where a hold is lifted, or a class is kept for
 * less time, by a row that no act explains. */
bool custody_is_signed(struct store *s, struct err *err);
bool lifts_are_signed(struct store *s, struct arena *a, struct err *err);
/* Two redactors have decided it, by the votes that they signed; `items` is what they signed. */
struct redaction_items {
	struct redaction_item *items;
	size_t count, capacity;
};
#define REDACTION_ITEMS_MAX 10000
struct redaction_subject {                  /* the text that they sign */
	const struct str *contents, *words; /* digests */
	size_t content_count, word_count;
	struct str proposed_by, reason, redaction, run;
};
extern const struct form *const redaction_subject_form;
bool redaction_is_decided(struct store *s, struct arena *a, const struct redaction *r,
    struct redaction_items *items, struct err *err);

/* What is placed, lifted or erased waits here for each other: until the end of the transaction. */
bool holds_lock(struct db *db, struct err *err);

struct erasing {
	const char *kind, *sha256, *class_name, *redaction, *actor;
};
/* The row, and the bytes of it: in the caller's transaction. ERR_REFUSED where a guard says no. */
bool erasure_begin(struct db *db, const struct erasing *e, struct err *err);

#endif
