/* SPDX-License-Identifier: MIT */
/*
 * tree_reader.h: CPython's tree on its way to a list of facts.
 *
 * References are borrowed: the tree keeps them. Where Python fails, reader.failed is set with its
 * exception, None or nothing is returned, and the walk ends soon after.
 */
#ifndef GUEST_TREE_READER_H
#define GUEST_TREE_READER_H

#include "agree.h"

#define KINDS_MAX 256 /* well above the kinds of nodes that there are */

#define FIELDS(X)                                                                                  \
	X(annotation)                                                                              \
	X(arg)                                                                                     \
	X(args)                                                                                    \
	X(asname)                                                                                  \
	X(attr)                                                                                    \
	X(bases)                                                                                   \
	X(body)                                                                                    \
	X(col_offset)                                                                              \
	X(ctx)                                                                                     \
	X(decorator_list)                                                                          \
	X(defaults)                                                                                \
	X(elt)                                                                                     \
	X(finalbody)                                                                               \
	X(format_spec)                                                                             \
	X(func)                                                                                    \
	X(generators)                                                                              \
	X(id)                                                                                      \
	X(ifs)                                                                                     \
	X(iter)                                                                                    \
	X(key)                                                                                     \
	X(keywords)                                                                                \
	X(kw_defaults)                                                                             \
	X(kwarg)                                                                                   \
	X(kwd_attrs)                                                                               \
	X(kwonlyargs)                                                                              \
	X(level)                                                                                   \
	X(module)                                                                                  \
	X(name)                                                                                    \
	X(names)                                                                                   \
	X(orelse)                                                                                  \
	X(posonlyargs)                                                                             \
	X(rest)                                                                                    \
	X(returns)                                                                                 \
	X(target)                                                                                  \
	X(value)                                                                                   \
	X(values)                                                                                  \
	X(vararg)

#define X(name) FIELD_##name,
enum field { FIELDS(X) FIELD_COUNT };
#undef X

struct place {
	uint32_t path, blocks; /* path: index */
	PyObject *owner;       /* the name of the innermost class, or NULL */
};

struct reader;
typedef void visitor(struct reader *r, PyObject *node, struct place at);

struct kind {
	PyTypeObject *type;
	visitor *visit;   /* NULL: only its fields */
	PyObject *fields; /* tuple of names */
};

struct reader {
	struct kind kinds[KINDS_MAX]; /* by type */
	PyObject *const *fields;      /* FIELD_COUNT names */
	PyTypeObject *base;           /* of all nodes */
	PyObject *sha256;
	struct {
		PyObject *node;
		struct place at;
	} * stack;
	size_t depth, stack_capacity;
	struct str *paths;
	size_t path_count, path_capacity, path_bytes;
	struct tally tally;
	bool failed; /* a Python exception is set */
};

PyObject *reader_get(struct reader *r, PyObject *node, enum field field);
Py_ssize_t reader_length(PyObject *list);                 /* 0 for what is none */
struct str reader_text(struct reader *r, PyObject *name); /* of a str; empty for None */
bool reader_is_kind(PyObject *node, const char *name);
bool reader_is_constant(struct reader *r, PyObject *node);

/* Pushes what is read next: a node (None is skipped), a node's or list's field, all fields but one
 * (FIELD_COUNT: none). */
void reader_push(struct reader *r, PyObject *node, struct place at);
void reader_push_field(struct reader *r, PyObject *node, enum field field, struct place at);
void reader_push_all(struct reader *r, PyObject *node, struct place at, enum field but);
/* A path below that of `at`. */
uint32_t reader_path(struct reader *r, struct place at, const char *name, size_t n);

/* A fact is put in pieces and then ended. */
void reader_put(struct reader *r, const char *words);
void reader_put_name(struct reader *r, PyObject *name); /* "-" for None */
void reader_put_number(struct reader *r, size_t number);
void reader_end(struct reader *r, struct place at);

/* tree_visit.c: what says a node of this kind? NULL: only its fields say something. */
visitor *visitor_of(PyObject *node);

#endif
