/* SPDX-License-Identifier: MIT */
/* The entries of a policy, and where they stand: the last file that says something of a name. */
#include "outline_parts.h"

#include "yaml.h"

#include <stdlib.h>

/* An element's name, whether it is a text or an object that has one. */
static bool
is_named(const struct json_doc *d, const struct json_node *n, const char *key, struct str name)
{
	const struct json_node *said = n->kind == JSON_OBJECT ? json_get(d, n, key) : n;

	JSON_EACH_SAID(k, d, said)
		if (str_eq(k->text, name))
			return true;
	return false;
}

const struct json_node *
outline_find_in(
    const struct json_doc *d, const struct json_node *list, const char *key, struct str name)
{
	JSON_EACH(n, d, list)
		if (is_named(d, n, key, name))
			return n;
	return NULL;
}

unsigned
outline_line(const struct json_doc *d, const struct json_node *n)
{
	unsigned line, column;

	text_place(d->source, n->at, &line, &column);
	return line;
}

struct entry *
outline_add(struct maker *m, struct entry e)
{
	struct entry *one =
	    arena_push(m->arena, &m->out->items, &m->out->count, &m->out->capacity, sizeof(*one));

	if (one == NULL)
		m->failed = true;
	else
		*one = e;
	if (one != NULL)
		one->number = m->out->count;
	return one;
}

/* The newest file whose section has the member `list`, and in it `name` where one is asked for. */
static const struct json_node *
locate_in(
    const struct maker *m, struct entry *e, const char *list, const char *key, struct str name)
{
	for (size_t i = m->doc_count; i-- > 0;) {
		const struct json_doc *d = &m->docs[i];
		const struct json_node *section =
		    json_get(d, json_root(d), section_name(e->section));
		const struct json_node *n = json_get(d, section, list);

		if (n != NULL && name.n > 0)
			n = outline_find_in(d, n, key, name);
		if (n == NULL || m->policy->sources[i].attached)
			continue;
		e->source = i;
		e->line = outline_line(d, n);
		return n;
	}
	return NULL;
}

static const struct json_node *
locate(const struct maker *m, struct entry *e, const char *key, struct str name)
{
	return locate_in(m, e, decision_name(e->decision), key, name);
}

static void
add_default(struct maker *m, enum section section, enum decision decision, const void *item)
{
	struct entry e = {.kind = ENTRY_DEFAULT,
	    .section = section,
	    .decision = decision,
	    .item = item,
	    .name = str_from(section_name(section))};

	(void)locate_in(m, &e, "default", "", STR(""));
	outline_add(m, e);
}

static void
add_words(struct maker *m, struct entry e, enum entry_kind kind, const struct words *w,
    const struct json_node *list)
{
	const struct json_doc *d = &m->docs[e.source];

	e.kind = kind;
	for (size_t k = 0; k < w->count; k++) {
		const struct json_node *n =
		    list == NULL ? NULL : outline_find_in(d, list, "", w->items[k]);

		e.part = k;
		e.item = &w->items[k];
		e.where = w->items[k];
		if (n != NULL)
			e.line = outline_line(d, n);
		outline_add(m, e);
	}
}

struct str
outline_shown(struct str symbol)
{
	return str_starts(symbol, STR("builtins.")) ? str_slice(symbol, 9, symbol.n) : symbol;
}

const struct policy_rule *
outline_rule(const struct policy *p, struct str id)
{
	size_t at = rule_index(p, id);

	return at == SIZE_MAX ? NULL : &p->rules[at];
}

static void
add_names(struct maker *m, enum section section)
{
	static const char *const keys[] = {
	    [SECTION_IMPORTS] = "module", "", "", "", [SECTION_CALLS] = "name"};
	const struct name_rules *list = &m->policy->lists[section];

	if (section != SECTION_CALLS)
		add_default(m, section, list->otherwise, &list->otherwise);
	for (size_t i = 0; i < list->count; i++) {
		const struct name_rule *r = &list->items[i];
		struct entry e = {.kind = ENTRY_NAME,
		    .section = section,
		    .decision = r->decision,
		    .name = section == SECTION_CALLS ? outline_shown(r->name) : r->name,
		    .item = r,
		    .index = i};
		const struct json_node *n = locate(m, &e, keys[section], e.name);
		const struct json_doc *d;

		if (n == NULL)
			n = locate(m, &e, keys[section], r->name);
		d = &m->docs[e.source];
		outline_add(m, e);
		add_words(m, e, ENTRY_API, &r->api, n == NULL ? NULL : json_get(d, n, "api"));
		add_words(m, e, ENTRY_ALSO, &r->also, n == NULL ? NULL : json_get(d, n, "also"));
	}
}

