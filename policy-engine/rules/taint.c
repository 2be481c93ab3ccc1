/* SPDX-License-Identifier: MIT */
/* Sweeps over the nodes, children first, until nothing changes. */
#include "taint.h"

bool
taint_add(struct taint *t, uint32_t *to, uint32_t from)
{
	if (*to != 0 || from == 0)
		return false;
	*to = from;
	t->again = true;
	return true;
}

static uint32_t
binding_of(const struct facts *f, uint32_t node)
{
	return f->tree->nodes[node].kind == K_IDENTIFIER && f->fact_of[node] != NOWHERE &&
		       f->role[node] != ROLE_KEYWORD
		   ? f->occurrences[f->fact_of[node]].binding
		   : NOWHERE;
}

/* The names that are loaded below a node, but for those in calls. */
static void
change_below(struct taint *t, uint32_t node, uint32_t from)
{
	const struct facts *f = t->judge->facts;

	for (uint32_t i = node; i < f->tree->nodes[node].after; i++) {
		uint32_t b = binding_of(f, i);

		if (b != NOWHERE && f->role[i] == ROLE_LOAD && !f->bindings[b].is_import)
			taint_add(t, &t->changed[b], from);
	}
}

void
taint_change(struct taint *t, uint32_t node, uint32_t from)
{
	const struct facts *f = t->judge->facts;
	const struct tree *tree = f->tree;
	uint32_t b;

	for (; from != 0 && node != 0;) {
		switch (tree->nodes[node].kind) {
		case K_ATTRIBUTE:
			node = tree_child(tree, node, F_OBJECT);
			break;
		case K_SUBSCRIPT:
			node = tree_child(tree, node, F_VALUE);
			break;
		case K_CALL: /* it may give back what it was given */
			change_below(t, tree_child(tree, node, F_ARGUMENTS), from);
			node = tree_child(tree, node, F_FUNCTION);
			break;
		case K_PARENTHESIZED_EXPRESSION:
		case K_AWAIT:
			node = tree_first(tree, node);
			break;
		case K_IDENTIFIER:
			b = binding_of(f, node);
			if (b != NOWHERE && !f->bindings[b].is_import)
				taint_add(t, &t->changed[b], from);
			return;
		case K_LIST:
		case K_TUPLE:
		case K_SET:
		case K_DICTIONARY:
		case K_EXPRESSION_LIST:
		case K_CONDITIONAL_EXPRESSION:
		case K_BOOLEAN_OPERATOR:
			change_below(t, node, from);
			return;
		default:
			return;
		}
	}
}

static uint32_t
any_child(const struct taint *t, uint32_t node)
{
	const struct tree *tree = t->judge->tree;
	uint32_t found = 0;

	for (uint32_t c = tree_first(tree, node); c != 0 && found == 0; c = tree_next(tree, c))
		found = t->node[c];
	return found;
}

static uint32_t
of_identifier(const struct taint *t, uint32_t node)
{
	const struct facts *f = t->judge->facts;
	uint32_t b = binding_of(f, node);

	if (f->role[node] != ROLE_LOAD || b == NOWHERE)
		return 0;
	return t->binding[b] != 0 ? t->binding[b] : t->changed[b];
}

static uint32_t
of_attribute(const struct taint *t, uint32_t node)
{
	const struct facts *f = t->judge->facts;
	uint32_t object = t->node[tree_child(f->tree, node, F_OBJECT)];

	if (f->role[node] != ROLE_LOAD || f->fact_of[node] == NOWHERE)
		return 0;
	return object != 0 ? object : t->field[f->attributes[f->fact_of[node]].name];
}

static uint32_t
of_node(struct taint *t, uint32_t node)
{
	const struct facts *f = t->judge->facts;
	enum kind k = (enum kind)f->tree->nodes[node].kind;

	if ((t->marks[node] & TAINT_SOURCE) != 0)
		return node;
	switch ((int)k) {
	case K_CALL:
		return t->call_at[node] == NOWHERE ? any_child(t, node)
						   : taint_of_call(t, &f->calls[t->call_at[node]]);
	case K_IDENTIFIER:
		return of_identifier(t, node);
	case K_ATTRIBUTE:
		return of_attribute(t, node);
	case K_LAMBDA:
	case K_FUNCTION_DEFINITION:
		return t->returned[f->opened[node]];
	case K_CLASS_DEFINITION:
		return t->made[f->opened[node]];
	case K_LIST_COMPREHENSION:
	case K_SET_COMPREHENSION:
	case K_DICTIONARY_COMPREHENSION:
	case K_GENERATOR_EXPRESSION:
		return t->node[tree_child(f->tree, node, F_BODY)];
	case K_TYPE:
		return 0;
	default:
		return any_child(t, node);
	}
}

