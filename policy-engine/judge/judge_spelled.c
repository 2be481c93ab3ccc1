/* SPDX-License-Identifier: MIT */
/*
 * Names for getattr and setattr that come out of a loop, where the text spells all of them at
 * another place: the keywords of calls, what `**options` can hold; the fields of a dataclass;
 * class variables that list names. And the name that `__getattr__` gets, which stands behind a dot
 * somewhere and is judged there.
 */
#include "spelled.h"

#define NAMES_ASKED_MAX 400 /* in one check */
#define NAMES_MAX 1000      /* that one expression may give */
#define NAME_STEPS 4        /* of loops, calls and sums that are gone through */

bool
spelled_add(struct judge *j, struct words *out, struct str name)
{
	if (words_have(out, name))
		return true;
	if (out->count == NAMES_MAX)
		return false;
	if (!words_add(j->arena, out, name))
		j->failed = true;
	return !j->failed;
}

struct str
spelled_symbol(const struct judge *j, uint32_t node)
{
	const struct atom *a = value_only(facts_value(j->facts, node), ATOM_SYMBOL);

	return a == NULL ? (struct str){"", 0} : facts_name(j->facts, a->id);
}

/* The binding that an identifier reads, or NULL. */
const struct binding *
spelled_binding(const struct judge *j, uint32_t node)
{
	const struct facts *f = j->facts;
	const struct occurrence *o;

	node = facts_bare(f, node);
	if (j->tree->nodes[node].kind != K_IDENTIFIER || f->fact_of[node] == NOWHERE ||
	    f->role[node] != ROLE_LOAD)
		return NULL;
	o = &f->occurrences[f->fact_of[node]];
	return o->binding == NOWHERE || o->beyond != NOWHERE || o->may_be_builtin
		   ? NULL
		   : &f->bindings[o->binding];
}

/* ("a", "b"), ["a", "b"], {"a": 1, "b": 2}, dict(a=1, b=2): the last three may be changed, so
 * every mention of them must be a plain reading. */
static bool
add_texts(struct judge *j, uint32_t list, uint32_t name, struct words *out)
{
	const struct facts *f = j->facts;
	const struct tree *t = j->tree;
	enum kind kind = (enum kind)t->nodes[list].kind;
	struct argument a;
	uint32_t at = 0;

	if (kind != K_TUPLE && !spelled_is_read(j, name))
		return false;
	if (kind == K_CALL &&
	    str_is(spelled_symbol(j, tree_child(t, list, F_FUNCTION)), "builtins.dict")) {
		while (facts_argument(f, tree_child(t, list, F_ARGUMENTS), &at, &a))
			if (a.name == 0 || !spelled_add(j, out, facts_name(f, a.name)))
				return false;
		return true;
	}
	if (kind != K_TUPLE && kind != K_LIST && kind != K_DICTIONARY)
		return false;
	for (uint32_t c = tree_first(t, list); c != 0; c = tree_next(t, c)) {
		uint32_t item = kind == K_DICTIONARY ? tree_child(t, c, F_KEY) : c;
		const struct atom *text = item == 0 || facts_is_star(t, c)
					      ? NULL
					      : value_only(facts_value(f, item), ATOM_STRING);

		if (text == NULL || !spelled_add(j, out, facts_name(f, text->id)))
			return false;
	}
	return true;
}

/* `name = (...)` in the statements of a class that nothing else makes. */
static bool
add_class_variable(struct judge *j, const struct binding *b, struct words *out)
{
	const struct facts *f = j->facts;
	const struct tree *t = j->tree;
	bool found = false;

	if (b->is_deleted || b->is_import || f->scopes[b->scope].is_decorated)
		return false;
	for (size_t i = 0; i < f->occurrences_count; i++) {
		const struct occurrence *o = &f->occurrences[i];
		uint32_t up = t->nodes[o->node].parent;

		if (o->binding == NOWHERE || &f->bindings[o->binding] != b)
			continue;
		if (o->role != ROLE_STORE || t->nodes[up].kind != K_ASSIGNMENT ||
		    t->nodes[o->node].field != F_LEFT || tree_child(t, up, F_TYPE) != 0 ||
		    !add_texts(j, tree_child(t, up, F_RIGHT), b->name, out))
			return false;
		found = true;
	}
	return found;
}

