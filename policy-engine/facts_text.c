/* SPDX-License-Identifier: MIT */
/*
 * The facts as sorted lines, in the form that the guest computes from CPython's own parse
 * (tests/differential/facts.py is the reference). Two texts are equal where both parsers read the
 * program alike.
 */
#include "facts.h"
#include "policy.h"

#include <stdlib.h>

struct lines {
	struct arena *arena;
	struct str *items;
	size_t count, capacity;
	bool failed;
};

static void add(struct lines *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void
add(struct lines *l, const char *format, ...)
{
	struct str *one =
	    l->failed ? NULL
		      : arena_push(l->arena, &l->items, &l->count, &l->capacity, sizeof(*one));
	struct buf b;
	va_list ap;

	buf_init(&b, 4096);
	va_start(ap, format);
	buf_vprintf(&b, format, ap);
	va_end(ap);
	if (one == NULL || !arena_copy(l->arena, buf_view(&b), one))
		l->failed = true;
	buf_release(&b);
}

/* "a.b.c", or false where the callee is anything else. */
static bool
dotted(const struct facts *f, uint32_t node, struct buf *out)
{
	const struct tree *t = f->tree;
	uint32_t names[TREE_DEPTH_MAX];
	size_t n = 0;

	for (node = facts_bare(f, node);
	     t->nodes[node].kind == K_ATTRIBUTE && n < ARRAY_LENGTH(names);
	     node = facts_bare(f, tree_child(t, node, F_OBJECT)))
		names[n++] = tree_child(t, node, F_ATTRIBUTE);
	if (t->nodes[node].kind != K_IDENTIFIER)
		return false;
	buf_str(out, tree_text(t, node));
	while (n > 0) {
		buf_char(out, '.');
		buf_str(out, tree_text(t, names[--n]));
	}
	return true;
}

static void
add_call(struct lines *l, const struct facts *f, const struct call *c)
{
	struct argument a;
	uint32_t at = 0;
	unsigned plain = 0, named = 0;
	struct buf b;

	while (facts_argument(f, c->arguments, &at, &a))
		if (a.name != 0 || a.double_star)
			named++;
		else
			plain++;
	buf_init(&b, 4096);
	if (!dotted(f, c->function, &b)) {
		buf_clear(&b);
		buf_text(&b, "<expr>");
	}
	add(l, "C %.*s %u %u", STR_ARG(buf_view(&b)), plain, named);
	buf_release(&b);
}

static void
add_import(struct lines *l, const struct facts *f, const struct import *m)
{
	struct str module = facts_name(f, m->module), member = facts_name(f, m->member),
		   alias = facts_name(f, m->alias);

	if (m->star)
		member = STR("*");
	add(l, "I %u %.*s %.*s %.*s", m->level, STR_ARG(module), STR_ARG(member), STR_ARG(alias));
}

/* The literal text of one string node, with what `{x=}` shows of its expression. */
static bool
text_of(const struct facts *f, uint32_t string, struct buf *out)
{
	const struct tree *t = f->tree;
	struct literal l = literal_open(t, string);
	uint32_t at = l.from;

	for (uint32_t c = tree_first(t, string); c != 0; c = tree_next(t, c)) {
		uint32_t equal = t->nodes[c].kind == K_INTERPOLATION
				     ? tree_child_of_kind(t, c, K_T_EQUAL)
				     : 0,
			 stop;

		if (t->nodes[c].kind != K_INTERPOLATION)
			continue;
		literal_decode(t, &l, at, t->nodes[c].start, out);
		at = t->nodes[c].end;
		if (equal == 0)
			continue;
		stop = tree_next(t, equal) != 0 ? t->nodes[tree_next(t, equal)].start : at - 1;
		buf_add(out, t->source.p + t->nodes[c].start + 1, stop - t->nodes[c].start - 1);
	}
	if (at < l.to)
		literal_decode(t, &l, at, l.to, out);
	return !l.named_escape;
}

static void
add_string(struct lines *l, const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	struct buf b;
	uint64_t h = 14695981039346656037u;
	bool known = true, bytes;
	uint32_t first = node;

	buf_init(&b, SIZE_MAX / 2);
	if (t->nodes[node].kind == K_STRING) {
		known = text_of(f, node, &b);
	} else {
		first = tree_first(t, node);
		for (uint32_t c = first; c != 0; c = tree_next(t, c))
			known = text_of(f, c, &b) && known;
	}
	bytes = literal_open(t, first).bytes;
	for (size_t i = 0; i < b.n; i++)
		h = (h ^ (unsigned char)b.p[i]) * 1099511628211u;
	if (known)
		add(l, "S %c %016llx %zu", bytes ? 'b' : 's', (unsigned long long)h, b.n);
	else
		add(l, "S ?");
	l->failed = l->failed || b.failed;
	buf_release(&b);
}

static const char *
kind_word(enum kind k)
{
	static const struct {
		enum kind kind;
		const char *word;
	} words[] = {{K_LAMBDA, "lambda"}, {K_LIST_COMPREHENSION, "listcomp"},
	    {K_SET_COMPREHENSION, "setcomp"}, {K_DICTIONARY_COMPREHENSION, "dictcomp"},
	    {K_GENERATOR_EXPRESSION, "genexp"}, {K_FOR_STATEMENT, "for"},
	    {K_WHILE_STATEMENT, "while"}, {K_TRY_STATEMENT, "try"}, {K_EXCEPT_CLAUSE, "except"},
	    {K_CASE_CLAUSE, "case"}, {K_RETURN_STATEMENT, "return"}, {K_RAISE_STATEMENT, "raise"},
	    {K_ASSERT_STATEMENT, "assert"}, {K_DELETE_STATEMENT, "del"},
	    {K_CONDITIONAL_EXPRESSION, "ifexp"}, {K_NAMED_EXPRESSION, "walrus"}, {K_YIELD, "yield"},
	    {K_AWAIT, "await"}, {K_IF_STATEMENT, "if"}, {K_ELIF_CLAUSE, "if"},
	    {K_SUBSCRIPT, "subscript"}, {K_GENERIC_TYPE, "subscript"},
	    {K_FUNCTION_DEFINITION, "def"}, {K_CLASS_DEFINITION, "class"},
	    {K_WITH_STATEMENT, "with"}};

	for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
		if (words[i].kind == k)
			return words[i].word;
	return NULL;
}

static void
add_node(struct lines *l, const struct facts *f, uint32_t i)
{
	const struct tree *t = f->tree;
	enum kind k = (enum kind)t->nodes[i].kind;
	enum role role = (enum role)f->role[i];
	struct str s = tree_text(t, i);

	if (k == K_IDENTIFIER && (role == ROLE_ATTRIBUTE || role == ROLE_PATTERN_ATTRIBUTE))
		add(l, "A %.*s", STR_ARG(s));
	else if (k == K_IDENTIFIER && role != ROLE_IMPORT &&
		 !(role == ROLE_CAPTURE && str_is(s, "_")))
		add(l, "N %.*s", STR_ARG(s));
	else if (k == K_CONCATENATED_STRING ||
		 (k == K_STRING && t->nodes[t->nodes[i].parent].kind != K_CONCATENATED_STRING))
		add_string(l, f, i);
	else if (kind_word(k) != NULL)
		add(l, "K %s", kind_word(k));
}

static int
compare_lines(const void *a, const void *b)
{
	return str_compare(*(const struct str *)a, *(const struct str *)b);
}

bool
policy_facts(struct arena *a, struct str code, struct buf *out, struct err *err)
{
	struct tree tree;
	struct facts *f = arena_alloc(a, sizeof(*f));
	struct lines l = {.arena = a};

	if (f == NULL || !tree_parse(a, code, &tree))
		return err_memory(err);
	if (tree.fault != TREE_OK)
		return err_set(err, ERR_INPUT, "the text is not Python that the gate can read");
	if (!facts_collect(a, &tree, f))
		return err_memory(err);
	for (uint32_t i = 1; i < tree.count; i++)
		add_node(&l, f, i);
	for (size_t i = 0; i < f->calls_count; i++)
		add_call(&l, f, &f->calls[i]);
	for (size_t i = 0; i < f->imports_count; i++)
		add_import(&l, f, &f->imports[i]);
	if (l.failed)
		return err_memory(err);
	if (l.count > 1)
		qsort(l.items, l.count, sizeof(*l.items), compare_lines);
	for (size_t i = 0; i < l.count; i++) {
		buf_str(out, l.items[i]);
		buf_char(out, '\n');
	}
	return !out->failed || err_memory(err);
}
