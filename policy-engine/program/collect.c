/* SPDX-License-Identifier: MIT */
/*
 * The one loop over the tree. It gives each node its scope, each identifier its role, and files
 * what it sees into lists.
 */
#include "facts.h"

struct open_scope {
	uint32_t after, scope;
};

struct walk {
	struct facts *f;
	const struct tree *t;
	struct open_scope stack[2 * TREE_DEPTH_MAX + 8];
	size_t depth;
	enum role
	    context[TREE_DEPTH_MAX + 2]; /* by depth: what a bare name at this place would do */
};

static uint32_t
open_scope(struct walk *w, uint32_t node, enum scope_kind kind, uint32_t parent)
{
	struct scope *s = FACTS_PUSH(w->f, scopes);
	uint32_t name;

	if (s == NULL)
		return 0;
	*s = (struct scope){
	    .kind = kind, .node = node, .parent = parent, .first_parameter = NOWHERE};
	w->f->has_classes = w->f->has_classes || kind == SCOPE_CLASS;
	name = kind == SCOPE_FUNCTION || kind == SCOPE_CLASS ? tree_child(w->t, node, F_NAME) : 0;
	if (name != 0)
		s->name = names_add(&w->f->names, tree_text(w->t, name));
	s->is_decorated = w->t->nodes[w->t->nodes[node].parent].kind == K_DECORATED_DEFINITION;
	s->is_async = kind == SCOPE_FUNCTION && tree_child_of_kind(w->t, node, K_T_ASYNC) != 0;
	w->f->opened[node] = (uint32_t)(w->f->scopes_count - 1);
	return w->f->opened[node];
}

static void
enter(struct walk *w, uint32_t node, uint32_t scope)
{
	if (w->depth < ARRAY_LENGTH(w->stack))
		w->stack[w->depth++] = (struct open_scope){w->t->nodes[node].after, scope};
}

/* The first iterable of a comprehension is evaluated outside of it. */
static bool
is_first_iterable(const struct tree *t, uint32_t node)
{
	uint32_t clause = t->nodes[node].parent, whole = t->nodes[clause].parent;

	return t->nodes[node].field == F_RIGHT && t->nodes[clause].kind == K_FOR_IN_CLAUSE &&
	       tree_child_of_kind(t, whole, K_FOR_IN_CLAUSE) == clause;
}

static void
place(struct walk *w, uint32_t i)
{
	const struct node *n = &w->t->nodes[i];
	enum kind above = (enum kind)w->t->nodes[n->parent].kind;
	uint32_t scope;

	while (w->depth > 1 && w->stack[w->depth - 1].after <= i)
		w->depth--;
	scope = w->stack[w->depth - 1].scope;
	if (n->field == F_BODY &&
	    (above == K_FUNCTION_DEFINITION || above == K_LAMBDA || above == K_CLASS_DEFINITION)) {
		scope = w->f->opened[n->parent];
		enter(w, i, scope);
	} else if (is_first_iterable(w->t, i)) {
		scope = w->f->scopes[scope].parent;
		enter(w, i, scope);
	}
	if (n->kind == K_FUNCTION_DEFINITION)
		open_scope(w, i, SCOPE_FUNCTION, scope);
	else if (n->kind == K_LAMBDA)
		open_scope(w, i, SCOPE_LAMBDA, scope);
	else if (n->kind == K_CLASS_DEFINITION)
		open_scope(w, i, SCOPE_CLASS, scope);
	else if (syntax_is(n->kind, COMPREHENSION)) {
		scope = open_scope(w, i, SCOPE_COMPREHENSION, scope);
		enter(w, i, scope);
	}
	w->f->scope_of[i] = scope;
}

static enum role
context_of(struct walk *w, uint32_t i)
{
	const struct node *n = &w->t->nodes[i], *p = &w->t->nodes[n->parent];
	enum role above = n->depth > 0 ? w->context[n->depth - 1] : ROLE_LOAD;

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
		return above;
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
role_of(struct walk *w, uint32_t i)
{
	const struct tree *t = w->t;
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
	return context_of(w, i);
}

static void
add_identifier(struct walk *w, uint32_t i)
{
	struct facts *f = w->f;
	uint32_t scope = f->scope_of[i];
	enum role role = role_of(w, i);
	struct occurrence *o;

	f->role[i] = (uint8_t)role;
	if (role == ROLE_KEYWORD)
		f->fact_of[i] = names_add(&f->names, tree_text(w->t, i));
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

		while (!is_parameters((enum kind)w->t->nodes[owner].kind))
			owner = w->t->nodes[owner].parent;
		o->scope = f->opened[w->t->nodes[owner].parent];
	}
	o->name = facts_mangled(f, scope, tree_text(w->t, i));
}

static bool
add_attribute(struct walk *w, uint32_t node, uint32_t object, uint32_t identifier, enum role role)
{
	struct attribute *a = FACTS_PUSH(w->f, attributes);

	if (a != NULL)
		*a = (struct attribute){.node = node,
		    .object = object,
		    .identifier = identifier,
		    .role = role,
		    .name = facts_mangled(w->f, w->f->scope_of[node], tree_text(w->t, identifier))};
	return a != NULL;
}

/* a.b in an expression; the others stand in a type (`member_type`), in a pattern (`dotted_name`),
 * or are `name=` in a class pattern. */
static void
add_plain_attribute(struct walk *w, uint32_t i)
{
	enum role role = context_of(w, i);

	if (!add_attribute(
		w, i, tree_child(w->t, i, F_OBJECT), tree_child(w->t, i, F_ATTRIBUTE), role))
		return;
	w->f->role[i] = (uint8_t)role;
	w->f->fact_of[i] = (uint32_t)(w->f->attributes_count - 1);
}

