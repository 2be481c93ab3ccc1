/* SPDX-License-Identifier: MIT */
/*
 * Decorators that pass on: what they decorate is called by their wrapper alone, with just what the
 * wrapper was called with. Of the file, `def decorator(f)` (or a function that returns one) with
 * `def wrapper(*args, **kwargs)` that calls f(*args, **kwargs) and is returned; each mention of f,
 * of the wrapper and of what it passes on has to be of a known form. Of libraries, caches and
 * context managers.
 */
#include "facts.h"

#define PASSED_MAX 3 /* self, *args, **kwargs */

/* The scope of the one function that a binding is, with nothing else ever stored to it. */
static uint32_t
only_function(const struct facts *f, uint32_t binding)
{
	uint32_t scope = NOWHERE;

	for (size_t i = 0; i < f->occurrences_count; i++) {
		const struct occurrence *o = &f->occurrences[i];

		if (o->binding != binding || o->role == ROLE_LOAD)
			continue;
		if (o->role != ROLE_DEFINED || scope != NOWHERE)
			return NOWHERE;
		scope = f->opened[f->tree->nodes[o->node].parent];
	}
	return scope != NOWHERE && f->scopes[scope].kind == SCOPE_FUNCTION ? scope : NOWHERE;
}

static uint32_t
binding_at(const struct facts *f, uint32_t node)
{
	return f->tree->nodes[node].kind == K_IDENTIFIER && f->fact_of[node] != NOWHERE &&
		       f->role[node] == ROLE_LOAD
		   ? f->occurrences[f->fact_of[node]].binding
		   : NOWHERE;
}

/* The function of the module that a name certainly is. */
static uint32_t
function_named(const struct facts *f, uint32_t node)
{
	uint32_t binding = binding_at(f, node);

	if (binding == NOWHERE || f->bindings[binding].scope != 0 ||
	    f->bindings[binding].is_import || f->bindings[binding].is_deleted)
		return NOWHERE;
	return only_function(f, binding);
}

static bool
is_in(const struct facts *f, uint32_t node, uint32_t scope)
{
	return facts_scope_function(f, f->scope_of[node]) == scope;
}

/* The function that a function defines and gives back, in its one return. */
static uint32_t
returned_function(const struct facts *f, uint32_t scope)
{
	const struct scope *s = &f->scopes[scope];
	uint32_t binding = s->first_return == NOWHERE || f->returns[s->first_return].next != NOWHERE
			       ? NOWHERE
			       : binding_at(f, f->returns[s->first_return].node);

	return binding == NOWHERE || f->bindings[binding].scope != scope || s->is_generator
		   ? NOWHERE
		   : only_function(f, binding);
}

static bool
is_wraps(const struct facts *f, uint32_t call)
{
	struct str text = tree_text(f->tree, tree_child(f->tree, call, F_FUNCTION));

	return f->tree->nodes[call].kind == K_CALL &&
	       f->tree->nodes[f->tree->nodes[call].parent].kind == K_DECORATOR &&
	       str_is_one_of(text, "wraps functools.wraps") && !facts_is_bound_otherwise(f, text);
}

/* x.__name__ and the like, which give texts. */
static bool
is_only_named(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[node].parent;

	return t->nodes[up].kind == K_ATTRIBUTE && t->nodes[node].field == F_OBJECT &&
	       f->role[up] == ROLE_LOAD && !facts_is_callee(t, up) &&
	       str_is_one_of(tree_text(t, tree_child(t, up, F_ATTRIBUTE)),
		   "__name__ __qualname__ __doc__ __module__");
}

/* The wrapper's own parameters, one by one, as they came. */
static bool
passes_all(const struct facts *f, uint32_t call, uint32_t wrapper)
{
	uint32_t at = 0, p = f->scopes[wrapper].first_parameter;
	struct argument a;

	while (facts_argument(f, tree_child(f->tree, call, F_ARGUMENTS), &at, &a)) {
		const struct parameter *one = p == NOWHERE ? NULL : &f->parameters[p];

		if (one == NULL || a.name != 0 || a.star != one->star ||
		    a.double_star != one->double_star ||
		    binding_at(f, facts_bare(f, a.node)) != one->binding)
			return false;
		p = one->next;
	}
	return p == NOWHERE;
}

static bool
is_passed_on(const struct facts *f, uint32_t node, uint32_t wrapper)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[node].parent;

	if (facts_is_callee(t, node))
		return is_in(f, node, wrapper) && passes_all(f, up, wrapper);
	if (t->nodes[up].kind == K_ARGUMENT_LIST)
		return is_wraps(f, t->nodes[up].parent) && tree_next(t, tree_first(t, up)) == 0;
	return is_only_named(f, node);
}

/* Returned, or with something of its own: wrapper.calls = 0. */
static bool
is_harmless_wrapper(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[node].parent;

	return t->nodes[up].kind == K_RETURN_STATEMENT ||
	       (t->nodes[up].kind == K_ATTRIBUTE && t->nodes[node].field == F_OBJECT &&
		   !facts_is_callee(t, up) &&
		   !str_starts(tree_text(t, tree_child(t, up, F_ATTRIBUTE)), STR("__")));
}

