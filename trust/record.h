/* SPDX-License-Identifier: MIT */
/*
 * record.h: C structs as canonical JSON and back, by one table of their members.
 *
 * An object has exactly the members of its table: one that is missing, of another kind, or not in
 * the table is an error. Writing sorts.
 */
#ifndef TRUST_RECORD_H
#define TRUST_RECORD_H

#include "trust.h"

#define RECORD_BYTES_MAX ((size_t)1 << 20)

enum field_kind {
	FIELD_NONE = 0,
	FIELD_ID,     /* struct str, 1 to 400 bytes, all of which can be seen */
	FIELD_TEXT,   /* struct str, at most 16 KiB, may be empty, no NUL */
	FIELD_NUMBER, /* int64_t, not negative */
	FIELD_BOOL,
	FIELD_DIGEST,  /* char[DIGEST_HEX_BYTES] */
	FIELD_IDS,     /* const struct str *, and a size_t at `count_at` */
	FIELD_DIGESTS, /* the same, of digests in hex */
	FIELD_VERSION, /* the number 1; nothing in the struct */
	FIELD_PART,    /* an object whose members are of the same struct, by `parts` */
	FIELD_PARTS,   /* a list of structs of `size` bytes, by `parts`; a pointer and a size_t */
};

struct field {
	const char *name;
	enum field_kind kind;
	size_t at, count_at; /* offsets in the struct */
	const struct field *parts;
	size_t part_count, size;
};

#define RECORD_LIST_MAX 256

bool record_read(struct arena *a, const struct json_doc *d, const struct json_node *object,
    const struct field *fields, size_t count, void *record, struct err *err);
/* The object has `count` members, each of these. */
bool record_shape(const struct json_doc *d, const struct json_node *object,
    const char *const *names, size_t count, struct err *err);
bool record_write(struct json_writer *w, const struct field *fields, size_t count,
    const void *record, struct err *err);
bool is_digest(struct str s); /* 64 characters of lower-case hex */
/* The canonical text of what stands in `out`, into the arena; releases `out`. */
bool record_finish(struct arena *a, struct buf *out, struct str *text, struct err *err);

/* An in-toto statement: {_type, subject: [{name, digest: {sha256}}], predicateType, predicate}. */
struct statement {
	struct str subject;
	char sha256[DIGEST_HEX_BYTES];
	const char *type;
	const struct field *fields; /* of the predicate */
	size_t count;
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
