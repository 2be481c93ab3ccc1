/* SPDX-License-Identifier: MIT */
/* What a call gives back, and what it hands to the parameters of the functions that it may call. */
#include "flow.h"

static void
mark_called(struct facts *f, struct scope *s)
{
	f->changed = f->changed || !s->called;
	s->called = true;
}

/* The parameter that an argument goes to: of its name or place, or a starred one; or NOWHERE. */
static uint32_t
parameter_for(
    const struct facts *f, const struct scope *s, const struct argument *a, unsigned place)
{
	uint32_t p = s->first_parameter, rest = NOWHERE;

	for (; p != NOWHERE; p = f->parameters[p].next) {
		const struct parameter *one = &f->parameters[p];

		if (a->name != 0 ? one->double_star : one->star)
			rest = p;
		else if (!one->star && !one->double_star &&
			 (a->name != 0 ? one->name == a->name && !one->positional_only
				       : !one->keyword_only && rest == NOWHERE && place-- == 0))
			return p;
	}
	return rest;
}

/* `*args` is a new tuple, `**kwargs` a new dictionary. */
static void
put_into_rest(struct facts *f, const struct parameter *p, const struct argument *a)
{
	struct container *c = flow_container(f, p->node);
	struct value key = value_of(ATOM_STRING, a->name);

	if (c == NULL)
		return;
	if (p->double_star)
		flow_join(f, &c->elements, &key);
	flow_join(f, p->double_star ? &c->items : &c->elements, &f->values[a->node]);
}

/* What a star hands over may go to any parameter. */
static void
give_spread(struct facts *f, const struct scope *s, const struct argument *a)
{
	static const struct value unknown = {.unknown = true};
	struct value elements = flow_take(f, &f->values[a->node], COLUMN_ANY),
		     items = flow_items(f, &f->values[a->node]);

	flow_escape(f, &elements);
	flow_escape(f, &items);
	for (uint32_t p = s->first_parameter; p != NOWHERE; p = f->parameters[p].next)
		if (f->parameters[p].star || f->parameters[p].double_star)
			flow_escape_atom(f, atom_of(ATOM_LITERAL, f->parameters[p].node));
		else
			flow_join(f, &f->bindings[f->parameters[p].binding].value, &unknown);
}

/* The arguments of a call to a function's parameters, behind the first `skip`. */
static void
give(struct facts *f, uint32_t scope, uint32_t arguments, unsigned skip)
{
	struct scope *s = &f->scopes[scope];
	struct argument a;
	uint32_t at = 0;
	unsigned place = skip;

	mark_called(f, s);
	while (facts_argument(f, arguments, &at, &a)) {
		uint32_t p = a.star || a.double_star ? NOWHERE : parameter_for(f, s, &a, place);

		if (!facts_spend(f, place + 1))
			return;
		place += a.name == 0;
		if (a.star || a.double_star)
			give_spread(f, s, &a);
		else if (p == NOWHERE)
			flow_escape(f, &f->values[a.node]);
		else if (f->parameters[p].star || f->parameters[p].double_star)
			put_into_rest(f, &f->parameters[p], &a);
		else
			flow_join(
			    f, &f->bindings[f->parameters[p].binding].value, &f->values[a.node]);
	}
}

static void
add_returned(struct facts *f, const struct scope *s, struct value *out)
{
	if (s->is_generator || s->is_async)
		out->unknown = true;
	else if (s->first_return == NOWHERE && s->kind == SCOPE_FUNCTION)
		flow_add(f, out, atom_of(ATOM_PLAIN, PLAIN_NONE));
	else
		flow_merge(f, out, &s->returned);
}

/* Of what is spread only the elements are handed over: the callee gets a new list of them. */
static void
escape_arguments(struct facts *f, uint32_t arguments)
{
	struct argument a;
	uint32_t at = 0;
	struct value part;

	while (facts_argument(f, arguments, &at, &a)) {
		if (!a.star && !a.double_star) {
			flow_escape(f, &f->values[a.node]);
			continue;
		}
		part = flow_take(f, &f->values[a.node], COLUMN_ANY);
		flow_escape(f, &part);
		part = flow_items(f, &f->values[a.node]);
		flow_escape(f, &part);
	}
}

