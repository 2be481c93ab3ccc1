/* SPDX-License-Identifier: MIT */
/*
 * receipt.h: what proves one answer, or the whole log, to somebody who has neither the store nor our
 * word: receipts and bundles of the ledger.
 */
#ifndef RECEIPT_H
#define RECEIPT_H

#include "ledger.h"
#include "store.h"

/* -- receipts -------------------------------------------------------------------------------- */

#define RECEIPT_PREDICATE_TYPE "urn:sluice:execution-receipt:v1"

/* How a run is about to end, where its receipt is made before that. */
struct receipt_end {
	enum run_state state;
	int exit_code;
	const char *record_sha256;
	const struct trust *trust; /* whose votes count; NULL: nobody's */
};
/*
 * Makes, signs and stores a receipt (a DSSE envelope over an in-toto statement), with its run's
 * events, their proofs and a checkpoint that is signed now. It is nobody's yet: its digest goes
 * with the change that ends the run (`end`), and it is verified before that, by the log's own key.
 * Waits until the log covers the run: `before` in store_do_behind.
 */
bool receipt_make(struct store *s, struct arena *a, const char *run, const struct receipt_end *end,
    char sha256[DIGEST_HEX_BYTES], struct err *err);
/* The receipt of a run that is over: the one it has, else one that is made now. */
bool receipt_need(struct store *s, struct arena *a, const char *run, char sha256[DIGEST_HEX_BYTES],
    struct err *err);
/*
 * The line that witnesses add behind the receipt's once they have signed: a later checkpoint with
 * at least `witnesses` cosignatures (the first there is), the proof that it grows out of the
 * receipt's, and the event with the receipt's digest in it. Empty where there is none yet, or
 * `witnesses` is 0.
 *
 *	{"checkpoint": "NOTE", "consistency": ["HEX", ..], "event": {"body": "..", "path": [..], "seq": N}, "v": 1}
 */
bool receipt_witnessed(struct store *s, struct arena *a, struct str receipt, int64_t witnesses,
    struct str *line, struct err *err);
/* The digest of the member `sandbox` that a receipt makes of this record: a worker signs it. */
bool receipt_sandbox(
    struct arena *a, const struct json_doc *record, char sha256[DIGEST_HEX_BYTES], struct err *err);
/* Is the log's key here? */
bool receipt_signs(struct store *s);
/*
 * May a worker take runs here: the key that is here is the log's; or there is none, and another
 * machine of the store (PostgreSQL) gives the answers.
 */
bool receipt_ready(struct store *s, struct err *err);
/* The statement of a receipt, read strictly and believed in nothing. */
bool receipt_read(struct arena *a, struct str receipt, struct json_doc *statement, struct err *err);

struct receipt_finding {
	const char *what; /* "signature", "votes", "inclusion", "checkpoint", "witnesses" ... */
	bool good;
	struct str detail;
};
#define RECEIPT_FINDINGS_MAX 16
/* Offline: the file's bytes (the receipt, and what witnesses added) and a trust file, nothing else.
 * True where all findings are good. */
bool receipt_verify(struct arena *a, struct str receipt, const struct trust *trust,
    struct receipt_finding out[RECEIPT_FINDINGS_MAX], size_t *count, struct err *err);

/* Notes that a run that is over was run again, and what came out. */
bool ledger_replayed(struct store *s, const char *run, const char *actor, const char *output_sha256,
    bool same, struct err *err);

/* -- bundles --------------------------------------------------------------------------------- */

/*
 * The whole log up to a checkpoint that is signed now, and what verifies it (votes, receipts,
 * checkpoints with their witnesses), into a new folder; ledger_bundle.h has its form. Signed with
 * the log's key. Of `check`, the progress alone.
 */
bool ledger_bundle_write(struct store *s, struct arena *a, const char *folder,
    const struct ledger_check *check, int64_t *events, struct err *err);
/* ledger_verify's questions, and each receipt's, asked of such a folder: no store is needed. */
bool ledger_bundle_verify(struct arena *a, const char *folder, const struct ledger_check *check,
    int64_t *events, size_t *problems, struct err *err);

#endif
