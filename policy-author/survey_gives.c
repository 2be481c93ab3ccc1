/* SPDX-License-Identifier: MIT */
/*
 * The class of what a function gives, as far as its text tells: an annotation, in the source or in
 * the stub beside it, or that each of its `return` statements gives self. It is what the package
 * says: for people, and the gate believes only what a person confirmed.
 */
#include "survey.h"

#include "table.h"

static bool
is_dotted(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (!((c | 32) >= 'a' && (c | 32) <= 'z') && !(c >= '0' && c <= '9') && c != '_' &&
		    c != '.')
			return false;
	}
	return s.n > 0;
}

/* Without quotes, and without the None beside it: "Table", Optional[Table], Table | None */
static struct str
plain_type(struct str type)
{
	struct str none = STR("| None"), optional = STR("Optional[");
	size_t at;

	type = str_trim(type);
	if (type.n > 1 && (type.p[0] == '"' || type.p[0] == '\'') &&
	    type.p[type.n - 1] == type.p[0])
		type = str_slice(type, 1, type.n - 1);
	at = str_find(type, optional, 0);
	if (at != SIZE_MAX && str_ends(type, STR("]")) && is_dotted(str_slice(type, 0, at + 8)))
		type = str_slice(type, at + optional.n, type.n - 1);
	if (str_ends(type, none))
		type.n -= none.n;
	return str_trim(type);
}

/* What the name is in its module: a class of the package, or of another that is imported. */
static void
put_class(const struct survey *s, const struct survey_module *m, struct str type, struct buf *out)
{
	struct str rest = type, first;
	const struct survey_name *n;
	uint32_t found;

	str_cut(&rest, '.', &first);
	found = survey_find(s, m, first);
	if (found == UINT32_MAX) {
		if (table_member(STR("builtins"), type).kind == MEMBER_CLASS)
			buf_printf(out, ":%.*s", STR_ARG(type));
		return;
	}
	n = survey_origin(s, &s->names[found]);
	if (n->targets.count == 1)
		buf_printf(out, ":%.*s%s%.*s", STR_ARG(n->targets.items[0]), rest.n > 0 ? "." : "",
		    STR_ARG(rest));
	else if (n->targets.count == 0 && rest.n == 0)
		buf_printf(
		    out, ":%.*s.%.*s", STR_ARG(s->modules[n->module].name), STR_ARG(n->name));
}

static uint32_t
definition_of(const struct tree *t, uint32_t first, enum kind kind, struct str name)
{
	for (uint32_t i = first; i != 0; i = tree_next(t, i)) {
		uint32_t inner =
		    t->nodes[i].kind == K_DECORATED_DEFINITION ? tree_child_of_kind(t, i, kind) : i;

		if (inner != 0 && t->nodes[inner].kind == (uint16_t)kind &&
		    str_eq(tree_text(t, tree_child(t, inner, F_NAME)), name))
			return inner;
	}
	return 0;
}

/* The annotation of what a function gives, or nothing. */
static struct str
type_of(const struct tree *t, uint32_t function)
{
	uint32_t type = function == 0 ? 0 : tree_child(t, function, F_RETURN_TYPE);

	return type == 0 ? STR("") : tree_text(t, type);
}

/* Of the function, or of the method of the class, in a stub. */
static struct str
type_in_stub(const struct tree *t, struct str class, struct str name)
{
	uint32_t first = tree_first(t, 0), found;

	if (class.n > 0) {
		found = definition_of(t, first, K_CLASS_DEFINITION, class);
		first = found == 0 ? 0 : tree_first(t, tree_child(t, found, F_BODY));
	}
	found = definition_of(t, first, K_FUNCTION_DEFINITION, name);
	return type_of(t, found);
}

/* Each of its own return statements gives the first parameter, which nothing else is bound to. */
static bool
gives_self(const struct tree *t, uint32_t function)
{
	uint32_t end = t->nodes[function].after, parameters = tree_child(t, function, F_PARAMETERS);
	struct str self = tree_text(t, tree_first(t, parameters));
	bool any = false;

	if (t->nodes[t->nodes[function].parent].kind == K_DECORATED_DEFINITION) /* static */
		return false;
	if (self.n == 0 || !is_dotted(self))
		return false;
	for (uint32_t i = t->nodes[parameters].after; i < end; i++) {
		enum kind k = (enum kind)t->nodes[i].kind,
			  up = (enum kind)t->nodes[t->nodes[i].parent].kind;

		if (k == K_FUNCTION_DEFINITION || k == K_LAMBDA || k == K_YIELD)
			return false;
		if (k == K_IDENTIFIER && str_eq(tree_text(t, i), self) && up != K_ATTRIBUTE &&
		    up != K_RETURN_STATEMENT && up != K_ARGUMENT_LIST && up != K_CALL)
			return false;
		if (k == K_RETURN_STATEMENT && !str_eq(tree_text(t, tree_first(t, i)), self))
			return false;
		any = any || k == K_RETURN_STATEMENT;
	}
	return any;
}

void
survey_put_given(
    const struct survey *s, uint32_t module, uint32_t function, struct str class, struct buf *out)
{
	const struct survey_module *m = &s->modules[module];
	const struct tree *t = &m->tree;
	struct str type = type_of(t, function);

	if (type.n == 0 && m->has_stub)
		type = type_in_stub(&m->stub, class, tree_text(t, tree_child(t, function, F_NAME)));
	type = plain_type(type);
	if (class.n > 0 && (str_is(type, "Self") || str_ends(type, STR("typing.Self")) ||
			       (type.n == 0 && gives_self(t, function))))
		buf_text(out, ":self");
	else if (is_dotted(type))
		put_class(s, m, type, out);
}

