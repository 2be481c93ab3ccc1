/* SPDX-License-Identifier: MIT */
/*
 * record.h: one table of a struct's members, from which it is read from JSON, written as JSON and
 * taken from a row of the database (db.h).
 *
 * A form lists the members. The strict kinds are for what is signed or kept: a text that doesn't
 * fit is an error, in reading and in writing. The other kinds take whatever their type holds.
 */
#ifndef BASE_RECORD_H
#define BASE_RECORD_H

#include "hash.h"
#include "json.h"

#define RECORD_BYTES_MAX ((size_t)1 << 20)

enum field_kind {
	FIELD_NONE = 0,
	/* strict */
	FIELD_ID,     /* struct str, 1 to 400 bytes, all of which can be seen */
	FIELD_TEXT,   /* struct str, at most 16 KiB, may be empty, no NUL */
	FIELD_NUMBER, /* int64_t, not negative */
	FIELD_BOOL,
	FIELD_DIGEST,  /* char[DIGEST_HEX_BYTES] */
	FIELD_IDS,     /* const struct str *, and a size_t at `count_at` */
	FIELD_DIGESTS, /* the same, of digests in hex */
	FIELD_VERSION, /* the number 1; nothing in the struct */
	FIELD_PART,    /* an object, by `form`: the struct at `at`, or (0) the same one */
	FIELD_PARTS,   /* structs, by `form`: a pointer, and a size_t at `count_at` */
	/* as they are */
	FIELD_STRING,  /* struct str */
	FIELD_CHARS,   /* char[size], which ends with NUL */
	FIELD_LITERAL, /* const char *, only written; NULL is null */
	FIELD_INTEGER, /* int64_t */
	FIELD_SHORT,   /* int */
	FIELD_COUNT,   /* size_t */
	FIELD_WORD,    /* an enum, by `word` and `of` */
	FIELD_OBJECT,  /* a pointer to a struct of `form`, which reading puts into the arena */
	FIELD_JSON,    /* struct str: an object's JSON, which another reader judges */
	FIELD_JSONS,   /* a list of them, as FIELD_IDS */
	FIELD_STRINGS, /* as FIELD_IDS */
	FIELD_SET,     /* int64_t, only written: whether it is not 0 */
	FIELD_TIME,    /* int64_t, microseconds since 1970 UTC, only written; 0 is empty */
};

struct form;
struct member {
	const char *name;
	enum field_kind kind;
	/* What is empty ("", NULL, a digest that is not there, a whole number below 0) is null; or
	 * it is not written, and may be missing (a number, a truth: 0). */
	bool or_null, or_missing;
	size_t at, count_at; /* offsets in the struct */
	size_t size;         /* of FIELD_CHARS */
	size_t most;         /* entries of a list; 0: RECORD_LIST_MAX */
	const struct form *form;
	const char *(*word)(unsigned value);
	unsigned (*of)(struct str word); /* for rows */
};

struct form {
	const struct member *fields;
	size_t count, size; /* size: of the struct, where a list or a pointer has them */
};

#define RECORD_LIST_MAX 256

/* clang-format off */
#define FORM(name, type, ...)                                                                      \
	static const struct member name##_fields[] = {__VA_ARGS__};                                 \
	static const struct form name = {name##_fields, ARRAY_LENGTH(name##_fields), sizeof(type)}
/* A member by its type alone; its name in JSON is its own, or another. */
#define MEMBER_BODY(as, type, member)                                                              \
	.name = (as), .at = offsetof(type, member), .size = sizeof(((type *)NULL)->member),        \
	.kind = _Generic(((type *)NULL)->member,                                                   \
	    struct str: FIELD_STRING,                                                              \
	    char *: FIELD_CHARS,                                                                   \
	    const char *: FIELD_LITERAL,                                                           \
	    int64_t: FIELD_INTEGER,                                                                \
	    int: FIELD_SHORT,                                                                      \
	    unsigned: FIELD_SHORT,                                                                 \
	    size_t: FIELD_COUNT,                                                                   \
	    bool: FIELD_BOOL)
#define MEMBER(type, member) {MEMBER_BODY(#member, type, member)}
#define MEMBER_AS(as, type, member) {MEMBER_BODY(as, type, member)}
#define MEMBER_OR_NULL(as, type, member) {MEMBER_BODY(as, type, member), .or_null = true}
#define MEMBER_OR_MISSING(as, type, member) {MEMBER_BODY(as, type, member), .or_missing = true}
/* Of a kind that its type does not tell. */
#define MEMBER_OF(as, of_kind, type, member)                                                       \
	{.name = (as), .kind = (of_kind), .at = offsetof(type, member)}
#define MEMBER_WORD(as, type, member, name_of, value_of)                                           \
	{.name = (as), .kind = FIELD_WORD, .at = offsetof(type, member), .word = (name_of), .of = (value_of)}
#define MEMBER_LIST(as, type, items, counter, by)                                                  \
	{.name = (as), .kind = FIELD_PARTS, .at = offsetof(type, items), .count_at = offsetof(type, counter), .form = &(by)}
#define MEMBER_TIME(as, type, member)                                                              \
	{.name = (as), .kind = FIELD_TIME, .or_missing = true, .at = offsetof(type, member)}
/* A struct in the struct; a struct that it points to, or null. */
#define MEMBER_PART(as, type, member, by)                                                          \
	{.name = (as), .kind = FIELD_PART, .at = offsetof(type, member), .form = &(by)}
#define MEMBER_OBJECT(as, type, member, by)                                                        \
	{.name = (as), .kind = FIELD_OBJECT, .or_null = true, .at = offsetof(type, member), .form = &(by)}
#define MEMBER_TEXTS(as, of_kind, type, items, counter)                                            \
	{.name = (as), .kind = (of_kind), .at = offsetof(type, items), .count_at = offsetof(type, counter)}
/* clang-format on */

/*
 * An object has exactly the members of its form: one that is missing, of another kind, or not in
 * the form is an error. Texts are borrowed from the document.
 */
bool record_read(struct arena *a, const struct json_doc *d, const struct json_node *object,
    const struct form *form, void *record, struct err *err);
/* The object has `count` members, each of these. */
bool record_shape(const struct json_doc *d, const struct json_node *object,
    const char *const *names, size_t count, struct err *err);
bool record_write(
    struct json_writer *w, const struct form *form, const void *record, struct err *err);
/* The members alone, of a form without strict kinds: the caller opens and ends the object, and may
 * add to it. */
void record_put(struct json_writer *w, const struct form *form, const void *record);
/* The same as an object. */
void record_put_item(struct json_writer *w, const struct form *form, const void *record);
/* A member `name`: the object, or null where `record` is NULL; or a list of `count` records. */
void record_put_object(
    struct json_writer *w, const char *name, const struct form *form, const void *record);
void record_put_list(struct json_writer *w, const char *name, const struct form *form,
    const void *records, size_t count);
/* A text as a kind of them wants it. */
bool field_fits(enum field_kind kind, struct str s);
bool is_digest(struct str s); /* 64 characters of lower-case hex */
/* record_write as canonical text of at most `bytes_max`, in the arena. */
bool record_text(struct arena *a, const struct form *form, const void *record, size_t bytes_max,
    struct str *out, struct err *err);
/* The canonical text of what stands in `out`, into the arena; releases `out`. */
bool record_finish(struct arena *a, struct buf *out, struct str *text, struct err *err);

#endif
