/* SPDX-License-Identifier: MIT */
/*
 * Values flow into bindings, results of functions and parameters until nothing changes: first with
 * what is known, then, once that is settled, with "anything" for what never got a value.
 */
#include "fold.h"

/* Whether each `return` of a method stands before its self. */
static bool
returns_self(const struct facts *f, const struct scope *s)
{
	for (uint32_t r = s->first_return; r != NOWHERE; r = f->returns[r].next)
		if (facts_self_class(f, f->returns[r].node) != s->parent)
			return false;
	return s->first_return != NOWHERE && !s->is_decorated && !s->is_wrapped;
}

/* What `with x as y` binds: of an object of this file, the same object only where its __enter__
 * says so. */
static struct value
entered(struct facts *f, struct value v)
{
	uint32_t name = names_add(&f->names, STR("__enter__"));

	for (unsigned i = 0; i < v.count; i++) {
		uint32_t enter = v.atoms[i].kind == ATOM_OBJECT
				     ? binding_find(f, v.atoms[i].id, name, false)
				     : NOWHERE;
		const struct atom *a =
		    enter == NOWHERE ? NULL : value_only(&f->bindings[enter].value, ATOM_FUNCTION);

		if (v.atoms[i].kind == ATOM_RESULT || v.atoms[i].kind == ATOM_PATH)
			continue;
		if (a == NULL || !returns_self(f, &f->scopes[a->id]))
			v.unknown = true;
	}
	return v;
}

/* Whether a name that is augmented is only ever a number before. What a class, or the module by
 * itself, gives a name under which nothing is found yet is not in its binding. */
static bool
counts(const struct facts *f, const struct binding *b)
{
	uint32_t of_class = b->is_field ? binding_find(f, b->scope, b->name, false) : NOWHERE;

	return fold_is_number(&b->value) &&
	       (b->is_field || f->scopes[b->scope].kind != SCOPE_CLASS) &&
	       !str_starts(facts_name(f, b->name), STR("__")) &&
	       (of_class == NOWHERE || fold_is_number(&f->bindings[of_class].value));
}

/* count += 1 */
static struct value
augmented(struct facts *f, const struct flow *w)
{
	const struct binding *b = &f->bindings[w->binding];
	const struct value *right = facts_value(f, w->node);

	if (facts_is_pending(f, right) || facts_is_pending(f, &b->value))
		return (struct value){.count = 0};
	return fold_is_number(right) && counts(f, b) ? value_of(ATOM_PLAIN, 0) : value_unknown();
}

static bool
run_flows(struct facts *f)
{
	bool changed = false;

	for (size_t i = 0; i < f->flows_count; i++) {
		struct flow *w = &f->flows[i];
		struct value v = w->unknown ? value_unknown() : *facts_value(f, w->node), known;

		if (w->unknown && w->node != 0) { /* unknown, but still no loss of what is known */
			known = *facts_value(f, w->node);
			value_merge(&v, &known);
		}
		if (w->entered)
			v = entered(f, v);
		if (w->augments)
			v = augmented(f, w);
		if (w->iterates)
			v = fold_iterated(f, w->node, w->columns, w->columns_count);
		if (w->place == 0 || !fold_split(f, w->node, w->place - 1, &v))
			for (unsigned s = 0; s < w->steps && !w->iterates; s++)
				v = fold_elements(f, &v);
		w->last = v;
		changed = fold_merge(f, &f->bindings[w->binding].value, &v) || changed;
	}
	for (size_t i = 0; i < f->imports_count; i++) {
		const struct import *m = &f->imports[i];
		struct str module = facts_name(f, m->module);
		struct value v;

		if (m->binding == NOWHERE)
			continue;
		if (m->level > 0)
			v = value_unknown();
		else if (m->member != 0)
			v = value_of_member(f, module, facts_name(f, m->member));
		else if (m->alias != 0)
			v = value_of(ATOM_MODULE, m->module);
		else
			v = value_of(ATOM_MODULE,
			    names_add(&f->names, str_slice(module, 0,
						     str_find(module, STR("."), 0) == SIZE_MAX
							 ? module.n
							 : str_find(module, STR("."), 0))));
		changed = value_merge(&f->bindings[m->binding].value, &v) || changed;
	}
	return changed;
}

/* return self: what the method was called on. */
static bool
gives_self(const struct facts *f, const struct scope *s, uint32_t node)
{
	return !s->takes_class && !s->is_static && !s->is_property && s->kind == SCOPE_FUNCTION &&
	       f->scopes[s->parent].kind == SCOPE_CLASS &&
	       f->scope_of[node] == (uint32_t)(s - f->scopes) && facts_is_self(f, node);
}

