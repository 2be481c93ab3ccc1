/* SPDX-License-Identifier: MIT */
/* The transfer function of each kind of node: its value, from its children's, and what it stores. A
 * kind that has no case lets its children's values escape. */
#include "flow.h"

static struct value
builtin(struct facts *f, uint32_t name)
{
	struct str text = facts_name(f, name);
	struct table_member m = table_member(STR("builtins"), text);

	return m.kind != MEMBER_NONE || m.capabilities != 0
		   ? value_of_member(f, STR("builtins"), text)
		   : value_unknown();
}

static struct value
mention(struct facts *f, uint32_t node)
{
	const struct occurrence *o;
	struct value v = {.count = 0}, other;

	if (f->fact_of[node] == NOWHERE || !facts_is_read(f, node))
		return v;
	o = &f->occurrences[f->fact_of[node]];
	if (o->binding != NOWHERE)
		v = f->bindings[o->binding].value;
	if (o->beyond != NOWHERE)
		flow_merge(f, &v, &f->bindings[o->beyond].value);
	if (o->may_be_builtin && value_is_bottom(&f->values[node])) { /* slots only grow */
		other = builtin(f, o->name);
		if (o->binding == NOWHERE || other.count > 0)
			flow_merge(f, &v, &other);
	}
	return v;
}

void
flow_escape_children(struct facts *f, uint32_t node)
{
	for (uint32_t c = tree_first(f->tree, node); c != 0; c = tree_next(f->tree, c))
		flow_escape(f, &f->values[c]);
}

/* The key of a subscript: of x[a, b] a tuple of both, which nothing else names. */
struct value
flow_key(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t key = tree_child(t, node, F_SUBSCRIPT);
	bool several = false;

	for (uint32_t c = tree_next(t, key); key != 0 && c != 0; c = tree_next(t, c))
		several = several || t->nodes[c].field == F_SUBSCRIPT;
	if (!several)
		return f->values[key];
	for (uint32_t c = key; c != 0; c = tree_next(t, c)) {
		flow_escape(f, &f->values[c]);
		if (t->nodes[c].kind == K_SLICE)
			flow_escape_children(f, c);
	}
	return value_unknown();
}

static struct value
subscript(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t whole = tree_child(t, node, F_VALUE), key = tree_child(t, node, F_SUBSCRIPT);
	const struct value *v = &f->values[whole];
	struct value out = {.count = 0}, index = flow_key(f, node);

	flow_escape(f, &index);           /* a KeyError shows it, its __eq__ is asked */
	if (f->role[node] == ROLE_DELETE) /* what comes after it moves */
		flow_escape(f, v);
	if (!facts_is_read(f, node))
		return (struct value){.count = 0};
	out.unknown = v->unknown;
	if (v->unknown && t->nodes[key].kind == K_SLICE)
		flow_escape_children(f, key);
	for (unsigned i = 0; i < v->count && key != 0; i++) {
		struct atom a = v->atoms[i];

		if (a.kind == ATOM_LITERAL && t->nodes[key].kind == K_SLICE) {
			flow_add(f, &out, a); /* no more than all of it */
		} else if (a.kind == ATOM_LITERAL) {
			flow_item(f, a, &out);
		} else if ((KINDS_TEXT & KIND_BIT(a.kind)) != 0) {
			if ((KINDS_BYTES & KIND_BIT(a.kind)) != 0) /* a number, or bytes */
				out.unknown = true;
			else
				flow_add(f, &out, atom_of(ATOM_TEXT, 0));
		} else { /* its class is given the key, and may give anything that it has */
			flow_escape_atom(f, a);
			if (t->nodes[key].kind == K_SLICE)
				flow_escape_children(f, key);
			out.unknown = true;
		}
	}
	return out;
}

/* `a or b` never gives a None of a. */
static struct value
either(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	struct value out = {.count = 0};
	bool is_or =
	    t->nodes[node].kind == K_BOOLEAN_OPERATOR && tree_child_of_kind(t, node, K_T_OR) != 0;
	unsigned place = 0;

	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c)) {
		const struct value *v = &f->values[c];

		if (t->nodes[c].kind >= K_T_PLUS)
			continue;
		VALUE_EACH(a, v)
			if ((t->nodes[node].kind != K_CONDITIONAL_EXPRESSION || place != 1) &&
			    (!is_or || place > 0 || a->kind != ATOM_PLAIN || a->id != PLAIN_NONE))
				flow_add(f, &out, *a);
		if (t->nodes[node].kind != K_CONDITIONAL_EXPRESSION || place != 1)
			out.unknown = out.unknown || v->unknown;
		place++;
	}
	return out;
}

