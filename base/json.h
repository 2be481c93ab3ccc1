/* SPDX-License-Identifier: MIT */
/*
 * json.h: a strict JSON reader that makes a tape, and a writer.
 *
 * The tape is an array of nodes in document order; node 0 is the root. It is what every judge in
 * Sluice works on: YAML is read into the same tape (yaml.h), so that policies, tasks, model replies
 * and outputs get errors of one quality.
 *
 * The reader takes RFC 8259 exactly: one text, strict UTF-8, no byte order mark, no duplicate names
 * (compared after unescaping), no lone surrogates, and limits on bytes, depth, nodes and numbers.
 * It is iterative. Numbers keep their text, strings are unescaped (and may hold NUL), every node
 * keeps its place. Of several faults the first is told, but a duplicate name when its object ends.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "arena.h"
#include "err.h"

enum json_kind {
	JSON_NONE = 0,
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT, /* children alternate: a name (a string node), its value, ... */
};

enum json_flag {
	JSON_ESCAPED = 1, /* a string that was written with escapes */
	JSON_PLAIN = 2,   /* a YAML plain scalar: where a schema wants a string, its text is one */
	JSON_NAME = 4,    /* a member's name */
};

struct json_node {
	struct str text; /* string contents or number text; empty else. Borrowed from the source or
			    the arena. */
	uint32_t at;     /* byte offset in the source where it begins */
	uint32_t end;    /* one past its last byte */
	uint32_t next; /* index of the next sibling (of a name: the next name; of a member's value:
			  none), or 0 */
	uint32_t parent; /* index of the array or object that holds it; a value's is its object; 0
			    for the root */
	uint32_t count;  /* elements or members */
	uint8_t kind, flags;
};

struct json_doc {
	const struct json_node *nodes;
	uint32_t count;
	struct str source; /* borrowed */
	const char *file;  /* for messages; may be NULL */
};

struct json_limits {
	size_t bytes, depth, nodes, number_bytes;
};
extern const struct json_limits JSON_LIMITS; /* 8 MiB, 64, 1,000,000, 400 */
/* An exponent past this serves nobody but costs whoever computes with it: JSON_FAULT_LIMIT. Zeros
 * in front don't count. */
#define JSON_EXPONENT_MAX 9999

enum json_fault {
	JSON_OK = 0,
	JSON_FAULT_EMPTY,
	JSON_FAULT_SYNTAX,
	JSON_FAULT_TRUNCATED, /* ends inside a value */
	JSON_FAULT_TRAILING,  /* something behind the value */
	JSON_FAULT_UTF8,
	JSON_FAULT_BOM,
	JSON_FAULT_CONTROL, /* a raw control character in a string, or NUL anywhere */
	JSON_FAULT_ESCAPE,
	JSON_FAULT_SURROGATE,
	JSON_FAULT_NUMBER,
	JSON_FAULT_DUPLICATE,
	JSON_FAULT_LIMIT,
	JSON_FAULT_MEMORY,
};

struct json_problem {
	enum json_fault fault;
	size_t at;       /* byte offset */
	size_t other_at; /* JSON_FAULT_DUPLICATE: the first of the two */
};

/* False fills *problem (where not NULL) and *err: a message with its place in `file`. */
bool json_parse(struct arena *a, struct str source, const char *file,
    const struct json_limits *limits, struct json_doc *out, struct json_problem *problem,
    struct err *err);

/* Line and column (from 1, in code points) of a byte offset; also for YAML. */
void text_place(struct str source, size_t at, unsigned *line, unsigned *column);

const struct json_node *json_root(const struct json_doc *d);
uint32_t json_index(const struct json_doc *d, const struct json_node *n);
/* The member's value, or NULL; also NULL where `object` is NULL or no object. */
const struct json_node *json_get(
    const struct json_doc *d, const struct json_node *object, const char *name);
const struct json_node *json_get_str(
    const struct json_doc *d, const struct json_node *object, struct str name);
/* Walks elements, or members by their names (the value is the node behind: `name + 1`). NULL ends
 * it. */
const struct json_node *json_first(const struct json_doc *d, const struct json_node *container);
const struct json_node *json_next(const struct json_doc *d, const struct json_node *n);
#define JSON_EACH(n, doc, container)                                                               \
	for (const struct json_node *n = json_first(doc, container); n != NULL;                    \
	     n = json_next(doc, n))