/* self.names, where every class that has the variable lists names, and nobody stores another. */
static bool
add_listed(struct judge *j, uint32_t node, struct words *out)
{
	const struct facts *f = j->facts;
	uint32_t object = tree_child(j->tree, node, F_OBJECT), name;
	bool found = false;

	if (f->fact_of[node] == NOWHERE || !is_own_object(j, object) ||
	    !is_sealed_object(j, object))
		return false;
	name = f->attributes[f->fact_of[node]].name;
	if (!j->assumes_fields && spelled_may_be_set(j, name))
		return false;
	for (size_t i = 0; i < f->attributes_count; i++)
		if (f->attributes[i].name == name && f->attributes[i].role != ROLE_LOAD)
			return false;
	for (size_t i = 0; i < f->bindings_count; i++) {
		const struct binding *b = &f->bindings[i];

		if (b->name != name || f->scopes[b->scope].kind != SCOPE_CLASS)
			continue;
		if (b->is_field || !add_class_variable(j, b, out))
			return false;
		found = true;
	}
	return found;
}

/* What a loop over this expression gives its name; `columns` as in a flow. */
static bool
add_iterated(struct judge *j, uint32_t node, const uint8_t *columns, unsigned n, struct words *out)
{
	const struct tree *t = j->tree;

	for (unsigned step = 0; step < NAME_STEPS; step++) {
		uint32_t function, first;
		struct str name;
		bool spread;

		node = facts_bare(j->facts, node);
		if (t->nodes[node].kind != K_CALL)
			break;
		function = facts_bare(j->facts, tree_child(t, node, F_FUNCTION));
		first = facts_find_argument(
		    j->facts, tree_child(t, node, F_ARGUMENTS), 0, STR(""), &spread);
		name = spelled_symbol(j, function);
		if (!spread && first != 0 &&
		    str_is_one_of(name, "builtins.sorted builtins.list builtins.tuple "
					"builtins.set builtins.reversed")) {
			node = first;
			continue;
		}
		if (!spread && first != 0 && str_is(name, "builtins.enumerate") && n > 0 &&
		    columns[0] == 1) {
			node = first;
			columns++;
			n--;
			continue;
		}
		if (first != 0 || spread || t->nodes[function].kind != K_ATTRIBUTE)
			return false;
		name = tree_text(t, tree_child(t, function, F_ATTRIBUTE));
		if (str_is(name, "items") ? n != 1 || columns[0] != 0
					  : !str_is(name, "keys") || n != 0)
			return false;
		n = 0;
		node = facts_bare(j->facts, tree_child(t, function, F_OBJECT));
		break;
	}
	if (n != 0)
		return false;
	if (spelled_is_options(j, spelled_binding(j, node)) || spelled_is_field(j, node))
		return spelled_add_keywords(j, out);
	return t->nodes[node].kind == K_ATTRIBUTE && add_listed(j, node, out);
}

static bool
add_looped(struct judge *j, const struct binding *b, struct words *out)
{
	const struct facts *f = j->facts;
	bool found = false;

	if (b == NULL || b->is_parameter || b->is_deleted || b->is_import)
		return false;
	for (size_t i = 0; i < f->flows_count; i++) {
		const struct flow *w = &f->flows[i];

		if (&f->bindings[w->binding] != b)
			continue;
		if (w->unknown || w->entered || !w->iterates ||
		    !add_iterated(j, w->node, w->columns, w->columns_count, out))
			return false;
		found = true;
	}
	return found;
}

