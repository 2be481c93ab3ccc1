/* SPDX-License-Identifier: MIT */
/*
 * ledger_bundle.h: a folder with the whole log up to a checkpoint and all that verifies it, for
 * somebody who has neither the store nor our word. Private to the files that write and judge it.
 *
 *	README.txt         what this is and how to verify it
 *	manifest.json      a DSSE envelope by the log's key: the files' digests, the log, the moment
 *	events.jsonl       the events, as they are leaves of the tree
 *	checkpoints.jsonl  {"made_us", "note"}: each with the witnesses' lines, the last one last
 *	statements.jsonl   envelopes that people signed, in the order of the events that name them
 *	receipts.jsonl     the receipts, in the order of the events that name them
 *
 * Everything is written and read line by line, so
 * memory stays flat but for one number a writer.
 */
#ifndef STORE_LEDGER_BUNDLE_H
#define STORE_LEDGER_BUNDLE_H

#include "events.h"
#include "receipt.h"

enum bundle_file { BUNDLE_EVENTS = 0, BUNDLE_CHECKPOINTS, BUNDLE_STATEMENTS, BUNDLE_RECEIPTS };
#define BUNDLE_FILES 4
#define BUNDLE_LINE_MAX (ENVELOPE_BYTES_MAX + 2)
#define BUNDLE_MANIFEST "manifest.json"
#define BUNDLE_PREDICATE_TYPE "urn:sluice:ledger-bundle:v1"
extern const char *const bundle_names[BUNDLE_FILES];

struct bundle_manifest {
	struct str origin;
	int64_t size, made_us;
	char sha256[BUNDLE_FILES][DIGEST_HEX_BYTES];
};
/* As a statement, and strictly back. */
bool bundle_manifest_write(
    struct arena *a, const struct bundle_manifest *m, struct str *out, struct err *err);
bool bundle_manifest_read(
    struct arena *a, struct str statement, struct bundle_manifest *out, struct err *err);

/* An event's reference: the content of that digest is a line of that file. */
struct bundle_reference {
	enum bundle_file file; /* BUNDLE_EVENTS: it names none */
	struct str sha256;
};
void bundle_reference(const struct event_row *e, struct bundle_reference *out);

#endif
