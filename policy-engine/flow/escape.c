/* SPDX-License-Identifier: MIT */
/* Escape analysis: what others hold, and what they may do with it. */
#include "flow.h"

void
flow_escape_atom(struct facts *f, struct atom a)
{
	struct container *c;

	switch (a.kind) {
	case ATOM_FUNCTION:
	case ATOM_CLASS:
		flow_raise(f, &f->scopes[a.id].escapes);
		break;
	case ATOM_LITERAL:
		c = flow_container(f, a.id);
		if (c != NULL)
			flow_raise(f, &c->escapes);
		break;
	case ATOM_RESULT: /* a class; map(type, objects) */
	case ATOM_SYMBOL:
		if (!f->classes_escape && effects_have(facts_effects(f, a.id), EFFECT_CLASSOF))
			flow_raise(f, &f->classes_escape);
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

/* Parameters and results of a function that others call: of a method with an object of its class,
 * as long as nobody has the class or the bare function. */
static void
open_function(struct facts *f, const struct scope *s)
{
	bool bound = facts_is_method(f, s) && !s->called && !f->scopes[s->parent].escapes;
	struct value unknown = {.unknown = true};

	for (uint32_t p = s->first_parameter; p != NOWHERE; p = f->parameters[p].next) {
		if (f->parameters[p].star || f->parameters[p].double_star)
			flow_escape_atom(f, atom_of(ATOM_LITERAL, f->parameters[p].node));
		else if (!bound || p != s->first_parameter)
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
		if (s->escapes && facts_is_method(f, s)) /* classmethod(f) is called with it */
			flow_raise(f, &f->scopes[s->parent].escapes);
		if (s->escapes || facts_is_method(f, s))
			open_function(f, s);
		else if (s->is_generator || s->is_async)
			flow_escape(f, &s->returned);
	}
}

/* Others read what a class holds; its methods they call with its objects. */
static void
open_bindings(struct facts *f)
{
	FACTS_EACH(b, f, bindings) {
		if (f->scopes[b->scope].kind != SCOPE_CLASS)
			continue;
		VALUE_EACH(a, &b->value)
			if (a->kind != ATOM_FUNCTION || f->scopes[a->id].parent != b->scope ||
			    !facts_is_method(f, &f->scopes[a->id])) /* a lambda */
				flow_escape_atom(f, *a);
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
		    s->escapes || facts_is_method(f, s))
			continue;
		s->escapes = true;
		any = true;
	}
	return any;
}
