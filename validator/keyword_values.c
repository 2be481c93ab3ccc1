/* SPDX-License-Identifier: MIT */
/* keyword_values.c: the keywords that look at one value. */
#include "compile.h"

#include "ascii.h"
#include "format.h"
#include "regex.h"

bool
wrong_value(
    struct compiler *c, const struct use *u, const struct json_node *n, const char *expected)
{
	return complain(c, u->doc, n, "'%.*s' must be %s, found %s", STR_ARG(u->name->text),
	    expected, json_kind_name(n->kind));
}

static const struct {
	const char *name;
	uint16_t mask;
} TYPES[] = {
    {"null", 1u << JSON_NULL},
    {"boolean", 1u << JSON_FALSE | 1u << JSON_TRUE},
    {"number", 1u << JSON_NUMBER},
    {"integer", TYPE_INTEGER},
    {"string", 1u << JSON_STRING},
    {"array", 1u << JSON_ARRAY},
    {"object", 1u << JSON_OBJECT},
};

static bool
type_mask(struct compiler *c, const struct use *u, const struct json_node *n, uint16_t *mask)
{
	struct str names[ARRAY_LENGTH(TYPES)];
	if (!json_is_text(n))
		return wrong_value(c, u, n, "the name of a type or a list of them");
	struct str text = value_text(u->doc, json_index(u->doc, n));
	for (size_t i = 0; i < ARRAY_LENGTH(TYPES); i++) {
		names[i] = str_from(TYPES[i].name);
		if (!str_eq(text, names[i]))
			continue;
		if (*mask & TYPES[i].mask)
			return complain(
			    c, u->doc, n, "the type '%.*s' is there twice", STR_ARG(text));
		*mask |= TYPES[i].mask;
		return true;
	}
	complain(c, u->doc, n, "unknown type '%.*s'", STR_ARG(text));
	struct str close = text_closest(text, names, ARRAY_LENGTH(names));
	if (close.n > 0)
		advise(c, "did you mean '%.*s'?", STR_ARG(close));
	else
		advise(c, "the types are null, boolean, number, integer, string, array and object");
	return false;
}

bool
compile_type(struct compiler *c, const struct use *u)
{
	uint16_t mask = 0;
	bool ok = true;
	if (u->value->kind == JSON_ARRAY) {
		if (u->value->count == 0)
			return complain(c, u->doc, u->value, "'type' must name at least one type");
		for (const struct json_node *n = json_first(u->doc, u->value); n && ok;
		     n = json_next(u->doc, n))
			ok = type_mask(c, u, n, &mask);
	} else {
		ok = type_mask(c, u, u->value, &mask);
	}
	c->units[u->unit].types = mask;
	c->units[u->unit].type_node = json_index(u->doc, u->value);
	return ok;
}

bool
compile_const(struct compiler *c, const struct use *u)
{
	return op_add(c, u) != NULL;
}

/* Entries by hash, so that a list of any length costs one look. */
bool
compile_enum(struct compiler *c, const struct use *u)
{
	if (u->value->kind != JSON_ARRAY)
		return wrong_value(c, u, u->value, "an array");
	struct op *op = op_add(c, u);
	struct enumeration *e = arena_alloc(c->a, sizeof(*e));
	uint32_t size = 8;
	while (size < 2 * u->value->count)
		size *= 2;
	struct enum_entry *table = arena_array(c->a, size, sizeof(*table));
	if (!op || !e || !table)
		return complain_memory(c);
	for (const struct json_node *n = json_first(u->doc, u->value); n;
	     n = json_next(u->doc, n)) {
		struct enum_entry entry = {.node = json_index(u->doc, n)};
		entry.hash = value_hash(u->doc, entry.node);
		uint32_t at = (uint32_t)entry.hash & (size - 1);
		while (table[at].node)
			at = (at + 1) & (size - 1);
		table[at] = entry;
		e->containers = e->containers || n->kind >= JSON_ARRAY;
	}
	e->table = table;
	e->mask = size - 1;
	op->as.enumeration = e;
	return true;
}

bool
compile_number(struct compiler *c, const struct use *u)
{
	if (u->value->kind != JSON_NUMBER)
		return wrong_value(c, u, u->value, "a number");
	struct decimal *d = arena_alloc(c->a, sizeof(*d));
	struct op *op = op_add(c, u);
	if (!d || !op)
		return complain_memory(c);
	if (!decimal_read(u->value->text, d))
		return complain(c, u->doc, u->value, "'%.*s' is past what numbers may be",
		    STR_ARG(u->name->text));
	if (u->code == OP_MULTIPLE_OF && (d->count == 0 || d->negative))
		return complain(c, u->doc, u->value, "'multipleOf' must be more than 0");
	op->as.number = d;
	return true;
}

