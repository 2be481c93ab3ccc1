/* SPDX-License-Identifier: MIT */
#include "run.h"

#include "format.h"
#include "regex.h"

#define KIND(k) (1u << (k))

static const uint8_t OP_KINDS[OP_FIRST_APPLICATOR] = {
    [OP_CONST] = 0xff,
    [OP_ENUM] = 0xff,
    [OP_MINIMUM] = KIND(JSON_NUMBER),
    [OP_MAXIMUM] = KIND(JSON_NUMBER),
    [OP_EXCLUSIVE_MINIMUM] = KIND(JSON_NUMBER),
    [OP_EXCLUSIVE_MAXIMUM] = KIND(JSON_NUMBER),
    [OP_MULTIPLE_OF] = KIND(JSON_NUMBER),
    [OP_MIN_LENGTH] = KIND(JSON_STRING),
    [OP_MAX_LENGTH] = KIND(JSON_STRING),
    [OP_MIN_ITEMS] = KIND(JSON_ARRAY),
    [OP_MAX_ITEMS] = KIND(JSON_ARRAY),
    [OP_MIN_PROPERTIES] = KIND(JSON_OBJECT),
    [OP_MAX_PROPERTIES] = KIND(JSON_OBJECT),
    [OP_DEPENDENT_REQUIRED] = KIND(JSON_OBJECT),
    [OP_PATTERN] = KIND(JSON_STRING),
    [OP_FORMAT] = KIND(JSON_STRING),
    [OP_UNIQUE_ITEMS] = KIND(JSON_ARRAY),
};

static enum truth
truth_of(bool b)
{
	return b ? YES : NO;
}

static void
blame(struct run *r, const struct unit *u, uint32_t node, uint32_t op, uint8_t code)
{
	if (!r->report)
		return;
	struct cause cause = {.op = op, .node = node, .code = code};
	cause.unit = (uint32_t)(u - r->s->units);
	cause_add(r, cause);
}

static enum truth
unsure(struct run *r, const char *reason)
{
	if (!r->reason)
		r->reason = reason;
	return UNKNOWN;
}

static enum truth
is_integer(struct run *r, const struct json_node *n)
{
	struct decimal d;
	bool plain = true;
	for (size_t i = 0; i < n->text.n && plain; i++)
		plain = n->text.p[i] == '-' || (n->text.p[i] >= '0' && n->text.p[i] <= '9');
	if (plain)
		return YES;
	if (!decimal_read(n->text, &d))
		return unsure(r, "a number is past what can be compared");
	return truth_of(decimal_is_integer(&d));
}

enum truth
leaf_types(struct run *r, const struct unit *u, uint32_t node, uint8_t kind)
{
	if (!u->types || (u->types & KIND(kind)))
		return YES;
	enum truth t = NO;
	if (kind == JSON_NUMBER && (u->types & TYPE_INTEGER))
		t = is_integer(r, &r->d->nodes[node]);
	if (t == NO)
		blame(r, u, node, 0, OP_TYPE);
	return t;
}

static enum truth
equals(struct run *r, uint32_t node, const struct unit *u, uint32_t schema_node)
{
	struct value x = {r->s->docs[u->doc], schema_node}, y = {r->d, node};
	switch (value_compare(r->a, x, y, &r->fuel)) {
	case VALUE_EQUAL:
		return YES;
	case VALUE_DIFFERENT:
		return NO;
	case VALUE_UNKNOWN:
		break;
	}
	return unsure(r, "two values are too large to be compared");
}

static enum truth
find_entry(
    struct run *r, const struct unit *u, const struct enumeration *e, uint32_t node, uint64_t hash)
{
	enum truth t = NO;
	for (uint32_t i = (uint32_t)hash & e->mask; e->table[i].node && t != YES;
	     i = (i + 1) & e->mask) {
		if (e->table[i].hash != hash)
			continue;
		enum truth one = equals(r, node, u, e->table[i].node);
		t = one == NO ? t : one;
	}
	return t;
}

static enum truth
is_listed(struct run *r, const struct unit *u, const struct enumeration *e, uint32_t node)
{
	const struct json_node *n = &r->d->nodes[node];
	if (n->kind >= JSON_ARRAY && !e->containers)
		return NO;
	enum truth t = find_entry(r, u, e, node, value_hash(r->d, node));
	if (t == NO && (n->flags & JSON_PLAIN) && n->kind != JSON_STRING)
		t = find_entry(r, u, e, node, text_hash(value_text(r->d, node)));
	/* A plain scalar of the schema takes the same string. */
	for (uint32_t i = 0; t == NO && n->kind == JSON_STRING && i <= e->mask; i++) {
		uint32_t entry = e->table[i].node;
		if (entry && (r->s->docs[u->doc]->nodes[entry].flags & JSON_PLAIN))
			t = equals(r, node, u, entry);
	}
	return t;
}

