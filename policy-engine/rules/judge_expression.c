/* SPDX-License-Identifier: MIT */
/* Texts that pandas runs as expressions over columns, and texts that name attributes. */
#include "judge.h"

#include <stdio.h>

#define SYMBOL_BYTES_MAX 256

enum truth
names_safe_attribute(struct judge *j, struct str text)
{
	struct str rest = text, part;

	while (str_cut(&rest, '.', &part))
		if (rule_attribute_by_text(j, part).decision != DECISION_ALLOW ||
		    (part.n > 0 && part.p[0] == '_'))
			return TRUTH_NO;
	return TRUTH_YES;
}

/* Whether pandas' tokenizer reads the text as a plain quoted one: without escapes, triple
 * quotes or comments. */
static bool
is_plainly_quoted(struct str s)
{
	return memchr(s.p, '\\', s.n) == NULL && memchr(s.p, '#', s.n) == NULL &&
	       str_find(s, STR("\'\'\'"), 0) == SIZE_MAX &&
	       str_find(s, STR("\"\"\""), 0) == SIZE_MAX;
}

static bool
is_callable(const struct value *v)
{
	VALUE_EACH(a, v) {
		uint32_t k = a->kind;

		if (k == ATOM_FUNCTION || k == ATOM_CLASS || k == ATOM_OBJECT || k == ATOM_METHOD ||
		    k == ATOM_MODULE || k == ATOM_SYMBOL)
			return true;
	}
	return false;
}

static bool
may_be_callable(const struct judge *j, struct str name, bool imports)
{
	const struct facts *f = j->facts;

	FACTS_EACH(b, f, bindings)
		if (f->scopes[b->scope].kind != SCOPE_CLASS &&
		    str_eq(facts_name(f, b->name), name) &&
		    (b->is_import ? imports : is_callable(&b->value)))
			return true;
	return false;
}

struct word { /* a name in an expression, with the characters around it that mean something */
	struct str name;
	char before, after;
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static bool
is_name_byte(char c)
{
	return is_name_character(c) || (unsigned char)c >= 128;
}

/* Numbers are words as well, and harmless ones. */
static struct word
read_word(struct str s, size_t *at)
{
	size_t from = *at, end = *at, next;
	struct word w;

	while (end < s.n && is_name_byte(s.p[end]))
		end++;
	w.name = str_slice(s, from, end);
	for (next = end; next < s.n && is_blank(s.p[next]); next++)
		;
	w.after = next < s.n ? s.p[next] : '\0';
	while (from > 0 && is_blank(s.p[from - 1]))
		from--;
	w.before = from > 0 ? s.p[from - 1] : '\0';
	*at = end;
	return w;
}

/* A column, a number, an operator; @name of no function, and nothing of what it holds. */
static bool
is_plain_word(struct judge *j, const struct word *w)
{
	if (w->after == '(' || w->before == '.' || w->after == '\'' || w->after == '"')
		return str_is_one_of(w->name, "in not and or") ||
		       (w->before == '.' && w->name.p[0] >= '0' && w->name.p[0] <= '9');
	if (w->name.p[0] == '_')
		return str_is(w->name, "_merge") && w->before != '@';
	return w->before != '@' ||
	       (w->after != '.' && w->after != '[' && !may_be_callable(j, w->name, true));
}

/* -- texts that libraries run as Python --------------------------------------------------------- */

/* Public in a package that the program imports, without authority and without a rule of the policy
 * in each that has it; or a word of formulas, which is said to keep nothing. */
static bool
is_known_function(const struct judge *j, struct str name)
{
	bool known = false;

	for (size_t i = 0; i < j->packages.count; i++) {
		struct str package = j->packages.items[i];
		struct table_member m = table_member(package, name);
		char symbol[SYMBOL_BYTES_MAX];
		int n =
		    snprintf(symbol, sizeof(symbol), "%.*s.%.*s", STR_ARG(package), STR_ARG(name));

		if (n < 0 || (size_t)n >= sizeof(symbol) ||
		    (m.kind != MEMBER_NONE && m.capabilities != 0) ||
		    condition_rule_for(j->policy, str_from(symbol)) != NULL)
			return false;
		known = known ||
			(!m.is_private && m.capabilities == 0 &&
			    (m.kind == MEMBER_VALUE || m.kind == MEMBER_CLASS)) ||
			effects_have(effects_of(str_from(symbol)), EFFECT_SHOWS);
	}
	return known;
}

/* The program imports a module by this name. */
static bool
is_module_name(const struct judge *j, struct str name)
{
	const struct facts *f = j->facts;

	FACTS_EACH(b, f, bindings)
		if (b->is_import && str_eq(facts_name(f, b->name), name) &&
		    value_only(&b->value, ATOM_MODULE) != NULL)
			return true;
	return false;
}

/* A variable, a number, or a call of a library's function without authority. */
static bool
is_formula_word(const struct judge *j, const struct word *w)
{
	bool digit = w->name.p[0] >= '0' && w->name.p[0] <= '9';

	if (digit || str_is_one_of(w->name, "in not and or"))
		return w->after != '\'' && w->after != '"';
	if (w->name.p[0] == '_' || w->after == '\'' || w->after == '"' || w->after == '.')
		return w->after == '.' && is_module_name(j, w->name);
	if (table_member(STR("builtins"), w->name).capabilities != 0)
		return false;
	if (w->after == '(')
		return is_known_function(j, w->name) && !may_be_callable(j, w->name, false);
	return w->before != '.';
}

/* Whether a quoted text in a formula is a name or a number: some functions evaluate it, too. */
static bool
is_quoted_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_name_byte(s.p[i]) && !is_blank(s.p[i]) && s.p[i] != '-' && s.p[i] != '.')
			return false;
	return str_find(s, STR("__"), 0) == SIZE_MAX;
}