bool
read_size(struct compiler *c, const struct use *u, const struct json_node *n, uint64_t *out)
{
	struct decimal d;
	if (n->kind != JSON_NUMBER)
		return wrong_value(c, u, n, "a whole number from 0 up");
	if (!decimal_read(n->text, &d) || !decimal_to_size(&d, out))
		return complain(c, u->doc, n, "'%.*s' must be a whole number from 0 up, found %.*s",
		    STR_ARG(n[-1].text), STR_ARG(n->text));
	return true;
}

bool
compile_text(struct compiler *c, const struct use *u)
{
	return u->value->kind == JSON_STRING || wrong_value(c, u, u->value, "a string");
}

bool
compile_flag(struct compiler *c, const struct use *u)
{
	return u->value->kind == JSON_TRUE || u->value->kind == JSON_FALSE ||
	       wrong_value(c, u, u->value, "true or false");
}

bool
compile_examples(struct compiler *c, const struct use *u)
{
	return u->value->kind == JSON_ARRAY || wrong_value(c, u, u->value, "a list of values");
}

/* A letter or '_', then also digits, '-' and '.'. */
bool
compile_anchor(struct compiler *c, const struct use *u)
{
	struct str name = u->value->text;
	bool good = u->value->kind == JSON_STRING && name.n > 0;

	for (size_t i = 0; good && i < name.n; i++) {
		char ch = name.p[i];
		good = (ascii_word(ch) && (i > 0 || !ascii_digit(ch))) ||
		       (i > 0 && (ch == '-' || ch == '.'));
	}
	return good || wrong_value(c, u, u->value,
			   "a name: a letter or '_', then letters, digits, '_', '-' and '.'");
}

bool
compile_size(struct compiler *c, const struct use *u)
{
	uint64_t size = 0;
	if (!read_size(c, u, u->value, &size))
		return false;
	struct op *op = op_add(c, u);
	if (!op)
		return false;
	op->as.size = size;
	return true;
}

bool
compile_unique(struct compiler *c, const struct use *u)
{
	return compile_flag(c, u) && (u->value->kind == JSON_FALSE || op_add(c, u));
}

const struct regex *
pattern_read(struct compiler *c, const struct use *u, const struct json_node *n, struct str pattern)
{
	struct regex *out = NULL;
	struct regex_problem problem = {0};
	if (regex_compile(c->a, pattern, &out, &problem))
		return out;
	complain(c, u->doc, n, "the pattern '%.*s' can't be used: %s at character %zu",
	    STR_ARG(pattern), problem.message, utf8_length(str_slice(pattern, 0, problem.at)) + 1);
	return NULL;
}

bool
compile_pattern(struct compiler *c, const struct use *u)
{
	if (!json_is_text(u->value))
		return wrong_value(c, u, u->value, "a string");
	struct str text = value_text(u->doc, json_index(u->doc, u->value));
	const struct regex *regex = pattern_read(c, u, u->value, text);
	struct op *op = regex ? op_add(c, u) : NULL;
	if (!op)
		return false;
	op->as.regex = regex;
	return true;
}

bool
compile_format(struct compiler *c, const struct use *u)
{
	uint8_t vocabularies = c->resources[u->resource].vocabularies;
	bool asserted =
	    c->options->assert_formats || (vocabularies >> VOCABULARY_FORMAT_ASSERTION & 1);
	if (!json_is_text(u->value))
		return wrong_value(c, u, u->value, "a string");
	if (!asserted)
		return true;
	struct str text = u->value->text;
	const struct format *format = format_find(text);
	if (!format && !c->options->strict)
		return true;
	if (!format) {
		complain(c, u->doc, u->value, "unknown format '%.*s'", STR_ARG(text));
		struct str close = format_closest(text);
		if (close.n > 0)
			advise(c, "did you mean '%.*s'?", STR_ARG(close));
		return false;
	}
	struct op *op = op_add(c, u);
	if (!op)
		return false;
	op->as.format = format;
	return true;
}

/* Draft 7 lets the content of a string be asserted; the later dialects annotate. */
bool
compile_content(struct compiler *c, struct use *u)
{
	const struct json_node *encoding = keyword_get(c, u, "contentEncoding");
	const struct json_node *media_type = keyword_get(c, u, "contentMediaType");
	u->value = encoding ? encoding : media_type;
	if (c->resources[u->resource].dialect != DRAFT_7 || !u->value)
		return true;
	const struct format *format = format_of_content(
	    encoding ? encoding->text : STR(""), media_type ? media_type->text : STR(""));
	u->code = OP_FORMAT;
	struct op *op = format ? op_add(c, u) : NULL;
	if (op)
		op->as.format = format;
	return op || !format;
}
