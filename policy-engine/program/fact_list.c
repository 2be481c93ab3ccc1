/* SPDX-License-Identifier: MIT */
#include "fact_list.h"

#include "hash.h"
#include "policy.h"
#include "source.h"
#include "tally.h"

#include <stdlib.h>

#define TEXT_DIGEST_CHARS 32

struct writer {
	const struct facts *f;
	const struct tree *t;
	struct str *paths; /* by scope: "/f/<lambda>"; of the module "" */
	uint16_t *blocks;  /* by node */
	struct buf text;   /* of the fact at hand */
	struct tally tally;
};

/* As paths and definitions have it. */
static struct str
name_of(const struct facts *f, const struct scope *s)
{
	return s->kind == SCOPE_LAMBDA          ? STR("<lambda>")
	       : s->kind == SCOPE_COMPREHENSION ? STR("<comprehension>")
						: facts_name(f, s->name);
}

/* Paths repeat the names of outer definitions, so their sum has a bound of its own. */
static bool
write_paths(struct arena *a, struct writer *w)
{
	const struct facts *f = w->f;
	size_t sum = 0;

	w->paths = arena_array(a, f->scopes_count + 1, sizeof(*w->paths));
	if (w->paths == NULL)
		return false;
	w->paths[0] = STR("");
	for (uint32_t i = 1; i < f->scopes_count; i++) {
		struct str above = w->paths[f->scopes[i].parent], name = name_of(f, &f->scopes[i]);

		w->paths[i].n = above.n + 1 + name.n;
		w->paths[i].p = arena_printf(a, "%.*s/%.*s", STR_ARG(above), STR_ARG(name));
		sum += w->paths[i].n;
		if (w->paths[i].p == NULL || sum > FACT_LIST_BYTES_MAX)
			return false;
	}
	return true;
}

/* A blank and a word. */
static void
put(struct writer *w, struct str s)
{
	tally_text(&w->tally, s.n > 0 ? " " : " -");
	tally_put(&w->tally, s.p, s.n);
}

static void
put_number(struct writer *w, size_t number)
{
	tally_text(&w->tally, " ");
	tally_number(&w->tally, number);
}

static void
end(struct writer *w, uint32_t node, uint32_t scope)
{
	struct str path = scope == 0 ? STR("/") : w->paths[scope];

	tally_text(&w->tally, " in ");
	tally_put(&w->tally, path.p, path.n);
	put_number(w, w->blocks[node]);
	tally_end(&w->tally);
}

/* CPython has no others: their mark is a difference. */
static const char role_letters[] = {[ROLE_NONE] = '?',
    [ROLE_LOAD] = 'l',
    [ROLE_STORE] = 's',
    [ROLE_DELETE] = 'd',
    [ROLE_PARAMETER] = 'p',
    [ROLE_ATTRIBUTE] = '?',
    [ROLE_KEYWORD] = 'k',
    [ROLE_DEFINED] = 'f',
    [ROLE_IMPORT] = '?',
    [ROLE_DECLARED] = 'g',
    [ROLE_CAPTURE] = 'c',
    [ROLE_PATTERN_ATTRIBUTE] = 'p'};
static const char scope_letters[] = {
    [SCOPE_FUNCTION] = 'f', [SCOPE_LAMBDA] = 'l', [SCOPE_CLASS] = 'c', [SCOPE_COMPREHENSION] = 'x'};

/* A fact that is a name: what it is of, and in which role. */
static void
put_name(struct writer *w, char kind, char letter, struct str name, uint32_t node, uint32_t scope)
{
	const char head[] = {kind, letter};

	tally_put(&w->tally, head, sizeof(head));
	put(w, name);
	end(w, node, scope);
}

static void
put_import(struct writer *w, const struct import *m)
{
	tally_text(&w->tally, "im");
	put_number(w, m->level);
	put(w, facts_name(w->f, m->module));
	put(w, m->star ? STR("*") : facts_name(w->f, m->member));
	put(w, facts_name(w->f, m->alias));
	end(w, m->node, w->f->scope_of[m->node]);
}

static void
put_call(struct writer *w, const struct call *c)
{
	unsigned counts[ARGUMENT_KINDS];

	fact_count_arguments(w->f, c, counts);
	buf_clear(&w->text);
	fact_callee(w->f, c->function, &w->text);
	tally_text(&w->tally, "ca");
	put(w, buf_view(&w->text));
	for (size_t i = 0; i < ARGUMENT_KINDS; i++)
		put_number(w, counts[i]);
	end(w, c->node, w->f->scope_of[c->node]);
}

static void
put_text(struct writer *w, uint32_t node)
{
	struct fact_text kind;
	char hex[DIGEST_HEX_BYTES];

	buf_clear(&w->text);
	kind = fact_text_of(w->f, node, &w->text);
	tally_text(&w->tally, kind.bytes ? "tb" : "ts");
	if (kind.unknown) {
		put(w, STR("!"));
	} else {
		digest_hex_of(buf_view(&w->text), hex);
		put_number(w, w->text.n);
		put(w, (struct str){hex, TEXT_DIGEST_CHARS});
	}
	end(w, node, w->f->scope_of[node]);
}

static void
put_all(struct writer *w)
{
	const struct facts *f = w->f;

	FACTS_EACH(m, f, imports)
		put_import(w, m);
	FACTS_EACH(c, f, calls)
		put_call(w, c);
	FACTS_EACH(a, f, attributes)
		put_name(w, 'a', role_letters[a->role], facts_name(f, a->name), a->identifier,
		    f->scope_of[a->node]);
	FACTS_EACH(o, f, occurrences)
		put_name(w, 'n', role_letters[o->role], facts_name(f, o->name), o->node, o->scope);
	for (const struct scope *s = f->scopes + 1; s < f->scopes + f->scopes_count; s++)
		put_name(w, 'd', scope_letters[s->kind], name_of(f, s), s->node, s->parent);
	for (uint32_t i = 1; i < w->t->count; i++)
		if (w->t->nodes[i].kind == K_IDENTIFIER && f->role[i] == ROLE_KEYWORD)
			put_name(w, 'n', role_letters[ROLE_KEYWORD], facts_name(f, f->fact_of[i]),
			    i, f->scope_of[i]);
		else if (fact_is_text(w->t, i))
			put_text(w, i);
}

static bool
join(struct arena *a, struct writer *w, struct str *out)
{
	const size_t head = sizeof(FACT_LIST_HEAD) - 1;
	char *lines, *all;
	size_t n;

	if (w->text.failed || !tally_finish(&w->tally, &lines, &n))
		return false;
	all = arena_alloc(a, head + n + 1);
	if (all != NULL) {
		memcpy(all, FACT_LIST_HEAD, head);
		memcpy(all + head, lines, n);
		*out = (struct str){all, head + n};
	}
	free(lines);
	return all != NULL;
}

bool
fact_list_write(struct arena *a, const struct facts *f, struct str *out, struct err *err)
{
	struct writer w = {.f = f, .t = f->tree, .blocks = fact_blocks(a, f->tree)};
	bool good = w.blocks != NULL && write_paths(a, &w);

	*out = STR("");
	buf_init(&w.text, FACT_LIST_BYTES_MAX);
	tally_init(&w.tally, FACT_LIST_BYTES_MAX);
	if (good) {
		put_all(&w);
		good = join(a, &w, out);
	}
	tally_release(&w.tally);
	buf_release(&w.text);
	return good || (w.tally.full ? err_set(err, ERR_LIMIT, "the program has too many facts")
				     : err_memory(err));
}
