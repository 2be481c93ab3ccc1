/* SPDX-License-Identifier: MIT */
/*
 * The names of a module: what its statements, and its functions' imports and globals, bind. Where a
 * statement might change what a name holds, it counts as a part of the name.
 */
#include "survey.h"

void *
survey_push(struct survey *s, void *items, size_t *count, size_t *capacity, size_t size)
{
	void *added = arena_push(s->arena, items, count, capacity, size);

	s->failed = s->failed || !added;
	return added;
}

bool
survey_is_main(const struct tree *t, uint32_t node)
{
	struct str condition;

	if (t->nodes[node].kind != K_IF_STATEMENT || tree_child(t, node, F_ALTERNATIVE) != 0)
		return false;
	condition = tree_text(t, tree_child(t, node, F_CONDITION));
	return str_is(condition, "__name__ == \"__main__\"") ||
	       str_is(condition, "__name__ == '__main__'");
}

uint32_t
survey_find(const struct survey *s, const struct survey_module *m, struct str name)
{
	for (uint32_t i = m->first; i < m->after; i++)
		if (str_eq(s->names[i].name, name))
			return i;
	return UINT32_MAX;
}

static struct survey_name *
name_of(struct survey *s, uint32_t module, struct str name)
{
	struct survey_module *m = &s->modules[module];
	uint32_t at = survey_find(s, m, name);
	struct survey_name *added;

	if (at != UINT32_MAX)
		return &s->names[at];
	added = SURVEY_PUSH(s, s, name);
	if (!added)
		return NULL;
	m->after = (uint32_t)s->name_count;
	*added = (struct survey_name){.name = name, .module = module};
	return added;
}

static void
add_part(struct survey *s, uint32_t module, struct str name, uint32_t node, bool is_public)
{
	struct survey_name *n = name_of(s, module, name);
	uint32_t *added;

	if (!n)
		return;
	n->is_public = n->is_public || (is_public && name.p[0] != '_');
	added = SURVEY_PUSH(s, n, part);
	if (added)
		*added = node;
}

static void
add_target(struct survey *s, uint32_t module, struct str name, struct str target, bool is_public)
{
	struct survey_name *n = name_of(s, module, name);

	if (!n)
		return;
	n->is_public =
	    n->is_public || (is_public && name.p[0] != '_' && str_starts(target, s->package));
	s->failed = !words_add(s->arena, &n->targets, target) || s->failed;
}

/* The module that `from MODULE import` names; relative ones from the package they stand in. */
static struct str
from_module(struct survey *s, const struct survey_module *m, uint32_t node)
{
	uint32_t where = tree_child(&m->tree, node, F_MODULE_NAME);
	struct str text = tree_text(&m->tree, where), base = m->name;
	const char *joined;
	size_t dots = 0;

	while (dots < text.n && text.p[dots] == '.')
		dots++;
	if (dots == 0)
		return text;
	for (size_t up = m->is_package ? 1 : 0; up < dots; up++) {
		while (base.n > 0 && base.p[base.n - 1] != '.')
			base.n--;
		base.n -= base.n > 0;
	}
	text = str_trim(str_slice(text, dots, text.n));
	joined = text.n == 0 ? arena_text(s->arena, base)
			     : arena_printf(s->arena, "%.*s.%.*s", STR_ARG(base), STR_ARG(text));
	s->failed = s->failed || !joined;
	return str_from(joined);
}

static void
bind_import(struct survey *s, uint32_t module, uint32_t node, bool is_public)
{
	struct survey_module *m = &s->modules[module];
	const struct tree *t = &m->tree;
	bool from = t->nodes[node].kind == K_IMPORT_FROM_STATEMENT;
	struct str base = from ? from_module(s, m, node) : STR("");
	uint32_t where = from ? tree_child(t, node, F_MODULE_NAME) : 0;

	for (uint32_t i = tree_first(t, node); i != 0; i = tree_next(t, i)) {
		bool aliased = t->nodes[i].kind == K_ALIASED_IMPORT;
		struct str text = tree_text(t, aliased ? tree_child(t, i, F_NAME) : i);
		struct str alias = aliased ? tree_text(t, tree_child(t, i, F_ALIAS)) : text;
		const char *joined;

		if (t->nodes[i].kind == K_WILDCARD_IMPORT)
			s->failed = !words_add(s->arena, &m->stars, base) || s->failed;
		if (i == where || (t->nodes[i].kind != K_DOTTED_NAME && !aliased))
			continue;
		joined = !from ? arena_text(s->arena, aliased ? text : dotted_top(text))
			       : arena_printf(s->arena, "%.*s.%.*s", STR_ARG(base), STR_ARG(text));
		s->failed = s->failed || !joined;
		add_target(s, module, dotted_top(alias), str_from(joined), is_public && from);
	}
}

static void
bind_identifiers(struct survey *s, uint32_t module, uint32_t inside, uint32_t part, bool is_public)
{
	const struct tree *t = &s->modules[module].tree;

	for (uint32_t i = inside; i < t->nodes[inside].after; i++)
		if (t->nodes[i].kind == K_IDENTIFIER && t->nodes[i].field != F_ATTRIBUTE)
			add_part(s, module, tree_text(t, i), part, is_public);
}