static bool
run_returns(struct facts *f)
{
	bool changed = false;

	for (size_t i = 0; i < f->scopes_count; i++) {
		struct scope *s = &f->scopes[i];

		for (uint32_t r = s->first_return; r != NOWHERE; r = f->returns[r].next)
			if (gives_self(f, s, f->returns[r].node))
				s->returns_self = true;
			else
				changed =
				    value_merge(&s->returned, facts_value(f, f->returns[r].node)) ||
				    changed;
		if (s->kind == SCOPE_LAMBDA)
			changed = value_merge(&s->returned,
				      facts_value(f, tree_child(f->tree, s->node, F_BODY))) ||
				  changed;
	}
	return changed;
}

/* A class may stand among bases, in types and in isinstance() without being called by others. */
static bool
is_class_place(const struct tree *t, uint32_t node)
{
	uint32_t up = t->nodes[node].parent, above = t->nodes[up].parent;
	enum kind k = (enum kind)t->nodes[up].kind;

	if (k == K_TYPE || k == K_COMPARISON_OPERATOR || k == K_ATTRIBUTE || k == K_EXCEPT_CLAUSE ||
	    k == K_RAISE_STATEMENT || k == K_TYPE_PARAMETER || k == K_GENERIC_TYPE ||
	    k == K_UNION_TYPE || k == K_AS_PATTERN || k == K_DOTTED_NAME)
		return true;
	if (k == K_ARGUMENT_LIST && t->nodes[above].kind == K_CLASS_DEFINITION)
		return true;
	return k == K_ARGUMENT_LIST &&
	       (str_is(tree_text(t, tree_child(t, above, F_FUNCTION)), "isinstance") ||
		   str_is(tree_text(t, tree_child(t, above, F_FUNCTION)), "super"));
}

/* for member in Class, Class['NAME'] of an enumeration. */
static bool
is_member_place(const struct facts *f, uint32_t node, uint32_t class)
{
	const struct tree *t = f->tree;
	enum kind k = (enum kind)t->nodes[t->nodes[node].parent].kind;

	return f->scopes[class].is_enum &&
	       (((k == K_FOR_STATEMENT || k == K_FOR_IN_CLAUSE) &&
		    t->nodes[node].field == F_RIGHT) ||
		   (k == K_SUBSCRIPT && t->nodes[node].field == F_VALUE));
}

/* self.method, object.method: whoever calls it gives it no other self. */
static bool
is_bound_mention(const struct facts *f, uint32_t node)
{
	uint32_t object =
	    f->tree->nodes[node].kind == K_ATTRIBUTE ? tree_child(f->tree, node, F_OBJECT) : 0;

	return object != 0 && (facts_is_self(f, object) ||
				  value_only(facts_value(f, object), ATOM_OBJECT) != NULL);
}

/* property(get), partialmethod(m, ...): its self is the object that is asked. */
static bool
is_made_property(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[node].parent;
	const struct atom *a =
	    t->nodes[up].kind != K_ARGUMENT_LIST
		? NULL
		: value_only(
		      facts_value(f, tree_child(t, t->nodes[up].parent, F_FUNCTION)), ATOM_SYMBOL);

	return a != NULL &&
	       str_is_one_of(facts_name(f, a->id), "builtins.property functools.partialmethod");
}

/* A method that the statements of its class mention by its bare name: whoever gets it, or calls it
 * there, chooses its self. */
static bool
run_bare_methods(struct facts *f)
{
	for (uint32_t h = 0; f->has_classes && h < f->held_count && !f->foreign_self; h++) {
		uint32_t i = f->held[h];
		const struct value *v = &f->values[i];

		if (f->tree->nodes[i].kind != K_IDENTIFIER || f->role[i] != ROLE_LOAD)
			continue;
		for (unsigned a = 0; a < v->count; a++)
			if (v->atoms[a].kind == ATOM_FUNCTION &&
			    f->scopes[f->scopes[v->atoms[a].id].parent].kind == SCOPE_CLASS &&
			    !is_made_property(f, i))
				return f->foreign_self = true;
	}
	return false;
}

/* function.calls, function.__name__: what somebody has put there, or a text. */
static bool
has_own_attribute(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[node].parent;
	struct str name;

	if (t->nodes[up].kind != K_ATTRIBUTE || t->nodes[node].field != F_OBJECT ||
	    t->nodes[node].kind != K_IDENTIFIER)
		return false;
	name = tree_text(t, tree_child(t, up, F_ATTRIBUTE));
	return !str_starts(name, STR("__")) ||
	       str_is_one_of(name, "__name__ __qualname__ __doc__ __module__");
}

/* x.method as an argument, where it turns out that a library is not certainly the one that calls
 * it: whatever x is, it may be an object whose class defines it here. */