static enum truth
compare_number(struct run *r, const struct op *op, const struct json_node *n)
{
	struct decimal d;
	if (!decimal_read(n->text, &d))
		return unsure(r, "a number is past what can be compared");
	if (op->code == OP_MULTIPLE_OF)
		return truth_of(decimal_is_multiple(&d, op->as.number));
	int order = decimal_compare(&d, op->as.number);
	switch (op->code) {
	case OP_MINIMUM:
		return truth_of(order >= 0);
	case OP_MAXIMUM:
		return truth_of(order <= 0);
	case OP_EXCLUSIVE_MINIMUM:
		return truth_of(order > 0);
	default:
		return truth_of(order < 0);
	}
}

/* Code points lie between bytes / 4 and bytes: most texts need no count. */
static enum truth
compare_length(struct str text, const struct op *op)
{
	bool least = op->code == OP_MIN_LENGTH;
	if (text.n < op->as.size)
		return truth_of(!least);
	if (text.n / 4 > op->as.size)
		return truth_of(least);
	size_t n = utf8_length(text);
	return truth_of(least ? n >= op->as.size : n <= op->as.size);
}

static enum truth
matches(struct run *r, const struct regex *regex, struct str text)
{
	switch (regex_search(regex, &r->scratch, text, &r->fuel)) {
	case REGEX_MATCH:
		return YES;
	case REGEX_NO:
		return NO;
	case REGEX_UNKNOWN:
		break;
	}
	return unsure(r, "a regular expression would take too many steps");
}

static enum truth
is_unique(struct run *r, uint32_t node)
{
	uint32_t first = 0, second = 0;
	struct value array = {r->d, node};
	switch (value_unique(r->a, array, &r->fuel, &first, &second)) {
	case VALUE_DIFFERENT:
		return YES;
	case VALUE_EQUAL:
		return NO;
	case VALUE_UNKNOWN:
		break;
	}
	return unsure(r, "too many items to compare");
}

static enum truth
has_dependents(struct run *r, const struct unit *u, const struct op *op, uint32_t node)
{
	const struct json_doc *schema = r->s->docs[u->doc];
	const struct json_node *object = &r->d->nodes[node];
	for (uint32_t i = 0; i < op->as.dependents->count; i++) {
		const struct dependent *d = &op->as.dependents->items[i];
		if (!json_get_str(r->d, object, d->name))
			continue;
		const struct json_node *names = &schema->nodes[d->names_node];
		for (const struct json_node *n = json_first(schema, names); n;
		     n = json_next(schema, n))
			if (!json_get_str(r->d, object, n->text))
				return NO;
	}
	return YES;
}

static enum truth
holds(struct run *r, const struct unit *u, const struct op *op, uint32_t node)
{
	const struct json_node *n = &r->d->nodes[node];
	switch (op->code) {
	case OP_CONST:
		return equals(r, node, u, op->node);
	case OP_ENUM:
		return is_listed(r, u, op->as.enumeration, node);
	case OP_MIN_LENGTH:
	case OP_MAX_LENGTH:
		return compare_length(value_text(r->d, node), op);
	case OP_MIN_ITEMS:
	case OP_MIN_PROPERTIES:
		return truth_of(n->count >= op->as.size);
	case OP_MAX_ITEMS:
	case OP_MAX_PROPERTIES:
		return truth_of(n->count <= op->as.size);
	case OP_DEPENDENT_REQUIRED:
		return has_dependents(r, u, op, node);
	case OP_PATTERN:
		return matches(r, op->as.regex, value_text(r->d, node));
	case OP_FORMAT:
		return truth_of(op->as.format->matches(value_text(r->d, node)));
	case OP_UNIQUE_ITEMS:
		return is_unique(r, node);
	default:
		return compare_number(r, op, n);
	}
}

enum truth
leaf_op(struct run *r, const struct unit *u, uint32_t index, uint32_t node, uint8_t kind)
{
	const struct op *op = &r->s->ops[index];
	if (!(OP_KINDS[op->code] >> kind & 1))
		return YES;
	enum truth t = holds(r, u, op, node);
	if (t == NO)
		blame(r, u, node, index, op->code);
	return t;
}

enum truth
leaf_run(struct run *r, uint32_t unit, uint32_t node)
{
	const struct unit *u = &r->s->units[unit];
	if (u->form == UNIT_ANYTHING)
		return YES;
	if (u->form == UNIT_NOTHING) {
		blame(r, u, node, 0, OP_FALSE);
		return NO;
	}
	uint8_t kind = kind_for(u, &r->d->nodes[node]);
	enum truth t = leaf_types(r, u, node, kind);
	for (uint32_t i = 0; i < u->count && (t != NO || r->report); i++)
		t = both(t, leaf_op(r, u, u->first + i, node, kind));
	return t;
}
