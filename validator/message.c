/* SPDX-License-Identifier: MIT */
#include "report.h"

#include "format.h"

enum {
	TEXT_BYTES_MAX = 4096,
	LISTED_MAX = 8,
};

static void
add_text(struct buf *b, struct str s)
{
	buf_char(b, '\'');
	buf_visible(b, s, REPORT_TEXT_CODEPOINTS);
	buf_char(b, '\'');
}

/* A value as it is written in a list of what may be: 'text', 12, null, an object. */
static void
add_value(struct buf *b, const struct json_doc *doc, uint32_t node)
{
	const struct json_node *n = &doc->nodes[node];
	if (n->kind == JSON_STRING)
		add_text(b, n->text);
	else if (n->kind == JSON_NUMBER)
		buf_visible(b, n->text, REPORT_TEXT_CODEPOINTS);
	else if (n->kind < JSON_ARRAY)
		buf_text(b, n->kind == JSON_NULL   ? "null"
			    : n->kind == JSON_TRUE ? "true"
						   : "false");
	else
		buf_visible(b, json_source(doc, n), REPORT_TEXT_CODEPOINTS);
}

/* "the string 'x'" */
static void
add_described(struct buf *b, const struct json_doc *doc, uint32_t node)
{
	const struct json_node *n = &doc->nodes[node];
	if (n->kind == JSON_STRING)
		buf_text(b, n->flags & JSON_NAME ? "" : "the string ");
	else if (n->kind == JSON_NUMBER)
		buf_text(b, "the number ");
	else if (n->kind >= JSON_ARRAY)
		buf_text(b, n->count == 0
				? (n->kind == JSON_ARRAY ? "an empty array" : "an empty object")
				: json_kind_name((enum json_kind)n->kind));
	if (n->kind < JSON_ARRAY)
		add_value(b, doc, node);
}

static const struct {
	uint16_t mask;
	const char *name;
} TYPE_NAMES[] = {
    {1u << JSON_STRING, "a string"},
    {1u << JSON_NUMBER, "a number"},
    {TYPE_INTEGER, "an integer"},
    {1u << JSON_TRUE, "true or false"},
    {1u << JSON_ARRAY, "an array"},
    {1u << JSON_OBJECT, "an object"},
    {1u << JSON_NULL, "null"},
};

static void
add_types(struct buf *b, uint16_t types)
{
	size_t left = 0;
	if (types & 1u << JSON_NUMBER)
		types = (uint16_t)(types & ~TYPE_INTEGER);
	for (size_t i = 0; i < ARRAY_LENGTH(TYPE_NAMES); i++)
		left += (types & TYPE_NAMES[i].mask) != 0;
	for (size_t i = 0; i < ARRAY_LENGTH(TYPE_NAMES); i++) {
		if (!(types & TYPE_NAMES[i].mask))
			continue;
		buf_text(b, TYPE_NAMES[i].name);
		left--;
		if (left > 0)
			buf_text(b, left == 1 ? " or " : ", ");
	}
}

static void
add_listed(struct buf *b, const struct json_doc *schema, uint32_t list)
{
	uint32_t count = schema->nodes[list].count, i = 0;
	if (count > 1)
		buf_text(b, "one of ");
	if (count == 0)
		buf_text(b, "no value at all");
	const struct json_node *n = json_first(schema, &schema->nodes[list]);
	for (; n && i < LISTED_MAX; n = json_next(schema, n), i++) {
		if (i > 0)
			buf_text(b, ", ");
		add_value(b, schema, json_index(schema, n));
	}
	if (count > LISTED_MAX)
		buf_printf(b, " and %u more", count - LISTED_MAX);
}

static void
add_count(struct buf *b, const char *how, uint64_t n, const char *one)
{
	if (n == UINT64_MAX)
		buf_printf(b, "%s a huge number of %ss", how, one);
	else
		buf_printf(b, "%s %llu %s%s", how, (unsigned long long)n, one, n == 1 ? "" : "s");
}

/* All alternatives of an anyOf or oneOf that speak of the value as a whole: types together, then
 * the constants. */
