/* SPDX-License-Identifier: MIT */
#include "cli.h"

#include "clock.h"
#include "file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SOURCE_BYTES_MAX ((size_t)4 << 20)

bool
colour_wanted(int fd)
{
	const char *no = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	return isatty(fd) && !(no && *no) && !(term && strcmp(term, "dumb") == 0);
}

/* Escapes, as JSON does, characters that a terminal may obey or show as something else. A file or a pipe gets
 * the bytes themselves, for digests are made of them. */
static void
put_for_terminal(struct str text, struct buf *out)
{
	for (size_t at = 0; at < text.n;) {
		size_t here = at;
		uint32_t c = (uint32_t)utf8_next(text, &at);
		bool obeyed = c == 0x7f || (c >= 0x80 && codepoint_is_invisible(c));
		if (!obeyed)
			buf_str(out, str_slice(text, here, at));
		else if (c < 0x10000)
			buf_printf(out, "\\u%04x", c);
		else
			buf_printf(out, "\\u%04x\\u%04x", 0xd7c0 + (c >> 10), 0xdc00 + (c & 0x3ff));
	}
}

bool
print_buf(struct buf *out)
{
	struct buf shown;

	buf_init(&shown, 7 * out->n + 1);
	if (isatty(STDOUT_FILENO))
		put_for_terminal(buf_view(out), &shown);
	struct str text = isatty(STDOUT_FILENO) ? buf_view(&shown) : buf_view(out);
	bool good = !out->failed && !shown.failed && fwrite(text.p, 1, text.n, stdout) == text.n &&
		    fflush(stdout) == 0;

	/* A reader that closed the pipe, such as `head`, has read enough. */
	bool enough = !good && !out->failed && !shown.failed && errno == EPIPE;
	if (!good && !enough)
		fprintf(stderr, "sluice: error: can't write the result: %s\n",
		    out->failed ? "it is too large, or memory ran out" : strerror(errno));
	buf_release(&shown);
	buf_release(out);
	return good || enough;
}

static void
print_one(const struct err *err)
{
	struct arena *a = arena_new(SOURCE_BYTES_MAX * 2);
	struct str source = STR("");
	struct err ignored;
	struct buf out;

	buf_init(&out, SOURCE_BYTES_MAX);
	if (a && err->line > 0 && strcmp(err->file, "-") != 0)
		(void)file_read(a, err->file, SOURCE_BYTES_MAX, &source, &ignored);
	if (!err->file[0])
		buf_text(&out, "sluice: ");
	err_render(err, source, colour_wanted(STDERR_FILENO), &out);
	struct str text = buf_view(&out);
	if (out.failed)
		fprintf(stderr, "sluice: error: %s\n", err->message);
	else
		(void)!fwrite(text.p, 1, text.n, stderr);
	buf_release(&out);
	arena_free(a);
}

int
print_error(const struct err *err)
{
	print_one(err);
	return (int)sluice_exit_of(err);
}

int
print_no_memory(void)
{
	struct err err;

	err_memory(&err);
	return print_error(&err);
}

int
print_errors(const struct err_list *errs)
{
	int code = EXIT_INTERNAL;

	for (size_t i = 0; i < errs->count; i++)
		code = print_error(&errs->items[i]);
	if (errs->more > 0)
		fprintf(stderr, "sluice: and %zu more\n", errs->more);
	return code;
}

/* -- times ----------------------------------------------------------------------------------- */

static struct time_text
stamp_of(int64_t us, int characters)
{
	char stamp[CLOCK_STAMP_BYTES];
	struct time_text out;

	clock_stamp_of(us, stamp);
	snprintf(out.text, sizeof(out.text), "%.*s", characters, stamp);
	return out;
}

struct time_text
day_of(int64_t us)
{
	return stamp_of(us, (int)strlen("2026-11-21"));
}

struct time_text
minute_of(int64_t us)
{
	return stamp_of(us, (int)strlen("2026-11-21T01:52"));
}

struct time_text
span_of(int64_t us)
{
	int64_t s = us < 0 ? 0 : us / 1000000;
	struct time_text out;

	if (s < 60)
		snprintf(out.text, sizeof(out.text), "%" PRId64 "s", s);
	else if (s < 3600)
		snprintf(out.text, sizeof(out.text), "%" PRId64 "m", s / 60);
	else if (s < 86400)
		snprintf(out.text, sizeof(out.text), "%" PRId64 "h %" PRId64 "m", s / 3600,
		    s % 3600 / 60);
	else
		snprintf(out.text, sizeof(out.text), "%" PRId64 "d %" PRId64 "h", s / 86400,
		    s % 86400 / 3600);
	return out;
}
