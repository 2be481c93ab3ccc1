/* SPDX-License-Identifier: MIT */
/* Which dictionaries of properties are written out in the program, and stay so. */
#include "style.h"

#define SPREAD_DEPTH 4 /* of dictionaries that are spread into dictionaries */

bool
is_font_name(struct str name)
{
	return str_is_one_of(name, "font fontproperties font_properties title_fontproperties prop");
}

bool
is_texts_name(struct str name)
{
	return str_is_one_of(name, "fontdict textprops");
}

bool
known_key(const struct judge *j, uint32_t pair, struct str *out)
{
	const struct atom *a =
	    j->tree->nodes[pair].kind != K_PAIR
		? NULL
		: value_only(facts_value(j->facts, tree_child(j->tree, pair, F_KEY)), ATOM_STRING);

	if (a != NULL)
		*out = facts_name(j->facts, a->id);
	return a != NULL;
}

/* Something else than a dictionary that is written out and gets no other keys. */
static bool
is_changed(const struct charts *ch, uint32_t literal)
{
	const struct judge *j = ch->judge;

	return j->tree->nodes[literal].kind != K_DICTIONARY || ch->changed[literal] != 0 ||
	       (facts_is_opened(j->facts, literal) && ch->any_changed);
}

static bool
has_plain_properties(const struct charts *ch, uint32_t dictionary)
{
	struct judge *j = ch->judge;
	struct str key;

	if (is_changed(ch, dictionary))
		return false;
	for (uint32_t c = tree_first(j->tree, dictionary); c != 0; c = tree_next(j->tree, c))
		if (!known_key(j, c, &key) || str_is(key, "fname"))
			return false;
	return true;
}

/* dict(size=8, weight='bold') */
static bool
is_plain_call(const struct judge *j, uint32_t node)
{
	uint32_t list = tree_child(j->tree, node, F_ARGUMENTS), at = 0;
	struct argument a;

	if (j->tree->nodes[node].kind != K_CALL || !is_argument_of(j, list, "builtins.dict"))
		return false;
	while (facts_argument(j->facts, list, &at, &a))
		if (a.name == 0 || a.double_star || str_is(facts_name(j->facts, a.name), "fname") ||
		    is_font_name(facts_name(j->facts, a.name)))
			return false;
	return true;
}

bool
is_plain_font(const struct charts *ch, uint32_t node)
{
	struct judge *j = ch->judge;
	const struct value *v = facts_value(j->facts, node);

	for (unsigned i = 0; i < v->count; i++) {
		struct atom a = v->atoms[i];

		if (a.kind == ATOM_STRING
			? str_find(facts_name(j->facts, a.id), STR(":"), 0) != SIZE_MAX
		    : a.kind == ATOM_LITERAL ? !has_plain_properties(ch, a.id)
					     : a.kind != ATOM_PLAIN && a.kind != ATOM_INTEGER)
			return is_plain_call(j, facts_bare(j->facts, node));
	}
	return v->count > 0 && !v->unknown;
}

static bool
is_spread_key(struct str key)
{
	return !is_font_name(key) && !is_texts_name(key) && !str_is(key, "usetex");
}

/* kwargs['color'], kwargs.get('size', 1), f(**kwargs), 'label' in kwargs */
static bool
is_plain_use(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[node].parent, key;
	const struct atom *a;
	struct str name;
	bool spread;

	switch (t->nodes[up].kind) {
	case K_DICTIONARY_SPLAT:
	case K_COMPARISON_OPERATOR:
	case K_FOR_STATEMENT:
	case K_FOR_IN_CLAUSE:
	case K_INTERPOLATION:
		return true;
	case K_SUBSCRIPT:
		key = tree_child(t, up, F_SUBSCRIPT);
		a = key == 0 ? NULL : value_only(facts_value(j->facts, key), ATOM_STRING);
		return t->nodes[node].field == F_VALUE && a != NULL &&
		       is_spread_key(facts_name(j->facts, a->id));
	case K_ATTRIBUTE:
		name = tree_text(t, tree_child(t, up, F_ATTRIBUTE));
		if (!facts_is_callee(t, up))
			return false;
		if (!str_is(name, "setdefault"))
			return str_is_one_of(name, "get items keys values pop copy");
		key = facts_find_argument(
		    j->facts, tree_child(t, t->nodes[up].parent, F_ARGUMENTS), 0, STR(""), &spread);
		a = key == 0 ? NULL : value_only(facts_value(j->facts, key), ATOM_STRING);
		return a != NULL && is_spread_key(facts_name(j->facts, a->id));
	case K_ARGUMENT_LIST:
		return is_argument_of(j, up, "builtins.print builtins.len builtins.sorted");
	default:
		return false;
	}
}

/* The `**style` of a function, which takes what the file's calls spell. */
static bool
is_keywords(const struct judge *j, uint32_t node)
{
	const struct facts *f = j->facts;
	bool parameter = false;
	uint32_t binding;

	if (j->tree->nodes[node].kind != K_IDENTIFIER || f->fact_of[node] == NOWHERE ||
	    f->role[node] != ROLE_LOAD ||
	    !facts_spend(j->facts, (uint32_t)f->occurrences_count / 16 + 1))
		return false;
	binding = f->occurrences[f->fact_of[node]].binding;
	for (size_t i = 0; i < f->parameters_count && binding != NOWHERE && !parameter; i++)
		parameter = f->parameters[i].binding == binding && f->parameters[i].double_star;
	for (size_t i = 0; parameter && i < f->occurrences_count; i++) {
		const struct occurrence *o = &f->occurrences[i];

		if (o->binding == binding && o->role != ROLE_PARAMETER &&
		    (o->role != ROLE_LOAD || !is_plain_use(j, o->node)))
			return false;
	}
	return parameter;
}

