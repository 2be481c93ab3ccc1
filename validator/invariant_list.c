/* SPDX-License-Identifier: MIT */
/* invariant_list.c: functions over lists. Each goes over the list once; the names that they bind
 * are slots. */
#include "invariant.h"

#include <stdlib.h>

bool
list_begin(struct list_walk *w, struct evaluation *e, const struct term *t, struct datum list)
{
	*w = (struct list_walk){.e = e, .t = t, .list = list, .count = list.count};
	if (list.kind == DATUM_LIST)
		return true;
	const struct json_node *n =
	    list.kind == DATUM_NODE ? &list.node.doc->nodes[list.node.node] : NULL;
	if (!n || n->kind != JSON_ARRAY) {
		datum_nothing(e, t, "is no list");
		return false;
	}
	w->next = json_first(list.node.doc, n);
	w->count = n->count;
	return true;
}

bool
list_next(struct list_walk *w, struct datum *out)
{
	if (w->index == w->count || w->e->failed)
		return false;
	if (w->list.kind == DATUM_LIST) {
		*out = w->list.items[w->index++];
		return true;
	}
	const struct json_doc *doc = w->list.node.doc;
	*out = datum_of_node(w->e, w->t, doc, json_index(doc, w->next));
	w->next = json_next(doc, w->next);
	w->index++;
	return true;
}

/* The body's value for the element, or the element itself where there is no body. */
static struct datum
eval_body(struct evaluation *e, const struct term *t, struct datum element)
{
	if (!t->child[1])
		return element;
	e->names[t->slot] = element;
	return term_eval(e, t->child[1]);
}

static struct datum
eval_sum(struct list_walk *w, const struct term *t)
{
	struct datum sum = {.kind = DATUM_NUMBER}, element;
	while (list_next(w, &element)) {
		struct datum d = eval_body(w->e, t, element);
		if (d.kind == DATUM_NOTHING)
			return d;
		if (d.kind != DATUM_NUMBER)
			return datum_nothing(w->e, t->child[1] ? t->child[1] : t, "is no number");
		if (!number_add(sum.number, d.number, &sum.number))
			return datum_nothing(w->e, t, "has more than 38 digits");
	}
	return sum;
}

/* all, exists, exists_one and count, from how many elements meet the body and of how many nobody
 * knows. */
static struct datum
eval_counting(struct list_walk *w, const struct term *t)
{
	struct datum element;
	size_t yes = 0, no = 0, unknown = 0;
	while (list_next(w, &element)) {
		enum truth b = datum_truth(w->e, t->child[1], eval_body(w->e, t, element));
		yes += b == YES;
		no += b == NO;
		unknown += b == UNKNOWN;
		if ((t->function == F_ALL && no > 0) || (t->function == F_EXISTS && yes > 0))
			break;
	}
	switch (t->function) {
	case F_ALL:
		return datum_bool(no > 0 ? NO : unknown > 0 ? UNKNOWN : YES);
	case F_EXISTS:
		return datum_bool(yes > 0 ? YES : unknown > 0 ? UNKNOWN : NO);
	case F_EXISTS_ONE:
		return datum_bool(yes > 1 ? NO : unknown > 0 ? UNKNOWN : yes == 1 ? YES : NO);
	default:
		break;
	}
	if (unknown > 0)
		return (struct datum){0};
	return (struct datum){.kind = DATUM_NUMBER, .number = {(wide)yes, 0}};
}

static struct datum
eval_extreme(struct list_walk *w, const struct term *t)
{
	struct datum best = {0}, element;
	while (list_next(w, &element)) {
		struct datum d = eval_body(w->e, t, element);
		int order = 0;
		if (d.kind == DATUM_NOTHING)
			return d;
		if (best.kind != DATUM_NOTHING && !datum_order(d, best, &order))
			return datum_nothing(w->e, t, "compares neither numbers nor texts");
		if (best.kind == DATUM_NOTHING || (t->function == F_MIN ? order < 0 : order > 0))
			best = d;
	}
	return best.kind != DATUM_NOTHING ? best : datum_nothing(w->e, t, "is of an empty list");
}

