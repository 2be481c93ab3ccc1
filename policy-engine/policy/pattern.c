/* SPDX-License-Identifier: MIT */
/* From a pattern's text to its tree, with the places of its metavariables. */
#include "pattern.h"

#include "facts.h"
#include "literal.h"

#include <stdio.h>

struct reader {
	struct arena *arena;
	struct pattern_rule *rule;
	struct pattern *out;
	const struct facts *facts; /* of the pattern, read as a program */
	struct err *err;
};

static bool
is_name_byte(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* `$X` becomes `_X`, as long as it was, so that places stay. Strings are set right again after the
 * parse: what is no name there keeps its text. */
static struct str
masked(struct arena *a, struct str text)
{
	char *p = arena_text(a, text);

	for (size_t i = 0; p != NULL && i < text.n; i++)
		if (p[i] == '$')
			p[i] = '_';
	return (struct str){p, p == NULL ? 0 : text.n};
}

/* The metavariable that a name of the pattern is, as written: "$X", "$$$X", or nothing. */
static bool
read_name(struct str written, struct str *name, bool *run)
{
	size_t dollars = 0;

	while (dollars < written.n && written.p[dollars] == '$')
		dollars++;
	*name = str_slice(written, dollars, written.n);
	*run = dollars == 3;
	return dollars > 0;
}

static bool
is_good_name(struct str name, bool run)
{
	if (name.n == 0)
		return run;
	for (size_t i = 0; i < name.n; i++)
		if (!is_name_byte(name.p[i]))
			return false;
	return (name.p[0] >= 'A' && name.p[0] <= 'Z') || (str_is(name, "_") && !run);
}

static bool refuse(struct reader *r, const char *help, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool
refuse(struct reader *r, const char *help, const char *format, ...)
{
	char text[ERR_MESSAGE_BYTES];
	va_list ap;

	va_start(ap, format);
	(void)vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	err_set(r->err, ERR_INPUT, "%s", text);
	return err_help(r->err, "%s", help);
}

static bool
number_of(struct reader *r, struct str name, bool run, uint8_t *out)
{
	struct pattern_rule *rule = r->rule;
	size_t i = 0;

	while (i < rule->name_count && !str_eq(rule->names[i].name, name))
		i++;
	if (i == PATTERN_NAMES_MAX)
		return refuse(
		    r, "a rule may have 16", "'$%.*s' is one metavariable too many", STR_ARG(name));
	if (i == rule->name_count) {
		rule->names[rule->name_count++] = (struct metavariable){.run = run};
		if (!arena_copy(r->arena, name, &rule->names[i].name))
			return err_memory(r->err);
	}
	if (rule->names[i].run != run)
		return refuse(r, "call one of them otherwise",
		    "'%.*s' stands for one thing and for a run", STR_ARG(name));
	*out = (uint8_t)(HOLE_FIRST + i);
	return true;
}

bool
pattern_is_statement_list(enum kind k)
{
	return k == K_MODULE || k == K_BLOCK;
}

static bool
is_list(enum kind k)
{
	switch ((int)k) {
	case K_ARGUMENT_LIST:
	case K_LIST:
	case K_TUPLE:
	case K_SET:
	case K_EXPRESSION_LIST:
	case K_PATTERN_LIST:
	case K_TUPLE_PATTERN:
	case K_LIST_PATTERN:
	case K_PARAMETERS:
	case K_LAMBDA_PARAMETERS:
	case K_IMPORT_STATEMENT:
	case K_IMPORT_FROM_STATEMENT:
		return true;
	default:
		return pattern_is_statement_list(k);
	}
}

/* A node that is nothing but its only child: the metavariable stands for all of it. */
static uint32_t
whole_of(const struct tree *t, uint32_t node)
{
	for (;;) {
		uint32_t up = t->nodes[node].parent;
		enum kind k = (enum kind)t->nodes[up].kind;
		bool alone = tree_first(t, up) == node && tree_next(t, node) == 0;

		if (up == 0 || !alone ||
		    (k != K_EXPRESSION_STATEMENT && k != K_DOTTED_NAME && k != K_TYPE &&
			k != K_PARENTHESIZED_EXPRESSION && k != K_CASE_PATTERN))
			return node;
		node = up;
	}
}

static bool
read_hole(struct reader *r, uint32_t node)
{
	const struct tree *t = &r->out->tree;
	struct str name, written = tree_text(t, node);
	uint32_t whole = whole_of(t, node);
	enum kind k = (enum kind)t->nodes[whole].kind;
	bool run, value;
	uint8_t hole = 0;

	if (!read_name(written, &name, &run))
		return true;
	if (!is_good_name(name, run))
		return refuse(r, "they are written '$NAME', '$$$NAME', '$_' and '$$$'",
		    "'%.*s' is no metavariable", STR_ARG(written));
	if (run && !is_list((enum kind)t->nodes[t->nodes[whole].parent].kind))
		return refuse(r, "a run stands among arguments, elements, parameters or statements",
		    "'%.*s' stands where there is one thing", STR_ARG(written));
	if (name.n == 0 || str_is(name, "_")) {
		r->out->holes[whole] = run ? HOLE_ANY_RUN : HOLE_ANY;
		return true;
	}
	if (!number_of(r, name, run, &hole))
		return false;
	r->out->holes[whole] = hole;
	value = r->facts->role[node] == ROLE_LOAD && k != K_EXPRESSION_STATEMENT && k != K_TYPE;
	r->rule->names[hole - HOLE_FIRST].has_value |= value;
	return true;
}

/* What a plain string says; one with replacement fields is compared by its parts. */
static bool
read_string(struct reader *r, uint32_t node)
{
	const struct tree *t = &r->out->tree;
	struct literal l = literal_open(t, node);
	struct buf b;
	bool whole;

	for (uint32_t c = node + 1; c < t->nodes[node].after; c++)
		if (t->nodes[c].kind == K_INTERPOLATION)
			return true;
	buf_init(&b, PATTERN_BYTES_MAX * 4);
	literal_decode(t, &l, l.from, l.to, &b);
	whole = !b.failed && arena_copy(r->arena, buf_view(&b), &r->out->texts[node]);
	buf_release(&b);
	return whole || err_memory(r->err);
}

static bool
read_nodes(struct reader *r)
{
	const struct tree *t = &r->out->tree;

	r->out->holes = arena_alloc(r->arena, t->count);
	r->out->texts = arena_array(r->arena, t->count, sizeof(*r->out->texts));
	if (r->out->holes == NULL || r->out->texts == NULL)
		return err_memory(r->err);
	for (uint32_t i = 1; i < t->count; i++)
		if ((t->nodes[i].kind == K_IDENTIFIER && !read_hole(r, i)) ||
		    (t->nodes[i].kind == K_STRING && !read_string(r, i)))
			return false;
	return true;
}

/* One expression or statement, or several statements in a row. */
static bool
find_root(struct reader *r)
{
	struct pattern *p = r->out;
	const struct tree *t = &p->tree;
	uint32_t node = tree_first(t, 0);
	bool fixed = false;

	for (uint32_t c = node; c != 0; c = tree_next(t, c))
		fixed = fixed || p->holes[c] == HOLE_NONE;
	if (!fixed)
		return refuse(r, "say what stands around it",
		    "'%.*s' has nothing but metavariables, and so any form", STR_ARG(p->text));
	p->is_sequence = tree_next(t, node) != 0;
	if (p->is_sequence)
		return true;
	if (t->nodes[node].kind == K_EXPRESSION_STATEMENT && tree_next(t, tree_first(t, node)) == 0)
		node = tree_first(t, node);
	while (t->nodes[node].kind == K_PARENTHESIZED_EXPRESSION)
		node = tree_first(t, node);
	p->root = node;
	return true;
}

static bool
refuse_syntax(struct reader *r, const struct tree *t)
{
	unsigned line, column;

	text_place(t->source, t->fault_at, &line, &column);
	err_set(r->err, ERR_INPUT, "the pattern is no Python, at line %u, column %u of it", line,
	    column);
	return err_help(r->err, "but for '$NAME' (one thing), '$$$NAME' (a run) and '$_' it is "
				"written as a program is");
}

bool
pattern_parse(struct arena *a, struct pattern_rule *rule, struct str text, struct pattern *out,
    struct err *err)
{
	struct facts *f = arena_alloc(a, sizeof(*f));
	struct reader r = {.arena = a, .rule = rule, .out = out, .facts = f, .err = err};
	struct str parsed;

	*out = (struct pattern){.root = 0};
	if (f == NULL || !arena_copy(a, str_trim(text), &out->text))
		return err_memory(err);
	parsed = masked(a, out->text);
	if (parsed.p == NULL || !tree_parse(a, parsed, &out->tree))
		return err_memory(err);
	if (out->tree.fault != TREE_OK)
		return refuse_syntax(&r, &out->tree);
	if (out->tree.count > PATTERN_NODES_MAX)
		return refuse(&r, "split it into rules", "the pattern is too large: '%.*s'",
		    STR_ARG(str_slice(out->text, 0, out->text.n < 60 ? out->text.n : 60)));
	if (tree_first(&out->tree, 0) == 0)
		return refuse(&r, "write an expression or a statement", "the pattern is empty");
	if (!facts_collect(a, &out->tree, f))
		return err_memory(err);
	out->tree.source = out->text;
	return read_nodes(&r) && find_root(&r);
}
