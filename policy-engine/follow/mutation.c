/* SPDX-License-Identifier: MIT */
/*
 * Lists, sets and dictionaries can change after they are written. Their elements count as known
 * only while every place that the value reaches does no more than read: loops, subscripts that
 * load, comparisons, builtins that read, calls of the program's own functions (whose parameters are
 * places themselves). Anywhere else the literal is open, and what it holds with it.
 */
#include "facts.h"

static uint32_t
without_brackets(const struct tree *t, uint32_t node)
{
	while (node != 0 && (t->nodes[t->nodes[node].parent].kind == K_PARENTHESIZED_EXPRESSION ||
				t->nodes[t->nodes[node].parent].kind == K_LIST_SPLAT))
		node = t->nodes[node].parent;
	return node;
}

/* `*x`, in brackets or not: its elements are handed on by themselves. */
static bool
is_spread(const struct tree *t, uint32_t node)
{
	for (uint32_t at = node; at != 0; at = t->nodes[at].parent) {
		if (facts_is_star(t, at))
			return true;
		if (t->nodes[t->nodes[at].parent].kind != K_PARENTHESIZED_EXPRESSION)
			return false;
	}
	return false;
}

/* What a place does with a value that stands there. */
enum place {
	PLACE_UNSEEN = 0, /* nobody sees what becomes of it */
	PLACE_ELEMENTS,   /* reads it; of its elements nobody sees what becomes */
	PLACE_READING     /* reads it, and hands it and its elements on to where they are seen */
};

static enum place
worse(enum place a, enum place b)
{
	return a < b ? a : b;
}

/* A builtin: what it gives back is followed, has nothing of its argument, or holds its elements. */
static enum place
place_in_builtin(const struct facts *f, struct str name, uint32_t list)
{
	struct argument a;
	uint32_t at = 0;
	unsigned count = 0;

	while (facts_argument(f, list, &at, &a))
		count++;
	if (str_is_one_of(
		name, "len print str repr bool format hash id isinstance type any all abs"))
		return PLACE_READING;
	if (count == 1 && str_is_one_of(name, "list tuple sorted set reversed iter"))
		return PLACE_READING;
	if (str_is_one_of(name, "max min next"))
		return count == 1 ? PLACE_ELEMENTS : PLACE_UNSEEN;
	return str_is_one_of(name,
		   "list tuple sorted set reversed iter enumerate zip frozenset sum map "
		   "filter range dict")
		   ? PLACE_ELEMENTS
		   : PLACE_UNSEEN;
}

/* A function of this file, whose parameters are places themselves. */
static enum place
place_in_function(const struct facts *f, const struct scope *s)
{
	if (s->is_decorated)
		return PLACE_UNSEEN;
	for (uint32_t p = s->first_parameter; p != NOWHERE; p = f->parameters[p].next)
		if (f->parameters[p].star || f->parameters[p].double_star)
			return PLACE_UNSEEN;
	return PLACE_READING;
}

/* json.dumps(rows, indent=2) reads; a table copies its rows, but not what these hold. */
static enum place
place_in_library(const struct facts *f, struct str name, uint32_t list)
{
	bool json = str_is_one_of(name, "json.dump json.dumps");
	struct argument a;
	uint32_t at = 0;

	if (!json && !str_is_one_of(name, "pandas.DataFrame pandas.Series"))
		return PLACE_UNSEEN;
	while (facts_argument(f, list, &at, &a))
		if (a.star || a.double_star ||
		    (a.name != 0 &&
			!str_is_one_of(facts_name(f, a.name),
			    "indent ensure_ascii sort_keys separators columns index name")))
			return PLACE_UNSEEN;
	return json ? PLACE_READING : PLACE_ELEMENTS;
}

