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
	if (o->looped != NOWHERE)
		return f->flows[o->looped].last;
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

static bool
is_dictionary(const struct tree *t, uint32_t literal)
{
	return t->nodes[literal].kind == K_DICTIONARY ||
	       t->nodes[literal].kind == K_DICTIONARY_COMPREHENSION;
}

/* What a literal gives for a key. */
static struct value
item_of(struct facts *f, uint32_t literal, uint32_t key)
{
	const struct tree *t = f->tree;
	struct value v = value_of(ATOM_LITERAL, literal);

	if (facts_is_opened(f, literal))
		return value_unknown();
	if (t->nodes[key].kind == K_SLICE)
		facts_list(f, &v);
	if (f->listed[literal] != 0 && is_dictionary(t, literal) &&
	    !fold_is_text(facts_value(f, key)))
		return value_unknown();
	if (t->nodes[literal].kind == K_DICTIONARY)
		return fold_at_key(f, literal, key);
	if (t->nodes[literal].kind == K_DICTIONARY_COMPREHENSION)
		return *facts_value(f, tree_child(t, tree_child(t, literal, F_BODY), F_VALUE));
	return t->nodes[key].kind == K_SLICE ? v : fold_elements(f, &v);
}

/* A dictionary whose list of keys goes by its name, too, is only told from it by a text. */
bool
facts_tells_item(const struct facts *f, const struct value *literals, uint32_t key)
{
	for (unsigned i = 0; i < literals->count; i++)
		if (f->listed[literals->atoms[i].id] != 0 &&
		    is_dictionary(f->tree, literals->atoms[i].id) &&
		    !fold_is_text(facts_value(f, key)))
			return facts_is_pending(f, facts_value(f, key));
	return true;
}

/* Whether d[key] gives what a literal holds under it, so that nothing else comes by that. */
bool
facts_sees_item(const struct facts *f, uint32_t subscript)
{
	const struct value *v = facts_value(f, tree_child(f->tree, subscript, F_VALUE));

	return value_only(v, ATOM_LITERAL) != NULL &&
	       facts_tells_item(f, v, tree_child(f->tree, subscript, F_SUBSCRIPT));
}

struct value
facts_item(struct facts *f, const struct value *literals, uint32_t key)
{
	struct value out = {.count = 0};

	for (unsigned i = 0; i < literals->count; i++) {
		struct value one = item_of(f, literals->atoms[i].id, key);

		fold_merge(f, &out, &one);
	}
	return out;
}

static int64_t
place_of_key(struct facts *f, uint32_t key)
{
	int64_t n;

	return fold_integer(f, facts_value(f, key), &n) && n >= 0 ? n : -1;
}

static struct value
subscript(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t whole = tree_child(t, node, F_VALUE), key = tree_child(t, node, F_SUBSCRIPT);
	const struct value *v = facts_value(f, whole);
	const struct atom *symbol = value_find(v, ATOM_SYMBOL);
	struct value out = {.count = 0};
	struct str name;

	if (facts_is_pending(f, v))
		return out;
	if (symbol != NULL && str_is(facts_name(f, symbol->id), "sys.modules")) {
		if (key != 0 && fold_text(f, facts_value(f, key), &name))
			return value_of(ATOM_MODULE, names_copy(&f->names, name));
		return value_unknown();
	}
	if (value_is(v, ATOM_LITERAL) && key != 0)
		return facts_item(f, v, key);
	if (key != 0 && t->nodes[key].kind != K_SLICE &&
	    fold_split(f, whole, place_of_key(f, key), &out))
		return out;
	if (value_is(v, ATOM_LISTING) && key != 0)
		return t->nodes[key].kind == K_SLICE ? *v : fold_elements(f, v);
	if (key != 0 && v->count > 0)
		return fold_slice(f, key, v);
	return value_unknown();
}

/* x of `x or y`, where that is not None. */
static struct value
but_none(const struct value *v)
{
	struct value out = {
	    .unknown = v->unknown, .lost = v->lost, .lost_function = v->lost_function};

	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind != ATOM_PLAIN || v->atoms[i].id != PLAIN_NONE)
			value_add(&out, (enum atom_kind)v->atoms[i].kind, v->atoms[i].id);
	return out;
}

static struct value
either(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	struct value out = {.count = 0}, one;
	unsigned place = 0;

	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c)) {
		if (t->nodes[c].kind == K_T_AND || t->nodes[c].kind == K_T_OR)
			continue;
		one = *facts_value(f, c);
		if (t->nodes[node].kind == K_BOOLEAN_OPERATOR && place == 0 &&
		    tree_child_of_kind(t, node, K_T_OR) != 0)
			one = but_none(&one);
		if (t->nodes[node].kind != K_CONDITIONAL_EXPRESSION || place != 1)
			value_merge(&out, &one);
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
		return facts_attribute(f, node);
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
		return value_of(ATOM_PLAIN, PLAIN_NONE);
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