/* x.a = v, x[k] = v: the object has it, and so has each attribute of this name. */
static void
store_into(struct taint *t, uint32_t target, uint32_t from)
{
	const struct facts *f = t->judge->facts;

	for (uint32_t i = target; from != 0 && i < f->tree->nodes[target].after; i++) {
		enum kind k = (enum kind)f->tree->nodes[i].kind;

		if (k != K_ATTRIBUTE && k != K_SUBSCRIPT)
			continue;
		if (k == K_ATTRIBUTE && f->fact_of[i] != NOWHERE)
			taint_add(t, &t->field[f->attributes[f->fact_of[i]].name], from);
		taint_add(t, &t->any_field, from);
		taint_change(t, i, from);
	}
}

/* Names below a target, whose value facts don't follow: `x += v`, `except E as x`, match. */
static void
bind_below(struct taint *t, uint32_t target, uint32_t from)
{
	const struct facts *f = t->judge->facts;

	for (uint32_t i = target; from != 0 && i < f->tree->nodes[target].after; i++) {
		uint32_t b = binding_of(f, i);

		if (b != NOWHERE && f->role[i] != ROLE_LOAD)
			taint_add(t, &t->binding[b], from);
	}
}

static void
bind_cases(struct taint *t, uint32_t match)
{
	const struct tree *tree = t->judge->tree;
	uint32_t from = 0;

	for (uint32_t c = tree_first(tree, match); c != 0; c = tree_next(tree, c))
		if (tree->nodes[c].kind != K_BLOCK && from == 0)
			from = t->node[c];
	for (uint32_t i = match; from != 0 && i < tree->nodes[match].after; i++)
		if (tree->nodes[i].kind == K_CASE_PATTERN)
			bind_below(t, i, from);
}

/* What a statement around a part of it gives to that part. */
static void
bind_statement(struct taint *t, uint32_t node)
{
	const struct tree *tree = t->judge->tree;
	uint32_t left = tree_child(tree, node, F_LEFT), right = tree_child(tree, node, F_RIGHT);
	uint32_t up;

	switch (tree->nodes[node].kind) {
	case K_AUGMENTED_ASSIGNMENT:
		bind_below(t, left, t->node[right]);
		__attribute__((fallthrough));
	case K_ASSIGNMENT:
	case K_FOR_STATEMENT:
	case K_FOR_IN_CLAUSE:
		if (left != 0 && right != 0 && t->node[right] != 0)
			store_into(t, left, t->node[right]);
		break;
	case K_AS_PATTERN:
		up = tree->nodes[node].parent;
		if (tree->nodes[up].kind == K_EXCEPT_CLAUSE) /* its text may quote what failed */
			bind_below(t, node,
			    t->node[tree_child_of_kind(tree, tree->nodes[up].parent, K_BLOCK)]);
		if (tree->nodes[up].kind == K_EXCEPT_CLAUSE)
			bind_below(t, node, t->raised);
		bind_below(t, node, t->node[tree_first(tree, node)]);
		store_into(t,
		    tree_first(tree, node) == 0 ? node : tree_next(tree, tree_first(tree, node)),
		    t->node[tree_first(tree, node)]);
		break;
	case K_MATCH_STATEMENT:
		bind_cases(t, node);
		break;
	default:
		break;
	}
}

static void
give_back(struct taint *t, uint32_t node)
{
	const struct facts *f = t->judge->facts;
	enum kind k = (enum kind)f->tree->nodes[node].kind;
	uint32_t scope = f->scope_of[node];

	if (k == K_RAISE_STATEMENT)
		taint_add(t, &t->raised, t->node[node]);
	if (k == K_RETURN_STATEMENT || k == K_YIELD)
		taint_add(t, &t->returned[facts_scope_function(f, scope)], t->node[node]);
	else if (k == K_LAMBDA)
		taint_add(
		    t, &t->returned[f->opened[node]], t->node[tree_child(f->tree, node, F_BODY)]);
}