static enum place
place_in_call(const struct facts *f, uint32_t list, bool by_name)
{
	const struct tree *t = f->tree;
	uint32_t call = t->nodes[list].parent;
	const struct value *v = facts_value(f, tree_child(t, call, F_FUNCTION));
	enum place out = PLACE_READING;

	if (t->nodes[call].kind != K_CALL)
		return PLACE_UNSEEN;
	if (facts_is_pending(f, v)) /* the next round tells */
		return PLACE_READING;
	if (facts_hands_on(f, call))
		return PLACE_READING;
	if (v->unknown || v->count == 0)
		return PLACE_UNSEEN;
	for (unsigned i = 0; i < v->count; i++) {
		struct str name = facts_name(f, v->atoms[i].id);
		uint32_t kind = v->atoms[i].kind;

		if (kind == ATOM_FUNCTION)
			out = worse(out, place_in_function(f, &f->scopes[v->atoms[i].id]));
		else if (kind == ATOM_SYMBOL && !by_name && str_starts(name, STR("builtins.")))
			out = worse(out, place_in_builtin(f, str_slice(name, 9, name.n), list));
		else if (kind == ATOM_SYMBOL && !by_name)
			out = worse(out, place_in_library(f, name, list));
		else if (kind != ATOM_METHOD)
			return PLACE_UNSEEN;
	}
	return out;
}

/* Names alone: what an item or another object's field gets, nobody follows. */
static bool
are_names(const struct tree *t, uint32_t targets)
{
	for (uint32_t i = targets; targets != 0 && i < t->nodes[targets].after; i++) {
		enum kind k = (enum kind)t->nodes[i].kind;

		if (k == K_SUBSCRIPT || k == K_ATTRIBUTE || k == K_CALL)
			return false;
	}
	return targets != 0;
}

/* Each target of `a = b, c = value`. */
static bool
is_stored_plainly(const struct facts *f, uint32_t assignment)
{
	const struct tree *t = f->tree;

	for (; t->nodes[assignment].kind == K_ASSIGNMENT;
	     assignment = t->nodes[assignment].parent) {
		uint32_t left = tree_child(t, assignment, F_LEFT);
		enum kind k = (enum kind)t->nodes[left].kind;

		if ((k != K_IDENTIFIER && k != K_PATTERN_LIST && k != K_TUPLE_PATTERN) ||
		    !are_names(t, left))
			return false;
	}
	return true;
}

/* Whether a call stands behind the `in` of a loop with so many targets: each of them gets the
 * column of its place, and is seen (iterate.c). */
static bool
is_told_apart(const struct facts *f, uint32_t call, unsigned columns)
{
	const struct tree *t = f->tree;
	uint32_t loop = t->nodes[call].parent, left = tree_child(t, loop, F_LEFT);
	unsigned count = 0;

	if ((t->nodes[loop].kind != K_FOR_STATEMENT && t->nodes[loop].kind != K_FOR_IN_CLAUSE) ||
	    t->nodes[call].field != F_RIGHT ||
	    (t->nodes[left].kind != K_PATTERN_LIST && t->nodes[left].kind != K_TUPLE_PATTERN))
		return false;
	for (uint32_t c = tree_first(t, left); c != 0; c = tree_next(t, c), count++)
		if (t->nodes[c].kind != K_IDENTIFIER)
			return false;
	return count == columns;
}

/* for i, x in enumerate(list); for x, y in zip(list, other) */
static bool
is_paired(const struct facts *f, uint32_t list)
{
	uint32_t call = f->tree->nodes[list].parent, at = 0;
	const struct atom *a =
	    value_only(facts_value(f, tree_child(f->tree, call, F_FUNCTION)), ATOM_SYMBOL);
	struct argument one;
	unsigned count = 0;

	if (a == NULL || f->tree->nodes[call].kind != K_CALL)
		return false;
	while (facts_argument(f, list, &at, &one))
		count += one.star || one.double_star || one.name != 0 ? 1000 : 1;
	if (str_is(facts_name(f, a->id), "builtins.enumerate"))
		return (count % 1000 == 1 || count == 2) && count < 2000 &&
		       is_told_apart(f, call, 2);
	return str_is(facts_name(f, a->id), "builtins.zip") && count > 1 &&
	       is_told_apart(f, call, count);
}