/* A function that a library calls gets the elements of the other arguments. */
static void
escape_callables(struct facts *f, uint32_t arguments)
{
	struct argument a;
	uint32_t at = 0;
	bool calls = false;

	while (facts_argument(f, arguments, &at, &a)) {
		const struct value *v = &f->values[a.node];

		for (unsigned i = 0; i < v->count; i++) {
			if ((KINDS_CALLABLE & KIND_BIT(v->atoms[i].kind)) == 0)
				continue;
			flow_escape_atom(f, v->atoms[i]);
			calls = true;
		}
		calls = calls || v->unknown || value_find(v, ATOM_OBJECT) != NULL;
	}
	at = 0;
	while (calls && facts_argument(f, arguments, &at, &a)) {
		struct value elements = flow_take(f, &f->values[a.node], COLUMN_ANY);

		flow_escape(f, &elements);
	}
}

/* Methods of this name that an object is made by. */
static bool
call_maker(struct facts *f, uint32_t class, const char *name, uint32_t arguments)
{
	struct value v;
	bool found = false;

	if (!flow_class_member(f, class, names_add(&f->names, str_from(name)), &v))
		return false;
	for (unsigned i = 0; i < v.count; i++)
		if (v.atoms[i].kind == ATOM_BOUND || v.atoms[i].kind == ATOM_FUNCTION) {
			give(f, v.atoms[i].id, arguments, 1);
			found = true;
		}
	return found && !v.unknown;
}

static void
call_class(struct facts *f, uint32_t class, uint32_t arguments, struct value *out)
{
	bool seen = call_maker(f, class, "__init__", arguments);

	if (call_maker(f, class, "__new__", arguments))
		out->unknown = true;
	if (!seen)
		escape_arguments(f, arguments);
	flow_add(f, out, atom_of(ATOM_OBJECT, class));
}

static void
call_object(struct facts *f, uint32_t class, uint32_t arguments, struct value *out)
{
	struct value v = value_unknown();

	(void)flow_class_member(f, class, names_add(&f->names, STR("__call__")), &v);
	for (unsigned i = 0; i < v.count; i++) {
		if (v.atoms[i].kind != ATOM_BOUND) {
			v.unknown = true;
			continue;
		}
		give(f, v.atoms[i].id, arguments, 1);
		add_returned(f, &f->scopes[v.atoms[i].id], out);
	}
	out->unknown = out->unknown || v.unknown;
	if (v.unknown)
		escape_arguments(f, arguments);
}

static uint32_t
argument_at(const struct facts *f, uint32_t arguments, unsigned place)
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
	uint32_t object = argument_at(f, arguments, 0), name = argument_at(f, arguments, 1),
		 otherwise = argument_at(f, arguments, 2);
	const struct value *names = name == 0 ? NULL : &f->values[name];

	if (otherwise != 0)
		flow_merge(f, out, &f->values[otherwise]);
	if (object == 0 || names == NULL || !value_is(names, KIND_BIT(ATOM_STRING))) {
		if (names != NULL && value_is_bottom(names))
			return;
		escape_arguments(f, arguments);
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
	uint32_t object = argument_at(f, arguments, 0), name = argument_at(f, arguments, 1),
		 what = argument_at(f, arguments, 2);
	const struct value *names = name == 0 ? NULL : &f->values[name];

	if (names != NULL && value_is_bottom(names))
		return;
	if (object == 0 || names == NULL || !value_is(names, KIND_BIT(ATOM_STRING))) {
		flow_set_fields(f);
		escape_arguments(f, arguments);
		return;
	}
	for (unsigned k = 0; k < names->count && what != 0; k++)
		flow_store_field(f, &f->values[object], names->atoms[k].id, &f->values[what]);
}

static void
import_module(struct facts *f, uint32_t arguments, struct value *out)
{
	uint32_t name = argument_at(f, arguments, 0);
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
	uint32_t object = argument_at(f, arguments, 0);
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
		if (count > 1 || a.name != 0)
			flow_merge(f, out, &f->values[a.node]);
	}
}

static struct value
own_parent(struct facts *f, uint32_t node)
{
	uint32_t class = facts_scope_class(f, f->scope_of[node]);

	return class == NOWHERE ? value_unknown() : value_of(ATOM_OBJECT, class);
}

