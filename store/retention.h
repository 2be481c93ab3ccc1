/* SPDX-License-Identifier: MIT */
/*
 * retention.h: how long contents are kept, who may erase one before, and what nobody may erase.
 *
 * Erased is what no key opens any more: the row keeps its digest, so that every proof stands, and
 * says when and by which decision. A class has a floor, before which time alone erases nothing; it
 * is fixed when a content is used, so that lowering it never touches what is there. After `keep` it
 * is due. Two people, role 'redactor', may have something of a run erased before, but not before
 * `redact`; they decide by signed votes (approvals.h of store.h: kind 'redaction'). What a legal
 * hold fits is erased by nobody. The role 'custodian' sets, sweeps, places and lifts holds, and
 * asks for redactions.
 *
 * Each of it is an act that a custodian signs (trust.h), and an event of the ledger. Nothing is
 * erased by a row that no act explains: before each erasure the acts are judged again.
 */
#ifndef RETENTION_H
#define RETENTION_H

#include "store.h"

/* -- classes --------------------------------------------------------------------------------- */

struct retention_rule {
	int64_t floor_us, keep_us, redact_us;
};
/* By enum content_class; CLASS_NONE's is nothing. */
bool retention_rules(struct store *s, struct retention_rule out[CLASS_COUNT], struct err *err);
/* By an act of the kind retention about the class. */
bool retention_terms(
    struct arena *a, const struct retention_rule *rule, struct str *out, struct err *err);
bool retention_set(struct store *s, struct arena *a, struct str envelope, struct err *err);

/* -- what is due ----------------------------------------------------------------------------- */

struct due_item {
	struct str kind; /* "content", "words" */
	char sha256[DIGEST_HEX_BYTES];
	enum content_class class_of; /* the one that it was kept longest as */
	int64_t size, made_us;
	bool held; /* a legal hold keeps it */
};
/* The oldest first, `limit` at most of contents and of words. */
bool retention_due(struct store *s, struct arena *a, size_t limit, struct due_item **out,
    size_t *count, struct err *err);

struct swept {
	size_t erased, held; /* held, or needed again meanwhile */
};
/* Erases what is due and not held, `limit` at most of contents and of words; goes on where an
 * earlier one was killed. */
bool retention_sweep(
    struct store *s, const char *actor, size_t limit, struct swept *out, struct err *err);
/* Finishes erasures that were begun: destroys keys and writes events. Any process may do so. */
bool erasures_finish(struct store *s, size_t *finished, struct err *err);

/* -- legal holds ----------------------------------------------------------------------------- */

struct legal_hold {
	char id[STORE_ID_BYTES];
	struct str matter, run, actor; /* empty: any */
	int64_t from_us, until_us;     /* 0: any time */
	struct str reason, placed_by, lifted_by, lift_reason;
	int64_t placed_us, lifted_us;
};
/* Fits what fits all of run, actor and time that are set; one of them has to be. */
/* By an act of the kind hold, about an id that is new (prefix hld). */
bool hold_terms(struct arena *a, const struct legal_hold *hold, struct str *out, struct err *err);
bool holds_place(
    struct store *s, struct arena *a, struct str envelope, struct legal_hold *out, struct err *err);
/* By an act of the kind lift, of another custodian than who placed it. */
bool holds_lift(struct store *s, struct arena *a, struct str envelope, struct err *err);
bool holds_list(struct store *s, struct arena *a, bool all, struct legal_hold **out, size_t *count,
    struct err *err);

/* -- redaction by two people ----------------------------------------------------------------- */

struct redaction {
	char id[STORE_ID_BYTES], run[STORE_ID_BYTES], approval[STORE_ID_BYTES],
	    subject_sha256[DIGEST_HEX_BYTES];
	struct str asked_by, state; /* the approval's state, then "begun", "done" */
	int64_t asked_us, begun_us, done_us;
	int64_t items;
};
/* The last redaction of a run that was begun; `approval` is empty where there is none. */
struct redacted {
	char approval[STORE_ID_BYTES];
	int64_t at_us;
};
bool redactions_of(struct store *s, const char *run, struct redacted *out, struct err *err);

struct redaction_wish {
	const char *run;           /* one that is over */
	bool classes[CLASS_COUNT]; /* none: all but evidence */
	const struct str *digests; /* these alone, whatever their class */
	size_t digest_count;
};
/*
 * Asks for the run's contents and words, but for what other runs use too, unless it is named by its
 * digest. Neither the run's requester and authors nor who asks can vote. The run has its
 * receipt (receipt_need).
 */
/* By an act of the kind redaction, about an id that is new (prefix rdc); its reason stays in what
 * is signed, so no personal data. */
bool redaction_terms(
    struct arena *a, const struct redaction_wish *wish, struct str *out, struct err *err);
bool redactions_propose(
    struct store *s, struct arena *a, struct str envelope, struct redaction *out, struct err *err);
bool redactions_get(
    struct store *s, struct arena *a, const char *id, struct redaction *out, struct err *err);
bool redactions_list(
    struct store *s, struct arena *a, struct redaction **out, size_t *count, struct err *err);
/*
 * Erases what was decided about, all of it or nothing: the votes are judged again, by this
 * process's trust file. Whatever hold stands on a part refuses the whole. Done once; a second call
 * finds it done.
 */
bool redactions_execute(struct store *s, struct arena *a, const char *id, const char *actor,
    struct redaction *out, struct err *err);

#endif
