/* SPDX-License-Identifier: MIT */
/*
 * From libyaml's events to the tape. What is refused is reported, and something stands for it on
 * the tape, so that the rest can be read.
 */
#include "json_lex.h"
#include "yaml_loader.h"

#include <stdio.h>

#define NUMBER_BYTES_MAX 400
#define SHOWN_CODEPOINTS 40
#define SHOWN_BYTES 512

static bool
refuse_tape(struct loader *l, size_t at)
{
	if (l->tape.fault == TAPE_MEMORY)
		return loader_memory(l);
	if (l->tape.fault == TAPE_DEEP)
		return loader_refuse_limit(
		    l, at, "write flatter data", "too many levels", YAML_DEPTH_MAX);
	return loader_refuse_limit(
	    l, at, "write several files", "too many values and names", YAML_NODES_MAX);
}

/* The word that begins at `at`, to show it. */
static size_t
word_bytes(const struct loader *l, size_t at)
{
	size_t end = at;

	while (end < l->text.n && !strchr(" \t\r\n,[]{}", l->text.p[end]))
		end++;
	return end - at;
}

static void
refuse_word(struct loader *l, size_t at, const char *what, const char *help)
{
	struct buf shown;
	size_t bytes = word_bytes(l, at);

	buf_init(&shown, SHOWN_BYTES);
	buf_visible(&shown, str_slice(l->source, at, at + bytes), SHOWN_CODEPOINTS);
	struct str view = buf_view(&shown);
	loader_refuse(l, at, bytes, help, "%s '%.*s'", what, STR_ARG(view));
	buf_release(&shown);
}

/* Where, among the properties that stand before a value, the one with this sign begins. */
static size_t
property_at(const struct loader *l, size_t at, char sign)
{
	size_t p = at;

	while (p < l->text.n && (l->text.p[p] == '&' || l->text.p[p] == '!')) {
		if (l->text.p[p] == sign)
			return p;
		p += word_bytes(l, p);
		while (p < l->text.n && strchr(" \t\r\n", l->text.p[p]))
			p++;
	}
	return at;
}

static void
check_properties(struct loader *l, const yaml_char_t *anchor, const yaml_char_t *tag, size_t at)
{
	if (anchor)
		refuse_word(l, property_at(l, at, '&'), "anchor",
		    "remove it and write the value out where it is needed, or put the text into "
		    "quotes");
	if (tag)
		refuse_word(
		    l, property_at(l, at, '!'), "tag", "remove it, or put the text into quotes");
}

static bool
wants_name(const struct loader *l)
{
	const struct json_node *open = tape_container(&l->tape);

	return open && open->kind == JSON_OBJECT && !tape_wants_value(&l->tape);
}

/* Adds what stands for something that was refused. */
static bool
add_placeholder(struct loader *l, size_t at)
{
	bool name = wants_name(l);

	return tape_add(&l->tape, name ? JSON_STRING : JSON_NULL, name ? JSON_NAME : 0, at, at) ||
	       refuse_tape(l, at);
}

static enum json_kind
plain_kind(struct loader *l, struct str text, size_t at)
{
	const char *end = text.p + text.n, *stop;

	if (text.n == 0 || str_is(text, "null"))
		return JSON_NULL;
	if (str_is(text, "true"))
		return JSON_TRUE;
	if (str_is(text, "false"))
		return JSON_FALSE;
	enum number_fault fault = number_scan(text.p, end, NUMBER_BYTES_MAX, &stop);
	if (stop != end || (fault != NUMBER_OK && fault < NUMBER_LONG))
		return JSON_STRING;
	if (fault != NUMBER_OK)
		loader_refuse(l, at, text.n, "write a smaller number, or put it into quotes",
		    "number with too many digits or too large an exponent");
	return JSON_NUMBER;
}

static void
check_name(struct loader *l, const struct json_node *n, yaml_scalar_style_t style)
{
	if (style == YAML_PLAIN_SCALAR_STYLE && n->text.n == 0)
		loader_refuse(l, n->at, 1, "write a name before the ':'", "a name is missing");
	else if (style == YAML_PLAIN_SCALAR_STYLE && str_is(n->text, "<<"))
		loader_refuse(
		    l, n->at, 2, "write the members out where they are needed", "merge key '<<'");
	else if (style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE)
		loader_refuse(
		    l, n->at, 1, "write the name on one line", "a block of text as a name");
}

/* Borrows the text from the source where it stands there as it is. */
static bool
take_text(struct loader *l, struct json_node *n, struct str value, bool quoted)
{
	size_t first = n->at + (quoted ? 1u : 0u);
	struct str written = str_slice(l->source, first, first + value.n);

	if (str_eq(written, value)) {
		n->text = written;
		return true;
	}
	if (quoted)
		n->flags |= JSON_ESCAPED;
	return arena_copy(l->arena, value, &n->text) || loader_memory(l);
}

static void
check_scalar_source(struct loader *l, size_t at, size_t end)
{
	size_t tab = str_find(str_slice(l->text, 0, end), STR("\t"), at);

	if (tab != SIZE_MAX)
		loader_refuse(
		    l, tab, 1, "write blanks, or \\t in double quotes", "a tab in a text");
}

static size_t
without_blanks_behind(const struct loader *l, size_t at, size_t end)
{
	while (end > at && strchr(" \r\n", l->text.p[end - 1]))
		end--;
	return end;
}

