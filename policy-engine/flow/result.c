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
copy(struct facts *f, uint32_t call, uint32_t arguments, bool dictionary, struct value *out)
{
	struct container *c = flow_made_by(f, call, dictionary, out);
	const struct value unknown = value_unknown();

	if (c == NULL)
		return;
	flow_put_elements(f, c, arguments);
	if (dictionary && c->items.unknown) /* dict(pairs) takes them apart */
		flow_join(f, &c->elements, &unknown);
	if (f->own_operators || (dictionary && c->items.unknown)) /* sorted(x), set(x) compare */
		flow_escape(f, &c->elements);
}

/* enumerate(x), zip(x, y) */
static void
rows(struct facts *f, uint32_t call, uint32_t arguments, bool numbered, struct value *out)
{
	struct value columns[2] = {{.count = 0}, {.count = 0}}, one;
	unsigned place = numbered;

	if (numbered)
		columns[0] = value_of(ATOM_PLAIN, 0);
	for (struct argument a = {0}; facts_argument(f, arguments, &a);) {
		one = flow_take(f, &f->values[a.node], COLUMN_ANY);
		if (a.star) {
			one = flow_take(f, &one, COLUMN_ANY);
			flow_merge(f, &columns[1], &one);
		}
		flow_merge(f, &columns[place > 0], &one);
		place += !a.star;
	}
	flow_add_rows(f, call, &columns[0], &columns[1], out);
}

static struct value
own_parent(struct facts *f, uint32_t node)
{
	uint32_t class = facts_scope_class(f, f->scope_of[node]);

	return class == NOWHERE ? value_unknown() : value_of(ATOM_OBJECT, class);
}

/* max(x), next(x): what the elements are, for a text may be among them. */
static void
add_elements(struct facts *f, uint32_t arguments, struct value *out)
{
	for (struct argument a = {0}; facts_argument(f, arguments, &a);) {
		struct value held = flow_take(f, &f->values[a.node], COLUMN_ANY);

		flow_merge(f, out, &held);
	}
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
		copy(f, call, arguments, dictionary, out);
	else if (effects_have(effects, EFFECT_ROWS))
		rows(f, call, arguments, effects_have(effects, EFFECT_NUMBER), out);
	else if (effects_have(effects, EFFECT_SUPER))
		v = own_parent(f, call);
	else if (effects_have(effects, EFFECT_CLASSOF))
		class_of(f, arguments, symbol, out);
	else if (effects_have(effects, GIVES_ANYTHING)) {
		if (effects_have(effects, EFFECT_SETATTR))
			flow_set_fields(f);
		if (effects_have(effects, EFFECT_ELEMENT))
			add_elements(f, arguments, out);
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