static bool is_spread_plainly(const struct charts *ch, uint32_t node, unsigned depth);

static bool
has_plain_items(const struct charts *ch, uint32_t dictionary, unsigned depth)
{
	struct judge *j = ch->judge;
	const struct tree *t = j->tree;
	struct str key;

	if (is_changed(ch, dictionary))
		return false;
	for (uint32_t c = tree_first(t, dictionary); c != 0; c = tree_next(t, c)) {
		if (t->nodes[c].kind == K_DICTIONARY_SPLAT) {
			uint32_t inner = tree_first(t, c);

			if (inner != 0 && t->nodes[inner].kind == K_T_POWER)
				inner = tree_next(t, inner);
			if (depth == 0 || inner == 0 || !is_spread_plainly(ch, inner, depth - 1))
				return false;
		} else if (!known_key(j, c, &key)) {
			return false;
		}
	}
	return true;
}

static bool
is_spread_plainly(const struct charts *ch, uint32_t node, unsigned depth)
{
	struct judge *j = ch->judge;
	const struct value *v = facts_value(j->facts, node);

	node = facts_bare(j->facts, node);
	if (is_keywords(j, node) || is_plain_call(j, node))
		return true;
	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind != ATOM_LITERAL || !has_plain_items(ch, v->atoms[i].id, depth))
			return false;
	return v->count > 0 && !v->unknown;
}

bool
is_plain_spread(const struct charts *ch, uint32_t node)
{
	return is_spread_plainly(ch, node, SPREAD_DEPTH);
}

/* A dictionary gets keys that the text does not show, or a font. */
static void
mark_changed(struct charts *ch, uint32_t object)
{
	const struct facts *f = ch->judge->facts;
	const struct value *v = facts_value(f, object);

	for (unsigned i = 0; i < v->count; i++) {
		struct str name = facts_name(f, v->atoms[i].id);

		if (v->atoms[i].kind == ATOM_LITERAL)
			ch->changed[v->atoms[i].id] = 1;
		else if (v->atoms[i].kind == ATOM_RESULT || v->atoms[i].kind == ATOM_SYMBOL)
			ch->any_changed =
			    ch->any_changed || (!str_starts(name, STR("pandas.")) &&
						   !str_starts(name, STR("matplotlib.")) &&
						   !str_starts(name, STR("numpy.")));
	}
	ch->any_changed = ch->any_changed || v->unknown;
}

static bool
is_shown_key(const struct judge *j, uint32_t key)
{
	const struct value *v = key == 0 ? NULL : facts_value(j->facts, key);
	const struct atom *a = v == NULL ? NULL : value_only(v, ATOM_STRING);

	return v != NULL &&
	       (fold_is_number(v) || (a != NULL && is_spread_key(facts_name(j->facts, a->id))));
}

static void
see_call(struct charts *ch, uint32_t call, uint32_t function)
{
	const struct judge *j = ch->judge;
	uint32_t list = tree_child(j->tree, call, F_ARGUMENTS), at = 0;
	struct str name = tree_text(j->tree, tree_child(j->tree, function, F_ATTRIBUTE));
	struct argument a;

	if (!str_is_one_of(name, "update setdefault __setitem__ __ior__"))
		return;
	while (facts_argument(j->facts, list, &at, &a)) {
		if (a.name != 0 ? is_spread_key(facts_name(j->facts, a.name))
				: is_shown_key(j, a.node))
			continue;
		if (!a.double_star && (a.name != 0 || !str_is(name, "update")))
			mark_changed(ch, tree_child(j->tree, function, F_OBJECT));
		else if (!is_plain_spread(ch, a.node))
			mark_changed(ch, tree_child(j->tree, function, F_OBJECT));
	}
}

/* Where dictionaries get keys. */
void
see_changes(struct charts *ch)
{
	const struct judge *j = ch->judge;
	const struct tree *t = j->tree;

	for (uint32_t i = 1; i < t->count; i++) {
		uint32_t function = facts_bare(j->facts, i);

		switch (t->nodes[i].kind) {
		case K_SUBSCRIPT:
			if (j->facts->role[i] != ROLE_LOAD &&
			    !is_shown_key(j, tree_child(t, i, F_SUBSCRIPT)))
				mark_changed(ch, tree_child(t, i, F_VALUE));
			break;
		case K_AUGMENTED_ASSIGNMENT:
			if (!fold_is_number(facts_value(j->facts, tree_child(t, i, F_RIGHT))))
				mark_changed(ch, tree_child(t, i, F_LEFT));
			break;
		case K_ATTRIBUTE:
			if (is_callee(t, function))
				see_call(ch, t->nodes[mention_top(t, i)].parent, i);
			else if (str_is_one_of(tree_text(t, tree_child(t, i, F_ATTRIBUTE)),
				     "update setdefault __setitem__ __ior__ setitem ior"))
				ch->any_changed = true;
			break;
		default:
			break;
		}
	}
}
