/* SPDX-License-Identifier: MIT */
/* What a call gives back, hands on and changes. */
#include "taint.h"

static void
spend(struct taint *t, size_t steps)
{
	t->steps = t->steps > steps ? t->steps - (uint32_t)steps : 0;
}

static uint32_t
of_argument(const struct taint *t, const struct argument *a)
{
	return t->node[a->node];
}

static uint32_t
object_of(const struct taint *t, const struct call *c)
{
	const struct tree *tree = t->judge->tree;
	uint32_t function = facts_bare(t->judge->facts, c->function);

	return tree->nodes[function].kind == K_ATTRIBUTE ? tree_child(tree, function, F_OBJECT) : 0;
}

uint32_t
taint_of_arguments(const struct taint *t, const struct call *c, bool for_print)
{
	const struct facts *f = t->judge->facts;
	uint32_t at = 0, found = 0, object = object_of(t, c);
	struct argument a;

	if (f->tree->nodes[c->arguments].kind == K_GENERATOR_EXPRESSION)
		return t->node[c->arguments];
	while (found == 0 && facts_argument(f, c->arguments, &at, &a))
		if (!for_print || a.name == 0 || !str_is(facts_name(f, a.name), "file"))
			found = of_argument(t, &a);
	return found != 0 || object == 0 ? found : t->node[object];
}

static bool
is_part_symbol(const struct rule_part *p, struct str name)
{
	const struct use u = {.kind = USE_SYMBOL, .name = name};

	return p->kind == PART_CALL && use_is_of(&u, p->name);
}

/* A method counts as one of a library only where the program has none of this name, and puts no
 * function of its own into an object under it: SimpleNamespace(mean=lambda: rows).mean(). */
static bool
is_own_method(const struct taint *t, uint32_t function)
{
	const struct facts *f = t->judge->facts;
	uint32_t name = f->attributes[f->fact_of[function]].name;

	if (t->has_makers || t->given[name] != 0)
		return true;

	for (size_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].name == name && f->scopes[i].kind == SCOPE_FUNCTION)
			return true;
	for (size_t i = 0; i < f->attributes_count; i++)
		if (f->attributes[i].name == name && f->attributes[i].role == ROLE_STORE)
			return true;
	return false;
}

static bool
is_clean(const struct taint *t, uint32_t function)
{
	const struct facts *f = t->judge->facts;
	const struct value *v = facts_value(f, function);
	bool all = v->count > 0 && !v->unknown;

	if (f->unsettled || (t->marks[function] & TAINT_CLEAN) == 0)
		return false;
	if (f->tree->nodes[function].kind == K_ATTRIBUTE && f->fact_of[function] != NOWHERE &&
	    !is_own_method(t, function) && v->count == 0)
		return true;
	for (unsigned i = 0; all && i < v->count; i++) {
		bool named = false;

		for (size_t k = 0; k < t->rule->part_count; k++)
			named = named || (t->rule->parts[k].role == PART_THROUGH &&
					     v->atoms[i].kind == ATOM_SYMBOL &&
					     is_part_symbol(&t->rule->parts[k],
						 facts_name(f, v->atoms[i].id)));
		all = named;
	}
	return all;
}

unsigned
taint_marks_of_call(const struct taint *t, const struct call *c)
{
	const struct facts *f = t->judge->facts;
	uint32_t function = facts_bare(f, c->function);
	const struct value *v = facts_value(f, function);
	unsigned marks = t->marks[function] & (TAINT_SOURCE | TAINT_SINK);

	for (unsigned i = 0; i < v->count; i++)
		for (size_t k = 0; k < t->rule->part_count; k++)
			if (v->atoms[i].kind == ATOM_SYMBOL && t->rule->parts[k].role == PART_TO &&
			    is_part_symbol(&t->rule->parts[k], facts_name(f, v->atoms[i].id)))
				marks |= TAINT_SINK;
	return is_clean(t, function) ? marks | TAINT_CLEAN : marks;
}

static void
give(struct taint *t, uint32_t parameter, const struct argument *a)
{
	uint32_t b = t->judge->facts->parameters[parameter].binding;

	taint_add(t, &t->binding[b], of_argument(t, a));
	taint_change(t, a->node, t->changed[b]);
}

