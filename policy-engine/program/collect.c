/* SPDX-License-Identifier: MIT */
/*
 * The one loop over the tree. It gives each node its scope and its role, and files what it sees into
 * lists.
 */
#include "facts.h"

static uint32_t
open_scope(struct facts *f, uint32_t node, enum scope_kind kind, uint32_t parent)
{
	const struct tree *t = f->tree;
	struct scope *s = FACTS_PUSH(f, scopes);
	bool named = kind == SCOPE_FUNCTION || kind == SCOPE_CLASS;

	if (s == NULL)
		return 0;
	*s = (struct scope){.kind = kind,
	    .node = node,
	    .parent = parent,
	    .name = named ? names_add(&f->names, tree_text(t, tree_child(t, node, F_NAME))) : 0,
	    .first_parameter = NOWHERE,
	    .is_async = kind == SCOPE_FUNCTION && tree_child_of_kind(t, node, K_T_ASYNC) != 0};
	f->has_classes = f->has_classes || kind == SCOPE_CLASS;
	f->opened[node] = (uint32_t)(f->scopes_count - 1);
	return f->opened[node];
}

/* The first iterable of a comprehension is evaluated outside of it. */
static bool
is_first_iterable(const struct tree *t, uint32_t node)
{
	uint32_t clause = t->nodes[node].parent, whole = t->nodes[clause].parent;

	return t->nodes[node].field == F_RIGHT && t->nodes[clause].kind == K_FOR_IN_CLAUSE &&
	       tree_child_of_kind(t, whole, K_FOR_IN_CLAUSE) == clause;
}

/* A node stands in the scope of the node around it, but for what opens one. */
static void
place(struct facts *f, uint32_t i)
{
	const struct node *n = &f->tree->nodes[i];
	enum kind above = (enum kind)f->tree->nodes[n->parent].kind;
	uint32_t scope = f->scope_of[n->parent];

	if (n->field == F_BODY &&
	    (above == K_FUNCTION_DEFINITION || above == K_LAMBDA || above == K_CLASS_DEFINITION))
		scope = f->opened[n->parent];
	else if (is_first_iterable(f->tree, i))
		scope = f->scopes[scope].parent;
	if (n->kind == K_FUNCTION_DEFINITION)
		open_scope(f, i, SCOPE_FUNCTION, scope);
	else if (n->kind == K_LAMBDA)
		open_scope(f, i, SCOPE_LAMBDA, scope);
	else if (n->kind == K_CLASS_DEFINITION)
		open_scope(f, i, SCOPE_CLASS, scope);
	else if (syntax_is(n->kind, COMPREHENSION))
		scope = open_scope(f, i, SCOPE_COMPREHENSION, scope);
	f->scope_of[i] = scope;
}

/* The role that a bare name would have at this place. */
static enum role
context_of(const struct facts *f, uint32_t i)
{
	const struct node *n = &f->tree->nodes[i], *p = &f->tree->nodes[n->parent];
	uint8_t above = f->role[n->parent];

	if (i == 0)
		return ROLE_LOAD;
	if (n->field == F_LEFT && (p->kind == K_ASSIGNMENT || p->kind == K_AUGMENTED_ASSIGNMENT ||
				      p->kind == K_FOR_STATEMENT || p->kind == K_FOR_IN_CLAUSE))
		return ROLE_STORE;
	if ((n->field == F_NAME && p->kind == K_NAMED_EXPRESSION) ||
	    n->kind == K_AS_PATTERN_TARGET || (n->field == F_ALIAS && p->kind == K_EXCEPT_CLAUSE))
		return ROLE_STORE;
	if (p->kind == K_DELETE_STATEMENT)
		return ROLE_DELETE;
	if ((above == ROLE_STORE || above == ROLE_DELETE) && syntax_is(p->kind, TARGET))
		return (enum role)above;
	return ROLE_LOAD;
}

static bool
is_parameters(enum kind k)
{
	return k == K_PARAMETERS || k == K_LAMBDA_PARAMETERS;
}

static bool
is_parameter(const struct tree *t, uint32_t i)
{
	const struct node *n = &t->nodes[i], *p = &t->nodes[n->parent];
	enum kind above = (enum kind)t->nodes[p->parent].kind;

	if (is_parameters((enum kind)p->kind))
		return true;
	if (p->kind == K_DEFAULT_PARAMETER || p->kind == K_TYPED_DEFAULT_PARAMETER)
		return n->field == F_NAME;
	if (p->kind == K_TYPED_PARAMETER)
		return n->field == F_NONE;
	return (p->kind == K_LIST_SPLAT_PATTERN || p->kind == K_DICTIONARY_SPLAT_PATTERN) &&
	       (is_parameters(above) || above == K_TYPED_PARAMETER);
}

