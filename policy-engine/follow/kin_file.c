/* SPDX-License-Identifier: MIT */
/* A whole file: each of its nodes tells what moves, until nothing changes; and what judges ask. */
#include "kin.h"

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

bool
is_kin_function(struct judge *j, uint32_t node)
{
	struct kin *k = kin_of(j);
	uint32_t place, parts[2 + KIN_COLUMNS];

	if (k == NULL || k->lost || j->failed)
		return false;
	place = kin_of_node(k, node);
	return (kin_is_function(k, place) || kin_parts(k, place, parts) > 0 ||
		   (k->places[place].marks & KIN_LIBRARY) != 0) &&
	       kin_holds_functions(k, place, KIN_HELD_DEPTH);
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
