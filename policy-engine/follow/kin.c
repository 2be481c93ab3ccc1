/* SPDX-License-Identifier: MIT */
#include "kin.h"

#define UNITE_MAX 256 /* pairs of shapes that wait while two become one */

bool
kin_spend(struct kin *k, uint32_t steps)
{
	k->steps += steps;
	if (k->steps > KIN_STEPS_MAX)
		k->lost = true;
	return !k->lost;
}

uint32_t
kin_of_node(const struct kin *k, uint32_t node)
{
	return 1 + facts_bare(k->facts, node);
}

uint32_t
kin_of_binding(const struct kin *k, uint32_t binding)
{
	const struct binding *b = &k->facts->bindings[binding];

	return k->facts->scopes[b->scope].kind == SCOPE_CLASS ? kin_of_name(k, b->name)
							      : k->bindings + binding;
}

uint32_t
kin_of_name(const struct kin *k, uint32_t name)
{
	return k->names + (name < k->names_count ? name : 0);
}

static uint32_t
new_place(struct kin *k)
{
	struct kin_place *p = arena_push(
	    k->judge->arena, &k->places, &k->places_count, &k->places_capacity, sizeof(*p));

	if (p == NULL) {
		k->judge->failed = k->lost = true;
		return 0;
	}
	*p = (struct kin_place){.shape = 0};
	return (uint32_t)(k->places_count - 1);
}

uint32_t
kin_scratch(struct kin *k, uint32_t node, unsigned i)
{
	if (k->scratch[node] == 0) {
		k->scratch[node] = new_place(k);
		for (unsigned n = 0; n < 3; n++)
			(void)new_place(k);
	}
	return k->lost ? 0 : k->scratch[node] + i;
}

static uint32_t
root(struct kin *k, uint32_t shape)
{
	while (k->shapes[shape].up != shape) {
		k->shapes[shape].up = k->shapes[k->shapes[shape].up].up;
		shape = k->shapes[shape].up;
	}
	return shape;
}

/* The place's shape, made where it has none. */
static uint32_t
shape_of(struct kin *k, uint32_t place)
{
	struct kin_shape *s;

	if (k->places[place].shape == 0) {
		s = arena_push(
		    k->judge->arena, &k->shapes, &k->shapes_count, &k->shapes_capacity, sizeof(*s));
		if (s == NULL) {
			k->judge->failed = k->lost = true;
			return 0;
		}
		*s = (struct kin_shape){.up = (uint32_t)(k->shapes_count - 1)};
		k->places[place].shape = s->up;
	}
	return root(k, k->places[place].shape);
}

bool
kin_has_shape(const struct kin *k, uint32_t place)
{
	return k->places[place].shape != 0;
}

void
kin_touch(struct kin *k, uint32_t place)
{
	(void)shape_of(k, place);
}

unsigned
kin_parts(struct kin *k, uint32_t place, uint32_t parts[2 + KIN_COLUMNS])
{
	const struct kin_shape *s =
	    k->places[place].shape == 0 ? NULL : &k->shapes[root(k, k->places[place].shape)];
	unsigned count = 0;

	if (s == NULL)
		return 0;
	if (s->element != 0)
		parts[count++] = s->element;
	if (s->value != 0)
		parts[count++] = s->value;
	for (unsigned i = 0; i < KIN_COLUMNS; i++)
		if (s->column[i] != 0)
			parts[count++] = s->column[i];
	return count;
}

void
kin_lend(struct kin *k, uint32_t place, unsigned depth)
{
	uint32_t parts[2 + KIN_COLUMNS];
	unsigned count = kin_parts(k, place, parts);

	if (count == 0 || depth == 0) {
		kin_escape(k, place);
		return;
	}
	kin_escape_functions(k, place);
	for (unsigned i = 0; i < count && kin_spend(k, 1); i++)
		kin_lend(k, parts[i], depth - 1);
}

