/* SPDX-License-Identifier: MIT */
/* Makes one mutant: the policy with what it changes copied, all else shared. */
#include "mutant.h"

static void *
copied(struct arena *a, const void *items, size_t count, size_t size)
{
	void *copy = arena_array(a, count + 1, size);

	if (copy != NULL && count > 0)
		memcpy(copy, items, count * size);
	return copy;
}

#define COPY(a, list, count) (((list) = copied((a), (list), (count), sizeof(*(list)))) != NULL)
#define REMOVE(list, count, at)                                                                    \
	memmove(&(list)[at], &(list)[(at) + 1], (--(count) - (at)) * sizeof(*(list)))

static bool
without_word(struct arena *a, struct words *w, size_t at)
{
	if (w == NULL || !COPY(a, w->items, w->count))
		return false;
	REMOVE(w->items, w->count, at);
	return true;
}

struct words *
predicate_words(struct predicate *p, enum predicate_part part)
{
	return part == PART_ONE_OF ? &p->one_of : part == PART_NONE_OF ? &p->none_of : NULL;
}

struct predicate *
predicate_of(const struct policy *p, const struct entry *e)
{
	return e->kind == ENTRY_PREDICATE ? &p->rules[e->index].unless[e->part].predicates[e->piece]
					  : NULL;
}

static void
without_part(struct predicate *p, enum predicate_part part)
{
	struct words *w = predicate_words(p, part);

	if (part == PART_MATCHES)
		p->has_matches = false;
	else if (part == PART_OPTIONAL)
		p->optional = false;
	else if (w != NULL)
		*w = (struct words){.count = 0};
}

static bool
change_asked(struct arena *a, struct predicate *p, const struct mutant *m)
{
	if (m->mutation == MUTATION_RAISE)
		p->below++;
	else if (m->mutation == MUTATION_PART)
		without_part(p, m->part);
	else if (m->part == PART_IS)
		p->is &= ~(1u << m->word);
	else
		return without_word(a, predicate_words(p, m->part), m->word);
	return true;
}

static bool
change_predicate(struct arena *a, struct condition *c, const struct mutant *m)
{
	if (!COPY(a, c->predicates, c->count))
		return false;
	if (m->mutation != MUTATION_DROP)
		return change_asked(a, &c->predicates[m->entry->piece], m);
	REMOVE(c->predicates, c->count, m->entry->piece);
	return true;
}

static bool
change_rule(struct arena *a, struct policy *p, const struct mutant *m)
{
	const struct entry *e = m->entry;
	struct policy_rule *r;

	if (!COPY(a, p->rules, p->rule_count))
		return false;
	r = &p->rules[e->index];
	if (e->kind == ENTRY_PLACE)
		r->as &= ~(1u << e->part);
	else if (e->kind == ENTRY_RULE_CALL)
		return without_word(a, &r->calls, e->part);
	else if (e->kind == ENTRY_CONDITION || e->kind == ENTRY_PREDICATE) {
		if (!COPY(a, r->unless, r->unless_count))
			return false;
		if (e->kind == ENTRY_PREDICATE)
			return change_predicate(a, &r->unless[e->part], m);
		REMOVE(r->unless, r->unless_count, e->part);
	} else if (m->mutation == MUTATION_OTHERWISE)
		r->otherwise = DECISION_ALLOW;
	else if (m->mutation == MUTATION_UNKNOWN)
		r->unknown = DECISION_ALLOW;
	else if (m->mutation == MUTATION_PACKAGES)
		r->packages.count = 0;
	else
		REMOVE(p->rules, p->rule_count, e->index);
	return true;
}

static bool
change_name(struct arena *a, struct name_rules *list, const struct mutant *m)
{
	const struct entry *e = m->entry;
	struct name_rule *r;

	if (!COPY(a, list->items, list->count))
		return false;
	r = &list->items[e->index];
	if (e->kind == ENTRY_API)
		return without_word(a, &r->api, e->part);
	if (e->kind == ENTRY_ALSO)
		return without_word(a, &r->also, e->part);
	if (m->mutation == MUTATION_ANY_NAME) {
		r->has_api = false;
		r->api.count = 0;
	} else if (m->mutation == MUTATION_LOOSEN)
		r->decision = DECISION_ALLOW;
	else if (e->section == SECTION_CAPABILITIES || e->section == SECTION_CALLS)
		r->decision =
		    DECISION_DENY; /* without it one of an extended policy may deny again */
	else
		REMOVE(list->items, list->count, e->index);
	return true;
}

struct policy *
mutant_make(struct arena *a, const struct policy *original, const struct mutant *m)
{
	struct policy *p = arena_alloc(a, sizeof(*p));
	bool whole = p != NULL;

	if (!whole)
		return NULL;
	*p = *original;
	switch (m->entry->kind) {
	case ENTRY_DEFAULT:
		p->lists[m->entry->section].otherwise =
		    m->mutation == MUTATION_LOOSEN ? DECISION_ALLOW : DECISION_DENY;
		break;
	case ENTRY_NAME:
	case ENTRY_API:
	case ENTRY_ALSO:
		whole = change_name(a, &p->lists[m->entry->section], m);
		break;
	case ENTRY_LIMIT:
		limits_set(&p->settings.limits, m->entry->index,
		    limits_get(&p->settings.limits, m->entry->index) +
			LIMIT_LIST[m->entry->index].unit);
		break;
	case ENTRY_RULE:
	case ENTRY_RULE_CALL:
	case ENTRY_PLACE:
	case ENTRY_CONDITION:
	case ENTRY_PREDICATE:
		whole = change_rule(a, p, m);
		break;
	case ENTRY_NONE:
	case ENTRY_READ:
	case ENTRY_WRITE:
	default:
		break;
	}
	return whole ? p : NULL;
}
