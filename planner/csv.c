/* SPDX-License-Identifier: MIT */
#include "csv.h"

#include "ascii.h"
#include "cells.h"

/* 9 stands for a digit, and everything else for itself. */
static bool
looks_like(struct str s, const char *mask)
{
	if (s.n != strlen(mask))
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (mask[i] == '9' ? ascii_digits(s, i) == 0 : s.p[i] != mask[i])
			return false;
	return true;
}

static bool
is_date(struct str s)
{
	return looks_like(s, "9999-99-99");
}

static unsigned
number_type(struct str s)
{
	size_t at = s.n > 0 && (s.p[0] == '-' || s.p[0] == '+');
	size_t whole = ascii_digits(s, at);

	at += whole;
	if (whole > 0 && at == s.n)
		return whole > 1 && s.p[0] == '0' ? CSV_CODE : CSV_INTEGER;
	if (whole > 0 && s.p[at] == ',' && ascii_digits(s, at + 1) > 0 &&
	    at + 1 + ascii_digits(s, at + 1) == s.n)
		return CSV_COMMA;
	if (at < s.n && s.p[at] == '.') {
		size_t part = ascii_digits(s, at + 1);
		at += 1 + part;
		whole += part;
	}
	if (whole > 0 && at < s.n && (s.p[at] == 'e' || s.p[at] == 'E')) {
		size_t sign = at + 1 < s.n && (s.p[at + 1] == '-' || s.p[at + 1] == '+');
		size_t exponent = ascii_digits(s, at + 1 + sign);
		at = exponent > 0 ? at + 1 + sign + exponent : at;
	}
	return whole > 0 && at == s.n ? CSV_NUMBER : CSV_TEXT;
}

static unsigned
cell_type(struct str cell)
{
	static const char *const booleans[] = {"true", "false", "True", "False", "TRUE", "FALSE"};
	struct str s = str_trim(cell);

	if (s.n == 0)
		return CSV_EMPTY;
	for (size_t i = 0; i < ARRAY_LENGTH(booleans); i++)
		if (str_is(s, booleans[i]))
			return CSV_BOOLEAN;
	if (is_date(s))
		return CSV_DATE;
	if (looks_like(s, "99.99.9999"))
		return CSV_DATE_DOTS;
	if (looks_like(s, "99/99/9999"))
		return CSV_DATE_SLASHES;
	if (s.n >= 16 && is_date(str_slice(s, 0, 10)) && (s.p[10] == 'T' || s.p[10] == ' ') &&
	    ascii_digits(s, 11) == 2 && s.p[13] == ':')
		return CSV_TIME;
	return number_type(s);
}

/* Nobody calls a column 2026-01-02 or 17.5 who means it as a name. */
static void
judge_header(struct csv_table *out)
{
	for (size_t i = 0; i < out->column_count; i++)
		out->headless =
		    out->headless || (out->columns[i].seen & ~(unsigned)(CSV_TEXT | CSV_EMPTY));
	out->row_count = out->headless;
	for (size_t i = 0; i < out->column_count; i++) {
		struct csv_column *column = &out->columns[i];
		column->seen = out->headless ? column->seen : 0;
		column->empty = column->seen == CSV_EMPTY;
	}
}

static bool
survey_header(struct cells *c, struct arena *a, struct buf *cell, struct csv_table *out)
{
	bool last = c->at >= c->text.n;

	while (!last) {
		last = cells_next(c, cell);
		if (out->column_count == CSV_COLUMNS_MAX) {
			out->columns_more++;
			continue;
		}
		struct csv_column *column = &out->columns[out->column_count++];
		column->seen = cell_type(buf_view(cell));
		if (!arena_copy(a, str_trim(buf_view(cell)), &column->name))
			return false;
	}
	judge_header(out);
	return true;
}

static void
survey_row(struct cells *c, struct buf *cell, struct csv_table *out)
{
	size_t start = c->at, count = 0;

	for (bool last = false; !last; count++) {
		last = cells_next(c, cell);
		if (count >= out->column_count)
			continue;
		unsigned type = cell->failed ? CSV_TEXT : cell_type(buf_view(cell));
		out->columns[count].seen |= type;
		out->columns[count].empty += type == CSV_EMPTY;
	}
	if (str_trim(str_slice(c->text, start, c->at)).n == 0 && out->column_count > 1)
		return; /* a blank line is no row */
	out->row_count++;
	out->ragged += count != out->column_count + out->columns_more;
}

bool
csv_survey(struct arena *a, struct str text, struct csv_table *out)
{
	struct cells c;
	struct buf cell;

	*out = (struct csv_table){0};
	cells_open(&c, text);
	out->separator = c.separator;
	buf_init(&cell, CSV_CELL_BYTES_MAX);
	bool good = survey_header(&c, a, &cell, out);
	while (good && c.at < text.n)
		survey_row(&c, &cell, out);
	buf_release(&cell);
	return good;
}

static bool
sample_row(struct cells *c, struct arena *a, struct buf *cell, const struct csv_table *table,
    struct str *cells)
{
	size_t count = 0;

	for (bool last = false; !last; count++) {
		last = cells_next(c, cell);
		if (count < table->column_count && !arena_copy(a, buf_view(cell), &cells[count]))
			return false;
	}
	return true;
}

bool
csv_sample(struct arena *a, struct str text, const struct csv_table *table, size_t rows,
    struct str *cells, size_t *got)
{
	struct cells c;
	bool good = true, last = false;
	struct buf cell;

	*got = 0;
	cells_open(&c, text);
	buf_init(&cell, CSV_CELL_BYTES_MAX);
	while (!last)
		last = cells_next(&c, &cell);
	while (good && *got < rows && c.at < text.n)
		good = sample_row(&c, a, &cell, table, cells + table->column_count * (*got)++);
	buf_release(&cell);
	return good;
}

const char *
csv_type_name(unsigned seen)
{
	switch (seen & ~(unsigned)CSV_EMPTY) {
	case 0:
		return "empty";
	case CSV_INTEGER:
		return "integer";
	case CSV_CODE:
	case CSV_CODE | CSV_INTEGER:
		return "text: digits, some with leading zeros";
	case CSV_COMMA:
	case CSV_COMMA | CSV_INTEGER:
		return "number, with a decimal comma";
	case CSV_DATE_DOTS:
		return "date, DD.MM.YYYY";
	case CSV_DATE_SLASHES:
		return "date, with slashes";
	case CSV_NUMBER:
	case CSV_NUMBER | CSV_INTEGER:
		return "number";
	case CSV_BOOLEAN:
		return "boolean";
	case CSV_DATE:
		return "date";
	case CSV_TIME:
	case CSV_TIME | CSV_DATE:
		return "datetime";
	default:
		return "text";
	}
}
