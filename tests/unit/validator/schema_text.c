/* SPDX-License-Identifier: MIT */
#include "schema_text.h"

#include "yaml.h"

#include <stdio.h>

#define ARENA_BYTES_MAX (512u << 20)

static char text[1 << 16];
static size_t length;

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void
add(const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = vsnprintf(text + length, sizeof(text) - length, format, ap);
	va_end(ap);
	length += n > 0 ? (size_t)n : 0;
	if (length >= sizeof(text))
		length = sizeof(text) - 1;
}

static void
add_errors(const struct err_list *errs)
{
	for (size_t i = 0; i < errs->count; i++) {
		const struct err *e = &errs->items[i];
		add("%sschema: %u:%u: %s", i > 0 ? "\n" : "", e->line, e->column, e->message);
		if (e->help[0])
			add(" (%s)", e->help);
	}
}

static void
add_report(const struct schema_report *r)
{
	if (r->verdict == SCHEMA_VALID)
		add("valid");
	if (r->verdict == SCHEMA_INDETERMINATE)
		add("indeterminate: %.*s", STR_ARG(r->reason));
	for (size_t i = 0; i < r->count; i++) {
		const struct schema_issue *s = &r->issues[i];
		add("%s%.*s %u:%u: %.*s", i > 0 ? "\n" : "", STR_ARG(s->instance), s->line,
		    s->column, STR_ARG(s->message));
		if (s->help.n > 0)
			add(" (%.*s)", STR_ARG(s->help));
	}
	if (r->more > 0)
		add("\nand %zu more", r->more);
}

static bool
read(struct arena *a, const char *source, struct json_doc *out)
{
	static const struct json_limits limits = {64u << 20, 6000, 10000000, 4000};
	struct err err = {0};
	struct err_list errs = {0};
	if (source[0] == '#')
		return yaml_parse(a, str_from(source), "test.yaml", out, &errs);
	if (json_parse(a, str_from(source), "test.json", &limits, out, NULL, &err))
		return true;
	add("unreadable: %u:%u: %s", err.line, err.column, err.message);
	return false;
}

static void
say(struct arena *a, const struct schema_options *options, const char *schema, const char *document)
{
	struct json_doc schema_doc, doc;
	struct schema *s = NULL;
	struct err_list errs = {0};
	struct err err = {0};
	struct schema_report report;
	if (!a || !read(a, schema, &schema_doc) || !read(a, document, &doc))
		return;
	if (!schema_compile(a, &schema_doc, options, &s, &errs))
		add_errors(&errs);
	else if (!schema_check(s, a, &doc, &report, &err))
		add("failed: %s", err.message);
	else
		add_report(&report);
}

const char *
said_with(const struct schema_options *options, const char *schema, const char *document)
{
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	length = 0;
	text[0] = '\0';
	say(a, options, schema, document);
	arena_free(a);
	return text;
}

const char *
said(const char *schema, const char *document)
{
	static const struct schema_options strict = {.strict = true, .assert_formats = true};
	return said_with(&strict, schema, document);
}
