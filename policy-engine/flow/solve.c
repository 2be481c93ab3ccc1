/* SPDX-License-Identifier: MIT */
/* Slots, and the sweeps that reach the fixpoint. */
#include "flow.h"

/* True where it changed the value. What finds no room makes it anything. */
static bool
add(struct facts *f, struct value *v, struct atom a)
{
	if (v->top)
		flow_escape_atom(f, a);
	if (v->top || value_has(v, a))
		return false;
	if (v->count < VALUE_ATOMS) {
		v->atoms[v->count++] = a;
		return true;
	}
	flow_escape(f, v);
	flow_escape_atom(f, a);
	*v = (struct value){.unknown = true, .top = true};
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
	if (v->top && !into->top) {
		flow_escape(f, into);
		*into = *v;
		return true;
	}
	VALUE_EACH(a, v)
		changed = add(f, into, *a) || changed;
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
	flow_bind(f, m->binding, &v);
}

/* A class of the file says what an operator gives: it has an __eq__ or __add__, by whatever binds it
 * there, that may get an operand. */
static bool
answers_operator(const struct facts *f, const struct occurrence *o)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[o->node].parent;
	const struct scope *s;
	const struct parameter *p;
	struct str name = facts_name(f, o->name);

	if (o->role == ROLE_LOAD || f->scopes[o->scope].kind != SCOPE_CLASS ||
	    !(is_dunder(name) || effects_have(effects_of_method_named(name), EFFECT_PROTOCOL)) ||
	    str_is_one_of(name,
		"__init__ __enter__ __call__ __exit__ __aexit__ __new__ __init_subclass__ "
		"__set_name__ __post_init__ __getattr__ __getattribute__ __setattr__ __delattr__ "
		"__format__ __deepcopy__ __slots__ __doc__ __match_args__ "
		"__hash__ __repr__ __str__"))
		return false;
	if (t->nodes[up].kind != K_FUNCTION_DEFINITION ||
	    t->nodes[t->nodes[up].parent].kind == K_DECORATED_DEFINITION)
		return true;
	s = &f->scopes[f->opened[up]];
	p = s->first_parameter == NOWHERE ? NULL : &f->parameters[s->first_parameter];
	return p != NULL && (p->star || p->next != NOWHERE);
}

static void
seed_operators(struct facts *f)
{
	FACTS_EACH(o, f, occurrences) {
		f->own_operators = f->own_operators || answers_operator(f, o);
		f->classes_escape = f->classes_escape || (f->scopes[o->scope].kind == SCOPE_CLASS &&
							     str_is_one_of(facts_name(f, o->name),
								 "__get__ __set_name__"));
	}
}

/* What no transfer function stores: starred parameters gather, patterns and `del` bind anything. */
static void
seed_rest(struct facts *f)
{
	const struct value unknown = value_unknown();

	FACTS_EACH(o, f, occurrences) {
		if (o->binding != NOWHERE && (o->role == ROLE_DELETE || o->role == ROLE_CAPTURE))
			flow_bind(f, o->binding, &unknown);
	}
	FACTS_EACH(p, f, parameters) {
		struct container *c = p->star || p->double_star ? flow_container(f, p->node) : NULL;
		struct value v = value_of(ATOM_LITERAL, p->node);

		if (c == NULL)
			continue;
		c->is_dictionary = p->double_star;
		flow_bind(f, p->binding, &v);
	}
}

/* self is an object of its class, or of a child. */
static void
seed(struct facts *f)
{
	for (uint32_t i = 1; i < f->scopes_count; i++) {
		struct scope *s = &f->scopes[i];
		struct value self;

		if (s->kind != SCOPE_FUNCTION || f->scopes[s->parent].kind != SCOPE_CLASS)
			continue;
		s->takes_class = str_is_one_of(
		    facts_name(f, s->name), "__new__ __init_subclass__ __class_getitem__");
		self = value_of(s->takes_class ? ATOM_CLASS : ATOM_OBJECT, s->parent);
		if (s->first_parameter != NOWHERE)
			flow_bind(f, f->parameters[s->first_parameter].binding, &self);
	}
}

