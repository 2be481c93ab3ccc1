/* SPDX-License-Identifier: MIT */
/* The result of a call, and the values that it passes to the parameters of the functions that it may call. */
#include "flow.h"

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

static void
escape_elements(struct facts *f, const struct value *v)
{
	struct value elements = flow_take(f, v), items = flow_items(f, v);

	flow_escape(f, &elements);
	flow_escape(f, &items);
}

/* A starred argument may go to any parameter. */
static void
give_spread(struct facts *f, const struct scope *s, const struct argument *a)
{
	struct value unknown = value_unknown();

	escape_elements(f, &f->values[a->node]);
	for (uint32_t p = s->first_parameter; p != NOWHERE; p = f->parameters[p].next)
		if (f->parameters[p].star || f->parameters[p].double_star)
			flow_escape_atom(f, atom_of(ATOM_LITERAL, f->parameters[p].node));
		else
			flow_bind(f, f->parameters[p].binding, &unknown);
}

/* The arguments of a call to a function's parameters. */
static void
give(struct facts *f, uint32_t scope, uint32_t arguments)
{
	struct scope *s = &f->scopes[scope];
	unsigned place = 0;
	bool shifted = false; /* a star stands before */

	flow_raise(f, &s->called);
	for (struct argument a = {0}; facts_argument(f, arguments, &a);) {
		uint32_t p =
		    a.spread || (shifted && a.name == 0) ? NOWHERE : parameter_for(f, s, &a, place);

		if (!facts_spend(f, place + 1))
			return;
		place += a.name == 0;
		shifted = shifted || a.star;
		if (a.spread)
			give_spread(f, s, &a);
		else if (p == NOWHERE)
			flow_escape(f, &f->values[a.node]);
		else if (f->parameters[p].star || f->parameters[p].double_star)
			put_into_rest(f, &f->parameters[p], &a);
		else
			flow_bind(f, f->parameters[p].binding, &f->values[a.node]);
	}
}

static void
add_returned(struct facts *f, const struct scope *s, struct value *out)
{
	if (s->is_generator || s->is_async)
		out->unknown = true;
	else if (!s->gives && s->kind == SCOPE_FUNCTION)
		flow_add(f, out, atom_of(ATOM_PLAIN, PLAIN_NONE));
	else
		flow_merge(f, out, &s->returned);
}

/* Of what is spread only the elements are handed over: the callee gets a new list of them. `copied`:
 * a library's function copies them into its result (an array, a table), or calls one argument with
 * what the others hold; the program's list stays as it is. */
void
flow_escape_arguments(struct facts *f, uint32_t arguments, bool copied)
{
	for (struct argument a = {0}; facts_argument(f, arguments, &a);) {
		const struct value *v = &f->values[a.node];

		VALUE_EACH(atom, v)
			if (copied ? atom->kind != ATOM_LITERAL : !a.spread)
				flow_escape_atom(f, *atom);
		if (copied || a.spread)
			escape_elements(f, v);
	}
}

static void
call_class(struct facts *f, uint32_t class, uint32_t arguments, struct value *out)
{
	flow_escape_arguments(f, arguments, false);
	flow_add(f, out, atom_of(ATOM_OBJECT, class));
	if (f->scopes[class].has_bases) /* one may make something else: a TypedDict is a dict */
		out->unknown = true;
}

static void
hand_over(struct facts *f, uint32_t arguments, uint64_t effects, bool known)
{
	bool shows = effects_have(effects, EFFECT_SHOWS),
	     copied = effects_have(effects, EFFECT_CALLS) || (!known && shows);

	if (copied || !known)
		flow_escape_arguments(f, arguments, copied);
	else if (shows) /* print(x, file=o), sum(x, start=o): methods of an object are called */
		for (struct argument a = {0}; facts_argument(f, arguments, &a);)
			if (a.name != 0 || a.double_star)
				flow_escape(f, &f->values[a.node]);
}

/* Numbers, texts, lists, and the package's own classes and their objects; `package` ends with a dot. */
static bool
is_of_package(const struct facts *f, const struct value *v, struct str package)
{
	VALUE_EACH(a, v) {
		unsigned kind = KIND_BIT(a->kind);

		if ((kind & (KINDS_TEXT | KINDS_NUMBER | KIND_BIT(ATOM_LITERAL))) != 0)
			continue;
		if ((kind & (KIND_BIT(ATOM_RESULT) | KIND_BIT(ATOM_SYMBOL))) == 0)
			return false;
		struct str symbol = facts_name(f, a->id);
		/* what a function gives that nobody answers for goes by the function's name */
		if (!str_starts(symbol, package) || table_symbol(symbol).kind != MEMBER_CLASS)
			return false;
	}
	return !v->unknown;
}