/* Identifiers of a dotted name: in imports, and in the patterns of match. */
static enum role
role_in_dotted(const struct tree *t, uint32_t i)
{
	uint32_t name = t->nodes[i].parent;
	enum kind above = (enum kind)t->nodes[t->nodes[name].parent].kind;
	bool first = tree_first(t, name) == i, alone = first && tree_next(t, i) == 0;

	if (above == K_IMPORT_STATEMENT || above == K_IMPORT_FROM_STATEMENT ||
	    above == K_FUTURE_IMPORT_STATEMENT || above == K_ALIASED_IMPORT ||
	    above == K_RELATIVE_IMPORT)
		return ROLE_IMPORT;
	if (!first)
		return ROLE_ATTRIBUTE;
	return alone && above != K_CLASS_PATTERN ? ROLE_CAPTURE : ROLE_LOAD;
}

static enum role
role_of(const struct facts *f, uint32_t i)
{
	const struct tree *t = f->tree;
	const struct node *n = &t->nodes[i], *p = &t->nodes[n->parent];

	if (is_parameter(t, i))
		return ROLE_PARAMETER;
	if (p->kind == K_DOTTED_NAME)
		return role_in_dotted(t, i);
	if (p->kind == K_ATTRIBUTE && n->field == F_ATTRIBUTE)
		return ROLE_ATTRIBUTE;
	if (p->kind == K_MEMBER_TYPE)
		return ROLE_ATTRIBUTE;
	if (p->kind == K_KEYWORD_ARGUMENT && n->field == F_NAME)
		return ROLE_KEYWORD;
	if ((p->kind == K_FUNCTION_DEFINITION || p->kind == K_CLASS_DEFINITION) &&
	    n->field == F_NAME)
		return ROLE_DEFINED;
	if (p->kind == K_ALIASED_IMPORT)
		return ROLE_IMPORT;
	if (p->kind == K_GLOBAL_STATEMENT || p->kind == K_NONLOCAL_STATEMENT)
		return ROLE_DECLARED;
	if (p->kind == K_KEYWORD_PATTERN)
		return ROLE_PATTERN_ATTRIBUTE;
	if (p->kind == K_SPLAT_PATTERN ||
	    (p->kind == K_AS_PATTERN && t->nodes[p->parent].kind == K_CASE_PATTERN &&
		tree_first(t, n->parent) != i))
		return ROLE_CAPTURE;
	return (enum role)f->role[i];
}

static void
add_identifier(struct facts *f, uint32_t i)
{
	uint32_t scope = f->scope_of[i];
	enum role role = role_of(f, i);
	struct occurrence *o;

	f->role[i] = (uint8_t)role;
	if (role == ROLE_KEYWORD)
		f->fact_of[i] = names_add(&f->names, tree_text(f->tree, i));
	if (role == ROLE_ATTRIBUTE || role == ROLE_KEYWORD || role == ROLE_IMPORT ||
	    role == ROLE_PATTERN_ATTRIBUTE)
		return;
	o = FACTS_PUSH(f, occurrences);
	if (o == NULL)
		return;
	*o = (struct occurrence){
	    .node = i, .scope = scope, .role = role, .binding = NOWHERE, .beyond = NOWHERE};
	f->fact_of[i] = (uint32_t)(f->occurrences_count - 1);
	if (role == ROLE_PARAMETER) {
		uint32_t owner = i;

		while (!is_parameters((enum kind)f->tree->nodes[owner].kind))
			owner = f->tree->nodes[owner].parent;
		o->scope = f->opened[f->tree->nodes[owner].parent];
	}
	o->name = facts_mangled(f, scope, tree_text(f->tree, i));
}

static bool
add_attribute(struct facts *f, uint32_t node, uint32_t object, uint32_t identifier, enum role role)
{
	struct attribute *a = FACTS_PUSH(f, attributes);

	if (a != NULL)
		*a = (struct attribute){.node = node,
		    .object = object,
		    .identifier = identifier,
		    .role = role,
		    .name = facts_mangled(f, f->scope_of[node], tree_text(f->tree, identifier))};
	return a != NULL;
}

/* a.b in an expression; the others stand in a type (`member_type`), in a pattern (`dotted_name`),
 * or are `name=` in a class pattern. */
