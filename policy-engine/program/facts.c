/* SPDX-License-Identifier: MIT */
#include "effects.h"
#include "facts.h"

void *
facts_push(struct facts *f, void *items, size_t *count, size_t *capacity, size_t size)
{
	void *one = arena_push(f->arena, items, count, capacity, size);

	if (one == NULL)
		f->failed = true;
	return one;
}

struct str
facts_name(const struct facts *f, uint32_t name)
{
	return names_text(&f->names, name);
}

int64_t
facts_integer(const struct facts *f, uint32_t name)
{
	struct str bytes = facts_name(f, name);
	int64_t n = 0;

	memcpy(&n, bytes.p, bytes.n < sizeof(n) ? bytes.n : sizeof(n));
	return n;
}

/* Bindings have the numbers of their keys, which count from 1. */
uint32_t
binding_find(const struct facts *f, uint32_t scope, uint32_t name)
{
	const uint32_t key[] = {scope, name};

	return names_find(&f->binding_keys, (struct str){(const char *)key, sizeof(key)}) - 1;
}

uint32_t
binding_get(struct facts *f, uint32_t scope, uint32_t name)
{
	const uint32_t key[] = {scope, name};
	uint32_t number = binding_find(f, scope, name);
	struct binding *b = number == NOWHERE ? FACTS_PUSH(f, bindings) : NULL;

	if (b == NULL)
		return number;
	*b = (struct binding){.scope = scope, .name = name, .settled_after = NOWHERE};
	number = names_copy(&f->binding_keys, (struct str){(const char *)key, sizeof(key)}) - 1;
	f->failed = f->failed || number == NOWHERE;
	return number;
}

static struct str
dotted(struct facts *f, struct str module, struct str name)
{
	size_t n = module.n + 1 + name.n;
	char *made = arena_alloc(f->arena, n);

	if (made == NULL) {
		f->failed = true;
		return (struct str){"", 0};
	}
	memcpy(made, module.p, module.n);
	made[module.n] = '.';
	memcpy(made + module.n + 1, name.p, name.n);
	return (struct str){made, n};
}

struct value
value_of_member(struct facts *f, struct str module, struct str name)
{
	struct table_member m = table_member(module, name);
	struct str made;
	bool is_module;

	if (m.target.n > 0)
		return value_of(m.kind == MEMBER_MODULE ? ATOM_MODULE : ATOM_SYMBOL,
		    names_copy(&f->names, m.target));
	made = dotted(f, module, name);
	is_module = m.kind == MEMBER_MODULE || (m.kind == MEMBER_NONE && table_module(made).known);
	return value_of(is_module ? ATOM_MODULE : ATOM_SYMBOL, names_add(&f->names, made));
}

struct value
value_of_symbol_member(struct facts *f, struct str symbol, struct str name)
{
	return value_of(ATOM_SYMBOL, names_add(&f->names, dotted(f, symbol, name)));
}

/* From one place with the first letter to the next: most words are passed over. */
bool
str_is_one_of(struct str s, const char *words)
{
	const char *end = words + strlen(words);
	int first = s.n > 0 ? s.p[0] : '\0';

	for (const char *at = words; first != '\0' && (at = strchr(at, first)) != NULL; at++)
		if ((at == words || at[-1] == ' ') && (size_t)(end - at) >= s.n &&
		    (at[s.n] == ' ' || at[s.n] == '\0') && memcmp(at, s.p, s.n) == 0)
			return memchr(s.p, ' ', s.n) == NULL;
	return false;
}

bool
is_dunder(struct str name)
{
	return name.n > 4 && str_starts(name, STR("__")) && str_ends(name, STR("__"));
}

bool
facts_spend(struct facts *f, uint32_t steps)
{
	f->steps = steps < FACTS_STEPS_MAX - f->steps ? f->steps + steps : FACTS_STEPS_MAX;
	return f->steps < FACTS_STEPS_MAX;
}

uint64_t
facts_effects(struct facts *f, uint32_t symbol)
{
	return effects_of(facts_name(f, symbol));
}

bool
facts_is_read(const struct facts *f, uint32_t node)
{
	const struct node *nodes = f->tree->nodes;
	bool load = f->role[node] == ROLE_LOAD;

	while (!load && (nodes[nodes[node].parent].kind == K_PARENTHESIZED_EXPRESSION ||
			    nodes[nodes[node].parent].kind == K_TUPLE_PATTERN))
		node = nodes[node].parent;
	return load || (nodes[node].field == F_LEFT &&
			   nodes[nodes[node].parent].kind == K_AUGMENTED_ASSIGNMENT);
}

bool
facts_is_callee(const struct tree *t, uint32_t node)
{
	return t->nodes[node].field == F_FUNCTION && t->nodes[t->nodes[node].parent].kind == K_CALL;
}

uint32_t
facts_callee(const struct tree *t, uint32_t call)
{
	uint32_t first = tree_first(t, call);

	if (t->nodes[call].kind != K_DECORATOR)
		return tree_child(t, call, F_FUNCTION);
	return t->nodes[first].kind == K_T_AT ? tree_next(t, first) : first;
}

