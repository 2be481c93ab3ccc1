/* SPDX-License-Identifier: MIT */
#include "err.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define SOURCE_LINE_CODEPOINTS_MAX 160

#define RED "\033[1;31m"
#define BOLD "\033[1m"
#define CYAN "\033[36m"
#define RESET "\033[0m"

/* Copies what fits and never ends inside a UTF-8 sequence. */
static void
fit(char *to, size_t size, const char *from)
{
	size_t n = strlen(from);

	if (n >= size) {
		n = size - 1;
		while (n > 0 && ((unsigned char)from[n] & 0xc0) == 0x80)
			n--;
	}
	memmove(to, from, n);
	to[n] = '\0';
}

__attribute__((format(printf, 3, 0))) static void
fit_printf(char *to, size_t size, const char *format, va_list ap)
{
	char whole[2 * ERR_MESSAGE_BYTES];

	vsnprintf(whole, sizeof(whole), format, ap);
	fit(to, size, whole);
}

bool
err_set(struct err *err, enum err_code code, const char *format, ...)
{
	va_list ap;

	*err = (struct err){.code = code};
	va_start(ap, format);
	fit_printf(err->message, sizeof(err->message), format, ap);
	va_end(ap);
	return false;
}

bool
err_sys(struct err *err, const char *format, ...)
{
	int sys = errno;
	char what[ERR_MESSAGE_BYTES], why[128];
	va_list ap;

	va_start(ap, format);
	fit_printf(what, sizeof(what), format, ap);
	va_end(ap);
	err_set(err, ERR_SYSTEM, "%s: %s", what, strerror_r(sys, why, sizeof(why)));
	err->sys = sys;
	return false;
}

bool
err_memory(struct err *err)
{
	err_set(err, ERR_MEMORY, "out of memory");
	return err_help(
	    err, "the machine or this request's share of it has no more; use smaller inputs");
}

bool
err_wrap(struct err *err, const char *format, ...)
{
	char what[ERR_MESSAGE_BYTES], whole[2 * ERR_MESSAGE_BYTES + 4];
	va_list ap;

	va_start(ap, format);
	fit_printf(what, sizeof(what), format, ap);
	va_end(ap);
	snprintf(whole, sizeof(whole), "%s: %s", what, err->message);
	fit(err->message, sizeof(err->message), whole);
	return false;
}

bool
err_place(struct err *err, const char *file, unsigned line, unsigned column, unsigned width)
{
	if (err->file[0] || err->line)
		return false;
	if (file)
		fit(err->file, sizeof(err->file), file);
	err->line = line;
	err->column = column;
	err->width = width;
	return false;
}

bool
err_help(struct err *err, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	fit_printf(err->help, sizeof(err->help), format, ap);
	va_end(ap);
	return false;
}

bool
err_list_add(struct err_list *list, const struct err *err)
{
	if (list->count < ERR_LIST_MAX)
		list->items[list->count++] = *err;
	else
		list->more++;
	if (list->more > 0 && err->code == ERR_MEMORY)
		list->items[ERR_LIST_MAX - 1] = *err; /* what the others say may come of it */
	return false;
}

bool
err_list_memory(struct err_list *list)
{
	struct err err;

	err_memory(&err);
	return err_list_add(list, &err);
}

static bool
comes_after(const struct err *a, const struct err *b)
{
	int files = strcmp(a->file, b->file);

	if (files != 0)
		return files > 0;
	return a->line != b->line ? a->line > b->line : a->column > b->column;
}

void
err_list_sort(struct err_list *list)
{
	/* If memory ran out, the other errors may only be due to that. */
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].code == ERR_MEMORY) {
			list->items[0] = list->items[i];
			list->count = 1;
			list->more = 0;
		}
	for (size_t i = 1; i < list->count; i++)
		for (size_t j = i; j > 0 && comes_after(&list->items[j - 1], &list->items[j]);
		     j--) {
			struct err moved = list->items[j];
			list->items[j] = list->items[j - 1];
			list->items[j - 1] = moved;
		}
}

