/* SPDX-License-Identifier: MIT */
/*
 * Fields by names that the text does not spell: getattr, setattr and `__dict__` with what
 * `__set_name__` was given, and what is done with a whole `__dict__`. numpy asks any object for
 * `__array_interface__`, so a field whose name nobody sees can give it raw memory.
 */
#include "judge.h"

/* Of the objects of the file that a descriptor serves, what nobody has reviewed is their own. */
static bool
is_refused(struct judge *j, struct str name)
{
	struct ruling r = rule_attribute_text(j, name);

	return r.decision != DECISION_ALLOW &&
	       (r.rule == NULL || strcmp(r.rule, "attribute.unreviewed") != 0);
}

/* The interpreter tells `__set_name__` the names of class variables. All of them, and each behind
 * an underscore, must be ordinary attributes, and none the field that keeps the name. */
static bool
has_plain_class_names(struct judge *j, struct str field)
{
	const struct facts *f = j->facts;

	for (size_t i = 0; i < f->bindings_count; i++) {
		const struct binding *b = &f->bindings[i];
		struct str name = facts_name(f, b->name), behind;
		char *text;

		if (f->scopes[b->scope].kind != SCOPE_CLASS || b->is_field)
			continue;
		text = arena_printf(j->arena, "_%.*s", STR_ARG(name));
		if (text == NULL)
			return !(j->failed = true);
		behind = str_from(text);
		if (str_eq(name, field) || str_eq(behind, field))
			return false;
		if (value_is(&b->value, ATOM_FUNCTION) || dunder_is_harmless(name))
			continue;
		if (str_ends(name, STR("__")) || is_refused(j, name) || is_refused(j, behind))
			return false;
	}
	return true;
}

/* Whatever calls `__set_name__`, makes classes with names from data, or sets fields by names that
 * nobody sees. */
static bool
is_meddler(struct str name)
{
	return str_is_one_of(name,
	    "__set_name__ __get__ __set__ __delete__ make_dataclass new_class enum metaclass "
	    "__setattr__ __delattr__ __getattr__ __getattribute__ update_wrapper wraps setp "
	    "setLogRecordFactory makeLogRecord parse_args parse_known_args SimpleNamespace "
	    "Namespace");
}

static bool
is_meddled_with(const struct facts *f, struct str field)
{
	for (size_t i = 0; i < f->attributes_count; i++)
		if (is_meddler(facts_name(f, f->attributes[i].name)))
			return true;
	for (size_t i = 0; i < f->occurrences_count; i++)
		if (is_meddler(facts_name(f, f->occurrences[i].name)) &&
		    f->scopes[f->occurrences[i].scope].kind != SCOPE_CLASS)
			return true;
	for (size_t i = 0; i < f->imports_count; i++)
		if (is_meddler(facts_name(f, f->imports[i].member)) ||
		    is_meddler(facts_name(f, f->imports[i].module)))
			return true;
	for (size_t i = 0; i < f->texts_count; i++)
		if (str_find(facts_name(f, f->texts[i].text), field, 0) != SIZE_MAX)
			return true;
	for (uint32_t i = 0; i < f->tree->count; i++)
		if (f->role[i] == ROLE_KEYWORD && (str_eq(facts_name(f, f->fact_of[i]), field) ||
						      is_meddler(facts_name(f, f->fact_of[i]))))
			return true;
	return false;
}

/* class M(type) could add names to the classes that it makes. */
static bool
has_metaclass(const struct facts *f)
{
	for (size_t i = 1; i < f->scopes_count; i++) {
		uint32_t at = 0,
			 bases = f->scopes[i].kind == SCOPE_CLASS
				     ? tree_child(f->tree, f->scopes[i].node, F_SUPERCLASSES)
				     : 0;
		struct argument a;

		while (facts_argument(f, bases, &at, &a)) {
			const struct value *v = facts_value(f, a.node);

			if (a.star || a.double_star || v->unknown || v->count == 0)
				return true;
			for (unsigned k = 0; k < v->count; k++)
				if (v->atoms[k].kind == ATOM_SYMBOL &&
				    !str_is_one_of(facts_name(f, v->atoms[k].id),
					"abc.ABC builtins.object builtins.Exception "
					"builtins.ValueError typing.Generic typing.Protocol"))
					return true;
		}
	}
	return false;
}

