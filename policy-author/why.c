/* SPDX-License-Identifier: MIT */
/* Watches a check, and follows each mention back to where its name came from. */
#include "why.h"

#include <stdlib.h>

#define TEXT_BYTES_MAX 200

struct told {
	const struct entry *entry;
	uint32_t node, mention;
	unsigned outcome;
};

struct watcher {
	struct why *out;
	struct arena *arena;
	struct told *items;
	size_t count, capacity;
	bool failed;
};

static void
tell(void *context, const struct judge *j, const void *item, uint32_t node, unsigned outcome)
{
	struct watcher *w = context;
	const struct entry *entry = outline_find(&w->out->outline, item);
	struct told *one;

	if (entry == NULL)
		return;
	one = arena_push(w->arena, &w->items, &w->count, &w->capacity, sizeof(*one));
	if (one == NULL)
		w->failed = true;
	else
		*one = (struct told){entry, node, j->mention, outcome};
}

static struct str
shown(const struct tree *t, uint32_t node)
{
	struct str s = node == 0 ? STR("the whole program") : tree_text(t, node);
	const char *nl = memchr(s.p, '\n', s.n);

	if (nl != NULL)
		s.n = (size_t)(nl - s.p);
	if (s.n <= TEXT_BYTES_MAX)
		return s;
	s.n = TEXT_BYTES_MAX;
	while (s.n > 0 && ((unsigned char)s.p[s.n] & 0xc0) == 0x80)
		s.n--;
	return s;
}

/* The whole line of a node, without its indentation. */
static struct str
statement(const struct tree *t, uint32_t node)
{
	size_t from = t->nodes[node].start, to = from;

	while (from > 0 && t->source.p[from - 1] != '\n')
		from--;
	while (to < t->source.n && t->source.p[to] != '\n')
		to++;
	struct str s = str_trim(str_slice(t->source, from, to));
	if (s.n > TEXT_BYTES_MAX)
		s.n = TEXT_BYTES_MAX;
	return s;
}

static uint32_t
base_of(const struct tree *t, uint32_t node)
{
	for (;;) {
		enum kind k = (enum kind)t->nodes[node].kind;
		uint32_t next = k == K_ATTRIBUTE                  ? tree_child(t, node, F_OBJECT)
				: k == K_CALL                     ? tree_child(t, node, F_FUNCTION)
				: k == K_SUBSCRIPT                ? tree_child(t, node, F_VALUE)
				: k == K_PARENTHESIZED_EXPRESSION ? tree_first(t, node)
								  : 0;

		if (next == 0)
			return node;
		node = next;
	}
}

static bool
add_link(struct why_mention *m, const struct tree *t, uint32_t node)
{
	struct why_link *l = &m->links[m->link_count];
	unsigned column;

	l->text = statement(t, node);
	text_place(t->source, t->nodes[node].start, &l->line, &column);
	for (size_t i = 0; i < m->link_count; i++)
		if (m->links[i].line == l->line)
			return false; /* a circle */
	return ++m->link_count < WHY_LINKS_MAX;
}

/* The node whose value a mention binds to its name; 0 if it binds none, or any value. */
static uint32_t
source_of(const struct tree *t, const struct occurrence *o)
{
	uint32_t up = t->nodes[o->node].parent, from = 0;

	if (o->role == ROLE_DEFINED)
		return up;
	if (o->role != ROLE_STORE && o->role != ROLE_PARAMETER)
		return 0;
	for (; from == 0 && up != 0 && t->nodes[up].kind != K_BLOCK; up = t->nodes[up].parent) {
		from = t->nodes[up].kind == K_ASSIGNMENT ? tree_assigned(t, up)
							 : tree_child(t, up, F_RIGHT);
		if (from == 0)
			from = t->nodes[up].kind == K_AS_PATTERN ? tree_first(t, up)
								 : tree_child(t, up, F_VALUE);
	}
	return from;
}

/* Follows the name's last binding, then that value's source; the first of several ways. */
static void
follow(struct why_mention *m, const struct judge *j, uint32_t node)
{
	const struct facts *f = j->facts;
	const struct tree *t = j->tree;

	for (bool more = true; more;) {
		uint32_t binding, from;

		node = base_of(t, node);
		if (t->nodes[node].kind != K_IDENTIFIER || f->fact_of[node] == NOWHERE)
			return;
		binding = f->occurrences[f->fact_of[node]].binding;
		if (binding == NOWHERE)
			return;
		more = false;
		for (size_t i = 0; i < f->imports_count; i++)
			if (f->imports[i].binding == binding && f->imports[i].node != m->node) {
				(void)add_link(m, t, f->imports[i].node);
				return;
			}
		for (size_t i = 0; i < f->occurrences_count; i++)
			if (f->occurrences[i].binding == binding &&
			    (from = source_of(t, &f->occurrences[i])) != 0) {
				node = from;
				more = add_link(m, t, node);
				break;
			}
	}
}

