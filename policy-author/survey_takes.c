/* SPDX-License-Identifier: MIT */
/* The keywords that public functions, classes that are called, and their methods take. */
#include "survey.h"

#define STEPS_MAX 8 /* of imports that lead to imports, of bases that have bases */

struct taken {
	struct survey *s;
	struct words names;
	bool known, open; /* open: it takes keywords that it does not name */
};

static uint32_t
undecorated(const struct tree *t, uint32_t node)
{
	uint32_t inner = t->nodes[node].kind == K_DECORATED_DEFINITION
			     ? tree_child_of_kind(t, node, K_FUNCTION_DEFINITION)
			     : node;

	return inner != 0 ? inner : tree_child_of_kind(t, node, K_CLASS_DEFINITION);
}

const struct survey_name *
survey_origin(const struct survey *s, const struct survey_name *n)
{
	for (unsigned steps = 0; steps < STEPS_MAX && n->targets.count == 1; steps++) {
		struct str module, name;
		const struct survey_module *m;
		uint32_t found;

		dotted_split(n->targets.items[0], &module, &name);
		m = survey_module(s, module);
		found = m ? survey_find(s, m, name) : UINT32_MAX;
		if (found == UINT32_MAX)
			return n;
		n = &s->names[found];
	}
	return n;
}

static void
add_name(struct taken *k, struct str name)
{
	k->s->failed = !words_add(k->s->arena, &k->names, name) || k->s->failed;
}

/* The name of one parameter; empty where it takes what has no name. */
static struct str
name_of(struct taken *k, const struct tree *t, uint32_t parameter)
{
	enum kind kind = (enum kind)t->nodes[parameter].kind;
	uint32_t first = kind == K_TYPED_PARAMETER ? tree_first(t, parameter) : parameter;

	if (t->nodes[first].kind == K_DICTIONARY_SPLAT_PATTERN)
		k->open = true;
	if (kind == K_DEFAULT_PARAMETER || kind == K_TYPED_DEFAULT_PARAMETER)
		first = tree_child(t, parameter, F_NAME);
	return t->nodes[first].kind == K_IDENTIFIER ? tree_text(t, first) : (struct str){"", 0};
}

/* `bound`: the first is the object itself. */
static void
add_parameters(struct taken *k, const struct tree *t, uint32_t function, bool bound)
{
	uint32_t list = tree_child(t, function, F_PARAMETERS), from = tree_first(t, list);

	k->known = true;
	for (uint32_t i = from; i != 0; i = tree_next(t, i))
		if (t->nodes[i].kind == K_POSITIONAL_SEPARATOR) {
			bound = bound && from != tree_first(t, list);
			from = tree_next(t, i);
		}
	for (uint32_t i = from; i != 0; i = tree_next(t, i)) {
		struct str name = name_of(k, t, i);

		if (name.n > 0 && !bound)
			add_name(k, name);
		bound = false;
	}
}

static bool
is_static(const struct tree *t, uint32_t definition)
{
	for (uint32_t i = tree_first(t, definition); i != 0; i = tree_next(t, i))
		if (t->nodes[i].kind == K_DECORATOR &&
		    str_ends(str_trim(tree_text(t, i)), STR("staticmethod")))
			return true;
	return false;
}

/* @dataclass, or NamedTuple as a base: its fields are its parameters. */
static bool
makes_parameters(const struct tree *t, uint32_t definition, uint32_t class)
{
	for (uint32_t i = tree_first(t, definition); definition != class && i != 0;
	     i = tree_next(t, i))
		if (t->nodes[i].kind == K_DECORATOR &&
		    str_find(tree_text(t, i), STR("dataclass"), 0) != SIZE_MAX)
			return true;
	return str_find(tree_text(t, tree_child(t, class, F_SUPERCLASSES)), STR("NamedTuple"), 0) !=
	       SIZE_MAX;
}

static void
add_fields(struct taken *k, const struct tree *t, uint32_t class)
{
	uint32_t body = tree_child(t, class, F_BODY);

	k->known = true;
	for (uint32_t i = tree_first(t, body); i != 0; i = tree_next(t, i)) {
		uint32_t set = t->nodes[i].kind == K_EXPRESSION_STATEMENT ? tree_first(t, i) : i;

		if (t->nodes[set].kind == K_ASSIGNMENT && tree_child(t, set, F_TYPE) != 0)
			add_name(k, tree_text(t, tree_child(t, set, F_LEFT)));
	}
}