/* map, filter, and the values that unique compares. */
static struct datum
eval_list(struct list_walk *w, const struct term *t)
{
	struct datum *items = arena_array(w->e->a, w->count + 1, sizeof(*items)), element;
	size_t n = 0;
	if (!items) {
		w->e->failed = true;
		return (struct datum){0};
	}
	while (list_next(w, &element)) {
		struct datum d = eval_body(w->e, t, element);
		enum truth keep = t->function == F_FILTER ? datum_truth(w->e, t->child[1], d) : YES;
		if (d.kind == DATUM_NOTHING || keep == UNKNOWN)
			return (struct datum){0};
		if (keep == YES)
			items[n++] = t->function == F_FILTER ? element : d;
	}
	return (struct datum){.kind = DATUM_LIST, .items = items, .count = n};
}

struct hashed {
	uint64_t hash;
	const struct datum *datum;
};

static int
by_hash(const void *a, const void *b)
{
	uint64_t x = ((const struct hashed *)a)->hash, y = ((const struct hashed *)b)->hash;
	return (x > y) - (x < y);
}

static uint64_t
hash_number(struct number n)
{
	while (n.coefficient != 0 && n.coefficient % 10 == 0) {
		n.coefficient /= 10;
		n.exponent++;
	}
	return (uint64_t)n.coefficient * 0x9e3779b97f4a7c15u ^
	       (uint32_t)(n.coefficient == 0 ? 0 : n.exponent);
}

static uint64_t
hash_of(const struct datum *d)
{
	switch (d->kind) {
	case DATUM_NUMBER:
		return hash_number(d->number);
	case DATUM_TEXT:
		return text_hash(d->text);
	case DATUM_NODE:
		return value_hash(d->node.doc, d->node.node);
	case DATUM_BOOL:
		return 2u + d->yes;
	case DATUM_NOTHING:
	case DATUM_NULL:
	case DATUM_LIST:
		break;
	}
	return 1;
}

static struct datum
eval_unique(struct evaluation *e, const struct term *t, struct datum list)
{
	struct hashed *h = arena_array(e->a, list.count + 1, sizeof(*h));
	if (!h) {
		e->failed = true;
		return (struct datum){0};
	}
	for (size_t i = 0; i < list.count; i++)
		h[i] = (struct hashed){hash_of(&list.items[i]), &list.items[i]};
	qsort(h, list.count, sizeof(*h), by_hash);
	for (size_t i = 0; i < list.count; i++)
		for (size_t k = i + 1; k < list.count && h[k].hash == h[i].hash; k++) {
			enum value_relation r = datum_equal(e, *h[i].datum, *h[k].datum);
			if (r == VALUE_EQUAL)
				return datum_bool(NO);
			if (r == VALUE_UNKNOWN || e->fuel == 0)
				return datum_nothing(e, t, "can't be compared");
			e->fuel--;
		}
	return datum_bool(YES);
}

struct datum
over_eval(struct evaluation *e, const struct term *t)
{
	struct list_walk w;
	struct datum list = term_eval(e, t->child[0]);
	if (list.kind == DATUM_NOTHING || !list_begin(&w, e, t->child[0], list))
		return (struct datum){0};
	switch (t->function) {
	case F_SUM:
		return eval_sum(&w, t);
	case F_MIN:
	case F_MAX:
		return eval_extreme(&w, t);
	case F_MAP:
	case F_FILTER:
		return eval_list(&w, t);
	case F_UNIQUE:
		list = eval_list(&w, t);
		return list.kind == DATUM_LIST ? eval_unique(e, t, list) : list;
	default:
		return eval_counting(&w, t);
	}
}