static void
run_flows(struct taint *t, uint32_t node)
{
	const struct facts *f = t->judge->facts;

	for (uint32_t i = t->flow_at[node]; i != NOWHERE; i = t->flow_next[i]) {
		uint32_t b = f->flows[i].binding;

		taint_add(t, &t->binding[b], t->node[node]);
		/* What is put into the object by its new name is in the old one's, too. */
		taint_change(t, node, t->changed[b]);
	}
}

/* A property is read like an attribute, and Python calls __str__ and its kin by itself. */
static void
fill_from_methods(struct taint *t)
{
	const struct facts *f = t->judge->facts;

	for (size_t i = 1; i < f->scopes_count; i++) {
		const struct scope *s = &f->scopes[i];

		if (s->kind != SCOPE_FUNCTION || f->scopes[s->parent].kind != SCOPE_CLASS)
			continue;
		taint_add(t, &t->field[s->name], t->returned[i]);
		if (is_dunder(facts_name(f, s->name)))
			taint_add(t, &t->made[s->parent], t->returned[i]);
		if (s->first_parameter != NOWHERE)
			taint_add(t, &t->made[s->parent],
			    t->changed[f->parameters[s->first_parameter].binding]);
	}
}

/* What objects of a class hold: what methods put into their first parameter, and class variables.
 */
static void
fill_classes(struct taint *t)
{
	const struct facts *f = t->judge->facts;
	uint32_t any = 0;

	fill_from_methods(t);
	for (size_t i = 0; i < f->bindings_count; i++) {
		const struct binding *b = &f->bindings[i];
		uint32_t from = t->binding[i] != 0 ? t->binding[i] : t->changed[i];

		if (from == 0 || f->scopes[b->scope].kind != SCOPE_CLASS)
			continue;
		taint_add(t, &t->made[b->scope], from);
		taint_add(t, &t->field[b->name], from);
	}
	/* A child's objects hold what its parents' methods put in, and the other way round. */
	for (size_t i = 1; i < f->scopes_count; i++)
		if (any == 0 && f->scopes[i].kind == SCOPE_CLASS &&
		    tree_child(f->tree, f->scopes[i].node, F_SUPERCLASSES) != 0)
			for (size_t k = 1; k < f->scopes_count && any == 0; k++)
				any = t->made[k];
	for (size_t i = 1; any != 0 && i < f->scopes_count; i++)
		if (f->scopes[i].kind == SCOPE_CLASS)
			taint_add(t, &t->made[i], any);
}

static void
sweep(struct taint *t)
{
	const struct facts *f = t->judge->facts;

	t->again = false;
	for (uint32_t i = 0; i < f->tree->count && t->steps > 0; i++) {
		uint32_t node = t->order[i];

		t->steps--;
		taint_add(t, &t->node[node], of_node(t, node));
		taint_operator(t, node);
		give_back(t, node);
		run_flows(t, node);
		bind_statement(t, node);
	}
	fill_classes(t);
}

static bool
make_order(struct taint *t)
{
	const struct tree *tree = t->judge->tree;
	uint32_t open[TREE_DEPTH_MAX + 2], depth = 0, n = 0;

	t->order = arena_array(t->judge->arena, tree->count + 1, sizeof(*t->order));
	if (t->order == NULL)
		return false;
	for (uint32_t i = 0; i < tree->count; i++) {
		while (depth > 0 && tree->nodes[open[depth - 1]].after <= i)
			t->order[n++] = open[--depth];
		open[depth++] = i;
	}
	while (depth > 0)
		t->order[n++] = open[--depth];
	return true;
}

static bool
make_room(struct taint *t)
{
	const struct facts *f = t->judge->facts;
	struct arena *a = t->judge->arena;
	size_t nodes = f->tree->count + 1;

	t->node = arena_array(a, nodes, sizeof(*t->node));
	t->marks = arena_alloc(a, nodes);
	t->binding = arena_array(a, f->bindings_count + 1, sizeof(*t->binding));
	t->changed = arena_array(a, f->bindings_count + 1, sizeof(*t->changed));
	t->field = arena_array(a, f->names.count + 1, sizeof(*t->field));
	t->returned = arena_array(a, f->scopes_count + 1, sizeof(*t->returned));
	t->made = arena_array(a, f->scopes_count + 1, sizeof(*t->made));
	t->flow_at = arena_array(a, nodes, sizeof(*t->flow_at));
	t->flow_next = arena_array(a, f->flows_count + 1, sizeof(*t->flow_next));
	t->call_at = arena_array(a, nodes, sizeof(*t->call_at));
	t->given = arena_alloc(a, f->names.count + 1);
	if (t->node == NULL || t->marks == NULL || t->binding == NULL || t->changed == NULL ||
	    t->field == NULL || t->returned == NULL || t->made == NULL || t->flow_at == NULL ||
	    t->flow_next == NULL || t->call_at == NULL || t->given == NULL || !make_order(t))
		return false;
	memset(t->call_at, 0xff, nodes * sizeof(*t->call_at));
	for (uint32_t i = 0; i < f->calls_count; i++)
		t->call_at[f->calls[i].node] = i;
	memset(t->flow_at, 0xff, nodes * sizeof(*t->flow_at));
	for (uint32_t i = (uint32_t)f->flows_count; i-- > 0;)
		if (f->flows[i].node != 0) {
			t->flow_next[i] = t->flow_at[f->flows[i].node];
			t->flow_at[f->flows[i].node] = i;
		}
	return true;
}