bool
kin_is_plain_tuple(struct kin *k, uint32_t place, bool values)
{
	uint32_t parts[2 + KIN_COLUMNS], inner[2 + KIN_COLUMNS];

	if (values) {
		const struct kin_shape *s = k->places[place].shape == 0
						? NULL
						: &k->shapes[root(k, k->places[place].shape)];

		if (s == NULL || s->is_list || s->element != 0 || s->value == 0)
			return false;
		place = s->value;
	}
	if (kin_is_container(k, place))
		return false;
	for (unsigned i = kin_parts(k, place, parts); i-- > 0;)
		if (kin_is_container(k, parts[i]) || kin_parts(k, parts[i], inner) > 0)
			return false;
	return true;
}

bool
kin_is_container(struct kin *k, uint32_t place)
{
	const struct kin_shape *s =
	    k->places[place].shape == 0 ? NULL : &k->shapes[root(k, k->places[place].shape)];

	return s != NULL && (s->is_list || s->element != 0 || s->key != 0 || s->value != 0);
}

void
kin_mark(struct kin *k, uint32_t place, unsigned marks)
{
	if ((k->places[place].marks & marks) == marks)
		return;
	k->places[place].marks |= (uint8_t)marks;
	k->changed = true;
}

struct waiting {
	uint32_t pairs[UNITE_MAX][2]; /* places */
	unsigned count;
};

/* Two places of one kind become one: `a` stays. */
static void
join(struct kin *k, struct waiting *w, uint32_t *a, uint32_t b)
{
	if (b == 0 || *a == b)
		return;
	if (*a == 0) {
		*a = b;
		return;
	}
	kin_mark(k, *a, k->places[b].marks);
	kin_mark(k, b, k->places[*a].marks);
	if (w->count == UNITE_MAX) {
		k->lost = true;
		return;
	}
	w->pairs[w->count][0] = *a;
	w->pairs[w->count++][1] = b;
}

static void
unite(struct kin *k, uint32_t x, uint32_t y)
{
	struct waiting w = {.count = 1};

	w.pairs[0][0] = x;
	w.pairs[0][1] = y;
	while (w.count > 0 && kin_spend(k, 1)) {
		uint32_t one = w.pairs[--w.count][0], other = w.pairs[w.count][1], a, b;
		struct kin_shape *to, *from;

		if (k->places[one].shape == 0 && k->places[other].shape != 0) {
			k->places[one].shape = k->places[other].shape;
			k->changed = true;
			continue;
		}
		a = shape_of(k, one);
		if (k->places[other].shape == 0) {
			k->places[other].shape = a;
			k->changed = true;
			continue;
		}
		b = shape_of(k, other);
		if (a == b || k->lost)
			continue;
		k->changed = true;
		to = &k->shapes[a];
		from = &k->shapes[b];
		from->up = a;
		to->is_list = to->is_list || from->is_list;
		to->escaped = to->escaped || from->escaped;
		join(k, &w, &to->element, from->element);
		join(k, &w, &to->key, from->key);
		join(k, &w, &to->value, from->value);
		for (unsigned i = 0; i < KIN_COLUMNS; i++)
			join(k, &w, &to->column[i], from->column[i]);
	}
}

void
kin_flow(struct kin *k, uint32_t from, uint32_t to)
{
	if (from == to || !kin_spend(k, 1))
		return;
	kin_mark(k, to, k->places[from].marks);
	if ((k->places[from].shape != 0 || k->places[to].shape != 0) && !kin_same(k, from, to))
		unite(k, from, to);
}

void
kin_escape(struct kin *k, uint32_t place)
{
	uint32_t s = shape_of(k, place);

	if (k->lost || k->shapes[s].escaped)
		return;
	k->shapes[s].escaped = k->changed = true;
}

uint32_t
kin_part(struct kin *k, uint32_t place, enum kin_part part, unsigned column)
{
	uint32_t s = shape_of(k, place), made, *at;

	for (unsigned i = 0; i < 2 && !k->lost; i++) {
		struct kin_shape *shape = &k->shapes[s];

		if (part == KIN_ELEMENT && !shape->is_list)
			shape->is_list = k->changed = true;
		at = part == KIN_ELEMENT ? &shape->element
		     : part == KIN_KEY   ? &shape->key
		     : part == KIN_VALUE ? &shape->value
					 : &shape->column[column];
		if (*at != 0)
			return *at;
		made = new_place(k);
		*at = made;
		k->changed = true;
	}
	return 0;
}

