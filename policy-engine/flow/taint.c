/* SPDX-License-Identifier: MIT */
/*
 * Taint: which values may come from a source.
 *
 * Once a program is solved, flow_taint() sweeps on with some nodes marked as sources. A join takes
 * the earlier source in the text, so that there is one least fixpoint again. What a transfer
 * function takes out of a slot brings its trace along; what it does not model, an operator or a
 * library's call, gives the sources of all its operands: the context.
 *
 * A library's objects have no slots. They fall into alias classes, a union-find over nodes: a call
 * puts its result, its receiver and all that escapes by it into one class, and its sources with
 * them. So what is put into an object is found under all of its names, and a function that is
 * handed on gets what its caller was given.
 */
#include "flow.h"

static uint32_t
find(struct taint *t, uint32_t node)
{
	while (t->alias[node] != node)
		node = t->alias[node] = t->alias[t->alias[node]];
	return node;
}

static void
earlier(uint32_t *to, uint32_t from)
{
	if (from != 0 && (*to == 0 || from < *to))
		*to = from;
}

/* The same, of what lasts longer than the context. */
static void
reach(struct facts *f, uint32_t *to, uint32_t from)
{
	uint32_t old = *to;

	earlier(to, from);
	f->changed = f->changed || *to != old;
}

static void
unite(struct facts *f, uint32_t one, uint32_t other)
{
	struct taint *t = f->taint;
	uint32_t a = find(t, one), b = find(t, other);

	if (a == b)
		return;
	t->alias[a > b ? a : b] = a > b ? b : a;
	reach(f, &t->sources[a > b ? b : a], t->sources[a > b ? a : b]);
	f->changed = true;
}

bool
taint_join(struct facts *f, struct trace *into, struct trace from)
{
	struct trace old = *into;

	earlier(&into->source, from.source);
	if (into->alias != 0 && from.alias != 0)
		unite(f, into->alias, from.alias);
	else if (from.alias != 0)
		into->alias = from.alias;
	return into->source != old.source || into->alias != old.alias;
}

static uint32_t
source_of_trace(struct taint *t, struct trace trace)
{
	uint32_t out = trace.source;

	if (trace.alias != 0)
		earlier(&out, t->sources[find(t, trace.alias)]);
	return out;
}

/* Of the program's own objects, containers and functions. */
static struct trace *
trace_of(struct facts *f, struct atom a)
{
	switch (a.kind) {
	case ATOM_LITERAL:
	case ATOM_ROW:
		return f->container_of[a.id] == NULL ? NULL : &f->container_of[a.id]->trace;
	case ATOM_FUNCTION:
	case ATOM_BOUND:
	case ATOM_CLASS:
	case ATOM_OBJECT:
		return &f->scopes[a.id].trace;
	default:
		return NULL;
	}
}

uint32_t
taint_of(struct facts *f, const struct value *v)
{
	uint32_t out = source_of_trace(f->taint, v->trace);

	for (unsigned i = 0; i < v->count; i++) {
		const struct trace *own = trace_of(f, v->atoms[i]);

		if (own != NULL)
			earlier(&out, source_of_trace(f->taint, *own));
	}
	return out;
}

uint32_t
flow_source(struct facts *f, uint32_t node)
{
	return f->taint == NULL ? 0 : taint_of(f, &f->values[node]);
}

/* What a node is given: of an argument list and its kin, all that stands in it. */
static void
gather(struct facts *f, uint32_t node, uint32_t *out)
{
	for (uint32_t c = tree_first(f->tree, node); c != 0; c = tree_next(f->tree, c))
		switch (f->tree->nodes[c].kind) {
		case K_ARGUMENT_LIST:
		case K_KEYWORD_ARGUMENT:
		case K_PAIR:
		case K_SLICE:
		case K_INTERPOLATION:
		case K_FORMAT_SPECIFIER:
		case K_FORMAT_EXPRESSION:
			gather(f, c, out);
			break;
		default:
			earlier(out, taint_of(f, &f->values[c]));
		}
}

