/* SPDX-License-Identifier: MIT */
/* The contents of the task's inputs as one document: the other side of a control total. */
#include "pipeline.h"

#include "ascii.h"
#include "cells.h"

#define DOCUMENT_BYTES_MAX ((size_t)256 << 20)
#define DOCUMENT_NODES_MAX ((size_t)4000000)
#define CELL_BYTES_MAX ((size_t)1 << 20)
#define COLUMNS_MAX 1000

static void
put_member_name(struct json_writer *w, struct str file)
{
	struct str rest = file, stem;
	struct buf name;

	(void)str_cut(&rest, '.', &stem);
	buf_init(&name, 1024);
	if (stem.n == 0 || ascii_digit(stem.p[0]))
		buf_char(&name, '_');
	for (size_t i = 0; i < stem.n; i++)
		buf_char(&name, ascii_word(stem.p[i]) ? stem.p[i] : '_');
	json_name_str(w, buf_view(&name));
	buf_release(&name);
}

/* A cell that is a JSON number keeps its digits; every other one is a string. */
static bool
is_number(struct str s)
{
	size_t at = s.n > 0 && s.p[0] == '-', from = at;

	at += ascii_digits(s, at);
	if (at == from || (s.p[from] == '0' && at > from + 1))
		return false;
	if (at < s.n && s.p[at] == '.') {
		from = at + 1;
		at = from + ascii_digits(s, from);
		if (at == from)
			return false;
	}
	return at == s.n && s.n <= 100;
}

static void
put_cell(struct json_writer *w, struct str cell)
{
	struct str bare = str_trim(cell);

	if (is_number(bare))
		json_raw(w, bare);
	else
		json_str(w, cell);
}

static size_t
read_header(struct arena *a, struct cells *c, struct buf *cell, struct str *names)
{
	size_t count = 0;
	bool last = false;

	while (!last) {
		last = cells_next(c, cell);
		if (count < COLUMNS_MAX && arena_copy(a, str_trim(buf_view(cell)), &names[count]))
			count++;
	}
	return count;
}

/* A second column of a name is passed over, for an object has each name once. */
static bool
is_first(const struct str *names, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (str_eq(names[k], names[i]))
			return false;
	return true;
}

static void
put_row(
    struct json_writer *w, struct cells *c, struct buf *cell, const struct str *names, size_t count)
{
	bool last = false;

	json_object(w);
	for (size_t i = 0; !last; i++) {
		last = cells_next(c, cell);
		if (i >= count || !is_first(names, i))
			continue;
		json_name_str(w, names[i]);
		put_cell(w, buf_view(cell));
	}
	json_end_object(w);
}

static bool
put_table(struct arena *a, struct json_writer *w, struct str text, struct err *err)
{
	struct str *names = arena_array(a, COLUMNS_MAX, sizeof(*names));
	struct cells c;
	struct buf cell;

	if (!names)
		return err_memory(err);
	cells_open(&c, text);
	buf_init(&cell, CELL_BYTES_MAX);
	size_t count = read_header(a, &c, &cell, names);
	json_array(w);
	while (!cells_end(&c)) {
		struct str rest = str_slice(text, c.at, text.n), line;
		if (str_cut(&rest, '\n', &line) && str_trim(line).n == 0) {
			c.at += line.n + 1 < text.n - c.at ? line.n + 1 : text.n - c.at;
			continue;
		}
		put_row(w, &c, &cell, names, count);
	}
	json_end_array(w);
	buf_release(&cell);
	return true;
}

static bool
put_input(struct arena *a, struct json_writer *w, const struct task_input *input, struct err *err)
{
	struct json_limits limits = {DOCUMENT_BYTES_MAX, 64, DOCUMENT_NODES_MAX, 400};
	struct json_doc doc;

	if (str_ends(input->name, STR(".csv")) || str_ends(input->name, STR(".tsv"))) {
		put_member_name(w, input->name);
		return put_table(a, w, input->bytes, err);
	}
	if (!str_ends(input->name, STR(".json")))
		return true;
	put_member_name(w, input->name);
	char *file = arena_text(a, input->name);
	if (!file || !json_parse(a, input->bytes, file, &limits, &doc, NULL, err))
		return file ? false : err_memory(err);
	json_raw(w, str_trim(input->bytes));
	return true;
}

bool
inputs_document(struct arena *a, const struct task *task, struct json_doc *out, struct err *err)
{
	struct json_limits limits = {DOCUMENT_BYTES_MAX, 64, DOCUMENT_NODES_MAX, 400};
	struct json_writer w;
	struct buf text;
	struct str kept;
	bool good = true;

	json_begin(&w, &text, DOCUMENT_BYTES_MAX);
	json_object(&w);
	for (size_t i = 0; good && i < task->input_count; i++)
		good = put_input(a, &w, &task->inputs[i], err);
	json_end_object(&w);
	if (good)
		good = (!text.failed && arena_copy(a, buf_view(&text), &kept)) || err_memory(err);
	buf_release(&text);
	return good && json_parse(a, kept, "the inputs", &limits, out, NULL, err);
}
