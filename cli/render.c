/* SPDX-License-Identifier: MIT */
/* JSON for people. The text comes from a program that nobody trusts: all of it goes through
 * buf_visible. */
#include "cli.h"

#define CELL_CODEPOINTS_MAX 60
#define COLUMNS_MAX 12
#define ROWS_MAX 40
#define LINE_CODEPOINTS_MAX 400

#define DIM "\033[2m"
#define BOLD "\033[1m"
#define RESET "\033[0m"

static void
put_value(const struct json_doc *d, const struct json_node *n, size_t max, struct buf *out)
{
	if (n)
		buf_visible(out, n->kind == JSON_STRING ? n->text : json_source(d, n), max);
}

struct table {
	struct str columns[COLUMNS_MAX];
	size_t widths[COLUMNS_MAX];
	bool numeric[COLUMNS_MAX];
	size_t count;
};

static size_t
cell_width(const struct json_doc *d, const struct json_node *n)
{
	struct buf cell;

	buf_init(&cell, 4096);
	put_value(d, n, CELL_CODEPOINTS_MAX, &cell);
	size_t width = utf8_length(buf_view(&cell));
	buf_release(&cell);
	return width;
}

/* True where the list is worth a table: objects of scalars with the first one's names. */
static bool
measure(const struct json_doc *d, const struct json_node *list, struct table *t)
{
	const struct json_node *row = json_first(d, list);

	*t = (struct table){.count = 0};
	if (!row || row->kind != JSON_OBJECT || row->count == 0 || row->count > COLUMNS_MAX)
		return false;
	JSON_EACH(m, d, row) {
		t->numeric[t->count] = m[1].kind == JSON_NUMBER;
		t->widths[t->count] = utf8_length(m->text);
		t->columns[t->count++] = m->text;
	}
	for (; row; row = json_next(d, row)) {
		if (row->kind != JSON_OBJECT)
			return false;
		for (size_t i = 0; i < t->count; i++) {
			const struct json_node *n = json_get_str(d, row, t->columns[i]);
			size_t width = n ? cell_width(d, n) : 0;
			t->widths[i] = width > t->widths[i] ? width : t->widths[i];
		}
	}
	return true;
}

static void
pad(struct buf *out, struct str cell, size_t width, bool right)
{
	size_t used = utf8_length(cell);
	size_t blanks = width > used ? width - used : 0;

	if (right)
		buf_repeat(out, ' ', blanks);
	buf_str(out, cell);
	if (!right)
		buf_repeat(out, ' ', blanks);
}

static void
put_row(
    const struct json_doc *d, const struct json_node *row, const struct table *t, struct buf *out)
{
	struct buf cell;

	buf_init(&cell, 4096);
	buf_text(out, "  ");
	for (size_t i = 0; i < t->count; i++) {
		buf_clear(&cell);
		put_value(d, json_get_str(d, row, t->columns[i]), CELL_CODEPOINTS_MAX, &cell);
		pad(out, buf_view(&cell), t->widths[i], t->numeric[i]);
		if (i + 1 < t->count)
			buf_text(out, "  ");
	}
	buf_char(out, '\n');
	buf_release(&cell);
}

static void
put_table(const struct json_doc *d, const struct json_node *list, const struct table *t,
    bool colour, struct buf *out)
{
	struct buf name;
	size_t rows = 0;

	buf_init(&name, 4096);
	buf_printf(out, "  %s", colour ? BOLD : "");
	for (size_t i = 0; i < t->count; i++) {
		buf_clear(&name);
		buf_visible(&name, t->columns[i], CELL_CODEPOINTS_MAX);
		pad(out, buf_view(&name), t->widths[i], t->numeric[i]);
		buf_text(out, i + 1 < t->count ? "  " : "");
	}
	buf_printf(out, "%s\n", colour ? RESET : "");
	buf_release(&name);
	JSON_EACH(row, d, list) {
		if (rows++ == ROWS_MAX) {
			buf_printf(out, "  … and %u more rows\n", list->count - ROWS_MAX);
			break;
		}
		put_row(d, row, t, out);
	}
}

static void
put_member(const struct json_doc *d, const struct json_node *name, size_t width, bool colour,
    struct buf *out)
{
	const struct json_node *value = name + 1;
	struct table t;
	struct buf shown;

	buf_init(&shown, 4096);
	bool table = value->kind == JSON_ARRAY && measure(d, value, &t);
	buf_visible(&shown, name->text, CELL_CODEPOINTS_MAX);
	buf_printf(out, "  %s", colour ? DIM : "");
	pad(out, buf_view(&shown), table ? 0 : width, false);
	buf_printf(out, "%s", colour ? RESET : "");
	buf_release(&shown);
	if (table) {
		buf_char(out, '\n');
		put_table(d, value, &t, colour, out);
		return;
	}
	buf_text(out, "  ");
	put_value(d, value, LINE_CODEPOINTS_MAX, out);
	buf_char(out, '\n');
}

void
answer_render(
    const struct json_doc *doc, const struct json_node *root, bool colour, struct buf *out)
{
	struct table t;
	size_t width = 0;

	if (root->kind == JSON_ARRAY && measure(doc, root, &t)) {
		put_table(doc, root, &t, colour, out);
	} else if (root->kind == JSON_OBJECT) {
		JSON_EACH(m, doc, root)
			if (utf8_length(m->text) > width &&
			    utf8_length(m->text) <= CELL_CODEPOINTS_MAX)
				width = utf8_length(m->text);
		JSON_EACH(m, doc, root)
			put_member(doc, m, width, colour, out);
	} else {
		buf_text(out, "  ");
		put_value(doc, root, LINE_CODEPOINTS_MAX, out);
		buf_char(out, '\n');
	}
}
