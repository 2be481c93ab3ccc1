/* SPDX-License-Identifier: MIT */
/*
 * csv, by RFC 4180: commas, LF or CRLF, a header, rows as long as it. base/cells.h reads the cells
 * and forgives; here what it forgave is refused.
 */
#include "framing.h"

#include "cells.h"
#include "decimal.h"
#include "invariant.h"
#include "uri.h"

#define REFERENCES_MAX 16
#define NUMBER_TYPES (1u << JSON_NUMBER | TYPE_INTEGER)
#define WRITER_HINT "write the table with csv.writer(sys.stdout)"

static const struct framing_fault EMPTY = {
    "empty", "the output is empty", "print the header, then the rows, with csv.writer(sys.stdout)"};
static const struct framing_fault BOM_FOUND = {
    "bom", "the output begins with a byte order mark", "print plain UTF-8 without a BOM"};
static const struct framing_fault BLANK_LINE = {"blank-line", "a line is blank",
    "print no line between rows or behind them; csv.writer needs sys.stdout alone"};
static const struct framing_fault STRAY_QUOTE = {
    "stray-quote", "a quote stands inside a cell that is not quoted", WRITER_HINT};
static const struct framing_fault STRAY_CR = {
    "control-character", "a carriage return stands inside a cell that is not quoted", WRITER_HINT};
static const struct framing_fault BEHIND_QUOTE = {
    "stray-quote", "something stands behind a cell's closing quote", WRITER_HINT};
static const struct framing_fault UNCLOSED = {
    "truncated", "the output ends inside a quoted cell", WRITER_HINT};
static const struct framing_fault LARGE_CELL = {
    "too-large", "a cell has more than 1048576 bytes", "print less"};
static const struct framing_fault WIDE = {
    "too-large", "there are more than 1000 columns", "print fewer columns"};
static const struct framing_fault LONG = {
    "too-large", "there are more than 1000000 rows", "print fewer rows"};
static const struct framing_fault UNNAMED = {"unnamed-column", "a column of the header has no name",
    "begin with a header row that names each column"};
static const struct framing_fault TWICE = {
    "duplicate-column", "the header names a column twice", "give each column a name of its own"};

struct column {
	struct str name;
	unsigned types; /* 1 << enum json_kind, TYPE_INTEGER; 0 where the schema says nothing */
};

struct table {
	struct framed *f;
	struct output_report *out;
	struct err *err;
	struct cells cells;
	struct buf cell;
	size_t cell_at; /* where the cell in hand begins */
	bool last;      /* and whether it is its row's last */
	struct column *columns;
	struct str *names;
	uint32_t *rows;
	size_t column_count, column_capacity, name_capacity, row_capacity;
};

/* The fault between a cell's separators, or NULL. */
static const struct framing_fault *
cell_fault(struct str raw)
{
	if (raw.n == 0 || raw.p[0] != '"') {
		if (str_find(raw, STR("\""), 0) != SIZE_MAX)
			return &STRAY_QUOTE;
		return str_find(raw, STR("\r"), 0) != SIZE_MAX ? &STRAY_CR : NULL;
	}
	for (size_t i = str_find(raw, STR("\""), 1); i != SIZE_MAX;
	     i = str_find(raw, STR("\""), i + 2)) {
		if (i + 1 == raw.n)
			return NULL;
		if (raw.p[i + 1] != '"')
			return &BEHIND_QUOTE;
	}
	return &UNCLOSED;
}

/* The bytes of a cell without what ends it. */
static struct str
raw_cell(const struct cells *c, size_t at, bool last)
{
	struct str raw = str_slice(c->text, at, c->at);

	if (!last)
		return str_slice(raw, 0, raw.n - 1);
	if (!str_ends(raw, STR("\n")))
		return raw;
	raw.n--;
	if (str_ends(raw, STR("\r")))
		raw.n--;
	return raw;
}

/* Adds the fault to t->out if memory allows; always false. */
static bool
refuse(struct table *t, size_t at, const struct framing_fault *fault)
{
	framing_refuse(t->f, at, fault, t->out, t->err);
	return false;
}

static bool
out_of_memory(struct table *t)
{
	return err_memory(t->err);
}

static bool
next_cell(struct table *t)
{
	t->cell_at = t->cells.at;
	t->last = cells_next(&t->cells, &t->cell);
	const struct framing_fault *fault = cell_fault(raw_cell(&t->cells, t->cell_at, t->last));
	if (!fault && t->cell.failed)
		fault = &LARGE_CELL;
	return !fault || refuse(t, t->cell_at, fault);
}