/* name, '_' + name, f'_{name}' of the last parameter of `__set_name__`. */
static bool
is_given(const struct facts *f, uint32_t node, uint32_t binding)
{
	const struct tree *t = f->tree;
	uint32_t inner;

	node = facts_bare(f, node);
	if (t->nodes[node].kind == K_BINARY_OPERATOR &&
	    str_is(tree_text(t, tree_child(t, node, F_LEFT)), "\"_\"") &&
	    tree_child_of_kind(t, node, K_T_PLUS) != 0)
		node = facts_bare(f, tree_child(t, node, F_RIGHT));
	if (t->nodes[node].kind == K_STRING) {
		inner = tree_child_of_kind(t, node, K_INTERPOLATION);
		if (inner == 0 || t->nodes[inner].end + 1 != t->nodes[node].end ||
		    !str_is(str_slice(tree_text(t, node), 0, 3), "f\"_") ||
		    t->nodes[inner].start != t->nodes[node].start + 3)
			return false;
		node = tree_child(t, inner, F_EXPRESSION);
		if (node == 0 || t->nodes[inner].end - t->nodes[inner].start !=
				     t->nodes[node].end - t->nodes[node].start + 2)
			return false;
	}
	return node != 0 && t->nodes[node].kind == K_IDENTIFIER && f->fact_of[node] != NOWHERE &&
	       f->occurrences[f->fact_of[node]].binding == binding &&
	       !f->bindings[binding].is_stored;
}

/* What the store to `self.name` in `__set_name__(self, owner, name)` gives the field. */
static bool
is_store_of_given(const struct facts *f, const struct attribute *a)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[a->node].parent, right;
	const struct scope *s = &f->scopes[facts_scope_function(f, f->scope_of[a->node])];
	uint32_t p = s->first_parameter;

	if (t->nodes[up].kind != K_ASSIGNMENT || t->nodes[a->node].field != F_LEFT ||
	    a->object == 0 || !facts_is_self(f, a->object) || s->kind != SCOPE_FUNCTION ||
	    !str_is(facts_name(f, s->name), "__set_name__") || s->is_decorated)
		return false;
	for (unsigned i = 0; i < 2 && p != NOWHERE; i++)
		p = f->parameters[p].next;
	right = tree_child(t, up, F_RIGHT);
	return p != NOWHERE && !f->parameters[p].star && !f->parameters[p].double_star &&
	       right != 0 && is_given(f, right, f->parameters[p].binding);
}

/* {'a': 1, 'b': 2} */
static bool
has_known_keys(const struct facts *f, uint32_t dictionary)
{
	const struct tree *t = f->tree;

	if (t->nodes[dictionary].kind != K_DICTIONARY)
		return false;
	for (uint32_t c = tree_first(t, dictionary); c != 0; c = tree_next(t, c))
		if (t->nodes[c].kind == K_DICTIONARY_SPLAT ||
		    (t->nodes[c].kind == K_PAIR &&
			!value_is(facts_value(f, tree_child(t, c, F_KEY)), ATOM_STRING)))
			return false;
	return true;
}

/* The `**fields` of a function, which is only read there, in a file whose calls spell their
 * keywords. */
static bool
is_keywords(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t binding;
	bool parameter = false;

	if (t->nodes[node].kind != K_IDENTIFIER || f->fact_of[node] == NOWHERE ||
	    f->role[node] != ROLE_LOAD)
		return false;
	binding = f->occurrences[f->fact_of[node]].binding;
	for (size_t i = 0; i < f->parameters_count; i++)
		parameter = parameter ||
			    (f->parameters[i].binding == binding && f->parameters[i].double_star);
	for (size_t i = 0; i < f->occurrences_count; i++) {
		const struct occurrence *o = &f->occurrences[i];
		uint32_t up = t->nodes[o->node].parent;

		if (o->binding != binding || o->node == node || o->role == ROLE_PARAMETER)
			continue;
		if (o->role != ROLE_LOAD || t->nodes[up].kind != K_ATTRIBUTE ||
		    !facts_is_callee(t, up) ||
		    !str_is_one_of(
			tree_text(t, tree_child(t, up, F_ATTRIBUTE)), "get items keys values pop"))
			return false;
	}
	for (uint32_t i = 1; i < t->count && parameter; i++)
		if (t->nodes[i].kind == K_DICTIONARY_SPLAT &&
		    t->nodes[t->nodes[i].parent].kind == K_ARGUMENT_LIST)
			return false;
	return parameter;
}

/* update(a=1), update({'a': 1}), and update(fields) with the keywords that the file's own calls
 * give. */
