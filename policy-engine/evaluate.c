/* SPDX-License-Identifier: MIT */
/*
 * What expressions may be. A sweep runs over the nodes in their order, but children come before
 * their parents; then values flow into bindings. Sweeps repeat until no binding changes.
 */
#include "facts.h"
#include "fold.h"

struct value
value_of_member(struct facts *f, struct str module, struct str name)
{
	struct table_member m = table_member(module, name);
	struct str dotted = {NULL, module.n + 1 + name.n};
	char *made;

	if (m.kind == MEMBER_MODULE)
		return value_of(ATOM_MODULE, names_copy(&f->names, m.target));
	if (m.target.n > 0)
		return value_of(ATOM_SYMBOL, names_copy(&f->names, m.target));
	made = arena_alloc(f->arena, dotted.n);
	if (made == NULL) {
		f->failed = true;
		return value_unknown();
	}
	memcpy(made, module.p, module.n);
	made[module.n] = '.';
	memcpy(made + module.n + 1, name.p, name.n);
	dotted.p = made;
	if (m.kind == MEMBER_NONE && table_module(dotted).known)
		return value_of(ATOM_MODULE, names_add(&f->names, dotted));
	return value_of(ATOM_SYMBOL, names_add(&f->names, dotted));
}

static struct value
builtin(struct facts *f, uint32_t name)
{
	struct member_entry *e = &f->members[name * 2654435761u % MEMBER_ENTRIES];
	struct str text = facts_name(f, name);
	struct table_member m;

	if (e->owner == UINT32_MAX && e->name == name)
		return e->value;
	m = table_member(STR("builtins"), text);
	*e = (struct member_entry){UINT32_MAX, name, value_unknown()};
	if (m.kind != MEMBER_NONE || m.capabilities != 0)
		e->value = value_of_member(f, STR("builtins"), text);
	return e->value;
}

static struct value
mention(struct facts *f, uint32_t node)
{
	const struct occurrence *o;
	struct value v = {.count = 0}, other;

	if (f->fact_of[node] == NOWHERE || f->role[node] != ROLE_LOAD)
		return value_unknown();
	o = &f->occurrences[f->fact_of[node]];
	if (o->assigned != NOWHERE)
		return *facts_value(f, o->assigned);
	if (o->binding != NOWHERE)
		v = f->bindings[o->binding].value;
	if (o->beyond != NOWHERE)
		value_merge(&v, &f->bindings[o->beyond].value);
	if (o->may_be_builtin) {
		other = builtin(f, o->name);
		if (o->binding == NOWHERE || other.count > 0)
			value_merge(&v, &other);
	}
	return v;
}

static void
add_class_member(struct facts *f, uint32_t class, uint32_t name, struct value *v)
{
	uint32_t b = binding_find(f, class, name, false);

	if (b != NOWHERE)
		value_merge(v, &f->bindings[b].value);
	b = binding_find(f, class, name, true);
	if (b != NOWHERE)
		value_merge(v, &f->bindings[b].value);
}

/* A method that no field of the same name hides, of a class without parents, so that an object of
 * the class has this very method. */
static bool
is_certain_method(struct facts *f, uint32_t class, uint32_t name)
{
	uint32_t b = binding_find(f, class, name, false);

	return b != NOWHERE && binding_find(f, class, name, true) == NOWHERE &&
	       f->bindings[b].is_closed && value_is(&f->bindings[b].value, ATOM_FUNCTION) &&
	       !f->foreign_self && !f->has_wrapped && !f->scopes[class].escapes &&
	       !f->scopes[class].is_given &&
	       binding_find(f, class, names_add(&f->names, STR("__new__")), false) == NOWHERE;
}

static bool
binds_class_names(const struct facts *f)
{
	for (size_t i = 0; i < f->bindings_count; i++)
		if (f->scopes[f->bindings[i].scope].kind == SCOPE_CLASS &&
		    str_is_one_of(facts_name(f, f->bindings[i].name), "__name__ __qualname__"))
			return true;
	return false;
}

/* type(x).__name__ is a text, whatever x is: the interpreter lets nobody store anything else, and
 * only a metaclass of the file could answer otherwise. */
