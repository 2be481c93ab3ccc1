/* SPDX-License-Identifier: MIT */
/* Strings that something may read as code or as a name, and definitions that the interpreter calls
 * by itself. */
#include "judge.h"

/*
 * A `__name__` of the interpreter where something could read it: as a whole text, in a dotted one,
 * as an attribute or index of a replacement field. In prose it is a word.
 */
static bool
find_dunder(struct str s, struct str *out)
{
	size_t at = 0, read = 0;
	bool path = true, open = false; /* open: behind a '{' that is open at `at` */

	for (size_t i = 0; i < s.n; i++)
		path = path && (is_name_character(s.p[i]) || s.p[i] == '.');
	while ((at = str_find(s, STR("__"), at)) != SIZE_MAX) {
		size_t end = at;

		while (end < s.n && is_name_character(s.p[end]))
			end++;
		*out = str_slice(s, at, end);
		for (; read < at; read++)
			if (s.p[read] == '{' || s.p[read] == '}')
				open = s.p[read] == '{';
		bool field = open && (s.p[at - 1] == '.' || s.p[at - 1] == '[');
		if (is_dunder(*out) && !is_inert(*out) && (path || field) &&
		    (table_attribute(*out).kind == ATTRIBUTE_DUNDER ||
			str_starts(*out, STR("__array"))))
			return true;
		at = end > at ? end : at + 2;
	}
	return false;
}

/* Whether the program has a package of which the data says so. */
bool
imports_with(const struct judge *j, uint64_t effects)
{
	for (size_t i = 0; i < j->packages.count; i++)
		if (effects_have(effects_of(j->packages.items[i]), effects))
			return true;
	return false;
}

/* A word in a list of words, as a tool has that looks for such names. */
static bool
is_listed(const struct tree *t, uint32_t node)
{
	enum kind up = (enum kind)t->nodes[t->nodes[node].parent].kind;

	return t->nodes[node].kind == K_STRING &&
	       (up == K_LIST || up == K_TUPLE || up == K_SET || up == K_PAIR);
}

static void
judge_dunder_text(struct judge *j, uint32_t node, struct str text)
{
	struct str name;
	struct ruling r;

	if (effects_have(effects_of_keyword(text), EFFECT_STARTS) &&
	    imports_with(j, EFFECT_STARTS)) {
		judge_find(j, node, DECISION_DENY, "argument.authority", "leave it out",
		    "'%.*s' starts a program", STR_ARG(text));
	}
	if (!find_dunder(text, &name))
		return;
	r = ruling_of(j, DECISION_DENY, "text.dunder", "",
	    "a string names '%.*s', which belongs to the interpreter", STR_ARG(name));
	r.evasion = !is_listed(j->tree, node);
	judge_node(j, node, &r);
}

/*
 * Nothing is read by a text that is compared with, printed, measured, asks for a usual slot, or is
 * hasattr's. And no object has an `__import__` but builtins, which are reached by other names
 * first: it stands in lists of what is dangerous.
 */
static bool
is_harmless_text(const struct judge *j, uint32_t node, struct str text)
{
	const struct tree *t = j->tree;
	uint32_t top = node, up = t->nodes[node].parent;

	if (effects_only_show(effects_of_callee(j, up)) ||
	    (str_is(text, "__import__") && t->nodes[up].kind != K_SUBSCRIPT))
		return true;
	if (t->nodes[up].kind == K_TUPLE || t->nodes[up].kind == K_LIST ||
	    t->nodes[up].kind == K_SET) {
		top = up;
		up = t->nodes[up].parent;
	}
	if (t->nodes[up].kind == K_COMPARISON_OPERATOR)
		return !j->facts->own_operators;
	return t->nodes[up].kind == K_ASSIGNMENT && t->nodes[top].field == F_RIGHT &&
	       str_is(tree_text(t, tree_child(t, up, F_LEFT)), "__slots__") &&
	       str_is_one_of(text, "__weakref__ __dict__");
}