/* setattr(o, name, x), where o is an object of the file, and so no field of a dataclass. */
static bool
sets_own_object(const struct judge *j, uint32_t node)
{
	uint32_t call = j->tree->nodes[node].parent, object;
	bool spread;

	if (!is_callee(j->tree, node))
		return false;
	object = facts_find_argument(
	    j->facts, tree_child(j->tree, call, F_ARGUMENTS), 0, STR(""), &spread);
	return object != 0 && !spread && is_own_object(j, object) && is_sealed_object(j, object);
}

/* Something could give a field of a dataclass another name. */
static bool
renames_fields(struct judge *j)
{
	static const char others[] =
	    "__dataclass_fields__ __setattr__ make_dataclass update_wrapper setp __annotations__ "
	    "wraps delattr __setstate__";
	const struct facts *f = j->facts;

	for (size_t i = 0; i < f->attributes_count; i++) {
		const struct attribute *a = &f->attributes[i];
		struct str name = facts_name(f, a->name);

		if (str_is_one_of(name, others) ||
		    (str_is(name, "__dict__") && (a->object == 0 || !is_own_object(j, a->object) ||
						     !is_sealed_object(j, a->object))))
			return true;
		if (str_is(name, "name") && a->role != ROLE_LOAD &&
		    (a->object == 0 || !is_own_object(j, a->object) ||
			!is_sealed_object(j, a->object)))
			return true;
	}
	for (size_t i = 0; i < f->occurrences_count; i++) {
		struct str name = facts_name(f, f->occurrences[i].name);
		uint32_t node = f->occurrences[i].node;

		if (f->occurrences[i].role == ROLE_LOAD &&
		    (str_is_one_of(name, others) ||
			(str_is(name, "setattr") && !sets_own_object(j, node)) ||
			(str_is(name, "vars") && !is_only_written(j, j->tree->nodes[node].parent))))
			return true;
	}
	for (size_t i = 0; i < f->imports_count; i++)
		if (str_is_one_of(facts_name(f, f->imports[i].member), others) ||
		    str_is_one_of(facts_name(f, f->imports[i].member), "setattr vars"))
			return true;
	return false;
}

static bool
is_field_loop(struct judge *j, const struct binding *b)
{
	const struct facts *f = j->facts;
	bool found = false;

	if (b == NULL || b->is_parameter || b->is_deleted || b->is_import)
		return false;
	for (size_t i = 0; i < f->flows_count; i++) {
		const struct flow *w = &f->flows[i];
		uint32_t call = facts_bare(f, w->node), first;
		bool spread;

		if (&f->bindings[w->binding] != b)
			continue;
		if (w->unknown || !w->iterates || w->columns_count > 0 ||
		    j->tree->nodes[call].kind != K_CALL ||
		    !str_is(spelled_symbol(j, tree_child(j->tree, call, F_FUNCTION)),
			"dataclasses.fields"))
			return false;
		first = facts_find_argument(
		    f, tree_child(j->tree, call, F_ARGUMENTS), 0, STR(""), &spread);
		if (first == 0 || spread || !is_own_object(j, first) || !is_sealed_object(j, first))
			return false;
		found = true;
	}
	return found;
}

/* f.name for f in fields(x): the annotated names of the file's classes. */
static bool
add_fields(struct judge *j, uint32_t node, struct words *out)
{
	const struct facts *f = j->facts;
	const struct tree *t = j->tree;

	if (!str_is(tree_text(t, tree_child(t, node, F_ATTRIBUTE)), "name") ||
	    !is_field_loop(j, spelled_binding(j, tree_child(t, node, F_OBJECT))) ||
	    renames_fields(j))
		return false;
	for (size_t i = 0; i < f->bindings_count; i++)
		if (f->scopes[f->bindings[i].scope].kind == SCOPE_CLASS &&
		    !f->bindings[i].is_field && !value_is(&f->bindings[i].value, ATOM_FUNCTION) &&
		    !spelled_add(j, out, facts_name(f, f->bindings[i].name)))
			return false;
	return true;
}