static bool
is_class_name(const struct facts *f, uint32_t object, struct str name)
{
	const struct atom *type;

	object = facts_bare(f, object);
	if ((!str_is(name, "__name__") && !str_is(name, "__qualname__")) ||
	    f->tree->nodes[object].kind != K_CALL)
		return false;
	type = value_only(facts_value(f, tree_child(f->tree, object, F_FUNCTION)), ATOM_SYMBOL);
	for (size_t i = 0; type != NULL && i < f->scopes_count; i++)
		if (str_is_one_of(
			facts_name(f, f->scopes[i].name), "__name__ __qualname__ __getattribute__"))
			return false;
	return type != NULL && str_is(facts_name(f, type->id), "builtins.type") &&
	       !binds_class_names(f);
}

/* A field that somebody else may have set, or a class variable. */
static bool
is_open_field(const struct facts *f, uint32_t class, uint32_t field)
{
	const struct scope *s = &f->scopes[class];

	return field == NOWHERE || !f->bindings[field].is_closed || f->foreign_self || s->escapes ||
	       s->is_given || (s->is_kept && f->bindings[field].has_library_name);
}

static struct value
member_of(struct facts *f, const struct atom *a, struct str name, uint32_t name_id, uint32_t node)
{
	struct value v = value_unknown();
	uint32_t field;
	char *dotted;

	switch (a->kind) {
	case ATOM_MODULE:
		return value_of_member(f, facts_name(f, a->id), name);
	case ATOM_SYMBOL:
		dotted = arena_printf(
		    f->arena, "%.*s.%.*s", STR_ARG(facts_name(f, a->id)), STR_ARG(name));
		if (dotted == NULL) {
			f->failed = true;
			return v;
		}
		return value_of(ATOM_SYMBOL, names_add(&f->names, str_from(dotted)));
	case ATOM_CLASS:
		field = binding_find(f, a->id, name_id, false);
		v.unknown = is_open_field(f, a->id, field);
		add_class_member(f, a->id, name_id, &v);
		return v;
	case ATOM_OBJECT:
		v.unknown = !is_certain_method(f, a->id, name_id);
		add_class_member(f, a->id, name_id, &v);
		return v;
	case ATOM_RESULT:
		fold_known_attribute(f, a->id, name, &v);
		return v;
	case ATOM_STRING:
	case ATOM_SHAPE:
	case ATOM_BYTES:
	case ATOM_TEXT:
	case ATOM_PREFIX:
		return value_of(ATOM_METHOD, node);
	default:
		return v;
	}
}

/* The same, remembered: a program asks for few members, many times. */
static struct value
known_member(
    struct facts *f, const struct atom *a, struct str name, uint32_t name_id, uint32_t node)
{
	uint32_t owner = (uint32_t)a->kind << 26 | a->id;
	struct member_entry *e =
	    &f->members[(owner * 2654435761u ^ name_id * 40503u) % MEMBER_ENTRIES];

	if (a->kind != ATOM_MODULE && a->kind != ATOM_SYMBOL)
		return member_of(f, a, name, name_id, node);
	if (e->owner != owner || e->name != name_id)
		*e = (struct member_entry){owner, name_id, member_of(f, a, name, name_id, node)};
	return e->value;
}

/* Class.method(object): any object may be its self then. Base.__init__(self) in a child is the one
 * exception. */
static bool
hands_other_self(const struct facts *f, uint32_t node, uint32_t object, struct str name)
{
	const struct tree *t = f->tree;
	uint32_t call = t->nodes[node].parent, at = 0, class;
	struct argument a;

	if (!facts_is_plain_method(f, name))
		return false;
	if (!str_is(name, "__init__") || !facts_is_callee(t, node) ||
	    !facts_argument(f, tree_child(t, call, F_ARGUMENTS), &at, &a))
		return true;
	class = facts_self_class(f, a.node);
	at = 0;
	while (class != NOWHERE &&
	       facts_argument(f, tree_child(t, f->scopes[class].node, F_SUPERCLASSES), &at, &a))
		if (str_eq(tree_text(t, a.node), tree_text(t, object)))
			return false;
	return true;
}

/* Class.name, where name = partialmethod(...): its first argument becomes the self. */
static bool
is_partial_method(const struct facts *f, const struct value *v)
{
	const struct atom *a = value_find(v, ATOM_RESULT);

	return a != NULL && str_is(facts_name(f, a->id), "functools.partialmethod");
}