static bool
open_methods(struct facts *f, uint32_t node)
{
	uint32_t name = f->fact_of[node] == NOWHERE ? 0 : f->attributes[f->fact_of[node]].name;
	bool changed = false;

	if (name == 0 || f->role[node] != ROLE_LOAD || !facts_is_method(f, name) ||
	    !facts_may_be_handed(f, node) || facts_is_handed(f, node) != HANDED_NOT)
		return false;
	for (uint32_t i = 1; i < f->scopes_count && facts_spend(f, 1); i++)
		if (f->scopes[i].name == name && f->scopes[i].kind == SCOPE_FUNCTION &&
		    f->scopes[f->scopes[i].parent].kind == SCOPE_CLASS && !f->scopes[i].is_open)
			changed = f->scopes[i].is_open = true;
	return changed;
}

/* The functions that a node may be may be called with anything, but those of which that is known
 * otherwise. */
static bool
escape(struct facts *f, uint32_t node, enum handed handed)
{
	const struct tree *t = f->tree;
	const struct value *v = &f->values[node];
	bool changed = false;

	for (unsigned a = 0; a < v->count; a++) {
		struct atom one = v->atoms[a];
		bool method = one.kind == ATOM_FUNCTION &&
			      f->scopes[f->scopes[one.id].parent].kind == SCOPE_CLASS;
		bool class = one.kind == ATOM_CLASS && !is_class_place(t, node);

		if (one.kind == ATOM_FUNCTION && handed != HANDED_NOT &&
		    (!method || (t->nodes[node].kind == K_ATTRIBUTE && is_bound_mention(f, node))))
			continue;
		if (one.kind == ATOM_CLASS && is_member_place(f, node, one.id))
			continue;
		if ((one.kind == ATOM_FUNCTION || class) && !f->scopes[one.id].escapes)
			changed = f->scopes[one.id].escapes = true;
		if (one.kind == ATOM_FUNCTION && !is_bound_mention(f, node) &&
		    !f->scopes[one.id].is_loose)
			changed = f->scopes[one.id].is_loose = true;
		f->foreign_self = f->foreign_self || class;
	}
	return changed;
}

/* A function that comes out of a list or a call, and not by its name. */
static bool
escape_from_sight(struct facts *f, uint32_t node)
{
	const struct value *v = &f->values[node];
	bool changed = false;

	if (!facts_leaves_sight(f, node))
		return false;
	for (unsigned a = 0; a < v->count; a++)
		if (v->atoms[a].kind == ATOM_FUNCTION && !f->scopes[v->atoms[a].id].escapes)
			changed = f->scopes[v->atoms[a].id].escapes = true;
	return changed;
}

/* A function that is mentioned otherwise than as a callee may be called with anything. */
static bool
run_escapes(struct facts *f)
{
	const struct tree *t = f->tree;
	bool changed = run_bare_methods(f);

	for (uint32_t h = 0; h < f->held_count; h++) {
		uint32_t i = f->held[h];
		const struct value *v = &f->values[i];
		enum kind k = (enum kind)t->nodes[i].kind;
		bool function = value_find(v, ATOM_FUNCTION) != NULL, listed = false;
		enum handed handed = HANDED_NOT;

		if (v->lost_function && !f->functions_lost)
			changed = f->functions_lost = true;
		if (k != K_IDENTIFIER && k != K_ATTRIBUTE && k != K_LAMBDA) {
			changed = (function && escape_from_sight(f, i)) || changed;
			continue;
		}
		if (facts_is_callee(t, i))
			continue;
		changed = (k == K_ATTRIBUTE && open_methods(f, i)) || changed;
		if (v->count == 0)
			continue;
		listed = function && k != K_ATTRIBUTE && facts_is_listed(f, i);
		for (unsigned a = 0; listed && a < v->count; a++)
			if (v->atoms[a].kind == ATOM_FUNCTION)
				f->scopes[v->atoms[a].id].is_handed = true;
		if (function)
			handed = listed || has_own_attribute(f, i) ? HANDED : facts_is_handed(f, i);
		changed = escape(f, i, handed) || changed;
	}
	return changed;
}

/* A function in a class that gets no object: property() would hand one even to a staticmethod. */
static bool
is_plainly_static(const struct scope *s)
{
	return s->is_static && !s->is_property && !s->takes_class;
}

/* Parameters of functions that anyone may call. */
static bool
run_parameters(struct facts *f, bool last)
{
	bool changed = false;

	for (size_t i = 0; i < f->scopes_count; i++) {
		const struct scope *s = &f->scopes[i];
		bool open;

		if (s->first_parameter == NOWHERE)
			continue;
		open = s->escapes || (s->is_decorated && !s->is_forwarded) || s->is_open ||
		       (f->scopes[s->parent].kind == SCOPE_CLASS &&
			   (f->scopes[s->parent].escapes || f->scopes[s->parent].is_given ||
			       (f->scopes[s->parent].is_kept && s->has_library_name))) ||
		       (last && !s->called);
		for (uint32_t p = s->first_parameter; p != NOWHERE; p = f->parameters[p].next) {
			struct binding *b = &f->bindings[f->parameters[p].binding];
			bool self = p == s->first_parameter &&
				    f->scopes[s->parent].kind == SCOPE_CLASS &&
				    !is_plainly_static(s);

			if ((open || self) && !b->value.unknown)
				changed = b->value.unknown = true;
		}
	}
	return changed;
}