static uint32_t
receiver_of(const struct facts *f, uint32_t call)
{
	uint32_t function = facts_bare(f, tree_child(f->tree, call, F_FUNCTION));

	return f->tree->nodes[function].kind == K_ATTRIBUTE
		   ? tree_child(f->tree, function, F_OBJECT)
		   : 0;
}

static uint32_t
sources_at(struct facts *f, uint32_t node)
{
	uint32_t out = 0, receiver = 0;

	gather(f, node, &out);
	if (f->tree->nodes[node].kind == K_CALL)
		receiver = receiver_of(f, node);
	if (receiver != 0)
		earlier(&out, taint_of(f, &f->values[receiver]));
	return out;
}

void
taint_enter(struct facts *f, uint32_t node)
{
	f->taint->context = (struct trace){.source = sources_at(f, node), .alias = node};
}

/* Nodes whose values are made of slots and children, trace and all. */
static bool
is_exact(enum kind k)
{
	switch ((int)k) {
	case K_IDENTIFIER:
	case K_ATTRIBUTE:
	case K_CALL:
	case K_SUBSCRIPT:
	case K_CONDITIONAL_EXPRESSION:
	case K_BOOLEAN_OPERATOR:
	case K_NAMED_EXPRESSION:
	case K_PARENTHESIZED_EXPRESSION:
	case K_LIST_SPLAT:
	case K_PARENTHESIZED_LIST_SPLAT:
	case K_TYPE:
	case K_DICTIONARY_SPLAT:
	case K_LAMBDA:
	case K_FUNCTION_DEFINITION:
	case K_CLASS_DEFINITION:
	case K_DECORATED_DEFINITION:
	case K_LIST:
	case K_TUPLE:
	case K_SET:
	case K_EXPRESSION_LIST:
	case K_DICTIONARY:
	case K_LIST_COMPREHENSION:
	case K_SET_COMPREHENSION:
	case K_DICTIONARY_COMPREHENSION:
	case K_GENERATOR_EXPRESSION:
		return true;
	default:
		return false;
	}
}

void
taint_leave(struct facts *f, uint32_t node, struct value *v)
{
	struct taint *t = f->taint;
	enum kind k = (enum kind)f->tree->nodes[node].kind;

	if (!is_exact(k))
		earlier(&v->trace.source, t->context.source);
	if (v->unknown && !is_exact(k))
		taint_result(f, v);
	if (v->unknown && v->trace.alias == 0 && k != K_IDENTIFIER)
		v->trace.alias = node;
	if ((t->marks[node] & TAINT_SOURCE) != 0)
		earlier(&v->trace.source, node);
	/* An error quotes what failed, wherever it is caught. */
	if (k == K_RAISE_STATEMENT || facts_scope_function(f, f->scope_of[node]) != 0)
		reach(f, &t->raised, v->trace.source);
}

void
taint_result(struct facts *f, struct value *v)
{
	if (f->taint != NULL)
		(void)taint_join(f, &v->trace, f->taint->context);
}

void
taint_add(struct facts *f, struct value *v, const struct value *from)
{
	if (f->taint == NULL)
		return;
	(void)taint_join(f, &v->trace, from->trace);
	for (unsigned i = 0; i < from->count; i++) {
		const struct trace *own = trace_of(f, from->atoms[i]);

		if (own != NULL)
			(void)taint_join(f, &v->trace, *own);
	}
}

void
taint_key(struct facts *f, uint32_t key, struct value *v)
{
	if (f->taint != NULL &&
	    (f->tree->nodes[key].kind == K_SLICE || f->tree->nodes[key].kind == K_ARGUMENT_LIST))
		gather(f, key, &v->trace.source);
	else if (f->taint != NULL)
		earlier(&v->trace.source, taint_of(f, &f->values[key]));
}