static bool
is_plain_update(const struct facts *f, uint32_t call)
{
	uint32_t at = 0;
	struct argument a;

	while (facts_argument(f, tree_child(f->tree, call, F_ARGUMENTS), &at, &a))
		if (a.star || a.double_star ||
		    (a.name != 0 ? is_dunder(facts_name(f, a.name))
				 : !has_known_keys(f, a.node) && !is_keywords(f, a.node)))
			return false;
	return true;
}

static bool
is_fields_method(const struct facts *f, uint32_t attribute)
{
	const struct tree *t = f->tree;
	struct str name = tree_text(t, tree_child(t, attribute, F_ATTRIBUTE));

	if (!facts_is_callee(t, attribute))
		return false;
	return str_is_one_of(name, "items keys values get copy pop clear __contains__") ||
	       (str_is(name, "update") && is_plain_update(f, t->nodes[attribute].parent));
}

/* Every store to a field of this name keeps what `__set_name__` was given. */
static bool
is_stored_by_interpreter(const struct facts *f, uint32_t name)
{
	bool stored = false;

	for (size_t i = 0; i < f->attributes_count; i++) {
		if (f->attributes[i].name != name || f->attributes[i].role == ROLE_LOAD)
			continue;
		if (!is_store_of_given(f, &f->attributes[i]))
			return false;
		stored = true;
	}
	return stored;
}

/* x.__dict__[self.name] */
static bool
is_kept_name(const struct facts *f, uint32_t key)
{
	const struct tree *t = f->tree;

	return key != 0 && t->nodes[key].kind == K_ATTRIBUTE && f->fact_of[key] != NOWHERE &&
	       facts_is_self(f, tree_child(t, key, F_OBJECT)) &&
	       is_stored_by_interpreter(f, f->attributes[f->fact_of[key]].name);
}

/* No `__dict__` of the file gets a field by another name that nobody sees. */
static bool
has_plain_fields(const struct judge *j)
{
	const struct facts *f = j->facts;
	const struct tree *t = f->tree;

	for (size_t i = 0; i < f->attributes_count; i++) {
		uint32_t node = f->attributes[i].node, up = t->nodes[node].parent, key;

		if (!str_is(facts_name(f, f->attributes[i].name), "__dict__") ||
		    is_only_written(j, node) ||
		    (t->nodes[up].kind == K_ATTRIBUTE && is_fields_method(f, up)) ||
		    is_argument_of(j, up, "builtins.dict builtins.list"))
			continue;
		key = t->nodes[up].kind == K_SUBSCRIPT ? tree_child(t, up, F_SUBSCRIPT) : 0;
		if (key == 0 ||
		    (!value_is(facts_value(f, key), ATOM_STRING) && !is_kept_name(f, key)))
			return false;
	}
	for (size_t i = 0; i < f->calls_count; i++)
		if (str_is(tree_text(t, f->calls[i].function), "vars") &&
		    !is_only_written(j, f->calls[i].node))
			return false;
	return true;
}

/* In a method that only the interpreter calls, with an object of a class that has the descriptor.
 */
static bool
is_in_descriptor(const struct facts *f, uint32_t node)
{
	const struct scope *s = &f->scopes[facts_scope_function(f, f->scope_of[node])];

	return str_is_one_of(facts_name(f, s->name), "__get__ __set__ __delete__") &&
	       f->scopes[s->parent].kind == SCOPE_CLASS;
}

bool
is_given_name(struct judge *j, uint32_t node)
{
	const struct facts *f = j->facts;
	uint32_t name, self;

	node = facts_bare(f, node);
	self = node == 0 || j->tree->nodes[node].kind != K_ATTRIBUTE
		   ? 0
		   : tree_child(j->tree, node, F_OBJECT);
	if (self == 0 || f->fact_of[node] == NOWHERE || !facts_is_self(f, self) ||
	    !is_own_object(j, self) || !is_sealed_object(j, self))
		return false;
	if (!is_in_descriptor(f, node))
		return false;
	name = f->attributes[f->fact_of[node]].name;
	return is_stored_by_interpreter(f, name) && !f->unsettled && !has_metaclass(f) &&
	       has_plain_fields(j) && !is_meddled_with(f, facts_name(f, name)) &&
	       has_plain_class_names(j, facts_name(f, name));
}

