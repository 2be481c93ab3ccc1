/* SPDX-License-Identifier: MIT */
/*
 * cells.h: the cells of a table in a text, one after another.
 *
 * RFC 4180 and its common kin: comma, semicolon, tab or bar between cells; LF or CRLF; a byte order
 * mark is passed over. The text is data of a stranger: it is looked at once, and nothing in it is
 * an error.
 */
#ifndef BASE_CELLS_H
#define BASE_CELLS_H

#include "text.h"

struct cells {
	struct str text;
	size_t at; /* at text.n all has been read */
	char separator;
};

void cells_open(struct cells *c, struct str text);
/* Reads one cell, without its quotes, and moves past what ends it. True where it was its row's
 * last. */
bool cells_next(struct cells *c, struct buf *cell);
bool cells_end(const struct cells *c);

#endif
