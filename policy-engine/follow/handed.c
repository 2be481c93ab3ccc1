/* SPDX-License-Identifier: MIT */
/*
 * Functions of the file that are handed to a library together with what they get:
 * pool.submit(f, a), map(f, list), Thread(target=f, args=(a,)), partial(f, a), to_thread(f, a).
 * Their parameters get just that, as long as the library is certainly the one that calls them.
 */
#include "fold.h"

enum way {
	WAY_NONE = 0,
	WAY_PENDING, /* who is called is not known yet */
	WAY_REST,    /* f gets the arguments behind it */
	WAY_EACH,    /* f gets an element of each of them, call by call */
	WAY_PART,    /* f gets them first, and more by and by */
	WAY_LISTED   /* Thread: f gets what stands in args */
};

/* What threads and executors keep for themselves: the function and what it will get. */
static bool
looks_inside(const struct facts *f)
{
	return facts_mentions(
	    f, "_target _args _kwargs _work_queue _pending_work_items _call_queue");
}

static enum way
way_of_symbol(const struct facts *f, struct str name)
{
	if (str_is(name, "builtins.map"))
		return WAY_EACH;
	if (str_is(name, "functools.partial"))
		return facts_asks_for(f, "func") ? WAY_NONE : WAY_PART;
	if (str_is(name, "threading.Thread"))
		return f->replaces_methods || looks_inside(f) ? WAY_NONE : WAY_LISTED;
	if (str_is_one_of(name, "asyncio.to_thread asyncio.threads.to_thread"))
		return facts_mentions(f,
			   "set_default_executor set_event_loop_policy set_event_loop "
			   "loop_factory new_event_loop")
			   ? WAY_NONE
			   : WAY_REST;
	return WAY_NONE;
}

static bool
is_executor(const struct facts *f, const struct value *v)
{
	const struct atom *a = value_only(v, ATOM_RESULT);
	struct str name = a == NULL ? (struct str){"", 0} : facts_name(f, a->id);

	return str_starts(name, STR("concurrent.futures.")) &&
	       (str_ends(name, STR(".ThreadPoolExecutor")) ||
		   str_ends(name, STR(".ProcessPoolExecutor")));
}

static enum way
way_of(const struct facts *f, uint32_t call)
{
	const struct tree *t = f->tree;
	uint32_t function = facts_bare(f, tree_child(t, call, F_FUNCTION)), object;
	const struct value *v = facts_value(f, function);
	const struct atom *symbol = value_only(v, ATOM_SYMBOL);
	struct str name;

	if (symbol != NULL)
		return way_of_symbol(f, facts_name(f, symbol->id));
	if (t->nodes[function].kind != K_ATTRIBUTE)
		return facts_is_pending(f, v) ? WAY_PENDING : WAY_NONE;
	object = tree_child(t, function, F_OBJECT);
	name = tree_text(t, tree_child(t, function, F_ATTRIBUTE));
	if (facts_is_pending(f, facts_value(f, object)))
		return WAY_PENDING;
	if ((!str_is(name, "submit") && !str_is(name, "map")) || f->replaces_methods ||
	    !is_executor(f, facts_value(f, object)) || looks_inside(f))
		return WAY_NONE;
	return str_is(name, "submit") ? WAY_REST : WAY_EACH;
}

/* The function that a call hands over; 0 for none. */
static uint32_t
function_in(const struct facts *f, uint32_t call, enum way way)
{
	uint32_t list = tree_child(f->tree, call, F_ARGUMENTS), at = 0, node;
	struct argument a;
	bool spread;

	if (way == WAY_LISTED) {
		node = facts_find_argument(f, list, 1, STR("target"), &spread);
		return spread ? 0 : node;
	}
	return facts_argument(f, list, &at, &a) && !a.star && !a.double_star && a.name == 0 ? a.node
											    : 0;
}