uint32_t
facts_arguments(const struct tree *t, uint32_t call)
{
	return t->nodes[call].kind == K_DECORATOR ? tree_next(t, call)
						  : tree_child(t, call, F_ARGUMENTS);
}

/* type(x), x.__class__ */
bool
facts_gives_class(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	const struct atom *a;

	if (t->nodes[node].kind == K_ATTRIBUTE)
		return str_is(tree_attribute(t, node), "__class__");
	a = t->nodes[node].kind != K_CALL
		? NULL
		: value_find(facts_value(f, tree_child(t, node, F_FUNCTION)), ATOM_SYMBOL);
	return a != NULL && effects_have(facts_effects(f, a->id), EFFECT_CLASSOF);
}

uint32_t
facts_bare(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;

	while (t->nodes[node].kind == K_PARENTHESIZED_EXPRESSION ||
	       t->nodes[node].kind == K_LIST_SPLAT ||
	       t->nodes[node].kind == K_PARENTHESIZED_LIST_SPLAT) {
		uint32_t inner = tree_first(t, node);

		while (inner != 0 && t->nodes[inner].kind == K_T_STAR)
			inner = tree_next(t, inner);
		if (inner == 0)
			break;
		node = inner;
	}
	return node;
}

bool
facts_is_star(const struct tree *t, uint32_t node)
{
	uint32_t start = t->nodes[node].start;

	while (node != 0 && t->nodes[node].start == start && t->nodes[node].kind != K_LIST_SPLAT)
		node = tree_first(t, node);
	return node != 0 && t->nodes[node].kind == K_LIST_SPLAT && t->nodes[node].start == start;
}

uint32_t
facts_scope_function(const struct facts *f, uint32_t scope)
{
	while (scope != 0 && f->scopes[scope].kind == SCOPE_COMPREHENSION)
		scope = f->scopes[scope].parent;
	return scope;
}

uint32_t
facts_scope_class(const struct facts *f, uint32_t scope)
{
	for (; scope != 0; scope = f->scopes[scope].parent)
		if (f->scopes[scope].kind == SCOPE_CLASS)
			return scope;
	return NOWHERE;
}

static void
read_argument(const struct facts *f, struct argument *a)
{
	const struct tree *t = f->tree;
	enum kind k = (enum kind)t->nodes[a->at].kind;

	a->node = a->at;
	a->name = k == K_KEYWORD_ARGUMENT ? f->fact_of[tree_child(t, a->at, F_NAME)] : 0;
	a->star = facts_is_star(t, a->at);
	a->double_star = k == K_DICTIONARY_SPLAT;
	a->spread = a->star || a->double_star;
	if (k == K_KEYWORD_ARGUMENT)
		a->node = tree_child(t, a->at, F_VALUE);
	else if ((k == K_DICTIONARY_SPLAT || k == K_LIST_SPLAT) && tree_first(t, a->at) != 0)
		a->node = tree_first(t, a->at);
	while (t->nodes[a->node].kind == K_T_STAR || t->nodes[a->node].kind == K_T_POWER)
		a->node = tree_next(t, a->node);
}

bool
facts_argument(const struct facts *f, uint32_t list, struct argument *a)
{
	const struct tree *t = f->tree;
	bool first = a->at == 0;

	if (list == 0)
		return false;
	if (t->nodes[list].kind != K_ARGUMENT_LIST) { /* f(x for x in y) */
		a->node = a->at = list;
		return first;
	}
	a->place = first ? 0 : a->place + 1;
	a->at = first ? tree_first(t, list) : tree_next(t, a->at);
	if (a->at != 0)
		read_argument(f, a);
	return a->at != 0;
}

uint32_t
facts_find_argument(
    const struct facts *f, uint32_t list, unsigned place, struct str name, bool *spread)
{
	unsigned position = 0;

	*spread = false;
	for (struct argument a = {0}; facts_argument(f, list, &a);) {
		if (a.spread)
			*spread = true;
		else if (a.name == 0 && position++ == place)
			return a.node;
		else if (a.name != 0 && name.n > 0 && str_eq(facts_name(f, a.name), name))
			return a.node;
	}
	return 0;
}

uint32_t
facts_mangled(struct facts *f, uint32_t scope, struct str text)
{
	uint32_t class = facts_scope_class(f, scope);
	struct str name;
	char *z;

	if (text.n < 3 || !str_starts(text, STR("__")) || str_ends(text, STR("__")) ||
	    class == NOWHERE)
		return names_add(&f->names, text);
	name = facts_name(f, f->scopes[class].name);
	while (name.n > 0 && name.p[0] == '_')
		name = str_slice(name, 1, name.n);
	if (name.n == 0)
		return names_add(&f->names, text);
	z = arena_printf(f->arena, "_%.*s%.*s", STR_ARG(name), STR_ARG(text));
	if (z == NULL)
		f->failed = true;
	return names_add(&f->names, str_from(z));
}
