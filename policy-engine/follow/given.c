/* SPDX-License-Identifier: MIT */
/*
 * Objects of the file's classes that others get. An argument of what the file does not define is
 * given away: whoever gets it may call its methods with anything, and set its fields. An object
 * that stands where it is not followed (in a container, an attribute of something else, behind a
 * yield) is kept: a library may come by it, and then calls and sets what libraries have names for.
 */
#include "fold.h"

/* Builtins that ask an object for nothing but its special methods. */
static bool
is_harmless(struct str symbol)
{
	if (str_is_one_of(symbol, "dataclasses.asdict dataclasses.astuple dataclasses.fields"))
		return true;
	return str_starts(symbol, STR("builtins.")) &&
	       str_is_one_of(str_slice(symbol, 9, symbol.n),
		   "print len isinstance issubclass str repr hash id type callable hasattr getattr "
		   "bool int float format iter next list tuple set dict sorted min max sum any all "
		   "abs round reversed enumerate zip super setattr");
}

/* x.append(object): a container keeps it. */
static bool
is_kept(const struct facts *f, uint32_t function)
{
	const struct tree *t = f->tree;

	return t->nodes[function].kind == K_ATTRIBUTE &&
	       str_is_one_of(tree_text(t, tree_child(t, function, F_ATTRIBUTE)),
		   "append appendleft add extend insert remove index count discard push get "
		   "setdefault update put put_nowait");
}

/* A method of some class of this file has the name: its parameters are followed. */
static bool
is_own_method(const struct facts *f, uint32_t function)
{
	return f->tree->nodes[function].kind == K_ATTRIBUTE && f->fact_of[function] != NOWHERE &&
	       facts_is_method(f, f->attributes[f->fact_of[function]].name);
}

static bool
is_foreign(const struct facts *f, uint32_t function)
{
	const struct value *v = facts_value(f, function);

	for (unsigned i = 0; i < v->count; i++) {
		uint32_t k = v->atoms[i].kind;

		if (k == ATOM_SYMBOL && !is_harmless(facts_name(f, v->atoms[i].id)))
			return true;
		if (k == ATOM_RESULT)
			return true;
	}
	return facts_is_open(f, v) && !is_kept(f, function) && !is_own_method(f, function);
}

static bool
give_class(struct facts *f, uint32_t class, bool kept, unsigned depth)
{
	struct scope *s = &f->scopes[class];
	bool *mark = kept ? &s->is_kept : &s->is_given, changed = !*mark;
	struct argument a;
	uint32_t at = 0;

	*mark = true;
	while (depth > 0 && changed &&
	       facts_argument(f, tree_child(f->tree, s->node, F_SUPERCLASSES), &at, &a)) {
		const struct value *v = facts_value(f, a.node);

		for (unsigned i = 0; i < v->count; i++)
			if (v->atoms[i].kind == ATOM_CLASS)
				give_class(f, v->atoms[i].id, kept, depth - 1);
	}
	return changed;
}

#define PARENTS_MAX 8 /* of a class, one above the other */

static bool
give(struct facts *f, uint32_t node, bool kept)
{
	const struct value *v = facts_value(f, node);
	uint32_t class = facts_self_class(f, node);
	bool changed = class != NOWHERE && give_class(f, class, kept, PARENTS_MAX);

	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind == ATOM_OBJECT)
			changed = give_class(f, v->atoms[i].id, kept, PARENTS_MAX) || changed;
	return changed;
}

/* Functions that neither keep their argument nor give it back. */
static bool
lets_go(struct str symbol)
{
	return str_starts(symbol, STR("builtins.")) &&
	       str_is_one_of(str_slice(symbol, 9, symbol.n),
		   "print len isinstance issubclass str repr hash id type callable hasattr bool "
		   "int "
		   "float format abs round any all super");
}

/* Each argument goes into a parameter of its own. */
static bool
has_plain_parameters(struct facts *f, uint32_t scope)
{
	const struct scope *s = &f->scopes[scope];

	for (uint32_t p = s->first_parameter; p != NOWHERE; p = f->parameters[p].next)
		if (f->parameters[p].star || f->parameters[p].double_star || !facts_spend(f, 1))
			return false;
	return !s->is_decorated && !s->is_wrapped;
}

/* A class whose one __init__ gets what the call gives. */
static bool
is_made_plainly(struct facts *f, uint32_t class)
{
	const struct scope *s = &f->scopes[class];
	uint32_t init = binding_find(f, class, names_add(&f->names, STR("__init__")), false),
		 new = binding_find(f, class, names_add(&f->names, STR("__new__")), false);
	const struct value *v = init == NOWHERE ? NULL : &f->bindings[init].value;

	for (unsigned i = 0; v != NULL && i < v->count; i++)
		if (v->atoms[i].kind != ATOM_FUNCTION || !has_plain_parameters(f, v->atoms[i].id))
			return false;
	return v != NULL && v->count > 0 && !v->unknown && new == NOWHERE &&
	       !s->is_decorated &&tree_child(f->tree, s->node, F_SUPERCLASSES) == 0;
}

