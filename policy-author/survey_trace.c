/* SPDX-License-Identifier: MIT */
/*
 * Finds the names that each name mentions. A mention counts as a call: tables of functions, callbacks and defaults
 * are followed like calls. A class leads to all of its methods, so that a call of a method on an
 * object whose class the function does not name adds nothing.
 */
#include "survey.h"

#include "facts.h"

#include <stdio.h>

#define PATH_STEPS_MAX 16 /* of imports that lead to imports */

struct at { /* the mention that is followed */
	struct survey *s;
	uint32_t from; /* the name */
	uint32_t node;
	unsigned steps;
	struct str star_name; /* looked for in modules of which others import all */
	uint32_t turn;        /* modules with it were looked in */
	bool is_import;       /* a module as such is nothing */
};

static void follow(struct at *at, struct str path);

struct survey_module *
survey_module(const struct survey *s, struct str dotted)
{
	uint16_t number = s->module_named[names_find(&s->module_names, dotted)];

	return number == 0 ? NULL : &s->modules[number - 1];
}

static void
add_sink(struct at *at, unsigned capabilities, struct str what)
{
	struct survey_name *n = &at->s->names[at->from];
	struct survey_sink *added;

	for (size_t i = 0; i < n->sink_count; i++)
		if (str_eq(n->sinks[i].what, what))
			return;
	if (capabilities == 0 ||
	    (n->sink_count >= SURVEY_SINKS_SHOWN && (capabilities & ~n->carries) == 0))
		return;
	n->carries |= capabilities;
	added = SURVEY_PUSH(at->s, n, sink);
	if (!added || !arena_copy(at->s->arena, what, &what)) {
		at->s->failed = true;
		return;
	}
	*added = (struct survey_sink){capabilities, at->node, what};
}

static void
add_lead(struct at *at, uint32_t to)
{
	struct survey_name *n = &at->s->names[at->from];
	uint32_t *added;

	for (size_t i = 0; i < n->lead_count; i++)
		if (n->leads[i] == to)
			return;
	added = SURVEY_PUSH(at->s, n, lead);
	if (added)
		*added = to;
}

/* -- modules that get another name -------------------------------------------------------------- */

static void
add_holder(struct survey *s, struct str name)
{
	s->failed = !words_add(s->arena, &s->holders, name) || s->failed;
}

/* `a = os`, `self.a = b, os`, and `a` of a function that returns it, maybe as a property. */
static void
see_module(struct at *at)
{
	const struct tree *t = &at->s->modules[at->s->names[at->from].module].tree;
	uint32_t returned = 0;

	for (uint32_t i = at->node; i != 0; i = t->nodes[i].parent) {
		enum kind k = t->nodes[i].kind;
		uint32_t left = k == K_ASSIGNMENT ? tree_child(t, i, F_LEFT) : 0;

		if (k == K_RETURN_STATEMENT || k == K_YIELD)
			returned = i;
		if (k == K_LAMBDA || (k == K_FUNCTION_DEFINITION && returned == 0))
			return;
		for (uint32_t n = left; left != 0 && n < t->nodes[left].after; n++)
			if (t->nodes[n].kind == K_IDENTIFIER && at->node > n &&
			    t->nodes[n].field != F_OBJECT)
				add_holder(at->s, tree_text(t, n));
		if (k == K_FUNCTION_DEFINITION) {
			add_holder(at->s, tree_text(t, tree_child(t, i, F_NAME)));
			return;
		}
	}
}

/* -- attributes of objects whose class is not known ------------------------------------------- */

static bool
is_plain_dunder(struct str name)
{
	return str_is_one_of(name,
	    "__class__ __name__ __qualname__ __doc__ __module__ __init__ __new__ "
	    "__len__ __iter__ __next__ __repr__ __str__ __eq__ __ne__ __lt__ __le__ "
	    "__gt__ __ge__ __hash__ __enter__ __exit__ __getitem__ __setitem__ "
	    "__delitem__ __contains__ __call__ __version__ __add__ __sub__ __mul__ "
	    "__init_subclass__ __truediv__ __pow__ __neg__ __abs__ __bool__ __float__ "
	    "__int__ __array__ __copy__ __deepcopy__ __mro__ __bases__ __slots__ "
	    "__all__");
}

