/* SPDX-License-Identifier: MIT */
/* What calls of the file's own functions and classes move: arguments into parameters, what is
 * returned into the call. */
#include "kin.h"

void
kin_escape_given(struct kin *k, const struct kin_givens *g)
{
	for (unsigned i = 0; i < g->count; i++)
		kin_escape(k, g->items[i].place);
}

/* An argument that stands at a place, or has the name, or comes out of a star. */
static void
give_parameter(struct kin *k, const struct parameter *p, unsigned place, const struct kin_givens *g)
{
	uint32_t to = kin_of_binding(k, p->binding);
	unsigned position = 0;
	bool spread = false;

	for (unsigned i = 0; i < g->count && kin_spend(k, 1); i++) {
		const struct kin_given *a = &g->items[i];
		bool plain = a->name == 0 && !a->star && !a->double_star;

		spread = spread || a->star;
		if (p->star && (a->star || (plain && (position >= place || spread))))
			a->star ? kin_read_each(k, a->place, kin_part(k, to, KIN_ELEMENT, 0))
				: kin_flow(k, a->place, kin_part(k, to, KIN_ELEMENT, 0));
		else if (p->double_star && a->double_star)
			kin_read_item(k, a->place, kin_part(k, to, KIN_VALUE, 0));
		else if (p->double_star && a->name != 0)
			kin_flow(k, a->place, kin_part(k, to, KIN_VALUE, 0));
		else if (p->star || p->double_star)
			(void)0;
		else if (a->star && !p->keyword_only && position <= place)
			kin_read_each(k, a->place, to);
		else if (a->double_star)
			kin_read_item(k, a->place, to);
		else if (a->name != 0 ? a->name == p->name
				      : plain && !p->keyword_only &&
					    (position == place || (spread && position <= place)))
			kin_flow(k, a->place, to);
		position += plain;
	}
	if (p->double_star)
		kin_mark(k, kin_part(k, to, KIN_KEY, 0), KIN_TEXT);
}

void
kin_call_function(
    struct kin *k, uint32_t scope, bool bound, const struct kin_givens *g, uint32_t to)
{
	const struct facts *f = k->facts;
	uint32_t p = f->scopes[scope].first_parameter;
	unsigned place = 0;

	if (bound && !f->scopes[scope].is_static && p != NOWHERE)
		p = f->parameters[p].next;
	for (; p != NOWHERE && kin_spend(k, 1); p = f->parameters[p].next, place++)
		give_parameter(k, &f->parameters[p], place, g);
	kin_flow(k, kin_of_scope(k, scope, KIN_RETURN), to);
}

bool
kin_next_method(struct kin *k, uint32_t object, uint32_t name, uint32_t *scope)
{
	const struct facts *f = k->facts;
	uint32_t at;

	if (!kin_has_shape(k, object) || name >= k->names_count)
		return false;
	at = *scope == NOWHERE ? k->scope_named[name] : k->scope_next[*scope];
	for (; at != 0 && kin_spend(k, 1); at = k->scope_next[at - 1]) {
		const struct scope *s = &f->scopes[at - 1];

		if (s->kind != SCOPE_FUNCTION || f->scopes[s->parent].kind != SCOPE_CLASS ||
		    (!kin_same(k, object, kin_of_scope(k, s->parent, KIN_INSTANCE)) &&
			!kin_same(k, object, kin_of_scope(k, s->parent, KIN_CLASS))))
			continue;
		*scope = at - 1;
		return true;
	}
	return false;
}

void
kin_call_methods(
    struct kin *k, uint32_t object, uint32_t name, const struct kin_givens *g, uint32_t to)
{
	uint32_t scope = NOWHERE;