static enum place
place_in_method(const struct facts *f, uint32_t attribute)
{
	struct str name = tree_text(f->tree, tree_child(f->tree, attribute, F_ATTRIBUTE));
	const struct value *v = facts_value(f, tree_child(f->tree, attribute, F_OBJECT));
	uint32_t call = f->tree->nodes[attribute].parent;

	if (!facts_is_callee(f->tree, attribute))
		return PLACE_UNSEEN;
	if (str_is_one_of(name, "index count keys") ||
	    (value_only(v, ATOM_LITERAL) != NULL &&
		((str_is(name, "get") && facts_got_key(f, call) != 0) ||
		    (str_is(name, "items") && is_told_apart(f, call, 2)))))
		return PLACE_READING;
	return str_is_one_of(name, "items values get copy") ? PLACE_ELEMENTS : PLACE_UNSEEN;
}

/* `a, *b = ...` makes a new list of elements. */
static enum place
place_in_assignment(const struct facts *f, uint32_t assignment)
{
	uint32_t left = tree_child(f->tree, assignment, F_LEFT);

	if (!is_stored_plainly(f, assignment))
		return PLACE_UNSEEN;
	return str_find(tree_text(f->tree, left), STR("*"), 0) == SIZE_MAX ? PLACE_READING
									   : PLACE_ELEMENTS;
}

/* What a function gives is followed where all its calls are seen. */
static enum place
place_in_return(const struct facts *f, uint32_t statement)
{
	const struct scope *s = &f->scopes[facts_scope_function(f, f->scope_of[statement])];

	return s->escapes || s->is_handed || s->is_decorated || s->is_generator ||
		       f->scopes[s->parent].kind == SCOPE_CLASS
		   ? PLACE_UNSEEN
		   : PLACE_READING;
}

static enum place
place_of(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t top = without_brackets(t, node), up = t->nodes[top].parent;
	enum field field = (enum field)t->nodes[top].field;

	switch (t->nodes[up].kind) {
	case K_FOR_STATEMENT:
	case K_FOR_IN_CLAUSE:
		return field == F_RIGHT && are_names(t, tree_child(t, up, F_LEFT)) ? PLACE_READING
										   : PLACE_UNSEEN;
	case K_ASSIGNMENT:
		return field == F_RIGHT ? place_in_assignment(f, up) : PLACE_UNSEEN;
	case K_SUBSCRIPT:
		if (field != F_VALUE || f->role[up] != ROLE_LOAD)
			return PLACE_UNSEEN;
		return facts_sees_item(f, up) ? PLACE_READING : PLACE_ELEMENTS;
	case K_ATTRIBUTE:
		return field == F_OBJECT ? place_in_method(f, up) : PLACE_UNSEEN;
	case K_ARGUMENT_LIST:
		return facts_is_aggregated(f, top) || is_paired(f, up)
			   ? PLACE_READING
			   : place_in_call(f, up, false);
	case K_KEYWORD_ARGUMENT:
		return facts_is_aggregated(f, top) ? PLACE_READING
						   : place_in_call(f, t->nodes[up].parent, true);
	case K_DICTIONARY_SPLAT: /* its items go into another dictionary */
		return PLACE_ELEMENTS;
	case K_COMPARISON_OPERATOR:
		return f->own_operators ? PLACE_UNSEEN : PLACE_READING;
	case K_BINARY_OPERATOR:
		return f->own_operators ? PLACE_UNSEEN : PLACE_ELEMENTS;
	case K_RETURN_STATEMENT:
		return place_in_return(f, up);
	case K_DEFAULT_PARAMETER:
	case K_TYPED_DEFAULT_PARAMETER:
	case K_NAMED_EXPRESSION:
	case K_NOT_OPERATOR:
	case K_BOOLEAN_OPERATOR:
	case K_CONDITIONAL_EXPRESSION:
	case K_INTERPOLATION:
	case K_LIST:
	case K_TUPLE:
	case K_SET:
	case K_EXPRESSION_LIST:
	case K_PAIR:
	case K_LIST_SPLAT:
	case K_EXPRESSION_STATEMENT:
		return PLACE_READING;
	case K_IF_STATEMENT:
	case K_ELIF_CLAUSE:
	case K_WHILE_STATEMENT:
		return field == F_CONDITION ? PLACE_READING : PLACE_UNSEEN;
	default:
		return PLACE_UNSEEN;
	}
}

