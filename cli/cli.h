/* SPDX-License-Identifier: MIT */
/*
 * cli.h: what the verbs share. Results go to standard output, everything else to standard error.
 */
#ifndef CLI_H
#define CLI_H

#include "run.h"

struct option_values { /* what was given more than once, in an arena */
	const char **values;
	size_t count, capacity;
};

/* How wide standard output is, in columns: COLUMNS, or what the terminal says; 0 where it is none. */
size_t columns_wide(void);
bool colour_wanted(int fd); /* a terminal, and no NO_COLOR */
/* Times for people, to be used within the expression that asks: a day "2026-11-21", with the minute
 * "2026-11-21T01:52", and a span in one or two units, "3h 12m". */
struct time_text {
	char text[24];
};
struct time_text day_of(int64_t us);
struct time_text minute_of(int64_t us);
struct time_text span_of(int64_t us);

/* Writes the buffer to standard output; false (said on standard error) where that fails. */
bool print_buf(struct buf *out);
/* Prints the errors with their source lines; returns the exit code. */
int print_errors(const struct err_list *errs);
int print_error(const struct err *err);
int print_no_memory(void);

/*
 * Hostile text, visible (buf_visible), which begins at `column` of the line and goes on at `indent`
 * of the next ones, so that no line is longer than the terminal is wide (80 columns elsewhere).
 */
void text_wrap(
    struct buf *out, struct str text, size_t max_codepoints, size_t column, size_t indent);

/* The byte at a line and column as errors count them: from 1, in code points. The text's end where there is none. */
size_t text_at(struct str text, unsigned line, unsigned column);

/* A value of a document as a person likes to read it: scalars as lines, lists of objects as tables. */
void answer_render(
    const struct json_doc *doc, const struct json_node *root, bool colour, struct buf *out);

/* Draws a run's stages as they come (progress) and its end. */
struct run_view {
	bool colour, live; /* live: standard output is a terminal */
	struct str said;   /* the reason in the line of the stage that ended the run */
};
void run_view_event(void *view, const struct run *run, const struct run_event *event);
void run_view_end(const struct run_view *view, const struct run *run, struct buf *out);
void artifact_draw(
    const struct box_artifact *f, struct buf *out); /* a line: name, type, size, digest */

/*
 * The files that a program left, into a folder of the caller's. Replaces nothing. What can't be
 * saved is told, and keeps none of the others from it; false where there was any.
 */
bool artifacts_save(
    struct arena *a, const char *folder, const struct box_artifact *files, size_t count);

#endif