	while (kin_next_method(k, object, name, &scope)) {
		uint32_t class = k->facts->scopes[scope].parent;
		const struct scope *s = &k->facts->scopes[scope];

		if (s->is_property) { /* what it gives is called */
			kin_call_place(k, kin_of_scope(k, scope, KIN_RETURN), g, to);
			continue;
		}
		if (s->takes_class || kin_same(k, object, kin_of_scope(k, class, KIN_INSTANCE)))
			kin_call_function(k, scope, true, g, to);
		if (!s->takes_class && kin_same(k, object, kin_of_scope(k, class, KIN_CLASS)))
			kin_call_function(k, scope, false, g, to);
	}
}

/* `a + b`, `a < b`, `-a`: a method of either may answer. */
void
kin_operators(struct kin *k, uint32_t left, uint32_t right, uint32_t to)
{
	const struct facts *f = k->facts;
	struct kin_givens l = {.count = 1, .items = {{.place = left}}},
			  r = {.count = 1, .items = {{.place = right}}};

	if (!kin_has_shape(k, left) && !kin_has_shape(k, right))
		return;
	for (uint32_t i = 1; i < f->scopes_count && kin_spend(k, 1); i++) {
		const struct scope *s = &f->scopes[i];
		uint32_t class = s->kind == SCOPE_FUNCTION &&
					 f->scopes[s->parent].kind == SCOPE_CLASS &&
					 is_dunder(facts_name(f, s->name))
				     ? kin_of_scope(k, s->parent, KIN_INSTANCE)
				     : 0;

		if (class == 0 || s->name == k->init || s->name == k->call ||
		    (!kin_same(k, class, left) && !kin_same(k, class, right)))
			continue;
		kin_call_function(k, i, true, &l, to);
		kin_call_function(k, i, true, &r, to);
	}
}

void
kin_call_place(struct kin *k, uint32_t function, const struct kin_givens *g, uint32_t to)
{
	const struct facts *f = k->facts;

	if ((k->places[function].marks & (KIN_ANY | KIN_LIBRARY)) != 0) {
		kin_escape_given(k, g);
		kin_mark(k, to, KIN_ANY);
	}
	if (!kin_has_shape(k, function))
		return;
	for (uint32_t i = 1; i < f->scopes_count && kin_spend(k, 1); i++) {
		if (f->scopes[i].kind == SCOPE_CLASS) {
			if (kin_same(k, function, kin_of_scope(k, i, KIN_CLASS)))
				kin_call_class(k, i, g, to);
			continue;
		}
		if (kin_same(k, function, kin_of_scope(k, i, KIN_FUNCTION)))
			kin_call_function(k, i, false, g, to);
		if (kin_same(k, function, kin_of_scope(k, i, KIN_BOUND)))
			kin_call_function(k, i, true, g, to);
	}
	kin_call_methods(k, function, k->call, g, to);
	if (kin_is_escaped(k, function))
		kin_escape_given(k, g);
}

/* Something of the family has the name: a variable, a method or a field. */
static bool
is_bound(struct kin *k, uint32_t object, uint32_t name)
{
	const struct facts *f = k->facts;

	for (uint32_t i = 1; i < f->scopes_count && kin_spend(k, 1); i++) {
		if (f->scopes[i].kind != SCOPE_CLASS ||
		    (!kin_same(k, object, kin_of_scope(k, i, KIN_INSTANCE)) &&
			!kin_same(k, object, kin_of_scope(k, i, KIN_CLASS))))
			continue;
		if (binding_find(f, i, name, true) != NOWHERE ||
		    binding_find(f, i, name, false) != NOWHERE)
			return true;
	}
	return false;
}

static bool
is_own(struct kin *k, uint32_t object)
{
	const struct facts *f = k->facts;
	uint32_t shape = kin_root(k, object);

	for (uint32_t i = 1; shape != 0 && i < f->scopes_count && kin_spend(k, 1); i++)
		for (unsigned which = 0; which < KIN_SCOPE_PLACES; which++)
			if (which != KIN_RETURN &&
			    kin_root(k, kin_of_scope(k, i, (enum kin_scope)which)) == shape)
				return true;
	return false;
}

