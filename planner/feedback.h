/* SPDX-License-Identifier: MIT */
/* feedback.h: the one envelope in which a failed attempt goes back to the model. */
#ifndef PLANNER_FEEDBACK_H
#define PLANNER_FEEDBACK_H

#include "planner.h"

#define MARK_BYTES 17 /* 16 hex digits and the NUL */

struct attempt { /* one line of history */
	char code_sha256[65];
	enum feedback_cause cause; /* why it failed; FEEDBACK_NONE while nobody has said */
	struct str summary;        /* of its failure, as the model was told */
	struct str change; /* from the attempt before, as lines of a diff; of the first, empty */
};

/* Appends hostile text with its line breaks kept and every other control or invisible character
 * written out. */
void feedback_lines(struct buf *out, struct str text);
/* A mark that the program could not have known when it wrote its output. */
void feedback_mark(char out[MARK_BYTES]);
/* Members of an object: hostile text, escaped line by line and cut; output, fenced by `mark` and cut too. */
void feedback_put_text(struct json_writer *w, const char *name, struct str text, size_t most);
void feedback_put_output(struct json_writer *w, struct str output, const char *mark);
/*
 * Writes the envelope. `number` is the failed attempt, from 1; `tried` are all so far. Program
 * output is cut at head and tail, its controls are escaped line by line, and it stands between two
 * lines that carry `mark`.
 */
void feedback_json(const struct feedback *f, const struct attempt *tried, size_t tried_count,
    const char *mark, struct json_writer *w);

#endif
