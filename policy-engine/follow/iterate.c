/* SPDX-License-Identifier: MIT */
/*
 * What a loop's names get: `for i, (name, table) in enumerate(tables.items())`. Each name has a
 * column at each level of the targets; the ways that Python pairs elements are gone down with them,
 * so that a key is not taken for a value. What is not known so goes the plain way: any element.
 *
 * Only literals that nothing may have changed are read (facts_is_opened), and none by the order of
 * its elements where that may be another (`listed`): of a list the union of all is taken.
 */
#include "fold.h"

static struct value
elements(struct facts *f, struct value v, unsigned steps)
{
	for (unsigned s = 0; s < steps; s++)
		v = fold_elements(f, &v);
	return v;
}

/* Any of a dictionary's values. */
static struct value
values_of(struct facts *f, uint32_t dictionary)
{
	const struct tree *t = f->tree;
	struct value out = {.unknown = t->nodes[dictionary].after == dictionary + 1};

	for (uint32_t c = tree_first(t, dictionary); c != 0 && facts_spend(f, 1);
	     c = tree_next(t, c)) {
		if (t->nodes[c].kind == K_PAIR)
			fold_merge(f, &out, facts_value(f, tree_child(t, c, F_VALUE)));
		else
			out.unknown = true;
	}
	return out;
}

/* What stands at a key that the text tells, among keys that it tells too: other values are not
 * meant. An object of the file as a key could say that it equals any text. */
struct value
fold_at_key(struct facts *f, uint32_t dictionary, uint32_t key)
{
	const struct tree *t = f->tree;
	const struct atom *asked = value_only(facts_value(f, key), ATOM_STRING);
	struct value out = {.count = 0};
	bool found = false;

	if (facts_is_pending(f, facts_value(f, key)))
		return out;
	for (uint32_t c = tree_first(t, dictionary); asked != NULL && c != 0; c = tree_next(t, c)) {
		const struct value *k =
		    t->nodes[c].kind == K_PAIR ? facts_value(f, tree_child(t, c, F_KEY)) : NULL;
		const struct atom *known = k == NULL ? NULL : value_only(k, ATOM_STRING);

		if (!facts_spend(f, 1) ||
		    (known == NULL && (k == NULL || value_only(k, ATOM_INTEGER) == NULL)))
			return values_of(f, dictionary);
		if (known == NULL || !str_eq(facts_name(f, known->id), facts_name(f, asked->id)))
			continue;
		fold_merge(f, &out, facts_value(f, tree_child(t, c, F_VALUE)));
		found = true;
	}
	return found ? out : values_of(f, dictionary);
}

/* A dictionary that is written out: its keys or its values. */
static struct value
column_of_dictionary(struct facts *f, uint32_t node, bool values)
{
	const struct tree *t = f->tree;
	struct value out = {.count = 0};

	if (t->nodes[node].kind == K_DICTIONARY_COMPREHENSION)
		return *facts_value(
		    f, tree_child(t, tree_child(t, node, F_BODY), values ? F_VALUE : F_KEY));
	if (values)
		return values_of(f, node);
	out.unknown = tree_first(t, node) == 0;
	for (uint32_t c = tree_first(t, node); c != 0 && facts_spend(f, 1); c = tree_next(t, c)) {
		if (t->nodes[c].kind == K_PAIR)
			fold_merge(f, &out, facts_value(f, tree_child(t, c, F_KEY)));
		else
			out.unknown = true;
	}
	return out;
}

/* d.items(), d.keys(), d.values() of a literal; false where it is something else. */
static bool
iterate_dictionary(
    struct facts *f, uint32_t call, const uint8_t *columns, unsigned n, struct value *out)
{
	const struct tree *t = f->tree;
	uint32_t function = facts_bare(f, tree_child(t, call, F_FUNCTION));
	uint32_t arguments = tree_child(t, call, F_ARGUMENTS), at = 0;
	struct argument any;
	const struct atom *a;
	struct str name;
	bool items;

