/* SPDX-License-Identifier: MIT */
/* Decorators of methods: known ones count by the symbols that they import (effects.txt),
 * and only while the file gives their names no other meaning. */
#include "flow.h"

/* The effects of the symbol that imports, or nothing, make of its dotted name. */
static uint64_t
effects_of_name(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t root = node;
	const struct occurrence *o;
	const struct atom *symbol;

	while (t->nodes[root].kind == K_ATTRIBUTE)
		root = tree_child(t, root, F_OBJECT);
	if (t->nodes[root].kind != K_IDENTIFIER)
		return 0;
	o = &f->occurrences[f->fact_of[root]];
	if (o->binding != NOWHERE &&
	    (o->may_be_builtin || o->beyond != NOWHERE || f->bindings[o->binding].stores != 1 ||
		!f->bindings[o->binding].is_import))
		return 0;
	for (uint32_t at = root;; at = t->nodes[at].parent) {
		f->values[at] = flow_evaluate(f, at);
		if (at == node)
			break;
	}
	symbol = value_only(&f->values[node], ATOM_SYMBOL);
	return symbol == NULL ? 0 : facts_effects(f, symbol->id);
}

/* @cache(f) gives f, which is then called with what stands below: only constants decide nothing. */
uint64_t
flow_decorates(struct facts *f, uint32_t decorator, uint64_t effects)
{
	uint32_t inner = facts_bare(f, facts_callee(f->tree, decorator));
	bool called = f->tree->nodes[inner].kind == K_CALL;

	if (effects_have(effects, EFFECT_FUNCTION)) /* wraps(f) gives the decorator */
		return called ? effects : 0;
	for (struct argument a = {0};
	     called && facts_argument(f, tree_child(f->tree, inner, F_ARGUMENTS), &a);)
		if (a.spread || !syntax_is(f->tree->nodes[a.node].kind, CONSTANT))
			return 0;
	return effects;
}

static bool
see_decorator(struct facts *f, uint32_t decorator, struct scope *s)
{
	const struct tree *t = f->tree;
	uint32_t inner = facts_callee(t, decorator);
	uint64_t effects;

	if (inner != 0 && t->nodes[inner].kind == K_CALL)
		inner = tree_child(t, inner, F_FUNCTION);
	if (inner == 0)
		return false;
	effects = flow_decorates(f, decorator, effects_of_name(f, inner));
	s->is_static = s->is_static || effects_have(effects, EFFECT_STATIC);
	s->takes_class = s->takes_class || effects_have(effects, EFFECT_CLASSMETHOD);
	s->is_property = s->is_property || effects_have(effects, EFFECT_PROPERTY);
	s->is_record = s->is_record || effects_have(effects, EFFECT_RECORD);
	return effects_have(effects,
	    EFFECT_STATIC | EFFECT_CLASSMETHOD | EFFECT_PROPERTY | EFFECT_SAME | EFFECT_KEEPS);
}

void
flow_see_decorators(struct facts *f)
{
	FACTS_EACH(s, f, scopes) {
		uint32_t up = f->tree->nodes[s->node].parent;
		bool kept = true;

		s->takes_class =
		    s->kind == SCOPE_FUNCTION && str_is_one_of(facts_name(f, s->name),
						     "__new__ __init_subclass__ __class_getitem__");
		if (!s->is_decorated)
			continue;
		for (uint32_t c = tree_first(f->tree, up); c != 0; c = tree_next(f->tree, c))
			if (f->tree->nodes[c].kind == K_DECORATOR)
				kept = see_decorator(f, c, s) && kept;
		s->is_decorated = !kept;
	}
}
