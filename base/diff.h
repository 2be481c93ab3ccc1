/* SPDX-License-Identifier: MIT */
/* diff.h: what changed between two texts, line by line. */
#ifndef BASE_DIFF_H
#define BASE_DIFF_H

#include "arena.h"

#define DIFF_LINES_MAX 2000

/*
 * Appends the lines of both texts, each behind "-" (only in `before`), "+" (only in `after`) or a
 * blank; of a longer run that did not change, only the two lines beside a change, and "…" between.
 * Nothing where they are equal. Of texts longer than DIFF_LINES_MAX lines all is told as changed.
 * False when out of memory.
 */
bool diff_lines(struct arena *a, struct str before, struct str after, struct buf *out);

#endif