static void
flow_from(struct kin *k, uint32_t part, uint32_t to)
{
	if (part != 0)
		kin_flow(k, part, to);
}

/* Of a text, its letters; of what is not known, whatever it holds. */
static void
read_marks(struct kin *k, uint32_t from, uint32_t to)
{
	unsigned marks = k->places[from].marks;

	kin_mark(
	    k, to, (marks & KIN_TEXT) | ((marks & (KIN_ANY | KIN_LIBRARY)) != 0 ? KIN_ANY : 0u));
}

static void
read_columns(struct kin *k, uint32_t s, uint32_t to)
{
	for (unsigned i = 0; i < KIN_COLUMNS; i++)
		flow_from(k, k->shapes[s].column[i], to);
}

enum { READ_KEYS = 1, READ_VALUES = 2, READ_LIST = 4, READ_COLUMNS = 8 };

/* Marks, elements, and the parts that are asked for (READ_LIST: values where it may be a list).
 * False where nothing is held. Each flow may unite shapes, so the root is sought anew. */
static bool
read_shape(struct kin *k, uint32_t from, unsigned parts, uint32_t to)
{
	uint32_t s;

	read_marks(k, from, to);
	if (k->places[from].shape == 0 || k->lost)
		return false;
	s = root(k, k->places[from].shape);
	flow_from(k, k->shapes[s].element, to);
	if ((parts & READ_KEYS) != 0)
		flow_from(k, k->shapes[root(k, s)].key, to);
	if ((parts & READ_VALUES) != 0 ||
	    ((parts & READ_LIST) != 0 && k->shapes[root(k, s)].is_list))
		flow_from(k, k->shapes[root(k, s)].value, to);
	if ((parts & READ_COLUMNS) != 0)
		read_columns(k, root(k, s), to);
	return true;
}

/* What `__iter__` of a class of the file gives. */
static void
read_iterator(struct kin *k, uint32_t iterator, uint32_t to)
{
	static const struct kin_givens none = {.count = 0};

	if (read_shape(k, iterator, READ_KEYS | READ_VALUES | READ_COLUMNS, to))
		kin_call_methods(k, iterator, k->next_, &none, to);
}

void
kin_read_each(struct kin *k, uint32_t from, uint32_t to)
{
	static const struct kin_givens none = {.count = 0};
	uint32_t method = NOWHERE;

	if (!read_shape(k, from, READ_KEYS | READ_LIST | READ_COLUMNS, to))
		return;
	kin_call_methods(k, from, k->next_, &none, to);
	kin_call_methods(k, from, k->getitem, &none, to);
	while (kin_next_method(k, from, k->iter, &method))
		read_iterator(k, kin_of_scope(k, method, KIN_RETURN), to);
}

void
kin_read_item(struct kin *k, uint32_t from, uint32_t to)
{
	read_shape(k, from, READ_VALUES | READ_COLUMNS, to);
}

void
kin_read_column(struct kin *k, uint32_t from, unsigned column, uint32_t to)
{
	if (column >= KIN_COLUMNS)
		kin_read_each(k, from, to);
	else if (read_shape(k, from, READ_KEYS | READ_VALUES, to))
		flow_from(k, k->shapes[root(k, k->places[from].shape)].column[column], to);
}

bool
kin_is_escaped(struct kin *k, uint32_t place)
{
	return k->places[place].shape != 0 && k->shapes[root(k, k->places[place].shape)].escaped;
}

bool
kin_holds_functions(struct kin *k, uint32_t place, unsigned depth)
{
	uint32_t parts[2 + KIN_COLUMNS];
	unsigned count = kin_parts(k, place, parts);

	if ((k->places[place].marks & (KIN_ANY | KIN_TEXT)) != 0 || depth == 0 ||
	    kin_is_instance(k, place)) /* which may have an __iter__ */
		return false;
	for (unsigned i = 0; i < count; i++)
		if (!kin_holds_functions(k, parts[i], depth - 1))
			return false;
	return true;
}
