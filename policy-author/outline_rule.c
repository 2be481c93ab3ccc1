/* SPDX-License-Identifier: MIT */
/* The entries of one rule. */
#include "outline_parts.h"

/* The element at a place of a list; of what is written without one, itself. */
static const struct json_node *
element(const struct json_doc *d, const struct json_node *list, size_t at)
{
	JSON_EACH_SAID(n, d, list)
		if (at-- == 0)
			return n;
	return NULL;
}

static void
add_condition(struct maker *m, struct entry e, const struct json_node *written)
{
	const struct json_doc *d = &m->docs[e.source];
	const struct condition *c = &m->policy->rules[e.index].unless[e.part];
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

void
outline_add_rule(struct maker *m, size_t index)
{
	const struct policy_rule *r = &m->policy->rules[index];
	struct entry e = {.kind = ENTRY_RULE,
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
		one.where = str_from(RULE_PLACE_NAMES[k]);
		if ((r->as & 1u << k) != 0)
			outline_add(m, one);
	}
	for (e.part = 0; e.part < r->unless_count; e.part++)
		add_condition(m, e, element(d, json_get(d, n, "unless"), e.part));
}
