/* SPDX-License-Identifier: MIT */
#include "invariant.h"

struct datum
datum_nothing(struct evaluation *e, const struct term *t, const char *reason)
{
	if (!e->reason) {
		e->reason = reason;
		e->reason_at = t;
	}
	return (struct datum){0};
}

struct datum
datum_bool(enum truth t)
{
	if (t == UNKNOWN)
		return (struct datum){0};
	return (struct datum){.kind = DATUM_BOOL, .yes = t == YES};
}

enum truth
datum_truth(struct evaluation *e, const struct term *t, struct datum d)
{
	if (d.kind == DATUM_BOOL)
		return d.yes ? YES : NO;
	if (d.kind != DATUM_NOTHING)
		datum_nothing(e, t, "is neither true nor false");
	return UNKNOWN;
}

struct datum
datum_of_node(struct evaluation *e, const struct term *t, const struct json_doc *doc, uint32_t node)
{
	const struct json_node *n = &doc->nodes[node];
	struct datum d = {.kind = DATUM_NODE, .node = {doc, node}};
	switch ((enum json_kind)n->kind) {
	case JSON_NULL:
		d.kind = DATUM_NULL;
		return d;
	case JSON_FALSE:
	case JSON_TRUE:
		return datum_bool(n->kind == JSON_TRUE ? YES : NO);
	case JSON_NUMBER:
		d.kind = DATUM_NUMBER;
		return number_read(n->text, &d.number)
			   ? d
			   : datum_nothing(e, t, "has more than 38 digits");
	case JSON_STRING:
		d.kind = DATUM_TEXT;
		d.text = n->text;
		return d;
	case JSON_ARRAY:
	case JSON_OBJECT:
	case JSON_NONE:
		break;
	}
	return d;
}

static const struct json_node *
node_of(const struct datum *d, enum json_kind kind)
{
	if (d->kind != DATUM_NODE || d->node.doc->nodes[d->node.node].kind != kind)
		return NULL;
	return &d->node.doc->nodes[d->node.node];
}

static struct datum
eval_member(struct evaluation *e, const struct term *t)
{
	struct datum left = term_eval(e, t->child[0]);
	const struct json_node *object = node_of(&left, JSON_OBJECT);
	if (left.kind == DATUM_NOTHING)
		return left;
	if (!object)
		return datum_nothing(e, t->child[0], "is no object");
	const struct json_node *value = json_get_str(left.node.doc, object, t->text);
	if (!value)
		return datum_nothing(e, t, "is missing");
	return datum_of_node(e, t, left.node.doc, json_index(left.node.doc, value));
}

static struct datum
eval_index(struct evaluation *e, const struct term *t)
{
	struct datum left = term_eval(e, t->child[0]), index = term_eval(e, t->child[1]), out = {0};
	struct list_walk w;
	if (left.kind == DATUM_NOTHING || index.kind == DATUM_NOTHING)
		return (struct datum){0};
	struct number zero = {0}, whole;
	bool sound = index.kind == DATUM_NUMBER && number_round(index.number, 0, &whole) &&
		     number_compare(whole, index.number) == 0 &&
		     number_compare(index.number, zero) >= 0;
	if (!sound)
		return datum_nothing(e, t->child[1], "is no position");
	if (!list_begin(&w, e, t->child[0], left))
		return (struct datum){0};
	struct number at = zero, one = {1, 0};
	while (list_next(&w, &out)) {
		if (number_compare(at, index.number) == 0)
			return out;
		number_add(at, one, &at);
	}
	return datum_nothing(e, t, "is missing");
}

enum value_relation
datum_equal(struct evaluation *e, struct datum a, struct datum b)
{
	if (a.kind == DATUM_NOTHING || b.kind == DATUM_NOTHING || a.kind == DATUM_LIST ||
	    b.kind == DATUM_LIST)
		return VALUE_UNKNOWN;
	if (a.kind != b.kind)
		return VALUE_DIFFERENT;
	bool equal = true;
	if (a.kind == DATUM_BOOL)
		equal = a.yes == b.yes;
	else if (a.kind == DATUM_NUMBER)
		equal = number_compare(a.number, b.number) == 0;
	else if (a.kind == DATUM_TEXT)
		equal = str_eq(a.text, b.text);
	else if (a.kind == DATUM_NODE)
		return value_compare(e->a, a.node, b.node, &e->fuel);
	return equal ? VALUE_EQUAL : VALUE_DIFFERENT;
}