/* To the parameters of a function of this file, by place and by name; what a star brings may be
 * any of them. */
static void
hand_over(struct taint *t, const struct call *c, uint32_t scope, bool bound)
{
	const struct facts *f = t->judge->facts;
	const struct scope *s = &f->scopes[scope];
	uint32_t p = s->first_parameter, object = object_of(t, c);
	unsigned place = 0;

	if (bound && !s->is_static && p != NOWHERE) {
		uint32_t b = f->parameters[p].binding;

		if (object != 0 && f->scopes[s->parent].kind == SCOPE_CLASS) {
			taint_add(t, &t->binding[b], t->node[object]);
			taint_change(t, object, t->changed[b]);
		}
		p = f->parameters[p].next;
	}
	for (; p != NOWHERE && t->steps > 0; p = f->parameters[p].next, place++) {
		const struct parameter *one = &f->parameters[p];
		unsigned position = 0;
		uint32_t at = 0;
		struct argument a;

		for (; facts_argument(f, c->arguments, &at, &a) && t->steps > 0; t->steps--)
			if (a.star || a.double_star || one->star || one->double_star ||
			    (a.name == 0 && position++ >= place && one->keyword_only) ||
			    (a.name != 0 && a.name == one->name))
				give(t, p, &a);
			else if (a.name == 0 && position == place + 1)
				give(t, p, &a);
	}
}

/* All parameters of a function get it: something else calls it. */
static void
hand_all(struct taint *t, uint32_t scope, uint32_t from)
{
	const struct facts *f = t->judge->facts;

	for (uint32_t p = f->scopes[scope].first_parameter; from != 0 && p != NOWHERE;
	     p = f->parameters[p].next)
		taint_add(t, &t->binding[f->parameters[p].binding], from);
}

/* All but the object itself. */
static void
hand_rest(struct taint *t, uint32_t scope, uint32_t from)
{
	const struct facts *f = t->judge->facts;

	for (uint32_t p = f->parameters[f->scopes[scope].first_parameter].next; p != NOWHERE;
	     p = f->parameters[p].next)
		taint_add(t, &t->binding[f->parameters[p].binding], from);
}

/* The methods of own classes that Python calls by itself get it: one, or (NULL) all. */
static void
hand_to_special(struct taint *t, const char *name, uint32_t from)
{
	const struct facts *f = t->judge->facts;

	for (uint32_t i = 1; from != 0 && i < f->scopes_count; i++) {
		struct str own = facts_name(f, f->scopes[i].name);
		bool wanted = name != NULL ? str_is(own, name)
					   : is_dunder(own) && !str_is(own, "__init__") &&
						 !str_is(own, "__new__");

		if (wanted && f->scopes[i].kind == SCOPE_FUNCTION &&
		    f->scopes[f->scopes[i].parent].kind == SCOPE_CLASS &&
		    f->scopes[i].first_parameter != NOWHERE)
			hand_rest(t, i, from);
	}
}

void
taint_operator(struct taint *t, uint32_t node)
{
	const struct facts *f = t->judge->facts;
	enum kind k = (enum kind)f->tree->nodes[node].kind;
	bool object = false;

	if (t->node[node] == 0 || (k != K_BINARY_OPERATOR && k != K_COMPARISON_OPERATOR &&
				      k != K_SUBSCRIPT && k != K_AUGMENTED_ASSIGNMENT))
		return;
	for (uint32_t c = tree_first(f->tree, node); c != 0; c = tree_next(f->tree, c)) {
		const struct value *v = facts_value(f, c);

		object =
		    object || value_find(v, ATOM_OBJECT) != NULL || (v->count == 0 && v->unknown);
	}
	if (!object)
		return;
	spend(t, f->scopes_count / 16 + 1);
	hand_to_special(t, NULL, t->node[node]);
}

/* What looks at names by other ways than by mentioning them. */
static uint32_t
of_reflection(const struct taint *t, struct str symbol)
{
	uint64_t effects = effects_of(symbol);

	if (effects_have(effects, EFFECT_FIELDS) || effects_have(effects, EFFECT_REFLECTS))
		return t->first;
	return effects_have(effects, EFFECT_GETATTR) ? t->any_field : 0;
}

