/* SPDX-License-Identifier: MIT */
/* What a file does that is not followed: then nothing of it is certain. */
#include "kin.h"

/* Methods of classes that decide what an attribute or a new object is. */
static bool
is_unfollowed_name(struct str name)
{
	return str_is_one_of(name,
	    "__getattr__ __getattribute__ __get__ __set_name__ __new__ __prepare__ "
	    "__class_getitem__ __mro_entries__ __del__ __setattr__ __delattr__ "
	    "__instancecheck__ __reduce__ __reduce_ex__ __setstate__ __getstate__ __copy__ "
	    "__deepcopy__ __match_args__ __aiter__ __anext__ __aenter__ __await__ __dict__ "
	    "__class__ __fspath__ __buffer__ __array__ __array_ufunc__ __array_function__");
}

/* Builtins that change nothing that they are given. */
static bool
is_pure_call(const struct kin *k, uint32_t function)
{
	const struct facts *f = k->facts;
	const struct value *v = facts_value(f, function);
	const struct atom *a = value_only(v, ATOM_SYMBOL);
	struct str name = a == NULL ? (struct str){"", 0} : facts_name(f, a->id);

	if (value_only(v, ATOM_CLASS) != NULL || facts_gives_class(f, function))
		return true;
	if (str_starts(name, STR("builtins.")))
		return str_is_one_of(str_slice(name, 9, name.n),
		    "isinstance len type sum zip all any range min max abs tuple list sorted map "
		    "round int float str repr hash divmod set frozenset enumerate bool super "
		    "reversed dict TypeError ValueError NotImplementedError");
	return str_starts(name, STR("math.")) || str_starts(name, STR("decimal.")) ||
	       str_starts(name, STR("fractions.")) || str_starts(name, STR("numpy."));
}

/* x.method() of the file, which sees no other object. */
static bool
is_lone_call(const struct kin *k, uint32_t call)
{
	uint32_t at = 0;
	struct argument a;

	return k->tree->nodes[facts_bare(k->facts, tree_child(k->tree, call, F_FUNCTION))].kind ==
		   K_ATTRIBUTE &&
	       !facts_argument(k->facts, tree_child(k->tree, call, F_ARGUMENTS), &at, &a) &&
	       !str_is_one_of(tree_text(k->tree,
				  tree_child(k->tree,
				      facts_bare(k->facts, tree_child(k->tree, call, F_FUNCTION)),
				      F_ATTRIBUTE)),
		   "pop popleft popitem clear sort reverse");
}

/*
 * The other side of a comparison may come out of containers that are compared, where nobody sees
 * it. So a method that answers one must change nothing and hand nothing on.
 */
static bool
is_pure_method(const struct kin *k, const struct scope *s)
{
	const struct tree *t = k->tree;
	uint32_t body = tree_child(t, s->node, F_BODY);

	for (uint32_t i = body; i < t->nodes[body].after; i++) {
		enum kind kind = (enum kind)t->nodes[i].kind;

		if ((kind == K_ATTRIBUTE || kind == K_SUBSCRIPT) &&
		    k->facts->role[i] != ROLE_LOAD && k->facts->role[i] != ROLE_NONE)
			return false;
		if (kind == K_GLOBAL_STATEMENT || kind == K_NONLOCAL_STATEMENT ||
		    kind == K_MATCH_STATEMENT || kind == K_YIELD || kind == K_AWAIT ||
		    kind == K_DELETE_STATEMENT)
			return false;
		if (kind == K_CALL && !is_lone_call(k, i) &&
		    !is_pure_call(k, facts_bare(k->facts, tree_child(t, i, F_FUNCTION))))
			return false;
	}
	return true;
}

/* Those that containers ask their elements: in comparisons, sorted, max, index, as keys. */
static bool
is_comparison(const struct kin *k, const struct scope *s)
{
	return str_is_one_of(
	    facts_name(k->facts, s->name), "__eq__ __ne__ __lt__ __le__ __gt__ __ge__");
}

/* `__radd__ = __add__` is another name of a method that is followed; `__iter__ = walk` is none. */
static bool
is_plain_alias(const struct kin *k, const struct occurrence *o)
{
	const struct facts *f = k->facts;
	uint32_t up = k->tree->nodes[o->node].parent,
		 right =
		     k->tree->nodes[up].kind == K_ASSIGNMENT ? tree_child(k->tree, up, F_RIGHT) : 0;
	struct str name = facts_name(f, o->name);

	if (str_is_one_of(name, "__slots__ __hash__ __doc__ __module__ __version__"))
		return true;
	return right != 0 && k->tree->nodes[right].kind == K_IDENTIFIER &&
	       is_dunder(tree_text(k->tree, right)) &&
	       !str_is_one_of(name, "__call__ __iter__ __next__ __enter__ __getitem__ __init__ "
				    "__setitem__ __delitem__ __reversed__ __contains__ __exit__") &&
	       !str_is_one_of(tree_text(k->tree, right), "__call__ __init__");
}

static bool
has_followed_names(const struct kin *k)
{
	const struct facts *f = k->facts;

	for (size_t i = 0; i < f->occurrences_count; i++) {
		const struct occurrence *o = &f->occurrences[i];

		if (o->role == ROLE_STORE && f->scopes[o->scope].kind == SCOPE_CLASS &&
		    is_dunder(facts_name(f, o->name)) && !is_plain_alias(k, o))
			return false;
	}
	return true;
}

bool
kin_begin(struct kin *k)
{
	const struct facts *f = k->facts;

	for (uint32_t i = 1; i < f->scopes_count; i++) {
		const struct scope *s = &f->scopes[i];

		if (s->kind == SCOPE_FUNCTION && f->scopes[s->parent].kind == SCOPE_CLASS &&
		    (is_unfollowed_name(facts_name(f, s->name)) ||
			(is_comparison(k, s) && !is_pure_method(k, s))))
			return false;
	}
	if (!has_followed_names(k))
		return false;
	for (size_t i = 0; i < f->bindings_count; i++)
		if (f->scopes[f->bindings[i].scope].kind == SCOPE_CLASS &&
		    is_unfollowed_name(facts_name(f, f->bindings[i].name)))
			return false;
	for (uint32_t i = 1; i < f->scopes_count; i++) {
		kin_touch(k, kin_of_scope(k, i, KIN_FUNCTION));
		kin_touch(k, kin_of_scope(k, i, KIN_BOUND));
	}
	return !k->lost;
}