static struct value
integer(struct facts *f, uint32_t node)
{
	int64_t n;

	return literal_integer(tree_text(f->tree, node), &n) ? fold_number(f, n)
							     : value_of(ATOM_PLAIN, 0);
}

/* Numbers and texts answer operators by themselves; of anything else its class may answer. */
static bool
are_plain(const struct facts *f, uint32_t node)
{
	for (uint32_t c = tree_first(f->tree, node); c != 0; c = tree_next(f->tree, c))
		if (f->tree->nodes[c].kind < K_T_PLUS && !value_is_bottom(&f->values[c]) &&
		    !value_is(&f->values[c], KINDS_NUMBER | KINDS_TEXT))
			return false;
	return true;
}

static struct value
unary(struct facts *f, uint32_t node)
{
	uint32_t inner = tree_child_of_kind(f->tree, node, K_INTEGER);
	const struct atom *n = value_only(&f->values[inner], ATOM_INTEGER);

	if (!are_plain(f, node)) {
		flow_escape_children(f, node);
		return value_unknown();
	}
	if (inner != 0 && n != NULL && tree_child_of_kind(f->tree, node, K_T_MINUS) != 0)
		return fold_number(f, -facts_integer(f, n->id));
	return value_of(ATOM_PLAIN, 0);
}

static struct value
binary(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t left = tree_child(t, node, F_LEFT), right = tree_child(t, node, F_RIGHT);
	enum kind op = (enum kind)t->nodes[tree_child(t, node, F_OPERATOR)].kind;
	const struct value *a = &f->values[left], *b = &f->values[right];
	struct value out = {.count = 0};
	bool plain, text;

	if (value_is_bottom(a) || value_is_bottom(b))
		return out;
	if (f->own_operators)
		flow_escape_children(f, node);
	plain = are_plain(f, node);
	text = value_is(a, KINDS_TEXT);
	if (op == K_T_PLUS)
		out = text_concatenate(f, a, b);
	else if (plain || (op == K_T_PERCENT && text && !f->own_operators))
		return text_operator(f, op, a, b);
	if (plain || (op == K_T_PLUS && text && !f->own_operators))
		return out;
	flow_escape_children(f, node); /* what the operands hold may come back */
	out.unknown = true;
	return out;
}

/* A class's bases and keywords: its metaclass gets what stands there. */
static struct value
class_made(struct facts *f, uint32_t node)
{
	uint32_t bases = tree_child(f->tree, node, F_SUPERCLASSES);

	for (struct argument a = {0}; facts_argument(f, bases, &a);)
		if (a.name != 0 || a.spread)
			flow_escape(f, &f->values[a.node]);
	return value_of(ATOM_CLASS, f->opened[node]);
}

/* `def`, `class` and `:=` bind a name; a decorated definition, what its decorators give. */
static struct value
defined(struct facts *f, uint32_t node, struct value v)
{
	if (f->tree->nodes[f->tree->nodes[node].parent].kind != K_DECORATED_DEFINITION)
		flow_store(f, tree_child(f->tree, node, F_NAME), &v);
	return v;
}

/* The effects of a decorator; all of them while its name has no value yet. */
static uint64_t
effects_of_decorator(struct facts *f, uint32_t decorator)
{
	uint32_t named = facts_bare(f, facts_callee(f->tree, decorator)), arguments = 0;
	const struct atom *symbol;

	if (f->tree->nodes[named].kind == K_CALL) {
		arguments = tree_child(f->tree, named, F_ARGUMENTS);
		named = facts_bare(f, tree_child(f->tree, named, F_FUNCTION));
	}
	for (struct argument a = {0}; facts_argument(f, arguments, &a);)
		if (a.name == 0 || a.spread ||
		    !syntax_is(f->tree->nodes[a.node].kind,
			CONSTANT)) /* dataclass(C), final(f=C) give C, which is called with this */
			return 0;
	symbol = value_only(&f->values[named], ATOM_SYMBOL);
	if (value_is_bottom(&f->values[named]))
		return ~(uint64_t)0;
	return symbol == NULL ? 0 : facts_effects(f, symbol->id);
}