static uint32_t
call_class(struct taint *t, const struct call *c, uint32_t class)
{
	const struct facts *f = t->judge->facts;

	for (uint32_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].kind == SCOPE_FUNCTION &&
		    f->scopes[f->scopes[i].parent].kind == SCOPE_CLASS &&
		    (str_is(facts_name(f, f->scopes[i].name), "__init__") ||
			str_is(facts_name(f, f->scopes[i].name), "__new__")))
			hand_over(t, c, i, true);
	return t->made[class] != 0 ? t->made[class] : taint_of_arguments(t, c, false);
}

static uint32_t
call_methods(struct taint *t, const struct call *c, uint32_t function)
{
	const struct facts *f = t->judge->facts;
	uint32_t name = f->attributes[f->fact_of[function]].name, found = 0;

	spend(t, f->scopes_count / 16 + 1);
	for (uint32_t i = 1; i < f->scopes_count && t->steps > 0; i++) {
		if (f->scopes[i].name != name || f->scopes[i].kind != SCOPE_FUNCTION ||
		    f->scopes[f->scopes[i].parent].kind != SCOPE_CLASS)
			continue;
		t->steps--;
		hand_over(t, c, i, true);
		hand_over(t, c, i, false);
		found = found != 0 ? found : t->returned[i];
	}
	return found;
}

/* A function that is handed to a call gets what else the call is given; of a method the object,
 * too. */
static void
call_handed(struct taint *t, const struct call *c, uint32_t from)
{
	const struct facts *f = t->judge->facts;
	struct argument a;
	uint32_t at = 0;

	while (from != 0 && facts_argument(f, c->arguments, &at, &a)) {
		const struct value *v = facts_value(f, a.node);
		uint32_t method = facts_bare(f, a.node);

		if (f->tree->nodes[method].kind == K_ATTRIBUTE)
			taint_change(t, tree_child(f->tree, method, F_OBJECT), from);
		else if (a.name != 0)
			taint_change(t, a.node, from);

		for (unsigned i = 0; i < v->count; i++)
			if (v->atoms[i].kind == ATOM_FUNCTION || v->atoms[i].kind == ATOM_BOUND)
				hand_all(t, v->atoms[i].id, from);
	}
}

/* Whatever is called may be any function that stands somewhere without being called. */
static uint32_t
call_unknown(struct taint *t, uint32_t from)
{
	const struct facts *f = t->judge->facts;
	uint32_t found = 0;

	spend(t, (f->occurrences_count + f->scopes_count) / 8 + 1);
	for (size_t i = 0; i < f->occurrences_count && t->steps > 0; i++) {
		const struct occurrence *o = &f->occurrences[i];
		const struct value *v;

		if (o->role != ROLE_LOAD || facts_is_callee(f->tree, o->node))
			continue;
		v = facts_value(f, o->node);
		for (unsigned k = 0; k < v->count; k++) {
			if (v->atoms[k].kind != ATOM_FUNCTION && v->atoms[k].kind != ATOM_BOUND)
				continue;
			t->steps--;
			hand_all(t, v->atoms[k].id, from);
			found = found != 0 ? found : t->returned[v->atoms[k].id];
		}
	}
	hand_to_special(t, "__call__", from);
	for (uint32_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].kind == SCOPE_LAMBDA) {
			hand_all(t, i, from);
			found = found != 0 ? found : t->returned[i];
		}
	return found;
}

/* sorted(rows, key=partial(print)). */
bool
taint_hands_unknown(const struct taint *t, const struct call *c)
{
	const struct facts *f = t->judge->facts;
	const struct atom *symbol =
	    value_only(facts_value(f, facts_bare(f, c->function)), ATOM_SYMBOL);
	bool maps = symbol != NULL &&
		    effects_have(effects_of(facts_name(f, symbol->id)), EFFECT_CALLS);
	struct argument a;
	uint32_t at = 0;

	for (bool first = true; facts_argument(f, c->arguments, &at, &a); first = false) {
		const struct value *v = facts_value(f, a.node);

		if ((a.name != 0 || (maps && first)) &&
		    (v->count == 0 || v->unknown || value_find(v, ATOM_RESULT) != NULL))
			return true;
	}
	return false;
}

