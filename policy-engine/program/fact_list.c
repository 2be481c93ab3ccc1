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
	struct str *places; /* by scope: " in /path " */
	uint16_t *blocks;   /* by node */
	struct buf text;    /* of the fact at hand */
	struct tally tally;
};

#define PLACE_HEAD " in "

/* The path in a scope's place; the module's is empty, and written as a slash. */
static struct str
path_of(const struct writer *w, uint32_t scope)
{
	struct str place = w->places[scope];

	return scope == 0 ? STR("") : str_slice(place, sizeof(PLACE_HEAD) - 1, place.n - 1);
}

/* Paths repeat the names of outer definitions, so their sum has a bound of its own. */
static bool
write_places(struct arena *a, struct writer *w)
{
	const struct facts *f = w->f;
	size_t sum = 0;

	w->places = arena_array(a, f->scopes_count + 1, sizeof(*w->places));
	if (w->places == NULL)
		return false;
	w->places[0] = STR(PLACE_HEAD "/ ");
	for (uint32_t i = 1; i < f->scopes_count; i++) {
		const struct scope *s = &f->scopes[i];
		struct str above = path_of(w, s->parent), name = facts_name(f, s->name);

		if (s->kind == SCOPE_LAMBDA)
			name = STR("<lambda>");
		else if (s->kind == SCOPE_COMPREHENSION)
			name = STR("<comprehension>");
		sum += above.n + 1 + name.n;
		if (sum > FACT_LIST_BYTES_MAX)
			return false;
		w->places[i].p =
		    arena_printf(a, PLACE_HEAD "%.*s/%.*s ", STR_ARG(above), STR_ARG(name));
		w->places[i].n = sizeof(PLACE_HEAD) - 1 + above.n + 1 + name.n + 1;
		if (w->places[i].p == NULL)
			return false;
	}
	return true;
}

static void
put(struct writer *w, struct str s)
{
	if (s.n == 0)
		tally_text(&w->tally, "-");
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
	tally_put(&w->tally, w->places[scope].p, w->places[scope].n);
	tally_number(&w->tally, w->blocks[node]);
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

static void
put_mention(struct writer *w, char kind, enum role role, uint32_t name)
{
	const char head[] = {kind, role_letters[role], ' '};

	tally_put(&w->tally, head, sizeof(head));
	put(w, facts_name(w->f, name));
}

static void
put_import(struct writer *w, const struct import *m)
{
	tally_text(&w->tally, "im");
	put_number(w, m->level);
	tally_text(&w->tally, " ");
	put(w, facts_name(w->f, m->module));
	tally_text(&w->tally, " ");
	put(w, m->star ? STR("*") : facts_name(w->f, m->member));
	tally_text(&w->tally, " ");
	put(w, facts_name(w->f, m->alias));
	end(w, m->node, w->f->scope_of[m->node]);
}

static void
put_call(struct writer *w, const struct call *c)
{
	struct fact_arguments count = fact_arguments_of(w->f, c);

	buf_clear(&w->text);
	fact_callee(w->f, c->function, &w->text);
	tally_text(&w->tally, "ca ");
	put(w, buf_view(&w->text));
	put_number(w, count.plain);
	put_number(w, count.star);
	put_number(w, count.named);
	put_number(w, count.double_star);
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
		tally_text(&w->tally, " !");
	} else {
		digest_hex_of(buf_view(&w->text), hex);
		put_number(w, w->text.n);
		tally_text(&w->tally, " ");
		tally_put(&w->tally, hex, TEXT_DIGEST_CHARS);
	}
	end(w, node, w->f->scope_of[node]);
}

static void
put_definition(struct writer *w, const struct scope *s)
{
	static const char *const kinds[] = {[SCOPE_FUNCTION] = "df ",
	    [SCOPE_LAMBDA] = "dl ",
	    [SCOPE_CLASS] = "dc ",
	    [SCOPE_COMPREHENSION] = "dx "};

	tally_text(&w->tally, kinds[s->kind]);
	put(w, s->kind == SCOPE_LAMBDA          ? STR("<lambda>")
	       : s->kind == SCOPE_COMPREHENSION ? STR("<comprehension>")
						: facts_name(w->f, s->name));
	end(w, s->node, s->parent);
}

static void
put_all(struct writer *w)
{
	const struct facts *f = w->f;

	FACTS_EACH(m, f, imports)
		put_import(w, m);
	FACTS_EACH(c, f, calls)
		put_call(w, c);
	FACTS_EACH(a, f, attributes) {
		put_mention(w, 'a', a->role, a->name);
		end(w, a->identifier, f->scope_of[a->node]);
	}
	FACTS_EACH(o, f, occurrences) {
		put_mention(w, 'n', o->role, o->name);
		end(w, o->node, o->scope);
	}
	for (size_t i = 1; i < f->scopes_count; i++)
		put_definition(w, &f->scopes[i]);
	for (uint32_t i = 1; i < w->t->count; i++) {
		if (w->t->nodes[i].kind == K_IDENTIFIER && f->role[i] == ROLE_KEYWORD) {
			put_mention(w, 'n', ROLE_KEYWORD, f->fact_of[i]);
			end(w, i, f->scope_of[i]);
		} else if (fact_is_text(w->t, i)) {
			put_text(w, i);
		}
	}
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
	bool good = w.blocks != NULL && write_places(a, &w);

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