static void
see_attribute(struct at *at, struct str name)
{
	struct table_attribute known = table_attribute(name);
	char shown[SURVEY_NAME_BYTES];
	unsigned capabilities = known.capabilities;

	if (known.kind == ATTRIBUTE_LEADS ||
	    (str_starts(name, STR("__")) && str_ends(name, STR("__")) && !is_plain_dunder(name)))
		capabilities |= CAP_INTROSPECT;
	(void)snprintf(shown, sizeof shown, ".%.*s", STR_ARG(name));
	add_sink(at, capabilities, str_from(shown));
}

static void
see_attributes(struct at *at, struct str path)
{
	struct str word;

	while (path.n > 0 && str_cut(&path, '.', &word))
		see_attribute(at, word);
}

/* -- dotted names ----------------------------------------------------------------------------- */

static bool
join(char out[2 * SURVEY_NAME_BYTES], struct str a, struct str b)
{
	int n = b.n == 0
		    ? snprintf(out, 2 * SURVEY_NAME_BYTES, "%.*s", STR_ARG(a))
		    : snprintf(out, 2 * SURVEY_NAME_BYTES, "%.*s.%.*s", STR_ARG(a), STR_ARG(b));

	return n > 0 && n < 2 * SURVEY_NAME_BYTES;
}

static void
follow_joined(struct at *at, struct str a, struct str b)
{
	char path[2 * SURVEY_NAME_BYTES];

	if (!join(path, a, b) || at->steps == PATH_STEPS_MAX) {
		add_sink(at, SURVEY_UNKNOWN, a);
		return;
	}
	at->steps++;
	follow(at, str_from(path));
	at->steps--;
}

/* A module of the interpreter's, or of another package. */
static void
follow_foreign(struct at *at, struct str path)
{
	char next[2 * SURVEY_NAME_BYTES];
	struct str whole = path, module, word;

	str_cut(&path, '.', &module);
	if (!table_module(module).known) {
		add_sink(at, str_is(module, "__future__") ? 0 : SURVEY_UNKNOWN, whole);
		return;
	}
	while (!at->is_import && str_cut(&path, '.', &word) && word.n > 0) {
		struct table_member m = table_member(module, word);
		struct str below;

		if (join(next, module, word) && table_module(str_from(next)).known) {
			module = str_slice(whole, 0, (size_t)(word.p + word.n - whole.p));
			continue;
		}
		if (m.kind == MEMBER_MODULE) {
			below = m.target;
			follow_joined(at, below, path);
			return;
		}
		add_sink(at, m.capabilities, whole);
		see_attributes(at, path);
		return;
	}
	if (at->is_import)
		return;
	add_sink(at, table_module(module).capabilities | CAP_INTROSPECT, module);
	see_module(at);
}

static void
follow_name(struct at *at, uint32_t name, struct str rest)
{
	struct survey_name *n = &at->s->names[name];

	if (n->is_busy) {
		add_sink(at, SURVEY_UNKNOWN, n->name);
		return;
	}
	n->is_busy = true;
	for (size_t i = 0; i < n->targets.count; i++)
		follow_joined(at, n->targets.items[i], rest);
	n->is_busy = false;
	if (n->part_count > 0)
		add_lead(at, name);
	if (n->targets.count == 0)
		see_attributes(at, rest);
}

static void
follow_module(struct at *at, const struct survey_module *m)
{
	add_lead(at, m->first);
	if (!at->is_import)
		see_module(at);
	for (uint32_t i = m->first + 1; !at->is_import && i < m->after; i++)
		if (at->s->names[i].part_count > 0)
			add_lead(at, i);
}

/* Follows the names that `from module import *` may have brought. */
static void
follow_stars(struct at *at, const struct survey_module *m, struct str name)
{
	struct str outer = at->star_name;
	uint32_t turn = at->turn;

	if (!str_eq(outer, name))
		at->turn = ++at->s->turns;
	at->star_name = name;
	for (size_t i = 0; i < m->stars.count; i++) {
		struct survey_module *star = survey_module(at->s, m->stars.items[i]);

		if (star && star->turn == at->turn)
			continue;
		if (star)
			star->turn = at->turn;
		if (!star || survey_find(at->s, star, name) != UINT32_MAX ||
		    star->stars.count > 0 || star->unread || star->is_native)
			follow_joined(at, m->stars.items[i], name);
	}
	at->star_name = outer;
	at->turn = turn;
}

