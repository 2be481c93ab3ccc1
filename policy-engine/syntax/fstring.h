/* SPDX-License-Identifier: MIT */
/*
 * fstring.h: `{x:=5}` in an f-string is a format specification to CPython and an assignment to
 * tree-sitter-python.
 *
 * The parser is therefore given a text in which the '=' of such a ':=' is a blank. Nothing else
 * changes, not even the length, and everything but the parser reads the original. Where this scan
 * sees no f-string, a ':=' stays, and the rules refuse it.
 */
#ifndef POLICY_FSTRING_H
#define POLICY_FSTRING_H

#include "arena.h"

/* *out is `source` itself where nothing changes. False where memory ran out. */
bool fstring_mask(struct arena *a, struct str source, struct str *out);

#endif