/* Whether a node's value can differ from one sweep to the next, or it gives something on. */
static bool
is_lively(const struct facts *f, uint32_t node)
{
	enum kind k = (enum kind)f->tree->nodes[node].kind;

	if (k == K_IDENTIFIER)
		return f->fact_of[node] != NOWHERE && facts_is_read(f, node);
	if (k == K_STRING)
		return f->tree->nodes[node].after - node > 3;
	return k < K_T_PLUS && !syntax_is(k, CONSTANT) && !syntax_is(k, READS);
}

void
flow_bind(struct facts *f, uint32_t binding, const struct value *v)
{
	flow_join(f, &f->bindings[binding].value, v);
}

/* Only tests/corpus/order has another order; it must not matter. */
#ifdef SLUICE_ORDER
void shuffle_turns(struct facts *f);
#else
static void
shuffle_turns(struct facts *f)
{
	(void)f;
}
#endif

/* Lists lively nodes: children before parents, but a loop, which binds names, before its body. */
static void
list_lively(struct facts *f)
{
	const struct tree *t = f->tree;
	uint32_t open[TREE_DEPTH_MAX + 2], count = 0;
	size_t depth = 0;

	for (uint32_t i = 0; i <= t->count; i++) {
		while (depth > 0 && (i == t->count || t->nodes[open[depth - 1]].after <= i)) {
			uint32_t node = open[--depth];

			if (is_lively(f, node) && t->nodes[node].kind != K_FOR_STATEMENT) {
				f->lively[count++] = node;
			} else if (syntax_is(t->nodes[node].kind, CONSTANT)) {
				f->values[node] = flow_evaluate(f, node);
			}
		}
		if (i == t->count)
			break;
		if (t->nodes[i].field == F_BODY &&
		    t->nodes[t->nodes[i].parent].kind == K_FOR_STATEMENT)
			f->lively[count++] = t->nodes[i].parent;
		if (depth < ARRAY_LENGTH(open))
			open[depth++] = i;
	}
	f->lively_count = count;
	shuffle_turns(f);
}

static void
sweep(struct facts *f)
{
	for (uint32_t i = 0; i < f->lively_count && facts_spend(f, 1) && !f->failed; i++) {
		uint32_t node = f->lively[i];
		struct value v;

		f->costly = node;
		v = flow_evaluate(f, node);
		flow_join(f, &f->values[node], &v);
	}
}

/* Until a sweep changes nothing; false where that takes too long. */
static bool
settle(struct facts *f)
{
	do {
		f->changed = false;
		sweep(f);
		flow_link_classes(f);
		flow_open(f);
		if (f->failed || !facts_spend(f, f->lively_count / 4))
			return false;
	} while (f->changed || flow_open_uncalled(f));
	return true;
}

static bool
has_text(struct atom a)
{
	return a.kind == ATOM_STRING || a.kind == ATOM_BYTES || a.kind == ATOM_PREFIX ||
	       a.kind == ATOM_SYMBOL || a.kind == ATOM_RESULT || a.kind == ATOM_MODULE;
}

static bool
is_before(const struct facts *f, struct atom a, struct atom b)
{
	if (a.kind != b.kind)
		return a.kind < b.kind;
	return has_text(a) ? str_compare(facts_name(f, a.id), facts_name(f, b.id)) < 0
			   : a.id < b.id;
}

/* Sorts a value's atoms, so that messages do not depend on the order of work. */
static void
sort(const struct facts *f, struct value *v)
{
	for (unsigned i = 1; i < v->count; i++)
		for (unsigned k = i; k > 0 && is_before(f, v->atoms[k], v->atoms[k - 1]); k--) {
			struct atom a = v->atoms[k];

			v->atoms[k] = v->atoms[k - 1];
			v->atoms[k - 1] = a;
		}
}

/* A value that nothing has reached is dead; one that can't be settled may be anything. */
static void
close(const struct facts *f, struct value *v)
{
	sort(f, v);
	v->unknown = v->unknown || f->unsettled || v->count == 0;
}

static void
finish(struct facts *f)
{
	for (uint32_t i = 0; i < f->tree->count; i++)
		close(f, &f->values[i]);
	FACTS_EACH(b, f, bindings)
		close(f, &b->value);
}

bool
flow_solve(struct facts *f)
{
	FACTS_EACH(m, f, imports)
		run_import(f, m);
	seed(f);
	seed_operators(f);
	seed_rest(f);
	list_lively(f);
	f->unsettled = !settle(f);
	finish(f);
	return !f->failed && !f->names.full;
}
