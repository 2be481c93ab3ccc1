/* SPDX-License-Identifier: MIT */
/* `**options`: what the names in it can be, where every call of the file spells its keywords. */
#include "spelled.h"

#define SPREADS_MAX 100 /* `**x` in calls of a file whose keywords are gathered */

/* A dictionary is read there, and what holds it does not change it. */
static bool
is_plain_reading(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[node].parent;

	switch (t->nodes[up].kind) {
	case K_ATTRIBUTE:
		return facts_is_callee(t, up) &&
		       str_is_one_of(tree_text(t, tree_child(t, up, F_ATTRIBUTE)),
			   "items keys values get copy");
	case K_FOR_STATEMENT:
	case K_FOR_IN_CLAUSE:
		return t->nodes[node].field == F_RIGHT;
	case K_DICTIONARY_SPLAT:
	case K_COMPARISON_OPERATOR:
	case K_NOT_OPERATOR:
	case K_IF_STATEMENT:
	case K_INTERPOLATION:
		return !j->facts->own_operators || t->nodes[up].kind != K_COMPARISON_OPERATOR;
	case K_SUBSCRIPT:
		return t->nodes[node].field == F_VALUE && j->facts->role[up] == ROLE_LOAD;
	case K_ARGUMENT_LIST:
		return is_argument_of(j, up,
		    "builtins.dict builtins.list builtins.sorted builtins.tuple builtins.set "
		    "builtins.len builtins.print builtins.bool builtins.any");
	default:
		return false;
	}
}

static const struct parameter *
double_star_of(const struct facts *f, const struct binding *b)
{
	for (size_t i = 0; i < f->parameters_count; i++)
		if (&f->bindings[f->parameters[i].binding] == b && f->parameters[i].double_star)
			return &f->parameters[i];
	return NULL;
}

/* self.x = options: the field is looked at by its name. */
static bool
is_kept_in_field(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[node].parent,
		 left = t->nodes[up].kind == K_ASSIGNMENT ? tree_child(t, up, F_LEFT) : 0;

	return left != 0 && t->nodes[node].field == F_RIGHT && t->nodes[left].kind == K_ATTRIBUTE &&
	       facts_is_self(j->facts, tree_child(t, left, F_OBJECT));
}

/* Loads of a name's attribute all read, and no field of this name is anything but such options. */
bool
spelled_is_read(const struct judge *j, uint32_t name)
{
	const struct facts *f = j->facts;

	for (size_t i = 0; i < f->attributes_count; i++) {
		const struct attribute *a = &f->attributes[i];

		if (a->name == name &&
		    (a->role == ROLE_LOAD ? !is_plain_reading(j, a->node) : a->role != ROLE_STORE))
			return false;
	}
	return true;
}

static bool
has_plain_uses(const struct judge *j, const struct binding *b)
{
	const struct facts *f = j->facts;
	const struct tree *t = j->tree;

	for (size_t i = 0; i < f->occurrences_count; i++) {
		const struct occurrence *o = &f->occurrences[i];

		if (o->binding == NOWHERE || &f->bindings[o->binding] != b ||
		    o->role == ROLE_PARAMETER)
			continue;
		if (o->role != ROLE_LOAD)
			return false;
		if (is_plain_reading(j, o->node))
			continue;
		if (!is_kept_in_field(j, o->node) ||
		    !spelled_is_read(j,
			f->attributes[f->fact_of[tree_child(t, t->nodes[o->node].parent, F_LEFT)]]
			    .name))
			return false;
	}
	return true;
}

/* The function is only ever called where the text calls it: nobody else can give it keywords. */
static bool
is_called_by_name(const struct judge *j, const struct scope *s)
{
	const struct facts *f = j->facts;
	const struct tree *t = j->tree;
	struct str name = facts_name(f, s->name);
	bool init = str_is(name, "__init__");

	for (uint32_t i = 1; init && i < f->scopes_count; i++)
		if (f->scopes[i].kind == SCOPE_CLASS && f->scopes[i].is_decorated &&
		    !facts_is_plainly_decorated(f, &f->scopes[i]))
			return false;
	if (s->kind != SCOPE_FUNCTION || s->is_decorated || (is_dunder(name) && !init) ||
	    (init && f->class_values))
		return false;
	for (size_t i = 0; i < f->occurrences_count; i++) {
		const struct occurrence *o = &f->occurrences[i];
		const struct value *v = facts_value(f, o->node);

		if (o->role != ROLE_LOAD || is_callee(t, o->node))
			continue;
		if (o->name == s->name)
			return false;
		for (unsigned k = 0; init && k < v->count; k++)
			if (v->atoms[k].kind == ATOM_CLASS && f->scopes[v->atoms[k].id].escapes)
				return false;
	}
	for (size_t i = 0; i < f->attributes_count; i++)
		if (f->attributes[i].name == s->name && !is_callee(t, f->attributes[i].node))
			return false;
	for (size_t i = 0; i < f->texts_count && f->names_by_text; i++)
		if (f->texts[i].text == s->name)
			return false;
	for (size_t i = 0; i < f->calls_count && f->names_by_text; i++) {
		struct argument a;
		uint32_t at = 0;

		while (facts_argument(f, f->calls[i].arguments, &at, &a)) {
			const struct atom *p = value_find(facts_value(f, a.node), ATOM_PREFIX);

			if (p != NULL && str_starts(name, facts_name(f, p->id)))
				return false;
		}
	}
	return true;
}

