/* SPDX-License-Identifier: MIT */
#include "input.h"

#include "cells.h"
#include "csv.h"

#define MASKED_ROWS_MAX 10
#define MASKED_CODEPOINTS 40

static const struct json_limits SHAPE_LIMITS = {(size_t)64 << 20, 64, 4000000, 400};

static bool
has_suffix(struct str name, const char *const *suffixes)
{
	for (; *suffixes; suffixes++)
		if (str_ends(name, str_from(*suffixes)))
			return true;
	return false;
}

static const char *
separator_name(char c)
{
	switch (c) {
	case '\t':
		return "tab";
	case ';':
		return "semicolon";
	case '|':
		return "bar";
	default:
		return "comma";
	}
}

static bool
is_sensitive(const struct planner_input *input, struct str column)
{
	for (size_t i = 0; i < input->sensitive_count; i++)
		if (str_eq(str_trim(input->sensitive[i]), column))
			return true;
	return false;
}

/* How a value is written, without the value. */
static void
write_masked(struct json_writer *w, struct str cell)
{
	struct buf mask;
	size_t at = 0;

	buf_init(&mask, CSV_CELL_BYTES_MAX);
	for (size_t shown = 0; at < cell.n && shown < MASKED_CODEPOINTS; shown++) {
		int32_t c = utf8_next(cell, &at);
		if (c >= '0' && c <= '9')
			buf_char(&mask, '9');
		else if (c >= 'A' && c <= 'Z')
			buf_char(&mask, 'A');
		else if ((c >= 'a' && c <= 'z') || c >= 0x7f || c < ' ')
			buf_char(&mask, 'a');
		else
			buf_char(&mask, (char)c);
	}
	json_str(w, buf_view(&mask));
	buf_release(&mask);
}

static void
write_cell(struct json_writer *w, const struct planner_input *input, const struct csv_column *c,
    struct str cell)
{
	if (is_sensitive(input, c->name))
		json_null(w);
	else
		write_masked(w, cell);
}

/* A table without a header has no columns that could be called sensitive: if any is, no row is
 * shown. */
static bool
write_sample(struct arena *a, const struct planner_input *input, struct str text,
    const struct csv_table *table, size_t rows, struct json_writer *w)
{
	if (rows > MASKED_ROWS_MAX)
		rows = MASKED_ROWS_MAX;
	struct str *cells = arena_array(a, rows * table->column_count, sizeof(*cells));
	size_t got;

	if (rows == 0 || table->column_count == 0 ||
	    (table->headless && input->sensitive_count > 0))
		return true;
	if (!cells || !csv_sample(a, text, table, rows, cells, &got))
		return false;
	json_open_array(w, "masked_rows");
	for (size_t i = 0; i < got; i++) {
		json_array(w);
		for (size_t j = 0; j < table->column_count; j++)
			write_cell(
			    w, input, &table->columns[j], cells[i * table->column_count + j]);
		json_end_array(w);
	}
	json_end_array(w);
	return true;
}

/* Writes what the task says of a column or member, and notes that the file has it. */
static void
write_meaning(struct json_writer *w, const struct planner_input *input, struct str name)
{
	for (size_t i = 0; i < input->meaning_count; i++) {
		if (!str_eq(input->meanings[i].name, name))
			continue;
		input->meanings[i].used = true;
		json_put_str(w, "about", input->meanings[i].text);
		return;
	}
}

static void
write_column(struct json_writer *w, const struct planner_input *input,
    const struct csv_table *table, const struct csv_column *c)
{
	json_object(w);
	if (!table->headless)
		json_put_str(w, "name", c->name);
	json_put_text(w, "type", csv_type_name(c->seen));
	if (c->empty > 0)
		json_put_number(w, "empty_cells", (int64_t)c->empty);
	if (is_sensitive(input, c->name))
		json_put_bool(w, "sensitive", true);
	if (!table->headless)
		write_meaning(w, input, c->name);
	json_end_object(w);
}

static bool
describe_table(struct arena *a, const struct planner_input *input, struct str text,
    size_t sample_rows, struct json_writer *w)
{
	struct csv_table *table = arena_alloc(a, sizeof(*table));

	if (!table || !csv_survey(a, text, table))
		return false;
	json_put_number(w, "rows", (int64_t)table->row_count);
	if (table->headless)
		json_put_text(w, "header", "none: the first row looks like data");
	json_open_array(w, "columns");
	for (size_t i = 0; i < table->column_count; i++)
		write_column(w, input, table, &table->columns[i]);
	json_end_array(w);
	if (table->columns_more > 0)
		json_put_number(w, "more_columns", (int64_t)table->columns_more);
	if (table->ragged > 0)
		json_put_number(w, "rows_of_another_width", (int64_t)table->ragged);
	return write_sample(a, input, text, table, sample_rows, w);
}

