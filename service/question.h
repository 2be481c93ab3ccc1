/* SPDX-License-Identifier: MIT */
/*
 * question.h: what people are asked about. The store is not believed: whatever is shown is hashed
 * again here, beginning with the digest of the subject that the approval names.
 */
#ifndef SERVICE_QUESTION_H
#define SERVICE_QUESTION_H

#include "store.h"

/* A pending decision, with all that it is about, verified. */
struct question {
	struct stored_approval approval;
	struct stored_run run;
	bool about_code; /* not of an exception */
	struct str
	    goal; /* of the task that was hashed; of an exception: what it lets pass. May be empty */
	struct str subject, code, findings, plan, output;
	struct json_doc subject_doc,
	    findings_doc; /* findings: an empty list where there are none */
	char words[DIGEST_WORDS_BYTES];
};
/* `id`: of an approval, or a run's newest. Everything is the arena's. */
bool question_read(
    struct store *s, struct arena *a, const char *id, struct question *out, struct err *err);
/* The last runs under the same policy with the very same findings, `most` at most, the newest first. */
bool question_alike(struct store *s, struct arena *a, const struct question *q, size_t most,
    struct stored_run **out, size_t *count, struct err *err);

/* About a program; an exception's or a redaction's subject is a list of terms. */
bool question_is_about_code(const struct stored_approval *a);
/* A member of such a subject as people read it: a time from microseconds, a scope without its braces. */
bool question_term(struct arena *a, const struct json_doc *d, const struct json_node *member,
    struct str *out, struct err *err);

/* A vote of this person stands. */
bool question_has_vote_of(const struct question *q, const char *person);

#endif