	if (t->nodes[function].kind != K_ATTRIBUTE || facts_argument(f, arguments, &at, &any))
		return false;
	name = tree_text(t, tree_child(t, function, F_ATTRIBUTE));
	items = str_is(name, "items");
	a = value_only(facts_value(f, tree_child(t, function, F_OBJECT)), ATOM_LITERAL);
	if (a == NULL || facts_is_opened(f, a->id) ||
	    (t->nodes[a->id].kind != K_DICTIONARY &&
		t->nodes[a->id].kind != K_DICTIONARY_COMPREHENSION) ||
	    !str_is_one_of(name, "items keys values") || (items && (n == 0 || columns[0] > 1)))
		return false;
	*out = column_of_dictionary(f, a->id, items ? columns[0] == 1 : str_is(name, "values"));
	*out = elements(f, *out, items ? n - 1 : n);
	return true;
}

/* [(a, b), (c, d)]: the column of each pair. */
static bool
iterate_pairs(struct facts *f, uint32_t node, uint8_t column, struct value *out)
{
	const struct tree *t = f->tree;
	const struct atom *a = value_only(facts_value(f, node), ATOM_LITERAL);
	enum kind k = a == NULL ? K_SKIP : (enum kind)t->nodes[a->id].kind;

	if ((k != K_LIST && k != K_TUPLE && k != K_SET) || facts_is_opened(f, a->id))
		return false;
	*out = (struct value){.count = 0};
	for (uint32_t c = tree_first(t, a->id); c != 0; c = tree_next(t, c)) {
		uint32_t pair = facts_bare(f, c), item = tree_first(t, pair), place = 0;

		if (facts_is_star(t, c) || t->nodes[pair].kind != K_TUPLE || !facts_spend(f, 1))
			return false;
		for (uint32_t i = item; i != 0; i = tree_next(t, i))
			if (facts_is_star(t, i))
				return false;
		for (; item != 0 && place < column; place++)
			item = tree_next(t, item);
		if (item == 0)
			return false;
		fold_merge(f, out, facts_value(f, item));
	}
	return out->count > 0 || out->unknown;
}

static uint32_t
argument_at(const struct facts *f, uint32_t call, unsigned place)
{
	bool spread;
	uint32_t node =
	    facts_find_argument(f, tree_child(f->tree, call, F_ARGUMENTS), place, STR(""), &spread);

	return spread ? 0 : node;
}

struct value
fold_iterated(struct facts *f, uint32_t node, const uint8_t *columns, unsigned n)
{
	const struct tree *t = f->tree;
	struct value out;

	while (t->nodes[node = facts_bare(f, node)].kind == K_CALL) {
		const struct atom *a =
		    value_only(facts_value(f, tree_child(t, node, F_FUNCTION)), ATOM_SYMBOL);
		struct str name = a == NULL ? (struct str){"", 0} : facts_name(f, a->id);
		bool enumerates = str_is(name, "builtins.enumerate"),
		     zips = str_is(name, "builtins.zip");
		uint32_t next = 0;

		if (iterate_dictionary(f, node, columns, n, &out))
			return out;
		if (enumerates && n == 1 && columns[0] == 0)
			return value_of(ATOM_PLAIN, 0);
		if (str_is_one_of(name, "builtins.list builtins.tuple builtins.sorted "
					"builtins.reversed"))
			next = argument_at(f, node, 0);
		else if (n > 0 && ((enumerates && columns[0] == 1) || zips))
			next = argument_at(f, node, enumerates ? 0 : columns[0]);
		if (next == 0)
			break;
		if (enumerates || zips) {
			columns++;
			n--;
		}
		node = next;
	}
	if (n == 1 && iterate_pairs(f, node, columns[0], &out))
		return out;
	return elements(f, *facts_value(f, node), n + 1);
}
