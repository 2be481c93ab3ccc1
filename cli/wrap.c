/* SPDX-License-Identifier: MIT */
/* Long lines, broken for the terminal. */
#include "cli.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_USUAL = 80, COLUMNS_MIN = 40, COLUMNS_MAX = 500 };

size_t
columns_wide(void)
{
	const char *said = getenv("COLUMNS");
	long wide = said ? strtol(said, NULL, 10) : 0;
	struct winsize size;

	if (wide <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		wide = size.ws_col;
	if (wide <= 0)
		return 0;
	return wide < COLUMNS_MIN ? COLUMNS_MIN : wide > COLUMNS_MAX ? COLUMNS_MAX : (size_t)wide;
}

/* The end of the line that begins at `from`: behind its last blank that fits, or else where
 * the column ends. A blank in the indentation is none. */
static size_t
break_at(struct str s, size_t from, size_t width)
{
	size_t at = from, last = from, columns = 0;
	bool begun = false;

	while (at < s.n && columns < width) {
		int32_t c = utf8_next(s, &at);
		begun = begun || c != ' ';
		if (begun && c == ' ')
			last = at;
		columns++;
	}
	if (at >= s.n)
		return s.n;
	return last > from ? last : at;
}

void
text_wrap(struct buf *out, struct str text, size_t max_codepoints, size_t column, size_t indent)
{
	struct buf shown;
	size_t at = 0, wide = columns_wide();

	wide = wide ? wide : COLUMNS_USUAL;
	buf_init(&shown, max_codepoints * 16 + 64);
	buf_visible(&shown, text, max_codepoints);
	while (at < shown.n) {
		size_t end = break_at(buf_view(&shown), at, column < wide ? wide - column : 1);
		struct str line = str_slice(buf_view(&shown), at, end);
		while (end < shown.n && line.n > 0 && line.p[line.n - 1] == ' ')
			line.n--;
		buf_str(out, line);
		if (end < shown.n) {
			buf_char(out, '\n');
			buf_repeat(out, ' ', indent);
		}
		at = end;
		column = indent;
	}
	buf_release(&shown);
}

size_t
text_at(struct str text, unsigned line, unsigned column)
{
	size_t at = 0;

	for (; line > 1 && at < text.n; line--) {
		size_t end = str_find(text, STR("\n"), at);
		at = end == SIZE_MAX ? text.n : end + 1;
	}
	for (; column > 1 && at < text.n && text.p[at] != '\n'; column--)
		(void)utf8_next(text, &at);
	return at;
}