bool
spelled_is_options(const struct judge *j, const struct binding *b)
{
	const struct parameter *p = b == NULL ? NULL : double_star_of(j->facts, b);

	return p != NULL && !b->is_stored && !b->is_deleted && has_plain_uses(j, b) &&
	       is_called_by_name(j, &j->facts->scopes[b->scope]);
}

static bool
has_known_keys(const struct judge *j, uint32_t dictionary)
{
	const struct tree *t = j->tree;

	if (t->nodes[dictionary].kind != K_DICTIONARY)
		return false;
	for (uint32_t c = tree_first(t, dictionary); c != 0; c = tree_next(t, c))
		if (t->nodes[c].kind != K_PAIR ||
		    !value_is(facts_value(j->facts, tree_child(t, c, F_KEY)), ATOM_STRING))
			return false;
	return true;
}

static bool
add_keys(struct judge *j, uint32_t dictionary, struct words *out)
{
	const struct tree *t = j->tree;

	for (uint32_t c = tree_first(t, dictionary); c != 0; c = tree_next(t, c)) {
		const struct value *v = facts_value(j->facts, tree_child(t, c, F_KEY));

		for (unsigned i = 0; i < v->count; i++)
			if (!spelled_add(j, out, facts_name(j->facts, v->atoms[i].id)))
				return false;
	}
	return true;
}

/* o.__dict__.items(): of an object, and not of a class, and not changed. */
static bool
is_read_of_object(const struct judge *j, uint32_t node, uint32_t object)
{
	const struct facts *f = j->facts;
	const struct tree *t = j->tree;
	const struct binding *b = object == 0 ? NULL : spelled_binding(j, object);
	uint32_t up = t->nodes[node].parent;

	if (is_only_written(j, node))
		return true;
	return b != NULL && t->nodes[up].kind == K_ATTRIBUTE && facts_is_callee(t, up) &&
	       str_is_one_of(
		   tree_text(t, tree_child(t, up, F_ATTRIBUTE)), "items keys values get copy") &&
	       facts_is_self(f, object) && !f->scopes[b->scope].takes_class &&
	       is_own_object(j, object) && is_sealed_object(j, object);
}

/* The first argument of vars(x), or 0. */
static uint32_t
shown_object(const struct judge *j, uint32_t call)
{
	bool spread;

	return j->tree->nodes[call].kind != K_CALL
		   ? 0
		   : facts_find_argument(
			 j->facts, tree_child(j->tree, call, F_ARGUMENTS), 0, STR(""), &spread);
}

/* vars(x)["name"] */
static bool
is_field_of_vars(const struct tree *t, uint32_t call)
{
	uint32_t up = t->nodes[call].parent;

	return t->nodes[call].kind == K_CALL && t->nodes[up].kind == K_SUBSCRIPT &&
	       t->nodes[call].field == F_VALUE && tree_child(t, up, F_SUBSCRIPT) != 0 &&
	       t->nodes[tree_child(t, up, F_SUBSCRIPT)].kind == K_STRING;
}

/* Gives away what a class or an object holds, or calls with a dictionary of keywords. */
static bool
has_open_dictionaries(const struct judge *j)
{
	const struct facts *f = j->facts;

	for (size_t i = 0; i < f->attributes_count; i++) {
		struct str name = facts_name(f, f->attributes[i].name);

		if (str_is_one_of(
			name, "keywords __kwdefaults__ __setstate__ rolling expanding ewm") ||
		    (str_is(name, "__dict__") &&
			!is_read_of_object(j, f->attributes[i].node, f->attributes[i].object)))
			return true;
	}
	for (size_t i = 0; i < f->occurrences_count; i++) {
		uint32_t node = f->occurrences[i].node, call = j->tree->nodes[node].parent;

		if (str_is(facts_name(f, f->occurrences[i].name), "vars") &&
		    !is_read_of_object(j, call, shown_object(j, call)) &&
		    !is_field_of_vars(j->tree, call))
			return true;
	}
	for (uint32_t i = 1; i < j->tree->count; i++)
		if (f->role[i] == ROLE_KEYWORD && str_is(facts_name(f, f->fact_of[i]), "kwargs"))
			return true;
	return false;
}

/* Every keyword of a call of the file, where each `**` hands on such keywords or a dictionary whose
 * keys are written there. */