static bool
add_sum(struct judge *j, uint32_t node, struct words *out)
{
	const struct tree *t = j->tree;
	uint32_t left = tree_child(t, node, F_LEFT), right = tree_child(t, node, F_RIGHT);
	const struct atom *a = value_only(facts_value(j->facts, left), ATOM_STRING);
	struct words tails = {.count = 0};

	if (a == NULL || tree_child_of_kind(t, node, K_T_PLUS) == 0 ||
	    !add_looped(j, spelled_binding(j, right), &tails))
		return false;
	for (size_t i = 0; i < tails.count; i++) {
		char *made = arena_printf(j->arena, "%.*s%.*s",
		    STR_ARG(facts_name(j->facts, a->id)), STR_ARG(tails.items[i]));

		if (made == NULL)
			return !(j->failed = true);
		if (!spelled_add(j, out, str_from(made)))
			return false;
	}
	return true;
}

/* hasattr(x, 'name'): each name that is asked for stands there, and is an ordinary one. */
static bool
asks_by_text(struct judge *j)
{
	const struct facts *f = j->facts;

	for (size_t i = 0; i < f->occurrences_count; i++) {
		uint32_t node = f->occurrences[i].node, name;
		const struct atom *a;
		bool spread;

		if (!str_is(facts_name(f, f->occurrences[i].name), "hasattr"))
			continue;
		name = !is_callee(j->tree, node)
			   ? 0
			   : facts_find_argument(f,
				 tree_child(j->tree, j->tree->nodes[node].parent, F_ARGUMENTS), 1,
				 STR(""), &spread);
		a = name == 0 || spread ? NULL : value_only(facts_value(f, name), ATOM_STRING);
		if (a == NULL ||
		    rule_attribute_by_text(j, facts_name(f, a->id)).decision != DECISION_ALLOW)
			return false;
	}
	return true;
}

/* The name in `def __getattr__(self, name)`: it stands behind a dot where it is judged by itself,
 * since no object counts as the file's own where classes delegate. */
bool
is_asked_name(struct judge *j, uint32_t node)
{
	const struct facts *f = j->facts;
	const struct binding *b = spelled_binding(j, node);
	const struct scope *s = b == NULL ? NULL : &f->scopes[b->scope];
	uint32_t p = s == NULL ? NOWHERE : s->first_parameter;

	if (p == NOWHERE || !str_is(facts_name(f, s->name), "__getattr__") || s->is_decorated ||
	    s->is_wrapped || s->kind != SCOPE_FUNCTION || b->is_stored || b->is_deleted ||
	    f->scopes[s->parent].kind != SCOPE_CLASS || f->unsettled)
		return false;
	p = f->parameters[p].next;
	if (p == NOWHERE || f->parameters[p].next != NOWHERE || f->parameters[p].star ||
	    f->parameters[p].double_star || f->parameters[p].value != 0 ||
	    &f->bindings[f->parameters[p].binding] != b)
		return false;
	for (size_t i = 0; i < f->occurrences_count; i++)
		if (f->occurrences[i].name == s->name && f->occurrences[i].role != ROLE_DEFINED)
			return false;
	for (size_t i = 0; i < f->attributes_count; i++)
		if (f->attributes[i].name == s->name ||
		    str_is_one_of(facts_name(f, f->attributes[i].name),
			"parse_args parse_known_args parse_intermixed_args "
			"parse_known_intermixed_args"))
			return false;
	return asks_by_text(j);
}

bool
names_spelled(struct judge *j, uint32_t node, struct words *out)
{
	node = facts_bare(j->facts, node);
	*out = (struct words){.count = 0};
	if (node == 0 || j->facts->unsettled || ++j->names_asked > NAMES_ASKED_MAX)
		return false;
	switch (j->tree->nodes[node].kind) {
	case K_IDENTIFIER:
		return add_looped(j, spelled_binding(j, node), out);
	case K_ATTRIBUTE:
		return add_fields(j, node, out);
	case K_BINARY_OPERATOR:
		return add_sum(j, node, out);
	default:
		return false;
	}
}