static uint64_t
weight(const struct facts *f)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < f->bindings_count; i++)
		sum += f->bindings[i].value.count + f->bindings[i].value.unknown;
	return sum + f->foreign_self + f->opened_all + f->opened_listings + f->listed_count;
}

/* Whether a node's value can differ from one sweep to the next. */
static bool
may_change(const struct facts *f, uint32_t node)
{
	switch (f->tree->nodes[node].kind) {
	case K_IDENTIFIER:
	case K_ATTRIBUTE:
		return f->fact_of[node] != NOWHERE && f->role[node] == ROLE_LOAD;
	case K_STRING:
		return f->tree->nodes[node].after - node > 3;
	case K_CALL:
	case K_CONCATENATED_STRING:
	case K_UNARY_OPERATOR:
	case K_BINARY_OPERATOR:
	case K_SUBSCRIPT:
	case K_CONDITIONAL_EXPRESSION:
	case K_BOOLEAN_OPERATOR:
	case K_NAMED_EXPRESSION:
	case K_COMPARISON_OPERATOR:
	case K_PARENTHESIZED_EXPRESSION:
	case K_LIST_SPLAT:
	case K_TYPE:
		return true;
	default:
		return false;
	}
}

static bool
holds(const struct facts *f, uint32_t node)
{
	enum kind k = (enum kind)f->tree->nodes[node].kind;

	return may_change(f, node) || k == K_LAMBDA || k == K_AUGMENTED_ASSIGNMENT ||
	       value_find(&f->values[node], ATOM_LITERAL) != NULL;
}

/* Each node behind its children, and statements in their order, so that what one assigns is known
 * when the next reads it. The first sweep sees every node; the rest only those that may change,
 * gathered in `lively`. */
static uint32_t
sweep(struct facts *f, uint32_t *lively, uint32_t count)
{
	const struct tree *t = f->tree;
	uint32_t open[TREE_DEPTH_MAX + 2];
	size_t depth = 0;

	if (count > 0) {
		for (uint32_t i = 0; i < count; i++)
			f->values[lively[i]] = facts_evaluate_node(f, lively[i]);
		return count;
	}
	for (uint32_t i = 0; i <= t->count; i++) {
		while (depth > 0 && (i == t->count || t->nodes[open[depth - 1]].after <= i)) {
			uint32_t node = open[--depth];

			f->values[node] = facts_evaluate_node(f, node);
			if (may_change(f, node))
				lively[count++] = node;
		}
		if (i < t->count && depth < ARRAY_LENGTH(open))
			open[depth++] = i;
	}
	f->held_count = 0;
	for (uint32_t i = 1; i < f->tree->count; i++)
		if (holds(f, i))
			f->held[f->held_count++] = i;
	return count;
}

/* Sweeps until nothing changes; false where the rounds run out first. */
static bool
settle(struct facts *f, uint32_t *lively, uint32_t *count, unsigned *round)
{
	bool changed = true;

	for (; changed && *round < FACTS_ROUNDS_MAX && !f->failed && facts_spend(f, 0); ++*round) {
		uint64_t before = weight(f);

		*count = sweep(f, lively, *count);
		changed = run_flows(f);
		changed = run_returns(f) || changed;
		changed = facts_gather_members(f) || changed;
		changed = run_escapes(f) || changed;
		changed = facts_run_mutation(f) || changed;
		changed = facts_run_given(f) || changed;
		changed = run_parameters(f, f->settling) || changed;
		changed = weight(f) != before || changed;
	}
	return !changed;
}

void
facts_evaluate(struct facts *f)
{
	uint32_t *lively = arena_array(f->arena, f->tree->count, sizeof(*lively)), count = 0;
	unsigned round = 0;
	bool settled;

	f->members = arena_array(f->arena, MEMBER_ENTRIES, sizeof(*f->members));
	f->held = arena_array(f->arena, f->tree->count, sizeof(*f->held));
	facts_learn_methods(f);
	if (f->failed || f->members == NULL || f->held == NULL || lively == NULL) {
		f->failed = true;
		return;
	}
	settled = settle(f, lively, &count, &round);
	f->settling = true;
	settled = settle(f, lively, &count, &round) && settled;
	f->unsettled = !settled || f->fold_steps >= FOLD_STEPS_MAX;
}
