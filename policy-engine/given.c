/* SPDX-License-Identifier: MIT */
/* Objects of the file's classes that are arguments of what the file does not define: whoever gets
 * one may call its methods with anything, and set its fields. */
#include "facts.h"

/* Builtins that ask an object for nothing but its special methods. */
static bool
is_harmless(struct str symbol)
{
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
give(struct facts *f, uint32_t node)
{
	const struct value *v = facts_value(f, node);
	uint32_t class = facts_self_class(f, node);
	bool changed = class != NOWHERE && !f->scopes[class].is_given;

	if (class != NOWHERE)
		f->scopes[class].is_given = true;
	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind == ATOM_OBJECT && !f->scopes[v->atoms[i].id].is_given)
			changed = f->scopes[v->atoms[i].id].is_given = true;
	return changed;
}

bool
facts_run_given(struct facts *f)
{
	bool changed = false;

	for (size_t i = 0; f->has_classes && i < f->calls_count && facts_spend(f, 1); i++) {
		const struct call *c = &f->calls[i];
		struct argument a;
		uint32_t at = 0;

		if (!is_foreign(f, facts_bare(f, c->function)))
			continue;
		while (facts_argument(f, c->arguments, &at, &a) && facts_spend(f, 1))
			changed = give(f, a.node) || changed;
	}
	return changed;
}