static void
add_merged(struct buf *b, const struct run *r, const struct op *op)
{
	uint16_t types = 0;
	for (uint32_t i = 0; i < op->as.choices.count; i++)
		types |= r->s->units[op->as.choices.units[i]].types;
	uint32_t listed = 0;
	for (uint32_t i = 0; i < op->as.choices.count && listed < LISTED_MAX; i++) {
		const struct unit *u = &r->s->units[op->as.choices.units[i]];
		const struct json_doc *schema = r->s->docs[u->doc];
		for (uint32_t k = 0; k < u->count; k++) {
			const struct op *one = &r->s->ops[u->first + k];
			if (one->code != OP_CONST && one->code != OP_ENUM)
				continue;
			types = (uint16_t)(types & ~u->types);
			buf_text(b, listed++ > 0 ? " or " : "");
			if (one->code == OP_CONST)
				add_value(b, schema, one->node);
			else
				add_listed(b, schema, one->node);
		}
	}
	if (types)
		buf_text(b, listed > 0 ? " or " : "");
	add_types(b, types);
}

/* What the instructions that compare an amount expect, and of what. */
static const struct bound {
	const char *how, *one; /* one: NULL where the value itself is compared */
} BOUNDS[OP_COUNT] = {
    [OP_MINIMUM] = {"at least", NULL},
    [OP_MAXIMUM] = {"at most", NULL},
    [OP_EXCLUSIVE_MINIMUM] = {"more than", NULL},
    [OP_EXCLUSIVE_MAXIMUM] = {"less than", NULL},
    [OP_MULTIPLE_OF] = {"a multiple of", NULL},
    [OP_MIN_LENGTH] = {"at least", "character"},
    [OP_MAX_LENGTH] = {"at most", "character"},
    [OP_MIN_ITEMS] = {"at least", "item"},
    [OP_MAX_ITEMS] = {"at most", "item"},
    [OP_MIN_PROPERTIES] = {"at least", "key"},
    [OP_MAX_PROPERTIES] = {"at most", "key"},
};

static const struct bound *
bound_of(const struct cause *c)
{
	return c->code < OP_COUNT && BOUNDS[c->code].how ? &BOUNDS[c->code] : NULL;
}

/* The constants of all alternatives; else the one. */
static void
add_constants(struct buf *b, const struct run *r, const struct cause *c)
{
	uint32_t count = c->number ? c->detail : 1;

	for (uint32_t i = 0; i < count && i < LISTED_MAX; i++) {
		const struct cause *one = c->number ? &r->tags[c->number - 1 + i] : c;
		const struct json_doc *schema = r->s->docs[r->s->units[one->unit].doc];
		buf_text(b, i > 0 ? " or " : "");
		if (one->code == OP_CONST)
			add_value(b, schema, r->s->ops[one->op].node);
		else
			add_listed(b, schema, r->s->ops[one->op].node);
	}
	if (count > LISTED_MAX)
		buf_printf(b, " and %u more", count - LISTED_MAX);
}

static void
add_expected(struct buf *b, const struct run *r, const struct cause *c)
{
	const struct unit *u = &r->s->units[c->unit];
	const struct op *op = &r->s->ops[c->op];
	const struct json_doc *schema = r->s->docs[u->doc];
	const struct bound *bound = bound_of(c);
	if (bound && bound->one) {
		add_count(b, bound->how, op->as.size, bound->one);
		return;
	}
	if (bound) {
		buf_printf(b, "%s ", bound->how);
		add_value(b, schema, op->node);
		return;
	}
	switch (c->code) {
	case OP_TYPE:
		add_types(b, u->types);
		break;
	case OP_CONST:
	case OP_ENUM:
		add_constants(b, r, c);
		break;
	case OP_PATTERN:
		buf_text(b, "text that matches the pattern ");
		add_value(b, schema, op->node);
		break;
	case OP_FORMAT:
		buf_text(b, op->as.format->noun);
		break;
	case OP_CONTAINS:
		if (c->kind == CAUSE_TOO_MANY)
			add_count(b, "at most", op->as.contains->max, "item");
		else
			add_count(b, "at least", op->as.contains->min, "item");
		buf_text(b, " of the kind that 'contains' describes");
		break;
	default:
		break;
	}
}

static void
add_actual(struct buf *b, const struct run *r, const struct cause *c)
{
	const struct json_node *n = &r->d->nodes[c->node];
	const struct bound *bound = bound_of(c);
	if (bound && !bound->one)
		add_value(b, r->d, c->node);
	else if (c->code == OP_MIN_LENGTH || c->code == OP_MAX_LENGTH)
		buf_printf(b, "%zu", utf8_length(value_text(r->d, c->node)));
	else if (bound)
		buf_printf(b, "%u", n->count);
	else if (c->code == OP_CONTAINS)
		buf_printf(b, "%u", c->detail);
	else
		add_described(b, r->d, c->node);
}

