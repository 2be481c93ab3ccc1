/* SPDX-License-Identifier: MIT */
/* Slots, what escapes, and the sweeps that reach the fixpoint. */
#include "flow.h"

static struct atom
widened(struct atom a)
{
	switch (a.kind) {
	case ATOM_INTEGER:
		return atom_of(ATOM_PLAIN, 0);
	case ATOM_STRING:
	case ATOM_PREFIX:
	case ATOM_BYTES:
		return atom_of(ATOM_TEXT, 0);
	default:
		return a;
	}
}

static void
put(struct value *v, struct atom a)
{
	if (v->width == WIDTH_KINDS)
		a = widened(a);
	if (v->width != WIDTH_TOP && v->count < VALUE_ATOMS && !value_has(v, a))
		v->atoms[v->count++] = a;
}

/* The next width, for an atom that finds no room. */
static void
widen(struct facts *f, struct value *v)
{
	struct value old = *v;

	v->count = 0;
	v->width++;
	v->unknown = v->unknown || v->width == WIDTH_TOP;
	for (unsigned i = 0; i < old.count; i++)
		if (v->width == WIDTH_TOP)
			flow_escape_atom(f, old.atoms[i]);
		else
			put(v, old.atoms[i]);
}

/* True where it changed the value. */
static bool
add(struct facts *f, struct value *v, struct atom a)
{
	if (v->width == WIDTH_KINDS)
		a = widened(a);
	if (v->width != WIDTH_TOP && value_has(v, a))
		return false;
	if (v->width == WIDTH_TOP) {
		flow_escape_atom(f, a);
		return false;
	}
	if (v->count < VALUE_ATOMS) {
		v->atoms[v->count++] = a;
		return true;
	}
	widen(f, v);
	(void)add(f, v, a);
	return true;
}

void
flow_add(struct facts *f, struct value *v, struct atom a)
{
	(void)add(f, v, a);
}

static bool
merge(struct facts *f, struct value *into, const struct value *v)
{
	bool changed = v->unknown && !into->unknown;

	into->unknown = into->unknown || v->unknown;
	for (; into->width < v->width; changed = true)
		widen(f, into);
	for (unsigned i = 0; i < v->count; i++)
		changed = add(f, into, v->atoms[i]) || changed;
	return changed;
}

void
flow_merge(struct facts *f, struct value *into, const struct value *v)
{
	(void)merge(f, into, v);
}

void
flow_join(struct facts *f, struct value *slot, const struct value *v)
{
	if (merge(f, slot, v))
		f->changed = true;
}

static void
raise(struct facts *f, bool *flag)
{
	f->changed = f->changed || !*flag;
	*flag = true;
}

void
flow_escape_atom(struct facts *f, struct atom a)
{
	struct container *c;

	switch (a.kind) {
	case ATOM_FUNCTION:
		raise(f, &f->scopes[a.id].escapes);
		break;
	case ATOM_BOUND:
		raise(f, &f->scopes[a.id].escapes_bound);
		break;
	case ATOM_CLASS:
	case ATOM_OBJECT:
		raise(f, &f->scopes[a.id].escapes);
		break;
	case ATOM_LITERAL:
	case ATOM_ROW:
		c = flow_container(f, a.id);
		if (c != NULL)
			raise(f, &c->escapes);
		break;
	default:
		break;
	}
}

void
flow_escape(struct facts *f, const struct value *v)
{
	for (unsigned i = 0; i < v->count; i++)
		flow_escape_atom(f, v->atoms[i]);
}

/* What `with x as y` binds: what __enter__ gives, of a library's object the same. */
static struct value
entered(struct facts *f, const struct value *v)
{
	uint32_t name = names_add(&f->names, STR("__enter__"));
	struct value out = {.unknown = v->unknown}, member;

	for (unsigned i = 0; i < v->count; i++) {
		if (v->atoms[i].kind == ATOM_RESULT) {
			flow_add(f, &out, v->atoms[i]);
			continue;
		}
		member = value_unknown();
		if (v->atoms[i].kind == ATOM_OBJECT &&
		    flow_class_member(f, v->atoms[i].id, name, &member))
			member = flow_apply(f, &member, NULL);
		else
			flow_escape_atom(f, v->atoms[i]);
		flow_merge(f, &out, &member);
	}
	return out;
}

static void
run_flow(struct facts *f, const struct flow *w)
{
	struct value v = w->node == 0 ? value_unknown() : f->values[w->node];

	if (w->unknown) { /* what it is taken out of escapes */
		flow_escape(f, &v);
		v.unknown = true;
	}
	if (w->entered)
		v = entered(f, &v);
	if (w->augments)
		v = flow_augmented(f, w);
	for (unsigned s = 0; s < w->steps; s++)
		v = flow_take(f, &v, w->path[s]);
	flow_join(f, &f->bindings[w->binding].value, &v);
}

