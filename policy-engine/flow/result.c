/* SPDX-License-Identifier: MIT */
/* What calls of Python's and libraries' functions give back, by the words of effects.txt. */
#include "flow.h"

/* The argument at a place, or 0 where something is spread before it. */
uint32_t
flow_argument_at(const struct facts *f, uint32_t arguments, unsigned place)
{
	bool spread;
	uint32_t node = facts_find_argument(f, arguments, place, STR(""), &spread);

	return spread ? 0 : node;
}

static unsigned
count_arguments(const struct facts *f, uint32_t arguments)
{
	struct argument a;
	uint32_t at = 0;
	unsigned count = 0;

	while (facts_argument(f, arguments, &at, &a))
		count += a.star || a.double_star || a.name != 0 ? 1000 : 1;
	return count;
}

/* getattr(object, name, otherwise) */
static void
get_attribute(struct facts *f, uint32_t call, uint32_t arguments, struct value *out)
{
	uint32_t object = flow_argument_at(f, arguments, 0),
		 name = flow_argument_at(f, arguments, 1),
		 otherwise = flow_argument_at(f, arguments, 2);
	const struct value *names = name == 0 ? NULL : &f->values[name];

	if (otherwise != 0)
		flow_merge(f, out, &f->values[otherwise]);
	if (object == 0 || names == NULL || !value_is(names, KIND_BIT(ATOM_STRING))) {
		if (names != NULL && value_is_bottom(names))
			return;
		flow_escape_arguments(f, arguments);
		out->unknown = true;
		return;
	}
	out->unknown = out->unknown || f->values[object].unknown;
	for (unsigned i = 0; i < f->values[object].count; i++)
		for (unsigned k = 0; k < names->count; k++)
			flow_member(f, f->values[object].atoms[i], names->atoms[k].id, call, out);
}

static void
set_attribute(struct facts *f, uint32_t arguments)
{
	uint32_t object = flow_argument_at(f, arguments, 0),
		 name = flow_argument_at(f, arguments, 1), what = flow_argument_at(f, arguments, 2);
	const struct value *names = name == 0 ? NULL : &f->values[name];

	if (names != NULL && value_is_bottom(names))
		return;
	if (object == 0 || names == NULL || !value_is(names, KIND_BIT(ATOM_STRING))) {
		flow_set_fields(f);
		flow_escape_arguments(f, arguments);
		return;
	}
	for (unsigned k = 0; k < names->count && what != 0; k++)
		flow_store_field(f, &f->values[object], names->atoms[k].id, &f->values[what]);
}

static void
import_module(struct facts *f, uint32_t arguments, struct value *out)
{
	uint32_t name = flow_argument_at(f, arguments, 0);
	const struct value *v = name == 0 ? NULL : &f->values[name];

	if (v == NULL || v->unknown)
		out->unknown = true;
	for (unsigned i = 0; v != NULL && i < v->count; i++) {
		struct str module, rest = facts_name(f, v->atoms[i].id);

		if (v->atoms[i].kind != ATOM_STRING) {
			out->unknown = true;
			continue;
		}
		flow_add(f, out, atom_of(ATOM_MODULE, v->atoms[i].id));
		if (str_cut(&rest, '.', &module) && rest.n > 0) /* __import__ gives the package */
			flow_add(f, out, atom_of(ATOM_MODULE, names_add(&f->names, module)));
	}
}

