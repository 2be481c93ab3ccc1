/* SPDX-License-Identifier: MIT */
/* What a call gives back, and what it hands to the parameters of the functions that it may call. */
#include "facts.h"
#include "fold.h"

void
facts_give(struct facts *f, uint32_t p, uint32_t arguments, unsigned skip)
{
	unsigned place = skip;
	struct argument a;

	for (; p != NOWHERE && facts_spend(f, 1); p = f->parameters[p].next, place++) {
		const struct parameter *one = &f->parameters[p];
		struct binding *b = &f->bindings[one->binding];
		uint32_t at = 0;
		unsigned position = 0;

		while (facts_argument(f, arguments, &at, &a) && facts_spend(f, 1)) {
			if (a.star || a.double_star)
				b->value.unknown = true;
			else if ((a.name == 0 && position++ == place && !one->keyword_only) ||
				 (a.name != 0 && a.name == one->name))
				fold_merge(f, &b->value, facts_value(f, a.node));
		}
	}
}

/* What a call gives to the parameters of a function of this file. */
static void
add_arguments(struct facts *f, uint32_t scope, uint32_t arguments, bool bound)
{
	struct scope *s = &f->scopes[scope];
	uint32_t p = s->first_parameter;

	s->called = true;
	if (bound && !s->is_static && p != NOWHERE)
		p = f->parameters[p].next;
	facts_give(f, p, arguments, 0);
}

/* An object of some class of this file is made: of a child, or by cls(...). */
static void
call_inits(struct facts *f, uint32_t arguments)
{
	uint32_t name = names_add(&f->names, STR("__init__"));

	if (!facts_spend(f, (uint32_t)f->scopes_count / 16 + 1))
		return;
	for (uint32_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].name == name && f->scopes[i].kind == SCOPE_FUNCTION &&
		    f->scopes[f->scopes[i].parent].kind == SCOPE_CLASS)
			add_arguments(f, i, arguments, true);
		else if (f->scopes[i].is_record)
			facts_fill_record(f, i, arguments, true);
}

static struct value
call_class(struct facts *f, uint32_t class, uint32_t arguments)
{
	uint32_t init = binding_find(f, class, names_add(&f->names, STR("__init__")), false);
	const struct value *v = init == NOWHERE ? NULL : &f->bindings[init].value;

	if (tree_child(f->tree, f->scopes[class].node, F_SUPERCLASSES) != 0 &&
	    !f->scopes[class].is_tuple)
		call_inits(f, arguments);
	for (unsigned i = 0; v != NULL && i < v->count; i++)
		if (v->atoms[i].kind == ATOM_FUNCTION)
			add_arguments(f, v->atoms[i].id, arguments, true);
	if (f->scopes[class].is_record)
		facts_fill_record(f, class, arguments, init != NOWHERE);
	return value_of(ATOM_OBJECT, class);
}

static struct value
call_function(struct facts *f, uint32_t node, uint32_t scope)
{
	uint32_t function = facts_bare(f, tree_child(f->tree, node, F_FUNCTION));
	const struct scope *s = &f->scopes[scope];
	bool bound = f->tree->nodes[function].kind == K_ATTRIBUTE &&
		     f->scopes[s->parent].kind == SCOPE_CLASS;

	if (bound && !s->takes_class &&
	    value_find(facts_value(f, tree_child(f->tree, function, F_OBJECT)), ATOM_CLASS) != NULL)
		bound = false; /* Class.method(object, ...) */
	add_arguments(f, scope, tree_child(f->tree, node, F_ARGUMENTS), bound);
	if (s->returns_self && !s->is_generator && !s->is_decorated) {
		struct value self = bound ? *facts_value(f, tree_child(f->tree, function, F_OBJECT))
					  : value_unknown();

		value_merge(&self, &s->returned);
		return self;
	}
	if (s->is_generator || s->is_decorated || s->first_return == NOWHERE)
		return s->first_return == NOWHERE && !s->is_generator && !s->is_decorated &&
			       s->kind != SCOPE_LAMBDA
			   ? value_of(ATOM_PLAIN, PLAIN_NONE)
			   : value_unknown();
	return s->returned;
}

/* A module, an open file: no object of this file. */
static bool
is_certainly_foreign(const struct facts *f, const struct value *v)
{
	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind != ATOM_MODULE &&
		    (v->atoms[i].kind != ATOM_RESULT ||
			!str_is_one_of(
			    facts_name(f, v->atoms[i].id), "builtins.open io.StringIO io.BytesIO")))
			return false;
	return v->count > 0 && !v->unknown;
}

/* obj.name(...): whatever obj is, it may be an object whose class defines `name` here. */
static void
call_methods(struct facts *f, uint32_t function, uint32_t arguments)
{
	const struct tree *t = f->tree;
	const struct value *object;
	uint32_t name;

	if (t->nodes[function].kind != K_ATTRIBUTE || f->fact_of[function] == NOWHERE)
		return;
	object = facts_value(f, tree_child(t, function, F_OBJECT));
	if (facts_is_pending(f, object) || is_certainly_foreign(f, object))
		return;
	name = f->attributes[f->fact_of[function]].name;
	if (f->has_records && str_is(facts_name(f, name), "__init__"))
		facts_init_records(f, arguments);
	if (!facts_is_method(f, name) || !facts_spend(f, (uint32_t)f->scopes_count / 16 + 1))
		return;
	for (uint32_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].name == name && f->scopes[i].kind == SCOPE_FUNCTION &&
		    f->scopes[f->scopes[i].parent].kind == SCOPE_CLASS) {
			add_arguments(f, i, arguments, true);
			if (f->class_values && !f->scopes[i].takes_class)
				add_arguments(f, i, arguments, false);
		}
}