/* Nothing but a name is called. */
static bool
calls_result(char before, char c)
{
	return c == '(' &&
	       (before == ')' || before == ']' || before == '}' || before == '\'' || before == '"');
}

/* Each word and each quoted text of an expression is plain, and nothing but a name is called. */
static enum truth
is_plain(struct judge *j, struct str s, bool formula)
{
	char before = '\0';

	if (s.n > 0 && !is_plainly_quoted(s))
		return TRUTH_NO;
	for (size_t i = 0; i < s.n;) {
		char c = s.p[i];
		struct word w;

		if (formula && (calls_result(before, c) || c == '`' || c == '@'))
			return TRUTH_NO;
		before = is_blank(c) ? before : c;
		if (c == '\'' || c == '"' || c == '`') {
			size_t end = str_find(s, (struct str){&c, 1}, i + 1);

			if (end == SIZE_MAX ||
			    (formula && !is_quoted_name(str_slice(s, i + 1, end))))
				return TRUTH_NO;
			i = end + 1;
			continue;
		}
		if (!is_name_byte(c)) {
			i++;
			continue;
		}
		w = read_word(s, &i);
		if (formula ? !is_formula_word(j, &w) : !is_plain_word(j, &w))
			return TRUTH_NO;
	}
	return TRUTH_YES;
}

/*
 * An expression over columns, as pandas' query() takes it: names, numbers, quoted texts, operators,
 * `_merge` (the column that merge(indicator=True) adds), and @name. No calls, no attributes.
 */
enum truth
is_plain_expression(struct judge *j, struct str s)
{
	return is_plain(j, s, false);
}

/*
 * A formula, as sympify() and patsy take it: an expression that may call public functions of the
 * libraries that the program imports, by their names or behind the name of a module.
 */
enum truth
is_plain_formula(struct judge *j, struct str s)
{
	return is_plain(j, s, true);
}

static bool
evaluates(struct str dotted)
{
	return effects_have(effects_of(dotted_top(dotted)), EFFECT_TEMPLATE);
}

/* By a name that objects of such a package have, or by the object. */
static bool
is_method_that_evaluates(const struct judge *j, uint32_t function)
{
	const struct tree *t = j->tree;
	uint32_t object = tree_child(t, function, F_OBJECT);

	return t->nodes[function].kind == K_ATTRIBUTE && !is_own_object(j, object) &&
	       !value_is(value_at(j, object), KINDS_TEXT | KIND_BIT(ATOM_LITERAL)) &&
	       is_attribute_with(j, tree_attribute(t, function), EFFECT_TEMPLATE);
}

