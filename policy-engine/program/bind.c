/* SPDX-License-Identifier: MIT */
/*
 * Which name is which: bindings by scope, `global` and `nonlocal`.
 */
#include "facts.h"

/* The scope in which a function-level name that is bound in `scope` lives. */
static uint32_t
home_of(struct facts *f, uint32_t scope, uint32_t name)
{
	uint32_t found;

	while (f->scopes[scope].kind == SCOPE_COMPREHENSION)
		scope = f->scopes[scope].parent;
	found = binding_find(f, scope, name);
	if (found == NOWHERE || scope == 0)
		return scope;
	if (f->bindings[found].is_declared_global)
		return 0;
	if (!f->bindings[found].is_declared_nonlocal)
		return scope;
	for (uint32_t s = f->scopes[scope].parent; s != 0; s = f->scopes[s].parent) {
		uint32_t outer = binding_find(f, s, name);

		if (f->scopes[s].kind != SCOPE_CLASS && outer != NOWHERE &&
		    !f->bindings[outer].is_declared_nonlocal &&
		    !f->bindings[outer].is_declared_global)
			return s;
	}
	return scope;
}

static void
declare(struct facts *f)
{
	FACTS_EACH(o, f, occurrences) {
		uint32_t b;

		if (o->role != ROLE_DECLARED || o->scope == 0)
			continue;
		b = binding_get(f, o->scope, o->name);
		if (b == NOWHERE)
			return;
		if (f->tree->nodes[f->tree->nodes[o->node].parent].kind == K_GLOBAL_STATEMENT)
			f->bindings[b].is_declared_global = true;
		else
			f->bindings[b].is_declared_nonlocal = true;
	}
}

/* `target: type` without a value: it stores nothing. */
static bool
is_annotation(const struct tree *t, uint32_t node)
{
	return t->nodes[node].kind == K_ASSIGNMENT && tree_child(t, node, F_RIGHT) == 0;
}

/* From which node on a binding at `node` is certainly done; NOWHERE where nobody knows. */
static uint32_t
settled_after(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t at = node;

	/* a decorator calls the function before that */
	if (t->nodes[t->nodes[node].parent].kind == K_FUNCTION_DEFINITION &&
	    t->nodes[node].field == F_NAME &&
	    t->nodes[t->nodes[t->nodes[node].parent].parent].kind != K_DECORATED_DEFINITION)
		node = tree_child(t, t->nodes[node].parent, F_BODY);
	while (t->nodes[at].parent != 0) {
		at = t->nodes[at].parent;
		if (!syntax_is(t->nodes[at].kind, CERTAIN) || is_annotation(t, at))
			return NOWHERE;
	}
	return t->nodes[node].field == F_BODY ? node : t->nodes[at].after;
}

/* `(name): type` stores nothing and makes no name local: to CPython only a name alone is one. */
static bool
is_enclosed_annotation(const struct tree *t, uint32_t node)
{
	uint32_t at = node;

	while (t->nodes[t->nodes[at].parent].kind == K_TUPLE_PATTERN ||
	       t->nodes[t->nodes[at].parent].kind == K_PARENTHESIZED_EXPRESSION)
		at = t->nodes[at].parent;
	return at != node && t->nodes[at].field == F_LEFT && is_annotation(t, t->nodes[at].parent);
}

/* `except E as name` deletes the name at its end. */
static bool
is_deleted_after(const struct tree *t, uint32_t node)
{
	uint32_t up = t->nodes[node].parent;

	while (t->nodes[up].kind == K_AS_PATTERN_TARGET || t->nodes[up].kind == K_AS_PATTERN)
		up = t->nodes[up].parent;
	return t->nodes[up].kind == K_EXCEPT_CLAUSE;
}

static uint32_t
bind_name(struct facts *f, struct occurrence *o)
{
	uint32_t home = home_of(f, o->scope, o->name), b, settled;

	if (o->role == ROLE_STORE && is_enclosed_annotation(f->tree, o->node))
		return NOWHERE;
	if (o->role == ROLE_STORE && f->scopes[o->scope].kind == SCOPE_COMPREHENSION &&
	    f->tree->nodes[f->tree->nodes[o->node].parent].kind != K_NAMED_EXPRESSION)
		home = o->scope;
	b = binding_get(f, home, o->name);
	o->binding = b;
	if (b == NOWHERE)
		return b;
	f->bindings[b].stores++;
	if (o->role == ROLE_DELETE || is_deleted_after(f->tree, o->node))
		f->bindings[b].is_deleted = true;
	if (home == 0 && o->scope == 0 && o->role != ROLE_DELETE) {
		settled = settled_after(f, o->node);
		if (settled < f->bindings[b].settled_after)
			f->bindings[b].settled_after = settled;
	}
	return b;
}

