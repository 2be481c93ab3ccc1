/* SPDX-License-Identifier: MIT */
/*
 * gate_facts: what the gate sees in Python files, one fact a line, for compare.py.
 *
 * Reads paths on stdin, one a line; with --frames, "<bytes>\n" and that many bytes instead. Prints
 * for each text `F <path>`, then its facts, then `E`. A fact is
 *
 *	kind, line, scope, blocks, what ...
 *
 * with tabs between: `scope` is the path of definitions around it, `blocks` how many indented
 * blocks hold it. A text that the gate's byte and tree rules refuse has only lines
 * `refused, line, rule`.
 */
#include "fact_list.h"
#include "file.h"
#include "hash.h"
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>

#define TEXT_BYTES_MAX ((size_t)64 << 20)
#define ARENA_BYTES_MAX ((size_t)1 << 30)
#define LINE_BYTES_MAX 4096

struct printer {
	const struct facts *f;
	const struct tree *t;
	struct buf out;
	uint32_t *lines; /* where each begins */
	size_t line_count, line_capacity;
	uint16_t *blocks; /* by node */
};

static uint32_t
line_of(const struct printer *p, uint32_t at)
{
	size_t low = 0, high = p->line_count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (p->lines[middle] <= at)
			low = middle;
		else
			high = middle;
	}
	return (uint32_t)low + 1;
}

static void
put_scope_name(struct printer *p, const struct scope *s)
{
	if (s->kind == SCOPE_LAMBDA)
		buf_text(&p->out, "<lambda>");
	else if (s->kind == SCOPE_COMPREHENSION)
		buf_text(&p->out, "<comprehension>");
	else
		buf_str(&p->out, facts_name(p->f, s->name));
}

static void
put_path(struct printer *p, uint32_t scope)
{
	uint32_t path[TREE_DEPTH_MAX + 2];
	size_t n = 0;

	for (; scope != 0 && n < ARRAY_LENGTH(path); scope = p->f->scopes[scope].parent)
		path[n++] = scope;
	while (n-- > 0) {
		buf_char(&p->out, '/');
		put_scope_name(p, &p->f->scopes[path[n]]);
	}
}

/* The columns that all facts have; `at` is the byte whose line counts. */
static void
put_head(struct printer *p, const char *kind, uint32_t node, uint32_t at, uint32_t scope)
{
	buf_printf(&p->out, "%s\t%u\t", kind, line_of(p, at));
	put_path(p, scope);
	buf_printf(&p->out, "\t%u\t", p->blocks[node]);
}

static void
put_node_head(struct printer *p, const char *kind, uint32_t node)
{
	put_head(p, kind, node, p->t->nodes[node].start, p->f->scope_of[node]);
}

static void
put_import(struct printer *p, const struct import *m)
{
	put_node_head(p, "import", m->node);
	buf_printf(&p->out, "%u\t", m->level);
	buf_str(&p->out, facts_name(p->f, m->module));
	buf_char(&p->out, '\t');
	if (m->star)
		buf_char(&p->out, '*');
	buf_str(&p->out, facts_name(p->f, m->member));
	buf_char(&p->out, '\t');
	buf_str(&p->out, facts_name(p->f, m->alias));
	buf_char(&p->out, '\n');
}

static void
put_call(struct printer *p, const struct call *c)
{
	unsigned counts[ARGUMENT_KINDS];

	fact_count_arguments(p->f, c, counts);
	put_head(p, "call", c->node, p->t->nodes[facts_bare(p->f, c->node)].start,
	    p->f->scope_of[c->node]);
	fact_callee(p->f, c->function, &p->out);
	for (size_t i = 0; i < ARGUMENT_KINDS; i++)
		buf_printf(&p->out, "\t%u", counts[i]);
	buf_char(&p->out, '\n');
}

static const char *
role_name(enum role role)
{
	static const char *const names[] = {[ROLE_NONE] = "none",
	    [ROLE_LOAD] = "load",
	    [ROLE_STORE] = "store",
	    [ROLE_DELETE] = "delete",
	    [ROLE_PARAMETER] = "parameter",
	    [ROLE_ATTRIBUTE] = "attribute",
	    [ROLE_KEYWORD] = "keyword",
	    [ROLE_DEFINED] = "defined",
	    [ROLE_IMPORT] = "import",
	    [ROLE_DECLARED] = "declared",
	    [ROLE_CAPTURE] = "capture",
	    [ROLE_PATTERN_ATTRIBUTE] = "pattern"};

	return (size_t)role < ARRAY_LENGTH(names) ? names[role] : "?";
}

