/* SPDX-License-Identifier: MIT */
/*
 * doubts.c: what a schema says that no document, or none that its author has in mind, can meet. Each
 * subschema is looked at by itself, with what it applies to the same value; a doubt is certain where
 * it is told, and much that can't be met is not found.
 */
#include "program.h"

#include "number.h"
#include "regex.h"

#include <stdio.h>

#define KINDS_ALL (0xffu | TYPE_INTEGER)
#define CALLS_MAX 40
#define VALUE_BYTES_MAX ((size_t)1 << 20)

struct doubter {
	const struct schema *schema;
	struct arena *a;
	struct schema_doubt **out;
	size_t *count, capacity;
	struct err *err;
};

static const struct json_doc *
doc_of(const struct doubter *d, const struct unit *u)
{
	return d->schema->docs[u->doc];
}

static bool doubt(struct doubter *d, const struct unit *u, uint32_t node, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool
doubt(struct doubter *d, const struct unit *u, uint32_t node, const char *format, ...)
{
	struct schema_doubt *one = arena_push(d->a, d->out, d->count, &d->capacity, sizeof(*one));
	char words[300];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(words, sizeof(words), format, args);
	va_end(args);
	if (!one)
		return err_memory(d->err);
	*one = (struct schema_doubt){.doc = doc_of(d, u), .node = node};
	return arena_copy(d->a, str_from(words), &one->message) || err_memory(d->err);
}

/* -- types ----------------------------------------------------------------------------------- */

static unsigned
kinds_of_node(const struct json_node *n)
{
	return n->kind == JSON_NUMBER ? 1u << JSON_NUMBER | TYPE_INTEGER : 1u << n->kind;
}

static unsigned kinds_of(const struct doubter *d, uint32_t unit, unsigned depth);

static unsigned
kinds_of_values(const struct json_doc *doc, const struct json_node *list)
{
	unsigned kinds = 0;

	for (const struct json_node *n = json_first(doc, list); n; n = json_next(doc, n))
		kinds |= kinds_of_node(n);
	return kinds;
}

/* The kinds of value that the instruction may accept. */
static unsigned
kinds_of_op(const struct doubter *d, const struct unit *u, const struct op *op, unsigned depth)
{
	const struct json_node *value = &doc_of(d, u)->nodes[op->node];
	bool any = op->code == OP_ANY_OF || op->code == OP_ONE_OF;
	unsigned kinds = any ? 0 : KINDS_ALL;

	switch (op->code) {
	case OP_CONST:
		return kinds_of_node(value);
	case OP_ENUM:
		return kinds_of_values(doc_of(d, u), value);
	case OP_REF:
		return kinds_of(d, op->as.unit, depth + 1);
	case OP_ALL_OF:
	case OP_ANY_OF:
	case OP_ONE_OF:
		for (uint32_t i = 0; i < op->as.choices.count; i++) {
			unsigned one = kinds_of(d, op->as.choices.units[i], depth + 1);
			kinds = any ? kinds | one : kinds & one;
		}
		return kinds;
	default:
		return KINDS_ALL;
	}
}

static unsigned
kinds_of(const struct doubter *d, uint32_t unit, unsigned depth)
{
	const struct unit *u = &d->schema->units[unit];
	unsigned kinds = u->types == 0 ? KINDS_ALL : u->types;

	if (u->form == UNIT_NOTHING)
		return 0;
	if (depth > CALLS_MAX)
		return KINDS_ALL;
	if (kinds & 1u << JSON_NUMBER)
		kinds |= TYPE_INTEGER;
	for (uint32_t i = 0; i < u->count; i++)
		kinds &= kinds_of_op(d, u, &d->schema->ops[u->first + i], depth);
	return kinds;
}

/* Whether one of the parts by itself leaves nothing: then it is told there. */
static bool
arises_deeper(const struct doubter *d, const struct unit *u, const struct op *op)
{
	if (op->code != OP_ALL_OF)
		return kinds_of_op(d, u, op, 0) == 0;
	for (uint32_t i = 0; i < op->as.choices.count; i++)
		if (kinds_of(d, op->as.choices.units[i], 0) == 0)
			return true;
	return false;
}

static const struct op *
op_find(const struct doubter *d, const struct unit *u, enum op_code code)
{
	for (uint32_t i = 0; i < u->count; i++)
		if (d->schema->ops[u->first + i].code == code)
			return &d->schema->ops[u->first + i];
	return NULL;
}

/* Of `const` and `enum` each value is told. */
static bool
doubt_types(struct doubter *d, uint32_t unit)
{
	const struct unit *u = &d->schema->units[unit];

	if (u->form == UNIT_NOTHING || kinds_of(d, unit, 0) != 0 || op_find(d, u, OP_CONST) ||
	    op_find(d, u, OP_ENUM))
		return true;
	for (uint32_t i = 0; i < u->count; i++)
		if (arises_deeper(d, u, &d->schema->ops[u->first + i]))
			return true;
	return doubt(d, u, u->node, "no value has all the types that are asked for here");
}

/* -- bounds ---------------------------------------------------------------------------------- */

/* The keyword's name stands before its value. */
static struct str
name_of(const struct doubter *d, const struct unit *u, const struct op *op)
{
	return doc_of(d, u)->nodes[op->node - 1].text;
}

static bool
doubt_numbers(struct doubter *d, const struct unit *u)
{
	static const enum op_code low[] = {OP_MINIMUM, OP_EXCLUSIVE_MINIMUM},
				  high[] = {OP_MAXIMUM, OP_EXCLUSIVE_MAXIMUM};

	for (size_t i = 0; i < 4; i++) {
		const struct op *from = op_find(d, u, low[i / 2]), *to = op_find(d, u, high[i % 2]);
		int order = from && to ? decimal_compare(from->as.number, to->as.number) : -1;
		if (order > 0 || (order == 0 && i > 0))
			return doubt(d, u, from->node, "no number meets both '%.*s' and '%.*s'",
			    STR_ARG(name_of(d, u, from)), STR_ARG(name_of(d, u, to)));
	}
	return true;
}

static bool
doubt_sizes(struct doubter *d, const struct unit *u)
{
	static const enum op_code pairs[][2] = {{OP_MIN_LENGTH, OP_MAX_LENGTH},
	    {OP_MIN_ITEMS, OP_MAX_ITEMS}, {OP_MIN_PROPERTIES, OP_MAX_PROPERTIES}};
	const struct op *contains = op_find(d, u, OP_CONTAINS),
			*members = op_find(d, u, OP_MEMBERS),
			*most = op_find(d, u, OP_MAX_PROPERTIES);

	for (size_t i = 0; i < ARRAY_LENGTH(pairs); i++) {
		const struct op *from = op_find(d, u, pairs[i][0]),
				*to = op_find(d, u, pairs[i][1]);
		if (from && to && from->as.size > to->as.size)
			return doubt(d, u, from->node, "'%.*s' is more than '%.*s'",
			    STR_ARG(name_of(d, u, from)), STR_ARG(name_of(d, u, to)));
	}
	if (contains && contains->as.contains->min > contains->as.contains->max)
		return doubt(d, u, contains->node, "'minContains' is more than 'maxContains'");
	if (members && most && members->as.members->required_count > most->as.size)
		return doubt(d, u, most->node, "'maxProperties' is less than what is required");
	return true;
}

/* -- members --------------------------------------------------------------------------------- */

static bool
a_pattern_admits(const struct doubter *d, const struct member_rules *m, struct str name)
{
	struct regex_scratch scratch = {.a = d->a};
	uint64_t fuel = 100000;

	for (uint32_t i = 0; i < m->pattern_count; i++)
		if (regex_search(m->patterns[i].regex, &scratch, name, &fuel) != REGEX_NO)
			return true;
	return false;
}

static bool
is_nothing(const struct doubter *d, uint32_t unit)
{
	return unit != NO_UNIT && d->schema->units[unit].form == UNIT_NOTHING;
}

static bool
doubt_members(struct doubter *d, const struct unit *u)
{
	const struct op *op = op_find(d, u, OP_MEMBERS);
	const struct member_rules *m = op ? op->as.members : NULL;

	if (!m || m->required_count == 0)
		return true;
	const struct json_doc *doc = doc_of(d, u);
	const struct json_node *list = &doc->nodes[m->required_node];
	for (const struct json_node *n = json_first(doc, list); n; n = json_next(doc, n)) {
		const struct member_rule *r = member_find(m, n->text);
		bool declared = r && r->unit != NO_UNIT;
		bool refused =
		    declared ? is_nothing(d, r->unit)
			     : is_nothing(d, m->additional) && !a_pattern_admits(d, m, n->text);
		if (refused && !doubt(d, u, json_index(doc, n), "'%.*s' is required, and refused",
				   (int)(n->text.n < 100 ? n->text.n : 100), n->text.p))
			return false;
	}
	return true;
}

/* -- values ---------------------------------------------------------------------------------- */

/* Whether the value that the schema itself names fits this unit of it. */
static bool
value_fits(struct doubter *d, uint32_t unit, const struct json_node *n, bool *fits)
{
	const struct json_doc *doc = doc_of(d, &d->schema->units[unit]);
	enum schema_verdict verdict = SCHEMA_INDETERMINATE;
	struct schema part = *d->schema;
	struct json_doc value;
	struct json_writer w;
	struct str kept;
	struct buf text;

	part.root = unit;
	buf_init(&text, VALUE_BYTES_MAX);
	json_writer_init(&w, &text, false);
	json_tree(&w, doc, n);
	bool large = text.failed, good = large || arena_copy(d->a, buf_view(&text), &kept);
	buf_release(&text);
	if (!good)
		return err_memory(d->err);
	if (!large && json_parse(d->a, kept, NULL, &JSON_LIMITS, &value, NULL, d->err) &&
	    !schema_accepts(&part, d->a, &value, &verdict, d->err))
		return false;
	*fits = verdict != SCHEMA_INVALID;
	return true;
}

static bool
doubt_value(struct doubter *d, uint32_t unit, const struct json_node *n, const char *what)
{
	const struct unit *u = &d->schema->units[unit];
	bool fits = true;

	return value_fits(d, unit, n, &fits) &&
	       (fits || doubt(d, u, json_index(doc_of(d, u), n), "%s", what));
}

static bool
doubt_list(struct doubter *d, uint32_t unit, const struct json_node *list, const char *what)
{
	const struct json_doc *doc = doc_of(d, &d->schema->units[unit]);

	for (const struct json_node *n = json_first(doc, list); n; n = json_next(doc, n))
		if (!doubt_value(d, unit, n, what))
			return false;
	return true;
}

static bool
doubt_values(struct doubter *d, uint32_t unit)
{
	const struct unit *u = &d->schema->units[unit];
	const struct json_doc *doc = doc_of(d, u);
	const struct op *constant = op_find(d, u, OP_CONST), *list = op_find(d, u, OP_ENUM);
	const struct json_node *object = &doc->nodes[u->node],
			       *usual = json_get(doc, object, "default"),
			       *examples = json_get(doc, object, "examples");

	if (constant && !doubt_value(d, unit, &doc->nodes[constant->node],
			    "what 'const' asks for is refused by what stands beside it"))
		return false;
	if (list && !doubt_list(d, unit, &doc->nodes[list->node],
			"this value of 'enum' is refused by what stands beside it"))
		return false;
	if (usual && !doubt_value(d, unit, usual, "'default' does not fit its own schema"))
		return false;
	return !examples || examples->kind != JSON_ARRAY ||
	       doubt_list(d, unit, examples, "this example does not fit its own schema");
}

static bool
doubt_not(struct doubter *d, const struct unit *u)
{
	const struct op *op = op_find(d, u, OP_NOT);

	return !op || d->schema->units[op->as.unit].form != UNIT_ANYTHING ||
	       doubt(d, u, op->node, "'not' refuses every value here");
}

bool
schema_doubts(const struct schema *s, struct arena *a, struct schema_doubt **out, size_t *count,
    struct err *err)
{
	struct doubter d = {.schema = s, .a = a, .out = out, .count = count, .err = err};

	*out = NULL;
	*count = 0;
	for (uint32_t i = 0; i < s->unit_count; i++) {
		const struct unit *u = &s->units[i];
		if (doc_of(&d, u)->nodes[u->node].kind != JSON_OBJECT)
			continue;
		if (!doubt_types(&d, i) || !doubt_numbers(&d, u) || !doubt_sizes(&d, u) ||
		    !doubt_members(&d, u) || !doubt_values(&d, i) || !doubt_not(&d, u))
			return false;
	}
	return true;
}
