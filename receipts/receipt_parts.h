/* SPDX-License-Identifier: MIT */
/*
 * receipt_parts.h: what makes, reads and judges receipts. Private to this folder and its tests.
 *
 * A receipt is a DSSE envelope over an in-toto statement. Its subjects are the code, the output and
 * the record, by digest; its predicate is what receipt_form.c lists, exactly. What people decided
 * about (`subject`), the rules and the votes stand in it whole, as canonical JSON in canonical
 * JSON, so that their bytes and digests can be had back from it.
 */
#ifndef RECEIPT_PARTS_H
#define RECEIPT_PARTS_H

#include "receipt.h"

#define RECEIPT_EVENTS_MAX 1000
#define RECEIPT_APPROVALS_MAX 256

struct receipt {
	struct envelope envelope;
	struct json_doc doc; /* the statement */
	const struct json_node *predicate, *run, *log;
	int64_t made_us;
	struct checkpoint checkpoint;
};

/* False (ERR_INPUT) for all but a receipt of exactly this form. Verifies nothing. */
bool receipt_open(struct arena *a, struct str bytes, struct receipt *out, struct err *err);
bool receipt_open_statement(struct arena *a, struct receipt *r, struct err *err);
bool receipt_form_holds(struct arena *a, const struct json_doc *statement, struct err *err);

/* A member's canonical bytes: as they stand there, for the whole is canonical. */
struct str receipt_part(const struct receipt *r, const struct json_node *n);
struct str receipt_text(const struct receipt *r, const struct json_node *of, const char *name);
int64_t receipt_number(const struct receipt *r, const struct json_node *of, const char *name);
/* NULL where it is null. */
const struct json_node *receipt_get(
    const struct receipt *r, const struct json_node *of, const char *name);
bool receipt_digest_is(struct str bytes, struct str hex);

/* What verifies: each sets `err` where it does not hold, and `detail` (the arena's) where it does.
 */
struct receipt_judge {
	struct arena *a;
	const struct trust *trust;
	struct receipt r;
	struct str receipt, line; /* the file's two parts; line may be empty */
	struct checkpoint later;       /* that witnesses have signed since, if the file has one */
	const struct checkpoint *seen; /* by witnesses: the receipt's, or the later one */
	int64_t witnessed_us; /* the latest cosignature's time that counts; 0: there is none */
	size_t witnesses;
	bool counted[64]; /* of the trust file's services: a witness that counts */
	struct str detail;
};
/* What stands behind the receipt's line; fills `later`, and points `seen` at it. */
bool judge_later(
    struct receipt_judge *j, struct str receipt, struct str line, struct err *err);
/* The log's key in the trust file that signed it, or NULL. */
const struct trust_service *checkpoint_log(
    const struct receipt_judge *j, const struct checkpoint *c);
void witnesses_count(struct receipt_judge *j); /* receipt_log.c; before all that follows */
bool judge_checkpoint(struct receipt_judge *j, struct err *err); /* receipt_log.c */
bool judge_witnesses(struct receipt_judge *j, struct err *err);
bool judge_inclusion(struct receipt_judge *j, struct err *err);
bool judge_events(struct receipt_judge *j, struct err *err);
bool judge_result(struct receipt_judge *j, struct err *err);    /* receipt_result.c */
bool judge_request(struct receipt_judge *j, struct err *err);   /* receipt_request.c */
bool judge_approvals(struct receipt_judge *j, struct err *err); /* receipt_votes.c */
bool judge_ballots(struct receipt_judge *j, struct err *err);   /* receipt_ballots.c */
/* One of the log's events, read. */
bool receipt_event(
    struct receipt_judge *j, const struct json_node *event, struct json_doc *out, struct err *err);
/* A key that was revoked later counts where a witness has seen its signature before that. */
bool judge_service(struct receipt_judge *j, const struct trust_service *s, struct err *err);

#endif