/* The codec is rot13. */
static bool
is_rotation(const struct facts *f, uint32_t codec)
{
	struct str name;

	return codec != 0 && fold_text(f, &f->values[codec], &name) &&
	       (str_is(name, "rot13") || str_is(name, "rot_13"));
}

/* Results that effects.txt names; false where it names none. */
static bool
add_result(struct facts *f, uint32_t call, uint32_t symbol, uint64_t effects, struct value *out)
{
	uint32_t arguments = tree_child(f->tree, call, F_ARGUMENTS),
		 first = argument_at(f, arguments, 0);
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
	else if (first != 0 && effects_have(effects, EFFECT_CHR))
		v = text_decoded(f, EFFECT_CHR, &f->values[first]);
	else if (first != 0 && effects_have(effects, EFFECT_BASE64))
		v = text_decoded(f, EFFECT_BASE64, &f->values[first]);
	else if (first != 0 && effects_have(effects, EFFECT_HEX))
		v = text_decoded(f, EFFECT_HEX, &f->values[first]);
	else if (first != 0 && effects_have(effects, EFFECT_ROT))
		v = is_rotation(f, argument_at(f, arguments, 1))
			? text_decoded(f, EFFECT_ROT, &f->values[first])
			: value_unknown();
	else if (effects_have(effects, EFFECT_TEXT) || effects_have(effects, EFFECT_STR))
		flow_add(f, out, atom_of(ATOM_TEXT, 0));
	else if (effects_have(effects, EFFECT_NUMBER))
		flow_add(f, out, atom_of(ATOM_PLAIN, 0));
	else
		return false;
	flow_merge(f, out, &v);
	return true;
}

/* A library's function copies what it is given into its result: an array, a table. The program's
 * list stays as it is; what it holds may come back. */
static void
escape_contents(struct facts *f, uint32_t arguments)
{
	struct argument a;
	uint32_t at = 0;

	while (facts_argument(f, arguments, &at, &a)) {
		const struct value *v = &f->values[a.node];
		struct value part;

		for (unsigned i = 0; i < v->count; i++)
			if (v->atoms[i].kind != ATOM_LITERAL)
				flow_escape_atom(f, v->atoms[i]);
		part = flow_take(f, v, COLUMN_ANY);
		flow_escape(f, &part);
		part = flow_items(f, v);
		flow_escape(f, &part);
	}
}

/* print(x, file=o), sum(x, start=o): methods of an object that goes by a keyword are called. */
static void
escape_keywords(struct facts *f, uint32_t arguments)
{
	struct argument a;
	uint32_t at = 0;

	while (facts_argument(f, arguments, &at, &a))
		if (a.name != 0 || a.double_star)
			flow_escape(f, &f->values[a.node]);
}

static void
hand_over(struct facts *f, uint32_t arguments, uint64_t effects, bool known)
{
	if (effects_have(effects, EFFECT_CALLS))
		escape_callables(f, arguments);
	if (!known && (effects_have(effects, EFFECT_SHOWS) || effects_have(effects, EFFECT_CALLS)))
		escape_contents(f, arguments);
	else if (!known)
		escape_arguments(f, arguments);
	else if (effects_have(effects, EFFECT_SHOWS))
		escape_keywords(f, arguments);
}

static void
call_symbol(struct facts *f, uint32_t call, uint32_t symbol, struct value *out)
{
	uint32_t arguments = tree_child(f->tree, call, F_ARGUMENTS);
	uint64_t effects = facts_effects(f, symbol);
	bool known = add_result(f, call, symbol, effects, out);

	if (!known)
		flow_add(f, out, atom_of(ATOM_RESULT, symbol));
	if (effects_have(effects, EFFECT_FIELDS))
		flow_set_fields(f);
	hand_over(f, arguments, effects, known);
}