/* What is said once, or each of a list. */
#define JSON_EACH_SAID(n, doc, said)                                                               \
	for (const struct json_node *all_##n = (said),                                             \
				    *n = all_##n != NULL && all_##n->kind == JSON_ARRAY            \
					     ? json_first(doc, all_##n)                            \
					     : all_##n;                                            \
	     n != NULL; n = all_##n->kind == JSON_ARRAY ? json_next(doc, n) : NULL)
/* The member's string, or `otherwise` where it is missing or no string (plain scalars count as
 * strings). */
struct str json_get_text(const struct json_doc *d, const struct json_node *object, const char *name,
    struct str otherwise);
/* The member's integer, or `otherwise` where it is missing or none. */
int64_t json_get_number(
    const struct json_doc *d, const struct json_node *object, const char *name, int64_t otherwise);
/* An integer written without fraction or exponent, in int64's range. */
bool json_int(const struct json_node *n, int64_t *out);
bool json_is_text(const struct json_node *n); /* a string, or a YAML plain scalar */
void json_pointer(
    const struct json_doc *d, const struct json_node *n, struct buf *out); /* RFC 6901 */
struct str json_source(
    const struct json_doc *d, const struct json_node *n); /* the bytes as written */
const char *json_kind_name(enum json_kind kind);          /* "an object", "a string" ... */
/* Sets `err` at the node's place. */
bool json_err(const struct json_doc *d, const struct json_node *n, struct err *err,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same into a list, with what to do; `help` may be NULL. False, to be returned. */
bool json_complain(const struct json_doc *d, const struct json_node *n, struct err_list *errs,
    const char *help, const char *format, ...) __attribute__((format(printf, 5, 6)));
bool json_vcomplain(const struct json_doc *d, const struct json_node *n, struct err_list *errs,
    const char *help, const char *format, va_list ap) __attribute__((format(printf, 5, 0)));

/*
 * The writer puts commas, quotes and escapes. Strings that are not UTF-8 are written with U+FFFD
 * for each bad byte. With `indent` it breaks lines, two blanks a level.
 */
struct json_writer {
	struct buf *out;
	unsigned depth;
	bool indent, comma, named;
};

void json_writer_init(struct json_writer *w, struct buf *out, bool indent);
/* Into a buffer that is begun with it, for at most so many bytes. */
void json_begin(struct json_writer *w, struct buf *out, size_t bytes_max);
void json_object(struct json_writer *w);
void json_array(struct json_writer *w);
void json_end_object(struct json_writer *w);
void json_end_array(struct json_writer *w);
void json_name(struct json_writer *w, const char *name);
void json_name_str(struct json_writer *w, struct str name);
void json_str(struct json_writer *w, struct str s);
void json_text(struct json_writer *w, const char *z); /* NULL writes null */
void json_number(struct json_writer *w, int64_t n);
void json_bool(struct json_writer *w, bool b);
void json_null(struct json_writer *w);
void json_raw(struct json_writer *w, struct str json); /* a whole value, as it is */
/* A node of a tape with all that it holds; YAML's too. */
void json_tree(struct json_writer *w, const struct json_doc *d, const struct json_node *n);
/* The same as a text of the arena's. False where it is larger than that, or memory ran out. */
bool json_tree_text(struct arena *a, const struct json_doc *d, const struct json_node *n,
    bool indent, size_t bytes_max, struct str *out);
/* Name and value, or where it begins, in one call. */
void json_open_object(struct json_writer *w, const char *name);
void json_open_array(struct json_writer *w, const char *name);
void json_put_str(struct json_writer *w, const char *name, struct str s);
void json_put_text(struct json_writer *w, const char *name, const char *z);
void json_put_strs(struct json_writer *w, const char *name, const struct str *items, size_t count);
void json_put_number(struct json_writer *w, const char *name, int64_t n);
void json_put_bool(struct json_writer *w, const char *name, bool b);
/*
 * Writes what the template shows: braces, brackets, names, words as strings (`true`, `false` and `null` as
 * they are), and values: %.*s a str (STR_ARG), %s a text, %u, %zu and %ld numbers, %d a truth; ?%s what is
 * left out with its name if empty, 0 or false; =%.*s (or ?=) what is JSON. It need not be whole: the next
 * call goes on. Commas are the writer's; those of the template are for people.
 *
 *	json_format(w, "{id: %.*s, place: {line: %u}, roles: [reader]", STR_ARG(id), line);
 */
void json_format(struct json_writer *w, const char *template, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Canonical JSON: RFC 8785 for documents whose numbers are integers within 2^53 - 1 and whose names
 * are ASCII; members sorted, no blanks, so that one value has one text and one digest. False where
 * the document holds something else.
 */
bool json_canonical(
    const struct json_doc *d, const struct json_node *n, struct buf *out, struct err *err);
/* The same of a text; the arena's. */
bool json_canonical_text(struct arena *a, struct str json, struct str *out, struct err *err);
/* Reads a text that must be canonical already: it is written again and the bytes are compared. */
bool json_parse_canonical(struct arena *a, struct str source, const char *file,
    const struct json_limits *limits, struct json_doc *out, struct err *err);

#endif