static void
put_name(struct printer *p, uint32_t node, uint32_t scope, enum role role, struct str name)
{
	put_head(p, "name", node, p->t->nodes[node].start, scope);
	buf_printf(&p->out, "%s\t%.*s\n", role_name(role), STR_ARG(name));
}

static void
put_names(struct printer *p)
{
	const struct facts *f = p->f;

	for (size_t i = 0; i < f->occurrences_count; i++) {
		const struct occurrence *o = &f->occurrences[i];

		put_name(p, o->node, o->scope, o->role, facts_name(f, o->name));
	}
	for (uint32_t i = 1; i < p->t->count; i++)
		if (p->t->nodes[i].kind == K_IDENTIFIER && f->role[i] == ROLE_KEYWORD)
			put_name(p, i, f->scope_of[i], ROLE_KEYWORD, facts_name(f, f->fact_of[i]));
}

static void
put_attribute(struct printer *p, const struct attribute *a)
{
	put_head(p, "attribute", a->identifier, p->t->nodes[a->identifier].start,
	    p->f->scope_of[a->node]);
	buf_printf(&p->out, "%s\t%.*s\n", role_name(a->role), STR_ARG(facts_name(p->f, a->name)));
}

static void
put_text(struct printer *p, uint32_t node)
{
	struct fact_text kind;
	struct buf text;
	struct digest digest;
	char hex[DIGEST_HEX_BYTES];

	buf_init(&text, TEXT_BYTES_MAX);
	kind = fact_text_of(p->f, node, &text);
	digest_of(buf_view(&text), &digest);
	digest_hex(&digest, hex);
	put_node_head(p, "text", node);
	buf_text(&p->out, kind.bytes ? "bytes" : "str");
	if (kind.unknown)
		buf_text(&p->out, "\tunknown\n");
	else
		buf_printf(&p->out, "\t%zu\t%.16s\n", text.n, hex);
	buf_release(&text);
}

static void
put_texts(struct printer *p)
{
	const struct tree *t = p->t;

	for (uint32_t i = 1; i < t->count; i++)
		if (fact_is_text(t, i))
			put_text(p, i);
}

static void
put_definitions(struct printer *p)
{
	static const char *const kinds[] = {[SCOPE_FUNCTION] = "function",
	    [SCOPE_LAMBDA] = "lambda",
	    [SCOPE_CLASS] = "class",
	    [SCOPE_COMPREHENSION] = "comprehension"};

	for (uint32_t i = 1; i < p->f->scopes_count; i++) {
		const struct scope *s = &p->f->scopes[i];

		put_head(p, "definition", s->node, p->t->nodes[s->node].start, s->parent);
		buf_printf(&p->out, "%s\t", kinds[s->kind]);
		put_scope_name(p, s);
		buf_char(&p->out, '\n');
	}
}

/* Where a name that `scope` mentions lives, in the words of Python's symbol tables. */
static const char *
home_of(const struct facts *f, uint32_t scope, uint32_t binding)
{
	const struct binding *b = binding == NOWHERE ? NULL : &f->bindings[binding];

	if (b == NULL || b->scope == 0 || b->is_declared_global)
		return "global";
	return b->scope == scope && !b->is_declared_nonlocal ? "local" : "free";
}

static void
put_home(struct printer *p, uint32_t scope, uint32_t name, const char *home)
{
	if (scope == 0) /* there, all is global */
		return;
	buf_printf(&p->out, "lives\t%u\t", line_of(p, p->t->nodes[p->f->scopes[scope].node].start));
	put_path(p, scope);
	buf_printf(&p->out, "\t%u\t%s\t%.*s\n", scope, home, STR_ARG(facts_name(p->f, name)));
}

static void
put_homes(struct printer *p)
{
	const struct facts *f = p->f;

	for (size_t i = 0; i < f->occurrences_count; i++) {
		const struct occurrence *o = &f->occurrences[i];
		uint32_t parent = p->t->nodes[o->node].parent;
		const char *home = home_of(f, o->scope, o->binding);

		if (o->role == ROLE_STORE && o->binding == NOWHERE) /* `(name): type` */
			continue;
		if (o->role == ROLE_DECLARED)
			home = o->scope == 0 || p->t->nodes[parent].kind == K_GLOBAL_STATEMENT
				   ? "global"
				   : "free";
		put_home(p, o->scope, o->name, home);
	}
	for (uint32_t i = 0; i < f->bindings_count; i++) {
		const struct binding *b = &f->bindings[i];

		if (!b->is_declared_global && !b->is_declared_nonlocal)
			put_home(p, b->scope, b->name, home_of(f, b->scope, i));
	}
	for (size_t i = 0; i < f->imports_count; i++)
		if (f->imports[i].binding != NOWHERE &&
		    f->bindings[f->imports[i].binding].scope != f->imports[i].scope)
			put_home(p, f->imports[i].scope, f->bindings[f->imports[i].binding].name,
			    home_of(f, f->imports[i].scope, f->imports[i].binding));
}