/* The call that a node stands in as an argument, by place or name; 0 for none. */
static uint32_t
call_around(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[node].parent;

	if (t->nodes[up].kind == K_KEYWORD_ARGUMENT && t->nodes[node].field == F_VALUE)
		up = t->nodes[up].parent;
	return t->nodes[up].kind == K_ARGUMENT_LIST && t->nodes[t->nodes[up].parent].kind == K_CALL
		   ? t->nodes[up].parent
		   : 0;
}

bool
facts_may_be_handed(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t call = call_around(f, node);
	uint32_t function = call == 0 ? 0 : facts_bare(f, tree_child(t, call, F_FUNCTION));

	if (t->nodes[function].kind == K_ATTRIBUTE)
		function = tree_child(t, function, F_ATTRIBUTE);
	return function != 0 &&
	       str_is_one_of(tree_text(t, function), "submit map Thread to_thread partial");
}

/* Class.method: its self is among what it gets. */
static bool
is_of_class(const struct facts *f, uint32_t node)
{
	uint32_t object =
	    f->tree->nodes[node].kind == K_ATTRIBUTE ? tree_child(f->tree, node, F_OBJECT) : 0;
	const struct value *v = facts_value(f, object);

	return object != 0 && (value_find(v, ATOM_CLASS) != NULL || facts_gives_class(f, object) ||
				  (f->class_values && v->unknown));
}

enum handed
facts_is_handed(const struct facts *f, uint32_t node)
{
	uint32_t call = facts_may_be_handed(f, node) ? call_around(f, node) : 0;
	enum way way = call == 0 ? WAY_NONE : way_of(f, call);

	if (way == WAY_PENDING)
		return HANDED_PENDING;
	return way != WAY_NONE && function_in(f, call, way) == node && !is_of_class(f, node)
		   ? HANDED
		   : HANDED_NOT;
}

bool
facts_is_listed(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[node].parent;
	bool pair = t->nodes[up].kind == K_PAIR && t->nodes[node].field == F_VALUE;
	enum kind k;

	if (pair)
		up = t->nodes[up].parent;
	k = (enum kind)t->nodes[up].kind;
	return (pair ? k == K_DICTIONARY : k == K_LIST || k == K_TUPLE) && !f->functions_lost &&
	       !f->opened_all && f->opened_literal[up] == 0;
}

bool
facts_leaves_sight(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[node].parent;

	if (facts_is_callee(t, node))
		return false;
	return t->nodes[up].kind != K_ASSIGNMENT || t->nodes[node].field != F_RIGHT ||
	       t->nodes[tree_child(t, up, F_LEFT)].kind != K_IDENTIFIER ||
	       t->nodes[t->nodes[up].parent].kind == K_ASSIGNMENT;
}

bool
facts_hands_on(const struct facts *f, uint32_t call)
{
	enum way way = way_of(f, call);
	uint32_t function = way == WAY_REST || way == WAY_EACH ? function_in(f, call, way) : 0;
	const struct value *v = facts_value(f, function);

	for (unsigned i = 0; function != 0 && i < v->count; i++) {
		uint32_t p = v->atoms[i].kind == ATOM_FUNCTION
				 ? f->scopes[v->atoms[i].id].first_parameter
				 : NOWHERE;

		if (v->atoms[i].kind != ATOM_FUNCTION || f->scopes[v->atoms[i].id].is_decorated)
			return false;
		for (; p != NOWHERE; p = f->parameters[p].next)
			if (f->parameters[p].star || f->parameters[p].double_star)
				return false;
	}
	return way == WAY_PENDING || (function != 0 && value_is(v, ATOM_FUNCTION));
}

