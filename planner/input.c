/* SPDX-License-Identifier: MIT */
#include "input.h"

#include "csv.h"

#define MASKED_ROWS_MAX 10
#define MASKED_CODEPOINTS 40

static const struct json_limits SHAPE_LIMITS = {(size_t)8 << 20, 64, 200000, 400};

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
write_sample(struct arena *a, const struct planner_input *input, const struct csv_table *table,
    size_t rows, struct json_writer *w)
{
	if (rows > MASKED_ROWS_MAX)
		rows = MASKED_ROWS_MAX;
	struct str *cells = arena_array(a, rows * table->column_count, sizeof(*cells));
	size_t got;

	if (rows == 0 || table->column_count == 0 ||
	    (table->headless && input->sensitive_count > 0))
		return true;
	if (!cells || !csv_sample(a, input->bytes, table, rows, cells, &got))
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
	json_end_object(w);
}

static bool
describe_table(
    struct arena *a, const struct planner_input *input, size_t sample_rows, struct json_writer *w)
{
	struct csv_table *table = arena_alloc(a, sizeof(*table));

	if (!table || !csv_survey(a, input->bytes, table))
		return false;
	json_put_text(w, "kind", "csv");
	json_put_text(w, "separator", separator_name(table->separator));
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
	return write_sample(a, input, table, sample_rows, w);
}

/* "an object" without its article. */
static const char *
type_name(enum json_kind kind)
{
	const char *name = json_kind_name(kind);
	const char *blank = strchr(name, ' ');
	return blank ? blank + 1 : name;
}

/* A value's type; of an object also its members' names and types, of an array its length and its
 * first element's. */
static void
describe_value(const struct json_doc *d, const struct json_node *n, struct json_writer *w)
{
	json_put_text(w, "type", type_name(n->kind));
	if (n->kind == JSON_ARRAY)
		json_put_number(w, "length", n->count);
	if (n->kind != JSON_OBJECT)
		return;
	json_open_object(w, "members");
	size_t shown = 0;
	for (const struct json_node *m = json_first(d, n); m && shown < SHAPE_MEMBERS_MAX;
	     m = json_next(d, m), shown++) {
		json_name_str(w, str_slice(m->text, 0, SHAPE_NAME_BYTES_MAX));
		json_text(w, type_name(m[1].kind));
	}
	json_end_object(w);
	if (n->count > shown)
		json_put_number(w, "more_members", (int64_t)(n->count - shown));
}

static void
describe_document(struct arena *a, struct str bytes, struct json_writer *w)
{
	struct json_doc doc;
	struct err err;

	json_put_text(w, "kind", "json");
	if (!json_parse(a, bytes, NULL, &SHAPE_LIMITS, &doc, NULL, &err)) {
		json_put_text(w, "problem", err.message);
		return;
	}
	const struct json_node *root = json_root(&doc);
	describe_value(&doc, root, w);
	if (root->kind == JSON_ARRAY && root->count > 0) {
		json_open_object(w, "first_element");
		describe_value(&doc, json_first(&doc, root), w);
		json_end_object(w);
	}
}

static void
describe_lines(struct arena *a, struct str bytes, bool documents, struct json_writer *w)
{
	struct str rest = bytes, line, first = STR("");
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
		describe_value(&doc, json_root(&doc), w);
		json_end_object(w);
	}
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
	if (utf8_invalid_at(input->bytes) < input->bytes.n ||
	    memchr(input->bytes.p, 0, input->bytes.n))
		json_put_text(w, "kind", "binary");
	else if (has_suffix(input->name, tables))
		good = describe_table(a, input, sample_rows, w);
	else if (has_suffix(input->name, documents))
		describe_document(a, input->bytes, w);
	else
		describe_lines(a, input->bytes, has_suffix(input->name, streams), w);
	json_end_object(w);
	return good;
}