static bool
is_docstring(const struct tree *t, uint32_t node)
{
	return t->nodes[t->nodes[node].parent].kind == K_EXPRESSION_STATEMENT;
}

static void
judge_constants(struct judge *j)
{
	const struct facts *f = j->facts;

	FACTS_EACH(x, f, texts) {
		struct str text = facts_name(f, x->text);

		if (!is_docstring(j->tree, x->node) && !is_harmless_text(j, x->node, text))
			judge_dunder_text(j, x->node, text);
	}
	for (uint32_t i = 1; i < j->tree->count && !j->failed; i++) {
		enum kind k = (enum kind)j->tree->nodes[i].kind;

		if (k != K_BINARY_OPERATOR && k != K_CALL && k != K_SUBSCRIPT &&
		    k != K_CONCATENATED_STRING && k != K_STRING)
			continue;
		for (unsigned a = 0; a < f->values[i].count; a++)
			if (f->values[i].atoms[a].kind == ATOM_STRING &&
			    (k != K_STRING || f->texts[f->fact_of[i]].format))
				judge_dunder_text(j, i, facts_name(f, f->values[i].atoms[a].id));
	}
}

static void
judge_special_method(struct judge *j, uint32_t node, struct str name)
{
	uint64_t effects = effects_of_method_named(name);

	if (effects_have(effects, EFFECT_AUTHORITY))
		judge_find(j, node, DECISION_DENY, "definition.dunder", "",
		    "'%.*s' gives numpy access to raw memory", STR_ARG(name));
	else if (str_is_one_of(name, "__getattr__ __getattribute__") &&
		 imports_with(j, EFFECT_ASKS))
		judge_find(j, node, DECISION_ESCALATE, "definition.dunder", "",
		    "'%.*s' defines every attribute", STR_ARG(name));
	else if (!effects_have(effects, EFFECT_PROTOCOL))
		judge_find(j, node, DECISION_ESCALATE, "definition.dunder", "give it a plain name",
		    "the interpreter or a library calls '%.*s' by itself", STR_ARG(name));
}

/* Whether a library keeps this in its objects, or asks its own methods for it: a child of its
 * classes that gives it something else is believed. */
static bool
is_asked(const struct judge *j, const struct occurrence *o)
{
	const struct facts *f = j->facts;
	struct str name = facts_name(f, o->name);
	struct table_attribute a = table_attribute(name);

	if (tree_child(j->tree, f->scopes[o->scope].node, F_SUPERCLASSES) == 0 &&
	    !f->scopes[o->scope].has_bases) /* mixed in, it has those of its family */
		return false;
	if (effects_have(effects_of_method_named(name), EFFECT_ASKS))
		return true;
	return f->scopes[o->scope].has_bases && !is_dunder(name) &&
	       !effects_have(effects_of_method_named(name), EFFECT_BASE) &&
	       (name.p[0] == '_' ? a.kind != ATTRIBUTE_UNKNOWN : a.kind == ATTRIBUTE_AUTHORITY) &&
	       judge_imports_package(j, table_packages(&a));
}

static void
judge_definitions(struct judge *j)
{
	const struct facts *f = j->facts;

	FACTS_EACH(o, f, occurrences) {
		struct str name = facts_name(f, o->name);

		if (o->role == ROLE_LOAD || f->scopes[o->scope].kind != SCOPE_CLASS)
			continue;
		if (is_asked(j, o))
			judge_find(j, o->node, DECISION_ESCALATE, "definition.asked",
			    "remove the method", "a library asks its own objects for '%.*s'",
			    STR_ARG(name));
		else if (is_dunder(name))
			judge_special_method(j, o->node, name);
	}
}