/* args=(a, b): by place. */
static void
give_listed(struct facts *f, uint32_t p, uint32_t list)
{
	const struct tree *t = f->tree;
	bool spread;
	uint32_t args = facts_bare(f, facts_find_argument(f, list, 3, STR("args"), &spread)),
		 kwargs = facts_find_argument(f, list, 4, STR("kwargs"), &spread), item = 0;
	bool told = t->nodes[args].kind == K_TUPLE || t->nodes[args].kind == K_LIST;

	item = args != 0 && told ? tree_first(t, args) : 0;
	for (; p != NOWHERE; p = f->parameters[p].next) {
		struct binding *b = &f->bindings[f->parameters[p].binding];

		if (spread || kwargs != 0 || (args != 0 && !told) ||
		    (item != 0 && facts_is_star(t, item)))
			b->value.unknown = true;
		else if (item != 0)
			fold_merge(f, &b->value, facts_value(f, item));
		item = item == 0 || facts_is_star(t, item) ? item : tree_next(t, item);
	}
}

/* map(f, list, list): an element of each, by place. */
static void
give_each(struct facts *f, uint32_t p, uint32_t list)
{
	uint32_t at = 0;
	bool more, spread = false;
	struct argument a;

	more = facts_argument(f, list, &at, &a) && facts_argument(f, list, &at, &a);
	for (; p != NOWHERE && more && facts_spend(f, 1); p = f->parameters[p].next) {
		struct binding *b = &f->bindings[f->parameters[p].binding];
		struct value one = value_unknown();

		spread = spread || a.star || a.double_star;
		if (!spread && a.name != 0)
			return;
		if (!spread)
			one = fold_iterated(f, a.node, NULL, 0);
		fold_merge(f, &b->value, &one);
		more = spread || facts_argument(f, list, &at, &a);
	}
}

/* partial(f, a, b): the first parameters; the others get what nobody sees. */
static void
give_part(struct facts *f, uint32_t p, uint32_t list)
{
	uint32_t at = 0;
	struct argument a;
	bool open = false;

	facts_argument(f, list, &at, &a);
	for (; p != NOWHERE && facts_spend(f, 1); p = f->parameters[p].next) {
		struct binding *b = &f->bindings[f->parameters[p].binding];

		open = open || !facts_argument(f, list, &at, &a) || a.star || a.double_star ||
		       a.name != 0 || f->parameters[p].keyword_only;
		if (open)
			b->value.unknown = true;
		else
			fold_merge(f, &b->value, facts_value(f, a.node));
	}
}

/* What a function gets; of a method, behind its self. */
static void
hand(struct facts *f, uint32_t scope, enum way way, uint32_t list)
{
	struct scope *s = &f->scopes[scope];
	uint32_t p = s->first_parameter;

	if (f->scopes[s->parent].kind == SCOPE_CLASS && !s->is_static && p != NOWHERE)
		p = f->parameters[p].next;
	s->called = s->is_handed = true;
	if (way == WAY_REST)
		facts_give(f, p, list, 1);
	else if (way == WAY_EACH)
		give_each(f, p, list);
	else if (way == WAY_PART)
		give_part(f, p, list);
	else
		give_listed(f, p, list);
}

void
facts_hand(struct facts *f, uint32_t call)
{
	enum way way = way_of(f, call);
	uint32_t list = tree_child(f->tree, call, F_ARGUMENTS), function, name;
	const struct value *v;

	if (way == WAY_NONE || way == WAY_PENDING)
		return;
	function = function_in(f, call, way);
	v = facts_value(f, function);
	for (unsigned i = 0; function != 0 && i < v->count; i++)
		if (v->atoms[i].kind == ATOM_FUNCTION &&
		    f->scopes[f->scopes[v->atoms[i].id].parent].kind != SCOPE_CLASS)
			hand(f, v->atoms[i].id, way, list);
	if (function == 0 || f->tree->nodes[function].kind != K_ATTRIBUTE ||
	    f->fact_of[function] == NOWHERE)
		return;
	name = f->attributes[f->fact_of[function]].name;
	for (uint32_t i = 1; facts_is_method(f, name) && i < f->scopes_count && facts_spend(f, 1);
	     i++)
		if (f->scopes[i].name == name && f->scopes[i].kind == SCOPE_FUNCTION &&
		    f->scopes[f->scopes[i].parent].kind == SCOPE_CLASS)
			hand(f, i, way, list);
}