static bool
take_scalar(struct loader *l, const yaml_event_t *e)
{
	yaml_scalar_style_t style = e->data.scalar.style;
	bool plain = style == YAML_PLAIN_SCALAR_STYLE;
	bool quoted =
	    style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
	struct str value = {(const char *)e->data.scalar.value, e->data.scalar.length};
	size_t at = loader_byte(l, e->start_mark);
	size_t end = without_blanks_behind(l, at, loader_byte(l, e->end_mark));
	bool name = wants_name(l);

	check_properties(l, e->data.scalar.anchor, e->data.scalar.tag, at);
	check_scalar_source(l, at, end);
	if (value.n > YAML_SCALAR_BYTES_MAX) {
		loader_refuse_limit(
		    l, at, "write a shorter text", "too long a text", YAML_SCALAR_BYTES_MAX);
		return add_placeholder(l, at);
	}
	if (l->tape.depth == 0 && plain && value.n == 0)
		return loader_refuse(
		    l, at, 1, "write 'name: value' lines", "the document is empty");
	enum json_kind kind = plain && !name ? plain_kind(l, value, at) : JSON_STRING;
	unsigned flags = plain && value.n > 0 ? JSON_PLAIN : 0;
	struct json_node *n = tape_add(&l->tape, kind, name ? flags | JSON_NAME : flags, at, end);
	if (!n)
		return refuse_tape(l, at);
	if (!take_text(l, n, value, quoted))
		return false;
	if (name)
		check_name(l, n, style);
	return true;
}

static bool
take_alias(struct loader *l, const yaml_event_t *e)
{
	size_t at = loader_byte(l, e->start_mark);

	refuse_word(l, at, "alias", "write the value out, or put the text into quotes");
	return add_placeholder(l, at);
}

static bool
take_start(struct loader *l, const yaml_event_t *e)
{
	bool object = e->type == YAML_MAPPING_START_EVENT;
	size_t at = loader_byte(l, e->start_mark);

	if (object)
		check_properties(l, e->data.mapping_start.anchor, e->data.mapping_start.tag, at);
	else
		check_properties(l, e->data.sequence_start.anchor, e->data.sequence_start.tag, at);
	if (wants_name(l)) {
		loader_refuse(l, at, 1,
		    "names are texts; put a text that holds brackets into quotes", "%s as a name",
		    object ? "an object" : "a list");
		l->key_depth = 1;
		return true;
	}
	return tape_open(&l->tape, object ? JSON_OBJECT : JSON_ARRAY, at) || refuse_tape(l, at);
}

static bool
found_duplicate(void *context, const struct json_node *first, const struct json_node *second)
{
	struct loader *l = context;
	struct buf shown;
	char help[ERR_HELP_BYTES];
	unsigned line, column;

	/* The placeholder of a refused name is no name. */
	if (second->at == second->end)
		return true;
	text_place(l->source, first->at, &line, &column);
	snprintf(help, sizeof(help), "the first is at line %u, column %u", line, column);
	buf_init(&shown, SHOWN_BYTES);
	buf_visible(&shown, second->text, SHOWN_CODEPOINTS);
	struct str view = buf_view(&shown);
	loader_refuse(
	    l, second->at, second->end - second->at, help, "duplicate name '%.*s'", STR_ARG(view));
	buf_release(&shown);
	return true;
}

/* A block collection ends with its last part: libyaml says where the next thing begins. */
static size_t
end_of(struct loader *l, const yaml_event_t *e)
{
	const struct tape *t = &l->tape;
	const struct tape_frame *f = &t->frames[t->depth - 1];

	if (e->start_mark.index != e->end_mark.index || !f->last)
		return loader_byte(l, e->end_mark);
	return t->nodes[f->last + (t->nodes[f->node].kind == JSON_OBJECT ? 1 : 0)].end;
}

static bool
take_end(struct loader *l, const yaml_event_t *e)
{
	if (e->type == YAML_MAPPING_END_EVENT && !tape_duplicates(&l->tape, found_duplicate, l))
		return loader_memory(l);
	tape_close(&l->tape, end_of(l, e));
	return true;
}

static bool
take_document(struct loader *l, const yaml_event_t *e)
{
	size_t at = loader_byte(l, e->start_mark);

	if (++l->documents > 1)
		return loader_refuse(l, at, 3, "write one document a file", "a second document");
	if (e->data.document_start.tag_directives.start !=
	    e->data.document_start.tag_directives.end) {
		size_t tag = str_find(l->text, STR("%TAG"), at);
		loader_refuse(l, tag == SIZE_MAX ? at : tag, 4, "remove it", "directive '%%TAG'");
	}
	return true;
}

/* Goes over the parts of a collection that stands for a name. */
static bool
skip_key(struct loader *l, const yaml_event_t *e)
{
	size_t at = loader_byte(l, e->start_mark);

	if (e->type == YAML_SEQUENCE_START_EVENT || e->type == YAML_MAPPING_START_EVENT) {
		if (++l->key_depth + l->tape.depth > YAML_DEPTH_MAX) {
			l->tape.fault = TAPE_DEEP;
			return refuse_tape(l, at);
		}
	} else if (e->type == YAML_SEQUENCE_END_EVENT || e->type == YAML_MAPPING_END_EVENT) {
		if (--l->key_depth == 0)
			return add_placeholder(l, at);
	}
	return true;
}

bool
loader_take(struct loader *l, const yaml_event_t *e)
{
	if (l->key_depth > 0)
		return skip_key(l, e);
	switch (e->type) {
	case YAML_DOCUMENT_START_EVENT:
		return take_document(l, e);
	case YAML_ALIAS_EVENT:
		return take_alias(l, e);
	case YAML_SCALAR_EVENT:
		return take_scalar(l, e);
	case YAML_SEQUENCE_START_EVENT:
	case YAML_MAPPING_START_EVENT:
		return take_start(l, e);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		return take_end(l, e);
	case YAML_STREAM_START_EVENT:
	case YAML_DOCUMENT_END_EVENT:
		return true;
	case YAML_NO_EVENT:
	case YAML_STREAM_END_EVENT:
	default:
		return false;
	}
}