static bool open_literals(struct facts *f, const struct value *v, unsigned depth);
#define OPEN_DEPTH 16 /* of lists in lists; deeper ones open all that there are */

/* The value is the literal that stands there. */
static bool
is_written_at(const struct facts *f, uint32_t node)
{
	const struct atom *a = value_only(&f->values[node], ATOM_LITERAL);

	return a != NULL && a->id == node;
}

/* The values that a literal holds: its elements, a dictionary's values, a comprehension's body. Of
 * a fresh one nobody has the lists that are written in it. */
static bool
open_elements(struct facts *f, uint32_t literal, unsigned depth, bool fresh)
{
	const struct tree *t = f->tree;
	bool changed = false, holds_function = false;
	uint32_t body = tree_child(t, literal, F_BODY);

	for (uint32_t c = body != 0 ? body : tree_first(t, literal); c != 0;
	     c = body != 0 ? 0 : tree_next(t, c)) {
		uint32_t item = t->nodes[c].kind == K_PAIR ? tree_child(t, c, F_VALUE) : c;

		holds_function |= item != 0 && value_find(&f->values[item], ATOM_FUNCTION) != NULL;
		if (item != 0 && fresh && depth > 0 && is_written_at(f, item))
			changed = open_elements(f, f->values[item].atoms[0].id, depth - 1, true) ||
				  changed;
		else if (item != 0)
			changed = open_literals(f, &f->values[item], depth) || changed;
	}
	changed =
	    changed || (holds_function && (f->opened_literal[literal] & OPENED_ELEMENTS) == 0);
	f->opened_literal[literal] |= OPENED_ELEMENTS;
	return changed;
}

/* Opens the literals of a value, and what their elements hold. */
static bool
open_literals(struct facts *f, const struct value *v, unsigned depth)
{
	const struct tree *t = f->tree;
	bool changed = false;

	for (unsigned i = 0; i < v->count; i++) {
		uint32_t node = v->atoms[i].id;

		if (depth == 0 && v->atoms[i].kind == ATOM_LITERAL && !f->opened_all)
			return f->opened_all = true;
		if (v->atoms[i].kind == ATOM_LISTING && !f->opened_listings)
			changed = f->opened_listings = true;
		if (v->atoms[i].kind != ATOM_LITERAL || depth == 0 ||
		    (f->opened_literal[node] & (OPENED_WHOLE | OPENED_TUPLE)) != 0)
			continue;
		changed = true;
		f->opened_literal[node] |=
		    t->nodes[node].kind != K_TUPLE && t->nodes[node].kind != K_EXPRESSION_LIST
			? OPENED_WHOLE
			: OPENED_TUPLE;
		open_elements(f, node, depth - 1, false);
	}
	return changed;
}

/*
 * Where a literal is written and handed to somebody at once, nobody has changed it yet, and no
 * other node has it. Only what is put into fields and elements comes back from there.
 */
static bool
is_fresh(const struct facts *f, uint32_t node)
{
	return is_written_at(f, node) &&
	       f->tree->nodes[f->tree->nodes[without_brackets(f->tree, node)].parent].kind !=
		   K_ASSIGNMENT;
}

/* A call that makes a listing, handed on or asked at once. */
static bool
is_fresh_listing(const struct facts *f, uint32_t node)
{
	return value_only(&f->values[node], ATOM_LISTING) != NULL &&
	       f->tree->nodes[node].kind == K_CALL &&
	       f->tree->nodes[f->tree->nodes[without_brackets(f->tree, node)].parent].kind !=
		   K_ASSIGNMENT;
}