static void
put_facts(struct printer *p)
{
	const struct facts *f = p->f;

	for (size_t i = 0; i < f->imports_count; i++)
		put_import(p, &f->imports[i]);
	for (size_t i = 0; i < f->calls_count; i++)
		put_call(p, &f->calls[i]);
	for (size_t i = 0; i < f->attributes_count; i++)
		put_attribute(p, &f->attributes[i]);
	put_names(p);
	put_texts(p);
	put_definitions(p);
	put_homes(p);
}

static bool
measure(struct printer *p, struct arena *a)
{
	const struct tree *t = p->t;
	uint32_t *line = arena_push(a, &p->lines, &p->line_count, &p->line_capacity, sizeof(*line));

	p->blocks = fact_blocks(a, t);
	if (line == NULL || p->blocks == NULL)
		return false;
	for (uint32_t i = 0; i < t->source.n; i++) {
		if (t->source.p[i] != '\n')
			continue;
		line = arena_push(a, &p->lines, &p->line_count, &p->line_capacity, sizeof(*line));
		if (line == NULL)
			return false;
		*line = i + 1;
	}
	return true;
}

/* The gate's order: bytes, tree, facts, tree rules. False where memory ran out. */
static bool
look(struct judge *j, struct tree *t, struct facts *f)
{
	struct oddities odd;

	source_check(t->source, &odd);
	judge_source(j, &odd);
	if (odd.unreadable)
		return true;
	if (!tree_parse(j->arena, t->source, t))
		return false;
	judge_fault(j);
	if (t->fault != TREE_OK)
		return true;
	if (!facts_collect(j->arena, t, f))
		return false;
	j->facts = f;
	judge_syntax(j);
	return !j->failed;
}

static void
print_facts(const char *path, struct str source)
{
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct facts f = {0};
	struct tree t = {.source = source};
	struct judge j = {.tree = &t, .arena = a};
	struct printer p = {.f = &f, .t = &t};
	bool whole;

	if (a == NULL)
		abort();
	whole = look(&j, &t, &f);
	buf_init(&p.out, SIZE_MAX / 2);
	buf_printf(&p.out, "F %s\n", path);
	for (size_t i = 0; i < j.found.count; i++)
		buf_printf(&p.out, "refused\t%u\t%.*s\n", j.found.items[i].line,
		    STR_ARG(j.found.items[i].rule));
	if (whole && j.found.count == 0 && measure(&p, a))
		put_facts(&p);
	else if (!whole || j.found.count == 0)
		buf_text(&p.out, "refused\t1\tmemory\n");
	buf_text(&p.out, "E\n");
	fwrite(p.out.p, 1, p.out.n, stdout);
	fflush(stdout);
	buf_release(&p.out);
	arena_free(a);
}

static int
read_frames(void)
{
	char line[32];

	while (fgets(line, sizeof(line), stdin) != NULL) {
		size_t n = strtoul(line, NULL, 10);
		char *p = n <= TEXT_BYTES_MAX ? malloc(n + 1) : NULL;

		if (p == NULL || fread(p, 1, n, stdin) != n)
			return EXIT_FAILURE;
		print_facts("-", (struct str){p, n});
		free(p);
	}
	return EXIT_SUCCESS;
}

static int
read_paths(void)
{
	char line[LINE_BYTES_MAX];

	while (fgets(line, sizeof(line), stdin) != NULL) {
		struct arena *a = arena_new(2 * TEXT_BYTES_MAX);
		struct err err = {0};
		struct str source;

		line[strcspn(line, "\n")] = '\0';
		if (a == NULL || !file_read(a, line, TEXT_BYTES_MAX, &source, &err)) {
			fprintf(stderr, "gate_facts: %s: %s\n", line, err.message);
			return EXIT_FAILURE;
		}
		print_facts(line, source);
		arena_free(a);
	}
	return EXIT_SUCCESS;
}

int
main(int argc, char **argv)
{
	return argc == 2 && str_is(str_from(argv[1]), "--frames") ? read_frames() : read_paths();
}