static void
run_import(struct facts *f, const struct import *m)
{
	struct str module = facts_name(f, m->module), top;
	struct value v;

	if (m->binding == NOWHERE)
		return;
	if (m->level > 0)
		v = value_unknown();
	else if (m->member != 0)
		v = value_of_member(f, module, facts_name(f, m->member));
	else if (m->alias != 0)
		v = value_of(ATOM_MODULE, m->module);
	else {
		str_cut(&module, '.', &top);
		v = value_of(ATOM_MODULE, names_add(&f->names, top));
	}
	flow_join(f, &f->bindings[m->binding].value, &v);
}

static bool
is_special(struct str name)
{
	return name.n > 4 && str_starts(name, STR("__")) && str_ends(name, STR("__"));
}

/* A method that the interpreter calls by itself, but for those whose calls are seen. */
static bool
is_called_by_interpreter(const struct facts *f, const struct scope *s)
{
	struct str name = facts_name(f, s->name);

	return s->kind == SCOPE_FUNCTION && f->scopes[s->parent].kind == SCOPE_CLASS &&
	       is_special(name) && !str_is(name, "__init__") && !str_is(name, "__enter__") &&
	       !str_is(name, "__call__");
}

/* Parameters and results of a function that others call. */
static void
open_function(struct facts *f, const struct scope *s)
{
	bool method = f->scopes[s->parent].kind == SCOPE_CLASS && s->kind == SCOPE_FUNCTION;
	bool bound = (method || s->escapes_bound) && !s->is_static && !s->escapes;
	static const struct value unknown = {.unknown = true};

	for (uint32_t p = s->first_parameter; p != NOWHERE; p = f->parameters[p].next) {
		if (bound && p == s->first_parameter && !f->parameters[p].star) {
			flow_escape(f, &f->bindings[f->parameters[p].binding].value);
			continue;
		}
		if (f->parameters[p].star || f->parameters[p].double_star)
			flow_escape_atom(f, atom_of(ATOM_LITERAL, f->parameters[p].node));
		else
			flow_join(f, &f->bindings[f->parameters[p].binding].value, &unknown);
	}
	flow_escape(f, &s->returned);
}

static void
open_functions(struct facts *f)
{
	for (size_t i = 0; i < f->scopes_count; i++) {
		const struct scope *s = &f->scopes[i];

		if (s->kind != SCOPE_FUNCTION && s->kind != SCOPE_LAMBDA)
			continue;
		if (s->escapes || s->escapes_bound || is_called_by_interpreter(f, s) ||
		    (f->scopes[s->parent].kind == SCOPE_CLASS && f->scopes[s->parent].escapes))
			open_function(f, s);
		else if (s->is_generator || s->is_async)
			flow_escape(f, &s->returned);
	}
}

/* What others find in an object: a method is called with that object. */
static void
escape_member(struct facts *f, struct atom a)
{
	if (a.kind == ATOM_FUNCTION && f->scopes[f->scopes[a.id].parent].kind == SCOPE_CLASS)
		a.kind = ATOM_BOUND;
	flow_escape_atom(f, a);
}

/* Others set fields, and find in them what the program has put there. */
static void
open_binding(struct facts *f, struct binding *b)
{
	static const struct value unknown = {.unknown = true};

	for (unsigned k = 0; k < b->value.count; k++)
		escape_member(f, b->value.atoms[k]);
	if (b->is_field)
		flow_join(f, &b->value, &unknown);
}

/* Fields and variables of a class of which others hold objects. */
static void
open_bindings(struct facts *f)
{
	for (size_t i = 0; i < f->bindings_count; i++) {
		struct binding *b = &f->bindings[i];

		if (f->scopes[b->scope].kind == SCOPE_CLASS &&
		    (f->scopes[b->scope].escapes || (f->sets_fields && b->is_field)))
			open_binding(f, b);
		else if (f->has_descriptors && f->scopes[b->scope].kind == SCOPE_CLASS &&
			 !b->is_field && value_find(&b->value, ATOM_OBJECT) != NULL)
			raise(f, &f->scopes[b->scope].escapes);
	}
}

/* A method of which Python gives an operand to another object's class: __eq__, __add__. */
static bool
answers_operator(const struct facts *f, const struct scope *s)
{
	return is_called_by_interpreter(f, s) && s->first_parameter != NOWHERE &&
	       f->parameters[s->first_parameter].next != NOWHERE &&
	       !str_is_one_of(facts_name(f, s->name),
		   "__exit__ __aexit__ __new__ __init_subclass__ __set_name__ __post_init__ "
		   "__getattr__ __getattribute__ __setattr__ __delattr__ __format__ "
		   "__class_getitem__ __deepcopy__");
}

/* What a starred parameter gathers. */
static void
seed_rest(struct facts *f)
{
	for (size_t i = 0; i < f->parameters_count; i++) {
		const struct parameter *p = &f->parameters[i];
		struct container *c = p->star || p->double_star ? flow_container(f, p->node) : NULL;
		struct value v = value_of(ATOM_LITERAL, p->node);

		if (c == NULL)
			continue;
		c->is_dictionary = p->double_star;
		flow_join(f, &f->bindings[p->binding].value, &v);
	}
}