static void
add_limits(struct maker *m)
{
	for (size_t i = 0; i < LIMITS; i++) {
		const char *name = LIMIT_LIST[i].name;
		if (limit_is_open(i, limits_get(&m->policy->settings.limits, i)))
			continue;
		struct entry e = {.kind = ENTRY_LIMIT,
		    .section = SECTION_LIMITS,
		    .name = str_from(name),
		    .item = (const char *)&m->policy->settings.limits + i * sizeof(int64_t),
		    .index = i};

		(void)locate_in(m, &e, name, "", STR(""));
		outline_add(m, e);
	}
}

/* The newest file that has the list wrote all of it. */
static void
add_files(struct maker *m, const char *list, enum entry_kind kind, const struct words *w)
{
	for (size_t i = 0; i < w->count; i++) {
		struct entry e = {.kind = kind,
		    .section = SECTION_FILES,
		    .name = str_is(w->items[i], ".") ? STR("inputs") : w->items[i],
		    .item = &w->items[i],
		    .index = i};

		(void)locate_in(m, &e, list, "", e.name);
		outline_add(m, e);
	}
}

static int
compare(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

static int
compare_items(const void *left, const void *right)
{
	uintptr_t a = (uintptr_t)(*(const struct entry *const *)left)->item,
		  b = (uintptr_t)(*(const struct entry *const *)right)->item;

	return a < b ? -1 : a > b;
}

static bool
sort(struct arena *a, struct outline *o)
{
	qsort(o->items, o->count, sizeof(*o->items), compare);
	o->by_item = arena_array(a, o->count, sizeof(const struct entry *));
	if (o->by_item == NULL)
		return false;
	for (size_t i = 0; i < o->count; i++)
		o->by_item[i] = &o->items[i];
	qsort(o->by_item, o->count, sizeof(*o->by_item), compare_items);
	return true;
}

const struct entry *
outline_find(const struct outline *o, const void *item)
{
	const struct entry wanted = {.item = item}, *key = &wanted;
	const struct entry **found =
	    bsearch(&key, o->by_item, o->count, sizeof(*o->by_item), compare_items);

	return found == NULL ? NULL : *found;
}

bool
outline_make(struct arena *a, const struct policy *p, struct outline *out, struct err_list *errs)
{
	struct maker m = {.arena = a, .policy = p, .out = out, .doc_count = p->source_count};

	*out = (struct outline){.count = 0};
	m.docs = arena_array(a, m.doc_count, sizeof(*m.docs));
	m.failed = m.docs == NULL;
	for (size_t i = 0; !m.failed && i < m.doc_count; i++)
		if (!yaml_parse(a, p->sources[i].text, "policy", &m.docs[i], errs))
			return false;
	if (!m.failed) {
		for (enum section s = SECTION_IMPORTS; s <= SECTION_CALLS; s++)
			add_names(&m, s);
		for (size_t i = 0; i < m.policy->rule_count; i++)
			outline_add_rule(&m, i);
		add_limits(&m);
		add_files(&m, "read", ENTRY_READ, &p->files.read);
		add_files(&m, "write", ENTRY_WRITE, &p->files.write);
	}
	if (!m.failed && sort(a, out))
		return true;
	return err_list_memory(errs);
}

bool
entry_title(struct arena *a, const struct entry *e, struct str *out)
{
	static const char *const nouns[] = {"import", "builtin", "attribute", "capability", "call"};
	const char *text = NULL;

	if (e->kind == ENTRY_DEFAULT)
		text = arena_printf(a, "the default of %.*s", STR_ARG(e->name));
	else if (e->kind == ENTRY_RULE)
		text = arena_printf(a, "rule '%.*s'", STR_ARG(e->name));
	else if (e->kind == ENTRY_RULE_CALL)
		text = arena_printf(
		    a, "rule '%.*s', call '%.*s'", STR_ARG(e->name), STR_ARG(e->where));
	else if (e->kind == ENTRY_PLACE)
		text =
		    arena_printf(a, "rule '%.*s', as '%.*s'", STR_ARG(e->name), STR_ARG(e->where));
	else if (e->kind == ENTRY_CONDITION || e->kind == ENTRY_PREDICATE)
		text = arena_printf(a, "rule '%.*s', %.*s", STR_ARG(e->name), STR_ARG(e->where));
	else if (e->kind == ENTRY_API || e->kind == ENTRY_ALSO)
		text = arena_printf(a, "import '%.*s', %s '%.*s'", STR_ARG(e->name),
		    e->kind == ENTRY_API ? "api" : "also", STR_ARG(e->where));
	else
		text = arena_printf(a, "%s '%.*s'",
		    e->kind == ENTRY_LIMIT   ? "limit"
		    : e->kind == ENTRY_READ  ? "files, read"
		    : e->kind == ENTRY_WRITE ? "files, write"
					     : nouns[e->section],
		    STR_ARG(e->name));
	*out = str_from(text);
	return text != NULL;
}
