/* SPDX-License-Identifier: MIT */
/*
 * Three passes find as many errors as they can: over the bytes (yaml_text.c), over libyaml's events
 * (yaml_event.c), and over the names of each object when it ends. libyaml stops at its first
 * problem. After a refused byte it reads not quite what stands in the file, so then its own problem
 * is left out.
 */
#include "yaml_loader.h"

#include <stdio.h>

static bool
add_error(
    struct loader *l, enum err_code code, struct str meant, const char *message, const char *help)
{
	struct err err;
	unsigned line, column;
	size_t at = (size_t)(meant.p - l->source.p);
	struct str first_line = {NULL, 0};

	err_set(&err, code, "%s", message);
	err_help(&err, "%s", help);
	text_place(l->source, at, &line, &column);
	str_cut(&meant, '\n', &first_line);
	size_t width = utf8_length(first_line);
	err_place(&err, l->file, line, column, (unsigned)(width > 0 ? width : 1));
	return err_list_add(l->errs, &err);
}

bool
loader_refuse(struct loader *l, size_t at, size_t bytes, const char *help, const char *format, ...)
{
	char message[ERR_MESSAGE_BYTES];
	va_list ap;

	/* A hostile file may hold an error a byte: what would not be kept is not made. */
	if (l->errs->count == ERR_LIST_MAX) {
		l->errs->more++;
		return false;
	}
	va_start(ap, format);
	vsnprintf(message, sizeof(message), format, ap);
	va_end(ap);
	return add_error(l, ERR_INPUT, str_slice(l->source, at, at + bytes), message, help);
}

bool
loader_memory(struct loader *l)
{
	struct err err;

	err_memory(&err);
	err_place(&err, l->file, 0, 0, 0);
	return err_list_add(l->errs, &err);
}

bool
loader_refuse_limit(struct loader *l, size_t at, const char *help, const char *what, size_t max)
{
	char message[ERR_MESSAGE_BYTES];

	snprintf(message, sizeof(message), "%s, more than %zu", what, max);
	return add_error(l, ERR_LIMIT, str_slice(l->source, at, at + 1), message, help);
}

/* libyaml counts characters. */
size_t
loader_byte(struct loader *l, yaml_mark_t mark)
{
	const char *p = l->text.p;
	size_t at = l->mark_byte;

	for (; l->mark_index < mark.index && at < l->text.n; l->mark_index++)
		do
			at++;
		while (at < l->text.n && ((unsigned char)p[at] & 0xc0) == 0x80);
	for (; l->mark_index > mark.index && at > l->skipped; l->mark_index--)
		do
			at--;
		while (at > l->skipped && ((unsigned char)p[at] & 0xc0) == 0x80);
	return l->mark_byte = at;
}

static bool
refuse_problem(struct loader *l, const yaml_parser_t *parser)
{
	const struct yaml_problem *p = yaml_problem_of(parser->context, parser->problem);
	char help[ERR_HELP_BYTES];
	unsigned line, column;

	if (parser->error == YAML_MEMORY_ERROR)
		return loader_memory(l);
	if (l->copy || l->skipped > 0)
		return false;
	if (parser->error == YAML_READER_ERROR)
		return loader_refuse(l, parser->problem_offset, 1, p->help, "%s", p->message);
	size_t context = loader_byte(l, parser->context_mark);
	size_t here = loader_byte(l, parser->problem_mark);
	if (p->where == YAML_CONTEXT)
		return loader_refuse(l, context, 1, p->help, "%s", p->message);
	if (p->where == YAML_HERE)
		return loader_refuse(l, here, 1, p->help, "%s", p->message);
	text_place(l->source, context, &line, &column);
	snprintf(help, sizeof(help), "%s at line %u, column %u", p->help, line, column);
	return loader_refuse(l, here, 1, help, "%s", p->message);
}

static void
read_events(struct loader *l)
{
	yaml_parser_t parser;
	yaml_event_t event;
	bool more = true;

	if (!yaml_parser_initialize(&parser)) {
		loader_memory(l);
		return;
	}
	struct str text = str_slice(l->text, l->skipped, l->text.n);
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)text.p, text.n);
	while (more) {
		if (!yaml_parser_parse(&parser, &event)) {
			refuse_problem(l, &parser);
			break;
		}
		more = loader_take(l, &event) && l->errs->more == 0;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
}

static void
read_text(struct loader *l)
{
	size_t before = l->errs->count;

	if (l->source.n > YAML_BYTES_MAX) {
		loader_refuse_limit(l, 0, "write several files", "too many bytes", YAML_BYTES_MAX);
		return;
	}
	if (!yaml_text_check(l))
		return;
	l->mark_byte = l->skipped;
	read_events(l);
	if (l->documents == 0 && l->errs->count == before)
		loader_refuse(l, 0, 1, "write 'name: value' lines", "the document is empty");
}

bool
yaml_parse(struct arena *a, struct str source, const char *file, struct json_doc *out,
    struct err_list *errs)
{
	const struct json_limits limits = {
	    .bytes = YAML_BYTES_MAX,
	    .depth = YAML_DEPTH_MAX,
	    .nodes = YAML_NODES_MAX,
	};
	size_t before = errs->count + errs->more;

	if (!source.p)
		source = STR("");
	struct loader l = {.arena = a, .source = source, .file = file, .errs = errs};
	*out = (struct json_doc){.source = source, .file = file};
	tape_init(&l.tape, a, source.n, &limits);
	read_text(&l);
	if (errs->count + errs->more > before) {
		err_list_sort(errs);
		return false;
	}
	out->nodes = l.tape.nodes;
	out->count = (uint32_t)l.tape.count;
	return true;
}