/* The policy asks of an argument of the function that it is a formula. */
static bool
has_rule_on_formulas(const struct judge *j, struct str symbol)
{
	RULES_EACH(r, j, symbol)
		for (size_t i = 0; i < r->unless_count; i++)
			for (size_t k = 0; k < r->unless[i].count; k++)
				if ((r->unless[i].predicates[k].is & IS_FORMULA) != 0)
					return true;
	return false;
}

static bool
gives_evaluator(const struct judge *j, uint32_t node)
{
	const struct value *v = value_at(j, node);

	VALUE_EACH(a, v)
		if ((a->kind == ATOM_SYMBOL || a->kind == ATOM_RESULT) &&
		    evaluates(name_of(j, a->id)))
			return true;
	return false;
}

static bool
is_evaluator(const struct judge *j, uint32_t function)
{
	const struct value *v = value_at(j, function);
	bool symbol = false, found = false;

	VALUE_EACH(a, v) {
		struct str name = name_of(j, a->id);

		symbol = symbol || a->kind == ATOM_SYMBOL;
		if ((a->kind == ATOM_SYMBOL || a->kind == ATOM_RESULT) && evaluates(name))
			found = found || !has_rule_on_formulas(j, name);
	}
	return found || (!symbol && is_method_that_evaluates(j, function));
}

#define TEXT_SOURCES (EFFECT_SOURCE | EFFECT_FILE | EFFECT_BUFFER)

bool
is_textless(struct str symbol)
{
	uint64_t effects = effects_of(symbol);

	return !effects_have(effects, TEXT_SOURCES) &&
	       (effects_have(effects, EFFECT_SHOWS | EFFECT_TEXTLESS) ||
		   effects_have(effects_of(dotted_top(symbol)), EFFECT_TEXTLESS));
}

/* A call of a builtin with authority, a name of the interpreter, or the rest of a call: ("os") */
static bool
is_code(struct str s)
{
	for (size_t i = 0; i < s.n;) {
		struct word w = {.after = '\0'};

		if (is_name_byte(s.p[i]))
			w = read_word(s, &i);
		else if (s.p[i++] == '(' && i < s.n && (s.p[i] == '"' || s.p[i] == '\''))
			return true;
		if (w.name.n > 0 &&
		    (is_dunder(w.name) ||
			(w.after == '(' &&
			    table_member(STR("builtins"), w.name).capabilities != 0)))
			return true;
	}
	return false;
}

static bool
is_source(const struct judge *j, uint32_t node, struct str symbol)
{
	return !is_textless(symbol) && !only_writes(j, node, effects_of(symbol));
}

/* Whether what nobody knows may be a text of data, or code: something in the program gives such. */
static bool
has_texts_of_data(const struct judge *j)
{
	const struct facts *f = j->facts;

	FACTS_EACH(x, f, texts)
		if (is_code(facts_name(f, x->text)))
			return true;
	FACTS_EACH(a, f, attributes)
		if (effects_have(effects_of_method_named(facts_name(f, a->name)), EFFECT_SOURCE))
			return true;
	for (uint32_t i = 1; i < j->tree->count; i++)
		for (unsigned k = 0; k < f->values[i].count; k++)
			if (f->values[i].atoms[k].kind == ATOM_SYMBOL &&
			    is_source(j, i, facts_name(f, f->values[i].atoms[k].id)))
				return true;
	return false;
}

/* Of a text that nobody sees, and of an object of the program, which gives what text it likes, that
 * can't be told. */
static enum truth
is_formula(struct judge *j, struct atom a)
{
	if (a.kind == ATOM_STRING)
		return is_plain_formula(j, name_of(j, a.id));
	if (a.kind == ATOM_RESULT)
		return is_textless(name_of(j, a.id)) ? TRUTH_YES : TRUTH_UNKNOWN;
	return (KINDS_TEXT & KIND_BIT(a.kind)) != 0 || a.kind == ATOM_OBJECT ? TRUTH_UNKNOWN
									     : TRUTH_YES;
}

static enum truth
stricter(enum truth a, enum truth b)
{
	return a < b ? a : b;
}

#define LITERALS_MAX 4 /* in each other: a matrix of lists has two */