static void
load_methods(struct kin *k, uint32_t object, uint32_t name, uint32_t to)
{
	uint32_t scope = NOWHERE;

	while (kin_next_method(k, object, name, &scope)) {
		const struct scope *s = &k->facts->scopes[scope];

		if (s->is_property) {
			kin_flow(k, kin_of_scope(k, scope, KIN_RETURN), to);
			continue;
		}
		kin_flow(k, kin_of_scope(k, scope, KIN_BOUND), to);
		if (!s->takes_class && kin_same(k, object, kin_of_scope(k, s->parent, KIN_CLASS)))
			kin_flow(k, kin_of_scope(k, scope, KIN_FUNCTION), to);
	}
}

/* type(x), x.__class__ */
void
kin_load_class(struct kin *k, uint32_t object, uint32_t to)
{
	const struct facts *f = k->facts;

	kin_mark(k, to, KIN_LIBRARY);
	if ((k->places[object].marks & (KIN_ANY | KIN_LIBRARY)) != 0)
		kin_mark(k, to, KIN_ANY);
	for (uint32_t i = 1; i < f->scopes_count && kin_has_shape(k, object) && kin_spend(k, 1);
	     i++)
		if (f->scopes[i].kind == SCOPE_CLASS &&
		    kin_same(k, object, kin_of_scope(k, i, KIN_INSTANCE)))
			kin_flow(k, kin_of_scope(k, i, KIN_CLASS), to);
}

void
kin_load_attribute(struct kin *k, uint32_t object, uint32_t name, uint32_t to)
{
	struct str text = facts_name(k->facts, name);
	bool own = is_own(k, object);

	if (str_is_one_of(text, "__name__ __qualname__ __doc__ __module__")) {
		kin_mark(k, to, KIN_TEXT);
		return;
	}
	if (str_is(text, "__class__")) {
		kin_load_class(k, object, to);
		return;
	}
	if ((k->places[object].marks & (KIN_ANY | KIN_LIBRARY)) != 0)
		kin_mark(k, to, KIN_ANY);
	if (own) {
		kin_flow(k, kin_of_name(k, name), to);
		load_methods(k, object, name, to);
	}
	if (!k->settling || (own && is_bound(k, object, name) &&
				!(kin_is_container_method(text) && kin_is_container(k, object))))
		return;
	kin_mark(k, to, KIN_ANY);
	kin_escape(k, object);
}

static bool
gather(struct kin *k, uint32_t arguments, struct kin_givens *g)
{
	struct argument a;
	uint32_t at = 0;

	g->count = 0;
	while (facts_argument(k->facts, arguments, &at, &a)) {
		if (g->count == KIN_ARGUMENTS_MAX) {
			k->lost = true;
			return false;
		}
		g->items[g->count++] = (struct kin_given){.place = kin_of_node(k, a.node),
		    .name = a.name,
		    .star = a.star,
		    .double_star = a.double_star};
	}
	return true;
}

/* Of an exception, which keeps its arguments. */
static void
escape_bases(struct kin *k, uint32_t object, const struct kin_givens *g)
{
	const struct facts *f = k->facts;

	for (uint32_t i = 1; i < f->scopes_count && kin_spend(k, 1); i++) {
		uint32_t at = 0,
			 bases = f->scopes[i].kind == SCOPE_CLASS
				     ? tree_child(k->tree, f->scopes[i].node, F_SUPERCLASSES)
				     : 0;
		struct argument a;

		if (bases == 0 || !kin_same(k, object, kin_of_scope(k, i, KIN_INSTANCE)))
			continue;
		while (facts_argument(f, bases, &at, &a))
			if (a.name == 0 && value_only(facts_value(f, a.node), ATOM_CLASS) == NULL &&
			    !str_is_one_of(tree_text(k->tree, a.node), "ABC abc.ABC object"))
				kin_escape_given(k, g);
	}
}

