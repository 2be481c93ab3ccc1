/* SPDX-License-Identifier: MIT */
#include "cli.h"

#include "clock.h"

#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SOURCE_BYTES_MAX ((size_t)4 << 20)
#define OPTIONS_MAX 32

int
usage_error(const struct verb *verb, const char *format, ...)
{
	va_list ap;

	fputs("sluice: error: ", stderr);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fprintf(stderr, "\nhelp: `sluice %s --help` tells more\n", verb->name);
	return EXIT_USAGE;
}

static int
help(const struct verb *verb, const struct option *options, size_t count)
{
	printf("%s\n\nusage: sluice %s\n", verb->summary, verb->usage);
	if (count > 0)
		puts("\noptions:");
	for (size_t i = 0; i < count; i++) {
		char left[64];
		snprintf(left, sizeof(left), "%s %s", options[i].name,
		    options[i].value ? options[i].value : "");
		printf("  %-22s %s\n", left, options[i].help);
	}
	printf("\nexample: %s\n", verb->example);
	return EXIT_ANSWERED;
}

static int
unknown_option(
    const struct verb *verb, const struct option *options, size_t count, const char *word)
{
	struct str names[OPTIONS_MAX];

	for (size_t i = 0; i < count; i++)
		names[i] = str_from(options[i].name);
	struct str meant = text_closest(str_from(word), names, count);
	if (meant.n == 0)
		return usage_error(verb, "unknown option '%s'", word);
	fprintf(stderr, "sluice: error: unknown option '%s'\nhelp: did you mean '%.*s'?\n", word,
	    STR_ARG(meant));
	return EXIT_USAGE;
}

static bool
store(const struct option *option, const char *value)
{
	struct option_values *many;

	switch (option->kind) {
	case OPTION_FLAG:
		*(bool *)option->target = true;
		return true;
	case OPTION_TEXT:
		*(const char **)option->target = value;
		return true;
	case OPTION_MANY:
	default:
		many = option->target;
		if (many->count == OPTION_VALUES_MAX)
			return false;
		many->values[many->count++] = value;
		return true;
	}
}

static const struct option *
find(const struct option *options, size_t count, struct str name)
{
	for (size_t i = 0; i < count; i++)
		if (str_is(name, options[i].name))
			return &options[i];
	return NULL;
}

/* One option at argv[*i], as `--name value` or `--name=value`. */
static int
take_option(const struct verb *verb, const struct option *options, size_t count, int argc,
    char **argv, int *i)
{
	struct str rest = str_from(argv[*i]), name;

	(void)str_cut(&rest, '=', &name);
	const struct option *option = find(options, count, name);
	const char *value = rest.p;

	if (!option)
		return unknown_option(verb, options, count, argv[*i]);
	if (option->kind == OPTION_FLAG && value)
		return usage_error(verb, "option '%s' takes no value", option->name);
	if (option->kind != OPTION_FLAG && !value) {
		if (*i + 1 >= argc)
			return usage_error(
			    verb, "option '%s' needs a value: %s", option->name, option->value);
		value = argv[++*i];
	}
	return store(option, value)
		   ? -1
		   : usage_error(verb, "option '%s' is given too often", option->name);
}

int
options_parse(const struct verb *verb, const struct option *options, size_t count, int argc,
    char **argv, struct option_values *words)
{
	bool only_words = false;

	for (int i = 0; i < argc; i++) {
		int code = -1;
		if (!only_words && strcmp(argv[i], "--") == 0)
			only_words = true;
		else if (!only_words &&
			 (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0))
			return help(verb, options, count);
		else if (!only_words && argv[i][0] == '-' && argv[i][1] != '\0')
			code = take_option(verb, options, count, argc, argv, &i);
		else if (words->count < OPTION_VALUES_MAX)
			words->values[words->count++] = argv[i];
		else
			code = usage_error(verb, "more than %d arguments", OPTION_VALUES_MAX);
		if (code >= 0)
			return code;
	}
	return -1;
}

bool
colour_wanted(int fd)
{
	const char *no = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	return isatty(fd) && !(no && *no) && !(term && strcmp(term, "dumb") == 0);
}

/* What a terminal may obey, or show as something else, as JSON escapes it. A file or a pipe gets
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

	if (!good)
		fprintf(stderr, "sluice: error: can't write the result: %s\n",
		    out->failed ? "it is too large" : strerror(errno));
	buf_release(&shown);
	buf_release(out);
	return good;
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
print_errors(const struct err_list *errs)
{
	int code = EXIT_INTERNAL;

	for (size_t i = 0; i < errs->count; i++)
		code = print_error(&errs->items[i]);
	if (errs->more > 0)
		fprintf(stderr, "sluice: and %zu more\n", errs->more);
	return code;
}

bool
option_moment(const char *text, int64_t otherwise, int64_t *out, struct err *err)
{
	*out = otherwise;
	if (!text || clock_read(text, strlen(text), out))
		return true;
	err_set(err, ERR_USAGE, "'%s' is no date and no time", text);
	return err_help(err, "write 2026-01-31, or 2026-01-31T09:30:00Z");
}