static void
add_plain_attribute(struct facts *f, uint32_t i)
{
	if (add_attribute(f, i, tree_child(f->tree, i, F_OBJECT),
		tree_child(f->tree, i, F_ATTRIBUTE), (enum role)f->role[i]))
		f->fact_of[i] = (uint32_t)(f->attributes_count - 1);
}

static void
add_dotted(struct facts *f, uint32_t i)
{
	const struct tree *t = f->tree;
	uint32_t first = tree_first(t, i);

	if (first == 0 || role_in_dotted(t, first) == ROLE_IMPORT)
		return;
	for (uint32_t c = tree_next(t, first); c != 0; c = tree_next(t, c))
		(void)add_attribute(f, i, first, c, ROLE_LOAD);
}

/* `{x=}` in an f-string also prints its own source: where that ends, or 0. */
static uint32_t
echo_end(const struct tree *t, uint32_t field)
{
	uint32_t end = t->nodes[field].end - 1;
	bool echo = false;

	for (uint32_t c = tree_first(t, field); c != 0; c = tree_next(t, c)) {
		echo = echo || t->nodes[c].kind == K_T_EQUAL;
		if ((t->nodes[c].kind == K_TYPE_CONVERSION ||
			t->nodes[c].kind == K_FORMAT_SPECIFIER) &&
		    t->nodes[c].start < end)
			end = t->nodes[c].start;
	}
	return echo ? end : 0;
}

static void
add_text(struct facts *f, uint32_t i)
{
	const struct tree *t = f->tree;
	struct literal l = literal_open(t, i);
	struct text_fact *x = FACTS_PUSH(f, texts);
	struct buf b;
	uint32_t at = l.from;

	if (x == NULL)
		return;
	buf_init(&b, t->nodes[i].end - t->nodes[i].start + 16);
	for (uint32_t c = tree_first(t, i); c != 0; c = tree_next(t, c)) {
		if (t->nodes[c].kind != K_INTERPOLATION)
			continue;
		literal_decode(t, &l, at, t->nodes[c].start, &b);
		if (echo_end(t, c) != 0)
			literal_decode(t, &(struct literal){.raw = true}, t->nodes[c].start + 1,
			    echo_end(t, c), &b);
		at = t->nodes[c].end;
	}
	if (at < l.to)
		literal_decode(t, &l, at, l.to, &b);
	*x = (struct text_fact){.node = i,
	    .text = names_copy(&f->names, buf_view(&b)),
	    .bytes = l.bytes,
	    .format = l.format,
	    .unknown = l.named_escape,
	    .bytes_escape = l.bytes_escape,
	    .strange_prefix = l.strange_prefix};
	f->fact_of[i] = (uint32_t)(f->texts_count - 1);
	f->failed = f->failed || b.failed;
	buf_release(&b);
}

static uint32_t
dotted_name(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	struct buf b;

	buf_init(&b, t->nodes[node].end - t->nodes[node].start + 16);
	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c)) {
		if (t->nodes[c].kind != K_IDENTIFIER)
			continue;
		if (b.n > 0)
			buf_char(&b, '.');
		buf_str(&b, tree_text(t, c));
	}
	uint32_t id = names_copy(&f->names, buf_view(&b));
	f->failed = f->failed || b.failed;
	buf_release(&b);
	return id;
}

static void
add_import(struct facts *f, uint32_t item, struct import from)
{
	const struct tree *t = f->tree;
	uint32_t name = item, alias = 0;
	struct import *one = FACTS_PUSH(f, imports);

	if (one == NULL)
		return;
	if (t->nodes[item].kind == K_ALIASED_IMPORT) {
		name = tree_child(t, item, F_NAME);
		alias = tree_child(t, item, F_ALIAS);
	}
	*one = from;
	one->node = item;
	one->binding = NOWHERE;
	if (alias != 0)
		one->alias = names_add(&f->names, tree_text(t, alias));
	if (t->nodes[item].kind == K_WILDCARD_IMPORT)
		one->star = true;
	else if (from.module != 0 || from.level > 0)
		one->member = dotted_name(f, name);
	else
		one->module = dotted_name(f, name);
}