static bool
has_pending_argument(const struct facts *f, uint32_t arguments)
{
	struct argument a;
	uint32_t at = 0;

	while (facts_argument(f, arguments, &at, &a))
		if (facts_is_pending(f, facts_value(f, a.node)))
			return true;
	return false;
}

/* d.get(key, otherwise) of a dictionary that is written out: the key; 0 for another call. */
uint32_t
facts_got_key(const struct facts *f, uint32_t call)
{
	const struct tree *t = f->tree;
	uint32_t function = facts_bare(f, tree_child(t, call, F_FUNCTION)), at = 0;
	uint32_t arguments = tree_child(t, call, F_ARGUMENTS);
	const struct value *object;
	struct argument a;

	if (t->nodes[function].kind != K_ATTRIBUTE ||
	    !str_is(tree_text(t, tree_child(t, function, F_ATTRIBUTE)), "get"))
		return 0;
	object = facts_value(f, tree_child(t, function, F_OBJECT));
	for (unsigned i = 0; i < object->count; i++)
		if (object->atoms[i].kind != ATOM_LITERAL ||
		    t->nodes[object->atoms[i].id].kind != K_DICTIONARY)
			return 0;
	return object->count > 0 && !object->unknown && fold_count_arguments(f, arguments) <= 2 &&
		       facts_argument(f, arguments, &at, &a) && facts_tells_item(f, object, a.node)
		   ? a.node
		   : 0;
}

static bool
call_get(struct facts *f, uint32_t call, struct value *out)
{
	uint32_t key = facts_got_key(f, call), at = 0;
	struct value otherwise = value_of(ATOM_PLAIN, PLAIN_NONE);
	uint32_t function = facts_bare(f, tree_child(f->tree, call, F_FUNCTION));
	uint32_t arguments = tree_child(f->tree, call, F_ARGUMENTS);
	struct argument a;

	if (key == 0)
		return false;
	if (facts_argument(f, arguments, &at, &a) && facts_argument(f, arguments, &at, &a))
		otherwise = *facts_value(f, a.node);
	*out = facts_item(f, facts_value(f, tree_child(f->tree, function, F_OBJECT)), key);
	fold_merge(f, out, &otherwise);
	return true;
}

/* cls(...) in a classmethod of a class without children, which nobody else has. */
static bool
makes_own(const struct facts *f, uint32_t function, uint32_t *class)
{
	const struct occurrence *o;
	const struct scope *s;

	*class = facts_self_class(f, function);
	if (*class == NOWHERE || f->scopes[*class].escapes || f->foreign_self)
		return false;
	o = &f->occurrences[f->fact_of[facts_bare(f, function)]];
	s = &f->scopes[f->bindings[o->binding].scope];
	for (size_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].kind == SCOPE_CLASS &&
		    tree_child(f->tree, f->scopes[i].node, F_SUPERCLASSES) != 0)
			return false;
	return s->takes_class && !s->is_wrapped;
}

struct value
facts_call(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t function = tree_child(t, node, F_FUNCTION),
		 arguments = tree_child(t, node, F_ARGUMENTS);
	struct value callee = *facts_value(f, function), out = {.count = 0}, one;
	uint32_t class;

	out.unknown = facts_is_open(f, &callee);
	facts_hand(f, node);
	call_methods(f, facts_bare(f, function), arguments);
	if (facts_gives_class(f, facts_bare(f, function)) ||
	    (f->class_values && (callee.unknown || value_find(&callee, ATOM_RESULT) != NULL)))
		call_inits(f, arguments);
	if (makes_own(f, facts_bare(f, function), &class))
		return value_of(ATOM_OBJECT, class);
	if (f->settling && callee.count == 0 &&
	    t->nodes[facts_bare(f, function)].kind == K_ATTRIBUTE &&
	    str_is(tree_text(t, tree_child(t, facts_bare(f, function), F_ATTRIBUTE)), "decode"))
		value_add(&out, ATOM_TEXT, 0);
	if (fold_options(f, facts_bare(f, function), arguments, &one))
		return one;
	if (has_pending_argument(f, arguments))
		return out;
	if (call_get(f, node, &one))
		return one;
	if (fold_path_method(f, facts_bare(f, function), arguments, &one) ||
	    fold_known_method(f, facts_bare(f, function), arguments, &one))
		return one;
	for (unsigned i = 0; i < callee.count; i++) {
		struct atom a = callee.atoms[i];

		one = value_unknown();
		if (a.kind == ATOM_SYMBOL)
			one = fold_builtin(f, node, a.id);
		else if (a.kind == ATOM_FUNCTION)
			one = call_function(f, node, a.id);
		else if (a.kind == ATOM_CLASS)
			one = call_class(f, a.id, arguments);
		else if (a.kind == ATOM_METHOD)
			one = fold_method(f, node, a.id);
		value_merge(&out, &one);
	}
	return out;
}