/* Reads a dictionary, and changes it not. */
static bool
is_read_only(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[node].parent;
	struct str text;

	switch (t->nodes[up].kind) {
	case K_DICTIONARY_SPLAT:
	case K_INTERPOLATION:
	case K_NOT_OPERATOR:
		return true;
	case K_SUBSCRIPT:
		return t->nodes[node].field == F_VALUE && f->role[up] == ROLE_LOAD;
	case K_ATTRIBUTE:
		return facts_is_callee(t, up) &&
		       str_is_one_of(tree_text(t, tree_child(t, up, F_ATTRIBUTE)),
			   "items keys values get copy");
	case K_ARGUMENT_LIST:
		text = tree_text(t, tree_child(t, t->nodes[up].parent, F_FUNCTION));
		return t->nodes[t->nodes[up].parent].kind == K_CALL &&
		       str_is_one_of(text, "print len str repr bool") &&
		       !facts_is_bound_otherwise(f, text);
	default:
		return false;
	}
}

/* Whether the wrapper's parameters are self, *args and **kwargs, or some of them, and stay what
 * they are. Nobody may give self by its name. */
static bool
has_plain_parameters(const struct facts *f, uint32_t wrapper)
{
	unsigned count = 0;

	for (uint32_t p = f->scopes[wrapper].first_parameter; p != NOWHERE;
	     p = f->parameters[p].next, count++) {
		const struct parameter *one = &f->parameters[p];
		bool named = !one->star && !one->double_star;

		if (count >= PASSED_MAX || f->bindings[one->binding].is_stored ||
		    (named && (count > 0 || one->value != 0 || one->keyword_only)))
			return false;
		for (uint32_t i = 1; named && i < f->tree->count; i++)
			if (f->role[i] == ROLE_KEYWORD && f->fact_of[i] == one->name)
				return false;
		for (size_t i = 0; one->double_star && i < f->occurrences_count; i++)
			if (f->occurrences[i].binding == one->binding &&
			    f->occurrences[i].role == ROLE_LOAD &&
			    !is_read_only(f, f->occurrences[i].node))
				return false;
	}
	return true;
}

/* wraps(f) at most. */
static bool
is_plainly_wrapped(const struct facts *f, uint32_t wrapper)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[f->scopes[wrapper].node].parent;

	for (uint32_t c = tree_first(t, up); t->nodes[up].kind == K_DECORATED_DEFINITION && c != 0;
	     c = tree_next(t, c)) {
		uint32_t inner = tree_first(t, c);

		if (t->nodes[c].kind != K_DECORATOR)
			continue;
		if (inner != 0 && t->nodes[inner].kind == K_T_AT)
			inner = tree_next(t, inner);
		if (inner == 0 || !is_wraps(f, inner))
			return false;
	}
	return true;
}

static bool
is_forwarder(const struct facts *f, uint32_t decorator)
{
	const struct scope *s = &f->scopes[decorator];
	uint32_t p = s->first_parameter, wrapper = returned_function(f, decorator), function, own;

	if (wrapper == NOWHERE || p == NOWHERE || f->parameters[p].next != NOWHERE ||
	    f->parameters[p].star || f->parameters[p].double_star || f->parameters[p].value != 0 ||
	    f->bindings[f->parameters[p].binding].is_stored || !is_plainly_wrapped(f, wrapper) ||
	    !has_plain_parameters(f, wrapper))
		return false;
	function = f->parameters[p].binding;
	own = binding_at(f, f->returns[s->first_return].node);
	for (size_t i = 0; i < f->occurrences_count; i++) {
		const struct occurrence *o = &f->occurrences[i];

		if (o->role != ROLE_LOAD)
			continue;
		if ((o->binding == function && !is_passed_on(f, o->node, wrapper)) ||
		    (o->binding == own && !is_harmless_wrapper(f, o->node)))
			return false;
	}
	return true;
}

/* The first time a decorator is met, it is looked through. */
static bool
forwards(struct facts *f, uint32_t decorator)
{
	struct scope *s = &f->scopes[decorator];

	if (s->forwards == FORWARDS_UNKNOWN)
		s->forwards = facts_spend(f, (uint32_t)f->occurrences_count) && !s->is_decorated &&
				      !facts_mentions(f, "__wrapped__ __closure__ __dict__ vars") &&
				      is_forwarder(f, decorator)
				  ? FORWARDS
				  : FORWARDS_NOT;
	return s->forwards == FORWARDS;
}

/* lru_cache and its kin keep the function where nobody asks for it. */
static bool
is_known(const struct facts *f, struct str text)
{
	return str_is_one_of(text,
		   "lru_cache functools.lru_cache cache functools.cache contextmanager "
		   "contextlib.contextmanager") &&
	       !facts_is_bound_otherwise(f, text) &&
	       !facts_mentions(f, "__wrapped__ __dict__ vars") &&
	       !facts_asks_for(f, "func args kwds");
}

bool
facts_passes_on(struct facts *f, uint32_t decorator)
{
	const struct tree *t = f->tree;
	uint32_t inner = tree_first(t, decorator), function;
	bool called;

	if (inner != 0 && t->nodes[inner].kind == K_T_AT)
		inner = tree_next(t, inner);
	called = inner != 0 && t->nodes[inner].kind == K_CALL;
	if (called)
		inner = tree_child(t, inner, F_FUNCTION);
	if (inner == 0 || !facts_spend(f, (uint32_t)f->occurrences_count / 16 + 1))
		return false;
	if (is_known(f, tree_text(t, inner)))
		return true;
	function = function_named(f, inner);
	if (function != NOWHERE && called)
		function =
		    f->scopes[function].is_decorated ? NOWHERE : returned_function(f, function);
	return function != NOWHERE && forwards(f, function);
}
