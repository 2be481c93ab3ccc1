/* SPDX-License-Identifier: MIT */
/*
 * framing.h: standard output, by its framing, as one JSON document: framing.c (json, text),
 * framing_lines.c (ndjson), framing_table.c (csv).
 *
 * The document of records and tables is made text. Its issues are put back to where standard output
 * has what they are about; ndjson's lines are the document's lines.
 */
#ifndef VALIDATOR_FRAMING_H
#define VALIDATOR_FRAMING_H

#include "validator.h"

#define FRAMED_RECORDS_MAX ((size_t)1000000)
#define FRAMED_COLUMNS_MAX ((size_t)1000)
#define FRAMED_CELL_BYTES_MAX ((size_t)1 << 20)
extern const struct json_limits FRAMED_LIMITS; /* of the whole document */

struct framed {
	enum output_framing framing;
	struct arena *a;
	struct str text;         /* standard output */
	const struct str *names; /* csv: the header */
	const uint32_t *rows;    /* csv: where each begins */
	size_t name_count, row_count;
};

/* The fault of an output that can't be read, in words that fit in front of a place. */
struct framing_fault {
	const char *code, *what, *hint;
};

/*
 * Fills out->doc, or out->code, message and hint. `s` may be NULL. False only where the world
 * failed.
 */
bool framing_read(enum output_framing framing, const struct schema *s, struct arena *a,
    struct str text, struct framed *f, struct output_report *out, struct err *err);
/* Lines, columns and widths of out's issues: from the document's to standard output's. */
void framing_places(const struct framed *f, struct output_report *out);

bool framing_lines(struct framed *f, struct output_report *out, struct err *err);
bool framing_table(
    struct framed *f, const struct schema *s, struct output_report *out, struct err *err);
void framing_lines_places(const struct framed *f, struct schema_report *out);
void framing_table_places(const struct framed *f, struct schema_report *out);

/* `at`: where in f->text. */
bool framing_refuse(const struct framed *f, size_t at, const struct framing_fault *fault,
    struct output_report *out, struct err *err);
/* Takes made JSON as the document; releases `json`. */
bool framing_take(
    const struct framed *f, struct buf *json, struct output_report *out, struct err *err);
/* Bytes that no framing but json's own reader would name: not UTF-8, or NUL. True where none is
 * found; else it is in `out`, or in `err`. */
bool framing_is_text(const struct framed *f, struct output_report *out, struct err *err);

/* The position of a walk through a text, by lines. */
struct line_walk {
	size_t at; /* where the line begins */
	unsigned line;
};

#endif