bool
facts_is_wrapped(const struct facts *f, uint32_t object)
{
	const struct occurrence *o = &f->occurrences[f->fact_of[facts_bare(f, object)]];

	return f->scopes[f->bindings[o->binding].scope].is_wrapped;
}

static struct value
attribute(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t object = tree_child(t, node, F_OBJECT);
	struct str name = tree_text(t, tree_child(t, node, F_ATTRIBUTE));
	struct value v = {.count = 0}, self;
	struct value from = *facts_value(f, object);
	uint32_t id, class, field;

	if (f->fact_of[node] == NOWHERE || f->role[node] != ROLE_LOAD)
		return value_unknown();
	if (is_class_name(f, object, name))
		return value_of(ATOM_TEXT, 0);
	id = f->attributes[f->fact_of[node]].name;
	v.unknown = facts_is_open(f, &from);
	for (unsigned i = 0; i < from.count; i++) {
		struct value one = known_member(f, &from.atoms[i], name, id, node);

		value_merge(&v, &one);
	}
	if (value_find(&from, ATOM_CLASS) != NULL && !f->foreign_self)
		f->foreign_self =
		    hands_other_self(f, node, object, name) || is_partial_method(f, &v);
	class = facts_self_class(f, object);
	if (class == NOWHERE)
		return v;
	field = binding_find(f, class, id, true);
	if (field == NOWHERE)
		field = binding_find(f, class, id, false);
	self = (struct value){
	    .unknown = is_open_field(f, class, field) || facts_is_wrapped(f, object)};
	add_class_member(f, class, id, &self);
	return self;
}

static bool
is_dictionary(const struct tree *t, uint32_t literal)
{
	return t->nodes[literal].kind == K_DICTIONARY ||
	       t->nodes[literal].kind == K_DICTIONARY_COMPREHENSION;
}

static struct value
subscript(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t whole = tree_child(t, node, F_VALUE), key = tree_child(t, node, F_SUBSCRIPT);
	const struct value *v = facts_value(f, whole);
	const struct atom *symbol = value_find(v, ATOM_SYMBOL),
			  *literal = value_only(v, ATOM_LITERAL);
	struct value out = {.count = 0};
	struct str name;

	if (facts_is_pending(f, v))
		return out;
	if (symbol != NULL && str_is(facts_name(f, symbol->id), "sys.modules")) {
		if (key != 0 && fold_text(f, facts_value(f, key), &name))
			return value_of(ATOM_MODULE, names_copy(&f->names, name));
		return value_unknown();
	}
	if (literal != NULL && facts_is_opened(f, literal->id))
		return value_unknown();
	if (literal != NULL && key != 0 && t->nodes[key].kind == K_SLICE)
		facts_list(f, v);
	if (literal != NULL && key != 0) {
		if (f->listed[literal->id] != 0 && is_dictionary(t, literal->id) &&
		    !fold_is_text(facts_value(f, key)))
			return value_unknown();
		if (t->nodes[literal->id].kind == K_DICTIONARY)
			return fold_at_key(f, literal->id, key);
		if (t->nodes[literal->id].kind == K_DICTIONARY_COMPREHENSION)
			return *facts_value(
			    f, tree_child(t, tree_child(t, literal->id, F_BODY), F_VALUE));
		return t->nodes[key].kind == K_SLICE ? *v : fold_elements(f, v);
	}
	if (value_only(v, ATOM_LISTING) != NULL && key != 0)
		return t->nodes[key].kind == K_SLICE ? *v : fold_elements(f, v);
	if (key != 0 && v->count > 0)
		return fold_slice(f, key, v);
	return value_unknown();
}

static struct value
either(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	struct value out = {.count = 0};
	unsigned place = 0;

	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c)) {
		if (t->nodes[c].kind == K_T_AND || t->nodes[c].kind == K_T_OR)
			continue;
		if (t->nodes[node].kind != K_CONDITIONAL_EXPRESSION || place != 1)
			value_merge(&out, facts_value(f, c));
		place++;
	}
	return out;
}