static bool
find_keywords(struct judge *j, struct words *out)
{
	const struct tree *t = j->tree;
	unsigned spreads = 0;

	if (has_open_dictionaries(j))
		return false;
	for (uint32_t i = 1; i < t->count; i++) {
		uint32_t inner = tree_first(t, i);

		if (j->facts->role[i] == ROLE_KEYWORD &&
		    !spelled_add(j, out, facts_name(j->facts, j->facts->fact_of[i])))
			return false;
		if (t->nodes[i].kind != K_DICTIONARY_SPLAT ||
		    t->nodes[t->nodes[i].parent].kind != K_ARGUMENT_LIST)
			continue;
		if (++spreads > SPREADS_MAX)
			return false;
		while (inner != 0 && t->nodes[inner].kind == K_T_POWER)
			inner = tree_next(t, inner);
		if (inner != 0 && has_known_keys(j, inner)) {
			if (!add_keys(j, inner, out))
				return false;
		} else if (inner == 0 || !spelled_is_options(j, spelled_binding(j, inner))) {
			return false;
		}
	}
	return true;
}

bool
spelled_add_keywords(struct judge *j, struct words *out)
{
	if (j->keywords_cache == 0)
		j->keywords_cache = find_keywords(j, &j->keywords) ? 2 : 1;
	for (size_t i = 0; j->keywords_cache == 2 && i < j->keywords.count; i++)
		if (!spelled_add(j, out, j->keywords.items[i]))
			return false;
	return j->keywords_cache == 2;
}

/* The names of one call are found as if no other set what lists them; each is judged by itself. */
static bool
are_other_names(struct judge *j, uint32_t node, struct str field)
{
	struct words names;
	bool before = j->assumes_fields, found;

	j->assumes_fields = true;
	found = names_spelled(j, node, &names) && !words_have(&names, field);
	j->assumes_fields = before;
	return found;
}

/* setattr(o, 'name', x) with names that are known, and this one is not among them. */
static bool
sets_other_names(struct judge *j, uint32_t call, struct str field)
{
	const struct value *v;
	bool spread;
	uint32_t name = j->tree->nodes[call].kind != K_CALL
			    ? 0
			    : facts_find_argument(j->facts, tree_child(j->tree, call, F_ARGUMENTS),
				  1, STR(""), &spread);

	if (name == 0 || spread)
		return false;
	v = facts_value(j->facts, name);
	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind != ATOM_STRING ||
		    str_eq(facts_name(j->facts, v->atoms[i].id), field))
			return are_other_names(j, name, field);
	return v->unknown || v->count == 0 ? are_other_names(j, name, field) : true;
}

/* Something may set a field of this name by a text, or by one that nobody knows. */
bool
spelled_may_be_set(struct judge *j, uint32_t name)
{
	static const char others[] =
	    "__setattr__ __reduce__ __reduce_ex__ __getstate__ __setstate__ __getattr__ "
	    "__getattribute__ __prepare__ make_dataclass new_class update_wrapper wraps "
	    "setLogRecordFactory setp delattr parse_args parse_known_args "
	    "parse_intermixed_args parse_known_intermixed_args";
	const struct facts *f = j->facts;

	for (size_t i = 0; i < f->attributes_count; i++) {
		const struct attribute *a = &f->attributes[i];
		struct str text = facts_name(f, a->name);

		if (str_is_one_of(text, others) ||
		    (str_is(text, "__dict__") && !is_read_of_object(j, a->node, a->object)))
			return true;
	}
	for (size_t i = 0; i < f->occurrences_count; i++) {
		struct str text = facts_name(f, f->occurrences[i].name);
		uint32_t call = j->tree->nodes[f->occurrences[i].node].parent;

		if (str_is_one_of(text, others) ||
		    (str_is(text, "vars") && !is_read_of_object(j, call, shown_object(j, call))) ||
		    (str_is(text, "setattr") && !sets_other_names(j, call, facts_name(f, name))))
			return true;
	}
	for (size_t i = 0; i < f->imports_count; i++)
		if (str_is_one_of(facts_name(f, f->imports[i].member), others) ||
		    str_is_one_of(facts_name(f, f->imports[i].member), "setattr vars"))
			return true;
	return false;
}

/* self.x, which every method of the file that stores it fills with such keywords. */
bool
spelled_is_field(struct judge *j, uint32_t node)
{
	const struct facts *f = j->facts;
	const struct tree *t = j->tree;
	uint32_t object = t->nodes[node].kind == K_ATTRIBUTE ? tree_child(t, node, F_OBJECT) : 0,
		 name;
	bool stored = false;

	if (object == 0 || !facts_is_self(f, object) || f->fact_of[node] == NOWHERE ||
	    !is_own_object(j, object) || !is_sealed_object(j, object))
		return false;
	name = f->attributes[f->fact_of[node]].name;
	for (size_t i = 0; i < f->attributes_count; i++) {
		const struct attribute *a = &f->attributes[i];

		if (a->name != name || a->role == ROLE_LOAD)
			continue;
		if (t->nodes[t->nodes[a->node].parent].kind != K_ASSIGNMENT ||
		    !spelled_is_options(
			j, spelled_binding(j, tree_child(t, t->nodes[a->node].parent, F_RIGHT))))
			return false;
		stored = true;
	}
	for (size_t i = 0; i < f->bindings_count; i++)
		if (f->bindings[i].name == name && !f->bindings[i].is_field &&
		    f->scopes[f->bindings[i].scope].kind == SCOPE_CLASS)
			return false;
	return stored && spelled_is_read(j, name) &&
	       (j->assumes_fields || !spelled_may_be_set(j, name));
}
