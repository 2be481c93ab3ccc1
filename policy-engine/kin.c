/* SPDX-License-Identifier: MIT */
#include "kin.h"

#define KIN_HELD_DEPTH 4 /* of containers in containers */
#define UNITE_MAX 256    /* pairs of shapes that wait while two become one */

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

/* The parts that a value holds, but for a dictionary's keys. */
static unsigned
parts_of(struct kin *k, uint32_t place, uint32_t parts[2 + KIN_COLUMNS])
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
	unsigned count = parts_of(k, place, parts);

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
	for (unsigned i = parts_of(k, place, parts); i-- > 0;)
		if (kin_is_container(k, parts[i]) || parts_of(k, parts[i], inner) > 0)
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

/* What `__iter__` of a class of the file gives. */
static void
read_iterator(struct kin *k, uint32_t iterator, uint32_t to)
{
	static const struct kin_givens none = {.count = 0};
	uint32_t s;

	read_marks(k, iterator, to);
	if (k->places[iterator].shape == 0 || k->lost)
		return;
	s = root(k, k->places[iterator].shape);
	flow_from(k, k->shapes[s].element, to);
	flow_from(k, k->shapes[root(k, s)].key, to);
	flow_from(k, k->shapes[root(k, s)].value, to);
	read_columns(k, root(k, s), to);
	kin_call_methods(k, iterator, k->next_, &none, to);
}

void
kin_read_each(struct kin *k, uint32_t from, uint32_t to)
{
	static const struct kin_givens none = {.count = 0};
	uint32_t s, method = NOWHERE;

	read_marks(k, from, to);
	if (k->places[from].shape == 0 || k->lost)
		return;
	s = root(k, k->places[from].shape);
	flow_from(k, k->shapes[s].element, to);
	flow_from(k, k->shapes[root(k, s)].key, to);
	if (k->shapes[root(k, s)].is_list)
		flow_from(k, k->shapes[root(k, s)].value, to);
	read_columns(k, root(k, s), to);
	kin_call_methods(k, from, k->next_, &none, to);
	kin_call_methods(k, from, k->getitem, &none, to);
	while (kin_next_method(k, from, k->iter, &method))
		read_iterator(k, kin_of_scope(k, method, KIN_RETURN), to);
}

void
kin_read_item(struct kin *k, uint32_t from, uint32_t to)
{
	uint32_t s;

	read_marks(k, from, to);
	if (k->places[from].shape == 0 || k->lost)
		return;
	s = root(k, k->places[from].shape);
	flow_from(k, k->shapes[s].element, to);
	flow_from(k, k->shapes[root(k, s)].value, to);
	read_columns(k, root(k, s), to);
}

void
kin_read_column(struct kin *k, uint32_t from, unsigned column, uint32_t to)
{
	uint32_t s;

	if (column >= KIN_COLUMNS) {
		kin_read_each(k, from, to);
		return;
	}
	read_marks(k, from, to);
	if (k->places[from].shape == 0 || k->lost)
		return;
	s = root(k, k->places[from].shape);
	flow_from(k, k->shapes[s].element, to);
	flow_from(k, k->shapes[root(k, s)].key, to);
	flow_from(k, k->shapes[root(k, s)].value, to);
	flow_from(k, k->shapes[root(k, s)].column[column], to);
}

bool
kin_is_escaped(struct kin *k, uint32_t place)
{
	return k->places[place].shape != 0 && k->shapes[root(k, k->places[place].shape)].escaped;
}

/* ----- a whole file */

static bool
allocate(struct kin *k)
{
	const struct facts *f = k->facts;
	size_t nodes = k->tree->count + 1, wanted;

	k->init = names_add(&k->facts->names, STR("__init__"));
	k->enter = names_add(&k->facts->names, STR("__enter__"));
	k->iter = names_add(&k->facts->names, STR("__iter__"));
	k->next_ = names_add(&k->facts->names, STR("__next__"));
	k->getitem = names_add(&k->facts->names, STR("__getitem__"));
	k->setitem = names_add(&k->facts->names, STR("__setitem__"));
	k->delitem = names_add(&k->facts->names, STR("__delitem__"));
	k->reversed = names_add(&k->facts->names, STR("__reversed__"));
	k->call = names_add(&k->facts->names, STR("__call__"));
	k->names_count = (uint32_t)f->names.count;
	k->bindings = (uint32_t)nodes + 1;
	k->names = k->bindings + (uint32_t)f->bindings_count;
	k->scopes = k->names + k->names_count;
	wanted = k->scopes + f->scopes_count * KIN_SCOPE_PLACES;
	k->places = arena_array(k->judge->arena, wanted * 2, sizeof(*k->places));
	k->places_count = wanted;
	k->places_capacity = wanted * 2;
	k->scratch = arena_array(k->judge->arena, nodes, sizeof(*k->scratch));
	k->known = arena_array(k->judge->arena, nodes, sizeof(*k->known));
	k->scope_named = arena_array(k->judge->arena, k->names_count, sizeof(*k->scope_named));
	k->scope_next = arena_array(k->judge->arena, f->scopes_count, sizeof(*k->scope_next));
	k->shapes = arena_array(k->judge->arena, 256, sizeof(*k->shapes));
	k->shapes_capacity = 256;
	k->shapes_count = 1; /* 0 is none */
	return k->places != NULL && k->scratch != NULL && k->known != NULL &&
	       k->scope_named != NULL && k->scope_next != NULL && k->shapes != NULL;
}

