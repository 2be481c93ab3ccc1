/* SPDX-License-Identifier: MIT */
/* Places where a value is only shown: nobody can call it afterwards, or take something out of it.
 */
#include "judge.h"

/* The builtin or library function that a list of arguments is given to, by its dotted name. */
static struct str
callee_of(const struct judge *j, uint32_t list)
{
	const struct tree *t = j->tree;
	const struct atom *a = NULL;

	if (t->nodes[list].kind == K_ARGUMENT_LIST &&
	    t->nodes[t->nodes[list].parent].kind == K_CALL)
		a = value_only(
		    facts_value(j->facts, tree_child(t, t->nodes[list].parent, F_FUNCTION)),
		    ATOM_SYMBOL);
	return a == NULL ? (struct str){"", 0} : facts_name(j->facts, a->id);
}

bool
is_argument_of(const struct judge *j, uint32_t list, const char *symbols)
{
	return str_is_one_of(callee_of(j, list), symbols);
}

bool
is_only_shown(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t top = mention_top(t, node), up = t->nodes[top].parent;

	while (t->nodes[up].kind == K_CONDITIONAL_EXPRESSION ||
	       t->nodes[up].kind == K_BOOLEAN_OPERATOR) {
		top = mention_top(t, up);
		up = t->nodes[top].parent;
	}
	if (t->nodes[up].kind == K_COMPARISON_OPERATOR)
		return !j->facts->own_operators;
	if (t->nodes[up].kind == K_NOT_OPERATOR || t->nodes[top].field == F_CONDITION)
		return true;
	return str_is_one_of(callee_of(j, up),
	    "builtins.print builtins.callable builtins.bool builtins.repr builtins.str");
}

static bool
is_json_writer(const struct judge *j, uint32_t list)
{
	return str_is_one_of(callee_of(j, list), "json.dumps json.dump");
}

/* o.__dict__, vars(o) */
static bool
gives_fields(const struct tree *t, uint32_t body)
{
	if (t->nodes[body].kind == K_ATTRIBUTE)
		return str_is(tree_text(t, tree_child(t, body, F_ATTRIBUTE)), "__dict__");
	return t->nodes[body].kind == K_CALL &&
	       str_is(tree_text(t, tree_child(t, body, F_FUNCTION)), "vars");
}

/* What json asks about a value that it can't write: nobody, str or repr, or a lambda that gives
 * its fields. */
static bool
has_plain_default(const struct judge *j, uint32_t list)
{
	uint32_t at = 0;
	struct argument a;

	while (facts_argument(j->facts, list, &at, &a)) {
		struct str name = a.name == 0 ? (struct str){"", 0} : facts_name(j->facts, a.name);
		const struct atom *symbol = value_only(facts_value(j->facts, a.node), ATOM_SYMBOL);

		if (a.star || a.double_star || str_is(name, "cls"))
			return false;
		if (str_is(name, "default") && j->tree->nodes[a.node].kind != K_LAMBDA &&
		    (symbol == NULL || !str_is_one_of(facts_name(j->facts, symbol->id),
					   "builtins.str builtins.repr")))
			return false;
		if (str_is(name, "default") && j->tree->nodes[a.node].kind == K_LAMBDA &&
		    !gives_fields(j->tree, tree_child(j->tree, a.node, F_BODY)))
			return false;
	}
	return true;
}

/* A part of a list, tuple, set, dictionary or comprehension, or a choice. */
static bool
is_inside(const struct tree *t, uint32_t top)
{
	uint32_t up = t->nodes[top].parent;

	switch (t->nodes[up].kind) {
	case K_LIST:
	case K_TUPLE:
	case K_DICTIONARY:
	case K_CONDITIONAL_EXPRESSION:
		return true;
	case K_PAIR:
		return t->nodes[top].field == F_VALUE;
	case K_LIST_COMPREHENSION:
		return t->nodes[top].field == F_BODY;
	default:
		return false;
	}
}

