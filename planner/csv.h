/* SPDX-License-Identifier: MIT */
/*
 * csv.h: what a table in a text file looks like: its columns, their types and how many rows there
 * are.
 *
 * Reads RFC 4180 and its common kin (semicolon, tab or bar between cells, LF or CRLF). The text is
 * data of a stranger: it is only looked at, in one pass.
 */
#ifndef PLANNER_CSV_H
#define PLANNER_CSV_H

#include "arena.h"
#include "ceilings.h"

enum csv_type { /* bits: what has been seen in a column */
	CSV_EMPTY = 1,
	CSV_INTEGER = 2,
	CSV_NUMBER = 4,
	CSV_BOOLEAN = 8,
	CSV_DATE = 16,
	CSV_TIME = 32,
	CSV_TEXT = 64,
	CSV_CODE = 128,  /* digits that begin with a zero: no number, though it looks like one */
	CSV_COMMA = 256, /* a number with a decimal comma */
	CSV_DATE_DOTS = 512,    /* 31.12.2026 */
	CSV_DATE_SLASHES = 1024 /* 12/31/2026, or 31/12/2026 */
};

struct csv_column {
	struct str name;
	unsigned seen;
	size_t empty;
};

struct csv_table {
	struct csv_column columns[CSV_COLUMNS_MAX];
	size_t column_count, columns_more;
	size_t row_count; /* without the header */
	size_t ragged;    /* rows with another number of cells than the header */
	char separator;
	/* The first row holds a number, a date or a truth value: it is data, and counted as such.
	 */
	bool headless;
};

/* False when out of memory. */
bool csv_survey(struct arena *a, struct str text, struct csv_table *out);
/*
 * The first rows behind the header: `rows` times column_count cells, empty where a row is shorter;
 * *got counts the rows. A cell is cut at CSV_CELL_BYTES_MAX. False when out of memory.
 */
bool csv_sample(struct arena *a, struct str text, const struct csv_table *table, size_t rows,
    struct str *cells, size_t *got);
/* "integer", "number", "boolean", "date", "datetime", "text", "empty", or these with what is special. */
const char *csv_type_name(unsigned seen);

#endif