static void
list_scopes(struct kin *k)
{
	const struct facts *f = k->facts;

	for (uint32_t i = 1; i < f->scopes_count; i++) {
		uint32_t name = f->scopes[i].name;

		if (f->scopes[i].kind != SCOPE_FUNCTION && f->scopes[i].kind != SCOPE_CLASS)
			continue;
		k->scope_next[i] = k->scope_named[name];
		k->scope_named[name] = i + 1;
	}
}

/* Defaults of parameters; what patterns capture; names that are bound otherwise. */
static void
run_bindings(struct kin *k)
{
	const struct facts *f = k->facts;

	for (size_t i = 0; i < f->parameters_count; i++)
		if (f->parameters[i].value != 0)
			kin_flow(k, kin_of_node(k, f->parameters[i].value),
			    kin_of_binding(k, f->parameters[i].binding));
	for (size_t i = 0; i < f->occurrences_count; i++) {
		const struct occurrence *o = &f->occurrences[i];

		if (o->binding != NOWHERE && (o->role == ROLE_CAPTURE || o->role == ROLE_IMPORT))
			kin_mark(k, kin_of_binding(k, o->binding), KIN_ANY | KIN_TEXT);
	}
}

static void
run_nodes(struct kin *k)
{
	for (uint32_t i = k->tree->count; i-- > 1 && kin_spend(k, 1);) {
		uint8_t kind = k->tree->nodes[i].kind;

		if ((kind == K_IDENTIFIER || kind == K_ATTRIBUTE || kind == K_SUBSCRIPT) &&
		    k->facts->role[i] == ROLE_STORE)
			kin_store_node(k, i);
		else
			kin_read_node(k, i);
	}
}

static void
settle(struct kin *k, bool settling)
{
	unsigned round = 0;

	k->settling = settling;
	k->changed = true;
	for (; k->changed && round < KIN_ROUNDS_MAX && !k->lost && !k->judge->failed; round++) {
		k->changed = false;
		kin_definitions(k);
		run_bindings(k);
		run_nodes(k);
		kin_open_escaped(k);
	}
	k->lost = k->lost || k->changed;
}

/* Made when it is first asked for. */
static struct kin *
kin_of(struct judge *j)
{
	struct kin *k = j->kin;

	if (k != NULL)
		return k;
	k = arena_array(j->arena, 1, sizeof(*k));
	if (k == NULL) {
		j->failed = true;
		return NULL;
	}
	j->kin = k;
	*k = (struct kin){.judge = j, .facts = j->facts, .tree = j->tree, .lost = true};
	if (j->facts->unsettled)
		return k;
	k->lost = false;
	if (!allocate(k)) {
		j->failed = k->lost = true;
		return k;
	}
	list_scopes(k);
	if (!kin_begin(k))
		k->lost = true;
	settle(k, false);
	settle(k, true);
	return k;
}

/* Functions, numbers, texts that name ordinary methods; and containers of them. */
static bool
is_callable(struct kin *k, uint32_t place, unsigned depth)
{
	uint32_t parts[2 + KIN_COLUMNS];
	unsigned count = parts_of(k, place, parts);

	if ((k->places[place].marks & (KIN_ANY | KIN_TEXT)) != 0 || depth == 0 ||
	    kin_is_instance(k, place)) /* which may have an __iter__ */
		return false;
	for (unsigned i = 0; i < count; i++)
		if (!is_callable(k, parts[i], depth - 1))
			return false;
	return true;
}

bool
is_kin_function(struct judge *j, uint32_t node)
{
	struct kin *k = kin_of(j);
	uint32_t place, parts[2 + KIN_COLUMNS];

	if (k == NULL || k->lost || j->failed)
		return false;
	place = kin_of_node(k, node);
	return (kin_is_function(k, place) || parts_of(k, place, parts) > 0 ||
		   (k->places[place].marks & KIN_LIBRARY) != 0) &&
	       is_callable(k, place, KIN_HELD_DEPTH);
}

bool
is_kin_object(struct judge *j, uint32_t node)
{
	struct kin *k = kin_of(j);
	uint32_t place;

	if (k == NULL || k->lost || j->failed)
		return false;
	place = kin_of_node(k, node);
	return (k->places[place].marks & (KIN_ANY | KIN_LIBRARY)) == 0 &&
	       kin_is_instance(k, place) && !kin_is_container(k, place) &&
	       !kin_is_function(k, place);
}

bool
is_kin_method(struct judge *j, uint32_t object, uint32_t name)
{
	struct kin *k = kin_of(j);
	uint32_t place, scope = NOWHERE;

	if (k == NULL || k->lost || j->failed || name >= k->names_count)
		return false;
	place = kin_of_node(k, object);
	return (k->places[place].marks & (KIN_ANY | KIN_LIBRARY)) == 0 &&
	       (k->places[kin_of_name(k, name)].marks & (KIN_ANY | KIN_LIBRARY)) == 0 &&
	       kin_next_method(k, place, name, &scope);
}