/* What a call does with an argument is followed: into functions of the file, into __init__. */
static bool
is_followed_call(struct facts *f, uint32_t call)
{
	const struct value *v =
	    facts_value(f, facts_bare(f, tree_child(f->tree, call, F_FUNCTION)));

	if (f->tree->nodes[call].kind == K_CLASS_DEFINITION)
		return true;
	for (unsigned i = 0; i < v->count; i++) {
		uint32_t kind = v->atoms[i].kind, id = v->atoms[i].id;

		if (kind == ATOM_CLASS      ? !is_made_plainly(f, id)
		    : kind == ATOM_FUNCTION ? !has_plain_parameters(f, id)
					    : kind != ATOM_SYMBOL || !lets_go(facts_name(f, id)))
			return false;
	}
	return v->count > 0 && !v->unknown;
}

/* A class whose objects stay in sight, and which no library's class reads the variables of. */
static bool
is_followed_class(const struct facts *f, uint32_t class)
{
	const struct scope *s = &f->scopes[class];

	return !s->is_kept && !s->is_given && !s->escapes && !s->is_parent &&
	       tree_child(f->tree, s->node, F_SUPERCLASSES) == 0;
}

/* A name, or a field of self that the class says nothing of. */
static bool
is_followed_target(const struct facts *f, uint32_t target)
{
	const struct tree *t = f->tree;
	uint32_t class, scope = facts_scope_function(f, f->scope_of[target]);

	if (t->nodes[target].kind == K_IDENTIFIER)
		return f->scopes[scope].kind != SCOPE_CLASS || is_followed_class(f, scope);
	if (t->nodes[target].kind != K_ATTRIBUTE || f->shows_fields)
		return false;
	class = facts_self_class(f, tree_child(t, target, F_OBJECT));
	return class != NOWHERE && is_followed_class(f, class) && f->fact_of[target] != NOWHERE &&
	       binding_find(f, class, f->attributes[f->fact_of[target]].name, false) == NOWHERE;
}

/* `a = self.b = object` */
static bool
is_followed_store(const struct facts *f, uint32_t at)
{
	for (; f->tree->nodes[at].kind == K_ASSIGNMENT; at = f->tree->nodes[at].parent)
		if (!is_followed_target(f, tree_child(f->tree, at, F_LEFT)))
			return false;
	return true;
}

/* What a function returns is followed to its calls, where these are certain. Who gets self back
 * had it before, unless an operator asked. */
static bool
is_followed_return(const struct facts *f, uint32_t statement, uint32_t node)
{
	const struct scope *s = &f->scopes[facts_scope_function(f, f->scope_of[statement])];
	struct str name = facts_name(f, s->name);

	if (facts_is_self(f, node) && !s->is_decorated && !s->is_generator)
		return !str_starts(name, STR("__")) || str_is_one_of(name, "__enter__ __iter__");
	return !s->is_decorated && !s->is_generator && !s->escapes && !s->is_handed &&
	       s->kind == SCOPE_FUNCTION && f->scopes[s->parent].kind != SCOPE_CLASS;
}

/* for x in (object, other): the name gets each of them. */
static bool
is_followed_loop(const struct facts *f, uint32_t literal)
{
	const struct tree *t = f->tree;
	uint32_t loop = t->nodes[literal].parent;
	enum kind k = (enum kind)t->nodes[loop].kind;

	return (k == K_FOR_STATEMENT || k == K_FOR_IN_CLAUSE) &&
	       t->nodes[literal].field == F_RIGHT &&
	       t->nodes[tree_child(t, loop, F_LEFT)].kind == K_IDENTIFIER;
}

/* An operator hands its one side to the other, unless that is a number or a text. */
static bool
is_followed_operand(struct facts *f, uint32_t operation, uint32_t operand)
{
	for (uint32_t c = tree_first(f->tree, operation); c != 0; c = tree_next(f->tree, c)) {
		const struct value *v = facts_value(f, c);
		bool token = tree_first(f->tree, c) == 0 && v->count == 0 &&
			     f->tree->nodes[c].kind != K_IDENTIFIER;

		if (!facts_spend(f, 1))
			return false;
		if (c != operand && !token && !fold_is_number(v) && !fold_is_text(v))
			return false;
	}
	return true;
}