static void
add_imports(struct facts *f, uint32_t i)
{
	const struct tree *t = f->tree;
	struct import from = {.scope = f->scope_of[i]};
	uint32_t module = tree_child(t, i, F_MODULE_NAME);

	if (t->nodes[i].kind == K_FUTURE_IMPORT_STATEMENT) {
		from.module = names_add(&f->names, STR("__future__"));
		from.future = true;
	} else if (module != 0 && t->nodes[module].kind == K_RELATIVE_IMPORT) {
		uint32_t prefix = tree_child_of_kind(t, module, K_IMPORT_PREFIX);
		uint32_t rest = tree_child_of_kind(t, module, K_DOTTED_NAME);
		struct str dots = tree_text(t, prefix);

		for (size_t k = 0; k < dots.n; k++)
			from.level += dots.p[k] == '.';
		from.module = rest == 0 ? 0 : dotted_name(f, rest);
	} else if (module != 0) {
		from.module = dotted_name(f, module);
	}
	for (uint32_t c = tree_first(t, i); c != 0; c = tree_next(t, c))
		if (c != module &&
		    (t->nodes[c].kind == K_DOTTED_NAME || t->nodes[c].kind == K_ALIASED_IMPORT ||
			t->nodes[c].kind == K_WILDCARD_IMPORT))
			add_import(f, c, from);
}

static void
add_call(struct facts *f, uint32_t i)
{
	struct call *c = FACTS_PUSH(f, calls);

	if (c == NULL)
		return;
	*c = (struct call){
	    i, tree_child(f->tree, i, F_FUNCTION), tree_child(f->tree, i, F_ARGUMENTS)};
	f->fact_of[i] = (uint32_t)(f->calls_count - 1);
}

static void
file(struct facts *f, uint32_t i)
{
	const struct tree *t = f->tree;

	switch (t->nodes[i].kind) {
	case K_IDENTIFIER:
		add_identifier(f, i);
		break;
	case K_ATTRIBUTE:
		add_plain_attribute(f, i);
		break;
	case K_MEMBER_TYPE:
		(void)add_attribute(f, i, tree_first(t, i), t->nodes[i].after - 1, ROLE_LOAD);
		break;
	case K_KEYWORD_PATTERN:
		if (tree_first(t, i) != 0)
			(void)add_attribute(f, i, 0, tree_first(t, i), ROLE_PATTERN_ATTRIBUTE);
		break;
	case K_DOTTED_NAME:
		add_dotted(f, i);
		break;
	case K_STRING:
		add_text(f, i);
		break;
	case K_CALL:
		add_call(f, i);
		break;
	case K_IMPORT_STATEMENT:
	case K_IMPORT_FROM_STATEMENT:
	case K_FUTURE_IMPORT_STATEMENT:
		add_imports(f, i);
		break;
	case K_RETURN_STATEMENT:
		if (tree_first(t, i) != 0)
			f->scopes[facts_scope_function(f, f->scope_of[i])].gives = true;
		break;
	case K_YIELD:
		f->scopes[facts_scope_function(f, f->scope_of[i])].is_generator = true;
		break;
	default:
		break;
	}
}

static void
walk(struct facts *f)
{
	open_scope(f, 0, SCOPE_MODULE, 0);
	for (uint32_t i = 0; i < f->tree->count && !f->failed; i++) {
		place(f, i);
		f->role[i] = (uint8_t)context_of(f, i);
		file(f, i);
	}
}

static bool
allocate(struct facts *f)
{
	size_t n = f->tree->count + 1;

	f->scope_of = arena_array(f->arena, n, sizeof(*f->scope_of));
	f->opened = arena_array(f->arena, n, sizeof(*f->opened));
	f->fact_of = arena_array(f->arena, n, sizeof(*f->fact_of));
	f->role = arena_array(f->arena, n, sizeof(*f->role));
	f->values = arena_array(f->arena, n, sizeof(*f->values));
	f->container_of = arena_array(f->arena, n, sizeof(*f->container_of));
	f->lively = arena_array(f->arena, n, sizeof(*f->lively));
	if (f->scope_of == NULL || f->opened == NULL || f->fact_of == NULL || f->role == NULL ||
	    f->values == NULL || f->container_of == NULL || f->lively == NULL)
		return false;
	memset(f->fact_of, 0xff, n * sizeof(*f->fact_of));
	return true;
}

bool
facts_collect(struct arena *a, const struct tree *t, struct facts *out)
{
	*out = (struct facts){
	    .arena = a, .tree = t, .names = {.arena = a}, .binding_keys = {.arena = a}};
	if (!allocate(out))
		return false;
	walk(out);
	if (!out->failed)
		facts_bind(out);
	return !out->failed && !out->names.full;
}