/* A method that only pandas has, which calls the functions of a list. */
static bool
is_lent(const struct kin *k, struct str text)
{
	return str_is_one_of(text, "agg aggregate") && k->facts->only_pandas_aggregates;
}

/* The argument that holds the functions: the first, or all by name where it has none. Those by name
 * may be handed to a function that another of them is, so they must hold nothing that changes. */
static bool
is_function_list(struct kin *k, const struct kin_givens *g, unsigned i)
{
	const struct kin_given *a = &g->items[i];
	bool first = false;

	for (unsigned n = 0; n < g->count; n++)
		first = first || g->items[n].star ||
			(g->items[n].name == 0 && !g->items[n].double_star);
	if (a->name == 0 && !a->double_star)
		return i == 0 && !a->star;
	return !first && kin_is_plain_tuple(k, a->place, a->double_star);
}

/* x.name(...) */
static void
call_attribute(struct kin *k, uint32_t node, uint32_t function, const struct kin_givens *g)
{
	const struct facts *f = k->facts;
	uint32_t object = kin_of_node(k, tree_child(k->tree, function, F_OBJECT)), name;
	uint32_t to = kin_of_node(k, node);
	struct str text = tree_text(k->tree, tree_child(k->tree, function, F_ATTRIBUTE));
	bool own = is_own(k, object);

	if (f->fact_of[function] == NOWHERE) {
		k->lost = true;
		return;
	}
	name = f->attributes[f->fact_of[function]].name;
	if (own) {
		kin_call_methods(k, object, name, g, to);
		kin_call_place(k, kin_of_name(k, name), g, to);
	}
	if ((k->places[object].marks & (KIN_ANY | KIN_LIBRARY)) != 0 || kin_is_escaped(k, object)) {
		for (unsigned i = 0; i < g->count; i++)
			if (is_lent(k, text) && is_function_list(k, g, i))
				kin_lend(k, g->items[i].place, 3);
			else
				kin_escape(k, g->items[i].place);
		kin_mark(k, to, KIN_ANY);
	}
	if (own && str_is_one_of(text, "__init__ __init_subclass__ __post_init__")) {
		escape_bases(k, object, g);
		return;
	}
	if (!is_lent(k, text))
		kin_call_container(k, object, text, g, node, own && is_bound(k, object, name));
}

/* The function or class that is named, where it can be no other. */
static bool
call_known(struct kin *k, uint32_t function, const struct kin_givens *g, uint32_t to)
{
	const struct value *v = facts_value(k->facts, function);
	const struct atom *a = value_only(v, ATOM_CLASS);

	if (k->facts->unsettled || k->tree->nodes[function].kind != K_IDENTIFIER)
		return false;
	if (a != NULL) {
		const struct scope *s = &k->facts->scopes[a->id];

		if (s->is_decorated && !facts_is_plainly_decorated(k->facts, s))
			return false;
		kin_call_class(k, a->id, g, to);
		return true;
	}
	a = value_only(v, ATOM_FUNCTION);
	if (a == NULL || k->facts->scopes[a->id].is_decorated)
		return false;
	kin_call_function(k, a->id, false, g, to);
	return true;
}

void
kin_call(struct kin *k, uint32_t node)
{
	const struct facts *f = k->facts;
	uint32_t function = facts_bare(f, tree_child(k->tree, node, F_FUNCTION)),
		 to = kin_of_node(k, node);
	const struct atom *symbol = value_only(facts_value(f, function), ATOM_SYMBOL);
	struct kin_givens g;

	if (!gather(k, tree_child(k->tree, node, F_ARGUMENTS), &g))
		return;
	if (symbol != NULL && !f->unsettled &&
	    kin_call_library(k, node, facts_name(f, symbol->id), &g))
		return;
	if (call_known(k, function, &g, to))
		return;
	if (symbol == NULL && k->tree->nodes[function].kind == K_ATTRIBUTE)
		call_attribute(k, node, function, &g);
	else
		kin_call_place(k, kin_of_node(k, function), &g, to);
}