static bool
describe_csv(
    struct arena *a, const struct planner_input *input, size_t sample_rows, struct json_writer *w)
{
	struct cells c;

	cells_open(&c, input->bytes);
	json_put_text(w, "kind", "csv");
	json_put_text(w, "separator", separator_name(c.separator));
	return describe_table(a, input, input->bytes, sample_rows, w);
}

static bool
describe_sheets(
    struct arena *a, const struct planner_input *input, size_t sample_rows, struct json_writer *w)
{
	bool good = true, database = str_starts(input->bytes, STR("SQLite format 3"));

	json_put_text(w, "kind", database ? "sqlite" : "xlsx");
	json_open_array(w, database ? "tables" : "sheets");
	for (size_t i = 0; good && i < input->table_count; i++) {
		json_object(w);
		json_put_str(w, "name", str_slice(input->tables[i].name, 0, SHAPE_NAME_BYTES_MAX));
		good = describe_table(a, input, input->tables[i].text, sample_rows, w);
		json_end_object(w);
	}
	json_end_array(w);
	return good;
}

/* "an object" without its article. */
static const char *
type_name(enum json_kind kind)
{
	const char *name = json_kind_name(kind);
	const char *blank = strchr(name, ' ');
	return blank ? blank + 1 : name;
}

struct shape {
	const struct planner_input *input;
	const struct json_doc *d;
	struct json_writer *w;
	size_t names; /* told so far */
};

static void describe_value(struct shape *s, const struct json_node *n, int depth);

/* A kind alone, or an object with what is below it and what the task says of it. */
static void
describe_member(struct shape *s, const struct json_node *name, int depth)
{
	const struct json_node *value = name + 1;
	bool more = (value->kind == JSON_OBJECT || value->kind == JSON_ARRAY) && value->count > 0 &&
		    depth < SHAPE_DEPTH_MAX && s->names < SHAPE_NAMES_MAX;
	bool told = false;

	for (size_t i = 0; i < s->input->meaning_count; i++)
		told = told || str_eq(s->input->meanings[i].name, name->text);
	json_name_str(s->w, str_slice(name->text, 0, SHAPE_NAME_BYTES_MAX));
	if (!more && !told) {
		json_text(s->w, type_name(value->kind));
		return;
	}
	json_object(s->w);
	if (more)
		describe_value(s, value, depth);
	else
		json_put_text(s->w, "type", type_name(value->kind));
	write_meaning(s->w, s->input, name->text);
	json_end_object(s->w);
}

static void
describe_members(struct shape *s, const struct json_node *n, int depth)
{
	size_t shown = 0;

	json_open_object(s->w, "members");
	for (const struct json_node *m = json_first(s->d, n);
	     m && shown < SHAPE_MEMBERS_MAX && s->names < SHAPE_NAMES_MAX;
	     m = json_next(s->d, m), shown++) {
		s->names++;
		describe_member(s, m, depth + 1);
	}
	json_end_object(s->w);
	if (n->count > shown)
		json_put_number(s->w, "more_members", (int64_t)(n->count - shown));
}

static bool
is_among(const struct str *names, size_t count, struct str name)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(names[i], name))
			return true;
	return false;
}

/* Names that later elements of a list have and the first has not. */
static void
describe_others(struct shape *s, const struct json_node *list)
{
	const struct json_node *first = json_first(s->d, list), *n = first;
	struct str others[SHAPE_OTHERS_MAX];
	size_t count = 0;

	for (size_t i = 0; n && i < SHAPE_ELEMENTS_MAX; i++, n = json_next(s->d, n)) {
		const struct json_node *m = n->kind == JSON_OBJECT ? json_first(s->d, n) : NULL;
		for (; m && count < SHAPE_OTHERS_MAX; m = json_next(s->d, m)) {
			char name[SHAPE_NAME_BYTES_MAX + 1];
			bool known =
			    m->text.n > SHAPE_NAME_BYTES_MAX || !memcpy(name, m->text.p, m->text.n);
			if (known)
				continue;
			name[m->text.n] = '\0';
			if (!json_get(s->d, first, name) && !is_among(others, count, m->text))
				others[count++] = m->text;
		}
	}
	if (count > 0)
		json_put_strs(s->w, "others_have_also", others, count);
}

/* A value's type; of an object also its members' names and types, of an array its length and its
 * first element's, and so on down. */