static void
follow_member(struct at *at, const struct survey_module *m, struct str word, struct str rest)
{
	uint32_t name = survey_find(at->s, m, word),
		 lazy = survey_find(at->s, m, STR("__getattr__"));

	if (m->is_native || m->unread)
		add_lead(at, m->first);
	if (name != UINT32_MAX) {
		follow_name(at, name, rest);
		return;
	}
	if (lazy != UINT32_MAX)
		add_lead(at, lazy);
	follow_stars(at, m, word);
	see_attribute(at, word);
	see_attributes(at, rest);
}

/* Of a module that has the name of a module below it: whether an import makes it something else. */
static bool
is_other(const struct survey *s, const struct survey_module *m, struct str word)
{
	uint32_t name = survey_find(s, m, word);

	return name != UINT32_MAX && !s->names[name].is_busy;
}

static void
follow(struct at *at, struct str path)
{
	struct str whole = path, word;
	const struct survey_module *m, *below;

	str_cut(&path, '.', &word);
	if (!str_eq(word, at->s->package)) {
		follow_foreign(at, whole);
		return;
	}
	m = survey_module(at->s, word);
	while (m && path.n > 0) {
		struct str rest = path;

		if (at->is_import)
			add_lead(at, m->first);
		str_cut(&rest, '.', &word);
		below =
		    survey_module(at->s, str_slice(whole, 0, (size_t)(word.p + word.n - whole.p)));
		if (!at->is_import && (!below || is_other(at->s, m, word)))
			follow_member(at, m, word, rest);
		if (!below)
			return;
		m = below;
		path = rest;
	}
	if (m)
		follow_module(at, m);
	else
		add_sink(at, SURVEY_UNKNOWN, whole);
}

/* -- mentions --------------------------------------------------------------------------------- */

static void
see_name(struct at *at, struct str name, struct str rest)
{
	const struct survey_module *m = &at->s->modules[at->s->names[at->from].module];
	uint32_t known = survey_find(at->s, m, name);

	if (known != UINT32_MAX && known != at->from)
		follow_name(at, known, rest);
	else
		see_attributes(at, rest);
	if (known == UINT32_MAX)
		follow_stars(at, m, name);
	add_sink(at, table_member(STR("builtins"), name).capabilities, name);
}

/* The text of `getattr(x, "text")`, which is an attribute like any other. */
static bool
is_written_attribute(const struct tree *t, uint32_t i, struct str *text)
{
	uint32_t call = t->nodes[i].parent, list, second, content;

	if (t->nodes[call].kind != K_CALL || tree_child(t, call, F_FUNCTION) != i ||
	    !(str_is(tree_text(t, i), "getattr") || str_is(tree_text(t, i), "hasattr")))
		return false;
	list = tree_child(t, call, F_ARGUMENTS);
	second = list ? tree_next(t, tree_first(t, list)) : 0;
	if (second == 0 || t->nodes[second].kind != K_STRING)
		return false;
	content = tree_child_of_kind(t, second, K_STRING_CONTENT);
	if (content == 0 || t->nodes[content].after != content + 1 ||
	    t->nodes[second].after != content + 2 || t->source.p[t->nodes[second].start] == 'f')
		return false;
	*text = tree_text(t, content);
	return true;
}

static bool
is_mention(const struct tree *t, uint32_t i)
{
	enum kind above = t->nodes[t->nodes[i].parent].kind;

	if (t->nodes[i].field == F_NAME)
		return above != K_KEYWORD_ARGUMENT && above != K_FUNCTION_DEFINITION &&
		       above != K_CLASS_DEFINITION && above != K_DEFAULT_PARAMETER &&
		       above != K_TYPED_DEFAULT_PARAMETER;
	return above != K_PARAMETERS && above != K_LAMBDA_PARAMETERS &&
	       !(above == K_ATTRIBUTE && t->nodes[i].field == F_ATTRIBUTE);
}

