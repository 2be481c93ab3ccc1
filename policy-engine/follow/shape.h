/* SPDX-License-Identifier: MIT */
/*
 * shape.h: texts with holes, "sales_?.csv": the literal characters stand for themselves, and a hole
 * for a text of which only this is known: it has no slash, and what its flags say.
 *
 * A hole is one byte that UTF-8 does not have, HOLE with its flags, or HOLE_NUMBER. Every question
 * is answered for all the texts that may stand there: yes means certainly.
 */
#ifndef POLICY_SHAPE_H
#define POLICY_SHAPE_H

#include "text.h"

#include <stdbool.h>

/* A number, date, truth value or None: it has a letter or digit, and a colon only after a digit. */
#define HOLE_NUMBER 0xc0
#define HOLE 0xf8
#define HOLE_EMPTY 1 /* may be empty */
#define HOLE_DOTS 2  /* may hold dots */
#define HOLE_OTHER 4 /* may hold ':' and '~', which lead elsewhere at the start of a path */
#define HOLE_ANY 7
/* Of what a text may hold, beside a hole's flags. */
#define SHAPE_SLASH 8

bool shape_is_hole(char c);
bool shape_has(struct str s, char c); /* as it is written */
bool shape_has_holes(struct str s);
bool shape_has_only_numbers(struct str s); /* in its holes, if it has any */
/* What the text may hold, as a whole: the flags of a hole that could stand for it, and SHAPE_SLASH.
 */
unsigned shape_flags(struct str s);
/* What a part of it may hold. */
unsigned shape_part_flags(struct str s);
/* A relative path that stays below `folder` ("." is any): no "..", no "~", no scheme, no NUL. With
 * holes it may be empty, which is no file. */
bool shape_is_under(struct str path, struct str folder);
bool shape_may_be_absolute(struct str part);
/* Whether a name between slashes may vanish (be empty or "."), may be "..". */
bool shape_may_vanish(struct str name);
bool shape_may_climb(struct str name);
/* The extension without its dot; false where it has none, or none that is known. */
bool shape_extension(struct str path, struct str *out);
/* Its last name. */
struct str shape_name(struct str path);

#endif
