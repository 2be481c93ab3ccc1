/* SPDX-License-Identifier: MIT */
/* Escape analysis: what others hold, and what they may do with it. */
#include "flow.h"

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
	VALUE_EACH(a, v)
		flow_escape_atom(f, *a);
}

/* A method that the interpreter calls by itself, but for those whose calls are seen. */
bool
flow_is_special(const struct facts *f, const struct scope *s)
{
	struct str name = facts_name(f, s->name);

	return s->kind == SCOPE_FUNCTION && f->scopes[s->parent].kind == SCOPE_CLASS &&
	       is_dunder(name) && !str_is(name, "__init__") && !str_is(name, "__enter__") &&
	       !str_is(name, "__call__");
}

/* Parameters and results of a function that others call. */
static void
open_function(struct facts *f, const struct scope *s)
{
	bool method = f->scopes[s->parent].kind == SCOPE_CLASS && s->kind == SCOPE_FUNCTION;
	bool bound = (method || s->escapes_bound) && !s->is_static && !s->escapes;
	struct value unknown = {.unknown = true};

	for (uint32_t p = s->first_parameter; p != NOWHERE; p = f->parameters[p].next) {
		if (bound && p == s->first_parameter && !f->parameters[p].star) {
			flow_escape(f, &f->bindings[f->parameters[p].binding].value);
			continue;
		}
		if (f->parameters[p].star || f->parameters[p].double_star)
			flow_escape_atom(f, atom_of(ATOM_LITERAL, f->parameters[p].node));
		else
			flow_bind(f, f->parameters[p].binding, &unknown);
	}
	flow_escape(f, &s->returned);
}

static void
open_functions(struct facts *f)
{
	FACTS_EACH(s, f, scopes) {
		if (s->kind != SCOPE_FUNCTION && s->kind != SCOPE_LAMBDA)
			continue;
		if (s->escapes || s->escapes_bound || flow_is_special(f, s) ||
		    (f->scopes[s->parent].kind == SCOPE_CLASS && f->scopes[s->parent].escapes))
			open_function(f, s);
		else if (s->is_generator || s->is_async)
			flow_escape(f, &s->returned);
	}
}

/* A member that unknown code reads from an object: a method is called with that object. */
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
	struct value unknown = {.unknown = true};

	for (unsigned k = 0; k < b->value.count; k++)
		escape_member(f, b->value.atoms[k]);
	if (b->is_field)
		flow_join(f, &b->value, &unknown);
}

/* Fields and variables of a class of which others hold objects. */
static void
open_bindings(struct facts *f)
{
	FACTS_EACH(b, f, bindings) {
		if (f->scopes[b->scope].kind == SCOPE_CLASS &&
		    (f->scopes[b->scope].escapes || (f->sets_fields && b->is_field)))
			open_binding(f, b);
		else if (f->has_descriptors && f->scopes[b->scope].kind == SCOPE_CLASS &&
			 !b->is_field && value_find(&b->value, ATOM_OBJECT) != NULL)
			raise(f, &f->scopes[b->scope].escapes);
	}
}

void
flow_open(struct facts *f)
{
	flow_open_containers(f);
	open_functions(f);
	open_bindings(f);
}

/* A function that nothing calls may be called with anything, by who asks for it later. */
bool
flow_open_uncalled(struct facts *f)
{
	bool any = false;

	for (size_t i = 1; i < f->scopes_count; i++) {
		struct scope *s = &f->scopes[i];

		if ((s->kind != SCOPE_FUNCTION && s->kind != SCOPE_LAMBDA) || s->called ||
		    s->escapes || s->escapes_bound)
			continue;
		if (s->kind == SCOPE_FUNCTION && f->scopes[s->parent].kind == SCOPE_CLASS)
			s->escapes_bound = true;
		else
			s->escapes = true;
		any = true;
	}
	return any;
}