/* The sentences that are not "expected x, found y". */
static bool
add_special(struct buf *b, struct run *r, const struct cause *c)
{
	const struct unit *u = &r->s->units[c->unit];
	const struct json_doc *schema = r->s->docs[u->doc];
	uint32_t first = 0, second = 0;
	uint64_t fuel = RUN_FUEL;
	if (c->kind == CAUSE_MISSING) {
		buf_text(b, "missing ");
		add_text(b, value_text(schema, c->detail));
	} else if (c->kind == CAUSE_UNKNOWN && c->code == OP_UNEVALUATED_ITEMS) {
		buf_text(b, "unexpected item");
	} else if (c->kind == CAUSE_UNKNOWN) {
		buf_text(b, "unknown key ");
		add_text(b, r->d->nodes[c->node].text);
	} else if (c->kind == CAUSE_EXCESS) {
		add_count(b, "expected at most", c->detail, "item");
		buf_printf(b, ", found %u", r->d->nodes[r->d->nodes[c->node].parent].count);
	} else if (c->kind == CAUSE_MANY) {
		buf_printf(b, "fits more than one alternative of 'oneOf': %u and %llu",
		    c->detail + 1, (unsigned long long)c->number + 1);
	} else if (c->kind == CAUSE_NONE) {
		buf_printf(b, "fits none of the %u alternatives", c->detail);
	} else if (c->code == OP_FALSE) {
		buf_text(b, "nothing is allowed here");
	} else if (c->code == OP_NOT) {
		buf_text(b, "fits what 'not' excludes");
	} else if (c->code == OP_UNIQUE_ITEMS) {
		value_unique(r->a, (struct value){r->d, c->node}, &fuel, &first, &second);
		buf_printf(b, "items %u and %u are equal", first, second);
	} else {
		return false;
	}
	return true;
}

static bool
is_present(const struct run *r, uint32_t object, struct str name)
{
	return json_get_str(r->d, &r->d->nodes[object], name) != NULL;
}

/* The first name that a present one asks for in vain. */
static void
add_dependent(struct buf *b, const struct run *r, const struct cause *c)
{
	const struct dependents *list = r->s->ops[c->op].as.dependents;
	const struct json_doc *schema = r->s->docs[r->s->units[c->unit].doc];
	for (uint32_t i = 0; i < list->count; i++) {
		const struct dependent *d = &list->items[i];
		if (!is_present(r, c->node, d->name))
			continue;
		const struct json_node *n = json_first(schema, &schema->nodes[d->names_node]);
		for (; n; n = json_next(schema, n)) {
			if (is_present(r, c->node, n->text))
				continue;
			buf_text(b, "missing ");
			add_text(b, n->text);
			buf_text(b, ", which ");
			add_text(b, d->name);
			buf_text(b, " needs");
			return;
		}
	}
}

static void
add_message(struct buf *b, struct run *r, const struct cause *c, const struct schema_issue *issue)
{
	const struct json_node *n = &r->d->nodes[c->node];
	if ((n->flags & JSON_NAME) && c->kind != CAUSE_UNKNOWN) {
		buf_text(b, "key ");
		add_text(b, n->text);
		buf_text(b, ": ");
	}
	if (c->code == OP_DEPENDENT_REQUIRED)
		add_dependent(b, r, c);
	else if (!add_special(b, r, c))
		buf_printf(b, "expected %.*s, found %.*s", STR_ARG(issue->expected),
		    STR_ARG(issue->actual));
}

static bool
take(struct run *r, struct buf *b, struct str *out)
{
	bool ok = !b->failed && arena_copy(r->a, buf_view(b), out);
	buf_clear(b);
	return ok;
}

bool
message_build(struct run *r, const struct cause *c, struct schema_issue *out)
{
	struct buf b;
	buf_init(&b, 16 * TEXT_BYTES_MAX);
	if (c->kind == CAUSE_MERGED)
		add_merged(&b, r, &r->s->ops[c->op]);
	else if (c->kind == CAUSE_PLAIN || c->kind == CAUSE_TOO_MANY)
		add_expected(&b, r, c);
	bool ok = take(r, &b, &out->expected);
	if (c->kind != CAUSE_MISSING && c->kind != CAUSE_UNKNOWN)
		add_actual(&b, r, c);
	ok = ok && take(r, &b, &out->actual);
	add_message(&b, r, c, out);
	ok = ok && take(r, &b, &out->message);
	buf_release(&b);
	return ok;
}