/* Texts and numbers hold nothing else. */
static bool
is_constant(const struct taint *t, uint32_t node)
{
	const struct value *v = node == 0 ? NULL : facts_value(t->judge->facts, node);
	bool all = v != NULL && v->count > 0 && !v->unknown;

	for (unsigned i = 0; all && i < v->count; i++)
		all = v->atoms[i].kind == ATOM_STRING || v->atoms[i].kind == ATOM_BYTES ||
		      v->atoms[i].kind == ATOM_TEXT || v->atoms[i].kind == ATOM_PREFIX ||
		      v->atoms[i].kind == ATOM_INTEGER;
	return all;
}

/* A library's function may put one argument into another; a builtin does not, but for setattr. */
static void
change_arguments(struct taint *t, const struct call *c, const struct value *v, uint32_t from)
{
	const struct facts *f = t->judge->facts;
	bool builtin = v->count > 0 && !v->unknown;
	struct argument a;
	uint32_t at = 0;

	for (unsigned i = 0; i < v->count; i++) {
		struct str name = facts_name(f, v->atoms[i].id);

		builtin = builtin && v->atoms[i].kind == ATOM_SYMBOL &&
			  str_starts(name, STR("builtins.")) && !effects_have(effects_of(name), EFFECT_SETATTR);
	}
	while (from != 0 && !builtin && facts_argument(f, c->arguments, &at, &a))
		taint_change(t, a.node, from);
	if ((!builtin || v->count == 0) && !is_constant(t, object_of(t, c)))
		taint_change(t, object_of(t, c), from);
}

static uint32_t
follow_call(struct taint *t, const struct call *c)
{
	const struct facts *f = t->judge->facts;
	uint32_t function = facts_bare(f, c->function), from = taint_of_arguments(t, c, false);
	const struct value *v = facts_value(f, function);
	bool attribute =
	    f->tree->nodes[function].kind == K_ATTRIBUTE && f->fact_of[function] != NOWHERE;
	bool own = v->count > 0 && !v->unknown && !f->unsettled;
	uint32_t out = 0;

	t->steps -= t->steps > 0;
	for (unsigned i = 0; i < v->count; i++) {
		enum atom_kind k = (enum atom_kind)v->atoms[i].kind;
		uint32_t id = v->atoms[i].id, got = 0;

		own = own && (k == ATOM_FUNCTION || k == ATOM_BOUND || k == ATOM_CLASS);
		if ((k == ATOM_FUNCTION || k == ATOM_BOUND) && f->scopes[id].is_decorated)
			own = false;
		if (k == ATOM_FUNCTION || k == ATOM_BOUND) {
			hand_over(t, c, id, attribute);
			if (attribute)
				hand_over(t, c, id, false);
			got = t->returned[id];
		} else if (k == ATOM_CLASS) {
			got = call_class(t, c, id);
		} else if (k == ATOM_OBJECT) {
			hand_to_special(t, "__call__", from);
		} else if (k == ATOM_SYMBOL) {
			got = of_reflection(t, facts_name(f, id));
		}
		out = out != 0 ? out : got;
	}
	if (own)
		return out;
	if (attribute) {
		uint32_t got = call_methods(t, c, function);

		out = out != 0 ? out : got;
	} else if (v->unknown || v->count == 0 || f->unsettled) {
		uint32_t got = call_unknown(t, from);

		out = out != 0 ? out : got;
	}
	call_handed(t, c, from);
	if (from != 0 && taint_hands_unknown(t, c))
		(void)call_unknown(t, from);
	if (t->has_special && from != 0) {
		spend(t, f->scopes_count / 16 + 1);
		hand_to_special(t, NULL, from);
	}
	change_arguments(t, c, v, from);
	return out != 0 ? out : from != 0 ? from : t->node[function];
}

/* What ends a flow gives nothing of it back; what it calls or changes on the way it does all the
 * same. */
uint32_t
taint_of_call(struct taint *t, const struct call *c)
{
	uint32_t out = follow_call(t, c);

	return (taint_marks_of_call(t, c) & TAINT_CLEAN) != 0 ? 0 : out;
}