static bool
begins_blank(const struct cells *c)
{
	struct str rest = str_slice(c->text, c->at, c->text.n);

	return str_starts(rest, STR("\n")) || str_starts(rest, STR("\r\n"));
}

static struct str
cell_text(const struct table *t)
{
	return (struct str){t->cell.n > 0 ? t->cell.p : "", t->cell.n};
}

/* The types that the schema has for a unit, by way of its references where it names none itself. */
static unsigned
types_of(const struct schema *s, uint32_t unit)
{
	for (unsigned i = 0; i < REFERENCES_MAX && unit != NO_UNIT; i++) {
		const struct unit *u = &s->units[unit];
		if (u->types)
			return u->types;
		unit = NO_UNIT;
		for (uint32_t k = 0; k < u->count && unit == NO_UNIT; k++)
			if (s->ops[u->first + k].code == OP_REF)
				unit = s->ops[u->first + k].as.unit;
	}
	return 0;
}

static unsigned
column_types(const struct schema *s, struct str name)
{
	struct shape member;
	struct str close;

	if (!s)
		return 0;
	struct shape row = shape_items((struct shape){s, s->root});
	return shape_member(row, name, &member, &close) ? types_of(s, member.unit) : 0;
}

static bool
add_column(struct table *t, const struct schema *s)
{
	size_t count = t->column_count;

	if (t->cell.n == 0)
		return refuse(t, t->cell_at, &UNNAMED);
	if (count == FRAMED_COLUMNS_MAX)
		return refuse(t, t->cell_at, &WIDE);
	for (size_t i = 0; i < count; i++)
		if (str_eq(t->names[i], cell_text(t)))
			return refuse(t, t->cell_at, &TWICE);
	struct str *name =
	    arena_push(t->f->a, &t->names, &t->f->name_count, &t->name_capacity, sizeof(*t->names));
	struct column *column = arena_push(
	    t->f->a, &t->columns, &t->column_count, &t->column_capacity, sizeof(*t->columns));
	if (!name || !column || !arena_copy(t->f->a, cell_text(t), name))
		return out_of_memory(t);
	*column = (struct column){*name, column_types(s, *name)};
	return true;
}

static bool
read_header(struct table *t, const struct schema *s)
{
	if (begins_blank(&t->cells))
		return refuse(t, t->cells.at, &BLANK_LINE);
	do {
		if (!next_cell(t) || !add_column(t, s))
			return false;
	} while (!t->last);
	t->f->names = t->names;
	return true;
}

/* As JSON writes it, without blanks. */
static bool
is_number(struct str cell)
{
	struct decimal ignored;
	size_t first = cell.n > 0 && cell.p[0] == '-';
	bool zero = cell.n > first + 1 && cell.p[first] == '0';

	return !(zero && cell.p[first + 1] >= '0' && cell.p[first + 1] <= '9') &&
	       decimal_read(cell, &ignored);
}

static void
put_cell(struct json_writer *w, unsigned types, struct str cell)
{
	bool yes = str_is(cell, "true");

	if (cell.n == 0 && (types & 1u << JSON_NULL))
		json_null(w);
	else if ((types & NUMBER_TYPES) && is_number(cell))
		json_raw(w, cell);
	else if ((types & 1u << JSON_TRUE) && (yes || str_is(cell, "false")))
		json_bool(w, yes);
	else
		json_str(w, cell);
}

static bool
refuse_length(struct table *t, size_t row_at, size_t found)
{
	char what[96];
	struct framing_fault fault = {
	    "ragged-row", what, "give every row as many cells as the header; " WRITER_HINT};
	struct buf b;

	buf_init(&b, sizeof(what) - 1);
	buf_printf(&b, "a row has %s%zu cell%s, the header has %zu",
	    found > t->column_count ? "more than " : "",
	    found > t->column_count ? t->column_count : found,
	    found == 1 || (found > t->column_count && t->column_count == 1) ? "" : "s",
	    t->column_count);
	memcpy(what, b.n > 0 ? b.p : "", b.n);
	what[b.n] = '\0';
	buf_release(&b);
	return refuse(t, row_at, &fault);
}

