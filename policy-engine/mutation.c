/* SPDX-License-Identifier: MIT */
/*
 * Lists, sets and dictionaries can change after they are written. Their elements count as known
 * only while every place that the value reaches does no more than read: loops, subscripts that
 * load, comparisons, builtins that read, calls of the program's own functions (whose parameters are
 * places themselves). Anywhere else the literal is open, and what it holds with it.
 */
#include "facts.h"

static bool
is_one_of(struct str s, const char *words)
{
	struct str all = str_from(words), word;

	while (str_cut(&all, ' ', &word))
		if (str_eq(s, word))
			return true;
	return false;
}

static uint32_t
without_brackets(const struct tree *t, uint32_t node)
{
	while (node != 0 && (t->nodes[t->nodes[node].parent].kind == K_PARENTHESIZED_EXPRESSION ||
				t->nodes[t->nodes[node].parent].kind == K_LIST_SPLAT))
		node = t->nodes[node].parent;
	return node;
}

/* An argument: of a builtin that only reads, of a known text's method, or of functions of this file
 * and nothing else. */
static bool
is_read_by_call(const struct facts *f, uint32_t list)
{
	static const char readers[] =
	    "len print sorted enumerate zip list tuple set frozenset sum max min any all "
	    "isinstance str repr "
	    "reversed map filter range dict type bool iter next format hash id abs";
	const struct tree *t = f->tree;
	uint32_t call = t->nodes[list].parent;
	const struct value *v = facts_value(f, tree_child(t, call, F_FUNCTION));

	if (t->nodes[call].kind != K_CALL || v->unknown || v->count == 0)
		return false;
	for (unsigned i = 0; i < v->count; i++) {
		struct str name = facts_name(f, v->atoms[i].id);
		uint32_t kind = v->atoms[i].kind;
		bool reads = kind == ATOM_SYMBOL && str_starts(name, STR("builtins.")) &&
			     is_one_of(str_slice(name, 9, name.n), readers);

		if (!reads && kind != ATOM_FUNCTION && kind != ATOM_METHOD)
			return false;
	}
	return true;
}

static bool
is_stored_plainly(const struct facts *f, uint32_t assignment)
{
	uint32_t left = tree_child(f->tree, assignment, F_LEFT);
	enum kind k = (enum kind)f->tree->nodes[left].kind;

	return k == K_IDENTIFIER || k == K_PATTERN_LIST || k == K_TUPLE_PATTERN;
}

static bool
is_method_that_reads(const struct facts *f, uint32_t attribute)
{
	return facts_is_callee(f->tree, attribute) &&
	       is_one_of(tree_text(f->tree, tree_child(f->tree, attribute, F_ATTRIBUTE)),
		   "items keys values get index count copy");
}

static bool
is_reading_place(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t top = without_brackets(t, node), up = t->nodes[top].parent;
	enum field field = (enum field)t->nodes[top].field;

	switch (t->nodes[up].kind) {
	case K_FOR_STATEMENT:
	case K_FOR_IN_CLAUSE:
		return field == F_RIGHT;
	case K_ASSIGNMENT:
		return field == F_RIGHT && is_stored_plainly(f, up);
	case K_SUBSCRIPT:
		return field == F_VALUE && f->role[up] == ROLE_LOAD;
	case K_ATTRIBUTE:
		return field == F_OBJECT && is_method_that_reads(f, up);
	case K_ARGUMENT_LIST:
		return is_read_by_call(f, up);
	case K_KEYWORD_ARGUMENT:
		return is_read_by_call(f, t->nodes[up].parent);
	case K_DEFAULT_PARAMETER:
	case K_TYPED_DEFAULT_PARAMETER:
	case K_NAMED_EXPRESSION:
	case K_COMPARISON_OPERATOR:
	case K_NOT_OPERATOR:
	case K_BOOLEAN_OPERATOR:
	case K_CONDITIONAL_EXPRESSION:
	case K_INTERPOLATION:
	case K_RETURN_STATEMENT:
	case K_LIST:
	case K_TUPLE:
	case K_SET:
	case K_EXPRESSION_LIST:
	case K_PAIR:
	case K_LIST_SPLAT:
	case K_EXPRESSION_STATEMENT:
	case K_BINARY_OPERATOR:
	case K_LAMBDA:
		return true;
	case K_IF_STATEMENT:
	case K_ELIF_CLAUSE:
	case K_WHILE_STATEMENT:
		return field == F_CONDITION;
	default:
		return false;
	}
}

static bool open_literals(struct facts *f, const struct value *v, unsigned depth);

/* The values that a literal holds: its elements, a dictionary's values, a comprehension's body. */
static void
open_elements(struct facts *f, uint32_t literal, unsigned depth)
{
	const struct tree *t = f->tree;
	uint32_t body = tree_child(t, literal, F_BODY);

	for (uint32_t c = body != 0 ? body : tree_first(t, literal); c != 0;
	     c = body != 0 ? 0 : tree_next(t, c)) {
		uint32_t item = t->nodes[c].kind == K_PAIR ? tree_child(t, c, F_VALUE) : c;

		if (item != 0)
			open_literals(f, &f->values[item], depth);
	}
}

/* Opens the literals of a value, and what their elements hold. */
static bool
open_literals(struct facts *f, const struct value *v, unsigned depth)
{
	const struct tree *t = f->tree;
	bool changed = false;

	for (unsigned i = 0; i < v->count && depth > 0; i++) {
		uint32_t node = v->atoms[i].id;

		if (v->atoms[i].kind == ATOM_LISTING && !f->opened_listings)
			changed = f->opened_listings = true;
		if (v->atoms[i].kind != ATOM_LITERAL || f->opened_literal[node])
			continue;
		changed = true;
		f->opened_literal[node] =
		    t->nodes[node].kind != K_TUPLE && t->nodes[node].kind != K_EXPRESSION_LIST ? 1
											       : 2;
		open_elements(f, node, depth - 1);
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
	const struct atom *a = value_only(&f->values[node], ATOM_LITERAL);

	return a != NULL && a->id == node &&
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
	return o->binding != NOWHERE && open_literals(f, &f->bindings[o->binding].value, 4);
}

bool
facts_run_mutation(struct facts *f)
{
	const struct tree *t = f->tree;
	bool changed = false;

	for (uint32_t i = 1; i < t->count; i++) {
		if (t->nodes[i].kind == K_AUGMENTED_ASSIGNMENT)
			changed = open_names(f, i) || changed;
		if ((value_find(&f->values[i], ATOM_LITERAL) != NULL ||
			value_find(&f->values[i], ATOM_LISTING) != NULL) &&
		    !is_fresh(f, i) && !is_fresh_listing(f, i) &&
		    t->nodes[i].kind != K_PARENTHESIZED_EXPRESSION && !is_reading_place(f, i))
			changed = open_literals(f, &f->values[i], 4) || changed;
	}
	return changed;
}

bool
facts_is_opened(const struct facts *f, uint32_t literal)
{
	return f->opened_literal[literal] == 1;
}