static void
add_dotted(struct walk *w, uint32_t i)
{
	const struct tree *t = w->t;
	uint32_t first = tree_first(t, i);

	if (first == 0 || role_in_dotted(t, first) == ROLE_IMPORT)
		return;
	for (uint32_t c = tree_next(t, first); c != 0; c = tree_next(t, c))
		(void)add_attribute(w, i, first, c, ROLE_LOAD);
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

/* Source text as Python reads it: with \r\n as \n. */
static void
add_source(struct str source, struct buf *text)
{
	for (size_t i = 0; i < source.n; i++)
		if (source.p[i] != '\r' || i + 1 == source.n || source.p[i + 1] != '\n')
			buf_char(text, source.p[i]);
}

static void
add_text(struct walk *w, uint32_t i)
{
	const struct tree *t = w->t;
	struct literal l = literal_open(t, i);
	struct text_fact *x = FACTS_PUSH(w->f, texts);
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
			add_source(str_slice(t->source, t->nodes[c].start + 1, echo_end(t, c)), &b);
		at = t->nodes[c].end;
	}
	if (at < l.to)
		literal_decode(t, &l, at, l.to, &b);
	*x = (struct text_fact){.node = i,
	    .text = names_copy(&w->f->names, buf_view(&b)),
	    .bytes = l.bytes,
	    .format = l.format,
	    .unknown = l.named_escape,
	    .bytes_escape = l.bytes_escape,
	    .strange_prefix = l.strange_prefix};
	w->f->fact_of[i] = (uint32_t)(w->f->texts_count - 1);
	w->f->failed = w->f->failed || b.failed;
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
add_imports(struct walk *w, uint32_t i)
{
	const struct tree *t = w->t;
	struct import from = {.scope = w->f->scope_of[i]};
	uint32_t module = tree_child(t, i, F_MODULE_NAME);

	if (t->nodes[i].kind == K_FUTURE_IMPORT_STATEMENT) {
		from.module = names_add(&w->f->names, STR("__future__"));
		from.future = true;
	} else if (module != 0 && t->nodes[module].kind == K_RELATIVE_IMPORT) {
		uint32_t prefix = tree_child_of_kind(t, module, K_IMPORT_PREFIX);
		uint32_t rest = tree_child_of_kind(t, module, K_DOTTED_NAME);
		struct str dots = tree_text(t, prefix);

		for (size_t k = 0; k < dots.n; k++)
			from.level += dots.p[k] == '.';
		from.module = rest == 0 ? 0 : dotted_name(w->f, rest);
	} else if (module != 0) {
		from.module = dotted_name(w->f, module);
	}
	for (uint32_t c = tree_first(t, i); c != 0; c = tree_next(t, c))
		if (c != module &&
		    (t->nodes[c].kind == K_DOTTED_NAME || t->nodes[c].kind == K_ALIASED_IMPORT ||
			t->nodes[c].kind == K_WILDCARD_IMPORT))
			add_import(w->f, c, from);
}

static void
add_call(struct walk *w, uint32_t i)
{
	struct call *c = FACTS_PUSH(w->f, calls);

	if (c != NULL)
		*c = (struct call){
		    i, tree_child(w->t, i, F_FUNCTION), tree_child(w->t, i, F_ARGUMENTS)};
	if (c != NULL)
		w->f->fact_of[i] = (uint32_t)(w->f->calls_count - 1);
}

static void
file(struct walk *w, uint32_t i)
{
	const struct tree *t = w->t;

	switch (t->nodes[i].kind) {
	case K_IDENTIFIER:
		add_identifier(w, i);
		break;
	case K_ATTRIBUTE:
		add_plain_attribute(w, i);
		break;
	case K_MEMBER_TYPE:
		(void)add_attribute(w, i, tree_first(t, i), t->nodes[i].after - 1, ROLE_LOAD);
		break;
	case K_KEYWORD_PATTERN:
		if (tree_first(t, i) != 0)
			(void)add_attribute(w, i, 0, tree_first(t, i), ROLE_PATTERN_ATTRIBUTE);
		break;
	case K_DOTTED_NAME:
		add_dotted(w, i);
		break;
	case K_STRING:
		add_text(w, i);
		break;
	case K_CALL:
		add_call(w, i);
		break;
	case K_IMPORT_STATEMENT:
	case K_IMPORT_FROM_STATEMENT:
	case K_FUTURE_IMPORT_STATEMENT:
		add_imports(w, i);
		break;
	case K_RETURN_STATEMENT:
		if (tree_first(t, i) != 0)
			w->f->scopes[facts_scope_function(w->f, w->f->scope_of[i])].gives = true;
		break;
	case K_YIELD:
		w->f->scopes[facts_scope_function(w->f, w->f->scope_of[i])].is_generator = true;
		break;
	default:
		break;
	}
}

void
facts_walk(struct facts *f)
{
	struct walk *w = arena_alloc(f->arena, sizeof(*w));

	if (w == NULL) {
		f->failed = true;
		return;
	}
	w->f = f;
	w->t = f->tree;
	open_scope(w, 0, SCOPE_MODULE, 0);
	w->stack[w->depth++] = (struct open_scope){UINT32_MAX, 0};
	for (uint32_t i = 0; i < f->tree->count && !f->failed; i++) {
		place(w, i);
		w->context[f->tree->nodes[i].depth] = context_of(w, i);
		if (f->tree->nodes[i].kind == K_SUBSCRIPT)
			f->role[i] = (uint8_t)w->context[f->tree->nodes[i].depth];
		file(w, i);
	}
}
