/* SPDX-License-Identifier: MIT */
/* statement.h: what is signed is an in-toto statement about one subject. */
#ifndef TRUST_STATEMENT_H
#define TRUST_STATEMENT_H

#include "record.h"
#include "trust.h"

/* {_type, subject: [{name, digest: {sha256}}], predicateType, predicate} */
struct statement {
	struct str subject;
	char sha256[DIGEST_HEX_BYTES];
	const char *type;
	const struct form *form; /* of the predicate */
};
bool statement_write(struct arena *a, const struct statement *s, const void *predicate,
    struct str *out, struct err *err);
/* Fills subject and sha256, and the predicate. The bytes must be canonical. */
bool statement_read(
    struct arena *a, struct str bytes, struct statement *s, void *predicate, struct err *err);
/* Of its predicate: for a statement that is about itself, since a subject needs a digest. */
bool statement_digest(struct arena *a, const struct statement *s, const void *predicate,
    char out[DIGEST_HEX_BYTES], struct err *err);

#endif