/* A target that binds takes its key from the text, or from `__set_name__`. */
static bool
is_fields_item(struct judge *j, uint32_t subscript)
{
	const struct tree *t = j->tree;
	uint32_t key = tree_child(t, subscript, F_SUBSCRIPT);
	enum kind k = (enum kind)t->nodes[t->nodes[subscript].parent].kind;

	if (key != 0 &&
	    (value_is(facts_value(j->facts, key), ATOM_STRING) || is_given_name(j, key)))
		return true;
	return t->nodes[subscript].field != F_LEFT && k != K_PATTERN_LIST && k != K_TUPLE_PATTERN &&
	       k != K_LIST_PATTERN && k != K_AS_PATTERN_TARGET && k != K_PARENTHESIZED_EXPRESSION &&
	       k != K_LIST_SPLAT_PATTERN;
}

bool
is_plain_use_of_fields(struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t top = mention_top(t, node), up = t->nodes[top].parent;

	if (!judge_imports_package(j, STR("numpy")) || is_only_written(j, node))
		return true;
	switch (t->nodes[up].kind) {
	case K_ATTRIBUTE:
		return is_fields_method(j->facts, up);
	case K_SUBSCRIPT:
		return t->nodes[top].field == F_VALUE && is_fields_item(j, up);
	case K_DICTIONARY_SPLAT:
		return true;
	case K_FOR_STATEMENT:
	case K_FOR_IN_CLAUSE:
		return t->nodes[top].field == F_RIGHT;
	case K_ARGUMENT_LIST:
		return is_argument_of(j, up,
		    "builtins.dict builtins.list builtins.sorted builtins.tuple builtins.set "
		    "builtins.len builtins.print builtins.str builtins.repr");
	default:
		return false;
	}
}

/* C.__init__(x, ...): x is neither self nor an object of the file. */
bool
makes_foreign_anew(const struct judge *j, const struct attribute *a)
{
	const struct tree *t = j->tree;
	struct argument first;
	uint32_t at = 0;

	if (!str_is(facts_name(j->facts, a->name), "__init__"))
		return false;
	return !facts_argument(
		   j->facts, tree_child(t, t->nodes[a->node].parent, F_ARGUMENTS), &at, &first) ||
	       first.star || first.double_star || first.name != 0 ||
	       (!facts_is_self(j->facts, first.node) && !is_own_object(j, first.node));
}

static bool
is_function_of_file(const struct judge *j, uint32_t node)
{
	return value_is(facts_value(j->facts, node), ATOM_FUNCTION);
}

/* wraps(x) copies the fields of x, whatever their names: onto a function. */
static bool
copies_onto_function(const struct judge *j, uint32_t call)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[call].parent, at = 0;
	struct argument a;

	if (t->nodes[up].kind == K_DECORATOR || t->nodes[up].kind == K_EXPRESSION_STATEMENT)
		return true;
	if (!is_callee(t, call))
		return false;
	while (facts_argument(j->facts, tree_child(t, up, F_ARGUMENTS), &at, &a))
		if (a.star || a.double_star || !is_function_of_file(j, a.node))
			return false;
	return true;
}

/* parse_args(list, x) gives x fields with the names of options. */
static bool
fills_foreign(const struct judge *j, const struct call *c)
{
	struct argument a;
	uint32_t at = 0;
	unsigned count = 0;

	while (facts_argument(j->facts, c->arguments, &at, &a)) {
		const struct atom *made = value_only(facts_value(j->facts, a.node), ATOM_RESULT);

		if (a.star || a.double_star)
			return true;
		if ((a.name == 0 ? count++ != 1
				 : !str_is(facts_name(j->facts, a.name), "namespace")) ||
		    is_own_object(j, a.node))
			continue;
		if (made == NULL || !str_is_one_of(facts_name(j->facts, made->id),
					"argparse.Namespace types.SimpleNamespace"))
			return true;
	}
	return false;
}

void
judge_fields_given(struct judge *j, const struct call *c)
{
	const struct atom *callee = value_find(facts_value(j->facts, c->function), ATOM_SYMBOL);
	struct ruling r;
	bool wraps = callee != NULL && str_is(facts_name(j->facts, callee->id), "functools.wraps"),
	     parses =
		 j->tree->nodes[c->function].kind == K_ATTRIBUTE &&
		 str_is_one_of(tree_text(j->tree, tree_child(j->tree, c->function, F_ATTRIBUTE)),
		     "parse_args parse_known_args parse_intermixed_args "
		     "parse_known_intermixed_args") &&
		 judge_imports_package(j, STR("argparse"));

	if ((!wraps || copies_onto_function(j, c->node)) && (!parses || !fills_foreign(j, c)))
		return;
	r = ruling_of(j, DECISION_ESCALATE, "reflection.unknown", "",
	    "which fields are set can't be told from the text");
	judge_node(j, c->node, &r);
}