static bool
put_row(struct table *t, struct json_writer *w)
{
	size_t at = t->cells.at, count = 0;

	if (begins_blank(&t->cells))
		return refuse(t, at, &BLANK_LINE);
	if (t->f->row_count == FRAMED_RECORDS_MAX)
		return refuse(t, at, &LONG);
	uint32_t *row =
	    arena_push(t->f->a, &t->rows, &t->f->row_count, &t->row_capacity, sizeof(*t->rows));
	if (!row)
		return out_of_memory(t);
	*row = (uint32_t)at;
	json_object(w);
	do {
		if (!next_cell(t))
			return false;
		if (count == t->column_count)
			return refuse_length(t, at, count + 1);
		json_name_str(w, t->columns[count].name);
		put_cell(w, t->columns[count].types, cell_text(t));
		count++;
	} while (!t->last);
	json_end_object(w);
	return count == t->column_count || refuse_length(t, at, count);
}

static bool
read_table(struct table *t, const struct schema *s, struct buf *json)
{
	struct json_writer w;

	if (!read_header(t, s))
		return false;
	json_writer_init(&w, json, false);
	json_array(&w);
	while (!cells_end(&t->cells) && !json->failed)
		if (!put_row(t, &w))
			return false;
	json_end_array(&w);
	t->f->rows = t->rows;
	return true;
}

bool
framing_table(struct framed *f, const struct schema *s, struct output_report *out, struct err *err)
{
	struct table t = {.f = f, .out = out, .err = err, .cells = {f->text, 0, ','}};
	struct buf json;

	if (f->text.n == 0)
		return framing_refuse(f, 0, &EMPTY, out, err);
	if (f->text.n > FRAMED_LIMITS.bytes)
		return framing_refuse(f, 0, &LONG, out, err);
	if (str_starts(f->text, STR("\xef\xbb\xbf")))
		return framing_refuse(f, 0, &BOM_FOUND, out, err);
	if (!framing_is_text(f, out, err))
		return out->message.n > 0;
	buf_init(&json, FRAMED_LIMITS.bytes);
	buf_init(&t.cell, FRAMED_CELL_BYTES_MAX);
	bool good = read_table(&t, s, &json);
	buf_release(&t.cell);
	if (good)
		return framing_take(f, &json, out, err);
	buf_release(&json);
	return out->message.n > 0;
}

/* The row and the column, as good as it is known, that a pointer leads to. */
static bool
read_pointer(const struct framed *f, struct str pointer, size_t *row, size_t *column)
{
	struct str rest = pointer, empty, number, name;
	int64_t at;

	*column = SIZE_MAX;
	if (!str_cut(&rest, '/', &empty) || !str_cut(&rest, '/', &number) ||
	    !str_number(number, &at) || (size_t)at >= f->row_count)
		return false;
	*row = (size_t)at;
	if (!str_cut(&rest, '/', &name))
		return true;
	if (!pointer_unescape(f->a, &name))
		return false;
	for (size_t i = 0; i < f->name_count && *column == SIZE_MAX; i++)
		if (str_eq(f->names[i], name))
			*column = i;
	return true;
}

static struct str
find_cell(const struct framed *f, size_t row, size_t column)
{
	struct cells c = {f->text, f->rows[row], ','};
	struct str raw = {f->text.p + c.at, 0};
	struct buf ignored;
	bool last = false;

	buf_init(&ignored, FRAMED_CELL_BYTES_MAX);
	for (size_t i = 0; column != SIZE_MAX && i <= column && !last; i++) {
		size_t at = c.at;
		last = cells_next(&c, &ignored);
		raw = raw_cell(&c, at, last);
	}
	buf_release(&ignored);
	return raw;
}

static void
place_issue(const struct framed *f, struct line_walk *walk, struct schema_issue *issue)
{
	size_t row, column;
	unsigned lines, place;

	if (!read_pointer(f, issue->instance, &row, &column))
		return;
	size_t start = f->rows[row];
	if (start < walk->at)
		*walk = (struct line_walk){0, 1};
	text_place(str_slice(f->text, walk->at, f->text.n), start - walk->at, &lines, &place);
	*walk = (struct line_walk){start, walk->line + lines - 1};
	struct str cell = find_cell(f, row, column);
	text_place(str_slice(f->text, start, f->text.n), (size_t)(cell.p - f->text.p) - start,
	    &lines, &place);
	size_t end = str_find(cell, STR("\n"), 0);
	size_t width = utf8_length(str_slice(cell, 0, end == SIZE_MAX ? cell.n : end));
	issue->line = walk->line + lines - 1;
	issue->column = place;
	issue->width = width > 0 ? (unsigned)width : 1;
}

void
framing_table_places(const struct framed *f, struct schema_report *out)
{
	struct line_walk walk = {0, 1};

	for (size_t i = 0; i < out->count; i++)
		if (out->issues[i].instance.n > 0)
			place_issue(f, &walk, &out->issues[i]);
}