/* '{0.name}': the attributes that a format string reads. */
static void
judge_fields(struct judge *j, uint32_t node, struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		size_t end;

		if (s.p[i] != '{')
			continue;
		if (i + 1 < s.n && s.p[i + 1] == '{') {
			i++;
			continue;
		}
		end = str_find(s, STR("}"), i);
		for (size_t k = i; k < s.n && k < end && s.p[k] != ':' && s.p[k] != '!'; k++) {
			size_t from = k + 1;
			struct ruling r;

			if (s.p[k] != '.')
				continue;
			while (k + 1 < s.n && is_name_character(s.p[k + 1]))
				k++;
			r = rule_attribute_by_text(j, str_slice(s, from, k + 1));
			judge_node(j, node, &r);
		}
	}
}

/* Texts and numbers have no attribute that leads anywhere, whatever the format says. */
static bool
formats_plainly(const struct judge *j, uint32_t function)
{
	uint32_t call = j->tree->nodes[mention_top(j->tree, function)].parent;

	for (struct argument a = {0};
	     facts_argument(j->facts, tree_child(j->tree, call, F_ARGUMENTS), &a);)
		if (a.spread || !value_is(value_at(j, a.node), KINDS_TEXT | KINDS_NUMBER))
			return false;
	return true;
}

static void
judge_format(struct judge *j, const struct attribute *a)
{
	const struct value *v = value_at(j, a->object);

	VALUE_EACH(atom, v)
		if (atom->kind == ATOM_STRING)
			judge_fields(j, a->node, name_of(j, atom->id));
	if (value_is(v, KIND_BIT(ATOM_STRING)) || is_only_shown(j, a->node) ||
	    (is_callee(j->tree, a->node) && formats_plainly(j, a->node)))
		return;
	judge_find(j, a->node, DECISION_ESCALATE, "text.format",
	    "use an f-string, or a constant format", "a format string that is built at run time");
}

/* A type in quotes is code to typing, dataclasses and singledispatch: it must be a type and nothing
 * else. singledispatch keeps what it gives, so that no dot may lead away. */
static bool
is_type_text(struct str s, bool dispatch)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_name_character(s.p[i]) && (unsigned char)s.p[i] < 128 &&
		    strchr(dispatch ? " []|,'\"" : ". []|,'\"", s.p[i]) == NULL)
			return false;
	return true;
}

static void
judge_annotation(struct judge *j, uint32_t type)
{
	const struct tree *t = j->tree;
	bool dispatch = imports_with(j, EFFECT_DECODES);

	for (uint32_t i = type; i < t->nodes[type].after; i++) {
		const struct value *v = value_at(j, i);
		const struct atom *a = value_find(v, ATOM_STRING);
		enum kind k = (enum kind)t->nodes[i].kind;

		if (k == K_STRING && a != NULL
			? !is_type_text(name_of(j, a->id), dispatch)
			: dispatch &&
			      (k == K_CALL || k == K_BINARY_OPERATOR || k == K_IDENTIFIER) &&
			      (a != NULL || value_find(v, ATOM_TEXT) != NULL ||
				  value_find(v, ATOM_PREFIX) != NULL))
			judge_find(j, i, DECISION_DENY, "text.annotation", "write a plain type",
			    "an annotation that is more than a type");
	}
}

static void
judge_annotations(struct judge *j)
{
	const struct tree *t = j->tree;

	for (uint32_t i = 1; i < t->count && !j->failed; i++)
		if (t->nodes[i].kind == K_TYPE &&
		    (t->nodes[i].field == F_TYPE || t->nodes[i].field == F_RETURN_TYPE))
			judge_annotation(j, i);
}

void
judge_texts(struct judge *j)
{
	judge_constants(j);
	judge_definitions(j);
	judge_annotations(j);
	FACTS_EACH(a, j->facts, attributes) {
		if (a->object != 0 && a->role == ROLE_LOAD &&
		    effects_have(effects_of_method_named(name_of(j, a->name)), EFFECT_TEMPLATE))
			judge_format(j, a);
	}
}
