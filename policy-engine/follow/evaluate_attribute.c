/* SPDX-License-Identifier: MIT */
/* What an attribute may be: of a module, of an object or class of the file, of a text or a path. */
#include "facts.h"
#include "fold.h"

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

/* What a property gives; false where the name is none, or not only. */
static bool
property(struct facts *f, uint32_t class, uint32_t name, struct value *v)
{
	uint32_t b = binding_find(f, class, name, false);
	const struct atom *a =
	    b == NOWHERE ? NULL : value_only(&f->bindings[b].value, ATOM_FUNCTION);

	if (a == NULL || !f->scopes[a->id].is_property || f->scopes[a->id].is_decorated ||
	    f->scopes[a->id].is_generator || binding_find(f, class, name, true) != NOWHERE)
		return false;
	value_merge(v, &f->scopes[a->id].returned);
	v->unknown = v->unknown || f->scopes[a->id].returns_self;
	return true;
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

	if (s->is_tuple) /* nobody sets fields of a tuple, but its class's variables */
		return field == NOWHERE || !f->bindings[field].is_closed || f->foreign_self ||
		       s->escapes;
	return field == NOWHERE || !f->bindings[field].is_closed || f->foreign_self || s->escapes ||
	       s->is_given || (s->is_kept && f->bindings[field].has_library_name);
}

/* A field or method that objects of the class have for certain. */
static bool
is_certain(struct facts *f, uint32_t class, uint32_t name)
{
	uint32_t field = binding_find(f, class, name, true),
		 variable = binding_find(f, class, name, false);

	return (field != NOWHERE || variable != NOWHERE) &&
	       (field == NOWHERE || !is_open_field(f, class, field)) &&
	       (variable == NOWHERE || !is_open_field(f, class, variable)) && !f->has_wrapped &&
	       binding_find(f, class, names_add(&f->names, STR("__new__")), false) == NOWHERE;
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
		if (facts_is_member(f, a->id, name_id))
			return value_of(ATOM_OBJECT, a->id);
		field = binding_find(f, a->id, name_id, false);
		v.unknown = is_open_field(f, a->id, field);
		add_class_member(f, a->id, name_id, &v);
		return v;
	case ATOM_OBJECT:
		if (f->scopes[a->id].is_enum && facts_enum_attribute(f, a->id, name, &v))
			return v;
		v.unknown = !is_certain(f, a->id, name_id);
		if (!property(f, a->id, name_id, &v))
			add_class_member(f, a->id, name_id, &v);
		return v;
	case ATOM_RESULT:
		fold_known_attribute(f, a->id, name, &v);
		return v;
	case ATOM_PATH: /* or a name that a folder lists */
		return fold_gives_text(name) ? value_of(ATOM_METHOD, node)
					     : fold_path_attribute(f, a->id, name);
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

struct value
facts_attribute(struct facts *f, uint32_t node)
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
	self = (struct value){.unknown = is_open_field(f, class, field) ||
					 f->scopes[class].is_tuple || facts_is_wrapped(f, object)};
	if (!property(f, class, id, &self))
		add_class_member(f, class, id, &self);
	return self;
}