void
taint_touch(struct facts *f, const struct value *v)
{
	struct taint *t = f->taint;

	if (t == NULL || v->trace.alias == 0 || t->context.alias == 0)
		return;
	unite(f, t->context.alias, v->trace.alias);
	reach(f, &t->sources[find(t, v->trace.alias)], t->context.source);
}

void
taint_escape(struct facts *f, const struct value *v)
{
	if (f->taint == NULL)
		return;
	earlier(&f->taint->context.source, taint_of(f, v));
	taint_touch(f, v);
}

void
taint_escape_atom(struct facts *f, struct atom a)
{
	struct trace *own = f->taint == NULL ? NULL : trace_of(f, a);

	if (own != NULL && taint_join(f, own, f->taint->context))
		f->changed = true;
}

/* What others call is called with what any of them is given. */
void
taint_call_unknown(struct facts *f, struct value *out)
{
	struct taint *t = f->taint;

	if (t == NULL)
		return;
	reach(f, &t->given, t->context.source);
	earlier(&out->trace.source, t->got);
}

/* Containers that a known call makes have slots. */
void
taint_symbol(struct facts *f, uint64_t effects, struct value *out)
{
	static const enum effect exact[] = {
	    EFFECT_COPY, EFFECT_DICT, EFFECT_ELEMENT, EFFECT_ENUMERATE, EFFECT_ZIP, EFFECT_SUPER};
	bool modelled = false, calls = effects_have(effects, EFFECT_CALLS);

	if (f->taint == NULL)
		return;
	for (size_t i = 0; i < ARRAY_LENGTH(exact); i++)
		modelled = modelled || effects_have(effects, exact[i]);
	if (effects_have(effects, EFFECT_FILE) && !effects_have(effects, EFFECT_WRITES))
		f->taint->context.alias = 0; /* it puts nothing into its arguments */
	if (!modelled || calls)
		taint_result(f, out);
	if (calls)
		taint_call_unknown(f, &(struct value){.count = 0});
	if (effects_have(effects, EFFECT_REFLECTS) || effects_have(effects, EFFECT_FIELDS))
		earlier(&out->trace.source, f->taint->first);
}

void
taint_call(struct facts *f, uint32_t call, const struct value *callee, struct value *out)
{
	struct taint *t = f->taint;
	uint32_t receiver = receiver_of(f, call);

	if (callee->unknown || value_find(callee, ATOM_RESULT) != NULL) {
		taint_touch(f, callee);
		if (receiver != 0)
			taint_touch(f, &f->values[receiver]);
		else
			taint_call_unknown(f, out);
		taint_result(f, out);
	}
	earlier(&out->trace.source, source_of_trace(t, callee->trace));
	if ((t->marks[call] & TAINT_CLEAN) != 0) /* an object of its own, which may get something */
		out->trace = (struct trace){.alias = tree_child(f->tree, call, F_ARGUMENTS)};
}

/* An object that nobody knows may be one of the program's that escaped. */
static void
add_member(struct facts *f, uint32_t name, struct trace *out)
{
	for (uint32_t i = 1; f->has_classes && i < f->scopes_count && facts_spend(f, 1); i++)
		for (unsigned field = 0; field < 2; field++) {
			uint32_t b = f->scopes[i].kind == SCOPE_CLASS && f->scopes[i].escapes
					 ? binding_find(f, i, name, field == 1)
					 : NOWHERE;
			const struct value *v = b == NOWHERE ? NULL : &f->bindings[b].value;

			if (v == NULL)
				continue;
			earlier(&out->source, taint_of(f, v));
			for (unsigned k = 0; k < v->count; k++)
				if (v->atoms[k].kind == ATOM_FUNCTION)
					(void)taint_join(f, out, f->scopes[v->atoms[k].id].trace);
		}
}

void
taint_attribute(struct facts *f, const struct value *from, uint32_t name, struct value *out)
{
	if (f->taint == NULL)
		return;
	(void)taint_join(f, &out->trace, from->trace);
	if (from->unknown || value_find(from, ATOM_RESULT) != NULL)
		add_member(f, name, &out->trace);
}