static void
describe_value(struct shape *s, const struct json_node *n, int depth)
{
	json_put_text(s->w, "type", type_name(n->kind));
	if (n->kind == JSON_OBJECT)
		describe_members(s, n, depth);
	if (n->kind != JSON_ARRAY)
		return;
	json_put_number(s->w, "length", n->count);
	if (n->count == 0 || depth >= SHAPE_DEPTH_MAX)
		return;
	json_open_object(s->w, "first_element");
	describe_value(s, json_first(s->d, n), depth + 1);
	if (json_first(s->d, n)->kind == JSON_OBJECT)
		describe_others(s, n);
	json_end_object(s->w);
}

static void
describe_document(struct arena *a, const struct planner_input *input, struct json_writer *w)
{
	struct json_doc doc;
	struct err err;

	json_put_text(w, "kind", "json");
	if (!json_parse(a, input->bytes, NULL, &SHAPE_LIMITS, &doc, NULL, &err)) {
		json_put_text(w, "problem", err.message);
		return;
	}
	describe_value(&(struct shape){input, &doc, w, 0}, json_root(&doc), 0);
}

static void
describe_lines(
    struct arena *a, const struct planner_input *input, bool documents, struct json_writer *w)
{
	struct str rest = input->bytes, line, first = STR("");
	int64_t lines = 0;

	while (str_cut(&rest, '\n', &line)) {
		if (lines == 0)
			first = line;
		lines += line.n > 0 || rest.p != NULL;
	}
	json_put_text(w, "kind", documents ? "ndjson" : "text");
	json_put_number(w, "lines", lines);
	if (!documents || first.n == 0)
		return;
	struct json_doc doc;
	struct err err;
	if (json_parse(a, first, NULL, &SHAPE_LIMITS, &doc, NULL, &err)) {
		json_open_object(w, "first_line");
		describe_value(&(struct shape){input, &doc, w, 0}, json_root(&doc), 0);
		json_end_object(w);
	}
}

/* The kind of a file that is no text, by its first bytes. */
static const char *
binary_kind(struct str bytes)
{
	static const struct {
		const char *begins, *kind;
	} KINDS[] = {{"PAR1", "parquet"}, {"ARROW1", "feather"}, {"\x89PNG", "png"},
	    {"\xff\xd8\xff", "jpeg"}, {"%PDF", "pdf"}, {"PK\x03\x04", "zip"}, {"\x1f\x8b", "gzip"},
	    {"SQLite format 3", "sqlite"}};

	for (size_t i = 0; i < ARRAY_LENGTH(KINDS); i++)
		if (str_starts(bytes, str_from(KINDS[i].begins)))
			return KINDS[i].kind;
	return "binary";
}

/* Of a document the words stand at its members; of what has no shape, here. */
static void
write_meanings(struct json_writer *w, const struct planner_input *input)
{
	bool begun = false;

	for (size_t i = 0; i < input->meaning_count; i++) {
		if (input->meanings[i].used)
			continue;
		if (!begun)
			json_open_object(w, "meanings");
		begun = true;
		json_name_str(w, input->meanings[i].name);
		json_str(w, input->meanings[i].text);
	}
	if (begun)
		json_end_object(w);
}

bool
input_describe(
    struct arena *a, const struct planner_input *input, size_t sample_rows, struct json_writer *w)
{
	static const char *const tables[] = {".csv", ".tsv", ".CSV", ".TSV", NULL};
	static const char *const documents[] = {".json", ".JSON", ".geojson", NULL};
	static const char *const streams[] = {".ndjson", ".jsonl", NULL};
	bool good = true;

	json_object(w);
	json_put_str(w, "name", input->name);
	json_put_number(w, "bytes", (int64_t)input->bytes.n);
	if (input->about.n > 0)
		json_put_str(w, "about", input->about);
	if (input->encoding)
		json_put_text(w, "encoding", input->encoding);
	if (input->table_count > 0)
		good = describe_sheets(a, input, sample_rows, w);
	else if (utf8_invalid_at(input->bytes) < input->bytes.n ||
		 memchr(input->bytes.p, 0, input->bytes.n))
		json_put_text(w, "kind", binary_kind(input->bytes));
	else if (has_suffix(input->name, tables))
		good = describe_csv(a, input, sample_rows, w);
	else if (has_suffix(input->name, documents))
		describe_document(a, input, w);
	else
		describe_lines(a, input, has_suffix(input->name, streams), w);
	write_meanings(w, input);
	json_end_object(w);
	return good;
}

bool
input_is_table(const struct planner_input *input)
{
	return input->table_count > 0 || str_ends(input->name, STR(".csv")) ||
	       str_ends(input->name, STR(".tsv"));
}
