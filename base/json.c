/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <stdio.h>

void
text_place(struct str source, size_t at, unsigned *line, unsigned *column)
{
	struct str before = str_slice(source, 0, at);
	unsigned lines = 1;

	for (size_t i = str_find(before, STR("\n"), 0); i != SIZE_MAX;
	     i = str_find(before, STR("\n"), 0)) {
		before = str_slice(before, i + 1, before.n);
		lines++;
	}
	*line = lines;
	*column = (unsigned)utf8_length(before) + 1;
}

const struct json_node *
json_root(const struct json_doc *d)
{
	return d->count > 0 ? d->nodes : NULL;
}

uint32_t
json_index(const struct json_doc *d, const struct json_node *n)
{
	return (uint32_t)(n - d->nodes);
}

const struct json_node *
json_get(const struct json_doc *d, const struct json_node *object, const char *name)
{
	return json_get_str(d, object, str_from(name));
}

const struct json_node *
json_get_str(const struct json_doc *d, const struct json_node *object, struct str name)
{
	if (!object || object->kind != JSON_OBJECT)
		return NULL;
	for (const struct json_node *n = json_first(d, object); n; n = json_next(d, n))
		if (n->text.n == name.n && str_eq(n->text, name))
			return n + 1;
	return NULL;
}

const struct json_node *
json_first(const struct json_doc *d, const struct json_node *container)
{
	(void)d;
	return container && container->count > 0 ? container + 1 : NULL;
}

const struct json_node *
json_next(const struct json_doc *d, const struct json_node *n)
{
	return n->next ? &d->nodes[n->next] : NULL;
}

int64_t
json_get_number(
    const struct json_doc *d, const struct json_node *object, const char *name, int64_t otherwise)
{
	const struct json_node *n = json_get(d, object, name);
	int64_t number;

	return n && json_int(n, &number) ? number : otherwise;
}

struct str
json_get_text(const struct json_doc *d, const struct json_node *object, const char *name,
    struct str otherwise)
{
	const struct json_node *n = json_get(d, object, name);

	return json_is_text(n) ? n->text : otherwise;
}

bool
json_int(const struct json_node *n, int64_t *out)
{
	if (!n || n->kind != JSON_NUMBER)
		return false;
	bool negative = n->text.p[0] == '-';
	int64_t value = 0;
	for (size_t i = negative ? 1 : 0; i < n->text.n; i++) {
		int digit = n->text.p[i] - '0';
		if (digit < 0 || digit > 9 || __builtin_mul_overflow(value, 10, &value) ||
		    __builtin_sub_overflow(value, digit, &value))
			return false;
	}
	/* Counted below zero, where there is one more. */
	if (!negative && value == INT64_MIN)
		return false;
	*out = negative ? value : -value;
	return true;
}

bool
json_is_text(const struct json_node *n)
{
	return n && (n->kind == JSON_STRING || (n->flags & JSON_PLAIN));
}

static uint32_t
position_in(const struct json_doc *d, const struct json_node *array, const struct json_node *n)
{
	uint32_t position = 0;

	for (const struct json_node *e = json_first(d, array); e && e != n; e = json_next(d, e))
		position++;
	return position;
}

static void
pointer_token(const struct json_doc *d, const struct json_node *n, struct buf *out)
{
	const struct json_node *parent = &d->nodes[n->parent];

	buf_char(out, '/');
	if (parent->kind == JSON_ARRAY) {
		buf_printf(out, "%u", (unsigned)position_in(d, parent, n));
		return;
	}
	struct str name = n->flags & JSON_NAME ? n->text : n[-1].text;
	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] == '~')
			buf_text(out, "~0");
		else if (name.p[i] == '/')
			buf_text(out, "~1");
		else
			buf_char(out, name.p[i]);
	}
}

void
json_pointer(const struct json_doc *d, const struct json_node *n, struct buf *out)
{
	size_t depth = 0;

	for (const struct json_node *up = n; up != d->nodes; up = &d->nodes[up->parent])
		depth++;
	/* From the root down, without a stack: documents are shallow. */
	for (size_t level = depth; level > 0; level--) {
		const struct json_node *at = n;
		for (size_t i = 1; i < level; i++)
			at = &d->nodes[at->parent];
		pointer_token(d, at, out);
	}
}

struct str
json_source(const struct json_doc *d, const struct json_node *n)
{
	return str_slice(d->source, n->at, n->end);
}

const char *
json_kind_name(enum json_kind kind)
{
	static const char *const names[] = {
	    [JSON_NONE] = "nothing",
	    [JSON_NULL] = "null",
	    [JSON_FALSE] = "false",
	    [JSON_TRUE] = "true",
	    [JSON_NUMBER] = "a number",
	    [JSON_STRING] = "a string",
	    [JSON_ARRAY] = "an array",
	    [JSON_OBJECT] = "an object",
	};

	return (size_t)kind < ARRAY_LENGTH(names) ? names[kind] : names[JSON_NONE];
}

static bool verr(const struct json_doc *d, const struct json_node *n, struct err *err,
    const char *format, va_list ap) __attribute__((format(printf, 4, 0)));

static bool
verr(const struct json_doc *d, const struct json_node *n, struct err *err, const char *format,
    va_list ap)
{
	char message[ERR_MESSAGE_BYTES];
	unsigned line, column;

	vsnprintf(message, sizeof(message), format, ap);
	err_set(err, ERR_INPUT, "%s", message);
	text_place(d->source, n->at, &line, &column);
	struct str written = json_source(d, n), first_line = {NULL, 0};
	str_cut(&written, '\n', &first_line);
	return err_place(err, d->file, line, column, (unsigned)utf8_length(first_line));
}

bool
json_err(
    const struct json_doc *d, const struct json_node *n, struct err *err, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	bool placed = verr(d, n, err, format, ap);
	va_end(ap);
	return placed;
}

bool
json_vcomplain(const struct json_doc *d, const struct json_node *n, struct err_list *errs,
    const char *help, const char *format, va_list ap)
{
	struct err err = {0};

	(void)verr(d, n, &err, format, ap);
	if (help)
		err_help(&err, "%s", help);
	return err_list_add(errs, &err);
}

bool
json_complain(const struct json_doc *d, const struct json_node *n, struct err_list *errs,
    const char *help, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	bool said = json_vcomplain(d, n, errs, help, format, ap);
	va_end(ap);
	return said;
}