static struct str
given_by(const struct facts *f, uint32_t symbol)
{
	struct str name = facts_name(f, symbol), given = table_given(name);

	return given.n == 0 && f->given != NULL ? f->given(f->givers, name) : given;
}

/* `given`: what a pack says, CLASS/PLACES. It is believed where no argument may come back instead,
 * and effects.txt says nothing of what makes objects of the class. */
static bool
add_given(struct facts *f, uint32_t call, struct str given, struct value *out)
{
	struct str class, package = str_slice(given, 0, str_find(given, STR("."), 0) + 1);
	int64_t places;

	if (package.n < 2 || !str_cut(&given, '/', &class) || !str_number(given, &places) ||
	    effects_of(class) != 0)
		return false;
	call = facts_arguments(f->tree, call);
	for (struct argument a = {0}; facts_argument(f, call, &a);)
		if (a.spread || ((a.name != 0 || a.place > 31 || (places >> a.place & 1) != 0) &&
				    !is_of_package(f, &f->values[a.node], package)))
			return false;
	flow_add(f, out, atom_of(ATOM_RESULT, names_add(&f->names, class)));
	return true;
}

/* Something sets a field that objects of the symbol's package have. One method may call another. */
static bool
sets_field_of(struct facts *f, struct str symbol)
{
	bool sets = !facts_spend(f, (uint32_t)f->attributes_count);
	struct str package = dotted_top(symbol), rest, one;

	for (size_t i = 0; !sets && i < f->attributes_count; i++) {
		if (f->attributes[i].role == ROLE_LOAD)
			continue;
		struct table_attribute a = table_attribute(facts_name(f, f->attributes[i].name));
		sets = !table_module(package).known; /* nobody lists its attributes */
		rest = table_packages(&a);
		while (!sets && str_cut(&rest, ' ', &one))
			sets = str_eq(one, package);
	}
	return sets;
}

/* scaler.fit(x), where a library's class made the object as its text has it. */
static bool
call_method(struct facts *f, uint32_t call, uint32_t function, struct value *out)
{
	const struct value *object = &f->values[tree_child(f->tree, function, F_OBJECT)];
	uint32_t fact = f->fact_of[function], name = fact == NOWHERE ? 0 : f->attributes[fact].name;
	bool all = name != 0 && value_is(object, KIND_BIT(ATOM_RESULT));

	for (unsigned i = 0; all && i < object->count; i++) {
		struct str class = facts_name(f, object->atoms[i].id);
		struct value method = value_of_symbol_member(f, class, facts_name(f, name));
		struct str given = given_by(f, method.atoms[0].id);

		all = given.n > 0 && !sets_field_of(f, class);
		if (all && str_is(given, "."))
			flow_add(f, out, object->atoms[i]);
		else if (all)
			all = add_given(f, call, str_slice(given, 1, given.n), out);
	}
	return all;
}

static void
call_symbol(struct facts *f, uint32_t call, uint32_t symbol, struct value *out)
{
	uint32_t arguments = facts_arguments(f->tree, call);
	uint64_t effects = facts_effects(f, symbol);
	bool known = flow_add_result(f, call, symbol, effects, out);

	if (!known && !add_given(f, call, given_by(f, symbol), out))
		flow_add(f, out, atom_of(ATOM_RESULT, symbol));
	hand_over(f, arguments, effects, known);
}

static void
call_atom(struct facts *f, uint32_t call, struct atom a, struct value *out)
{
	uint32_t arguments = facts_arguments(f->tree, call);
	struct value one;

	switch (a.kind) {
	case ATOM_SYMBOL:
		call_symbol(f, call, a.id, out);
		break;
	case ATOM_FUNCTION:
		give(f, a.id, arguments);
		add_returned(f, &f->scopes[a.id], out);
		break;
	case ATOM_CLASS:
		call_class(f, a.id, arguments, out);
		break;
	case ATOM_METHOD:
		one = text_method(f, a.id);
		if (one.unknown || f->own_texts) /* maketrans(table) gives what the table holds */
			flow_escape_arguments(f, arguments, false);
		flow_merge(f, out, &one);
		break;
	default: /* the __call__ of an object, too */
		flow_escape_atom(f, a);
		flow_escape_arguments(f, arguments, false);
		out->unknown = true;
		break;
	}
}

struct value
flow_call(struct facts *f, uint32_t node)
{
	uint32_t function = facts_bare(f, facts_callee(f->tree, node));
	struct value callee = f->values[function], out = {.unknown = callee.unknown};

	VALUE_EACH(a, &callee)
		call_atom(f, node, *a, &out);
	if (callee.unknown)
		flow_escape_arguments(f, facts_arguments(f->tree, node), false);
	if (f->tree->nodes[function].kind == K_ATTRIBUTE && callee.unknown && callee.count == 0)
		out.unknown = !call_method(f, node, function, &out);
	return out;
}
