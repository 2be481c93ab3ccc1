/* SPDX-License-Identifier: MIT */
/*
 * agree.h: does CPython see in the program what the gate saw?
 *
 * The gate's facts are a sorted text (policy-engine/program/fact_list.h). The same text is made from
 * CPython's own tree, and a difference ends the run before a line of it has run. The tree that was
 * compared is the one that is compiled.
 */
#ifndef GUEST_AGREE_H
#define GUEST_AGREE_H

#include "python.h"
#include "tally.h"

#define FACTS_HEAD "facts 1 python " SLUICE_PYTHON "\n" /* no other interpreter's tables */
#define FACTS_BYTES_MAX ((size_t)8 << 20)               /* of the lines, each without its count */
#define FACTS_FILE_BYTES_MAX (4 * FACTS_BYTES_MAX)      /* with the counts */

/* CPython's tree of a str; NULL: a Python exception is set. A new reference. */
PyObject *agree_parse(PyObject *source);
/* tree_facts.c: the facts of a tree; the caller frees *text. False: a Python exception is set. */
bool tree_facts(PyObject *tree, char **text, size_t *n);
/* The first differences between two texts in words, or false where there are none. `more` counts
 * those that did not fit into `words`. */
bool agree_differ(struct str gate, struct str cpython, char *words, size_t words_bytes, int *more);
/*
 * Compares the tree of `source` with the facts in the sealed file `fd` (-1: there are none, and
 * *tree is NULL). A difference does not return. False: a Python exception is set.
 */
bool agree_check(int fd, PyObject *source, PyObject **tree);

#endif
