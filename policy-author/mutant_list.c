/* SPDX-License-Identifier: MIT */
/* Which mutants a policy has. */
#include "mutant.h"

#include "judge.h"

struct lister {
	struct arena *arena;
	const struct policy *policy;
	struct mutants *out;
	bool failed;
};

static void
add(struct lister *l, struct mutant m)
{
	struct mutant *one =
	    arena_push(l->arena, &l->out->items, &l->out->count, &l->out->capacity, sizeof(*one));

	if (one == NULL)
		l->failed = true;
	else
		*one = m;
}

static void
add_plain(struct lister *l, const struct entry *e, enum mutation mutation)
{
	add(l, (struct mutant){.mutation = mutation, .entry = e});
}

static void
add_name(struct lister *l, const struct entry *e)
{
	const struct name_rule *r = &l->policy->lists[e->section].items[e->index];

	add_plain(l, e, e->decision == DECISION_ALLOW ? MUTATION_DROP : MUTATION_LOOSEN);
	if (r->has_api && table_module(r->name).known)
		add_plain(l, e, MUTATION_ANY_NAME);
}

static void
add_rule(struct lister *l, const struct entry *e)
{
	const struct policy_rule *r = &l->policy->rules[e->index];

	add_plain(l, e, MUTATION_DROP);
	if (r->otherwise != DECISION_ALLOW)
		add_plain(l, e, MUTATION_OTHERWISE);
	if (rule_may_not_tell(r) && r->unknown != DECISION_ALLOW && (r->unknown != r->otherwise))
		add_plain(l, e, MUTATION_UNKNOWN);
	if (r->packages.count > 0)
		add_plain(l, e, MUTATION_PACKAGES);
}

/* A part is dropped where the predicate asks for something else too; else that is the predicate's
 * own mutant. */
static void
add_parts(struct lister *l, const struct entry *e, struct predicate *p)
{
	const bool has[PARTS] = {[PART_MATCHES] = p->has_matches,
	    [PART_ONE_OF] = p->one_of.count > 0,
	    [PART_NONE_OF] = p->none_of.count > 0};
	size_t demands = (p->is != 0 ? 1u : 0u) + (p->has_below ? 1u : 0u);

	for (int i = 0; i < PARTS; i++)
		demands += has[i] ? 1u : 0u;
	for (int i = 0; i < PARTS; i++)
		if (has[i] && demands > 1)
			add(l, (struct mutant){.mutation = MUTATION_PART,
				   .entry = e,
				   .part = (enum predicate_part)i});
	if (p->optional)
		add(l,
		    (struct mutant){.mutation = MUTATION_PART, .entry = e, .part = PART_OPTIONAL});
	if (p->has_below)
		add_plain(l, e, MUTATION_RAISE);
}

static void
add_words(struct lister *l, const struct entry *e, struct predicate *p)
{
	for (int i = PART_ONE_OF; i <= PART_NONE_OF; i++) {
		const struct words *w = predicate_words(p, (enum predicate_part)i);

		for (size_t k = 0; w->count > 1 && k < w->count; k++)
			add(l, (struct mutant){.mutation = MUTATION_WORD,
				   .entry = e,
				   .part = (enum predicate_part)i,
				   .word = k});
	}
	for (size_t k = 0; k < PREDICATE_KINDS; k++)
		if ((p->is & 1u << k) != 0 && (p->is & (p->is - 1)) != 0)
			add(l,
			    (struct mutant){
				.mutation = MUTATION_WORD, .entry = e, .part = PART_IS, .word = k});
}

static void
add_entry(struct lister *l, const struct entry *e)
{
	struct predicate *p = predicate_of(l->policy, e);

	switch (e->kind) {
	case ENTRY_NAME:
		add_name(l, e);
		break;
	case ENTRY_RULE:
		add_rule(l, e);
		break;
	case ENTRY_RULE_CALL:
		if (l->policy->rules[e->index].calls.count > 1)
			add_plain(l, e, MUTATION_DROP);
		break;
	case ENTRY_LIMIT:
		add_plain(l, e, MUTATION_RAISE);
		break;
	case ENTRY_CONDITION:
		if (l->policy->rules[e->index].unless_count > 1)
			add_plain(l, e, MUTATION_DROP);
		break;
	case ENTRY_PREDICATE:
		add_plain(l, e, MUTATION_DROP);
		add_parts(l, e, p);
		add_words(l, e, p);
		break;
	case ENTRY_NONE:
	case ENTRY_READ:
	case ENTRY_WRITE:
		break;
	case ENTRY_API:
	case ENTRY_ALSO:
	case ENTRY_PLACE:
		add_plain(l, e, MUTATION_DROP);
		break;
	case ENTRY_DEFAULT:
	default:
		add_plain(l, e, e->decision == DECISION_ALLOW ? MUTATION_DROP : MUTATION_LOOSEN);
		break;
	}
}

bool
mutants_list(struct arena *a, const struct policy *p, const struct outline *o, bool with_limits,
    struct mutants *out, struct err *err)
{
	struct lister l = {.arena = a, .policy = p, .out = out};

	*out = (struct mutants){.count = 0};
	for (size_t i = 0; i < o->count; i++) {
		const struct entry *e = &o->items[i];

		if (e->source == p->source_count - 1 && e->line > 0 &&
		    (with_limits || e->kind != ENTRY_LIMIT))
			add_entry(&l, e);
	}
	return !l.failed || err_memory(err);
}

static char *
title_of_word(struct arena *a, const struct policy *p, const struct mutant *m, struct str of,
    const char *part)
{
	const struct words *w = predicate_words(predicate_of(p, m->entry), m->part);
	struct str word = w == NULL ? str_from(PREDICATE_KIND_NAMES[m->word]) : w->items[m->word];

	return arena_printf(a, "%.*s without '%.*s' in '%s'", STR_ARG(of), STR_ARG(word), part);
}

bool
mutant_title(struct arena *a, const struct policy *p, const struct mutant *m, struct str *out)
{
	static const char *const parts[PARTS] = {
	    "matches", "below", "optional", "one_of", "none_of", "is"};
	static const char *const said[] = {
	    [MUTATION_NONE] = "dropped",
	    [MUTATION_DROP] = "dropped",
	    [MUTATION_LOOSEN] = "allowed",
	    [MUTATION_ANY_NAME] = "without 'api'",
	    [MUTATION_OTHERWISE] = "with 'otherwise: allow'",
	    [MUTATION_UNKNOWN] = "with 'unknown: allow'",
	    [MUTATION_PACKAGES] = "without 'packages'",
	    [MUTATION_RAISE] = "one higher",
	};
	struct str of;
	char *text;

	if (!entry_title(a, m->entry, &of))
		return false;
	if (m->mutation == MUTATION_WORD)
		text = title_of_word(a, p, m, of, parts[m->part]);
	else if (m->mutation == MUTATION_PART)
		text = arena_printf(a, "%.*s without '%s'", STR_ARG(of), parts[m->part]);
	else
		text = arena_printf(a, "%.*s %s", STR_ARG(of), said[m->mutation]);
	*out = str_from(text);
	return text != NULL;
}