static void
call_atom(struct facts *f, uint32_t call, struct atom a, struct value *out)
{
	uint32_t arguments = tree_child(f->tree, call, F_ARGUMENTS);
	struct value one;

	switch (a.kind) {
	case ATOM_SYMBOL:
		call_symbol(f, call, a.id, out);
		break;
	case ATOM_FUNCTION:
	case ATOM_BOUND:
		give(f, a.id, arguments, a.kind == ATOM_BOUND);
		add_returned(f, &f->scopes[a.id], out);
		break;
	case ATOM_CLASS:
		call_class(f, a.id, arguments, out);
		break;
	case ATOM_OBJECT:
		call_object(f, a.id, arguments, out);
		break;
	case ATOM_METHOD:
		one = text_method(f, call, a.id);
		flow_merge(f, out, &one);
		break;
	default:
		escape_arguments(f, arguments);
		out->unknown = true;
		break;
	}
}

/* x.append(y) of a container of the program. */
static void
call_container(struct facts *f, uint32_t call, uint32_t function, struct value *out)
{
	const struct value *object = &f->values[tree_child(f->tree, function, F_OBJECT)];
	struct value containers = {.count = 0};

	for (unsigned i = 0; i < object->count; i++)
		if (object->atoms[i].kind == ATOM_LITERAL || object->atoms[i].kind == ATOM_ROW)
			flow_add(f, &containers, object->atoms[i]);
	if (containers.count == 0 ||
	    flow_container_method(f, call,
		tree_text(f->tree, tree_child(f->tree, function, F_ATTRIBUTE)), &containers, out))
		return;
	flow_escape(f, &containers);
	escape_arguments(f, tree_child(f->tree, call, F_ARGUMENTS));
	out->unknown = true;
}

/* A method of an object that nobody knows, by its name: where no class of the file has one of it,
 * effects.txt may say that libraries' methods of this name keep nothing. */
static void
hand_to_unknown(struct facts *f, uint32_t call, uint32_t function)
{
	uint32_t arguments = tree_child(f->tree, call, F_ARGUMENTS);
	struct str name = f->tree->nodes[function].kind == K_ATTRIBUTE
			      ? tree_text(f->tree, tree_child(f->tree, function, F_ATTRIBUTE))
			      : STR("");
	uint64_t effects = 0;

	if (name.n > 0 && f->fact_of[function] != NOWHERE &&
	    !facts_is_method(f, f->attributes[f->fact_of[function]].name))
		effects = effects_of_method_named(name);
	hand_over(f, arguments, effects, false);
}

struct value
flow_call(struct facts *f, uint32_t node)
{
	uint32_t function = facts_bare(f, tree_child(f->tree, node, F_FUNCTION));
	struct value callee = f->values[function], out = {.unknown = callee.unknown};

	if (f->tree->nodes[function].kind == K_ATTRIBUTE)
		call_container(f, node, function, &out);
	for (unsigned i = 0; i < callee.count; i++)
		call_atom(f, node, callee.atoms[i], &out);
	if (callee.unknown)
		hand_to_unknown(f, node, function);
	return out;
}

/* A decorator of data that gives back what it decorates. */
static bool
gives_same(struct facts *f, struct atom a)
{
	uint64_t effects =
	    a.kind == ATOM_SYMBOL || a.kind == ATOM_RESULT ? facts_effects(f, a.id) : 0;

	return effects_have(effects, EFFECT_SAME) || effects_have(effects, EFFECT_KEEPS);
}

struct value
flow_apply(struct facts *f, const struct value *callee, const struct value *argument)
{
	struct value out = {.unknown = callee->unknown};
	bool escapes = callee->unknown;

	for (unsigned i = 0; i < callee->count; i++) {
		struct atom a = callee->atoms[i];
		struct scope *s;
		uint32_t p;

		if (argument != NULL && gives_same(f, a)) {
			flow_merge(f, &out, argument);
			continue;
		}
		if (a.kind != ATOM_FUNCTION && a.kind != ATOM_BOUND) {
			out.unknown = escapes = true;
			continue;
		}
		s = &f->scopes[a.id];
		p = s->first_parameter;
		if (a.kind == ATOM_BOUND && p != NOWHERE)
			p = f->parameters[p].next;
		mark_called(f, s);
		if (argument != NULL && p != NOWHERE)
			flow_join(f, &f->bindings[f->parameters[p].binding].value, argument);
		add_returned(f, s, &out);
	}
	if (escapes && argument != NULL)
		flow_escape(f, argument);
	return out;
}