/* type(x) */
static void
class_of(struct facts *f, uint32_t arguments, uint32_t symbol, struct value *out)
{
	uint32_t object = flow_argument_at(f, arguments, 0);
	const struct value *v = object == 0 ? NULL : &f->values[object];
	bool other = v == NULL || v->unknown || count_arguments(f, arguments) != 1;

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
	struct container *c = flow_container(f, call);
	struct argument a;
	uint32_t at = 0;
	struct value one;

	if (c == NULL)
		return;
	c->is_dictionary = c->is_dictionary || dictionary;
	while (facts_argument(f, arguments, &at, &a)) {
		const struct value *v = &f->values[a.node];

		if (a.name != 0 && !a.double_star) {
			if (dictionary)
				flow_join(f, &c->items, v);
			continue;
		}
		one = flow_take(f, v, COLUMN_ANY);
		if (a.star)
			one = flow_take(f, &one, COLUMN_ANY);
		if (f->own_operators) /* sorted(x), set(x) */
			flow_escape(f, &one);
		flow_join(f, &c->elements, &one);
		if (!dictionary)
			continue;
		one = flow_items(f, v);
		if (one.unknown) /* dict(pairs) */
			flow_escape(f, &c->elements);
		flow_join(f, &c->items, &one);
	}
	flow_add(f, out, atom_of(ATOM_LITERAL, call));
}

/* max(x), max(x, y), next(x, otherwise) */
static void
element(struct facts *f, uint32_t arguments, struct value *out)
{
	unsigned count = 0;
	struct argument a;
	uint32_t at = 0;
	struct value one;

	while (facts_argument(f, arguments, &at, &a))
		count += a.name == 0;
	at = 0;
	for (unsigned place = 0; facts_argument(f, arguments, &at, &a); place++) {
		one = flow_take(f, &f->values[a.node], COLUMN_ANY);
		if (f->own_operators) {
			flow_escape(f, &one);
			flow_escape(f, &f->values[a.node]);
		}
		if (place == 0 || a.star)
			flow_merge(f, out, &one);
		if (count > 1 ||
		    (a.name != 0 &&
			!effects_have(effects_of_keyword(facts_name(f, a.name)), EFFECT_CALLS)))
			flow_merge(f, out, &f->values[a.node]);
	}
}

static struct value
own_parent(struct facts *f, uint32_t node)
{
	uint32_t class = facts_scope_class(f, f->scope_of[node]);

	return class == NOWHERE ? value_unknown() : value_of(ATOM_OBJECT, class);
}

bool
flow_add_result(
    struct facts *f, uint32_t call, uint32_t symbol, uint64_t effects, struct value *out)
{
	uint32_t arguments = tree_child(f->tree, call, F_ARGUMENTS),
		 first = flow_argument_at(f, arguments, 0);
	bool dictionary = effects_have(effects, EFFECT_DICT);
	struct container *c;
	struct value v = {.count = 0};

	if (effects_have(effects, EFFECT_COPY) || dictionary)
		copy(f, call, arguments, dictionary, out);
	else if (effects_have(effects, EFFECT_ELEMENT))
		element(f, arguments, out);
	else if (effects_have(effects, EFFECT_ENUMERATE) || effects_have(effects, EFFECT_ZIP)) {
		if ((c = flow_container(f, call)) != NULL)
			c->rows = effects_have(effects, EFFECT_ZIP) ? EFFECT_ZIP : EFFECT_ENUMERATE;
		flow_add(f, out, atom_of(ATOM_LITERAL, call));
	} else if (effects_have(effects, EFFECT_IMPORT))
		import_module(f, arguments, out);
	else if (effects_have(effects, EFFECT_GETATTR))
		get_attribute(f, call, arguments, out);
	else if (effects_have(effects, EFFECT_SETATTR)) {
		set_attribute(f, arguments);
		flow_add(f, out, atom_of(ATOM_PLAIN, PLAIN_NONE));
	} else if (effects_have(effects, EFFECT_SUPER))
		v = own_parent(f, call);
	else if (effects_have(effects, EFFECT_CLASSOF))
		class_of(f, arguments, symbol, out);
	else if (effects_have(effects, EFFECT_STR) && first != 0)
		v = text_shown(f, &f->values[first]);
	else if (effects_have(effects, EFFECT_TEXT) || effects_have(effects, EFFECT_STR))
		flow_add(f, out, atom_of(ATOM_TEXT, 0));
	else if (effects_have(effects, EFFECT_NUMBER))
		flow_add(f, out, atom_of(ATOM_PLAIN, 0));
	else
		return false;
	flow_merge(f, out, &v);
	return true;
}