/* open(name, 'w') gives nothing to read. */
static bool
gives_nothing(const struct taint *t, const struct use *u)
{
	const struct facts *f = t->judge->facts;
	uint32_t call = f->tree->nodes[u->node].parent, mode;
	bool spread;
	struct str text;

	if (!u->is_called || f->tree->nodes[call].kind != K_CALL ||
	    !effects_have(effects_of(u->name), EFFECT_MODE))
		return false;
	mode =
	    facts_find_argument(f, tree_child(f->tree, call, F_ARGUMENTS), 1, STR("mode"), &spread);
	return mode != 0 && fold_text(f, facts_value(f, mode), &text) && text.n > 0 &&
	       text.p[0] != 'r' && str_find(text, STR("+"), 0) == SIZE_MAX;
}

static bool
is_of(const struct rule_part *p, const struct use *u)
{
	if (u->kind == USE_MODULE)
		return false;
	if (p->kind == PART_CAPABILITY)
		return (u->capabilities & p->capability) != 0;
	return p->kind == PART_CALL && use_is_of(u, p->name);
}

static void
look_around(struct taint *t, const struct uses *uses)
{
	const struct facts *f = t->judge->facts;
	struct argument a;

	for (size_t i = 0; i < uses->count; i++) {
		const struct use *u = &uses->items[i];

		t->has_stream = t->has_stream || effects_have(effects_of(u->name), EFFECT_STREAM);
		t->has_makers = t->has_makers || (u->kind != USE_MODULE &&
						     effects_have(effects_of(u->name), EFFECT_MAKER));
	}
	for (size_t i = 0; i < f->calls_count; i++)
		for (uint32_t at = 0; facts_argument(f, f->calls[i].arguments, &at, &a);)
			t->given[a.name] = 1;
	for (size_t i = 1; i < f->scopes_count && !t->has_special; i++)
		t->has_special = f->scopes[i].kind == SCOPE_FUNCTION &&
				 f->scopes[f->scopes[i].parent].kind == SCOPE_CLASS &&
				 is_dunder(facts_name(f, f->scopes[i].name));
}

static void
set_marks(struct taint *t, const struct uses *uses)
{
	static const uint8_t marks[] = {
	    [PART_FROM] = TAINT_SOURCE, [PART_TO] = TAINT_SINK, [PART_THROUGH] = TAINT_CLEAN};

	for (size_t i = 0; i < uses->count; i++)
		for (size_t k = 0; k < t->rule->part_count; k++) {
			const struct rule_part *p = &t->rule->parts[k];
			const struct use *u = &uses->items[i];

			if (!is_of(p, u) || (p->role == PART_FROM && gives_nothing(t, u)))
				continue;
			t->marks[u->node] |= marks[p->role];
			if (p->role == PART_FROM && t->first == 0)
				t->first = u->node;
			t->has_sources = t->has_sources || p->role == PART_FROM;
			t->has_sinks = t->has_sinks || p->role == PART_TO;
			t->sink_escapes = t->sink_escapes || (p->role == PART_TO && !u->is_called);
			judge_tell_at(t->judge, p, u->node, TRUTH_YES);
		}
}

bool
taint_run(struct taint *t, const struct uses *uses)
{
	if (!make_room(t))
		return false;
	set_marks(t, uses);
	if (!t->has_sources)
		return true;
	look_around(t, uses);
	t->again = true;
	for (unsigned round = 0; t->again && t->steps > 0; round++) {
		sweep(t);
		if (round == TAINT_ROUNDS_MAX)
			t->steps = 0;
	}
	return true;
}
