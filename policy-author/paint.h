/* SPDX-License-Identifier: MIT */
/* paint.h: what each byte of a program is to whoever reads it, by the tree that the gate judges it by. */
#ifndef POLICY_PAINT_H
#define POLICY_PAINT_H

#include "arena.h"

enum paint {
	PAINT_NONE = 0,
	PAINT_KEYWORD,
	PAINT_STRING,
	PAINT_NUMBER,
	PAINT_COMMENT,
	PAINT_NAME, /* of a function or class, where it is defined */
};
/* One for each byte of `code`, the arena's. NULL where the text is no Python that the gate reads, or memory ran out: it
 * is shown without. */
const uint8_t *paint_code(struct arena *a, struct str code);

#endif