bool
datum_order(struct datum a, struct datum b, int *order)
{
	if (a.kind != b.kind)
		return false;
	if (a.kind == DATUM_NUMBER)
		*order = number_compare(a.number, b.number);
	else if (a.kind == DATUM_TEXT)
		*order = str_compare(a.text, b.text);
	else
		return false;
	return true;
}

static struct datum
eval_equal(struct evaluation *e, const struct term *t)
{
	struct datum a = term_eval(e, t->child[0]), b = term_eval(e, t->child[1]);
	bool known = a.kind != DATUM_NOTHING && b.kind != DATUM_NOTHING;
	enum value_relation r = datum_equal(e, a, b);
	if (r == VALUE_UNKNOWN)
		return known ? datum_nothing(e, t, "can't be compared") : (struct datum){0};
	return datum_bool((r == VALUE_EQUAL) == (t->kind == TERM_EQUAL) ? YES : NO);
}

static struct datum
eval_order(struct evaluation *e, const struct term *t)
{
	struct datum a = term_eval(e, t->child[0]), b = term_eval(e, t->child[1]);
	int order = 0;
	if (a.kind == DATUM_NOTHING || b.kind == DATUM_NOTHING)
		return (struct datum){0};
	if (!datum_order(a, b, &order))
		return datum_nothing(e, t, "compares neither two numbers nor two texts");
	bool yes = t->kind == TERM_LESS         ? order < 0
		   : t->kind == TERM_LESS_EQUAL ? order <= 0
		   : t->kind == TERM_MORE       ? order > 0
						: order >= 0;
	return datum_bool(yes ? YES : NO);
}

static struct datum
eval_arithmetic(struct evaluation *e, const struct term *t)
{
	struct datum a = term_eval(e, t->child[0]), b = term_eval(e, t->child[1]),
		     out = {.kind = DATUM_NUMBER};
	bool ok = false;
	if (a.kind == DATUM_NOTHING || b.kind == DATUM_NOTHING)
		return (struct datum){0};
	if (a.kind != DATUM_NUMBER || b.kind != DATUM_NUMBER)
		return datum_nothing(e, t->child[a.kind != DATUM_NUMBER ? 0 : 1], "is no number");
	if (t->kind == TERM_ADD)
		ok = number_add(a.number, b.number, &out.number);
	else if (t->kind == TERM_SUBTRACT)
		ok = number_subtract(a.number, b.number, &out.number);
	else if (t->kind == TERM_MULTIPLY)
		ok = number_multiply(a.number, b.number, &out.number);
	else if (t->kind == TERM_DIVIDE)
		ok = number_divide(a.number, b.number, &out.number);
	else
		ok = number_remainder(a.number, b.number, &out.number);
	if (ok)
		return out;
	bool division = t->kind == TERM_DIVIDE || t->kind == TERM_REMAINDER;
	return datum_nothing(e, t,
	    division && b.number.coefficient == 0 ? "divides by zero"
	    : t->kind == TERM_DIVIDE              ? "does not come out even (use div(a, b, places))"
						  : "has more than 38 digits");
}

/* By Kleene: one side may decide although nobody knows the other. */
static struct datum
eval_logic(struct evaluation *e, const struct term *t)
{
	enum truth decides = t->kind == TERM_AND ? NO : YES;
	enum truth a = datum_truth(e, t->child[0], term_eval(e, t->child[0]));
	if (a == decides)
		return datum_bool(a);
	enum truth b = datum_truth(e, t->child[1], term_eval(e, t->child[1]));
	if (b == decides)
		return datum_bool(b);
	return datum_bool(a == UNKNOWN || b == UNKNOWN ? UNKNOWN : a);
}

static struct datum
eval_if(struct evaluation *e, const struct term *t)
{
	enum truth test = datum_truth(e, t->child[0], term_eval(e, t->child[0]));
	return test == UNKNOWN ? (struct datum){0} : term_eval(e, t->child[test == YES ? 1 : 2]);
}