static bool
open_names(struct facts *f, uint32_t statement)
{
	const struct tree *t = f->tree;
	uint32_t left = tree_child(t, statement, F_LEFT);
	const struct occurrence *o;

	if (t->nodes[left].kind != K_IDENTIFIER || f->fact_of[left] == NOWHERE)
		return false;
	o = &f->occurrences[f->fact_of[left]];
	return o->binding != NOWHERE &&
	       open_literals(f, &f->bindings[o->binding].value, OPEN_DEPTH);
}

static bool
open_elements_of(struct facts *f, const struct value *v, bool fresh)
{
	bool changed = false;

	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind == ATOM_LITERAL)
			changed = open_elements(f, v->atoms[i].id, OPEN_DEPTH, fresh) || changed;
	return changed;
}

/* By name: attributes that are read of something whose value does not lead to the class, or by a
 * text. */
static uint8_t *
mark_unseen_attributes(struct facts *f)
{
	uint8_t *marked = arena_alloc(f->arena, f->names.count + 1);

	for (size_t i = 0; marked != NULL && i < f->attributes_count; i++) {
		const struct attribute *a = &f->attributes[i];

		if (a->role == ROLE_PATTERN_ATTRIBUTE || a->object == 0 ||
		    (a->role == ROLE_LOAD && !facts_is_pending(f, &f->values[a->node]) &&
			value_find(&f->values[a->node], ATOM_LITERAL) == NULL &&
			value_find(&f->values[a->node], ATOM_LISTING) == NULL))
			marked[a->name] = 1;
	}
	for (size_t i = 0; marked != NULL && f->names_by_text && i < f->texts_count; i++)
		marked[f->texts[i].text] = 1;
	if (marked != NULL && f->names_methods)
		memset(marked, 1, f->names.count + 1);
	return marked;
}

/* A class variable that somebody reads of an object that nobody knows. */
static bool
open_class_variables(struct facts *f)
{
	uint8_t *listed = NULL;
	bool changed = false;

	for (size_t i = 0; i < f->bindings_count; i++) {
		const struct binding *b = &f->bindings[i];

		if (f->scopes[b->scope].kind != SCOPE_CLASS ||
		    (value_find(&b->value, ATOM_LITERAL) == NULL &&
			value_find(&b->value, ATOM_LISTING) == NULL))
			continue;
		if (listed == NULL)
			listed = mark_unseen_attributes(f);
		if (listed == NULL || listed[b->name] != 0)
			changed = open_literals(f, &b->value, OPEN_DEPTH) || changed;
	}
	return changed;
}

bool
facts_run_mutation(struct facts *f)
{
	const struct tree *t = f->tree;
	bool changed = open_class_variables(f);

	for (uint32_t h = 0; h < f->held_count; h++) {
		uint32_t i = f->held[h];
		const struct value *v = &f->values[i];
		bool fresh;

		if (t->nodes[i].kind == K_AUGMENTED_ASSIGNMENT)
			changed = open_names(f, i) || changed;
		if (v->lost && !f->opened_all)
			changed = f->opened_all = true;
		if (v->count == 0 || t->nodes[i].kind == K_PARENTHESIZED_EXPRESSION ||
		    (value_find(v, ATOM_LITERAL) == NULL && value_find(v, ATOM_LISTING) == NULL))
			continue;
		fresh = is_fresh(f, i) || is_fresh_listing(f, i);
		switch (is_spread(t, i) ? worse(place_of(f, i), PLACE_ELEMENTS) : place_of(f, i)) {
		case PLACE_READING:
			break;
		case PLACE_ELEMENTS:
			changed = open_elements_of(f, v, fresh) || changed;
			break;
		case PLACE_UNSEEN:
		default:
			changed = (fresh ? open_elements_of(f, v, true)
					 : open_literals(f, v, OPEN_DEPTH)) ||
				  changed;
		}
	}
	return changed;
}

bool
facts_is_opened(const struct facts *f, uint32_t literal)
{
	return f->opened_all || (f->opened_literal[literal] & OPENED_WHOLE) != 0;
}