static void
name_symbols(struct why_mention *m, const struct judge *j, struct arena *a)
{
	const struct value *v = facts_value(j->facts, m->node);
	char *text = NULL;

	for (unsigned i = 0; i < v->count; i++) {
		struct str name = facts_name(j->facts, v->atoms[i].id);

		if (v->atoms[i].kind != ATOM_SYMBOL && v->atoms[i].kind != ATOM_MODULE)
			continue;
		text = arena_printf(a, "%s%s%.*s", text == NULL ? "" : text,
		    text == NULL ? "" : " or ", STR_ARG(name));
	}
	m->symbols = str_from(text);
}

/* The mention of an identifier in an attribute is the whole attribute. */
static uint32_t
whole_mention(const struct tree *t, uint32_t node)
{
	uint32_t up = t->nodes[node].parent;

	return t->nodes[up].kind == K_ATTRIBUTE && t->nodes[node].field == F_ATTRIBUTE ? up : node;
}

static struct why_mention *
mention_at(struct watcher *w, const struct judge *j, uint32_t node)
{
	struct why *e = w->out;
	struct why_mention *m;

	node = whole_mention(j->tree, node);
	for (size_t i = 0; i < e->count; i++)
		if (e->mentions[i].node == node)
			return &e->mentions[i];
	m = arena_push(w->arena, &e->mentions, &e->count, &e->capacity, sizeof(*m));
	if (m == NULL) {
		w->failed = true;
		return NULL;
	}
	m->node = node;
	m->text = shown(j->tree, node);
	text_place(j->tree->source, j->tree->nodes[node].start, &m->line, &m->column);
	follow(m, j, node);
	name_symbols(m, j, w->arena);
	return m;
}

/* Describes an argument: a folded text or number, else its source. */
static struct str
describe(struct watcher *w, const struct judge *j, uint32_t node)
{
	const struct value *v = facts_value(j->facts, node);
	struct str source = shown(j->tree, node), folded;
	const struct atom *integer;
	char *text;

	if (node == 0)
		return STR("");
	if (fold_text(j->facts, v, &folded))
		text = arena_printf(w->arena, "%.*s, that is '%.*s'", STR_ARG(source),
		    STR_ARG(str_slice(folded, 0, folded.n < 120 ? folded.n : 120)));
	else if ((integer = value_only(v, ATOM_INTEGER)) != NULL)
		text = arena_printf(w->arena, "%.*s, that is %lld", STR_ARG(source),
		    (long long)facts_integer(j->facts, integer->id));
	else
		text = arena_printf(w->arena, "%.*s", STR_ARG(source));
	w->failed = w->failed || text == NULL;
	return str_from(text);
}

static bool
has_step(const struct why_mention *m, const struct told *t)
{
	for (size_t i = 0; i < m->step_count; i++)
		if (m->steps[i].entry == t->entry && m->steps[i].outcome == t->outcome)
			return true;
	return false;
}

static void
add_step(struct watcher *w, const struct judge *j, const struct told *t)
{
	bool predicate = t->entry->kind == ENTRY_PREDICATE;
	struct why_mention *m = mention_at(w, j, predicate ? t->mention : t->node);
	struct why_step *s;

	if (m == NULL || has_step(m, t))
		return;
	s = arena_push(w->arena, &m->steps, &m->step_count, &m->step_capacity, sizeof(*s));
	if (s == NULL) {
		w->failed = true;
		return;
	}
	*s = (struct why_step){.entry = t->entry, .outcome = t->outcome};
	if (!predicate)
		return;
	s->value = describe(w, j, t->node);
	s->first_failed = t->outcome != TRUTH_YES;
	for (size_t i = m->step_count - 1; i-- > 0 && s->first_failed;) {
		if (m->steps[i].entry->kind != ENTRY_PREDICATE ||
		    m->steps[i].entry->part != t->entry->part)
			break;
		s->first_failed = m->steps[i].outcome == TRUTH_YES;
	}
}

static int
compare(const void *left, const void *right)
{
	const struct why_mention *a = left, *b = right;

	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->column != b->column)
		return a->column < b->column ? -1 : 1;
	return a->node < b->node ? -1 : a->node > b->node;
}

/* Facts are there until the check ends, so that everything is read from them here. */
static void
end(void *context, const struct judge *j)
{
	struct watcher *w = context;

	if (j->facts == NULL)
		return;
	w->out->packages = j->packages;
	for (size_t i = 0; i < w->count && !w->failed; i++)
		add_step(w, j, &w->items[i]);
	if (w->out->count > 1)
		qsort(w->out->mentions, w->out->count, sizeof(*w->out->mentions), compare);
}

bool
why_find(struct arena *a, const struct policy *p, const char *path, struct str code, unsigned line,
    struct str rule, struct why *out, struct err_list *errs, struct err *err)
{
	struct watcher w = {.out = out, .arena = a};
	const struct check_setting at = {.now_us = out->now_us, .path = str_from(path)};
	const struct watch watch = {.tell = tell, .end = end, .context = &w};

	*out = (struct why){.now_us = at.now_us,
	    .policy = p,
	    .path = path,
	    .code = code,
	    .line = line,
	    .rule = rule};
	err->code = ERR_NONE;
	if (!outline_make(a, p, &out->outline, errs))
		return false;
	if (!check_watched(p, a, code, &at, &watch, &out->verdict, err))
		return false;
	return !w.failed || err_memory(err);
}