bool
facts_is_followed(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[node].parent;
	enum field field = (enum field)t->nodes[node].field;

	switch (t->nodes[up].kind) {
	case K_ATTRIBUTE:
	case K_EXPRESSION_STATEMENT:
	case K_PARENTHESIZED_EXPRESSION:
	case K_CONDITIONAL_EXPRESSION:
	case K_BOOLEAN_OPERATOR:
	case K_NAMED_EXPRESSION:
	case K_NOT_OPERATOR:
	case K_UNARY_OPERATOR:
	case K_INTERPOLATION:
	case K_LIST_SPLAT:
	case K_WITH_ITEM:
	case K_DECORATOR:
	case K_DEFAULT_PARAMETER:
	case K_TYPED_DEFAULT_PARAMETER:
	case K_PARAMETERS:
	case K_LAMBDA_PARAMETERS:
	case K_TYPED_PARAMETER:
	case K_ASSERT_STATEMENT:
		return true;
	case K_COMPARISON_OPERATOR:
	case K_BINARY_OPERATOR:
		return is_followed_operand(f, up, node);
	case K_ASSIGNMENT:
		return field == F_LEFT || is_followed_store(f, up);
	case K_CALL:
		return field == F_FUNCTION;
	case K_ARGUMENT_LIST:
		return is_followed_call(f, t->nodes[up].parent);
	case K_KEYWORD_ARGUMENT:
		return field == F_NAME || is_followed_call(f, t->nodes[t->nodes[up].parent].parent);
	case K_TUPLE:
	case K_LIST:
		return is_followed_loop(f, up);
	case K_SUBSCRIPT:
		return field == F_VALUE;
	case K_FOR_STATEMENT:
	case K_FOR_IN_CLAUSE:
		return field == F_RIGHT;
	case K_AS_PATTERN:
		return t->nodes[tree_first(t, tree_child(t, up, F_ALIAS))].kind == K_IDENTIFIER;
	case K_IF_STATEMENT:
	case K_ELIF_CLAUSE:
	case K_WHILE_STATEMENT:
	case K_IF_CLAUSE:
		return field != F_BODY;
	case K_RETURN_STATEMENT:
		return is_followed_return(f, up, node);
	default:
		return false;
	}
}

static bool
keep_all(struct facts *f)
{
	bool changed = false;

	for (uint32_t s = 1; s < f->scopes_count; s++)
		if (f->scopes[s].kind == SCOPE_CLASS && !f->scopes[s].is_kept)
			changed = f->scopes[s].is_kept = true;
	return changed;
}

/* type(x)() and cls() make an object of some class of the file. */
static bool
run_made(struct facts *f)
{
	for (size_t i = 0; i < f->calls_count; i++)
		if (facts_gives_class(f, facts_bare(f, f->calls[i].function)) &&
		    value_find(&f->values[f->calls[i].node], ATOM_OBJECT) == NULL)
			return keep_all(f);
	return false;
}

/* What is given as self of a parent may be an object of a child. */
static bool
see_parent(struct scope *child, struct scope *parent)
{
	bool given = parent->is_given && !child->is_given,
	     kept = parent->is_kept && !child->is_kept;

	parent->is_parent = true;
	child->is_given = child->is_given || given;
	child->is_kept = child->is_kept || kept;
	return given || kept;
}

static bool
see_parents(struct facts *f)
{
	bool changed = false;

	for (uint32_t s = 1; s < f->scopes_count && facts_spend(f, 1); s++) {
		uint32_t bases = f->scopes[s].kind == SCOPE_CLASS
				     ? tree_child(f->tree, f->scopes[s].node, F_SUPERCLASSES)
				     : 0;
		uint32_t at = 0;
		struct argument a;

		while (facts_argument(f, bases, &at, &a) && facts_spend(f, 1)) {
			const struct value *v = facts_value(f, a.node);

			for (unsigned i = 0; i < v->count; i++)
				if (v->atoms[i].kind == ATOM_CLASS)
					changed =
					    see_parent(&f->scopes[s], &f->scopes[v->atoms[i].id]) ||
					    changed;
		}
	}
	return changed;
}

static bool
run_kept(struct facts *f)
{
	bool changed = f->has_classes && run_made(f);

	changed = see_parents(f) || changed;
	for (uint32_t h = 0; f->has_classes && h < f->held_count; h++) {
		uint32_t i = f->held[h];
		bool name = f->tree->nodes[i].kind == K_IDENTIFIER;

		if (f->values[i].lost)
			return keep_all(f) || changed;
		if (name ? f->role[i] != ROLE_LOAD : f->values[i].count == 0)
			continue;
		if ((value_find(&f->values[i], ATOM_OBJECT) != NULL || facts_is_self(f, i)) &&
		    !facts_is_followed(f, i))
			changed = give(f, i, true) || changed;
	}
	return changed;
}

/* Most calls hand on none, and need no look at what is called. */
static bool
hands_on_object(struct facts *f, uint32_t arguments)
{
	struct argument a;
	uint32_t at = 0;

	while (facts_argument(f, arguments, &at, &a) && facts_spend(f, 1))
		if (value_find(facts_value(f, a.node), ATOM_OBJECT) != NULL ||
		    facts_is_self(f, a.node))
			return true;
	return false;
}

bool
facts_run_given(struct facts *f)
{
	bool changed = run_kept(f);

	for (size_t i = 0; f->has_classes && i < f->calls_count && facts_spend(f, 1); i++) {
		const struct call *c = &f->calls[i];
		struct argument a;
		uint32_t at = 0;
		bool foreign;

		if (!hands_on_object(f, c->arguments))
			continue;
		foreign = is_foreign(f, facts_bare(f, c->function));
		while (facts_argument(f, c->arguments, &at, &a) && facts_spend(f, 1))
			if (foreign || str_is(facts_name(f, a.name), "file"))
				changed = give(f, a.node, false) || changed;
	}
	return changed;
}
