/* SPDX-License-Identifier: MIT */
/* The result of a call, and the values that it passes to the parameters of the functions that it may call. */
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

static void
escape_elements(struct facts *f, const struct value *v)
{
	struct value elements = flow_take(f, v, COLUMN_ANY), items = flow_items(f, v);

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

/* The arguments of a call to a function's parameters, behind the first `skip`. */
static void
give(struct facts *f, uint32_t scope, uint32_t arguments, unsigned skip)
{
	struct scope *s = &f->scopes[scope];
	unsigned place = skip;

	mark_called(f, s);
	for (struct argument a = {0}; facts_argument(f, arguments, &a);) {
		uint32_t p = a.spread ? NOWHERE : parameter_for(f, s, &a, place);

		if (!facts_spend(f, place + 1))
			return;
		place += a.name == 0;
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

enum maker { MAKER_UNKNOWN = 0, MAKER_LATER /* nothing has reached its name yet */, MAKER_CALLED };

/* Methods of this name that an object is made by. */
static enum maker
call_maker(struct facts *f, uint32_t class, const char *name, uint32_t arguments)
{
	struct value v;
	bool found = false;

	if (!flow_class_member(f, class, names_add(&f->names, str_from(name)), &v))
		return MAKER_UNKNOWN;
	if (value_is_bottom(&v))
		return MAKER_LATER;
	VALUE_EACH(a, &v)
		if (a->kind == ATOM_BOUND || a->kind == ATOM_FUNCTION) {
			give(f, a->id, arguments, 1);
			found = true;
		}
	return found && !v.unknown ? MAKER_CALLED : MAKER_UNKNOWN;
}

static void
call_class(struct facts *f, uint32_t class, uint32_t arguments, struct value *out)
{
	bool seen = call_maker(f, class, "__init__", arguments) != MAKER_UNKNOWN;

	if (call_maker(f, class, "__new__", arguments) == MAKER_CALLED)
		out->unknown = true;
	if (!seen)
		flow_escape_arguments(f, arguments, false);
	flow_add(f, out, atom_of(ATOM_OBJECT, class));
	if (f->scopes[class]
		.has_bases) /* its base may make something else: a TypedDict is a dict */
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
	bool sets = f->sets_fields || !facts_spend(f, (uint32_t)f->attributes_count);
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
	if (effects_have(effects, EFFECT_FIELDS))
		flow_set_fields(f);
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
	case ATOM_BOUND:
		give(f, a.id, arguments, a.kind == ATOM_BOUND);
		add_returned(f, &f->scopes[a.id], out);
		break;
	case ATOM_CLASS:
		call_class(f, a.id, arguments, out);
		break;
	case ATOM_METHOD:
		one = text_method(f, a.id);
		flow_merge(f, out, &one);
		break;
	default: /* the __call__ of an object, too */
		flow_escape_atom(f, a);
		flow_escape_arguments(f, arguments, false);
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

	VALUE_EACH(a, object)
		if (a->kind == ATOM_LITERAL)
			flow_add(f, &containers, *a);
	if (containers.count == 0 ||
	    flow_container_method(f, call, tree_attribute(f->tree, function), &containers, out))
		return;
	flow_escape(f, &containers);
	flow_escape_arguments(f, facts_arguments(f->tree, call), false);
	out->unknown = true;
}

/* A method of an object that nobody knows, by its name: where no class of the file has one of it,
 * effects.txt may say that libraries' methods of this name keep nothing. The rules look for other
 * ways in which the program may have given it (judge_call.c). */
static void
hand_to_unknown(struct facts *f, uint32_t call, uint32_t function)
{
	uint32_t arguments = facts_arguments(f->tree, call);
	struct str name = tree_attribute(f->tree, function);
	uint64_t effects = effects_of_method_named(name);

	if (!effects_have(effects, EFFECT_SHOWS) || f->fact_of[function] == NOWHERE ||
	    flow_has_method(f, NOWHERE, f->attributes[f->fact_of[function]].name))
		effects = 0;
	hand_over(f, arguments, effects, false);
	for (struct argument a = {0}; facts_argument(f, arguments, &a);)
		if (a.place > 0 && !a.double_star) /* its first argument may get them */
			flow_escape(f, &f->values[a.node]);
}

/* @decorator, @decorator(): it is called with what stands below it, and may give that back. */
static bool
gives_same(struct facts *f, uint32_t call, struct atom a)
{
	uint32_t named = facts_bare(f, facts_callee(f->tree, call));
	const struct atom *symbol;
	uint64_t effects;

	if (f->tree->nodes[call].kind != K_DECORATOR)
		return false;
	if (f->tree->nodes[named].kind == K_CALL && a.kind == ATOM_RESULT)
		named = facts_bare(f, tree_child(f->tree, named, F_FUNCTION));
	symbol = value_only(&f->values[named], ATOM_SYMBOL);
	if (symbol == NULL || symbol->id != a.id)
		return false;
	effects = facts_effects(f, a.id);
	if (a.kind == ATOM_SYMBOL && effects_have(effects, EFFECT_FUNCTION))
		return false;
	effects = flow_decorates(f, call, effects);
	return effects_have(effects, EFFECT_SAME | EFFECT_KEEPS);
}

struct value
flow_call(struct facts *f, uint32_t node)
{
	uint32_t function = facts_bare(f, facts_callee(f->tree, node));
	struct value callee = f->values[function], out = {.unknown = callee.unknown};

	if (f->tree->nodes[function].kind == K_ATTRIBUTE)
		call_container(f, node, function, &out);
	VALUE_EACH(a, &callee)
		if (gives_same(f, node, *a))
			flow_merge(f, &out, &f->values[facts_arguments(f->tree, node)]);
		else
			call_atom(f, node, *a, &out);
	if (callee.unknown)
		hand_to_unknown(f, node, function);
	if (f->tree->nodes[function].kind == K_ATTRIBUTE && callee.unknown && callee.count == 0)
		out.unknown = !call_method(f, node, function, &out);
	return out;
}