/* self is an object of its class, or of a child. */
static void
seed(struct facts *f)
{
	for (uint32_t i = 1; i < f->scopes_count; i++) {
		const struct scope *s = &f->scopes[i];
		struct value self = value_of(s->takes_class ? ATOM_CLASS : ATOM_OBJECT, s->parent);
		struct str name = facts_name(f, s->name);

		if (s->kind != SCOPE_FUNCTION || f->scopes[s->parent].kind != SCOPE_CLASS)
			continue;
		f->own_operators = f->own_operators || answers_operator(f, s);
		f->has_descriptors = f->has_descriptors ||
				     str_is_one_of(name, "__get__ __set__ __delete__ __set_name__");
		if (str_is(name, "__new__") || str_is(name, "__init_subclass__") ||
		    str_is(name, "__class_getitem__"))
			self = value_of(ATOM_CLASS, s->parent);
		if (s->first_parameter != NOWHERE && !s->is_static)
			flow_join(f, &f->bindings[f->parameters[s->first_parameter].binding].value,
			    &self);
	}
}

/* Whether a node's value can differ from one sweep to the next, or it gives something on. */
static bool
is_lively(const struct facts *f, uint32_t node)
{
	enum kind k = (enum kind)f->tree->nodes[node].kind;

	switch ((int)k) {
	case K_INTEGER:
	case K_FLOAT:
	case K_TRUE:
	case K_FALSE:
	case K_NONE:
	case K_STRING_START:
	case K_STRING_CONTENT:
	case K_STRING_END:
		return false;
	case K_STRING:
		return f->tree->nodes[node].after - node > 3;
	case K_IDENTIFIER:
		return f->fact_of[node] != NOWHERE && f->role[node] == ROLE_LOAD;
	default:
		return k < K_T_PLUS && !flow_only_reads(k);
	}
}

static void
update(struct facts *f, uint32_t node)
{
	struct value v = flow_evaluate(f, node);

	flow_join(f, &f->values[node], &v);
}

/* Children before parents, statements in their order. */
static void
first_sweep(struct facts *f)
{
	const struct tree *t = f->tree;
	uint32_t open[TREE_DEPTH_MAX + 2];
	size_t depth = 0;

	for (uint32_t i = 0; i <= t->count && !f->failed; i++) {
		while (depth > 0 && (i == t->count || t->nodes[open[depth - 1]].after <= i)) {
			uint32_t node = open[--depth];

			update(f, node);
			if (is_lively(f, node))
				f->lively[f->lively_count++] = node;
		}
		if (i < t->count && depth < ARRAY_LENGTH(open))
			open[depth++] = i;
	}
}

static void
sweep(struct facts *f)
{
	f->changed = false;
	if (f->lively_count == 0)
		first_sweep(f);
	else
		for (uint32_t i = 0; i < f->lively_count && !f->failed; i++) {
			f->costly = f->lively[i];
			update(f, f->lively[i]);
		}
	for (size_t i = 0; i < f->flows_count; i++)
		run_flow(f, &f->flows[i]);
	for (size_t i = 0; i < f->imports_count; i++)
		run_import(f, &f->imports[i]);
	flow_link_classes(f);
	flow_open_containers(f);
	open_functions(f);
	open_bindings(f);
}

/* Sweeps until nothing changes; false where that takes too long. */
static bool
settle(struct facts *f)
{
	for (unsigned i = 0; i < FLOW_SWEEPS_MAX && !f->failed; i++) {
		sweep(f);
		if (!f->changed)
			return true;
		if (!facts_spend(f, f->lively_count))
			break;
	}
	return false;
}

/* A function that nothing calls may be called with anything, by who asks for it later. */
static bool
open_uncalled(struct facts *f)
{
	bool any = false;

	for (size_t i = 1; i < f->scopes_count; i++) {
		struct scope *s = &f->scopes[i];

		if ((s->kind != SCOPE_FUNCTION && s->kind != SCOPE_LAMBDA) || s->called ||
		    s->escapes || s->escapes_bound)
			continue;
		any = s->escapes_bound = true;
	}
	return any;
}

/* What nothing has reached is dead; what can't be settled may be anything. */
static void
finish(struct facts *f)
{
	for (uint32_t i = 0; i < f->tree->count; i++)
		f->values[i].unknown =
		    f->values[i].unknown || f->unsettled || f->values[i].count == 0;
	for (size_t i = 0; i < f->bindings_count; i++)
		f->bindings[i].value.unknown =
		    f->bindings[i].value.unknown || f->unsettled || f->bindings[i].value.count == 0;
}

void
flow_solve(struct facts *f)
{
	facts_learn_methods(f);
	if (f->failed)
		return;
	flow_link_classes(f);
	seed(f);
	seed_rest(f);
	f->unsettled = !settle(f);
	if (!f->unsettled && open_uncalled(f))
		f->unsettled = !settle(f);
	f->unsettled = f->unsettled || f->steps >= FACTS_STEPS_MAX;
	finish(f);
}