bool
flow_keeps(struct facts *f, uint32_t decorator)
{
	return effects_have(effects_of_decorator(f, decorator), EFFECT_SAME);
}

/* @a @b def f: a(b(f)); of @dataclass, @property, @classmethod what stands below. */
static struct value
decorator(struct facts *f, uint32_t node)
{
	uint32_t below = facts_arguments(f->tree, node);
	const struct atom *own = value_only(&f->values[below], ATOM_FUNCTION);
	struct scope *s = own == NULL ? NULL : &f->scopes[own->id];
	uint64_t effects = effects_of_decorator(f, node);

	if (effects == ~(uint64_t)0)
		return (struct value){.count = 0};
	if (effects_have(effects, EFFECT_SAME) && /* a property of a class tells others of it */
	    (!effects_have(effects, EFFECT_ELEMENT) ||
		value_find(&f->values[below], ATOM_CLASS) == NULL))
		return f->values[below];
	if (s == NULL || !facts_is_method(f, s) ||
	    !effects_have(effects, EFFECT_CLASSMETHOD | EFFECT_KEEPS))
		return flow_call(f, node);
	if (effects_have(effects, EFFECT_CLASSMETHOD)) {
		struct value class = value_of(ATOM_CLASS, s->parent);

		if (s->first_parameter != NOWHERE)
			flow_bind(f, f->parameters[s->first_parameter].binding, &class);
		return f->values[below];
	}
	flow_raise(f, &s->called);
	return value_unknown();
}

static struct value
decorated(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t first = tree_first(t, node), definition = tree_child(t, node, F_DEFINITION);

	if (f->scopes[f->opened[definition]].is_generator) /* its caller's object calls it again */
		flow_escape(f, &f->values[definition]);
	flow_store(f, tree_child(t, definition, F_NAME), &f->values[first]);
	return f->values[first];
}

static struct value
same_as(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t inner = facts_bare(f, node);

	if (t->nodes[node].kind == K_TYPE || t->nodes[node].kind == K_DICTIONARY_SPLAT)
		inner = tree_first(t, node);
	if (inner != 0 && t->nodes[inner].kind == K_T_POWER)
		inner = tree_next(t, inner);

	return inner == node || inner == 0 ? (struct value){.count = 0} : f->values[inner];
}

static struct value
container(struct facts *f, uint32_t node)
{
	enum kind k = (enum kind)f->tree->nodes[node].kind;

	flow_fill(f, node);
	if (f->own_operators && k != K_LIST && k != K_TUPLE)
		flow_escape(f, &flow_container(f, node)->elements); /* keys are compared */
	return value_of(ATOM_LITERAL, node);
}

static struct value
comparison(struct facts *f, uint32_t node)
{
	if (f->own_operators)
		flow_escape_children(f, node);
	return are_plain(f, node) ? value_of(ATOM_PLAIN, 0) : value_unknown();
}

/* `case a.b:` compares with what the name says; something may keep that. An import reads nothing, nor
 * does the class of a pattern get away. */
static struct value
compared(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t c = tree_first(t, node);
	struct value v = f->values[c];

	if (f->fact_of[c] == NOWHERE || t->nodes[t->nodes[node].parent].kind == K_CLASS_PATTERN)
		return (struct value){.count = 0};
	flow_escape(f, &v);
	while ((c = tree_next(t, c)) != 0 && !value_is_bottom(&v)) {
		struct str name = tree_text(t, c);
		const struct atom *module = value_only(&v, ATOM_MODULE),
				  *symbol = value_only(&v, ATOM_SYMBOL);

		v = module != NULL   ? value_of_member(f, facts_name(f, module->id), name)
		    : symbol != NULL ? value_of_symbol_member(f, facts_name(f, symbol->id), name)
				     : value_unknown();
	}
	return v;
}

/* What gets list[C] gets C. */
static void
escape_types(struct facts *f, uint32_t node)
{
	for (uint32_t i = node; i < f->tree->nodes[node].after && facts_spend(f, 1); i++)
		if (f->tree->nodes[i].kind == K_TYPE)
			flow_escape_children(f, i);
}