/* `a.b.c`: its first name, and the text behind it without blanks. */
static void
see_chain(struct at *at, const struct tree *t, uint32_t i)
{
	char rest[2 * SURVEY_NAME_BYTES] = "", next[2 * SURVEY_NAME_BYTES];

	at->node = i;
	while (t->nodes[i].kind == K_ATTRIBUTE) {
		struct str word = tree_text(t, tree_child(t, i, F_ATTRIBUTE));

		if (!join(next, word, str_from(rest))) {
			add_sink(at, SURVEY_UNKNOWN, STR("a long chain of attributes"));
			return;
		}
		memcpy(rest, next, sizeof rest);
		i = tree_child(t, i, F_OBJECT);
	}
	if (t->nodes[i].kind == K_IDENTIFIER)
		see_name(at, tree_text(t, i), str_from(rest));
	else
		see_attributes(at, str_from(rest));
}

static void
see_import(struct at *at, const struct tree *t, uint32_t i)
{
	const struct survey_module *m = &at->s->modules[at->s->names[at->from].module];

	at->is_import = true;
	for (uint32_t n = m->first; n < m->after; n++) {
		const struct survey_name *name = &at->s->names[n];

		for (size_t k = 0; k < name->targets.count; k++)
			if (str_find(tree_text(t, i), name->name, 0) != SIZE_MAX)
				follow_joined(at, name->targets.items[k], STR(""));
	}
	at->is_import = false;
}

static void
see_part(struct at *at, const struct tree *t, uint32_t part)
{
	for (uint32_t i = part; i < t->nodes[part].after; i++) {
		enum kind k = t->nodes[i].kind, above = t->nodes[t->nodes[i].parent].kind;
		bool inner = above == K_ATTRIBUTE && t->nodes[i].field == F_OBJECT && i != part;
		struct str text;

		at->node = i;
		if (k == K_IMPORT_STATEMENT || k == K_IMPORT_FROM_STATEMENT) {
			see_import(at, t, i);
			i = t->nodes[i].after - 1;
		} else if (k == K_ATTRIBUTE && !inner) {
			see_chain(at, t, i);
		} else if (k == K_IDENTIFIER && !inner && is_mention(t, i)) {
			if (is_written_attribute(t, i, &text))
				see_attribute(at, text);
			else if (str_is(tree_text(t, i), "getattr"))
				add_sink(at, CAP_INTROSPECT, STR("getattr by text"));
			else
				see_name(at, tree_text(t, i), STR(""));
		}
	}
}

/* Reads the code that runs on import: calls and decorators outside functions. */
static void
see_statements(struct at *at, const struct survey_module *m)
{
	const struct tree *t = &m->tree;

	for (uint32_t i = 1; i < t->count; i++) {
		enum kind k = t->nodes[i].kind;

		if (survey_is_main(t, i) ||
		    (k == K_BLOCK && t->nodes[t->nodes[i].parent].kind == K_FUNCTION_DEFINITION)) {
			i = t->nodes[i].after - 1;
		} else if (k == K_CALL || k == K_DECORATOR || k == K_IMPORT_STATEMENT ||
			   k == K_IMPORT_FROM_STATEMENT) {
			see_part(at, t, i);
			i = t->nodes[i].after - 1;
		}
	}
	at->is_import = true;
	for (size_t i = 0; i < m->stars.count; i++)
		follow_joined(at, m->stars.items[i], STR(""));
	at->is_import = false;
}

bool
survey_trace(struct survey *s)
{
	for (uint32_t n = 0; n < s->name_count && !s->failed; n++) {
		const struct survey_name *name = &s->names[n];
		const struct survey_module *m = &s->modules[name->module];
		struct at at = {.s = s, .from = n};

		if (m->unread || m->is_native)
			add_sink(&at, m->unread ? SURVEY_UNKNOWN : CAP_NATIVE, m->name);
		else if (n == m->first)
			see_statements(&at, m);
		for (size_t i = 0; i < name->part_count; i++)
			see_part(&at, &m->tree, name->parts[i]);
		for (size_t i = 0; i < name->targets.count && name->is_public; i++)
			follow_joined(&at, name->targets.items[i], STR(""));
	}
	return !s->failed;
}
