/* SPDX-License-Identifier: MIT */
/* The entries of one rule. */
#include "outline_parts.h"
#include "pattern.h"

/* The element at a place of a list; of what is written without one, itself. */
static const struct json_node *
element(const struct json_doc *d, const struct json_node *list, size_t at)
{
	const struct json_node *n = json_first(d, list);

	if (list == NULL || list->kind != JSON_ARRAY)
		return at == 0 ? list : NULL;
	for (; n != NULL && at > 0; at--)
		n = json_next(d, n);
	return n;
}

static void
add_condition(struct maker *m, struct entry e, const struct json_node *written)
{
	const struct json_doc *d = &m->docs[e.source];
	const struct condition *c = &m->whole->rules[e.index].unless[e.part];
	const struct json_node *n = json_first(d, json_get(d, written, "arg"));

	e.kind = ENTRY_CONDITION;
	e.item = c;
	if (written != NULL)
		e.line = outline_line(d, written);
	e.where = str_from(arena_printf(m->arena, "condition %zu", e.part + 1));
	outline_add(m, e);
	for (size_t k = 0; k < c->count; k++) {
		struct entry one = e;
		struct str argument = n == NULL ? STR("") : n->text;

		one.kind = ENTRY_PREDICATE;
		one.piece = k;
		one.item = &c->predicates[k];
		if (n != NULL)
			one.line = outline_line(d, n);
		one.where = str_from(arena_printf(
		    m->arena, "condition %zu, argument '%.*s'", e.part + 1, STR_ARG(argument)));
		m->failed = m->failed || one.where.n == 0;
		outline_add(m, one);
		n = n == NULL ? NULL : json_next(d, n);
	}
}

static void
add_named(struct maker *m, struct entry e, const struct json_node *rule, const char *key)
{
	const struct json_doc *d = &m->docs[e.source];
	const struct json_node *n = json_get(d, rule, key);

	struct str text = n == NULL ? STR("") : str_trim(n->text);
	const char *nl = memchr(text.p, '\n', text.n);

	e.kind = ENTRY_FORM;
	e.where = str_from(arena_printf(m->arena, "%s '%.*s%s'", key,
	    nl == NULL ? (int)text.n : (int)(nl - text.p), text.p, nl == NULL ? "" : " ..."));
	m->failed = m->failed || e.where.n == 0;
	if (n != NULL)
		e.line = outline_line(d, n - 1);
	outline_add(m, e);
}

/* The pattern, what must stand around it, and what its metavariables must be. */
static void
add_form(struct maker *m, struct entry e, const struct json_node *rule)
{
	const struct pattern_rule *r = m->whole->rules[e.index].pattern;
	const struct json_doc *d = &m->docs[e.source];
	const struct json_node *where = json_get(d, rule, "where");

	if (r == NULL)
		return;
	e.item = &r->has;
	add_named(m, e, rule, "pattern");
	e.part = 1;
	e.item = &r->inside;
	if (r->has_inside)
		add_named(m, e, rule, "inside");
	e.part = 2;
	e.item = &r->outside;
	if (r->has_outside)
		add_named(m, e, rule, "not_inside");
	e.kind = ENTRY_CONSTRAINT;
	for (e.part = 0; e.part < r->where_count; e.part++) {
		const struct constraint *c = &r->where[e.part];
		struct str name = r->names[c->metavariable].name;
		const struct json_node *n = json_get_str(d, where, name);

		e.item = &c->predicate;
		e.line = n == NULL ? e.line : outline_line(d, n);
		e.where = str_from(arena_printf(
		    m->arena, "where '%.*s'%s", STR_ARG(name), c->is_negated ? ", not" : ""));
		m->failed = m->failed || e.where.n == 0;
		outline_add(m, e);
	}
}

static struct str
part_where(struct maker *m, const struct rule_part *p)
{
	struct str text = {"", 0};
	struct buf b;

	buf_init(&b, POLICY_BYTES_MAX);
	buf_printf(&b, "%s, ", part_role_name(p->role));
	part_put(p, &b);
	m->failed = !buf_keep(&b, m->arena, &text) || m->failed;
	return text;
}

static void
add_parts(struct maker *m, struct entry e, const struct json_node *rule)
{
	const struct policy_rule *r = &m->whole->rules[e.index];
	const struct json_doc *d = &m->docs[e.source];
	const struct json_node *n = NULL, *flow = json_get(d, rule, "flow"),
			       *of = flow != NULL ? flow : rule;

	e.kind = ENTRY_PART;
	for (e.part = 0; e.part < r->part_count; e.part++) {
		const struct rule_part *p = &r->parts[e.part];
		bool first = e.part == 0 || p[-1].role != p->role;

		const struct json_node *list = json_get(d, of, part_role_name(p->role));

		n = first && list != NULL && list->kind != JSON_ARRAY ? list
		    : first                                           ? json_first(d, list)
		    : n == NULL                                       ? NULL
								      : json_next(d, n);
		e.item = p;
		e.line = n == NULL ? e.line : outline_line(d, n);
		e.where = part_where(m, p);
		outline_add(m, e);
	}
}

void
outline_add_rule(struct maker *m, size_t index)
{
	static const char *const places[RULE_PLACES] = {"metaclass", "base", "annotation", "value"};
	const struct policy_rule *r = &m->whole->rules[index];
	struct entry e = {.kind = ENTRY_RULE,
	    .shadow = m->policy->trial != NULL && index < m->policy->shadow.rule_count,
	    .section = SECTION_RULES,
	    .decision = r->otherwise,
	    .name = r->id,
	    .item = r,
	    .index = index};
	const struct json_node *n = NULL;
	const struct json_doc *d;

	for (e.source = m->doc_count; e.source-- > 0;) {
		if (m->policy->sources[e.source].attached)
			continue;
		d = &m->docs[e.source];
		n = outline_find_in(d, json_get(d, json_root(d), "rules"), "id", r->id);
		if (n != NULL)
			break;
	}
	if (n == NULL)
		e.source = 0;
	d = &m->docs[e.source];
	e.line = n == NULL ? 0 : outline_line(d, n);
	outline_add(m, e);
	for (size_t k = 0; k < r->calls.count; k++) {
		struct entry one = e;

		one.kind = ENTRY_RULE_CALL;
		one.part = k;
		one.item = &r->calls.items[k];
		one.where = outline_shown(r->calls.items[k]);
		outline_add(m, one);
	}
	for (size_t k = 0; k < RULE_PLACES; k++) {
		struct entry one = e;

		one.kind = ENTRY_PLACE;
		one.part = k;
		one.item = (const char *)&r->as + k;
		one.where = str_from(places[k]);
		if ((r->as & 1u << k) != 0)
			outline_add(m, one);
	}
	add_form(m, e, n);
	add_parts(m, e, n);
	for (e.part = 0; e.part < r->unless_count; e.part++)
		add_condition(m, e, element(d, json_get(d, n, "unless"), e.part));
}