/* Whether a statement in a function changes what a module's name holds: `TABLE[key] = value`. */
static uint32_t
filled(const struct tree *t, uint32_t i)
{
	uint32_t on = t->nodes[i].kind == K_ASSIGNMENT ? tree_child(t, i, F_LEFT) : 0;

	if (t->nodes[i].kind == K_CALL) {
		uint32_t callee = tree_child(t, i, F_FUNCTION);
		struct str method =
		    callee ? tree_text(t, tree_child(t, callee, F_ATTRIBUTE)) : STR("");

		if (t->nodes[callee].kind == K_ATTRIBUTE &&
		    (str_is(method, "append") || str_is(method, "add") ||
			str_is(method, "update") || str_is(method, "setdefault") ||
			str_is(method, "insert") || str_is(method, "extend")))
			on = tree_child(t, callee, F_OBJECT);
		return t->nodes[on].kind == K_IDENTIFIER ? on : 0;
	}
	while (t->nodes[on].kind == K_SUBSCRIPT || t->nodes[on].kind == K_ATTRIBUTE)
		on = tree_first(t, on);
	return on != 0 && on != tree_child(t, i, F_LEFT) && t->nodes[on].kind == K_IDENTIFIER ? on
											      : 0;
}

/* Imports, globals and `name := value` inside a statement, function or class. */
static void
bind_inside(struct survey *s, uint32_t module, uint32_t part)
{
	const struct tree *t = &s->modules[module].tree;

	for (uint32_t i = part; i < t->nodes[part].after; i++) {
		enum kind k = t->nodes[i].kind;

		if (k == K_IMPORT_STATEMENT || k == K_IMPORT_FROM_STATEMENT)
			bind_import(s, module, i, false);
		else if (k == K_GLOBAL_STATEMENT || k == K_NAMED_EXPRESSION)
			bind_identifiers(s, module, i, part, false);
	}
}

static void
mark_filled(struct survey *s, uint32_t module)
{
	const struct tree *t = &s->modules[module].tree;

	for (uint32_t i = 1; i < t->count; i++) {
		enum kind k = t->nodes[i].kind;
		uint32_t on = k == K_ASSIGNMENT || k == K_CALL ? filled(t, i) : 0, at, up = i;
		struct survey_sink *added;

		while (up != 0 && t->nodes[up].kind != K_FUNCTION_DEFINITION)
			up = t->nodes[up].parent;
		at = on && up ? survey_find(s, &s->modules[module], tree_text(t, on)) : UINT32_MAX;
		if (at == UINT32_MAX || s->names[at].part_count == 0 ||
		    t->nodes[s->names[at].parts[0]].kind != K_EXPRESSION_STATEMENT)
			continue;
		added = SURVEY_PUSH(s, &s->names[at], sink);
		if (!added)
			return;
		s->names[at].carries |= SURVEY_UNKNOWN;
		*added =
		    (struct survey_sink){SURVEY_UNKNOWN, i, STR("what is put in while it runs")};
	}
}

static void
bind_statement(struct survey *s, uint32_t module, uint32_t i)
{
	const struct tree *t = &s->modules[module].tree;

	if (t->nodes[i].kind == K_FOR_STATEMENT)
		bind_identifiers(
		    s, module, tree_child(t, i, F_LEFT), tree_child(t, i, F_RIGHT), true);
	else if (t->nodes[i].kind == K_WITH_ITEM || t->nodes[i].kind == K_NAMED_EXPRESSION)
		bind_identifiers(s, module, i, i, true);
	else if (t->nodes[i].kind == K_EXPRESSION_STATEMENT) {
		uint32_t first = tree_first(t, i);
		bool stores = t->nodes[first].kind == K_ASSIGNMENT ||
			      t->nodes[first].kind == K_AUGMENTED_ASSIGNMENT;

		for (; stores && (t->nodes[first].kind == K_ASSIGNMENT ||
				     t->nodes[first].kind == K_AUGMENTED_ASSIGNMENT);
		     first = tree_child(t, first, F_RIGHT))
			bind_identifiers(s, module, tree_child(t, first, F_LEFT), i, true);
		if (!stores && t->nodes[first].kind != K_STRING)
			bind_identifiers(s, module, first, i, false);
	}
}

static bool
ends_statement(enum kind k)
{
	return k == K_EXPRESSION_STATEMENT || k == K_WITH_ITEM;
}

void
survey_bind(struct survey *s, uint32_t module)
{
	struct survey_module *m = &s->modules[module];
	const struct tree *t = &m->tree;

	m->first = m->after = (uint32_t)s->name_count;
	(void)name_of(s, module, STR(""));
	for (uint32_t i = 1; !m->is_native && !m->unread && i < t->count && !s->failed; i++) {
		enum kind k = t->nodes[i].kind;

		if (k == K_FUNCTION_DEFINITION || k == K_CLASS_DEFINITION) {
			bool decorated =
			    t->nodes[t->nodes[i].parent].kind == K_DECORATED_DEFINITION;
			uint32_t part = decorated ? t->nodes[i].parent : i;

			add_part(s, module, tree_text(t, tree_child(t, i, F_NAME)), part, true);
			bind_inside(s, module, part);
			i = t->nodes[i].after - 1;
		} else if (k == K_IMPORT_STATEMENT || k == K_IMPORT_FROM_STATEMENT) {
			bind_import(s, module, i, true);
			i = t->nodes[i].after - 1;
		} else if (k == K_MATCH_STATEMENT || k == K_EXEC_STATEMENT) {
			m->unread = "it matches patterns outside functions";
		} else {
			bind_statement(s, module, i);
			if (ends_statement(k))
				bind_inside(s, module, i);
			i = ends_statement(k) ? t->nodes[i].after - 1 : i;
		}
	}
	if (survey_find(s, m, STR("__name__")) != UINT32_MAX)
		m->unread = "it gives itself another __name__";
	if (!m->is_native && !m->unread && !s->failed)
		mark_filled(s, module);
}
