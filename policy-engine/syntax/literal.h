/* SPDX-License-Identifier: MIT */
/*
 * literal.h: what a string literal says, by an own decoder over the bytes between its quotes.
 *
 * tree-sitter's string_content nodes lack the text of some raw strings and drop blanks of format
 * specifications, so the span is read and not the nodes.
 */
#ifndef POLICY_LITERAL_H
#define POLICY_LITERAL_H

#include "tree.h"

struct literal {
	bool raw, bytes, format;
	bool named_escape;   /* \N{...}, whose character is not looked up: the text is not known */
	bool bytes_escape;   /* \N, \u or \U in a bytes literal: tree-sitter and CPython disagree
				about its end */
	bool strange_prefix; /* a prefix that this Python does not have */
	uint32_t from, to;   /* bytes between the quotes */
};

struct literal literal_open(const struct tree *t, uint32_t string);
/* Appends the text of [from, to), which holds no replacement field. */
void literal_decode(
    const struct tree *t, struct literal *l, uint32_t from, uint32_t to, struct buf *out);
/* An integer literal; false where it does not fit. */
bool literal_integer(struct str text, int64_t *out);

#endif