static struct value
joined_strings(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	struct buf b;
	struct str s;
	bool bytes = false;

	buf_init(&b, FOLD_BYTES_MAX);
	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c)) {
		if (!fold_text(f, facts_value(f, c), &s)) {
			struct value v =
			    b.n > 0 ? value_of(ATOM_PREFIX, names_copy(&f->names, buf_view(&b)))
				    : *facts_value(f, c);

			buf_release(&b);
			return v;
		}
		bytes = bytes || value_find(facts_value(f, c), ATOM_BYTES) != NULL;
		buf_str(&b, s);
	}
	s = buf_view(&b);
	if (b.failed) {
		buf_release(&b);
		return value_of(ATOM_TEXT, 0);
	}
	f->fold_steps += (uint32_t)s.n;
	{
		struct value v =
		    value_of(bytes ? ATOM_BYTES : ATOM_STRING, names_copy(&f->names, s));

		buf_release(&b);
		return v;
	}
}

/* Operators of numbers and texts give numbers and truth values; those of other objects may give
 * anything, whose text is anything: a Series' holds its labels. */
static bool
is_of_numbers(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;

	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c)) {
		const struct value *v = facts_value(f, c);

		if (t->nodes[c].kind == K_T_MINUS || t->nodes[c].kind == K_T_PLUS ||
		    t->nodes[c].kind == K_T_TILDE)
			continue;
		if (!facts_is_pending(f, v) && !fold_is_number(v) && !fold_is_text(v))
			return false;
	}
	return true;
}

static struct value
integer(struct facts *f, uint32_t node)
{
	int64_t n;

	return literal_integer(tree_text(f->tree, node), &n) ? fold_number(f, n)
							     : value_of(ATOM_PLAIN, 0);
}

static struct value
negative(struct facts *f, uint32_t node)
{
	uint32_t inner = tree_child_of_kind(f->tree, node, K_INTEGER);
	int64_t n;

	if (inner == 0 && !is_of_numbers(f, node))
		return value_unknown();
	if (inner == 0 || !fold_integer(f, facts_value(f, inner), &n) ||
	    tree_child_of_kind(f->tree, node, K_T_MINUS) == 0)
		return value_of(ATOM_PLAIN, 0);
	return fold_number(f, -n);
}

struct value
facts_evaluate_node(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t inner;

	switch (t->nodes[node].kind) {
	case K_IDENTIFIER:
		return mention(f, node);
	case K_ATTRIBUTE:
		return attribute(f, node);
	case K_CALL:
		return facts_call(f, node);
	case K_STRING:
		return fold_string(f, node);
	case K_CONCATENATED_STRING:
		return joined_strings(f, node);
	case K_INTEGER:
		return integer(f, node);
	case K_UNARY_OPERATOR:
		return negative(f, node);
	case K_BINARY_OPERATOR:
		return fold_operator(f, node);
	case K_SUBSCRIPT:
		return subscript(f, node);
	case K_CONDITIONAL_EXPRESSION:
	case K_BOOLEAN_OPERATOR:
		return either(f, node);
	case K_NAMED_EXPRESSION:
		return *facts_value(f, tree_child(t, node, F_VALUE));
	case K_PARENTHESIZED_EXPRESSION:
	case K_LIST_SPLAT:
	case K_TYPE:
		inner = t->nodes[node].kind == K_TYPE ? tree_first(t, node) : facts_bare(f, node);
		return inner == node || inner == 0 ? value_unknown() : *facts_value(f, inner);
	case K_LAMBDA:
		return value_of(ATOM_FUNCTION, f->opened[node]);
	case K_FUNCTION_DEFINITION:
		return value_of(ATOM_FUNCTION, f->opened[node]);
	case K_CLASS_DEFINITION:
		return value_of(ATOM_CLASS, f->opened[node]);
	case K_LIST:
	case K_TUPLE:
	case K_SET:
	case K_EXPRESSION_LIST:
	case K_DICTIONARY:
	case K_LIST_COMPREHENSION:
	case K_SET_COMPREHENSION:
	case K_DICTIONARY_COMPREHENSION:
	case K_GENERATOR_EXPRESSION:
		return value_of(ATOM_LITERAL, node);
	case K_NONE:
	case K_TRUE:
	case K_FALSE:
	case K_FLOAT:
	case K_NOT_OPERATOR:
		return value_of(ATOM_PLAIN, 0);
	case K_COMPARISON_OPERATOR:
		return is_of_numbers(f, node) ? value_of(ATOM_PLAIN, 0) : value_unknown();
	default:
		return value_unknown();
	}
}