/* x: a[b] calls the __getitem__ of a, x: a | b the __or__ of a. */
static void
generic(struct facts *f, uint32_t node)
{
	const struct value *v = &f->values[tree_first(f->tree, node)];

	if (f->tree->nodes[node].kind == K_UNION_TYPE
		? f->own_operators
		: !value_is_bottom(v) && !value_is(v, KIND_BIT(ATOM_SYMBOL)))
		escape_types(f, node);
}

/* Others read the annotations of a class's variables (dataclasses.fields(C)[0].type), of a function that is
 * decorated (f.register, whose f.registry holds the classes), and of methods where a base does; the
 * operators of the program get what x: a | b names. */
static bool
is_annotation_read(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	const struct scope *s = &f->scopes[f->scope_of[node]];
	uint32_t up = node;

	while (up != 0 && t->nodes[up].kind != K_FUNCTION_DEFINITION &&
	       t->nodes[up].kind != K_ASSIGNMENT && facts_spend(f, 1))
		up = t->nodes[up].parent;
	return (s->kind == SCOPE_CLASS && (t->nodes[up].kind == K_ASSIGNMENT || s->has_bases)) ||
	       (f->own_operators && t->nodes[tree_first(t, node)].kind != K_IDENTIFIER) ||
	       (t->nodes[up].kind == K_FUNCTION_DEFINITION &&
		   t->nodes[t->nodes[up].parent].kind == K_DECORATED_DEFINITION);
}

struct value
flow_evaluate(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;

	switch (t->nodes[node].kind) {
	case K_IDENTIFIER:
		return mention(f, node);
	case K_ATTRIBUTE:
		return flow_attribute(f, node);
	case K_CALL:
		return flow_call(f, node);
	case K_DECORATOR:
		return decorator(f, node);
	case K_STRING:
		return text_string(f, node);
	case K_CONCATENATED_STRING:
		return text_joined(f, node);
	case K_INTEGER:
		return integer(f, node);
	case K_UNARY_OPERATOR:
		return unary(f, node);
	case K_BINARY_OPERATOR:
		return binary(f, node);
	case K_SUBSCRIPT:
		return subscript(f, node);
	case K_CONDITIONAL_EXPRESSION:
	case K_BOOLEAN_OPERATOR:
		return either(f, node);
	case K_NAMED_EXPRESSION:
		return defined(f, node, f->values[tree_child(t, node, F_VALUE)]);
	case K_TYPE:
		if (is_annotation_read(f, node))
			flow_escape_children(f, node);
		return same_as(f, node);
	case K_PARENTHESIZED_EXPRESSION:
	case K_LIST_SPLAT:
	case K_PARENTHESIZED_LIST_SPLAT:
	case K_DICTIONARY_SPLAT:
		return same_as(f, node);
	case K_GENERIC_TYPE:
	case K_UNION_TYPE:
		generic(f, node);
		return (struct value){.count = 0};
	case K_DOTTED_NAME:
		return compared(f, node);
	case K_LAMBDA:
		flow_join(f, &f->scopes[f->opened[node]].returned,
		    &f->values[tree_child(t, node, F_BODY)]);
		return value_of(ATOM_FUNCTION, f->opened[node]);
	case K_FUNCTION_DEFINITION:
		return defined(f, node, value_of(ATOM_FUNCTION, f->opened[node]));
	case K_CLASS_DEFINITION:
		return defined(f, node, class_made(f, node));
	case K_DECORATED_DEFINITION:
		return decorated(f, node);
	case K_LIST:
	case K_TUPLE:
	case K_SET:
	case K_EXPRESSION_LIST:
	case K_DICTIONARY:
	case K_LIST_COMPREHENSION:
	case K_SET_COMPREHENSION:
	case K_DICTIONARY_COMPREHENSION:
	case K_GENERATOR_EXPRESSION:
		return container(f, node);
	case K_NONE:
		return value_of(ATOM_PLAIN, PLAIN_NONE);
	case K_ELLIPSIS:
		return value_of(ATOM_PLAIN, PLAIN_ELLIPSIS);
	case K_TRUE:
	case K_FALSE:
	case K_FLOAT:
	case K_NOT_OPERATOR:
		return value_of(ATOM_PLAIN, 0);
	case K_COMPARISON_OPERATOR:
		return comparison(f, node);
	case K_AWAIT:
	case K_YIELD: /* what is sent to a generator comes back */
		flow_escape_children(f, node);
		return value_unknown();
	default:
		return flow_statement(f, node);
	}
}