static uint32_t
method_of(const struct tree *t, uint32_t class, struct str name)
{
	uint32_t body = tree_child(t, class, F_BODY);

	for (uint32_t i = tree_first(t, body); i != 0; i = tree_next(t, i)) {
		uint32_t f = undecorated(t, i);

		if (t->nodes[f].kind == K_FUNCTION_DEFINITION &&
		    str_eq(tree_text(t, tree_child(t, f, F_NAME)), name))
			return f;
	}
	return 0;
}

static void add_taken(struct taken *k, const struct survey_name *n, unsigned deep);

/* The constructor: the class's own, else the only base's if the package has it. */
static void
add_class(struct taken *k, const struct survey_name *n, uint32_t definition, unsigned deep)
{
	const struct survey_module *m = &k->s->modules[n->module];
	const struct tree *t = &m->tree;
	uint32_t class = undecorated(t, definition), bases = tree_child(t, class, F_SUPERCLASSES),
		 base = tree_first(t, bases), made = method_of(t, class, STR("__init__")), found;

	if (made == 0)
		made = method_of(t, class, STR("__new__"));
	if (made != 0) {
		add_parameters(k, t, made, true);
	} else if (makes_parameters(t, definition, class)) {
		add_fields(k, t, class);
	} else if (base == 0 || str_is(tree_text(t, base), "object")) {
		k->known = true;
	} else if (tree_next(t, base) == 0 &&
		   (found = survey_find(k->s, m, tree_text(t, base))) != UINT32_MAX) {
		add_taken(k, survey_origin(k->s, &k->s->names[found]), deep + 1);
	}
}

static void
add_taken(struct taken *k, const struct survey_name *n, unsigned deep)
{
	const struct tree *t = &k->s->modules[n->module].tree;

	for (size_t i = 0; i < n->part_count && deep < STEPS_MAX; i++) {
		uint32_t inner = undecorated(t, n->parts[i]);

		if (t->nodes[inner].kind == K_FUNCTION_DEFINITION)
			add_parameters(k, t, inner, false);
		else if (t->nodes[inner].kind == K_CLASS_DEFINITION)
			add_class(k, n, n->parts[i], deep);
	}
}

static void
put(const struct taken *k, struct str admitted, struct buf *out)
{
	struct str word;
	const char *before = "";

	if (!k->known && admitted.n == 0)
		return;
	buf_char(out, '(');
	for (size_t i = 0; i < k->names.count; i++, before = ",")
		buf_printf(out, "%s%.*s", before, STR_ARG(k->names.items[i]));
	for (; admitted.n > 0 && str_cut(&admitted, ' ', &word); before = ",")
		buf_printf(out, "%s%.*s", before, STR_ARG(word));
	buf_printf(out, "%s)", !k->open ? "" : k->names.count > 0 || *before ? ",**" : "**");
}

bool
survey_takes_any(struct survey *s, uint32_t at)
{
	struct taken k = {.s = s};

	add_taken(&k, survey_origin(s, &s->names[at]), 0);
	return k.open || !k.known;
}

void
survey_put_takes(struct survey *s, uint32_t at, struct buf *out)
{
	const struct survey_name *n = survey_origin(s, &s->names[at]);
	struct str class = s->names[at].name;
	const struct tree *t = &s->modules[n->module].tree;
	uint32_t part = n->part_count == 1 ? n->parts[0] : 0, body;
	struct taken made = {.s = s};

	add_taken(&made, n, 0);
	put(&made, n->keywords, out);
	part = undecorated(t, part);
	if (part != 0 && t->nodes[part].kind == K_FUNCTION_DEFINITION)
		survey_put_given(s, n->module, part, STR(""), out);
	if (part == 0 || t->nodes[part].kind != K_CLASS_DEFINITION)
		return;
	body = tree_child(t, part, F_BODY);
	for (uint32_t i = tree_first(t, body); i != 0; i = tree_next(t, i)) {
		uint32_t f = undecorated(t, i);
		struct str name = tree_text(t, tree_child(t, f, F_NAME));
		struct taken method = {.s = s};

		if (t->nodes[f].kind != K_FUNCTION_DEFINITION || name.n == 0 || name.p[0] == '_')
			continue;
		add_parameters(&method, t, f, !(f != i && is_static(t, i)));
		buf_printf(out, " %.*s.%.*s", STR_ARG(class), STR_ARG(name));
		put(&method, STR(""), out);
		survey_put_given(s, n->module, f, tree_text(t, tree_child(t, part, F_NAME)), out);
	}
}