/* -- what a person confirmed -------------------------------------------------------------------- */

#define PLACES_ALL UINT32_MAX /* as bits: each argument may come back instead */
#define BASES_MAX 8           /* of a class whose base has a base */

static const struct survey_name *
find_class(const struct survey *s, const struct survey_module *m, struct str name)
{
	uint32_t found = survey_find(s, m, name);

	return found == UINT32_MAX ? NULL : survey_origin(s, &s->names[found]);
}

/* What makes its objects, and their attributes, stands in its text and in those of its bases. */
static bool
is_plain_class(const struct survey *s, const struct survey_name *n, unsigned deep)
{
	const struct survey_module *m = &s->modules[n->module];
	const struct tree *t = &m->tree;
	uint32_t class = n->part_count == 1 && n->targets.count == 0 ? n->parts[0] : 0;
	uint32_t bases = class == 0 ? 0 : tree_child(t, class, F_SUPERCLASSES);

	if (deep == BASES_MAX || class == 0 || t->nodes[class].kind != K_CLASS_DEFINITION)
		return false;
	for (uint32_t i = class; i < t->nodes[class].after; i++)
		if (t->nodes[i].kind == K_IDENTIFIER &&
		    (str_is(tree_text(t, i), "__new__") || str_is(tree_text(t, i), "__getattr__") ||
			str_is(tree_text(t, i), "__getattribute__")))
			return false;
	for (uint32_t i = bases == 0 ? 0 : tree_first(t, bases); i != 0; i = tree_next(t, i)) {
		const struct survey_name *base = find_class(s, m, tree_text(t, i));

		if (base == NULL ? !str_is(tree_text(t, i), "object")
				 : !is_plain_class(s, base, deep + 1))
			return false;
	}
	return true;
}

/* "MODULE.NAME" of a class whose objects a program may count on. */
static bool
is_counted(const struct survey_reach *r, struct str class)
{
	const struct survey *s = r->survey;
	struct str module, name;
	const struct survey_module *m;
	uint32_t found;

	dotted_split(class, &module, &name);
	m = survey_module(s, module);
	found = m == NULL ? UINT32_MAX : survey_find(s, m, name);
	return found != UINT32_MAX && survey_is_admitted(r, found) &&
	       survey_origin(s, &s->names[found])->confirmed &&
	       is_plain_class(s, survey_origin(s, &s->names[found]), 0);
}

/* A coroutine, a generator and what a decorator makes of it give something else. */
static bool
is_plain_function(const struct tree *t, uint32_t function)
{
	bool plain = t->nodes[function].kind == K_FUNCTION_DEFINITION &&
		     str_starts(tree_text(t, function), STR("def"));

	for (uint32_t i = function; plain && i < t->nodes[function].after; i++)
		plain = t->nodes[i].kind != K_YIELD;
	return plain;
}

/* "CLASS/PLACES" of a function; of a method with a dot before it, "." for its own object, ".?" for what
 * nobody knows. */
static void
put_result(const struct survey_reach *r, const struct survey_name *n, uint32_t function,
    struct str class, const char *symbol, struct buf *out)
{
	const struct tree *t = &r->survey->modules[n->module].tree;
	struct str name = tree_text(t, tree_child(t, function, F_NAME)), given;
	const char *dot = class.n > 0 ? "." : "";
	struct buf found;

	if (!is_plain_function(t, function) || name.p[0] == '_' ||
	    words_have(&r->survey->holders, name))
		return;
	buf_init(&found, SURVEY_NAME_BYTES);
	survey_put_given(r->survey, n->module, function, class, &found);
	given = str_slice(buf_view(&found), 1, found.n);
	if (class.n > 0 || is_counted(r, given))
		buf_printf(out, "returns %s%s%.*s %s", symbol, dot,
		    STR_ARG(class.n > 0 ? name : class), dot);
	if (is_counted(r, given))
		buf_printf(out, "%.*s/%u\n", STR_ARG(given), PLACES_ALL);
	else if (class.n > 0)
		buf_text(out, str_is(given, "self") ? "\n" : "?\n");
	buf_release(&found);
}

void
survey_put_returns(const struct survey_reach *r, uint32_t at, struct buf *out)
{
	const struct survey *s = r->survey;
	const struct survey_name *n = survey_origin(s, &s->names[at]);
	const struct tree *t = &s->modules[n->module].tree;
	uint32_t part = n->part_count == 1 ? n->parts[0] : 0;
	const char *symbol;

	if (!n->confirmed || part == 0 || !survey_is_admitted(r, at))
		return;
	symbol = arena_printf(s->arena, "%.*s.%.*s", STR_ARG(s->modules[s->names[at].module].name),
	    STR_ARG(s->names[at].name));
	if (symbol == NULL) {
		out->failed = true;
		return;
	}
	if (!is_counted(r, str_from(symbol))) {
		put_result(r, n, part, STR(""), symbol, out);
		return;
	}
	buf_printf(out, "returns %s %s/%u\n", symbol, symbol, PLACES_ALL);
	for (uint32_t i = tree_first(t, tree_child(t, part, F_BODY)); i != 0; i = tree_next(t, i))
		put_result(r, n, i, n->name, symbol, out);
}