static struct datum
eval_element(struct evaluation *e, const struct term *t)
{
	struct datum element = term_eval(e, t->child[0]), list = term_eval(e, t->child[1]), one;
	const struct json_node *object = node_of(&list, JSON_OBJECT);
	struct list_walk w;
	enum truth found = NO;
	if (element.kind == DATUM_NOTHING || list.kind == DATUM_NOTHING)
		return (struct datum){0};
	if (object && element.kind == DATUM_TEXT)
		return datum_bool(json_get_str(list.node.doc, object, element.text) ? YES : NO);
	if (!list_begin(&w, e, t->child[1], list))
		return (struct datum){0};
	while (found != YES && list_next(&w, &one)) {
		enum value_relation r = datum_equal(e, element, one);
		found = r == VALUE_EQUAL ? YES : r == VALUE_UNKNOWN ? UNKNOWN : found;
	}
	return datum_bool(found);
}

static struct datum
eval_has(struct evaluation *e, const struct term *t)
{
	const struct term *path = t->child[0];
	if (path->kind != TERM_MEMBER)
		return datum_nothing(e, t, "asks for no member");
	const char *before = e->reason;
	struct datum left = term_eval(e, path->child[0]);
	const struct json_node *object = node_of(&left, JSON_OBJECT);
	e->reason = before;
	return datum_bool(object && json_get_str(left.node.doc, object, path->text) ? YES : NO);
}

static struct datum
eval_size(struct evaluation *e, const struct term *t, struct datum d)
{
	struct datum out = {.kind = DATUM_NUMBER};
	const struct json_node *array = node_of(&d, JSON_ARRAY), *object = node_of(&d, JSON_OBJECT);
	if (d.kind == DATUM_TEXT)
		out.number.coefficient = (wide)utf8_length(d.text);
	else if (d.kind == DATUM_LIST)
		out.number.coefficient = (wide)d.count;
	else if (array || object)
		out.number.coefficient = (array ? array : object)->count;
	else
		return datum_nothing(e, t->child[0], "has no size");
	return out;
}

static bool
read_places(struct datum d, int32_t *out)
{
	struct number whole;
	if (d.kind != DATUM_NUMBER || !number_round(d.number, 0, &whole) ||
	    number_compare(whole, d.number) != 0)
		return false;
	for (; whole.exponent > 0 && whole.coefficient < 100; whole.exponent--)
		whole.coefficient *= 10;
	*out = (int32_t)whole.coefficient;
	return whole.exponent == 0 && whole.coefficient >= 0 && whole.coefficient <= 30;
}

static struct datum
eval_rounding(struct evaluation *e, const struct term *t, const struct datum *args)
{
	struct datum out = {.kind = DATUM_NUMBER};
	int32_t places = 0;
	bool div = t->function == F_DIV;
	if (args[0].kind != DATUM_NUMBER || (div && args[1].kind != DATUM_NUMBER))
		return datum_nothing(
		    e, t->child[args[0].kind != DATUM_NUMBER ? 0 : 1], "is no number");
	if (!read_places(args[div ? 2 : 1], &places))
		return datum_nothing(
		    e, t->child[div ? 2 : 1], "is no number of places from 0 to 30");
	bool ok = div ? number_divide_to(args[0].number, args[1].number, places, &out.number)
		      : number_round(args[0].number, places, &out.number);
	return ok ? out
		  : datum_nothing(e, t,
			div && args[1].number.coefficient == 0 ? "divides by zero"
							       : "has more than 38 digits");
}

static struct datum
eval_text(struct evaluation *e, const struct term *t, struct datum text, struct datum part)
{
	if (text.kind != DATUM_TEXT || part.kind != DATUM_TEXT)
		return datum_nothing(e, t->child[text.kind != DATUM_TEXT ? 0 : 1], "is no text");
	bool yes = t->function == F_STARTS ? str_starts(text.text, part.text)
		   : t->function == F_ENDS ? str_ends(text.text, part.text)
					   : str_find(text.text, part.text, 0) != SIZE_MAX;
	return datum_bool(yes ? YES : NO);
}

