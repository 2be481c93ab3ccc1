/* SPDX-License-Identifier: MIT */
/*
 * Records: dataclasses and named tuples, whose calls set the fields that the class annotates, in
 * their order or by name; and enumerations, whose members are what the class assigns.
 */
#include "fold.h"

/* The name that a statement of a class annotates; 0 for none. */
static uint32_t
annotated(const struct tree *t, uint32_t statement)
{
	uint32_t assignment = t->nodes[statement].kind == K_EXPRESSION_STATEMENT
				  ? tree_first(t, statement)
				  : statement;
	uint32_t left =
	    t->nodes[assignment].kind == K_ASSIGNMENT && tree_child(t, assignment, F_TYPE) != 0
		? tree_child(t, assignment, F_LEFT)
		: 0;

	return left != 0 && t->nodes[left].kind == K_IDENTIFIER ? left : 0;
}

static uint32_t
next_field(const struct tree *t, uint32_t body, uint32_t statement)
{
	uint32_t c = statement == 0 ? tree_first(t, body) : tree_next(t, statement);

	while (c != 0 && annotated(t, c) == 0)
		c = tree_next(t, c);
	return c;
}

static bool
says(const struct tree *t, uint32_t node, const char *word)
{
	return node != 0 && str_find(tree_text(t, node), str_from(word), 0) != SIZE_MAX;
}

/* Fields that are no arguments, or none by their place; annotations elsewhere than in the class's
 * own statements. */
static bool
is_mixed(const struct facts *f, const struct scope *s)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[s->node].parent, body = tree_child(t, s->node, F_BODY);

	for (uint32_t c = tree_first(t, up); s->is_decorated && c != 0; c = tree_next(t, c))
		if (t->nodes[c].kind == K_DECORATOR &&
		    (says(t, c, "init") || says(t, c, "kw_only") || says(t, c, "**")))
			return true;
	for (uint32_t i = body; i < t->nodes[body].after; i++) {
		uint32_t statement = t->nodes[i].parent;

		if (t->nodes[i].kind != K_ASSIGNMENT || tree_child(t, i, F_TYPE) == 0 ||
		    f->scope_of[i] != (uint32_t)(s - f->scopes))
			continue;
		if (t->nodes[statement].kind != K_EXPRESSION_STATEMENT)
			statement = i;
		if (t->nodes[statement].parent != body || annotated(t, statement) == 0 ||
		    says(t, i, "KW_ONLY") || says(t, i, "InitVar") || says(t, i, "ClassVar") ||
		    says(t, i, "init") || says(t, i, "kw_only"))
			return true;
	}
	return false;
}

/* The only parent, where it is one of these and means that. */
static bool
has_parent(const struct facts *f, const struct scope *s, const char *words)
{
	uint32_t bases = tree_child(f->tree, s->node, F_SUPERCLASSES), at = 0;
	struct argument a;
	struct str text;

	if (!facts_argument(f, bases, &at, &a) || a.star || a.double_star || a.name != 0)
		return false;
	text = tree_text(f->tree, a.node);
	return str_is_one_of(text, words) && !facts_is_bound_otherwise(f, text) &&
	       !facts_argument(f, bases, &at, &a);
}

static bool
is_dataclass(const struct facts *f, const struct scope *s)
{
	const struct tree *t = f->tree;
	bool found = false;

	for (uint32_t c = tree_first(t, t->nodes[s->node].parent); s->is_decorated && c != 0;
	     c = tree_next(t, c))
		found = found || (t->nodes[c].kind == K_DECORATOR && says(t, c, "dataclass"));
	return found && facts_is_plainly_decorated(f, s);
}

/* dataclasses.replace() makes objects with other fields; so does a name that nobody looks into. */
static bool
has_replace(const struct facts *f)
{
	bool module = false;

	for (size_t i = 0; i < f->imports_count; i++) {
		if (str_is(facts_name(f, f->imports[i].member), "replace"))
			return true;
		module = module || (f->imports[i].member == 0 &&
				       str_is(facts_name(f, f->imports[i].module), "dataclasses"));
	}
	for (size_t i = 0; module && i < f->attributes_count; i++)
		if (str_is(facts_name(f, f->attributes[i].name), "replace"))
			return true;
	return false;
}

/* Whether members of enumerations may be made otherwise than by assigning them in the class. */
static bool
sets_members(const struct facts *f)
{
	for (size_t i = 0; i < f->attributes_count; i++)
		if (str_is_one_of(facts_name(f, f->attributes[i].name), "_value_ _name_ __new__"))
			return true;
	return false;
}