struct trace
taint_open(struct facts *f, const struct scope *s)
{
	struct trace out = s->trace;

	earlier(&out.source, f->taint->given);
	if (f->scopes[s->parent].kind == SCOPE_CLASS)
		(void)taint_join(f, &out, f->scopes[s->parent].trace);
	return f->taint->context = out;
}

void
taint_opened(struct facts *f, const struct scope *s)
{
	uint32_t source = taint_of(f, &s->returned);

	reach(f, &f->taint->got, source);
	reach(f, &f->taint->sources[find(f->taint, s->trace.alias)], source);
}

/* What an error that is caught, or the subject of a match, gives to a name. */
uint32_t
taint_caught(struct facts *f, uint32_t place)
{
	const struct tree *t = f->tree;
	uint32_t out = 0, up = place, from;

	while (up != 0 && t->nodes[up].kind != K_EXCEPT_CLAUSE &&
	       t->nodes[up].kind != K_MATCH_STATEMENT && t->nodes[up].kind != K_BLOCK)
		up = t->nodes[up].parent;
	while (
	    t->nodes[up].kind == K_BLOCK && t->nodes[t->nodes[up].parent].kind == K_MATCH_STATEMENT)
		up = t->nodes[up].parent;
	if (t->nodes[up].kind == K_MATCH_STATEMENT)
		gather(f, up, &out);
	if (t->nodes[up].kind != K_EXCEPT_CLAUSE)
		return out;
	out = f->taint->raised;
	from = tree_child_of_kind(t, t->nodes[up].parent, K_BLOCK);
	for (uint32_t i = from; i < t->nodes[from].after && facts_spend(f, 1); i++)
		earlier(&out, taint_of(f, &f->values[i]));
	return out;
}

static void
hold(struct facts *f, struct trace *whole, const struct value *v)
{
	reach(f, &whole->source, taint_of(f, v));
}

/* What containers, functions and objects hold, by their slots. */
void
taint_sum(struct facts *f)
{
	for (struct container *c = f->containers; c != NULL; c = c->next) {
		hold(f, &c->trace, &c->elements);
		hold(f, &c->trace, &c->items);
		if (c->rows != 0)
			reach(f, &c->trace.source, sources_at(f, c->node));
	}
	for (size_t i = 1; i < f->scopes_count; i++)
		hold(f, &f->scopes[i].trace, &f->scopes[i].returned);
	for (size_t i = 0; i < f->bindings_count; i++) {
		struct scope *s = &f->scopes[f->bindings[i].scope];
		const struct value *v = &f->bindings[i].value;
		const struct atom *method = value_only(v, ATOM_FUNCTION);

		if (s->kind == SCOPE_CLASS &&
		    (method == NULL || s->escapes || flow_is_special(f, &f->scopes[method->id])))
			hold(f, &s->trace, v);
	}
}

/* An alias class for each node, and nothing of another rule. */
static void
clear(struct facts *f)
{
	for (uint32_t i = 0; i < f->tree->count; i++)
		f->taint->alias[i] = i;
	for (size_t i = 0; i < f->scopes_count; i++) {
		f->scopes[i].returned.trace = (struct trace){0, 0};
		f->scopes[i].trace = (struct trace){.alias = f->scopes[i].node};
	}
	for (struct container *c = f->containers; c != NULL; c = c->next)
		c->trace = c->elements.trace = c->items.trace = (struct trace){0, 0};
}

bool
flow_taint(struct facts *f, struct taint *t)
{
	t->alias = arena_array(f->arena, f->tree->count + 1, sizeof(*t->alias));
	t->sources = arena_array(f->arena, f->tree->count + 1, sizeof(*t->sources));
	if (t->alias == NULL || t->sources == NULL) {
		f->failed = true;
		return false;
	}
	f->taint = t;
	clear(f);
	return flow_solve_again(f);
}