static struct datum
eval_call(struct evaluation *e, const struct term *t)
{
	struct datum args[3] = {{0}};
	if (t->function == F_HAS)
		return eval_has(e, t);
	for (size_t i = 0; i < 3 && t->child[i]; i++) {
		args[i] = term_eval(e, t->child[i]);
		if (args[i].kind == DATUM_NOTHING)
			return args[i];
	}
	switch (t->function) {
	case F_SIZE:
		return eval_size(e, t, args[0]);
	case F_ABS:
		if (args[0].kind != DATUM_NUMBER)
			return datum_nothing(e, t->child[0], "is no number");
		if (args[0].number.coefficient < 0)
			args[0].number.coefficient = -args[0].number.coefficient;
		return args[0];
	case F_ROUND:
	case F_DIV:
		return eval_rounding(e, t, args);
	default:
		return eval_text(e, t, args[0], args[1]);
	}
}

static struct datum
eval_list(struct evaluation *e, const struct term *t)
{
	struct datum *items = arena_array(e->a, t->count + 1, sizeof(*items));
	if (!items) {
		e->failed = true;
		return (struct datum){0};
	}
	for (uint32_t i = 0; i < t->count; i++) {
		items[i] = term_eval(e, t->items[i]);
		if (items[i].kind == DATUM_NOTHING)
			return items[i];
	}
	return (struct datum){.kind = DATUM_LIST, .items = items, .count = t->count};
}

static struct datum
eval_unary(struct evaluation *e, const struct term *t)
{
	struct datum d = term_eval(e, t->child[0]);
	if (d.kind == DATUM_NOTHING)
		return d;
	if (t->kind == TERM_NOT) {
		enum truth not = datum_truth(e, t->child[0], d);
		return datum_bool(not == UNKNOWN ? UNKNOWN : not == YES ? NO : YES);
	}
	if (d.kind != DATUM_NUMBER)
		return datum_nothing(e, t->child[0], "is no number");
	d.number.coefficient = -d.number.coefficient;
	return d;
}

struct datum
term_eval(struct evaluation *e, const struct term *t)
{
	if (e->fuel == 0)
		return datum_nothing(e, t, "takes too many steps");
	e->fuel--;
	switch ((enum term_kind)t->kind) {
	case TERM_NULL:
		return (struct datum){.kind = DATUM_NULL};
	case TERM_FALSE:
	case TERM_TRUE:
		return datum_bool(t->kind == TERM_TRUE ? YES : NO);
	case TERM_NUMBER:
		return (struct datum){.kind = DATUM_NUMBER, .number = t->number};
	case TERM_TEXT:
		return (struct datum){.kind = DATUM_TEXT, .text = t->text};
	case TERM_LIST:
		return eval_list(e, t);
	case TERM_OUT:
		return datum_of_node(e, t, e->out, 0);
	case TERM_IN:
		return e->in ? datum_of_node(e, t, e->in, 0) : datum_nothing(e, t, "is not given");
	case TERM_NAME:
		return e->names[t->slot];
	case TERM_MEMBER:
		return eval_member(e, t);
	case TERM_INDEX:
		return eval_index(e, t);
	case TERM_NOT:
	case TERM_NEGATE:
		return eval_unary(e, t);
	case TERM_IF:
		return eval_if(e, t);
	case TERM_OR:
	case TERM_AND:
		return eval_logic(e, t);
	case TERM_EQUAL:
	case TERM_DIFFERENT:
		return eval_equal(e, t);
	case TERM_LESS:
	case TERM_LESS_EQUAL:
	case TERM_MORE:
	case TERM_MORE_EQUAL:
		return eval_order(e, t);
	case TERM_ELEMENT:
		return eval_element(e, t);
	case TERM_ADD:
	case TERM_SUBTRACT:
	case TERM_MULTIPLY:
	case TERM_DIVIDE:
	case TERM_REMAINDER:
		return eval_arithmetic(e, t);
	case TERM_CALL:
		return eval_call(e, t);
	case TERM_OVER:
		return over_eval(e, t);
	}
	return (struct datum){0};
}