static struct str
source_line(struct str source, unsigned line)
{
	struct str text = {NULL, 0};

	for (unsigned i = 0; i < line; i++)
		if (!str_cut(&source, '\n', &text))
			return (struct str){NULL, 0};
	if (text.n > 0 && text.p[text.n - 1] == '\r')
		text.n--;
	return text;
}

/* How wide the first `count` code points are as buf_visible draws them; tabs are drawn as one blank
 * here. */
static size_t
drawn_width(struct str text, size_t count)
{
	struct buf drawn;
	size_t at = 0, width = 0;

	buf_init(&drawn, 4096);
	for (size_t i = 0; i < count && at < text.n; i++) {
		size_t from = at;
		utf8_next(text, &at);
		buf_clear(&drawn);
		buf_visible(&drawn, str_slice(text, from, at), 1);
		width += text.p[from] == '\t' ? 1 : utf8_length(buf_view(&drawn));
	}
	buf_release(&drawn);
	return width;
}

/* The byte offset of the code point with this number. */
static size_t
offset_of(struct str text, size_t codepoint)
{
	size_t at = 0;

	for (size_t i = 0; i < codepoint && at < text.n; i++)
		utf8_next(text, &at);
	return at;
}

static void
draw_line(struct buf *out, struct str text)
{
	size_t at = 0;

	for (size_t i = 0; at < text.n && i < SOURCE_LINE_CODEPOINTS_MAX; i++) {
		size_t from = at;
		utf8_next(text, &at);
		if (text.p[from] == '\t')
			buf_char(out, ' ');
		else
			buf_visible(out, str_slice(text, from, at), 1);
	}
	if (at < text.n)
		buf_text(out, "…");
}

void
caret_render(struct str source, unsigned line, unsigned column, unsigned width, const char *colour,
    struct buf *out)
{
	struct str text = source_line(source, line);

	if (!text.p)
		return;
	/* Of a long line the part around the column. */
	unsigned from = column > SOURCE_LINE_CODEPOINTS_MAX / 2 &&
				utf8_length(text) > SOURCE_LINE_CODEPOINTS_MAX
			    ? column - SOURCE_LINE_CODEPOINTS_MAX / 2
			    : 0;
	text = str_slice(text, offset_of(text, from), text.n);
	column -= from;
	buf_printf(out, "%5u | %s", line, from > 0 ? "…" : "");
	draw_line(out, text);
	buf_printf(out, "\n      | %s", from > 0 ? " " : "");
	if (column > 0 && column <= SOURCE_LINE_CODEPOINTS_MAX) {
		size_t before = drawn_width(text, column - 1);
		size_t carets = drawn_width(text, column - 1 + (width ? width : 1)) - before;
		buf_repeat(out, ' ', before);
		buf_text(out, colour);
		buf_repeat(out, '^', carets ? carets : 1);
		buf_text(out, *colour ? RESET : "");
	}
	buf_char(out, '\n');
}

void
err_render(const struct err *err, struct str source, bool colour, struct buf *out)
{
	if (err->file[0])
		buf_printf(out, "%s%s:", colour ? BOLD : "", err->file);
	if (err->line)
		buf_printf(out, "%u:%u:", err->line, err->column);
	if (err->file[0])
		buf_printf(out, "%s ", colour ? RESET : "");
	buf_printf(out, "%serror:%s ", colour ? RED : "", colour ? RESET : "");
	buf_visible(out, str_from(err->message), SIZE_MAX);
	buf_char(out, '\n');
	if (err->line && source.n > 0)
		caret_render(source, err->line, err->column, err->width, colour ? RED : "", out);
	if (err->help[0]) {
		buf_printf(out, "%shelp:%s ", colour ? CYAN : "", colour ? RESET : "");
		buf_visible(out, str_from(err->help), SIZE_MAX);
		buf_char(out, '\n');
	}
}

void
unreachable_at(const char *file, int line)
{
	fprintf(stderr, "sluice: bug: unreachable code reached at %s:%d\n", file, line);
	abort();
}
