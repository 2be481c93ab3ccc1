/* SPDX-License-Identifier: MIT */
#include "uses.h"

#include <stdlib.h>

struct finder {
	struct judge *judge;
	struct uses *out;
};

static void
add(struct finder *w, struct use u)
{
	struct uses *out = w->out;
	struct use *one;

	one = arena_push(w->judge->arena, &out->items, &out->count, &out->capacity, sizeof(*one));
	if (one == NULL)
		w->judge->failed = true;
	else
		*one = u;
}

/* Of the member that the longest module in front has; a class's methods have what the class has. */
static unsigned
capabilities_of(struct str symbol)
{
	for (size_t at = symbol.n; at-- > 0;) {
		struct str head = str_slice(symbol, 0, at), rest, name;

		if (symbol.p[at] != '.' || !table_module(head).known)
			continue;
		rest = str_slice(symbol, at + 1, symbol.n);
		(void)str_cut(&rest, '.', &name);
		return table_module(head).capabilities | table_member(head, name).capabilities;
	}
	return 0;
}

static void
add_values(struct finder *w, uint32_t node)
{
	const struct facts *f = w->judge->facts;
	const struct value *v = facts_value(f, node);

	for (unsigned i = 0; i < v->count; i++) {
		struct str name = facts_name(f, v->atoms[i].id);

		if (v->atoms[i].kind == ATOM_SYMBOL)
			add(w, (struct use){node, USE_SYMBOL, name, capabilities_of(name),
				   is_callee(f->tree, node)});
	}
}

/* A method of an object that nobody knows may be any library's. */
static void
add_method(struct finder *w, const struct attribute *a)
{
	struct judge *j = w->judge;
	struct str name = facts_name(j->facts, a->name);
	struct table_attribute known = table_attribute(name);
	char *dotted;

	if (a->object == 0 || (is_own_object(j, a->object)))
		return;
	dotted = arena_printf(j->arena, ".%.*s", STR_ARG(name));
	if (dotted == NULL) {
		j->failed = true;
		return;
	}
	if (known.kind != ATTRIBUTE_UNKNOWN && !judge_imports_package(j, table_packages(&known)))
		known.capabilities = 0;
	add(w, (struct use){a->node, USE_METHOD, str_from(dotted), known.capabilities,
		   is_callee(j->tree, a->node)});
}

static void
add_import(struct finder *w, const struct import *m)
{
	const struct facts *f = w->judge->facts;
	struct str module = facts_name(f, m->module);
	struct value v;

	if (m->level > 0 || m->future)
		return;
	add(w, (struct use){m->node, USE_MODULE, module, table_module(module).capabilities, false});
	if (m->member == 0 || m->star)
		return;
	v = value_of_member(w->judge->facts, module, facts_name(f, m->member));
	for (unsigned i = 0; i < v.count; i++) {
		struct str name = facts_name(f, v.atoms[i].id);
		bool is_module = v.atoms[i].kind == ATOM_MODULE;

		add(w, (struct use){m->node, is_module ? USE_MODULE : USE_SYMBOL, name,
			   is_module ? table_module(name).capabilities : capabilities_of(name),
			   false});
	}
}

static int
compare(const void *left, const void *right)
{
	const struct use *a = left, *b = right;

	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	return a->kind != b->kind ? (int)a->kind - (int)b->kind : str_compare(a->name, b->name);
}

bool
uses_find(struct judge *j, struct uses *out)
{
	struct facts *f = j->facts;
	struct finder w = {j, out};

	*out = (struct uses){.count = 0};
	for (size_t i = 0; i < f->imports_count; i++)
		add_import(&w, &f->imports[i]);
	for (size_t i = 0; i < f->occurrences_count; i++)
		if (f->occurrences[i].role == ROLE_LOAD)
			add_values(&w, f->occurrences[i].node);
	for (size_t i = 0; i < f->attributes_count; i++)
		if (f->attributes[i].role == ROLE_LOAD) {
			add_values(&w, f->attributes[i].node);
			add_method(&w, &f->attributes[i]);
		}
	for (size_t i = 0; i < f->calls_count; i++) /* getattr(module, 'name') */
		add_values(&w, f->calls[i].node);
	if (!j->failed && out->count > 1)
		qsort(out->items, out->count, sizeof(*out->items), compare);
	return !j->failed;
}

bool
use_is_of(const struct use *u, struct str name)
{
	return str_starts(u->name, name) &&
	       (u->name.n == name.n || (u->kind != USE_METHOD && u->name.p[name.n] == '.'));
}