/* The same, by what the class defines. */
static bool
makes_members(struct facts *f, uint32_t class)
{
	static const char *const names[] = {"value", "name", "_value_", "_name_", "__new__",
	    "__init__", "__getattribute__", "_generate_next_value_", "_missing_"};

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (binding_find(f, class, names_add(&f->names, str_from(names[i])), false) !=
		    NOWHERE)
			return true;
	return false;
}

/* The __init__ that a dataclass has, handed to somebody. */
static bool
hands_init(const struct facts *f)
{
	for (size_t i = 0; i < f->attributes_count; i++)
		if (str_is(facts_name(f, f->attributes[i].name), "__init__") &&
		    !facts_is_callee(f->tree, f->attributes[i].node))
			return true;
	return false;
}

void
facts_see_records(struct facts *f)
{
	bool replaces = f->has_classes && (has_replace(f) || hands_init(f));
	bool sets = f->has_classes && sets_members(f);

	for (size_t i = 1; i < f->scopes_count; i++) {
		struct scope *s = &f->scopes[i];

		if (s->kind != SCOPE_CLASS)
			continue;
		s->is_tuple = !s->is_decorated && has_parent(f, s, "NamedTuple typing.NamedTuple");
		s->is_enum = !sets && !s->is_decorated && has_parent(f, s, "Enum enum.Enum") &&
			     !makes_members(f, (uint32_t)i);
		s->is_record = s->is_tuple || (!replaces && is_dataclass(f, s));
		s->is_mixed = s->is_record && is_mixed(f, s);
		f->has_records = f->has_records || s->is_record;
	}
}

/* x.__init__(...) fills whatever record x is. */
void
facts_init_records(struct facts *f, uint32_t arguments)
{
	for (uint32_t i = 1; f->has_records && i < f->scopes_count && facts_spend(f, 1); i++)
		if (f->scopes[i].is_record)
			facts_fill_record(f, i, arguments, true);
}

static void
fill(struct facts *f, uint32_t class, uint32_t field, const struct value *v)
{
	uint32_t name = f->occurrences[f->fact_of[annotated(f->tree, field)]].name;
	uint32_t b = binding_find(f, class, name, false);

	if (b != NOWHERE)
		fold_merge(f, &f->bindings[b].value, v);
}

void
facts_fill_record(struct facts *f, uint32_t class, uint32_t arguments, bool loose)
{
	const struct tree *t = f->tree;
	uint32_t body = tree_child(t, f->scopes[class].node, F_BODY), at = 0;
	struct value unknown = value_unknown();
	struct argument a;
	unsigned place = 0;

	loose = loose || f->scopes[class].is_mixed;
	while (facts_argument(f, arguments, &at, &a) && facts_spend(f, 1)) {
		unsigned number = 0;
		bool any = loose || a.star || a.double_star;

		for (uint32_t c = next_field(t, body, 0); c != 0 && facts_spend(f, 1);
		     c = next_field(t, body, c), number++) {
			uint32_t name = f->occurrences[f->fact_of[annotated(t, c)]].name;

			if (any || (a.name == 0 ? number == place : name == a.name))
				fill(f, class, c,
				    a.star || a.double_star ? &unknown : facts_value(f, a.node));
		}
		place += a.name == 0;
	}
}

bool
facts_is_member(const struct facts *f, uint32_t class, uint32_t name)
{
	uint32_t b = f->scopes[class].is_enum ? binding_find(f, class, name, false) : NOWHERE;

	return b != NOWHERE && f->bindings[b].last_store != NOWHERE &&
	       value_find(&f->bindings[b].value, ATOM_FUNCTION) == NULL;
}

bool
facts_gather_members(struct facts *f)
{
	bool changed = false;

	for (size_t i = 0; f->has_classes && i < f->bindings_count; i++) {
		const struct binding *b = &f->bindings[i];
		struct scope *s = &f->scopes[b->scope];

		if (s->is_enum && !b->is_field && value_only(&b->value, ATOM_FUNCTION) == NULL)
			changed = fold_merge(f, &s->returned, &b->value) || changed;
	}
	return changed;
}

/* member.value: what any member is; member.name: an identifier. */
bool
facts_enum_attribute(struct facts *f, uint32_t class, struct str name, struct value *out)
{
	if (!str_is_one_of(name, "value name") || f->sets_fields)
		return false;
	*out = str_is(name, "name") ? fold_hole(f, 0) : f->scopes[class].returned;
	return true;
}