/* Each value, and what the literals hold that are among them. */
static enum truth
are_formulas(struct judge *j, const struct value *v, unsigned depth)
{
	enum truth all = v->unknown && j->has_texts_of_data ? TRUTH_UNKNOWN : TRUTH_YES;

	VALUE_EACH(a, v) {
		const struct container *c = flow_container_of(j->facts, *a);

		all = stricter(all, is_formula(j, *a));
		if (c == NULL)
			continue;
		if (depth == 0 || !facts_spend(j->facts, 1))
			return stricter(all, TRUTH_UNKNOWN);
		all = stricter(all, are_formulas(j, &c->elements, depth - 1));
		all = stricter(all, are_formulas(j, &c->items, depth - 1));
	}
	return all;
}

/* `label`: the text is a name, which runs only where code is made of what it names; the program's
 * own names are no code. */
static void
judge_evaluated_argument(struct judge *j, uint32_t node, struct str what, bool label)
{
	enum truth met = are_formulas(j, value_at(j, node), LITERALS_MAX);
	struct ruling r = capability_ruling(j, CAP_CODE, what, NULL, "");

	if (met == TRUTH_YES || (met == TRUTH_UNKNOWN && label && !j->has_texts_of_data))
		return;
	if (met == TRUTH_UNKNOWN && r.decision != DECISION_ALLOW)
		r = ruling_of(j, DECISION_ESCALATE, "capability.code", "",
		    "'%.*s' runs as Python a text that can't be told from the program",
		    STR_ARG(what));
	r.remedy = STR("write the expression itself, or a text of names, numbers and the "
		       "library's functions");
	judge_node(j, node, &r);
}

/* map(sympy.simplify, cells): elements that nobody knows are its arguments. */
static void
judge_evaluator_handed_on(struct judge *j, const struct call *c)
{
	uint32_t function = unwrapped(j, c->function);
	uint64_t effects = effects_of_callee(j, c->arguments) | effects_of_method_at(j, function);

	for (struct argument a = {0}; effects_have(effects, EFFECT_CALLS) && j->has_texts_of_data &&
				      facts_argument(j->facts, c->arguments, &a);) {
		if (a.name == 0 && gives_evaluator(j, a.node))
			judge_find(j, a.node, DECISION_ESCALATE, "capability.code",
			    "call it with the expression itself",
			    "'%.*s' runs as Python what it is called with, which can't be told from the program",
			    STR_ARG(tree_text(j->tree, a.node)));
	}
}

/* matrix[0, 0] = text, IndexedBase('a')[text] */
static void
judge_evaluated_items(struct judge *j)
{
	const struct tree *t = j->tree;

	for (uint32_t i = 1; i < t->count && !j->failed; i++) {
		uint32_t object = tree_child(t, i, F_VALUE), up = t->nodes[i].parent;

		if (t->nodes[i].kind != K_SUBSCRIPT || !gives_evaluator(j, object))
			continue;
		j->mention = i;
		judge_evaluated_argument(
		    j, tree_child(t, i, F_SUBSCRIPT), tree_text(t, object), false);
		if (t->nodes[up].kind == K_ASSIGNMENT && t->nodes[i].field == F_LEFT)
			judge_evaluated_argument(
			    j, tree_child(t, up, F_RIGHT), tree_text(t, object), false);
	}
}

void
judge_evaluated(struct judge *j)
{
	if (!imports_with(j, EFFECT_TEMPLATE))
		return;
	j->has_texts_of_data = has_texts_of_data(j);
	judge_evaluated_items(j);
	FACTS_EACH(c, j->facts, calls) {
		uint32_t function = unwrapped(j, c->function);
		const struct atom *symbol = value_only(value_at(j, function), ATOM_SYMBOL);
		bool label = symbol != NULL &&
			     effects_have(facts_effects(j->facts, symbol->id), EFFECT_LABEL);

		j->mention = c->node;
		judge_evaluator_handed_on(j, c);
		if (!is_evaluator(j, function))
			continue;
		for (struct argument a = {0}; facts_argument(j->facts, c->arguments, &a);)
			if (a.name == 0 ||
			    !effects_have(effects_of_keyword(name_of(j, a.name)), EFFECT_SHOWS))
				judge_evaluated_argument(
				    j, a.node, tree_text(j->tree, function), label);
	}
}