/* No keyword names what stands before `/`, no place what stands behind a star. */
static void
find_separators(const struct tree *t, uint32_t owner, struct scope *s)
{
	s->positional_only_before = 0;
	s->keyword_only_after = NOWHERE;
	for (uint32_t c = tree_first(t, owner); c != 0; c = tree_next(t, c)) {
		enum kind k = t->nodes[c].kind;

		if (k == K_POSITIONAL_SEPARATOR)
			s->positional_only_before = c;
		if (k != K_KEYWORD_SEPARATOR && k != K_LIST_SPLAT_PATTERN)
			continue;
		s->keyword_only_after = t->nodes[c].after;
		break;
	}
}

static void
add_parameter(struct facts *f, struct occurrence *o)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[o->node].parent;
	struct parameter *p = FACTS_PUSH(f, parameters);
	struct scope *s = &f->scopes[o->scope];

	if (p == NULL)
		return;
	*p = (struct parameter){.binding = o->binding,
	    .node = o->node,
	    .name = o->name,
	    .next = NOWHERE,
	    .star = t->nodes[up].kind == K_LIST_SPLAT_PATTERN,
	    .double_star = t->nodes[up].kind == K_DICTIONARY_SPLAT_PATTERN};
	if (s->first_parameter == NOWHERE)
		find_separators(t, tree_child(t, s->node, F_PARAMETERS), s);
	p->keyword_only = o->node >= s->keyword_only_after;
	p->positional_only = o->node < s->positional_only_before;
	if (s->first_parameter == NOWHERE)
		s->first_parameter = (uint32_t)(f->parameters_count - 1);
	else
		f->parameters[s->last_parameter].next = (uint32_t)(f->parameters_count - 1);
	s->last_parameter = (uint32_t)(f->parameters_count - 1);
}

static void
bind_occurrences(struct facts *f)
{
	FACTS_EACH(o, f, occurrences) {
		if (o->role == ROLE_LOAD || o->role == ROLE_DECLARED || o->role == ROLE_NONE)
			continue;
		if (bind_name(f, o) != NOWHERE && o->role == ROLE_PARAMETER)
			add_parameter(f, o);
	}
}

static void
bind_imports(struct facts *f)
{
	FACTS_EACH(m, f, imports) {
		struct str text = facts_name(f, m->member != 0 ? m->member : m->module);
		size_t dot = str_find(text, STR("."), 0);
		struct occurrence o = {.node = m->node, .scope = m->scope, .role = ROLE_STORE};

		if (m->star || m->future)
			continue;
		if (m->alias != 0)
			text = facts_name(f, m->alias);
		else if (dot != SIZE_MAX)
			text = str_slice(text, 0, dot);
		o.name = facts_mangled(f, m->scope, text);
		m->binding = bind_name(f, &o);
		if (m->binding != NOWHERE)
			f->bindings[m->binding].is_import = true;
	}
}

/*
 * Which binding a mention reads, and whether it may be a builtin.
 *
 * A name that a function binds is never a builtin there (Python raises UnboundLocalError). At
 * module and class level an unbound name falls through to the builtins, so such a mention may be
 * the builtin unless the binding certainly came first: an unconditional statement of the module,
 * before the mention, of a name that is nowhere deleted.
 */
static bool
is_settled(const struct facts *f, uint32_t binding, uint32_t mention)
{
	const struct binding *b = &f->bindings[binding];

	return !b->is_deleted &&
	       (b->settled_after <= mention ||
		   table_member(STR("builtins"), facts_name(f, b->name)).kind == MEMBER_NONE);
}

/* The binding that a mention reads. Class scopes are seen only from their own statements. */
static void
resolve(const struct facts *f, struct occurrence *o)
{
	uint32_t s = o->scope;
	bool own = true;

	o->may_be_builtin = false;
	o->beyond = NOWHERE;
	for (;; s = f->scopes[s].parent) {
		enum scope_kind kind = f->scopes[s].kind;
		uint32_t b = kind == SCOPE_CLASS && !own ? NOWHERE : binding_find(f, s, o->name);

		if (b != NOWHERE && f->bindings[b].is_declared_global) {
			s = 0;
			b = binding_find(f, 0, o->name);
			kind = SCOPE_MODULE;
		}
		own = false;
		if (b != NOWHERE && !f->bindings[b].is_declared_nonlocal) {
			o->binding = b;
			o->may_be_builtin = s == 0 && !is_settled(f, b, o->node);
			if (kind == SCOPE_CLASS) { /* then the module, never functions around it */
				o->beyond = binding_find(f, 0, o->name);
				o->may_be_builtin =
				    o->beyond == NOWHERE || !is_settled(f, o->beyond, o->node);
			}
			return;
		}
		if (s == 0)
			break;
	}
	o->may_be_builtin = true;
}

void
facts_bind(struct facts *f)
{
	declare(f);
	bind_occurrences(f);
	bind_imports(f);
	FACTS_EACH(o, f, occurrences) {
		if (facts_is_read(f, o->node))
			resolve(f, o);
	}
}
