/* SPDX-License-Identifier: MIT */
/*
 * tally.h: lines without an order, counted: two texts of one tally are equal where the same lines
 * were put as often.
 *
 * Needs nothing but the C library, so that programs inside a sandbox can have it too. A tally grows
 * up to `max_bytes` of text; a line past that sets `full` and `failed`, a lack of memory `failed` alone,
 * and no more is taken.
 */
#ifndef BASE_TALLY_H
#define BASE_TALLY_H

#include "text.h"

struct tally_line {
	uint64_t key; /* its first bytes, so that most comparisons need no text */
	uint32_t at, n;
};

struct tally {
	char *text;
	struct tally_line *lines;
	size_t n, capacity, open, max; /* bytes; `open`: where the line begins that is being put */
	size_t line_count, line_capacity;
	bool failed, full;
};

void tally_init(struct tally *t, size_t max_bytes); /* at most UINT32_MAX */
void tally_release(struct tally *t);
/* Adds to the open line; what is put must hold no line end. */
void tally_put(struct tally *t, const char *p, size_t n);
void tally_text(struct tally *t, const char *z);
void tally_number(struct tally *t, size_t number);
void tally_end(struct tally *t); /* the line is whole */
/*
 * The lines in order of their bytes, each once, behind it a blank, its count and a line end; the
 * caller frees *text. False, and nothing to free, where the tally has failed. Takes all lines out.
 */
bool tally_finish(struct tally *t, char **text, size_t *n);

/* A line of a finished text. */
struct tally_entry {
	struct str what;
	size_t count;
};
/* Takes the first off *text; false at its end, and where it is no such text. */
bool tally_next(struct str *text, struct tally_entry *out);
int tally_order(struct str a, struct str b); /* the order of the lines, as of memcmp */

#endif
