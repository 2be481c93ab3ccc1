/* SPDX-License-Identifier: MIT */
/* The results of calls of Python's and libraries' functions, by the words of effects.txt. */
#include "flow.h"

/* The argument at a place, or 0 where something is spread before it. */
uint32_t
flow_argument_at(const struct facts *f, uint32_t arguments, unsigned place)
{
	bool spread;
	uint32_t node = facts_find_argument(f, arguments, place, STR(""), &spread);

	return spread ? 0 : node;
}

/* type(x) */
static void
class_of(struct facts *f, uint32_t arguments, uint32_t symbol, struct value *out)
{
	uint32_t object = flow_argument_at(f, arguments, 0);
	const struct value *v = object == 0 ? NULL : &f->values[object];
	bool other = v == NULL || v->unknown || tree_next(f->tree, object) != 0;

	for (unsigned i = 0; v != NULL && i < v->count; i++)
		if (v->atoms[i].kind == ATOM_OBJECT)
			flow_add(f, out, atom_of(ATOM_CLASS, v->atoms[i].id));
		else
			other = true;
	if (other)
		flow_add(f, out, atom_of(ATOM_RESULT, symbol));
}

/* list(x), sorted(x), dict(x, key=value) */
static void
copy(struct facts *f, uint32_t call, bool dictionary, struct value *out)
{
	const struct value unknown = value_unknown();
	struct container *c;

	flow_copy(f, call, dictionary, out);
	c = f->container_of[call];
	if (c != NULL && dictionary && c->items.unknown) /* dict(pairs) takes them apart */
		flow_join(f, &c->elements, &unknown);
	if (c != NULL && (f->own_operators || (dictionary && c->items.unknown)))
		flow_escape(f, &c->elements); /* sorted(x), set(x) compare */
}

/* super() of a method gives what its object has; any other, bare functions, too. */
static struct value
own_parent(struct facts *f, uint32_t node)
{
	const struct scope *s = &f->scopes[facts_scope_function(f, f->scope_of[node])];
	uint32_t class = facts_scope_class(f, f->scope_of[node]);
	bool bound = facts_is_method(f, s) && !s->takes_class && !s->called &&
		     tree_next(f->tree, tree_first(f->tree, facts_arguments(f->tree, node))) == 0;

	if (class == NOWHERE)
		return value_unknown();
	return value_of(bound ? ATOM_OBJECT : ATOM_CLASS, class);
}

/* The result may be any of the arguments or of what they hold. */
#define GIVES_ANYTHING (EFFECT_ELEMENT | EFFECT_GETATTR | EFFECT_SETATTR)

bool
flow_add_result(
    struct facts *f, uint32_t call, uint32_t symbol, uint64_t effects, struct value *out)
{
	uint32_t arguments = facts_arguments(f->tree, call);
	bool dictionary = effects_have(effects, EFFECT_DICT);
	struct value v = {.count = 0};

	if (effects_have(effects, EFFECT_COPY) || dictionary)
		copy(f, call, dictionary, out);
	else if (effects_have(effects, EFFECT_ROWS))
		return false;
	else if (effects_have(effects, EFFECT_SUPER))
		v = own_parent(f, call);
	else if (effects_have(effects, EFFECT_CLASSOF))
		class_of(f, arguments, symbol, out);
	else if (effects_have(effects, GIVES_ANYTHING)) {
		flow_escape_arguments(f, arguments, false);
		out->unknown = true;
	} else if (effects_have(effects, EFFECT_TEXT | EFFECT_STR))
		flow_add(f, out, atom_of(ATOM_TEXT, 0));
	else if (effects_have(effects, EFFECT_BINARY))
		flow_add(f, out, atom_of(ATOM_BINARY, 0));
	else if (effects_have(effects, EFFECT_NUMBER))
		flow_add(
		    f, out, atom_of(ATOM_PLAIN, effects_have(effects, EFFECT_NONE) * PLAIN_NONE));
	else
		return false;
	flow_merge(f, out, &v);
	return true;
}
