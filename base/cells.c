/* SPDX-License-Identifier: MIT */
#include "cells.h"

#define BOM STR("\xef\xbb\xbf")

/* The one that stands most often in the first line, outside quotes; a comma where none does. */
static char
guess_separator(struct str text)
{
	static const char candidates[] = ",;\t|";
	size_t counts[sizeof(candidates)] = {0};
	bool quoted = false;
	size_t best = 0;

	for (size_t i = 0; i < text.n && (quoted || text.p[i] != '\n'); i++) {
		const char *hit = memchr(candidates, text.p[i], sizeof(candidates) - 1);
		if (text.p[i] == '"')
			quoted = !quoted;
		else if (!quoted && hit)
			counts[hit - candidates]++;
	}
	for (size_t i = 1; i < sizeof(candidates) - 1; i++)
		if (counts[i] > counts[best])
			best = i;
	return candidates[best];
}

void
cells_open(struct cells *c, struct str text)
{
	*c = (struct cells){text, str_starts(text, BOM) ? BOM.n : 0, guess_separator(text)};
}

bool
cells_end(const struct cells *c)
{
	return c->at >= c->text.n;
}

static void
quoted_cell(struct cells *c, struct buf *cell)
{
	for (c->at++; c->at < c->text.n; c->at++) {
		if (c->text.p[c->at] == '"') {
			c->at++;
			if (c->at >= c->text.n || c->text.p[c->at] != '"')
				return;
		}
		buf_char(cell, c->text.p[c->at]);
	}
}

bool
cells_next(struct cells *c, struct buf *cell)
{
	buf_clear(cell);
	if (c->at < c->text.n && c->text.p[c->at] == '"')
		quoted_cell(c, cell);
	for (; c->at < c->text.n; c->at++) {
		char here = c->text.p[c->at];
		if (here == c->separator) {
			c->at++;
			return false;
		}
		if (here == '\n') {
			c->at++;
			return true;
		}
		if (here != '\r')
			buf_char(cell, here);
	}
	return true;
}