/* vars(x) == vars(y): no operator of the file sees the dictionaries. */
static bool
compares_fields(const struct tree *t, uint32_t comparison)
{
	unsigned count = 0;

	for (uint32_t c = tree_first(t, comparison); c != 0; c = tree_next(t, c)) {
		if (t->nodes[c].kind >= K_T_PLUS)
			continue;
		if (!gives_fields(t, c))
			return false;
		count++;
	}
	return count == 2;
}

bool
is_only_written(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t top = mention_top(t, node), up;

	while (is_inside(t, top))
		top = mention_top(t, t->nodes[top].parent);
	up = t->nodes[top].parent;
	if (t->nodes[up].kind == K_INTERPOLATION)
		return true;
	if (t->nodes[up].kind == K_COMPARISON_OPERATOR)
		return !j->facts->own_operators || compares_fields(t, up);
	if (t->nodes[up].kind == K_LAMBDA && t->nodes[top].field == F_BODY) {
		up = t->nodes[up].parent;
		return t->nodes[up].kind == K_KEYWORD_ARGUMENT &&
		       str_is(tree_text(t, tree_child(t, up, F_NAME)), "default") &&
		       is_json_writer(j, t->nodes[up].parent) &&
		       has_plain_default(j, t->nodes[up].parent);
	}
	return str_is_one_of(
		   callee_of(j, up), "builtins.print builtins.len builtins.repr builtins.str") ||
	       (is_json_writer(j, up) && has_plain_default(j, up));
}

/* x.__bases__[0].__name__: the name of a parent, and nothing else of it. */
bool
is_only_named(const struct tree *t, uint32_t node, struct str name)
{
	uint32_t up = t->nodes[node].parent, top;

	if (!str_is_one_of(name, "__mro__ __bases__ __base__"))
		return false;
	if (t->nodes[up].kind == K_SUBSCRIPT && t->nodes[node].field == F_VALUE &&
	    tree_child(t, up, F_SUBSCRIPT) != 0 &&
	    t->nodes[tree_child(t, up, F_SUBSCRIPT)].kind == K_INTEGER)
		node = up;
	top = t->nodes[node].parent;
	return node == up && t->nodes[top].kind == K_ATTRIBUTE &&
	       str_is_one_of(
		   tree_text(t, tree_child(t, top, F_ATTRIBUTE)), "__name__ __qualname__");
}

/* x.__closure__ is not None: whether there is one. */
bool
is_only_missed(const struct tree *t, uint32_t node)
{
	uint32_t up = t->nodes[node].parent;
	struct str whole = tree_text(t, up), part = tree_text(t, node), rest;

	if (t->nodes[up].kind != K_COMPARISON_OPERATOR || tree_first(t, up) != node)
		return false;
	rest = str_slice(whole, part.n, whole.n);
	return str_is(rest, " is None") || str_is(rest, " is not None");
}

/* sys.stdout = io.StringIO(), and back: as redirect_stdout does. */
bool
is_stream_swap(const struct judge *j, uint32_t node, const struct value *object, struct str name)
{
	const struct tree *t = j->tree;
	const struct atom *module = value_only(object, ATOM_MODULE);
	uint32_t up = t->nodes[node].parent;
	const struct value *v;

	if (module == NULL || !str_is(facts_name(j->facts, module->id), "sys") ||
	    !str_is_one_of(name, "stdout stderr") || t->nodes[up].kind != K_ASSIGNMENT ||
	    t->nodes[node].field != F_LEFT)
		return false;
	while (t->nodes[up].kind == K_ASSIGNMENT) /* a = b = value */
		up = tree_child(t, up, F_RIGHT);
	v = facts_value(j->facts, up);
	if (v->count == 0 || v->unknown || v->lost || j->facts->unsettled)
		return false;
	for (unsigned i = 0; i < v->count; i++)
		if (!(v->atoms[i].kind == ATOM_RESULT
			    ? str_is(facts_name(j->facts, v->atoms[i].id), "io.StringIO")
			    : v->atoms[i].kind == ATOM_SYMBOL &&
				  str_is_one_of(facts_name(j->facts, v->atoms[i].id),
				      "sys.stdout sys.stderr")))
			return false;
	return true;
}
